"""Expressions beside each other: the chance of each to come to at least, at most or exactly each total.

All chances are exact. Where there are too many totals for a table, a row is a range of them: *at least* is the chance
of its lowest total or more, *at most* that of its highest or less, *exactly* that of the whole range.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import ceil, floor
from typing import Literal, TypeAlias

from markupsafe import Markup

from companion.base.compat import cached_property
from companion.base.findings import InputError, InvalidInput, quote
from companion.base.wording import decimal, percent
from companion.dice.expression import Expression
from companion.dice.odds import ExactOdds
from companion.dice.resolver import as_number
from companion.verbs.rolls import PreparedResolver
from companion.web.dice.charts import MOST_ROWS, NumberRange, describe_beyond, fraction, ranges

MOST = 4
"""Expressions beside each other."""
Show: TypeAlias = Literal["at-least", "at-most", "exactly"]
SHOWS: Mapping[Show, str] = {"at-least": "At least", "at-most": "At most", "exactly": "Exactly"}
"""Which chance of a total is shown, with its title."""
_RARE = 1900
"""The picture ends where lower or higher totals together come up less than once in about this many rolls."""
_MOST_MARKS, _SIDE = 16, 1000
"""Marks on a line, and the width and height of the picture in its own units."""
_LEAST_STEP = Fraction(1, 10**6)
_FEW_DIGITS, _MOST_TICKS = {3: 6, 6: 4, 9: 3}, 2
"""The most numbers below the picture by the length of the longest, and where they are longer still."""


@dataclass(frozen=True)
class ComparedDice:
    """One of the expressions: what it is, and its chances as integer weights over `whole`, by total."""

    text: str
    comment: str
    title: str
    """What it comes to: Total or Successes."""
    mean: str
    beyond: Markup
    notes: tuple[str, ...]
    values: tuple[int | Fraction, ...]
    weights: tuple[int, ...]
    whole: int

    @cached_property
    def _below(self) -> tuple[int, ...]:
        """The weight of all values before each one, and of all of them."""
        return tuple(accumulate(self.weights, initial=0))

    def weight(self, show: Show, row: NumberRange) -> int:
        """Return the weight of at least the first total of a row, of at most its last, or of those in it."""
        first, last = bisect_left(self.values, row.first), bisect_right(self.values, row.last)
        start = 0 if show == "at-most" else self._below[first]
        end = self._below[-1] if show == "at-least" else self._below[last]
        return end - start

    def count(self, row: NumberRange) -> int:
        """Return how many totals of a row it can come to."""
        return bisect_right(self.values, row.last) - bisect_left(self.values, row.first)

    def usual(self, rows: Sequence[NumberRange], rare: Fraction) -> range:
        """Return the indexes of the rows that the picture has to show: without those that come up too rarely."""
        rare *= self.whole
        return range(
            next(index for index, row in enumerate(rows) if self.weight("at-most", row) > rare),
            next(index for index in range(len(rows), 0, -1) if self.weight("at-least", rows[index - 1]) > rare),
        )


def compare(prepared: PreparedResolver, odds: ExactOdds) -> ComparedDice:
    """Return an expression with its odds, to be shown beside others; `check_comparable` has let it through."""
    expression = prepared.resolver
    assert isinstance(expression, Expression)
    pairs = [
        (number, weight) for outcome, weight in odds.outcomes if (number := as_number(outcome["total"])) is not None
    ]
    (measure,) = prepared.measures
    return ComparedDice(
        expression.read_text,
        expression.notation.comment,
        measure.title,
        decimal(odds.measure(measure)),
        describe_beyond(odds),
        (*prepared.notes, *odds.notes),
        tuple(number for number, _ in pairs),
        tuple(weight for _, weight in pairs),
        odds.total,
    )


def check_comparable(prepared: PreparedResolver) -> None:
    """Raise InvalidInput for dice that come to no number: yes or no, words."""
    expression = prepared.resolver
    assert isinstance(expression, Expression)
    if comes_to_number(expression):
        return
    what = "words on faces" if expression.symbols else "yes or no"
    expected = f"dice that come to a number; {what} cannot stand beside numbers"
    raise InvalidInput(InputError("expression", quote(expression.text), expected))


def comes_to_number(expression: Expression) -> bool:
    """Return whether an expression can be compared with others."""
    return not expression.symbols and expression.result == "total"


@dataclass(frozen=True)
class AxisTick:
    """A number on an axis, and its place in percent of the picture's width or height."""

    place: str
    label: str
    anchor: Literal["start", "middle", "end"] = "middle"


