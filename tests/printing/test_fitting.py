"""Text fits its box or is refused; measured here by ReportLab's own widths, not by the engine's."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from companion.printing import fonts
from companion.printing.boxes import Circle, Group, Symbol, Text
from companion.printing.fitting import MM, DoesNotFit, fit, words

STAR = Symbol("star", "star", (Circle(0.5, 0.5, 0.4),))


def register():
    for name, path in fonts.files().items():
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(name, str(path)))


def width(run, size):
    register()
    return pdfmetrics.stringWidth(run.text, run.font, size) * MM


texts = st.text(st.sampled_from("abcdefghij WXYZ 0123 éñ Ωя {star}\n"), max_size=120)


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
        assert baseline - 0.7 * fitted.size * MM >= 4 - 1e-6 and baseline <= 4 + h + 1e-6
        for run in runs:
            assert run.x >= 3 - 1e-6
            assert run.x + width(run, fitted.size) <= 3 + w + 0.01
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
    with pytest.raises(fonts.Unprintable, match=r"Hammer: title: '漢' \(U\+6F22\) has no printable form"):
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
