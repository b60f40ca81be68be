"""Files of others: drawn, or refused with a sentence; none reads another file, hangs, or takes all memory."""

import gc
import io
import json
import resource
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from types import SimpleNamespace
from weakref import ref
from xml.etree.ElementTree import Element

import pikepdf
import pytest
from fontTools.ttLib import TTFont
from PIL import Image, ImageOps

from companion.base.findings import InvalidInput
from companion.limits import budget
from companion.limits.budget import Budget, Limits
from companion.limits.heavy_slots import Busy, HeavySlots
from companion.printing import pdf
from companion.printing.custom import picture_decks, picture_sources
from companion.printing.custom.picture_sources import NamedFile
from companion.printing.faces.boxes import Deck, Face, Piece, Rect, Text
from companion.printing.pdf import untrusted, untrusted_process
from companion.printing.readers import svg as svg_reader
from companion.printing.sheets.papers import find_format
from companion.printing.text import fonts, typeface_cleaning
from tests.pairs import few_first

POKER = find_format("poker")
OPTIONS = {"side": 90, "fonts": [], "family": "", "known": [], "note": "Drawing", "notes": []}


def svg(inner="", head='viewBox="0 0 63 88"'):
    return f'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" {head}>{inner}</svg>'.encode()


def dots(data):
    return Image.open(io.BytesIO(data)).convert("RGB")


def refusal(data, make=untrusted.draw, name="a.svg"):
    with pytest.raises(InvalidInput) as refused:
        make(data, name)
    return str(refused.value)


def pages(*colours, sizes=((178.6, 249.4),)):
    """Return a PDF with a page of the size of a card in each colour, or with pages of these sizes, in points."""
    from reportlab.pdfgen.canvas import Canvas

    target = io.BytesIO()
    canvas = Canvas(target)
    for number in range(max(len(colours), len(sizes))):
        canvas.setPageSize(sizes[number % len(sizes)])
        canvas.setFillColor(colours[number] if colours else "white")
        canvas.rect(0, 0, 200, 300, fill=1, stroke=0)
        canvas.showPage()
    canvas.save()
    return target.getvalue()


def refused_here(make, *given):
    """Return what the process in which files are read would refuse, found and expected, without such a process."""
    refusals = (untrusted_process.RefusedFile, typeface_cleaning.RefusedTypeface)
    with pytest.raises(refusals) as refused:
        make(*given)
    return refused.value.args


@pytest.fixture
def opened(monkeypatch):
    """Count how often the process in which files are read would give up opening others; this one must not."""
    counted = []
    monkeypatch.setattr(untrusted_process, "open_no_file", lambda: counted.append(1))
    return counted


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
    "link", ["/tmp/a.png", "file:///tmp/a.png", "a.png", "http://127.0.0.1/a.png", "data:text/html,<svg/>", " #a"]
)
def test_an_svg_that_asks_for_another_file_is_refused(link):
    told = refusal(svg(f'<image href="{link.replace("<", "&lt;")}" width="9" height="9"/>'))
    assert told.endswith("expected one with its pictures embedded, not linked.") and "asks for" in told


def test_a_link_is_shown_by_its_first_sixty_characters():
    link = svg(f'<image href="{"a" * 61}"/>')
    assert refused_here(untrusted_process.svg, link, OPTIONS)[0] == f"an SVG that asks for '{'a' * 60}'"


@pytest.mark.parametrize(("inner", "closed"), [("<rect/>", 1), ("<g><text>A</text></g>", 0)])
def test_a_drawing_opens_our_typefaces_where_it_has_letters_and_else_nothing(opened, inner, closed):
    untrusted_process.svg(svg(inner), OPTIONS)
    assert len(opened) == closed


