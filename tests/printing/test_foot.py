"""The strip along a sheet's edge: a line that would not stand at six points keeps its end, which names the sheet."""

import re

import pytest

from companion.printing.faces.boxes import POKER, Deck, Face, Piece
from companion.printing.sheets import foot
from companion.printing.sheets.layout import lay_out
from companion.printing.sheets.options import PrintOptions
from companion.printing.text.fitting import Words
from tests.printing import listing


@pytest.mark.parametrize("title", ["W" * 120, "A list", "Ж" * 120])
def test_the_line_never_goes_under_six_points(title):
    job = lay_out(title, [Deck("Cards", POKER, (Piece("a", "A", Face(())),))], PrintOptions(share=False))
    line = next(text for text in listing.list_job(job).splitlines() if "foot line" in text)
    assert line.endswith("· Cards · sheet 1 of 1")
    assert float(re.search(r"([\d.]+) pt", line)[1]) >= 6
    assert ("…" in line) == (len(title) > 20)


def test_a_deck_that_has_the_jobs_name_is_named_once():
    job = lay_out("Drones", [Deck("Drones", POKER, (Piece("a", "A", Face(())),))], PrintOptions())
    line = next(text for text in listing.list_job(job).splitlines() if "foot line" in text)
    assert line.endswith("Drones · sheet 1 of 1") and line.count("Drones") == 1


@pytest.mark.parametrize(
    ("room", "what"),
    [(30, []), (30.25, ["foot line"]), (99.75, ["foot line"]), (100, ["ruler", "foot line"])],
)
def test_the_name_has_a_place_above_thirty_millimetres_and_the_ruler_its_words_from_a_hundred(room, what):
    wide = 10 + 50 + 2 + room + 10  # the margins, the ruler and what parts them
    strip = foot.foot_strip((wide, 280), "below", "A list", PrintOptions(margin=10))
    assert [words.box.what for words in strip.boxes if isinstance(words, Words)] == what
