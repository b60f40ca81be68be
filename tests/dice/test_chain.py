"""Chains: two resolvers one after the other, with the odds that running both as one state machine gives."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import pytest

from companion.dice.chain import Beginning, Chain
from companion.dice.odds import TooLarge, exact
from companion.dice.resolver import replay
from companion.dice.throw import D6, numbered_throw


@dataclass(frozen=True)
class Sum:
    """Some D6, added to what was there before; the state is how many are left and the sum."""

    dice: int

    def start(self, before=0):
        return (self.dice, before)

    def ask(self, state):
        return numbered_throw("die", D6) if state[0] else None

    def take(self, state, faces):
        return (state[0] - 1, state[1] + faces.index(1) + 1)

    def outcome(self, state):
        return {"sum": state[1]}


def then_once_more(state):
    """A sum of 7 or more is rolled on with two dice, from its last digit."""
    return Beginning(Sum(2), (2, state[1] % 10)) if state[1] >= 7 else None


CHAIN = Chain(Sum(2), then_once_more, lambda a, b: {"first": a["sum"], "second": b["sum"] if b else 0})


@dataclass(frozen=True)
class Whole:
    """A chain run as one state machine, without its short cut."""

    chain: Chain

    def __getattr__(self, name):
        return getattr(self.chain, name)


def shares(odds):
    return {tuple(outcome.items()): Fraction(weight, odds.total) for outcome, weight in odds.outcomes}


class SevenOrMore(Sum):
    """Some D6, of which only counts whether they reach 7."""

    def outcome(self, state):
        return {"seven": state[1] >= 7}


def test_ends_that_lead_to_the_same_count_together_and_a_single_throw_may_follow():
    """21 of 36 throws of two dice reach 7, and are followed by one die."""
    chain = Chain(
        SevenOrMore(2),
        lambda state: Beginning(Sum(1), (1, 0)) if state[1] >= 7 else None,
        lambda a, b: {**a, "die": b["sum"] if b else 0},
    )
    assert shares(exact(chain)) == {
        (("seven", False), ("die", 0)): Fraction(15, 36),
        **{(("seven", True), ("die", face)): Fraction(21, 36 * 6) for face in range(1, 7)},
    }


def test_the_odds_of_a_chain_are_those_of_every_throw_counted():
    counted = {}
    for a, b, c, d in product(range(1, 7), repeat=4):
        first = a + b
        key = (("first", first), ("second", first % 10 + c + d if first >= 7 else 0))
        counted[key] = counted.get(key, 0) + Fraction(1, 6**4)
    assert shares(exact(CHAIN)) == counted


def test_the_short_cut_gives_what_one_state_machine_gives():
    assert shares(exact(CHAIN)) == shares(exact(Whole(CHAIN)))


def test_a_chain_is_played_throw_by_throw():
    assert replay(CHAIN, [[1], [2]]).outcome == {"first": 3, "second": 0}
    assert replay(CHAIN, [[6], [6]]).waiting.why == "die"
    assert replay(CHAIN, [[6], [6], [1], [1]]).outcome == {"first": 12, "second": 4}


def test_a_chain_keeps_within_its_steps_and_outcomes():
    """The first takes 6 + 36 steps at most, each of ten beginnings more."""
    with pytest.raises(TooLarge, match="more than 50 steps"):
        exact(CHAIN, largest=50)
    with pytest.raises(TooLarge, match="more than 20 outcomes"):
        exact(CHAIN, most=20)