@pytest.mark.parametrize(
    ("box", "dots", "exact"),
    [
        ("0 0 63 88", [1289, 1800], True),
        ("-5 -5, 63,88", [1289, 1800], True),
        ("0 0 0.63 0.88", [1289, 1800], True),
        ("0 0 9901 10000", [100, 100], True),
        ("0 0 99 100", [100, 100], False),
        ("0 0 10099 10000", [100, 100], True),
        ("0 0 101 100", [100, 100], False),
        ("0 0 50 100", [100, 100], False),
        ("0 0 100 50", [100, 100], False),
        ("0 0 88 0", [88, 88], False),
        ("0 0 63", [63, 88], True),
        ("0 0 63 88 1", [63, 88], True),
        ("", [63, 88], True),
    ],
)
def test_a_drawing_is_drawn_to_the_dot_and_fills_it_where_it_is_less_than_a_hundredth_off(box, dots, exact):
    root = Element("svg", {"viewBox": box, "width": "63mm", "height": "88mm"})
    svg_reader.set_dots(root, (63, 88), dots)
    assert (root.get("width"), root.get("height")) == (f"{dots[0]}", f"{dots[1]}")
    assert (root.get("preserveAspectRatio") == "none") == exact
    assert root.get("viewBox") == (box if len(box.replace(",", " ").split()) == 4 else "0 0 63 88")


@pytest.mark.parametrize(
    ("attributes", "size"),
    [
        ({"width": "2in", "height": " 25.4mm "}, (192, 96)),
        ({"width": "630e-1", "height": "88", "viewBox": "0 0 1 1"}, (63, 88)),
        ({"width": "1in", "height": "88px", "viewBox": "1 2 30 40"}, (96, 88)),
        ({"width": "1in", "height": "88px"}, (96, 88)),
        ({"width": "100%", "height": "100%", "viewBox": "1,2,30,40"}, (30, 40)),
        ({"width": "63", "viewBox": "1 2 30 40"}, (63, 84)),
        ({"height": "88", "viewBox": "1 2 30 40"}, (66, 88)),
        ({"viewBox": "0 0 1 20"}, (1, 20)),
        ({"viewBox": "0 0 20 1"}, (20, 1)),
        ({"viewBox": "0 0 0.2 0.1"}, (0.2, 0.1)),
        ({"viewBox": "0 0 999999.5 999999.5"}, (999999.5, 999999.5)),
        ({"viewBox": "0 0 1 20.1"}, "an SVG of 1 × 20.1"),
        ({"viewBox": "0 0 20.1 1"}, "an SVG of 20.1 × 1"),
        ({"viewBox": "0 0 2 0"}, "an SVG without a size"),
        ({"viewBox": "0 0 1e6 999999"}, "an SVG of 1e+06 × 999999"),
        ({"viewBox": "0 0 63"}, "an SVG without a size"),
        ({"viewBox": "0 0 63 88 1"}, "an SVG without a size"),
        ({"width": "63em", "height": "88px"}, "an SVG without a size"),
        ({"width": "63"}, "an SVG without a size"),
    ],
)
def test_a_drawing_has_the_size_of_its_sides_or_of_its_view_box(attributes, size):
    root = Element("svg", attributes)
    if isinstance(size, str):
        assert refused_here(svg_reader.drawing_size, root)[0] == size
    else:
        assert svg_reader.drawing_size(root) == size


@pytest.mark.parametrize(("wide", "high", "size"), [(1, 1, (180, 180)), (1, 2, (90, 180)), (2, 1, (180, 90))])
def test_an_inch_has_96_dots_of_a_drawing(opened, wide, high, size):
    """Of a drawing an inch or two wide, a rectangle of half an inch."""
    head = f'width="{wide}in" height="{high}in"'
    drawn = svg('<rect width="48" height="48" fill="red"/>', head)
    picture = dots(untrusted_process.svg(drawn, {**OPTIONS, "side": 180}))
    half = 90 // max(wide, high)
    assert (picture.size, picture.getbbox()) == (size, (0, 0, half, half))


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
        (svg(head=""), "an SVG without a size, expected width and height, or a viewBox: in the program"),
        (svg(head='viewBox="0 0 1 21"'), "an SVG of 1 × 21, expected a drawing in the proportions of a card."),
        (svg(head='viewBox="0 0 0 2"'), "an SVG without a size"),
        (b"<?xml version='1.0'?><html/>", "XML that is no SVG"),
        (svg("<g>"), "an SVG that cannot be read (mismatched tag"),
        (
            b'<!DOCTYPE svg [<!ENTITY a SYSTEM "b">]>' + svg("<text>&a;</text>").partition(b"?>")[2],
            "an SVG that asks for other files by entities",
        ),
        (svg("<g>" * 20_000 + "</g>" * 20_000), "a file that is damaged, or takes too long or too much memory to read"),
        (b"%PDF-1.7 nonsense", "a PDF that cannot be read"),
    ],
)
def test_what_cannot_be_drawn_is_told(data, told):
    assert told in refusal(data)


