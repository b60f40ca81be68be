"""Wreck-A-Mech at the table, with cards that the app holds or that lie on the players' own table.

Seats are numbered to the left. Hands, the order of piles and an opponent's draw and discard piles are hidden.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from pydantic import Field

from companion.base.compat import cached_property
from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonMapping
from companion.base.wording import plural
from companion.data.documents import Record, read_as
from companion.gamekit.contract import Context
from companion.games.wreck_a_mech.rules.foundry import FACE_UP
from companion.games.wreck_a_mech.tracker import (
    deal,
    draws,
    leaving,
    moves,
    on_table,
    questions,
    rulings,
    turns,
    views,
    worlds,
)
from companion.games.wreck_a_mech.tracker.card_uses import card_uses
from companion.games.wreck_a_mech.tracker.state import FOUNDRY_RANKS, NAMES, State, Terms
from companion.games.wreck_a_mech.tracker.worth import Judge
from companion.play.log import Setup, TableEvent
from companion.play.piles import Holder
from companion.play.tracker import Correctable, Drawn, Move, Pick, Result, TrackerKind
from companion.play.tracker_parts import PartedTracker, TrackerParts


class Options(Record):
    """The options of a table."""

    cards: Holder = Field(
        "held-by-the-app",
        title="Cards",
        description="The app shuffles and deals, or you play with printed cards and tap what is turned up.",
    )
    start: Literal["the-trainers", "a-saved-mech"] = Field(
        "the-trainers",
        title="Start with",
        description="The rulebook starts everybody with the Trainers. By a house rule, a saved mech and its deck.",
    )


PARTS = TrackerParts(State, views, moves, turns, rulings)


class WreckTracker(PartedTracker[State, Terms]):
    """The game under its terms."""

    @property
    def is_searchable(self) -> bool:
        """Whether the computer can play: not where the cards lie on the players' own table."""
        return not self.terms.on_table

    def start(self) -> State:
        """Return the state before the deal."""
        return deal.start(self.terms)

    def nameable(self, view: JsonMapping, seat: int) -> tuple[Move, ...]:
        """Return the cards that the one turned up on the players' own table may be, as moves."""
        return on_table.nameable(views.read_view(view), self.terms)

    def newly_visible(self, before: State, after: State) -> tuple[str, ...]:
        """Return the piles whose top cards were shown; cards shown from a player's own hand are not listed."""
        return after.seen

    def hide(self, state: State, seen: tuple[str, ...]) -> State:
        """Return a state with a pending shuffle for each pile whose top card was seen."""
        return turns.hide(state, seen)

    def resample(self, state: State, seat: int | None, pick: Pick) -> State:
        """Return a state in which the cards that this seat may not see are dealt anew."""
        return worlds.resample(state, seat, self.terms, pick)

    @cached_property
    def _judge(self) -> Judge:
        return Judge(self.terms)

    def worth(self, state: State, seat: int) -> float:
        """Return how a seat stands: its Victories, its mech in the next Combat, its deck."""
        return self._judge.worth(state, seat)

    @cached_property
    def wordless_terms(self) -> Terms:
        """The terms under which moves have no labels."""
        return replace(self.terms, is_worded=False)

    def draws(self, before: State, event: TableEvent, after: State) -> tuple[Drawn, ...]:
        """Return the value of each hand that was drawn in an event."""
        return tuple(draws.card_draws(before, event, after, self.terms))

    def card_uses(self, before: State, event: TableEvent, after: State) -> Iterable[tuple[int, str, bool]]:
        """Return the cards drawn and used in an event."""
        return card_uses(before, event, after)

    def goes_on_without(self, seat: int) -> bool:
        """Return whether the game goes on: with three or four seats it does, with two the other has won."""
        return self.terms.seats > 2

    def withdrawal(self, view: JsonMapping, seat: int) -> Move | None:
        """Return the move that takes a seat out of the game after its player has left for good."""
        return leaving.withdrawal(views.read_view(view), seat, self.terms)

    def correctable(self, view: JsonMapping, seat: int) -> tuple[Correctable, ...]:
        """Return the fields that a seat may set by hand."""
        return views.correctable(views.read_view(view), self.terms)

    def result(self, state: State) -> Result | None:
        """Return the result; None while the game goes on."""
        return state.result


def make(setup: Setup, context: Context) -> WreckTracker:
    """Return the tracker of a table; InvalidInput where its cards are too few for a game."""
    options = read_as(Options, setup.options)
    on_table, from_saved = options.cards == "on-your-table", options.start == "a-saved-mech"
    terms = Terms(context.catalogue, context.rulings, setup.seats, on_table=on_table, from_saved=from_saved)
    if not terms.trainers:
        raise InvalidInput(InputError("pack", "no Rank 1 card", "at least one: everybody starts with them"))
    for rank in FOUNDRY_RANKS:
        if (count := len(terms.all_of_rank(rank))) <= FACE_UP:
            expected = f"at least {FACE_UP + 1}: three lie face up, the others are the pile"
            raise InvalidInput(InputError("pack", plural(count, f"Rank {rank} card"), expected))
    return WreckTracker(PARTS, terms)


TRACKER = TrackerKind(
    number=2,
    least_seats=2,
    most_seats=4,
    seat_names=NAMES,
    options=Options,
    make=make,
    questions=questions.questions,
    has_opponent=True,
    build_options={"start": "a-saved-mech"},
)
