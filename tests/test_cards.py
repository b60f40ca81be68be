"""Card data: marks of origin, CSV and TOML, packs laid over; errors that name file, card and key."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.base.findings import InvalidInput
from companion.data.card_files import read_csv
from companion.data.cards import Card, load_catalogue, read_catalogue
from companion.data.documents import Record


class Body(Record):
    dice: int
    kind: str = "evasion"


class Part(Card):
    level: int = 1
    body: Body | None = None


class Tile(Card):
    copies: int = 1


KINDS = {"part": Part, "tile": Tile}
BASE = """
[[part]]
id = "arm"
name = "Arm"
level = 2
body = { dice = 3 }
[part.origin]
default = "printed"
level = "derived: from its place"
body = "house"
"body.dice" = "printed"

[[tile]]
id = "port"
name = "Port"
origin = "house: ours"
"""


def base():
    return read_catalogue([("base.toml", BASE)], KINDS)


def told(text, name="mine.toml"):
    with pytest.raises(InvalidInput) as caught:
        base().merge_text(text, name)
    return [str(m) for m in caught.value.input_errors]


def test_marks_are_read_for_fields_their_parts_and_the_rest():
    arm = base().get(Part, "arm")
    assert arm.mark("name").kind == "printed"
    assert (arm.mark("level").kind, arm.mark("level").note) == ("derived", "from its place")
    assert arm.mark("level").text == "derived: from its place"
    assert arm.mark("body").kind == "house"
    assert arm.mark("body.dice").kind == "printed"
    assert arm.mark("body.kind").kind == "house"
    assert base().get(Tile, "port").mark("copies").text == "house: ours"


def test_cards_are_found_by_kind():
    catalogue = base()
    assert [card.id for card in catalogue.all(Part)] == ["arm"]
    assert catalogue.find(Part, "port") is None
    with pytest.raises(KeyError):
        catalogue.get(Part, "port")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '[[part]]\nid = "leg"\nname = "Leg"\norigin = "guessed"',
            ["mine.toml: part leg: origin.default.kind", "'guessed'", "printed"],
        ),
        ('[[part]]\nid = "leg"\nname = "Leg"\n[part.origin]\nlevel = "own"', ["part leg", "default"]),
        ('[[part]]\nid = "leg"\nname = "Leg"\n[part.origin]\ndefault = "own"\nfrob = "own"', ["part leg", "'frob'"]),
        ('[[part]]\nid = "leg"\nname = "Leg"\norigin = 3', ["part leg: origin", "a table"]),
        ('[[part]]\nid = "Leg!"\nname = "Leg"', ["mine.toml: part Leg!: id"]),
        ("[[part]]\nlevel = 1", ["mine.toml: part 1: id", "a value for id", "a value for name"]),
        (
            '[[part]]\nid = "leg"\nname = "Leg"\nlevel = true',
            ["mine.toml: part leg: level", "true", "not true or false"],
        ),
        ('[[part]]\nid = "arm"\nbody = { dice = true }', ["mine.toml: part arm: body.dice", "not true or false"]),
        ('[[part]]\nid = 7\nname = "Leg"', ["mine.toml: part 7: id", "text"]),
        ('[[part]]\nid = "leg"\nname = "Leg"\nfrob = 1', ["mine.toml: part leg: frob", "unknown key"]),
        (
            '[[part]]\nid = "leg"\nname = "Leg"\nlevel = "high"',
            ["mine.toml: part leg: level", "'high'", "a whole number"],
        ),
        ('[[part]]\nid = "leg"\nname = "Leg"\nlevel = nan', ["mine.toml: part leg: level"]),
        ('[[part]]\nid = "leg"\nname = "Leg"\nlevel = 2020-01-01', ["mine.toml: part leg: level"]),
        ('[[part]]\nid = "arm"\nbody = { dice = "many" }', ["mine.toml: part arm: body.dice", "a whole number"]),
        ('[[weapon]]\nid = "x"', ["mine.toml", "'weapon'", "part, tile"]),
        ("part = 3", ["mine.toml: part", "[[part]]"]),
        ("part = [3]", ["mine.toml: part", "[[part]]"]),
        ('[part]\nid = "x"', ["mine.toml: part", "[[part]]"]),
        ("", ["mine.toml", "an empty file"]),
        ("part", ["mine.toml", "TOML"]),
        ('[[part]]\nid = "leg"\nname = "A"\n[[part]]\nid = "leg"\nname = "B"', ["mine.toml", "leg", "once"]),
    ],
)
def test_a_packs_errors_name_file_card_and_key(text, said):
    message = " ".join(told(text))
    for part in said:
        assert part in message
    assert len(message) < 400


def test_a_wrong_table_does_not_hide_what_else_is_wrong():
    both = '[[wing]]\nid = "w"\n[[part]]\nid = "leg"\nname = "Leg"\nlevel = "x"\n[[part]]\nid = "leg"\nname = "L"'
    message = " ".join(told(both))
    assert "'wing'" in message and "part 1 (leg): level" in message and "once" in message
    rows = "card,id,name,level\nwing,w,W,\npart,leg,Leg,high\n"
    assert len(told(rows, "box.csv")) == 2
    assert len(told('[[part]]\nid = "a"\nname = "A"\n[[part]]\nid = "a"\nname = "A"\nlevel = "x"')) == 2


def test_every_input_error_of_a_pack_is_told():
    assert len(told('[[part]]\nid = "a"\nname = "A"\nlevel = "x"\n[[part]]\nid = "b"\nname = "B"\nfrob = 1')) == 2


def test_a_pack_changes_what_it_names_and_marks_it_own():
    over = base().merge_text('[[part]]\nid = "arm"\nlevel = 4\nbody = { dice = 5 }', "mine.toml")
    arm = over.get(Part, "arm")
    assert (arm.name, arm.level, arm.body.dice) == ("Arm", 4, 5)
    assert arm.mark("name").kind == "printed"
    assert arm.mark("level").kind == arm.mark("body").kind == arm.mark("body.dice").kind == "custom"
    assert base().get(Part, "arm").level == 2


def test_packs_lie_one_over_the_other():
    once = base().merge_text('[[part]]\nid = "arm"\nlevel = 4', "one.toml")
    twice = once.merge_text('[[part]]\nid = "arm"\nname = "Limb"', "two.toml").get(Part, "arm")
    assert (twice.name, twice.level) == ("Limb", 4)
    assert twice.mark("name").kind == twice.mark("level").kind == "custom"
    assert twice.mark("id").kind == "printed"


def test_a_new_card_is_own_unless_it_says_otherwise():
    over = base().merge_text('[[part]]\nid = "leg"\nname = "Leg"', "mine.toml")
    assert over.get(Part, "leg").mark("level").kind == "custom"
    assert [card.id for card in over.all(Part)] == ["arm", "leg"]
    marked = base().merge_text('[[part]]\nid = "leg"\nname = "Leg"\norigin = "house"', "mine.toml")
    assert marked.get(Part, "leg").mark("level").kind == "house"


def test_a_card_of_another_kind_does_not_take_an_id():
    assert "port" in " ".join(told('[[part]]\nid = "port"\nname = "Not a port"'))


def test_csv_rows_are_cards_with_tables_by_dots():
    over = base().merge_text("id,name,level,body.dice\narm,,3,4\nleg,Leg,,\n", "part.csv")
    arm = over.get(Part, "arm")
    assert (arm.name, arm.level, arm.body.dice) == ("Arm", 3, 4)
    assert over.get(Part, "leg").level == 1


def test_rows_of_a_game_with_one_kind_of_card_need_not_name_it():
    rows = read_csv("id,name\nhand,Hand\n", "the text", {"part": Part})
    assert [(entry.kind, entry.id, entry.place) for entry in rows.all()] == [("part", "hand", "the text: row 2")]


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        (
            "id,name\nx,X\n",
            "weapon.csv",
            ["weapon.csv", "rows without the kind of their cards", "a column card with one of part, tile"],
        ),
        ("id,name,level\n\nleg,Leg,high\n", "part.csv", ["part.csv: row 3: level", "'high'"]),
        (
            "id,name,frob\nleg,Leg,1\n",
            "part.csv",
            ["part.csv: row 1: found a column 'frob', expected a column of a card: id, name, origin, picture, level,"],
        ),
        ("id,name\nleg,Leg,1\n", "part.csv", ["part.csv: row 2", "2 cells"]),
        ("id,name,body,body.dice\nleg,Leg,1,2\n", "part.csv", ["part.csv: row 1", "'body'"]),
        ("id,id,name\na,b,X\n", "part.csv", ["part.csv", "'id'", "once"]),
        ("id,,name\na,b,X\n", "part.csv", ["part.csv", "column"]),
        ('id,name\nleg,"' + "x" * 200_000 + '"\n', "part.csv", ["part.csv: row 2", "a cell that is too long"]),
        ("", "part.csv", ["part.csv", "an empty file"]),
        ("#" * 1_000_001, "part.csv", ["part.csv", "at most"]),
        ("id,name\nleg,Leg\nleg,Legs\n", "part.csv", ["part.csv", "leg", "once"]),
    ],
)
def test_csv_errors_name_file_row_and_column(text, name, said):
    message = " ".join(told(text, name))
    for part in said:
        assert part in message, message
    assert len(message) < 400


@settings(max_examples=200)
@given(st.text(alphabet="id,name.\n\"'\r ab\x00;=[]{}1", max_size=60), st.sampled_from(["part.csv", "mine.toml"]))
def test_any_pack_is_read_or_refused_in_a_sentence(text, name):
    try:
        base().merge_text(text, name)
    except InvalidInput as error:
        assert all(str(m).endswith(".") for m in error.input_errors)


def test_an_id_stands_once_in_all_files():
    with pytest.raises(InvalidInput, match="'arm', expected each id once"):
        read_catalogue([("a.toml", BASE), ("b.toml", BASE)], KINDS)


def test_a_folder_is_read_without_its_rulebook(tmp_path):
    (tmp_path / "base.toml").write_text(BASE, "utf-8")
    (tmp_path / "rulebook.toml").write_text("title = 'not cards'", "utf-8")
    (tmp_path / "tile.csv").write_text("id,name,origin\nwall,Wall,house\n", "utf-8")
    (tmp_path / "notes.txt").write_text("not cards either", "utf-8")
    assert set(load_catalogue(tmp_path, KINDS).cards) == {"arm", "port", "wall"}


class Letter(Card):
    unique = ("letter",)

    letter: str


def test_what_only_one_card_may_have_is_refused_for_another_and_kept_for_itself():
    base = read_catalogue(
        [("l.toml", '[[letter]]\nid = "a"\nname = "A"\nletter = "A"\norigin = "house"')], {"letter": Letter}
    )
    assert base.merge_text('[[letter]]\nid = "a"\nletter = "B"', "mine.toml").get(Letter, "a").letter == "B"
    with pytest.raises(InvalidInput, match="mine.toml: letter b: letter: found 'A', expected a letter that no other"):
        base.merge_text('[[letter]]\nid = "b"\nname = "B"\nletter = "A"', "mine.toml")
    new = '[[letter]]\nid = "{0}"\nname = "{0}"\nletter = "C"\n'
    with pytest.raises(InvalidInput, match="has it: to change that one, give its id") as caught:
        base.merge_text(new.format("c") + new.format("d"), "mine.toml")
    assert len(caught.value.input_errors) == 1


def test_a_new_card_has_its_id_from_its_name_in_a_file_too():
    over = base().merge_text('[[part]]\nname = "Long Leg"\n[[part]]\nname = "Arm"\nlevel = 9', "mine.toml")
    assert over.get(Part, "long-leg").level == 1
    assert over.get(Part, "arm").level == 9


def test_headers_may_be_written_in_any_case():
    over = base().merge_text("ID,Name,LEVEL,Body.Dice\narm,,3,4\n", "part.csv").get(Part, "arm")
    assert (over.level, over.body.dice) == (3, 4)
    both = base().merge_text("Card,Name,Level\npart,Leg,2\n", "box.csv")
    assert both.get(Part, "leg").level == 2


def test_an_id_that_stands_twice_is_told_with_both_rows():
    assert told("id,name\nleg,Leg\nfoot,Foot\nleg,Legs\n", "part.csv") == [
        "part.csv: row 4: id: found 'leg', expected each id once: part.csv: row 2 has it too; give one of them another."
    ]
    (said,) = told('[[part]]\nid = "leg"\nname = "A"\n[[part]]\nid = "leg"\nname = "B"')
    assert said.startswith("mine.toml: part 2 (leg): id: found 'leg', expected each id once: mine.toml: part 1 (leg)")


def test_a_mistyped_header_is_told_once_and_what_it_may_hold_is_not_missing():
    """The other rows' own errors are told beside it."""
    assert told("nmae,level\nLeg,1\nFoot,high\nToe,2\n", "part.csv") == [
        "part.csv: row 1: found a column 'nmae', expected a column of a card: id, name, origin, picture, level, "
        "body.dice, body.kind; perhaps name.",
        "part.csv: row 3: level: found 'high', expected a whole number.",
    ]


def test_a_column_nobody_fills_is_nobodys_trouble():
    assert base().merge_text("name,notes\nLeg,\n", "part.csv").get(Part, "leg").name == "Leg"


@pytest.mark.parametrize(("former", "word"), [("deduced: its place", "derived: its place"), ("own", "custom")])
def test_the_former_words_of_origins_are_read(former, word):
    text = BASE.replace("derived: from its place", former)
    assert read_catalogue([("base.toml", text)], KINDS).get(Part, "arm").mark("level").text == word
