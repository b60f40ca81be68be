"""Fronts of ways to spend weight and power, from which the search for the best Mech is built.

A way is the total of some cards: weight used, power used, and what they give of a stat of which some is needed (the
Speed), counted up to what is needed.
Of ways with equal totals only the most valuable is kept, and of those only the ones that no other way beats.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from companion.budget import check, watched

Key = tuple[int, int, int]
"""Weight used, power used, what it gives of the need; a Locomotor's limit and a plant's output are negative use."""
Way = tuple[int, "Chain"]
"""Its value, and the cards it is made of."""
Front = dict[Key, Way]


class Pick(NamedTuple):
    """A card and the kind of part it goes to: its own kind for a Base Part, else the kind it is attached to."""

    card: str
    place: str


Chain = tuple[object, ...]
"""Nested picks and chains, flattened by `picks`; building one needs no copying."""


class CardOption(NamedTuple):
    """One way to use a card."""

    pick: Pick
    weight: int
    power: int
    needed: int
    value: int


NOTHING: Front = {(0, 0, 0): (0, ())}


class SearchLimits(NamedTuple):
    """The most weight and power that a part of a Mech may use, and how much is needed of what is counted besides."""

    weight: int
    power: int
    needed: int = 0


def picks(chain: Chain) -> Iterator[Pick]:
    """Return the cards of a way."""
    stack: list[object] = [chain]
    while stack:
        found = stack.pop()
        if isinstance(found, Pick):
            yield found
        elif isinstance(found, tuple):
            stack.extend(reversed(found))


def put(front: Front, key: Key, way: Way) -> None:
    """Keep a way unless another with the same key is worth as much."""
    known = front.get(key)
    if known is None or known[0] < way[0]:
        front[key] = way


def added(front: Front, option: CardOption, limits: SearchLimits, times: int = 1) -> Front:
    """Return each way of a front with one more card (or several copies), as far as it stays within the limits."""
    made: Front = {}
    more_weight, more_power, worth = option.weight * times, option.power * times, option.value * times
    chosen = (option.pick,) * times
    for (weight, power, given), (value, chain) in front.items():
        key = (weight + more_weight, power + more_power, min(limits.needed, given + option.needed * times))
        if key[0] <= limits.weight and key[1] <= limits.power:
            put(made, key, (value + worth, (chain, chosen)))
    return made


def bundles(copies: int) -> Iterator[int]:
    """Return numbers whose subsets add up to every count of copies, and to no more: 1, 2, 4 … and the rest."""
    size = 1
    while copies > 0:
        yield min(size, copies)
        copies -= size
        size *= 2


def merged(*fronts: Front) -> Front:
    """Return the best of several fronts."""
    made: Front = {}
    for front in fronts:
        check()
        for key, way in front.items():
            put(made, key, way)
    return made


def with_any(front: Front, options: Iterable[CardOption], limits: SearchLimits, times: int = 1) -> Front:
    """Return a front with or without one more card (or several copies), used in one of several ways."""
    return merged(front, *(added(front, option, limits, times) for option in options))


def together(a: Front, b: Front, limits: SearchLimits) -> Front:
    """Return each way of one front with each of another."""
    made: Front = {}
    for (wa, pa, ca), (va, chain_a) in watched(a.items()):
        for (wb, pb, cb), (vb, chain_b) in b.items():
            weight, power = wa + wb, pa + pb
            if weight > limits.weight or power > limits.power:
                continue
            key = (weight, power, min(limits.needed, ca + cb))
            value = va + vb
            known = made.get(key)
            if known is None or known[0] < value:
                made[key] = (value, (chain_a, chain_b))
    return made


class _Stairs:
    """The most value for a limit of power: both rise together."""

    def __init__(self) -> None:
        self.powers: list[int] = []
        self.values: list[int] = []

    def worth(self, power: int) -> int | None:
        """Return the most value for this much power, None if there is no way."""
        at = bisect_right(self.powers, power)
        return self.values[at - 1] if at else None

    def put(self, power: int, value: int) -> None:
        """Add a step unless another needs no more power and is worth as much; remove the steps that it beats."""
        known = self.worth(power)
        if known is not None and known >= value:
            return
        at = bisect_left(self.powers, power)
        end = at
        while end < len(self.powers) and self.values[end] <= value:
            end += 1
        self.powers[at:end] = [power]
        self.values[at:end] = [value]


def pruned(front: Front) -> Front:
    """Return a front without ways that another beats: no heavier, no more power, giving as much, worth as much."""
    kept: Front = {}
    most = max((0, *(key[2] for key in front)))
    stairs = [_Stairs() for _ in range(most + 1)]
    for key, way in sorted(front.items(), key=lambda item: (item[0][0], item[0][1], -item[0][2])):
        _, power, given = key
        other = stairs[max(0, given)].worth(power)
        if other is not None and other >= way[0]:
            continue
        kept[key] = way
        for step in stairs[: max(0, given + 1)]:
            step.put(power, way[0])
    return kept


class Lookup:
    """An index of a front: the best way within a weight and a power that gives what is needed, without a search."""

    def __init__(self, front: Front) -> None:
        self.low_weight, self.high_weight = _span(key[0] for key in front)
        self.low_power, self.high_power = _span(key[1] for key in front)
        self.low_need, self.high_need = _span(key[2] for key in front)
        self.tables = [self._table(front, need) for need in range(self.low_need, self.high_need + 1)]

    def _table(self, front: Front, need: int) -> list[list[Way | None]]:
        wide, high = self.high_power - self.low_power + 1, self.high_weight - self.low_weight + 1
        table: list[list[Way | None]] = [[None] * wide for _ in range(high)]
        for (weight, power, given), way in front.items():
            if given >= need:
                row, at = table[weight - self.low_weight], power - self.low_power
                row[at] = _better(row[at], way)
        for i, row in enumerate(table):
            for j in range(wide):
                before = _better(row[j - 1] if j else None, table[i - 1][j] if i else None)
                row[j] = _better(row[j], before)
        return table

    def best(self, weight: int, power: int, need: int) -> Way | None:
        """Return the best way, or None."""
        if need > self.high_need:
            return None
        row, at = min(weight, self.high_weight) - self.low_weight, min(power, self.high_power) - self.low_power
        return self.tables[max(0, need - self.low_need)][row][at] if row >= 0 and at >= 0 else None


def _span(numbers: Iterable[int]) -> tuple[int, int]:
    found = list(numbers)
    return min(found, default=0), max(found, default=0)


def _better(a: Way | None, b: Way | None) -> Way | None:
    return b if a is None or (b is not None and b[0] > a[0]) else a


def best_pair(front: Front, rest: Lookup, need: int) -> Way | None:
    """Return the best pair of ways from two fronts whose total weight and power are not above 0."""
    found: Way | None = None
    for (weight, power, given), (value, chain) in front.items():
        other = rest.best(-weight, -power, need - given)
        if other and (found is None or value + other[0] > found[0]):
            found = (value + other[0], (chain, other[1]))
    return found
