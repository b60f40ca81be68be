"""Portraits: a build drawn as the mechs it is made of. A figure is one mech, a portrait all figures of a build.

A figure is not a card's art: it changes with what the mech carries. Each game's `art.figures(build, context)` draws its
own; everything that shows a build (pages, lists, prints, links) takes them from there.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.printing.faces.boxes import Box, Group, Line

SIDE = 48.0
"""A figure's field is a square of this side, in mm."""
GROUND = 45.0
"""Where a figure's feet stand, in mm from the top of its field."""
WIDTH, HEIGHT = 64.0, 48.0
"""A portrait's field, in mm."""
MOST = 6
"""The most figures of one portrait; a longer list shows its first ones."""
_A_ROW = 3
_CLOSE = 1.12
"""How wide a figure is for its share of a row: few fill their field, so that they may stand a little closer."""
_APART = 1.0
"""Room between two rows, in mm."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One mech in a field of 48 × 48 mm, its feet on the ground line: nothing it draws leaves the field.

    `id` tells the build's figures apart, in their order: "1", "2", …. `about` says in one sentence what is drawn, for
    screen readers. `base` is the diameter of its base in mm, None where the game plays without figures.
    """

    id: str
    name: str
    boxes: tuple[Box, ...]
    about: str = ""
    base: float | None = None


def portrait(figures: Sequence[Figure]) -> tuple[Box, ...]:
    """Return a build's figures on their ground, in a field of 64 × 48 mm; only the ground line without any.

    Up to three stand side by side; more stand in two rows, the first of them behind, so that none is tiny.
    """
    shown = figures[:MOST]
    if len(shown) <= _A_ROW:
        return _row(shown, GROUND, 1)
    behind = (len(shown) + 1) // 2
    high = (GROUND - _APART) / 2 / GROUND
    return (*_row(shown[:behind], (GROUND - _APART) / 2, high), *_row(shown[behind:], GROUND, high))


def _row(figures: Sequence[Figure], feet: float, largest: float) -> tuple[Box, ...]:
    """Return figures side by side on a line, their feet so many mm from the top, scaled by at most `largest`."""
    ground = Line(2, feet + 1, WIDTH - 2, feet + 1, 0.3, "blue")
    count = max(1, len(figures))
    scale = min(largest, WIDTH / count * _CLOSE / SIDE) if count > 1 else largest
    step = min((WIDTH - SIDE * scale) / max(1, count - 1), SIDE * scale)
    left = (WIDTH - SIDE * scale - step * (count - 1)) / 2
    top = feet - GROUND * scale
    return (ground, *(Group(each.boxes, left + step * at, top, 0, scale) for at, each in enumerate(figures)))
