"""Inputs that change nothing are told: a field that counts only beside another one, filled in without it."""

import json

import pytest
from click.testing import CliRunner
from pydantic import Field

from companion.base.findings import InvalidInput
from companion.cli import main
from companion.data.documents import GIVEN, Record, counts_with
from companion.games import GAMES
from companion.verbs.analyses import analysis_answer
from companion.verbs.game_rolls import odds_answer
from companion.verbs.unused_inputs import find_unused_inputs

BY_SLUG = {game.slug: game for game in GAMES}
SHOT = {"accuracy": 5, "speed": 3, "armour": 2, "penetration": 3, "damage_output": 3}


class Asked(Record):
    source: str = Field("all", title="Build from")
    owned: str = Field("", title="Cards I type", json_schema_extra=counts_with(source=["typed", "mixed"]))
    size: int | None = Field(None, title="Size")
    worn: int = Field(0, title="Worn", json_schema_extra=counts_with(size=GIVEN, source=["typed"]))


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, []),
        ({"owned": ""}, []),
        ({"owned": "x", "source": "mixed"}, []),
        ({"owned": "x"}, ["“Cards I type” changes nothing here: it counts only where “Build from” is typed or mixed."]),
        ({"worn": 0}, []),
        ({"worn": 1, "size": 0, "source": "typed"}, []),
        ({"worn": 1, "source": "typed"}, ["“Worn” changes nothing here: it counts only together with “Size”."]),
        (
            {"worn": 1},
            ["“Worn” changes nothing here: it counts only together with “Size” and where “Build from” is typed."],
        ),
    ],
)
def test_a_field_without_the_one_it_counts_with_is_told(given, told):
    assert find_unused_inputs(Asked(**given)) == told


def test_every_field_counts_with_fields_that_are_there():
    models = [kind.inputs for game in GAMES for kind in (*game.resolvers, *game.analyses)]
    models += [game.matchup.circumstances for game in GAMES if game.matchup]
    marked = 0
    for model in models:
        for info in model.model_fields.values():
            needs = (info.json_schema_extra or {}).get("counts_with", {})
            assert set(needs) <= set(model.model_fields), (model, needs)
            marked += bool(needs)
    assert marked >= 5


@pytest.mark.parametrize("name", ["base_damage", "bottle_threshold", "weight_damage", "locomotor", "locomotor_damage"])
def test_what_is_told_to_change_nothing_changes_nothing(name):
    game = BY_SLUG["techniconica"]
    without, beside = (odds_answer(game, "shoot", given) for given in (SHOT, {**SHOT, name: 2}))
    assert beside["outcomes"] == without["outcomes"]
    assert without["notes"] == [] and len(beside["notes"]) == 1


def test_an_analysis_refuses_it():
    game = BY_SLUG["mechalyte"]
    with pytest.raises(InvalidInput) as refused:
        analysis_answer(game, "ranking", {"spec": "PMISAA", "typed": "MIPASA"})
    assert [error.where for error in refused.value.input_errors] == ["typed"]
    assert "counts only where “Against” is typed: add field=typed, or leave this out" in str(refused.value)
    assert analysis_answer(game, "ranking", {"spec": "PMISAA", "typed": "MIPASA", "field": "typed"})["notes"] == []


def test_the_command_line_prints_it():
    line = ["odds", "techniconica", "shoot", *(f"{key}={value}" for key, value in SHOT.items()), "base_damage=1"]
    assert "Note: “Damage on it” changes nothing here" in CliRunner().invoke(main, line).stdout
    line = ["matchup", "--game", "mechalyte", "example:onion", "example:bulwark", "moved=2"]
    assert "Note: “Zones moved before” changes nothing here" in CliRunner().invoke(main, line).stdout
    assert json.loads(CliRunner().invoke(main, [*line, "--json"]).stdout)["notes"]
