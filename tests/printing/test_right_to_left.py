"""Scripts that run from right to left are refused with their row, whatever letters a player's typeface has."""

import io

import pytest
from fontTools.ttLib import TTFont

from companion.printing.custom import custom_cards, custom_faces
from companion.printing.custom.layouts import reading
from companion.printing.export import picture_files
from companion.printing.faces.boxes import POKER
from companion.printing.text import fonts
from companion.printing.text.fonts import CannotPrint
from tests.pairs import few_first

HEBREW, ARABIC, SYRIAC = "דרקון", "تنين", "ܐܒܓ"
LAYOUT = 'extends = "classic"\ntypeface = "lore"\n[typefaces]\nlore = "lore.ttf"\n'


def typeface(letters):
    """Return a TrueType file that has these letters too."""
    font = TTFont(fonts.files()["Barlow-regular"])
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap |= {ord(letter): "A" for letter in letters}
    font.save(target := io.BytesIO())
    return target.getvalue()


def checked(title, letters, skip_bad=False):
    files = {"lore.ttf": typeface(letters)}
    stack = custom_cards.read_stack(f"title,text\n{title},Fights.\nDrone,Flies.\n", "cards.csv")
    decks = custom_faces.decks(stack, POKER, files.__getitem__, "no", reading.read_layout(LAYOUT, "my.layout.toml"))
    return picture_files.check_decks(decks, skip_bad)


@pytest.mark.parametrize(
    "title", few_first(1, [f"Golem {HEBREW}", HEBREW, ARABIC, SYRIAC, "a\N{RIGHT-TO-LEFT OVERRIDE}b"])
)
def test_a_row_is_refused_by_its_name_though_the_typeface_has_its_letters(title):
    with pytest.raises(CannotPrint) as refused:
        checked(title, title)
    (sentence,) = refused.value.sentences
    assert "title: " in sentence and "written from right to left, which cannot be printed yet" in sentence
    (deck,), notes = checked(title, title, skip_bad=True)
    assert [piece.name for piece in deck.pieces] == ["Drone"] and notes


@pytest.mark.parametrize("title", few_first(1, ["Dragon ٣", "Ωμέγα", "Ёж"]))
def test_other_letters_of_the_typeface_are_printed(title):
    """Arabic digits alone run from left to right."""
    (deck,), _ = checked(title, title)
    assert len(deck.pieces) == 2
