"""PDFs read back: sizes, trims, ruler, marks, fonts, bytes; nothing where a printer cannot reach."""

import io
import re
from dataclasses import replace

import pikepdf
import pypdfium2
import pytest

from companion.base.findings import InvalidInput
from companion.gamekit.contract import PrintSource
from companion.games import GAMES
from companion.printing import pdf
from companion.printing.faces.boxes import POKER, SQUARE_63, Deck, Face, Format, Pages, Piece, Rect, Text
from companion.printing.faces.inks import palette
from companion.printing.pdf import operators, pdf_bytes, preview
from companion.printing.pdf.preview import face_png, page_png
from companion.printing.sheets import imposition, layout, marks, selection
from companion.printing.sheets.jobs import Printout
from companion.printing.sheets.layout import lay_out
from companion.printing.sheets.options import PrintOptions
from companion.printing.sheets.papers import MARGIN, find_paper
from companion.printing.text.fitting import DoesNotFit
from tests.pairs import one_each, sets_on
from tests.printing.listing import list_job

PT_PER_MM = 72 / 25.4


def test_a_number_is_written_the_same_whatever_was_written_before():
    for value, written in ((0.0, "0"), (-0.0, "0"), (0.0, "0"), (1, "1"), (1.0, "1"), (12.34567, "12.346")):
        assert operators.number(value) == written


def opened(job):
    return pikepdf.open(io.BytesIO(pdf_bytes(job)))


SETS = sets_on(("a4", "letter"), with_builds=False)
HALF_SHEETS = {"booklet-for-screen"}
"""Print sets for a screen: each page is half of the paper, as in the booklet that is folded."""


def print_set_job(game, print_set, on):
    parts = print_set.make(PrintSource(game.context()))
    return lay_out(game.title, parts, PrintOptions(paper=on, share=False), game.accent)


@pytest.mark.parametrize(("game", "print_set", "on"), one_each(SETS))
def test_every_print_set_of_every_game_reads_back(game, print_set, on):
    job = print_set_job(game, print_set, on)
    size = find_paper(on)
    width, height = (size.h / 2, size.w) if print_set.name in HALF_SHEETS else (size.w, size.h)
    with opened(job) as pdf:
        assert pdf.check_pdf_syntax() == []
        assert len(pdf.pages) == len(job.sheets)
        for page, sheet in zip(pdf.pages, job.sheets, strict=True):
            w, h = (float(v) / PT_PER_MM for v in page.mediabox[2:])
            assert sorted((w, h)) == pytest.approx(sorted((width, height)), abs=0.05)
            assert (w, h) == pytest.approx((sheet.w, sheet.h), abs=0.05)
            placed = translations(page)
            for cut in sheet.trims:
                x, y = (cut.x + cut.w, cut.y + cut.h) if cut.upside_down else (cut.x, cut.y)
                assert any(abs(px - x) < 0.05 and abs(py - y) < 0.05 for px, py in placed), cut.piece.name
    for sheet in job.sheets:
        for cut in sheet.trims:
            assert cut.x >= MARGIN - 1e-6 and cut.x + cut.w <= sheet.w - MARGIN + 1e-6
            assert cut.y >= MARGIN - 1e-6 and cut.y + cut.h <= sheet.h - MARGIN + 1e-6


def translations(page):
    """Where frames start on a page, in mm from its top left: read from the content stream."""
    found, height = [], float(page.mediabox[3]) / PT_PER_MM
    stack, now = [], (0.0, 0.0)
    for operands, operator in pikepdf.parse_content_stream(page):
        if str(operator) == "q":
            stack.append(now)
        elif str(operator) == "Q":
            now = stack.pop()
        elif str(operator) == "cm":
            a, b, c, d, e, f = map(float, operands)
            if (a, b, c, d) == (1, 0, 0, 1):
                now = (now[0] + e, now[1] + f)
                found.append((now[0] / PT_PER_MM, height - now[1] / PT_PER_MM))
    return found


