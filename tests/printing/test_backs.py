"""Backs lie behind their fronts: computed from what the PDF says, and seen in what it looks like."""

import io

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageOps

from companion.printing.faces.boxes import POKER, Deck, Face, Format, Piece, Rect, Text
from companion.printing.pdf import pdf_bytes
from companion.printing.sheets.layout import lay_out
from companion.printing.sheets.options import PrintOptions

PT_PER_MM = 72 / 25.4
WIDE = Format("wide", 88, 40)


def frames(page):
    """Return where each face begins on a page, in mm from the top left, and whether it stands upside down."""
    height = float(page.mediabox[3])
    found, stack, now = [], [], (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    for operands, operator in pikepdf.parse_content_stream(page):
        if str(operator) == "q":
            stack.append(now)
        elif str(operator) == "Q":
            now = stack.pop()
        elif str(operator) == "cm":
            a, b, c, d, e, f = map(float, operands)
            na, nb, nc, nd, ne, nf = now
            now = (
                a * na + b * nc,
                a * nb + b * nd,
                c * na + d * nc,
                c * nb + d * nd,
                e * na + f * nc + ne,
                e * nb + f * nd + nf,
            )
        elif str(operator) == "Do":
            found.append((now[4] / PT_PER_MM, (height - now[5]) / PT_PER_MM, now[0] < 0))
    return found


def boxes(page, form):
    """Return the trim boxes of a page's faces, left and top."""
    return sorted(
        (round(x - form.w, 4), round(y - form.h, 4)) if turned else (round(x, 4), round(y, 4))
        for x, y, turned in frames(page)
    )


def turned_over(box, form, w, h, edge):
    """Return where a trim on the back shows on the front, the sheet turned over that edge."""
    upright = (edge == "long") == (w <= h)
    return (w - box[0] - form.w, box[1]) if upright else (box[0], h - box[1] - form.h)


@pytest.mark.parametrize("bleed", [0, 2])
@pytest.mark.parametrize("edge", ["long", "short"])
@pytest.mark.parametrize("form", [POKER, WIDE], ids=lambda form: form.name)
@pytest.mark.parametrize("name", ["a4", "letter", "140x200"])
def test_trims_coincide_within_a_twentieth_of_a_millimetre(name, form, edge, bleed):
    face, back = Face((Rect(1, 1, 5, 5),)), Face((Rect(2, 2, 5, 5),))
    deck = Deck("Cards", form, (Piece("a", "A", face, 5, back),))
    job = lay_out("Test", [deck], PrintOptions(paper=name, backs=edge, bleed=bleed, share=False))
    with pikepdf.open(io.BytesIO(pdf_bytes(job))) as pdf:
        pages = list(pdf.pages)
        for front, behind in zip(pages[::2], pages[1::2], strict=True):
            w, h = (float(v) / PT_PER_MM for v in front.mediabox[2:])
            shown = sorted(turned_over(box, form, w, h, edge) for box in boxes(behind, form))
            assert len(shown) == len(boxes(front, form))
            for (x, y), (bx, by) in zip(boxes(front, form), shown, strict=True):
                assert abs(x - bx) <= 0.05 and abs(y - by) <= 0.05


@pytest.mark.parametrize("name", ["a4", "letter"])
def test_folded_backs_mirror_their_fronts_at_the_fold(name):
    face, back = Face((Rect(1, 1, 5, 5),)), Face((Rect(2, 2, 5, 5),))
    deck = Deck("Cards", POKER, (Piece("a", "A", face, 10, back),))
    job = lay_out("Test", [deck], PrintOptions(paper=name, backs="fold", gap=1, share=False))
    assert all(sheet.side == "front" for sheet in job.sheets) and job.pieces == 10
    for sheet in job.sheets:
        (fold,) = [b for b in sheet.boxes if getattr(b, "dash", ()) == (3, 1.5)]
        fronts = [c for c in sheet.trims if not c.behind]
        backs = [c for c in sheet.trims if c.behind]
        assert len(fronts) == len(backs)
        for one, other in zip(fronts, backs, strict=True):
            if fold.x1 == fold.x2:
                assert one.x + one.w / 2 + other.x + other.w / 2 == pytest.approx(2 * fold.x1, abs=0.05)
                assert one.y == pytest.approx(other.y, abs=0.05) and not other.upside_down
            else:
                assert one.y + one.h / 2 + other.y + other.h / 2 == pytest.approx(2 * fold.y1, abs=0.05)
                assert one.x == pytest.approx(other.x, abs=0.05) and other.upside_down


@pytest.mark.parametrize("edge", ["long", "short"])
@pytest.mark.parametrize("name", ["80x110", "110x80"])
def test_marks_and_trims_coincide_when_rasterised(name, edge):
    """Black to the trim on both sides: turn the picture of the back over, and no dot differs but the foot line."""
    black = Face((Rect(0, 0, 50, 70, fill="ink", stroke=None),))
    deck = Deck("Black", Format("card", 50, 70), (Piece("b", "B", black, 1, black),))
    job = lay_out("Test", [deck], PrintOptions(paper=name, backs=edge, share=False))
    data = pypdfium2.PdfDocument(pdf_bytes(job))
    front, back = (data[n].render(scale=600 / 72).to_pil().convert("L") for n in (0, 1))
    data.close()
    upright = (edge == "long") == (front.width <= front.height)
    over = ImageOps.mirror(back) if upright else ImageOps.flip(back)
    cut = job.sheets[0].trims[0]
    dot = 25.4 / 600
    around = [round(v / dot) for v in (cut.x - 4, cut.y - 1.5, cut.x + cut.w + 4, cut.y + cut.h + 1.5)]
    worst = ImageChops.difference(front.crop(around), over.crop(around))
    # Half a dot of rounding may show as grey on an edge one dot wide: 0.042 mm. Wider would be misplaced.
    wide = worst.point(lambda v: 255 if v > 200 else 0)
    assert front.crop(around).getextrema()[0] < 40
    assert (
        Image.Image.getbbox(
            wide.resize((wide.width // 2, wide.height // 2), Image.Resampling.BOX).point(
                lambda v: 255 if v > 200 else 0
            )
        )
        is None
    )


def test_a_back_design_for_each_deck():
    one, other = Face((Text(5, 40, 50, 8, "ONE", what="back"),)), Face((Text(5, 40, 50, 8, "OTHER", what="back"),))
    decks = [
        Deck("One", POKER, (Piece("a", "A", Face(()), 2, one),)),
        Deck("Other", POKER, (Piece("b", "B", Face(()), 2, other),)),
    ]
    job = lay_out("Test", decks, PrintOptions())
    assert [sheet.side for sheet in job.sheets] == ["front", "back"]
    assert [cut.face for cut in job.sheets[1].trims] == [one, one, other, other]
    assert job.sheets[0].title == "One + Other"
