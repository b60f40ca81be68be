"""A whole game played by the computer in every seat, without a table."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.opponent.player import choose
from companion.opponent.steps import happen, is_chance, owed
from companion.opponent.strengths import Strength
from companion.play.tracker import Result, Tracker

MOST_DECISIONS = 2_000
"""Decisions of a game after which it is counted as one that does not end."""


@dataclass(frozen=True)
class PlayedGame:
    """How a game went: its result, None where it did not end, the decisions made, and the last state."""

    result: Result | None
    decisions: int
    state: Any


def play_out(
    tracker: Tracker[Any], players: Mapping[int, Strength], seed: int, most: int = MOST_DECISIONS
) -> PlayedGame:
    """Play a game from its start; `players` has the strength of each seat. The seed decides everything."""
    random = Random(seed)
    state, decisions = tracker.start(), 0
    while (pending := owed(tracker, state)) and decisions < most:
        if is_chance(pending):
            state = happen(tracker, state, pending, random)
            continue
        assert pending.seat is not None
        advice = choose(tracker, state, pending, len(players), players[pending.seat], random.getrandbits(64))
        state = tracker.apply(state, advice.action.event)
        decisions += 1
    return PlayedGame(tracker.result(state), decisions, state)
