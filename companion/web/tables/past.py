"""The page of an earlier state of a table, after a chosen event; its steps skip undone events."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace

from companion.base.compat import cached_property
from companion.base.wording import join_words
from companion.play.table import Position, StateLost
from companion.play.undo import count_moves, seats_asked_to_undo, undone_moves
from companion.verbs.log_words import LogEntry, log_entry, position_at
from companion.web.tables.shown import TablePage


@dataclass(frozen=True)
class PastTable:
    """The current page of a table, `now`, and the number of the event after which it is shown; 0 is the start.

    `acting` is the seat that may undo to there; None for a spectator.
    """

    now: TablePage
    number: int
    acting: int | None = None

    @cached_property
    def position(self) -> Position:
        """The position after that event."""
        return position_at(self.now.table, self.number)

    @property
    def page(self) -> TablePage:
        """The page of the table after that event, without any moves."""
        tracker = self.now.table.tracker_at(self.number)
        past_table = replace(
            self.now.table,
            tracker=tracker,
            position=self.position,
            proposal=None,
            result=None,
            is_lost=self.is_lost,
        )
        return replace(
            self.now, table=past_table, seat=past_table.sight(self.now.seat, self.position.event), is_past=True
        )

    @property
    def entry(self) -> LogEntry | None:
        """The log's entry of the event; None for the start."""
        return log_entry(self.now.table, self.now.seat, self.number) if self.number else None

    @cached_property
    def is_lost(self) -> bool:
        """Whether the app cannot replay the game to there."""
        try:
            self.position.state  # noqa: B018
        except StateLost:
            return True
        return self.now.table.is_lost

    @cached_property
    def _valid_events(self) -> list[int]:
        """Numbers of events that are not undone, in order."""
        return [position.event for position in self.now.table.known_positions()][::-1]

    @property
    def earlier(self) -> int | None:
        """The previous event that is not undone."""
        place = bisect_left(self._valid_events, self.number)
        return self._valid_events[place - 1] if place else None

    @property
    def later(self) -> int | None:
        """The next event that is not undone."""
        place = bisect_right(self._valid_events, self.number)
        return self._valid_events[place] if place < len(self._valid_events) else None

    @property
    def is_undone(self) -> bool:
        """Whether this position was undone."""
        return all(one.event != self.position.event for one in self.now.table.positions())

    @cached_property
    def moves(self) -> int:
        """The number of moves that going back to here undoes; 0 if it is not possible."""
        if self.acting is None or self.is_lost or self.is_undone or not replace(self.now, seat=self.acting).may_undo:
            return 0
        return count_moves(self.now.table, undone_moves(self.now.table, self.position.event))

    @property
    def asked_players(self) -> str:
        """The players that going back asks first; empty if it is done at once."""
        if self.acting is None:
            return ""
        return join_words(
            [self.now.person(one) for one in seats_asked_to_undo(self.now.table, self.acting, self.position.event)]
        )
