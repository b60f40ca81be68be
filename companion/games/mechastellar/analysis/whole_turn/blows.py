"""Prepares the attacks of a plan as rolls (upgraded weapon, inputs of its resolver) and keeps their exact damage."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from companion.base.compat import cached_property
from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import plural
from companion.data.rulebook import rule
from companion.dice.odds import exact
from companion.gamekit.contract import Context
from companion.games.mechastellar.analysis.attacks import WeaponAttack, attack_weapons, weapon_attack
from companion.games.mechastellar.analysis.modifiers import Applied, Circumstances, free_focus, is_engaged, reach
from companion.games.mechastellar.analysis.whole_turn.plans import HERE, Arms, Points, Shots, TurnAttack
from companion.games.mechastellar.model import Profile
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.resolver import splits
from companion.games.mechastellar.resolver.clash import Clash
from companion.games.mechastellar.resolver.from_inputs import hits_negated, make_shoot, pool, prepare_clash
from companion.games.mechastellar.resolver.inputs import MOST_HITS, MeleeInputs, ShootInputs
from companion.games.mechastellar.resolver.shooting import Shot
from companion.games.mechastellar.resolver.splits import FACES
from companion.games.mechastellar.rules import play
from companion.games.mechastellar.rules.effects import attack_effects

TIRELESS = 9
"""Enough actions for any single attack; the plan counts the unit's own actions."""
MORE_RANGE, MORE_RUN = 8, 5
"""Inches that one use of a Power upgrade adds to a weapon's range, and to Full Throttle."""
MOST_REACH = 3
"""Uses of one upgrade that are tried to reach a target: together they take 5 Power of a super robot's few."""
Weights = Mapping[int, int]
"""The weight of each amount of damage: the number of ways in which it occurs."""


