"""The starters hold whatever a deck has: pictures or none, short and long texts, no stats or many, in every format."""

import io
from itertools import combinations

import pytest
from PIL import Image

from companion.printing.custom import custom_cards, custom_faces
from companion.printing.custom.layouts import reading
from companion.printing.faces.boxes import POKER, Picture, PlacedSymbol, Rect, Text
from companion.printing.sheets import bleeding, checking, papers
from companion.printing.text.fitting import Words, fit

LONG = "When this unit moves it rolls {d6}. On a {hit} every enemy within two spaces loses one armour. "
STATS = ("Attack", "Armour", "Speed", "Range", "Heat", "Crew", "Hull", "Luck", "Reach", "Power", "Shield", "Fuel")
FORMS = ("poker", "bridge", "mini", "tarot", "square 63 mm", "square 70 mm", "100x70", "60x90", "2.75x4.75in")


def dusk(_name):
    target = io.BytesIO()
    Image.new("RGB", (300, 200), (200, 90, 40)).save(target, "PNG")
    return target.getvalue()


def deck(rows, name, form="poker", head="title,type,text,cost,symbol,picture,flavour"):
    text = "\n".join((f"{head},{','.join(STATS)}", *rows)) + "\n"
    stack = custom_cards.read_stack(text, "cards.csv")
    layout = reading.starter(name)
    size = papers.find_format(form)
    (made,) = custom_faces.decks(stack, size, dusk, True, layout)
    return made, custom_faces.notes(stack, layout, size, dusk)


def row(title="Wall", kind="", text="", cost="", symbol="", picture="", flavour="", stats=0):
    return ",".join((title, kind, f'"{text}"', cost, symbol, picture, f'"{flavour}"', *map(str, range(1, stats + 1))))


def every_row(most_stats, longest):
    for stats in (0, 1, 4, 6, 8, 12):
        for text in ("", "Draw 2 cards.", LONG, LONG * 3):
            for art in ({}, {"symbol": "mech"}, {"picture": "dusk.png"}):
                if stats <= most_stats and len(text) <= longest:
                    yield row("Wall", "", text, stats=stats, **art)
                    more = {"cost": "12", "flavour": "She has seen nine wars."}
                    yield row("Colossus of the Gate", "Heavy unit", text, stats=stats, **art, **more)


def corners(words):
    """Return where the letters of a text stand: left, top, right, bottom."""
    em = words.size * 25.4 / 72
    runs = [run for _, line in words.lines for run in line]
    lines = [line for line, _ in words.lines]
    left, right = min((run.x for run in runs), default=0), max((run.x + run.w for run in runs), default=0)
    return left, min(lines) - 0.7 * em, right, max(lines)


def is_over(one, other):
    (a, b, c, d), (e, f, g, h) = one, other
    return min(c, g) - max(a, e) > 0.05 and min(d, h) - max(b, f) > 0.05


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["unit", "dossier"])
def test_every_card_is_drawn_with_nothing_to_tell_and_no_text_lies_on_another(name, form):
    """On the smallest cards the longest text has room beside six stats, on all others beside twelve."""
    rows = [*every_row(6 if form in ("mini", "square 63 mm") else 12, 400), *every_row(12, 50)]
    made, notes = deck(rows, name, form)
    assert notes == ()
    for piece in made.pieces:
        drawn = fit(piece.face.boxes, piece.name, (made.format.w, made.format.h))
        words = [box for box in drawn if isinstance(box, Words)]
        assert min(box.size for box in words if box.box.what != "foot" and box.box.what != "file") >= 6
        assert not any(is_over(corners(one), corners(other)) for one, other in combinations(words, 2))
        shown = " ".join(box.box.text for box in _words(drawn))
        assert piece.name in shown, "the title is shown, once"
        assert shown.count(piece.name) == 1


def _words(boxes):
    for box in boxes:
        if isinstance(box, Words):
            yield box
        elif hasattr(box, "boxes"):
            yield from _words(box.boxes)


@pytest.mark.parametrize("name", ["unit", "dossier"])
def test_nothing_that_a_card_says_is_left_out(name):
    rows = list(every_row(12, 400))
    made, _ = deck(rows, name)
    for piece, written in zip(made.pieces, rows, strict=True):
        texts = " ".join(box.text for box in _texts(piece.face.boxes))
        cells = [cell for cell in written.split(",")[7:] if cell]
        assert all(stat in texts for stat, _ in zip(STATS, cells, strict=False))
        assert ("nine wars" in texts) == ("nine wars" in written)
        assert ("Draw 2" in texts) == ("Draw 2" in written) and ("one armour" in texts) == ("one armour" in written)
        assert any(isinstance(box, Picture) for box in piece.face.boxes) == ("dusk.png" in written)
        drawn = {box.symbol.name for box in piece.face.boxes if isinstance(box, PlacedSymbol)}
        assert ("mech" in drawn) == ("mech" in written)


