"""Text pasted from a spreadsheet is read as rows of a table: with names in any order, or from one column on."""

import pytest

from companion.base.findings import InvalidInput
from companion.data.columns import Column
from companion.data.documents import LONGEST
from companion.web.packs.pasted import read_pasted

COLUMNS = (
    Column("name", "Name", "text", longest=60),
    Column("rules", "Special Rules", "list"),
    Column("we", "WE, Weight", "whole"),
    Column("gives.we", "Changes: we", "whole"),
    Column("text", "Text", "text", longest=400),
    Column("id", "Id", "text", longest=60),
)


def rows(text, **more):
    return list(read_pasted(text, COLUMNS, **more).rows)


def refused(text, **more):
    with pytest.raises(InvalidInput) as raised:
        read_pasted(text, COLUMNS, **more)
    return str(raised.value)


def test_cells_between_tabs_begin_in_the_column_of_the_cell_in_focus():
    assert rows("Gun\tReliable\t3") == [{"name": "Gun", "rules": "Reliable", "we": "3"}]
    assert rows("3\t-1\n4\t", at="we") == [{"we": "3", "gives.we": "-1"}, {"we": "4", "gives.we": ""}]
    assert rows("Gun", at="no-such-column") == [{"name": "Gun"}]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_any_system_ends_them(end):
    assert rows(f"Gun\tReliable{end}Saw\t{end}") == [{"name": "Gun", "rules": "Reliable"}, {"name": "Saw", "rules": ""}]


def test_quotes_hold_cells_with_line_breaks_tabs_and_quotes():
    text = 'Gun\t"Reliable\r\nBarrage"\t3\t\t"He said ""no"".\nThen\tfired."\nSaw\t\t1'
    assert rows(text) == [
        {"name": "Gun", "rules": "Reliable; Barrage", "we": "3", "gives.we": "", "text": 'He said "no".\nThen\tfired.'},
        {"name": "Saw", "rules": "", "we": "1"},
    ]
    assert rows('"Long\nGun"\t') == [{"name": "Long Gun", "rules": ""}]


def test_a_quotation_mark_that_is_never_closed_swallows_no_rows():
    assert rows('"Gun\tReliable\nSaw\tBarrage') == [
        {"name": '"Gun', "rules": "Reliable"},
        {"name": "Saw", "rules": "Barrage"},
    ]
    assert rows('8" Gun\t') == [{"name": '8" Gun', "rules": ""}]


def test_names_of_columns_are_recognised_in_any_order_and_spelling():
    expected = [{"we": "3", "name": "Gun", "gives.we": "-1"}]
    for heads in (
        "we\tname\tgives.we",
        "WEIGHT\tName\tchanges: WE",
        "WE, Weight\tNAME\tGives_we",
        "WE\tname\tgives we",
    ):
        assert rows(f"{heads}\n3\tGun\t-1") == expected
    assert rows("Text\r\nOne\r\nTwo\r\n", at="we") == [{"text": "One"}, {"text": "Two"}]


def test_a_name_alone_or_a_row_with_few_names_is_a_row_of_cells():
    assert rows("Name") == [{"name": "Name"}]
    assert rows("Text\tGun\tSaw\nA\tB\tC")[0] == {"name": "Text", "rules": "Gun", "we": "Saw"}
    assert rows("Text\tGun\nA\tB") == [{"name": "Text", "rules": "Gun"}, {"name": "A", "rules": "B"}]
    assert rows("Text\tWE\tGun\tSaw\nA\t2") == [{"text": "A", "we": "2"}]
    assert rows("Text\tWE\tGun\tSaw\tBow\nA\t2")[1] == {"name": "A", "rules": "2"}


def test_unknown_columns_are_left_out_with_a_note_where_they_hold_something():
    found = read_pasted("Name\tFrob\tWE\t\tEmpty\nGun\tx\t3\ty\t\n", COLUMNS)
    assert found.rows == ({"name": "Gun", "we": "3"},)
    assert found.notes == (
        "Left out: 'Frob' and column 4, which has no name. "
        "The table has no such column: rename it as one here, and paste again.",
    )
    assert read_pasted("Name\tFrob\tWE\nGun\t\t3", COLUMNS).notes == ()


def test_one_column_named_twice_is_refused():
    assert "the columns 'WE' and 'Weight', expected each column once" in refused("Name\tWE\tWeight\nGun\t3\t4")


def test_rows_of_other_kinds_stay_out_of_a_table():
    text = "card\tname\twe\nweapon\tGun\t3\narmour\tLid\t1\narmour\tPot\t1\n\tSaw\t2"
    found = read_pasted(text, COLUMNS, "weapon")
    assert [row["name"] for row in found.rows] == ["Gun", "Saw"]
    assert found.notes == ("Left out: 2 rows of the kind armour. Paste them into the table of their kind.",)


