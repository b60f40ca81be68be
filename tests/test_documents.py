"""Documents: read, refused with the place named, written back."""

import json
import tomllib
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import Field

from companion.base.findings import InvalidInput
from companion.base.json_types import to_json
from companion.data.documents import LONGEST, Build, Record, parse, read_as, to_document, to_toml
from companion.data.input_errors import SLUG, place


class Part(Record):
    slot: Literal["arm", "leg"]
    dice: int = Field(1, ge=0, le=6)


class Mech(Build):
    game: Literal["test"] = "test"
    name: str = Field("x", min_length=1, max_length=5)
    weight: float = 1
    flag: bool = False
    slug: str = Field("x", pattern=SLUG)
    yes: str = Field("no", pattern="^(yes|no)$")
    odd: str = Field("x9", pattern="^x[0-9]$")
    part: tuple[Part, ...] = Field((), max_length=2)


def told(model, data):
    with pytest.raises(InvalidInput) as caught:
        read_as(model, data)
    return [str(m) for m in caught.value.input_errors]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            {"wieght": 1},
            "wieght: found an unknown key, expected one of game, title, notes, rulings, house_rules, pack, format, name, weight, flag, slug, yes, odd, "
            "part; perhaps weight.",
        ),
        ({"frob": 1}, "slug, yes, odd, part."),
        (
            {"part": [{"slot": "arm", "frob": 1}]},
            "part[0].frob: found an unknown key, expected only keys that this document has.",
        ),
        ({"name": 3}, "name: found 3, expected text."),
        ({"name": ""}, "name: found '', expected at least 1 character."),
        ({"name": "abcdef"}, "name: found 'abcdef', expected at most 5 characters."),
        ({"weight": "heavy"}, "weight: found 'heavy', expected a number."),
        (
            {"slug": "Rail Gun"},
            "slug: found 'Rail Gun', expected small letters, digits, and hyphens between them, as rail-gun-2.",
        ),
        ({"yes": "maybe"}, "yes: found 'maybe', expected one of yes, no."),
        ({"odd": "y"}, "odd: found 'y', expected text like ^x[0-9]$."),
        ({"flag": 7}, "flag: found 7, expected true or false."),
        ({"part": 3}, "part: found 3, expected a list."),
        ({"part": ["x"]}, "part[0]: found 'x', expected a table."),
        ({"part": [{"slot": "arm"}, {}]}, "part[1].slot: found nothing, expected a value for slot."),
        ({"part": [{"slot": "head"}]}, "part[0].slot: found 'head', expected arm or leg."),
        ({"part": [{"slot": "arm", "dice": 7}]}, "part[0].dice: found 7, expected at most 6."),
        ({"part": [{"slot": "arm", "dice": -1}]}, "part[0].dice: found -1, expected at least 0."),
        ({"part": [{"slot": "arm", "dice": 1.5}]}, "part[0].dice: found 1.5, expected a whole number."),
        ({"part": [{"slot": "arm", "dice": "two"}]}, "part[0].dice: found 'two', expected a whole number."),
        ({"part": [{"slot": "arm"}] * 3}, "expected at most 2 entries."),
        ({"rulings": {"a": 1.5}}, "rulings.a: found 1.5, expected text."),
        ({"game": "chess"}, "game: found 'chess', expected test."),
        ([], "found an empty list, expected a table."),
        (None, "found nothing, expected a table."),
    ],
)
def test_an_input_error_names_the_place_what_stood_there_and_what_was_expected(data, message):
    (said,) = told(Mech, data)
    assert said.endswith(message)


def test_where_no_key_is_expected_an_unknown_one_is_told_so():
    assert told(Record, {"frob": 1}) == ["frob: found an unknown key, expected no key here."]


def test_every_input_error_is_told_at_once():
    assert len(told(Mech, {"name": 3, "weight": "x", "frob": 1})) == 3


