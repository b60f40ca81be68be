"""Extends faces past their trim, so that an inexact cut shows no white; and finds the faces that show any bleed."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, cos, hypot, radians, sin

from companion.base.wording import join_words
from companion.printing.faces import inks
from companion.printing.faces.boxes import (
    Box,
    CardPicture,
    Circle,
    Deck,
    Face,
    Format,
    Group,
    Ink,
    Line,
    Part,
    Path,
    Picture,
    Piece,
    PlacedSymbol,
    Point,
    Rect,
)
from companion.printing.faces.frames import GroupFrame
from companion.printing.faces.hatching import Ring, rings
from companion.printing.faces.lazy_pieces import LazyPieces
from companion.printing.text.fitting import Drawn, Turned

_NEAR = 0.01

_SAVER = inks.palette("#000000", "saver")

_STEP = 0.25
"""Distance of the points at which strokes are checked for the bleed, in mm."""

_SAMPLE = 24
"""The most pieces made on demand that are checked for bleed."""

InkTest = Callable[[Face, str, Format], bool]
"""Returns whether a face, with its piece's name and format, has ink in its bleed in ink saver."""


def add_bleed(boxes: Iterable[Drawn], form: Format, bleed: float, past: float = 0) -> tuple[Drawn, ...]:
    """Return a face's fitted boxes with bleed: boxes that end at the trim and cards' pictures extend by `bleed` mm.

    Boxes other than pictures extend by another `past` mm, out of sight.
    """
    if not bleed and not past:
        return tuple(boxes)
    stretch = _Stretch(form.w, form.h, bleed + past, bleed)
    return tuple(stretch.box(box, GroupFrame()) for box in boxes)


@dataclass(frozen=True)
class _Stretch:
    """The trim of a face, and the bleed in mm of its boxes and of its pictures."""

    w: float
    h: float
    bleed: float
    picture_bleed: float

    def box(self, box: Drawn, frame: GroupFrame) -> Drawn:
        """Return a box extended past the trim."""
        match box:
            case Turned():
                inner = frame.within(box)
                return replace(box, boxes=tuple(self.box(each, inner) for each in box.boxes))
            case Rect() if box.fill:
                return self._rect(box, frame)
            case Path() if box.fill:
                return replace(box, moves=tuple(self._move(move, frame) for move in box.moves))
            case Line():
                return self._line(box, frame)
            case CardPicture():
                return replace(box, bleed=self.picture_bleed)
            case _:
                return box

    def _rect(self, box: Rect, frame: GroupFrame) -> Rect:
        """Return a rectangle with its sides that are on the trim moved outwards."""
        corners = [frame.to_face(corner) for corner in _corners(box.x, box.y, box.w, box.h)]
        ends = zip(corners, (*corners[1:], corners[0]), strict=True)
        out = self.bleed / frame.scale
        top, right, bottom, left = (out if self._edges(start) & self._edges(end) else 0.0 for start, end in ends)
        if not (left or top or right or bottom):
            return box
        w, h = box.w + left + right, box.h + top + bottom
        return replace(box, x=box.x - left, y=box.y - top, w=w, h=h, radius=0)

    def _move(self, move: tuple[str | float, ...], frame: GroupFrame) -> tuple[str | float, ...]:
        name, *numbers = move
        points = zip(map(float, numbers[::2]), map(float, numbers[1::2]), strict=True)
        return (name, *(part for point in points for part in self._push_outwards(point, frame)))

    def _push_outwards(self, point: Point, frame: GroupFrame) -> Point:
        """Return a corner, moved outwards if it is on the trim."""
        x, y = frame.to_face(point)
        edges = self._edges((x, y))
        if not edges:
            return point
        x += self.bleed * (("right" in edges) - ("left" in edges))
        y += self.bleed * (("bottom" in edges) - ("top" in edges))
        return frame.from_face((x, y))

    def _line(self, box: Line, frame: GroupFrame) -> Line:
        """Return a line with its ends that are on the trim moved outwards; a line along the trim stays."""
        start, end = frame.to_face((box.x1, box.y1)), frame.to_face((box.x2, box.y2))
        at_start, at_end = self._edges(start), self._edges(end)
        if at_start & at_end or not (at_start or at_end):
            return box
        before, after = self._share(at_start, start, end), self._share(at_end, start, end)
        across, down = box.x2 - box.x1, box.y2 - box.y1
        return replace(
            box,
            x1=box.x1 - before * across,
            y1=box.y1 - before * down,
            x2=box.x2 + after * across,
            y2=box.y2 + after * down,
        )

    def _share(self, edges: set[str], start: Point, end: Point) -> float:
        """Return the share of its length by which a line grows to cross the bleed at an edge."""
        across, down = abs(end[0] - start[0]), abs(end[1] - start[1])
        return max((self.bleed / (across if edge in ("left", "right") else down) for edge in edges), default=0.0)

    def _edges(self, point: Point) -> set[str]:
        """Return the sides of the trim that a point of the face is on."""
        x, y = point
        distances = {"left": x, "right": x - self.w, "top": y, "bottom": y - self.h}
        return {edge for edge, distance in distances.items() if abs(distance) < _NEAR}


