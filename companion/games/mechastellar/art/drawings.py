"""MechaStellar's shipped drawings by name, as boxes; numbers of a card do not change them."""

from collections.abc import Mapping

from companion.printing.faces.boxes import Point
from companion.printing.faces.drawings import load_shipped, names
from companion.printing.faces.plates import Boxes

_FOLDER = "mechastellar"
GUNS = names(_FOLDER, "guns") | {"pod"}
"""Forms of guns: those with a drawing, and pods, which are composed."""
BLADES = names(_FOLDER, "blades")
"""Forms of melee weapons that a hand holds or that replace it."""


def load_drawing(name: str) -> Boxes:
    """Return a shipped drawing."""
    return load_shipped(_FOLDER, name).boxes


def joints(name: str) -> Mapping[str, Point]:
    """Return the joints of a shipped drawing."""
    return load_shipped(_FOLDER, name).joints


def blade(form: str) -> Boxes:
    """Return a melee weapon held at (0, 0) and pointing to the right."""
    return load_drawing(f"blades/{form}")


def buckler(blocks: int, melee_only: bool) -> Boxes:
    """Return a shield about its handle at (0, 0), upright, larger with the blocks it gives; spiked for melee only."""
    if melee_only:
        return load_drawing("shields/spiked")
    return load_drawing("shields/tower" if blocks > 2 else "shields/broad" if blocks > 1 else "shields/small")
