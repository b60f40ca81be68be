"""Random dice: the only module that imports random or secrets."""

import random
import secrets
from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Any, NotRequired

from typing_extensions import TypedDict

from companion.base.json_types import answer
from companion.dice.resolver import Chance, Measure, Outcome, Play, Resolver, play
from companion.dice.throw import Choice, Throw
from companion.limits.budget import watched


def roll(resolver: Resolver[Any], seed: int | None = None) -> Play[Any]:
    """Roll a resolver to its end with random dice; with a seed always the same ones."""
    source = secrets.SystemRandom() if seed is None else random.Random(seed)
    return play(resolver, lambda throw, _: _random_faces(throw, source))


def _random_faces(throw: Throw, source: random.Random) -> list[int]:
    if isinstance(throw, Choice):
        return [throw.usual + 1]
    return [source.choice(throw.die.faces) for _ in range(throw.count)]


SIMULATED = 2000
"""The number of rolls of a simulated answer: well under a second."""
NORMAL_95 = 1.96
"""Standard errors on either side of the mean that contain 95 % of a normal distribution."""


@answer
class Estimated(TypedDict):
    """A simulated figure, `p` or `value`, with the interval that contains the true one 19 times out of 20."""

    p: NotRequired[float]
    value: NotRequired[float]
    low: float
    high: float


def simulate(
    resolver: Resolver[Any], measures: Iterable[Measure], times: int = SIMULATED, seed: int = 1
) -> dict[str, Estimated]:
    """Return each measure simulated over many rolls, with its 95 % confidence interval, `low` to `high`.

    For resolvers whose exact odds would take too long. The same seed gives the same answer. A chance is `p` (with
    Wilson's interval), a mean `value`.
    """
    source = random.Random(seed)
    outcomes = [roll(resolver, source.getrandbits(64)).outcome or {} for _ in watched(range(times))]
    return {measure.name: _estimate(measure, outcomes) for measure in measures}


def _estimate(measure: Measure, outcomes: Sequence[Outcome]) -> Estimated:
    n, z = len(outcomes), NORMAL_95
    values = [float(measure.of(outcome)) for outcome in outcomes]
    mean = sum(values) / n
    if isinstance(measure, Chance):
        middle = (mean + z * z / (2 * n)) / (1 + z * z / n)
        half = z * sqrt(mean * (1 - mean) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return {"p": mean, "low": max(0.0, middle - half), "high": min(1.0, middle + half)}
    spread = sum((value - mean) ** 2 for value in values) / max(n - 1, 1)
    half = z * sqrt(spread / n)
    return {"value": mean, "low": mean - half, "high": mean + half}
