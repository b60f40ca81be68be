"""The marks of origin as drawn symbols, the same in every game; `label` is printed, `name` stands in card data."""

from companion.cards import Kind
from companion.printing.faces.boxes import Box, Circle, Line, PlacedSymbol, Symbol, polygon


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


def _printed() -> tuple[Box, ...]:
    return (Circle(0.5, 0.5, 0.3, fill="ink", stroke=None),)


def _deduced() -> tuple[Box, ...]:
    return (polygon((0.5, 0.04), (0.96, 0.5), (0.5, 0.96), (0.04, 0.5), width=0.09),)


ORIGINS: dict[Kind, Symbol] = {
    "printed": Symbol("printed", "printed", _printed()),
    "deduced": Symbol("deduced", "derived", _deduced()),
    "house": Symbol("house", "house", _house()),
    "own": Symbol("own", "custom", _pencil()),
}
"""Where a number comes from: dot, diamond, house, pencil."""

INLINE: dict[str, Symbol] = {symbol.name: symbol for symbol in ORIGINS.values()}
"""What `{name}` may stand for in a text."""


def origin(kind: Kind, x: float, y: float, size: float = 2.6) -> tuple[Box, ...]:
    """Return the mark of a number's origin, or nothing where it is printed."""
    return () if kind == "printed" else (PlacedSymbol(ORIGINS[kind], x, y, size),)
