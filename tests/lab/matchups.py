"""Matchups of the balance lab for tests: small ones, and positions of which the chances are known."""

from collections.abc import Callable
from dataclasses import replace

from companion.lab.counts import RunCounts
from companion.lab.game import PlayedGame, play
from companion.lab.matchup import LabMatchup, Opened, Side, opened


def matchup(game, count=2, strength="easy", **changed):
    """Return a matchup of sides without builds."""
    named = tuple(Side(title="ABCD"[at], strength=strength) for at in range(count))
    return LabMatchup(game=game, **{"sides": named, **changed})


def starting_at(asked: LabMatchup, change: Callable) -> Opened:
    """Return a matchup whose games start from another state: `change` makes it of the tracker and its own start."""
    found = opened(asked.model_dump_json())
    state = change(found.tracker, found.tracker.start())
    kind = type(found.tracker)
    late = type(f"Late{kind.__name__}", (kind,), {"start": lambda tracker: state})
    return replace(found, tracker=late(found.tracker.parts, found.tracker.terms))


def counted(found: Opened, numbers) -> RunCounts:
    """Return the counts of games of these numbers."""
    counts = RunCounts(len(found.matchup.sides))
    for number in numbers:
        counts.add(play(found, number))
    return counts


def won(number, *winners, **more):
    """Return a game that these sides won."""
    return PlayedGame(number=number, winners=winners, turns=1, why="because", drawn=({}, {}), used=({}, {}), **more)
