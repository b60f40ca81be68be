"""Marks, losses, piles and endings at each limit and one past it."""

import pytest

from companion.base.findings import InvalidInput
from companion.games.wreck_a_mech import GAME
from companion.games.wreck_a_mech.resolver import read_five
from companion.games.wreck_a_mech.rules import foundry, play
from companion.games.wreck_a_mech.rules.foundry import FoundryRow, Gains
from companion.games.wreck_a_mech.rules.losses import AbsorbedDamage, Cost, absorb, damage, is_wrecked, losses, minimal
from companion.games.wreck_a_mech.rules.play import Ending, Player
from companion.verbs.game_rolls import odds_answer, roll_answer

DEFAULT = GAME.context().rulings


def findings(rule, **document):
    verdict = GAME.verdict(GAME.read({"game": "wreck-a-mech", **document}))
    return [finding for finding in verdict.findings if finding.rule == rule]


def test_as_many_copies_as_the_sets_have_and_one_more():
    assert findings("not-in-set", deck=["encore-crown"]) == []
    (finding,) = findings("not-in-set", deck=["2 encore-crown"])
    assert finding.message == "The build has Encore Crown 2 times and the set has 1: remove 1."
    assert findings("not-in-set", deck=["2 encore-crown"], sets=2) == []
    (finding,) = findings("not-in-set", deck=["3 encore-crown"], sets=2)
    assert finding.message == "The build has Encore Crown 3 times and 2 sets have 2: remove 1."


def test_copies_past_the_set_leave_the_junk_first_then_the_discard_pile():
    piles = {"deck": ["mic-drop", "encore-crown"], "discard": ["encore-crown"], "junked": ["encore-crown", "keg-hull"]}
    (finding,) = findings("not-in-set", **piles)
    assert finding.where == "deck[1]" and finding.fixes[0].label == "Keep 1"
    assert finding.fixes[0].set == {"junked": ["keg-hull"], "discard": []}
    (two,) = findings("not-in-set", **piles, sets=2)
    assert two.fixes[0].set == {"junked": ["keg-hull"]}


def test_a_misplaced_arm_is_offered_its_own_side_first():
    (finding,) = findings("wrong-position", mech={"head": "pyro-fist", "body": "stage-chassis"})
    assert [fix.label for fix in finding.fixes] == [
        "Make it the left arm", "Make it the right arm", "Remove Pyro Fist",
    ]  # fmt: skip
    (other,) = findings("wrong-position", mech={"head": "laser-show", "body": "stage-chassis"})
    assert [fix.label for fix in other.fixes] == [
        "Make it the right arm", "Make it the left arm", "Remove Laser Show",
    ]  # fmt: skip


def test_trainers_are_pointed_at_where_they_lie():
    (deck,) = findings("trainer-still-in", deck=["mic-drop", "trainer-head"], discard=["trainer-legs"])
    assert deck.where == "deck[1]" and deck.message.startswith("2 Trainer cards are still in")
    (discard,) = findings("trainer-still-in", deck=["mic-drop"], discard=["mic-drop", "trainer-legs"])
    assert discard.where == "discard[1]" and discard.message.startswith("1 Trainer card is still in")
    (mech,) = findings("trainer-still-in", mech={"head": "trainer-head", "body": "stage-chassis"})
    assert mech.where == "mech" and mech.fixes == ()
    assert findings("trainer-still-in", mech={"head": "trainer-head"}) == []


@pytest.mark.parametrize(
    ("value", "marks"),
    [(-1, (0, 0)), (0, (0, 0)), (9, (0, 9)), (10, (1, 0)), (98, (9, 8)), (99, (9, 9)), (100, (9, 9))],
)
def test_two_rings_mark_two_digits(value, marks):
    assert play.rings(value) == marks


def test_the_first_turn_begins_with_combat():
    assert play.phases(1) == ("Combat", "Upgrade", "Rebound")
    assert play.phases(2) == ("Draw", "Build", "Combat", "Upgrade", "Rebound")


@pytest.mark.parametrize(
    ("victories", "overtime", "count"), [([], False, 2), ([0, 0], False, 2), ([0, 1], False, 3), ([2, 1], False, 4), ([2, 2], True, 5)]
)  # fmt: skip
def test_everybody_draws_two_and_the_highest_score(victories, overtime, count):
    assert play.draw_count(victories, overtime) == count


