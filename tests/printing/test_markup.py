"""Tags in a text: bold, italic, small caps, ends of lines; without markup they are letters like others."""

from dataclasses import replace

import pytest

from companion.printing.custom.symbols import SYMBOLS
from companion.printing.faces.boxes import Text
from companion.printing.text import fonts, markup
from companion.printing.text.fitting import cut_short, words


def text(said, w=60, h=30, size=8, **more):
    return Text(0, 0, w, h, said, size, 6, markup=True, symbols=SYMBOLS, **more)


def lines(box):
    """Return each line as its runs: font, text, scale."""
    return [[(run.font, run.text, run.scale) for run in runs] for _, runs in words(box, "A").lines]


def test_tags_choose_the_font_of_their_letters():
    said = "Go <b>now</b>, <i>or <b>never</b></i>"
    assert lines(text(said)) == [
        [
            ("Barlow-regular", "Go", 1),
            ("Barlow-bold", "now", 1),
            ("Barlow-regular", ",", 1),
            ("BarlowItalic-regular", "or", 1),
            ("BarlowItalic-bold", "never", 1),
        ]
    ]


def test_small_capitals_are_capitals_in_a_smaller_size():
    ((line),) = lines(text("<sc>Once a Turn 2</sc>"))
    assert line == [
        ("Barlow-regular", "O", 1),
        ("Barlow-regular", "NCE", fonts.SMALL_CAPS),
        ("Barlow-regular", "A", fonts.SMALL_CAPS),
        ("Barlow-regular", "T", 1),
        ("Barlow-regular", "URN", fonts.SMALL_CAPS),
        ("Barlow-regular", "2", 1),
    ]


def test_lines_break_where_they_are_broken_and_a_tag_goes_on_past_the_end():
    assert lines(text("<b>One<br>two\nthree</b><BR/>four")) == [
        [("Barlow-bold", "One", 1)],
        [("Barlow-bold", "two", 1)],
        [("Barlow-bold", "three", 1)],
        [("Barlow-regular", "four", 1)],
    ]


def test_a_word_of_two_styles_stays_in_one_piece():
    box = words(text("a super<b>charged</b> b", w=14), "A")
    first, second, *_ = box.lines
    assert [run.text for run in first[1]] == ["a"] and [run.text for run in second[1]] == ["super", "charged"]
    before, after = second[1]
    assert after.x == pytest.approx(before.x + before.w)


def test_runs_follow_each_other_with_the_width_of_a_space():
    ((_, (go, now)),) = words(text("Go <b>now</b>"), "A").lines
    space = fonts.runs(" ", "regular")[0][2] * 8 * 25.4 / 72
    assert now.x == pytest.approx(go.x + go.w + space)


def test_symbols_and_signs_stand_in_marked_text():
    box = words(text("<b>{shield}2</b> &lt;b&gt; &amp; {nothing}"), "A")
    assert [placed.symbol.name for placed in box.symbols] == ["shield"]
    assert [run.text for _, runs in box.lines for run in runs] == ["2", "<b> & {nothing}"]


def test_without_markup_tags_are_letters_and_a_text_without_tags_is_the_same():
    plain = replace(text("A <b>b</b> long text that takes two lines", w=20), markup=False)
    assert "<b>b</b>" in " ".join(run.text for _, runs in words(plain, "A").lines for run in runs)
    box = text("A long text that takes two lines, {shield} and all", w=20)
    assert words(box, "A").lines == words(replace(box, markup=False), "A").lines


def test_a_text_cut_short_keeps_its_tags():
    box = cut_short(text("Go <b>on and on and on and on and on and on</b> and on", w=20, h=3, size=6))
    assert box.text.startswith("Go <b>on") and box.text.endswith("…")
    assert lines(box)[0][1][0] == "Barlow-bold"


def test_what_is_read_aloud_has_no_tags():
    assert markup.plain("<b>Go</b>, <i>now</i><br>&lt;3") == "Go, now\n<3"


@pytest.mark.parametrize(
    ("said", "troubles"),
    [
        ("<b>all</b> <i>well</i> 3 < 4 > 2<br>", []),
        ("<u>no</u>", ["<u> is no markup and prints as written", "</u> is no markup and prints as written"]),
        ("<b>open", ["<b> is not closed"]),
        ("<sc>a</sc><sc>b", ["<sc> is not closed"]),
    ],
)
def test_odd_tags_are_told(said, troubles):
    assert markup.troubles(said) == troubles


@pytest.mark.parametrize(
    ("family", "font"), [("barlow", "Barlow-bold"), ("fira", "Fira-bold"), ("inter", "Inter-regular")]
)
def test_a_family_that_ships_may_be_named(family, font):
    assert lines(text("Ab", weight="bold", family=family)) == [[(font, "Ab", 1)]]


def test_what_a_family_lacks_comes_from_another():
    assert [run[0] for run in lines(text("Ж ★", family="barlow"))[0]] == ["Fira-regular", "Inter-regular"]


def test_a_family_of_one_s_own_has_the_faces_that_it_has():
    regular, bold = (fonts.files()[name].read_bytes() for name in ("Fira-regular", "Fira-bold"))
    own = fonts.OwnFamily.of({"regular": regular, "bold": bold})
    assert own is fonts.OwnFamily.of({"bold": bold, "regular": regular})
    assert lines(text("a <b>b</b> <i>c</i> ★", family=own)) == [
        [(f"{own}-regular", "a", 1), (f"{own}-bold", "b", 1), (f"{own}-regular", "c", 1), ("Inter-regular", "★", 1)]
    ]
    ours = words(text("Wide words", family="fira"), "A").lines[0][1][0]
    assert words(text("Wide words", family=own), "A").lines[0][1][0].w == pytest.approx(ours.w)