@pytest.mark.long
def test_an_svg_that_takes_too_long_is_ended_and_its_seconds_count():
    slow = '<filter id="f"><feTurbulence numOctaves="10000" baseFrequency="0.5"/></filter><rect width="63" height="88" filter="url(#f)"/>'
    limits = Budget(Limits(seconds=7))
    with limits.running():
        assert "takes too long" in refusal(svg(slow))
        with pytest.raises(budget.OverBudget):
            budget.check()


def test_a_drawing_that_takes_too_long_is_drawn_with_half_of_the_dots(monkeypatch):
    asked = []

    def run(kind, arguments, data):
        asked.append(json.loads(arguments))
        return untrusted._too_much(kind) if len(asked) == 1 else b"drawn"

    monkeypatch.setattr(untrusted, "_run_process", run)
    assert untrusted.draw_svg(svg(), "a.svg") == b"drawn"
    assert [one["side"] for one in asked] == [1800, 900]
    assert [one["notes"] for one in asked] == [[], ["drawn with half of the dots, for it takes long to draw."]]


def test_where_a_click_in_an_svg_leads_is_not_asked_for():
    link = '<a href="https://example.org"><rect width="63" height="88" fill="red"/></a>'
    assert dots(untrusted.draw(svg(link), "a.svg")).getpixel((600, 900)) == (255, 0, 0)


def test_other_pictures_are_left_as_they_are():
    assert untrusted.draw(b"\x89PNG\r\n\x1a\n<svg", "a.svg") == b"\x89PNG\r\n\x1a\n<svg"


def test_an_svg_begins_within_its_first_512_bytes():
    assert "an SVG that cannot be read" in refusal(b" " * 508 + b"<svg")
    assert untrusted.draw(b" " * 509 + b"<svg", "a.svg") == b" " * 509 + b"<svg"


def test_such_a_process_has_its_seconds_and_1500_mb_and_writes_no_file(monkeypatch):
    limits = {}
    monkeypatch.setattr(resource, "setrlimit", lambda what, most: limits.update({what: most}))
    monkeypatch.setattr(untrusted_process.os, "nice", lambda steps: limits.update(nice=steps))
    untrusted_process.limit(7)
    untrusted_process.open_no_file()
    assert limits == {
        "nice": 5,
        resource.RLIMIT_CPU: (7, 7),
        resource.RLIMIT_AS: (1_500_000_000, 1_500_000_000),
        resource.RLIMIT_FSIZE: (0, 0),
        resource.RLIMIT_CORE: (0, 0),
        resource.RLIMIT_NOFILE: (3, 3),  # the three streams that every process has
    }


DAMAGED = ("a file that is damaged, or takes too long or too much memory to read", "another typeface")


@pytest.mark.parametrize(
    ("code", "errors", "answer", "seconds"),
    [
        (0, b"0.25", b"drawn", [0.25]),
        (1, b"Traceback", DAMAGED, [4]),
        (-9, b"", DAMAGED, [4]),
        (3, b'["a stone", "a card"]', ("a stone", "a card"), []),
    ],
)
def test_what_a_process_ends_with_is_an_answer_and_its_seconds_count(monkeypatch, code, errors, answer, seconds):
    charged = []

    def run(command, timeout, **others):
        assert timeout == 24 and others["input"] == f"{code}".encode()
        return SimpleNamespace(returncode=code, stdout=b"drawn", stderr=errors)

    monkeypatch.setattr(untrusted.subprocess, "run", run)
    monkeypatch.setattr(untrusted.budget, "charge", charged.append)
    assert untrusted._run_process("ttf", "{}", f"{code}".encode()) == answer
    assert charged == seconds


