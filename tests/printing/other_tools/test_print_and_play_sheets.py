"""PDFs of print-and-play sheets, several cards a page: ours, and those of Squib, nanDECK, Cockatrice, word processors."""

import io
from dataclasses import replace

import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from companion.base.findings import InvalidInput
from companion.printing import pdf
from companion.printing.custom import picture_decks, picture_sources
from companion.printing.custom.picture_options import PictureOptions
from companion.printing.custom.picture_sources import NamedFile
from companion.printing.faces.boxes import POKER, Deck, Face, Format, Piece, Rect, Text
from companion.printing.faces.inks import ground_colour
from companion.printing.readers import sheet_grids
from companion.printing.sheets.jobs import Printout
from companion.printing.sheets.layout import print_job
from companion.printing.sheets.options import PrintOptions
from tests.pairs import few_first

PT = 72 / 25.4
COLOURS = ["#c0392b", "#2980b9", "#27ae60", "#8e44ad", "#f39c12", "#16a085", "#7f8c8d", "#d35400", "#34495e"]


def made_of(data, form=POKER, **options):
    source = picture_sources.sort_pictures("Sheets", [NamedFile("Game.pdf", len(data), lambda: io.BytesIO(data))])
    return picture_decks.decks(source, form, PictureOptions(**options))


