"""PDFs of cards: cut where their boxes say, bled as far as they say, and our own for print shops with their backs."""

import io
import subprocess
from dataclasses import replace

import pikepdf
import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from companion.base.findings import InvalidInput
from companion.printing.custom import picture_decks, picture_sources
from companion.printing.custom.picture_options import PictureOptions
from companion.printing.custom.picture_sources import NamedFile
from companion.printing.export import formats
from companion.printing.export.options import ExportJob, ExportOptions
from companion.printing.faces.boxes import POKER, Deck, Face, Piece, Rect, Text
from companion.printing.pdf import untrusted
from companion.printing.pdf.preview import face_png
from tests.pairs import few_first
from tests.printing.drawn import apart

PT = 72 / 25.4
POKER_BOX = (0, 0, 63 * PT, 88 * PT)


def marked(edge=20.0, bleed=3.0, turn=0, trim=True, bleed_box=True):
    """Return a page as a print shop has it: red inside the cut, blue in the bleed, black marks and white past that."""
    target = io.BytesIO()
    canvas = Canvas(target, pagesize=((63 + 2 * edge) * PT, (88 + 2 * edge) * PT))
    canvas.translate(edge * PT, edge * PT)
    canvas.setFillColor("black")
    canvas.rect(-edge * PT, 40 * PT, (63 + 2 * edge) * PT, 2 * PT, fill=1, stroke=0)
    canvas.setFillColor("blue")
    canvas.rect(-bleed * PT, -bleed * PT, (63 + 2 * bleed) * PT, (88 + 2 * bleed) * PT, fill=1, stroke=0)
    canvas.setFillColor("red")
    canvas.rect(0, 0, 63 * PT, 88 * PT, fill=1, stroke=0)
    canvas.showPage()
    canvas.save()
    with pikepdf.open(io.BytesIO(target.getvalue())) as document:
        (page,) = document.pages
        around = [edge * PT, edge * PT, (63 + edge) * PT, (88 + edge) * PT]
        if trim:
            page.TrimBox = around
        if bleed_box:
            page.BleedBox = [side + way * bleed * PT for side, way in zip(around, (-1, -1, 1, 1), strict=True)]
        if turn:
            page.Rotate = turn
        document.save(out := io.BytesIO())
    return out.getvalue()


def source(data, name="Hero.pdf"):
    return picture_sources.sort_pictures("d", [NamedFile(name, 0, lambda: io.BytesIO(data))])


def card(data, **options):
    ((piece,),) = [deck.pieces for deck in picture_decks.decks(source(data), POKER, PictureOptions(**options)).decks]
    return piece


def shown(face, past=0.0):
    """Return a face drawn with so many mm around its cut."""
    around = type(POKER)("p", 63 + 2 * past, 88 + 2 * past, 0)
    boxes = Face(tuple(_moved(box, past) for box in face.boxes))
    return Image.open(io.BytesIO(face_png(Piece("p", "P", boxes), boxes, around, "#000000", 72))).convert("RGB")


def _moved(box, past):
    return replace(box, x=box.x + past, y=box.y + past, trim=(63 + 2 * past, 88 + 2 * past), edge="none")


@pytest.mark.parametrize(("turn", "edge"), few_first(1, [(180, "mirror"), (0, "auto"), (0, "mirror"), (180, "auto")]))
def test_a_page_with_marks_is_cut_at_its_trim_box_and_bleeds_to_its_bleed_box(edge, turn):
    face = card(marked(turn=turn), edge=edge).face
    inside = shown(face)
    inside = inside.crop((2, 2, inside.width - 2, inside.height - 2))
    assert all(low >= 250 or high <= 5 for low, high in inside.getextrema()), "red to the cut, and nothing else"
    picture = shown(face, past=2.0)
    assert {picture.getpixel(at) for at in ((2, 2), (picture.width - 3, picture.height - 3))} == {(0, 0, 255)}
    (box,) = face.boxes
    assert (box.x, box.y, box.w, box.h) == pytest.approx((-3, -3, 69, 94), abs=0.06)


@pytest.mark.parametrize(("turn", "cut"), [(0, (63, 88)), (90, (88, 63))])
def test_the_size_of_a_page_is_that_of_its_cut_as_it_is_seen(turn, cut):
    count, wide, high, _ = untrusted._about_pages(marked(turn=turn), "a.pdf")
    assert (count, wide / PT, high / PT) == (1, *(pytest.approx(side, abs=0.05) for side in cut))


def test_a_page_that_lies_on_its_side_is_cut_and_bled_the_same():
    (box,) = card(marked(turn=90)).face.boxes
    assert (box.x, box.y, box.w, box.h) == pytest.approx((-3, -3, 69, 94), abs=0.06)


