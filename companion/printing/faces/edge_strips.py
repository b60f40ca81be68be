"""Strips along a card's edge, each with a pattern: kinds of cards are told apart by them in any colour or in none."""

from collections.abc import Iterator
from typing import Literal

from companion.printing.faces.boxes import Box, Circle, Ink, Path, Point, Rect, polygon

Pattern = Literal[
    "solid", "bars", "fine bars", "rails", "dots", "stripes", "teeth", "scallops", "checks", "ladder"
]  # fmt: skip
STRIP = 2.2
"""The width of a strip in mm: outside the safe zone, so that no letters stand on it."""
_ROUND = 0.5523
"""Length of the handles of a quarter circle, as a share of its radius."""


def edge_strip(pattern: Pattern, high: float, ink: Ink) -> tuple[Box, ...]:
    """Return a strip down a card's left edge, `high` mm from the top: what touches the trim goes on into the bleed."""
    return tuple(_boxes(pattern, high, ink))


def _boxes(pattern: Pattern, high: float, ink: Ink) -> Iterator[Box]:
    w = STRIP
    match pattern:
        case "solid":
            yield Rect(0, 0, w, high, fill=ink, stroke=None)
        case "bars":
            yield from (Rect(0, y, w, 2.4, fill=ink, stroke=None) for y in _steps(high, 4.8, 2.4))
        case "fine bars":
            yield from (Rect(0, y, w, 0.6, fill=ink, stroke=None) for y in _steps(high, 1.6, 0.6))
        case "rails":
            yield from (Rect(x, 0, 0.7, high, fill=ink, stroke=None) for x in (0, w - 0.7))
        case "dots":
            yield from (Circle(w / 2, y + 0.9, 0.9, fill=ink, stroke=None) for y in _steps(high, 3.6, 1.8))
        case "stripes":
            for y in _steps(high, 3.4, 1.7 + w):
                yield _solid(ink, (0, y + w), (w, y), (w, y + 1.7), (0, y + w + 1.7))
        case "teeth":
            yield from (_solid(ink, (0, y), (w, y + 2), (0, y + 4)) for y in _steps(high, 4, 4))
        case "scallops":
            yield from (_half_disc(ink, y, 2.0) for y in _steps(high, 4.8, 4))
        case "checks":
            half = w / 2
            for n, y in enumerate(_steps(high, half, half)):
                yield Rect(half * (n % 2), y, half, half, fill=ink, stroke=None)
        case "ladder":
            yield Rect(0, 0, 0.6, high, fill=ink, stroke=None)
            yield from (Rect(0, y, w, 0.6, fill=ink, stroke=None) for y in _steps(high, 5.5, 0.6))


def _steps(high: float, pitch: float, length: float) -> Iterator[float]:
    """Yield where each part of a pattern begins, the whole pattern in the middle of the edge."""
    count = int((high - length) / pitch) + 1
    first = (high - (count - 1) * pitch - length) / 2
    yield from (first + n * pitch for n in range(count))


def _solid(ink: Ink, *points: Point) -> Box:
    return polygon(*points, fill=ink, stroke=None)


def _half_disc(ink: Ink, y: float, r: float) -> Path:
    k = r * _ROUND
    moves = (
        ("M", 0, y),
        ("C", k, y, r, y + r - k, r, y + r),
        ("C", r, y + r + k, k, y + 2 * r, 0, y + 2 * r),
        ("Z",),
    )
    return Path(moves, fill=ink, stroke=None)
