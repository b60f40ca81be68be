"""Exact sums of dice: the weights of all sums of equal dice, and of those that are kept of several.

Weights are the integer weights of values by value; a weight divided by the sum of all is a chance.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, gcd, lcm, prod
from typing import TypeAlias

from companion.limits.budget import watched

Amount: TypeAlias = int | Fraction
Weights: TypeAlias = Mapping[Amount, int]
_BITS = 1024
"""Bits of a weight that make a step of a sum as long again."""
_QUICK = 4
"""Steps of a sum that take as long as one step of exact odds."""
_STATE = 20
"""Sums that take as long as the rest of what is done for a state of kept dice."""
_FRACTION = 12
"""How many times as long a step takes with values that are fractions."""


@dataclass(frozen=True, slots=True)
class EqualDice:
    """Dice or results that show the same values with the same weights, and their number."""

    weights: Weights
    count: int


def sums_of_dice(weights: Weights, count: int) -> dict[Amount, int]:
    """Return the weights of the sums of `count` equal dice with whole numbers on them."""
    low, unit, dense = _dense(weights)
    if not unit:
        return {low * count: weights[low] ** count}
    if len(set(dense)) == 1:
        times = dense[0] ** count
        sums = [weight * times for weight in _sums_of_even_dice(len(dense), count)]
    else:
        sums = _power(dense, count)
    return {low * count + unit * step: weight for step, weight in enumerate(sums) if weight}


def steps_of_sums(weights: Weights, count: int) -> int:
    """Return about how many steps of exact odds `sums_of_dice` takes."""
    low, high = min(weights), max(weights)
    unit = gcd(*(int(value - low) for value in weights)) or 1
    totals = int(high - low) // unit * count + 1
    is_even = len(set(weights.values())) == 1 and len(weights) == int(high - low) // unit + 1
    terms = 3 if is_even else len(weights)
    return totals * terms * digits(sum(weights.values()), count) // _QUICK


def digits(whole: int, count: int = 1) -> int:
    """Return how many times as long a step takes with weights as large as a power of their sum."""
    return 1 + count * whole.bit_length() // _BITS


def _dense(weights: Weights) -> tuple[int, int, list[int]]:
    """Return the lowest value, the step between values, and the weights of all values in such steps."""
    values = [int(value) for value in weights]
    low, high = min(values), max(values)
    unit = gcd(*(value - low for value in values))
    return low, unit, [weights.get(value, 0) for value in range(low, high + 1, unit or 1)]


def _sums_of_even_dice(sides: int, count: int) -> list[int]:
    """Return the weights of the sums of dice with faces from 0 that are equally likely, each from three before it.

    They are the coefficients q of ((1 - x**sides) / (1 - x)) ** count; its derivative gives the equation between them.
    They are symmetric, and only half of them are computed.
    """
    last = (sides - 1) * count
    sums = [1]
    for k in watched(range(1, last // 2 + 1)):
        weight = (k - 1 + count) * sums[k - 1]
        if k >= sides:
            weight += (k - sides - count * sides) * sums[k - sides]
        if k > sides:
            weight -= (k - sides - 1 - count * (sides - 1)) * sums[k - sides - 1]
        sums.append(weight // k)
    return sums + sums[: last + 1 - len(sums)][::-1]


def _power(weights: Sequence[int], count: int) -> list[int]:
    """Return the coefficients of a polynomial to the power `count`, each from those before it; the first is not 0."""
    terms = [(i, weight) for i, weight in enumerate(weights) if weight and i]
    sums = [weights[0] ** count]
    for k in watched(range(1, (len(weights) - 1) * count + 1)):
        total = 0
        for i, weight in terms:
            if i > k:
                break
            total += (i * (count + 1) - k) * weight * sums[k - i]
        sums.append(total // (k * weights[0]))
    return sums


def sums_of_kept(
    kinds: Sequence[EqualDice], low: int, high: int, worth: Callable[[Amount], Amount] = lambda value: value
) -> dict[Amount, int]:
    """Return the weights of the sums of the kept dice: those of rank `low` to below `high`, from the lowest at 0.

    Each kept die adds the `worth` of its value. The dice are followed value by value from the nearer end; once all
    kept ones are known, the others are one factor, not more states.
    """
    count = sum(kind.count for kind in kinds)
    if low >= high:
        return {0: prod(sum(kind.weights.values()) ** kind.count for kind in kinds)}
    first, end, from_top = _followed(count, low, high)
    rest = [sum(kind.weights.values()) for kind in kinds]
    sums: dict[Amount, int] = {}
    states: dict[tuple[int, ...], dict[Amount, int]] = {(0,) * len(kinds): {0: 1}}
    for value in watched(sorted({value for kind in kinds for value in kind.weights}, reverse=from_top), every=1):
        each = worth(value)
        for place, kind in enumerate(kinds):
            size = kind.weights.get(value, 0)
            if not size:
                continue
            rest[place] -= size
            following: dict[tuple[int, ...], dict[Amount, int]] = {}
            for used, row in states.items():
                before, left = sum(used), kind.count - used[place]
                missing, counted = end - before, max(before, first)
                enough = (size + rest[place]) ** left
                # With no lower value left, all the other dice of the kind show this one.
                for take in range(0 if rest[place] else left, min(left + 1, missing)):
                    factor = comb(left, take) * size**take
                    enough -= factor * rest[place] ** (left - take)
                    key = (*used[:place], used[place] + take, *used[place + 1 :])
                    add_row(following.setdefault(key, {}), row, each * max(0, before + take - counted), factor)
                for other, n in enumerate(used):
                    if other != place:
                        enough *= rest[other] ** (kinds[other].count - n)
                add_row(sums, row, each * (end - counted), enough)
            states = following
    return {total: weight for total, weight in sums.items() if weight}


def _followed(count: int, low: int, high: int) -> tuple[int, int, bool]:
    """Return the ranks that are kept, counted from the nearer end of the dice, and whether that is the highest."""
    from_top = count - low <= high
    return (count - high, count - low, True) if from_top else (low, high, False)


def steps_of_kept(
    kinds: Sequence[EqualDice], low: int, high: int, worth: Callable[[Amount], Amount] = lambda value: value
) -> int:
    """Return about how many steps of exact odds `sums_of_kept` takes."""
    first, end, from_top = _followed(sum(kind.count for kind in kinds), low, high)
    values = {worth(value) for kind in kinds for value in kind.weights}
    units = _units(values)
    ranges = [(min(kind.weights), max(kind.weights)) for kind in kinds]
    rows: dict[tuple[int, tuple[int, ...]], int] = {}
    steps = 0
    for kind, (lowest, highest) in zip(kinds, ranges, strict=True):
        # States differ in the dice used of the kinds that are followed at the same time; the ones before are used up.
        before, meanwhile = 0, [kind.count]
        for other, (bottom, top) in zip(kinds, ranges, strict=True):
            if bottom < highest and top > lowest and other is not kind:
                meanwhile.append(other.count)
            elif bottom > highest if from_top else top < lowest:
                before += other.count
        key = before, tuple(sorted(meanwhile))
        if key not in rows:
            rows[key] = sum(
                min(comb(used + len(meanwhile) - 1, used), prod(min(number, used) + 1 for number in meanwhile))
                * (end - before - used)
                * (_STATE + _most_sums(units, len(values), max(0, before + used - first)))
                for used in range(end - before)
            )
        steps += len(kind.weights) * rows[key]
    bits = sum(kind.count * sum(kind.weights.values()).bit_length() for kind in kinds)
    return steps * (1 + bits // _BITS) * (_FRACTION if has_fractions(values) else 1) // _QUICK


def _most_sums(units: int, values: int, count: int) -> int:
    """Return how many sums of so many dice there are about, half-way through their values."""
    return min(units // 2 * count, comb(count + values, values))


def has_fractions(values: Iterable[Amount]) -> bool:
    """Return whether some values are fractions."""
    return any(isinstance(value, Fraction) for value in values)


def _units(values: Iterable[Amount]) -> int:
    """Return how many of the largest equal steps between values lead from the lowest to the highest."""
    scale = lcm(*(value.denominator for value in values))
    whole = [int(value * scale) for value in values]
    low = min(whole)
    return (max(whole) - low) // (gcd(*(value - low for value in whole)) or 1)


def steps_to_combine(results: Sequence[Weights], wholes: Iterable[int]) -> int:
    """Return about how many steps of exact odds `combine` takes, with weights as large as these."""
    cost = prod(map(digits, wholes)) * (_FRACTION if any(map(has_fractions, results)) else 1)
    return prod(map(len, results)) * cost // 2


def add_row(to: dict[Amount, int], row: Weights, more: Amount, factor: int) -> None:
    """Add the weights of a row of sums, times a factor, to the sums that are higher by `more`."""
    if factor:
        for total, weight in row.items():
            to[total + more] = to.get(total + more, 0) + weight * factor


def combine(results: Sequence[Weights], of: Callable[..., Amount]) -> dict[Amount, int]:
    """Return the weights of a function of independent results; its arguments come in order."""
    pairs: dict[Amount, int] = {}
    first, *others = results
    if not others:
        for value, weight in watched(first.items()):
            total = of(value)
            pairs[total] = pairs.get(total, 0) + weight
        return pairs
    (second,) = others
    for value, weight in watched(first.items(), every=1):
        for other, times in second.items():
            total = of(value, other)
            pairs[total] = pairs.get(total, 0) + weight * times
    return pairs
