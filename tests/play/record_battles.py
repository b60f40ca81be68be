"""A whole battle with record sheets, played by the computer in every seat; every unit stands where it wishes to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.base.json_types import JsonObject
from companion.dice.throw import Choice
from companion.opponent.records.deciding import decide
from companion.opponent.steps import event, happen, is_chance
from companion.opponent.strengths import Strength
from companion.play.records.tracker import RecordsTracker
from companion.play.tracker import Result

MOST_DECISIONS = 3_000
"""Decisions after which a battle is counted as one that does not end."""


@dataclass(frozen=True)
class PlayedBattle:
    """How a battle went: its result, else the only side left; None where it did not end; the decisions; the end."""

    result: Result | None
    decisions: int
    state: Any


def play_battle(
    tracker: RecordsTracker[Any],
    builds: Sequence[JsonObject],
    players: Mapping[int, Strength],
    seed: int,
    most: int = MOST_DECISIONS,
) -> PlayedBattle:
    """Play a battle from its start; `builds` and `players` are those of the seats. The seed decides everything."""
    random, state, decisions = Random(seed), tracker.start(), 0
    for seat, build in enumerate(builds):
        state = tracker.apply(state, event("move", seat, {"name": "build", "build": build}))
    while decisions < most and (owed := tracker.waiting(state)) and not _ended(tracker, state):
        pending = owed[0]
        if is_chance(pending):
            state = happen(tracker, state, pending, random)
            continue
        assert pending.seat is not None
        asked = (pending.seat + 1) % len(builds)
        made = decide(tracker, state, pending, players[pending.seat], random.getrandbits(64), asked)
        if made is None:
            assert isinstance(pending.throw, Choice)  # what only people know: the usual answer
            answer = {"why": pending.why, "faces": [pending.throw.usual + 1]}
            state = tracker.apply(state, event("faces", pending.seat, answer))
        else:
            state = tracker.apply(state, made.event)
        decisions += 1
    return PlayedBattle(tracker.result(state) or _ended(tracker, state), decisions, state)


def _ended(tracker: RecordsTracker[Any], state: Any) -> Result | None:
    """Return that the only side with units in play has won, once the battle has begun, and nothing is rolled."""
    sides = {unit.seat for unit in state.units.values() if not unit.out}
    if not state.round or state.steps or len(sides) > 1:
        return None
    return Result(winners=tuple(sides), why="No other side has units left.")
