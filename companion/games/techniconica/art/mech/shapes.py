"""Shared by drawings of parts: words and numbers of a card, its stencilled number, free slots.

A part beside the hull is drawn from its mount at (0, 0) outwards to the right, within 15 mm and 4.5 mm up and down.
"""

from companion.games.techniconica.model import Part
from companion.printing.faces.boxes import Rect
from companion.printing.faces.strokes import Drawing, ticks


def shape_words(card: Part) -> str:
    """Return the words that decide a part's shape: id, name and Sub-Type in small letters, hyphens as spaces."""
    return f"{card.id} {card.name} {card.subtype}".casefold().replace("-", " ")


def size(card: Part, stat: str, otherwise: int, most: int) -> int:
    """Return a stat, at most `most`; `otherwise` if it is not known."""
    value = getattr(card, stat, None)
    return otherwise if value is None else min(value, most)


def serial(card: Part, x: float, y: float, w: float, h: float = 1.4) -> Drawing:
    """Return a card's stencilled number; every card has another, so that any change of cards can be seen."""
    return ticks(card.id, x, y, w, h)


def free(x: float, y: float, w: float, h: float) -> Drawing:
    """Return the dashed outline of a free slot."""
    return (Rect(x, y, w, h, 1, None, "blue", 0.2, (0.8, 0.7)),)
