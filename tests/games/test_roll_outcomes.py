"""Law of every roll of every game: its outcome is a row of its odds, and what only a roll has besides is listed."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from companion.base.findings import InvalidInput
from companion.data.documents import read_as
from companion.dice.odds import TooLarge, exact
from companion.dice.resolver import play
from companion.dice.throw import Choice
from companion.games import GAMES
from companion.verbs.games import resolvers_answer

HERE = Path(__file__).parent
ROLLS = [(game, kind) for game in GAMES for kind in game.resolvers]
NAMES = [f"{game.slug} {kind.name}" for game, kind in ROLLS]
FEW_STEPS = 10_000
_MOMENTUM = {"pool": 3}
ASKED = {
    **{("mechastellar", name): _MOMENTUM for name in ("shoot", "throw-terrain", "crash-through")},
    ("mechastellar", "overwatch"): {**_MOMENTUM, "weapons": 1},
}
"""Inputs with which the attacked player is asked, after whose dice more is known."""


def written(game, kind, name):
    """Return what a file of a game's tests has about a roll."""
    return tomllib.loads((HERE / game.package / name).read_text("utf-8")).get(kind.name, {})


def made(game, kind, inputs):
    """Return a roll's resolver."""
    context = game.context()
    return kind.make(read_as(kind.inputs, inputs, {"catalogue": context.catalogue}), context)


@st.composite
def some_inputs(draw, game, kind):
    """Draw inputs that a player could type: those of a listed roll with some numbers, ticks and choices changed."""
    inputs = dict(draw(st.sampled_from(written(game, kind, "throws.toml")["inputs"])))
    limits = {field: limit for field, limit in written(game, kind, "inputs.toml").items() if isinstance(limit, list)}
    fields = kind.inputs.model_json_schema()["properties"]
    changed = draw(st.lists(st.sampled_from(sorted(fields)), max_size=5, unique=True)) if fields else []
    for field in changed:
        if field in limits:
            least, most, *_ = limits[field]
            inputs[field] = draw(st.integers(least, min(most, least + 25)))
        elif fields[field].get("type") == "boolean":
            inputs[field] = draw(st.booleans())
        elif "enum" in fields[field]:
            inputs[field] = draw(st.sampled_from(fields[field]["enum"]))
    return inputs


def run_of(resolver, draw, answers_usually):
    """Return a run with any dice; questions are answered as odds do, or in any way."""

    def faces(throw, _):
        if isinstance(throw, Choice) and answers_usually:
            return [throw.usual + 1]
        return [draw(st.sampled_from(throw.die.faces)) for _ in range(throw.count)]

    return play(resolver, faces)


def roll_is_a_row(game, kind, draw, inputs):
    try:
        resolver = made(game, kind, inputs)
        odds = exact(resolver, FEW_STEPS)
    except (InvalidInput, TooLarge):
        return  # inputs that do not go together, or that are too many for this test
    keys = {tuple(outcome) for outcome, _ in odds.outcomes}
    assert len(keys) == 1, "all rows have the same keys"
    (names,) = keys
    rows = [{**outcome} for outcome, _ in odds.outcomes]
    run = run_of(resolver, draw, answers_usually=True)
    assert {name: run.outcome[name] for name in names} in rows
    for outcome in (run.outcome, run_of(resolver, draw, answers_usually=False).outcome):
        assert set(names) <= set(outcome)
        assert set(outcome) - set(names) <= dict(kind.roll_only).keys()


@pytest.mark.parametrize(("game", "kind"), ROLLS, ids=NAMES)
def test_a_roll_is_a_row_of_its_odds(game, kind):
    @settings(max_examples=8, deadline=None, database=None, phases=(Phase.generate,))
    @given(st.data())
    def law(data):
        roll_is_a_row(game, kind, data.draw, data.draw(some_inputs(game, kind)))

    law()


@pytest.mark.parametrize(("game", "kind"), ROLLS, ids=NAMES)
def test_what_is_listed_for_rolls_alone_is_there(game, kind):
    """No list is longer than what rolls have: also where the attacked player is asked."""
    seen = set()
    for inputs in written(game, kind, "throws.toml")["inputs"]:
        for more in ({}, ASKED.get((game.slug, kind.name), {})):
            resolver = made(game, kind, {**inputs, **more})
            run = play(resolver, lambda throw, _: [throw.die.faces[-1 - n % 2] for n in range(throw.count)])
            seen |= set(run.outcome) - set(exact(resolver).outcomes[0][0])
    assert seen == dict(kind.roll_only).keys()
    entry = next(one for one in resolvers_answer(game)["resolvers"] if one["name"] == kind.name)
    assert entry["roll_only"] == dict(kind.roll_only)
