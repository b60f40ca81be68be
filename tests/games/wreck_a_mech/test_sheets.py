"""Wreck-A-Mech's print sets: counts, borders that differ without colour, real sizes; everything fits on both papers."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from companion.gamekit.contract import PrintSource
from companion.games.wreck_a_mech import GAME
from companion.games.wreck_a_mech.art import drawing
from companion.games.wreck_a_mech.model import Corporation, Part
from companion.games.wreck_a_mech.sheets import corporations
from companion.games.wreck_a_mech.sheets.card_faces import border, part_face
from companion.games.wreck_a_mech.sheets.corporations import LOOKS
from companion.games.wreck_a_mech.sheets.counters import COUNTER, counter_face
from companion.printing.faces import boxes
from companion.printing.faces.boxes import POKER, Area, Circle, Deck, Group, Line, Pages, Rect, Text
from companion.printing.faces.liveries import recolour
from companion.printing.sheets import reach
from companion.printing.sheets.layout import lay_out
from companion.printing.sheets.options import PrintOptions
from companion.printing.text.fitting import fit
from tests.games.figures import edges
from tests.games.wreck_a_mech.parts import TRAINERS
from tests.pairs import pairs_first
from tests.printing.listing import list_job
from tests.printing.rasters import cells, difference

VALUES = ("attack", "defense", "structure")
HUES = [look.livery.line for look in LOOKS.values()]
GOLDEN = Path(__file__).parent / "golden"
BUILD = GAME.read(
    {"game": "wreck-a-mech", "title": "Scrap", "mech": TRAINERS, "deck": ["2 mic-drop"], "junked": ["keg-hull"]}
)


def parts(name, build=None, unknown="house", catalogue=None, rulings=None):
    return GAME.print_set(name).make(PrintSource(GAME.context(rulings, catalogue), build, unknown))


def job(name, paper="a4", build=None, unknown="house", catalogue=None):
    return lay_out(
        GAME.title, parts(name, build, unknown, catalogue), PrintOptions(paper=paper, share=False), GAME.accent
    )


@pytest.mark.parametrize(("paper", "print_set"), pairs_first(["a4", "letter"], [one.name for one in GAME.print_sets]))
def test_every_print_set_fits(print_set, paper):
    assert job(print_set, paper, BUILD if GAME.print_set(print_set).needs_build else None).sheets


@pytest.mark.parametrize("wheel", ["akio-freedom-zhao", "akio-zhao-freedom"])
def test_cards_fit_blank_and_under_either_wheel(wheel):
    assert job("cards", unknown="blank").sheets
    said = [piece.about for piece in parts("cards", rulings={"wheel": wheel})[0].pieces]
    hunted = "Freedom" if wheel == "akio-freedom-zhao" else "Zhao"
    assert any(line.startswith("Spotlight Visor") and f"each {hunted} part" in line for line in said)


def test_pictures_fill_their_window_and_stay_in_it():
    """A picture keeps off its frame, strokes included, and takes two thirds of it from side to side or up and down."""
    for piece in parts("cards")[0].pieces:
        groups = [box for box in piece.face.boxes if isinstance(box, Group)]
        (picture,) = (box for box in groups if box.scale != 1)
        (frame,) = (
            replace(box, x=box.x + group.x, y=box.y + group.y)
            for group in groups
            for box in group.boxes
            if isinstance(box, Rect) and (box.stroke, box.width) == ("blue", 0.3)
        )
        left, top, right, low = edges((picture,))
        assert left >= frame.x + 1 and right <= frame.x + frame.w - 1, piece.name
        assert top >= frame.y + 1 and low <= frame.y + frame.h - 1, piece.name
        assert right - left > frame.w * 2 / 3 or low - top > frame.h * 2 / 3, piece.name


def test_no_two_pictures_look_alike_at_arm_s_length():
    cards = GAME.catalogue.all(Part)
    pictures = cells([(Group(drawing(card, 38, 38), 24, 24, scale=1.2),) for card in cards], GAME.accent)
    alike = [
        (one.name, other.name)
        for (one, first), (other, second) in combinations(zip(cards, pictures, strict=True), 2)
        if difference(first, second) < 150
    ]
    assert alike == []


def copies(made):
    return {part.title: sum(p.copies for p in part.pieces) for part in made if isinstance(part, Deck)}


def test_a_set_for_two_and_two_sets_for_four():
    assert copies(parts("everything")) == {
        "Part cards": 70,
        "Counter cards": 2,
        "Counter rings": 10,
        "Initiative chip": 1,
    }
    assert copies(parts("two-sets")) == {
        "Part cards": 140,
        "Counter cards": 4,
        "Counter rings": 20,
        "Initiative chip": 1,
    }
    two = GAME.read({"game": "wreck-a-mech", "sets": 2})
    assert copies(parts("cards", two)) == {"Part cards": 140}


def test_a_builds_own_cards():
    assert copies(parts("my-deck", BUILD)) == {"Part cards": 8}
    assert parts("my-deck", GAME.read({"game": "wreck-a-mech"})) == ()


def test_borders_differ_in_pattern():
    """A plain band, stripes, teeth: told apart without any colour. All of them run to the trim."""
    bands = [next(box for box in border(rank) if isinstance(box, boxes.Path)) for rank in (1, 2, 3)]
    assert [band.fill for band in bands] == ["wash", "tint", "accent"]
    assert [len(band.moves) > 100 for band in bands] == [False, False, True]
    assert [sum(isinstance(box, boxes.Path) for box in border(rank)) for rank in (1, 2, 3)] == [1, 2, 1]
    for band in bands:
        assert band.moves[:4] == (("M", 0, 0), ("L", 63, 0), ("L", 63, 88), ("L", 0, 88))


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_a_border_forgives_a_crooked_cut(rank):
    """All along the trim it is as wide as it may be off, 1.5 mm, and a millimetre more; no line lies along the cut."""
    for box in border(rank):
        ends = hole(box) if isinstance(box, boxes.Path) and box.fill else reach.points_around([box])
        away = [min(x, y, POKER.w - x, POKER.h - y) for x, y in ends]
        assert all(far >= 2.5 or far < -1.5 for far in away)


def hole(band):
    """Return the corners of a border's inner edge."""
    moves = list(band.moves)
    return [move[1:] for move in moves[moves.index(("Z",)) + 1 :] if len(move) == 3]


