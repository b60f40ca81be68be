"""Spreads: long lists of outcomes in short, with exact figures."""

from hypothesis import given
from hypothesis import strategies as st

from companion.dice import odds
from companion.dice.expression import parse
from companion.dice.spread import MOST_BINS, Bin, bins, is_long, quantiles, spread_data

weights = st.dictionaries(st.integers(-500, 500), st.integers(1, 10**6), min_size=1, max_size=300)


@given(weights)
def test_bins_lose_nothing_and_stay_in_order(given_weights):
    made = bins(given_weights)
    assert sum(one.weight for one in made) == sum(given_weights.values())
    assert len(made) <= MOST_BINS
    assert all(one.first <= one.last for one in made)
    assert all(one.last < other.first for one, other in zip(made, made[1:], strict=False))
    for one in made:
        assert one.weight == sum(w for value, w in given_weights.items() if one.first <= value <= one.last)


@given(weights, st.integers(1, 99))
def test_a_quantile_is_the_least_amount_that_so_many_do_not_exceed(given_weights, percent):
    total = sum(given_weights.values())
    (found,) = quantiles(given_weights, total, [percent])
    reached = sum(weight for value, weight in given_weights.items() if value <= found)
    below = sum(weight for value, weight in given_weights.items() if value < found)
    assert below * 100 < percent * total <= reached * 100


def test_without_rare_amounts_all_bins_are_used():
    assert bins(dict.fromkeys(range(1, 21), 1), 10) == [Bin(low, low + 1, 2) for low in range(1, 21, 2)]


def test_two_dice_are_told_whole_and_two_hundred_are_not():
    assert not is_long(odds.exact(parse("2d6")))
    assert not is_long(odds.ExactOdds((({"total": 3}, 1),), 1))
    assert is_long(odds.exact(parse("200d20")))


def test_the_spread_of_many_dice_agrees_with_the_normal_curve():
    """100d6: mean 350, standard deviation 17.08; the 95 % quantile lies 1.645 deviations above, the 50 % in the middle."""
    found = spread_data(odds.exact(parse("100d6")))
    assert found["count"] == 501
    assert list(found["values"]["total"]["quantiles"]) == ["1", "5", "25", "50", "75", "95", "99"]
    assert found["values"]["total"]["quantiles"]["50"] == 350
    assert found["values"]["total"]["quantiles"]["95"] == 378
    assert found["likeliest"][0]["outcome"] == {"total": 350}
    assert sum(one["p"] for one in found["values"]["total"]["bins"]) > 0.999999
