"""A Mech drawn as one figure from its parts: hull and Cockpit in the middle, slots around it, the Locomotor below.

Drawn about the middle of the hull in mm, then stood in its field. A Mech without cards is a bare hull with outlines.
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
"""The height at which the Locomotor begins."""
_TALLER = 0.62
"""How much taller the Locomotor is for each row of parts below it."""
_LEAN = {-1: -14.0, 0: 0.0, 1: 8.0}
"""How far a Weapon beside the hull leans up or down, in degrees, by row."""


def mech(built: Mech, catalogue: Catalogue) -> Drawing:
    """Return a Mech's line art, its feet lowest; a card that is not known is a crate with a question mark."""
    return _Drawn(built, catalogue).all()


class _Drawn:
    """One Mech while it is drawn: its cards, and where its slots are."""

    def __init__(self, built: Mech, catalogue: Catalogue) -> None:
        self.mech, self.catalogue, self.slots = built, catalogue, SlotLayout(built)

    def all(self) -> Drawing:
        """Return the whole Mech, what is behind first."""
        held: Counter[Offset] = Counter()
        behind: list[Drawing] = []
        ahead: list[Drawing] = []
        for part in self.mech.part:
            offset = self.slots.offset(part.at)
            drawing = self.part(offset, part, held[offset])
            (behind if offset[1] == 0 and offset[0] < 0 else ahead).append(drawing)
            held[offset] += 1
        return join_drawings((self.slots.free(), *behind, self.locomotor(), *ahead, self.cockpit()))

    def card(self, seat: Seat | Placed | None) -> Part | None:
        return self.catalogue.find(Part, seat.card) if seat else None

    def attached(self, seat: Seat | Placed | None) -> Sequence[Part | None]:
        return [self.catalogue.find(Part, card_id) for card_id in seat.attached] if seat else []

    def locomotor(self) -> Drawing:
        seat, card = self.mech.locomotor, self.card(self.mech.locomotor)
        crate = place_art(stranger(card), -5.5, 17) if seat else ()
        legs = movers.mover(card) if isinstance(card, Locomotor) else (*movers.no_mover(), *crate)
        whole = (*legs, *fittings.ON_MOVER.draw(self.attached(seat)))
        scale = 1 + _TALLER * self.slots.depth
        return place_art(whole, 0, _HIPS - scale * _HIPS, scale) if self.slots.depth else whole

    def cockpit(self) -> Drawing:
        seat, pilot, card = self.mech.cockpit, self.mech.pilot, self.card(self.mech.cockpit)
        right = card if isinstance(card, Cockpit) else None
        crate = place_art(stranger(card), -5.5, -9.4) if seat and right is None else ()
        cab = cabs.cab(right) if right else (*cabs.no_cab(), *crate)
        helmet = cabs.seat(right, self.card(pilot), pilot is not None)
        attached = (*self.attached(seat), *self.attached(pilot))
        return (*cabs.chassis(right), *cab, *helmet, *fittings.ON_CAB.draw(attached))

    def part(self, offset: Offset, part: Placed, before: int) -> Drawing:
        """Return a part in its slot, moved on a little where others were put `before` it."""
        card = self.card(part)
        drawing = (*_part_beside_weapon_slot(card), *fittings.BESIDE.draw(self.attached(part)))
        down, across = offset
        gun = isinstance(card, Weapon)
        if across == 0:
            return _upright(down, before, drawing, gun)
        x, y = self.slots.mount(offset)
        outward = place_art(drawing, x + 1.6 * before, y + 2.2 * before, 1, _LEAN.get(down, 0) if gun else 0)
        whole = (*self.slots.pylon(offset), *outward)
        return place_art(whole, mirrored=True) if across < 0 else whole


def _part_beside_weapon_slot(card: Part | None) -> Drawing:
    match card:
        case Weapon():
            return guns.weapon(card)
        case PowerPlant():
            return engines.engine(card)
    return stranger(card)


def _upright(down: int, before: int, drawing: Drawing, gun: bool) -> Drawing:
    """Return a part over the hull on a mast, or under it between the legs; a Weapon points to the right."""
    y = dorsal(down)
    over = dark((-1.8, y), (1.8, y), (2.4, -4), (-2.4, -4))
    under = dark((-1.4, 9), (1.4, 9), (1.4, y), (-1.4, y))
    lean = (-16.0 if down < 0 else 12.0) if gun else 0.0
    turned = place_art(drawing, (-2 if gun else -5) + 1.6 * before, y + 1.8 * before, 1, lean)
    return (over if down < 0 else under, *joint(0, y, 2.6), *turned)
