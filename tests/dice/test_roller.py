"""Rolled dice: seeded ones come again, and fall as often as the exact odds say."""

from collections import Counter
from math import sqrt
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.dice.expression import parse
from companion.dice.odds import exact
from companion.dice.resolver import Chance, Mean, play, replay
from companion.dice.roller import roll, simulate
from companion.dice.throw import D6, Choice, numbered_throw, values
from tests.dice.machines import flat, machines

ROLLS = 20_000


@settings(max_examples=2, deadline=None, derandomize=True)
@given(machines())
def test_rolls_fall_as_often_as_the_odds_say(machine):
    odds = exact(machine)
    chances = {flat(outcome): weight / odds.total for outcome, weight in odds.outcomes}
    source = Random(2026)

    def faces(throw, _):
        return [source.choice(throw.die.faces) for _ in range(throw.count)]

    counted = Counter(flat(play(machine, faces).outcome) for _ in range(ROLLS))
    assert counted.keys() <= chances.keys()
    for outcome, chance in chances.items():
        assert abs(counted[outcome] - ROLLS * chance) <= 4 * sqrt(ROLLS * chance * (1 - chance))


def test_seeded_rolls_of_the_roller_fall_as_often_as_the_odds_say():
    expression = parse("2d6>=5")
    counted = Counter(roll(expression, seed).outcome["total"] for seed in range(ROLLS))
    for total, chance in {0: 4 / 9, 1: 4 / 9, 2: 1 / 9}.items():
        assert abs(counted[total] - ROLLS * chance) <= 4 * sqrt(ROLLS * chance * (1 - chance))


@given(machines(), st.integers())
def test_a_seed_makes_the_same_throws_again_and_typing_them_in_ends_the_same(machine, seed):
    rolled = roll(machine, seed)
    assert rolled == roll(machine, seed)
    typed = replay(machine, [thrown.faces for thrown in rolled.thrown])
    assert typed.outcome == rolled.outcome
    assert typed.waiting is None


@given(machines())
def test_dice_without_a_seed_show_faces_they_have(machine):
    rolled = roll(machine)
    for thrown in rolled.thrown:
        assert len(thrown.faces) == thrown.throw.count
        assert set(thrown.faces) <= set(thrown.throw.die.faces)


def test_a_simulation_holds_the_true_figures_in_its_intervals_and_comes_again():
    """Three dice at 5+: one success on average, none at all with 8/27."""
    measures = (Mean("total", "", lambda o: o["total"]), Chance("none", "", lambda o: o["total"] == 0))
    found = simulate(parse("3d6>=5"), measures, times=4000, seed=5)
    assert found["total"]["low"] < 1 < found["total"]["high"]
    assert found["none"]["low"] < 8 / 27 < found["none"]["high"]
    assert found["none"]["high"] - found["none"]["low"] < 0.04
    assert found == simulate(parse("3d6>=5"), measures, times=4000, seed=5)


def test_a_simulated_certainty_keeps_an_interval():
    found = simulate(parse("1d6"), (Chance("any", "", lambda o: o["total"] > 0),), times=100)
    assert found["any"]["p"] == 1 and found["any"]["high"] > 0.999
    assert found["any"]["low"] < 1


class Again:
    """One die, and the choice to throw it again where it shows less than four; states are the steps and the face."""

    def start(self):
        return (0, 0)

    def ask(self, state):
        step, face = state
        if step == 1:
            return Choice("Throw it again?", usual=int(face < 4))
        return numbered_throw("the die", D6) if step in (0, 2) else None

    def take(self, state, faces):
        step, face = state
        if step == 1:
            return (2 if faces[1] else 3, face)
        return (1 if step == 0 else 3, values(numbered_throw("the die", D6), faces)[0])

    def outcome(self, state):
        return {"face": state[1]}


def test_rolls_and_odds_take_the_usual_answer_and_typed_answers_rule():
    chances = {outcome["face"]: weight for outcome, weight in exact(Again()).outcomes}
    total = exact(Again()).total
    # A low face stands only after being thrown twice; a high one falls at once or at the second throw.
    assert [chances[face] * 12 // total for face in range(1, 7)] == [1, 1, 1, 3, 3, 3]
    for seed in range(40):
        run = roll(Again(), seed)
        first, answer = run.thrown[0].faces[0], run.thrown[1].faces[0]
        assert answer == (2 if first < 4 else 1)
        assert len(run.thrown) == (3 if first < 4 else 2)
    assert replay(Again(), [[2], [1]]).outcome == {"face": 2}
    assert replay(Again(), [[6], [2], [1]]).outcome == {"face": 1}
