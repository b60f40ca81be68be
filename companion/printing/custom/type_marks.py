"""Marks of the types in a file of cards: a shape and a colour for each type, by its place among the file's types.

The shape tells types apart on a grey printer and for the colour-blind; the colours differ in lightness as well.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.printing.custom.custom_cards import GenericCard
from companion.printing.custom.symbols import SHAPES, SYMBOLS, coloured_symbol
from companion.printing.faces.boxes import Symbol


@dataclass(frozen=True, slots=True)
class TypeMark:
    """A type's shape, by its symbol's name, and its colour `#rrggbb`, at least 5 : 1 on white."""

    shape: str
    colour: str

    @property
    def symbol(self) -> Symbol:
        """The shape in the colour."""
        return coloured_symbol(SYMBOLS[self.shape], self.colour)


_COLOURS = ("#1f3f77", "#a3341f", "#0b4d33", "#7d5a00", "#5b2a86", "#0d6a80", "#2b2f36", "#a8216f")
MOST = len(SHAPES) * len(_COLOURS)
"""The most types with different marks; with more of them, marks repeat."""


def fold_type(card: GenericCard) -> str:
    """Return a card's type for comparison: on one line, without regard to capitals."""
    return " ".join(card.type.split()).casefold()


def type_marks(cards: Iterable[GenericCard]) -> Mapping[str, TypeMark]:
    """Return the marks by the folded types of cards, in the file's order; none where all cards have one type."""
    types = dict.fromkeys(name for card in cards if (name := fold_type(card)))
    if len(types) < 2:
        return {}
    return {
        name: TypeMark(SHAPES[number % len(SHAPES)], _COLOURS[number % len(_COLOURS)])
        for number, name in enumerate(types)
    }