def test_thousands_of_unknown_keys_are_told_in_one_sentence_with_the_first_ten():
    keys = {f"k{number}": 1 for number in range(8000)}
    names = ", ".join(f"k{number}" for number in range(10))
    wanted = "expected one of game, title, notes, rulings, house_rules, pack, format, name, weight, flag, slug, yes, odd, part."
    assert told(Mech, keys) == [f"found 8,000 unknown keys ({names}, …), {wanted}"]
    inner = told(Mech, {"part": [{"slot": "arm", **keys}], "frob": 1})
    assert inner == [
        f"part[0]: found 8,000 unknown keys ({names}, …), expected only keys that this document has.",
        f"frob: found an unknown key, {wanted}",
    ]
    ten = told(Mech, dict(list(keys.items())[:10]))
    assert len(ten) == 10 and all("an unknown key" in said for said in ten)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"game" 1}', "mine.txt: found '1' at line 1, column 9, expected JSON: a colon after the name."),
        ('{"a": 1,\n "b" ', "found the end of the text at line 2, column 6, expected JSON: a colon after the name."),
        ('{"a": }', "found '}' at line 1, column 7, expected JSON: a value."),
        ("{a}", "found 'a' at line 1, column 2, expected JSON: a name in double quotes."),
        ('{"a": [1 2]}', "found '2' at line 1, column 10, expected JSON: a comma, or the end of the list or table."),
        ('{"a": "x', "expected JSON: quotes at the end of the text that begins there."),
        ('{"a": "x\ty"}', "at line 1, column 9, expected JSON: text without control characters."),
        (r'{"a": "\q"}', "expected JSON: another letter after the backslash."),
        ("{} x", "found 'x' at line 1, column 4, expected JSON: nothing after the end of the document."),
        ('{"a": ' + "9" * 5000 + "}", "mine.txt: found a number of too many digits, expected JSON."),
        ("a = " + "9" * 5000, "mine.txt: found a number of too many digits, expected TOML or JSON."),
        (
            "a b",
            "found text that is not TOML at line 1, column 3 (expected '=' after a key in a key/value pair), expected",
        ),
        ("[a.b]\n[a.b]", "found text that is not TOML at line 2, column 5 (cannot declare a.b twice), expected"),
    ],
)
def test_a_text_that_breaks_off_is_told_by_line_and_column_in_plain_words(text, said):
    with pytest.raises(InvalidInput) as caught:
        parse(text, "mine.txt")
    assert said in str(caught.value)


class Choice(Record):
    role: Literal["", "Battler", "opponent's turn"] = ""


def test_an_empty_choice_is_told_as_nothing():
    assert told(Choice, {"role": "x"}) == ["role: found 'x', expected Battler or opponent's turn, or nothing."]


def test_places_are_written_as_people_write_them():
    assert place(("mech", 0, "part", 2, "slot")) == "mech[0].part[2].slot"
    assert place(()) == ""
    assert place(("owned", "nope", "[key]")) == "owned.nope"
    assert place(("owned", "")) == "owned.''"
    assert place(("swaps", "Beam Rifle", "function-after[x(), str]")) == "swaps.Beam Rifle"
    assert place(("swaps", "a: b  c")) == "swaps.'a: b c'"


