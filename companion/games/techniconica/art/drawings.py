"""Techniconica's shipped drawings by name, as boxes, with the pictures of events."""

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
"""Words of an event's id, each with its drawing; others have rain."""
_RAINS = 4


def load_drawing(name: str) -> Drawing:
    """Return a shipped drawing."""
    return load_shipped("techniconica", name).boxes


def emblem() -> Drawing:
    """Return the picture of card backs: a Mech of nine plates with the Cockpit in the middle."""
    return load_drawing("card-back")


def event(card: Event) -> Drawing:
    """Return an event's picture about (0, 0), within 19 mm to either side and 13 mm up and down."""
    rain = f"rain-{len(card.name) % _RAINS + 1}"
    return load_drawing(f"events/{next((name for word, name in _EVENTS if word in card.id), rain)}")