@dataclass(frozen=True)
class OddsLine:
    """The line of one expression: its path in a square of 1000, and the places of its marks in percent."""

    path: str
    marks: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class OddsRow:
    """A row of the table: a total or a range of totals, and for each expression the chance and its fraction."""

    label: str
    cells: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class DiceComparison:
    """Two to four expressions in one picture and one table."""

    compared: tuple[ComparedDice, ...]
    show: Show

    @property
    def show_words(self) -> str:
        """Return the chance that is shown as part of a sentence: `at least`."""
        return SHOWS[self.show].lower()

    @property
    def title(self) -> str:
        """Return what the rows and the axis are: `Total`, `Successes`, or both."""
        return " or ".join(dict.fromkeys(one.title for one in self.compared)).capitalize()

    @property
    def is_binned(self) -> bool:
        """Whether a row is a range of totals."""
        return any(row.first != row.last for row in self._ranges)

    @property
    def has_beyond(self) -> bool:
        """Whether some chances leave out what lies beyond the explosions that were followed."""
        return any(one.beyond for one in self.compared)

    @property
    def is_cut(self) -> bool:
        """Whether rare totals at an end are in the table alone."""
        return len(self._shown) < len(self._ranges)

    @cached_property
    def _ranges(self) -> Sequence[NumberRange]:
        """All totals of all expressions in order, in ranges if there are too many."""
        weights: dict[int | Fraction, int] = {}
        for one in self.compared:
            for value, weight in zip(one.values, one.weights, strict=True):
                weights[value] = weights.get(value, 0) + weight * 10**12 // one.whole
        if len(weights) > MOST_ROWS:
            return ranges(weights, MOST_ROWS)
        return [NumberRange(Fraction(value), Fraction(value), 0) for value in sorted(weights)]

    @cached_property
    def _shown(self) -> Sequence[NumberRange]:
        """The rows that the picture shows."""
        usual = [one.usual(self._ranges, Fraction(len(self.compared), _RARE)) for one in self.compared]
        return self._ranges[min(one.start for one in usual) : max(one.stop for one in usual)]

    @property
    def _ends(self) -> tuple[Fraction, Fraction]:
        return self._number(self._shown[0]), self._number(self._shown[-1])

    @property
    def rows(self) -> Iterator[OddsRow]:
        """Yield the table, the lowest total first."""
        for row in self._ranges:
            chances = (Fraction(one.weight(self.show, row), one.whole) for one in self.compared)
            cells = tuple((percent(chance, 1), fraction(chance)) for chance in chances)
            yield OddsRow(str(self._number(row)) if self.show != "exactly" else str(row), cells)

    def _number(self, row: NumberRange) -> Fraction:
        """Return the place of a row on the axis."""
        if self.show == "exactly":
            return (row.first + row.last) / 2
        return row.first if self.show == "at-least" else row.last

    @cached_property
    def _points(self) -> list[list[tuple[Fraction, float]]]:
        """The points with a mark on each line: the totals to which its expression can come, with their chances."""
        return [[self._point(one, row) for row in self._shown if one.count(row)] for one in self.compared]

    def _point(self, one: ComparedDice, row: NumberRange) -> tuple[Fraction, float]:
        chance = one.weight(self.show, row) / one.whole
        # Ranges hold unlike many totals: the picture shows the average chance of one.
        return self._number(row), chance / one.count(row) if self.show == "exactly" else chance

    @cached_property
    def _top(self) -> Fraction:
        """The chance at the upper edge."""
        if self.show != "exactly":
            return Fraction(1)
        highest = Fraction(max(chance for points in self._points for _, chance in points))
        step = _step(highest, 5)
        return min(Fraction(1), step * ceil(highest / step))

    @property
    def lines(self) -> tuple[OddsLine, ...]:
        """The lines, one for each expression."""
        return tuple(self._line(index, points) for index, points in enumerate(self._points))

    def _line(self, index: int, points: Sequence[tuple[Fraction, float]]) -> OddsLine:
        # *At least* and *at most* are chances of every total: between those to which it can come, the line is level.
        compared = self.compared[index]
        drawn = points if self.show == "exactly" else [self._point(compared, row) for row in self._shown]
        path = " ".join(f"{_SIDE * x:.1f} {_SIDE * y:.1f}" for x, y in map(self._place, drawn))
        every = ceil(len(points) / _MOST_MARKS)
        # Each line has its marks at other places, so that lines upon each other can be told apart.
        marked = points[index * every // len(self.compared) :: every]
        return OddsLine(f"M{path}", tuple((f"{100 * x:.2f}%", f"{100 * y:.2f}%") for x, y in map(self._place, marked)))

    def _place(self, point: tuple[Fraction, float]) -> tuple[float, float]:
        """Return the place of a point as shares of the picture's width and height, from its upper left corner."""
        return self._across(point[0]), 1 - point[1] / float(self._top)

    def _across(self, number: Fraction) -> float:
        low, high = self._ends
        return float((number - low) / (high - low)) if low != high else 0.5

    @property
    def across(self) -> tuple[AxisTick, ...]:
        """The numbers below the picture."""
        low, high = self._ends
        longest = max(len(str(floor(low))), len(str(ceil(high))))
        most = next((ticks for digits, ticks in _FEW_DIGITS.items() if longest <= digits), _MOST_TICKS)
        if low == high:
            return (self._tick_across(low),)
        step = _step(high - low, most)
        if all(row.first.denominator == 1 for row in self._ranges):
            step = max(step, Fraction(1))
        numbers = [step * n for n in range(ceil(low / step), floor(high / step) + 1)]
        return tuple(self._tick_across(number) for number in numbers)

    def _tick_across(self, number: Fraction) -> AxisTick:
        place = self._across(number)
        anchor: Literal["start", "middle", "end"] = "start" if place < 0.1 else "end" if place > 0.9 else "middle"
        return AxisTick(f"{100 * place:.2f}%", decimal(number), anchor)

    @property
    def up(self) -> tuple[AxisTick, ...]:
        """The chances beside the picture."""
        step = Fraction(1, 4) if self.show != "exactly" else _step(self._top, 5)
        chances = [step * n for n in range(floor(self._top / step) + 1)]
        return tuple(AxisTick(f"{100 * float(1 - c / self._top):.2f}%", f"{decimal(c * 100, 6)} %") for c in chances)


def _step(span: Fraction, most: int) -> Fraction:
    """Return the least of …, 0.1, 0.2, 0.5, 1, 2, 5, … that fits into a span at most so often."""
    step = _LEAST_STEP
    while True:
        for factor in (1, 2, 5):
            if span <= step * factor * most:
                return step * factor
        step *= 10