HOSTILE = {
    "empty": "",
    "blank": " \n\t",
    "long": "#" * (LONGEST + 1),
    "words": "hello there",
    "open string": 'a = "',
    "twice": "a = 1\na = 2",
    "deep list": "a = " + "[" * 50_000,
    "deep table": "a = " + "{b=" * 50_000,
    "deep key": ".".join("a" * 20_000) + " = 1",
    "huge number": "a = " + "9" * 10_000,
    "control": 'a = "\x00"',
    "bad date": "a = 2020-13-45",
    "json": "{",
    "json words": "{game}",
    "json deep": '{"a":' * 50_000,
    "json deep list": '{"a":' + "[" * 100_000,
    "json huge": '{"a":' + "9" * 10_000 + "}",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_not_a_document_is_a_sentence_with_the_files_name(name):
    with pytest.raises(InvalidInput) as caught:
        read_as(Mech, parse(HOSTILE[name], "mine.toml"))
    (input_error,) = caught.value.input_errors
    assert str(input_error).startswith(("mine.toml", "a"))
    assert len(str(input_error)) < 300


@pytest.mark.parametrize(
    "value",
    [
        "nan",
        "inf",
        "-inf",
        "2020-01-01",
        "2020-01-01T00:00:00Z",
        "07:32:00",
        "9" * 4000,
        "0x" + "f" * 6000,
        "1e400",
        "true",
        "[]",
        "{}",
    ],
)
@pytest.mark.parametrize("key", ["title", "game", "part", "rulings"])
def test_odd_values_are_refused_or_read_never_a_crash(key, value):
    data = parse(f"{key} = {value}", "mine.toml")
    if (key, value) in {("part", "[]"), ("rulings", "{}")}:
        assert read_as(Mech, data)
        return
    for message in told(Mech, data):
        assert message.startswith(key)
        assert len(message) < 300


@settings(max_examples=200)
@given(st.text(max_size=80))
def test_any_text_is_data_or_a_sentence(text):
    try:
        data = parse(text, "mine.toml")
    except InvalidInput as error:
        assert str(error).startswith("mine.toml: ")
    else:
        assert isinstance(data, dict)


def test_json_and_toml_say_the_same():
    mech = read_as(Mech, {"title": "A “title”", "part": [{"slot": "arm", "dice": 2}], "rulings": {"a": "b"}})
    data = to_document(mech)
    assert list(data)[:2] == ["game", "title"]
    assert parse(to_toml(data)) == parse(to_json(data)) == tomllib.loads(to_toml(data)) == json.loads(to_json(data))
    assert read_as(Mech, parse(to_toml(data))) == mech
    assert "weight" not in data, "what was left at its default is not written"


@pytest.mark.parametrize("text", ["a = " + "[" * 50_000, '{"a":' + "[" * 100_000, '{"a":' * 100_000])
def test_what_is_nested_too_deep_is_told_in_our_own_words(text):
    with pytest.raises(InvalidInput) as caught:
        parse(text, "x")
    assert (
        str(caught.value) == "x: found lists or tables nested too deep to read, expected a document a few levels deep."
    )


@pytest.mark.parametrize(
    ("text", "found"), [("[]", "an empty list"), (" [ ]\n", "an empty list"), ('[{"game": 1}]', "a list of 1 entry")]
)
def test_a_list_is_no_document(text, found):
    with pytest.raises(InvalidInput) as caught:
        parse(text, "document")
    assert str(caught.value) == f"document: found {found}, expected a table of fields."


def test_a_table_at_the_very_start_is_toml():
    assert parse("[owned]\na = 1") == {"owned": {"a": 1}}
    assert parse("[[pack]]\ntitle = 'x'") == {"pack": [{"title": "x"}]}


@pytest.mark.parametrize(("parts", "read"), [(30, True), (31, False)])
def test_a_name_has_at_most_30_parts(parts, read):
    text = f"{'.'.join('a' * parts)} = 1"
    if read:
        assert parse(text)
        return
    with pytest.raises(InvalidInput, match="more than 30 parts in line 1"):
        parse(text)


def nested(levels):
    """Return a table with lists in lists."""
    value: object = 1
    for _ in range(levels - 1):
        value = [value]
    return {"x": value}


@pytest.mark.parametrize("levels", [31, 200, 900])
@pytest.mark.parametrize("write", ['{{"x": {0}}}', "x = {0}"])
def test_a_document_nested_deeper_than_any_is_refused(levels, write):
    text = write.format("[" * (levels - 1) + "]" * (levels - 1))
    with pytest.raises(InvalidInput, match="^deep.json: found lists or tables nested too deep"):
        parse(text, "deep.json")


@pytest.mark.parametrize("write", [to_json, to_toml])
def test_a_document_at_the_deepest_is_read_and_written(write):
    assert parse(write(nested(30))) == nested(30)
