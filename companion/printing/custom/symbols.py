"""Symbols for custom cards: dice, and icons for stats; written in texts as `{shield}`."""

from dataclasses import replace
from functools import lru_cache
from math import cos, pi, sin

from companion.printing.faces import die_faces
from companion.printing.faces.boxes import Box, Circle, Ink, Line, Path, Point, Rect, Symbol, Text, polygon
from companion.printing.faces.inks import line_colour

INK = "#14181f"
"""The default colour of symbols."""

_THICK = 0.09


def _ring(count: int, radius: float, turn: float = 0.0, x: float = 0.5, y: float = 0.5) -> tuple[Point, ...]:
    """Return the corners of a regular polygon around (x, y), the first at the top, turned clockwise by degrees."""
    steps = [2 * pi * n / count - pi / 2 + turn * pi / 180 for n in range(count)]
    return tuple((x + radius * cos(a), y + radius * sin(a)) for a in steps)


def _outline_symbol(sides: int, corners: tuple[Point, ...], size: float = 13.0, top: float = 0.0) -> Symbol:
    number = Text(0, top, 1, 1 - top, str(sides), size / 10, 0.5, "bold", "centre", "middle", leading=1, what="die")
    return Symbol(f"d{sides}", f"d{sides}", (polygon(*corners, width=_THICK), number))


def _symbol(name: str, label: str, *boxes: Box) -> Symbol:
    return Symbol(name, label, boxes)


def _solid(*points: Point) -> Box:
    return polygon(*points, fill="ink", stroke=None)


def _star() -> tuple[Point, ...]:
    outer, inner = _ring(5, 0.48, 0, 0.5, 0.53), _ring(5, 0.2, 36, 0.5, 0.53)
    return tuple(point for pair in zip(outer, inner, strict=True) for point in pair)


def _arrow(name: str, label: str, turn: int) -> Symbol:
    shape = ((0.5, 0.06), (0.92, 0.5), (0.64, 0.5), (0.64, 0.94), (0.36, 0.94), (0.36, 0.5), (0.08, 0.5))
    for _ in range(turn):
        shape = tuple((1 - y, x) for x, y in shape)  # type: ignore[assignment]
    return _symbol(name, label, _solid(*shape))


def _teeth() -> tuple[Box, ...]:
    spokes = _ring(8, 0.47)
    return tuple(Line(0.5, 0.5, x, y, 0.16) for x, y in spokes)


_SHIELD = (("M", 0.5, 0.04), ("L", 0.9, 0.18), ("L", 0.9, 0.5), ("C", 0.88, 0.76, 0.66, 0.9, 0.5, 0.97))
_SHIELD_LEFT = (("C", 0.34, 0.9, 0.12, 0.76, 0.1, 0.5), ("L", 0.1, 0.18), ("Z",))
_HEART = (
    ("M", 0.5, 0.94),
    ("C", 0.1, 0.6, 0.02, 0.45, 0.04, 0.3),
    ("C", 0.06, 0.02, 0.42, 0.02, 0.5, 0.28),
    ("C", 0.58, 0.02, 0.94, 0.02, 0.96, 0.3),
    ("C", 0.98, 0.45, 0.9, 0.6, 0.5, 0.94),
    ("Z",),
)
_EYE = (("M", 0.03, 0.5), ("C", 0.25, 0.12, 0.75, 0.12, 0.97, 0.5), ("C", 0.75, 0.88, 0.25, 0.88, 0.03, 0.5), ("Z",))

_PLUS = (
    (0.34, 0.06), (0.66, 0.06), (0.66, 0.34), (0.94, 0.34), (0.94, 0.66), (0.66, 0.66),
    (0.66, 0.94), (0.34, 0.94), (0.34, 0.66), (0.06, 0.66), (0.06, 0.34), (0.34, 0.34),
)  # fmt: skip
_CHEVRON = ((0.04, 0.06), (0.5, 0.46), (0.96, 0.06), (0.96, 0.5), (0.5, 0.94), (0.04, 0.5))
_SHAPES = (
    _symbol("disc", "disc", Circle(0.5, 0.5, 0.46, fill="ink", stroke=None)),
    _symbol("triangle", "triangle", _solid((0.5, 0.04), (0.98, 0.92), (0.02, 0.92))),
    _symbol(
        "bars",
        "bars",
        _solid((0.04, 0.08), (0.96, 0.08), (0.96, 0.38), (0.04, 0.38)),
        _solid((0.04, 0.62), (0.96, 0.62), (0.96, 0.92), (0.04, 0.92)),
    ),
    _symbol("diamond", "diamond", _solid((0.5, 0), (0.94, 0.5), (0.5, 1), (0.06, 0.5))),
    _symbol("ring", "ring", Circle(0.5, 0.5, 0.37, stroke="ink", width=0.2)),
    _symbol("plus", "plus", _solid(*_PLUS)),
    _symbol("chevron", "chevron", _solid(*_CHEVRON)),
    _symbol("slash", "slash", _solid((0.6, 0.02), (0.98, 0.02), (0.4, 0.98), (0.02, 0.98))),
    _symbol("bowtie", "bow tie", _solid((0.02, 0.08), (0.02, 0.92), (0.98, 0.08), (0.98, 0.92))),
)
SHAPES = tuple(shape.name for shape in _SHAPES)
"""The symbols that are plain shapes: none looks like another, in any colour or in none."""

