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
    """Return a build's figures side by side on one ground line, in a field of 64 × 48 mm; only the line without any."""
    ground = Line(2, GROUND + 1, WIDTH - 2, GROUND + 1, 0.3, "blue")
    shown = figures[:MOST]
    if not shown:
        return (ground,)
    scale = min(1.0, WIDTH / len(shown) * 1.25 / SIDE) if len(shown) > 1 else 1.0
    side = SIDE * scale
    step = (WIDTH - side) / max(1, len(shown) - 1)
    left = 0.0 if len(shown) > 1 else step / 2
    top = GROUND * (1 - scale)
    placed = (Group(figure.boxes, left + step * place, top, 0, scale) for place, figure in enumerate(shown))
    return (ground, *placed)