def test_ragged_rows_are_filled_up_under_names_and_short_without():
    assert rows("Name\tRules\tWE\nGun\nSaw\tReliable\t2\t\t") == [
        {"name": "Gun", "rules": "", "we": ""},
        {"name": "Saw", "rules": "Reliable", "we": "2"},
    ]
    assert rows("Gun\tReliable\nSaw") == [{"name": "Gun", "rules": "Reliable"}, {"name": "Saw"}]


def test_cells_past_the_last_column_are_refused_so_that_none_is_lost():
    assert rows("-1\tWords\tgun\t\t", at="gives.we") == [{"gives.we": "-1", "text": "Words", "id": "gun"}]
    assert refused("1\tA\tb\n-1\tWords\tgun\tmore", at="gives.we") == (
        "row 2 of the pasted text: found 4 cells, expected at most 3 from the column Changes: we on: "
        "paste further left, or with names."
    )
    assert "row 3 of the pasted text: found 3 cells, expected at most 2" in refused("Name\tWE\nGun\t1\nSaw\t2\t3")


def test_empty_rows_are_left_out():
    assert rows("\n\t\t\nGun\t\n \t \n\nSaw\t\n\n") == [{"name": "Gun", "rules": ""}, {"name": "Saw", "rules": ""}]
    assert rows("") == [] == rows(" \n\t\n")


def test_a_cell_guarded_against_formulas_loses_its_guard():
    assert rows("'=Gun\t@home\t'-1\t'tis") == [{"name": "=Gun", "rules": "@home", "we": "-1", "gives.we": "'tis"}]


def test_a_thousand_rows_are_read_and_one_past_the_room_is_refused():
    text = "Name\tWE\n" + "".join(f"Gun {number}\t{number % 9}\n" for number in range(1000))
    found = rows(text, room=1000)
    assert len(found) == 1000
    assert found[999] == {"name": "Gun 999", "we": "0"}
    assert refused(text, room=999) == (
        "The pasted text: found 1,000 rows, expected at most 999 here: paste fewer at a time, or import them as a file."
    )


def test_a_pack_s_two_thousand_cards_fit_and_no_more():
    assert len(rows("Gun\n" * 2000)) == 2000
    assert "found 2,001 rows, expected at most 2,000" in refused("Gun\n" * 2001)


def test_a_text_of_a_million_letters_is_read_and_one_letter_more_is_refused():
    assert len(rows("x" * LONGEST)[0]["name"]) == 1_000_000
    assert "found 1,000,001 characters, expected at most 1,000,000: paste fewer rows" in refused("x" * (LONGEST + 1))


@pytest.mark.parametrize(("unknown", "said"), [(10, "'Frob 8' and 'Frob 9'. The"), (11, "'Frob 9' and 1 more. The")])
def test_ten_columns_that_are_left_out_are_named_and_the_others_counted(unknown, said):
    columns = tuple(Column(f"c{number}", f"C{number}", "text") for number in range(11))
    heads = [column.label for column in columns] + [f"Frob {number}" for number in range(unknown)]
    found = read_pasted("\t".join(heads) + "\n" + "\t".join("x" * len(heads)), columns)
    (note,) = found.notes
    assert said in note and note.count("Frob") == 10


@pytest.mark.parametrize(
    ("heads", "is_named"),
    [("Name\tWE", True), ("Name\tWE\tx\ty", True), ("Name\tWE\tx\ty\tz", False), ("Name\tx", False), ("WE", True)],
)
def test_a_first_row_of_which_two_and_half_are_names_names_columns(heads, is_named):
    assert len(rows(f"{heads}\n1")) == (1 if is_named else 2)


def test_a_cell_past_the_last_name_is_refused_with_its_row_and_how_many_cells_it_has():
    assert refused("Name\tWE\nGun\t1\nSaw\t2\t\tx") == (
        "row 3 of the pasted text: found 4 cells, expected at most 2, one for each name."
    )
    assert len(rows("Name\tWE\nGun\t1\nSaw\t2\t\t")) == 2


def test_rows_of_a_kind_are_kept_where_the_table_or_the_row_has_none():
    text = "card\tname\nweapon\tGun\n\tSaw"
    assert [row["name"] for row in rows(text)] == ["Gun", "Saw"] == [row["name"] for row in rows(text, kind="weapon")]
    found = read_pasted(text, COLUMNS, "armour")
    assert [row["name"] for row in found.rows] == ["Saw"]
    assert found.notes == ("Left out: 1 row of the kind weapon. Paste them into the table of their kind.",)
