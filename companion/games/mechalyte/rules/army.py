"""The plan of an army turn by turn: what each turn builds, in which Factory, and the points left; no checks."""

from dataclasses import dataclass

from companion.data.rulebook import rule
from companion.games.mechalyte.model import FACTORIES, POINTS, ROOM, Spec

MOST_BUILT = FACTORIES * ROOM
"""Mechs that both Factories hold together: the most that one turn can build (fact 39)."""


@dataclass(frozen=True, slots=True)
class PlannedTurn:
    """One turn of a plan: what is built and in which Factory, its cost, and the points left after it.

    Factories count as empty when the turn starts; `over` are the mechs without room.
    """

    number: int
    left: tuple[int, ...]
    right: tuple[int, ...]
    over: tuple[int, ...]
    spent: int
    points_left: int


@rule("build-cost", "factory-room", "build-points")
def plan(spec: Spec) -> tuple[PlannedTurn, ...]:
    """Return the turns of a plan: the first three mechs on the left Factory, the next three on the right."""
    turns, points_left = [], POINTS
    for number, turn in enumerate(spec.turn, 1):
        cost = sum(turn.build)
        points_left -= cost
        placed = turn.build[:ROOM], turn.build[ROOM:MOST_BUILT], turn.build[MOST_BUILT:]
        turns.append(PlannedTurn(number, *placed, cost, points_left))
    return tuple(turns)


def boxes(spec: Spec) -> tuple[int, ...]:
    """Return the number of the turn that spends each of the 60 build points, 0 for unspent ones."""
    used = [number for number, turn in enumerate(spec.turn, 1) for _ in range(sum(turn.build))][:POINTS]
    return (*used, *[0] * (POINTS - len(used)))


def points_spent(spec: Spec) -> int:
    """Return the build points that a plan spends: a mech costs its level (fact 38)."""
    return sum(sum(turn.build) for turn in spec.turn)
