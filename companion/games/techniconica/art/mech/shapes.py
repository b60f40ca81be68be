"""What all parts of a portrait are drawn with: joints, bolts, serial ticks, dashed outlines, and the crate of a stranger.

A part beside the hull is drawn from its mount at (0, 0) outwards to the right, within 15 mm and 4.5 mm up and down.
"""

from collections.abc import Iterable
from zlib import crc32

from companion.games.techniconica.art import card_art
from companion.games.techniconica.art.strokes import FINE, HULL, Drawing, block, fine, hull
from companion.games.techniconica.model import Part
from companion.printing.faces.boxes import Circle, Ink, Line, Path, Point, Rect
from companion.printing.faces.placing import placed

_DASH = (0.8, 0.7)
_DASHED = 0.2


def said(card: Part) -> str:
    """Return the words that decide a part's shape: id, name and Sub-Type in small letters, hyphens as spaces."""
    return f"{card.id} {card.name} {card.subtype}".casefold().replace("-", " ")


def size(card: Part, stat: str, otherwise: int, most: int) -> int:
    """Return a stat limited to `most`; a number that is not known is drawn as `otherwise`."""
    value = getattr(card, stat, None)
    return otherwise if value is None else min(value, most)


def dark(*points: Point) -> Path:
    """Return a part of the inner frame: solid blue."""
    return hull(*points, fill="blue")


def joint(x: float, y: float, r: float) -> Drawing:
    """Return a joint: a dark disc with a light cap."""
    return (Circle(x, y, r, "blue", "blue", HULL), Circle(x, y, r * 0.48, "paper", None))


def bolts(*points: Point, r: float = 0.42) -> Drawing:
    """Return bolts."""
    return tuple(Circle(x, y, r, "blue", None) for x, y in points)


def scored(x1: float, y1: float, x2: float, y2: float) -> Line:
    """Return a light stroke on a dark plate."""
    return Line(x1, y1, x2, y2, 0.3, "paper")


def glow(x: float, y: float, r: float) -> Circle:
    """Return a lens or a core in the game's colour."""
    return Circle(x, y, r, "accent", "blue", 0.35)


def curve(*moves: tuple[str | float, ...], fill: Ink | None = "tint", width: float = HULL) -> Path:
    """Return a plate with curved edges."""
    return Path(moves, fill, "blue", width)


def serial(card: Part, x: float, y: float, w: float, h: float = 1.4) -> Drawing:
    """Return ticks like a stencilled number: no two cards have the same, so that any change of cards shows."""
    number = crc32(card.id.encode())
    pitch = w / 7
    ticks = tuple(fine(x + i * pitch, y, x + i * pitch, y + h) for i in range(6) if number >> i & 1)
    end = x + 5.4 * pitch + (number >> 6) % 997 / 997 * pitch
    return (*ticks, Line(end, y, end, y + h, 2 * FINE, "blue"))


def dashed(*points: Point, closed: bool = True) -> Drawing:
    """Return the dashed outline of something that is not there."""
    ends: Iterable[Point] = (*points[1:], points[0]) if closed else points[1:]
    return tuple(Line(*a, *b, _DASHED, "blue", _DASH) for a, b in zip(points, ends, strict=False))


def free(x: float, y: float, w: float, h: float) -> Drawing:
    """Return the dashed outline of a free slot."""
    return (Rect(x, y, w, h, 1, None, "blue", _DASHED, _DASH),)


def stranger(card: Part | None) -> Drawing:
    """Return a crate beside the mount: with a small picture of a card that does not belong there, or a question mark."""
    crate = (block(0, -4.4, 11, 8.8, "paper", 0.8), *bolts((1.2, -3.2), (9.8, -3.2), (1.2, 3.2), (9.8, 3.2)))
    if card is None:
        return (*crate, *question(5.5, 0))
    return (*crate, *placed(card_art.drawing(card), 5.5, 0, 0.24), *serial(card, 2, -4.2, 7, 0.9))


def question(x: float, y: float) -> Drawing:
    """Return a question mark about a point."""
    hook = (
        ("M", x - 1.6, y - 1.4), ("C", x - 1.6, y - 3.8, x + 1.8, y - 3.8, x + 1.8, y - 1.6),
        ("C", x + 1.8, y - 0.2, x, y - 0.2, x, y + 1.2),
    )  # fmt: skip
    return (Path(hook, None, "blue", 0.8), Circle(x, y + 2.7, 0.55, "blue", None))
