"""What the parts of a dice expression come to: a number that was thrown, the bounds of it, or its exact odds."""

import operator
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial, reduce
from itertools import product
from math import ceil, floor, prod
from typing import Protocol, TypeAlias, TypeVar

from companion.dice.pools import Allow, TotalOdds, kept_ranks, pool_dice, worth
from companion.dice.sums import Amount, EqualDice, combine, steps_of_kept, steps_to_combine, sums_of_kept
from companion.dice.syntax import (
    Arithmetic,
    Braces,
    Call,
    Count,
    DicePool,
    Keep,
    Labelled,
    Negative,
    Node,
    NotUsable,
    Number,
    Total,
)

LARGEST_TOTAL = 10**9
"""The highest total of dice that do not explode."""


def _over(value: Amount, by: Amount) -> Amount:
    return Fraction(value) / by


_FUNCTIONS: dict[str, Callable[..., Amount]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _over,
    "//": operator.floordiv,
    "max": max,
    "min": min,
    "floor": floor,
    "ceil": ceil,
    "negative": operator.neg,
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
}
ValueT = TypeVar("ValueT")


class _Evaluation(Protocol[ValueT]):
    """What a part of an expression comes to: a number that was thrown, its bounds, or its odds."""

    def number(self, value: int) -> ValueT:
        """Return what a number comes to."""

    def pool(self, pool: DicePool) -> ValueT:
        """Return what dice come to."""

    def group(self, group: Braces, members: Sequence[ValueT]) -> ValueT:
        """Return what results beside each other come to."""

    def labelled(self, node: Labelled, value: ValueT) -> ValueT:
        """Return what a part with a label comes to."""

    def apply(self, name: str, left: ValueT, right: ValueT | None, at: int) -> ValueT:
        """Return what an operation comes to; `at` is its place."""


def _evaluate(node: Node, by: _Evaluation[ValueT]) -> ValueT:
    """Return what a part comes to, its dice from left to right."""
    if isinstance(node, Number):
        return by.number(node.value)
    if isinstance(node, DicePool):
        return by.pool(node)
    if isinstance(node, Braces):
        return by.group(node, [_evaluate(member, by) for member in node.members])
    if isinstance(node, Labelled):
        return by.labelled(node, _evaluate(node.of, by))
    if isinstance(node, Negative):
        return by.apply("negative", _evaluate(node.of, by), None, 0)
    if isinstance(node, Total):
        return by.apply(node.sign, _evaluate(node.left, by), _evaluate(node.right, by), node.at)
    if isinstance(node, Arithmetic):
        value = _evaluate(node.first, by)
        for operation in node.operations:
            value = by.apply(operation.sign, value, _evaluate(operation.of, by), operation.at)
        return value
    values = [_evaluate(argument, by) for argument in node.arguments]
    if node.name in ("floor", "ceil"):
        return by.apply(node.name, values[0], None, node.at)
    return reduce(lambda left, right: by.apply(node.name, left, right, node.at), values)


@dataclass
class _Thrown:
    """The value of an expression whose pools came to given amounts, in order."""

    amounts: Iterator[Amount]
    labels: dict[str, Amount] = field(default_factory=dict)
    """The values of the parts with a label; those with the same one are added."""

    def number(self, value: int) -> Amount:
        return value

    def pool(self, pool: DicePool) -> Amount:
        return next(self.amounts)

    def group(self, group: Braces, members: Sequence[Amount]) -> Amount:
        low, high = kept_ranks(group.changes, len(members))
        return sum(worth(group.changes, value) for value in sorted(members)[low:high])

    def labelled(self, node: Labelled, value: Amount) -> Amount:
        for label in node.labels:
            self.labels[label] = self.labels.get(label, 0) + value
        return value

    def apply(self, name: str, left: Amount, right: Amount | None, at: int) -> Amount:
        return _FUNCTIONS[name](left) if right is None else _FUNCTIONS[name](left, right)


_Bounds: TypeAlias = tuple[Amount, Amount]


class _Limits:
    """The lowest and the highest that an expression may come to; NotUsable where it may divide by 0 or is too large."""

    def number(self, value: int) -> _Bounds:
        return value, value

    def pool(self, pool: DicePool) -> _Bounds:
        return pool_dice(pool).bounds

    def group(self, group: Braces, members: Sequence[_Bounds]) -> _Bounds:
        low, high = kept_ranks(group.changes, len(members))
        if any(isinstance(change, Count) for change in group.changes):
            return low - high, high - low
        return sum(sorted(one for one, _ in members)[low:high]), sum(sorted(one for _, one in members)[low:high])

    def labelled(self, node: Labelled, value: _Bounds) -> _Bounds:
        return value

    def apply(self, name: str, left: _Bounds, right: _Bounds | None, at: int) -> _Bounds:
        if name in ("/", "//") and right and right[0] <= 0 <= right[1]:
            raise NotUsable(at, "a divisor that is never 0")
        corners = [_FUNCTIONS[name](*numbers) for numbers in product(*filter(None, (left, right)))]
        if name in (">=", "<=", ">", "<", "="):
            return 0, 1
        if max(corners) > LARGEST_TOTAL or min(corners) < -LARGEST_TOTAL:
            raise NotUsable(at, f"totals of at most {LARGEST_TOTAL:,}")
        return min(corners), max(corners)