@dataclass(frozen=True)
class Duel:
    """A unit, its target and the circumstances; `moves` says whether the unit may move before it fires."""

    a: Profile
    b: Profile
    conditions: Circumstances
    context: Context
    moves: bool = False
    _attacks: dict[TurnAttack, WeaponAttack] = field(default_factory=dict, compare=False)
    _figures: dict[tuple[TurnAttack, str], tuple[Weights, int]] = field(default_factory=dict, compare=False)
    _defended: dict[tuple[TurnAttack, int], Mapping[tuple[int, int], int]] = field(default_factory=dict, compare=False)
    _clashes: dict[tuple[TurnAttack, int, int], Weights] = field(default_factory=dict, compare=False)
    _planned: dict[TurnAttack, Clash] = field(default_factory=dict, compare=False)

    @property
    def hp(self) -> int:
        """Return the HP that the target has when the turn begins."""
        return self.conditions.target_hp(self.b)

    @property
    def runs_on_power(self) -> bool:
        """Return whether Power could lengthen a Full Throttle before a shot, which no plan tries."""
        return self.moves and points_spent_by(self.a) == "Power"

    @cached_property
    def near(self) -> int:
        """Return the inches within which both are engaged."""
        return reach(self.a, self.b, self.context)

    def arms(self) -> Arms:
        """Return the unit's attacking weapons with the requirements of each."""
        weapons = attack_weapons(self.a)
        powered = points_spent_by(self.a) == "Power"
        may_run = self.moves and self.conditions.distance > self.near and play.is_high_speed(self._far(True), True)
        return Arms(
            weapons=weapons,
            actions=self.a.actions,
            shots=(self._shots(False, powered), self._shots(True, powered)),
            run=tuple(self._run(i, powered) if w.fights else None for i, w in enumerate(weapons)),
            fast=tuple(may_run and w.fights and "CC" in w.qualities for w in weapons),
            free=tuple(bool(self._free(w)) for w in weapons),
            skilled=tuple(w.fights or not self.conditions.unseen for w in weapons),
            throttle=self.conditions.distance - self.near > self.a.move,
            warship=self.a.warship,
            points=points_spent_by(self.a),
        )

    def _far(self, throttle: bool) -> int:
        """Return the inches the unit can move."""
        return self.a.move + play.full_throttle(self.a.warship) * throttle

    def _shots(self, throttle: bool, powered: bool) -> Shots:
        weapons = attack_weapons(self.a)
        return tuple(
            (*self._aim_weapon(i, throttle, powered), *self._aim_remote(i, throttle, powered)) if weapon.shoots else ()
            for i, weapon in enumerate(weapons)
        )

    def _aim_remote(self, number: int, throttle: bool, powered: bool) -> tuple[TurnAttack, ...]:
        """Return the ways to fire a remote weapon for Momentum."""
        remote = "Remote" in attack_weapons(self.a)[number].qualities
        return self._aim_weapon(number, throttle, powered, remote=True) if remote else ()

    def _aim_weapon(self, number: int, throttle: bool, powered: bool, remote: bool = False) -> tuple[TurnAttack, ...]:
        """Return the ways to fire a weapon that no other way equals: from which distance, with how much more range.

        More range may also make the fire rapid.
        """
        most = MOST_REACH if powered and attack_weapons(self.a)[number].inches > play.SHORT else 0
        ways: list[TurnAttack] = []
        for uses in range(most + 1):
            attacks = (
                TurnAttack(number, focus=self._needed_focus(number, at, remote), remote=remote, reach=uses, at=at)
                for at in self._spots(number, throttle, uses)
            )
            candidates = self._not_worse(attack for attack in attacks if not self.attack(attack).why_not)
            ways += [attack for attack in candidates if not any(self._is_as_good(way, attack) for way in ways)]
        return tuple(ways)

    def _spots(self, number: int, throttle: bool, uses: int) -> tuple[int, ...]:
        """Return the distances from which a weapon's dice may differ, the farthest first, outside engagement range."""
        start = self.conditions.distance
        if not self.moves or start <= self.near:
            return (HERE,)
        least = max(self.near + 1, start - self._far(throttle))
        weapon = attack_weapons(self.a)[number]
        inches = weapon.inches + MORE_RANGE * uses
        band = weapon.indirect_band(self.a.sensors) or ()
        distances = {inches, inches // 2, self.a.sensors, least, *band}
        return (HERE, *sorted((d for d in distances if least <= d < start), reverse=True))

    def _not_worse(self, attacks: Iterable[TurnAttack]) -> tuple[TurnAttack, ...]:
        """Return the attacks without those that another one equals in hits.

        Hits are compared before blocks, because a blocked hit may count once Focus or a skill adds more.
        """
        kept: list[TurnAttack] = []
        for attack in attacks:
            if any(self._is_as_good(other, attack) for other in kept):
                continue
            kept = [other for other in kept if not self._is_as_good(attack, other)] + [attack]
        return tuple(kept)

    def _is_as_good(self, attack: TurnAttack, other: TurnAttack) -> bool:
        """Return whether, for every number of hits, one attack makes at least as many as often as the other."""
        if self.attack(attack).inputs == self.attack(other).inputs:
            return True
        (first, total), (second, other_total) = self._figure(attack, "hits"), self._figure(other, "hits")
        return all(
            sum(p for hits, p in first.items() if hits >= least) * other_total
            >= sum(p for hits, p in second.items() if hits >= least) * total
            for least in {*first, *second}
        )

    def _run(self, number: int, powered: bool) -> int | None:
        """Return the fewest Full Throttle upgrades with which a weapon can charge; None if it cannot."""
        charges = (TurnAttack(number, run=uses) for uses in range(MOST_REACH + 1 if powered else 1))
        return next((attack.run for attack in charges if not self.attack(attack).why_not), None)

    def _needed_focus(self, number: int, at: int, remote: bool) -> int:
        """Return the Focus actions that a weapon needs to shoot: 1 if it shoots while engaged after a Focus only."""
        alone, focused = (TurnAttack(number, focus=focus, at=at) for focus in (0, 1))
        return int(not remote and bool(self.attack(alone).why_not) and not self.attack(focused).why_not)

    def _free(self, weapon: Weapon) -> str:
        return free_focus(attack_effects(self.a, self.b, weapon, self.context.catalogue, melee=weapon.fights))

    def attack(self, planned: TurnAttack) -> WeaponAttack:
        """Return a planned attack as a roll with all its inputs."""
        if planned not in self._attacks:
            self._attacks[planned] = self._prepare_attack(planned)
        return self._attacks[planned]

    def _prepare_attack(self, planned: TurnAttack) -> WeaponAttack:
        weapon = upgrade_weapon(attack_weapons(self.a)[planned.weapon], planned, self.context)
        conditions = replace(
            self.conditions,
            distance=self._distance(planned, weapon),
            fast=weapon.fights and (planned.fast or self._runs_far(planned, weapon)),
            focus=planned.focus > 0,
            free_focus=planned.free,
            remote=planned.remote,
        )
        tireless = self.a.model_copy(update={"actions": TIRELESS})
        attack = weapon_attack(tireless, self.b, weapon, conditions, self.context)
        if attack.why_not:
            return attack
        hits, applied = self._more_hits(planned, weapon, conditions)
        inputs = {**attack.inputs, "bonus_hits": min(MOST_HITS, attack.inputs.get("bonus_hits", 0) + hits)}
        return replace(attack, inputs=inputs, applied=(*attack.applied, *applied))

    def _distance(self, planned: TurnAttack, weapon: Weapon) -> int:
        """Return the inches of an attack, less those that upgrades add to a charge's Full Throttle."""
        if weapon.fights:
            return max(0, self.conditions.distance - MORE_RUN * planned.run)
        return self.conditions.distance if planned.at == HERE else planned.at

    def _runs_far(self, planned: TurnAttack, weapon: Weapon) -> bool:
        """Return whether an upgraded charge is a run of 10 inches, before `_distance` shortens it."""
        gap = self.conditions.distance - self.near
        return planned.run > 0 and "CC" in weapon.qualities and play.is_high_speed(gap, full_throttle=True)

    def _more_hits(self, planned: TurnAttack, weapon: Weapon, conditions: Circumstances) -> tuple[int, list[Applied]]:
        """Return the hits of further Focus actions, of a skill and of Havoc in melee."""
        applied: list[Applied] = []
        hits = self._focus_hits(planned, weapon, conditions)
        if hits:
            applied.append((f"Focus {planned.focus + planned.free} times: +{hits}, together at most 3", "bonus-cap"))
        if planned.hits:
            applied.append(
                (f"Skill: +{plural(planned.hits, 'Hit')}", "bullseye" if planned.hits == 1 else "make-it-count")
            )
        impact = planned.havoc if weapon.fights or self.context.rulings["havoc-example"] == "text" else 0
        if impact:
            applied.append((f"Impact: +{plural(impact, 'Hit')}", "havoc-use"))
        return hits + planned.hits + impact, applied

    def _focus_hits(self, planned: TurnAttack, weapon: Weapon, conditions: Circumstances) -> int:
        far = weapon.shoots and weapon.inches > play.SHORT
        shoots_engaged = far and is_engaged(self.a, self.b, conditions, self.context)
        one_focus = play.focus_hits(weapon.dmg)
        times = planned.focus + planned.free - (shoots_engaged and planned.focus > 0)
        if self.a.warship or times < 1:
            return 0
        included = one_focus if planned.free or not shoots_engaged else 0
        return play.cap_bonus(times * one_focus) - included

    def damage(self, planned: TurnAttack) -> tuple[Weights, int]:
        """Return the weight of each amount of damage of a shot, and the sum of the weights."""
        return self._figure(planned, "damage")

    def defended(self, planned: TurnAttack, momentum: int) -> tuple[Mapping[tuple[int, int], int], int]:
        """Return the weight of each damage of a shot with the Momentum left to the target, and the sum of the weights.

        The target negates every hit that it can, then failed saves if its pilot may. The sum is that of `damage`.
        """
        if (planned, momentum) not in self._defended:
            inputs = self.attack(planned).inputs
            shot = make_shoot(ShootInputs(**{**inputs, "skill_defense": momentum}), self.context)
            assert isinstance(shot, Shot)  # the reply of the target is given, so nothing is asked
            odds, total = exact(shot), self.damage(planned)[1]
            may_undo = play.may_undo_saves(self.b.pilot_level, self.b.warship, inputs.get("effect", "damage"))
            weights: dict[tuple[int, int], int] = {}
            for outcome, weight in odds.outcomes:
                left = momentum - self._defense_price(outcome, shot)
                undone = min(outcome["saves_failed"], left) if may_undo else 0
                end = outcome["damage"] - undone * shot.save_damage, left - undone
                weights[end] = weights.get(end, 0) + weight * (total // odds.total)
            self._defended[planned, momentum] = weights
        return self._defended[planned, momentum], self.damage(planned)[1]

    @rule("skill-defense")
    def _defense_price(self, outcome: JsonMapping, shot: Shot) -> int:
        """Return the Momentum of the hits that were negated; a warship pays two for each, or two for an attack."""
        negated = outcome["hits"] - min(outcome["hits"], shot.blocks) - outcome["unblocked"]
        if not self.b.warship:
            return int(negated)
        return 2 * (negated > 0 if self.context.rulings["warship-defense"] == "attack" else int(negated))

    def _figure(self, planned: TurnAttack, name: str) -> tuple[Weights, int]:
        """Return the weight of each value of an outcome of a shot, and the sum of the weights."""
        if (planned, name) not in self._figures:
            odds = exact(make_shoot(ShootInputs(**self.attack(planned).inputs), self.context))
            weights: dict[int, int] = {}
            for outcome, weight in odds.outcomes:
                weights[outcome[name]] = weights.get(outcome[name], 0) + weight
            self._figures[planned, name] = weights, odds.total
        return self._figures[planned, name]

    def split(self, planned: TurnAttack) -> tuple[int, int]:
        """Return the attack and defense dice of a charge: the best ones against the target before the volley."""
        attacker = self._clash(planned).attacker
        return attacker.attack, attacker.defense

    def _clash(self, planned: TurnAttack) -> Clash:
        """Return a charge with the attacker's dice split."""
        if planned not in self._planned:
            clash = prepare_clash(MeleeInputs(**self.attack(planned).inputs), self.context)
            best = splits.best(splits.table(clash, pool(self.a.melee, self.context), self.b.melee))
            attacker = replace(clash.attacker, attack=best.attack, defense=best.defense)
            self._planned[planned] = replace(clash, attacker=attacker)
        return self._planned[planned]

    def clash(self, planned: TurnAttack, hp: int, momentum: int = 0) -> tuple[Weights, int]:
        """Return the damage distribution of a charge at a target with the given HP left; its answer depends on them.

        With all its `momentum` the target negates hits. The sum of the weights depends on the dice alone.
        """
        clash = self._clash(planned)
        total = FACES ** (
            2 * (sum(self.split(planned)) + self.b.melee) + clash.attacker.most_saves + clash.defender.most_saves
        )
        if (planned, hp, momentum) not in self._clashes:
            negated = hits_negated(momentum, self.b.warship, self.context)
            hurt = replace(clash, defender=replace(clash.defender, hp=hp, momentum=negated))
            attack, guard, _ = splits.best_reply(hurt, self.b.melee)
            answered = replace(hurt, defender=replace(hurt.defender, attack=attack, defense=guard))
            spread = splits.damage_spread(answered)
            self._clashes[planned, hp, momentum] = {damage: int(chance * total) for damage, chance in spread.items()}
        return self._clashes[planned, hp, momentum], total


def points_spent_by(unit: Profile) -> Points:
    """Return the kind of points a unit spends besides Momentum, by its type; empty for none."""
    label = unit.third_stat[0]
    if label == "Power" and unit.power:
        return "Power"
    return "Havoc" if label == "Havoc" and unit.havoc else ""


def upgrade_weapon(weapon: Weapon, planned: TurnAttack, context: Context) -> Weapon:
    """Return a weapon with the upgrades of its attack: DMG, PEN, range; Havoc adds DMG to shots, PEN to pushes."""
    by_hits = weapon.fights or context.rulings["havoc-example"] == "text"
    damage = planned.damage + (0 if by_hits else planned.havoc)
    push = weapon.effect == "push"
    pen = planned.pen * (2 if push else 1) + (planned.havoc if push and weapon.fights else 0)
    values: JsonObject = {}
    if damage:
        values["dmg"] = weapon.dmg + 100 * damage
    if pen:
        values["pen"] = f"{weapon.penetration + pen}{weapon.pen.lstrip('0123456789-')}"
    if planned.reach:
        values["range"] = str(weapon.inches + MORE_RANGE * planned.reach)
    return weapon.model_copy(update=values) if values else weapon