def _texts(boxes):
    for box in boxes:
        if isinstance(box, Text):
            yield box
        elif hasattr(box, "boxes"):
            yield from _texts(box.boxes)


@pytest.mark.parametrize(("stats", "fits"), [(4, True), (5, True), (6, True), (7, True), (12, False)])
def test_classic_sets_stats_side_by_side_where_two_rows_of_them_do_not_fit(stats, fits):
    made, _ = deck([row(stats=stats, text="Stands.")], "classic")
    tops = {round(box.y, 2) for box in made.pieces[0].face.boxes if isinstance(box, Text) and box.what == "stats"}
    assert (len(tops) == 2) == fits  # Names above values, in one row.
    if not fits:
        with pytest.raises(checking.CannotPrint, match="stats is too long for its box"):
            checking.check_faces([made])


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["classic", "unit", "dossier"])
def test_zones_that_reach_the_edge_reach_it_in_every_format(name, form):
    made, _ = deck([row(text="Stands.", picture="dusk.png", stats=3)], name, form)
    w, h = made.format.w, made.format.h
    front, back = made.pieces[0].face, made.pieces[0].back
    for face in (front, back):
        ground = face.boxes[0]
        assert isinstance(ground, Rect) and (ground.x, ground.y, ground.w, ground.h) == (0, 0, w, h)
        assert bleeding.reaches_trim(face, made.format)
    if name == "unit":
        (picture,) = (box for box in front.boxes if isinstance(box, Picture))
        assert (picture.x, picture.y, picture.x + picture.w) == (-3, -3, w + 3)


def test_a_starter_takes_the_chosen_format_and_a_hex_keeps_its_own():
    layout = reading.starter("unit")
    assert layout.form(papers.find_format("mini")).name == "mini"
    assert layout.form(papers.find_format("hex 63 mm")) is POKER
    assert reading.starter("tile").form(papers.find_format("mini")).name == "square 63 mm"


def test_a_file_with_a_format_of_its_own_is_in_mm_on_that():
    """As it was before starters could be stretched."""
    own = reading.read_layout('extends = "classic"\nformat = "mini"\n[[zone]]\nname = "title"\nat = [3, 3]\n', "x")
    assert not own.scales and own.scaled_to(papers.find_format("mini")) is own
    poker = reading.read_layout('extends = "classic"\n', "x")
    assert poker.scales and poker.scaled_to(POKER) is poker


def test_a_zone_of_ones_own_is_stretched_with_the_starter():
    """4 mm at each edge stay as they are, the rest follows: from 55 mm between them to 36."""
    layout = reading.read_layout('extends = "classic"\n[[zone]]\nname = "z"\nat = [31.5, 4]\nsize = [31.5, 80]\n', "x")
    zone = layout.scaled_to(papers.find_format("mini")).zones[-1]
    assert zone.at == (22, 4) and zone.at[0] + zone.size[0] == 44 and zone.size[1] == 60


OWN = """[[zone]]
name = "z"
at = [5, 5]
size = [50, 20]
text = "{type mark} {title}"
colour = "type"
when = %s
"""


@pytest.mark.parametrize(
    ("when", "names"),
    [('"stats > 1"', ["B"]), ('"stats = 0"', ["A"]), ('"letters > 7"', ["C"]), ('"letters = 0"', ["B"])],
)
def test_conditions_may_count_stats_and_letters(when, names):
    text = "title,type,text,Attack,Armour\nA,Unit,Stands.,,\nB,Event,,1,2\nC,Unit,Stands still.,1,\n"
    stack = custom_cards.read_stack(text, "cards.csv")
    layout = reading.read_layout(OWN % when, "own")
    (made,) = custom_faces.decks(stack, POKER, None, True, layout)
    assert [piece.name for piece in made.pieces if piece.face.boxes] == names
    assert custom_faces.notes(stack, layout) == ()


def test_a_type_has_its_mark_and_its_colour_where_a_layout_asks_for_them():
    stack = custom_cards.read_stack("title,type\nA,Unit\nB,Event\nC,\n", "cards.csv")
    layout = reading.read_layout(OWN % '"title"', "own")
    (made,) = custom_faces.decks(stack, POKER, None, True, layout)
    texts = [piece.face.boxes[0] for piece in made.pieces]
    assert [box.text for box in texts] == ["{disc} A", "{triangle} B", "C"]
    assert texts[0].ink != texts[1].ink and texts[2].ink == "#1f3f77"
