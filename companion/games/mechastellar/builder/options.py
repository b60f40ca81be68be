"""Choices that are no cards: weapons, pilot and ship of a unit, size and theatre of a list."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.data.card_ids import find_card, name_key, plain_name
from companion.data.marks import sign
from companion.gamekit.contract import Context
from companion.games.mechastellar.builder.acts import EXTRA, GAMES, PILOT, SHIP, SWAP, TRAIT
from companion.games.mechastellar.model import Force, Trait, TraitLine, pilot_title
from companion.games.mechastellar.model.weapons import Alternate, Weapon
from companion.games.mechastellar.rules.loadout import Unit, fits_levels
from companion.games.mechastellar.summary import weapon_line


@dataclass(frozen=True, slots=True)
class UnitOption:
    """One option of a unit or a list: its name, whether it is taken, and the act that takes or removes it.

    `act` is empty where there is nothing to choose: a weapon without alternates, the pilot in force.
    """

    name: str
    numbers: str
    taken: bool
    act: str = ""
    about: str = ""


def weapon_lines(unit: Unit) -> tuple[UnitOption, ...]:
    """Return a unit's weapons, each followed by its alternates, then the extras."""
    return (*_weapons(unit), *_extras(unit))


def _weapons(unit: Unit) -> Iterator[UnitOption]:
    for weapon in unit.profile.weapons:
        alternates = [(n, w) for n, w in enumerate(unit.profile.alternates) if _is_same_name(w.replaces, weapon.name)]
        taken = next((n for n, alternate in alternates if _is_swapped(unit, alternate)), None)
        removal = "" if taken is None else f"remove unit-{unit.index}/{SWAP}{taken}"
        yield UnitOption(weapon.name, weapon_line(weapon), taken is None, removal, "")
        for number, alternate in alternates:
            act = removal if number == taken else f"add {SWAP}{number} line-{unit.index}"
            yield _offered_option(alternate, number == taken, act, f"for the {alternate.replaces}", alternate.pilot)


def _extras(unit: Unit) -> Iterator[UnitOption]:
    for number, extra in enumerate(unit.profile.extras):
        taken = any(_is_same_name(name, extra.name) for name in unit.entry.extras)
        act = f"remove unit-{unit.index}/{EXTRA}{number}" if taken else f"add {EXTRA}{number} line-{unit.index}"
        yield _offered_option(extra, taken, act, f"+{extra.points} points", extra.pilot)


def _offered_option(weapon: Weapon, taken: bool, act: str, about: str, pilot: int) -> UnitOption:
    requirement = f", level {pilot} pilot" if pilot else ""
    return UnitOption(weapon.name, weapon_line(weapon), taken, act, f"{about}{requirement}")


def _is_same_name(one: str, other: str) -> bool:
    return plain_name(one) == plain_name(other)


def _is_swapped(unit: Unit, weapon: Alternate) -> bool:
    return any(
        _is_same_name(old, weapon.replaces) and _is_same_name(new, weapon.name) for old, new in unit.entry.swaps.items()
    )


def pilots(unit: Unit) -> tuple[UnitOption, ...]:
    """Return the three pilot levels of a unit; choosing the printed one removes the list's own choice."""
    return tuple(_pilot_option(unit, level) for level in range(3))


def _pilot_option(unit: Unit, level: int) -> UnitOption:
    printed, title = level == unit.profile.pilot_level, pilot_title(unit.profile.type, level)
    about = "as printed" if printed else ""
    if level == unit.pilot and unit.entry.pilot is None:
        return UnitOption(title, "", True, "", about)
    removal = f"remove unit-{unit.index}/{PILOT.rstrip(':')}"
    act = (
        removal
        if level == unit.pilot or printed and unit.entry.pilot is not None
        else f"add {PILOT}{level} line-{unit.index}"
    )
    return UnitOption(title, "", level == unit.pilot, act, about)


def traits(unit: Unit, context: Context) -> tuple[UnitOption, ...]:
    """Return the traits of a unit's pilot, printed or chosen, then those cards that the levels still allow.

    The first one chosen takes the place of all printed ones, which come back when the last one goes.
    """
    return (*_taken_traits(unit, context), *_offered_traits(unit, context))


def _taken_traits(unit: Unit, context: Context) -> Iterator[UnitOption]:
    if not unit.entry.traits:
        for line in _printed_traits(unit):
            yield UnitOption(line.name, line.text, True, "", f"{_level(line.level)}as printed:")
    for number, text in enumerate(unit.entry.traits):
        card, removal = find_card(context.catalogue, Trait, text), f"remove unit-{unit.index}/{TRAIT}{number}"
        yield _trait_option(card, True, removal) if card else UnitOption(text, "", True, removal)


def _offered_traits(unit: Unit, context: Context) -> Iterator[UnitOption]:
    cards = [find_card(context.catalogue, Trait, text) for text in unit.entry.traits]
    names = {name_key(card.name if card else text) for card, text in zip(cards, unit.entry.traits, strict=True)}
    printed, levels = [line.level for line in _printed_traits(unit)], [card.level for card in cards if card]
    for card in context.catalogue.all(Trait):
        if card.kind == "pilot" and name_key(card.name) not in names and fits_levels(printed, [*levels, card.level]):
            yield _trait_option(card, False, f"add {TRAIT}{card.id} line-{unit.index}")


def _printed_traits(unit: Unit) -> list[TraitLine]:
    return [line for line in unit.profile.traits if line.kind == "pilot"]


def _trait_option(card: Trait, taken: bool, act: str) -> UnitOption:
    words = f"{card.text}{sign(card.mark('text'))}"
    return UnitOption(card.name, words, taken, act, f"level {'I' * card.level}:" if card.level else "")


def _level(level: int) -> str:
    return f"level {'I' * level}, " if level else ""


def ships(unit: Unit, all_ships: Sequence[Unit], carrier: int | None) -> tuple[UnitOption, ...]:
    """Return the choice of no ship and of each ship that may carry a unit; nothing where there is no choice.

    `all_ships` are those of its list, `carrier` is the index of the one that it lies in.
    """
    offered = [
        ship
        for ship in all_ships
        if ship.index == carrier or (ship is not unit and ship.profile.size > unit.profile.size)
    ]
    if not offered and not unit.entry.carried_by:
        return ()
    removal = f"remove unit-{unit.index}/{SHIP}"
    return (
        UnitOption("No ship", "", not unit.entry.carried_by, removal if unit.entry.carried_by else ""),
        *(
            UnitOption(ship.name, "", True, removal)
            if ship.index == carrier
            else UnitOption(ship.name, "", False, f"move unit-{unit.index} aboard-{ship.index}")
            for ship in offered
        ),
    )


def games(force: Force) -> tuple[UnitOption, ...]:
    """Return the usual sizes of a game, then the two theatres; any other size is typed."""
    now = {"size": force.size, "theatre": force.theatre}
    return tuple(
        UnitOption(str(value).capitalize(), "", now[name] == value, f"add {choice}")
        for choice, change in GAMES.items()
        for name, value in change.items()
    )
