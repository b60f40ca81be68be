"""What the search sees that one step does not, what it costs, and where it stops."""

from random import Random

import pytest

from companion.opponent import search
from companion.opponent.player import choose
from companion.opponent.search import MOST_TRIED, walk
from companion.opponent.steps import actions, happen, is_chance, owed
from companion.opponent.strengths import EASY, FAIR, HARD, STRENGTHS, Strength
from companion.verbs.opponents import reason_of
from tests.opponent.played import FEW, GAMES, positions, tracker_of
from tests.opponent.small_trap import Stand, Trap
from tests.opponent.small_wager import BET, KEPT, LOST, WON, Stake, Wager

TURNS = Strength("turns", "a search through the answer of the other seat", worlds=2, steps=0, visits=60, depth=2)


def chosen(state, strength, seed=1):
    tracker = Trap()
    (pending,) = tracker.waiting(state)
    return choose(tracker, state, pending, strength, seed)


@pytest.mark.parametrize("seed", range(5))
def test_what_wins_now_and_loses_after_the_answer_is_taken_by_fair_and_left_by_a_search(seed):
    assert chosen(Stand(), FAIR, seed).action.key == "take gold"
    assert chosen(Stand(), TURNS, seed).action.key == "take shield"


def test_the_answer_of_the_other_seat_is_left_out_where_turns_are_long(monkeypatch):
    monkeypatch.setattr(search, "FEW_DECISIONS", 0)
    assert chosen(Stand(), TURNS).action.key == "take gold"


@pytest.mark.parametrize("depth", [1, 2])
def test_what_dice_brought_above_their_odds_is_no_merit_of_a_move(depth):
    tracker, state = Wager(), Stake()
    (pending,) = tracker.waiting(state)
    keep, bet = sorted(actions(tracker, state, pending, Random(1)), key=lambda one: one.key != "keep")
    fallen = {happen(tracker, tracker.apply(state, bet.event), _owed(bet), Random(seed)).worth for seed in range(40)}
    assert fallen == {WON, LOST}
    for seed in range(40):
        assert walk(tracker, state, bet, depth, Random(seed))[0] == pytest.approx(BET)
        assert walk(tracker, state, keep, depth, Random(seed))[0] == KEPT


def _owed(action):
    """Return what is owed after an action at the start of a wager."""
    return owed(Wager(), Wager().apply(Stake(), action.event))


@pytest.mark.parametrize("strength", [FAIR, TURNS, HARD], ids=lambda one: one.name)
@pytest.mark.parametrize("has", ["gold", "shield"])
def test_a_move_that_changes_nothing_does_not_put_off_the_end(strength, has):
    assert chosen(Stand(has=has), strength).action.key == "end"


def test_a_search_knows_its_own_cards_and_not_those_of_others():
    assert {one.action.key for one in chosen(Stand(mover=1, has="gold", card="bow"), TURNS).weighed} == {
        "strike bow",
        "wait",
    }
    keys = [one.action.key for one in chosen(Stand(card="axe"), TURNS).weighed]
    assert keys == [one.action.key for one in chosen(Stand(card="bow"), TURNS).weighed]


def test_a_search_walks_about_as_often_as_its_strength_says():
    weighed = chosen(Stand(), TURNS).weighed
    assert TURNS.visits * 0.9 < sum(one.visits for one in weighed) <= TURNS.visits
    assert all(one.visits == 0 for one in chosen(Stand(), FAIR).weighed)


@pytest.mark.parametrize("walks", [0, 3])
def test_it_stops_early_where_it_is_told_to_and_says_so(walks):
    (pending,) = Trap().waiting(Stand())
    looks = len(choose(Trap(), Stand(), pending, FAIR, 1).weighed)
    answers = iter([False] * (looks + walks) + [True])
    advice = choose(Trap(), Stand(), pending, TURNS, 1, lambda: next(answers))
    assert advice.is_cut_short and sum(one.visits for one in advice.weighed) == MOST_TRIED * walks
    early = "It stopped searching early, because its time was over."
    assert reason_of(advice).endswith(early)
    whole = choose(Trap(), Stand(), pending, TURNS, 1)
    assert not whole.is_cut_short and early not in reason_of(whole)


def test_stopped_at_once_it_still_chooses_among_all_that_it_is_offered():
    (pending,) = Trap().waiting(Stand())
    hurried = choose(Trap(), Stand(), pending, FAIR, 1, lambda: True)
    whole = choose(Trap(), Stand(), pending, FAIR, 1)
    assert hurried.is_cut_short and not whole.is_cut_short
    assert {one.action.key for one in hurried.weighed} == {one.action.key for one in whole.weighed}


def test_worths_are_from_nought_to_one_and_all_strengths_weigh_the_same_moves():
    tracker = tracker_of("wreck-a-mech")
    for state, pending in positions("wreck-a-mech")[::15]:
        weighed = [choose(tracker, state, pending, strength, 1).weighed for strength in (EASY, FAIR, FEW)]
        assert all(0 <= one.worth <= 1 for each in weighed for one in each)
        assert len({frozenset(one.action.key for one in each) for each in weighed}) == 1


def test_the_strengths_are_numbers_in_order():
    assert list(STRENGTHS) == ["easy", "fair", "hard"] and EASY.steps < FAIR.steps < HARD.steps
    assert EASY.error > FAIR.error == HARD.error == 0 == FAIR.visits < HARD.visits


@pytest.mark.parametrize(("game", "seats"), [*((game, 2) for game in GAMES), ("wreck-a-mech", 4)])
def test_games_end(game, seats):
    tracker, random = tracker_of(game, seats), Random(1)
    state, decisions = tracker.start(), 0
    while pending := owed(tracker, state):
        if is_chance(pending):
            state = happen(tracker, state, pending, random)
            continue
        decisions += 1
        assert decisions < 1_500
        state = tracker.apply(state, choose(tracker, state, pending, EASY, random.getrandbits(64)).action.event)
    assert tracker.result(state)
