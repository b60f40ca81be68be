"""Paper is used: every page of a print set but the last of each part reaches over at least two thirds of what it has."""

import re

import pytest

from companion.gamekit.contract import PrintSource
from companion.games import GAMES
from companion.printing.faces.boxes import Area, Deck, Pages, Text
from companion.printing.sheets import reach, whole_pages
from companion.printing.sheets.layout import lay_out
from companion.printing.sheets.options import PrintOptions
from companion.printing.text import page_columns
from companion.printing.text.fitting import fit
from tests.pairs import PRINT_SETS, one_each, sets_on

LEAST = 2 / 3
SETS = sets_on(("a4", "letter"), but=("everything", "two-sets"))
REFERENCES = [game for game, print_set in PRINT_SETS if print_set.name == "reference"]


def whole(game, print_set, build, options):
    """Yield, for each page but the last of its part, its title and how far its ink reaches across and down."""
    for part in print_set.make(PrintSource(game.context(), build)):
        if isinstance(part, Pages):
            area = whole_pages.area(part, options)
            for boxes in part.make(area)[:-1]:
                ends = list(reach.points_around(fit(boxes, part.title)))
                yield part.title, max(x for x, _ in ends) / area.w, max(y for _, y in ends) / area.h


@pytest.mark.parametrize(("game", "print_set", "paper"), one_each(SETS))
def test_every_page_but_the_last_is_two_thirds_full(game, print_set, paper):
    options = PrintOptions(paper=paper)
    for build in game.examples.values() if print_set.needs_build else [None]:
        for title, across, down in whole(game, print_set, build, options):
            assert across >= LEAST and down >= LEAST, f"{title}: {across:.2f} across, {down:.2f} down"


@pytest.mark.long
@pytest.mark.parametrize(("game", "print_set", "paper"), SETS)
def test_every_sheet_of_pieces_but_the_last_is_two_thirds_full_or_has_no_room_for_another_row(game, print_set, paper):
    options = PrintOptions(paper=paper, backs="no", share=False)
    for build in game.examples.values() if print_set.needs_build else [None]:
        for deck in print_set.make(PrintSource(game.context(), build)):
            if isinstance(deck, Deck):
                for sheet in lay_out(game.title, (deck,), options).sheets[:-1]:
                    across = max(trim.x + trim.w for trim in sheet.trims) - min(trim.x for trim in sheet.trims)
                    down = max(trim.y + trim.h for trim in sheet.trims) - min(trim.y for trim in sheet.trims)
                    assert across >= LEAST * (sheet.w - 10) or across + deck.format.w > sheet.w - 10, deck.title
                    assert down >= LEAST * (sheet.h - 10) or down + deck.format.h > sheet.h - 18, deck.title


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_mechalytes_reference_is_one_page_of_large_letters(paper):
    (game,) = (game for game in GAMES if game.slug == "mechalyte")
    (part,) = game.print_set("reference").make(PrintSource(game.context()))
    (page,) = whole_pages.page_boxes(part, PrintOptions(paper=paper))
    assert min(box.size for box in page if isinstance(box, Text) and box.what == "reference") >= 8


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("game", REFERENCES, ids=lambda game: game.slug)
def test_no_reference_has_a_page_for_its_last_lines_alone(game, paper):
    """Where a little more than one page is needed, smaller letters that are still easy to read save the second."""
    (part,) = game.print_set("reference").make(PrintSource(game.context()))
    pages = part.make(whole_pages.area(part, PrintOptions(paper=paper)))
    texts = [sum(len(box.text) for box in page if isinstance(box, Text)) for page in pages]
    assert min(texts) >= max(texts) / 3, texts


@pytest.mark.parametrize(("lines", "numbers"), [(3, []), (400, ["side 1", "side 2"])])
def test_pages_are_numbered_where_there_are_several(lines, numbers):
    block = page_columns.paragraphs("Rules", "\n".join(["A rule."] * lines), 8, {})
    pages = page_columns.pages((block,), Area(200, 280), "A game")
    assert [box.text for page in pages for box in page if isinstance(box, Text) and box.what == "side"] == numbers


COUNTED = re.compile(r"\b(one|two|three|four) (?:sides?|pages?)\b|\bon a page\b", re.IGNORECASE)
NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4}
COUNTED_SETS = [one for one in PRINT_SETS if "reference" in one[1].name]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("game", "print_set"), COUNTED_SETS, ids=[f"{g.slug}-{one.name}" for g, one in COUNTED_SETS])
def test_a_reference_takes_as_many_sides_as_its_print_set_says(game, print_set, paper):
    """Two of one page were said to stand on two sides."""
    said = COUNTED.search(print_set.about)
    if said is None:
        return
    build = next(iter(game.examples.values())) if print_set.needs_build else None
    job = lay_out(game.title, print_set.make(PrintSource(game.context(), build)), PrintOptions(paper=paper))
    assert len([sheet for sheet in job.sheets if not sheet.blank]) == NUMBERS[(said[1] or "one").lower()]