def notes(parts: Iterable[Part], bleed: float, backs: bool, saver_test: InkTest | None = None) -> tuple[str, ...]:
    """Return sentences about a job with bleed: the decks that show it, on how many faces, and the decks that do not.

    `saver_test` is for a job in ink saver, where a light ground at the trim has no bleed.
    """
    if not bleed:
        return ()
    decks = [part for part in parts if isinstance(part, Deck) and part.pieces and not _ends_at_cut(part)]
    faces_by_title: dict[str, list[bool]] = {}
    for deck in decks:
        faces_by_title.setdefault(deck.title, []).extend(_faces_reaching_trim(deck, backs, saver_test))
    sampled = {deck.title for deck in decks if isinstance(deck.pieces, LazyPieces)}
    if not faces_by_title:
        return ()
    bleeding = [
        title if title in sampled else _describe_bleed(title, faces)
        for title, faces in faces_by_title.items()
        if any(faces)
    ]
    bare = [title for title, faces in faces_by_title.items() if not any(faces)]
    nothing = "In ink saver nothing on" if saver_test else "Nothing on"
    if not bleeding:
        saved = " and no room is kept for it" if saver_test else ""
        return (f"{nothing} these faces reaches the trim, so there is no bleed to print{saved}.",)
    rest = f" {nothing} the faces of {join_words(bare)} reaches the trim, so there is no bleed to print on them."
    return (f"Bleed shows on {join_words(bleeding)}.{rest if bare else ''}",)


def _ends_at_cut(deck: Deck) -> bool:
    """Return whether a deck is of pictures that the player chose to end at the cut."""
    first = deck.pieces[0].face.boxes
    return any(isinstance(box, CardPicture) and box.edge == "none" for box in first)


def _describe_bleed(title: str, faces: list[bool]) -> str:
    count = len(faces)
    return f"{title} ({f'all {count}' if all(faces) and count > 1 else f'{sum(faces)} of {count}'} faces)"


def has_bleed(deck: Deck, backs: bool, saver_test: InkTest | None = None) -> bool:
    """Return whether ink reaches the trim on a printed face; only a sample is made of pieces made on demand.

    `saver_test` is for a job in ink saver, as in `notes`.
    """
    return any(_faces_reaching_trim(deck, backs, saver_test))


def _faces_reaching_trim(deck: Deck, backs: bool, saver_test: InkTest | None = None) -> Iterator[bool]:
    """Yield for each different printed face whether its ink reaches the trim."""
    sides = (
        (face, p.name) for p in _sample_pieces(deck) for face in (p.face, p.back if backs else None) if face is not None
    )
    for face, name in {id(face): (face, name) for face, name in sides}.values():
        yield reaches_trim(face, deck.format) and (saver_test is None or saver_test(face, name, deck.format))


