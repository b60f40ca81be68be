"""One unit against another: the odds of each of its weapons, with the modifiers that apply and their rules.

One attack with each weapon, not a fight to the end; the other unit only replies.
"""

from dataclasses import asdict, dataclass, replace
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, ValidationInfo

from companion.dice.odds import exact
from companion.documents import Record
from companion.games.mechastellar.analysis.bars import DamageBar, bars
from companion.games.mechastellar.analysis.charge import charge, melee_inputs
from companion.games.mechastellar.analysis.modifiers import Applied, Circumstances, engaged, shoot_inputs
from companion.games.mechastellar.model import Profile, find, pilot_title
from companion.games.mechastellar.model.weapons import Alternate, Extra, Weapon
from companion.games.mechastellar.resolver import splits
from companion.games.mechastellar.resolver.from_inputs import clash_of, make_shoot, pool
from companion.games.mechastellar.resolver.inputs import MeleeInputs, ShootInputs
from companion.games.mechastellar.rules import play
from companion.rulebook import rule
from companion.system import Context

FARTHEST = 99
"""The most inches between two units."""


def _profile_id(text: str, info: ValidationInfo) -> str:
    card = find((info.context or {})["catalogue"], Profile, text)
    if card is None:
        raise ValueError("the id or the name of a unit profile")
    return card.id


NamedProfile = Annotated[str, Field(max_length=120), AfterValidator(_profile_id)]
"""A unit profile, typed by id or name and read as its id."""


def _tick(title: str) -> bool:
    return Field(default=False, title=title)


class MatchupInputs(Record):
    """Two units, the distance between them, and the circumstances of the attack."""

    a: NamedProfile = Field(title="Your unit", description="The attacker's profile by id or name")
    b: NamedProfile = Field(title="Their unit", description="The target's profile by id or name")
    distance: int = Field(
        default=16, ge=0, le=FARTHEST, title="Distance in inches", description="Between the two units"
    )
    choice: Literal["precision", "barrage", "none"] = Field(
        default="precision", title="You shoot with", description="Precision: accuracy; Barrage: shots"
    )
    reply: Literal["dodge", "guard", "none"] = Field(
        default="dodge", title="The target replies with", description="Dodge: evade; Guard: a block"
    )
    counter: Literal["counter", "guard", "none"] = Field(
        default="counter",
        title="In melee the target chooses",
        description="Counter: hits on its answer; Guard: a block",
    )
    cover: bool = _tick("Target in cover")
    behind: bool = _tick("From behind (Blindside)")
    high_ground: bool = _tick("You are on high ground")
    target_high: bool = _tick("Target on high ground")
    fast: bool = _tick("You run 10″ at Full Throttle")
    unseen: bool = _tick("Out of sight")
    focus: bool = _tick("You Focus first")
    double: bool = _tick("Double HP module")

    def circumstances(self) -> Circumstances:
        """Return the circumstances of the attack."""
        around = self.model_dump(exclude={"a", "b", "double"})
        return Circumstances(**around, hp_factor=2 if self.double else 1)


def run(inputs: MatchupInputs, context: Context) -> dict[str, Any]:
    """Return both units and, for each weapon of the first, its figures or why it cannot attack.

    `roll` names the resolver with the inputs that give the same figures.
    """
    a, b = (context.catalogue.get(Profile, name) for name in (inputs.a, inputs.b))
    found = lines(a, b, inputs.circumstances(), context)
    return {
        "a": _unit(a),
        "b": _unit(b),
        "distance": inputs.distance,
        "weapons": [line.as_data() for line in found],
        "rules": sorted({rule for line in found for _, rule in line.applied}),
    }


def _unit(card: Profile) -> dict[str, Any]:
    return {"id": card.id, "name": card.name, "type": card.type, "hp": card.hp, "points": card.points}


@dataclass(frozen=True)
class WeaponLine:
    """The result of one weapon: figures, bars, modifiers; `why_not` where it cannot attack."""

    weapon: Weapon
    melee: bool = False
    why_not: str = ""
    mean: float = 0
    any_damage: float = 0
    kill: float = 0
    bars: tuple[DamageBar, ...] = ()
    applied: tuple[Applied, ...] = ()
    roll: str = ""
    given: tuple[tuple[str, object], ...] = ()
    best: splits.Split | None = None
    table: tuple[splits.Split, ...] = ()

    @property
    def about(self) -> str:
        """Return the weapon in a few words: range, DMG, PEN, and what it costs or replaces."""
        weapon = self.weapon
        parts = ["melee" if self.melee else f"{weapon.range}″", f"DMG {weapon.dmg}"]
        if weapon.penetration:
            parts.append(f"PEN {weapon.pen}")
        if isinstance(weapon, Alternate):
            parts.append(f"replaces the {weapon.replaces}")
        if isinstance(weapon, Extra):
            parts.append(f"+{weapon.points} points")
        if isinstance(weapon, Alternate | Extra) and weapon.pilot:
            parts.append(f"level {weapon.pilot}+")
        return ", ".join(parts)

    def as_data(self) -> dict[str, Any]:
        """Return the result as plain data; figures only where the weapon can attack, splits only in melee."""
        named = {"name": self.weapon.name, "about": self.about}
        if self.why_not:
            return {**named, "why_not": self.why_not}
        figures = {"mean_damage": self.mean, "any_damage": self.any_damage, "kill": self.kill}
        told = {
            "damage": [{"damage": bar.words, "p": bar.chance} for bar in self.bars],
            "applied": [{"words": words, "rule": rule} for words, rule in self.applied],
            "roll": {"resolver": self.roll, "inputs": dict(self.given)},
        }
        if self.best is None:
            return {**named, **figures, **told}
        best, splits_ = asdict(self.best), [asdict(split) for split in self.table]
        return {**named, **figures, **told, "best_split": best, "splits": splits_}


