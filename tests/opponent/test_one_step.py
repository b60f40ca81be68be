"""The worth one step ahead is the mean over all faces of real dice, where the steps allow it, and stays within them."""

from itertools import product
from random import Random

import pytest

from companion.opponent.one_step import worth_after
from companion.opponent.steps import actions, event, owed
from tests.opponent.played import positions, tracker_of

ALL = 10**9
"""Steps for every result."""
MOST_LEAVES = 1_296
"""Ways in which dice may fall that a test goes through, die by die."""

SEEDS = (1, 2, 3)
"""Games that are looked through for such dice, until enough are found."""


class TooMany(Exception):
    """More ways than a test goes through."""


class Enumerated:
    """All ways in which dice may fall after an action, face by face."""

    def __init__(self, tracker, seat):
        self.tracker, self.seat, self.leaves = tracker, seat, 0

    def worth(self, state, ways=1):
        """Return the worth of a state that is one of so many."""
        pending = next((one for one in self.tracker.waiting(state) if one.wants not in ("move", "seal")), None)
        if pending is None:
            self.leaves += 1
            return self.tracker.worth(state, self.seat)
        if not pending.throw:
            raise TooMany
        if pending.wants == "choice":
            answers = pending.throw.answers
            numbers = range(len(answers)) if pending.seat == self.seat else [pending.throw.usual]
            ways *= len(numbers)
            return max(self.worth(self._after(state, pending, [number + 1]), ways) for number in numbers)
        ways *= len(pending.throw.die.faces) ** pending.throw.count
        if ways > MOST_LEAVES:
            raise TooMany
        every = list(product(pending.throw.die.faces, repeat=pending.throw.count))
        return sum(self.worth(self._after(state, pending, list(faces)), ways) for faces in every) / len(every)

    def _after(self, state, pending, faces):
        return self.tracker.apply(state, event("faces", pending.seat, {"why": pending.why, "faces": faces}))


def rolling_actions(game, most):
    """Yield actions of played games that lead to dice, few enough to be enumerated, with state, seat and true worth."""
    tracker, found = tracker_of(game), 0
    for state, pending in (one for seed in SEEDS for one in positions(game, seed=seed)):
        if pending.wants not in ("move", "choice"):
            continue
        for action in actions(tracker, state, pending, Random(1)):
            every = Enumerated(tracker, pending.seat)
            try:
                true = every.worth(tracker.apply(state, action.event))
            except TooMany:
                continue
            if every.leaves > 1:
                yield state, action, pending.seat, true
                found += 1
                break
        if found == most:
            return


@pytest.mark.parametrize("game", ["mechalyte", "mecha-mettle"])
def test_with_enough_steps_it_is_the_mean_over_all_faces(game):
    tracker, tried = tracker_of(game), 0
    for state, action, seat, true in rolling_actions(game, 2):
        assert worth_after(tracker, state, action, seat, ALL, Random(1)) == pytest.approx(true, abs=1e-12)
        tried += 1
    assert tried == 2


@pytest.mark.parametrize("game", ["mechalyte", "mecha-mettle"])
def test_with_few_steps_it_comes_to_the_same_on_average(game):
    """Within four standard errors: 200 tries of a worth between 0 and 1."""
    tracker = tracker_of(game)
    (state, action, seat, true), *_ = rolling_actions(game, 1)
    random = Random(1)
    tries = [worth_after(tracker, state, action, seat, 0, random) for _ in range(200)]
    mean = sum(tries) / len(tries)
    spread = (sum((one - mean) ** 2 for one in tries) / len(tries)) ** 0.5
    assert spread > 0 and abs(mean - true) < 4 * spread / len(tries) ** 0.5


class Counted:
    """A tracker that counts the events applied, and how many followed each other without a decision."""

    def __init__(self, tracker):
        self.tracker, self.events = tracker, 0

    def __getattr__(self, name):
        return getattr(self.tracker, name)

    def apply(self, state, happened):
        self.events += 1
        return self.tracker.apply(state, happened)


LONGEST = 40
"""Events of one roll: throws, aims, and throws again."""


@pytest.mark.parametrize("game", ["mechalyte", "mecha-mettle", "wreck-a-mech"])
def test_it_takes_no_more_events_than_its_steps_each_with_the_rest_of_its_roll(game):
    tracker = tracker_of(game)
    for state, pending in positions(game)[::9]:
        if pending.wants == "seal":
            continue
        for action in actions(tracker, state, pending, Random(1))[::3]:
            for steps in (0, 1, 7, 40):
                counted = Counted(tracker)
                worth_after(counted, state, action, pending.seat, steps, Random(1))
                assert counted.events <= LONGEST * max(1, steps)
                if steps == 0:
                    assert counted.events <= LONGEST
    assert owed(tracker, tracker.start())
