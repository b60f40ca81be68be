"""Marks of origin in text: the sign after a number, the mark of a number made from several, the legend of the signs.

A sign follows one number, or a row of numbers of the same origin; a printed number has none. Pages write it with
`origin_sign`, sheets with a symbol (`token`).
"""

from collections.abc import Iterable, Mapping

from typing_extensions import TypedDict

from companion.base.json_types import answer
from companion.data.cards import Card, Kind, Mark

SIGNS: Mapping[Kind, str] = {"printed": "", "derived": "◇", "house": "⌂", "custom": "✎"}
PRINTED = Mark(kind="printed")
_STRONGEST: tuple[Kind, ...] = ("house", "custom", "derived")
"""The order of marks: a number made from several has the first of these that any of them has."""
_MEANINGS = {
    "◇": "derived from the rulebook",
    "⌂": "house: ours, where the rulebook is silent",
    "✎": "custom: from your pack",
}


def sign(mark: Mark) -> str:
    """Return the sign that follows a number; empty where its origin is `printed`."""
    return SIGNS[mark.kind]


def token(mark: Mark) -> str:
    """Return the mark as a sheet's inline symbol, `{house}`, empty where the number is printed."""
    return "" if mark.kind == "printed" else f"{{{mark.kind}}}"


def combine_marks(marks: Iterable[Mark]) -> Mark:
    """Return the mark of a number made from several: house if any is, else custom, else derived.

    It keeps the note if all of that kind have the same.
    """
    given = tuple(marks)
    kinds = {mark.kind for mark in given}
    kind = next((kind for kind in _STRONGEST if kind in kinds), None)
    if kind is None:
        return PRINTED
    first, *others = (mark for mark in given if mark.kind == kind)
    return first if all(mark.note == first.note for mark in others) else Mark(kind=kind)


def row_mark(card: Card, *fields: str) -> Mark:
    """Return the combined mark of several of a card's fields."""
    return combine_marks(card.mark(name) for name in fields)


def marks_data(marks: Mapping[str, Mark]) -> dict[str, str]:
    """Return the marks of totals as card data writes them, without those of printed ones."""
    return {place: mark.text for place, mark in marks.items() if mark.kind != "printed"}


@answer
class MarkEntry(TypedDict):
    """Where a number comes from."""

    origin: Kind
    note: str


def mark_data(mark: Mark) -> MarkEntry:
    """Return a mark as plain data: its `origin` and its `note`."""
    return {"origin": mark.kind, "note": mark.note}


def token_legend(marks: Iterable[Mark]) -> str:
    """Return the legend of a sheet's inline symbols: `{house} house: ours, …`; empty if there are none."""
    kinds = {mark.kind for mark in marks}
    return "; ".join(f"{{{kind}}} {_MEANINGS[SIGNS[kind]]}" for kind in _STRONGEST if kind in kinds)


def legend(text: str) -> str:
    """Return the legend of the signs in a text, as its last line; empty if it has none."""
    return "; ".join(f"{mark} {meaning}" for mark, meaning in _MEANINGS.items() if mark in text)


def add_legend(lines: Iterable[str]) -> str:
    """Return lines as a text, with the legend of their signs below."""
    text = "\n".join(lines)
    more = legend(text)
    return f"{text}\n{more}" if more else text
