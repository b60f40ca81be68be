"""A pack's files: what is taken for tables, which head fields a pack takes over, which rows wait, what a file leaves out."""

from types import SimpleNamespace

import pytest

from companion.base.findings import InvalidInput
from companion.data import packs
from companion.games import game
from companion.web.packs import files
from companion.web.packs.sent_packs import SentPack

GAME = game("techniconica")


def added(text, pack=None, name="", kind="weapon"):
    usual = {"title": "", "key": "own-key"}
    return files.add_file_rows(GAME, {**usual, **(pack or {})}, SentPack(name, text), kind)


def refused(*given, **more):
    with pytest.raises(InvalidInput) as caught:
        added(*given, **more)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [('{"weapon": []}', True), ("  [[weapon]]", True), ("title = 'x'", True), ("name\n[[weapon]]", True)]
    + [("name,we\nGun,1", False), ("a b = c", False), ("name", False), ("", False), ("rules;a=1;b", False)],
)  # fmt: skip
def test_pasted_text_is_tables_where_it_has_a_brace_a_table_or_a_name_with_a_value(text, expected):
    assert files._looks_like_tables(text) is expected


@pytest.mark.parametrize("name", ["x.csv", "X.CSV", "x.tsv", ""])
def test_rows_are_read_from_sheets_and_from_pasted_text(name):
    pack, said = added("name,we\nGun,1\n", name=name)
    assert pack["weapon"] == [{"id": "gun", "name": "Gun", "we": 1}] and said == "1 card imported."


def test_a_pack_takes_over_a_title_and_a_key_only_where_it_has_none_and_no_card_yet():
    text = 'title = "%s"\nkey = "their-key"\n[[weapon]]\nname = "Gun"\nwe = 1\n'
    new, _ = added(text % ("x" * 121))
    assert (new["title"], new["key"]) == ("x" * 120, "their-key")
    mine, _ = added(text % "Theirs", {"title": "Mine", "armour": [{"id": "lid", "name": "Lid"}]})
    assert (mine["title"], mine["key"]) == ("Mine", "own-key")
    assert added(text.replace("their-key", "a\\u0000b") % "x")[0]["key"] == "own-key"


def test_a_pack_of_another_game_is_refused():
    assert refused('game = "mechalyte"\n', name="x.toml") == "x.toml: game: found 'mechalyte', expected techniconica."
    assert refused('game = "mechalyte"\n').startswith("game: found")
    assert added('game = "techniconica"\n[[weapon]]\nname = "Gun"\n')[1] == "1 card imported."


def test_unfinished_rows_come_along_as_text_of_one_line():
    text = (
        '[[weapon]]\nname = "Gun"\n'
        '[[unfinished]]\nkind = "weapon"\nplace = "row\\n7"\nsaid = ["%s", "b"]\ncells = {name = "Half", we = "x"}\n'
        '[[unfinished]]\nkind = "wing"\ncells = {name = "Gone"}\n'
        '[[unfinished]]\nkind = "weapon"\nsaid = "damaged"\ncells = {name = "Other", we = "x"}\n'
    )
    pack, said = added(text % ("y" * 400))
    first, second = pack["unfinished"]
    assert first["place"] == "row 7" and first["said"][1] == "b" and len(first["said"][0]) == 300
    assert second == {"kind": "weapon", "cells": {"name": "Other", "we": "x"}}
    assert said == "1 card imported. 2 rows could not be read: fix them under Unfinished."


def test_pictures_that_are_not_here_are_counted():
    gun = '[[weapon]]\nname = "Gun %d"\npicture = "%s"\n'
    one, two = gun % (1, "1" * 64), gun % (2, "2" * 64)
    assert "1 picture is not here: send a zip" in added(one)[1]
    assert "2 pictures are not here: send a zip" in added(one + two)[1]


@pytest.mark.parametrize("stored", [{}, {"armour": [{"id": "lid", "name": "Lid"}], "unfinished": [{"kind": "x"}]}])
def test_a_file_fills_a_pack_to_its_last_card_and_not_past_it(monkeypatch, stored):
    """Cards and unfinished rows that are there count, and so do rows that are too long."""
    monkeypatch.setattr(packs, "MOST_CARDS", 20)
    room = 20 - (2 if stored else 0)
    rows = "".join(f"Gun {number}\n" for number in range(room - 1))
    assert len(added(f"name,we\n{rows}Wide,1,1\n", stored)[0]["weapon"]) == room - 1
    said = refused(f"name,we\n{rows}Wide,1,1\nOne more\n", stored, name="x.csv")
    assert said == f"x.csv: found {room + 1:,} cards, expected a pack of at most 20."


def test_a_sheet_has_the_cards_of_kinds_that_the_game_still_has(monkeypatch):
    monkeypatch.setattr(files, "text_file", lambda text, *_: text)
    pack = {"weapon": [{"id": "gun", "name": "Gun", "we": 1}], "wing": [{"id": "gone"}]}
    sheet = files.to_csv(GAME, SimpleNamespace(data=pack))
    assert "gun,Gun" in sheet and "gone" not in sheet
