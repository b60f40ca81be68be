"""Extends a face's backgrounds past its trim, so that an inexact cut shows no white; and finds faces without any."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import cos, radians, sin

from companion.printing.faces.boxes import (
    Box,
    CardPicture,
    Circle,
    Deck,
    Face,
    Format,
    Group,
    Line,
    Part,
    Path,
    Picture,
    PlacedSymbol,
    Point,
    Rect,
)
from companion.printing.faces.lazy_pieces import Many
from companion.printing.text.fitting import Drawn

_NEAR = 0.01


def bled(boxes: Iterable[Drawn], form: Format, bleed: float) -> tuple[Drawn, ...]:
    """Return a face's fitted boxes; every filled rectangle that ends at the trim, and every card's picture, is
    extended by `bleed` mm there.
    """
    if not bleed:
        return tuple(boxes)
    return tuple(_bled(box, form, bleed) for box in boxes)


def _bled(box: Drawn, form: Format, bleed: float) -> Drawn:
    if isinstance(box, CardPicture):
        return replace(box, bleed=bleed)
    return _stretched(box, form, bleed) if isinstance(box, Rect) and box.fill else box


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
    """Return a sentence where bleed is chosen and no face reaches the trim."""
    decks = [part for part in parts if isinstance(part, Deck) and part.pieces] if bleed else []
    bare = dict.fromkeys(deck.title for deck in decks if not bleeds(deck, backs))
    if not bare:
        return ()
    if len(bare) == len({deck.title for deck in decks}):
        return ("Nothing on these faces reaches the trim, so there is no bleed to print.",)
    return (f"Nothing on the faces of {', '.join(bare)} reaches the trim, so there is no bleed to print on them.",)


def bleeds(deck: Deck, backs: bool) -> bool:
    """Return whether ink reaches the trim on a printed face; of pieces made on demand only the first is checked."""
    pieces = deck.pieces[:1] if isinstance(deck.pieces, Many) else deck.pieces
    faces = {id(face): face for p in pieces for face in (p.face, p.back if backs else None) if face is not None}
    return any(reaches(face, deck.format) for face in faces.values())


def reaches(face: Face, form: Format) -> bool:
    """Return whether a background of a face reaches its trim, or anything goes past it: only that shows in a bleed."""
    return any(not _within(end, form, -_NEAR if solid else _NEAR) for box in face.boxes for end, solid in _ends(box))


def _within(point: Point, form: Format, out: float) -> bool:
    """Return whether a point is inside the trim extended by `out` mm."""
    (x, y), side = point, -out
    if form.shape == "hex":
        side += form.w / 4 * abs(1 - 2 * y / form.h)
    return side < x < form.w - side and -out < y < form.h + out


def _ends(box: Box) -> Iterator[tuple[Point, bool]]:
    """Return points that enclose a box's ink, and whether it is a background; a curve lies within its handles."""
    match box:
        case Rect() if box.stroke or _solid(box):
            yield from ((end, _solid(box)) for end in _corners(box.x, box.y, box.w, box.h))
        case Circle() if box.stroke or _solid(box):
            for x, y in ((-box.r, 0.0), (box.r, 0.0), (0.0, -box.r), (0.0, box.r)):
                yield (box.x + x, box.y + y), _solid(box)
        case Path() if box.stroke or _solid(box):
            for move in box.moves:
                numbers = [float(v) for v in move[1:]]
                yield from ((end, _solid(box)) for end in zip(numbers[::2], numbers[1::2], strict=True))
        case Line() if box.ink != "paper":
            yield from (((box.x1, box.y1), False), ((box.x2, box.y2), False))
        case Picture():
            yield from ((end, True) for end in _corners(box.x, box.y, box.w, box.h))
        case CardPicture():
            yield from ((end, True) for end in _corners(0, 0, *box.trim))
        case PlacedSymbol():
            yield from ((end, False) for end in _corners(box.x, box.y, box.size, box.size))
        case Group():
            yield from _turned(box)


def _solid(box: Rect | Circle | Path) -> bool:
    return box.fill not in (None, "paper")


def _corners(x: float, y: float, w: float, h: float) -> tuple[Point, ...]:
    return ((x, y), (x + w, y), (x + w, y + h), (x, y + h))


def _turned(group: Group) -> Iterator[tuple[Point, bool]]:
    across, down = (turn(radians(group.angle)) * group.scale for turn in (cos, sin))
    for box in group.boxes:
        for (x, y), solid in _ends(box):
            yield (group.x + x * across - y * down, group.y + x * down + y * across), solid
