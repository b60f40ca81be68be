"""Combat: exact odds against an independent count of dice, and the laws that every combat keeps."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.dice.odds import exact
from companion.dice.roller import roll
from companion.games.mechalyte.resolver import opportunity_shot
from companion.games.mechalyte.resolver.combat import Combat
from companion.games.mechalyte.rules.aim import AIMS, dice_per_target, expected_loss
from companion.games.mechalyte.rules.levels import level_after_armour, struck

SPECS = st.text("PSMIA", min_size=6, max_size=6)
LEVELS = st.lists(st.integers(1, 6), min_size=1, max_size=3).map(lambda found: tuple(sorted(found, reverse=True)))
AIM = st.sampled_from(AIMS)


# The rulebook's combat for one mech a side, die by die, written without the code under test.


def hurt(spec, level, layers, die):
    """One die on a mech of (level, layers); level 0 is destroyed."""
    if level == 0 or die <= 3:
        return level, layers
    if die < 6 and layers:
        return level, layers - 1
    slots = [n for n in range(1, level + 1) if spec[n - 1] == "A"]
    return (slots[-1] - 1 if slots else 0), layers


def duel_by_hand(a, n, b, m):
    """Every sequence of dice: countdown 6 to 0, each mech acts once, both sides of a round fire before either falls."""
    found = Counter()

    def go(countdown, mechs, acted, p):
        if countdown < 0 or 0 in (mechs[0][0], mechs[1][0]):
            found[mechs[0][0], mechs[1][0]] += p
            return
        dice = [0, 0]
        now = list(acted)
        for side, spec in enumerate((a, b)):
            modules = spec[: mechs[side][0]]
            if not acted[side] and modules.count("I") == countdown:
                dice[side], now[side] = 1 + modules.count("P"), True
        for faces in product(range(1, 7), repeat=sum(dice)):
            (la, sa), (lb, sb) = mechs
            for die in faces[: dice[0]]:
                lb, sb = hurt(b, lb, sb, die)
            for die in faces[dice[0] :]:
                la, sa = hurt(a, la, sa, die)
            go(countdown - 1, ((la, sa), (lb, sb)), now, p / Fraction(6) ** sum(dice))

    go(6, ((n, a[:n].count("S")), (m, b[:m].count("S"))), [False, False], Fraction(1))
    return {pair: p for pair, p in found.items() if p}


@pytest.mark.parametrize(
    ("a", "n", "b", "m"),
    [
        ("MIPASA", 6, "PMISAA", 6),
        ("PMAIAS", 6, "IIPASA", 6),
        ("MIPASA", 4, "PMAIAS", 2),
        ("AIIPSP", 5, "ISAAII", 6),
        ("SAIAIP", 6, "IAIAPM", 5),
        ("PPSSAA", 3, "AAAAAA", 6),
    ],
)
def test_one_against_one_is_what_counting_dice_gives(a, n, b, m):
    odds = exact(Combat((a, b), ((n,), (m,))))
    found = {(sum(outcome["a"]), sum(outcome["b"])): Fraction(weight, odds.total) for outcome, weight in odds.outcomes}
    assert found == duel_by_hand(a, n, b, m)


@settings(max_examples=40, deadline=None)
@given(SPECS, SPECS, LEVELS, LEVELS, AIM, AIM, st.sampled_from((0, 1)))
def test_all_cases_sum_to_one_and_no_level_rises(a, b, ours, theirs, a_aim, b_aim, turn):
    odds = exact(Combat((a, b), (ours, theirs), turn, (a_aim, b_aim)))
    assert sum(weight for _, weight in odds.outcomes) == odds.total
    for outcome, _ in odds.outcomes:
        for name, before in (("a", ours), ("b", theirs)):
            left = outcome[name]
            assert left == sorted(left, reverse=True) and len(left) <= len(before)
            assert all(now <= then for now, then in zip(left, before, strict=False))


@settings(max_examples=20, deadline=None)
@given(SPECS, SPECS, LEVELS, LEVELS, AIM)
def test_fire_in_a_round_is_simultaneous_so_whose_turn_it_is_changes_no_odds(a, b, ours, theirs, aim):
    def spread(turn):
        odds = exact(Combat((a, b), (ours, theirs), turn, (aim, aim)))
        return {(tuple(o["a"]), tuple(o["b"])): Fraction(w, odds.total) for o, w in odds.outcomes}

    assert spread(0) == spread(1)


@settings(max_examples=20, deadline=None)
@given(SPECS, SPECS, LEVELS, LEVELS, AIM)
def test_sides_swap_as_a_mirror(a, b, ours, theirs, aim):
    one = exact(Combat((a, b), (ours, theirs), 0, (aim, aim)))
    other = exact(Combat((b, a), (theirs, ours), 1, (aim, aim)))
    assert {(tuple(o["a"]), tuple(o["b"])): Fraction(w, one.total) for o, w in one.outcomes} == {
        (tuple(o["b"]), tuple(o["a"])): Fraction(w, other.total) for o, w in other.outcomes
    }


@given(SPECS, st.integers(1, 6), st.integers(0, 6), st.lists(st.sampled_from("hc"), max_size=8), st.randoms())
def test_the_order_of_hits_and_crits_does_not_matter(spec, level, layers, dice, random):
    random.shuffle(dice)
    now = (level, layers)
    for die in dice:
        now = hurt(spec, *now, 6 if die == "c" else 4)
    wanted = struck(spec, level, layers, dice.count("h"), dice.count("c"))
    assert wanted[0] == now[0]
    assert wanted[0] == 0 or wanted == now


@given(SPECS, st.integers(1, 6), st.integers(0, 8))
def test_more_dice_never_help_the_target(spec, level, dice):
    def chances(count):
        """The chance of keeping at least each level."""
        odds = exact(opportunity_shot(spec, level, count))
        return [Fraction(sum(w for o, w in odds.outcomes if o["level"] >= least), odds.total) for least in range(1, 7)]

    assert all(more <= fewer for more, fewer in zip(chances(dice + 1), chances(dice), strict=True))
    assert expected_loss(spec, level, 1, dice + 1) >= expected_loss(spec, level, 1, dice)


@given(SPECS, st.integers(1, 6), st.integers(0, 7))
def test_levels_fall_until_the_mech_is_destroyed(spec, level, effects):
    assert (
        level_after_armour(spec, level, effects + 1) < level_after_armour(spec, level, effects)
        or level_after_armour(spec, level, effects) == 0
    )


MECHS = ((6, 0, True), (4, 1, True), (4, 0, False))


@pytest.mark.parametrize(("aim", "wanted"), [("strongest", (5, 0, 0)), ("weakest", (0, 0, 5)), ("spread", (2, 2, 1))])
def test_aims(aim, wanted):
    assert dice_per_target(aim, "PPPPPP", MECHS, 5) == wanted


@given(SPECS, st.integers(0, 6))
def test_no_split_takes_more_levels_than_the_best(spec, dice):
    def taken(split):
        return sum(expected_loss(spec, m[0], m[1], n) for m, n in zip(MECHS, split, strict=True))

    best = dice_per_target("best", spec, MECHS, dice)
    assert sum(best) == dice
    every = [s for s in product(range(dice + 1), repeat=3) if sum(s) == dice]
    assert taken(best) == max(map(taken, every))


def test_rolls_are_as_frequent_as_the_odds_say():
    combat = Combat(("MIPASA", "PMISAA"), ((4, 4, 2), (5,)))
    odds = exact(combat)
    wiped = Fraction(sum(w for o, w in odds.outcomes if not o["b"]), odds.total)
    times = 4000
    rolled = sum(not roll(combat, seed).outcome["b"] for seed in range(times))
    assert abs(rolled - times * wiped) < 4 * float(times * wiped * (1 - wiped)) ** 0.5


def test_three_against_three_of_level_six_stays_within_the_bound_of_an_exact_answer():
    """The heaviest pair that a search found: well within the 2,000,000 steps an exact answer may take."""
    for aim in AIMS:
        odds = exact(Combat(("PSSAPP", "SSSAAP"), ((6, 6, 6), (6, 6, 6)), 0, (aim, aim)))
        assert sum(weight for _, weight in odds.outcomes) == odds.total
