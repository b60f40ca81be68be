"""Refuses text outside a piece's safe zone, so that an inexact cut removes no letter."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import cos, hypot, radians, sin

from companion.printing.faces.boxes import Format, Point
from companion.printing.text import fonts
from companion.printing.text.fitting import MM_PER_PT, DoesNotFit, Drawn, Turned, Words

_SLACK = 0.05
"""Tolerance for rounding, in mm."""


def refuse_outside(boxes: Iterable[Drawn], piece: str, form: Format) -> None:
    """Raise DoesNotFit for a text whose letters are closer to the trim than the format's safe zone."""
    sides = _sides(form)
    for words, corners in letter_corners(boxes):
        inside = min(dx * (y - y1) - dy * (x - x1) for x1, y1, dx, dy in sides for x, y in corners)
        over = form.safe - inside
        if over > _SLACK:
            raise DoesNotFit(piece, words.box.what, over, f"comes closer to the cut than {form.safe:g} mm,")


def letter_corners(
    boxes: Iterable[Drawn], x: float = 0, y: float = 0, angle: float = 0, scale: float = 1
) -> Iterator[tuple[Words, tuple[Point, ...]]]:
    """Yield each text with the corners of its letters, from the capitals' tops to the baseline, after all turns."""
    along, across = cos(radians(angle)) * scale, sin(radians(angle)) * scale

    def outside(px: float, py: float) -> Point:
        return x + px * along - py * across, y + px * across + py * along

    for box in boxes:
        if isinstance(box, Turned):
            yield from letter_corners(box.boxes, *outside(box.x, box.y), angle + box.angle, scale * box.scale)
        elif isinstance(box, Words) and any(runs for _, runs in box.lines):
            left, top, right, bottom = extent(box)
            yield box, tuple(outside(*p) for p in ((left, top), (right, top), (left, bottom), (right, bottom)))


def extent(words: Words) -> tuple[float, float, float, float]:
    """Return the edges of a text's letters, left, top, right and bottom, from the capitals' tops to the baseline."""
    em = words.size * MM_PER_PT
    lines = [(baseline, runs) for baseline, runs in words.lines if runs]
    left = min(runs[0].x for _, runs in lines)
    right = max(runs[-1].x + runs[-1].w for _, runs in lines)
    return left, lines[0][0] - fonts.CAP_HEIGHT * em, right, lines[-1][0]


@lru_cache(maxsize=64)
def _sides(form: Format) -> tuple[tuple[float, float, float, float], ...]:
    """Return each side of the trim: its first corner, and its direction as a step of 1 mm."""
    corners = form.outline
    sides = []
    for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
        length = hypot(x2 - x1, y2 - y1)
        sides.append((x1, y1, (x2 - x1) / length, (y2 - y1) / length))
    return tuple(sides)