class _Odds:
    """The exact odds of an expression; parts of it are independent, because each throws dice of its own."""

    def __init__(self, allow: Allow) -> None:
        self.allow = allow

    def number(self, value: int) -> TotalOdds:
        return TotalOdds({value: 1}, 1)

    def pool(self, pool: DicePool) -> TotalOdds:
        return pool_dice(pool).odds(self.allow)

    def group(self, group: Braces, members: Sequence[TotalOdds]) -> TotalOdds:
        if not any(isinstance(change, Keep) for change in group.changes):
            if group.changes:
                members = [self._worth(group, member) for member in members]
            return reduce(lambda left, right: self.apply("+", left, right, group.at), members)
        alike: Counter[tuple[tuple[Amount, int], ...]] = Counter(tuple(one.weights.items()) for one in members)
        kinds = [EqualDice(dict(weights), count) for weights, count in alike.items()]
        low, high = kept_ranks(group.changes, len(members))
        value_of = partial(worth, group.changes)
        self.allow(steps_of_kept(kinds, low, high, value_of))
        weights = sums_of_kept(kinds, low, high, value_of)
        return TotalOdds(weights, prod(one.whole for one in members), _fewest_explosions(members))

    def _worth(self, group: Braces, member: TotalOdds) -> TotalOdds:
        """Return the odds of what one result is worth where results are counted."""
        return TotalOdds(combine((member.weights,), partial(worth, group.changes)), member.whole, member.explosions)

    def labelled(self, node: Labelled, value: TotalOdds) -> TotalOdds:
        return value

    def apply(self, name: str, left: TotalOdds, right: TotalOdds | None, at: int) -> TotalOdds:
        results = [left] if right is None else [left, right]
        steps = steps_to_combine([one.weights for one in results], [one.whole for one in results])
        self.allow(steps * (_STEPS_OF_DIVISION if name == "/" else 1))
        weights = combine([one.weights for one in results], _FUNCTIONS[name])
        explosions = _fewest_explosions(results)
        is_linear = name in _LINEAR or (name == "/" and right is not None and len(right.weights) == 1)
        means = [mean for one in results if (mean := one.mean) is not None] if explosions and is_linear else []
        equation = Fraction(_FUNCTIONS[name](*means)) if len(means) == len(results) else None
        return TotalOdds(weights, prod(one.whole for one in results), explosions, equation)


def _fewest_explosions(results: Sequence[TotalOdds]) -> int:
    """Return the explosions that were followed in each of several results; 0 where no dice explode."""
    return min((one.explosions for one in results if one.explosions), default=0)


_LINEAR = ("+", "-", "*", "negative")
"""Operations whose mean is that of the means, as that of a division by one number; the results are independent."""
_STEPS_OF_DIVISION = 6
"""How many times as long as another operation a division takes, which makes a fraction."""


def value_of(node: Node, amounts: Iterable[Amount]) -> tuple[Amount, dict[str, Amount]]:
    """Return what an expression comes to whose dice came to these amounts, from left to right; and its labels' values.

    The values of parts with the same label are added.
    """
    thrown = _Thrown(iter(amounts))
    return _evaluate(node, thrown), thrown.labels


def bounds_of(node: Node) -> tuple[Amount, Amount]:
    """Return the lowest and the highest that an expression may come to, explosions aside.

    NotUsable where it may divide by 0 or be more than LARGEST_TOTAL.
    """
    return _evaluate(node, _Limits())


def odds_of(node: Node, allow: Allow) -> TotalOdds:
    """Return the exact odds of an expression; `allow` is told the steps of each part before it begins."""
    return _evaluate(node, _Odds(allow))


def pools_of(node: Node) -> Iterator[DicePool]:
    """Yield the dice of a part, from left to right."""
    if isinstance(node, DicePool):
        yield node
    for part in parts(node):
        yield from pools_of(part)


def parts(node: Node) -> Sequence[Node]:
    """Return the parts of a part, from left to right."""
    if isinstance(node, Braces):
        return node.members
    if isinstance(node, Call):
        return node.arguments
    if isinstance(node, Arithmetic):
        return node.first, *(operation.of for operation in node.operations)
    if isinstance(node, Total):
        return node.left, node.right
    return (node.of,) if isinstance(node, Negative | Labelled) else ()


def without_labels(node: Node) -> Node:
    """Return what a part's labels stand at."""
    return without_labels(node.of) if isinstance(node, Labelled) else node


def only_adds(node: Node) -> bool:
    """Return whether a part is dice, or adds some."""
    if isinstance(node, Arithmetic):
        return all(operation.sign == "+" for operation in node.operations) and all(map(only_adds, parts(node)))
    return isinstance(node, DicePool) or (isinstance(node, Labelled) and only_adds(node.of))


def counts_successes(node: Node) -> bool:
    """Return whether a part comes to a number of successes: all its dice are counted."""
    if isinstance(node, DicePool | Braces) and any(isinstance(change, Count) for change in node.changes):
        return True
    if isinstance(node, DicePool | Total | Number):
        return False
    return all(counts_successes(part) for part in parts(node) if next(pools_of(part), None)) and bool(
        next(pools_of(node), None)
    )