def test_a_process_that_takes_too_long_by_the_clock_is_refused_and_tried_again_when_it_is_asked_again(monkeypatch):
    charged = []

    def run(command, timeout, **others):
        raise subprocess.TimeoutExpired(command, timeout)

    monkeypatch.setattr(untrusted.subprocess, "run", run)
    monkeypatch.setattr(untrusted.budget, "charge", charged.append)
    for times in (1, 2):
        with pytest.raises(InvalidInput) as refused:
            untrusted._read_or_refuse("ttf", b"slow", "slow.ttf", {})
        (error,) = refused.value.input_errors
        assert (error.where, error.found, error.expected) == ("slow.ttf", *DAMAGED) and charged == [4] * times


@pytest.mark.parametrize(
    ("size", "seconds"),
    [(0, 4), (290, 4), (99_999, 4), (100_000, 5), (599_999, 9), (600_000, 10), (12_000_000, 10)],
)
def test_a_small_file_has_few_seconds(size, seconds):
    assert untrusted.seconds_for(size) == seconds


def test_two_files_are_read_at_once_and_a_third_is_told_to_come_back(monkeypatch):
    slots, reading, over = HeavySlots(1, patience=0.01), threading.Semaphore(0), threading.Event()

    def run(command, **others):
        reading.release()
        assert over.wait(60)
        return SimpleNamespace(returncode=0, stdout=b"drawn", stderr=b"0.5")

    monkeypatch.setattr(untrusted.subprocess, "run", run)

    def read(number):
        with Budget(Limits(), slots, visitor=number).running():
            return untrusted.draw_svg(f"<svg>{number} of three</svg>".encode(), "a.svg")

    with ThreadPoolExecutor(2) as pool:
        both = [pool.submit(read, number) for number in range(2)]
        assert reading.acquire(timeout=60) and reading.acquire(timeout=60)
        with pytest.raises(Busy):
            read(2)
        over.set()
        assert [one.result(60) for one in both] == [b"drawn", b"drawn"]
    assert read(2) == b"drawn"


def test_a_file_that_was_read_before_waits_for_nobody(monkeypatch):
    slots = HeavySlots(1, patience=0.01)
    found = SimpleNamespace(returncode=0, stdout=b"drawn", stderr=b"0.5")
    monkeypatch.setattr(untrusted.subprocess, "run", lambda *_, **others: found)
    drawing = b"<svg>read before</svg>"
    untrusted.draw_svg(drawing, "a.svg")
    for visitor in "ab":
        slots.take_process(visitor)
    with Budget(Limits(), slots).running():
        assert untrusted.draw_svg(drawing, "a.svg") == b"drawn"
        with pytest.raises(Busy):
            untrusted.draw_svg(drawing + b" ", "a.svg")


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
    assert three.notes == (
        "Hero.pdf has 3 pages, each printed as a front. If some are backs, say how they lie: alternating or halves "
        "(“Pages of a PDF”, --pdf-pages).",
    )


def test_an_svg_is_a_card():
    drawn = svg('<rect width="63" height="88" fill="red"/>')
    (file,) = picture_sources.sort_pictures("d", [NamedFile("Hero.svg", 0, lambda: io.BytesIO(drawn))]).files
    assert file.path == "Hero.svg" and dots(file.read()).getpixel((9, 9)) == (255, 0, 0)


def test_the_first_page_says_how_large_the_pages_of_a_pdf_are(opened):
    sizes = ((180, 250), (1, 20), (600, 800))
    assert json.loads(untrusted_process.pages(pages(sizes=sizes), {"sides": "CardSides"})) == [3, 180, 250, ""]
    assert opened == [1]


def test_a_pdf_without_pages_cannot_be_read(opened):
    empty = io.BytesIO()
    pikepdf.new().save(empty)
    assert refused_here(untrusted_process.pages, empty.getvalue(), {"sides": ""})[0] == "a PDF that cannot be read"


