"""The picture of a single part for its card, and crates for cards in the wrong place on a Mech."""

from companion.games.techniconica.art.mech import cabs, engines, extras, guns, movers
from companion.games.techniconica.art.mech.shapes import serial
from companion.games.techniconica.art.pilot_art import pilot
from companion.games.techniconica.model import (
    Armour,
    Cockpit,
    Extra,
    Locomotor,
    Part,
    Pilot,
    PowerPlant,
    Shield,
    Weapon,
)
from companion.printing.faces.placing import fill_window, place_art
from companion.printing.faces.strokes import Drawing, block, bolts, question

_LARGEST = 4.8
"""The largest scale of a part on its card, compared with a Mech."""


def drawing(card: Part, w: float, h: float) -> Drawing:
    """Return a card's picture for a window of w by h mm about (0, 0)."""
    return fill_window(_part(card), w, h, _LARGEST)


def _part(card: Part) -> Drawing:
    match card:
        case Locomotor():
            return movers.mover(card)
        case Cockpit():
            return cabs.cab(card)
        case Pilot():
            return pilot(card)
        case Weapon():
            return guns.weapon(card)
        case PowerPlant():
            return engines.engine(card)
        case Armour():
            return extras.armour(card, 0)
        case Shield():
            return (*extras.dome(card), *place_art(extras.emitter(card), 0, -8.4, 1.4))
        case Extra():
            return extras.small(card)
    raise TypeError(f"{card.id} is of a type that has no picture")


def stranger(card: Part | None) -> Drawing:
    """Return a crate beside the mount, for a card that does not belong there or, None, an unknown one."""
    crate = (block(0, -4.4, 11, 8.8, "paper", 0.8), *bolts((1.2, -3.2), (9.8, -3.2), (1.2, 3.2), (9.8, 3.2)))
    if card is None:
        return (*crate, *question(5.5, 0))
    return (*crate, *place_art(drawing(card, 9, 6.4), 5.5, 0), *serial(card, 2, -4.2, 7, 0.9))
