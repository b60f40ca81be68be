"""Shapes that parts of a robot share: shipped drawings, a card's serial number, lights for its rank, hazard stripes."""

from companion.games.wreck_a_mech.model import Part
from companion.printing.faces.boxes import Circle, Rect, polygon
from companion.printing.faces.drawings import load_shipped
from companion.printing.faces.plates import FINE
from companion.printing.faces.strokes import Drawing, ticks

FOLDER = "wreck_a_mech"
_CORPORATIONS = ("akio", "freedom", "zhao")
"""Corporations with their own shapes; all others are plain, like the Trainers."""


def load_drawing(name: str) -> Drawing:
    """Return a shipped drawing."""
    return load_shipped(FOLDER, name).boxes


def by_corporation(name: str, card: Part) -> Drawing:
    """Return the shipped drawing of a card's corporation."""
    return load_drawing(f"{name}-{card.corporation if card.corporation in _CORPORATIONS else 'plain'}")


def words(card: Part) -> str:
    """Return the words that decide a part's shape, in small letters."""
    return f"{card.id} {card.name}".casefold().replace("-", " ")


def serial(card: Part, x: float, y: float, w: float, h: float = 1.3) -> Drawing:
    """Return a card's stencilled number: no two cards have the same, so that any change of cards shows."""
    return ticks(card.id, x, y, w, h)


def rank_pips(card: Part, x: float, y: float, pitch: float = 1.7) -> Drawing:
    """Return a light for each rank, in a row about a point."""
    return tuple(
        Circle(x + (i - (card.rank - 1) / 2) * pitch, y, 0.55, "accent", "blue", FINE) for i in range(card.rank)
    )


def hazard(x: float, y: float, w: float, h: float) -> Drawing:
    """Return a band of hazard stripes."""
    count = max(2, int(w / 2.4))
    pitch = w / count
    slant = min(h, pitch * 0.5)
    stripes = tuple(
        polygon(
            (x + i * pitch + slant, y),
            (x + (i + 0.5) * pitch + slant * 0.9, y),
            (x + (i + 0.5) * pitch, y + h),
            (x + i * pitch, y + h),
            fill="accent",
            stroke=None,
        )
        for i in range(count)
    )
    return (Rect(x, y, w, h, 0, "paper", "blue", 0.35), *stripes)
