"""Mecha Mettle at the table: hidden drafts, a shared deck, two areas of nine ports, and shots along lines of sight.

Spaces are named as their owner sees them; in a move, the opponent's have the prefix `their-`.
"""

from collections.abc import Iterable

from pydantic import Field

from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import join_words
from companion.data.documents import Record, read_as
from companion.gamekit.contract import Context
from companion.games.mecha_mettle.model import LEVELS
from companion.games.mecha_mettle.tracker import (
    corrections,
    moves,
    on_table,
    opening,
    rolls,
    rulings,
    turns,
    views,
    worth,
)
from companion.games.mecha_mettle.tracker.card_uses import card_uses
from companion.games.mecha_mettle.tracker.state import NAMES, REACTOR, State
from companion.games.mecha_mettle.tracker.terms import Terms, start
from companion.play.log import Setup, TableEvent
from companion.play.piles import Holder
from companion.play.tracker import Correctable, Move, Pick, Result, Rolling, TrackerKind
from companion.play.tracker_parts import PartedTracker, TrackerParts


class Options(Record):
    """Options of a new table."""

    cards: Holder = Field(
        "held-by-the-app",
        title="Module deck",
        description="The app shuffles and draws, or you play with printed modules and tap what you draw.",
    )


PARTS = TrackerParts(State, views, moves, turns, rulings)


class MettleTracker(PartedTracker[State, Terms]):
    """The tracker of one table under its terms."""

    @property
    def is_searchable(self) -> bool:
        """Whether the computer can play: not where the deck lies on the players' own table."""
        return not self.terms.on_table

    def start(self) -> State:
        """Return the state before anything happened."""
        return start(self.terms)

    def worth(self, state: State, seat: int) -> float:
        """Return how a seat stands, from 0 to 1."""
        return worth.worth(state, seat, self.terms)

    def sensible_secret(self, view: JsonMapping, seat: int, pick: Pick) -> JsonObject:
        """Return a draft of four components."""
        return opening.sensible_draft(self.terms, pick)

    def relaxed_moves(self, view: JsonMapping, seat: int) -> tuple[Move, ...]:
        """Return moves outside the rules: another action, and attacks with modules that have attacked."""
        return moves.relaxed_moves(views.read_view(view), seat, self.terms)

    def nameable(self, view: JsonMapping, seat: int) -> tuple[Move, ...]:
        """Return the possible names of a module that was drawn or taken on the players' own table."""
        return on_table.nameable(views.read_view(view), self.terms)

    def read_secret(self, view: JsonMapping, seat: int, values: JsonMapping) -> JsonObject:
        """Return the components that a seat has chosen; InvalidInput where they are no draft."""
        return opening.read_draft(values, self.terms)

    def secret_words(self, secret: JsonMapping) -> str:
        """Return a draft as the names of its components."""
        return join_words([self.terms.components[name].name for name in secret["components"]])

    def rolling(self, state: State) -> Rolling | None:
        """Return the shot under way with its figures."""
        return rolls.rolling(state, self.terms)

    def card_uses(self, before: State, event: TableEvent, after: State) -> Iterable[tuple[int, str, bool]]:
        """Return the cards drawn and used in an event."""
        return card_uses(before, event, after, self.terms)

    def newly_visible(self, before: State, after: State) -> tuple[str, ...]:
        """Return the cards of the deck that were seen and the components that were opened, in words."""
        return after.seen

    def hide(self, state: State, seen: tuple[str, ...]) -> State:
        """Return a state with a pending shuffle of the deck if its top was seen; an opened component stays known."""
        return turns.hide(state, seen)

    def resample(self, state: State, seat: int | None, pick: Pick) -> State:
        """Return a state with random cards in place of those that this seat may not see."""
        return views.resample(state, seat, self.terms, pick)

    def correctable(self, view: JsonMapping, seat: int) -> tuple[Correctable, ...]:
        """Return the fields that a seat may set by hand."""
        return corrections.correctable(views.read_view(view), self.terms)

    def result(self, state: State) -> Result | None:
        """Return the result, None while the game goes on."""
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
    return MettleTracker(PARTS, terms)


TRACKER = TrackerKind(
    number=2,
    least_seats=2,
    most_seats=2,
    seat_names=NAMES,
    options=Options,
    make=make,
    odds=views.odds_inputs,
    builds=views.builds,
    has_opponent=True,
)
"""Number 1 was the tracker of tables kept by hand."""
