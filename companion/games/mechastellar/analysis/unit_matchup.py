"""One unit against another: the odds of each of its weapons, with the modifiers that apply and their rules.

One attack with each weapon, not a fight to the end; the other unit only replies.
"""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, ValidationInfo

from companion.dice.odds import exact
from companion.documents import Record
from companion.games.mechastellar.analysis.charge import charge, melee_inputs
from companion.games.mechastellar.analysis.lists import IN, Fighter, fighter
from companion.games.mechastellar.analysis.modifiers import (
    Applied,
    Circumstances,
    engaged,
    shoot_inputs,
    why_no_shot,
)
from companion.games.mechastellar.analysis.uncounted import not_counted
from companion.games.mechastellar.analysis.weapon_figures import WeaponLine, figures, roll_inputs
from companion.games.mechastellar.model import Profile, find, pilot_title
from companion.games.mechastellar.model.weapons import Alternate, Extra, Weapon
from companion.games.mechastellar.resolver import splits
from companion.games.mechastellar.resolver.from_inputs import clash_of, make_shoot, pool
from companion.games.mechastellar.resolver.inputs import MeleeInputs, ShootInputs
from companion.games.mechastellar.rules import play
from companion.games.mechastellar.rules.equipped import carries
from companion.rulebook import rule
from companion.system import CardNumber, Context

FARTHEST = 99
"""The most inches between two units."""
LONGEST_LIST = 20_000
"""The most characters of a pasted list."""


def _unit_name(text: str, info: ValidationInfo) -> str:
    """Return a profile's id; the name of a list's unit as it was typed, because the list is read with both in hand."""
    if IN in text or (info.data.get({"a": "mine", "b": "theirs"}[info.field_name or "a"]) or "").strip():
        return text
    card = find((info.context or {})["catalogue"], Profile, text)
    if card is None:
        raise ValueError(f"the id or the name of a unit profile, or a unit{IN}a saved list")
    return card.id


UnitName = Annotated[str, Field(max_length=200), AfterValidator(_unit_name)]
"""A unit profile by id or name, read as its id; `Red @ First fleet`, of a saved list; or a unit of a pasted list."""


def _tick(title: str) -> bool:
    return Field(default=False, title=title)


class MatchupInputs(Record):
    """Two units, the distance between them, and the circumstances of the attack."""

    mine: str = Field("", max_length=LONGEST_LIST, title="Your list", description="Pasted text: your unit is in it")
    theirs: str = Field("", max_length=LONGEST_LIST, title="Their list", description="Pasted text: their unit is in it")
    a: UnitName = Field(title="Your unit", description="A profile, unit @ saved list, or unit of the pasted list")
    b: UnitName = Field(title="Their unit", description="A profile, unit @ saved list, or unit of the pasted list")
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
    remote: bool = _tick("Remote weapons fire for Momentum")
    focus: bool = _tick("You Focus first")
    double: bool = _tick("Double HP module")

    def circumstances(self, doubled: bool = False) -> Circumstances:
        """Return the circumstances of the attack; HP are doubled where the inputs or a list's modules say so."""
        around = self.model_dump(exclude={"a", "b", "mine", "theirs", "double"})
        return Circumstances(**around, hp_factor=2 if self.double or doubled else 1)


def run(inputs: MatchupInputs, context: Context) -> dict[str, Any]:
    """Return both units and, for each weapon of the first, its figures or why it cannot attack.

    `roll` names the resolver with the inputs that give the same figures; `not_counted` names each trait and special
    line that changes nothing in them.
    """
    a = fighter(inputs.a, inputs.mine, ("a", "mine"), context)
    b = fighter(inputs.b, inputs.theirs, ("b", "theirs"), context)
    doubled = max(a.hp_factor, b.hp_factor) > 1
    found = lines(a.profile, b.profile, inputs.circumstances(doubled), context)
    return {
        "a": _unit(a),
        "b": _unit(b),
        "distance": inputs.distance,
        "weapons": [line.as_data() for line in found],
        "rules": sorted({rule for line in found for _, rule in line.applied}),
    }


