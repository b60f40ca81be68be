"""Odds as a page shows them: the main figure, a bar chart for each value of the outcome, the table of all cases."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from markupsafe import Markup

from companion.base import wording
from companion.base.json_types import JsonMapping
from companion.base.wording import format_number, nearest, percent, plural
from companion.dice.odds import ExactOdds
from companion.dice.resolver import Chance, Mean, Measure, as_number
from companion.dice.roller import Estimated
from companion.dice.spread import MOST_BINS, bins

LONGEST_FRACTION = 24
LONGEST_RESULT = 160
MOST_ROWS = 400
"""Rows in the table of all cases; the API gives them all."""


@dataclass(frozen=True)
class OddsBar:
    """One bar: its label, its exact chance, and its length in percent of the longest bar."""

    label: str
    exact: Fraction
    length: float

    @property
    def percent(self) -> str:
        """Return the chance in percent."""
        return percent(self.exact, 1)


@dataclass(frozen=True)
class Chart:
    """The distribution of one named value of the outcome."""

    title: str
    bars: tuple[OddsBar, ...]


@dataclass(frozen=True)
class SummaryFigure:
    """A summary figure as text: `large` is rounded, `exact` a fraction, `words` like "1 in 4"."""

    name: str
    title: str
    large: str
    exact: str
    words: str


@dataclass(frozen=True)
class OddsView:
    """Exact odds for a page; `hidden` is the number of rows that its table leaves out.

    `beyond` says what lies beyond the explosions that were followed; it is empty where nothing does.
    """

    headline: SummaryFigure
    figures: tuple[SummaryFigure, ...]
    charts: tuple[Chart, ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[tuple[str, ...], str, str], ...]
    hidden: int = 0
    beyond: Markup = Markup("")


def show(odds: ExactOdds, measures: Iterable[Measure], headline: str) -> OddsView:
    """Return odds for a page; `headline` is the name of the measure that is shown first and largest."""
    measures = tuple(measures)
    figures = [figure(measure, odds) for measure in measures]
    first = next(f for f in figures if f.name == headline)
    names = _names(odds)
    mean_titles = {m.name: m.title for m in measures if isinstance(m, Mean)}
    titles = {name: mean_titles.get(name) or title(name) for name in names}
    shown = sorted(odds.outcomes, key=lambda pair: -pair[1])[:MOST_ROWS]
    if len(names) == 1 and all(as_number(outcome[names[0]]) is not None for outcome, _ in shown):
        shown.sort(key=lambda pair: as_number(pair[0][names[0]]) or 0)
    rows = tuple(_row(names, outcome, Fraction(weight, odds.total)) for outcome, weight in shown)
    return OddsView(
        first,
        tuple(f for f in figures if f is not first),
        tuple(_charts(odds, titles)),
        tuple(titles.values()),
        rows,
        len(odds.outcomes) - len(shown),
        describe_beyond(odds),
    )


def describe_beyond(odds: ExactOdds) -> Markup:
    """Return what lies beyond the explosions that were followed, as a line of HTML; empty where nothing does."""
    if not odds.beyond:
        return Markup("")
    digits, power = f"{float(odds.beyond):.1e}".split("e")
    chance = Markup("{}·10<sup>{}</sup>").format(digits, format_number(int(power)))
    return Markup("Beyond {}: {}").format(plural(odds.explosions, "explosion"), chance)


def figure(measure: Measure, odds: ExactOdds) -> SummaryFigure:
    """Return a summary figure as text."""
    exact = odds.measure(measure)
    if isinstance(measure, Chance):
        return SummaryFigure(measure.name, measure.title, percent(exact, 1), fraction(exact), chance_in_words(exact))
    return SummaryFigure(measure.name, measure.title, decimal(exact), fraction(exact), "on average")


@dataclass(frozen=True)
class Estimate:
    """A simulated figure in place of exact odds, and the interval that contains the true one 19 times out of 20."""

    title: str
    large: str
    interval: str


def estimates(figures: Mapping[str, Estimated], measures: Iterable[Measure]) -> tuple[Estimate, ...]:
    """Return simulated figures as text."""
    return tuple(_estimate(measure, figures[measure.name]) for measure in measures)


def _estimate(measure: Measure, figure: Estimated) -> Estimate:
    low, high = figure["low"], figure["high"]
    if isinstance(measure, Chance):
        interval = f"{percent(low, 1, '')} to {percent(high, 1)}"
        return Estimate(measure.title, f"about {percent(figure['p'])}", interval)
    return Estimate(
        measure.title,
        f"about {format_number(figure['value'], 1)}",
        f"{format_number(low, 2)} to {format_number(high, 2)}",
    )


def title(name: str) -> str:
    """Return the name of a value as a heading: `attack_dice` → *Attack dice*."""
    return name.replace("_", " ").replace("-", " ").capitalize()


_JOINED = re.compile(r"[a-z]+(-[a-z]+)+")
"""A word of the rules as answers to programs write it: `not-taken`."""


def text(value: Any) -> str:
    """Return a value of an outcome as text for people."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or value == "":
        return "–"
    if isinstance(value, Mapping):
        return ", ".join(f"{title(k)} {text(v)}" for k, v in value.items()) or "–"
    if isinstance(value, list | tuple):
        texts = [text(v) for v in value]
        return ("; " if any(", " in words for words in texts) else ", ").join(texts) or "none"
    return str(value).replace("-" if _JOINED.fullmatch(str(value)) else "_", " ")


