"""Both sides as they stand: the damage that units have taken, and whether units that were named are there."""

from collections.abc import Iterator
from dataclasses import replace

from companion.base.findings import InputError, InvalidInput, quote
from companion.data.card_ids import plain_name
from companion.gamekit.matchup import MatchupSide
from companion.games.mechastellar.analysis.lists import NamedUnit
from companion.games.mechastellar.matchup.conditions import PAIR, Conditions, entries
from companion.games.mechastellar.matchup.fighting import GONE, module_hp_factor, side_units, units_in


def apply_losses(mine: MatchupSide, theirs: MatchupSide, conditions: Conditions) -> tuple[MatchupSide, MatchupSide]:
    """Return both sides after what they have lost; InvalidInput names the field and the unit that is not there."""
    factor = max(module_hp_factor(mine, theirs), 1 + conditions.double)
    sides, wrong = list[MatchupSide](), list[InputError]()
    for side, where, text in ((mine, "a_lost", conditions.a_lost), (theirs, "b_lost", conditions.b_lost)):
        lost, errors = _damage_by_unit(side, where, text, factor, mine)
        wrong += errors
        sides.append(replace(side, losses=lost))
    wrong += _unknown(sides[0], sides[1], conditions)
    if wrong:
        raise InvalidInput(*wrong)
    return sides[0], sides[1]


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
