"""Build codes: what goes in comes out, whatever a chat or a mail program does to it; damage is told, never read."""

import random
import re
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.base import paths
from companion.base.findings import InvalidInput
from companion.data import build_code
from companion.data.build_code import find_codes, lines_check, newest_dictionary, read_code, write_code
from companion.data.documents import to_document
from companion.games import GAMES

TEXT = st.text(st.characters(codec="utf-8"), max_size=40)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)
DOCUMENTS = st.dictionaries(TEXT, JSON, max_size=6)
NUMBERS = st.sampled_from([0, *(newest_dictionary(game.package) for game in GAMES)])
SHORT = {"game": "mechalyte", "spec": "MIPASA"}


def only(text):
    (found,) = find_codes(text)
    return found


@given(DOCUMENTS, TEXT, NUMBERS)
def test_what_goes_in_comes_out(document, lines, number):
    code = write_code(document, lines, number)
    assert re.fullmatch(r"[0-9A-Za-z]+", code)
    found = only(code)
    assert (found.code, found.start, found.end) == (code, 0, len(code))
    assert read_code(code).document == document and read_code(code).is_of(lines)


@given(st.integers(0, 2**32), st.integers(10, 40), st.sampled_from(["\n", "\r\n", "\n> ", "\n>> ", "=\r\n", " \n\t"]))
def test_a_code_is_put_together_from_broken_and_quoted_lines(seed, width, between):
    source = random.Random(seed)
    code = write_code({"title": "".join(source.choices("abcXYZ 123", k=200))}, "Lines", 0)
    broken = between.join(code[at : at + width] for at in range(0, len(code), width))
    assert only(f"Ann: see this\n{broken}\nCredit: a game").code == code
    assert only(f"`{broken}` and so on").code == code


def test_one_that_was_cut_says_how_much_is_there():
    code = write_code(SHORT, "", 0)
    for length in range(len("mech1") + 9, len(code)):
        with pytest.raises(InvalidInput, match=r"copy the text again"):
            read_code(only(code[:length]).code)
    with pytest.raises(InvalidInput, match=rf"found {len(code) - 9 - 1} of {len(code) - 9} characters"):
        read_code(code[:-1])


def test_each_mistyped_character_is_noticed():
    code = write_code(SHORT, "", newest_dictionary("mechalyte"))
    for at in range(len("mech1"), len(code)):
        for other in {"0", "z", code[at].swapcase()} - {code[at]}:
            with pytest.raises(InvalidInput):
                read_code(f"{code[:at]}{other}{code[at + 1 :]}")
            assert all(one.code != code for one in find_codes(f"{code[:at]}{other}{code[at + 1 :]}"))


def test_one_of_a_newer_release_says_so():
    code = write_code(SHORT, "", 0)
    data = build_code._read_blocks(code[9:])
    newer = (999).to_bytes(2, "big") + data[2:-4]
    newer += zlib.crc32(newer).to_bytes(4, "big")
    with pytest.raises(InvalidInput, match="newer release"):
        read_code(code[:9] + "".join(build_code._write_blocks(newer)))


def test_a_document_that_grows_without_end_is_refused():
    code = write_code({"title": "a" * 5_000_000}, "", 0)
    assert len(code) < 20_000
    with pytest.raises(InvalidInput):
        read_code(code)


@pytest.mark.parametrize(
    "same",
    [
        "MechaStellar force: Raiders\n  2 × Hawk",
        "> MechaStellar force: Raiders\n>   2 × Hawk",
        "**MechaStellar force: Raiders**\n- 2 × Hawk",
        "mechastellar force: raiders | 2 × hawk",
        "MechaStellar force: “Raiders” · 2 × Hawk",
    ],
)
def test_spaces_bullets_quotation_and_case_are_no_edit(same):
    assert lines_check(same) == lines_check("MechaStellar force: Raiders\n  2 × Hawk")


@pytest.mark.parametrize(
    "edited", ["MechaStellar force: Raiders\n  3 × Hawk", "MechaStellar force: Raider\n  2 × Hawk", ""]
)
def test_another_number_or_letter_is_an_edit(edited):
    assert lines_check(edited) != lines_check("MechaStellar force: Raiders\n  2 × Hawk")


def test_two_codes_in_a_text_are_two():
    codes = [write_code({"title": title}, "", 0) for title in ("One", "Two")]
    assert [one.code for one in find_codes(f"{codes[0]}\n{codes[1]}")] == codes


@pytest.mark.parametrize("name", ["mech1000", "Mech1A", "mech1ZZZZ", "mech1abcd efgh", "Mech1000L00", "mech1 mech1a"])
def test_a_name_like_the_first_words_of_a_code_hides_none(name):
    code = write_code(SHORT, "", 0)
    assert [one.code for one in find_codes(f"{name}\n{code}\n{name}")] == [code]
    assert not find_codes(f"MechaStellar list: {name}\n2 Hawk")


@pytest.mark.parametrize("text", ["", "a mech1 of mine", "mechs", "xmech10000", "mech1", "mech1!"])
def test_words_are_not_taken_for_codes(text):
    for found in find_codes(text):
        with pytest.raises(InvalidInput):
            read_code(found.code)


def test_every_dictionary_has_a_number_of_its_own_and_never_changes():
    files = sorted(paths.CARD_DATA.glob("*/code_words_*.txt"), key=lambda path: path.name)
    numbers = [int(path.stem.rpartition("_")[2]) for path in files]
    assert numbers == list(range(1, len(files) + 1))
    assert [zlib.crc32(path.read_bytes()) for path in files] == [
        2702453604,
        2584462844,
        2096534234,
        3728479247,
        3626956223,
    ]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_codes_of_examples_are_short(game):
    number = newest_dictionary(game.package)
    for build in game.examples.values():
        assert len(write_code(to_document(build), "", number)) <= 200