def test_seats_go_round():
    assert [play.attacker(seat, 3) for seat in range(3)] == [2, 0, 1]
    assert [play.defender(seat, 3) for seat in range(3)] == [1, 2, 0]
    assert play.order(2, 4) == (2, 3, 0, 1)
    rebound_only = {"initiative": "rebound-only"}
    assert [play.holder(2, 3, 1, rebound_only), play.holder(2, 3, 0, rebound_only), play.holder(2, 3, 0, DEFAULT)] == [
        0, 2, 0,
    ]  # fmt: skip


@pytest.mark.parametrize(("attack", "defense", "taken"), [(5, 6, 0), (5, 5, 0), (6, 5, 1)])
def test_damage_is_what_attack_has_more(attack, defense, taken):
    assert damage(attack, defense) == taken


@pytest.mark.parametrize(
    ("taken", "chosen", "parts", "found"),
    [
        (5, (2, 2), 3, AbsorbedDamage(1, False, False)),
        (4, (2, 2), 3, AbsorbedDamage(0, True, False)),
        (3, (2, 2), 3, AbsorbedDamage(-1, True, False)),
        (9, (2, 2), 2, AbsorbedDamage(5, True, True)),
        (4, (2, 2), 2, AbsorbedDamage(0, True, True)),
        (3, (2,), 1, AbsorbedDamage(1, True, True)),
        (1, (), 0, AbsorbedDamage(1, False, False)),
    ],
)
def test_parts_are_lost_until_nothing_remains(taken, chosen, parts, found):
    assert absorb(taken, chosen, parts) == found


@pytest.mark.parametrize(
    ("taken", "wrecked", "choices"),
    [
        (0, False, [()]),
        (2, False, [("head",), ("legs",)]),
        (3, False, [("legs",)]),
        (4, True, [("head", "legs")]),
        (5, True, [("head", "legs")]),
        (6, True, [("head", "legs")]),
    ],
)
def test_a_mech_of_two_and_three_structure(taken, wrecked, choices):
    structures = {"head": 2, "legs": 3}
    assert is_wrecked(taken, structures) is wrecked
    assert list(minimal(taken, structures)) == choices
    assert not is_wrecked(taken, {})


@pytest.mark.parametrize(
    ("cost", "known", "words"),
    [
        (Cost(0, 0, 9, 5, 0), True, "nothing lost"),
        (Cost(1, 2, 9, 5, 1), True, "1 part, ranks 2, leaves Attack 9, Defense 5, wastes 1 Structure"),
        (Cost(2, 0, 9, 5, 0), False, "2 parts"),
    ],
)
def test_what_a_choice_costs_in_words(cost, known, words):
    assert cost.in_words(known) == words


def test_what_a_choice_costs_in_numbers():
    known = {"head": 1, "legs": 2}
    head, legs = losses(2, {"head": 2, "legs": 3}, known, {"head": 4, "legs": 3}, {"head": 1, "legs": 2})
    assert (head.positions, head.cost) == (("head",), Cost(1, 1, 3, 2, 0))
    assert (legs.positions, legs.cost) == (("legs",), Cost(1, 2, 4, 1, 1))


def test_nothing_is_wasted_where_all_is_lost():
    (everything,) = losses(9, {"head": 2, "legs": 3})
    assert everything.cost == Cost(2, 0, 0, 0, 0)


def combat(**inputs):
    given = {"attack": 8, "defense": 5, "structures": "3,1,0,0,2", **inputs}
    return roll_answer(GAME, "combat", given, "")["outcome"]


def test_what_is_left_is_told_where_attack_or_defense_is_known():
    assert combat()["costs"] == ["1 part", "2 parts"]
    assert combat(attacks="4,1,0,0,2")["costs"] == [
        "1 part, leaves Attack 3, Defense 0", "2 parts, leaves Attack 4, Defense 0",
    ]  # fmt: skip
    assert combat(defenses="4,1,0,0,99")["costs"][0] == "1 part, leaves Attack 0, Defense 100"


def test_attacks_of_parts_go_up_to_ninety_nine():
    with pytest.raises(InvalidInput, match="attacks, head: found 'x', expected a whole number from 0 to 99"):
        combat(attacks="x,1,1,1,1")
    with pytest.raises(InvalidInput, match="ranks, head: found '4', expected a whole number from 0 to 3"):
        combat(ranks="4,1,1,1,1")


