"""A build as rows for a spreadsheet: the same heads for every build, a row for each unit, and no cell is a formula."""

import csv
import io
import random

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.data.documents import to_document, to_toml
from companion.games import GAMES, game
from companion.verbs.shared_texts import csv_text
from tests.random_builds import HOSTILE, random_build

EACH = pytest.mark.parametrize("system", GAMES, ids=lambda one: one.slug)
HEADS = {
    "mecha-mettle": "Level,Component,Category,When,How often,Effect,Numbers",
    "mechalyte": "Level,Modules,Power,Shield,Mobility,Initiative,Armor,Drops to,Planned,Numbers",
    "techniconica": "Mech,Locomotor,Cockpit,Pilot,Weapons,Power Plants,Other parts,Weight,Maximum Weight,"
    "Power Consumption,Power Output,Speed,Note,Numbers",
    "mechastellar": "Count,Name,Profile,Points each,Points,Pilot,Traits,Swaps,Extras,Ship,Commander,Note,Numbers",
    "wreck-a-mech": "Count,Card,Where,Rank,Position,Corporation,Attack,Defense,Structure,Effect,Numbers",
}
"""What scripts and sheets of players rely on: a new column goes to the end."""
FORMULAS = ("=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "'=1")


def read(text):
    return [*csv.reader(io.StringIO(text, newline=""))]


@EACH
def test_every_example_has_its_rows_under_the_same_heads(system):
    for build in system.examples.values():
        heads, *rows = read(csv_text(system, to_document(build)))
        assert ",".join(heads) == HEADS.get(system.slug, ",".join(heads))
        assert rows and all(len(row) == len(heads) for row in rows)


@EACH
def test_an_empty_build_has_the_heads_alone(system):
    heads, *rows = read(csv_text(system, {"game": system.slug}))
    assert ",".join(heads) == HEADS.get(system.slug, ",".join(heads)) and heads and not rows


@EACH
def test_no_cell_of_a_strange_build_is_a_formula(system):
    source = random.Random(40)
    builds = [build for _ in range(60) if (build := random_build(system, source))]
    assert len(builds) > 30
    for document in builds:
        heads, *rows = read(csv_text(system, document))
        for row in rows:
            assert len(row) == len(heads)
            assert not [cell for cell in row if cell[:1] in tuple("=+-@") and not cell.lstrip("+-").isdecimal()]


@pytest.mark.parametrize("name", [*HOSTILE, *FORMULAS])
def test_hostile_names_stay_in_their_cell(name):
    short = name[:60]
    document = {"game": "mechastellar", "unit": [{"profile": "green-viking", "name": short, "carried_by": short}]}
    (row,) = csv.DictReader(io.StringIO(csv_text(game("mechastellar"), document), newline=""))
    shown = f"'{short}" if short in ("=", "- bullet", *FORMULAS) else short
    assert (row["Name"], row["Ship"], row["Points"]) == (shown, shown, "30")


def test_a_unit_has_what_a_player_sorts_by():
    build = {
        "game": "mechastellar",
        "commander": "Ace",
        "unit": [
            {"profile": "green-viking", "count": 2, "swaps": {"Machine Gun": "Magella Cannon"}, "carried_by": "Ark"},
            {"profile": "green-viking", "name": "Ace", "pilot": 2, "traits": ["Own way"]},
        ],
    }
    two, ace = csv.DictReader(io.StringIO(csv_text(game("mechastellar"), build), newline=""))
    assert (two["Count"], two["Points each"], two["Points"]) == ("2", "30", "60")
    assert (two["Swaps"], two["Ship"], two["Commander"]) == ("Machine Gun → Magella Cannon", "Ark", "")
    assert (ace["Name"], ace["Profile"], ace["Pilot"]) == ("Ace", "Green Viking", "Ace Pilot")
    assert (ace["Traits"], ace["Commander"]) == ("Own way", "yes")


@EACH
def test_the_command_line_hands_it_out(system, tmp_path):
    document = to_document(next(iter(system.examples.values())))
    path = tmp_path / "build.toml"
    path.write_text(to_toml(document), "utf-8")
    done = CliRunner().invoke(main, ["share", str(path), "--form", "csv"])
    assert done.exit_code == 0
    assert done.stdout_bytes.decode() == csv_text(system, document)
