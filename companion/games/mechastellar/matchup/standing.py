"""Both sides as they stand: the HP that units have left, and whether units that were named are there."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.base.findings import InputError, InvalidInput, quote
from companion.data.card_ids import plain_name
from companion.gamekit.losses import Losses, is_structured, read_losses
from companion.gamekit.matchup import MatchupSide
from companion.gamekit.record_sheets import Track, UnitSheet
from companion.games.mechastellar.analysis.lists import NamedUnit
from companion.games.mechastellar.matchup.conditions import PAIR, Conditions, entries
from companion.games.mechastellar.matchup.fighting import GONE, module_hp_factor, side_units, units_in
from companion.games.mechastellar.rules.loadout import model_names


def apply_losses(mine: MatchupSide, theirs: MatchupSide, conditions: Conditions) -> tuple[MatchupSide, MatchupSide]:
    """Return both sides after what they have lost; InvalidInput names the field and the unit that is not there."""
    factor = _hp_factor(mine, theirs, conditions)
    sides, wrong = list[MatchupSide](), list[InputError]()
    for side, other, where, text in (
        (mine, theirs, "a_lost", conditions.a_lost),
        (theirs, mine, "b_lost", conditions.b_lost),
    ):
        if is_structured(text):
            try:
                there = sheets(side, other, conditions)
                sides.append(lose(side, there, read_losses(text, there, where)))
            except InvalidInput as error:
                wrong += error.input_errors
                sides.append(replace(side, losses=()))
            continue
        lost, errors = _damage_by_unit(side, where, text, factor, mine)
        wrong += errors
        sides.append(replace(side, losses=lost))
    wrong += _unknown(sides[0], sides[1], conditions)
    if wrong:
        raise InvalidInput(*wrong)
    return sides[0], sides[1]


def _hp_factor(mine: MatchupSide, theirs: MatchupSide, conditions: Conditions) -> int:
    """Return the factor of all HP, which the modules of either list give, or the circumstances."""
    return max(module_hp_factor(mine, theirs), 1 + conditions.double)


def sheets(side: MatchupSide, other: MatchupSide, conditions: Conditions) -> tuple[UnitSheet, ...]:
    """Return each single unit of a side's list with its HP; those of one line are numbered."""
    factor = _hp_factor(side, other, conditions)
    units = tuple(named.unit for named in side_units(side, side.context.rulings))
    found = []
    for unit, names in zip(units, model_names(units), strict=True):
        hp = unit.profile.hp * factor
        tracks = (Track("hp", "HP", hp, "left", hp, step=100),)
        found += [UnitSheet(name, f"unit[{unit.index}]", tracks) for name in names]
    return tuple(found)


def lose(side: MatchupSide, there: Sequence[UnitSheet], losses: Losses) -> MatchupSide:
    """Return a side after its losses: each unit that has lost HP, with the damage that it has taken."""
    names = {f"unit[{named.unit.index}]": named.name for named in side_units(side, side.context.rulings)}
    damage = []
    for index, values in losses.items():
        track = there[index].by_name["hp"]
        taken = track.most - values["hp"]
        if taken:
            damage.append((names[there[index].where], GONE if taken == track.most else taken))
    return replace(side, losses=tuple(damage))


def _damage_by_unit(
    side: MatchupSide, where: str, text: str, factor: int, ours: MatchupSide
) -> tuple[tuple[tuple[str, int], ...], list[InputError]]:
    """Return the damage of units by the names that tell them apart, and what names no unit, or one too many."""
    made: list[tuple[str, int]] = []
    wrong: list[InputError] = []
    there = side_units(side, ours.context.rulings)
    free = {unit.name: unit.unit.entry.count for unit in there}
    for name, damage in entries(text):
        called = _find_units(there, name)
        unit = next((one for one in called if free[one.name]), None)
        if unit is None:
            reason = (
                f"at most {sum(one.unit.entry.count for one in called)} of it"
                if called
                else _describe_possible_units(side, there)
            )
            wrong.append(InputError(where, quote(f"{name} {damage}"), reason))
            continue
        free[unit.name] -= 1
        made.append((unit.name, damage if damage < unit.unit.profile.hp * factor else GONE))
    return tuple(made), wrong


def _find_units(there: tuple[NamedUnit, ...], name: str) -> list[NamedUnit]:
    """Return the units of a name: the one that it tells apart, else all units with that name or profile."""
    wanted = plain_name(name)
    alike = [
        unit
        for unit in there
        if wanted in (plain_name(unit.unit.name), plain_name(unit.unit.profile.name), plain_name(unit.unit.profile.id))
    ]
    exact = [unit for unit in there if plain_name(unit.name) == wanted]
    return [*exact, *(unit for unit in alike if unit not in exact)]


def _describe_possible_units(side: MatchupSide, there: tuple[NamedUnit, ...]) -> str:
    if not there:
        return "nothing: a typed target has the HP that you type"
    return f"a unit of {side.title}: {', '.join(unit.name for unit in there)}"


def _unknown(mine: MatchupSide, theirs: MatchupSide, conditions: Conditions) -> Iterator[InputError]:
    """Yield the pairs of a distance of which a unit is on neither side, not even among those destroyed."""
    if not conditions.distances:
        return
    called = [[unit.called for unit in units_in(side, mine.context.rulings)] for side in (mine, theirs)]
    gone = [[name for name, damage in side.losses if damage == GONE] for side in (mine, theirs)]
    ours, others = ({plain_name(name) for name in (*there, *lost)} for there, lost in zip(called, gone, strict=True))
    for first, second, inches in conditions.pairs():
        pair = plain_name(first), plain_name(second)
        if (pair[0] in ours and pair[1] in others) or (pair[1] in ours and pair[0] in others):
            continue
        wanted = f"one of {', '.join(called[0])} {PAIR} one of {', '.join(called[1])}"
        yield InputError("distances", quote(f"{first} {PAIR} {second} {inches}"), wanted)