def test_a_pdf_has_at_most_three_hundred_pages(monkeypatch):
    monkeypatch.setattr(untrusted, "_draw_or_refuse", lambda *given: '[300, 180, 250, ""]')
    assert untrusted.count_pages(b"", "a.pdf") == 300
    monkeypatch.setattr(untrusted, "_draw_or_refuse", lambda *given: '[301, 180, 250, ""]')
    assert refusal(b"", untrusted.count_pages, "a.pdf") == "a.pdf: found 301 pages, expected at most 300."


@pytest.mark.parametrize(("mm", "cards"), [(130, 1), (131, 0)])
def test_a_pdf_of_sheets_is_no_deck_and_is_told(mm, cards):
    data = pages(sizes=((mm * 72 / 25.4, 180 * 72 / 25.4),))
    drawing = svg('<rect width="63" height="88"/>')
    files = [NamedFile("Rules.pdf", 0, lambda: io.BytesIO(data)), NamedFile("A.svg", 0, lambda: io.BytesIO(drawing))]
    source = picture_sources.sort_pictures("d", files)
    assert (len(source.files), len(source.sheets), source.notes) == (1 + cards, 1 - cards, ())
    notes = [note for note in picture_decks.decks(source, POKER).notes if note.startswith("Left out: ")]
    told = "Left out: Rules.pdf: found pages of 131 × 180 mm, expected cards; say how many are on a sheet"
    assert len(notes) == 1 - cards and all(
        note.startswith(told) and note.endswith(" 2x2 fits for 63 × 88 mm.") for note in notes
    )


def test_of_a_pdf_the_first_page_is_shown():
    assert dots(untrusted.draw(pages("red", "blue"), "a.pdf")).getpixel((9, 9)) == (255, 0, 0)


def test_a_locked_pdf_is_called_locked(opened):
    locked = io.BytesIO()
    pikepdf.open(io.BytesIO(pages("red"))).save(locked, encryption=pikepdf.Encryption(user="a", owner="b"))
    for data, told in ((locked.getvalue(), "a locked PDF"), (b"%PDF-", "a PDF that cannot be read")):
        assert refused_here(untrusted_process.page, data, {"page": 0})[0] == told


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


def typeface(without=(), **bits):
    """Return a typeface with other bits in its table OS/2, or without some tables."""
    font = TTFont(fonts.files()["Barlow-regular"])
    for name, value in bits.items():
        setattr(font["OS/2"], name, value)
    for table in without:
        del font[table]
    target = io.BytesIO()
    font.save(target)
    return target.getvalue()


def test_a_typeface_that_may_be_embedded_is_embedded():
    own = fonts.OwnFamily.of({"regular": untrusted.clean_typeface(typeface(fsType=0x0008), "a.ttf")})
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


NOT_AT_ALL = ("a typeface whose licence bits forbid embedding", "one that may be embedded")
NOT_IN_PARTS = ("a typeface whose licence bits forbid embedding its letters alone", "one that allows subsets")


@pytest.mark.parametrize(
    ("bits", "told"),
    [(bits, None) for bits in (0x0000, 0x0001, 0x0004, 0x0006, 0x0008, 0x000A, 0xFCFD)]
    + [(bits, NOT_AT_ALL) for bits in (0x0002, 0x0003, 0x0012)]
    + [(bits, NOT_IN_PARTS) for bits in (0x0104, 0x0100, 0x0200, 0x0300)],
)
def test_embedding_bits_are_obeyed(bits, told):
    """OS/2 fsType: 2 restricted, 4 previews and print, 8 editing, 0x100 no subsets, 0x200 bitmaps alone."""
    if told:
        assert refused_here(typeface_cleaning.refuse_forbidden, bits) == told
    else:
        typeface_cleaning.refuse_forbidden(bits)


def test_a_typeface_says_in_its_file_whether_it_may_be_embedded():
    assert NOT_AT_ALL[0] in refusal(typeface(fsType=0x0002), untrusted.clean_typeface, "a.ttf")
    assert untrusted_process.ttf(b"true" + typeface(without=["OS/2"])[4:], {})[:4] == b"\x00\x01\x00\x00"


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        (b"wOFF", "WOFF"),
        (b"wOF2", "WOFF2"),
        (b"\x00\x01\x00\x01", "something that is no typeface"),
    ],
)
def test_a_typeface_of_another_kind_is_called_by_its_kind(head, kind):
    assert refused_here(untrusted_process.ttf, head + typeface()[4:], {}) in (
        (kind, "a typeface (.ttf, .otf, .ttc)"),
        (kind, "a typeface (.ttf, .otf, .ttc): convert it"),
    )


