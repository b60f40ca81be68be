"""Hull and Cockpit about (0, 0): the chassis, the cab on it, the Pilot behind the glass."""

from zlib import crc32

from companion.games.techniconica.art import pilot_art
from companion.games.techniconica.art.drawings import load_drawing
from companion.games.techniconica.art.mech.shapes import serial, shape_words, size
from companion.games.techniconica.model import Part, Pilot
from companion.printing.faces.boxes import Group, polygon
from companion.printing.faces.placing import place_art
from companion.printing.faces.plates import plate
from companion.printing.faces.strokes import Drawing, dash_outline, fine


def chassis(card: Part | None) -> Drawing:
    """Return the frame: beam, waist, breastplate and shoulders; heavier under a Cockpit with more DT."""
    bulk = size(card, "dt", 3, 6) if card else 3
    return load_drawing(f"cabs/chassis-{'light' if bulk < 3 else 'usual' if bulk == 3 else 'heavy'}")


def _rim(card: Part, half: float) -> Drawing:
    """Return the tub under the glass; a seam for each point of AR."""
    seams = tuple(fine(-half + 2 + i * 1.5, -4.2, -half + 2 + i * 1.5, -2.4) for i in range(size(card, "ar", 2, 8)))
    deep = -1.8 + 0.35 * size(card, "dt", 3, 6)
    tub = plate((-half, -5.4), (half, -5.4), (half - 0.8, -2), (half - 3, deep), (3 - half, deep), (0.8 - half, -2))
    return (tub, *seams, *serial(card, half - 5.4, -4.3, 3.6))


_CABS = (
    ("twin", "twin", 8.4),
    ("two", "twin", 8.4),
    ("bubble", "bubble", 7.4),
    ("canopy", "bubble", 7.4),
    ("cupola", "cupola", 8),
    ("command", "cupola", 8),
    ("tub", "tub", 8.6),
    ("armour", "tub", 8.6),
    ("bunker", "tub", 8.6),
    ("pod", "pod", 6.6),
    ("capsule", "pod", 6.6),
    ("cab", "cab", 7.6),
)
"""Words on a card, each with its drawing and half the width of its tub."""


def cab(card: Part) -> Drawing:
    """Return a Cockpit on the chassis, without its Pilot."""
    words = shape_words(card).replace("cabin", "")
    name, half = next(((name, half) for word, name, half in _CABS if word in words), ("standard", 7.6))
    return (*load_drawing(f"cabs/{name}"), *_rim(card, half))


def no_cab() -> Drawing:
    """Return the dashed outline of a Cockpit that is missing."""
    return dash_outline((-6.6, -7), (-6, -11), (-3.4, -14), (3.4, -14), (6, -11), (6.6, -7))


def seat(cab_card: Part | None, pilot: Part | None, is_seated: bool) -> Drawing:
    """Return the Pilot behind the glass; dashed unless one `is_seated`. A seated Pilot may be an unknown card, None."""
    words = shape_words(cab_card) if cab_card else ""
    x, y, scale = next((place for word, place in _SEATS if word in words), (0.0, -5.4, 1.0))
    if not is_seated:
        return place_art(dash_outline((-1.9, 0), (-2.1, -2.2), (0, -4.4), (2.1, -2.2), (1.9, 0)), x, y, scale)
    helmet = Group(pilot_art.head(pilot), x, y - 1.5 * scale, 0, _HEAD * scale)
    return (helmet, *(_chest(pilot) if pilot else ()))


_HEAD = 0.31
"""The scale of a Pilot's head behind the glass, compared with the head on its card."""
_SEATS = (
    ("twin", (-3.9, -5.4, 0.95)),
    ("bubble", (0.0, -5.4, 1.35)),
    ("canopy", (0.0, -5.4, 1.35)),
    ("cupola", (0.0, -9.2, 0.62)),
    ("command", (0.0, -9.2, 0.62)),
    ("tub", (0.0, -7.0, 0.66)),
    ("armour", (0.0, -7.0, 0.66)),
    ("bunker", (0.0, -7.0, 0.66)),
    ("pod", (0.0, -6.6, 1.0)),
    ("capsule", (0.0, -6.6, 1.0)),
)
"""The Pilot's seat by words of the Cockpit: x, y of the shoulders, and scale."""


def _chest(card: Part) -> Drawing:
    """Return a Named Pilot's mark on the breastplate; for others a stripe for each point of Accuracy."""
    if isinstance(card, Pilot) and card.named:
        mark = _MARKS[crc32(card.id.encode()) // 5 % len(_MARKS)]
        return (*load_drawing(f"marks/{mark}"), *serial(card, -1.9, 5.7, 4, 0.8))
    count = size(card, "ac", 2, 5)
    stripe = ((-1.8, 1), (0, 0), (1.8, 1), (1.8, 1.7), (0, 0.7), (-1.8, 1.7))
    stripes = (polygon(*((x, y - 0.2 + 1.05 * i) for x, y in stripe), fill="accent", stroke=None) for i in range(count))
    return (*stripes, *serial(card, -1.9, 5.9, 4, 0.7))


_MARKS = ("star-five", "star-four", "bolt", "caltrop", "eye", "sun", "fox")
