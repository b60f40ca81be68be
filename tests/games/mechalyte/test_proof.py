"""Duels, ranking, counter-spec and best target against combats written from the facts, die by die and round by round.

Numbers in brackets are facts of the rulebook. Nothing of the game is called but its answers.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.mechalyte import GAME
from companion.verbs.analyses import analysis_answer
from companion.verbs.matchups import build_side, matchup_answer

SPECS = st.text("PSMIA", min_size=6, max_size=6)


def answer(name, **inputs):
    return analysis_answer(GAME, name, inputs)["answer"]


def stat(spec, level, letter):
    """A rating: its base and one for each letter up to the level (21, 26)."""
    return (letter == "P") + spec[:level].count(letter)


def fall(spec, level):
    """The level after an armour effect: below the highest A, or destroyed (65 to 67)."""
    return spec[:level].rfind("A") if "A" in spec[:level] else 0


@cache
def shot(spec, level, layers, dice):
    """The level and layers of a mech after so many dice: hits take layers first, crits none (70, 71)."""
    found = Counter()
    for hits in range(dice + 1):
        for crits in range(dice - hits + 1):
            ways = comb(dice, hits) * comb(dice - hits, crits) * 2**hits * 3 ** (dice - hits - crits)
            after = level
            for _ in range(crits + max(0, hits - layers)):
                after = fall(spec, after) if after else 0
            found[after, max(0, layers - hits)] += Fraction(ways, 6**dice)
    return found


@cache
def rounds(spec, other, ours, theirs, countdown):
    """Both levels after a combat of one mech each from a countdown on; a mech is level, layers, waiting (53 to 64)."""
    if countdown < 0 or not ours[0] or not theirs[0]:
        return Counter({(ours[0], theirs[0]): Fraction(1)})

    def fires(letters, mech):
        return mech[2] and stat(letters, mech[0], "I") == countdown

    first, second = fires(spec, ours), fires(other, theirs)
    at_them = shot(other, *theirs[:2], stat(spec, ours[0], "P") if first else 0)
    at_us = shot(spec, *ours[:2], stat(other, theirs[0], "P") if second else 0)
    found = Counter()
    for (us, p), (them, q) in product(at_us.items(), at_them.items()):
        after = rounds(spec, other, (*us, ours[2] and not first), (*them, theirs[2] and not second), countdown - 1)
        for levels, part in after.items():
            found[levels] += p * q * part
    return found


@cache
def combat(spec, level, other, against):
    ours, theirs = ((s, n, (n, stat(s, n, "S"), True)) for s, n in ((spec, level), (other, against)))
    top = max(stat(spec, level, "I"), stat(other, against, "I"))
    return rounds(spec, other, ours[2], theirs[2], top)


def kept(spec, level, other, against):
    """The levels that both keep on average."""
    found = combat(spec, level, other, against)
    return tuple(sum(levels[n] * chance for levels, chance in found.items()) for n in (0, 1))


def edge(spec, other):
    """The mean over six levels of the share that A keeps less the share that B keeps."""
    even = [kept(spec, n, other, n) for n in range(1, 7)]
    return sum((Fraction(a - b) / n for n, (a, b) in enumerate(even, 1)), Fraction()) / 6


@settings(max_examples=4, deadline=None)
@given(SPECS, SPECS)
def test_every_duel_of_a_page_is_that_of_the_facts(a, b):
    assert_duels(a, b)


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(SPECS, SPECS)
def test_every_duel_of_many_pages_is_that_of_the_facts(a, b):
    assert_duels(a, b)


def assert_duels(a, b):
    found = answer("duels", a=a, b=b)
    assert Fraction(found["edge"]["exact"]) == edge(a, b)
    for one in found["duels"]:
        wanted = combat(a, one["a_level"], b, one["b_level"])
        for name, n in (("a", 0), ("b", 1)):
            gone = sum(chance for levels, chance in wanted.items() if not levels[n])
            assert Fraction(one[f"{name}_wiped"]["exact"]) == gone
            assert Fraction(one[f"{name}_levels"]["exact"]) == sum(levels[n] * p for levels, p in wanted.items())


@pytest.mark.long
@settings(max_examples=20, deadline=None)
@given(SPECS, st.lists(SPECS, min_size=3, max_size=20, unique=True))
def test_a_ranking_is_in_the_order_of_edges_from_the_facts(spec, field):
    found = answer("ranking", spec=spec, field="typed", typed=" ".join(field))
    edges = {other: edge(spec, other) for other in field}
    listed = [*found["hardest"], *reversed(found["easiest"])]
    exact = [Fraction(one["edge"]["exact"]) for one in listed]
    assert exact == [edges[one["spec"]] for one in listed] == sorted(exact)
    assert {one["spec"] for one in listed} >= {min(edges, key=edges.get)} and found["finished"]
    assert max(exact) == max(edges.values()) and min(exact) == min(edges.values())
    assert Fraction(found["mean"]["exact"]) == sum(edges.values()) / len(edges)
    assert found["ahead"] + found["even"] + found["behind"] == len(field)


def war(spec, other, level, points=60):
    """The points that both armies of one level keep where mechs meet one by one until one army is gone, as floats."""
    ends = {}

    def fight(us, them):
        """Who is left when two mechs fight on, shields charged anew each time, until one is destroyed."""
        if (us, them) not in ends:
            once = combat(spec, us, other, them)
            stays = float(once.get((us, them), 0))
            found = Counter()
            for (a, b), chance in once.items():
                if (a, b) == (us, them):
                    continue
                part = float(chance) / (1 - stays)
                for end, p in (fight(a, b) if a and b else {(a, b): 1.0}).items():
                    found[end] += part * p
            ends[us, them] = found
        return ends[us, them]

    count = points // level
    wave, sums = {(count, count, level, level): 1.0}, [0.0, 0.0]
    while wave:
        after = Counter()
        for (ours, theirs, us, them), chance in wave.items():
            for (a, b), p in fight(us, them).items():
                left = ours - (not a), theirs - (not b)
                if all(left):
                    after[(*left, a or level, b or level)] += chance * p
                    continue
                for n, (mechs, now) in enumerate(zip(left, (a, b), strict=True)):
                    sums[n] += chance * p * (mechs * level - (level - now if now else 0))
        wave = after
    return sums


@pytest.mark.long
@pytest.mark.parametrize(("against", "begins"), [("MIPASA", "PSIA"), ("SASPAS", "IPAP"), ("PPPPPP", "SASA")])
def test_the_counter_specs_are_the_best_of_all_by_wars_from_the_facts(against, begins):
    found = answer("counter-spec", against=against, begins=begins)
    rated = {}
    for rest in product("PSMIA", repeat=6 - len(begins)):
        spec = begins + "".join(rest)
        edges = [(a - b) / 60 for a, b in (war(spec, against, level) for level in range(1, 7))]
        rated[spec] = sum(edges) / 6
    best = sorted(rated.values(), reverse=True)[:8]
    assert found["proved"] and found["decided"] == len(rated)
    assert [one["edge"]["value"] for one in found["proposals"]] == pytest.approx(best)
    assert [rated[one["spec"]] for one in found["proposals"]] == pytest.approx(best)


@pytest.mark.long
@settings(max_examples=20, deadline=None)
@given(SPECS, SPECS)
def test_the_best_target_and_the_best_attack_trade_best_by_the_facts(mine, theirs):
    sides = [
        build_side(GAME, GAME.read({"game": "mechalyte", "title": "x", "spec": spec}), GAME.context())
        for spec in (mine, theirs)
    ]
    found = matchup_answer(GAME, *sides)
    trades = {
        (ours, other): (other - b) - (ours - a)
        for ours, other in product(range(1, 7), repeat=2)
        for a, b in [kept(mine, ours, theirs, other)]
    }
    for row in found["rows"]:
        ours = int(row["key"])
        most = max(trades[ours, other] for other in range(1, 7))
        best = [int(cell["target"]) for cell in row["cells"] if cell["best"]]
        assert best and all(trades[ours, other] == most for other in best)
    for target, attacks in found["best"].items():
        most = max(trades[ours, int(target)] for ours in range(1, 7))
        assert all(trades[int(ours), int(target)] == most for ours in attacks)
