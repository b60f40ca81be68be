"""Numbers in everything that is drawn: PDF knows none with an exponent, and each reader makes something else of it."""

import io
import re

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.gamekit.contract import PrintSource
from companion.games import GAMES
from companion.printing import calibration
from companion.printing.custom import custom_cards, custom_faces
from companion.printing.export import formats
from companion.printing.export.options import ExportJob, ExportOptions
from companion.printing.faces.boxes import POKER, Circle, Deck, Face, Group, Line, Piece, Rect, polygon
from companion.printing.faces.inks import InkMode
from companion.printing.pdf import face_pdf, operators, pdf_bytes
from companion.printing.sheets import papers
from companion.printing.sheets.layout import lay_out
from companion.printing.sheets.options import PrintOptions
from companion.printing.sheets.printers import Printer, Readings
from tests.pairs import few_first, one_each, sets_on

_STRING = re.compile(rb"\((?:\\.|[^\\()])*\)", re.DOTALL)
_EXPONENT = re.compile(rb"(?<![^\s\[\]])[-+]?(?:\d+\.?\d*|\.\d+)[eE][-+]?\d+(?![^\s\[\]])")
TINY = [0.1 + 0.2 - 0.3, 1 - 0.9 - 0.1, 3e-5, -4.9e-4, 1e-7, 0.0, -0.0, 1234567.8, 87654321.0, 1 / 3]


def numbers_with_exponents(pdf):
    """Return what looks like a number with an exponent in the pages, forms and symbols of a PDF, outside its strings."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        streams = [page.Contents.read_bytes() for page in document.pages if "/Contents" in page]
        forms = (each for each in document.objects if isinstance(each, pikepdf.Stream))
        streams += [form.read_bytes() for form in forms if form.get("/Subtype") == "/Form"]
        assert streams and document.check_pdf_syntax() == []
    return [found for stream in streams for found in _EXPONENT.findall(_STRING.sub(b"()", stream))]


def test_the_law_sees_an_exponent_and_no_words():
    written = b"0 0 0 1.11e-16 k [1e-5 3] 0 d BT (1e5 \\) 2e3) Tj ET /face1e5 Do 12 Tf"
    assert _EXPONENT.findall(_STRING.sub(b"()", written)) == [b"1.11e-16", b"1e-5"]


@given(st.floats(-1e12, 1e12) | st.sampled_from(TINY), st.sampled_from([3, 4, 7]))
def test_a_number_has_no_exponent_and_is_as_near_as_its_places(value, places):
    written = operators.number(value, places)
    assert re.fullmatch(r"-?\d+(\.\d*[1-9])?", written) and written != "-0"
    assert float(written) == pytest.approx(value, abs=0.51 / 10**places, rel=1e-12)


@pytest.mark.parametrize("ink", InkMode.__args__)
def test_no_shape_however_small_or_turned_writes_an_exponent(ink):
    shapes = [
        box
        for n in TINY[:7]
        for box in (
            Rect(n, n, 5 + n, 5, radius=n and abs(n), fill="accent", width=abs(n) or 1, dash=(abs(n), 1)),
            Circle(5, n, abs(n) + 1e-6),
            Line(n, n, 9, n, width=abs(n) or 1),
            Group((polygon((0, 0), (n, 1), (1, n)),), 9, 9, 90 + n, abs(n) + 1e-5),
        )
    ]
    face = Face(tuple(shapes))
    assert numbers_with_exponents(face_pdf(Piece("p", "P", face), face, POKER, "#010203", ink)) == []


SETS = one_each(sets_on(("a4", "letter")))


@pytest.mark.parametrize(("game", "print_set", "on"), SETS)
def test_no_print_set_writes_a_number_with_an_exponent(game, print_set, on):
    """Boxes to fold and the rules booklet are print sets too."""
    ink = ("full", "saver", "grey")[len(print_set.name) % 3]
    for build in list(game.examples.values())[:1] if print_set.needs_build else [None]:
        parts = print_set.make(PrintSource(game.context(), build))
        job = lay_out(game.title, parts, PrintOptions(paper=on, ink=ink, corners=2), game.accent)
        assert numbers_with_exponents(pdf_bytes(job)) == []


@pytest.mark.parametrize("service", few_first(1, ["drivethrucards", ""]))
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_no_export_writes_a_number_with_an_exponent(game, service):
    sets = [one for one in game.print_sets if not one.needs_build and not one.extra]
    decks = [part for one in sets for part in one.make(PrintSource(game.context())) if isinstance(part, Deck)]
    for ink in ("full", "grey"):
        job = ExportJob(game.title, game.accent, ExportOptions(to="shop", service=service, ink=ink))
        pdfs = [out.data for out in formats.files(decks, job) if out.name.endswith(".pdf")]
        assert pdfs and [found for pdf in pdfs for found in numbers_with_exponents(pdf)] == []


def test_no_custom_card_and_no_test_page_writes_a_number_with_an_exponent():
    stack = custom_cards.read_stack("title,attack,text\nRail 1e5,3e5,Roll 1e-16 dice\nDrone,1,\n", "mine.csv")
    decks = custom_faces.decks(stack, papers.find_format("poker"))
    found = [pdf_bytes(lay_out("Mine", decks, PrintOptions()))]
    page = calibration.test_page(papers.find_paper("a4"))
    skewed = Printer("Skewed", Readings(across=149.99999, along=200.00001, left=5.0000001, back_right=1))
    found += [pdf_bytes(page), pdf_bytes(calibration.for_printer(page, skewed))]
    found.append(pdf_bytes(lay_out("Mine", decks, PrintOptions(), "#010101")))
    assert [number for pdf in found for number in numbers_with_exponents(pdf)] == []
