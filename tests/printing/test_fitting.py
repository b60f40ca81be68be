"""Text fits its box or is refused; measured here by ReportLab's own widths, not by the engine's."""

import io
from unicodedata import normalize

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from companion.printing.faces.boxes import Circle, Group, Symbol, Text
from companion.printing.pdf import draw_singles
from companion.printing.sheets.jobs import SingleFace
from companion.printing.text import fonts, hyphens
from companion.printing.text.fitting import MM_PER_PT, DoesNotFit, fit, words

STAR = Symbol("star", "star", (Circle(0.5, 0.5, 0.4),))


def register():
    for name, path in fonts.files().items():
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(name, str(path)))


def width(run, size):
    register()
    return pdfmetrics.stringWidth(run.text, run.font, size) * MM_PER_PT


texts = st.text(st.sampled_from("abcdefghij WXYZ 0123 éñ Ωя {star}\n"), max_size=120)


@pytest.mark.long
@settings(deadline=None, max_examples=150)
@given(
    text=texts,
    w=st.floats(6, 80),
    h=st.floats(3, 40),
    align=st.sampled_from(["left", "centre", "right"]),
    across=st.sampled_from(["top", "middle", "bottom"]),
    weight=st.sampled_from(["regular", "semibold", "bold"]),
)
def test_what_fits_stays_in_its_box(text, w, h, align, across, weight):
    box = Text(3, 4, w, h, text, 12, 6, weight, align, across, symbols={"star": STAR})
    try:
        fitted = words(box, "a card")
    except DoesNotFit as error:
        assert error.overflow > 0
        return
    assert 6 <= fitted.size <= 12
    for baseline, runs in fitted.lines:
        assert baseline - 0.7 * fitted.size * MM_PER_PT >= 4 - 1e-6 and baseline <= 4 + h + 1e-6
        for run in runs:
            assert run.x >= 3 - 1e-6
            assert run.x + width(run, fitted.size) <= 3 + w + 0.01
            assert run.w == pytest.approx(width(run, fitted.size), abs=0.01)
    for placed in fitted.symbols:
        assert placed.x >= 3 - 1e-6 and placed.x + placed.size <= 3 + w + 0.01


@settings(deadline=None, max_examples=100)
@given(text=st.text(st.sampled_from("abc de fgh"), max_size=80))
def test_no_word_is_lost(text):
    fitted = words(Text(0, 0, 60, 60, text, 8, 6), "a card")
    assert " ".join(run.text for _, runs in fitted.lines for run in runs).split() == text.split()


def test_it_is_as_large_as_it_may_be():
    box = Text(0, 0, 30, 12, "a text of several words that wraps over some lines", 14, 6)
    size = words(box, "a card").size
    assert size < 14
    with pytest.raises(DoesNotFit):
        words(Text(0, 0, 30, 12, box.text, size + 0.25, size + 0.25), "a card")


def test_refusal_names_piece_box_size_and_overflow():
    with pytest.raises(DoesNotFit) as caught:
        words(Text(0, 0, 10, 4, "Antidisestablishmentarianism", 12, 6, what="title"), "Hammer")
    assert str(caught.value).startswith("Hammer: title is too long for its box at 6 pt by ")
    assert str(caught.value).endswith(" mm. Shorten it.")
    assert caught.value.overflow > 1


def test_text_over_the_edge_of_its_face_is_refused():
    with pytest.raises(DoesNotFit, match="Hammer: text reaches over the edge by 2.0 mm"):
        fit([Text(55, 5, 10, 5, "x")], "Hammer", (63, 88))
    with pytest.raises(DoesNotFit, match="over the edge"):
        fit([Group((Text(0, 0, 30, 5, "x"),), 10, 5, -90)], "Hammer", (63, 88))
    assert fit([Group((Text(0, 0, 30, 5, "x"),), 10, 35, -90)], "Hammer", (63, 88))


def test_characters_find_a_typeface_or_are_named():
    assert [font for font, _, _ in fonts.runs("Hammer яж", "bold")] == ["Barlow-bold", "Fira-bold"]
    with pytest.raises(fonts.Unprintable, match=r"Hammer: title: '漢' \(U\+6F22\) is in none of our typefaces"):
        words(Text(0, 0, 60, 10, "漢", what="title"), "Hammer")


def test_a_token_no_symbol_has_is_printed_as_it_stands():
    fitted = words(Text(0, 0, 60, 10, "a {moon} b"), "a card")
    assert fitted.lines[0][1][0].text == "a {moon} b"
    assert fitted.symbols == ()


def test_alignment():
    at = {
        align: words(Text(0, 0, 60, 10, "abc", 8, 8, align=align), "x").lines[0][1][0].x
        for align in ("left", "centre", "right")
    }
    assert at["left"] == 0
    assert at["centre"] == pytest.approx(at["right"] / 2)


def lines_of(fitted):
    return [
        "".join(run.text for run in runs) if len(runs) == 1 else " ".join(r.text for r in runs)
        for _, runs in fitted.lines
    ]


