"""Hebrew, Arabic and mixed lines stand as a browser sets them: order, line ends, joined forms, places.

The browser is the oracle: it has its own implementation of Unicode's bidirectional algorithm (ICU) and shapes text in
the same typeface. Places may differ by a hundredth of an em.
"""

import io

import pypdfium2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageFilter

from companion.printing.faces.boxes import Text
from companion.printing.pdf import draw_singles
from companion.printing.sheets.jobs import SingleFace
from companion.printing.text.fitting import MM_PER_PT, fit, words
from tests.printing import shaped

pytestmark = pytest.mark.browser
FONTS = tuple(map(shaped.font_bytes, ("Barlow-regular", "NotoHebrew-regular", "NotoArabic-regular")))
FAMILY = shaped.family_of(*FONTS)
CLOSE = 0.01
"""How far letters may stand apart, in ems."""
PX = 40
"""Pixels of an em in pictures."""
LINES = [
    "דרקון אש (3) abc def!",
    "abc אבג (דהו) def, -5% מזיק [ב].",
    "תנין [a] 12-34, 1,5 + 7: abc?",
    "شجرة كبيرة abc تنين ٣ ضرر",
    "می‌خواهم کتاب ۱۲۳ abc",
    "ٹھیک ہے پاکستان x",
    "שָׁלוֹם עֲלֵיכֶם",
    "مُحَمَّد يسبب",
    "בדיקה\u200f!",
    "a (אב) b (גד) c",
    "אבג! דהו abc 1,5 זחט " * 5,
    "Roll 2 dice: מזיק (a [b] c) for each hit on שריון, then 3 more. " * 3,
    "٣ ٤ ٥",
    "x ٣ ٤ ٥",
    "1 2 אב 3 4",
]


def fitted(text, ems):
    return words(Text(0, 0, ems * 10 * MM_PER_PT, 500, text, 10, 10, family=FAMILY), "a card")


def compare(page, text, ems):
    here, there = shaped.letters_here(fitted(text, ems)), shaped.letters_in_browser(page, text, FONTS, ems)
    assert [[letter for letter, _ in line] for line in here if line] == [[x for x, _ in line] for line in there]
    for line, other in zip(filter(None, here), there, strict=True):
        for (letter, x), (_, expected) in zip(line, other, strict=True):
            assert x == pytest.approx(expected, abs=CLOSE), letter


@pytest.mark.parametrize("text", LINES)
def test_letters_stand_where_a_browser_sets_them(page, text):
    compare(page, text, 16)


ALPHABET = "אבגדש abcd xyz 123 ,.:-+()[]!% شجر ٣٤"


@pytest.mark.long
@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(st.sampled_from(ALPHABET), min_size=1, max_size=60))
def test_any_mixed_line_stands_as_in_a_browser(page, text):
    """Brackets and signs inside an Arabic word may come from its own face here, so only the order counts."""
    clean = " ".join(text.split())
    if not clean:
        return
    here = shaped.letters_here(fitted(clean, 400))
    there = shaped.letters_in_browser(page, clean, FONTS, 400)
    assert [[x for x, _ in line] for line in here if line] == [[x for x, _ in line] for line in there]


@pytest.mark.parametrize("text", ["تنين النار لا إله سلام", "שָׁלוֹם (abc) 12", "בִּישׁ abc قلب ٣"])
def test_a_print_looks_like_a_browsers_picture(page, text):
    """Joined forms, the ligature of lam and alef, and marks: at most one in 50 dots of ink has none within 2 dots."""
    ems = 16
    page.set_viewport_size({"width": ems * PX, "height": 2 * PX})
    html = shaped.browser_page(text, FONTS, ems).replace(f"{shaped.SIZE}px/1.5", f"{PX}px/1.5")
    page.set_content(html.replace(f"width: {ems * shaped.SIZE}px", f"width: {ems * PX}px"))
    page.evaluate("() => document.fonts.ready")
    there = Image.open(io.BytesIO(page.screenshot())).convert("L")
    mm = ems * 10 * MM_PER_PT
    boxes = fit([Text(0, 0, mm, 20, text, 10, 10, family=FAMILY, leading=1.5)], "a card")
    draw_singles([SingleFace(mm, mm / 8, boxes)], "x", "#123456", target := io.BytesIO())
    document = pypdfium2.PdfDocument(target.getvalue())
    here = document[0].render(scale=PX / 10).to_pil().convert("L")
    document.close()
    here, there = cropped(here), cropped(there)
    assert here.size[0] == pytest.approx(there.size[0], abs=3) and here.size[1] == pytest.approx(there.size[1], abs=3)
    for one, other in ((here, there), (there, here)):
        near = other.filter(ImageFilter.MinFilter(5)).load()
        ink = [(x, y) for x in range(one.width) for y in range(one.height) if one.getpixel((x, y)) < 100]
        alone = [p for p in ink if p[0] < other.width and p[1] < other.height and near[p] > 160]
        assert ink and len(alone) <= len(ink) / 50


def cropped(picture):
    return picture.crop(picture.point(lambda grey: 255 if grey < 128 else 0).getbbox())