def numbers(inputs: MatchupInputs, context: Context) -> Iterable[CardNumber]:
    """Yield both units' profiles: all their numbers may count."""
    for name, others in (("a", "mine"), ("b", "theirs")):
        side = fighter(getattr(inputs, name), getattr(inputs, others), (name, others), context)
        yield CardNumber(name, side.profile.id)


_SHOWN = ("id", "name", "type", "role", "hp", "points", "pilot_level", "move", "shooting", "melee", "evade", "arm_sv")


def _unit(side: Fighter) -> dict[str, Any]:
    card = side.profile
    told = {name: getattr(card, name) for name in _SHOWN}
    told["traits"] = [line.name for line in card.traits]
    told["weapons"] = [weapon.name for weapon in card.weapons]
    return told | ({"list": side.list_title} if side.list_title else {})


def lines(a: Profile, b: Profile, around: Circumstances, context: Context) -> tuple[WeaponLine, ...]:
    """Return the results of all A's attacking weapons: those it carries, then those its profile offers."""
    found = []
    for weapon in (*a.weapons, *a.alternates, *a.extras):
        by, raised = _piloted(a, weapon)
        if weapon.shoots:
            line = _shooting(by, b, weapon, around, context)
        elif weapon.fights:
            line = _melee(by, b, weapon, around, context)
        else:
            continue
        found.append(replace(line, applied=(*raised, *line.applied), carried=carries(a, weapon)))
    return tuple(found)


@rule("pilot-required")
def _piloted(a: Profile, weapon: Weapon) -> tuple[Profile, tuple[Applied, ...]]:
    """Return the unit with the pilot that a weapon offered to it requires; a weapon it carries keeps its own pilot."""
    level = weapon.pilot if isinstance(weapon, Alternate | Extra) else 0
    if level <= a.pilot_level:
        return a, ()
    title = pilot_title(a.type, level)
    if carries(a, weapon):
        words = f"The {weapon.name} requires a {title}, which {a.name} has not: the list is not legal"
        return a, ((words, "pilot-required"),)
    words = f"Calculated with a {title}, which the {weapon.name} requires"
    return a.model_copy(update={"pilot_level": level}), ((words, "pilot-required"),)


def _shooting(a: Profile, b: Profile, weapon: Weapon, around: Circumstances, context: Context) -> WeaponLine:
    if why_not := why_no_shot(a, weapon, around):
        return WeaponLine(weapon, why_not=why_not)
    if engaged(a, b, around, context) and not play.fires_engaged(weapon, a.pilot_level, around.focus):
        return WeaponLine(weapon, why_not=_engaged_words(weapon))
    given, applied = shoot_inputs(a, b, weapon, around, context)
    odds = exact(make_shoot(ShootInputs(**given), context))
    spread: dict[int, Fraction] = {}
    for outcome, weight in odds.outcomes:
        spread[outcome["damage"]] = spread.get(outcome["damage"], Fraction()) + Fraction(weight, odds.total)
    return replace(
        figures(weapon, spread, max(1, b.hp * around.hp_factor)),
        applied=tuple(applied),
        not_counted=not_counted(a, b, weapon, context),
        roll="shoot",
        given=roll_inputs(given),
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
    made = figures(weapon, splits.damage_spread(split), max(1, b.hp * around.hp_factor))
    return replace(
        made,
        melee=True,
        applied=tuple(applied),
        not_counted=not_counted(a, b, weapon, context, melee=True),
        roll="melee",
        given=roll_inputs(given),
        best=best,
        table=_near(found, best),
    )


def _near(found: tuple[splits.Split, ...], best: splits.Split) -> tuple[splits.Split, ...]:
    return tuple(found) if len(found) <= 11 else tuple(s for s in found if abs(s.attack - best.attack) <= 5)
