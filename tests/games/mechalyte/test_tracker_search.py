"""What a search needs of Mechalyte's tracker: worlds, moves without words, how a side stands, a sensible spec."""

from collections import Counter
from itertools import product
from random import Random
from statistics import fmean

import pytest

from companion.games.mechalyte.analysis.ranking import ARCHETYPES, all_specs, measure
from companion.games.mechalyte.model import LETTERS, SLOTS
from companion.games.mechalyte.rules.levels import PRINTED
from companion.games.mechalyte.tracker.state import State
from companion.play.tracker import Result
from tests.games.mechalyte.bench import Bench, tracker

WRITTEN = State(specs=("PMISAA", "MIPASA"))


def picks(numbers):
    """Return a pick that answers with these numbers."""
    rest = iter(numbers)
    return lambda below: next(rest) % below


# Worlds that look the same to a seat.


def test_each_spec_is_equally_likely_where_it_is_hidden():
    every = product(range(len(LETTERS)), repeat=SLOTS)
    table = tracker()
    drawn = Counter(table.resample(WRITTEN, 0, picks(numbers)).specs for numbers in every)
    assert drawn == Counter(("PMISAA", spec) for spec in all_specs())


def test_a_hidden_spec_is_drawn_without_looking_at_it():
    other = WRITTEN.model_copy(update={"specs": ("PMISAA", "AAAAAA")})
    drawn = {tracker().resample(state, 0, picks((1, 2, 3, 4, 0, 1))).specs for state in (WRITTEN, other)}
    assert drawn == {("PMISAA", "SMIAPS")}


@pytest.mark.parametrize(("seat", "drawn"), [(0, ("PMISAA", "")), (1, ("PPPPPP", "")), (None, ("PPPPPP", ""))])
def test_a_spec_that_is_not_written_stays_so(seat, drawn):
    one = State(specs=("PMISAA", ""))
    assert tracker().resample(one, seat, lambda _: 0).specs == drawn


def test_specs_that_are_open_stay_as_they_are():
    opened = WRITTEN.model_copy(update={"revealed": True})
    assert tracker().resample(opened, None, lambda _: 0) is opened


# Moves without words.


@pytest.mark.parametrize("phase", ["begin", "build", "move", "combat"])
def test_moves_in_a_state_are_the_same_without_labels(phase):
    bench = Bench("A1:6@C3 A2:4@C3 A3:2@C3 A4:1@L1 B1:3@C3 B2:2@L2", phase)
    worded = bench.tracker.moves(bench.view(0), 0)
    assert all(move.label for move in worded) and len(worded) > 1
    assert bench.tracker.moves_in(bench.state, 0) == tuple(move.model_copy(update={"label": ""}) for move in worded)


# How a side stands.

QUIET = "A1:3@L1 B1:3@R5"
"""A mech of each side, out of reach of everything."""


def worth(bench, seat=0):
    return bench.tracker.worth(bench.state, seat)


def test_what_is_the_same_for_both_sides_is_worth_a_half():
    assert worth(Bench("A1:4@L1 B1:4@R5", specs="PMISAA PMISAA")) == pytest.approx(1 / 2, abs=1e-5)


@pytest.mark.parametrize(
    "put",
    ["", QUIET, "A1:6@C4 B1:2@C4 B2:6@L3", "A1:6@C5 B1:2@C4", "A1:6@C5 B1:2@C5 B2:1@C1", "B1:1@C3"],
)
@pytest.mark.parametrize("phase", ["build", "move", "combat"])
def test_what_one_seat_has_the_other_lacks(put, phase):
    for active in (0, 1):
        bench = Bench(put, phase, active)
        first, second = worth(bench, 0), worth(bench, 1)
        assert first + second == pytest.approx(1) and 0 < first < 1


@pytest.mark.parametrize(("better", "than"), [
    ("A1:4@L1 B1:3@R5", QUIET),
    ("A1:3@L1 A2:1@L1 B1:3@R5", QUIET),
    ("A1:3@L2 B1:3@R5", QUIET),
    ("A1:3@L1 B1:2@R5", QUIET),
    ("A1:3@L1", QUIET),
    ("A1:6@C3 A2:6@C3 B1:6@C3", "A1:6@C3 A2:3@C3 B1:6@C3"),
    ("A1:6@C3 A2:1@C3 B1:6@C3", "A1:6@C3 B1:6@C3"),
    ("A1:6@C5 A2:2@C5 B1:6@C5", "A1:6@C5 B1:6@C5"),
    ("A1:3@L1 A2:2@C1 B1:6@C2", "A1:3@L1 A2:2@L1 B1:6@C2"),
])  # fmt: skip
@pytest.mark.parametrize("active", [0, 1])
@pytest.mark.parametrize("specs", ["PMISAA MIPASA", "AAAAAA PPPPPP", "MSIPPA SSSSSS"])
def test_better_mechs_and_better_places_are_worth_more(better, than, active, specs):
    high, low = (worth(Bench(put, "move", active, specs=specs)) for put in (better, than))
    assert high > low or (high == low and specs != "PMISAA MIPASA")


