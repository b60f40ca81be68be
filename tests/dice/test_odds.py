"""Exact odds: the same as counting every face, whatever the resolver."""

from dataclasses import dataclass
from fractions import Fraction

import pytest
from hypothesis import given, settings

from companion.dice.odds import TooLarge, exact
from companion.dice.resolver import Chance, Mean
from companion.dice.throw import D6, Die, numbered_throw, succeeding
from tests.dice.machines import brute, flat, machines


@settings(max_examples=75, deadline=None)
@given(machines())
def test_odds_are_what_counting_every_face_gives(machine):
    odds = exact(machine)
    found = {flat(outcome): Fraction(weight, odds.total) for outcome, weight in odds.outcomes}
    assert len(found) == len(odds.outcomes), "equal outcomes are one"
    assert found == brute(machine)
    assert sum(found.values()) == 1


@dataclass(frozen=True)
class Uneven:
    """A d4, then on a 1 a d6, else a d10 until the third throw: denominators that do not divide each other."""

    def start(self):
        return ("first", 0)

    def ask(self, state):
        step = {"first": Die.of(4), "low": Die.of(6), "high": Die.of(10)}.get(state[0])
        return numbered_throw(state[0], step) if step else None

    def take(self, state, faces):
        face = faces.index(1) + 1
        if state[0] == "first":
            return ("low" if face == 1 else "high", face)
        return ("end", state[1] + face)

    def outcome(self, state):
        return {"total": state[1]}


def test_throws_of_different_dice_share_one_denominator():
    odds = exact(Uneven())
    found = {o["total"]: Fraction(w, odds.total) for o, w in odds.outcomes}
    assert found[2] == Fraction(1, 4) * Fraction(1, 6)
    assert found[14] == Fraction(1, 4) * Fraction(1, 10)
    # 7 = 1 + 6, or 2 + 5, 3 + 4, 4 + 3.
    assert found[7] == Fraction(1, 24) + 3 * Fraction(1, 40)
    assert sum(found.values()) == 1


def test_measures_and_data():
    odds = exact(Uneven())
    high = Chance("high", "Over 12", lambda o: o["total"] > 12)
    mean = Mean("mean", "Average", lambda o: o["total"])
    # Over 12: 13 from (3,10) and (4,9), 14 from (4,10).
    assert odds.measure(high) == Fraction(3, 40)
    assert odds.measure(mean) == Fraction(1, 4) * (1 + Fraction(7, 2)) + Fraction(3, 4) * (3 + Fraction(11, 2))
    assert odds.summary((high, mean)) == {
        "high": {"exact": "3/40", "p": 0.075},
        "mean": {"exact": "15/2", "value": 7.5},
    }
    assert all(case["p"] == float(Fraction(case["exact"])) for case in odds.cases())


@dataclass(frozen=True)
class Endless:
    """A resolver whose states never merge and never end."""

    def start(self):
        return ()

    def ask(self, state):
        return succeeding("again", 3, 4)

    def take(self, state, faces):
        return (*state, faces)

    def outcome(self, state):
        return {}


def test_a_resolver_that_outgrows_the_bound_is_refused():
    with pytest.raises(TooLarge, match="more than 5,000 steps"):
        exact(Endless(), largest=5_000)


def test_more_outcomes_than_the_bound_are_refused():
    """Three dice read one by one have 216 outcomes: refused at 215, found at 216."""

    class Ordered:
        def start(self):
            return ()

        def ask(self, state):
            return numbered_throw("one", D6) if len(state) < 3 else None

        def take(self, state, faces):
            return (*state, faces.index(1))

        def outcome(self, state):
            return {"state": state}

    with pytest.raises(TooLarge, match="more than 215 outcomes"):
        exact(Ordered(), most=215)
    assert len(exact(Ordered(), most=216).outcomes) == 216


def test_a_resolver_without_dice_is_certain():
    class Sure:
        def start(self):
            return 0

        def ask(self, state):
            return None

        def take(self, state, faces):
            raise AssertionError("there is nothing to take")

        def outcome(self, state):
            return {"hit": True}

    odds = exact(Sure())
    assert (odds.outcomes, odds.total) == ((({"hit": True}, 1),), 1)
