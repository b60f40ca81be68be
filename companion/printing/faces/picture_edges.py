"""The tiles of a card's picture: once as it is, and mirrored or stretched past its edges to fill the bleed.

No pixel is computed: every tile is the same picture, flipped, scaled and clipped. A light line at the picture's edge is
left out of them.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.printing.faces.boxes import CardPicture
from companion.printing.faces.picture_rims import NONE, Rim, rim_of

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
    rim = _rim(box)
    for down in (-1, 1, 0):
        for across in (-1, 1, 0):
            tile = _tile(box, rim, across, down)
            if not tile.shows.is_empty:
                yield tile


def visible_opening(box: CardPicture) -> Opening:
    """Return the trim with its bleed; only the trim where the edge is "none"."""
    out = 0.0 if box.edge == "none" else box.bleed
    return Opening(-out, -out, box.trim[0] + out, box.trim[1] + out)


def _rim(box: CardPicture) -> Rim:
    """Return the widths in mm of light lines at the picture's edges, where it is mirrored or stretched past them."""
    out = visible_opening(box)
    reaches = box.x - out.left, box.y - out.top, out.right - box.x - box.w, out.bottom - box.y - box.h
    if box.edge == "none" or box.bleed <= 0 or max(reaches) <= 0:
        return NONE
    left, top, right, bottom = rim_of(box.file)
    return left * box.w, top * box.h, right * box.w, bottom * box.h


def _tile(box: CardPicture, rim: Rim, across: int, down: int) -> PictureTile:
    """Return the tile `across` steps to the right of the picture and `down` steps below it."""
    opening = visible_opening(box)
    left, right, x, w = _side_ends(opening.left, opening.right, box.x, box.w, rim[0::2], across, box.edge)
    top, bottom, y, h = _side_ends(opening.top, opening.bottom, box.y, box.h, rim[1::2], down, box.edge)
    return PictureTile(Opening(left, top, right, bottom), x, y, w, h, across != 0, down != 0)


def _side_ends(
    first: float, last: float, start: float, length: float, rims: tuple[float, ...], step: int, edge: str
) -> tuple[float, float, float, float]:
    """Return, along one axis, the visible ends of a tile, then its start and length.

    A rim is the width of a light line at an end of the picture: tiles past that end begin inside of it.
    """
    seam_before = start + (rims[0] if start > first else 0)
    seam_after = start + length - (rims[1] if start + length < last else 0)
    if not step:
        return max(first, seam_before), min(last, seam_after), start, length
    reach = seam_before - first if step < 0 else last - seam_after
    times = reach / STRIP if edge == "stretch" and reach > STRIP else 1.0
    rim = rims[0 if step < 0 else 1] * times
    if step < 0:
        inner = seam_before + OVERLAP if reach > 0 else seam_before
        return first, min(inner, last), inner + rim - length * times, length * times
    inner = seam_after - OVERLAP if reach > 0 else seam_after
    return max(inner, first), last, inner - rim, length * times
