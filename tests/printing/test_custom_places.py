"""Where everything on a custom card stands: goldens of plain cards in four formats, and of layouts."""

import io
from pathlib import Path

import pytest
from PIL import Image

from companion.printing.custom import custom_cards, custom_faces, drafts
from companion.printing.custom.layouts import reading, starters
from companion.printing.sheets.papers import find_format
from tests.printing.listing import places

GOLDEN = Path(__file__).parent / "golden"
CARDS = """title,type,attack,armour,speed,heat,crew,range,text,symbol,picture
Rail Gun,Weapon,5{d6},2,3,4,1,12,"Roll {d6-6} twice, then move.",flag,
"Long
Tom","Siege
engine",9,,,,,,Stands.,shield,art.png
Saga,Tale,1,2,,,,,"%s",flag,
Bare,,,,,,,,,,
""" % ("word " * 150)
LAYOUT = """
safe = 2
[colours]
dark = "#202020"
[colours.by.type]
weapon = { accent = "#8b1e1e" }
[glyphs]
coin2 = "coin"
[[zone]]
name = "ground"
at = [-3, -3]
size = [69, 94]
fill = "wash"
[[zone]]
name = "art"
at = [-3, 10]
size = [30, 20]
art = "{picture|symbol}"
stroke = "accent"
[[zone]]
name = "whole"
at = [34, 10]
size = [22, 20]
art = "{picture}"
fit = "contain"
align = "right"
[[zone]]
name = "mark"
at = [34, 10]
size = [22, 20]
pad = 1
art = "{symbol}"
align = "right"
turn = 90
[[zone]]
name = "badge"
at = [4, 32]
size = [12, 10]
shape = "circle"
fill = "dark"
text = "{attack}"
colour = "paper"
align = "centre"
across = "middle"
[[zone]]
name = "six"
at = [18, 32]
size = [12, 10]
shape = "hex"
stroke = "accent"
text = "{number}/{total}"
turn = 180
[[zone]]
name = "rule"
at = [4, 44]
size = [55, 0]
shape = "line"
stroke = "accent"
width = 0.5
dash = [1, 2]
[[zone]]
name = "shade"
at = [32, 32]
size = [12, 10]
fill = "dark"
radius = 30
[[zone]]
name = "edge"
at = [60, -10]
size = [20, 20]
fill = "#ddeeff"
[[zone]]
name = "icons"
at = [4, 46]
size = [26, 9]
icons = "{range}"
icon = "coin2"
align = "right"
across = "bottom"
gap = 1
[[zone]]
name = "few"
at = [32, 46]
size = [26, 9]
icons = "{armour}"
icon = "coin"
align = "centre"
across = "middle"
colour = "accent"
[[zone]]
name = "rows"
at = [4, 57]
size = [26, 20]
pad = 1
stats = "all"
across = "bottom"
fill = "#444444"
colour = "#ffffff"
[[zone]]
name = "cells"
at = [32, 57]
size = [27, 20]
stats = ["attack", "armour", "speed"]
columns = 2
gap = 2
across = "middle"
[[zone]]
name = "side"
at = [57, 30]
size = [5, 20]
text = "{type}"
turn = 270
typeface = "inter"
leading = 1
[[back.zone]]
name = "all"
at = [10, 10]
size = [43, 68]
stroke = "accent"
text = "{deck} {type}"
"""


def picture():
    data = io.BytesIO()
    Image.new("RGB", (60, 30), (200, 30, 30)).save(data, "PNG")
    return data.getvalue()


def custom_deck(form, layout=None, cards=CARDS):
    stack = custom_cards.read_stack(cards, "cards.csv")
    (deck,) = custom_faces.decks(stack, find_format(form), {"art.png": picture()}.__getitem__, True, layout)
    return deck


def listed(form, layout=None, cards=CARDS):
    deck, lines = custom_deck(form, layout, cards), []
    for piece in deck.pieces:
        lines += [f"{piece.name}, {deck.format.name}", *places(piece.face.boxes, "  ")]
    for back in dict.fromkeys(piece.back for piece in deck.pieces):
        lines += ["back", *places(back.boxes, "  ")]
    return "\n".join(lines) + "\n"


@pytest.mark.golden
@pytest.mark.parametrize("form", ["poker", "hex 63 mm", "mini", "tarot"])
def test_a_plain_card(form, golden):
    golden(GOLDEN / f"custom-{form.replace(' ', '-')}.txt", listed(form))


@pytest.mark.golden
@pytest.mark.parametrize("name", [*starters.STARTERS, "mine"])
def test_a_card_by_a_layout(name, golden):
    layout = reading.read_layout(LAYOUT, "mine") if name == "mine" else reading.starter(name)
    golden(GOLDEN / f"custom-{name}.txt", listed("poker", layout, CARDS if name == "mine" else starters.example()))


BROKEN = """
[[zone]]
name = "past"
at = [-4, -5]
size = [12, 10]
text = "{text}"
[[zone]]
name = "low"
at = [60, 85]
size = [10, 10]
text = "{title}"
[[zone]]
name = "turned"
at = [20, 30]
size = [8, 30]
text = "{text}"
turn = 90
"""


@pytest.mark.golden
def test_a_preview_of_what_does_not_fit(golden):
    lines = []
    for deck in (custom_deck("mini"), custom_deck("poker", reading.read_layout(BROKEN, "broken"))):
        for piece in deck.pieces[::2]:
            drafted = drafts.draft(piece.face, piece, deck.format)
            lines += [f"{piece.name}, {deck.format.name}", *places(drafted.face.boxes, "  "), *drafted.wrong]
    lines += ["a card that cannot be drawn at all", *places(drafts.blank(find_format("poker")).boxes, "  ")]
    golden(GOLDEN / "custom-preview.txt", "\n".join(lines) + "\n")
