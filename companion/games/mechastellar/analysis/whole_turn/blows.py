"""The attacks of a plan as rolls: the weapon with its upgrades, the inputs of its resolver, the damage it may do."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import lcm
from typing import Any

from companion.dice.odds import exact
from companion.games.mechastellar.analysis.attacks import WeaponAttack, attacking, weapon_attack
from companion.games.mechastellar.analysis.modifiers import Applied, Circumstances, engaged, free_focus, reach
from companion.games.mechastellar.analysis.whole_turn.plans import Arms, Points, TurnAttack
from companion.games.mechastellar.model import Profile
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.resolver import splits
from companion.games.mechastellar.resolver.from_inputs import make_melee, make_shoot
from companion.games.mechastellar.resolver.inputs import MOST_HITS, MeleeInputs, ShootInputs
from companion.games.mechastellar.rules import play
from companion.games.mechastellar.rules.effects import attack_effects
from companion.system import Context
from companion.wording import plural

TIRELESS = 9
"""Actions that hold no attack back: a plan counts the unit's own."""
MORE_RANGE, MORE_RUN = 8, 5
"""Inches that one use of a Power upgrade adds to a weapon's range, and to Full Throttle."""
MOST_REACH = 3
"""Uses of one upgrade that are tried to reach a target: together they take 5 Power of a super robot's few."""
Weights = Mapping[int, int]
"""How often each amount of damage occurs, as whole weights."""


