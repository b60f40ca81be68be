"""A tracker whose parts are modules of the game: what is seen and waited for, the moves, what events do, the rulings.

Each function of a part has the state, or what a seat sees of it, and the terms of the table, which never change.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from companion.base.json_types import JsonMapping, JsonObject
from companion.data.documents import Record, read_as
from companion.play.log import TableEvent
from companion.play.tracker import Move, Pending, Tracker

StateT = TypeVar("StateT", bound=Record)
TermsT = TypeVar("TermsT")
_StateT_contra = TypeVar("_StateT_contra", bound=Record, contravariant=True)
_TermsT_contra = TypeVar("_TermsT_contra", contravariant=True)


class ViewsPart(Protocol[StateT, _TermsT_contra]):
    """What seats see, and what the table waits for."""

    def waiting(self, state: StateT, terms: _TermsT_contra, /) -> tuple[Pending, ...]:
        """Return what the table waits for."""

    def view(self, state: StateT, seat: int | None, terms: _TermsT_contra, /) -> JsonObject:
        """Return what a seat sees."""

    def read_view(self, view: JsonMapping, /) -> StateT:
        """Return the state as a seat sees it: what it may not see is empty."""


class MovesPart(Protocol[_StateT_contra, _TermsT_contra]):
    """What a seat may do."""

    def legal_moves(self, state: _StateT_contra, seat: int, terms: _TermsT_contra, /) -> tuple[Move, ...]:
        """Return what a seat may do, from what it sees."""

    def requested_move(
        self, state: _StateT_contra, seat: int, name: str, values: JsonMapping, terms: _TermsT_contra, /
    ) -> Move:
        """Return the move that a seat asks for; InvalidInput says why it cannot be made and what can."""


class TurnsPart(Protocol[StateT, _TermsT_contra]):
    """What events do."""

    def apply_event(self, state: StateT, event: TableEvent, terms: _TermsT_contra, /) -> StateT:
        """Return the state after an event."""


class RulingsPart(Protocol[_StateT_contra, _TermsT_contra]):
    """Which rulings matter when."""

    def rulings_used(
        self, before: _StateT_contra, event: TableEvent, after: _StateT_contra, terms: _TermsT_contra, /
    ) -> Iterable[str]:
        """Return the rulings that decide what an event does."""


@dataclass(frozen=True)
class TrackerParts(Generic[StateT, TermsT]):
    """The model of a game's states, and the modules that its tracker is made of."""

    state: type[StateT]
    views: ViewsPart[StateT, TermsT]
    moves: MovesPart[StateT, TermsT]
    turns: TurnsPart[StateT, TermsT]
    rulings: RulingsPart[StateT, TermsT]


@dataclass(frozen=True)
class PartedTracker(Tracker[StateT], Generic[StateT, TermsT]):
    """The game under its terms; a game adds how it starts and ends, and what it has besides."""

    parts: TrackerParts[StateT, TermsT]
    terms: TermsT

    def read_state(self, data: JsonMapping) -> StateT:
        """Return a stored state; InvalidInput where it cannot be read."""
        return read_as(self.parts.state, data)

    def waiting(self, state: StateT) -> tuple[Pending, ...]:
        """Return what the table waits for."""
        return self.parts.views.waiting(state, self.terms)

    def waiting_in(self, state: StateT) -> tuple[Pending, ...]:
        """Return what the table waits for, perhaps in plainer words."""
        return self.parts.views.waiting(state, self.wordless_terms)

    def moves(self, view: JsonMapping, seat: int) -> tuple[Move, ...]:
        """Return what a seat may do, from what it sees."""
        return self.parts.moves.legal_moves(self.parts.views.read_view(view), seat, self.terms)

    @property
    def wordless_terms(self) -> TermsT:
        """The terms under which moves have no labels, where leaving them out saves time."""
        return self.terms

    def moves_in(self, state: StateT, seat: int) -> tuple[Move, ...]:
        """Return what a seat may do in a state."""
        return self.parts.moves.legal_moves(state, seat, self.wordless_terms)

    def read_move(self, view: JsonMapping, seat: int, name: str, values: JsonMapping) -> Move:
        """Return the move that a seat asks for."""
        return self.parts.moves.requested_move(self.parts.views.read_view(view), seat, name, values, self.terms)

    def apply(self, state: StateT, event: TableEvent) -> StateT:
        """Return the state after an event."""
        return self.parts.turns.apply_event(state, event, self.terms)

    def rulings_used(self, before: StateT, event: TableEvent, after: StateT) -> Iterable[str]:
        """Return the rulings that decide what an event does."""
        return self.parts.rulings.rulings_used(before, event, after, self.terms)

    def view(self, state: StateT, seat: int | None) -> JsonObject:
        """Return what a seat sees."""
        return self.parts.views.view(state, seat, self.terms)
