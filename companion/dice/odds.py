"""The exact distribution of any resolver: every face at once, over states and integer weights."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any

from companion.budget import check, watched
from companion.dice.chain import Beginning, Chain
from companion.dice.resolver import Chance, Measure, Outcome, Resolver
from companion.dice.throw import Faces, Throw

LARGEST = 2_000_000
"""Steps after which an exact answer is refused; about two seconds."""


MOST_OUTCOMES = 60_000
"""Outcomes after which an exact answer is refused: measuring and showing them takes longer than finding them."""


class TooLarge(Exception):
    """An exact answer that would exceed a limit; the message says which."""


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

    def as_data(self, measures: Iterable[Measure]) -> dict[str, Any]:
        """Return outcomes and summary as plain data: exact fractions as text, floats beside them."""
        rows = [
            {"outcome": dict(o), "exact": str(f := Fraction(w, self.total)), "p": float(f)}
            for o, w in watched(self.outcomes)
        ]
        return {"outcomes": rows, "summary": self.summary(measures)}

    def summary(self, measures: Iterable[Measure]) -> dict[str, Any]:
        """Return the summary figures as plain data, by name."""
        return {m.name: summary_entry(m, self) for m in measures}


def summary_entry(measure: Measure, odds: ExactOdds) -> dict[str, Any]:
    """Return a summary figure as plain data: `p` for a chance, `value` for a mean."""
    exact = odds.measure(measure)
    return {"exact": str(exact), "p" if isinstance(measure, Chance) else "value": float(exact)}


_LONG = 2048
"""Bits of a weight that take as long as one step."""


@dataclass
class _Steps:
    """The steps taken so far; TooLarge past the most. A step with weights of many digits counts for several."""

    most: int
    taken: int = 0
    known: dict[int, Throw] = field(default_factory=dict)
    """Throws whose ways are made already, by their identity."""

    def ways(self, throw: Throw, total: int = 1) -> tuple[tuple[Faces, int], ...]:
        """Return a throw's ways, counted before they are made for the first time."""
        check()
        if id(throw) in self.known:
            self._add(len(throw.ways()) * (1 + total.bit_length() // _LONG))
            return throw.ways()
        self.known[id(throw)] = throw
        self._add(throw.steps)
        ways = throw.ways()
        self._add(max(0, len(ways) * (1 + total.bit_length() // _LONG) - throw.steps))
        return ways

    def _add(self, count: int) -> None:
        self.taken += count
        if self.taken > self.most:
            raise TooLarge(f"an exact answer takes more than {self.most:,} steps")


@dataclass(frozen=True)
class _Ends:
    """The end states of a resolver with their integer weights over one denominator."""

    weights: tuple[tuple[Any, int], ...]
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
        return _chained(resolver, steps, most)
    ends = _ends(resolver, steps)
    found = _Outcomes(ends.total, most)
    for state, weight in watched(ends.weights):
        found.add(resolver.outcome(state), weight)
    return found.odds()


def _ends(resolver: Resolver[Any], steps: _Steps) -> _Ends:
    ask, take = resolver.ask, resolver.take
    wave: dict[Any, int] = {resolver.start(): 1}
    total = 1
    ended: list[tuple[dict[Any, int], int]] = []
    while wave:
        asked = [(state, weight, ask(state)) for state, weight in wave.items()]
        done = {state: weight for state, weight, throw in asked if throw is None}
        if done:
            ended.append((done, total))
        scale = lcm(*{throw.total for _, _, throw in asked if throw})
        following: dict[Any, int] = {}
        for state, weight, throw in asked:
            if throw is None:
                continue
            weight *= scale // throw.total
            for faces, count in steps.ways(throw, total):
                after = take(state, faces)
                following[after] = following.get(after, 0) + weight * count
        wave, total = following, total * scale
    weights = [(state, weight * (total // below)) for done, below in ended for state, weight in done.items()]
    return _Ends(tuple(weights), total)


@dataclass
class _Outcomes:
    """Outcomes added one by one, equal ones together; TooLarge past the most."""

    total: int
    most: int
    found: dict[Any, tuple[Outcome, int]] = field(default_factory=dict)

    def add(self, outcome: Outcome, weight: int) -> None:
        key = _key(outcome)
        known = self.found.get(key)
        self.found[key] = (outcome, weight + (known[1] if known else 0))
        if len(self.found) > self.most:
            raise TooLarge(f"an exact answer has more than {self.most:,} outcomes")

    def odds(self) -> ExactOdds:
        return ExactOdds(tuple(self.found.values()), self.total)


def _chained(chain: Chain, steps: _Steps, most: int) -> ExactOdds:
    """Return the odds of a chain: its first resolver's ends, each followed by the odds of what it leads to."""
    ends = _ends(chain.first, steps)
    firsts: dict[Any, tuple[Outcome, Beginning | None, int]] = {}
    for state, weight in ends.weights:
        outcome, then = chain.first.outcome(state), chain.then(state)
        known = firsts.get((_key(outcome), then))
        firsts[_key(outcome), then] = (outcome, then, weight + (known[2] if known else 0))
    seconds_of = {then.resolver for _, then, _ in firsts.values() if then}
    backward = {resolver: _Backward(resolver, steps) for resolver in seconds_of}
    seconds = {then: backward[then.resolver].spread(then.state) for _, then, _ in firsts.values() if then}
    scale = lcm(*(spread.total for spread in seconds.values()))
    found = _Outcomes(ends.total * scale, most)
    for outcome, then, weight in firsts.values():
        if then is None:
            found.add(chain.joined(outcome, None), weight * scale)
            continue
        spread, outcomes = seconds[then], backward[then.resolver].outcomes
        for key, count in watched(spread.weights.items()):
            found.add(chain.joined(outcome, outcomes[key]), weight * count * (scale // spread.total))
    return found.odds()


@dataclass(frozen=True)
class _Spread:
    """The outcomes that a state leads to, by key, with integer weights over one denominator."""

    weights: Mapping[Hashable, int]
    total: int


@dataclass
class _Backward:
    """The odds of one resolver from many states: each state is run once, whichever beginning leads to it."""

    resolver: Resolver[Any]
    steps: _Steps
    outcomes: dict[Any, Outcome] = field(default_factory=dict)
    known: dict[Any, _Spread] = field(default_factory=dict)

    def spread(self, state: Any) -> _Spread:
        """Return the outcomes that a state leads to."""
        if state not in self.known:
            self.known[state] = self._spread(state)
        return self.known[state]

    def _spread(self, state: Any) -> _Spread:
        throw = self.resolver.ask(state)
        if throw is None:
            outcome = self.resolver.outcome(state)
            key = _key(outcome)
            self.outcomes[key] = outcome
            return _Spread({key: 1}, 1)
        following: dict[Any, int] = {}
        for faces, count in self.steps.ways(throw):
            after = self.resolver.take(state, faces)
            following[after] = following.get(after, 0) + count
        spreads = [(self.spread(after), count) for after, count in following.items()]
        scale = lcm(*(spread.total for spread, _ in spreads))
        weights: dict[Hashable, int] = {}
        for spread, count in spreads:
            for key, weight in spread.weights.items():
                weights[key] = weights.get(key, 0) + weight * count * (scale // spread.total)
        return _Spread(weights, throw.total * scale)


def _key(outcome: Outcome) -> Any:
    """Return a key that equal outcomes share; most contain only hashable values."""
    key = tuple(outcome.items())
    try:
        hash(key)
    except TypeError:
        return _hashed(outcome)
    return key


def _hashed(value: Any) -> Any:
    if isinstance(value, Mapping):
        return tuple((k, _hashed(v)) for k, v in value.items())
    if isinstance(value, list | tuple):
        return tuple(map(_hashed, value))
    return value
