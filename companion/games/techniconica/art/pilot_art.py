"""Faces of Pilots: visor, jaw and headgear follow from the card's id, stripes and shoulders from its numbers."""

from zlib import crc32

from companion.games.techniconica.art.drawings import load_drawing
from companion.games.techniconica.model import Part, Pilot
from companion.printing.faces.strokes import Drawing, curve, fine

_CHECKSUM_START = 813
"""The start value of an id's checksum, by which any two of our Pilots differ in two of visor, headgear and jaw."""
_VISORS = ("band", "lenses", "t-shaped", "open", "slits", "narrow", "one-lens")
_GEAR = ("aerial", "headphones", "crest", "horns", "cap", "bandana", "spikes")
_JAWS = ("", "mask", "scarf", "filters", "strap")


def head(card: Part | None) -> Drawing:
    """Return a Pilot's head with its headgear; of an unknown card the first of each."""
    number = crc32(card.id.encode(), _CHECKSUM_START) if card else 0
    visor, rest = number % len(_VISORS), number // len(_VISORS)
    jaw = _JAWS[rest // len(_GEAR) % len(_JAWS)]
    names = (f"gear-{_GEAR[rest % len(_GEAR)]}", "helmet", f"visor-{_VISORS[visor]}", *((f"jaw-{jaw}",) if jaw else ()))
    return tuple(box for name in names for box in load_drawing(f"pilots/{name}"))


def pilot(card: Pilot) -> Drawing:
    """Return a Pilot's picture: more stripes with AC, broader shoulders with BT, a star on a Named Pilot."""
    wide = 10.0 + min(max(card.stat("bt"), 1), 8) * 0.7
    bust = curve(
        ("M", -wide, 12.5),
        ("C", -wide, 6.0, -7.0, 5.0, -4.0, 4.0),
        ("L", 4.0, 4.0),
        ("C", 7.0, 5.0, wide, 6.0, wide, 12.5),
        ("Z",),
    )
    stripes = tuple(
        fine(2.4 - wide + i * 1.3, 8.6, 2.4 - wide + i * 1.3, 11.4) for i in range(min(max(card.stat("ac"), 1), 5))
    )
    return (bust, *head(card), *stripes, *load_drawing("pilots/badge-named" if card.named else "pilots/badge"))
