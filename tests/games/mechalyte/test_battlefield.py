"""The battlefield: layouts, neighbours, and what wins under each ruling."""

import pytest

from companion.games.mechalyte import GAME
from companion.games.mechalyte.rules.battlefield import SHAPES, field, is_eliminated, wins_by_capture


def ruled(**rulings):
    return GAME.rulebook.rulings({name.replace("_", "-"): option for name, option in rulings.items()})


@pytest.mark.parametrize("layout", SHAPES)
def test_every_layout_has_two_homes_that_mirror_each_other(layout):
    board = field(ruled(layout=layout))
    for zone in board.zones:
        column, row = zone
        across = (board.columns - 1 - column, board.rows - 1 - row)
        assert board.place(zone) == board.place(across)
        assert (board.owner(zone) == "a") == (board.owner(across) == "b")
    assert [board.place(zone) for zone in board.zones].count("headquarters") == 2
    assert [board.place(zone) for zone in board.zones].count("factory") == 4


@pytest.mark.parametrize("neighbours", ["edges", "corners"])
def test_neighbours_are_neighbours_both_ways(neighbours):
    board = field(ruled(neighbours=neighbours))
    assert all(zone in board.neighbours(near) for zone in board.zones for near in board.neighbours(zone))


def test_a_ruling_for_every_layout_there_is():
    ruling = next(r for r in GAME.rulebook.ruling if r.id == "layout")
    assert {option.id for option in ruling.option} == set(SHAPES)


@pytest.mark.parametrize(
    ("capture", "own", "enemies", "moment", "won"),
    [
        ("held-after-combat", 1, 0, "end-of-combat", True),
        ("held-after-combat", 1, 1, "end-of-combat", False),
        ("held-after-combat", 0, 0, "end-of-combat", False),
        ("held-after-combat", 1, 0, "move", False),
        ("entered", 1, 2, "move", True),
        ("entered", 0, 2, "move", False),
        ("held-a-turn", 1, 0, "end-of-combat", False),
        ("held-a-turn", 1, 0, "next-turn", True),
        ("held-a-turn", 1, 1, "next-turn", False),
    ],
)
def test_taking_the_headquarters(capture, own, enemies, moment, won):
    assert wins_by_capture(ruled(capture=capture), own, enemies, moment) == won


@pytest.mark.parametrize(
    ("elimination", "mechs", "points", "lost"),
    [("yes", 0, 0, True), ("yes", 1, 0, False), ("yes", 0, 1, False), ("no", 0, 0, False)],
)
def test_having_nothing_left(elimination, mechs, points, lost):
    assert is_eliminated(ruled(elimination=elimination), mechs, points) == lost
