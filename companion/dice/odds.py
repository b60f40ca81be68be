"""The exact distribution of any resolver: every face at once, over states and integer weights."""

import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Annotated, Any, Generic, NamedTuple

from typing_extensions import TypedDict

from companion.base.compat import cached_property
from companion.base.json_types import JsonObject, Schema, answer
from companion.dice.chain import Beginning, Chain
from companion.dice.resolver import AsksForThrows, Chance, Measure, Outcome, Resolver, StateT
from companion.dice.throw import Throw, Ways
from companion.limits.budget import EVERY, check, watched

LARGEST = 2_000_000
"""The most steps of an exact answer; about two seconds."""
MOST_OUTCOMES = 60_000
"""The most outcomes of an exact answer: measuring and showing them takes longer than finding them."""


NO_LIMITS = (sys.maxsize, sys.maxsize)
"""Steps and outcomes for those who would rather wait."""


class TooLarge(Exception):
    """An exact answer that would exceed a limit; the message says which."""


@answer
class Case(TypedDict):
    """One outcome with its exact chance."""

    outcome: JsonObject
    exact: Annotated[str, Schema(pattern=r"^\d+(/\d+)?$")]
    p: Annotated[float, Schema(minimum=0, maximum=1)]


@answer
class ChanceEntry(TypedDict):
    """How likely something is."""

    exact: Annotated[str, Schema(pattern=r"^\d+(/\d+)?$")]
    p: Annotated[float, Schema(minimum=0, maximum=1)]


@answer
class MeanEntry(TypedDict):
    """The average of a value."""

    exact: Annotated[str, Schema(pattern=r"^-?\d+(/\d+)?$")]
    value: float


Summary = dict[str, ChanceEntry | MeanEntry]
"""Summary figures by the names of their measures."""


@dataclass(frozen=True)
class ExactOdds:
    """Outcomes with their integer weights over one denominator, in the order in which they were first reached."""

    outcomes: tuple[tuple[Outcome, int], ...]
    total: int
    figures: Mapping[str, Fraction] = field(default_factory=dict)
    """Means that an equation gives, by their names."""
    explosions: int = 0
    """Where dice explode: how many explosions were followed; what is missing to `total` lies beyond them."""

    @cached_property
    def beyond(self) -> Fraction:
        """The chance of outcomes beyond the explosions that were followed."""
        return 1 - Fraction(sum(weight for _, weight in self.outcomes), self.total) if self.explosions else Fraction(0)

    @property
    def notes(self) -> tuple[str, ...]:
        """What to know about its figures, a sentence each."""
        if not self.beyond or self.figures:
            return ()
        return ("The figures leave out what lies beyond the explosions that were followed.",)

    def measure(self, measure: Measure) -> Fraction:
        """Return the exact value of a summary figure; that of the outcomes that were followed, if some are beyond."""
        if measure.name in self.figures:
            return self.figures[measure.name]
        if isinstance(measure, Chance):
            return Fraction(sum(w for o, w in self.outcomes if measure.of(o)), self.total)
        by_denominator: dict[int, int] = {}
        for outcome, weight in self.outcomes:
            value = measure.of(outcome)
            by_denominator[value.denominator] = by_denominator.get(value.denominator, 0) + value.numerator * weight
        followed = sum(weight for _, weight in self.outcomes)
        return sum((Fraction(top, below) for below, top in by_denominator.items()), Fraction(0)) / followed

    def cases(self) -> list[Case]:
        """Return every outcome as plain data: its exact fraction as text, and a float."""
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
"""The bits of a weight that cost one step."""
_EVERY = 256
"""Steps between two checks of the budget."""


