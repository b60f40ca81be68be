"""Stretches a face's grounds past its trim, so that a cut a little off still meets colour; and tells who needs it."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import cos, radians, sin

from companion.printing.boxes import (
    Box,
    Circle,
    Deck,
    Face,
    Format,
    Group,
    Line,
    Part,
    Path,
    Picture,
    Placed,
    Point,
    Rect,
)
from companion.printing.many import Many

_NEAR = 0.01


def bled(boxes: Iterable[Box], form: Format, bleed: float) -> tuple[Box, ...]:
    """Return a face's boxes with every filled rectangle that ends at the trim taken on by `bleed` mm there."""
    if not bleed:
        return tuple(boxes)
    return tuple(_stretched(box, form, bleed) if isinstance(box, Rect) and box.fill else box for box in boxes)


def _stretched(box: Rect, form: Format, bleed: float) -> Rect:
    left = bleed if abs(box.x) < _NEAR else 0.0
    top = bleed if abs(box.y) < _NEAR else 0.0
    right = bleed if abs(box.x + box.w - form.w) < _NEAR else 0.0
    bottom = bleed if abs(box.y + box.h - form.h) < _NEAR else 0.0
    if not (left or top or right or bottom):
        return box
    w, h = box.w + left + right, box.h + top + bottom
    return replace(box, x=box.x - left, y=box.y - top, w=w, h=h, radius=0)


def notes(parts: Iterable[Part], bleed: float, backs: bool) -> tuple[str, ...]:
    """Return a sentence where bleed is wanted and has nothing to show."""
    decks = [part for part in parts if isinstance(part, Deck) and part.pieces] if bleed else []
    bare = dict.fromkeys(deck.title for deck in decks if not bleeds(deck, backs))
    if not bare:
        return ()
    if len(bare) == len({deck.title for deck in decks}):
        return ("Nothing on these faces reaches the trim, so there is no bleed to print.",)
    return (f"Nothing on the faces of {', '.join(bare)} reaches the trim, so there is no bleed to print on them.",)


def bleeds(deck: Deck, backs: bool) -> bool:
    """Return whether ink reaches the trim on a face that is printed; of pieces made one at a time the first tells."""
    pieces = deck.pieces[:1] if isinstance(deck.pieces, Many) else deck.pieces
    faces = {id(face): face for p in pieces for face in (p.face, p.back if backs else None) if face is not None}
    return any(reaches(face, deck.format) for face in faces.values())


def reaches(face: Face, form: Format) -> bool:
    """Return whether ink on a face comes to its trim or past it; text never does."""
    return any(_at_trim(point, form) for box in face.boxes for point in _ends(box))


def _at_trim(point: Point, form: Format) -> bool:
    (x, y), side = point, _NEAR
    if form.shape == "hex":
        side += form.w / 4 * abs(1 - 2 * y / form.h)
    return not (side < x < form.w - side and _NEAR < y < form.h - _NEAR)


def _ends(box: Box) -> Iterator[Point]:
    """Return points that what a box inks lies between; handles of curves stand for the curves."""
    match box:
        case Rect() if box.stroke or box.fill not in (None, "paper"):
            yield from _round(box.x, box.y, box.x + box.w, box.y + box.h, box.width / 2 if box.stroke else 0)
        case Circle() if box.stroke or box.fill not in (None, "paper"):
            r = box.r + (box.width / 2 if box.stroke else 0)
            yield from ((box.x - r, box.y), (box.x + r, box.y), (box.x, box.y - r), (box.x, box.y + r))
        case Path() if box.stroke or box.fill not in (None, "paper"):
            for move in box.moves:
                numbers = [float(v) for v in move[1:]]
                for x, y in zip(numbers[::2], numbers[1::2], strict=True):
                    yield from _round(x, y, x, y, box.width / 2 if box.stroke else 0)
        case Line() if box.ink != "paper":
            for x, y in ((box.x1, box.y1), (box.x2, box.y2)):
                yield from _round(x, y, x, y, box.width / 2)
        case Picture():
            yield from _round(box.x, box.y, box.x + box.w, box.y + box.h, 0)
        case Placed():
            yield from _round(box.x, box.y, box.x + box.size, box.y + box.size, 0)
        case Group():
            yield from _turned(box)


def _round(left: float, top: float, right: float, bottom: float, out: float) -> Iterator[Point]:
    yield from ((x, y) for x in (left - out, right + out) for y in (top - out, bottom + out))


def _turned(group: Group) -> Iterator[Point]:
    across, down = (turn(radians(group.angle)) * group.scale for turn in (cos, sin))
    for box in group.boxes:
        for x, y in _ends(box):
            yield group.x + x * across - y * down, group.y + x * down + y * across
