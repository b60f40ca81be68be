"""Card files: rows and tables become entries; what a file itself does wrong is told at once."""

import pytest

from companion.base.findings import InvalidInput
from companion.data.card_files import id_from_name, read_rows, to_csv
from companion.data.csv_cells import read_cells
from companion.data.documents import Record


class Arm(Record):
    id: str
    name: str
    level: int = 1


KINDS = {"arm": Arm, "leg": Arm}


def entries(text, name="arm.csv", kind=""):
    return [(e.kind, e.record, e.place) for e in read_rows(text, name, KINDS, kind).all()]


def told(text, name="arm.csv", kind=""):
    with pytest.raises(InvalidInput) as caught:
        read_rows(text, name, KINDS, kind).all()
    return [str(m) for m in caught.value.input_errors]


def test_rows_are_of_the_kind_the_file_is_called():
    assert entries("id,name,level\na,A,2\n") == [("arm", {"id": "a", "name": "A", "level": 2}, "arm.csv: row 2")]


@pytest.mark.parametrize(
    "text", ["id;name\na;A\n", "id\tname\na\tA\n", "\ufeffid,name\r\na,A\r\n", "id,name,,\na,A,,\n"]
)
def test_a_sheet_saved_the_european_way_or_by_excel_reads_the_same(text):
    assert entries(text) == [("arm", {"id": "a", "name": "A"}, "arm.csv: row 2")]


def test_a_column_says_which_kind_each_row_is_of():
    found = entries("card,name\narm,Big arm\nleg,Big leg\n", "box.csv")
    assert [(kind, record["id"]) for kind, record, _ in found] == [("arm", "big-arm"), ("leg", "big-leg")]


def test_the_kind_chosen_beside_the_file_is_taken():
    assert entries("name\nA\n", "box.csv", "leg") == [("leg", {"id": "a", "name": "A"}, "box.csv: row 2")]


def test_everything_wrong_with_the_rows_is_told_at_once():
    text = "card,name\nwing,W\narm,A,B,C\n,N\n"
    assert told(text, "box.csv") == [
        "box.csv: row 2: card: found 'wing', expected one of arm, leg.",
        "box.csv: row 4: card: found nothing, expected one of arm, leg.",
        "box.csv: row 3: found 4 cells, expected at most 2 cells, one per column.",
    ]


def test_a_name_makes_an_id():
    assert id_from_name("Rail Gun Mk. II") == "rail-gun-mk-ii"
    assert id_from_name("Über-Käfer") == "uber-kafer"
    assert id_from_name("機甲") == ""


def test_a_packs_heads_are_no_cards():
    text = 'game = "x"\nkind = "pack"\ntitle = "Box"\nkey = "k"\n[[arm]]\nid = "a"\nname = "A"\n'
    assert entries(text, "box.toml") == [("arm", {"id": "a", "name": "A"}, "box.toml: arm a")]


def test_what_is_written_as_csv_reads_the_same():
    records = [("arm", {"id": "a", "name": '=A, the "first"', "level": 2}), ("leg", {"id": "b", "name": "B"})]
    found = entries(to_csv(records, KINDS), "box.csv")
    assert [(kind, record) for kind, record, _ in found] == [
        ("arm", {"id": "a", "name": '=A, the "first"', "level": 2}),
        ("leg", {"id": "b", "name": "B"}),
    ]


def test_a_table_may_be_four_hundred_columns_wide():
    assert "at most 400" not in " ".join(told(",".join(f"h{n}" for n in range(400)) + "\nx"))
    assert entries("id,name\na,A" + "," * 398)[0][1] == {"id": "a", "name": "A"}


@pytest.mark.parametrize("text", [",".join(f"h{n}" for n in range(401)), "id\n" + "," * 400, "x," * 20_000])
def test_a_wider_table_is_refused_before_anything_looks_at_it(text):
    (said,) = told(text)
    assert said.endswith("columns, expected at most 400.")


@pytest.mark.parametrize("parts", [30, 31, 400, 60_000])
def test_a_column_of_many_parts_is_one_that_no_card_has(parts):
    head = ".".join(["a"] * parts)
    assert "expected a column of a card" in " ".join(told(f"id,name,{head}\na,A,1\n"))
    assert "expected a column of a card" in " ".join(told(f"{head}\n1\n"))


def test_cells_are_between_what_the_first_row_has_most_of():
    assert read_cells("name;text;a,b\nx;1, 2;3\n", "f.csv") == (["name", "text", "a,b"], [["x", "1, 2", "3"]])


def test_marks_inside_quotes_are_not_between_cells():
    assert read_cells('name,"a;b;c"\nx,1\n', "f.csv") == (["name", "a;b;c"], [["x", "1"]])
    assert read_cells('name;"a, ""b"", c\nd, e"\nx;1\n', "f.csv") == (["name", 'a, "b", c\nd, e'], [["x", "1"]])


def test_only_the_first_row_says_what_is_between_cells_however_lines_end():
    assert read_cells("name;text\rx;1, 2, 3\ry;4, 5\r", "f.csv") == (
        ["name", "text"],
        [["x", "1, 2, 3"], ["y", "4, 5"]],
    )


def test_empty_cells_and_columns_at_the_end_do_not_count():
    assert read_cells("\ufeffname, power ,,\nx,2,,,,\n", "f.csv") == (["name", "power"], [["x", "2"]])


def test_the_guard_of_a_cell_against_spreadsheets_is_no_part_of_it():
    assert read_cells("name,text\nx,'=1+1\n", "f.csv")[1] == [["x", "=1+1"]]


def test_a_text_longer_than_a_reader_takes_is_refused():
    with pytest.raises(InvalidInput, match="11 characters, expected at most 10"):
        read_cells("name\n123456", "f.csv", 10)
    assert read_cells("name\n12345", "f.csv", 10)[1] == [["12345"]]