class _Steps:
    """Counts steps; TooLarge past `most`. A step with weights of many digits counts as several."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.taken = 0
        self._next_check = 0
        self._ways_by_id: dict[int, tuple[Throw, Ways]] = {}
        """Throws with their ways, by identity; their number is bounded, because their steps were counted."""

    def ways(self, throw: Throw, cost: int = 1) -> Ways:
        """Return all results of a throw with their weights; their steps are counted before they are computed."""
        entry = self._ways_by_id.get(id(throw))
        if entry is None:
            return self._first(throw, cost)
        self._add(len(entry[1]) * cost)
        return entry[1]

    def _first(self, throw: Throw, cost: int) -> Ways:
        steps = throw.steps
        self._add(steps)
        ways = throw.ways()
        self._ways_by_id[id(throw)] = throw, ways
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


class Ends(NamedTuple, Generic[StateT]):
    """The end states of a resolver with their integer weights over one denominator."""

    weights: Mapping[StateT, int]
    total: int


def exact(resolver: Resolver[Any], largest: int = LARGEST, most: int = MOST_OUTCOMES) -> ExactOdds:
    """Return the exact odds of a resolver; TooLarge past `largest` steps or `most` outcomes.

    In a chain, each beginning of the second resolver is run once. A resolver may have an attribute `estimated_steps`:
    if that is above `largest`, TooLarge is raised before the start. It may have a method `end_weights`: that returns
    the `Ends` after a beginning where it knows them without running all dice; or a method `exact_odds`, which is asked
    for the whole answer.
    """
    own_odds: Callable[[int, int], ExactOdds] | None = getattr(resolver, "exact_odds", None)
    if own_odds:
        return own_odds(largest, most)
    estimate = getattr(resolver, "estimated_steps", 0)
    if estimate > largest:
        raise TooLarge(f"an exact answer takes about {estimate:,} steps, more than {largest:,}")
    steps = _Steps(largest)
    if isinstance(resolver, Chain):
        return _odds_of_chain(resolver, steps, most)
    ends = _ends(resolver, steps)
    return _gather(zip(map(resolver.outcome, ends.weights), ends.weights.values(), strict=True), ends.total, most)


def find_ends(rolls: AsksForThrows[StateT], begin: StateT) -> Ends[StateT]:
    """Return the ends after a state, all dice run at once; TooLarge past the most steps."""
    return _run(rolls, begin, _Steps(LARGEST))


def _ends(resolver: Resolver[StateT], steps: _Steps) -> Ends[StateT]:
    begin, end_weights = resolver.start(), _end_weights_of(resolver)
    return end_weights(begin) if end_weights else _run(resolver, begin, steps)


def _run(rolls: AsksForThrows[StateT], begin: StateT, steps: _Steps) -> Ends[StateT]:
    ask, take, ways = rolls.ask, rolls.take, steps.ways
    wave = {begin: 1}
    total = 1
    ended: list[tuple[dict[StateT, int], int]] = []
    while True:
        pending = [(state, weight, throw) for state, weight in wave.items() if (throw := ask(state)) is not None]
        if not pending:
            break
        if len(pending) < len(wave):
            for state, _, _ in pending:
                del wave[state]
            ended.append((wave, total))
        scale = lcm(*{throw.total for _, _, throw in pending})
        cost = 1 + total.bit_length() // _LONG
        wave = {}
        for state, weight, throw in pending:
            weight *= scale // throw.total
            for faces, count in ways(throw, cost):
                after = take(state, faces)
                wave[after] = wave.get(after, 0) + weight * count
        total *= scale
    if not ended:
        return Ends(wave, total)
    weights: dict[StateT, int] = {}
    for states, denominator in (*ended, (wave, total)):
        scale = total // denominator
        for state, weight in states.items():
            weights[state] = weights.get(state, 0) + weight * scale
    return Ends(weights, total)


def _end_weights_of(resolver: Resolver[StateT]) -> Callable[[StateT], Ends[StateT]] | None:
    return getattr(resolver, "end_weights", None)


def _gather(outcomes: Iterable[tuple[Outcome, int]], total: int, most: int) -> ExactOdds:
    """Return outcomes with their weights, equal ones merged; TooLarge past the most outcomes."""
    gathered: dict[Hashable, tuple[Outcome, int]] = {}
    for number, entry in enumerate(outcomes):
        if not number % EVERY:
            check()
        outcome, weight = entry
        key: Hashable = (*outcome, *outcome.values())
        try:
            same = gathered.setdefault(key, entry)
        except TypeError:
            key = repr(outcome)
            same = gathered.setdefault(key, entry)
        if same is not entry:
            gathered[key] = outcome, weight + same[1]
        elif len(gathered) > most:
            raise TooLarge(f"an exact answer has more than {most:,} outcomes")
    return ExactOdds(tuple(gathered.values()), total)


def _odds_of_chain(chain: Chain[Any, Any], steps: _Steps, most: int) -> ExactOdds:
    """Return the odds of a chain: each end of the first resolver, followed by the odds of the second."""
    ends = _ends(chain.first, steps)
    firsts: dict[Hashable, tuple[Outcome, Beginning[Any] | None, int]] = {}
    for state, weight in ends.weights.items():
        outcome, then = chain.first.outcome(state), chain.then(state)
        key = _key(outcome), then
        earlier = firsts.get(key)
        firsts[key] = (outcome, then, weight + earlier[2] if earlier else weight)
    beginnings = dict.fromkeys(then for _, then, _ in firsts.values() if then)
    backward = {resolver: _Backward(resolver, steps) for resolver in {then.resolver for then in beginnings}}
    seconds = {then: backward[then.resolver].spread_of_beginning(then.state) for then in beginnings}
    scale = lcm(*(spread.total for spread in seconds.values()))

    def join_ends() -> Iterator[tuple[Outcome, int]]:
        for outcome, then, weight in firsts.values():
            if then is None:
                yield chain.join_outcomes(outcome, None), weight * scale
                continue
            spread, outcomes = seconds[then], backward[then.resolver].outcomes
            for key, count in spread.weights.items():
                yield chain.join_outcomes(outcome, outcomes[key]), weight * count * (scale // spread.total)

    return _gather(join_ends(), ends.total * scale, most)


class _Spread(NamedTuple):
    """The outcomes after a state, by key, with integer weights over one denominator."""

    weights: Mapping[Hashable, int]
    total: int


class _Backward(Generic[StateT]):
    """The odds of one resolver from many states; each state is run only once, for all beginnings."""

    def __init__(self, resolver: Resolver[StateT], steps: _Steps) -> None:
        self.resolver, self.steps = resolver, steps
        self.outcomes: dict[Hashable, Outcome] = {}
        self._spreads: dict[StateT, _Spread] = {}

    def spread_of_beginning(self, state: StateT) -> _Spread:
        """Return the outcomes after a state in which the resolver begins."""
        end_weights = _end_weights_of(self.resolver)
        if not end_weights:
            return self.spread(state)
        ends = end_weights(state)
        weights: dict[Hashable, int] = {}
        for end, weight in ends.weights.items():
            key = self._add_outcome(end)
            weights[key] = weights.get(key, 0) + weight
        return _Spread(weights, ends.total)

    def _add_outcome(self, end: StateT) -> Hashable:
        outcome = self.resolver.outcome(end)
        key = _key(outcome)
        self.outcomes[key] = outcome
        return key

    def spread(self, state: StateT) -> _Spread:
        """Return the outcomes after a state."""
        spread = self._spreads.get(state)
        if spread is None:
            spread = self._spreads[state] = self._spread(state)
        return spread

    def _spread(self, state: StateT) -> _Spread:
        throw = self.resolver.ask(state)
        if throw is None:
            return _Spread({self._add_outcome(state): 1}, 1)
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
        return repr(outcome)
    return key
