"""The ranking of builds: Bradley-Terry strengths beside those of choix, ties, a build without a win, the intervals."""

from random import Random

import choix
import numpy
import pytest

from companion.lab.ranking import PRIOR, rank, strengths


def tournament(true, games, seed):
    """Return results of builds whose true strengths are known."""
    random, results = Random(seed), []
    for one in range(len(true)):
        for other in range(one + 1, len(true)):
            chance = true[one] / (true[one] + true[other])
            results += [(one, other, float(random.random() < chance)) for _ in range(games)]
    return results


def choix_strengths(results, builds):
    """Return the strengths that choix finds from the same games, and from the same draw between each pair."""
    wins = numpy.full((builds, builds), PRIOR / 2)
    numpy.fill_diagonal(wins, 0)
    for one, other, part in results:
        wins[one, other] += part
        wins[other, one] += 1 - part
    found = numpy.exp(choix.ilsr_pairwise_dense(wins, max_iter=1000, tol=1e-12))
    return found / found.sum()


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("true", [(1, 1), (1, 2, 4), (5, 1, 1, 3, 2, 0.1)])
def test_the_strengths_are_those_of_choix(true, seed):
    results = tournament(true, 30, seed)
    results += [(0, 1, 0.5)] * 7
    found = {one.build: one.strength for one in rank(results, len(true))}
    assert sum(found.values()) == pytest.approx(1)
    for build, strength in enumerate(choix_strengths(results, len(true))):
        assert found[build] == pytest.approx(strength, abs=1e-6)


def test_a_build_without_a_win_has_a_finite_strength_and_two_alike_have_the_same():
    found = strengths({(0, 1): 50, (0, 2): 50, (1, 2): 10, (2, 1): 10}, 3)
    assert 0 < found[1] < 0.05 and found[1] == pytest.approx(found[2])


def test_the_strongest_is_first_and_the_intervals_of_equal_ones_overlap():
    ranked = rank(tournament((1, 8, 1), 60, 3), 3)
    best, *others = ranked
    assert best.build == 1 and all(one.high < best.low for one in others)
    assert others[0].low < others[1].high and others[1].low < others[0].high
    assert all(one.low <= one.strength <= one.high for one in ranked)


def test_without_a_game_that_ended_nothing_is_known():
    assert [(one.strength, one.low, one.high) for one in rank([], 2)] == [(0.5, 0, 1)] * 2


@pytest.mark.parametrize("games", [1, 2, 3, 5, 10])
def test_few_games_of_equal_builds_seldom_rank_one_above_the_other(games):
    clear = 0
    for seed in range(60):
        best, other = rank(tournament((1, 1), games, seed), 2)
        clear += other.high < best.low
    assert clear <= 8


def test_the_intervals_hold_the_true_strength_about_as_often_as_they_say():
    true, held = (0.5, 0.3, 0.2), 0
    for seed in range(20):
        ranked = {one.build: one for one in rank(tournament(true, 60, seed), 3)}
        held += sum(ranked[build].low <= strength <= ranked[build].high for build, strength in enumerate(true))
    assert held >= 0.88 * 60
