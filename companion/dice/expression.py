"""Dice as players type them, as a resolver: thrown pool by pool, with exact odds from sums instead of states."""

import operator
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial, reduce
from itertools import product
from math import ceil, floor, prod
from typing import Any, Protocol, TypeAlias, TypeVar

from companion.base.compat import cached_property
from companion.base.wording import plural
from companion.dice.grammar import MOST_DICE, error_at, read_notation
from companion.dice.odds import LARGEST, MOST_OUTCOMES, ExactOdds, TooLarge
from companion.dice.pools import Allow, Labels, OrderedThrow, TotalOdds, kept_ranks, pool_dice, worth
from companion.dice.resolver import Chance, Mean, Measure, Outcome, Thrown
from companion.dice.sums import Amount, EqualDice, combine, digits, steps_of_kept, steps_to_combine, sums_of_kept
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
    Notation,
    NotUsable,
    Number,
    Symbols,
    Total,
)
from companion.dice.throw import Die, FaceClass, Faces, Tells, Throw
from companion.limits.budget import watched

LARGEST_TOTAL = 10**9
"""The highest total of dice that do not explode."""
TOTAL = Mean("total", "Total", lambda outcome: Fraction(outcome["total"]))
"""The figure that sums up dice that are added."""
SUCCESSES = Mean("total", "Successes", lambda outcome: Fraction(outcome["total"]))
"""The figure that sums up dice that are counted; failures are taken off."""
SUCCESS = Chance("success", "Yes", lambda outcome: bool(outcome["success"]))
"""The figure that sums up a total that is compared with another."""


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


class _Course:
    """The course of an expression's throws: the faces so far, the next throw, and at the end what the pools came to."""

    def __init__(self, throws: "Generator[Throw, Faces, _Runs]") -> None:
        self.faces: tuple[Faces, ...] = ()
        self.throw: Throw | None = None
        self.runs = _Runs()
        self._throws = throws
        self._go_on(lambda: next(throws))

    def send(self, faces: tuple[Faces, ...]) -> None:
        """Go on with the faces of the next throws; those after the end are left out."""
        for one in faces:
            if self.throw is None:
                break
            self._go_on(partial(self._throws.send, one))
        self.faces += faces

    def _go_on(self, step: Callable[[], Throw]) -> None:
        try:
            self.throw = step()
        except StopIteration as end:
            self.throw, self.runs = None, end.value