@pytest.mark.parametrize(("edge", "bleed"), [(3.0, 3.0), (20.0, 0.0)])
def test_without_a_bleed_box_a_narrow_edge_is_bleed_and_a_wide_one_has_marks(edge, bleed):
    (box,) = card(marked(edge=edge, bleed_box=False)).face.boxes
    assert (box.x, box.y, box.w, box.h) == pytest.approx((-bleed, -bleed, 63 + 2 * bleed, 88 + 2 * bleed), abs=0.06)


def test_a_page_without_boxes_is_what_a_viewer_shows():
    assert shown(card(marked(edge=3, trim=False, bleed_box=False), edge="none").face).getpixel((1, 1)) == (0, 0, 255)


def test_a_card_on_a_whole_sheet_of_paper_is_no_sheet_where_its_trim_box_says_so():
    assert not source(marked(edge=70)).notes
    (whole,) = source(marked(edge=70, trim=False, bleed_box=False)).sheets
    assert whole.path.endswith(".pdf")


COLOURS = ("#cc0000", "#00aa00", "#0000cc")


def faces(backs):
    """Return a deck of three cards, the second twice; its backs have letters."""
    back = [Face((Text(5, 40, 50, 8, f"Back {n}", 20),)) if backs else None for n in range(3)]
    fronts = [Face((Rect(0, 0, 63, 88, fill=f"{colour} ground", stroke=None),)) for colour in COLOURS]
    pieces = [Piece(f"c{n}", f"C {n}", fronts[n], 1 + (n == 1), back[n]) for n in range(3)]
    return Deck("Three", POKER, tuple(pieces))


@pytest.mark.parametrize(
    ("service", "backs"), few_first(1, [("drivethrucards", True), ("drivethrucards", False), ("", True), ("", False)])
)
def test_our_own_file_for_a_print_shop_comes_back_as_the_same_cards(service, backs):
    """Each page is a card and a copy; DriveThruCards wants backs first."""
    deck = faces(backs)
    job = ExportJob("Three", "#8b1e1e", ExportOptions(to="shop", service=service))
    (pdf,) = (out.data for out in formats.files((deck,), job) if out.name.endswith(".pdf"))
    found = picture_decks.decks(source(pdf, "three.pdf"), POKER)
    assert not found.notes
    ((*pieces,),) = [made.pieces for made in found.decks]
    wanted = [deck.pieces[n] for n in (0, 1, 1, 2)]
    assert len(pieces) == 4 and all((piece.back is not None) == backs for piece in pieces)
    for piece, before in zip(pieces, wanted, strict=True):
        assert apart(shown(piece.face), drawn(before, before.face), POKER) < 95, piece.name
        if backs:
            assert apart(shown(piece.back), drawn(before, before.back), POKER) < 40, piece.name
    assert found.with_bleed == len(found.decks[0].pieces) * (1 + backs)


def drawn(piece, face):
    return Image.open(io.BytesIO(face_png(piece, face, POKER, "#8b1e1e", 72))).convert("RGB")


def test_four_pages_of_others_are_four_cards():
    """Nothing in them says which are backs."""
    target = io.BytesIO()
    canvas = Canvas(target, pagesize=POKER_BOX[2:])
    for _ in range(4):
        canvas.rect(9, 9, 99, 99)
        canvas.showPage()
    canvas.save()
    (deck,) = picture_decks.decks(source(target.getvalue()), POKER).decks
    assert len(deck.pieces) == 4 and all(piece.back is None for piece in deck.pieces)


def test_a_file_that_a_busy_machine_was_too_slow_for_is_read_the_next_time(monkeypatch):
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm"><circle r="9"/></svg>'

    def run_slowly(*_, **__):
        raise subprocess.TimeoutExpired("python", 24)

    with monkeypatch.context() as patched:
        patched.setattr(untrusted.subprocess, "run", run_slowly)
        with pytest.raises(InvalidInput, match="takes too long"):
            untrusted.draw_svg(drawing, "slow.svg")
    assert untrusted.draw_svg(drawing, "slow.svg").startswith(b"\x89PNG")


def test_pages_that_follow_are_drawn_in_the_same_process(monkeypatch):
    pages = [Image.new("RGB", (252, 352), (40 * number, 0, 0)) for number in range(6)]
    data = io.BytesIO()
    pages[0].save(data, "PDF", save_all=True, append_images=pages[1:], resolution=100)
    run, started = subprocess.run, []
    monkeypatch.setattr(
        untrusted.subprocess, "run", lambda *args, **given: (started.append(args), run(*args, **given))[1]
    )
    file = NamedFile("six.pdf", len(data.getvalue()), lambda: io.BytesIO(data.getvalue()))
    drawn = [Image.open(io.BytesIO(page.read())) for page in picture_sources.as_pictures(file)]
    reds = [picture.getpixel((9, 9))[0] for picture in drawn]
    assert all(abs(red - 40 * number) <= 3 for number, red in enumerate(reds)) and len(reds) == 6
    assert len(started) < 6
