"""The dice of a finished game: each roll with its stored expectation, and the luck of each seat.

Undone rolls do not count. The chances of a sum follow from the stored chances of its parts, as if these were
independent, and as if the same rolls had been made however the dice fell. Stored chances are exact, those here are
rounded to floating-point numbers.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from math import comb, fsum
from typing import Any

from companion.base.findings import errors_at
from companion.data.documents import read_as
from companion.dice.throw import Die
from companion.limits import budget
from companion.play.expectation import Expected, ExpectedFigure, ExpectedRoll
from companion.play.log import TableEvent
from companion.play.table import Table

MOST_WORK = 500_000
"""Products of chances that one sum may take, less than a second; a longer sum has a mean and no chances."""
MOST_DICE = 2_000
"""Dice of one seat of which the chances are worked out."""
_UNITS = 10_000
"""Units to one: values are added as whole numbers of units, with four decimals."""
_CLOSE = 1e-6
"""Sums that differ by less are the same."""
Chances = Mapping[float, float]
"""Values with how likely each is."""


@dataclass(frozen=True)
class RollFigure:
    """The result of a roll or of a sum of rolls, with its mean and `chances`; None for a sum that is too long."""

    title: str
    value: float
    mean: float
    chances: Chances | None = None
    is_chance: bool = False
    """Whether it is true or not, 1 or 0."""

    @property
    def is_certain(self) -> bool:
        """Return whether no other result was possible."""
        return self.chances is not None and sum(chance > 0 for chance in self.chances.values()) < 2

    @property
    def at_least(self) -> float | None:
        """Return the chance of this value or more."""
        return self._sum(lambda each: each >= self.value - _CLOSE)

    @property
    def at_most(self) -> float | None:
        """Return the chance of this value or less."""
        return self._sum(lambda each: each <= self.value + _CLOSE)

    def _sum(self, counts: Callable[[float], bool]) -> float | None:
        if self.chances is None:
            return None
        return min(1.0, fsum(chance for each, chance in self.chances.items() if counts(each)))


@dataclass(frozen=True)
class ReportedThrow:
    """One throw of dice; `hits_on` are the faces that hit, empty where hits are not counted."""

    number: int
    seat: int | None
    why: str
    faces: tuple[int, ...]
    die: tuple[int, ...]
    typed: bool
    hits_on: tuple[int, ...]

    @property
    def dice(self) -> str:
        """Return the dice as players write them: `3d6`."""
        die = Die.of(len(self.die))
        return f"{len(self.faces)}{die.name}" if die.faces == self.die else f"{len(self.faces)} dice"

    @property
    def hits(self) -> int:
        """Return how many dice hit."""
        return sum(face in self.hits_on for face in self.faces)

    @property
    def expected_hits(self) -> float:
        """Return the mean number of hits."""
        return len(self.faces) * len(self.hits_on) / len(self.die)


@dataclass(frozen=True)
class ReportedRoll:
    """A roll with its throws; `seat` is None where several sides roll, `figures` are empty without odds."""

    title: str
    about: str
    seat: int | None
    throws: tuple[ReportedThrow, ...]
    figures: tuple[RollFigure, ...] = ()
    noun: str = "roll"

    @property
    def number(self) -> int:
        """Return the number of the event with which it ended."""
        return self.throws[-1].number

    @property
    def typed(self) -> bool:
        """Return whether any of its dice were typed."""
        return any(throw.typed for throw in self.throws)


@dataclass(frozen=True)
class Luck:
    """A seat's dice or rolls of one kind in sum: hits of `count` dice, or the first figure of `count` rolls.

    `kind` is the title of the rolls, empty for dice; `typed` is how many of them were typed, `noun` what to call one.
    """

    seat: int
    kind: str
    count: int
    typed: int
    figure: RollFigure
    noun: str = "roll"


def standing(table: Table) -> tuple[TableEvent, ...]:
    """Return the events of the game that were not undone, oldest first."""
    numbers = sorted(position.event for position in table.positions() if position.event)
    return tuple(table.events[number - 1] for number in numbers)


def rolls_of_log(table: Table) -> tuple[ReportedRoll, ...]:
    """Return the rolls that are not undone, in order; a throw without a roll is an entry of its own."""
    rolls: list[ReportedRoll] = []
    throws: list[ReportedThrow] = []
    for event in standing(table):
        if event.kind == "move":
            rolls += map(_lone, throws)
            throws = []
        if event.kind != "faces":
            continue
        expected = _read(event)
        if event.values["how"] != "chosen" and event.values["faces"]:
            throws.append(_throw(event, expected))
        if expected.roll:
            rolls += [_roll(expected.roll, tuple(throws))] * bool(throws)
            throws = []
    return (*rolls, *map(_lone, throws))


def read_draws(table: Table) -> tuple[ReportedRoll, ...]:
    """Return the cards that seats drew, in order, as rolls without throws."""
    draws = (one for event in standing(table) if event.expected.get("draws") for one in _read(event).draws)
    return tuple(replace(_roll(one, ()), noun="draw") for one in draws)


def _read(event: TableEvent) -> Expected:
    with errors_at(f"event {event.number}"):
        return read_as(Expected, event.expected)


def _throw(event: TableEvent, expected: Expected) -> ReportedThrow:
    values = event.values
    return ReportedThrow(
        number=event.number,
        seat=event.seat,
        why=str(values["why"]),
        faces=tuple(values["faces"]),
        die=tuple(values.get("die", ())),
        typed=values["how"] == "typed",
        hits_on=expected.hits_on if values.get("die") else (),
    )


def _lone(throw: ReportedThrow) -> ReportedRoll:
    return ReportedRoll(throw.why, "", throw.seat, (throw,))


def _roll(ended: ExpectedRoll, throws: tuple[ReportedThrow, ...]) -> ReportedRoll:
    return ReportedRoll(ended.title, ended.about, ended.seat, throws, tuple(map(_figure, ended.figures)))


def _figure(stored: ExpectedFigure) -> RollFigure:
    exact = dict(stored.odds) if stored.p is None else {Fraction(0): 1 - stored.p, Fraction(1): stored.p}
    mean = float(sum(value * chance for value, chance in exact.items()))
    chances = {float(value): float(chance) for value, chance in exact.items()}
    return RollFigure(stored.title, float(stored.value), mean, chances, stored.p is not None)


def luck(rolls: Iterable[ReportedRoll]) -> tuple[Luck, ...]:
    """Return the luck of each seat, by seat: its hits, and the sum of the first figure of its rolls of each kind."""
    rolls = tuple(rolls)
    return tuple(sorted((*_hits(rolls), *_first_figures(rolls)), key=lambda one: one.seat))


def _hits(rolls: Iterable[ReportedRoll]) -> Iterator[Luck]:
    counted = (t for roll in rolls for t in roll.throws if t.seat is not None and t.hits_on)
    for seat, group in _grouped(counted, lambda throw: throw.seat):
        dice: Counter[tuple[int, int]] = Counter()
        for throw in group:
            dice[len(throw.hits_on), len(throw.die)] += len(throw.faces)
        chances = _add([_binomial(count, *of) for of, count in dice.items()]) if dice.total() <= MOST_DICE else None
        hits, mean = sum(throw.hits for throw in group), fsum(throw.expected_hits for throw in group)
        typed = sum(len(throw.faces) for throw in group if throw.typed)
        yield Luck(seat, "", dice.total(), typed, RollFigure("Dice that hit", hits, mean, chances))


def _first_figures(rolls: Iterable[ReportedRoll]) -> Iterator[Luck]:
    own = (roll for roll in rolls if roll.seat is not None and roll.figures)
    for (seat, kind, noun, title, is_chance), group in _grouped(own, _kind):
        parts = [roll.figures[0] for roll in group]
        value, mean = fsum(part.value for part in parts), fsum(part.mean for part in parts)
        figure = RollFigure(title, value, mean, _add([part.chances or {} for part in parts]), is_chance)
        yield Luck(seat, kind, len(group), sum(roll.typed for roll in group), figure, noun)


def _kind(roll: ReportedRoll) -> tuple[int | None, str, str, str, bool]:
    """Return the key by which rolls are added up."""
    return roll.seat, roll.title, roll.noun, roll.figures[0].title, roll.figures[0].is_chance


def _grouped(items: Iterable[Any], key: Callable[[Any], Any]) -> Iterator[tuple[Any, list[Any]]]:
    """Yield items by a key, in the order of the keys."""
    for found, group in groupby(sorted(items, key=key), key):
        yield found, list(group)


def _binomial(dice: int, hitting: int, faces: int) -> Chances:
    """Return the chance of each number of hits of dice that hit on `hitting` of their `faces`."""
    missing, total = faces - hitting, faces**dice
    return {hits: comb(dice, hits) * hitting**hits * missing ** (dice - hits) / total for hits in range(dice + 1)}


def _add(parts: list[Chances]) -> Chances | None:
    """Return the chances of a sum of independent parts; None where that takes more than MOST_WORK."""
    total, work = {0: 1.0}, 0
    for part in parts:
        work += len(total) * len(part)
        if work > MOST_WORK:
            return None
        budget.check()
        added: dict[int, float] = {}
        steps = [(round(value * _UNITS), chance) for value, chance in part.items()]
        for sum_before, likely in total.items():
            for step, chance in steps:
                added[sum_before + step] = added.get(sum_before + step, 0.0) + likely * chance
        total = added
    return {value / _UNITS: chance for value, chance in total.items()}
