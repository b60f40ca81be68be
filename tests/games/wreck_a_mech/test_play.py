"""Bookkeeping: what a tracker relies on, rulings and refusals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.wreck_a_mech import GAME
from companion.games.wreck_a_mech.rules import foundry, play
from companion.games.wreck_a_mech.rules.foundry import FoundryRow
from companion.games.wreck_a_mech.rules.play import Player

DEFAULT = GAME.context().rulings
cards = st.lists(st.text("abcdef", min_size=1, max_size=3), max_size=8).map(tuple)


@given(cards, cards, st.integers(0, 20), st.randoms(use_true_random=False))
def test_drawing_loses_no_card(draw, discard, count, chance):
    shuffled = list(discard)
    chance.shuffle(shuffled)
    before = Player(mech={}, draw=draw, discard=discard)
    after = play.draw(before, count, tuple(shuffled))
    assert sorted(after.hand + after.draw + after.discard) == sorted(draw + discard)
    assert len(after.hand) == min(count, len(draw) + len(discard))
    if count <= len(draw):
        assert after.discard == discard


def test_a_shuffle_keeps_its_cards():
    with pytest.raises(ValueError, match="has the same cards"):
        play.draw(Player(mech={}, discard=("a",)), 1, ("b",))


def test_a_draw_that_needs_no_shuffle_asks_for_none():
    after = play.draw(Player(mech={}, draw=("a", "b", "c"), discard=("d",)), 2, ())
    assert (after.hand, after.draw, after.discard) == (("a", "b"), ("c",), ("d",))


@pytest.mark.parametrize(
    ("new", "says"),
    [
        ({"head": "x"}, "neither"),
        ({"legs": "h1"}, "cannot be the legs"),
        ({"left_arm": "h1"}, "cannot be the left_arm"),
        ({"head": "b1"}, "cannot be the head"),
        ({"tail": "b1"}, "cannot be the tail"),
        ({}, "at least one"),
    ],
)
def test_a_build_from_elsewhere_or_out_of_place_is_refused(new, says):
    with pytest.raises(ValueError, match=says):
        play.build(Player(mech={"head": "h1"}, hand=("b1",)), new, {"h1": "head", "b1": "body"})


def test_arms_change_sides_in_the_build_phase():
    player = Player(mech={"left_arm": "a", "right_arm": "b"}, hand=("c",))
    places = {"a": "left_arm", "b": "right_arm", "c": "head"}
    after = play.build(player, {"left_arm": "b", "right_arm": "a"}, places)
    assert (after.mech["left_arm"], after.discard, after.hand) == ("b", ("c",), ())


def test_damage_goes_by_marks_and_the_area_is_cleared():
    player = play.mark(Player(mech={"head": "h", "legs": "l"}), 12, 3)
    lost = play.lose(player, ["head"])
    assert play.damage_to(lost, player) == 9 and lost.damaged == ("h",)
    assert play.clear(lost).discard == ("h",) and play.clear(lost).damaged == ()


@pytest.mark.parametrize("positions", [["legs", "legs"], ["body"]])
def test_only_a_part_that_is_there_is_lost_and_once(positions):
    with pytest.raises(ValueError, match="has no part"):
        play.lose(Player(mech={"head": "h", "legs": "l"}), positions)


@given(st.integers(3, 12).map(lambda n: tuple(map(str, range(n)))), st.data())
def test_each_gain_takes_one_card_off_the_pile_until_it_is_out(pile, data):
    row = foundry.deal(pile)
    taken = []
    while row.pile:
        assert len(row.face_up) == 3 and not row.out
        card, row = foundry.gain(row, data.draw(st.none() | st.sampled_from(row.face_up)), DEFAULT)
        taken.append(card)
    assert len(taken) == len(pile) - 3
    assert row.out or len(pile) == 3
    assert sorted((*taken, *row.face_up)) == sorted(pile)


def test_gains_from_what_is_not_there_are_refused():
    with pytest.raises(ValueError, match="empty"):
        foundry.gain(FoundryRow(("a",), ()), None, DEFAULT)
    with pytest.raises(ValueError, match="face up"):
        foundry.gain(FoundryRow(("a",), ()), "b", DEFAULT)
    card, row = foundry.gain(FoundryRow(("a",), ()), "a", DEFAULT)
    assert (card, row.face_up) == ("a", ())


def test_a_gained_card_goes_where_the_ruling_says():
    player = Player(mech={}, draw=("d",), discard=("x",))
    assert foundry.keep(player, "g", DEFAULT).discard == ("g", "x")
    assert foundry.keep(player, "g", {"gained-cards": "draw"}).draw == ("g", "d")


def test_junk_comes_from_the_own_piles():
    player = Player(mech={}, discard=("a", "a"))
    after = foundry.junk(player, "a", "discard")
    assert (after.discard, after.junked) == (("a",), ("a",))
    with pytest.raises(ValueError, match="not in the draw pile"):
        foundry.junk(player, "a", "draw")


def test_a_rebound_that_runs_out_of_cards():
    places = {"a": "left_arm", "b": "left_arm", "c": "legs"}
    short = play.rebound(("a", "b", "c"), places, 3)
    assert (short.installed, short.discarded, short.short) == ((("left_arm", "a"), ("legs", "c")), ("b",), True)
    assert play.refill(short, (), places, 3, DEFAULT) == short
    again = play.refill(short, ("b",), places, 3, {"rebound-short": "reshuffle"})
    assert again.installed[-1] == ("right_arm", "b") and not again.short and again.discarded == ()


def test_a_rebound_goes_on_in_the_shuffled_order():
    places = dict.fromkeys(("a", "b", "c"), "left_arm")
    short = play.rebound(("a", "b", "c"), places, 2)
    again = play.refill(short, ("c", "b"), places, 2, {"rebound-short": "reshuffle"})
    assert again.installed == (("left_arm", "a"), ("right_arm", "c")) and again.discarded == ("b",)
    with pytest.raises(ValueError, match="has the same cards"):
        play.refill(short, ("c", "x"), places, 2, {"rebound-short": "reshuffle"})


def test_a_rebound_reaches_for_the_opponent_with_the_most():
    assert play.rebound_plan([0, 3, 2]).parts == 3


def test_nobody_has_won_before_three():
    assert play.decide_ending([2, 2]) == play.Ending()
    assert play.decide_ending([3, 3, 1]).overtime == (0, 1)
    assert play.overtime([]) == play.Ending()


def test_a_stalemate_by_ruling():
    """5 against 7 falls 2 short, 6 against 8 too: both score, and repeat; with 7 against 8 the second comes closest."""
    closest = {"overtime-stalemate": "closest"}
    assert play.stalemate([5, 6], [8, 7], DEFAULT) == play.Ending(overtime=(0, 1))
    assert play.stalemate([9, 7], [8, 7], DEFAULT) == play.Ending()
    assert play.stalemate([5, 6], [8, 7], closest).overtime == (0, 1)
    assert play.stalemate([5, 7], [8, 7], closest).winner == 1
    assert play.stalemate([9, 7], [8, 7], closest) == play.Ending()


def test_rings_stop_at_two_digits():
    assert [play.rings(n) for n in (-3, 0, 9, 42, 120)] == [(0, 0), (0, 0), (0, 9), (4, 2), (9, 9)]


def test_a_step_goes_to_the_left_from_the_holder():
    assert play.order(2, 4) == (2, 3, 0, 1)


def test_a_wreck_by_ruling():
    """Its parts wait for the gains, unless the ruling shuffles them in at once."""
    player = Player(mech={}, draw=("d",), discard=("x",), damaged=("h", "l"))
    assert play.wreck(player, (), DEFAULT) == player
    at_once = play.wreck(player, ("l", "x", "h", "d"), {"wrecked-cards": "at-once"})
    assert (at_once.draw, at_once.discard, at_once.damaged) == (("l", "x", "h", "d"), (), ())
    with pytest.raises(ValueError, match="has the same cards"):
        play.wreck(player, ("l",), {"wrecked-cards": "at-once"})


def test_the_foundry_ends_the_game_after_the_phase_or_at_once():
    rows = (FoundryRow(("a",), ("b",)), FoundryRow(("c",), (), out=True))
    assert [foundry.is_game_over(rows, done, DEFAULT) for done in (False, True)] == [False, True]
    assert foundry.is_game_over(rows, False, {"foundry-end": "at-once"})
    assert not foundry.is_game_over(rows[:1], True, DEFAULT)


def test_overtime_damage_by_ruling():
    player = Player(mech={}, damaged=("h",))
    assert play.clear_overtime(player, DEFAULT).discard == ("h",)
    assert play.clear_overtime(player, {"overtime-damage": "never"}) == player


@pytest.mark.parametrize(("cards", "in_hand"), [(7, 5), (4, 4)])
def test_overtime_begins_without_a_mech_and_with_five_cards_of_everything(cards, in_hand):
    ids = tuple(f"card-{n}" for n in range(cards))
    before = play.Player(
        mech={"head": ids[0]}, draw=ids[1:2], discard=ids[2:3], damaged=ids[3:4], hand=ids[4:], junked=("gone",)
    )
    after = play.begin_overtime(before, ids[::-1])
    assert (after.mech, after.hand, after.draw) == ({}, ids[::-1][:in_hand], ids[::-1][in_hand:])
    assert (after.discard, after.damaged, after.junked) == ((), (), ("gone",))
    with pytest.raises(ValueError, match="shuffled"):
        play.begin_overtime(before, ids[1:])
