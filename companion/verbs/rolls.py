"""Rolls and odds as plain data, of a dice expression or a prepared resolver; no game is loaded here."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

from typing_extensions import TypedDict

from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonMapping, JsonObject, Schema, answer
from companion.base.wording import plural
from companion.dice import roller
from companion.dice.odds import NO_LIMITS, Case, ChanceEntry, ExactOdds, Summary, TooLarge, exact
from companion.dice.resolver import Continued, Measure, Outcome, Play, Resolver, ThrowEntry, read_groups, replay
from companion.dice.spread import Spread, is_long, spread_data
from companion.dice.throw import Choice
from companion.verbs.basis_answers import RestsOn

if TYPE_CHECKING:  # it loads the games' models; expressions go without
    from companion.verbs.basis import Basis

Groups = str | Sequence[Sequence[int]]
"""Dice from the table, one group per throw: `5 6 1 | 4 4`, or lists of faces."""
PLAIN = "notation"
"""The plain roller's name in answers; it belongs to no game."""


@answer
class Simulated(TypedDict):
    """Figures from many rolls where exact odds would be too large, and why they would be."""

    why: str
    times: int
    interval: float
    summary: dict[str, roller.Estimated]


class Head(TypedDict):
    """The first keys of every answer about a roll."""

    game: str
    resolver: str
    inputs: JsonObject
    notes: Annotated[
        list[str], Schema(description="Inputs that change nothing, and how dice were read, a sentence each.")
    ]


@answer
class Beyond(ChanceEntry):
    """What lies beyond the explosions that were followed: its chance is missing to the outcomes."""

    explosions: int


class InPlaceOfOutcomes(TypedDict, total=False):
    """The keys in place of outcomes: too many to list, too large to be worked out, or beyond the explosions."""

    spread: Spread
    simulated: Simulated
    beyond: Beyond


class RollEnding(TypedDict, total=False):
    """The key for the end of a roll, if its game says it in words."""

    ending: Annotated[str, Schema(description="How it ended, in a sentence without its full stop.")]


@answer
class Odds(Head, InPlaceOfOutcomes):
    """Exact odds; the fractions sum to 1, with `beyond` where dice explode without end.

    Where they would be too large, only `simulated` is given; of a long list of outcomes, `spread` in their place.
    """

    outcomes: list[Case]
    summary: Summary
    rests_on: RestsOn


_OF_A_ROLL = (
    "Every key of an outcome of the odds, with the same meaning, and what only a roll has: a game's resolvers list it "
    "as `roll_only`."
)


@answer
class Roll(Head, RollEnding):
    """One roll."""

    throws: list[ThrowEntry]
    outcome: Annotated[JsonObject, Schema(description=_OF_A_ROLL)]
    rests_on: RestsOn


@dataclass(frozen=True)
class PreparedResolver:
    """A resolver with its inputs read: everything needed to roll it or to work out its odds.

    `game` is empty for the plain roller.
    """

    game: str
    name: str
    inputs: JsonMapping
    resolver: Resolver[Any]
    measures: tuple[Measure, ...]
    basis: "Basis | None" = None
    ending: Callable[[Outcome], str] | None = None
    """Returns how a roll ended, in words."""
    notes: tuple[str, ...] = ()
    """Inputs that change nothing, and how dice were read, a sentence each."""

    @property
    def asked_measures(self) -> tuple[Measure, ...]:
        """Return the figures that the inputs ask for; only answers to programs have the others too."""
        return tuple(m for m in self.measures if is_asked_for(m, self.inputs))

    @property
    def head(self) -> Head:
        """Return the first keys of every answer about it."""
        return {"game": self.game, "resolver": self.name, "inputs": dict(self.inputs), "notes": list(self.notes)}

    @property
    def rests_on(self) -> RestsOn:
        """Return the basis of its answers; read it after the dice are run, which may look up rulings."""
        return self.basis.as_data() if self.basis else []


def is_asked_for(measure: Measure, inputs: JsonMapping) -> bool:
    """Return whether pages show a figure: all inputs that ask for it are filled in."""
    return all(is_filled_in(inputs.get(name)) for name in measure.asked_by.split())


def titles(measures: Iterable[Measure], inputs: JsonMapping) -> dict[str, str]:
    """Return the titles of the figures that the inputs ask for, by name."""
    return {measure.name: measure.title for measure in measures if is_asked_for(measure, inputs)}


def is_filled_in(value: object) -> bool:
    """Return whether an input was filled in; 0 counts as filled in."""
    return value is not None and value is not False and value not in ("", [])


