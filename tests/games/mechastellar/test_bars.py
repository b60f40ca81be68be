"""Bars of a distribution: few, nothing of it lost, on multiples of the damage that can occur."""

from fractions import Fraction

import pytest

from companion.games.mechastellar.analysis import bars

FORTIETH = Fraction(9, 400)


def test_bars_are_few_and_sum_to_one():
    spread = {0: Fraction(1, 10), **{n * 100: FORTIETH for n in range(1, 41)}}
    made = bars.bars(spread)
    assert len(made) <= bars.MOST_BARS + 2
    assert sum(bar.chance for bar in made) == 1
    assert [bar.words for bar in made[:2]] == ["0", "≤ 500"]
    assert made[1].chance == 5 * FORTIETH


def test_few_amounts_have_a_bar_each():
    quarter, half = Fraction(1, 4), Fraction(1, 2)
    assert [(bar.words, bar.chance) for bar in bars.bars({0: quarter, 300: quarter, 100: half})] == [
        ("0", quarter),
        ("100", half),
        ("300", quarter),
    ]


@pytest.mark.parametrize(
    ("hit", "most", "words"),
    [
        (300, 12, ["0", "≤ 600", "≤ 1200", "≤ 1800", "≤ 2400", "≤ 3000", "≤ 3600"]),
        (800, 9, ["0", "≤ 1600", "≤ 3200", "≤ 4800", "≤ 6400", "7200"]),
    ],
)
def test_bars_fall_on_multiples_of_the_damage_that_can_occur(hit, most, words):
    """Steps of 500 would hold one hit of 300, then two, then one; every bar here has as many hits as the others."""
    spread = {n * hit: Fraction(1, most + 1) for n in range(most + 1)}
    assert [bar.words for bar in bars.bars(spread, hit)] == words


def test_a_step_in_which_nothing_can_occur_has_no_bar():
    """Hits of 200 and finishing blows of 1000 leave a gap; what is rare at the end shares a bar."""
    amounts = [*range(200, 2000, 200), 5000, 9000]
    common = {damage: Fraction(1, 11) - Fraction(damage == 9000, 12) for damage in amounts}
    spread = {0: 1 - sum(common.values()), **common}
    made = bars.bars(spread, 200)
    assert sum(bar.chance for bar in made) == 1
    assert all(bar.chance for bar in made) and made[-1].words == "9000"
    assert bars.bars({**spread, 90_000: Fraction()}, 200)[-1].words == "more"


def test_damage_that_is_all_rare_still_has_its_bars():
    """A target that blocks nearly every hit: together its ten amounts are less likely than one bar needs."""
    rare = {n * 300: Fraction(1, 5000) for n in range(1, 11)}
    made = bars.bars({0: 1 - sum(rare.values()), **rare}, 300)
    assert [(bar.words, bar.chance) for bar in made] == [
        ("0", Fraction(499, 500)),
        ("300", Fraction(1, 5000)),
        ("more", Fraction(9, 5000)),
    ]
