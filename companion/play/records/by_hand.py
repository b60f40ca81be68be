"""A table by hand, in any game: builds, every roll, dice, counters; nothing follows from a roll by rule."""

from collections.abc import Callable
from dataclasses import dataclass

from companion.base.json_types import JsonMapping
from companion.gamekit.contract import Context, ResolverKind
from companion.play.game_states import NoValues
from companion.play.log import MOST_SEATS, Setup
from companion.play.records.rolls import Rolls
from companion.play.records.rules import RecordRules
from companion.play.records.state import RecordsState
from companion.play.records.tracker import RecordsTracker
from companion.play.tracker import TrackerKind

NUMBER = 100
"""The number of these states: no game's own tracker has it."""


@dataclass(frozen=True)
class HandRules(RecordRules[RecordsState]):
    """The rules of a table at which the players keep all of it: none."""

    read: Callable[[JsonMapping], object]
    state = RecordsState

    def read_build(self, document: JsonMapping) -> object:
        """Return a build of the game; InvalidInput where it cannot be read."""
        return self.read(document)


def kept_by_hand(resolvers: tuple[ResolverKind, ...], read_build: Callable[[JsonMapping], object]) -> TrackerKind:
    """Return the tracker of a table that is kept by hand: every seat is alike, up to four.

    `read_build` raises InvalidInput where a document is no build of the game.
    """

    def make(setup: Setup, context: Context) -> RecordsTracker[RecordsState]:
        return RecordsTracker(setup, HandRules(read_build), Rolls(resolvers, context, setup.release))

    return TrackerKind(
        number=NUMBER,
        least_seats=1,
        most_seats=MOST_SEATS,
        seat_names=tuple(f"Seat {number + 1}" for number in range(MOST_SEATS)),
        options=NoValues,
        make=make,
    )
