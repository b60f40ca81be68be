"""The exact distribution of any resolver: every face at once, over states and integer weights."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Annotated, Any, Generic, NamedTuple

from pydantic import Field
from typing_extensions import TypedDict

from companion.base.json_types import JsonObject, answer
from companion.dice.chain import Beginning, Chain
from companion.dice.resolver import Chance, Measure, Outcome, Resolver, StateT
from companion.dice.throw import Throw, Ways
from companion.limits.budget import EVERY, check, watched

LARGEST = 2_000_000
"""Steps after which an exact answer is refused; about two seconds."""


MOST_OUTCOMES = 60_000
"""Outcomes after which an exact answer is refused: measuring and showing them takes longer than finding them."""


class TooLarge(Exception):
    """An exact answer that would exceed a limit; the message says which."""


@answer
class Case(TypedDict):
    """One outcome with its exact chance."""

    outcome: JsonObject
    exact: Annotated[str, Field(pattern=r"^\d+(/\d+)?$")]
    p: Annotated[float, Field(ge=0, le=1)]


@answer
class ChanceEntry(TypedDict):
    """How likely something is."""

    exact: Annotated[str, Field(pattern=r"^\d+(/\d+)?$")]
    p: Annotated[float, Field(ge=0, le=1)]


@answer
class MeanEntry(TypedDict):
    """The average of a value."""

    exact: Annotated[str, Field(pattern=r"^-?\d+(/\d+)?$")]
    value: float


Summary = dict[str, ChanceEntry | MeanEntry]
"""Summary figures by the names of their measures."""


@dataclass(frozen=True)
class ExactOdds:
    """Outcomes and their integer weights over one denominator, in the order they were first reached."""

    outcomes: tuple[tuple[Outcome, int], ...]
    total: int

    def measure(self, measure: Measure) -> Fraction:
        """Return the exact value of a summary figure."""
        if isinstance(measure, Chance):
            return Fraction(sum(w for o, w in self.outcomes if measure.of(o)), self.total)
        by_denominator: dict[int, int] = {}
        for outcome, weight in self.outcomes:
            value = measure.of(outcome)
            by_denominator[value.denominator] = by_denominator.get(value.denominator, 0) + value.numerator * weight
        return sum((Fraction(top, below) for below, top in by_denominator.items()), Fraction(0)) / self.total

    def cases(self) -> list[Case]:
        """Return every outcome as plain data: its exact fraction as text, a float beside it."""
        return [
            {"outcome": dict(o), "exact": str(f := Fraction(w, self.total)), "p": float(f)}
            for o, w in watched(self.outcomes)
        ]

    def summary(self, measures: Iterable[Measure]) -> Summary:
        """Return the summary figures as plain data, by name."""
        return {m.name: summary_entry(m, self) for m in measures}


def summary_entry(measure: Measure, odds: ExactOdds) -> ChanceEntry | MeanEntry:
    """Return a summary figure as plain data: `p` for a chance, `value` for a mean."""
    return figure_entry(odds.measure(measure), isinstance(measure, Chance))


def figure_entry(exact: Fraction, is_chance: bool) -> ChanceEntry | MeanEntry:
    """Return an exact figure as plain data."""
    if is_chance:
        return {"exact": str(exact), "p": float(exact)}
    return {"exact": str(exact), "value": float(exact)}


_LONG = 2048
"""Bits of a weight that take as long as one step."""
_EVERY = 256
"""Steps between two checks of the budget."""


class _Steps:
    """The steps taken so far; TooLarge past the most. A step with weights of many digits counts for several."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.taken = 0
        self._next_check = 0
        self._known: dict[int, tuple[Throw, Ways]] = {}
        """Throws with their ways, by identity: as they were counted when they came, they are never too many."""

    def ways(self, throw: Throw, cost: int = 1) -> Ways:
        """Return all results of a throw with their weights; each costs steps, counted before the first computation."""
        entry = self._known.get(id(throw))
        if entry is None:
            return self._first(throw, cost)
        self._add(len(entry[1]) * cost)
        return entry[1]

    def _first(self, throw: Throw, cost: int) -> Ways:
        steps = throw.steps
        self._add(steps)
        ways = throw.ways()
        self._known[id(throw)] = throw, ways
        self._add(max(0, len(ways) * cost - steps))
        return ways

    def _add(self, count: int) -> None:
        self.taken += count
        if self.taken < self._next_check:
            return
        if self.taken > self.most:
            raise TooLarge(f"an exact answer takes more than {self.most:,} steps")
        self._next_check = min(self.taken + _EVERY, self.most + 1)
        check()


class _Ends(NamedTuple, Generic[StateT]):
    """The end states of a resolver with their integer weights over one denominator."""

    weights: Mapping[StateT, int]
    total: int


def exact(resolver: Resolver[Any], largest: int = LARGEST, most: int = MOST_OUTCOMES) -> ExactOdds:
    """Return the exact odds of a resolver; raise TooLarge past `largest` steps or `most` outcomes.

    Of a chain, each beginning of the second resolver is run once. A resolver that knows beforehand about how many steps
    it takes says so in `estimated_steps`: past `largest` it is refused before it starts.
    """
    about = getattr(resolver, "estimated_steps", 0)
    if about > largest:
        raise TooLarge(f"an exact answer takes about {about:,} steps, more than {largest:,}")
    steps = _Steps(largest)
    if isinstance(resolver, Chain):
        return _odds_of_chain(resolver, steps, most)
    ends = _ends(resolver, steps)
    return _gather(zip(map(resolver.outcome, ends.weights), ends.weights.values(), strict=True), ends.total, most)


