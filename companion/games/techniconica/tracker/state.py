"""The state of a table of Techniconica besides the records: who began, who acted last, the event, orders of layers."""

from dataclasses import dataclass

from companion.data.rulebook import Rulings
from companion.gamekit.contract import Context
from companion.games.techniconica.tracker.options import Options
from companion.play.records.records import Records
from companion.play.records.state import RecordsState


class MechsState(RecordsState):
    """What lies on the table.

    `first` is the seat that began the battle, `last` the one that acted last. `events` are the ids of the cards in
    force, OTHER for one that the app does not know. `orders` has the order in which Shields and Armour of a
    part take damage, by `1.2/cockpit`, as far as its player has chosen it.
    """

    first: int | None = None
    last: int | None = None
    events: tuple[str, ...] = ()
    orders: dict[str, tuple[str, ...]] = {}


OTHER = "other"
"""An event in force where it is not among the cards in use."""
MechRecords = Records[MechsState]


@dataclass(frozen=True)
class Terms:
    """What never changes at a table, as long as its rulings stay: seats, options, cards, rulings in force."""

    seats: int
    options: Options
    context: Context

    @property
    def rulings(self) -> Rulings:
        """The rulings in force."""
        return self.context.rulings

    @property
    def is_diceless(self) -> bool:
        """Whether every roll counts as 5."""
        return self.rulings.get("dice") == "diceless"

    @property
    def is_race(self) -> bool:
        """Whether it is a Race to the Finish."""
        return self.rulings.get("variant") == "race"

    def team(self, seat: int) -> int:
        """Return the team of a seat; without teams, and among Lone Wolves, each seat is its own."""
        if self.rulings.get("variant") == "lone-wolves":
            return seat
        return self.options.team(seat, self.seats)

    def are_enemies(self, one: int, other: int) -> bool:
        """Whether two seats fight each other."""
        return self.team(one) != self.team(other)