def test_the_fewest_parts_lost_are_told():
    summary = odds_answer(GAME, "combat", {"attack": 8, "defense": 5, "structures": "3,1,0,0,2"})["summary"]
    assert (summary["parts_lost"]["exact"], summary["damage"]["exact"]) == ("1", "3")


def test_equal_choices_are_ranked_by_attack_left_then_waste_then_place():
    first, _ = losses(2, {"head": 2, "legs": 2}, None, {"head": 1, "legs": 3}, {"head": 3, "legs": 1})
    assert first.positions == ("head",)
    first, _ = losses(2, {"head": 3, "legs": 2})
    assert first.positions == ("legs",)
    first, _ = losses(2, {"head": 2, "legs": 2})
    assert first.positions == ("head",)


@pytest.mark.parametrize(
    ("ranks", "found"), [([1], Gains(1, 0, 0)), ([2], Gains(0, 1, 0)), ([3], Gains(0, 1, 1)), ([1, 2, 3, 3], Gains(1, 3, 2))]
)  # fmt: skip
def test_what_damaged_ranks_give(ranks, found):
    assert foundry.gains(ranks) == found


def test_the_foundry_is_out_with_its_last_card():
    assert foundry.deal(("a", "b", "c", "d")) == FoundryRow(("a", "b", "c"), ("d",))
    row = FoundryRow(("a", "b", "c"), ("d", "e"))
    assert foundry.gain(row, "b", DEFAULT) == ("b", FoundryRow(("a", "d", "c"), ("e",)))
    assert foundry.gain(row, None, DEFAULT) == ("d", FoundryRow(("a", "b", "c"), ("e",)))
    last = FoundryRow(("a", "b", "c"), ("e",))
    assert foundry.gain(last, "c", DEFAULT) == ("c", FoundryRow(("a", "b", "e"), (), True))
    assert foundry.gain(last, None, DEFAULT) == ("e", FoundryRow(("a", "b", "c"), (), True))
    assert foundry.gain(FoundryRow(("a",), (), False), "a", DEFAULT) == ("a", FoundryRow((), (), False))
    for card in (None, "z"):
        with pytest.raises(ValueError, match="pile is empty|is not face up"):
            foundry.gain(FoundryRow(("a",), ()), card, DEFAULT)


@pytest.mark.parametrize(
    ("out", "done", "ruled", "over"),
    [
        ([False, False], True, "end-of-phase", False),
        ([False, True], True, "end-of-phase", True),
        ([False, True], False, "end-of-phase", False),
        ([False, True], False, "at-once", True),
        ([False, False], False, "at-once", False),
    ],
)
def test_when_the_foundry_ends_the_game(out, done, ruled, over):
    assert foundry.is_game_over([FoundryRow((), (), one) for one in out], done, {"foundry-end": ruled}) is over


def test_where_a_gained_card_goes():
    player = Player(mech={}, draw=("a",), discard=("b",))
    assert foundry.keep(player, "c", DEFAULT).discard == ("c", "b")
    assert foundry.keep(player, "c", {"gained-cards": "draw"}).draw == ("c", "a")


def test_a_draw_of_all_cards_and_of_one_more():
    player = Player(mech={}, draw=("a", "b"), discard=("c", "d"))
    exact = play.draw(player, 2, ())
    assert (exact.hand, exact.draw, exact.discard) == (("a", "b"), (), ("c", "d"))
    more = play.draw(player, 3, ("d", "c"))
    assert (more.hand, more.draw, more.discard) == (("a", "b", "d"), ("c",), ())


PLACES = {"h": "head", "g": "head", "b": "body", "l": "left_arm", "m": "left_arm"}


def test_a_rebound_stops_at_the_parts_it_may_reach():
    full = play.rebound(("h", "g", "b", "l"), PLACES, 2)
    assert (full.installed, full.discarded, full.not_drawn, full.short) == (
        (("head", "h"), ("body", "b")), ("g",), ("l",), False,
    )  # fmt: skip
    exact = play.rebound(("h", "b"), PLACES, 2)
    assert (exact.not_drawn, exact.short) == ((), False)
    short = play.rebound(("h", "g"), PLACES, 2)
    assert (short.installed, short.discarded, short.short) == ((("head", "h"),), ("g",), True)
    assert play.rebound(("h",), PLACES, 0) == play.ReboundResult((), (), ("h",), False)