_ALL = (
    *die_faces.SYMBOLS.values(),
    _outline_symbol(4, ((0.5, 0.03), (0.99, 0.9), (0.01, 0.9)), 11, 0.3),
    _outline_symbol(6, ((0.06, 0.06), (0.94, 0.06), (0.94, 0.94), (0.06, 0.94)), 18),
    _outline_symbol(8, _ring(4, 0.5), 14),
    _outline_symbol(10, ((0.5, 0.02), (0.98, 0.42), (0.98, 0.6), (0.5, 0.98), (0.02, 0.6), (0.02, 0.42)), 13),
    _outline_symbol(12, _ring(5, 0.5, 0, 0.5, 0.53), 13, 0.06),
    _outline_symbol(20, _ring(6, 0.49), 13),
    _symbol(
        "attack",
        "attack",
        Line(0.12, 0.88, 0.86, 0.14, 0.13),
        _solid((0.98, 0.02), (0.94, 0.3), (0.7, 0.06)),
        Line(0.14, 0.58, 0.42, 0.86, 0.1),
    ),
    _symbol("shield", "shield", Path((*_SHIELD, *_SHIELD_LEFT), fill="ink", stroke=None)),
    _symbol("heart", "life", Path(_HEART, fill="ink", stroke=None)),
    _symbol("bolt", "energy", _solid((0.62, 0.02), (0.16, 0.56), (0.44, 0.56), (0.36, 0.98), (0.84, 0.4), (0.54, 0.4))),
    _symbol("star", "star", _solid(*_star())),
    _symbol(
        "move",
        "move",
        _solid((0.04, 0.1), (0.26, 0.1), (0.54, 0.5), (0.26, 0.9), (0.04, 0.9), (0.32, 0.5)),
        _solid((0.46, 0.1), (0.68, 0.1), (0.96, 0.5), (0.68, 0.9), (0.46, 0.9), (0.74, 0.5)),
    ),
    _symbol(
        "range",
        "range",
        Circle(0.5, 0.5, 0.36, width=_THICK),
        *(
            Line(x1, y1, x2, y2, _THICK)
            for x1, y1, x2, y2 in ((0.5, 0, 0.5, 0.34), (0.5, 0.66, 0.5, 1), (0, 0.5, 0.34, 0.5), (0.66, 0.5, 1, 0.5))
        ),
    ),
    _symbol("eye", "sight", Path(_EYE, width=_THICK), Circle(0.5, 0.5, 0.16, fill="ink", stroke=None)),
    _symbol("coin", "cost", Circle(0.5, 0.5, 0.44, width=_THICK), Circle(0.5, 0.5, 0.26, width=0.06)),
    _symbol(
        "time",
        "time",
        polygon((0.16, 0.06), (0.84, 0.06), (0.16, 0.94), (0.84, 0.94), width=_THICK),
        _solid((0.5, 0.6), (0.74, 0.9), (0.26, 0.9)),
    ),
    _symbol(
        "gear", "gear", *_teeth(), Circle(0.5, 0.5, 0.34, fill="ink"), Circle(0.5, 0.5, 0.15, fill="paper", stroke=None)
    ),
    _symbol("flag", "flag", Line(0.2, 0.02, 0.2, 0.98, _THICK), _solid((0.2, 0.06), (0.94, 0.3), (0.2, 0.56))),
    _symbol("hit", "hit", Line(0.12, 0.12, 0.88, 0.88, 0.17), Line(0.88, 0.12, 0.12, 0.88, 0.17)),
    _symbol(
        "mech",
        "mech",
        _solid((0.3, 0.06), (0.7, 0.06), (0.76, 0.3), (0.24, 0.3)),
        _solid((0.12, 0.34), (0.88, 0.34), (0.8, 0.64), (0.2, 0.64)),
        _solid((0.2, 0.68), (0.42, 0.68), (0.38, 0.98), (0.12, 0.98)),
        _solid((0.58, 0.68), (0.8, 0.68), (0.88, 0.98), (0.62, 0.98)),
    ),
    _arrow("up", "up", 0),
    _arrow("right", "right", 1),
    _arrow("down", "down", 2),
    _arrow("left", "left", 3),
    *_SHAPES,
)

SYMBOLS: dict[str, Symbol] = {symbol.name: symbol for symbol in _ALL}
"""Every symbol by its name in texts."""


@lru_cache(maxsize=512)
def coloured_symbol(symbol: Symbol, colour: str) -> Symbol:
    """Return a symbol in a colour; the same object each time, so that a file contains it once."""
    if colour == INK:
        return symbol
    ink = line_colour(colour)
    return replace(symbol, boxes=tuple(_recolour(box, ink) for box in symbol.boxes))


def _recolour(box: Box, ink: Ink) -> Box:
    if isinstance(box, Line | Text):
        return replace(box, ink=ink)
    if isinstance(box, Rect | Circle | Path):
        fill = ink if box.fill == "ink" else box.fill
        return replace(box, fill=fill, stroke=ink if box.stroke == "ink" else box.stroke)
    return box
