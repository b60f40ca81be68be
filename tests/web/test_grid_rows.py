"""The rows of a table of cards put into a pack: in place of what they came from, in their order; nothing else changes."""

from hashlib import sha256

import pytest

from companion.base.findings import InvalidInput
from companion.data.packs import MOST_CARDS
from companion.games import game
from companion.web.packs.grid_rows import GridRow, draft_key, grid_columns, grid_digest, place_rows, stored_rows

CATALOGUE = game("techniconica").catalogue
LID = {"id": "lid", "name": "Lid", "ar": 1}
WAITING = {"kind": "armour", "cells": {"name": "Pot", "ar": "x"}}


def gun(letter, **more):
    return {"id": letter.lower(), "name": letter, "we": 1, **more}


def row(source, **cells):
    return GridRow(source, cells)


def place(pack, *typed, first=1):
    return place_rows(pack, "weapon", typed, CATALOGUE, first)


PACK = {"title": "Box", "weapon": [gun("A"), gun("B"), gun("C"), gun("D")], "armour": [LID], "unfinished": [WAITING]}


def test_rows_stand_where_those_stood_that_they_came_from_and_all_others_stay():
    typed = (row("c", id="c", name="C", we="1"), row("", name="New"), row("b", id="bz", name="B", we="2"))
    placed = place(PACK, *typed)
    assert [card["id"] for card in placed.pack["weapon"]] == ["a", "c", "new", "bz", "d"]
    assert placed.pack["weapon"][1] == gun("C") and placed.pack["weapon"][3] == {"id": "bz", "name": "B", "we": 2}
    assert (placed.pack["armour"], placed.pack["unfinished"], placed.pack["title"]) == ([LID], [WAITING], "Box")
    assert (placed.cards, placed.unfinished, placed.input_errors) == (3, 0, ())
    assert [card["id"] for card in place(PACK, row("", name="E")).pack["weapon"]] == ["a", "b", "c", "d", "e"]


def test_a_row_without_cells_is_removed_and_a_table_without_rows_with_it():
    assert [card["id"] for card in place(PACK, row("b")).pack["weapon"]] == ["a", "c", "d"]
    assert place(PACK, row("b")).cards == 0
    pack = {"title": "Box", "key": "", "weapon": [gun("A")], "unfinished": []}
    assert place(pack, row("a")).pack == {"title": "Box", "key": ""}


def test_a_row_that_was_not_touched_stays_as_it_was_and_another_keeps_its_origin_and_picture():
    card = gun("A", picture="1" * 64, origin={"default": "house: a guess"})
    kept = place({"weapon": [card]}, row("a", id="a", name="A", we="1"))
    assert kept.pack["weapon"] == [card]
    changed = place({"weapon": [card]}, row("a", id="a", name="A", we="2"))
    assert changed.pack["weapon"] == [card | {"we": 2}]
    assert place({"weapon": [gun("A")]}, row("a", id="a", name="A", we="2")).pack["weapon"] == [gun("A", we=2)]


def test_bad_rows_are_marked_by_cell_and_wait_at_the_end():
    placed = place(PACK, row("a", id="a", name="A", we="x", pe="-1"), row("", we="2"), first=101)
    assert placed.rows[0].wrong == {
        "we": "Found 'x', expected a whole number.",
        "pe": "Found -1, expected at least 0.",
    }
    assert set(placed.rows[1].wrong) == {"id", "name"}
    assert [str(one).partition(":")[0] for one in placed.input_errors] == ["Row 101"] * 2 + ["Row 102"] * 2
    assert [card["id"] for card in placed.pack["weapon"]] == ["b", "c", "d"]
    assert placed.pack["unfinished"] == [
        WAITING,
        {"kind": "weapon", "cells": {"id": "a", "name": "A", "we": "x", "pe": "-1"}},
        {"kind": "weapon", "cells": {"we": "2"}},
    ]
    assert (placed.cards, placed.unfinished) == (0, 2)


def test_what_is_about_no_column_stands_with_the_name():
    placed = place({}, row("", name="A", frob="1"))
    assert list(placed.rows[0].wrong) == ["name"] and "frob" in placed.rows[0].wrong["name"]


