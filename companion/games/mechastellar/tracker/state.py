"""The stored state of a MechaStellar table: the records of its units, and what holds for a Round and a turn.

A turn is the activation of one unit; both sides may gain Momentum in it.
"""

from companion.play.records.state import RecordsState

SEATS = ("Seat 1", "Seat 2")
"""What seats are called where nobody sits; sentences name them so, and pages put the players' names there."""


class MechaState(RecordsState):
    """A table. `winner` is the seat that won the Round's initiative, `first` the one that goes first; `opener` is the
    first unit activated in the Round.

    `scored` are the seats that have gained Momentum for a destroyed enemy in this turn. `fallen` are the seats that
    have lost a level 1 or 2 pilot, whose Revenge is open. `lost` are the units that were destroyed in this turn.
    """

    winner: int | None = None
    first: int | None = None
    opener: str = ""
    scored: tuple[int, ...] = ()
    fallen: tuple[int, ...] = ()
    lost: tuple[str, ...] = ()
