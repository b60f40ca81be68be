"""The app's icon as PNG, in the sizes that phones and desktops install: the same drawing as `icon.svg`."""

from functools import cache
from pathlib import Path

from companion.printing.faces.boxes import Face, Format, Group, Piece, Rect
from companion.printing.faces.drawings import read_drawing
from companion.printing.pdf import face_pdf, preview

SIZES = (180, 192, 512)
"""Pixels of a side: 180 for a home screen of iOS, the others for a manifest."""
THEME = "#1f3f77"
_INCH = 25.4
_DRAWING = 24
"""The side of the drawing, in its own units."""
_ROOM = 0.06
"""The share of the icon around the drawing: launchers cut a circle out, and the mech stays inside it."""


@cache
def icon_png(size: int) -> bytes:
    """Return the icon, `size` pixels a side; its background reaches all edges, for launchers that cut it to a shape."""
    drawing = read_drawing((Path(__file__).parents[1] / "static" / "icon.svg").read_text("utf-8"), "icon.svg")
    _, *mech = drawing.boxes  # The first is the ground, with round corners.
    scale = _INCH * (1 - 2 * _ROOM) / _DRAWING
    ground = Rect(0, 0, _INCH, _INCH, fill="blue", stroke=None)
    face = Face((ground, Group(tuple(mech), _INCH * _ROOM, _INCH * _ROOM, 0, scale)))
    pdf = face_pdf(Piece("icon", "icon", face), face, Format("icon", _INCH, _INCH), THEME)
    (picture,) = preview.pages(pdf, [(size, size)], size)
    return preview.png(picture, size)