@pytest.mark.parametrize("put", [QUIET, "A1:6@C5 B1:2@C5", "A1:2@C3 B1:6@C3"])
@pytest.mark.parametrize("phase", ["build", "move", "combat"])
def test_no_level_more_is_worth_less(put, phase):
    for specs in ("PMISAA MIPASA", "APMSIP PAPAPA", "IIIMMM SSPPAA"):
        bench = Bench(put, phase, specs=specs)
        own, other = bench.state.mechs
        levels = [own.model_copy(update={"level": level}) for level in range(1, 7)]
        worths = [bench.tracker.worth(bench.state.model_copy(update={"mechs": (one, other)}), 0) for one in levels]
        assert worths == sorted(worths)


def test_no_point_more_is_worth_less():
    worths = [worth(Bench(QUIET, points=(points, 20))) for points in range(61)]
    assert worths == sorted(set(worths))


def test_a_mech_is_worth_more_than_the_points_that_pay_for_it():
    assert worth(Bench("A1:1@L1 B1:3@R5", points=(19, 20), specs="PMISAA PMISAA")) > worth(
        Bench("B1:3@R5", specs="PMISAA PMISAA")
    )


def test_a_side_that_holds_the_enemy_headquarters_is_almost_there():
    assert worth(Bench("A1:1@C5 B1:6@C1 B2:6@C3 B3:6@L3", "combat")) > 0.9
    assert worth(Bench("A1:1@C5 B1:6@L3", "combat")) > worth(Bench("A1:1@L5 B1:6@L3", "combat"))


def test_a_headquarters_left_open_to_an_enemy_in_reach_is_worth_less():
    held, left = (worth(Bench(f"A1:6@{zone} B1:6@C2", "combat")) for zone in ("C1", "L1"))
    assert held > left


def test_who_may_take_a_headquarters_first_is_ahead():
    both = "A1:1@C4 B1:1@C2"
    assert worth(Bench(both, "move", 0)) > 0.9
    assert worth(Bench(both, "combat", 0)) < 0.1


@pytest.mark.parametrize(
    ("winners", "worths"), [((0,), (1, 0)), ((1,), (0, 1)), ((), (0.5, 0.5)), ((0, 1), (0.5, 0.5))]
)
def test_the_end_is_worth_what_it_says(winners, worths):
    bench = Bench(QUIET)
    bench.state = bench.state.model_copy(update={"result": Result(winners=winners, why="It ended."), "phase": "over"})
    assert (worth(bench, 0), worth(bench, 1)) == worths


def test_secret_specs_are_worth_the_same():
    assert tracker().worth(WRITTEN, 0) == tracker().worth(State(specs=("AAAAAA", "PPPPPP")), 0) == 0.5


def test_where_entering_is_enough_defenders_do_not_hold_it():
    put = "A1:2@C4 B1:6@C5"
    held, entered = (worth(Bench(put, rulings={"capture": one})) for one in ("held-after-combat", "entered"))
    assert entered > 0.9 > held


# A spec as a sensible player writes it.


def test_a_sensible_spec_is_legal_varied_and_better_than_most():
    table, chance = tracker(), Random(5)
    written = [table.sensible_secret(table.view(State(), 0), 0, chance.randrange) for _ in range(10)]
    assert [table.read_secret({}, 0, one) for one in written] == written
    specs = {one["spec"] for one in written}
    assert len(specs) > 8
    random_specs = ["".join(chance.choices(LETTERS, k=SLOTS)) for _ in range(len(written))]
    assert fmean(map(mean_edge, specs)) > fmean(map(mean_edge, random_specs)) + 0.1


def mean_edge(spec):
    return float(measure(spec, tuple(other for _, other in ARCHETYPES), PRINTED).total) / len(ARCHETYPES)


def test_the_same_picks_write_the_same_spec():
    table = tracker()
    assert len({table.sensible_secret({}, 1, Random(3).randrange)["spec"] for _ in range(3)}) == 1
