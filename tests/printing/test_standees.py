"""Standees: folded they show the same outline from both sides, and their feet make a base of its true size."""

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageChops, ImageOps

from companion.gamekit.contract import PrintSource
from companion.games import GAMES
from companion.printing.faces.boxes import Circle, Line, Path, Piece, Rect, Text
from companion.printing.faces.portraits import Figure
from companion.printing.faces.standees import WIDEST, standees
from companion.printing.pdf.preview import face_png
from companion.printing.sheets.layout import lay_out
from companion.printing.sheets.options import PrintOptions
from tests.games.techniconica.mechs import WOLF

ACCENT = "#335577"
LOPSIDED = (Rect(20, 5, 8, 40, fill="blue"), Rect(28, 10, 16, 3, fill="blue"), Circle(14, 20, 3, fill="blue"))
ONE = Figure("1", "One", LOPSIDED, "A figure.", 30.0)
BUILDS = {
    "mechastellar": {
        "unit": [{"profile": "green-viking", "count": 3}, {"profile": "polar-star"}, {"profile": "zodiac"}]
    },
    "mechalyte": {"spec": "PMISAA", "turn": [{"build": [1, 1, 4]}, {"build": [1]}]},
    "techniconica": {"mech": [WOLF, {**WOLF, "name": "Other"}]},
}
WITH = [game for game in GAMES if game.print_set("standees")]


def picture(deck, dpi=127):
    (piece,) = deck.pieces
    return Image.open(io.BytesIO(face_png(piece, piece.face, deck.format, ACCENT, dpi))).convert("L")


def parts(game, **fields):
    build = game.read({"game": game.slug, "title": "", **BUILDS[game.slug], **fields})
    return game.print_set("standees").make(PrintSource(game.context_of(build), build))


def bases(deck):
    """Return the width of the half discs on a deck's pieces."""
    found = set()
    for piece in deck.pieces:
        for side in piece.face.boxes[:2]:
            for box in side.boxes:
                if isinstance(box, Path) and box.fill == "wash":
                    across = [step[-2] for step in box.moves if len(step) > 1]
                    found.add(round(max(across) - min(across), 6))
    return found


def test_front_and_back_lie_on_each_other_when_folded():
    (deck,) = standees([replace(ONE, name="")], 30)
    seen = picture(deck)
    middle = seen.height // 2
    plain = round(48 * 45 / 48 / 25.4 * 127)
    front = seen.crop((0, middle, seen.width, middle + plain))
    back = ImageOps.flip(seen.crop((0, middle - plain, seen.width, middle)))
    assert sum(ImageChops.difference(front, back).histogram()[128:]) < front.width * front.height * 0.01
    assert (
        sum(ImageChops.difference(front, ImageOps.mirror(back)).histogram()[128:]) > front.width * front.height * 0.05
    )


def test_a_name_can_be_read_on_both_sides():
    (deck,) = standees([ONE], 30)
    front, back, _ = deck.pieces[0].face.boxes
    assert (front.angle, back.angle) == (0, 180)
    assert [box.text for side in (front, back) for box in side.boxes if isinstance(box, Text)] == ["One", "One"]


@pytest.mark.parametrize("base", [16.0, 25.0, 30.0, 60.0])
def test_the_feet_make_a_base_of_its_true_size(base):
    (deck,) = standees([replace(ONE, base=base)], 99)
    assert bases(deck) == {base} and deck.format.w <= WIDEST
    folds = [box for side in deck.pieces[0].face.boxes[:2] for box in side.boxes if isinstance(box, Line) and box.dash]
    assert [round(fold.x2 - fold.x1, 6) for fold in folds] == [base, base]


def test_a_figure_without_a_base_gets_the_given_one():
    (deck,) = standees([replace(ONE, base=None)], 20)
    assert bases(deck) == {20.0}


def test_figures_of_one_base_are_one_deck_and_copies_are_counted():
    figures = [ONE, replace(ONE, id="2", base=40.0), replace(ONE, id="3")]
    decks = standees(figures, 30, copies=[2, 1, 5])
    assert [(deck.title, [(piece.id, piece.copies) for piece in deck.pieces]) for deck in decks] == [
        ("Standees, base 30 mm", [("standee-1", 2), ("standee-3", 5)]),
        ("Standees, base 40 mm", [("standee-2", 1)]),
    ]


def test_three_games_have_standees():
    assert [game.slug for game in WITH] == ["mechalyte", "techniconica", "mechastellar"]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("game", WITH, ids=lambda game: game.slug)
def test_the_standees_of_a_build_are_its_figures(game, paper):
    made = parts(game)
    build = game.read({"game": game.slug, "title": "", **BUILDS[game.slug]})
    pieces = [piece for deck in made for piece in deck.pieces]
    assert all(isinstance(piece, Piece) for piece in pieces)
    drawn = {piece.id.removeprefix("standee-").partition("-")[0] for piece in pieces}
    assert drawn == {figure.id for figure in game.figures(build, game.context_of(build))}
    assert lay_out(game.title, made, PrintOptions(paper=paper), game.accent).pieces == sum(p.copies for p in pieces)


def test_copies_follow_the_list_and_the_plan():
    stellar, lyte = (
        {piece.name: piece.copies for deck in parts(game) for piece in deck.pieces}
        for game in sorted(WITH, key=lambda game: game.slug, reverse=True)
        if game.slug != "techniconica"
    )
    grunts = {f"Green Viking {n}": 1 for n in (1, 2, 3)}
    assert stellar == {**grunts, "Polar Star": 1, "Zodiac": 1}, "equal units are numbered"
    assert lyte == {"Level 1": 3, "Level 2": 1, "Level 3": 1, "Level 4": 1, "Level 5": 1, "Level 6": 1}


@pytest.mark.parametrize(
    ("slug", "option", "expected"),
    [
        ("mechastellar", "size", [30.0, 60.0]),
        ("mechastellar", "small", [25.0, 40.0]),
        ("mechalyte", "die", [16.0]),
        ("mechalyte", "coin", [25.0]),
        ("techniconica", "large", [40.0]),
        ("techniconica", "small", [30.0]),
    ],
)
def test_the_ruling_gives_the_base(slug, option, expected):
    (game,) = (game for game in WITH if game.slug == slug)
    assert sorted(base for deck in parts(game, rulings={"standee-base": option}) for base in bases(deck)) == expected


@pytest.mark.parametrize("game", WITH, ids=lambda game: game.slug)
def test_an_empty_build_has_no_standees(game):
    build = game.read({"game": game.slug, "title": ""})
    assert game.print_set("standees").make(PrintSource(game.context(), build)) == ()
