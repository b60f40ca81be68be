"""Techniconica's shipped drawings: what does not vary, as boxes; among them the pictures of events."""

from companion.games.techniconica.model import Event
from companion.printing.faces.drawings import load_shipped
from companion.printing.faces.strokes import Drawing

_EVENTS = (
    ("fissure", "crack"),
    ("quake", "crack"),
    ("mine", "bolts"),
    ("surge", "bolts"),
    ("wind", "wind"),
    ("dust", "wind"),
    ("haze", "wind"),
    ("rocket", "rocket"),
    ("drop", "crate"),
    ("luck", "crate"),
    ("skies", "sun"),
)
"""Words of an event's id, and its drawing."""
_RAINS = 4


def load_drawing(name: str) -> Drawing:
    """Return a shipped drawing."""
    return load_shipped("techniconica", name).boxes


def emblem() -> Drawing:
    """Return the picture of card backs: a Mech of nine plates with the Cockpit in the middle."""
    return load_drawing("card-back")


def event(card: Event) -> Drawing:
    """Return an event's picture, within 19 mm to either side and 13 up and down; rain over one of several hills."""
    rain = f"rain-{len(card.name) % _RAINS + 1}"
    return load_drawing(f"events/{next((name for word, name in _EVENTS if word in card.id), rain)}")