def test_the_ruler_is_fifty_millimetres(deck):
    for name in ("a4", "letter"):
        job = lay_out("Test", [deck], PrintOptions(paper=name, share=False))
        with opened(job) as pdf:
            for page in pdf.pages:
                lengths = [((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 / PT_PER_MM for x1, y1, x2, y2 in strokes(page)]
                assert min(abs(length - 50) for length in lengths) < 0.01


def strokes(page):
    """Return the straight strokes of a page's own content as drawn in their frames."""
    found, start = [], None
    for operands, operator in pikepdf.parse_content_stream(page):
        if str(operator) == "m":
            start = tuple(map(float, operands))
        elif str(operator) == "l" and start:
            found.append((*start, *map(float, operands)))
            start = None
    return found


@pytest.mark.parametrize(("game", "print_set", "on"), SETS[:: len(SETS) // len(GAMES)])
def test_fonts_are_embedded_subsets_and_nothing_else(game, print_set, on):
    with opened(print_set_job(game, print_set, on)) as pdf:
        fonts = [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/FontDescriptor"]
        named = [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"]
        assert fonts and all("/FontFile2" in font for font in fonts)
        assert all(re.match(r"/[A-Z]{6}\+", str(font["/FontName"])) for font in fonts)
        assert {str(font["/Subtype"]) for font in named} == {"/TrueType"}


def test_the_same_input_gives_the_same_bytes(deck):
    assert pdf_bytes(lay_out("Test", [deck], PrintOptions(share=False))) == pdf_bytes(
        lay_out("Test", [deck], PrintOptions(share=False))
    )


def test_document_data(deck):
    with opened(lay_out("My cards", [deck], PrintOptions(share=False))) as pdf:
        assert str(pdf.docinfo["/Title"]) == "My cards"
        assert set(pdf.docinfo) == {"/Title", "/Creator", "/Producer", "/CreationDate", "/ModDate"}
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        with pdf.open_outline() as outline:
            assert [item.title for item in outline.root] == ["Cards"]


def test_a_face_that_stands_often_is_one_form(deck):
    with opened(lay_out("Test", [deck], PrintOptions(backs="no", share=False))) as pdf:
        forms = {str(name) for page in pdf.pages for name in page.resources.get("/XObject", {})}
        uses = [str(op[0]) for op, name in pikepdf.parse_content_stream(pdf.pages[0]) if str(name) == "Do"]
    assert len(forms) == 2, "the common face and the star"
    assert max(uses.count(name) for name in set(uses)) == 7


def test_copies_fill_sheets_and_backs_meet_fronts(deck):
    job = lay_out("Test", [deck], PrintOptions(share=False))
    assert [(sheet.side, len(sheet.trims)) for sheet in job.sheets] == [
        ("front", 9),
        ("back", 9),
        ("front", 1),
        ("back", 1),
    ]
    assert (job.papers, job.pieces) == (2, 10)
    front, back = job.sheets[0], job.sheets[1]
    for one, other in zip(front.trims, back.trims, strict=True):
        assert one.x == pytest.approx(front.w - other.x - other.w) and one.y == pytest.approx(other.y)


def test_backs_of_a_sheet_across_turn_over_its_long_edge():
    wide = Format("wide", 130, 62)
    card = Piece("wide", "Wide", Face((Rect(0, 0, 130, 62),)), 7, Face((Rect(0, 0, 130, 62),)))
    job = lay_out("Test", [Deck("Wide", wide, (card,))], PrintOptions(share=False))
    front, back = job.sheets[0], job.sheets[1]
    if front.w > front.h:
        for one, other in zip(front.trims, back.trims, strict=True):
            assert other.upside_down and one.x == pytest.approx(other.x)
            assert one.y == pytest.approx(front.h - other.y - other.h)
    else:
        assert not any(cut.upside_down for cut in back.trims)


def test_nine_poker_cards_to_a_sheet_of_either_paper(deck):
    for name in ("a4", "letter"):
        assert imposition.best_grid(deck.format, PrintOptions(paper=name)).count == 9


def test_cut_marks_stand_outside_every_trim_and_inside_the_printable_area(deck):
    for name in ("a4", "letter"):
        for sheet in lay_out("Test", [deck], PrintOptions(paper=name, share=False)).sheets:
            left, right = min(c.x for c in sheet.trims), max(c.x + c.w for c in sheet.trims)
            top, bottom = min(c.y for c in sheet.trims), max(c.y + c.h for c in sheet.trims)
            room = (MARGIN, MARGIN, sheet.w - MARGIN, sheet.h - MARGIN)
            found = marks.cut_marks(sheet.trims, room, PrintOptions())
            assert found
            for mark in found:
                inside_x = left < mark.x1 < right or left < mark.x2 < right
                inside_y = top < mark.y1 < bottom or top < mark.y2 < bottom
                assert not (inside_x and inside_y)
                assert MARGIN <= mark.x1 <= mark.x2 <= sheet.w - MARGIN
                assert MARGIN <= mark.y1 <= mark.y2 <= sheet.h - MARGIN
                assert mark.width >= 0.15


def test_marks_line_up_with_the_trims_when_rasterised():
    """Each card is a black rectangle to its trim; the marks' ink must start where the black does."""
    black = Face((Rect(0, 0, 63, 88, fill="ink", stroke=None),))
    job = lay_out("Test", [Deck("Black", POKER, (Piece("b", "B", black, 9),))], PrintOptions(backs="no", share=False))
    document = pypdfium2.PdfDocument(pdf_bytes(job))
    picture = document[0].render(scale=300 / 72).to_pil().convert("L")
    document.close()
    dot = 25.4 / 300
    cut = job.sheets[0].trims[0]
    row = [picture.getpixel((x, round((cut.y - 2) / dot))) for x in range(picture.width)]
    dark = [x * dot for x, value in enumerate(row) if value < 128]
    for edge in (cut.x, cut.x + 63, cut.x + 126, cut.x + 189):
        assert min(abs(x - edge) for x in dark) < 0.2
    inside = picture.getpixel((round((cut.x + 1) / dot), round((cut.y + 1) / dot)))
    outside = picture.getpixel((round((cut.x - 0.3) / dot), round((cut.y + 40) / dot)))
    assert inside < 64 and outside > 200


def test_a_piece_larger_than_the_paper_is_refused():
    huge = Deck("Huge", Format("poster", 300, 400), (Piece("p", "Poster", Face(()), 1),))
    with pytest.raises(
        DoesNotFit, match=r"Poster: poster is larger than A4 by .* Choose a larger paper or smaller pieces\."
    ):
        lay_out("Test", [huge], PrintOptions(share=False))


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        # 90 mm at both sides leave 30 of 210; the ruler lies at the end of the longer one.
        ({"margin": 90}, "larger than what margins of 90 mm and the ruler leave of A4 by 33.0 mm. Choose a narrower margin, a larger paper"),
        # 2 × 63 mm and 3 mm of bleed at each trim, on 210 − 180 mm.
        ({"margin": 90, "bleed": 3}, "larger than what margins of 90 mm, the bleed and the ruler leave of A4 by 39.0 mm. Choose a narrower margin, less bleed, a"),
        # Seven of the ruler's eight millimetres are there.
        ({"paper": "63x70", "margin": 0}, "larger than what the ruler leaves of 63 × 70 mm by 1.0 mm. Choose a larger paper or smaller pieces."),
        # 297 − 75 − 83 = 139 mm along A4 hold the two halves; 210 − 150 = 60 mm across are 3 mm too few.
        ({"margin": 75, "backs": "fold", "fold_gap": 0}, "larger beside its back than what margins of 75 mm and the ruler leave of A4 by 3.0 mm."),
        # With 5 mm on both sides of the fold 297 − 86 − 78 = 133 mm are 3 too few for 136; across they are 9 too few.
        ({"margin": 78, "backs": "fold"}, "larger beside its back than what margins of 78 mm, the distance from the fold and the ruler leave of A4 by 9.0 mm. Choose a narrower margin, a smaller distance from the fold, a"),
    ],
)  # fmt: skip
def test_a_piece_that_the_margins_keep_off_names_them(wish, said):
    inked = Face((Rect(0, 0, 63, 63, fill="blue", stroke=None),))
    tile = Deck("Tiles", SQUARE_63, (Piece("t", "Tile", inked, 1, inked),))
    with pytest.raises(DoesNotFit) as caught:
        lay_out("Test", [tile], PrintOptions(**wish, share=False))
    assert str(caught.value).startswith(f"Tile: square 63 mm is {said}")


def test_an_unknown_paper_is_named():
    with pytest.raises(InvalidInput, match="found 'a9', expected one of a4, letter"):
        find_paper("a9")


def test_whole_pages_fill_the_printable_area():
    pages = Pages("Sheet", lambda area: ((Text(0, 0, area.w, 10, f"{area.w:g} × {area.h:g}"),),))
    job = lay_out("Test", [pages], PrintOptions(share=False))
    assert "200 × 279" in list_job(job)


def test_a_whole_page_wider_than_the_paper_says_what_to_do():
    pages = Pages("Board", lambda area: ((Text(0, 0, 150, 10, "wide", what="place"),),))
    said = (
        r"Board: place reaches over the edge by 12\.0 mm\. Choose a larger paper or a narrower margin, or shorten it\."
    )
    with pytest.raises(DoesNotFit, match=said):
        lay_out("Test", [pages], PrintOptions(paper="148x210", share=False))


def test_ink_modes():
    assert palette("#8a4b08", "saver")["tint"] == "#ffffff"
    grey = palette("#8a4b08", "grey")
    assert all(c[1:3] == c[3:5] == c[5:7] for c in grey.values())


def test_listing_names_each_piece_its_trim_and_its_words(deck):
    text = list_job(lay_out("Test", [deck], PrintOptions(backs="no", share=False)))
    assert "Common at 10.50, 12.00, 63 × 88" in text or "Common at 10.50," in text
    assert "title, 13 pt: Card 2" in text
    assert text.count("(as before)") == 6


def test_previews_are_pictures_of_the_page(deck):
    data = pdf_bytes(lay_out("Test", [deck], PrintOptions(share=False)))
    assert page_png(data, 1).startswith(b"\x89PNG")
    with pytest.raises(IndexError):
        page_png(data, 99)
    piece = deck.pieces[0]
    assert face_png(piece, piece.face, deck.format, "#123456").startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("fill", "share"),
    [("ink", 30 * 40 / (60 * 80)), (None, 0)],
)
def test_how_much_is_inked(fill, share):
    """A quarter of the face in near black; its ink is a little less than black."""
    face = Face((Rect(10, 10, 30, 40, fill=fill, stroke=None),))
    piece = Piece("a", "A", face)
    data = pdf.face_pdf(piece, face, Format("card", 60, 80), "#8a4b08", "grey")
    assert preview.estimate_ink(data) == pytest.approx(share, abs=0.01)


def test_colour_counts_as_the_inks_it_is_mixed_of():
    """Red is two inks, one over the other; grey is one, and the ink saver has lines of it."""
    face = Face((Rect(0, 0, 60, 80, fill="accent", stroke=None),))
    piece = Piece("a", "A", face)
    form = Format("card", 60, 80)
    assert preview.estimate_ink(pdf.face_pdf(piece, face, form, "#ff0000")) == pytest.approx(2, abs=0.05)
    assert preview.estimate_ink(pdf.face_pdf(piece, face, form, "#ff0000", "grey")) == pytest.approx(0.7, abs=0.05)
    assert 0.1 < preview.estimate_ink(pdf.face_pdf(piece, face, form, "#ff0000", "saver")) < 0.35


SETUPS = {
    "bled": PrintOptions(paper="letter", backs="short", bleed=3, lines="hairlines", corners=3),
    "folded": PrintOptions(backs="fold", gap=2, lines="dots"),
    "registered": PrintOptions(register_marks=True, gap=1, corners=2),
    "large": PrintOptions(paper="a3"),
}


@pytest.mark.parametrize(
    ("game", "setup"),
    one_each([pytest.param(one, setup, id=f"{one.slug}-{way}") for one in GAMES for way, setup in SETUPS.items()]),
)
def test_every_game_in_every_way(game, setup):
    """The first and the last sheets of a whole game: pieces within reach, apart, and a PDF without a fault."""
    print_sets = (
        [game.print_set("everything")]
        if game.print_set("everything")
        else [k for k in game.print_sets if not k.needs_build]
    )
    parts = [part for print_set in print_sets for part in print_set.make(PrintSource(game.context()))]
    job = layout.plan_job(Printout(game.title, parts, game.accent, game.credit.designer), setup)
    chosen = replace(job, sheets=[job.sheets[n] for n in sorted({0, 1, len(job.sheets) // 2, len(job.sheets) - 1})])
    wanted = sum(piece.copies for part in parts if isinstance(part, Deck) for piece in part.pieces)
    assert job.pieces == wanted
    for sheet in chosen.sheets:
        for i, cut in enumerate(sheet.trims):
            assert cut.x - cut.bleed >= setup.keep - 1e-6 and cut.x + cut.w + cut.bleed <= sheet.w - setup.keep + 1e-6
            assert cut.y - cut.bleed >= setup.keep - 1e-6 and cut.y + cut.h + cut.bleed <= sheet.h - setup.keep + 1e-6
            for other in sheet.trims[:i]:
                across = max(other.x - cut.x - cut.w, cut.x - other.x - other.w)
                down = max(other.y - cut.y - cut.h, cut.y - other.y - other.h)
                assert max(across, down) >= max(setup.gap, 2 * cut.bleed, 2 * other.bleed) - 1e-6
    with opened(chosen) as pdf:
        assert pdf.check_pdf_syntax() == [] and len(pdf.pages) == len(chosen.sheets)
        assert str(pdf.docinfo.get("/Author", "")) == "", "no whole game's cards are all its designer's"
        assert "not named" not in str(pdf.docinfo) and not {"/Subject", "/Keywords"} & set(pdf.docinfo)
        assert str(pdf.Root.PageLabels.Nums[1].P) == "1"


SINCE = {"/Lang": "1.4", "/PageLabels": "1.3", "/PrintScaling": "1.6", "/Duplex": "1.7"}
"""The PDF versions that brought what our documents may have."""


def test_a_header_says_the_version_that_the_document_uses(deck):
    for data in (
        pdf_bytes(lay_out("Test", [deck], PrintOptions())),
        pdf.face_pdf(deck.pieces[0], deck.pieces[0].face, deck.format, "#1f3f77"),
    ):
        with pikepdf.open(io.BytesIO(data)) as made:
            used = {*made.Root.keys(), *made.Root.ViewerPreferences.keys()} & set(SINCE)
            assert made.pdf_version == max(SINCE[name] for name in used)


def test_a_shared_sheet_keeps_the_names_of_all_its_decks(deck):
    small = Deck("Markers", SQUARE_63, (Piece("m", "M", Face((Rect(5, 5, 5, 5),))),))
    two = replace(deck, title="Three cards", pieces=deck.pieces[1:])
    job = lay_out("Test", [two, small], PrintOptions(backs="no"))
    assert len(job.sheets) == 1
    with opened(job) as made, made.open_outline() as outline:
        assert [entry.title for entry in outline.root] == ["Three cards", "Markers"]


def author_of(game, parts):
    job = layout.plan_job(Printout(game.title, parts, game.accent, game.credit.designer), PrintOptions())
    return job.author


@pytest.mark.parametrize(("game", "print_set", "on"), one_each(SETS))
def test_a_designer_is_the_author_only_of_cards_from_the_rulebook(game, print_set, on):
    """Cards that we made up for a game are not its designer's; nor are a counter and a summary of the rules."""
    parts = print_set.make(PrintSource(game.context()))
    cards = [piece for part in parts if isinstance(part, Deck) for piece in part.pieces if piece.origin]
    printed = bool(cards) and all(piece.origin == "printed" for piece in cards)
    assert author_of(game, parts) == (game.credit.designer if printed else "")
    known = {card.id: card.mark("default").kind for kind in game.kinds.values() for card in game.catalogue.all(kind)}
    assert all(known[piece.id] == piece.origin for piece in cards if piece.id in known)


def test_a_printed_profile_alone_names_its_designer_and_a_house_profile_does_not():
    (game,) = (game for game in GAMES if game.slug == "mechastellar")
    parts = game.print_set("cards").make(PrintSource(game.context()))
    by_origin = {piece.origin: piece.name for piece in parts[0].pieces}
    printed, house = (selection.select(parts, [by_origin[kind]]) for kind in ("printed", "house"))
    assert author_of(game, printed) == game.credit.designer != ""
    assert author_of(game, house) == "" == author_of(game, (*printed, *house))
