"""The form of a points list: the game, then a row for each unit with its equipment, pilot and ship."""

from collections.abc import Iterator, Mapping

from companion.base.findings import quote
from companion.data.card_ids import find_card
from companion.data.cards import Catalogue
from companion.gamekit.build_form import (
    BuildField,
    Choices,
    Fields,
    RowsField,
    TypedRow,
    choice_reader,
    text_reader,
    value_texts,
)
from companion.games.mechastellar.model import MODULES, MOST_UNITS, Command, Profile
from companion.games.mechastellar.model.printed_block import read_block

SWAP = " → "
"""The sign between the replaced weapon and the new one in a swap."""
TEXTS, LISTS = ("profile", "name", "carried_by"), ("extras", "traits")
NUMBERS = {"count": "1", "pilot": ""}
"""Whole numbers of a unit, each with what a list leaves out."""
LONGEST_NAME = 60


class UnitRow(TypedRow):
    """One unit as it was typed."""

    @property
    def swaps(self) -> dict[str, str]:
        """Return the swaps: each replaced weapon with the new ones."""
        parts = (text.partition(SWAP) for text in self.many("swaps"))
        return {old.strip(): new.strip() for old, arrow, new in parts if arrow}

    @property
    def place(self) -> tuple[float, int]:
        """Its position in the list: the typed place, or the row where that is no number."""
        text = self.one("place")
        try:
            return (float(text) if len(text) < 9 else 0.0), self.index
        except ValueError:
            return float(self.index + 1), self.index

    def document(self) -> dict[str, object]:
        """Return the unit as a document writes it."""
        made: dict[str, object] = {name: self.one(name) for name in TEXTS}
        made |= {name: list(self.many(name)) for name in LISTS} | {"swaps": self.swaps}
        numbers = {name: int(self.one(name)) for name, usual in NUMBERS.items() if self.one(name) not in ("", usual)}
        return {name: value for name, value in made.items() if value} | numbers


def _units(rows: list[UnitRow], catalogue: Catalogue) -> list[dict[str, object]] | None:
    """Read the units; ValueError names what cannot be read of each."""
    if len(rows) > MOST_UNITS:
        raise ValueError(
            f"A list has at most {MOST_UNITS} lines; this one has {len(rows)}. Use counts for equal units."
        )
    wrong = [f"Unit {number}: {said}" for number, row in enumerate(rows, 1) for said in _wrong(row, catalogue)]
    if wrong:
        raise ValueError(" ".join(wrong))
    return [row.document() for row in rows] or None


def _wrong(row: UnitRow, catalogue: Catalogue) -> Iterator[str]:
    profile, count, pilot = row.one("profile"), row.one("count"), row.one("pilot")
    if find_card(catalogue, Profile, profile) is None:
        yield f"no profile is called {quote(profile)}. Choose one from the list."
    if count and (not count.isdecimal() or len(count) > 2 or int(count) < 1):
        yield f"{quote(count)} is not a count. Write a whole number from 1 to 99."
    if pilot not in ("", "0", "1", "2"):
        yield f"{quote(pilot)} is not a pilot level. Choose 0, 1 or 2."
    for old in row.swaps:
        wanted = {text for text in row.many("swaps") if text.partition(SWAP)[0].strip() == old}
        if len(wanted) > 1:
            yield f"{quote(old)} is swapped for {len(wanted)} weapons. Tick one of them."
    if any(len(row.one(name)) > LONGEST_NAME for name in ("name", "carried_by")):
        yield f"a name has at most {LONGEST_NAME} characters. Shorten it."


def _unit_inputs(entry: Mapping[str, object], number: int) -> dict[str, list[str]]:
    """Return one unit of a document as the inputs of its row."""
    typed = {name: value_texts(entry.get(name)) for name in (*TEXTS, *NUMBERS, *LISTS)}
    swaps = entry.get("swaps")
    if isinstance(swaps, Mapping):
        typed["swaps"] = [f"{old}{SWAP}{new}" for old, new in swaps.items()]
    return typed | {"place": [str(number)]}


def _size(text: str, _: Catalogue) -> int:
    typed = text.strip() or "500"
    if not typed.isdecimal() or len(typed) > 6 or int(typed) > 100_000:
        raise ValueError(f"{quote(typed)} is not a size. Write points from 0 to 100000, for example 1000.")
    return int(typed)


def _modules(names: list[str], _: Catalogue) -> list[str] | None:
    wrong = [name for name in names if name not in MODULES]
    if wrong:
        raise ValueError(f"{quote(wrong[0])} is not a module: choose from the list.")
    return names or None


def _cards(ids: list[str], _: Catalogue) -> list[str] | None:
    return [card_id for card_id in ids if card_id] or None


def _expanded_commands(catalogue: Catalogue) -> Choices:
    return tuple((card.id, card.name) for card in catalogue.all(Command) if card.expanded)


FORM: Fields = (
    BuildField("size", "Size in points", _size, default="500", limit="at most"),
    BuildField("modules", "Modules", _modules, input="several", choices=tuple(MODULES.items()), limit="same"),
    BuildField("event", "Climactic event", _cards, input="several"),
    BuildField("commands", "Expanded commands", _cards, input="several", choices=_expanded_commands),
    BuildField(
        "theatre",
        "Theatre",
        choice_reader({"": None, "ground": None, "space": "space"}, "{} is not a theatre: choose ground or space."),
        input="choice",
        choices=(("ground", "Ground"), ("space", "Space")),
        default="ground",
        limit="same",
    ),
    BuildField(
        "commander",
        "Commander",
        text_reader(LONGEST_NAME, "A commander's name has at most 60 characters. Shorten it."),
    ),
    RowsField(
        "unit",
        "Units",
        _units,
        row=UnitRow,
        keys="place|profile|name|count|swaps|extras|pilot|traits|carried_by",
        arrange=lambda rows: sorted((row for row in rows if row.one("profile")), key=lambda row: row.place),
        write_row=_unit_inputs,
    ),
)
"""The fields of a build."""
PASTED = {"profile": read_block}
"""The cards that can be pasted as they are printed."""