@dataclass(frozen=True)
class Expression:
    """Dice as a player typed them; a resolver whose state is the faces of its throws so far.

    Its outcome is `total`; `success` where a total is compared with another; the number of each symbol for dice with
    words on them; `totals` for an expression that is repeated.
    """

    text: str
    notation: Notation

    def __post_init__(self) -> None:
        """Check what cannot be seen in one part alone."""
        if not self.symbols:
            _evaluate(self.notation.node, _Limits())
        elif any(isinstance(pool.die, Die) for pool in self.pools) or not _only_adds(self.notation.node):
            at = next(pool.at for pool in self.pools if isinstance(pool.die, Symbols))
            raise NotUsable(at, "dice with words on them alone, or added to others with words")
        if self.notation.repeats * sum(pool.count for pool in self.pools) > MOST_DICE:
            raise NotUsable(0, f"at most {MOST_DICE:,} dice in all")

    @cached_property
    def pools(self) -> tuple[DicePool, ...]:
        """The dice of one run of the expression, from left to right."""
        return tuple(_pools(self.notation.node))

    @cached_property
    def symbols(self) -> tuple[str, ...]:
        """The words on its dice, each once; empty for dice with numbers."""
        words = (word for pool in self.pools if isinstance(pool.die, Symbols) for word in pool.die.faces)
        return tuple(dict.fromkeys(words))

    @cached_property
    def measures(self) -> tuple[Measure, ...]:
        """The figures that sum it up, the most important one first."""
        if self.symbols:
            return tuple(Mean(word, word, _count_of(word)) for word in self.symbols)
        if self.result == "success":
            return (SUCCESS,)
        return (SUCCESSES if _counts(self.notation.node) else TOTAL,)

    @property
    def read_text(self) -> str:
        """The text as it was read: with the plus signs that a link had lost."""
        added = self.notation.added_plus
        return "".join("+" if at in added else character for at, character in enumerate(self.text))

    def describe(self, outcome: Outcome) -> str:
        """Return an outcome in words: `14`, `2 successes`, `yes`, `2 hit, 1 miss`, or several of them."""
        if self.notation.repeats == 1:
            return self._describe(outcome if self.symbols else outcome[self.result])
        return ("; " if self.symbols else ", ").join(map(self._describe, outcome["totals"]))

    def _describe(self, value: Any) -> str:
        if self.symbols:
            return ", ".join(f"{value[word]} {word}" for word in self.symbols if value[word])
        if self.result == "success":
            return "yes" if value else "no"
        return plural(value, "success", "successes") if self.measures == (SUCCESSES,) else str(value)

    @cached_property
    def result(self) -> str:
        """The name of the outcome's value, where it has only one."""
        return "success" if isinstance(_without_labels(self.notation.node), Total) else "total"

    def start(self) -> tuple[Faces, ...]:
        """Return the state before any dice."""
        return ()

    def ask(self, state: tuple[Faces, ...]) -> Throw | None:
        """Return the next throw."""
        return self._follow(state)[0]

    def take(self, state: tuple[Faces, ...], faces: Faces) -> tuple[Faces, ...]:
        """Return the state with the faces of one more throw."""
        return (*state, faces)

    def outcome(self, state: tuple[Faces, ...]) -> Outcome:
        """Return what the dice come to."""
        results = [self._result(amounts)[0] for amounts in self._follow(state)[1].runs]
        if self.notation.repeats == 1:
            return results[0]
        return {"totals": [one if self.symbols else one[self.result] for one in results]}

    def seen(self, thrown: Sequence[Thrown]) -> Outcome:
        """Return the values of the parts with labels."""
        runs = self._follow(tuple(tuple(one.faces) for one in thrown))[1].runs
        labels = self._result(runs[0])[1] if self.notation.repeats == 1 and not self.symbols else {}
        return {"parts": {label: plain(value) for label, value in labels.items()}} if labels else {}

    def label(self, state: Sequence[Faces]) -> list[tuple[Tells, ...]]:
        """Return the label of each die, throw by throw: a die is dropped for one that was thrown later."""
        return [tuple(labels) for labels in self._follow(tuple(state))[1].labels]

    def _follow(self, state: tuple[Faces, ...]) -> tuple[Throw | None, "_Runs"]:
        """Return the throw that comes after some faces, None at the end; and what the dice came to."""
        # The course of the latest question goes on if its faces are the first of these: a thousand throws are not
        # followed from the beginning a thousand times. It is taken out meanwhile, so that no other thread sends faces.
        course = self.__dict__.pop("_latest_course", None)
        if course is None or state[: len(course.faces)] != course.faces:
            course = _Course(self._course())
        course.send(state[len(course.faces) :])
        answer = course.throw, course.runs
        self.__dict__["_latest_course"] = course
        return answer

    def _course(self) -> Generator[Throw, Faces, "_Runs"]:
        course = _Runs()
        for _ in range(self.notation.repeats):
            amounts: list[Any] = []
            for pool in self.pools:
                amount, labels = yield from _throw_symbols(pool) if self.symbols else pool_dice(pool).course()
                amounts.append(amount)
                course.labels += labels
            course.runs.append(amounts)
        return course

    def _result(self, amounts: Sequence[Any]) -> tuple[dict[str, Any], Mapping[str, Amount]]:
        """Return the outcome of one run, and the values of its labels."""
        if self.symbols:
            return {word: sum(counts[word] for counts in amounts) for word in self.symbols}, {}
        thrown = _Thrown(iter(amounts))
        value = _evaluate(self.notation.node, thrown)
        return {self.result: self._as_data(value)}, thrown.labels

    @property
    def _as_data(self) -> Callable[[Amount], bool | int | str]:
        return bool if self.result == "success" else plain

    def exact_odds(self, largest: int = LARGEST, most: int = MOST_OUTCOMES) -> ExactOdds:
        """Return the exact odds of one run; TooLarge past `largest` steps or `most` outcomes."""
        steps = 0

        def allow(more: int) -> None:
            nonlocal steps
            steps += more
            if steps > largest:
                raise TooLarge(f"an exact answer takes {steps:,} steps, more than {largest:,}")

        if self.symbols:
            return _odds_of_symbols(self.pools, self.symbols, allow, most)
        odds = _evaluate(self.notation.node, _Odds(allow))
        if len(odds.weights) > most:
            raise TooLarge(f"an exact answer has {len(odds.weights):,} totals, more than {most:,}")
        name, as_data = self.result, self._as_data
        outcomes = tuple(({name: as_data(value)}, weight) for value, weight in sorted(odds.weights.items()))
        figures = {} if odds.mean is None or name == "success" else {name: odds.mean}
        return ExactOdds(outcomes, odds.whole, figures, odds.explosions)