def _sample_pieces(deck: Deck) -> Sequence[Piece]:
    """Return a deck's pieces; of pieces made on demand a sample, evenly from first to last."""
    step = -(-len(deck.pieces) // _SAMPLE) or 1
    return deck.pieces[::step] if isinstance(deck.pieces, LazyPieces) else deck.pieces


def has_ink_in_bleed(boxes: Iterable[Drawn], form: Format, bleed: float, frame: GroupFrame | None = None) -> bool:
    """Return whether a face drawn for the ink saver has ink in its bleed; outlines past it are out of sight."""
    frame = frame or GroupFrame()
    for box in boxes:
        match box:
            case Turned():
                if has_ink_in_bleed(box.boxes, form, bleed, frame.within(box)):
                    return True
            case Rect() | Circle() | Path() if not _white_in_saver(box.stroke):
                if any(_crosses(tuple(map(frame.to_face, ring)), form, bleed) for ring in _strokes(box)):
                    return True
            case _:
                if any(not _is_within_trim(frame.to_face(end), form, _NEAR) for end, _ in _ends(box, _white_in_saver)):
                    return True
    return False


def _strokes(box: Rect | Circle | Path) -> Iterator[Ring]:
    """Yield the corners of each stroke of a box; a line across an area is a closed stroke there and back."""
    if not isinstance(box, Path):
        yield from rings(box)
        return
    strokes: list[list[Point]] = []
    for name, *numbers in box.moves:
        if name == "M":
            strokes.append([])
        strokes[-1] += zip(map(float, numbers[::2]), map(float, numbers[1::2]), strict=True)
    yield from map(tuple, strokes)


def _crosses(ring: Ring, form: Format, bleed: float) -> bool:
    """Return whether a closed stroke goes through the bleed."""
    for (x1, y1), (x2, y2) in zip(ring, (*ring[1:], ring[0]), strict=True):
        steps = ceil(hypot(x2 - x1, y2 - y1) / _STEP)
        for n in range(steps):
            point = x1 + (x2 - x1) * n / steps, y1 + (y2 - y1) * n / steps
            if _is_within_trim(point, form, bleed) and not _is_within_trim(point, form, _NEAR):
                return True
    return False


def reaches_trim(face: Face, form: Format) -> bool:
    """Return whether a background of a face reaches its trim, or anything goes past it: only that shows in a bleed."""
    return any(
        not _is_within_trim(end, form, -_NEAR if solid else _NEAR) for box in face.boxes for end, solid in _ends(box)
    )


def _is_within_trim(point: Point, form: Format, out: float) -> bool:
    """Return whether a point is inside the trim extended by `out` mm."""
    (x, y), side = point, -out
    if form.shape == "hex":
        side += form.w / 4 * abs(1 - 2 * y / form.h)
    return side < x < form.w - side and -out < y < form.h + out


Blank = Callable[[Ink | None], bool]
"""Returns whether an ink leaves the paper as it is."""


def _white(ink: Ink | None) -> bool:
    return ink is None or ink == "paper" or ink.startswith("#ffffff")


def _white_in_saver(ink: Ink | None) -> bool:
    return ink is None or _SAVER[ink] == _SAVER["paper"]


def _ends(box: Box | Drawn, blank: Blank = _white) -> Iterator[tuple[Point, bool]]:
    """Yield points that enclose a box's ink, and whether it is a background; a curve is inside its handles."""
    match box:
        case Rect() if not (blank(box.stroke) and blank(box.fill)):
            yield from ((end, not blank(box.fill)) for end in _corners(box.x, box.y, box.w, box.h))
        case Circle() if not (blank(box.stroke) and blank(box.fill)):
            for x, y in ((-box.r, 0.0), (box.r, 0.0), (0.0, -box.r), (0.0, box.r)):
                yield (box.x + x, box.y + y), not blank(box.fill)
        case Path() if not (blank(box.stroke) and blank(box.fill)):
            for move in box.moves:
                numbers = [float(v) for v in move[1:]]
                yield from ((end, not blank(box.fill)) for end in zip(numbers[::2], numbers[1::2], strict=True))
        case Line() if not blank(box.ink):
            yield from (((box.x1, box.y1), False), ((box.x2, box.y2), False))
        case Picture():
            yield from ((end, True) for end in _corners(box.x, box.y, box.w, box.h))
        case CardPicture() if box.edge != "none":
            out = box.bleed
            yield from ((end, True) for end in _corners(-out, -out, box.trim[0] + 2 * out, box.trim[1] + 2 * out))
        case PlacedSymbol():
            yield from ((end, False) for end in _corners(box.x, box.y, box.size, box.size))
        case Group() | Turned():
            yield from _turned_ends(box, blank)


def _corners(x: float, y: float, w: float, h: float) -> tuple[Point, ...]:
    return ((x, y), (x + w, y), (x + w, y + h), (x, y + h))


def _turned_ends(group: Group | Turned, blank: Blank) -> Iterator[tuple[Point, bool]]:
    across, down = (turn(radians(group.angle)) * group.scale for turn in (cos, sin))
    for box in group.boxes:
        for (x, y), solid in _ends(box, blank):
            yield (group.x + x * across - y * down, group.y + x * down + y * across), solid
