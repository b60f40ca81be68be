"""The worth of an action, one step ahead: over all results of its dice as far as the steps allow, else over some."""

from random import Random
from typing import Any

from companion.dice.throw import Choice
from companion.opponent.steps import Action, event, happen, is_chance, owed, thrown, ways
from companion.play.tracker import Pending, Tracker

_SHARE = 4
"""Results of a throw with more ways than steps are drawn: one for so many steps."""


def worth_after(tracker: Tracker[Any], state: Any, action: Action, seat: int, steps: int, random: Random) -> float:
    """Return the worth for a seat once the dice of an action have fallen, with at most about `steps` events.

    With 0 steps they fall once. A seat answers the questions of its own dice for the best, as far as the steps allow to
    try each answer; another's, and all beyond, are answered as is usual.
    """
    return _expected(tracker, tracker.apply(state, action.event), seat, steps, random)


def _expected(tracker: Tracker[Any], state: Any, seat: int, steps: int, random: Random) -> float:
    pending = owed(tracker, state)
    if pending is None or pending.wants in ("move", "seal", "card"):
        return tracker.worth(state, seat)
    if isinstance(pending.throw, Choice):
        return _answered(tracker, state, pending, pending.throw, seat, steps, random)
    if pending.wants == "faces" and pending.throw and 1 < pending.throw.steps <= steps:
        left = (steps - pending.throw.steps) // pending.throw.steps
        total = sum(
            weight * _expected(tracker, tracker.apply(state, thrown(pending, faces)), seat, left, random)
            for faces, weight in ways(pending.throw)
        )
        return total / pending.throw.total
    assert is_chance(pending)
    tries = max(1, steps // _SHARE)
    left = steps // tries - 1 if steps else 0
    fallen = (happen(tracker, state, pending, random) for _ in range(tries))
    return sum(_expected(tracker, one, seat, max(0, left), random) for one in fallen) / tries


def _answered(
    tracker: Tracker[Any], state: Any, pending: Pending, choice: Choice, seat: int, steps: int, random: Random
) -> float:
    """Return the worth once a question is answered: for the best by the seat itself, as is usual by any other."""
    is_tried = pending.seat == seat and len(choice.answers) <= steps
    numbers = range(1, len(choice.answers) + 1) if is_tried else (choice.usual + 1,)
    left = steps // len(numbers)
    return max(
        _expected(
            tracker,
            tracker.apply(state, event("faces", pending.seat, {"why": pending.why, "faces": [number]})),
            seat,
            left,
            random,
        )
        for number in numbers
    )
