"""The slots of a Mech's grid around the hull, in mm from its middle, with the pylons that hold parts.

Empty columns are narrow, so that a large grid with few parts has no long beams.
"""

from collections.abc import Iterable
from itertools import chain

from companion.games.techniconica.art.mech.shapes import free
from companion.games.techniconica.model import Mech, Slot
from companion.printing.faces.boxes import Point
from companion.printing.faces.placing import place_art
from companion.printing.faces.strokes import Drawing, dark, joint

ROW, COLUMN = 9.4, 16.0
"""The pitch of rows, and of columns with parts, in mm."""
_EMPTY_COLUMN = 1.2
_MOUNT = 9.0
_DORSAL = -15.5
"""The height of the top of the mast in the row above the Cockpit."""

Offset = tuple[int, int]
"""Rows down and columns to the right of the Cockpit."""


class SlotLayout:
    """The slots of one Mech."""

    def __init__(self, mech: Mech) -> None:
        """Work out the occupied slots."""
        self.mech = mech
        self.occupied = {self.offset(part.at) for part in mech.part}

    def offset(self, slot: Slot) -> Offset:
        """Return a slot's offset; a slot outside the grid counts as the nearest one inside."""
        nearest = (max(1, min(side, number)) for side, number in zip(self.mech.grid, slot, strict=True))
        row, column = nearest
        return row - self.mech.centre[0], column - self.mech.centre[1]

    @property
    def depth(self) -> int:
        """The number of rows with parts below the Locomotor's."""
        return max([0, *(down - 1 for down, _ in self.occupied)])

    def mount(self, offset: Offset) -> Point:
        """Return the mount of a part on the right, in mm; drawings on the left are mirrored."""
        down, across = offset
        steps = range(1, abs(across))
        side = 1 if across > 0 else -1
        inner_columns = sum(COLUMN if (down, side * step) in self.occupied else _EMPTY_COLUMN for step in steps)
        inset = 0.8 if down == 1 else 0
        return _MOUNT - inset + inner_columns, ROW * down - (0 if down < 1 else 0.6)

    def pylon(self, offset: Offset) -> Drawing:
        """Return the mounting of a part on the right: a shoulder, a joint, or a beam to an outer column."""
        x, y = self.mount(offset)
        beam = (dark((4, y - 0.9), (x, y - 0.9), (x, y + 0.9), (4, y + 0.9)),) if x > _MOUNT else ()
        strut = (dark((2, 8), (4.4, 8), (5.6, y), (3.4, y)),) if offset[0] > 1 else ()
        if offset[0] >= 0:
            return (*strut, *beam, *joint(x - 0.6, y, 2.3))
        return (*beam, dark((8, -3), (11, -3), (10.4, y), (7.8, y)), *joint(9.6, -3.4, 2.2), *joint(x - 0.6, y, 1.8))

    def free(self) -> Drawing:
        """Return outlines of the empty slots next to the hull."""
        offsets = (self.offset(slot) for slot in self.mech.auxiliary)
        return join_drawings(
            _free_slot(*offset) for offset in offsets if offset not in self.occupied and max(map(abs, offset)) <= 1
        )


def _free_slot(down: int, across: int) -> Drawing:
    if across == 0:
        return free(-2, _DORSAL - 3.5, 4, 4)
    return place_art(free(_MOUNT + 2.6, ROW * down - 2, 4, 4), mirrored=across < 0)


def dorsal(down: int) -> float:
    """Return the height of a part above the hull, or below it between the legs, by its rows down."""
    return _DORSAL + ROW * (down + 1) if down < 0 else 12 + ROW * (down - 1)


def join_drawings(drawings: Iterable[Drawing]) -> Drawing:
    """Return several drawings as one."""
    return tuple(chain.from_iterable(drawings))
