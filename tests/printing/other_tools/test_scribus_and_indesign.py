"""PDFs as Scribus, InDesign and QuarkXPress write them for a print shop: boxes, bleed, marks, spot colours, inks, pages turned."""

import io

import pikepdf
import pytest
from PIL import Image
from reportlab.lib.colors import CMYKColor, CMYKColorSep
from reportlab.pdfgen.canvas import Canvas

from companion.base.findings import InvalidInput
from companion.printing.custom import picture_decks, picture_sources
from companion.printing.custom.picture_sources import NamedFile
from companion.printing.faces.boxes import POKER

PT = 72 / 25.4


def exported(colours, slug=0.0, bleed=3.0, boxes=("TrimBox", "BleedBox"), rotate=0, **saving):
    """Return a PDF with a card a page: the slug outside, the bleed within it, boxes as they were asked for."""
    target = io.BytesIO()
    out = slug + bleed
    size = ((63 + 2 * out) * PT, (88 + 2 * out) * PT)
    canvas = Canvas(target, pagesize=size, invariant=1)
    for colour in colours:
        canvas.setFillColor(CMYKColor(1, 0, 0, 0))
        canvas.rect(slug * PT, slug * PT, (63 + 2 * bleed) * PT, (88 + 2 * bleed) * PT, fill=1, stroke=0)
        canvas.setFillColor(colour)
        canvas.rect(out * PT, out * PT, 63 * PT, 88 * PT, fill=1, stroke=0)
        canvas.showPage()
    canvas.save()
    with pikepdf.open(io.BytesIO(target.getvalue())) as document:
        for page in document.pages:
            around = {"TrimBox": out, "BleedBox": slug, "ArtBox": out}
            for name in boxes:
                edge = around[name] * PT
                page[f"/{name}"] = [edge, edge, size[0] - edge, size[1] - edge]
            if rotate:
                page.Rotate = rotate
        target = io.BytesIO()
        document.save(target, **saving)
    return target.getvalue()


def deck_of(data, name="Deck.pdf"):
    source = picture_sources.sort_pictures("d", [NamedFile(name, len(data), lambda: io.BytesIO(data))])
    return picture_decks.decks(source, POKER)


def picture_of(piece, side="face"):
    return Image.open(io.BytesIO(getattr(piece, side).boxes[0].file.read())).convert("RGB")


def middle(picture):
    return picture.getpixel((picture.width // 2, picture.height // 2))


SPOT = CMYKColorSep(0, 0.9, 0.8, 0, spotName="PANTONE 485 C", density=1)
RED = CMYKColor(0, 0.9, 0.8, 0)


@pytest.mark.parametrize("colour", [SPOT, RED], ids=["a spot colour", "inks"])
def test_a_spot_colour_is_drawn_as_the_inks_that_stand_for_it(colour):
    (piece,) = deck_of(exported([colour])).decks[0].pieces
    red, green, blue = middle(picture_of(piece))
    assert red > 200 and green < 90 and blue < 90


@pytest.mark.parametrize("slug", [0.0, 10.0])
@pytest.mark.parametrize("boxes", [("TrimBox", "BleedBox"), ("TrimBox", "BleedBox", "ArtBox")])
def test_a_page_is_cut_at_its_trim_and_bleeds_as_its_box_says(slug, boxes):
    decks = deck_of(exported([RED], slug=slug, boxes=boxes))
    (piece,) = decks.decks[0].pieces
    box = piece.face.boxes[0]
    assert (box.x, box.y, box.w, box.h) == pytest.approx((-3, -3, 69, 94), abs=0.15)
    picture = picture_of(piece)
    assert picture.getpixel((4, picture.height // 2))[0] < 90, "the bleed is cyan"


def test_a_trim_with_a_narrow_edge_and_no_bleed_box_bleeds_as_far_as_the_page():
    """Scribus leaves out the bleed box where its bleed is the page."""
    (piece,) = deck_of(exported([RED], boxes=("TrimBox",))).decks[0].pieces
    assert piece.face.boxes[0].x == pytest.approx(-3, abs=0.15)


@pytest.mark.parametrize("rotate", [90, 180, 270])
def test_a_page_that_is_shown_turned_is_drawn_turned(rotate):
    decks = deck_of(exported([RED], rotate=rotate))
    (piece,) = decks.decks[0].pieces
    box = piece.face.boxes[0]
    assert box.w * box.h == pytest.approx(69 * 94, rel=0.02)
    assert any("turned to fit" in note for note in decks.notes) == (rotate != 180)


def test_two_pages_are_a_card_and_its_back():
    (piece,) = deck_of(exported([RED, CMYKColor(0, 0, 0, 1)])).decks[0].pieces
    assert middle(picture_of(piece))[0] > 200 > 80 > max(middle(picture_of(piece, "back")))


def test_a_file_that_may_be_opened_by_all_is_read_and_a_locked_one_is_called_locked():
    """*Restrict printing* locks a file with an empty password for readers; a password to open it locks it for all."""
    for_all = exported([RED], encryption=pikepdf.Encryption(owner="press", user=""))
    assert middle(picture_of(deck_of(for_all).decks[0].pieces[0]))[0] > 200
    locked = exported([RED], encryption=pikepdf.Encryption(owner="press", user="secret"))
    with pytest.raises(InvalidInput, match=r"Deck\.pdf: found a locked PDF, expected a whole PDF, not locked"):
        deck_of(locked)


def test_a_file_of_too_many_pages_is_refused_at_once():
    one = pikepdf.open(io.BytesIO(exported([RED])))
    page = one.pages[0]
    for _ in range(300):
        one.pages.append(page)
    target = io.BytesIO()
    one.save(target)
    with pytest.raises(InvalidInput, match=r"Deck\.pdf: found 301 pages, expected at most 300|cannot be read"):
        deck_of(target.getvalue())
