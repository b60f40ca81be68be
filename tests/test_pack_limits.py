"""Packs, card files and their cells at each limit and one past it."""

from typing import Literal

import pytest

from companion.base.findings import InvalidInput
from companion.data import packs
from companion.data.card_files import id_from_name, read_rows
from companion.data.cells import read_record
from companion.data.columns import Column, columns
from companion.data.documents import Record
from companion.games import game

GAME = game("techniconica")
GUN = {"id": "my-gun", "name": "My Gun", "we": 2, "pc": 1, "pe": 3, "do": 2, "ar": 5, "dt": 2}


class Deepest(Record):
    end: int = 0


class Deep5(Record):
    e: Deepest = Deepest()


class Deep4(Record):
    d: Deep5 = Deep5()


class Deep3(Record):
    c: Deep4 = Deep4()


class Deep2(Record):
    b: Deep3 = Deep3()


class Tool(Record):
    id: str
    name: str
    level: int = 1
    sharp: bool = False


class Wide(Record):
    few: dict[Literal[tuple("abcdefghijklmnopqrstuvwx")], int] = {}
    many: dict[Literal[tuple("abcdefghijklmnopqrstuvwxy")], int] = {}
    parts: tuple[Tool, ...] = ()
    deep: Deep2 = Deep2()


KINDS = {"tool": Tool}


def refused(call, *arguments):
    with pytest.raises(InvalidInput) as caught:
        call(*arguments)
    return str(caught.value)


def test_a_pack_has_two_thousand_cards_at_most():
    guns = [{**GUN, "id": f"gun-{number}"} for number in range(2001)]
    assert len(packs.read_pack({"weapon": guns[:2000]}, GAME.catalogue).entries) == 2000
    assert refused(packs.read_pack, {"weapon": guns}, GAME.catalogue) == (
        "pack: found 2,001 cards, expected at most 2,000; split it into two packs."
    )


def test_a_table_of_twenty_four_keys_is_opened_and_one_of_more_is_a_cell():
    found = {column.path: column.shape for column in columns(Wide)}
    assert [found[f"few.{key}"] for key in "ax"] == ["whole", "whole"] and "few" not in found
    assert found["many"] == "pairs" and "many.a" not in found


def test_tables_are_opened_six_deep():
    assert "deep.b.c.d.e.end" in {column.path for column in columns(Wide)}


@pytest.mark.parametrize(("given", "entries"), [("parts.2.name", 3), ("parts.98.name", 99), ("parts.99.name", 99), ("parts.100.name", 1), ("parts.x.name", 1)])  # fmt: skip
def test_a_list_shows_one_entry_more_up_to_ninety_nine(given, entries):
    assert (
        len([c for c in columns(Wide, [given]) if c.path.startswith("parts.") and c.path.endswith(".name")]) == entries
    )


def test_a_column_is_called_by_its_table_and_its_field():
    labels = {column.path: column.label for column in columns(Wide)}
    assert labels["parts.1.name"] == "Parts 1: Name" and labels["few.a"] == "Few: a"
    assert {column.path: column.longest for column in columns(Tool)} == {"id": 0, "name": 0, "level": 0, "sharp": 0}
    assert Column("a", "A", "text").longest == 0


@pytest.mark.parametrize(
    ("column", "text", "value"),
    [
        ("level", "123456789", 123456789),
        ("level", "1234567890", "1234567890"),
        ("level", " -3 ", -3),
        ("sharp", "yes", True),
        ("sharp", "TRUE", True),
        ("sharp", "No", False),
        ("sharp", "false", False),
        ("sharp", "maybe", "maybe"),
    ],
)
def test_cells_are_read_as_what_they_say(column, text, value):
    assert read_record({column: text}, Tool) == {column: value}


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("id;name\na;A, the first\n", [{"id": "a", "name": "A, the first"}]),
        ("id,name\na,A; the first\n", [{"id": "a", "name": "A; the first"}]),
    ],
)
def test_the_first_row_tells_what_stands_between_cells(text, rows):
    assert [entry.record for entry in read_rows(text, "tool.csv", KINDS).all()] == rows


