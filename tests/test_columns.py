"""Records as cells: columns from a model, cells to data and back, errors by column."""

import re
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import Field

from companion.data.cells import guard_formula, read_record, split_entries, unguard_formula, write_cells
from companion.data.columns import bounds, column_of, columns
from companion.data.documents import Record
from companion.games import GAMES


class Pool(Record):
    dice: int = 1
    kind: Literal["hot", "cold"] = "hot"


class Gun(Record):
    name: str
    level: int | None = None
    breach: bool = False
    tags: tuple[str, ...] = ()
    pools: tuple[Pool, ...] = ()
    body: Pool | None = None
    gives: dict[Literal["we", "pc"], int] = {}
    free: dict[str, int] = {}
    ways: tuple[Literal["up", "down"], ...] = ()


@pytest.mark.parametrize("model", [model for game in GAMES for model in (game.model, *game.kinds.values())], ids=str)
def test_columns_of_a_model_are_told_apart_and_none_is_called_as_a_class(model):
    labels = [column.label for column in columns(model)]
    assert len(set(labels)) == len(labels)
    assert not [label for label in labels if re.search("[a-z][A-Z]", label)]


def test_a_part_is_called_by_its_field():
    labels = {column.path: column.label for column in columns(Gun)}
    assert (labels["body.dice"], labels["pools.1.dice"]) == ("Body: Dice", "Pools 1: Dice")


def test_a_model_opens_into_fields_parts_lists_and_choices():
    found = {c.path: c.shape for c in columns(Gun)}
    assert found == {
        "name": "text",
        "level": "whole",
        "breach": "yes-no",
        "tags": "list",
        "pools.1.dice": "whole",
        "pools.1.kind": "choice",
        "body.dice": "whole",
        "body.kind": "choice",
        "gives.we": "whole",
        "gives.pc": "whole",
        "free": "pairs",
        "ways": "choices",
    }


def test_a_list_of_tables_shows_one_entry_more_than_is_filled():
    names = [c.path for c in columns(Gun, ["pools.1.dice", "pools.2.dice"])]
    assert "pools.3.kind" in names
    assert "pools.4.kind" not in names


@pytest.mark.parametrize(
    ("low", "high", "says"), [(0, 5, "0 to 5"), (2, None, "2 or more"), (None, 9, "at most 9"), (None, None, "")]
)
def test_the_bounds_of_a_number_are_said_as_far_as_it_has_them(low, high, says):
    assert bounds(low, high) == says


def test_cells_become_what_the_model_reads():
    typed = {
        "name": "Rail",
        "level": "3",
        "breach": "yes",
        "tags": "a; b",
        "pools.1.dice": "2",
        "pools.2.kind": "cold",
        "body.dice": "4",
        "gives.we": "-1",
        "free": "x=1; y=2",
        "ways": "up, down",
    }
    gun = Gun.model_validate(read_record(typed, Gun))
    assert gun == Gun(
        name="Rail",
        level=3,
        breach=True,
        tags=("a", "b"),
        pools=(Pool(dice=2), Pool(kind="cold")),
        body=Pool(dice=4),
        gives={"we": -1},
        free={"x": 1, "y": 2},
        ways=("up", "down"),
    )


class Printed(Record):
    hp: int = 0
    move: int | None = Field(None, json_schema_extra={"unit": "inches"})
    melee: int = Field(0, json_schema_extra={"unit": "d10"})
    level: int = Field(0, json_schema_extra={"roman": True, "words": {"Ace Pilot": 2}})
    pool: Pool = Pool()
    role: Literal["", "Battler", "BATTLER two"] = ""


@pytest.mark.parametrize(
    ("column", "cell", "value"),
    [
        ("hp", "3,700", 3700),
        ("hp", " 1,234,567 ", 1_234_567),
        ("hp", "+2", 2),
        ("hp", "−2", -2),
        ("hp", "– 2", -2),
        ("hp", "37,00", "37,00"),
        ("hp", '8"', '8"'),
        ("hp", "7d10", "7d10"),
        ("hp", "IV", "IV"),
        ("hp", "", None),
        ("hp", "-", None),
        ("hp", "—", None),
        ("move", '8"', 8),
        ("move", "8″", 8),
        ("move", "8 ”", 8),
        ("move", "8''", 8),
        ("move", "8 in", 8),
        ("move", "8 inches", 8),
        ("move", "8 cm", "8 cm"),
        ("melee", "7d10", 7),
        ("melee", "7D10", 7),
        ("melee", "7d6", "7d6"),
        ("level", "II", 2),
        ("level", "ace pilot", 2),
        ("level", "XI", "XI"),
        ("role", "battler", "Battler"),
        ("role", "battler TWO", "BATTLER two"),
        ("role", "-", "-"),
    ],
)
def test_a_cell_is_read_as_the_card_prints_it(column, cell, value):
    found = read_record({column: cell}, Printed)
    assert found == ({} if value is None else {column: value})