def test_corporations_differ_by_colour_shape_and_pattern():
    shown = {name: (look.livery.colour, look.shape, look.pattern) for name, look in LOOKS.items()}
    assert set(shown) == {card.id for card in GAME.catalogue.all(Corporation)}
    for parts_of_looks in zip(*shown.values(), strict=True):
        assert len(set(parts_of_looks)) == len(shown)
    other = corporations.look("of-a-pack")
    assert all(other.shape != look.shape and other.livery != look.livery for look in LOOKS.values())


def test_corporations_are_told_apart_in_black_and_white():
    """The same part of each corporation, without hue and seen from afar."""
    cards = [GAME.catalogue.get(Part, "trainer-head").model_copy(update={"corporation": name}) for name in LOOKS]
    faces = [part_face(card, "1", GAME.context().rulings, GAME.catalogue).boxes for card in cards]
    windows = [tuple(box for box in face if isinstance(box, Group))[:2] for face in faces]
    grey = cells([recolour(one, dict.fromkeys(HUES, "ink")) for one in windows], "#000000")
    assert all(difference(one, other) > 60 for one, other in combinations(grey, 2))


def test_values_stand_in_one_place():
    places = {
        tuple((box.what, box.x, box.y) for box in piece.face.boxes if getattr(box, "what", "") in VALUES)
        for piece in parts("cards")[0].pieces
    }
    assert len(places) == 1


def test_the_rows_of_a_counter_card_stand_in_its_middle():
    frame, *inside = fit(counter_face().boxes, "Counter card")
    rows = [x for box in inside if not isinstance(box, Line) for x, _ in reach.points_around([box])]
    assert min(rows) - frame.x == pytest.approx(frame.x + frame.w - max(rows), abs=1.5)


def test_the_counter_card_has_a_place_for_every_ring():
    """Four lines of ten digits, and Victory 0 to 3; places do not touch."""
    spots = [box for box in counter_face().boxes if isinstance(box, Circle)]
    assert len(spots) == 4 * 10 + 4
    for i, a in enumerate(spots):
        assert all((a.x - b.x) ** 2 + (a.y - b.y) ** 2 > (a.r + b.r) ** 2 for b in spots[:i])
        assert a.r + 2 < a.x < COUNTER.w - a.r - 2 and a.y + a.r + 2 < COUNTER.h


