"""The searches behind duels, equal points and rankings: what they count, and that shortcuts change nothing."""

from fractions import Fraction
from itertools import islice

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.dice.odds import exact
from companion.games.mechalyte.analysis import duels, ranking
from companion.games.mechalyte.resolver.combat import Combat

SPECS = st.text("PSMIA", min_size=6, max_size=6)
LEVEL = st.integers(1, 6)


def test_there_are_15625_specs_each_once():
    assert len(set(ranking.all_specs())) == 5**6


@settings(max_examples=40, deadline=None)
@given(SPECS, LEVEL, SPECS, LEVEL)
def test_letters_that_may_change_places_change_nothing(a, n, b, m):
    def spread(a, b):
        odds = exact(Combat((a, b), ((n,), (m,))))
        return {(tuple(o["a"]), tuple(o["b"])): Fraction(w, odds.total) for o, w in odds.outcomes}

    assert spread(a, b) == spread(duels.canonical(a, n), duels.canonical(b, m))


@settings(max_examples=20, deadline=None)
@given(SPECS, SPECS)
def test_what_one_gains_the_other_loses(a, b):
    assert duels.edge(a, b) == -duels.edge(b, a)
    assert duels.edge(a, a) == 0


def test_an_edge_is_the_share_kept_less_the_share_the_other_keeps():
    """Level 1 of PPPPPP against itself is even; against MMMMMM it rolls two dice to one: 1/2 - 1/4."""
    assert duels.duel("PPPPPP", (1,), "PPPPPP", (1,)).edge == 0
    assert duels.duel("PPPPPP", (1,), "MMMMMM", (1,)).edge == Fraction(1, 4)


def test_equal_points_are_equal_and_fit_a_zone():
    matches = duels.equal_points("MIPASA", "PMISAA")
    assert all(sum(m.a) == sum(m.b) == m.points and max(len(m.a), len(m.b)) <= 3 for m in matches)
    assert {(m.a, m.b) for m in matches if m.points == 6} == {
        (a, b) for a in ((6,), (3, 3), (2, 2, 2)) for b in ((6,), (3, 3), (2, 2, 2))
    }


def test_a_ranking_shows_how_far_it_is_and_ends_with_the_whole_field():
    field = ["PMISAA", "MIPASA", "PMAIAS", "PPPPPP", "AAAAAA"]
    stages = list(ranking.rank("MIPASA", field, 2))
    assert [stage.done for stage in stages] == [2, 4, 5]
    last = stages[-1]
    assert last.is_finished and not stages[0].is_finished
    edges = {spec: duels.edge("MIPASA", spec) for spec in field}
    assert last.mean == sum(edges.values()) / 5
    assert (last.ahead, last.even, last.behind) == (
        sum(round(100 * e) > 0 for e in edges.values()),
        sum(round(100 * e) == 0 for e in edges.values()),
        sum(round(100 * e) < 0 for e in edges.values()),
    )
    assert last.hardest[0].edge == min(edges.values()) and last.hardest[-1].edge == max(edges.values())


def test_a_ranking_can_be_stopped():
    (first,) = islice(ranking.rank("MIPASA", list(ranking.all_specs()), 5), 1)
    assert (first.done, first.total) == (5, 15_625)