def test_a_number_of_a_part_may_be_a_dash():
    assert read_record({"pool.dice": "-", "pool.kind": "hot"}, Printed) == {"pool": {"kind": "hot"}}
    assert read_record({"pools.1.dice": "1,000", "pools.2.dice": "–", "pools.2.kind": "hot"}, Gun) == {
        "pools": [{"dice": 1000}, {"kind": "hot"}]
    }


guns = st.builds(
    Gun,
    name=st.text(min_size=1, max_size=12).filter(str.strip),
    level=st.none() | st.integers(-9, 99),
    breach=st.booleans(),
    tags=st.lists(st.text("abc;,[{ '=", min_size=1, max_size=5).map(str.strip).filter(bool), max_size=3).map(tuple),
    pools=st.lists(st.builds(Pool, dice=st.integers(0, 9)), max_size=3).map(tuple),
    body=st.none() | st.builds(Pool, dice=st.integers(0, 9)),
    gives=st.dictionaries(st.sampled_from(["we", "pc"]), st.integers(-5, 5)),
    free=st.dictionaries(st.text("xyz=;", min_size=1, max_size=3), st.integers(0, 9), max_size=2),
    ways=st.lists(st.sampled_from(["up", "down"]), max_size=2).map(tuple),
)


@pytest.mark.long
@settings(max_examples=200)
@given(guns)
def test_a_record_written_as_cells_reads_the_same(gun):
    assert Gun.model_validate(read_record(write_cells(gun.model_dump(mode="json"), Gun), Gun)) == gun


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.slug)
def test_every_card_that_ships_reads_the_same_from_cells(game):
    for kind, data in game.catalogue.raw.values():
        model = game.kinds[kind]
        again = model.model_validate(read_record(write_cells(data, model), model))
        assert again == model.model_validate(data)


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.slug)
def test_every_number_of_a_card_has_a_top(game):
    """A pack comes from anybody: a thousand million copies must be refused, not printed."""
    for kind, model in game.kinds.items():
        for column in columns(model, without=("origin",)):
            if column.shape == "whole":
                assert " to " in column.hint or "at most" in column.hint, (kind, column.path)


@settings(max_examples=150)
@given(st.dictionaries(st.text("abody.pls12 =;[{", min_size=1, max_size=9), st.text(max_size=9), max_size=5))
def test_any_cells_become_plain_data(typed):
    typed = {name: text for name, text in typed.items() if all(name.split("."))}
    assert isinstance(read_record(typed, Gun), dict)


def test_entries_in_brackets_are_a_list_and_json_is_read_as_such():
    assert read_record({"tags": "[K]; [CC]"}, Gun) == {"tags": ["[K]", "[CC]"]}
    assert read_record({"tags": '["a, b", "c"]'}, Gun) == {"tags": ["a, b", "c"]}
    assert read_record({"tags": '["a, b"'}, Gun) == {"tags": '["a, b"'}
    assert read_record({"pools": '[{"dice": 2}]'}, Gun) == {"pools": [{"dice": 2}]}


def test_a_cell_of_several_is_split():
    assert split_entries("a, b") == ["a", "b"]
    assert split_entries("a, b; c") == ["a, b", "c"]
    assert split_entries("one, and two;") == ["one, and two"]


def test_text_that_a_spreadsheet_would_run_is_marked_and_read_without_the_mark():
    assert guard_formula("=1+1") == "'=1+1"
    assert guard_formula("-2") == "-2"


@given(st.text("'=+-@1a"))
def test_a_marked_text_reads_as_it_was(text):
    assert unguard_formula(guard_formula(text)) == text


@pytest.mark.parametrize(
    ("where", "column"),
    [
        ("level", "level"),
        ("pools[0].dice", "pools.1.dice"),
        ("body", "body.dice"),
        ("body.dice.int", "body.dice"),
        ("gives.we", "gives.we"),
        ("nothing", ""),
        ("", ""),
    ],
)
def test_an_input_errors_place_names_its_column(where, column):
    assert column_of(where, [c.path for c in columns(Gun)]) == column
