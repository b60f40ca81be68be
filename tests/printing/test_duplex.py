"""In a duplex file the back of each front comes right after it, or a blank side; and the file says how paper is turned."""

import io

import pikepdf
import pytest

from companion.gamekit.contract import PrintSource
from companion.printing.calibration import test_page as the_test_page
from companion.printing.faces.boxes import POKER, Deck, Face, Pages, Piece, Rect, Text
from companion.printing.pdf import pdf_bytes
from companion.printing.sheets import papers
from companion.printing.sheets.fitted_faces import FittedFaces
from companion.printing.sheets.jobs import Printout
from companion.printing.sheets.layout import plan_job
from companion.printing.sheets.options import PrintOptions
from tests.pairs import paired, sets_on
from tests.printing.test_titles import PRESENT

FLIPS = ("long", "short", "fold", "no")
PAPERS = tuple(paper.name for paper in papers.PAPERS)
NAMED = {"long": "/DuplexFlipLongEdge", "short": "/DuplexFlipShortEdge", "no": "/Simplex"}


def leaves_the_printer(sheets, duplex):
    """Feed a file's sides to a printer: a sheet of paper takes one side, or two where it turns them over."""
    each = 1 if duplex == "no" else 2
    return [sheets[start : start + each] for start in range(0, len(sheets), each)]


def check(job):
    """Hold a job to the law, whatever is in it."""
    sheets = list(job.sheets)
    stack = leaves_the_printer(sheets, job.duplex)
    assert len(stack) == job.papers, "the count told is not what leaves the printer"
    for front, *behind in stack:
        assert front.side == "front" and not front.blank
        if job.duplex == "no":
            continue
        assert [back.side for back in behind] == ["back"], "a sheet without a second side"
        assert (behind[0].number, behind[0].w, behind[0].h) == (front.number, front.w, front.h)
        assert behind[0].blank or [trim.piece for trim in behind[0].trims] == [
            trim.piece for trim in front.trims if trim.piece.back
        ]
    if job.duplex == "no":
        assert not any(sheet.blank or sheet.side == "back" for sheet in sheets)
    else:
        assert job.duplex == job.options.backs and any(sheet.side == "back" and not sheet.blank for sheet in sheets)


@pytest.mark.long
@pytest.mark.parametrize(("game", "print_set", "on"), sets_on(PAPERS))
def test_every_duplex_file_of_every_game_is_even(game, print_set, on):
    build = game.read({"game": game.slug, **PRESENT[game.slug]}) if print_set.needs_build else None
    parts = print_set.make(PrintSource(game.context_of(build), build))
    faces = FittedFaces()
    for flip, share in paired(FLIPS, (True, False)):
        options = PrintOptions(paper=on, backs=flip, share=share)
        check(plan_job(Printout(game.title, parts, game.accent), options, faces=faces))


BACKED = Deck("Cards", POKER, (Piece("a", "A", Face((Rect(9, 9, 5, 5),)), 1, Face((Rect(9, 9, 7, 7),))),))
BARE = Deck("Chips", POKER, (Piece("b", "B", Face((Rect(9, 9, 5, 5),)), 1),))
REFERENCE = Pages("Reference", lambda area: ((Text(0, 0, 90, 9, "one", what="page"),), (Rect(0, 0, 9, 9),)))


def read_back(job):
    with pikepdf.open(io.BytesIO(pdf_bytes(job))) as pdf:
        inked = [
            "BT" in str(page.Contents.read_bytes()) or "re" in str(page.Contents.read_bytes()) for page in pdf.pages
        ]
        return str(pdf.Root.ViewerPreferences.Duplex), inked


@pytest.mark.parametrize("flip", ["long", "short"])
def test_a_blank_is_behind_every_sheet_without_a_back(flip):
    job = plan_job(Printout("Test", [BACKED, BARE, REFERENCE]), PrintOptions(backs=flip, share=False))
    assert job.papers == 4
    assert read_back(job) == (NAMED[flip], [True, True, True, False, True, False, True, False])


@pytest.mark.parametrize("flip", ["fold", "no"])
def test_a_job_that_does_not_flip_has_no_blanks(flip):
    job = plan_job(Printout("Test", [BACKED, BARE, REFERENCE]), PrintOptions(backs=flip, share=False))
    assert read_back(job) == ("/Simplex", [True] * 4)


def test_nothing_with_a_back_is_printed_on_one_side():
    job = plan_job(Printout("Test", [BARE, REFERENCE]), PrintOptions(backs="long", share=False))
    assert (job.papers, job.duplex) == (3, "no")
    assert read_back(job) == ("/Simplex", [True] * 3)


def test_chosen_sheets_keep_their_backs_or_blanks():
    options = PrintOptions(share=False, pages="1, 4")
    job = plan_job(Printout("Test", [BACKED, BARE, REFERENCE]), options)
    assert [sheet.display_name for sheet in job.sheets] == ["sheet 1", "sheet 1, back", "sheet 4", "sheet 4, back"]
    assert job.papers == 2 and job.sheets[3].blank
    alone = plan_job(Printout("Test", [BACKED, BARE, REFERENCE]), options.model_copy(update={"pages": "2-3"}))
    assert (alone.duplex, alone.papers, len(alone.sheets)) == ("no", 2, 2)


@pytest.mark.parametrize("flip", ["long", "short"])
def test_the_test_page_is_turned_over_the_edge_it_measures(flip):
    assert read_back(the_test_page(papers.find_paper("a4"), flip))[0] == NAMED[flip]