def _ends(resolver: Resolver[StateT], steps: _Steps) -> _Ends[StateT]:
    ask, take, ways = resolver.ask, resolver.take, steps.ways
    wave = {resolver.start(): 1}
    total = 1
    ended: list[tuple[dict[StateT, int], int]] = []
    while True:
        thrown = [(state, weight, throw) for state, weight in wave.items() if (throw := ask(state)) is not None]
        if not thrown:
            break
        if len(thrown) < len(wave):
            for state, _, _ in thrown:
                del wave[state]
            ended.append((wave, total))
        scale = lcm(*{throw.total for _, _, throw in thrown})
        cost = 1 + total.bit_length() // _LONG
        wave = {}
        for state, weight, throw in thrown:
            weight *= scale // throw.total
            for faces, count in ways(throw, cost):
                after = take(state, faces)
                wave[after] = wave.get(after, 0) + weight * count
        total *= scale
    if not ended:
        return _Ends(wave, total)
    weights: dict[StateT, int] = {}
    for states, below in (*ended, (wave, total)):
        scale = total // below
        for state, weight in states.items():
            weights[state] = weights.get(state, 0) + weight * scale
    return _Ends(weights, total)


def _gather(outcomes: Iterable[tuple[Outcome, int]], total: int, most: int) -> ExactOdds:
    """Return outcomes with their weights, equal ones together; TooLarge past the most."""
    gathered: dict[Hashable, tuple[Outcome, int]] = {}
    for number, entry in enumerate(outcomes):
        if not number % EVERY:
            check()
        outcome, weight = entry
        key: Hashable = (*outcome, *outcome.values())
        try:
            same = gathered.setdefault(key, entry)
        except TypeError:
            key = _hashable(outcome)
            same = gathered.setdefault(key, entry)
        if same is not entry:
            gathered[key] = outcome, weight + same[1]
        elif len(gathered) > most:
            raise TooLarge(f"an exact answer has more than {most:,} outcomes")
    return ExactOdds(tuple(gathered.values()), total)


def _odds_of_chain(chain: Chain[Any, Any], steps: _Steps, most: int) -> ExactOdds:
    """Return the odds of a chain: its first resolver's ends, each followed by the odds of what it leads to."""
    ends = _ends(chain.first, steps)
    firsts: dict[Hashable, tuple[Outcome, Beginning[Any] | None, int]] = {}
    for state, weight in ends.weights.items():
        outcome, then = chain.first.outcome(state), chain.then(state)
        key = _key(outcome), then
        earlier = firsts.get(key)
        firsts[key] = (outcome, then, weight + earlier[2] if earlier else weight)
    begun = dict.fromkeys(then for _, then, _ in firsts.values() if then)
    backward = {resolver: _Backward(resolver, steps) for resolver in {then.resolver for then in begun}}
    seconds = {then: backward[then.resolver].spread(then.state) for then in begun}
    scale = lcm(*(spread.total for spread in seconds.values()))

    def joined() -> Iterator[tuple[Outcome, int]]:
        for outcome, then, weight in firsts.values():
            if then is None:
                yield chain.join_outcomes(outcome, None), weight * scale
                continue
            spread, outcomes = seconds[then], backward[then.resolver].outcomes
            for key, count in spread.weights.items():
                yield chain.join_outcomes(outcome, outcomes[key]), weight * count * (scale // spread.total)

    return _gather(joined(), ends.total * scale, most)


class _Spread(NamedTuple):
    """The outcomes that a state leads to, by key, with integer weights over one denominator."""

    weights: Mapping[Hashable, int]
    total: int


class _Backward(Generic[StateT]):
    """The odds of one resolver from many states: each state is run once, whichever beginning leads to it."""

    def __init__(self, resolver: Resolver[StateT], steps: _Steps) -> None:
        self.resolver, self.steps = resolver, steps
        self.outcomes: dict[Hashable, Outcome] = {}
        self._known: dict[StateT, _Spread] = {}

    def spread(self, state: StateT) -> _Spread:
        """Return the outcomes that a state leads to."""
        known = self._known.get(state)
        if known is None:
            known = self._known[state] = self._spread(state)
        return known

    def _spread(self, state: StateT) -> _Spread:
        throw = self.resolver.ask(state)
        if throw is None:
            outcome = self.resolver.outcome(state)
            key = _key(outcome)
            self.outcomes[key] = outcome
            return _Spread({key: 1}, 1)
        following: dict[StateT, int] = {}
        for faces, count in self.steps.ways(throw):
            after = self.resolver.take(state, faces)
            following[after] = following.get(after, 0) + count
        spreads = [(self.spread(after), count) for after, count in following.items()]
        scale = lcm(*(spread.total for spread, _ in spreads))
        weights: dict[Hashable, int] = {}
        for spread, count in spreads:
            factor = count * (scale // spread.total)
            for key, weight in spread.weights.items():
                weights[key] = weights.get(key, 0) + weight * factor
        return _Spread(weights, throw.total * scale)


def _key(outcome: Outcome) -> Hashable:
    """Return a key that equal outcomes share; most contain only hashable values."""
    key = (*outcome, *outcome.values())
    try:
        hash(key)
    except TypeError:
        return _hashable(outcome)
    return key


def _hashable(value: object) -> Hashable:
    if isinstance(value, Mapping):
        return tuple((k, _hashable(v)) for k, v in value.items())
    if isinstance(value, list | tuple):
        return tuple(map(_hashable, value))
    return value
