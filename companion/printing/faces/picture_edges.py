"""The tiles of a card's picture: once as it is, and mirrored or stretched past its edges to fill the bleed.

No pixel is computed: every tile is the same picture, flipped, scaled and clipped.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.printing.faces.boxes import CardPicture

STRIP = 0.25
"""Width of the outermost strip that is stretched over the bleed, in mm: three dots at 300 dpi."""
OVERLAP = 0.1
"""How far a tile reaches under the picture, in mm: without it viewers show a light seam at the cut."""
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
"""The matrix of each EXIF orientation: it maps the unit square of the stored dots, y down, to the upright picture."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A rectangle in mm by its edges, y down."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def is_empty(self) -> bool:
        """Whether its width or its height is 0 or less."""
        return self.right - self.left < 1e-6 or self.bottom - self.top < 1e-6


@dataclass(frozen=True, slots=True)
class PictureTile:
    """One copy of a picture: its visible part, the place of the whole picture, and whether it is flipped."""

    shows: Opening
    x: float
    y: float
    w: float
    h: float
    flipped_x: bool = False
    flipped_y: bool = False


def tiles(box: CardPicture) -> Iterator[PictureTile]:
    """Yield the tiles to draw, the picture itself last: it covers the seams."""
    for down in (-1, 1, 0):
        for across in (-1, 1, 0):
            tile = _tile(box, across, down)
            if not tile.shows.is_empty:
                yield tile


def visible_opening(box: CardPicture) -> Opening:
    """Return the trim with its bleed; only the trim where the edge is "none"."""
    out = 0.0 if box.edge == "none" else box.bleed
    return Opening(-out, -out, box.trim[0] + out, box.trim[1] + out)


def _tile(box: CardPicture, across: int, down: int) -> PictureTile:
    """Return the tile `across` steps to the right of the picture and `down` steps below it."""
    opening = visible_opening(box)
    left, right, x, w = _side_ends(opening.left, opening.right, box.x, box.w, across, box.edge)
    top, bottom, y, h = _side_ends(opening.top, opening.bottom, box.y, box.h, down, box.edge)
    return PictureTile(Opening(left, top, right, bottom), x, y, w, h, across != 0, down != 0)


def _side_ends(
    first: float, last: float, start: float, length: float, step: int, edge: str
) -> tuple[float, float, float, float]:
    """Return, along one axis, the visible ends of a tile, then its start and length."""
    end = start + length
    if not step:
        return max(first, start), min(last, end), start, length
    reach = start - first if step < 0 else last - end
    times = reach / STRIP if edge == "stretch" and reach > STRIP else 1.0
    if step < 0:
        inner = start + OVERLAP if reach > 0 else start
        return first, min(inner, last), inner - length * times, length * times
    inner = end - OVERLAP if reach > 0 else end
    return max(inner, first), last, inner, length * times