def test_a_typeface_needs_outlines_and_letters_and_not_too_many(monkeypatch):
    for table in ("glyf", "cmap"):
        told = refused_here(untrusted_process.ttf, typeface(without=[table]), {})[0]
        assert told == "a typeface without outlines or letters"
    assert typeface_cleaning.LARGEST_FONT_PARTS == 200_000
    letters = len(TTFont(fonts.files()["Barlow-regular"]).getBestCmap())
    monkeypatch.setattr(typeface_cleaning, "LARGEST_FONT_PARTS", letters)
    assert untrusted_process.ttf(typeface(), {})
    monkeypatch.setattr(typeface_cleaning, "LARGEST_FONT_PARTS", letters - 1)
    assert refused_here(untrusted_process.ttf, typeface(), {})[0].endswith("or with too many")


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
    typeface_cleaning.refuse_nested("1", deep)
    long = "a" * 41
    for name, outlines, letter in (
        ("0", deep, "9"),
        ("0", {"0": MadeLetter("0")}, "0"),
        (long, {long: MadeLetter(long)}, long[:40]),
    ):
        told = refused_here(typeface_cleaning.refuse_nested, name, outlines)[0]
        assert told == f"a typeface whose letter '{letter}' is made of itself"


def test_a_typeface_of_25_megabytes_is_read_and_a_larger_one_is_not():
    assert refusal(typeface()[:4000], untrusted.clean_typeface, "a.ttf").endswith("expected another typeface.")
    data = typeface()
    assert untrusted.clean_typeface(data + bytes(25_000_000 - len(data)), "a.ttf")[:4] == b"\x00\x01\x00\x00"
    larger = refusal(data + bytes(25_000_001 - len(data)), untrusted.clean_typeface, "a.ttf")
    assert larger == "a.ttf: found 25.0 MB, expected a typeface of at most 25 MB."


BROKEN = {
    "svg": lambda: b"<svg",
    "pages": lambda: b"%PDF-",
    "page": lambda: b"",
    "ttf": lambda: typeface()[:4000],
    "otf": lambda: b"\x00\x01\x00\x00" + bytes(40),
}
"""Beginnings of files, of each kind that is asked for and of another one."""
KINDS = ("svg", "pages", "page", "ttf")


@pytest.mark.parametrize(
    ("kind", "broken"),
    few_first(len(KINDS), [*zip(KINDS, KINDS, strict=True), *(p for p in product(KINDS, BROKEN) if p[0] != p[1])]),
)
def test_whatever_it_is_it_is_answered_with_a_sentence(kind, broken):
    given = {**OPTIONS, "page": 0}
    with pytest.raises(InvalidInput, match=r"^x: found .*, expected"):
        untrusted._draw_or_refuse(kind, BROKEN[broken](), "x", given)


def test_a_pdf_begins_within_its_first_1024_bytes():
    assert untrusted.is_pdf(b" " * 1019 + b"%PDF-") and not untrusted.is_pdf(b" " * 1020 + b"%PDF-")


@pytest.mark.parametrize(
    ("size", "is_drawn"),
    [
        ((15_000, 750), True),
        ((750, 15_000), True),
        ((15_001, 750), False),
        ((750, 15_001), False),
        ((1, 20), True),
        ((20, 1), True),
        ((0.9, 20), False),
        ((20, 0.9), False),
    ],
)
def test_a_page_of_a_pdf_is_1_to_15_000_points_long(opened, size, is_drawn):
    data, given = pages(sizes=(size,)), {"side": 90, "page": 0}
    if is_drawn:
        assert max(dots(untrusted_process.page(data, given)).size) == 90
    else:
        told = (f"a page of {size[0]:g} × {size[1]:g} points", "a page in the size of a card")
        assert refused_here(untrusted_process.page, data, given) == told
