"""Mecha Mettle at the table: hidden drafts, a shared deck, two areas of nine ports, and shots from where things stand.

Spaces are named as their owner sees them; `their-` stands before those of the opponent in a move.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import Field

from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import join_words
from companion.data.documents import Record, read_as
from companion.gamekit.contract import Context
from companion.games.mecha_mettle.model import LEVELS
from companion.games.mecha_mettle.tracker import corrections, moves, on_table, opening, rolls, rulings, sight, turns
from companion.games.mecha_mettle.tracker.state import NAMES, REACTOR, State
from companion.games.mecha_mettle.tracker.terms import Terms, start
from companion.play.log import Setup, TableEvent
from companion.play.piles import Holder
from companion.play.tracker import Correctable, Move, Pending, Pick, Result, Rolling, Tracker, TrackerKind


class Options(Record):
    """What is asked when a table is opened."""

    cards: Holder = Field(
        "held-by-the-app",
        title="Module deck",
        description="The app shuffles and draws, or you play with printed modules and tap what you draw.",
    )


@dataclass(frozen=True)
class MettleTracker(Tracker[State]):
    """The game under its terms."""

    terms: Terms

    def start(self) -> State:
        """Return the state before anything happened."""
        return start(self.terms)

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
        """Return one action more, and attacks with modules that have attacked."""
        return moves.relaxed_moves(sight.read_view(view), seat, self.terms)

    def read_move(self, view: JsonMapping, seat: int, name: str, values: JsonMapping) -> Move:
        """Return the move that a seat asks for."""
        return moves.requested_move(sight.read_view(view), seat, name, values, self.terms)

    def nameable(self, view: JsonMapping, seat: int) -> tuple[Move, ...]:
        """Return what the module may be that was drawn or taken on the players' own table."""
        return on_table.nameable(sight.read_view(view), self.terms)

    def read_secret(self, view: JsonMapping, seat: int, values: JsonMapping) -> JsonObject:
        """Return the components that a seat has chosen."""
        return opening.read_draft(values, self.terms)

    def secret_words(self, secret: JsonMapping) -> str:
        """Return a draft as the names of its components."""
        return join_words([self.terms.components[name].name for name in secret["components"]])

    def apply(self, state: State, event: TableEvent) -> State:
        """Return the state after an event."""
        return turns.apply_event(state, event, self.terms)

    def rolling(self, state: State) -> Rolling | None:
        """Return the shot under way, with the figures that sum it up."""
        return rolls.rolling(state, self.terms)

    def view(self, state: State, seat: int | None) -> JsonObject:
        """Return what a seat sees."""
        return sight.view(state, seat, self.terms)

    def newly_visible(self, before: State, after: State) -> tuple[str, ...]:
        """Return what was seen of the deck, and the components that were opened."""
        return after.seen

    def hide(self, state: State, seen: tuple[str, ...]) -> State:
        """Return a state that owes a shuffle of the deck where its top was seen; a component stays known."""
        return turns.hide(state, seen)

    def resample(self, state: State, seat: int | None, pick: Pick) -> State:
        """Return a state with what this seat may not see drawn anew."""
        return sight.resample(state, seat, self.terms, pick)

    def rulings_used(self, before: State, event: TableEvent, after: State) -> Iterable[str]:
        """Return the rulings that decide what an event does."""
        return rulings.rulings_used(before, event, after, self.terms)

    def correctable(self, view: JsonMapping, seat: int) -> tuple[Correctable, ...]:
        """Return what a seat may set by hand."""
        return corrections.correctable(sight.read_view(view), self.terms)

    def result(self, state: State) -> Result | None:
        """Return how the game ended."""
        return state.result


def make(setup: Setup, context: Context) -> MettleTracker:
    """Return the tracker of a table; InvalidInput where its cards are too few for a game."""
    options = read_as(Options, setup.options)
    terms = Terms(context, on_table=options.cards == "on-your-table")
    if REACTOR not in terms.laid:
        raise InvalidInput(InputError("pack", "no Reactor", "one: whoever acts second gets it"))
    for level in LEVELS:
        if all(card.level != level for card in terms.components.values()):
            raise InvalidInput(InputError("pack", f"no component of level {level}", "at least one: it is drafted"))
    return MettleTracker(terms)


TRACKER = TrackerKind(
    number=2,
    least_seats=2,
    most_seats=2,
    seat_names=NAMES,
    options=Options,
    make=make,
    odds=sight.odds_inputs,
    builds=sight.builds,
)
"""Number 1 are the tables that were kept by hand."""
