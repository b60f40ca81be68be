"""What a run counts: rates with Wilson's interval, draws, games that did not end, who began, each card's share."""

from random import Random
from statistics import mean, pstdev

import pytest

from companion.lab.compare import may_be_fair
from companion.lab.counts import Rate, RunCounts, count, parts
from companion.lab.game import PlayedGame
from companion.verbs.lab import verdict
from tests.lab.matchups import matchup, won


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_interval_is_wilsons_as_published(wins, games, low, high):
    """Newcombe, Statistics in Medicine 17 (1998), table I, method 3."""
    found = Rate(wins, games).interval
    assert found == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))
    mirrored = Rate(games - wins, games).interval
    assert mirrored == (pytest.approx(1 - high, abs=5e-5), pytest.approx(1 - low, abs=5e-5))


def test_without_a_game_everything_is_possible():
    assert Rate(0, 0).interval == (0, 1) and Rate(0, 0).share == 0


def test_a_draw_is_an_equal_part_for_whoever_is_in_it():
    assert parts(won(0), 2) == (0.5, 0.5) and parts(won(0, 0, 2), 3) == (0.5, 0, 0.5) and parts(won(0, 1), 2) == (0, 1)
    counts = count([won(0, 0), won(1), won(2, 1), won(3, 0)], 2)
    assert counts.wins == [2.5, 1.5] and counts.draws == 1 and counts.ended == 4
    assert counts.rate(0).share + counts.rate(1).share == 1


def test_games_that_did_not_end_are_counted_apart():
    counts = count([won(0, 0), PlayedGame(number=1, ended=False), PlayedGame(number=2, ended=False, why="KeyError")], 2)
    assert (counts.games, counts.ended, counts.unended, dict(counts.stopped)) == (3, 1, 1, {"KeyError": 1})
    assert counts.rate(0) == Rate(1, 1)


def test_the_side_that_began_counts_where_somebody_did():
    counts = count([won(0, 0, first=0), won(1, 1, first=0), won(2, 1, first=1), won(3, 1)], 2)
    assert counts.first_rate == Rate(2, 3)


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_sides_of_a_fair_game_are_called_fair_in_about_95_of_100_runs(sides):
    fair = 0
    for seed in range(300):
        random = Random(seed)
        games = (
            PlayedGame(number=n, winners=(random.randrange(sides),), drawn=({},) * sides, used=({},) * sides)
            for n in range(100)
        )
        fair += may_be_fair(count(games, sides))
    assert 0.91 * 300 <= fair <= 0.99 * 300


def test_one_of_four_sides_is_called_stronger_only_beyond_what_chance_does_to_one_of_four():
    verdicts = []
    for wins in (25, 34, 45):
        games = [won(n, 0 if n < wins else 1 + n % 3) for n in range(100)]
        verdicts.append(verdict(matchup("wreck-a-mech", 4), count(games, 4)))
    even, chance, stronger = verdicts
    assert "lies in every interval" in even and "by chance" in chance and stronger.startswith("A wins more")


def with_cards(number, winner, drawn, used):
    return PlayedGame(number=number, winners=(winner,), drawn=drawn, used=used)


def test_a_card_is_compared_with_all_sides_that_did_not_use_it_also_before_it_was_first_seen():
    counts = RunCounts(2)
    for number in range(10):
        counts.add(with_cards(number, number % 2, ({}, {}), ({}, {})))
    counts.add(with_cards(10, 0, ({"gun": 1}, {}), ({"gun": 1}, {})))
    lift = counts.lift("gun")
    assert (lift.with_it, lift.without) == (Rate(1, 1), Rate(10, 21))
    assert lift.share == pytest.approx(1 - 10 / 21)


def test_a_card_that_one_winner_used_once_does_not_stand_out():
    counts = RunCounts(2)
    for number in range(200):
        used = {"gun": 1} if number == 7 else {}
        counts.add(with_cards(number, 0, (used, {}), (used, {})))
    assert 0 < counts.lift("gun").certainty < 1.1


def test_a_card_that_all_sides_used_tells_nothing():
    counts = count([with_cards(n, 0, ({"gun": 1},) * 2, ({"gun": 1},) * 2) for n in range(50)], 2)
    assert counts.lift("gun").share == counts.lift("gun").certainty == 0


@pytest.mark.parametrize("used_by", ["one of both sides", "always the same side", "each side or not"])
def test_certainty_is_in_standard_errors_although_sides_of_one_game_win_instead_of_each_other(used_by):
    found = []
    for seed in range(100):
        random, counts = Random(seed), RunCounts(2)
        for number in range(100):
            sides = {
                "one of both sides": {random.randrange(2)},
                "always the same side": {0},
                "each side or not": {side for side in (0, 1) if random.random() < 0.5},
            }[used_by]
            used = tuple({"gun": 1} if side in sides else {} for side in (0, 1))
            counts.add(with_cards(number, random.randrange(2), ({}, {}), used))
        found.append(counts.lift("gun").certainty)
    assert 0.8 < pstdev(found) < 1.2 and abs(mean(found)) < 0.3


def test_draws_say_nothing_about_a_card():
    drawn = [PlayedGame(number=n, drawn=({}, {}), used=({"gun": 1}, {})) for n in range(50)]
    assert count(drawn, 2).lift("gun").certainty == 0


def test_idle_copies_are_those_of_a_side_and_game_however_often_it_used_others():
    counts = count(
        [with_cards(0, 0, ({"gun": 1}, {"gun": 3}), ({"gun": 5}, {})), with_cards(1, 0, ({}, {}), ({"gun": 1}, {}))], 2
    )
    found = counts.cards["gun"]
    assert (found.drawn, found.used, found.idle) == (4, 6, 3)