def lines(a: Profile, b: Profile, around: Circumstances, context: Context) -> tuple[WeaponLine, ...]:
    """Return the results of all A's attacking weapons, extras and alternates included."""
    found = []
    for weapon in (*a.weapons, *a.alternates, *a.extras):
        by, raised = _piloted(a, weapon)
        if weapon.shoots:
            found.append(_shooting(by, b, weapon, around, context))
        elif weapon.fights:
            found.append(_melee(by, b, weapon, around, context))
        else:
            continue
        found[-1] = replace(found[-1], applied=(*raised, *found[-1].applied))
    return tuple(found)


@rule("pilot-required")
def _piloted(a: Profile, weapon: Weapon) -> tuple[Profile, tuple[Applied, ...]]:
    """Return the unit with the pilot a weapon requires, if its own pilot may not use it."""
    level = weapon.pilot if isinstance(weapon, Alternate | Extra) else 0
    if level <= a.pilot_level:
        return a, ()
    words = f"Calculated with a {pilot_title(a.type, level)}, which the {weapon.name} requires"
    return a.model_copy(update={"pilot_level": level}), ((words, "pilot-required"),)


def _shooting(a: Profile, b: Profile, weapon: Weapon, around: Circumstances, context: Context) -> WeaponLine:
    if around.distance > weapon.inches:
        return WeaponLine(weapon, why_not=f'Out of range: {weapon.inches}" is less than {around.distance}".')
    if around.unseen and "IDF" not in weapon.qualities:
        return WeaponLine(weapon, why_not="Out of sight: only indirect fire reaches it.")
    if engaged(a, b, around, context) and not play.fires_engaged(weapon, a.pilot_level, around.focus):
        return WeaponLine(weapon, why_not=_engaged_words(weapon))
    given, applied = shoot_inputs(a, b, weapon, around, context)
    odds = exact(make_shoot(ShootInputs(**given), context))
    spread: dict[int, float] = {}
    for outcome, weight in odds.outcomes:
        spread[outcome["damage"]] = spread.get(outcome["damage"], 0.0) + weight / odds.total
    return replace(
        _figures(weapon, spread, max(1, b.hp * around.hp_factor)),
        applied=tuple(applied),
        roll="shoot",
        given=_link(given),
    )


def _engaged_words(weapon: Weapon) -> str:
    if weapon.aoe:
        return "Engaged: area weapons do not fire in engagement range, nor at units in melee."
    return 'Engaged: only weapons with a range of 8" shoot, or a level 1+ pilot who focuses first.'


def _melee(a: Profile, b: Profile, weapon: Weapon, around: Circumstances, context: Context) -> WeaponLine:
    if not a.melee:
        return WeaponLine(weapon, melee=True, why_not="It has no Melee dice.")
    run = charge(a, b, weapon, around, context)
    if run.why_not:
        return WeaponLine(weapon, melee=True, why_not=run.why_not)
    given, applied = melee_inputs(a, b, weapon, around, context, run)
    clash, dice = clash_of(MeleeInputs(**given), context), pool(a.melee, context)
    found = splits.table(clash, dice, b.melee)
    best = splits.best(found)
    split = replace(
        clash,
        attacker=replace(clash.attacker, attack=best.attack, defense=best.defense),
        defender=replace(clash.defender, attack=best.counter, defense=best.guard),
    )
    words = f"Best split {best.attack} + {best.defense}, answered by {best.counter} + {best.guard}"
    applied.append((words, "melee-dice"))
    made = _figures(weapon, splits.damage_spread(split), max(1, b.hp * around.hp_factor))
    return replace(
        made,
        melee=True,
        applied=tuple(applied),
        roll="melee",
        given=_link(given),
        best=best,
        table=_listed(found, best),
    )


def _listed(found: tuple[splits.Split, ...], best: splits.Split) -> tuple[splits.Split, ...]:
    return tuple(found) if len(found) <= 11 else tuple(s for s in found if abs(s.attack - best.attack) <= 5)


def _figures(weapon: Weapon, spread: dict[int, float], hp: int) -> WeaponLine:
    mean = sum(damage * p for damage, p in spread.items())
    kill = sum(p for damage, p in spread.items() if damage >= hp)
    some = sum(p for damage, p in spread.items() if damage > 0)
    return WeaponLine(weapon, mean=mean, any_damage=some, kill=kill, bars=bars(spread))


def _link(given: dict[str, Any]) -> tuple[tuple[str, object], ...]:
    """Return the inputs for the address of the odds page; zeros, which are the default, are left out."""
    always = ("accuracy", "evade", "shots", "damage", "melee", "opponent_melee", "counter_damage")
    return tuple(
        (key, str(value).lower() if isinstance(value, bool) else value)
        for key, value in given.items()
        if key in always or (value and value != "damage")
    )
