"""Files of others: drawn, or refused with a sentence; none reads another file, hangs, or takes all memory."""

import gc
import io
from weakref import ref

import pytest
from fontTools.ttLib import TTFont
from PIL import Image, ImageOps

from companion import budget
from companion.budget import Budget, Limits
from companion.findings import InvalidInput
from companion.printing import pdf
from companion.printing.custom import picture_decks, picture_sources
from companion.printing.custom.picture_sources import NamedFile
from companion.printing.faces.boxes import Deck, Face, Piece, Rect, Text
from companion.printing.pdf import untrusted, untrusted_process
from companion.printing.sheets.papers import find_format
from companion.printing.text import fonts
from tests.pairs import few_first

POKER = find_format("poker")


def svg(inner="", head='viewBox="0 0 63 88"'):
    return f'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" {head}>{inner}</svg>'.encode()


def dots(data):
    return Image.open(io.BytesIO(data)).convert("RGB")


def refusal(data, make=untrusted.draw, name="a.svg"):
    with pytest.raises(InvalidInput) as refused:
        make(data, name)
    return str(refused.value)


def pages(*colours):
    """Return a PDF with a page of the size of a card in each colour."""
    from reportlab.pdfgen.canvas import Canvas

    target = io.BytesIO()
    canvas = Canvas(target, pagesize=(178.6, 249.4))
    for colour in colours:
        canvas.setFillColor(colour)
        canvas.rect(0, 0, 200, 300, fill=1, stroke=0)
        canvas.showPage()
    canvas.save()
    return target.getvalue()


def test_an_svg_is_drawn_in_its_proportions_with_our_letters():
    ground = '<rect width="63" height="88" fill="white"/><rect width="63" height="44" fill="red"/>'
    picture = dots(untrusted.draw(svg(f'{ground}<text x="5" y="80" font-size="10">MMMM</text>'), "a.svg"))
    assert picture.size == (round(1800 * 63 / 88), 1800)
    assert picture.getpixel((600, 400)) == (255, 0, 0)
    left, _, right, _ = ImageOps.invert(picture.crop((0, 1000, 1289, 1800)).convert("L")).getbbox()
    per_em = 10 * 1800 / 88
    letter, bearing = 0.521, 0.070  # Barlow Condensed's M and the room beside it, in ems
    start = 5 * 1800 / 88
    assert (left, right) == pytest.approx((start + bearing * per_em, start + (4 * letter - bearing) * per_em), abs=2)


@pytest.mark.parametrize(
    "link", ["/tmp/a.png", "file:///tmp/a.png", "a.png", "http://127.0.0.1/a.png", "data:image/svg+xml,<svg/>", " #a"]
)
def test_an_svg_that_asks_for_another_file_is_refused(link):
    told = refusal(svg(f'<image href="{link.replace("<", "&lt;")}" width="9" height="9"/>'))
    assert told.endswith("expected one with its pictures embedded, not linked.") and "asks for" in told


def test_an_svg_with_its_picture_in_it_is_drawn():
    red = io.BytesIO()
    Image.new("RGB", (4, 4), "red").save(red, "PNG")
    from base64 import b64encode

    link = f"data:image/png;base64,{b64encode(red.getvalue()).decode()}"
    picture = dots(
        untrusted.draw(svg(f'<image href="{link}" width="63" height="88" preserveAspectRatio="none"/>'), "a.svg")
    )
    assert picture.getpixel((600, 900)) == (255, 0, 0)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (svg(head=""), "an SVG without a size, expected width and height, or a viewBox."),
        (svg(head='viewBox="0 0 1 21"'), "an SVG of 1 × 21, expected a drawing in the proportions of a card."),
        (svg(head='viewBox="0 0 0 2"'), "an SVG of 0 × 2"),
        (b"<?xml version='1.0'?><html/>", "XML that is no SVG"),
        (svg("<g>"), "an SVG that cannot be read (mismatched tag"),
        (
            b'<!DOCTYPE svg [<!ENTITY a "b">]>' + svg("<text>&a;</text>").partition(b"?>")[2],
            "an SVG that declares entities",
        ),
        (svg("<g>" * 20_000 + "</g>" * 20_000), "a file that is damaged, or takes too long or too much memory to read"),
        (b"%PDF-1.7 nonsense", "a PDF that cannot be read"),
    ],
)
def test_what_cannot_be_drawn_is_told(data, told):
    assert told in refusal(data)


