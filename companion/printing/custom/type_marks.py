"""Marks of the types in a file of cards: a shape and a colour for each type, by its place among the file's types.

The shape tells types apart on a grey printer and for the colour-blind; the colours differ in lightness as well.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import cos, pi, sin

from companion.printing.custom.custom_cards import GenericCard
from companion.printing.faces.boxes import Box, Circle, Symbol, polygon


@dataclass(frozen=True, slots=True)
class TypeMark:
    """A type's colour `#rrggbb`, at least 5 : 1 on white, and its shape."""

    colour: str
    symbol: Symbol


def _solid(*points: tuple[float, float]) -> Box:
    return polygon(*points, fill="ink", stroke=None)


def _corners(count: int, radius: float, y: float = 0.5) -> tuple[tuple[float, float], ...]:
    turns = (2 * pi * n / count - pi / 2 for n in range(count))
    return tuple((0.5 + radius * cos(turn), y + radius * sin(turn)) for turn in turns)


def _plus() -> Box:
    a, b, c, d = 0.06, 0.34, 0.66, 0.94
    return _solid(
        (b, a), (c, a), (c, b), (d, b), (d, c), (c, c), (c, d), (b, d), (b, c), (a, c), (a, b), (b, b)
    )  # fmt: skip


_SHAPES: tuple[tuple[str, tuple[Box, ...]], ...] = (
    ("disc", (Circle(0.5, 0.5, 0.46, fill="ink", stroke=None),)),
    ("triangle", (_solid((0.5, 0.04), (0.98, 0.92), (0.02, 0.92)),)),
    ("bars", (_solid((0.04, 0.08), (0.96, 0.08), (0.96, 0.38), (0.04, 0.38)),
              _solid((0.04, 0.62), (0.96, 0.62), (0.96, 0.92), (0.04, 0.92)))),
    ("diamond", (_solid((0.5, 0), (0.94, 0.5), (0.5, 1), (0.06, 0.5)),)),
    ("ring", (Circle(0.5, 0.5, 0.37, stroke="ink", width=0.2),)),
    ("plus", (_plus(),)),
    ("chevron", (_solid((0.04, 0.06), (0.5, 0.46), (0.96, 0.06), (0.96, 0.5), (0.5, 0.94), (0.04, 0.5)),)),
    ("square", (_solid((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)),)),
    ("hourglass", (_solid((0.06, 0.06), (0.94, 0.06), (0.06, 0.94), (0.94, 0.94)),)),
)  # fmt: skip
_COLOURS = ("#1f3f77", "#a3341f", "#0b4d33", "#7d5a00", "#5b2a86", "#0d6a80", "#2b2f36", "#a8216f")
MOST = len(_SHAPES) * len(_COLOURS)
"""The most types with different marks; with more of them, marks repeat."""
_MARKS = tuple(
    TypeMark(_COLOURS[n % len(_COLOURS)], Symbol(f"type-{name}-{n}", "", boxes))
    for n, (name, boxes) in ((n, _SHAPES[n % len(_SHAPES)]) for n in range(MOST))
)


def fold_type(card: GenericCard) -> str:
    """Return a card's type for comparison: on one line, without regard to capitals."""
    return " ".join(card.type.split()).casefold()


def type_marks(cards: Iterable[GenericCard]) -> Mapping[str, TypeMark]:
    """Return the marks by the folded types of cards, in the file's order; none where all cards have one type."""
    types = dict.fromkeys(name for card in cards if (name := fold_type(card)))
    if len(types) < 2:
        return {}
    return {name: _MARKS[number % MOST] for number, name in enumerate(types)}
