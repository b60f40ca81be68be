"""Portraits: a build drawn as its mechs. A figure is one mech, a portrait all figures of a build.

A figure is not a card's art: it shows the equipment of the mech. Each game draws its own in `art.figures(build,
context)`; pages, lists, prints and links all take them from there.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.printing.faces.boxes import Box, Group, Line

SIDE = 48.0
"""A figure's field is a square of this side, in mm."""
GROUND = 45.0
"""The ground line, in mm from the top of a figure's field."""
WIDTH, HEIGHT = 64.0, 48.0
"""A portrait's field, in mm."""
MOST = 6
"""The most figures of one portrait; the rest of a longer list is not shown."""
A_ROW = 3
"""The most figures of one row."""
_OVERLAP = 1.12
"""The width of a figure's field in shares of its row: few figures fill their field, so the fields may overlap."""
_ROW_GAP = 1.0
"""Room between two rows, in mm."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One mech in a field of 48 × 48 mm, its feet on the ground line, all of it inside the field.

    `id` numbers the build's figures: "1", "2", …. `about` is one sentence for screen readers. `base` is the diameter of
    its base in mm, None where the game is played without figures.
    """

    id: str
    name: str
    boxes: tuple[Box, ...]
    about: str = ""
    base: float | None = None


def portrait(figures: Sequence[Figure]) -> tuple[Box, ...]:
    """Return a build's figures on their ground, in a field of 64 × 48 mm; only the ground line without any.

    Up to three are in one row; more are in two rows, the first of them behind.
    """
    visible = figures[:MOST]
    if len(visible) <= A_ROW:
        return _row(visible, GROUND, 1)
    behind = (len(visible) + 1) // 2
    high = (GROUND - _ROW_GAP) / 2 / GROUND
    return (*_row(visible[:behind], (GROUND - _ROW_GAP) / 2, high), *_row(visible[behind:], GROUND, high))


def row(figures: Sequence[Figure]) -> tuple[tuple[Box, ...], float]:
    """Return up to three figures in one row, 64 mm wide, and the height of the row in mm."""
    high = GROUND * _row_scale(len(figures), 1)
    return _row(figures, high, 1), high + 2


def _row_scale(count: int, largest: float) -> float:
    return min(largest, WIDTH / count * _OVERLAP / SIDE) if count > 1 else largest


def _row(figures: Sequence[Figure], feet: float, largest: float) -> tuple[Box, ...]:
    """Return figures side by side on a ground `feet` mm from the top, scaled by at most `largest`."""
    ground = Line(2, feet + 1, WIDTH - 2, feet + 1, 0.3, "blue")
    count = max(1, len(figures))
    scale = _row_scale(count, largest)
    step = min((WIDTH - SIDE * scale) / max(1, count - 1), SIDE * scale)
    left = (WIDTH - SIDE * scale - step * (count - 1)) / 2
    top = feet - GROUND * scale
    return (ground, *(Group(each.boxes, left + step * at, top, 0, scale) for at, each in enumerate(figures)))
