"""Runs beside chances that are known exactly: the interval holds them, and a change that leaves them is noise."""

import pytest

from companion.lab.compare import difference
from companion.lab.counts import parts
from companion.lab.game import play
from tests.lab.known_chances import KILLER, LAST_TURN_CHANCE, TWIN, combat, combat_chance, last_turn
from tests.lab.matchups import counted

pytestmark = pytest.mark.long
SEEDS, ENOUGH = 200, 184
"""An interval of 95 % misses ten times in 200 on average, and more than 16 times in three of a hundred tests."""


def evens(count):
    """Return the numbers of games in which side 0 sits in seat 0."""
    return range(0, 2 * count, 2)


@pytest.mark.parametrize(
    ("start", "chance", "games"), [(combat, combat_chance, 60), (last_turn, lambda: LAST_TURN_CHANCE, 30)]
)
def test_the_interval_holds_the_known_chance(start, chance, games):
    known, held = float(chance()), 0
    assert abs(known - 0.5) > 0.05
    for seed in range(SEEDS):
        low, high = counted(start(str(seed)), evens(games)).rate(0).interval
        held += low <= known <= high
    assert held >= ENOUGH


def test_a_change_of_the_dice_that_leaves_the_chances_is_noise():
    noise, differing = 0, 0
    for seed in range(SEEDS):
        both = last_turn(str(seed)), last_turn(str(seed), TWIN)
        pairs = [tuple(parts(play(found, number), 2)[0] for found in both) for number in evens(24)]
        differing += any(without != with_change for without, with_change in pairs)
        noise += difference(pairs).is_noise
    assert noise >= ENOUGH and differing > SEEDS / 2


def test_the_last_turn_is_decided_by_the_one_card_and_nothing_else():
    for killer in (KILLER, TWIN):
        found = last_turn(killer=killer)
        for number in evens(60):
            game = play(found, number)
            assert game.ended and (game.winners == (0,)) == (killer in game.drawn[0])
