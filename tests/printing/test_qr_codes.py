"""QR codes on sheets: read by a scanner from the drawn page, where a link is there and it is asked for."""

from itertools import product

import cv2
import numpy
import pytest
import segno

from companion.data.build_code import read_code
from companion.data.documents import to_document
from companion.gamekit.contract import PrintSource
from companion.games import GAMES
from companion.printing.faces.qr_codes import SIDE, qr_code
from companion.printing.pdf import pdf_bytes, preview
from companion.printing.sheets.jobs import Printout
from companion.printing.sheets.layout import print_job
from companion.printing.sheets.options import FOOT, QR_FOOT, PrintOptions
from companion.verbs.printed_builds import LONGEST_IN_QR, printed_build
from tests.pairs import few_first

LINK = "https://mechs.example.org/techniconica/builds/0123456789abcdefghijABCDEFGHIJKL.abcdefghij-_ABCDEFGHIJ"
DPI = 300
EACH = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def titled(game, letters):
    """Yield a build with longer and longer titles."""
    build = next(iter(game.examples.values()))
    return (build.model_copy(update={"title": letters[:count]}) for count in range(len(letters) + 1))


def qr_text_of(game, build):
    return printed_build(game, build, game.context_of(build)).qr_text


def job_of(game, link=LINK, build=None, **options):
    build = build or next(iter(game.examples.values()))
    source = PrintSource(game.context_of(build), build)
    carried = printed_build(game, build, source.context, link)
    return print_job(
        Printout(game.title, game.build_sheet.make(source), game.accent, build=carried), PrintOptions(**options)
    )


def scanned(data, page=1):
    """Return what a scanner reads in the corner where the foot ends: below, or above where it stands beside."""
    picture = cv2.imdecode(numpy.frombuffer(preview.page_png(data, page, DPI), numpy.uint8), cv2.IMREAD_COLOR)
    high, wide = picture.shape[:2]
    corners = (picture[high - 400 :, wide - 400 :], picture[:400, wide - 400 :])
    return "".join(cv2.QRCodeDetector().detectAndDecode(corner)[0] for corner in corners)


@pytest.mark.parametrize(("game", "paper"), few_first(2, list(product(GAMES, ["a4", "letter"]))))
def test_a_scanner_reads_the_link_off_the_sheet(game, paper):
    assert scanned(pdf_bytes(job_of(game, qr=True, paper=paper))) == LINK


def test_nothing_is_printed_where_it_is_not_asked_for():
    job = job_of(GAMES[0])
    assert scanned(pdf_bytes(job)) == "" and job.options.foot == FOOT and job.notes == ()


def test_without_a_link_it_is_the_build_code():
    for game in GAMES:
        read = scanned(pdf_bytes(job_of(game, link="", qr=True)))
        assert read_code(read).document == to_document(next(iter(game.examples.values())))


def test_the_longest_code_that_is_printed_is_read_off_the_sheet():
    game = GAMES[0]
    title = "".join(map(chr, range(192, 192 + 100)))
    build = next(build for build in titled(game, title) if 150 <= len(qr_text_of(game, build)) <= LONGEST_IN_QR)
    assert scanned(pdf_bytes(job_of(game, link="", build=build, qr=True))) == qr_text_of(game, build)


def test_a_code_that_is_too_long_is_left_out_with_a_note():
    game = GAMES[0]
    build = next(iter(game.examples.values())).model_copy(update={"title": "".join(map(chr, range(192, 312)))})
    job = job_of(game, link="", build=build, qr=True)
    assert scanned(pdf_bytes(job)) == "" and job.options.foot == FOOT
    (note,) = job.notes
    assert note.startswith("No QR code is printed: this build’s code is too long")


def test_it_is_as_large_as_a_phone_needs_and_in_the_foot():
    box = qr_code(LINK, 10, 2)
    across, down = ([move[axis] for move in box.moves if len(move) > 1] for axis in (1, 2))
    assert (min(across), max(across)) == pytest.approx((10, 10 + SIDE)) and SIDE >= 18
    assert (min(down), max(down)) == pytest.approx((2, 2 + SIDE)) and 2 + SIDE < QR_FOOT


def test_every_dark_square_is_drawn_and_no_other():
    rows = segno.make_qr(LINK, error="l").matrix
    size = SIDE / len(rows)
    drawn = numpy.zeros((len(rows), len(rows)), numpy.uint8)
    moves = qr_code(LINK, 0, 0).moves
    for (_, left, top), (_, right, _) in zip(moves[::5], moves[1::5], strict=True):
        drawn[round(top / size), round(left / size) : round(right / size)] = 1
    assert (drawn == numpy.array([list(row) for row in rows])).all()