def parse(text: str, from_link: bool = False) -> Expression:
    """Return dice as a resolver; InvalidInput names the column and what was expected there.

    `from_link` is explained at `read_notation`.
    """
    text = text.strip()
    notation = read_notation(text, from_link)
    try:
        return Expression(text, notation)
    except NotUsable as error:
        raise error_at(text, error.at, error.expected) from None


def plain(value: Amount) -> int | str:
    """Return a total as data: a whole number, or a fraction as text, `7/2`."""
    if type(value) is int:
        return value
    return int(value) if value == int(value) else str(value)


def _pools(node: Node) -> Iterator[DicePool]:
    if isinstance(node, DicePool):
        yield node
    for part in parts(node):
        yield from _pools(part)


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


def _without_labels(node: Node) -> Node:
    return _without_labels(node.of) if isinstance(node, Labelled) else node


def _only_adds(node: Node) -> bool:
    """Return whether a part is dice, or adds some."""
    if isinstance(node, Arithmetic):
        return all(operation.sign == "+" for operation in node.operations) and all(map(_only_adds, parts(node)))
    return isinstance(node, DicePool) or (isinstance(node, Labelled) and _only_adds(node.of))


def _counts(node: Node) -> bool:
    """Return whether a part comes to a number of successes: all its dice are counted."""
    if isinstance(node, DicePool | Braces) and any(isinstance(change, Count) for change in node.changes):
        return True
    if isinstance(node, DicePool | Total | Number):
        return False
    return all(_counts(part) for part in parts(node) if next(_pools(part), None)) and bool(next(_pools(node), None))


def _count_of(word: str) -> Callable[[Outcome], int]:
    return lambda outcome: int(outcome[word])


@dataclass
class _Runs:
    """What the pools of an expression came to, run by run, and the labels of their dice, throw by throw."""

    runs: list[list[Any]] = field(default_factory=list)
    labels: Labels = field(default_factory=list)


def _throw_symbols(pool: DicePool) -> Generator[Throw, Faces, tuple[Counter[str], Labels]]:
    """Throw dice with words on them and return the number of each word; their faces are numbered from 1."""
    assert isinstance(pool.die, Symbols)
    words = pool.die.faces
    names = dict.fromkeys(words)
    numbers = {word: [n for n, one in enumerate(words, 1) if one == word] for word in names}
    key = ", ".join(f"{' and '.join(map(str, numbers[word]))} {word}" for word in names)
    die = Die(f"d{{{', '.join(words)}}}", tuple(range(1, len(words) + 1)), words)
    classes = tuple(FaceClass(word, frozenset(numbers[word])) for word in names)
    faces = yield OrderedThrow(key, pool.count, die, classes)
    return Counter(words[face - 1] for face in faces), [[""] * len(faces)]


def _odds_of_symbols(pools: Sequence[DicePool], symbols: Sequence[str], allow: Allow, most: int) -> ExactOdds:
    """Return the odds of the numbers of all words together; TooLarge past `most` outcomes."""
    weights: dict[tuple[int, ...], int] = {(0,) * len(symbols): 1}
    whole = 1
    for pool in pools:
        throw = next(_throw_symbols(pool))
        places = [symbols.index(one.name) for one in throw.classes]
        if throw.steps > most:
            raise TooLarge(f"an exact answer has at least {throw.steps:,} outcomes, more than {most:,}")
        allow(len(weights) * throw.steps * len(symbols) * digits(throw.total))
        following: dict[tuple[int, ...], int] = {}
        for counts, weight in watched(weights.items(), every=1):
            for faces, times in throw.ways():
                after = list(counts)
                for place, number in zip(places, faces, strict=True):
                    after[place] += number
                following[tuple(after)] = following.get(tuple(after), 0) + weight * times
            if len(following) > most:
                raise TooLarge(f"an exact answer has more than {most:,} outcomes")
        weights = following
        whole *= throw.total
    return ExactOdds(
        tuple((dict(zip(symbols, counts, strict=True)), weight) for counts, weight in sorted(weights.items())), whole
    )