@pytest.mark.parametrize(("length", "fine"), [(1_000_000, True), (1_000_001, False)])
def test_a_file_of_rows_has_a_million_characters_at_most(length, fine):
    text = "id,name\n" + ("," + " " * 99_998 + "\n") * 9
    text += "," + " " * (length - len(text) - 2) + "\n"
    if fine:
        assert read_rows(text, "tool.csv", KINDS).entries == []
    else:
        assert refused(read_rows, text, "tool.csv", KINDS) == (
            "tool.csv: found 1,000,001 characters, expected at most 1,000,000."
        )


def test_an_id_made_from_a_name_has_sixty_characters():
    assert id_from_name("a" * 60) == id_from_name("a" * 61) == "a" * 60
    assert id_from_name("a" * 59 + " b") == "a" * 59


def changed(**fields):
    return packs.describe_changes({"weapon": [GUN]}, {"weapon": [{**GUN, **fields}]})


def test_three_changes_of_a_card_are_told_and_more_are_hinted_at():
    assert changed(we=3) == "My Gun: we 2 → 3"
    assert changed(we=3, pc=2, pe=4) == "My Gun: we 2 → 3, pc 1 → 2, pe 3 → 4"
    assert changed(we=3, pc=2, pe=4, do=3) == "My Gun: we 2 → 3, pc 1 → 2, pe 3 → 4, …"
    assert (
        packs.describe_changes({"weapon": [GUN]}, {"weapon": [{k: v for k, v in GUN.items() if k != "we"}]})
        == "My Gun: we 2 → –"
    )


def test_a_long_value_is_cut_at_twenty_four_characters():
    assert changed(text="x" * 22) == f"My Gun: text – → '{'x' * 22}'"
    assert changed(text="x" * 23) == f"My Gun: text – → '{'x' * 22}…"


def test_four_changed_cards_are_told_and_more_are_counted():
    def new(count):
        return packs.describe_changes({}, {"weapon": [{"id": f"g{n}", "name": f"G{n}"} for n in range(count)]})

    assert new(4) == "G0 added; G1 added; G2 added; G3 added"
    assert new(5) == "G0 added; G1 added; G2 added; G3 added; and 1 more"
    assert new(6).endswith("; and 2 more")


def test_ten_names_without_effect_are_told_and_more_are_counted():
    ten = [f"N{n}" for n in range(10)]
    assert packs.describe_no_effect(ten) == f"{', '.join(ten[:9])} and N9: kept and printed, no effect on dice."
    assert (
        packs.describe_no_effect([*ten, "N10"]) == f"{', '.join(ten)} and 1 more: kept and printed, no effect on dice."
    )


def test_only_a_row_with_a_known_kind_and_cells_is_an_entry():
    cells = {"name": "My Gun"}
    assert packs.read_draft({"kind": "weapon", "cells": cells}, GAME.catalogue).id == "my-gun"
    assert packs.read_draft({"kind": "wing", "cells": cells}, GAME.catalogue) is None
    assert packs.read_draft({"kind": "weapon", "cells": "name"}, GAME.catalogue) is None
    assert packs.read_draft({"kind": "weapon"}, GAME.catalogue) is None


@pytest.mark.parametrize(
    ("field", "fine", "past"), [("name", "n" * 60, "n" * 61), ("name", "n", ""), ("id", "i" * 60, "i" * 61)]
)
def test_names_and_ids_of_cards(field, fine, past):
    def merged(value):
        return GAME.catalogue.merge_rows(packs.read_pack({"weapon": [{**GUN, field: value}]}, GAME.catalogue))

    assert merged(fine)
    assert field in refused(merged, past)
