"""Faces for pages: words in reading order where print has them, all else as a picture; hostile text stays text."""

import re
from dataclasses import replace

import pytest
from lxml import etree

from companion.gamekit.contract import PrintSource
from companion.games import GAMES
from companion.printing.faces.boxes import POKER, Circle, Deck, Group, Line, PlacedSymbol, Rect, Symbol, Text, polygon
from companion.printing.faces.origins import INLINE
from companion.printing.svg.screen import UNIT, inline, screen
from companion.printing.text.fitting import Turned, Words, fit

NS = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>alert(1)</script> ]]> <![CDATA[ &amp; &#x3C; \"' {house}"


def shown(*boxes, before=None, accent="#5b1b8a"):
    old = fit(before, "card") if before else None
    return screen(fit(boxes, "card"), POKER, accent, old)


def elements(words):
    """Return the elements of a layer of words."""
    return etree.fromstring(f'<svg xmlns="{NS[1:-1]}">{words}</svg>')


def sentences(words):
    """Return what each text says, without its titles."""
    root = elements(words)
    for title in list(root.iter(f"{NS}title")):
        title.getparent().remove(title)
    return [" ".join("".join(text.itertext()).split()) for text in root.iter(f"{NS}text")]


def printed(boxes):
    """Return the words and marks of a face in the order in which they are listed."""
    for box in boxes:
        if isinstance(box, Turned):
            yield from printed(box.boxes)
        elif isinstance(box, PlacedSymbol):
            yield box.symbol.label
        elif isinstance(box, Words) and box.lines != ((box.lines[0][0], ()),):
            yield " ".join(run.text for _, runs in box.lines for run in runs)


@pytest.mark.long
@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.long)], ids=["each-seventh", "all"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_each_face_says_its_texts_in_order(game, step):
    source = PrintSource(game.context())
    decks = [part for kind in game.print_sets if not kind.needs_build for part in kind.make(source)]
    count = 0
    for deck in (deck for deck in decks if isinstance(deck, Deck)):
        for piece in deck.pieces[::step]:
            boxes = fit(piece.face.boxes, piece.name)
            made = screen(boxes, deck.format, game.accent)
            said = iter(sentences(made.words))
            for words in printed(boxes):
                wanted = words.split()
                assert any(set(wanted) <= set(text.split()) for text in said), (piece.name, words)
            assert b"<text" not in made.art and b"<script" not in made.art
            etree.fromstring(made.art)
            count += 1
    assert count


def test_a_text_of_many_lines_is_one_sentence():
    made = shown(Text(3, 3, 20, 20, "Barrage: damage is the gap between the scores.", 7))
    assert sentences(made.words) == ["Barrage: damage is the gap between the scores."]
    (text,) = elements(made.words)
    assert text.get("role") == "paragraph" and len(text) > 1
    assert [float(line.get("y")) for line in text] == sorted(float(line.get("y")) for line in text)


def test_a_broken_word_is_read_whole_and_its_hyphen_only_seen():
    made = shown(Text(3, 3, 11, 30, "Uncharacteristically overwhelming", 7, 7))
    first, *hyphens = sentences(made.words)
    assert first == "Uncharacteristically overwhelming" and hyphens and set(hyphens) == {"-"}
    assert all(text.get("aria-hidden") for text in elements(made.words)[1:])


def test_a_word_with_a_hyphen_of_its_own_keeps_it():
    assert sentences(shown(Text(3, 3, 14, 30, "Reverse-jointedness", 8, 8)).words)[0] == "Reverse-jointedness"


def test_marks_between_words_are_said_and_drawn():
    made = shown(Text(3, 3, 50, 5, "{house} Penetration is 1 more.", 7, symbols=INLINE))
    assert sentences(made.words) == ["house Penetration is 1 more."]
    assert b'<use href="#s0"' in made.art


def test_a_legend_does_not_say_its_mark_twice():
    assert sentences(shown(Text(3, 3, 50, 5, "{house} house", 7, symbols=INLINE)).words) == ["house"]


def test_a_number_not_known_is_a_question_mark_on_the_screen_only():
    made = shown(Text(3, 3, 10, 7, "", 18, 10, "bold", "centre", "middle", what="MW", unknown=True))
    (text,) = elements(made.words)
    assert text.text == "?" and text[0].text == "Not known"
    assert (float(text.get("x")), text.get("text-anchor")) == (80, "middle")
    assert shown(Text(3, 3, 10, 7, "", 18, what="MW")).words == ""


def number(value, x=3):
    return Text(x, 3, 10.6, 6.9, value, 18, 10, "bold", "centre", "middle", what="AR")


def test_a_changed_number_has_the_games_colour_and_the_old_one_struck_beside_it():
    made = shown(number("4"), number("7", 20), before=[number("4"), number("2", 20)])
    same, changed, old = elements(made.words)
    assert same.text == "4" and not len(same)
    assert changed[0].get("fill") == "#5b1b8a" and changed[0].text == "7"
    assert changed[1].text == "Changed: it was 2."
    assert [part.text for part in old] == ["was ", "2"] and old[1].get("class") == "was"
    assert 200 < float(old[1].get("x")) < 306 and float(old.get("font-size")) < float(changed.get("font-size"))


def test_a_number_changed_in_a_line_of_words_is_marked_alone():
    now = Text(3, 3, 40, 12, 'Cannon: 40", 4 shots, PEN 3', 8, what="weapons")
    made = shown(now, before=[replace(now, text='Cannon: 32", 4 shots, PEN 3')])
    (text,) = elements(made.words)
    assert [part.text for part in text.iter(f"{NS}tspan") if part.get("class") == "changed"] == ['40",']
    assert text.findtext(f"{NS}title") == 'Changed: it was 32".'


def test_words_without_numbers_and_feet_are_never_marked():
    now = Text(3, 3, 40, 5, "Rail Gun", 8, what="name")
    foot = Text(3, 60, 40, 5, "base · 2 of 9", 6, what="foot")
    old = [replace(now, text="Pea Gun"), replace(foot, text="base · 1 of 8")]
    assert "changed" not in shown(now, foot, before=old).words


def test_hostile_text_is_text():
    symbol = Symbol("s", HOSTILE, (Rect(0, 0, 1, 1),))
    made = shown(Text(3, 3, 57, 40, HOSTILE, 8), PlacedSymbol(symbol, 3, 60, 5))
    text, label = sentences(made.words)
    assert text == " ".join(HOSTILE.split()) and label == " ".join(HOSTILE.split())
    root = etree.fromstring(made.art)
    assert {element.tag for element in root.iter()} == {
        NS + name for name in ("svg", "defs", "g", "title", "rect", "use")
    }
    drawn = inline(fit([PlacedSymbol(symbol, 3, 3, 5)], "x"), 64, 48, "#5b1b8a", HOSTILE, HOSTILE)
    assert {element.tag for element in etree.fromstring(drawn).iter()} == {
        *("svg", "title", "desc", "defs", "g", "rect"),
        "use",
    }


@pytest.mark.parametrize("control", ["\u202e", "\u2066", "\u200f", "\u200b", "\x00", "\ufeff"])
def test_characters_that_nobody_sees_reach_no_page(control):
    symbol = Symbol("s", f"a{control}b", (Rect(0, 0, 1, 1),))
    made = shown(PlacedSymbol(symbol, 3, 60, 5))
    assert sentences(made.words) == ["ab"] and control.encode() not in made.art


def test_boxes_stand_where_they_are_printed():
    boxes = (Line(1, 2, 3, 4), Group((polygon((0, 0), (1, 0), (1, 1)), Text(0, 0, 20, 5, "Side", 8)), 10, 20, 90, 2))
    made = shown(*boxes)
    assert b'<line x1="1" y1="2" x2="3" y2="4"' in made.art
    assert b'transform="translate(10 20) rotate(90) scale(2)"' in made.art
    assert 'transform="translate(100 200) rotate(90) scale(2)"' in made.words and UNIT == 10


def test_a_face_is_as_large_on_the_screen_as_it_is_printed():
    """The picture below is in mm, the words above in tenths of them, and both begin in the same corner."""
    mark = Symbol("s", "wheel", (Circle(0.5, 0.5, 0.4, fill="accent"),))
    made = shown(
        Rect(3, 4, 57, 80, fill="tint", width=0.5),
        PlacedSymbol(mark, 40, 30, 12),
        Group((PlacedSymbol(mark, 1, 2, 3),), 5, 6, 0, 0.5),
        Text(10, 20, 40, 8, "Rail Gun", 12),
    )
    root = etree.fromstring(made.art)
    assert [root.get(name) for name in ("width", "height", "viewBox")] == ["63mm", "88mm", "0 0 63 88"]
    rect = root.find(f"{NS}rect")
    assert [rect.get(name) for name in ("x", "y", "width", "height", "stroke-width")] == ["3", "4", "57", "80", "0.5"]
    assert [use.get("transform") for use in root.iter(f"{NS}use")] == [
        "translate(40 30) scale(12)",
        "translate(1 2) scale(3)",
    ]
    assert [group.get("transform") for group in root.findall(f"{NS}g")] == ["translate(5 6) scale(0.5)"]
    (text,) = (each for each in elements(made.words).findall(f"{NS}text") if each.get("class") != "unseen")
    assert (float(text.get("x")), float(text.get("font-size"))) == pytest.approx((100, 12 * 25.4 / 72 * 10), abs=0.06)


def test_two_portraits_on_one_page_do_not_share_names():
    symbol = Symbol("s", "wheel", (Rect(0, 0, 1, 1),))
    made = [inline(fit([PlacedSymbol(symbol, x, 3, 5)], "x"), 64, 48, "#5b1b8a", "Portrait") for x in (1, 2)]
    names = [re.findall(r'id="([^"]+)"', svg) for svg in made]
    assert len(names[0]) == 1 and names[0] != names[1]
    assert f'href="#{names[0][0]}"' in made[0]
