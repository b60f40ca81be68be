"""Bars of a distribution: few, and nothing of it lost."""

import pytest

from companion.games.mechastellar.analysis import bars


def test_bars_are_few_and_sum_to_one():
    spread = {0: 0.1, **{n * 100: 0.9 / 40 for n in range(1, 41)}}
    made = bars.bars(spread)
    assert len(made) <= bars.MOST_BARS + 2
    assert sum(bar.chance for bar in made) == pytest.approx(1)
    assert [bar.words for bar in made[:2]] == ["0", "≤ 500"]
    assert made[1].chance == pytest.approx(5 * 0.9 / 40)


def test_few_amounts_have_a_bar_each():
    assert [(bar.words, bar.chance) for bar in bars.bars({0: 0.25, 300: 0.25, 100: 0.5})] == [
        ("0", 0.25),
        ("100", 0.5),
        ("300", 0.25),
    ]
