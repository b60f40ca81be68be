"""Mechalyte's print sets: counts, places, what a spec's sheet says; everything fits on both papers."""

from pathlib import Path

import pytest

from companion.gamekit.contract import PrintSource
from companion.games.mechalyte import GAME
from companion.games.mechalyte.sheets import reference
from companion.printing.faces.boxes import Area, Deck, Rect
from companion.printing.sheets.layout import lay_out
from companion.printing.sheets.options import PrintOptions
from tests.printing.listing import list_job

GOLDEN = Path(__file__).parent / "golden"
BUILD = GAME.read(
    {
        "game": "mechalyte",
        "title": "Night shift",
        "spec": "MIPASA",
        "turn": [{"build": [6, 4]}, {"build": []}, {"build": [2, 2, 2]}],
    }
)


def job(name, paper="a4", build=None, rulings=None):
    source = PrintSource(GAME.context(rulings), build)
    return lay_out(GAME.title, GAME.print_set(name).make(source), PrintOptions(paper=paper, share=False), GAME.accent)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("print_set", GAME.print_sets, ids=lambda print_set: print_set.name)
def test_every_print_set_fits(print_set, paper):
    assert job(print_set.name, paper, BUILD if print_set.needs_build else None).sheets


@pytest.mark.parametrize(
    ("layout", "zones"), [("three-by-five", 15), ("three-by-three", 9), ("three-by-four", 12), ("five-by-five", 25)]
)
def test_zones_follow_the_layout_with_a_home_for_each_side(layout, zones):
    (deck,) = GAME.print_set("zones").make(PrintSource(GAME.context({"layout": layout})))
    assert isinstance(deck, Deck)
    about = [piece.about for piece in deck.pieces]
    assert len(about) == len(set(about)) == zones
    for side in "AB":
        assert sum(f"Factory of side {side}" in text for text in about) == 2
        assert sum(f"Headquarters of side {side}" in text for text in about) == 1


def test_a_filled_sheet_says_what_every_level_is_and_what_is_planned():
    text = list_job(job("my-spec", build=BUILD))
    letters = [line.rpartition(": ")[2] for line in text.splitlines() if "letter," in line]
    assert letters == list("MIPASA")
    for modules in ("M", "MI", "MIP", "MIPA", "MIPAS", "MIPASA"):
        assert f": {modules}\n" in text
    assert "Turn 1: build 6, 4 · 50 points left" in text
    assert "Turn 2: build nothing · 50 points left" in text
    assert "Turn 3: build 2, 2, 2 · 44 points left" in text


def test_a_blank_sheet_has_sixty_boxes_to_tick_twice():
    (part,) = GAME.print_set("spec-sheets").make(PrintSource(GAME.context()))
    (page,) = part.make(Area(200, 279))
    ticks = [box for box in page if isinstance(box, Rect) and box.w == box.h]
    assert len(ticks) == 2 * 60
    assert min(box.w for box in ticks) >= 5


def test_a_plan_longer_than_the_sheet_says_how_much_is_missing():
    turns = [{"build": [1]}] * 40
    build = GAME.read({"game": "mechalyte", "title": "Long", "spec": "MIPASA", "turn": turns})
    assert "more turns" in list_job(job("my-spec", build=build))


def test_the_reference_tells_the_rulings_in_force():
    assert "3 columns × 5 rows" in " ".join(list_job(job("reference")).replace(" / ", " ").split())
    other = " ".join(list_job(job("reference", rulings={"layout": "five-by-five"})).replace(" / ", " ").split())
    assert "5 columns × 5 rows" in other


@pytest.mark.parametrize(
    ("dice", "layers", "armor", "chance"), [(1, 0, 0, "1/2"), (3, 1, 1, "1/6"), (4, 2, 1, "73/432"), (4, 0, 1, "11/16")]
)
def test_chances_of_the_reference_are_those_of_the_facts(dice, layers, armor, chance):
    assert str(reference.destroy_chance(dice, layers, armor)) == chance


@pytest.mark.golden
@pytest.mark.parametrize("name", ["my-spec", "zones", "reference"])
def test_listing(name, golden):
    golden(GOLDEN / f"{name}.txt", list_job(job(name, build=BUILD if name == "my-spec" else None)))
