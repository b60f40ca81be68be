"""Finds the units of a matchup in saved lists, in a pasted list or among the profiles."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from companion.base.findings import InputError, InvalidInput, quote
from companion.data.card_ids import plain_name
from companion.data.cards import Catalogue
from companion.data.documents import parse, to_document
from companion.data.packs import embedded_packs, merge
from companion.gamekit.contract import Context
from companion.games.mechastellar.analysis.from_text import from_chat, looks_like_chat, prefix_field, read_list
from companion.games.mechastellar.model import Force, Profile
from companion.games.mechastellar.rules.equipped import equip_unit, printed_profile
from companion.games.mechastellar.rules.loadout import Unit, find_unit, hp_factor, units_of_force

IN = " @ "
"""Separates a unit from the list it is in: `Red @ First fleet`."""


@dataclass(frozen=True)
class Fighter:
    """One side of a matchup: its unit as equipped, the list it comes from, and the factor of HP that its modules give.

    `commander` says whether the list names it as its commander.
    """

    profile: Profile
    list_title: str = ""
    hp_factor: int = 1
    commander: bool = False


@dataclass(frozen=True)
class NamedUnit:
    """A unit of a list with a name that no other unit of the list has."""

    name: str
    unit: Unit


def saved_lists(context: Context) -> dict[str, Force]:
    """Return the saved lists by title; lists of the same title are numbered."""
    lists: dict[str, Force] = {}
    for build in context.saved_builds:
        if isinstance(build, Force) and build.unit:
            lists[_unused_title(distinct_title(build), lists)] = build
    return lists


def distinct_title(force: Force) -> str:
    """Return a list's title, or `untitled`; `saved_lists` numbers equal ones."""
    return force.title or "untitled"


def _unused_title(title: str, taken: dict[str, Force]) -> str:
    return title if title not in taken else next(t for n in range(2, 999) if (t := f"{title} ({n})") not in taken)


def list_units(force: Force, context: Context) -> tuple[NamedUnit, ...]:
    """Return the units of a list; of several with one name, the second and later ones name their line."""
    return tuple(named_units(units_of_force(force, list_catalogue(force, context), context.rulings)))


def named_units(units: tuple[Unit, ...]) -> Iterator[NamedUnit]:
    """Yield the units of a list with names that tell them apart."""
    seen = Counter[str]()
    for unit in units:
        seen[unit.name] += 1
        yield NamedUnit(unit.name if seen[unit.name] == 1 else f"{unit.name} (line {unit.index + 1})", unit)


def list_catalogue(force: Force, context: Context) -> Catalogue:
    """Return the cards of a list: those of the context, with the packs it carries."""
    return merge(context.catalogue, [pack.model_dump() for pack in force.pack]) if force.pack else context.catalogue


def read_pasted_list(text: str, where: str, context: Context) -> Force:
    """Return a list pasted as text: TOML, JSON, or the lines that the product writes for a chat.

    InvalidInput names the field and the place in the list.
    """
    if looks_like_chat(text):
        return read_list(to_document(from_chat(text, where, context.catalogue)), where, context.catalogue)
    try:
        document = parse(text, "the list")
        catalogue = merge(context.catalogue, embedded_packs(document))
    except InvalidInput as error:
        raise InvalidInput(*(prefix_field(e, where) for e in error.input_errors)) from None
    return read_list(document, where, catalogue)


def fighter(text: str, pasted: str, where: tuple[str, str], context: Context) -> Fighter:
    """Return one side: a unit of the pasted list, a unit of a saved list (`unit @ list`), or a profile.

    `where` names the fields of unit and list for InvalidInput.
    """
    if pasted.strip():
        force = read_pasted_list(pasted, where[1], context)
        return _fighter_of_list(force, distinct_title(force), text, where[0], context)
    name, at, title = text.rpartition(IN)
    if not at:
        return Fighter(printed_profile(context.catalogue.get(Profile, text), context.rulings))
    lists = saved_lists(context)
    chosen = lists.get(title) or next((f for t, f in lists.items() if plain_name(t) == plain_name(title)), None)
    if chosen is None:
        titles = ", ".join(lists) or "none is saved here"
        raise InvalidInput(InputError(where[0], quote(title), f"the title of a saved list after @: {titles}"))
    return _fighter_of_list(chosen, title, name, where[0], context)


def _fighter_of_list(force: Force, title: str, name: str, where: str, context: Context) -> Fighter:
    units = list_units(force, context)
    unit = next((n.unit for n in units if n.name == name), None) or find_unit(tuple(n.unit for n in units), name)
    if unit is None:
        expected = f"a unit of {title}: {', '.join(n.name for n in units) or 'it has none'}"
        raise InvalidInput(InputError(where, quote(name), expected))
    card = equip_unit(unit, list_catalogue(force, context), context.rulings)
    leader = find_unit(tuple(n.unit for n in units), force.commander)
    return Fighter(card, title, hp_factor(force, context.rulings), leader is not None and leader.index == unit.index)