@pytest.mark.parametrize("area", [Area(200, 279), Area(205.9, 261)])
def test_the_board_has_places_in_card_size(area):
    """Two pages of a mech: five parts, two piles, hand and rings; two of the Foundry: 2 piles and 6 cards of borders."""
    (leaves,) = parts("board")
    *mechs, foundry, below = leaves.make(area)
    for upper, lower in zip(mechs[::2], mechs[1::2], strict=True):
        boxes = [box for page in (upper, lower) for box in page if isinstance(box, Rect)]
        assert sum((box.w, box.h) == (POKER.w, POKER.h) for box in boxes) == 9
    assert sum(isinstance(box, Group) for page in (foundry, below) for box in page) == 8
    for place in (box for page in (foundry, below) for box in page if isinstance(box, Group)):
        left, top, right, low = edges((place,))
        assert place.x - 0.5 <= left and right <= place.x + POKER.w + 0.5, "stripes end there: nothing is cut"
        assert place.y - 0.5 <= top and low <= place.y + POKER.h + 0.5


def written(made):
    """Return all that leaves and pieces say, in one string."""
    area = Area(200, 279)
    pages = [box for part in made if isinstance(part, Pages) for page in part.make(area) for box in page]
    faces = [face for part in made if isinstance(part, Deck) for p in part.pieces for face in (p.face, p.back) if face]
    boxes = [*pages, *(box for face in faces for box in face.boxes)]
    return " ".join(box.text.replace("\n", " ") for box in boxes if isinstance(box, Text))


@pytest.mark.parametrize(
    ("print_set", "ruling", "usual", "other"),
    [
        ("board", ("gained-cards", "draw"), "to your discard pile", "on top of your draw pile"),
        (
            "board",
            ("initiative", "rebound-only"),
            "In every turn, then pass the chip",
            "only when somebody was wrecked",
        ),
        ("board", ("wrecked-cards", "at-once"), "until the end of the Upgrade Phase.", "are shuffled in at once"),
        ("board", ("foundry-replacement", "gains-only"), "Its last card ends", "if gained from the pile itself"),
        ("board", ("foundry-end", "at-once"), "after the phase", "ends the game at once"),
        ("board", ("overtime-stalemate", "closest"), "If nobody can: begin it again", "the closest scores"),
        ("initiative-chip", ("initiative", "rebound-only"), "at the end of the turn", "after a Rebound"),
    ],
)
def test_board_and_chip_say_what_the_rulings_say(print_set, ruling, usual, other):
    plain, ruled = (
        written(GAME.print_set(print_set).make(PrintSource(GAME.context(dict(r))))) for r in ((), (ruling,))
    )
    assert usual in plain and other not in plain
    assert other in ruled and usual not in ruled


@pytest.mark.parametrize(("print_set", "players", "left"), [("everything", 2, 27), ("two-sets", 4, 57)])
def test_each_player_has_a_mat_and_the_foundry_counts_all_sets(print_set, players, left):
    """Facts 5, 29, 30: two players a set; 30 cards a rank and set, three of each rank face up."""
    said = written(parts(print_set))
    assert said.count("Mech: upper half") == players and said.count("Foundry: upper half") == 1
    assert f"silver, {left} face down" in said and f"gold, {left} face down" in said


def test_the_reference_is_one_side_and_tells_the_rulings_in_force():
    assert len(job("reference").sheets) == 1
    source = PrintSource(GAME.context({"wheel": "akio-zhao-freedom"}))
    made = lay_out(GAME.title, GAME.print_set("reference").make(source), PrintOptions(share=False), GAME.accent)
    said = " ".join(list_job(made).split())
    assert "Akio is strong against Zhao" in said


OWN = """[[part]]
id = "monster"
name = "The Longest Name That A Card Of This Game May Ever Have Here"
rank = 3
position = "left_arm"
corporation = "a-corporation-with-quite-a-long-name"
attack = 30
defense = 30
structure = 30
penalty = 30
special = [{ rule = "set", least = 5, attack = 30, defense = 30 }, { rule = "each", attack = 30, defense = 30 }, { rule = "against", corporation = "another-quite-long-corporation", attack = 30 }]
"""


def test_the_longest_own_card_fits():
    catalogue = GAME.catalogue.merge_text(OWN, "own.toml")
    assert job("cards", catalogue=catalogue).sheets
    assert catalogue.get(Part, "monster").mark("attack").kind == "custom"


@pytest.mark.golden
@pytest.mark.parametrize("print_set", ["counter-cards", "reference", "my-deck"])
def test_listings(print_set, golden):
    golden(GOLDEN / f"{print_set}.txt", list_job(job(print_set, build=BUILD)))
