"""What may be chosen besides cards: for a unit a line for each weapon and a level of its pilot; for a list its game."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.data.card_ids import plain_name
from companion.games.mechastellar.builder.acts import EXTRA, GAMES, PILOT, SWAP
from companion.games.mechastellar.model import Force, pilot_title
from companion.games.mechastellar.model.weapons import Alternate, Weapon
from companion.games.mechastellar.rules.loadout import Unit
from companion.games.mechastellar.summary import weapon_line


@dataclass(frozen=True, slots=True)
class UnitOption:
    """A line of a unit or a list: what it is, whether that has it, and the act that takes it or puts it back.

    `act` is empty where nothing is to be chosen: a weapon without alternates, a pilot as it is.
    """

    name: str
    numbers: str
    taken: bool
    act: str = ""
    about: str = ""


def weapon_lines(unit: Unit) -> tuple[UnitOption, ...]:
    """Return a unit's weapons, each followed by what may replace it, then what it may take besides."""
    return (*_weapons(unit), *_extras(unit))


def _weapons(unit: Unit) -> Iterator[UnitOption]:
    for weapon in unit.profile.weapons:
        others = [(n, w) for n, w in enumerate(unit.profile.alternates) if _is_same_name(w.replaces, weapon.name)]
        taken = next((n for n, other in others if _is_swapped(unit, other)), None)
        back = "" if taken is None else f"remove unit-{unit.index}/{SWAP}{taken}"
        yield UnitOption(weapon.name, weapon_line(weapon), taken is None, back, "")
        for number, other in others:
            act = back if number == taken else f"add {SWAP}{number} line-{unit.index}"
            yield _line(other, number == taken, act, f"for the {other.replaces}", other.pilot)


def _extras(unit: Unit) -> Iterator[UnitOption]:
    for number, extra in enumerate(unit.profile.extras):
        taken = any(_is_same_name(name, extra.name) for name in unit.entry.extras)
        act = f"remove unit-{unit.index}/{EXTRA}{number}" if taken else f"add {EXTRA}{number} line-{unit.index}"
        yield _line(extra, taken, act, f"+{extra.points} points", extra.pilot)


def _line(weapon: Weapon, taken: bool, act: str, about: str, pilot: int) -> UnitOption:
    asks = f", level {pilot} pilot" if pilot else ""
    return UnitOption(weapon.name, weapon_line(weapon), taken, act, f"{about}{asks}")


def _is_same_name(one: str, other: str) -> bool:
    return plain_name(one) == plain_name(other)


def _is_swapped(unit: Unit, weapon: Alternate) -> bool:
    return any(
        _is_same_name(old, weapon.replaces) and _is_same_name(new, weapon.name) for old, new in unit.entry.swaps.items()
    )


def pilots(unit: Unit) -> tuple[UnitOption, ...]:
    """Return the three pilot levels of a unit; choosing the printed one removes the list's own choice."""
    return tuple(_pilot(unit, level) for level in range(3))


def _pilot(unit: Unit, level: int) -> UnitOption:
    printed, title = level == unit.profile.pilot_level, pilot_title(unit.profile.type, level)
    about = "as printed" if printed else ""
    if level == unit.pilot and unit.entry.pilot is None:
        return UnitOption(title, "", True, "", about)
    back = f"remove unit-{unit.index}/{PILOT.rstrip(':')}"
    act = (
        back
        if level == unit.pilot or printed and unit.entry.pilot is not None
        else f"add {PILOT}{level} line-{unit.index}"
    )
    return UnitOption(title, "", level == unit.pilot, act, about)


def games(force: Force) -> tuple[UnitOption, ...]:
    """Return the usual sizes of a game, then the two theatres; any other size is typed."""
    now = {"size": force.size, "theatre": force.theatre}
    return tuple(
        UnitOption(str(value).capitalize(), "", now[name] == value, f"add {choice}")
        for choice, change in GAMES.items()
        for name, value in change.items()
    )