def roll_figure(measure: Measure, outcome: JsonMapping) -> SummaryFigure:
    """Return a measure of one roll as text: yes or no for a chance, a number for a mean."""
    value = measure.of(outcome)
    title = measure.title.removesuffix(", on average")
    if isinstance(measure, Chance):
        return SummaryFigure(measure.name, title, "Yes" if value else "No", "", "")
    return SummaryFigure(measure.name, title, decimal(Fraction(value)), "", "")


def result_line(outcome: JsonMapping, figures: Iterable[SummaryFigure] = ()) -> str:
    """Return an outcome as one short line, *Attack 2, Hit yes*, or the figures that are given instead."""
    parts = [f"{figure.title} {figure.large.lower()}" if figure.title else figure.large for figure in figures]
    parts = parts or [f"{title(name)} {text(value)}" for name, value in outcome.items()]
    return shorten(", ".join(parts), LONGEST_RESULT)


def shorten(words: str, longest: int) -> str:
    """Return words, cut to `longest` characters with an ellipsis if they are longer."""
    return words if len(words) <= longest else words[: longest - 1].rstrip(" ,") + "…"


def decimal(value: Fraction) -> str:
    """Return an average with two decimals, without zeros at the end."""
    return wording.decimal(value)


def fraction(value: Fraction) -> str:
    """Return a fraction as text, empty if it is too long to read; the API always has it."""
    digits = str(value)
    return digits if len(digits) <= LONGEST_FRACTION else ""


def chance_in_words(chance: Fraction) -> str:
    """Return a chance as players say it: *about 1 in 7*."""
    if chance == 0:
        return "never"
    if chance == 1:
        return "always"
    rounded = chance.limit_denominator(10)
    if rounded == 1:
        return f"fails about 1 in {format_number(1 / (1 - chance))}"
    if rounded == 0 or rounded.numerator == 1:
        rounded = Fraction(1, int(nearest(1 / chance)))
    about = "" if rounded == chance else "about "
    return f"{about}{rounded.numerator} in {rounded.denominator}"


def _names(odds: ExactOdds) -> list[str]:
    names: dict[str, None] = {}
    for outcome, _ in odds.outcomes:
        names.update(dict.fromkeys(outcome))
    return list(names)


def _row(names: Iterable[str], outcome: JsonMapping, chance: Fraction) -> tuple[tuple[str, ...], str, str]:
    return tuple(text(outcome.get(name)) for name in names), percent(chance, 1), fraction(chance)


def _charts(odds: ExactOdds, titles: Mapping[str, str]) -> Iterable[Chart]:
    """Yield a chart for each value that varies; yes-or-no values are summary figures, not charts."""
    for name, heading in titles.items():
        weights: dict[Any, int] = {}
        for outcome, weight in odds.outcomes:
            value = outcome.get(name)
            key = value if isinstance(value, int | str) and not isinstance(value, bool) else text(value)
            weights[key] = weights.get(key, 0) + weight
        if len(weights) > 1 and not set(weights) <= {"yes", "no", "–"}:
            yield Chart(heading, _bars(weights, odds.total))


def _bars(weights: Mapping[Any, int], total: int) -> tuple[OddsBar, ...]:
    numbers = {number: weight for key, weight in weights.items() if (number := as_number(key)) is not None}
    if len(numbers) == len(weights):
        pairs = [(str(one), one.weight) for one in ranges(numbers)]
    else:
        by_weight = sorted(weights.items(), key=lambda pair: -pair[1])
        pairs = [(str(key), weight) for key, weight in by_weight[:MOST_BINS]]
        if rest := sum(weight for _, weight in by_weight[MOST_BINS:]):
            pairs.append(("all others", rest))
    longest = max(weight for _, weight in pairs)
    return tuple(OddsBar(label, Fraction(w, total), float(Fraction(100 * w, longest))) for label, w in pairs)


class NumberRange(NamedTuple):
    """Neighbouring numbers from the first to the last that occur, and their total weight."""

    first: Fraction
    last: Fraction
    weight: int

    def __str__(self) -> str:
        """Return the numbers in words: `7`, `2 to 8/3`."""
        return str(self.first) if self.first == self.last else f"{self.first} to {self.last}"


def ranges(weights: Mapping[int | Fraction, int], most: int = MOST_BINS) -> list[NumberRange]:
    """Return `bins` of numbers that may be fractions."""
    below = lcm(*(number.denominator for number in weights))
    whole = bins({int(number * below): weight for number, weight in weights.items()}, most)
    return [NumberRange(Fraction(one.first, below), Fraction(one.last, below), one.weight) for one in whole]
