"""Rolls and odds as plain data: of a game's resolver or of a dice expression."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from pydantic import Field as Described
from typing_extensions import TypedDict

from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonMapping, JsonObject, answer
from companion.base.wording import plural
from companion.data.documents import read_as, rename_inputs
from companion.dice import roller
from companion.dice.odds import Case, ChanceEntry, ExactOdds, Summary, TooLarge, exact
from companion.dice.resolver import Continued, Measure, Outcome, Play, Resolver, ThrowEntry, read_groups, replay
from companion.dice.spread import Spread, is_long, spread_data
from companion.dice.throw import Choice
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Context, ResolverKind
from companion.verbs import basis
from companion.verbs.analyses import split_list_field
from companion.verbs.basis import Basis, RestsOn
from companion.verbs.names import find_resolver
from companion.verbs.unused_inputs import find_unused_inputs

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
        list[str], Described(description="Inputs that change nothing, and how dice were read, a sentence each.")
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

    ending: Annotated[str, Described(description="How it ended, in a sentence without its full stop.")]


@answer
class Odds(Head, InPlaceOfOutcomes):
    """Exact odds; the fractions sum to 1, with `beyond` where dice explode without end.

    Where they would be too large, only `simulated` is given; of a long list of outcomes, `spread` in their place.
    """

    outcomes: list[Case]
    summary: Summary
    rests_on: RestsOn


@answer
class Roll(Head, RollEnding):
    """One roll."""

    throws: list[ThrowEntry]
    outcome: JsonObject
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
    basis: Basis | None = None
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


def prepare(game: GameSystem, name: str, inputs: JsonMapping, context: Context | None = None) -> PreparedResolver:
    """Return a game's resolver with its inputs read; numbers may be text (`attack=3`).

    A key such as `from.attack` says which card's number an input was filled from. Raises NotThere for an unknown
    resolver, InvalidInput for inputs that cannot be read.
    """
    context = context or game.context()
    kind = find_resolver(game, name)
    inputs, filled = basis.split_origin_keys(rename_inputs(inputs, kind.inputs, basis.FILLED))
    inputs = rename_inputs(inputs, kind.inputs)
    data = {key: split_list_field(kind.inputs, key, value) for key, value in inputs.items()}
    read = read_as(kind.inputs, data, {"catalogue": context.catalogue})
    shown_inputs = read.model_dump(mode="json", exclude_none=True)
    measures = tuple(m for m in kind.measures if not m.needs or is_filled_in(shown_inputs.get(m.needs)))
    numbers = (*basis.card_numbers(read, context, kind.card_numbers), *basis.read_card_numbers(filled, inputs))
    recorded, rulings = basis.record_rulings(context)
    resolver = kind.make(read, recorded)

    def make(other: Context) -> Resolver[Any]:
        return kind.make(read, other)

    decisive = basis.decisive_rulings(make, resolver, context, tuple(rulings.read))
    rulings.read.clear()
    rests_on = Basis(context, rulings, numbers, decisive, make)
    return PreparedResolver(
        game.slug, name, shown_inputs, resolver, measures, rests_on, kind.ending, tuple(find_unused_inputs(read))
    )


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


def measure_roll(
    kind: ResolverKind, inputs: JsonMapping, context: Context, wanted: Collection[str] | None = None
) -> Mapping[str, Fraction] | str:
    """Return the measures of a roll that its inputs ask for, by name, or why its exact odds are too large.

    With `wanted` only those; where the resolver knows all of them at once, its dice are not run.
    """
    read = read_as(kind.inputs, inputs, {"catalogue": context.catalogue})
    filled = read.model_dump(mode="json", exclude_none=True)
    possible = (m for m in kind.measures if not m.needs or is_filled_in(filled.get(m.needs)))
    measures = {m.name: m for m in possible if is_asked_for(m, filled) and (wanted is None or m.name in wanted)}
    resolver = kind.make(read, context)
    quick = kind.figures(resolver) if kind.figures else {}
    if all(name in quick for name in measures):
        return {name: quick[name] for name in measures}
    try:
        odds = exact(resolver)
    except TooLarge as error:
        return str(error)
    return {name: odds.measure(measure) for name, measure in measures.items()}


def find_exact_odds(prepared: PreparedResolver) -> ExactOdds:
    """Return exact odds; InvalidInput says what to do if they are too large to work out."""
    try:
        return exact(prepared.resolver)
    except TooLarge as error:
        raise InvalidInput(InputError("dice", str(error), "fewer dice; a roll works with these")) from None


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
        return _odds(prepared, odds.cases(), summary, instead)
    return _odds(prepared, [], summary, {**instead, "spread": spread_data(odds)})


def _odds(
    prepared: PreparedResolver, cases: list[Case], summary: Summary, instead: InPlaceOfOutcomes | None = None
) -> Odds:
    return {**prepared.head, "outcomes": cases, "summary": summary, **(instead or {}), "rests_on": prepared.rests_on}


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


def odds_answer(
    game: GameSystem, name: str, inputs: JsonMapping, context: Context | None = None, every: bool = False
) -> Odds:
    """Return the exact odds of a game's resolver; the fractions sum to 1.

    If exact odds are too large to work out, outcomes and summary are empty and `simulated` is given. A very long list
    of outcomes is replaced by its `spread`, unless `every` outcome is asked for.
    """
    prepared = prepare(game, name, inputs, context)
    try:
        return odds_data(prepared, exact(prepared.resolver), every)
    except TooLarge as error:
        return _odds(prepared, [], {}, {"simulated": simulate_figures(prepared, str(error))})


def roll_answer(
    game: GameSystem,
    name: str,
    inputs: JsonMapping,
    faces: Groups | None = None,
    seed: int | None = None,
    context: Context | None = None,
) -> Roll:
    """Return one roll of a game's resolver: random, seeded, or with faces from the table."""
    return roll_or_replay(prepare(game, name, inputs, context), faces, seed)


def odds_expression(text: str, every: bool = False) -> Odds:
    """Return the exact odds of a dice expression; see `odds_answer` for `every`."""
    prepared = prepare_expression(text)
    return odds_data(prepared, find_exact_odds(prepared), every)


def roll_expression(text: str, faces: Groups | None = None, seed: int | None = None) -> Roll:
    """Return one roll of a dice expression."""
    return roll_or_replay(prepare_expression(text), faces, seed)
