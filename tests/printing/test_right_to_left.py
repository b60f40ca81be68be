"""Text from right to left on cards: order, sides, marks, symbols, and the letters that readers copy from the PDF."""

import io
import subprocess

import pypdfium2
import pytest
from fontTools.ttLib import TTFont

from companion.printing.custom import custom_cards, custom_faces
from companion.printing.custom.layouts import reading
from companion.printing.custom.symbols import SYMBOLS
from companion.printing.export import picture_files
from companion.printing.faces.boxes import POKER, PlacedSymbol, Text
from companion.printing.pdf import draw_singles
from companion.printing.sheets.jobs import SingleFace
from companion.printing.svg.texts import Texts
from companion.printing.text import direction, fonts
from companion.printing.text.fitting import MM_PER_PT, fit, words
from tests.printing.drawn import poppler
from tests.printing.shaped import font_bytes, letters_here

LAYOUT = 'extends = "classic"\ntypeface = "lore"\n[typefaces]\nlore = "lore.ttf"\n'


def shown(text, **more):
    """Return the lines of a text, each as its letters stand from left to right."""
    fitted = words(Text(0, 0, 60, 60, text, 8, 8, symbols=SYMBOLS, **more), "a card")
    return ["".join(letter for letter, _ in line) for line in letters_here(fitted)]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("דרקון אש", "שאןוקרד"),
        ("דרקון (abc) 12-34!", "!12-34)abc(ןוקרד"),
        ("abc (אבג) def", "abc(גבא)def"),
        ("abc אבג (דהו) def", "abc)והד(גבאdef"),
        ("1 ב 2", "2ב1"),
        ("٣ ٤", "٤٣"),
        ("a\u2067b א\u2069c", "aאbc"),
        ("\u202eabc", "cba"),
    ],
)
def test_letters_stand_in_the_order_of_unicode(text, line):
    """Brackets are the characters of the text: mirrored glyphs are drawn for them."""
    assert shown(text) == [line]


def test_each_paragraph_begins_at_its_own_side_and_centred_text_stays():
    edges = {}
    for align in ("left", "centre", "right"):
        fitted = words(Text(0, 0, 60, 30, "abc\nאבג\n12", 8, 8, align=align), "a card")
        edges[align] = [(runs[0].x, runs[-1].x + runs[-1].w) for _, runs in fitted.lines]
    (latin, hebrew, number), right = edges["left"], edges["right"]
    assert latin[0] == 0 and hebrew[1] == pytest.approx(60) and number[0] == 0
    assert all(end == pytest.approx(60) for _, end in right)
    assert all(start == pytest.approx(60 - end) for start, end in edges["centre"])


def test_a_bracket_from_right_to_left_is_mirrored():
    run = next(run for _, runs in words(Text(0, 0, 60, 9, "א ) ב"), "x").lines for run in runs if run.text == ")")
    font = TTFont(fonts.files()[run.font])
    assert font.getGlyphName(run.clusters[0].glyphs[0].id) == font.getBestCmap()[ord("(")]


def test_symbols_keep_their_logical_place():
    fitted = words(Text(0, 0, 60, 9, "אבג {d6} דהו {shield} abc", 8, 8, symbols=SYMBOLS), "a card")
    (_, runs), (second, first) = fitted.lines[0], fitted.symbols
    assert all(isinstance(one, PlacedSymbol) for one in fitted.symbols)
    left = {run.text: run.x for run in runs}
    assert left["abc"] < second.x < left["דהו"] < first.x < left["אבג"]
    assert [one.symbol.name for one in sorted(fitted.symbols, key=lambda one: -one.x)] == ["d6", "shield"]


def test_markup_does_not_part_joined_letters():
    """The middle letters keep their joined forms though they are bold."""
    whole = words(Text(0, 0, 60, 9, "مرحبا", 8, 8), "x").lines[0][1]
    parts = words(Text(0, 0, 60, 9, "م<b>رحب</b>ا", 8, 8, markup=True), "x").lines[0][1]
    assert [run.text for run in parts] == ["ا", "رحب", "م"]
    assert [run.font.partition("-")[2] for run in parts] == ["regular", "bold", "regular"]
    of_parts = [glyph.id for run in parts for cluster in run.clusters for glyph in cluster.glyphs]
    assert of_parts == [glyph.id for run in whole for cluster in run.clusters for glyph in cluster.glyphs]


def test_lam_and_alef_are_joined_and_letters_have_their_four_forms():
    lam_alef = words(Text(0, 0, 60, 9, "لا"), "x").lines[0][1][0].w
    apart = sum(words(Text(0, 0, 60, 9, letter), "x").lines[0][1][0].w for letter in "لا")
    assert lam_alef < apart
    run = words(Text(0, 0, 60, 9, "ههه ه"), "x").lines[0][1]
    assert len({cluster.glyphs[0].id for one in run for cluster in one.clusters}) == 4