def prepare_expression(text: str, from_link: bool = False) -> PreparedResolver:
    """Return the plain roller for an expression; InvalidInput names the column and what was expected there.

    In a link a plus becomes a space: with `from_link`, a space between a term and a number or dice is a plus.
    """
    # Here, because reading dice costs as much as all else that a command loads.
    from companion.dice.expression import parse
    from companion.dice.readings import readings

    expression = parse(text, from_link)
    inputs = {"expression": expression.read_text}
    notes = readings(expression)
    return PreparedResolver("", PLAIN, inputs, expression, expression.measures, None, expression.describe, notes)


def find_exact_odds(prepared: PreparedResolver, unlimited: bool = False) -> ExactOdds:
    """Return exact odds; InvalidInput says what to do if they are too large. `unlimited` ones take their time."""
    if unlimited:
        return exact(prepared.resolver, *NO_LIMITS)
    try:
        return exact(prepared.resolver)
    except TooLarge as error:
        wanted = "fewer dice, or `companion --no-limits odds …`; a roll works with these"
        raise InvalidInput(InputError("dice", str(error), wanted)) from None


def simulate_figures(prepared: PreparedResolver, why: str) -> Simulated:
    """Return figures from many rolls; `why` says why exact odds are too large."""
    figures = roller.simulate(prepared.resolver, prepared.measures)
    return {"why": why, "times": roller.SIMULATED, "interval": 0.95, "summary": figures}


def replay_groups(prepared: PreparedResolver, groups: Sequence[Sequence[int]]) -> Play[Any]:
    """Return a run with dice from the table; it may wait for more of them."""
    return replay(prepared.resolver, groups)


def has_choices(play: Play[Any]) -> bool:
    """Return whether a run is unfinished and has an answered choice: its odds are then those of the rest."""
    return play.outcome is None and any(isinstance(thrown.throw, Choice) for thrown in play.thrown)


def continue_from(prepared: PreparedResolver, play: Play[Any]) -> PreparedResolver:
    """Return a resolver that goes on from the current state of a run."""
    return replace(prepared, resolver=Continued(prepared.resolver, play.state))


def odds_data(prepared: PreparedResolver, odds: ExactOdds, every: bool = False) -> Odds:
    """Return exact odds in the shape of every odds answer.

    A very long list of outcomes is replaced by its `spread`, unless `every` outcome is asked for.
    """
    summary = odds.summary(prepared.measures)
    instead: InPlaceOfOutcomes = {}
    if odds.beyond:
        instead["beyond"] = {"exact": str(odds.beyond), "p": float(odds.beyond), "explosions": odds.explosions}
    if every or not is_long(odds):
        answer = _odds(prepared, odds.cases(), summary, instead)
    else:
        answer = _odds(prepared, [], summary, {**instead, "spread": spread_data(odds)})
    answer["notes"] += odds.notes
    return answer


def _odds(
    prepared: PreparedResolver, cases: list[Case], summary: Summary, instead: InPlaceOfOutcomes | None = None
) -> Odds:
    return {**prepared.head, "outcomes": cases, "summary": summary, **(instead or {}), "rests_on": prepared.rests_on}


def simulated_odds(prepared: PreparedResolver, why: str) -> Odds:
    """Return odds whose exact answer is too large, for the reason in `why`: simulated figures alone."""
    return _odds(prepared, [], {}, {"simulated": simulate_figures(prepared, why)})


def roll_data(prepared: PreparedResolver, play: Play[Any]) -> Roll:
    """Return a finished run in the shape of every roll answer, with `ending` if its game says it in words."""
    ending: RollEnding = {"ending": prepared.ending(play.outcome)} if prepared.ending and play.outcome else {}
    return {
        **prepared.head,
        "throws": [thrown.as_data() for thrown in play.thrown],
        "outcome": dict(play.outcome or {}),
        **ending,
        "rests_on": prepared.rests_on,
    }


def roll_or_replay(prepared: PreparedResolver, faces: Groups | None = None, seed: int | None = None) -> Roll:
    """Return one roll: random, seeded, or with faces from the table."""
    if faces is None:
        return roll_data(prepared, roller.roll(prepared.resolver, seed))
    groups = read_groups(faces) if isinstance(faces, str) else faces
    play = replay_groups(prepared, groups)
    if play.waiting:
        wanted = f"one more: {play.waiting.dice} ({play.waiting.why})"
        raise InvalidInput(InputError("faces", plural(len(groups), "group"), wanted))
    return roll_data(prepared, play)


def odds_expression(text: str, every: bool = False, from_link: bool = False) -> Odds:
    """Return the exact odds of a dice expression; `odds_answer` explains `every`, `prepare_expression` `from_link`."""
    prepared = prepare_expression(text, from_link)
    return odds_data(prepared, find_exact_odds(prepared), every)


def roll_expression(text: str, faces: Groups | None = None, seed: int | None = None) -> Roll:
    """Return one roll of a dice expression."""
    return roll_or_replay(prepare_expression(text), faces, seed)
