"""The figures of a squad: each Mech drawn from its parts, with a description in a sentence."""

from companion.base.wording import join_words
from companion.data.cards import Catalogue
from companion.gamekit.contract import Context
from companion.games.techniconica.art import mech
from companion.games.techniconica.model import Mech, Part, Placed, Seat, Slot, Squad
from companion.games.techniconica.rules.assembly import mech_name
from companion.printing.faces.plates import stand_figure
from companion.printing.faces.portraits import Figure
from companion.printing.faces.strokes import LARGEST

_PLACES = {
    (-1, -1): "on the upper left",
    (-1, 0): "on top",
    (-1, 1): "on the upper right",
    (0, -1): "on the left",
    (0, 1): "on the right",
    (1, -1): "on the lower left",
    (1, 1): "on the lower right",
}
"""The slots next to the Cockpit in words, by rows down and columns to the right."""


def figures(build: Squad, context: Context) -> tuple[Figure, ...]:
    """Return a figure for each Mech of a squad; empty places are outlines."""
    return tuple(_figure(design, index, context.catalogue) for index, design in enumerate(build.mech))


def _figure(design: Mech, index: int, catalogue: Catalogue) -> Figure:
    called = mech_name(design, index)
    boxes = stand_figure(mech.mech(design, catalogue), LARGEST)
    return Figure(str(index + 1), called, boxes, f"{called}: {_about(design, catalogue)}.")


def _about(design: Mech, catalogue: Catalogue) -> str:
    fixed = (("on ", design.locomotor, "no Locomotor"), ("with ", design.cockpit, "no Cockpit"))
    pilot = ("piloted by ", design.pilot, "no Pilot")
    words = [
        f"{before}{_name_with_attached(seat, catalogue)}" if seat else missing
        for before, seat, missing in (*fixed, pilot)
    ]
    return join_words(
        [*words, *(f"{_name_with_attached(part, catalogue)} {_place(design, part.at)}" for part in design.part)]
    )


def _name_with_attached(seat: Seat | Placed, catalogue: Catalogue) -> str:
    """Return a card's name, with those attached to it in brackets."""
    card, *attached = (catalogue.find(Part, card_id) for card_id in (seat.card, *seat.attached))
    names = ", ".join(other.name if other else "an unknown card" for other in attached)
    return f"{card.name if card else 'an unknown card'}{f' ({names})' if names else ''}"


def _place(design: Mech, slot: Slot) -> str:
    offset = slot[0] - design.centre[0], slot[1] - design.centre[1]
    return _PLACES.get(offset, f"in slot {slot[0]},{slot[1]}")
