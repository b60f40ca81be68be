"""Faces of zone cards and shield markers. Specs are secret, so they print on sheets and not on cards."""

from companion.games.mechalyte.model import ROOM
from companion.games.mechalyte.rules.battlefield import Field, Zone, zone_name
from companion.printing.faces.boxes import POKER, Box, Circle, Face, Format, Line, Path, Rect, Symbol, Text, polygon
from companion.printing.faces.boxes import PlacedSymbol as Put

Boxes = tuple[Box, ...]

MARKER = Format("marker 20 mm", 20, 20, 1.5)
DIE = 17.0
"""Side of the place for a mech's die in mm: slightly more than a 16 mm die."""

_W, _H, _SAFE = POKER.w, POKER.h, POKER.safe

FACTORY = Symbol(
    "factory",
    "Factory",
    (
        polygon(
            (0.06, 0.92), (0.06, 0.42), (0.3, 0.58), (0.3, 0.42), (0.54, 0.58), (0.54, 0.42), (0.7, 0.53), (0.74, 0.1),
            (0.88, 0.1), (0.94, 0.92), fill="paper", width=0.045,
        ),
        *(Rect(x, 0.68, 0.12, 0.12, width=0.035) for x in (0.17, 0.39, 0.61)),
    ),
)  # fmt: skip
HEADQUARTERS = Symbol(
    "headquarters",
    "Headquarters",
    (
        polygon((0.14, 0.92), (0.22, 0.46), (0.78, 0.46), (0.86, 0.92), fill="paper", width=0.045),
        polygon((0.3, 0.46), (0.38, 0.3), (0.62, 0.3), (0.7, 0.46), fill="paper", width=0.045),
        Line(0.5, 0.3, 0.5, 0.04, width=0.045),
        polygon((0.5, 0.05), (0.78, 0.12), (0.5, 0.2), fill="accent", stroke="accent", width=0.02),
        Rect(0.42, 0.66, 0.16, 0.26, width=0.045),
    ),
)
OPEN = Symbol(
    "open ground",
    "open ground",
    (
        Path(
            (("M", 0.04, 0.72), ("L", 0.3, 0.34), ("L", 0.46, 0.56), ("L", 0.66, 0.24), ("L", 0.96, 0.72)), width=0.045
        ),
        Line(0.04, 0.86, 0.96, 0.86, width=0.035),
        Line(0.04, 0.72, 0.96, 0.72, width=0.045),
    ),
)
SHIELD = Symbol(
    "shield layer",
    "shield layer",
    (
        Path(
            (
                ("M", 0.08, 0.05), ("L", 0.92, 0.05), ("L", 0.92, 0.5), ("C", 0.92, 0.76, 0.7, 0.9, 0.5, 0.98),
                ("C", 0.3, 0.9, 0.08, 0.76, 0.08, 0.5), ("Z",),
            ),
            fill="paper", width=0.07,
        ),
    ),
)  # fmt: skip
_SYMBOLS = {"factory": FACTORY, "headquarters": HEADQUARTERS, "open": OPEN}


def zone_face(field: Field, zone: Zone) -> Face:
    """Return a zone's card: places for three dice of each player, and between them the zone's kind and name."""
    ground = Rect(0, 0, _W, _H, fill="tint" if field.owner(zone) else "wash", stroke=None)
    frame = Rect(_SAFE - 1, _SAFE - 1, _W - 2 * _SAFE + 2, _H - 2 * _SAFE + 2, radius=2, stroke="blue", width=0.5)
    return Face(
        (
            ground,
            frame,
            *_places("Side B", _SAFE + 1.2, label_below=True),
            *(_centreline() if zone[1] == field.centreline else ()),
            *_zone_title(field, zone),
            *_places("Side A", _H - _SAFE - 1.2 - DIE, label_below=False),
        )
    )


def _centreline() -> Boxes:
    middle, left = _H / 2, _SAFE + 44
    return (
        Line(0, middle, _SAFE + 1, middle, width=0.4, ink="soft", dash=(2, 1.2)),
        Line(_W, middle, left, middle, width=0.4, ink="soft", dash=(2, 1.2)),
        Text(left, middle - 4, _W - _SAFE - 1 - left, 3.4, "centreline", 7, 6.5, ink="soft", what="centreline"),
    )


def _zone_title(field: Field, zone: Zone) -> Boxes:
    """Return a zone's symbol, kind and name; the letter of its owner, where it has one, is to their right."""
    kind, owner = field.place(zone), field.owner(zone)
    title = {"factory": "Factory", "headquarters": "Headquarters", "open": "Zone"}[kind]
    name = zone_name(field, zone)
    x, middle, size = _SAFE + 23, _H / 2, 19.0
    boxes: Boxes = (
        Put(_SYMBOLS[kind], _SAFE + 2, middle - size / 2, size),
        Text(x, middle - 7, 21, 6, title, 13, 8, "bold", across="middle", leading=1, what="zone"),
        Text(x, middle, 21, 7, name, 17, 12, "bold", "left", "middle", "soft", 1, what="place"),
    )
    if not owner:
        return boxes
    letter_x, letter = _W - _SAFE - 15, owner.upper()
    flag = Text(letter_x, middle - 7, 14, 14, letter, 30, 20, "bold", "centre", "middle", "accent", 1, what="owner")
    return (*boxes, flag)


def _places(title: str, y: float, label_below: bool) -> Boxes:
    gap = (_W - 2 * _SAFE - ROOM * DIE) / (ROOM + 1)
    boxes = tuple(
        Rect(
            _SAFE + gap + i * (DIE + gap), y, DIE, DIE, radius=1.5, fill="paper", stroke="soft", width=0.3, dash=(1, 1)
        )
        for i in range(ROOM)
    )
    label_y = y + DIE + 0.8 if label_below else y - 3.8
    return (*boxes, Text(_SAFE, label_y, _W - 2 * _SAFE, 3, title, 6.5, 6.5, align="centre", ink="soft", what="side"))


def marker_face(layers: int) -> Face:
    """Return a shield marker: a shield with its number of layers."""
    margin = 2.2
    size = MARKER.w - 2 * margin
    return Face(
        (
            Circle(MARKER.w / 2, MARKER.h / 2, MARKER.w / 2 - 0.8, fill="tint", stroke=None),
            Put(SHIELD, margin, margin, size),
            Text(
                margin,
                margin + 0.6,
                size,
                size - 3,
                str(layers),
                26,
                14,
                "bold",
                "centre",
                "middle",
                leading=1,
                what="layers",
            ),
        )
    )