@dataclass(frozen=True)
class Duel:
    """A unit, its target, and what holds around them."""

    a: Profile
    b: Profile
    around: Circumstances
    context: Context
    _attacks: dict[TurnAttack, WeaponAttack] = field(default_factory=dict, compare=False)
    _damage: dict[TurnAttack, tuple[Weights, int]] = field(default_factory=dict, compare=False)

    @property
    def hp(self) -> int:
        """Return the target's HP before anything was lost, doubled where a module says so."""
        return max(1, self.b.hp * self.around.hp_factor)

    def arms(self) -> Arms:
        """Return what the unit can attack with from here, and what each weapon needs for it."""
        weapons = attacking(self.a)
        powered = points_of(self.a) == "Power"
        return Arms(
            weapons=weapons,
            actions=self.a.actions,
            reach=tuple(self._reach(i, powered) if w.shoots else None for i, w in enumerate(weapons)),
            run=tuple(self._run(i, powered) if w.fights else None for i, w in enumerate(weapons)),
            remote=tuple(
                w.shoots and "Remote" in w.qualities and not self.attack(TurnAttack(i, remote=True)).why_not
                for i, w in enumerate(weapons)
            ),
            engaged=tuple(w.shoots and self._needs_focus(i) for i, w in enumerate(weapons)),
            free=tuple(bool(self._free(w)) for w in weapons),
            skilled=tuple(w.fights or not self.around.unseen for w in weapons),
            throttle=self.around.distance - reach(self.a, self.b, self.context) > self.a.move,
            warship=self.a.warship,
            points=points_of(self.a),
        )

    def _reach(self, number: int, powered: bool) -> int | None:
        """Return the range upgrades with which a weapon shoots; None where it cannot."""
        most = MOST_REACH if powered and attacking(self.a)[number].inches > play.SHORT else 0
        focus = int(self._needs_focus(number))
        tried = (TurnAttack(number, focus=focus, reach=uses) for uses in range(most + 1))
        return next((attack.reach for attack in tried if not self.attack(attack).why_not), None)

    def _run(self, number: int, powered: bool) -> int | None:
        """Return the Full Throttle upgrades with which a unit charges with a weapon; None where it cannot."""
        tried = (TurnAttack(number, run=uses) for uses in range(MOST_REACH + 1 if powered else 1))
        return next((attack.run for attack in tried if not self.attack(attack).why_not), None)

    def _needs_focus(self, number: int) -> bool:
        """Return whether a weapon shoots only with Focus: an enemy is near, and the pilot may."""
        return bool(self.attack(TurnAttack(number)).why_not) and not self.attack(TurnAttack(number, focus=1)).why_not

    def _free(self, weapon: Weapon) -> str:
        return free_focus(attack_effects(self.a, self.b, weapon, self.context.catalogue, melee=weapon.fights))

    def attack(self, planned: TurnAttack) -> WeaponAttack:
        """Return a planned attack as a roll with all its inputs."""
        if planned not in self._attacks:
            self._attacks[planned] = self._made(planned)
        return self._attacks[planned]

    def _made(self, planned: TurnAttack) -> WeaponAttack:
        weapon = upgraded(attacking(self.a)[planned.weapon], planned, self.context)
        far = max(0, self.around.distance - MORE_RUN * planned.run) if weapon.fights else self.around.distance
        around = replace(
            self.around,
            distance=far,
            focus=planned.focus > 0,
            free_focus=planned.free,
            remote=planned.remote,
        )
        tireless = self.a.model_copy(update={"actions": TIRELESS})
        made = weapon_attack(tireless, self.b, weapon, around, self.context)
        if made.why_not:
            return made
        hits, applied = self._more_hits(planned, weapon, around)
        given = {**made.given, "bonus_hits": min(MOST_HITS, made.given.get("bonus_hits", 0) + hits)}
        return replace(made, given=given, applied=(*made.applied, *applied))

    def _more_hits(self, planned: TurnAttack, weapon: Weapon, around: Circumstances) -> tuple[int, list[Applied]]:
        """Return the hits beyond those of one Focus: of further ones, of a skill, of Havoc in melee."""
        applied: list[Applied] = []
        hits = self._focus_hits(planned, weapon, around)
        if hits:
            applied.append((f"Focus {planned.focus + planned.free} times: +{hits}, together at most 3", "bonus-cap"))
        if planned.hits:
            applied.append(
                (f"Skill: +{plural(planned.hits, 'Hit')}", "bullseye" if planned.hits == 1 else "make-it-count")
            )
        impact = planned.havoc if weapon.fights or self._example else 0
        if impact:
            applied.append((f"Impact: +{plural(impact, 'Hit')}", "havoc-use"))
        return hits + planned.hits + impact, applied

    @property
    def _example(self) -> bool:
        return self.context.rulings["havoc-example"] == "text"

    def _focus_hits(self, planned: TurnAttack, weapon: Weapon, around: Circumstances) -> int:
        spent = weapon.shoots and weapon.inches > play.SHORT and engaged(self.a, self.b, around, self.context)
        each, every = play.focus_hits(weapon.dmg), planned.focus + planned.free - (spent and planned.focus > 0)
        if self.a.warship or every < 1:
            return 0
        counted = each if planned.free or not spent else 0
        return play.capped(every * each) - counted

    def damage(self, planned: TurnAttack) -> tuple[Weights, int]:
        """Return how often an attack does each amount of damage, and the sum of these weights."""
        if planned not in self._damage:
            made = self.attack(planned)
            self._damage[planned] = self._clash(made) if made.melee else self._shot(made)
        return self._damage[planned]

    def _shot(self, made: WeaponAttack) -> tuple[Weights, int]:
        odds = exact(make_shoot(ShootInputs(**made.given), self.context))
        found: dict[int, int] = {}
        for outcome, weight in odds.outcomes:
            found[outcome["damage"]] = found.get(outcome["damage"], 0) + weight
        return found, odds.total

    def _clash(self, made: WeaponAttack) -> tuple[Weights, int]:
        spread = splits.damage_spread(make_melee(MeleeInputs(**made.given), self.context))
        total = lcm(*(chance.denominator for chance in spread.values()))
        return {damage: int(chance * total) for damage, chance in spread.items()}, total


def points_of(unit: Profile) -> Points:
    """Return what a unit spends besides Momentum, by its type; empty where it has none."""
    label = unit.third_stat[0]
    if label == "Power" and unit.power:
        return "Power"
    return "Havoc" if label == "Havoc" and unit.havoc else ""


def upgraded(weapon: Weapon, planned: TurnAttack, context: Context) -> Weapon:
    """Return a weapon with the upgrades of its attack: DMG, PEN, range; Havoc adds DMG to shots, PEN to pushes."""
    by_hits = weapon.fights or context.rulings["havoc-example"] == "text"
    damage = planned.damage + (0 if by_hits else planned.havoc)
    push = weapon.effect == "push"
    pen = planned.pen * (2 if push else 1) + (planned.havoc if push and weapon.fights else 0)
    changed: dict[str, Any] = {}
    if damage:
        changed["dmg"] = weapon.dmg + 100 * damage
    if pen:
        changed["pen"] = f"{weapon.penetration + pen}{weapon.pen.lstrip('0123456789-')}"
    if planned.reach:
        changed["range"] = str(weapon.inches + MORE_RANGE * planned.reach)
    return weapon.model_copy(update=changed) if changed else weapon
