"""Keeps text within a piece's safe zone: so far from its trim that an inexact cut removes no letter."""

from collections.abc import Iterable, Iterator
from math import cos, hypot, radians, sin

from companion.printing.faces.boxes import Format, Point
from companion.printing.text import fonts
from companion.printing.text.fitting import MM_PER_PT, DoesNotFit, Drawn, Turned, Words

_SLACK = 0.05
"""Tolerance for rounding, in mm."""


def keep(boxes: Iterable[Drawn], piece: str, form: Format) -> None:
    """Refuse a text whose letters are nearer to the trim than the format's safe zone: DoesNotFit says by how much."""
    for words, corners in inked(boxes):
        over = form.safe - min(_from_trim(corner, form) for corner in corners)
        if over > _SLACK:
            raise DoesNotFit(piece, words.box.what, over, f"comes closer to the cut than {form.safe:g} mm,")


def inked(
    boxes: Iterable[Drawn], x: float = 0, y: float = 0, angle: float = 0, scale: float = 1
) -> Iterator[tuple[Words, tuple[Point, ...]]]:
    """Return each text with the corners of its letters, from the capitals' tops to the baseline, after all turns."""
    along, across = cos(radians(angle)) * scale, sin(radians(angle)) * scale

    def outside(px: float, py: float) -> Point:
        return x + px * along - py * across, y + px * across + py * along

    for box in boxes:
        if isinstance(box, Turned):
            yield from inked(box.boxes, *outside(box.x, box.y), angle + box.angle, scale * box.scale)
        elif isinstance(box, Words) and any(runs for _, runs in box.lines):
            left, top, right, bottom = extent(box)
            yield box, tuple(outside(*p) for p in ((left, top), (right, top), (left, bottom), (right, bottom)))


def extent(words: Words) -> tuple[float, float, float, float]:
    """Return the edges of a text's letters, left, top, right and bottom, from the capitals' tops to the baseline."""
    em = words.size * MM_PER_PT
    lines = [(baseline, runs) for baseline, runs in words.lines if runs]
    left = min(runs[0].x for _, runs in lines)
    right = max(runs[-1].x + _wide(runs[-1].text, words) * em for _, runs in lines)
    return left, lines[0][0] - fonts.CAP_HEIGHT * em, right, lines[-1][0]


def _wide(text: str, words: Words) -> float:
    return sum(width for _, _, width in fonts.runs(text, words.box.weight))


def _from_trim(point: Point, form: Format) -> float:
    """Return how far inside the trim a point is; below 0 it is outside."""
    corners = form.outline
    distances = []
    for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
        length = hypot(x2 - x1, y2 - y1)
        distances.append(((x2 - x1) * (point[1] - y1) - (y2 - y1) * (point[0] - x1)) / length)
    return min(distances)
