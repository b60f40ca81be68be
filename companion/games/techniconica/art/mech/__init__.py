"""A Mech drawn as one figure from its parts: hull and Cockpit in the middle, slots around it, the Locomotor below.

Drawn about the middle of the hull in mm, then stood in its field. A Mech without cards is only dashed outlines.
"""

from collections import Counter

from companion.cards import Catalogue
from companion.games.techniconica.art.mech import cabs, engines, fittings, guns, movers
from companion.games.techniconica.art.mech.shapes import free, stranger
from companion.games.techniconica.model import Cockpit, Locomotor, Mech, Part, Placed, PowerPlant, Seat, Slot, Weapon
from companion.printing.faces.placing import placed
from companion.printing.faces.strokes import Drawing, dark, joint

ROW, COLUMN = 9.4, 16.0
"""The pitch of slots beside the hull, in mm."""
_MOUNT = 9.0
_FARTHEST = 6
"""A part outside the grid is drawn at most so many slots away."""
_LEAN = {-1: -14.0, 0: 0.0, 1: 8.0}
"""How far a part beside the hull leans up or down, in degrees, by row."""

Offset = tuple[int, int]
"""Rows down and columns to the right of the Cockpit."""


def mech(built: Mech, catalogue: Catalogue) -> Drawing:
    """Return a Mech's line art, its feet lowest."""
    return _Drawn(built, catalogue).all()


class _Drawn:
    """One Mech while it is drawn: its cards, and which slots are taken."""

    def __init__(self, built: Mech, catalogue: Catalogue) -> None:
        self.mech, self.catalogue = built, catalogue
        self.taken: Counter[Offset] = Counter()

    def all(self) -> Drawing:
        beside = [(self.offset(part.at), part) for part in self.mech.part]
        behind = [self.part(offset, part) for offset, part in beside if offset[1] == 0 and offset[0] < 0]
        ahead = [self.part(offset, part) for offset, part in beside if not (offset[1] == 0 and offset[0] < 0)]
        drawings = [self.free_slots(), *behind, self.locomotor(), *ahead, self.cockpit()]
        return tuple(box for drawing in drawings for box in drawing)

    def card(self, card_id: str) -> Part | None:
        return self.catalogue.find(Part, card_id)

    def attached(self, seat: Seat | Placed) -> tuple[Part | None, ...]:
        return tuple(self.card(card_id) for card_id in seat.attached)

    def offset(self, slot: Slot) -> Offset:
        row, column = (here - middle for here, middle in zip(slot, self.mech.centre, strict=True))
        return max(-_FARTHEST, min(_FARTHEST, row)), max(-_FARTHEST, min(_FARTHEST, column))

    def locomotor(self) -> Drawing:
        seat = self.mech.locomotor
        if seat is None:
            return movers.no_mover()
        card = self.card(seat.card)
        legs = (
            movers.mover(card)
            if isinstance(card, Locomotor)
            else (*movers.no_mover(), *placed(stranger(card), -5.5, 17))
        )
        return (*legs, *fittings.ON_MOVER.drawn(self.attached(seat)))

    def cockpit(self) -> Drawing:
        seat, pilot = self.mech.cockpit, self.mech.pilot
        card = self.card(seat.card) if seat else None
        cab = cabs.cab(card) if isinstance(card, Cockpit) else cabs.no_cab()
        wrong = placed(stranger(card), -5.5, -9.4) if seat and not isinstance(card, Cockpit) else ()
        right = card if isinstance(card, Cockpit) else None
        helmet = cabs.seat(right, self.card(pilot.card) if pilot else None, pilot is not None)
        attached = (*(self.attached(seat) if seat else ()), *(self.attached(pilot) if pilot else ()))
        return (*cabs.chassis(right), *cab, *wrong, *helmet, *fittings.ON_CAB.drawn(attached))

    def part(self, offset: Offset, part: Placed) -> Drawing:
        again, self.taken[offset] = self.taken[offset], self.taken[offset] + 1
        card = self.card(part.card)
        match card:
            case Weapon():
                drawing = guns.weapon(card)
            case PowerPlant():
                drawing = engines.engine(card)
            case _:
                drawing = stranger(card)
        drawing = (*drawing, *fittings.BESIDE.drawn(self.attached(part)))
        down, across = offset
        if across == 0:
            return self.upright(down, again, drawing, isinstance(card, Weapon))
        lean = _LEAN.get(down, 0) if isinstance(card, Weapon) else 0
        x, y = _mount(offset)
        pylon = _pylon(offset)
        outward = placed(drawing, x + 1.6 * again, y + 2.2 * again, 1, lean)
        return placed((*pylon, *outward), mirrored=across < 0)

    def upright(self, down: int, again: int, drawing: Drawing, gun: bool) -> Drawing:
        """Return a part over the hull on a mast, or under it between the legs; a Weapon points to the right."""
        y = -15.5 + ROW * (down + 1) if down < 0 else 12 + ROW * (down - 1)
        mast = (
            dark((-1.8, y), (1.8, y), (2.4, -4), (-2.4, -4))
            if down < 0
            else dark((-1.4, 9), (1.4, 9), (1.4, y), (-1.4, y))
        )
        lean = (-16.0 if down < 0 else 12.0) if gun else 0.0
        turned = placed(drawing, (-2 if gun else -5) + 1.6 * again, y + 1.8 * again, 1, lean)
        return (mast, *joint(0, y, 2.6), *turned)

    def free_slots(self) -> Drawing:
        """Return outlines of the slots next to the hull that are empty."""
        taken = {self.offset(part.at) for part in self.mech.part}
        made: list[Drawing] = []
        for slot in self.mech.auxiliary:
            down, across = self.offset(slot)
            if max(abs(down), abs(across)) > 1 or (down, across) in taken:
                continue
            x, y = _mount((down, across)) if across else (-4.6, -17)
            outline = free(x + 2.6, y - 2, 4, 4)
            made.append(placed(outline, mirrored=across < 0))
        return tuple(box for drawing in made for box in drawing)


def _mount(offset: Offset) -> tuple[float, float]:
    """Return where a part on the right is mounted."""
    down, across = offset
    narrow = 0.8 if down == 1 else 0
    return _MOUNT - narrow + COLUMN * (abs(across) - 1), ROW * down - (0 if down < 1 else 0.6)


def _pylon(offset: Offset) -> Drawing:
    """Return what holds a part on the right: a shoulder, a joint, or a long beam to an outer column."""
    x, y = _mount(offset)
    beam = (dark((4, y - 0.9), (x, y - 0.9), (x, y + 0.9), (4, y + 0.9)),) if abs(offset[1]) > 1 else ()
    if offset[0] < 0:
        return (*beam, dark((8, -3), (11, -3), (x + 1.4, y), (x - 1.2, y)), *joint(9.6, -3.4, 2.2))
    return (*beam, *joint(x - 0.6, y, 2.3))