def test_a_drawing_may_be_twenty_times_as_long_as_wide():
    assert dots(untrusted.draw(svg(head='viewBox="0 0 1 20"'), "a.svg")).size == (90, 1800)


@pytest.mark.long
def test_an_svg_that_takes_too_long_is_ended_and_its_seconds_count():
    slow = '<filter id="f"><feTurbulence numOctaves="10000" baseFrequency="0.5"/></filter><rect width="63" height="88" filter="url(#f)"/>'
    limits = Budget(Limits(seconds=5))
    with limits.running():
        assert "takes too long" in refusal(svg(slow))
        with pytest.raises(budget.OverBudget):
            budget.check()


def test_where_a_click_in_an_svg_leads_is_not_asked_for():
    link = '<a href="https://example.org"><rect width="63" height="88" fill="red"/></a>'
    assert dots(untrusted.draw(svg(link), "a.svg")).getpixel((600, 900)) == (255, 0, 0)


def test_other_pictures_are_left_as_they_are():
    assert untrusted.draw(b"\x89PNG\r\n\x1a\n<svg", "a.svg") == b"\x89PNG\r\n\x1a\n<svg"


def test_each_page_of_a_pdf_is_a_card_and_of_two_the_second_is_the_back():
    def source(*colours):
        return picture_sources.sort_pictures("d", [NamedFile("Hero.pdf", 0, lambda: io.BytesIO(pages(*colours)))])

    (file,) = source("red").files
    assert file.path == "Hero.pdf" and dots(file.read()).getpixel((9, 9)) == (255, 0, 0)
    both = picture_decks.decks(source("red", "blue"), POKER)
    ((piece,),) = [deck.pieces for deck in both.decks]
    assert dots(piece.face.boxes[0].file.read()).getpixel((9, 9)) == (255, 0, 0)
    assert dots(piece.back.boxes[0].file.read()).getpixel((9, 9)) == (0, 0, 255)
    three = picture_decks.decks(source("red", "blue", "lime"), POKER)
    assert [piece.name for piece in three.decks[0].pieces] == ["Hero page 1", "Hero page 2", "Hero page 3"]
    assert not three.notes


def test_an_svg_is_a_card():
    drawn = svg('<rect width="63" height="88" fill="red"/>')
    (file,) = picture_sources.sort_pictures("d", [NamedFile("Hero.svg", 0, lambda: io.BytesIO(drawn))]).files
    assert file.path == "Hero.svg" and dots(file.read()).getpixel((9, 9)) == (255, 0, 0)


@pytest.mark.parametrize(("mm", "cards"), [(130, 1), (131, 0)])
def test_a_pdf_of_sheets_is_no_deck_and_is_told(mm, cards):
    from reportlab.pdfgen.canvas import Canvas

    target = io.BytesIO()
    canvas = Canvas(target, pagesize=(mm * 72 / 25.4, 180 * 72 / 25.4))
    canvas.showPage()
    canvas.save()
    source = picture_sources.sort_pictures("d", [NamedFile("Rules.pdf", 0, lambda: io.BytesIO(target.getvalue()))])
    told = ("Left out: Rules.pdf: found pages of 131 × 180 mm, expected cards, at most 130 mm wide.",)
    assert (len(source.files), source.notes) == (cards, () if cards else told)


def test_a_pdf_that_is_none_is_told_by_its_name():
    source = picture_sources.sort_pictures("d", [NamedFile("Hero.pdf", 0, lambda: io.BytesIO(b"%PDF-1.4 nonsense"))])
    with pytest.raises(InvalidInput, match=r"^Hero\.pdf: found a PDF that cannot be read"):
        picture_decks.decks(source, POKER)


@pytest.mark.parametrize("kind", ["TIFF", "BMP"])
def test_tiff_and_bmp_are_pictures(kind):
    data = io.BytesIO()
    Image.new("CMYK" if kind == "TIFF" else "RGB", (630, 880)).save(data, kind)
    source = picture_sources.sort_pictures(
        "d", [NamedFile(f"A.{kind[:3].lower()}", 0, lambda: io.BytesIO(data.getvalue()))]
    )
    made = picture_decks.decks(source, POKER)
    assert made.pictures == 1 and made.decks[0].pieces[0].face.boxes[0].file.wide == 630


def typeface(**bits):
    """Return a TrueType file with other bits in its table OS/2."""
    font = TTFont(fonts.files()["Barlow-regular"])
    for name, value in bits.items():
        setattr(font["OS/2"], name, value)
    target = io.BytesIO()
    font.save(target)
    return target.getvalue()


