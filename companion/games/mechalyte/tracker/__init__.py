"""Mechalyte at the table: sealed specs, turns, moves under fire, combats with aim, and the end by the rulings.

The two seats are side A and side B; side A's home row is row 1.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import Field

from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonMapping, JsonObject
from companion.data.documents import Record, read_as
from companion.gamekit.contract import Context
from companion.games.mechalyte.model import LETTERS, SLOTS, read_spec
from companion.games.mechalyte.resolver import MOST_SPARE
from companion.games.mechalyte.rules.battlefield import field
from companion.games.mechalyte.rules.levels import module_scale
from companion.games.mechalyte.tracker import moves, rolls, rulings, sight, turns
from companion.games.mechalyte.tracker.state import NAMES, State, Terms
from companion.play.log import Setup, TableEvent
from companion.play.tracker import Correctable, Move, Pending, Pick, Result, Rolling, Tracker, TrackerKind


class Options(Record):
    """What is asked when a table is opened."""

    dice: int | None = Field(
        None,
        ge=1,
        le=MOST_SPARE,
        title="Dice of each player",
        description="A mech on the field is a die. Leave it out where you have enough.",
    )


@dataclass(frozen=True)
class MechalyteTracker(Tracker[State]):
    """The game under its terms."""

    terms: Terms

    def start(self) -> State:
        """Return the state before anything happened."""
        return State()

    def read_state(self, data: JsonMapping) -> State:
        """Return a stored state; InvalidInput where it cannot be read."""
        return read_as(State, data)

    def waiting(self, state: State) -> tuple[Pending, ...]:
        """Return what the table waits for."""
        return sight.waiting(state, self.terms)

    def moves(self, view: JsonMapping, seat: int) -> tuple[Move, ...]:
        """Return what a seat may do, from what it sees."""
        return moves.legal_moves(sight.read_view(view), seat, self.terms)

    def relaxed_moves(self, view: JsonMapping, seat: int) -> tuple[Move, ...]:
        """Return one action more: a mech that moves again, a second combat in a zone."""
        return moves.relaxed_moves(sight.read_view(view), seat, self.terms)

    def read_move(self, view: JsonMapping, seat: int, name: str, values: JsonMapping) -> Move:
        """Return the move that a seat asks for; any legal way of a mech is one."""
        return moves.requested_move(sight.read_view(view), seat, name, values, self.terms)

    def read_secret(self, view: JsonMapping, seat: int, values: JsonMapping) -> JsonObject:
        """Return the spec that a seat has written."""
        try:
            return {"spec": read_spec(str(values.get("spec", "")))}
        except ValueError as error:
            raise InvalidInput(InputError("spec", "", str(error))) from None

    def apply(self, state: State, event: TableEvent) -> State:
        """Return the state after an event."""
        return turns.apply_event(state, event, self.terms)

    def rolling(self, state: State) -> Rolling | None:
        """Return the roll under way, with the figures that sum it up."""
        return rolls.rolling(state, self.terms)

    def view(self, state: State, seat: int | None) -> JsonObject:
        """Return what a seat sees."""
        return sight.view(state, seat, self.terms)

    def newly_visible(self, before: State, after: State) -> tuple[str, ...]:
        """Return what was hidden until now."""
        if before.revealed or not after.revealed:
            return ()
        return tuple(f"the spec of {name}" for name in NAMES)

    def resample(self, state: State, seat: int | None, pick: Pick) -> State:
        """Return a state with another spec in place of each that this seat may not see."""
        if state.revealed:
            return state
        specs = [
            "".join(LETTERS[pick(len(LETTERS))] for _ in range(SLOTS)) if spec and side != seat else spec
            for side, spec in enumerate(state.specs)
        ]
        return state.model_copy(update={"specs": (specs[0], specs[1])})

    def rulings_used(self, before: State, event: TableEvent, after: State) -> Iterable[str]:
        """Return the rulings that decide what an event does."""
        return rulings.rulings_used(before, event, after, self.terms)

    def correctable(self, view: JsonMapping, seat: int) -> tuple[Correctable, ...]:
        """Return what a seat may set by hand."""
        return sight.correctable(sight.read_view(view), self.terms)

    def result(self, state: State) -> Result | None:
        """Return how the game ended."""
        return state.result


def make(setup: Setup, context: Context) -> MechalyteTracker:
    """Return the tracker of a table; the zones stay as they were laid out at its opening, whatever is ruled later."""
    options = read_as(Options, setup.options)
    if context.rulings["spare-dice"] == "fewer" and options.dice is None:
        wanted = "how many dice each player has: by the ruling, only the spare ones are rolled"
        raise InvalidInput(InputError("options.dice", "nothing", wanted))
    laid_out = {**context.rulings, "layout": setup.rulings.get("layout", context.rulings["layout"])}
    return MechalyteTracker(Terms(field(laid_out), laid_out, module_scale(context.catalogue), options.dice))


TRACKER = TrackerKind(
    number=1,
    least_seats=2,
    most_seats=2,
    seat_names=NAMES,
    options=Options,
    make=make,
    odds=sight.odds_inputs,
    rulings=rulings.CHANGEABLE,
    builds=sight.builds,
)
