"""Spreads: a long list of outcomes in short, as bins and quantiles of each number and the likeliest cases.

The figures are exact; what is left out are the single cases. Not a simulation: that is the roller's.
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
"""The most bins of one number, and the most likeliest cases."""
QUANTILES = (1, 5, 25, 50, 75, 95, 99)
"""In percent."""
MOST_CHARACTERS = 1_000_000
"""About how much text a list of outcomes may have before its spread is answered instead."""
_RARE = 2000
"""The values at either end that together occur less than once in this many rolls share a bin."""
_CASE = 60
"""Characters of a case besides its outcome and its fraction."""


SpreadBin = TypedDict("SpreadBin", {"from": int, "to": int, "p": float})
SpreadBin.__doc__ = "Neighbouring amounts, both ends included, and their chance together."
answer(SpreadBin)


@answer
class SpreadValue(TypedDict):
    """One number of the outcomes: its percentiles, and bins."""

    quantiles: dict[str, int]
    bins: list[SpreadBin]


@answer
class LikelyCase(TypedDict):
    """One of the likeliest outcomes."""

    outcome: JsonObject
    p: float


@answer
class Spread(TypedDict):
    """A long list of outcomes in short: how many there are, each number's spread, the likeliest ones."""

    count: int
    values: dict[str, SpreadValue]
    likeliest: list[LikelyCase]


class Bin(NamedTuple):
    """Neighbouring amounts, the first and the last that occur, and their weight together."""

    first: int
    last: int
    weight: int


def is_long(odds: ExactOdds) -> bool:
    """Return whether a list of all outcomes would be too long for an answer that did not ask for it."""
    digits = 2 * odds.total.bit_length() // 3
    names = sum(len(str(name)) + len(str(value)) + 6 for name, value in odds.outcomes[0][0].items())
    return len(odds.outcomes) * (_CASE + names + digits) > MOST_CHARACTERS


def spread_data(odds: ExactOdds) -> Spread:
    """Return how many outcomes there are, each whole number's quantiles and bins by its name, the likeliest cases."""
    first = odds.outcomes[0][0]
    likely = sorted(odds.outcomes, key=lambda pair: -pair[1])[:MOST_BINS]
    return {
        "count": len(odds.outcomes),
        "values": {name: _value(by, odds.total) for name in first if (by := _numbers(odds, name))},
        "likeliest": [{"outcome": dict(outcome), "p": weight / odds.total} for outcome, weight in likely],
    }


def _numbers(odds: ExactOdds, name: str) -> dict[int, int]:
    """Return the weights of a value by its amounts; nothing where it is not a whole number in every outcome."""
    weights: dict[int, int] = {}
    for outcome, weight in odds.outcomes:
        value = outcome.get(name)
        if not isinstance(value, int) or isinstance(value, bool):
            return {}
        weights[value] = weights.get(value, 0) + weight
    return weights


def _value(weights: Mapping[int, int], total: int) -> SpreadValue:
    return {
        "quantiles": dict(zip(map(str, QUANTILES), quantiles(weights, total), strict=True)),
        "bins": [{"from": found.first, "to": found.last, "p": found.weight / total} for found in bins(weights)],
    }


def quantiles(weights: Mapping[int, int], total: int, percents: Iterable[int] = QUANTILES) -> tuple[int, ...]:
    """Return the percentiles: for each percentage, the lowest value with at least that share at or below it."""
    amounts = sorted(weights)
    reached = list(accumulate(weights[amount] for amount in amounts))
    return tuple(
        next(amount for amount, below in zip(amounts, reached, strict=True) if below * 100 >= percent * total)
        for percent in percents
    )


def bins(weights: Mapping[int, int], most: int = MOST_BINS) -> Sequence[Bin]:
    """Return whole numbers in order: each number, gaps filled, or each amount that occurs, or stretches of amounts.

    Where there are too many, neighbours share a bin, the same number of amounts in each: of damage in hundreds a bin
    holds whole hundreds. Zero keeps its own bin, the rarest amounts at either end share one, and a bin's ends are
    amounts that occur.
    """
    values = sorted(weights)
    low, high = values[0], values[-1]
    if high - low < most:
        return [Bin(value, value, weights.get(value, 0)) for value in range(low, high + 1)]
    if len(values) <= most:
        return [Bin(value, value, weights[value]) for value in values]
    unit = gcd(*(value - low for value in values))
    zero, rest = (values[:1], values[1:]) if low == 0 else ([], values)
    usual = _usual(rest, weights)
    room = most - len(zero) - (usual[0] > rest[0]) - (usual[-1] < rest[-1])
    step = unit * ceil(((usual[-1] - usual[0]) // unit + 1) / room)
    starts = range(usual[0], usual[-1] + 1, step)
    shares = [
        zero,
        [v for v in rest if v < usual[0]],
        *_values_in_stretches(usual, starts, step),
        [v for v in rest if v > usual[-1]],
    ]
    return [Bin(share[0], share[-1], sum(weights[value] for value in share)) for share in shares if share]


def _values_in_stretches(values: Sequence[int], starts: Iterable[int], step: int) -> Iterable[list[int]]:
    """Yield the values in each bin of width `step`."""
    for start in starts:
        yield list(values[bisect_left(values, start) : bisect_left(values, start + step)])


def _usual(values: Sequence[int], weights: Mapping[int, int]) -> Sequence[int]:
    """Return the values without the rarest at both ends; one of them always stays."""
    most = sum(weights[value] for value in values) // _RARE
    return _trim_rare_low_end(_trim_rare_low_end(values, weights, most)[::-1], weights, most)[::-1]


def _trim_rare_low_end(values: Sequence[int], weights: Mapping[int, int], most: int) -> Sequence[int]:
    reached = accumulate(weights[value] for value in values)
    return values[next(place for place, below in enumerate(reached) if below > most) :]
