"""Draws a Mech as one figure from its parts: hull and Cockpit in the middle, slots around it, the Locomotor below.

Coordinates are mm from the middle of the hull. A Mech without cards is a bare hull with outlines.
"""

from collections import Counter
from collections.abc import Sequence

from companion.data.cards import Catalogue
from companion.games.techniconica.art.mech import cabs, engines, fittings, guns, movers
from companion.games.techniconica.art.mech.parts import stranger
from companion.games.techniconica.art.mech.slots import Offset, SlotLayout, dorsal, join_drawings
from companion.games.techniconica.model import Cockpit, Locomotor, Mech, Part, Placed, PowerPlant, Seat, Weapon
from companion.printing.faces.placing import place_art
from companion.printing.faces.strokes import Drawing, dark, joint

_HIPS = 10.0
"""The height of the top of the Locomotor."""
_TALLER = 0.62
"""The growth of the Locomotor's scale for each row of parts below it."""
_LEAN = {-1: -14.0, 0: 0.0, 1: 8.0}
"""Degrees by which a Weapon beside the hull points up or down, by row."""


def mech(design: Mech, catalogue: Catalogue) -> Drawing:
    """Return a Mech's line art; an unknown card is a crate with a question mark."""
    return _MechDrawing(design, catalogue).all()


class _MechDrawing:
    """Draws one Mech."""

    def __init__(self, design: Mech, catalogue: Catalogue) -> None:
        self.mech, self.catalogue, self.slots = design, catalogue, SlotLayout(design)

    def all(self) -> Drawing:
        """Return the whole Mech, the parts behind first."""
        counts: Counter[Offset] = Counter()
        behind: list[Drawing] = []
        ahead: list[Drawing] = []
        for part in self.mech.part:
            offset = self.slots.offset(part.at)
            drawing = self.part(offset, part, counts[offset])
            (behind if offset[1] == 0 and offset[0] < 0 else ahead).append(drawing)
            counts[offset] += 1
        return join_drawings((self.slots.free(), *behind, self.locomotor(), *ahead, self.cockpit()))

    def card(self, seat: Seat | Placed | None) -> Part | None:
        return self.catalogue.find(Part, seat.card) if seat else None

    def attached(self, seat: Seat | Placed | None) -> Sequence[Part | None]:
        return [self.catalogue.find(Part, card_id) for card_id in seat.attached] if seat else []

    def locomotor(self) -> Drawing:
        seat, card = self.mech.locomotor, self.card(self.mech.locomotor)
        crate = place_art(stranger(card), -5.5, 17) if seat else ()
        legs = movers.mover(card) if isinstance(card, Locomotor) else (*movers.no_mover(), *crate)
        drawing = (*legs, *fittings.ON_MOVER.draw(self.attached(seat)))
        scale = 1 + _TALLER * self.slots.depth
        return place_art(drawing, 0, _HIPS - scale * _HIPS, scale) if self.slots.depth else drawing

    def cockpit(self) -> Drawing:
        seat, pilot, card = self.mech.cockpit, self.mech.pilot, self.card(self.mech.cockpit)
        cockpit = card if isinstance(card, Cockpit) else None
        crate = place_art(stranger(card), -5.5, -9.4) if seat and cockpit is None else ()
        cab = cabs.cab(cockpit) if cockpit else (*cabs.no_cab(), *crate)
        helmet = cabs.seat(cockpit, self.card(pilot), pilot is not None)
        attached = (*self.attached(seat), *self.attached(pilot))
        return (*cabs.chassis(cockpit), *cab, *helmet, *fittings.ON_CAB.draw(attached))

    def part(self, offset: Offset, part: Placed, before: int) -> Drawing:
        """Return a part in its slot, shifted a little if `before` other parts are there already."""
        card = self.card(part)
        drawing = (*_part_drawing(card), *fittings.BESIDE.draw(self.attached(part)))
        rows, columns = offset
        is_weapon = isinstance(card, Weapon)
        if columns == 0:
            return _on_mast(rows, before, drawing, is_weapon)
        x, y = self.slots.mount(offset)
        placed = place_art(drawing, x + 1.6 * before, y + 2.2 * before, 1, _LEAN.get(rows, 0) if is_weapon else 0)
        mounted = (*self.slots.pylon(offset), *placed)
        return place_art(mounted, mirrored=True) if columns < 0 else mounted


def _part_drawing(card: Part | None) -> Drawing:
    match card:
        case Weapon():
            return guns.weapon(card)
        case PowerPlant():
            return engines.engine(card)
    return stranger(card)


def _on_mast(rows: int, before: int, drawing: Drawing, is_weapon: bool) -> Drawing:
    """Return a part over the hull on a mast, or under it between the legs; a Weapon points to the right."""
    y = dorsal(rows)
    over = dark((-1.8, y), (1.8, y), (2.4, -4), (-2.4, -4))
    under = dark((-1.4, 9), (1.4, 9), (1.4, y), (-1.4, y))
    lean = (-16.0 if rows < 0 else 12.0) if is_weapon else 0.0
    placed = place_art(drawing, (-2 if is_weapon else -5) + 1.6 * before, y + 1.8 * before, 1, lean)
    return (over if rows < 0 else under, *joint(0, y, 2.6), *placed)
