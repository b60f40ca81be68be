"""The marks of origin as drawn symbols, the same in every game; `label` is printed, `name` is used in card data."""

from dataclasses import replace

from companion.data.cards import FORMER_WORDS, Kind
from companion.printing.faces.boxes import Box, Circle, Line, Path, PlacedSymbol, Symbol, polygon


def _house() -> tuple[Box, ...]:
    return (
        polygon(
            (0.5, 0.08), (0.96, 0.5), (0.82, 0.5), (0.82, 0.94), (0.18, 0.94), (0.18, 0.5), (0.04, 0.5), width=0.09
        ),
    )


def _pencil() -> tuple[Box, ...]:
    return (
        polygon((0.08, 0.92), (0.16, 0.64), (0.7, 0.08), (0.92, 0.3), (0.36, 0.84), width=0.09),
        Line(0.16, 0.64, 0.36, 0.84, width=0.09),
    )


ORIGINS: dict[Kind, Symbol] = {
    "printed": Symbol("printed", "printed", (Circle(0.5, 0.5, 0.3, fill="ink", stroke=None),)),
    "derived": Symbol("derived", "derived", (polygon((0.5, 0.04), (0.96, 0.5), (0.5, 0.96), (0.04, 0.5), width=0.09),)),
    "house": Symbol("house", "house", _house()),
    "custom": Symbol("custom", "custom", _pencil()),
}
"""The mark of each origin: dot, diamond, house, pencil."""

INLINE: dict[str, Symbol] = {
    word: mark for kind, mark in ORIGINS.items() for word in (kind, FORMER_WORDS.get(kind, kind))
}
"""Marks by the `{name}` in a text; texts of older packs use the former words."""


def _halve_mark(box: Box) -> Box:
    """Return a box of a mark at half its size, in the upper left of the unit square."""
    match box:
        case Path():
            moves = tuple((move[0], *(0.5 * float(part) + 0.05 for part in move[1:])) for move in box.moves)
            return replace(box, moves=moves, width=box.width * 0.75)
        case Line():
            x1, y1, x2, y2 = (0.5 * at + 0.05 for at in (box.x1, box.y1, box.x2, box.y2))
            return replace(box, x1=x1, y1=y1, x2=x2, y2=y2, width=box.width * 0.75)
    raise TypeError(box)


RAISED: dict[str, Symbol] = {
    name: Symbol(symbol.name, symbol.label, tuple(_halve_mark(box) for box in symbol.boxes), wide=0.6)
    for name, symbol in INLINE.items()
    if name != "printed"
}
"""Small raised marks, for `{house}` after a number."""


def origin(kind: Kind, x: float, y: float, size: float = 2.6) -> tuple[Box, ...]:
    """Return the mark of a number's origin; empty for a printed number."""
    return () if kind == "printed" else (PlacedSymbol(ORIGINS[kind], x, y, size),)