def test_a_text_that_would_not_fit_is_broken_as_a_dictionary_breaks_it():
    long = "Reconnaissance transmitters"
    box = Text(0, 0, 12, 14, long, 8, 8)
    said = lines_of(words(box, "a card"))
    assert said[0] in ("Recon-", "Reconnais-") and len(said) > 2
    assert "".join(line.removesuffix("-") for line in said).replace(" ", "") == long.replace(" ", "")


def test_words_stay_whole_where_they_fit_at_a_size_that_reads_well():
    box = Text(0, 0, 14, 14, "Reconnaissance transmitters", 8, 6)
    fitted = words(box, "a card")
    assert fitted.size >= 7 and lines_of(fitted) == ["Reconnaissance", "transmitters"]


def test_words_are_broken_rather_than_set_under_seven_points():
    text = "Intercommunication of battlefield reconnaissance transmitters overwhelms uncoordinated countermeasures"
    whole = Text(0, 0, 18, 20, text, 8, 4)
    fitted = words(whole, "a card")
    assert any(line.endswith("-") for line in lines_of(fitted))
    unbroken = words(Text(0, 0, 18, 20, text, 8, 4, language="xx"), "a card")
    assert not any(line.endswith("-") for line in lines_of(unbroken))
    assert unbroken.size < 7 and fitted.size > unbroken.size


@pytest.mark.long
@pytest.mark.parametrize(
    ("word", "language", "heads"),
    [
        ("Schifffahrt", "de", {"Schiff-"}),
        ("παρατηρητήριο", "en", {"πα-", "παρα-", "παρατη-", "παρατηρη-", "παρατηρητή-"}),
        ("представительство", "en", {"пред-", "предста-", "представи-", "представитель-"}),
        ("hand-to-hand", "en", {"hand-", "hand-to-"}),
        ("over\u00adthrowing", "en", {"over-"}),
        ("bolt", "en", set()),
        ("x-" * 60, "en", set()),
        ("12345678901", "en", set()),
        ("reconnaissance", "xx", set()),
    ],
)
def test_where_words_may_be_broken(word, language, heads):
    assert {head for head, _ in hyphens.breaks(word, language)} == heads


def test_a_soft_hyphen_shows_only_where_the_word_is_broken():
    assert lines_of(words(Text(0, 0, 60, 10, "over\u00adthrow"), "x")) == ["overthrow"]
    assert lines_of(words(Text(0, 0, 9.5, 10, "over\u00adthrowing", 8, 8), "x")) == ["over-", "throwing"]


@settings(deadline=None, max_examples=60)
@given(
    text=st.lists(
        st.sampled_from(["reconnaissance", "of", "the", "battlefield,", "hand-to-hand;", "(overthrowing)", "12", "x"]),
        max_size=12,
    ),
    w=st.floats(10, 40),
)
def test_breaking_loses_no_letter_and_crosses_no_edge(text, w):
    box = Text(0, 0, w, 26, " ".join(text), 9, 7)
    try:
        fitted = words(box, "a card")
    except DoesNotFit:
        return
    said = lines_of(fitted)
    assert "".join(said).replace("-", "").replace(" ", "") == "".join(text).replace("-", "")
    for _, runs in fitted.lines:
        assert all(run.x + width(run, fitted.size) <= w + 0.01 for run in runs)


def test_a_greek_word_is_set_in_one_typeface():
    assert fonts.runs("Ωμέγα", "bold") == (("Fira-bold", "Ωμέγα", pytest.approx(2.6, abs=0.6)),)
    assert [font for font, _, _ in fonts.runs("5 Ω", "bold")] == ["Barlow-bold"], "a letter that Barlow has stays"


@pytest.mark.parametrize(
    "text",
    [
        "ÀÉÎÕÜ àéîõü ÿ Łódź Škoda Øre ĳ ŵ ș ẞ",
        "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ αβγδεζηθικλμνξοπρστυφχψως ΆΈΉΊΌΎΏ άέήίόύώ ϊϋΐΰ ἀρχή ᾠδή",
        "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ абвгдеёжзийклмнопрстуфхцчшщъыьэюя ЄІЇҐ єіїґ ЂЉЊЋЏ ўѓќ",
        "e\u0301 as one letter and an accent",
    ],
)
@pytest.mark.parametrize("weight", ["regular", "semibold", "bold"])
def test_latin_greek_and_cyrillic_print_and_read_back(text, weight):
    """The letters go into a PDF as embedded type and come out of it again, read by another program."""
    target = io.BytesIO()
    boxes = fit([Text(5, 5, 53, 70, text, 9, 6, weight)], "Letters")
    draw_singles([SingleFace(63, 88, boxes)], "Letters", "#123456", target)
    document = pypdfium2.PdfDocument(target.getvalue())
    found = document[0].get_textpage().get_text_bounded()
    document.close()
    assert "".join(found.split()) == "".join(normalize("NFC", text).split())
