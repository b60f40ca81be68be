"""Expected results of rolls and drawn cards, stored with their events for the report of the finished game.

They stay on the server until the game has ended; how dice fall does not depend on them. Chances and values are stored
exactly, as whole numbers or as fractions in text, `"35/216"`. A number with decimals is rounded: releases up to 0.19.0
stored six digits of a chance and four decimals of a value, and a fraction of very many digits is stored so still.
"""

import re
from collections import Counter
from fractions import Fraction
from math import isfinite
from typing import Annotated, Any

from pydantic import Field, PlainSerializer, PlainValidator, Strict

from companion.base.json_types import JsonObject
from companion.data.documents import Record
from companion.dice.odds import ExactOdds, TooLarge, exact
from companion.dice.resolver import Chance, Measure, Outcome, replay
from companion.dice.throw import Choice, Throw
from companion.limits import budget
from companion.play.log import MOST_SEATS, TableEvent
from companion.play.tracker import Drawn, Rolling, Tracker

MOST_STEPS = 4_000
"""Steps of odds for one throw, about twenty milliseconds; a roll that takes more is stored without figures."""
MOST_VALUES = 60
"""Values of a figure that are stored with their chances."""


LONGEST_TITLE = 400
LONGEST_FRACTION = 120
"""Characters of a fraction that is stored exactly."""
_FRACTION = re.compile("-?[0-9]{1,120}/0*[1-9][0-9]{0,119}")


def _read_number(value: object) -> Fraction:
    """Return a stored number; ValueError for what is none."""
    is_fraction = isinstance(value, str) and len(value) <= LONGEST_FRACTION and _FRACTION.fullmatch(value)
    is_number = isinstance(value, int | Fraction) or (isinstance(value, float) and isfinite(value))
    if isinstance(value, bool) or not (is_fraction or is_number):
        raise ValueError("a number or a fraction")
    number = Fraction(str(value))
    if abs(number) > 10**9:
        raise ValueError("a number from -1,000,000,000 to 1,000,000,000")
    return number


def _read_share(value: object) -> Fraction:
    share = _read_number(value)
    if not 0 <= share <= 1:
        raise ValueError("a chance from 0 to 1")
    return share


def _write_number(number: Fraction) -> int | float | str:
    """Return a number as it is stored: a whole one, a fraction as text, or rounded where that would be long."""
    if number.denominator == 1:
        return number.numerator
    text = str(number)
    return text if len(text) <= LONGEST_FRACTION else float(f"{float(number):.6g}")


Value = Annotated[Fraction, PlainValidator(_read_number), PlainSerializer(_write_number)]
Share = Annotated[Fraction, PlainValidator(_read_share), PlainSerializer(_write_number)]


class ExpectedFigure(Record):
    """A figure of a roll: its `value`, and `p`, the chance that it is true, or `odds`, each value with its chance."""

    title: str = Field(max_length=LONGEST_TITLE)
    value: Annotated[Annotated[bool, Strict()] | Value, Field(union_mode="left_to_right")]
    p: Share | None = None
    odds: tuple[tuple[Value, Share], ...] = Field((), max_length=MOST_VALUES)


class ExpectedRoll(Record):
    """A roll that has ended; `about` tells it from others of its title. No figures where its odds took too long."""

    title: str = Field(max_length=LONGEST_TITLE)
    about: str = Field("", max_length=LONGEST_TITLE)
    seat: int | None = Field(None, ge=0, lt=MOST_SEATS)
    figures: tuple[ExpectedFigure, ...] = Field((), max_length=20)


class Expected(Record):
    """The expectation in an event: faces that hit, the roll that ends with it, the cards drawn by it."""

    hits_on: tuple[int, ...] = Field((), max_length=100)
    roll: ExpectedRoll | None = None
    draws: tuple[ExpectedRoll, ...] = Field((), max_length=MOST_SEATS)


def expectation(tracker: Tracker[Any], state: Any, event: TableEvent, after: Any = None) -> JsonObject:
    """Return the expectation of an event with faces or drawn cards, as JSON of `Expected`; empty without known odds."""
    if event.kind != "faces":
        draws = tuple(map(_sum_up_draw, tracker.draws(state, event, after)))
        return Expected(draws=draws).model_dump(mode="json", exclude_defaults=True)
    rolling = tracker.rolling(state)
    if rolling is None:
        return {}
    before = replay(rolling.resolver, rolling.groups)
    assert before.waiting
    after = replay(rolling.resolver, (*rolling.groups, tuple(event.values["faces"])))
    hits_on = _hitting_faces(before.waiting) if rolling.counts_hits else ()
    roll = None if after.outcome is None else _sum_up(rolling, after.outcome)
    return Expected(hits_on=hits_on, roll=roll).model_dump(mode="json", exclude_defaults=True)


def _hitting_faces(throw: Throw) -> tuple[int, ...]:
    if isinstance(throw, Choice):
        return ()
    return tuple(sorted(face for kind in throw.classes if kind.tells in ("hit", "critical") for face in kind.faces))


def _sum_up(rolling: Rolling, outcome: Outcome) -> ExpectedRoll:
    roll = ExpectedRoll(title=rolling.title[:LONGEST_TITLE], about=rolling.about, seat=rolling.seat)
    try:
        with budget.light():
            odds = exact(rolling.resolver, MOST_STEPS)
    except TooLarge:
        return roll
    figures = (_figure(measure, outcome, odds) for measure in rolling.figures)
    return roll.model_copy(update={"figures": tuple(figure for figure in figures if figure)})


def _sum_up_draw(drawn: Drawn) -> ExpectedRoll:
    """Return the worth of drawn cards with the chances of every worth that could have been drawn."""
    sure, value = sum(drawn.certain), sum(drawn.certain) + sum(drawn.random)
    ways = [Counter({0: 1})] + [Counter[int]() for _ in drawn.random]
    for worth in drawn.pool:
        for count in range(len(drawn.random), 0, -1):
            for total, number in ways[count - 1].items():
                ways[count][total + worth] += number
    every = ways[-1].total()
    odds = tuple((Fraction(sure + total), Fraction(n, every)) for total, n in sorted(ways[-1].items()))
    roll = ExpectedRoll(title=drawn.title, seat=drawn.seat)
    if len(odds) > MOST_VALUES:
        return roll
    return roll.model_copy(update={"figures": (ExpectedFigure(title=drawn.figure, value=Fraction(value), odds=odds),)})


def _figure(measure: Measure, outcome: Outcome, odds: ExactOdds) -> ExpectedFigure | None:
    """Return a figure with its chances; None where it has too many values to be stored."""
    title = measure.title.removesuffix(", on average")
    if isinstance(measure, Chance):
        return ExpectedFigure(title=title, value=bool(measure.of(outcome)), p=odds.measure(measure))
    weights: dict[int | Fraction, int] = {}
    for each, weight in odds.outcomes:
        value = measure.of(each)
        weights[value] = weights.get(value, 0) + weight
    if len(weights) > MOST_VALUES:
        return None
    chances = ((Fraction(value), Fraction(weight, odds.total)) for value, weight in sorted(weights.items()))
    return ExpectedFigure(title=title, value=Fraction(measure.of(outcome)), odds=tuple(chances))
