"""Dice as players type them, as a resolver: thrown pool by pool, with exact odds from sums instead of states."""

from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any

from companion.base.compat import cached_property
from companion.base.wording import plural
from companion.dice.evaluation import (
    bounds_of,
    counts_successes,
    odds_of,
    only_adds,
    pools_of,
    value_of,
    without_labels,
)
from companion.dice.grammar import MOST_DICE, error_at, read_notation
from companion.dice.odds import LARGEST, MOST_OUTCOMES, ExactOdds, TooLarge
from companion.dice.pools import Allow, Labels, OrderedThrow, pool_dice
from companion.dice.resolver import Chance, Mean, Measure, Outcome, Thrown
from companion.dice.sums import Amount, digits
from companion.dice.syntax import (
    DicePool,
    Notation,
    NotUsable,
    Symbols,
    Total,
)
from companion.dice.throw import Die, FaceClass, Faces, Tells, Throw
from companion.limits.budget import watched

TOTAL = Mean("total", "Total", lambda outcome: Fraction(outcome["total"]))
"""The figure that sums up dice that are added."""
SUCCESSES = Mean("total", "Successes", lambda outcome: Fraction(outcome["total"]))
"""The figure that sums up dice that are counted; failures are taken off."""
SUCCESS = Chance("success", "Yes", lambda outcome: bool(outcome["success"]))
"""The figure that sums up a total that is compared with another."""


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
            bounds_of(self.notation.node)
        elif any(isinstance(pool.die, Die) for pool in self.pools) or not only_adds(self.notation.node):
            at = next(pool.at for pool in self.pools if isinstance(pool.die, Symbols))
            raise NotUsable(at, "dice with words on them alone, or added to others with words")
        if self.notation.repeats * sum(pool.count for pool in self.pools) > MOST_DICE:
            raise NotUsable(0, f"at most {MOST_DICE:,} dice in all")

    @cached_property
    def pools(self) -> tuple[DicePool, ...]:
        """The dice of one run of the expression, from left to right."""
        return tuple(pools_of(self.notation.node))

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
        return (SUCCESSES if counts_successes(self.notation.node) else TOTAL,)

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
        return "success" if isinstance(without_labels(self.notation.node), Total) else "total"

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
        value, labels = value_of(self.notation.node, amounts)
        return {self.result: self._as_data(value)}, labels

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
        odds = odds_of(self.notation.node, allow)
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
