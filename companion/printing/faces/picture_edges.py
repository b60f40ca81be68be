"""Where a card's picture is drawn: once as it is, and beyond its edges mirrored or drawn out, as far as the bleed goes.

No dot is made for it: every tile is the same picture again, flipped, scaled and clipped.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.printing.faces.boxes import CardPicture

STRIP = 0.25
"""Width in mm of the outermost strip that is drawn out over a stretched bleed: three dots at 300 dpi."""
UNDER = 0.1
"""How far in mm a tile reaches under the picture: where both only met, viewers would show a light seam at the cut."""
TURNS = {
    1: (1, 0, 0, 1, 0, 0),
    2: (-1, 0, 0, 1, 1, 0),
    3: (-1, 0, 0, -1, 1, 1),
    4: (1, 0, 0, -1, 0, 1),
    5: (0, 1, 1, 0, 0, 0),
    6: (0, 1, -1, 0, 1, 0),
    7: (0, -1, -1, 0, 1, 1),
    8: (0, -1, 1, 0, 0, 1),
}
"""The matrix of each EXIF orientation: how the unit square of the dots as they are stored, y down, comes to be seen."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A rectangle in mm by its edges, y down."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def empty(self) -> bool:
        """Whether nothing is in it."""
        return self.right - self.left < 1e-6 or self.bottom - self.top < 1e-6


@dataclass(frozen=True, slots=True)
class PictureTile:
    """One copy of a picture: its visible part, the place of the whole picture, and whether it is flipped."""

    shows: Opening
    x: float
    y: float
    w: float
    h: float
    across: bool = False
    """Flipped so that left is right."""
    down: bool = False
    """Flipped so that its top is below."""


def tiles(box: CardPicture) -> Iterator[PictureTile]:
    """Return what is drawn, the picture itself last: it lies over the seams."""
    for down in (-1, 1, 0):
        for across in (-1, 1, 0):
            tile = _tile(box, across, down)
            if not tile.shows.empty:
                yield tile


def visible_opening(box: CardPicture) -> Opening:
    """Return the trim with its bleed; without an edge, only the trim."""
    out = 0.0 if box.edge == "none" else box.bleed
    return Opening(-out, -out, box.trim[0] + out, box.trim[1] + out)


def _tile(box: CardPicture, across: int, down: int) -> PictureTile:
    """Return the tile so many steps to the right of the picture and below it."""
    whole = visible_opening(box)
    left, right, x, w = _side_ends(whole.left, whole.right, box.x, box.w, across, box.edge)
    top, bottom, y, h = _side_ends(whole.top, whole.bottom, box.y, box.h, down, box.edge)
    return PictureTile(Opening(left, top, right, bottom), x, y, w, h, across != 0, down != 0)


def _side_ends(
    first: float, last: float, start: float, length: float, step: int, edge: str
) -> tuple[float, float, float, float]:
    """Return, along one side, the ends of what shows of a tile, and where it begins and how long it is."""
    end = start + length
    if not step:
        return max(first, start), min(last, end), start, length
    reach = start - first if step < 0 else last - end
    times = reach / STRIP if edge == "stretch" and reach > STRIP else 1.0
    if step < 0:
        inner = start + UNDER if reach > 0 else start
        return first, min(inner, last), inner - length * times, length * times
    inner = end - UNDER if reach > 0 else end
    return max(inner, first), last, inner, length * times