def test_a_short_rebound_goes_on_with_arms_where_ruled():
    ruled = {"rebound-short": "reshuffle"}
    short = play.rebound(("l", "m", "h", "g"), PLACES, 4)
    assert short.discarded == ("m", "g") and play.refill(short, ("g", "m"), PLACES, 4, DEFAULT) is short
    refilled = play.refill(short, ("g", "m"), PLACES, 4, ruled)
    assert (refilled.installed, refilled.discarded, refilled.short) == (
        (("left_arm", "l"), ("head", "h"), ("right_arm", "m")), ("g",), True,
    )  # fmt: skip
    three = play.refill(play.rebound(("l", "m", "h"), PLACES, 3), ("m",), PLACES, 3, ruled)
    assert len(three.installed) == 3 and not three.short
    assert play.rebound_plan([]) == play.ReboundPlan(2, 0, "Draw") and play.rebound_plan([0, 4, 3]).parts == 4


@pytest.mark.parametrize(
    ("victories", "out", "found"),
    [
        ([2, 2], False, Ending()),
        ([3, 2], False, Ending(0)),
        ([2, 4], False, Ending(1)),
        ([3, 3], False, Ending(overtime=(0, 1))),
        ([3, 4], False, Ending(overtime=(0, 1))),
        ([1, 0], True, Ending(0)),
        ([1, 1, 0], True, Ending(overtime=(0, 1))),
        ([3, 4], True, Ending(1)),
    ],
)
def test_three_victories_end_the_game(victories, out, found):
    assert play.decide_ending(victories, out) == found


@pytest.mark.parametrize(
    ("attacks", "defenses", "ruled", "found"),
    [
        ([5, 6], [5, 5], "again", Ending()),
        ([5, 5], [5, 5], "again", Ending(overtime=(0, 1))),
        ([5, 4], [6, 6], "closest", Ending(0)),
        ([5, 5], [6, 6], "closest", Ending(overtime=(0, 1))),
        ([4, 5, 5], [9, 7, 6], "closest", Ending(1)),
    ],
)
def test_a_stalemate_is_where_nobody_can_score(attacks, defenses, ruled, found):
    """Three seats: 4 against 7 and 5 against 6 and 9 are short by 3, 1 and 4, so the second seat comes closest."""
    assert play.stalemate(attacks, defenses, {"overtime-stalemate": ruled}) == found


def test_overtime_begins_with_five_cards():
    player = Player(mech={"head": "h"}, draw=("a", "b"), discard=("c",), hand=("d",), damaged=("e",), junked=("z",))
    begun = play.begin_overtime(player, ("e", "d", "c", "b", "a", "h"))
    assert (begun.hand, begun.draw, begun.mech, begun.discard, begun.damaged, begun.junked) == (
        ("e", "d", "c", "b", "a"), ("h",), {}, (), (), ("z",),
    )  # fmt: skip


@pytest.mark.parametrize(("scorers", "found"), [([], Ending()), ([1], Ending(1)), ([0, 2], Ending(overtime=(0, 2)))])
def test_one_scorer_wins_overtime(scorers, found):
    assert play.overtime(scorers) == found


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("2,3,1,2,2", [2, 3, 1, 2, 2]),
        ("2 3 1 2 2", [2, 3, 1, 2, 2]),
        ("2, 3, 1, 2, 2", [2, 3, 1, 2, 2]),
        ("2;3;;2;99", [2, 3, 0, 2, 99]),
    ],
)
def test_five_numbers_are_read(text, numbers):
    assert list(read_five(text, "structures").values()) == numbers


@pytest.mark.parametrize(
    ("text", "most", "says"),
    [
        ("1,1,1,1", 99, "found 4 numbers, expected 5: head, body, left arm, right arm, legs, for example 2,3,1,2,2"),
        ("1,1,1,1,1,1", 99, "found 6 numbers"),
        ("1", 99, "found 1 number, expected 5"),
        ("1,1,1,1,100", 99, "legs: found '100', expected a whole number from 0 to 99"),
        ("1,1,1,1,-1", 99, "legs: found '-1'"),
        ("1,4,1,1,3", 3, "body: found '4', expected a whole number from 0 to 3"),
        ("1,1,1,1,²", 99, "legs: found '²'"),
    ],
)
def test_other_than_five_numbers_in_range_are_refused(text, most, says):
    with pytest.raises(InvalidInput) as caught:
        read_five(text, "structures", most)
    assert says in str(caught.value)