def test_a_line_is_broken_in_the_order_of_reading():
    text = "אחת שתים שלוש ארבע חמש"
    lines = shown(text)
    narrow = words(Text(0, 0, 20, 60, text, 8, 8), "x")
    assert lines == ["".join(text.split())[::-1]]
    read = ["".join(letter for letter, _ in line)[::-1] for line in letters_here(narrow)]
    assert len(read) > 1 and "".join(read) == "".join(text.split())
    assert all(runs[-1].x + runs[-1].w == pytest.approx(20) for _, runs in narrow.lines)


TEXTS = [
    "דרקון אש 12 abc",
    "תנין (3) נושא",
    "تنين النار يسبب ضرر",
    "كتاب لا إله",
    "می‌خواهم کتاب",
    "ٹھیک ہے",
    "नमस्ते",
    "สวัสดี",
]


def printed(*texts, **more):
    boxes = fit([Text(3, 3 + 8 * n, 57, 7, text, 10, 6, **more) for n, text in enumerate(texts)], "Letters")
    draw_singles([SingleFace(63, 88, boxes)], "Letters", "#123456", target := io.BytesIO())
    return target.getvalue()


def test_a_reader_copies_the_letters_in_the_order_of_reading():
    """PDFium keeps the visual order of a line's words; within a word it gives the letters as they are read."""
    document = pypdfium2.PdfDocument(printed(*TEXTS))
    copied = document[0].get_textpage().get_text_bounded().replace("\u200c", "")
    document.close()
    for text in TEXTS:
        for word in text.replace("\u200c", "").split():
            assert word.strip("()") in copied


def test_poppler_copies_whole_lines(tmp_path):
    """Whatever marks are on the letters; Poppler wraps lines in signs of direction."""
    program = poppler().replace("pdftoppm", "pdftotext")
    (tmp_path / "x.pdf").write_bytes(printed(*TEXTS, "שָׁלוֹם לָךְ", "بِسْمِ"))
    done = subprocess.run([program, str(tmp_path / "x.pdf"), "-"], capture_output=True, text=True, check=True)
    signs = dict.fromkeys(map(ord, "\u202a\u202b\u202c\u200e\u200f"))
    copied = done.stdout.translate(signs)
    for text in (*TEXTS[:-2], "שָׁלוֹם לָךְ", "بِسْمِ"):
        for word in text.split():
            assert word.strip("()") in copied, word


def test_the_screen_draws_what_is_printed_and_reads_as_the_text():
    """Outlines stand where the glyphs of the print stand; the words are there for a reader and a search."""
    (fitted,) = fit([Text(3, 3, 57, 9, "דרקון {d6} 3", 8, 8, symbols=SYMBOLS)], "x")
    html = Texts({"ink": "#000000"}).words(fitted)
    assert f"דרקון {SYMBOLS['d6'].label} 3" in html and 'class="unseen"' in html
    glyphs = sum(len(cluster.glyphs) for _, runs in fitted.lines for run in runs for cluster in run.clusters)
    assert html.count("<path ") == glyphs + 1


def checked(rows, files, skip_bad=False, layout=LAYOUT):
    stack = custom_cards.read_stack(f"title,text\n{rows}", "cards.csv")
    decks = custom_faces.decks(stack, POKER, files.__getitem__, "no", reading.read_layout(layout, "my.layout.toml"))
    return picture_files.check_decks(decks, skip_bad)


def test_a_typeface_of_ones_own_sets_what_it_has():
    """Its bytes are not in ours: the run is in its font, the rest in those that ship."""
    files = {"lore.ttf": font_bytes("NotoHebrew-regular")}
    (deck,), notes = checked("דרקון,שלום לך.\nDrone,Flies.\n", files)
    title = next(box for box in deck.pieces[0].face.boxes if isinstance(box, Text) and box.text == "דרקון")
    fitted = words(title, "x")
    assert {run.font for _, runs in fitted.lines for run in runs} == {f"{title.family}-regular"}
    assert len(deck.pieces) == 2 and not notes


def test_hostile_text_is_bounded():
    for text in (
        "א" + "\u05b0" * 3000,
        "\u202e" * 3000 + "א",
        "\u200b" * 3000 + "א",
        "א" * 10_000,
        "\ud800א",
        "(א" * 4000,
    ):
        try:
            fitted = words(Text(0, 0, 60, 60, text, 8, 6), "a card")
        except fonts.CannotPrint:
            continue
        assert sum(len(runs) for _, runs in fitted.lines) < 3000


def test_order_is_found_once_for_text_of_any_length():
    order = direction.order("אבג abc " * 2000 + "x")
    assert sorted(order.places) == list(range(16_001)) and order.from_right


def test_widths_in_fitting_are_those_drawn():
    """The pen moves by as much as the text was measured: seen where the next letter begins."""
    for text in TEXTS:
        fitted = words(Text(0, 0, 60, 9, f"{text}x" if text.isascii() else text, 10, 10), "x")
        for _, runs in fitted.lines:
            for run in runs:
                advance = sum(cluster.advance for cluster in run.clusters) if run.clusters else None
                assert advance is None or run.w == pytest.approx(advance * 10 * MM_PER_PT)
