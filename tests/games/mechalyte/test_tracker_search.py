"""What a search needs of Mechalyte's tracker: worlds drawn from a view."""

from collections import Counter
from itertools import product

import pytest

from companion.games.mechalyte.analysis.ranking import all_specs
from companion.games.mechalyte.model import LETTERS, SLOTS
from companion.games.mechalyte.tracker.state import State
from tests.games.mechalyte.bench import tracker

WRITTEN = State(specs=("PMISAA", "MIPASA"))


def picks(numbers):
    """Return a pick that answers with these numbers."""
    rest = iter(numbers)
    return lambda below: next(rest) % below


# Worlds that look the same to a seat.


def test_each_spec_is_equally_likely_where_it_is_hidden():
    every = product(range(len(LETTERS)), repeat=SLOTS)
    drawn = Counter(tracker().resample(WRITTEN, 0, picks(numbers)).specs for numbers in every)
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