def colours_of(decks, side="face"):
    """Return the colour in the middle of each card, from 0 to 255 a light."""
    faces = [getattr(piece, side) for deck in decks.decks for piece in deck.pieces]
    pictures = [Image.open(io.BytesIO(face.boxes[0].file.read())).convert("RGB") if face else None for face in faces]
    return [picture and picture.getpixel((picture.width // 2, picture.height // 2)) for picture in pictures]


def rgb(code):
    return tuple(int(code[at : at + 2], 16) for at in (1, 3, 5))


def near(found, expected):
    return found and all(abs(a - b) <= 3 for a, b in zip(found, rgb(expected), strict=True))


def our_sheets(backs=False, **options):
    """Return nine cards in as many colours, with a text and a white edge each, as `companion print` prints them."""
    pieces = []
    for number, colour in enumerate(COLOURS):
        ground = Rect(0, 0, 63, 88, fill=ground_colour(colour), stroke=None)
        face = Face((ground, Rect(5, 5, 53, 10, fill="paper", stroke=None), Text(6, 6, 50, 8, f"Card {number}")))
        back = Face((Rect(0, 0, 63, 88, fill=ground_colour(COLOURS[number - 1]), stroke=None),)) if backs else None
        pieces.append(Piece(f"{number}", f"Card {number}", face, back=back))
    job = print_job(Printout("Ours", (Deck("Ours", POKER, tuple(pieces)),)), PrintOptions(**options))
    return job, pdf.pdf_bytes(job)


def sheet(cards, size=(210, 297), columns=3, rows=3, at=None, card=(63, 88), gap=(0, 0), draw=None, marks=False):
    """Return a PDF with a sheet a page; `cards` are colours, None for an empty place."""
    target = io.BytesIO()
    canvas = Canvas(target, pagesize=(size[0] * PT, size[1] * PT), invariant=1)
    used = [columns * card[0] + (columns - 1) * gap[0], rows * card[1] + (rows - 1) * gap[1]]
    left, top = at or [(side - one) / 2 for side, one in zip(size, used, strict=True)]
    for first in range(0, len(cards), columns * rows):
        for number, colour in enumerate(cards[first : first + columns * rows]):
            x = left + number % columns * (card[0] + gap[0])
            y = size[1] - (top + number // columns * (card[1] + gap[1]) + card[1])
            if colour:
                (draw or fill)(canvas, x * PT, y * PT, card[0] * PT, card[1] * PT, colour)
        if marks:
            draw_marks(canvas, size, (left, top), used, columns, rows, card, gap)
        canvas.showPage()
    canvas.save()
    return target.getvalue()


def fill(canvas, x, y, w, h, colour):
    canvas.setFillColor(colour)
    canvas.rect(x, y, w, h, fill=1, stroke=0)


def framed(canvas, x, y, w, h, colour):
    """Draw a white card in a thin frame, as word processors and nanDECK do."""
    canvas.setLineWidth(0.5)
    canvas.rect(x, y, w, h)
    canvas.setFillColor(colour)
    canvas.circle(x + w / 2, y + h / 2, w / 4, fill=1, stroke=0)


def bordered(canvas, x, y, w, h, colour):
    """Draw a card with a black border and a coloured field, whose neighbour's border touches it."""
    canvas.setFillColor("black")
    canvas.rect(x, y, w, h, fill=1, stroke=0)
    canvas.setFillColor(colour)
    canvas.rect(x + 3 * PT, y + 3 * PT, w - 6 * PT, h - 6 * PT, fill=1, stroke=0)


def lettered(canvas, x, y, w, h, colour):
    """Draw a white card without a frame: nothing but marks shows where it ends."""
    canvas.setFillColor(colour)
    canvas.rect(x + w / 3, y + h / 3, w / 3, h / 3, fill=1, stroke=0)
    canvas.drawString(x + 15, y + h - 20, "Scout the ridge")


def draw_marks(canvas, size, at, used, columns, rows, card, gap):
    """Draw cut marks of 4 mm around the block, 1 mm off."""
    canvas.setLineWidth(0.4)
    for n in range(columns):
        for x in (at[0] + n * (card[0] + gap[0]), at[0] + n * (card[0] + gap[0]) + card[0]):
            for y in (at[1] - 5, at[1] + used[1] + 1):
                canvas.line(x * PT, (size[1] - y) * PT, x * PT, (size[1] - y - 4) * PT)
    for n in range(rows):
        for y in (at[1] + n * (card[1] + gap[1]), at[1] + n * (card[1] + gap[1]) + card[1]):
            for x in (at[0] - 5, at[0] + used[0] + 1):
                canvas.line(x * PT, (size[1] - y) * PT, (x + 4) * PT, (size[1] - y) * PT)


OURS = [{}, {"gap": 4}, {"gap": 4, "bleed": 2}, {"gap": 3, "lines": "crosses"}, {"margin": 3}, {"paper": "letter"}]


@pytest.mark.parametrize("options", few_first(2, OURS))
def test_our_own_sheets_are_cut_into_the_cards_that_they_were(options):
    job, data = our_sheets(**options)
    first = next(iter(job.sheets))
    columns, rows = (
        len({round(place, 1) for place in places}) for places in zip(*((t.x, t.y) for t in first.trims), strict=True)
    )
    decks = made_of(data, cut=f"{columns}x{rows}")
    colours = colours_of(decks)
    assert all(map(near, colours, COLOURS)) and len(colours) == 9
    (piece, *_) = decks.decks[0].pieces
    picture = Image.open(io.BytesIO(piece.face.boxes[0].file.read())).convert("RGB")
    out = 2 * bool(options.get("bleed"))
    assert picture.width / picture.height == pytest.approx((63 + 2 * out) / (88 + 2 * out), rel=0.01)
    assert picture_at(picture, 2, out) == pytest.approx(rgb(COLOURS[0]), abs=3)
    assert picture_at(picture, 6, out) == (255, 255, 255), "the white field is 5 mm from the card's edge"


def picture_at(picture, mm, out):
    """Return the colour of a card's picture so many mm from its left and upper cut."""
    per_mm = picture.width / (63 + 2 * out)
    return picture.getpixel((round((mm + out) * per_mm), round((mm + out) * per_mm)))


OTHERS = {
    "solid cards edge to edge": {},
    "frames": {"draw": framed},
    "frames apart": {"draw": framed, "gap": (3, 2)},
    "black borders that touch": {"draw": bordered},
    "US sizes on Letter": {"size": (215.9, 279.4), "card": (63.5, 88.9)},
    "at the corner": {"at": (4, 6)},
    "marks alone": {"draw": lettered, "marks": True, "gap": (4, 4), "at": (9, 10)},
    "across": {"size": (297, 210), "columns": 4, "rows": 2},
    "cards that lie across": {"columns": 2, "rows": 4, "card": (88, 63)},
}


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_backs_of_our_own_duplex_sheets_lie_behind_their_fronts(paper):
    _, data = our_sheets(backs=True, paper=paper)
    decks = made_of(data, cut="auto", pdf_pages="alternating")
    assert all(map(near, colours_of(decks), COLOURS))
    assert all(map(near, colours_of(decks, "back"), [COLOURS[number - 1] for number in range(9)]))


def test_the_backs_of_sheets_in_a_second_half_lie_behind_their_fronts():
    fronts, backs = [*COLOURS, *COLOURS[:3]], [COLOURS[(number + 4) % 9] for number in range(12)]
    behind = [colour for row in range(0, 12, 3) for colour in reversed(backs[row : row + 3])]
    pages = [*fronts, *[None] * 6, *behind, *[None] * 6]
    decks = made_of(sheet(pages), cut="3x3", pdf_pages="halves")
    assert all(map(near, colours_of(decks), fronts))
    assert all(map(near, colours_of(decks, "back"), backs))


@pytest.mark.parametrize("name", few_first(4, list(OTHERS)))
def test_sheets_of_others_are_cut_where_their_cards_end(name):
    made = {"columns": 3, "rows": 3, "card": (63, 88), **OTHERS[name]}
    count = made["columns"] * made["rows"]
    data = sheet(COLOURS[:count], **made)
    decks = made_of(data, cut=f"{made['columns']}x{made['rows']}")
    colours = colours_of(decks)
    assert all(map(near, colours, COLOURS)) and len(colours) == count
    assert f"is cut into {made['columns']} × {made['rows']} cards" in decks.notes[0]
    grid = grid_of(data, made)
    left, top = made.get("at") or [
        (side - n * one - (n - 1) * gap) / 2
        for side, n, one, gap in zip(
            made.get("size", (210, 297)),
            (made["columns"], made["rows"]),
            made["card"],
            made.get("gap", (0, 0)),
            strict=True,
        )
    ]
    cells = list(grid.cells())
    last = [
        (n - 1) * (one + gap)
        for n, one, gap in zip((made["columns"], made["rows"]), made["card"], made.get("gap", (0, 0)), strict=True)
    ]
    assert cells[0][:2] == pytest.approx((left, top), abs=0.4)
    assert cells[-1][:2] == pytest.approx((left + last[0], top + last[1]), abs=0.6)
    assert cells[0][2:] == pytest.approx(made["card"], abs=0.6)


def grid_of(data, made):
    import pypdfium2

    page = pypdfium2.PdfDocument(data)[0].render(scale=sheet_grids.PER_MM * 25.4 / 72).to_pil().convert("L")
    return sheet_grids.find_grid(page, (63, 88), (made["columns"], made["rows"]), None)


def test_how_many_there_are_is_found():
    decks = made_of(sheet(COLOURS, draw=framed), cut="auto")
    colours = colours_of(decks)
    assert all(map(near, colours, COLOURS)) and len(colours) == 9


def test_empty_places_are_left_out_and_counted():
    decks = made_of(sheet([*COLOURS, *COLOURS[:4]], draw=framed), cut="3x3")
    assert len(colours_of(decks)) == 13
    assert decks.notes[0].endswith("5 places are empty.")


def test_whole_sheets_are_no_cards_and_it_is_told_how_they_become_some():
    with pytest.raises(InvalidInput) as refused:
        made_of(sheet(COLOURS))
    assert "found pages of 210 × 297 mm, expected cards; say how many are on a sheet" in str(refused.value)
    assert "3x3 fits for 63 × 88 mm" in str(refused.value)


def test_a_page_without_lines_is_cut_about_its_middle_and_that_is_told():
    blank = sheet([None] * 9, draw=framed)
    with pytest.raises(InvalidInput):
        made_of(blank, cut="3x3")
    decks = made_of(sheet(["#888888"], columns=1, rows=1, card=(210, 297)), cut="3x3")
    assert len(colours_of(decks)) == 9 and "taken to lie in the middle of the page" in decks.notes[0]


def test_a_gap_that_is_given_counts():
    decks = made_of(sheet(COLOURS, draw=lettered, gap=(2, 2)), cut="3x3", cut_gap=2)
    assert all(map(near, colours_of(decks), COLOURS)) and "with the gap that was given" in decks.notes[0]


@pytest.mark.parametrize(("cut", "size"), [("4x3", "210 × 297"), ("3x4", "210 × 297"), ("20x20", "210 × 297")])
def test_more_cards_than_there_is_room_for_are_refused(cut, size):
    with pytest.raises(InvalidInput, match=f"Game.pdf: found pages of {size} mm, expected sheets with room"):
        made_of(sheet(COLOURS), cut=cut)


@pytest.mark.parametrize("cut", ["3", "0x3", "21x1", "3x", "three", "3x3x3", "-1x2"])
def test_a_cut_is_columns_and_rows(cut):
    with pytest.raises(ValueError, match="cannot be read"):
        PictureOptions(cut=cut)


@pytest.mark.parametrize("cut", ["", "3x3", "3 × 3", "20X1", "AUTO"])
def test_a_cut_may_be_written_so(cut):
    assert PictureOptions(cut=cut).cut == cut


def test_the_page_of_a_sheet_larger_than_any_printer_is_refused():
    giant = sheet(COLOURS[:1], size=(5100, 5600), columns=1, rows=1)
    with pytest.raises(InvalidInput, match="a page of .* points"):
        made_of(giant, cut="9x9")


def test_a_form_of_another_size_is_looked_for_in_its_size():
    decks = made_of(sheet(COLOURS, card=(44, 68), draw=framed), replace(POKER, w=44, h=68), cut="3x3")
    assert len(colours_of(decks)) == 9 and "44 × 68 mm" in decks.notes[0]
    assert isinstance(decks.decks[0].format, Format)


def grey(data):
    import pypdfium2

    return pypdfium2.PdfDocument(data)[0].render(scale=sheet_grids.PER_MM * 25.4 / 72).to_pil().convert("L")


def sheet_with_a_foot(columns, rows, **more):
    """Return a sheet with a ruler and a line of text along the whole bottom of the page."""

    def with_foot(canvas, x, y, w, h, colour):
        fill(canvas, x, y, w, h, colour)
        for tick in range(6, 204, 2):
            canvas.line(tick * PT, 4 * PT, tick * PT, (8 if tick % 10 else 9) * PT)
        canvas.drawString(150 * PT, 5 * PT, "Print at 100 %, cut, play")

    return sheet(COLOURS[: columns * rows], columns=columns, rows=rows, draw=with_foot, **more)


def test_a_foot_wider_than_the_cards_makes_no_column():
    decks = made_of(sheet_with_a_foot(2, 3, gap=(3, 3)), cut="auto")
    assert all(map(near, colours_of(decks), COLOURS)) and len(colours_of(decks)) == 6
    assert decks.notes[0].startswith("Game.pdf is cut into 2 × 3 cards")


def test_cards_whose_bleeds_do_not_touch():
    data = sheet(COLOURS[:6], columns=2, rows=3, card=(65, 90), gap=(4, 4))
    grid = sheet_grids.find_grid(grey(data), (63, 88), None, None)
    left, top = (210 - 134) / 2, (297 - 278) / 2
    cells = list(grid.cells())
    assert (grid.columns, grid.rows, grid.is_found) == (2, 3, True)
    assert cells[0] == pytest.approx((left + 1, top + 1, 63, 88), abs=0.4)
    assert cells[5] == pytest.approx((left + 70, top + 189, 63, 88), abs=0.4)


def test_small_cards_that_lie_upright_are_not_cut_across():
    data = sheet(COLOURS + COLOURS[:3], columns=4, rows=3, card=(44, 67), at=(17, 31))
    grid = sheet_grids.find_grid(grey(data), (44, 67), None, None)
    assert (grid.columns, grid.rows) == (4, 3)


def test_five_bridge_cards_across_leave_no_room_for_every_gap():
    data = sheet(COLOURS[:5], size=(297, 210), columns=5, rows=1, card=(57, 88))
    grid = sheet_grids.find_grid(grey(data), (57, 88), None, None)
    assert (grid.columns, grid.rows) == (5, 1)
    assert next(grid.cells()) == pytest.approx((6, 61, 57, 88), abs=0.4)


def test_marks_at_the_bottom_alone_where_the_top_has_no_room():
    def marked(canvas, x, y, w, h, colour):
        lettered(canvas, x, y, w, h, colour)
        for edge in (x, x + w):
            canvas.line(edge, 20 * PT, edge, 24 * PT)
        for edge in (y, y + h):
            canvas.line(3 * PT, edge, 7 * PT, edge)
            canvas.line(200 * PT, edge, 204 * PT, edge)

    data = sheet(COLOURS[:6], columns=3, rows=2, card=(44, 67), gap=(6, 4), at=(20, 8), draw=marked)
    grid = sheet_grids.find_grid(grey(data), (44, 67), None, None)
    assert (grid.columns, grid.rows) == (3, 2)
    assert next(grid.cells()) == pytest.approx((20, 8, 44, 67), abs=0.4)
