"""The computer at a table with record sheets: it brings a build once a person has, and plays what its seats owe."""

from random import Random
from typing import Any, cast

from companion.base.json_types import JsonObject
from companion.data.documents import to_document
from companion.games import game as find_game
from companion.opponent.records.deciding import Decision, decide
from companion.opponent.steps import event
from companion.opponent.strengths import Strength
from companion.play.records.tracker import RecordsTracker
from companion.play.table import Table
from companion.play.tracker import Pending

ABOUT_EQUAL = 0.25
"""How far the worth of a build may be from that of a person's, as a part of it, to be about equal."""


def find_owed_build(table: Table) -> Pending | None:
    """Return that a seat of the computer owes a build, which it brings after a person has; else None."""
    if not isinstance(table.tracker, RecordsTracker) or table.is_lost or table.result or table.is_paused:
        return None
    if table.state.round:
        return None
    builds = table.state.builds
    if not any(builds[seat] for seat, one in enumerate(table.seats) if one.is_heard):
        return None
    bare = (seat for seat, one in enumerate(table.seats) if one.computer and builds[seat] is None)
    return next((Pending(seat, "move", "Bring a build.") for seat in bare), None)


def is_left_to_people(table: Table, pending: Pending) -> bool:
    """Return whether only people at a table with record sheets know the answer: which card they turned up."""
    if not isinstance(table.tracker, RecordsTracker) or pending.wants != "choice":
        return False
    return table.state.steps[0].name in table.tracker.rules.players_know


def decide_on_records(table: Table, pending: Pending, strength: Strength, seed: int) -> Decision | None:
    """Return what the computer does at a table with record sheets; None for what only people at the table know."""
    tracker, seat = cast("RecordsTracker[Any]", table.tracker), pending.seat
    assert seat is not None
    if table.state.builds[seat] is None:
        build = choose_build(table, seat, seed)
        reason = "Its build is an example of about equal worth; you may give it another one."
        return Decision(event("move", seat, {"name": "build", "build": build}), reason)
    return decide(tracker, table.state, pending, strength, seed, _asked_seat(table))


def _asked_seat(table: Table) -> int:
    """Return the seat of the person who moves the computer's models: the first one in which somebody sits."""
    return next(seat for seat, one in enumerate(table.seats) if one.is_heard)


def choose_build(table: Table, seat: int, seed: int) -> JsonObject:
    """Return an example that is worth about as much as what people bring; the seed chooses among several.

    One that nobody has brought goes first. Where none is about equal, it is the nearest.
    """
    game, builds = find_game(table.setup.game), table.state.builds
    assert game is not None
    goals = [_worth(table, other, build) for other, build in enumerate(builds) if build and other != seat]
    goal = max(goals)
    examples = [to_document(build) for build in game.examples.values()]
    distances = [abs(_worth(table, seat, one) - goal) for one in examples]
    near = [one for one, away in zip(examples, distances, strict=True) if away <= ABOUT_EQUAL * goal]
    fresh = [one for one in near if all(not build or build.get("title") != one.get("title") for build in builds)]
    if fresh or near:
        return Random(seed).choice(fresh or near)
    return examples[distances.index(min(distances))]


def _worth(table: Table, seat: int, build: JsonObject) -> float:
    """Return what a build is worth before a battle, as the computer counts it."""
    tracker = cast("RecordsTracker[Any]", table.tracker)
    brought = tracker.apply(table.state, event("move", seat, {"name": "build", "build": build}))
    return tracker.rules.worth(tracker.records(brought), seat)
