"""Spreads: a long list of outcomes summed up as bins and quantiles of each number, with the likeliest outcomes.

The figures are exact, not simulated: the roller simulates. Only the single outcomes are left out.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from math import ceil, gcd
from typing import NamedTuple

from typing_extensions import TypedDict

from companion.base.json_types import JsonObject, answer
from companion.dice.odds import ExactOdds

MOST_BINS = 20
"""The most bins of one number, and the number of likeliest outcomes."""
QUANTILES = (1, 5, 25, 50, 75, 95, 99)
"""Quantiles in percent."""
MOST_CHARACTERS = 1_000_000
"""The most characters of a list of outcomes, about; a spread replaces a longer one."""
_RARE = 2000
"""Values at either end that together occur less than once in this many rolls share a bin."""
_ENTRY = 60
"""Characters of an outcome's entry besides the outcome and its fraction."""


SpreadBin = TypedDict("SpreadBin", {"from": int, "to": int, "p": float})
SpreadBin.__doc__ = "Neighbouring amounts, both ends included, and their chance together, rounded."
answer(SpreadBin)


@answer
class SpreadValue(TypedDict):
    """One number of the outcomes: its percentiles, and bins."""

    quantiles: dict[str, int]
    bins: list[SpreadBin]


@answer
class LikelyCase(TypedDict):
    """One of the likeliest outcomes; `p` is rounded, `every` outcome has its fraction."""

    outcome: JsonObject
    p: float


@answer
class Spread(TypedDict):
    """A long list of outcomes in short: how many there are, each number's spread, the likeliest ones."""

    count: int
    values: dict[str, SpreadValue]
    likeliest: list[LikelyCase]


class Bin(NamedTuple):
    """Neighbouring values from the first to the last that occur, and their total weight."""

    first: int
    last: int
    weight: int


def is_long(odds: ExactOdds) -> bool:
    """Return whether a list of all outcomes is so long that an answer has it only if it is asked for."""
    digits = 2 * odds.total.bit_length() // 3
    names = sum(len(str(name)) + len(str(value)) + 6 for name, value in odds.outcomes[0][0].items())
    return len(odds.outcomes) * (_ENTRY + names + digits) > MOST_CHARACTERS


def spread_data(odds: ExactOdds) -> Spread:
    """Return the number of outcomes, quantiles and bins of each whole number by name, and the likeliest outcomes."""
    first = odds.outcomes[0][0]
    likely = sorted(odds.outcomes, key=lambda pair: -pair[1])[:MOST_BINS]
    return {
        "count": len(odds.outcomes),
        "values": {
            name: _value_data(weights, odds.total) for name in first if (weights := _amount_weights(odds, name))
        },
        "likeliest": [{"outcome": dict(outcome), "p": weight / odds.total} for outcome, weight in likely],
    }


def _amount_weights(odds: ExactOdds, name: str) -> dict[int, int]:
    """Return the weights of an outcome's value by its amounts; empty if it is not always a whole number."""
    weights: dict[int, int] = {}
    for outcome, weight in odds.outcomes:
        value = outcome.get(name)
        if not isinstance(value, int) or isinstance(value, bool):
            return {}
        weights[value] = weights.get(value, 0) + weight
    return weights


def _value_data(weights: Mapping[int, int], total: int) -> SpreadValue:
    return {
        "quantiles": dict(zip(map(str, QUANTILES), quantiles(weights, total), strict=True)),
        "bins": [{"from": entry.first, "to": entry.last, "p": entry.weight / total} for entry in bins(weights)],
    }


def quantiles(weights: Mapping[int, int], total: int, percents: Iterable[int] = QUANTILES) -> tuple[int, ...]:
    """Return the percentiles: for each percentage, the lowest value with at least that share at or below it."""
    amounts = sorted(weights)
    cumulative = list(accumulate(weights[amount] for amount in amounts))
    return tuple(
        next(amount for amount, weight in zip(amounts, cumulative, strict=True) if weight * 100 >= percent * total)
        for percent in percents
    )


def bins(weights: Mapping[int, int], most: int = MOST_BINS) -> Sequence[Bin]:
    """Return bins of whole numbers in order: for every number, or every value that occurs, or ranges of equal width.

    Ranges are used if there are too many values; their width is a multiple of the values' common step, such as 100.
    Zero keeps its own bin, the rarest values at either end share one, and a bin's ends are values that occur.
    """
    values = sorted(weights)
    low, high = values[0], values[-1]
    if high - low < most:
        return [Bin(value, value, weights.get(value, 0)) for value in range(low, high + 1)]
    if len(values) <= most:
        return [Bin(value, value, weights[value]) for value in values]
    unit = gcd(*(value - low for value in values))
    zero, rest = (values[:1], values[1:]) if low == 0 else ([], values)
    common = _common_values(rest, weights)
    room = most - len(zero) - (common[0] > rest[0]) - (common[-1] < rest[-1])
    step = unit * ceil(((common[-1] - common[0]) // unit + 1) / room)
    starts = range(common[0], common[-1] + 1, step)
    groups = [
        zero,
        [v for v in rest if v < common[0]],
        *(list(common[bisect_left(common, start) : bisect_left(common, start + step)]) for start in starts),
        [v for v in rest if v > common[-1]],
    ]
    return [Bin(group[0], group[-1], sum(weights[value] for value in group)) for group in groups if group]


def _common_values(values: Sequence[int], weights: Mapping[int, int]) -> Sequence[int]:
    """Return the values without the rarest ones at both ends; at least one remains."""
    most = sum(weights[value] for value in values) // _RARE
    return _trim_rare_low_end(_trim_rare_low_end(values, weights, most)[::-1], weights, most)[::-1]


def _trim_rare_low_end(values: Sequence[int], weights: Mapping[int, int], most: int) -> Sequence[int]:
    cumulative = accumulate(weights[value] for value in values)
    return values[next(index for index, weight in enumerate(cumulative) if weight > most) :]
