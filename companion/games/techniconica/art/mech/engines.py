"""Power Plants beside the hull, from the mount outwards: shaped by words on the card, a light for each point of PO."""

from companion.games.techniconica.art.drawings import load_drawing
from companion.games.techniconica.art.mech.shapes import serial, shape_words, size
from companion.games.techniconica.model import Part
from companion.printing.faces.boxes import Circle
from companion.printing.faces.plates import FINE
from companion.printing.faces.strokes import Drawing

Marks = tuple[tuple[float, float, float], tuple[float, float, float, float]]
"""A row of lights (x, y, width) and the stencilled number (x, y, width, height)."""

_FUELS = (
    ("battery", "battery"),
    ("twin turbine", "two-turbines"),
    ("turbine", "turbine"),
    ("jet", "turbine"),
    ("fusion", "fusion"),
    ("fission", "fission"),
    ("nuclear", "fission"),
    ("atomic", "fission"),
    ("reactor", "fission"),
    ("cell", "cells"),
    ("solar", "panes"),
    ("diesel", "pistons"),
    ("engine", "pistons"),
    ("motor", "pistons"),
)
"""Words on a card, each with its drawing; others have a bolt."""
_IN_CASES = ("battery", "cells", "pistons", "bolt")
"""Drawings with a second layer over the lights."""
_CASE: Marks = ((0, 3.5, 9.6), (6, -3.7, 3, 1))
_MARKS: dict[str, Marks] = {
    "turbine": ((0.6, 4.1, 9), (0.5, -0.9, 2.2, 1)),
    "two-turbines": ((0.4, -0.2, 9), (0.4, 4.4, 4, 0.8)),
    "fusion": ((0.4, 4.1, 9.6), (0, -4.6, 2.6, 1)),
    "fission": ((0, 3.5, 10.8), (3.6, 0.9, 3.6, 1)),
    "panes": ((0.4, 4.6, 8), (0, 1.5, 2, 1)),
}


def engine(card: Part) -> Drawing:
    """Return a Power Plant beside the hull."""
    name = next((name for word, name in _FUELS if word in shape_words(card)), "bolt")
    lights, number = _MARKS.get(name, _CASE)
    over = load_drawing(f"engines/{name}-over") if name in _IN_CASES else ()
    return (*load_drawing(f"engines/{name}"), *_lights(card, *lights), *serial(card, *number), *over)


def _lights(card: Part, x: float, y: float, w: float) -> Drawing:
    count = size(card, "po", 0, 9)
    return tuple(Circle(x + (i + 0.5) * w / max(count, 4), y, 0.5, "accent", "blue", FINE) for i in range(count))
