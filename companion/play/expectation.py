"""What was to be expected of a roll, worked out when its dice fall, so that a report of the game need not ask again.

It is stored with the event and stays on the server until the game has ended; how dice fall does not depend on it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol, runtime_checkable

from companion import budget
from companion.dice.odds import ExactOdds, TooLarge, exact
from companion.dice.resolver import Chance, Measure, Outcome, Resolver, replay
from companion.dice.throw import Choice, Throw
from companion.json_types import JsonObject
from companion.play.log import TableEvent

MOST_STEPS = 4_000
"""Steps of odds that a throw may cost besides: some twenty milliseconds. Of a roll that takes more they are unknown."""
MOST_VALUES = 60
"""Values of a figure that are stored with their chances."""


@dataclass(frozen=True)
class Rolling:
    """A roll under way: what it is called, its resolver, the faces of its throws so far, the figures that sum it up.

    `about` says which of its name it is: `in L3`. `seat` is whose roll it is: the first figure is then what it hopes for; None where it is a roll of several sides.
    Where `counts_hits`, a die that hits is good for the seat that throws it.
    """

    title: str
    resolver: Resolver[Any]
    groups: tuple[tuple[int, ...], ...]
    figures: tuple[Measure, ...] = ()
    seat: int | None = None
    counts_hits: bool = False
    about: str = ""


@runtime_checkable
class RollsByResolvers(Protocol):
    """A tracker that says which roll is under way; of others nothing is known to be expected."""

    def rolling(self, state: Any) -> Rolling | None:
        """Return the roll under way, None where there is none."""


def expectation(tracker: object, state: Any, event: TableEvent) -> JsonObject:
    """Return what was to be expected of an event that has faces; nothing where no odds are known.

    `hits_on` are the faces that count for who threw, `roll` sums up a roll that ends with this event: its `title`, which
    of that name it is (`about`), its `seat`, and `figures`, each with its `title`, its `value` and either `p`, how likely it was to be true, or `odds`,
    each value with its chance. A roll whose odds take too long has no figures.
    """
    rolling = tracker.rolling(state) if event.kind == "faces" and isinstance(tracker, RollsByResolvers) else None
    if rolling is None:
        return {}
    before = replay(rolling.resolver, rolling.groups)
    assert before.waiting
    found: JsonObject = {}
    if rolling.counts_hits and (hits := _hitting_faces(before.waiting)):
        found["hits_on"] = hits
    after = replay(rolling.resolver, (*rolling.groups, tuple(event.values["faces"])))
    if after.outcome is not None and rolling.figures:
        found["roll"] = _sum_up(rolling, after.outcome)
    return found


def _hitting_faces(throw: Throw) -> list[int]:
    if isinstance(throw, Choice):
        return []
    return sorted(face for kind in throw.classes if kind.tells in ("hit", "critical") for face in kind.faces)


def _sum_up(rolling: Rolling, outcome: Outcome) -> JsonObject:
    named: JsonObject = {"title": rolling.title}
    if rolling.about:
        named["about"] = rolling.about
    if rolling.seat is not None:
        named["seat"] = rolling.seat
    try:
        with budget.light():
            odds = exact(rolling.resolver, MOST_STEPS)
    except TooLarge:
        return {**named, "figures": []}
    figures = (_figure(measure, outcome, odds) for measure in rolling.figures)
    return {**named, "figures": [figure for figure in figures if figure]}


def _figure(measure: Measure, outcome: Outcome, odds: ExactOdds) -> JsonObject | None:
    """Return what a figure was with its chances; None where it has too many values to be stored."""
    title = measure.title.removesuffix(", on average")
    if isinstance(measure, Chance):
        return {"title": title, "value": bool(measure.of(outcome)), "p": _short(odds.measure(measure))}
    weights: dict[int | Fraction, int] = {}
    for each, weight in odds.outcomes:
        value = measure.of(each)
        weights[value] = weights.get(value, 0) + weight
    if len(weights) > MOST_VALUES:
        return None
    chances: Sequence[list[float]] = [
        [_number(value), _short(Fraction(weight, odds.total))] for value, weight in sorted(weights.items())
    ]
    return {"title": title, "value": _number(measure.of(outcome)), "odds": chances}


def _number(value: int | Fraction) -> int | float:
    return int(value) if value.denominator == 1 else round(float(value), 4)


def _short(chance: Fraction) -> float:
    """Return a chance with six digits that count."""
    return float(f"{float(chance):.6g}")
