"""The symbols on card faces and on the reference sheet: dice with their numbers, letters of LINK, pips."""

from math import cos, pi, sin

from companion.games.mecha_mettle.model import DieKind, Pool
from companion.printing.faces.boxes import Box, Circle, Ink, Line, Path, PlacedSymbol, Point, Symbol, Text, polygon
from companion.printing.faces.origins import ORIGINS

STROKE = 0.05
"""Stroke of a symbol, in parts of its size."""


def _regular() -> tuple[Box, ...]:
    ticks = ((0.5, 0.0, 0.5, 0.14), (0.5, 0.86, 0.5, 1.0), (0.0, 0.5, 0.14, 0.5), (0.86, 0.5, 1.0, 0.5))
    return (
        Circle(0.5, 0.5, 0.38, fill="paper", width=STROKE),
        *(Line(x1, y1, x2, y2, width=1.6 * STROKE) for x1, y1, x2, y2 in ticks),
    )


def _special() -> tuple[Box, ...]:
    """Return a burst around a white disc; the disc is left out of the burst, which is as thin as it looks."""
    r, reach = 0.33, 0.33 * 0.5523
    hole = (
        ("M", 0.5 + r, 0.5),
        ("C", 0.5 + r, 0.5 + reach, 0.5 + reach, 0.5 + r, 0.5, 0.5 + r),
        ("C", 0.5 - reach, 0.5 + r, 0.5 - r, 0.5 + reach, 0.5 - r, 0.5),
        ("C", 0.5 - r, 0.5 - reach, 0.5 - reach, 0.5 - r, 0.5, 0.5 - r),
        ("C", 0.5 + reach, 0.5 - r, 0.5 + r, 0.5 - reach, 0.5 + r, 0.5),
        ("Z",),
    )
    radii = (0.5, 0.37)
    turns = [(radii[i % 2], pi * i / 8 - pi / 2) for i in range(16)]
    burst = polygon(*((0.5 + r * cos(a), 0.5 + r * sin(a)) for r, a in turns))
    return (
        Circle(0.5, 0.5, r, fill="paper", stroke=None),
        Path((*burst.moves, *hole), fill="ink", stroke=None),
    )


def _evasion() -> tuple[Box, ...]:
    lines = ((0.0, 0.34, 0.2), (0.02, 0.52, 0.14), (0.0, 0.7, 0.08))
    return (
        polygon((0.3, 0.16), (0.98, 0.16), (0.8, 0.84), (0.12, 0.84), fill="paper", width=STROKE),
        *(Line(x, y, x + length, y, width=STROKE) for x, y, length in lines),
    )


def _shield() -> tuple[Box, ...]:
    outer = (
        ("M", 0.1, 0.06),
        ("L", 0.9, 0.06),
        ("L", 0.9, 0.5),
        ("C", 0.9, 0.76, 0.68, 0.9, 0.5, 0.98),
        ("C", 0.32, 0.9, 0.1, 0.76, 0.1, 0.5),
        ("Z",),
    )
    return (Path(outer, fill="paper", width=1.8 * STROKE),)


DICE: dict[DieKind, Symbol] = {
    "regular": Symbol("regular", "Regular Attack", _regular()),
    "special": Symbol("special", "Special Attack", _special()),
    "evasion": Symbol("evasion", "Evasion", _evasion()),
    "shield": Symbol("shield", "Shield", _shield()),
}
"""Four shapes that differ without colour: ringed reticle, burst, leaning plate with speed lines, shield."""


INLINE: dict[str, Symbol] = {symbol.name: symbol for symbol in (*DICE.values(), *ORIGINS.values())}
"""The symbols that `{name}` stands for in texts of this game."""

_LETTERS: dict[str, tuple[tuple[Point, ...], ...]] = {
    "L": (((0.24, 0.0), (0.24, 1.0), (0.78, 1.0)),),
    "I": (((0.5, 0.0), (0.5, 1.0)),),
    "N": (((0.22, 1.0), (0.22, 0.0), (0.78, 1.0), (0.78, 0.0)),),
    "K": (((0.24, 0.0), (0.24, 1.0)), ((0.76, 0.0), (0.24, 0.56)), ((0.42, 0.4), (0.78, 1.0))),
}


def _letter(strokes: tuple[tuple[Point, ...], ...]) -> tuple[Box, ...]:
    return tuple(
        Path(tuple(("L" if i else "M", x, 0.08 + 0.84 * y) for i, (x, y) in enumerate(stroke)), width=0.16)
        for stroke in strokes
    )


LETTERS: dict[str, Symbol] = {name: Symbol(f"link-{name}", name, _letter(s)) for name, s in _LETTERS.items()}
"""The letters of LINK as strokes, so that their position is exact and does not depend on a font."""

_INSIDE: dict[DieKind, tuple[float, float]] = {
    "regular": (0.5, 0.5),
    "special": (0.5, 0.5),
    "evasion": (0.55, 0.5),
    "shield": (0.5, 0.46),
}
"""Centre of the number in a symbol, in parts of its size."""


def die(pool: Pool, x: float, y: float, size: float, what: str, number: str | None = None) -> tuple[Box, ...]:
    """Return a dice symbol of `size` mm with the pool's number inside, or another; "" leaves it for a pencil."""
    cx, cy = _INSIDE[pool.kind]
    number = str(pool.dice) if number is None else number
    wide = 0.7 * size
    points = min(30.0, size * (1.65, 1.25, 1.0)[min(len(number), 3) - 1])
    text = Text(
        x + cx * size - wide / 2,
        y + cy * size - wide / 2,
        wide,
        wide,
        number,
        size=points,
        least=6.5,
        weight="bold",
        align="centre",
        across="middle",
        leading=1,
        what=what,
    )
    return (PlacedSymbol(DICE[pool.kind], x, y, size), *((text,) if number else ()))


def pips(level: int, x: float, y: float, pitch: float = 3.4, r: float = 1.1, ink: Ink = "ink") -> tuple[Box, ...]:
    """Return four pips in a row from (x, y), `level` of them filled."""
    return tuple(
        Circle(x + r + i * pitch, y + r, r, fill=ink if i < level else "paper", stroke=ink, width=0.25)
        for i in range(4)
    )
