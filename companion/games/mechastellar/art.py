"""Silhouettes of the five unit types for cards, drawn on a square of 20 units with the feet at the bottom."""

from companion.games.mechastellar.model import Type
from companion.printing.faces.boxes import Box, Circle, Group, Line, Path, polygon

SIDE = 20.0


def _mirrored(*points: tuple[float, float]) -> Path:
    """Return a symmetrical figure from the points of its right half, top to bottom."""
    left = tuple((SIDE - x, y) for x, y in reversed(points))
    return polygon(*points, *left, fill="tint", stroke="blue", width=0.35)


def _ms() -> tuple[Box, ...]:
    return (
        _mirrored(
            (10, 1),
            (11.4, 1.6),
            (11.4, 3.6),
            (14.6, 4.2),
            (15.6, 6),
            (15.2, 11.4),
            (13.8, 11.4),
            (13.6, 7.4),
            (12.4, 8.6),
            (12.4, 11),
            (13.6, 19),
            (10.9, 19),
            (10.2, 12.4),
        ),
        Line(10, 1, 13, -0.6, 0.3, "blue"),
        Line(10, 1, 7, -0.6, 0.3, "blue"),
        Line(8.8, 2.6, 11.2, 2.6, 0.5, "accent"),
        Line(15.4, 8.6, 19, 12.4, 0.7, "blue"),
        polygon((1.2, 5), (5, 5.6), (4.6, 12.4), (2.6, 13.6), (1.2, 12), fill="paper", stroke="blue", width=0.35),
    )


def _robot() -> tuple[Box, ...]:
    return (
        _mirrored(
            (10, 1.6),
            (11.8, 2),
            (12, 4),
            (16.4, 4),
            (17.4, 7),
            (16.6, 9),
            (17.6, 13),
            (14.4, 13.4),
            (14, 8.6),
            (12.8, 11),
            (14.6, 19),
            (10.8, 19),
            (10.2, 13),
        ),
        polygon((8.4, 2), (5.8, -0.8), (9.2, 1), fill="accent", stroke=None),
        polygon((11.6, 2), (14.2, -0.8), (10.8, 1), fill="accent", stroke=None),
        polygon((7, 5.4), (13, 5.4), (10, 8.4), fill="paper", stroke="accent", width=0.35),
    )


def _heavy() -> tuple[Box, ...]:
    return (
        _mirrored(
            (10, 3.4),
            (12.4, 3.4),
            (13, 5),
            (17.8, 5.6),
            (19.4, 9),
            (19, 15),
            (15.4, 15.2),
            (15.2, 10),
            (14.6, 13.4),
            (15.6, 19),
            (11, 19),
            (10.4, 15),
        ),
        Circle(10, 8.6, 2.2, fill="paper", stroke="accent", width=0.4),
        Line(7.8, 4.6, 12.2, 4.6, 0.6, "accent"),
    )


def _kaiju() -> tuple[Box, ...]:
    return (
        polygon(
            (4.6, 2),
            (8.6, 1),
            (10.4, 3),
            (10, 5),
            (14, 8),
            (15.6, 13),
            (20, 17.6),
            (19.4, 18.8),
            (14.6, 17),
            (13.4, 19),
            (10.2, 19),
            (10.4, 16),
            (8.6, 19),
            (5.6, 19),
            (6.6, 13),
            (5.8, 10),
            (3.4, 11.4),
            (3, 10),
            (6, 7.4),
            (6, 5.2),
            (3, 4.8),
            (3.4, 3.6),
            fill="tint",
            stroke="blue",
            width=0.35,
        ),
        polygon((10.6, 3), (12.4, 2.2), (11.4, 5.2), fill="accent", stroke=None),
        polygon((12.6, 6), (14.8, 5), (14, 8.4), fill="accent", stroke=None),
        polygon((15, 9.6), (17.4, 9.4), (15.8, 12.4), fill="accent", stroke=None),
        Circle(6.8, 3, 0.5, fill="ink", stroke=None),
    )


def _warship() -> tuple[Box, ...]:
    return (
        polygon(
            (-8, 13),
            (2, 9.6),
            (8, 9.2),
            (9, 5),
            (12, 5),
            (13, 2),
            (14.6, 2),
            (15.2, 8.6),
            (26, 9.6),
            (28, 12),
            (24, 15.6),
            (4, 16),
            fill="tint",
            stroke="blue",
            width=0.35,
        ),
        Line(-8, 13, 27, 12.4, 0.3, "blue"),
        Line(2, 8.4, -3, 8, 0.6, "accent"),
        Line(20, 8.4, 24, 7.4, 0.6, "accent"),
        *(Circle(x, 14, 0.5, fill="accent", stroke=None) for x in (8, 11, 14, 17, 20)),
    )


_DRAWN = {
    "MS": _ms(),
    "Super Robot": _robot(),
    "Super Heavy": _heavy(),
    "Kaiju": _kaiju(),
    "Stellar Warship": _warship(),
}


def silhouette(kind: Type, x: float, y: float, w: float, h: float) -> tuple[Box, ...]:
    """Return a type's silhouette standing in the middle of a window."""
    side = min(h - 2, 30.0)
    scale = side / (SIDE + 1)
    return (Group(_DRAWN[kind], x + w / 2 - scale * SIDE / 2, y + h - 0.5 - scale * SIDE, scale=scale),)
