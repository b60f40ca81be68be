"""The exact distribution of any resolver: every face at once, over states and integer weights."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from companion.dice.resolver import Chance, Measure, Outcome, Resolver

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
        return sum((Fraction(measure.of(o)) * w for o, w in self.outcomes), Fraction(0)) / self.total

    def as_data(self, measures: Iterable[Measure]) -> dict[str, Any]:
        """Return outcomes and summary as plain data: exact fractions as text, floats beside them."""
        rows = [
            {"outcome": dict(o), "exact": str(f := Fraction(w, self.total)), "p": float(f)} for o, w in self.outcomes
        ]
        return {"outcomes": rows, "summary": {m.name: summary_entry(m, self) for m in measures}}


def summary_entry(measure: Measure, odds: ExactOdds) -> dict[str, Any]:
    """Return a summary figure as plain data: `p` for a chance, `value` for a mean."""
    exact = odds.measure(measure)
    return {"exact": str(exact), "p" if isinstance(measure, Chance) else "value": float(exact)}


def exact(resolver: Resolver[Any], largest: int = LARGEST, most: int = MOST_OUTCOMES) -> ExactOdds:
    """Return the exact odds of a resolver; raise TooLarge past `largest` steps or `most` outcomes."""
    ask, take = resolver.ask, resolver.take
    wave: dict[Any, int] = {resolver.start(): 1}
    total, steps = 1, 0
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
            ways = throw.ways()
            steps += len(ways)
            if steps > largest:
                raise TooLarge(f"an exact answer takes more than {largest:,} steps")
            for faces, count in ways:
                after = take(state, faces)
                following[after] = following.get(after, 0) + weight * count
        wave, total = following, total * scale
    return _gathered(resolver, ended, total, most)


def _gathered(resolver: Resolver[Any], ended: list[tuple[dict[Any, int], int]], total: int, most: int) -> ExactOdds:
    outcomes: dict[Any, tuple[Outcome, int]] = {}
    for done, denominator in ended:
        scale = total // denominator
        for state, weight in done.items():
            outcome = resolver.outcome(state)
            key = _key(outcome)
            known = outcomes.get(key)
            outcomes[key] = (outcome, weight * scale + (known[1] if known else 0))
            if len(outcomes) > most:
                raise TooLarge(f"an exact answer has more than {most:,} outcomes")
    return ExactOdds(tuple(outcomes.values()), total)


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
