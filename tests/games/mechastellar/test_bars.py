"""Bars of a distribution: few, whole, the longest of full length."""

import pytest

from companion.games.mechastellar.analysis import bars


def test_bars_are_few_and_sum_to_one():
    spread = {0: 0.1, **{n * 100: 0.9 / 40 for n in range(1, 41)}}
    made = bars.bars(spread)
    assert len(made) <= bars.MOST_BARS + 2
    assert sum(bar.chance for bar in made) == pytest.approx(1)
    assert max(bar.length for bar in made) == 100
