"""The inputs of every roll at their limits and one past them; the limits stand in each game's `inputs.toml`."""

import tomllib
from pathlib import Path

import pytest

from companion.base.findings import InvalidInput
from companion.data.documents import read_as
from companion.games import GAMES

HERE = Path(__file__).parent
ROLLS = [(game, kind) for game in GAMES for kind in game.resolvers]
NAMES = [f"{game.slug} {kind.name}" for game, kind in ROLLS]


def limits(game, kind):
    """Each field's limits: a number's `[least, most, usual]`, the last where there is one; a text's longest."""
    return tomllib.loads((HERE / game.package / "inputs.toml").read_text("utf-8"))[kind.name]


def past(kind, field, value):
    """Tell whether a value is refused for being past a limit, whatever else is still missing."""
    try:
        read_as(kind.inputs, {field: value})
    except InvalidInput as error:
        return any(
            one.where == field and ("at least" in one.expected or "at most" in one.expected)
            for one in error.input_errors
        )
    return False


def tries(limit):
    """The values at the limits of a field, and those one past them."""
    if isinstance(limit, int):
        return ["x" * limit], ["x" * (limit + 1)]
    least, most, *_ = limit
    return [least, most], [least - 1, most + 1]


@pytest.mark.parametrize(("game", "kind"), ROLLS, ids=NAMES)
def test_an_input_is_taken_at_its_limits_and_refused_one_past_them(game, kind):
    for field, limit in limits(game, kind).items():
        at, beyond = tries(limit)
        assert [past(kind, field, value) for value in at] == [False] * len(at), field
        assert [past(kind, field, value) for value in beyond] == [True] * len(beyond), field


@pytest.mark.parametrize(("game", "kind"), ROLLS, ids=NAMES)
def test_a_number_left_out_is_the_usual_one(game, kind):
    fields = kind.inputs.model_fields
    usual = {
        field: limit[2] for field, limit in limits(game, kind).items() if isinstance(limit, list) and len(limit) == 3
    }
    assert {field: fields[field].get_default() for field in usual} == usual


@pytest.mark.parametrize(("game", "kind"), ROLLS, ids=NAMES)
def test_every_number_that_is_asked_for_has_its_limits_written_down(game, kind):
    numbers = {name for name, field in kind.inputs.model_fields.items() if field.annotation in (int, int | None)}
    assert numbers <= limits(game, kind).keys()


@pytest.mark.parametrize(("game", "kind"), ROLLS, ids=NAMES)
def test_a_figure_that_hangs_on_an_input_names_one_that_may_stay_empty(game, kind):
    for name in {name for one in kind.measures for name in (*one.needs.split(), *one.asked_by.split())}:
        assert kind.inputs.model_fields[name].get_default() in (None, False, ""), name
    headline = next(measure for measure in kind.measures if measure.name == kind.headline)
    assert not headline.needs and not headline.asked_by
