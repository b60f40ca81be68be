"""Laws of the reference sheets of all games: as many sides as the print set says, and nothing to look up is small."""

import re

import pytest

from companion.gamekit.contract import PrintSource
from companion.games import GAMES
from companion.printing.faces.boxes import Area
from companion.printing.sheets.jobs import Printout
from companion.printing.sheets.layout import print_job
from companion.printing.sheets.options import PrintOptions
from companion.printing.text import page_columns, reference
from companion.printing.text.fitting import Turned, Words
from tests.pairs import PRINT_SETS

EACH = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
REFERENCES = [game for game, print_set in PRINT_SETS if print_set.name == "reference"]
SIDES = {"one side": 1, "two sides": 2}
READABLE = 8
"""The smallest type of what is looked up in play, in points."""
AROUND = {"head", "side", "foot line", "ruler"}
"""Texts around what is looked up: the line at the top, the strip at the foot."""


def printed(game, **options):
    parts = game.print_set("reference").make(PrintSource(game.context()))
    return list(print_job(Printout(game.title, parts, game.accent), PrintOptions(**options)).sheets)


def texts(boxes, scale=1.0):
    """Return each text with its size on paper; a card that is drawn smaller is a picture."""
    for box in boxes:
        if isinstance(box, Turned) and box.scale * scale > 0.95:
            yield from texts(box.boxes, scale * box.scale)
        elif isinstance(box, Words):
            yield box.box.what, box.box.text, box.size * scale


@pytest.mark.parametrize("game", REFERENCES, ids=lambda game: game.slug)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_reference_has_the_sides_that_it_says_in_letters_to_read_at_the_table(game, paper):
    (said,) = re.findall(r"one side|two sides", game.print_set("reference").about)
    sheets = printed(game, paper=paper)
    assert len(sheets) == SIDES[said]
    found = [each for sheet in sheets for each in texts(sheet.boxes) if each[0] not in AROUND]
    assert [each for each in found if each[2] < READABLE] == []
    assert {section.title for section in game.rulebook.section if section.turn} <= {text for _, text, _ in found}


@EACH
def test_no_other_print_set_says_sides_that_it_does_not_have(game):
    others = [one for one in game.print_sets if one.name != "reference"]
    assert not [one.name for one in others if re.search(r"\bone side\b|\btwo sides\b", one.about)]


def test_what_fits_on_no_number_of_sides_goes_on_at_eight_points():
    """A pack may bring more than two sides hold: then there are more sides, and not smaller letters."""
    (game,) = [one for one in GAMES if one.slug == "mechalyte"]
    lines = "\n".join(f"Line {n} of a very long list of rules of somebody's own." for n in range(2000))
    make = reference.fitted(
        "Long", game.rulebook, lambda size: (page_columns.paragraphs("Rules", lines, size, {}),), sides=2
    )
    pages = make(Area(190, 270))
    assert len(pages) > 2
    assert {box.size for page in pages for box in page if getattr(box, "what", "") == "reference"} == {READABLE}
