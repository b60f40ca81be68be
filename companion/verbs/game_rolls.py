"""Rolls and odds of a game's resolvers as plain data; a dice expression needs no game and is in `rolls`."""

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any

from companion.base.json_types import JsonMapping
from companion.data.documents import read_as, rename_inputs
from companion.dice.odds import NO_LIMITS, TooLarge, exact
from companion.dice.resolver import Resolver
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Context, ResolverKind
from companion.verbs import basis
from companion.verbs.analyses import split_list_field
from companion.verbs.names import find_resolver
from companion.verbs.rolls import (
    Groups,
    Odds,
    PreparedResolver,
    Roll,
    is_asked_for,
    is_filled_in,
    odds_data,
    roll_or_replay,
    simulated_odds,
)
from companion.verbs.unused_inputs import find_unused_inputs


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
    rests_on = basis.Basis(context, rulings, numbers, decisive, make)
    return PreparedResolver(
        game.slug, name, shown_inputs, resolver, measures, rests_on, kind.ending, tuple(find_unused_inputs(read))
    )


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


def odds_answer(
    game: GameSystem,
    name: str,
    inputs: JsonMapping,
    context: Context | None = None,
    every: bool = False,
    unlimited: bool = False,
) -> Odds:
    """Return the exact odds of a game's resolver; the fractions sum to 1.

    If exact odds are too large to work out, outcomes and summary are empty and `simulated` is given; with `unlimited`
    they are worked out, however long that takes. A very long list of outcomes is replaced by its `spread`, unless
    `every` outcome is asked for.
    """
    prepared = prepare(game, name, inputs, context)
    try:
        return odds_data(prepared, exact(prepared.resolver, *(NO_LIMITS if unlimited else ())), every)
    except TooLarge as error:
        return simulated_odds(prepared, str(error))


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
