"""Figures as pixels, so that tests can measure by how much two of them differ at arm's length."""

import io

from PIL import Image, ImageChops

from companion.printing.faces.boxes import Face, Format, Group, Piece
from companion.printing.pdf.preview import face_png

SIDE = 48
"""Each figure is drawn on so many pixels by so many: one for each mm of its field."""
_PER_ROW = 20
_SEEN = 48
"""How much lighter or darker, of 255, a pixel must be to count as different."""


def cells(drawings, accent, margin=0, fine=1):
    """Return each drawing as a grey picture of its field with a margin in mm around it, `fine` pixels to a mm."""
    side = SIDE + 2 * margin
    rows = -(-len(drawings) // _PER_ROW)
    placed = (
        Group(tuple(boxes), n % _PER_ROW * side + margin, n // _PER_ROW * side + margin)
        for n, boxes in enumerate(drawings)
    )
    face = Face(tuple(placed))
    png = face_png(Piece("x", "x", face), face, Format("sheet", _PER_ROW * side, rows * side, 0), accent, 25.4 * fine)
    sheet = Image.open(io.BytesIO(png)).convert("L")
    dots = side * fine
    corners = ((n % _PER_ROW * dots, n // _PER_ROW * dots) for n in range(len(drawings)))
    return [sheet.crop((x, y, x + dots, y + dots)) for x, y in corners]


def difference(one, other):
    """Return how many pixels of two pictures differ clearly."""
    return sum(ImageChops.difference(one, other).histogram()[_SEEN:])