@pytest.mark.parametrize("bits", few_first(2, [0x0008, 0x0006, 0x0000, 0x0004]))
def test_a_typeface_that_may_be_embedded_is_embedded(bits):
    own = fonts.OwnFamily.of({"regular": untrusted.clean_typeface(typeface(fsType=bits), "a.ttf")})
    box = Text(5, 5, 50, 10, "Mech", family=own)
    piece = Piece("a", "A", Face((Rect(0, 0, 63, 88), box)))
    made = pdf.face_pdf(piece, piece.face, POKER, "#1f3f77", "full", 150)
    assert b"BarlowCondensed-Regular" in made and Deck("d", POKER, (piece,))


def test_a_typeface_is_let_go_with_its_cards():
    """Whoever sends typeface after typeface does not fill the memory."""
    own = fonts.OwnFamily.of({"regular": fonts.files()["Fira-regular"].read_bytes()})
    box = Text(5, 5, 50, 10, "Mech", family=own)
    piece = Piece("a", "A", Face((box,)))
    assert b"FiraSansCondensed" in pdf.face_pdf(piece, piece.face, POKER, "#1f3f77", "full", 150)
    held = ref(own)
    del own, box, piece
    gc.collect()
    assert held() is None


@pytest.mark.parametrize(
    ("bits", "told"),
    [
        (0x0002, "a typeface whose licence bits forbid embedding, expected one that may be embedded."),
        (0x0104, "forbid embedding its letters alone, expected one that allows subsets."),
        (0x0200, "forbid embedding its letters alone"),
    ],
)
def test_embedding_bits_are_obeyed(bits, told):
    assert told in refusal(typeface(fsType=bits), untrusted.clean_typeface, "a.ttf")


class MadeLetter:
    """A letter made of others."""

    def __init__(self, *parts):
        self.parts = parts

    def isComposite(self):
        return bool(self.parts)

    def getComponentNames(self, outlines):
        return self.parts


def test_letters_may_be_made_of_others_eight_deep_and_never_of_themselves():
    deep = {f"{n}": MadeLetter(f"{n + 1}") for n in range(9)} | {"9": MadeLetter()}
    untrusted_process._refuse_nested("1", deep, 0)
    for name, outlines in (("0", deep), ("0", {"0": MadeLetter("0")})):
        with pytest.raises(untrusted_process.RefusedFile, match="made of itself"):
            untrusted_process._refuse_nested(name, outlines, 0)


def test_a_typeface_of_two_megabytes_is_read_and_a_larger_one_is_not():
    assert refusal(typeface()[:4000], untrusted.clean_typeface, "a.ttf").endswith("expected another TrueType file.")
    data = typeface()
    assert untrusted.clean_typeface(data + bytes(2_000_000 - len(data)), "a.ttf")[:4] == b"\x00\x01\x00\x00"
    larger = refusal(data + bytes(2_000_001 - len(data)), untrusted.clean_typeface, "a.ttf")
    assert larger == "a.ttf: found 2.0 MB, expected a TrueType file of at most 2 MB."


@pytest.mark.parametrize("kind", ["svg", "pages", "page", "ttf"])
def test_whatever_it_is_it_is_answered_with_a_sentence(kind):
    for data in (b"", b"<svg", b"\x00\x01\x00\x00" + bytes(40), b"%PDF-", typeface()[:4000]):
        given = {"side": 90, "fonts": [], "family": "", "page": 0}
        with pytest.raises(InvalidInput, match=r"^x: found .*, expected"):
            untrusted._draw_or_refuse(kind, data, "x", given)
    assert untrusted_process.SECONDS == 10


def test_a_pdf_begins_within_its_first_1024_bytes():
    assert untrusted.is_pdf(b" " * 1019 + b"%PDF-") and not untrusted.is_pdf(b" " * 1020 + b"%PDF-")


@pytest.mark.parametrize(
    ("size", "is_drawn"), [((15_000, 750), True), ((750, 15_000), True), ((15_001, 750), False), ((750, 15_001), False)]
)
def test_a_page_of_a_pdf_is_at_most_15_000_points_long(size, is_drawn):
    from reportlab.pdfgen.canvas import Canvas

    target = io.BytesIO()
    canvas = Canvas(target, pagesize=size)
    canvas.showPage()
    canvas.save()
    if is_drawn:
        assert max(dots(untrusted.draw_page(target.getvalue(), "a.pdf")).size) == 1800
    else:
        assert "expected a page in the size of a card" in refusal(target.getvalue(), untrusted.draw_page)
