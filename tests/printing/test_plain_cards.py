"""Plain cards are full: whatever a card has, window, stats and text share its room; types are told apart by shape."""

import io
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from companion.printing.custom import custom_cards, custom_faces, type_marks
from companion.printing.custom.layouts.colours import contrast
from companion.printing.faces.boxes import Line, Picture, PlacedSymbol, Rect, Text
from companion.printing.sheets import checking, papers
from companion.printing.text.fitting import Words, fit
from tests.printing.rasters import cells

LONG = "When this unit moves it rolls {d6}. On a {hit} every enemy within two spaces loses one armour. "
HEAD = "title,type,text,symbol,picture,a,b,c,d,e,f,g,h,i,j,k,l"
CARDS = {
    "text alone": "Order,Event,Draw 2 cards.,,,,,,,,,,,,,,",
    "long text alone": f"Order,Event,{LONG * 2},,,,,,,,,,,,,,",
    "a picture alone": "Sunset,,,,dusk.png,,,,,,,,,,,,",
    "a symbol alone": "Wall,Terrain,,shield,,,,,,,,,,,,,",
    "one stat": "Wall,Terrain,,,,4,,,,,,,,,,,",
    "five stats": "Duelist,Unit,,,,2,4,2,5,1,,,,,,,",
    "twelve stats and a text": "Dozen,Unit,Stands.,,,1,2,3,4,5,6,7,8,9,10,11,12",
    "everything": "Colossus of the Eastern Gate,Unit,Cannot retreat.,mech,dusk.png,9,12,14,2,3,,,,,,,",
}
FORMS = ("poker", "bridge", "mini", "tarot", "square 63 mm", "square 70 mm", "100x70", "60x90")


def dusk(_name):
    target = io.BytesIO()
    Image.new("RGB", (300, 200), (200, 90, 40)).save(target, "PNG")
    return target.getvalue()


def face_of(row, form="poker"):
    stack = custom_cards.read_stack(f"{HEAD}\n{row}\n", "cards.csv")
    (deck,) = custom_faces.decks(stack, papers.find_format(form), dusk)
    return deck.pieces[0].face, deck


def spans(boxes, high):
    """Yield the top and bottom of everything drawn on a face but its border."""
    for box in boxes:
        match box:
            case Words():
                em = box.size * 25.4 / 72
                yield min(line for line, _ in box.lines) - em, max(line for line, _ in box.lines)
            case Rect() if box.h < high - 4:
                yield box.y, box.y + box.h
            case Picture():
                yield box.y, box.y + box.h
            case PlacedSymbol():
                yield box.y, box.y + box.size
            case Line():
                yield box.y1, box.y2


def largest_gap(boxes, high):
    """Return the largest height between two things on a face with nothing beside it, in mm."""
    end, gap = 3.6, 0.0
    for top, bottom in sorted(spans(boxes, high)):
        gap, end = max(gap, top - end), max(end, bottom)
    return max(gap, high - 3.6 - end)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("what", CARDS)
def test_a_card_has_no_hole(what, form):
    face, deck = face_of(CARDS[what], form)
    boxes = fit(face.boxes, what, (deck.format.w, deck.format.h))
    assert largest_gap(boxes, deck.format.h) <= 3.5
    assert not checking.check_faces([deck]).notes  # Nothing is set in type that is hard to read.


def test_a_title_alone_stands_large_in_the_middle():
    face, deck = face_of("Silence,,,,,,,,,,,,,,,,")
    (title,) = (box for box in fit(face.boxes, "Silence") if isinstance(box, Words) and box.box.what == "title")
    middle = sum(line for line, _ in title.lines) / len(title.lines)
    assert title.size > 26 and abs(middle - deck.format.h / 2) < 5


def value_sizes(row):
    face, _ = face_of(row)
    return [
        box.size
        for box in fit(face.boxes, "x")
        if isinstance(box, Words) and box.box.what.startswith("stat ") and "name" not in box.box.what
    ]


def test_stats_are_at_least_14_points_large_and_grow_without_a_picture():
    """The scale of type has stats at 14 to 18 points beside art."""
    beside, alone = value_sizes(CARDS["everything"]), value_sizes(CARDS["five stats"])
    assert all(14 <= size < 18.5 for size in beside) and min(alone) > 18


def test_a_window_takes_what_text_and_stats_leave():
    def window(row):
        return next(box.h for box in face_of(row)[0].boxes if isinstance(box, Picture))

    alone, short, long = (window(f'A,,"{text}",,dusk.png{"," * 12}') for text in ("", "Draw 2 cards.", LONG * 2))
    assert alone > short > long > 0.3 * 88


def test_a_value_too_long_for_a_box_of_its_own_joins_the_text():
    stack = custom_cards.read_stack("title,text,Power,flavour\nA,Stands.,3,She has seen nine wars.\n", "cards.csv")
    (deck,) = custom_faces.decks(stack, papers.find_format("poker"))
    texts = {box.what: box.text for box in deck.pieces[0].face.boxes if isinstance(box, Text)}
    assert texts["text"] == "Stands.\nflavour: She has seen nine wars." and texts["stat Power"] == "3"
    assert "stat flavour" not in texts


def test_a_last_row_of_fewer_stats_is_as_wide_as_the_others():
    face, _ = face_of("A,Unit,,,,1,2,3,4,5,,,,,,,")
    tiles = [box for box in face.boxes if isinstance(box, Rect) and box.radius == 0.8]
    rows = {tile.y: [other for other in tiles if other.y == tile.y] for tile in tiles}
    ends = {(round(min(t.x for t in row), 3), round(max(t.x + t.w for t in row), 3)) for row in rows.values()}
    assert len(rows) > 1 and len(ends) == 1


def marked(types):
    stack = custom_cards.read_stack("title,type\n" + "".join(f"A,{name}\n" for name in types), "cards.csv")
    return type_marks.type_marks(card for _, card in stack.cards)


def test_types_have_marks_by_their_order_and_one_type_needs_none():
    marks = marked(("Unit", "Event", "unit", "Item"))
    assert list(marks) == ["unit", "event", "item"]
    assert marked(("Unit", "UNIT", "")) == {} and marked(("",)) == {}


def test_every_two_of_the_first_types_differ_by_shape_and_by_colour():
    marks = list(marked(f"Type {n}" for n in range(type_marks.MOST)).values())
    assert len({(mark.shape, mark.colour) for mark in marks}) == type_marks.MOST == 72
    shapes = [mark.shape for mark in marks[:9]]
    drawn = [picture.crop((0, 0, 48, 48)) for picture in cells([_large(mark) for mark in marks[:9]], "#000000", fine=2)]
    assert len(set(shapes)) == 9
    for one, other in combinations(drawn, 2):
        assert sum(ImageChops.difference(one, other).histogram()[128:]) > 150  # Of 2,304 dots, in black.
    assert min(contrast(mark.colour, "#ffffff") for mark in marks) >= 4.5


def _large(mark):
    return (PlacedSymbol(mark.symbol, 0, 0, 24),)


def test_a_card_s_mark_is_in_its_type_s_colour():
    stack = custom_cards.read_stack("title,type\nA,Unit\nB,Event\nC,\n", "cards.csv")
    (deck,) = custom_faces.decks(stack, papers.find_format("poker"))
    marks = [[box.symbol.name for box in piece.face.boxes if isinstance(box, PlacedSymbol)] for piece in deck.pieces]
    assert marks == [["disc"], ["triangle"], []]
    borders = [next(box.stroke for box in piece.face.boxes if isinstance(box, Rect)) for piece in deck.pieces]
    assert borders[0] != borders[1] and borders[2] == "accent"