def test_an_unfinished_row_stays_as_it_was_until_it_is_changed_and_keeps_its_picture():
    waiting = {"kind": "weapon", "cells": {"name": "Gun", "we": "x", "picture": "1" * 64}, "place": "row 7"}
    pack = {"unfinished": [WAITING, waiting]}
    same = place(pack, row(draft_key(waiting), name="Gun", we="x"))
    assert same.pack["unfinished"] == [WAITING, waiting]
    other = place(pack, row(draft_key(waiting), name="Gun", we="y"))
    assert other.pack["unfinished"][1] == {"kind": "weapon", "cells": waiting["cells"] | {"we": "y"}}
    done = place(pack, row(draft_key(waiting), name="Gun", we="3"))
    assert done.pack["weapon"] == [{"id": "gun", "name": "Gun", "we": 3, "picture": "1" * 64}]
    assert done.pack["unfinished"] == [WAITING]
    assert place(pack, row(draft_key(waiting))).pack == {"unfinished": [WAITING]}


def test_an_id_is_in_a_pack_once():
    twice = place(PACK, row("", name="A"), row("", id="lid", name="B"))
    assert [set(one.wrong) for one in twice.rows] == [{"id"}, {"id"}]
    swapped = place(PACK, row("a", id="b", name="A"), row("b", id="a", name="B"))
    assert [card["id"] for card in swapped.pack["weapon"]] == ["b", "a", "c", "d"]


def test_a_table_shows_the_cards_and_unfinished_rows_of_its_kind_and_what_is_wrong_with_them():
    bad = {"kind": "weapon", "cells": {"name": "Gun", "we": "x"}}
    pack = {
        "weapon": [gun("A", picture="1" * 64, origin="house: a guess"), {"id": 7, "name": "No id"}],
        "unfinished": [WAITING, bad, "damaged", {"kind": "weapon", "cells": "damaged"}],
    }
    shown = stored_rows(pack, "weapon", CATALOGUE)
    assert [dict(one.cells) for one in shown] == [{"id": "a", "name": "A", "we": "1"}, {"name": "Gun", "we": "x"}]
    assert [one.source for one in shown] == ["a", draft_key(bad)]
    assert [dict(one.wrong) for one in shown] == [{}, {"we": "Found 'x', expected a whole number."}]


def test_a_fingerprint_is_of_what_the_table_shows_and_of_nothing_else():
    was = grid_digest(PACK, "weapon")
    assert was == grid_digest({**PACK, "title": "Other", "armour": [], "unfinished": []}, "weapon")
    assert was != grid_digest({**PACK, "unfinished": [{"kind": "weapon", "cells": {}}]}, "weapon")
    assert was != grid_digest({**PACK, "weapon": PACK["weapon"][::-1]}, "weapon")


def test_an_unfinished_row_is_known_by_what_it_holds():
    """A page that is open while the server is renewed still knows its rows."""
    written = b'{"cells": {"ar": "x", "name": "Pot"}, "kind": "armour"}'
    assert draft_key(WAITING) == draft_key(dict(reversed(WAITING.items()))) == f"~{sha256(written).hexdigest()[:16]}"


def test_columns_go_name_first_long_texts_next_to_last_and_the_id_last():
    names = [column.path for column in grid_columns("weapon", CATALOGUE)]
    assert names == ["name", "subtype", "rules", "ar", "dt", "we", "pc", "pe", "do", "text", "id"]


@pytest.mark.parametrize(
    ("slug", "kind", "name", "most"),
    [("wreck-a-mech", "part", "special", 2), ("mechastellar", "profile", "weapons", 4)],
)
def test_a_list_has_room_for_as_many_as_a_shipped_card_has_and_one_more(slug, kind, name, most):
    def numbers(*given):
        paths = [column.path.split(".") for column in grid_columns(kind, game(slug).catalogue, given)]
        return {int(path[1]) for path in paths if path[0] == name}

    assert numbers() == set(range(1, most + 2))


@pytest.mark.parametrize("waiting", [0, 1])
def test_a_pack_takes_two_thousand_cards_and_unfinished_rows_and_not_one_more(waiting):
    cards = [{"id": f"g{number}", "name": "G"} for number in range(MOST_CARDS - 1 - waiting)]
    pack = {"armour": cards, "unfinished": [WAITING] * waiting}
    assert len(place(pack, row("", name="Last")).pack["weapon"]) == 1
    with pytest.raises(InvalidInput) as caught:
        place(pack, row("", name="Last"), row("", name="More"))
    assert str(caught.value) == (
        "the pack: found 2,001 cards, expected at most 2,000: type the rest into a second pack."
    )
