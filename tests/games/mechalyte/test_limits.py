"""Levels, armies, zones and shots at each limit and one past it."""

from fractions import Fraction

import pytest

from companion.base.findings import InvalidInput
from companion.data.documents import read_as
from companion.dice.resolver import read_groups, replay
from companion.games.mechalyte import GAME
from companion.games.mechalyte.resolver import opportunity_shot, read_side
from companion.games.mechalyte.rules import army
from companion.games.mechalyte.rules.aim import dice_per_target, expected_loss
from companion.games.mechalyte.rules.battlefield import Field, field, is_eliminated, may_enter, wins_by_capture
from companion.games.mechalyte.rules.levels import (
    PRINTED,
    dice_to_destroy,
    level_after_armour,
    module_scale,
    ratings,
    struck,
    table,
)

RULINGS = dict(GAME.rulebook.rulings({}))


def made(name, **inputs):
    kind = GAME.resolver(name)
    return kind.make(read_as(kind.inputs, inputs), GAME.context())


@pytest.mark.parametrize(
    ("spec", "level", "effects", "left"),
    [
        ("PMAIAS", 6, 0, 6),
        ("PMAIAS", 6, 1, 4),
        ("PMAIAS", 6, 2, 2),
        ("PMAIAS", 6, 3, 0),
        ("PMAIAS", 5, 1, 4),
        ("PMAIAS", 4, 1, 2),
        ("PMAIAS", 2, 1, 0),
        ("PAPPPP", 6, 1, 1),
        ("APPPPP", 6, 1, 0),
    ],
)
def test_each_armour_effect_drops_below_the_highest_a(spec, level, effects, left):
    assert level_after_armour(spec, level, effects) == left


@pytest.mark.parametrize(
    ("layers", "hits", "crits", "left"),
    [
        (2, 0, 0, (6, 2)),
        (2, 1, 0, (6, 1)),
        (2, 2, 0, (6, 0)),
        (2, 3, 0, (4, 0)),
        (2, 0, 1, (4, 2)),
        (2, 1, 1, (4, 1)),
        (2, 3, 1, (2, 0)),
        (2, 4, 1, (0, 0)),
        (2, 0, 3, (0, 0)),
    ],
)
def test_hits_wear_layers_down_and_criticals_pass_them(layers, hits, crits, left):
    assert struck("PMAIAS", 6, layers, hits, crits) == left


@pytest.mark.parametrize(
    ("layers", "armor", "dice"), [(0, -1, "0"), (0, 0, "2"), (0, 1, "4"), (0, 2, "6"), (1, 0, "10/3"), (1, 1, "52/9")]
)
def test_dice_that_destroy_on_average(layers, armor, dice):
    """One die in two takes an effect or a layer: a third of those are criticals, which pass the layers.

    (1, 0): 2 + 0/3 + 2 * 2/3 = 10/3. (1, 1): 2 + (10/3)/3 + 2 * 4/3 = 52/9.
    """
    assert dice_to_destroy(layers, armor) == Fraction(dice)


def test_a_row_says_what_a_level_is_worth():
    """Power 2 for 2 points; the A in slot 2 is one effect survived: 4 dice. An A in slot 1 is none: 2 dice."""
    row = ratings("PAMMMM", 2)
    assert (row.cost, row.stands, row.value) == (2, 4, 4)
    assert ratings("APMMMM", 2).stands == 2
    assert [row.level for row in table("PMI")] == [1, 2, 3]
    assert table("") == () and len(table("PMISAAPP")) == 6
    assert module_scale(GAME.catalogue) == PRINTED == (1, 1, 0, 1, 1, 1, 0, 1)


def plan(*turns):
    spec = {"game": "mechalyte", "title": "", "spec": "PMISAA", "turn": [{"build": list(t)} for t in turns]}
    return army.plan(GAME.read(spec))


def test_factories_hold_three_each_and_the_rest_is_over():
    first, second = plan([1, 2, 3, 4, 5, 6, 1], [1, 1, 1])
    assert (first.number, first.left, first.right, first.over) == (1, (1, 2, 3), (4, 5, 6), (1,))
    assert (first.spent, first.points_left) == (22, 38)
    assert (second.number, second.left, second.right, second.over) == (2, (1, 1, 1), (), ())
    assert (second.spent, second.points_left) == (3, 35)
    assert army.MOST_BUILT == 6


@pytest.mark.parametrize(("own", "may"), [(0, True), (2, True), (3, False), (4, False)])
def test_a_zone_holds_three_mechs_of_a_side(own, may):
    assert may_enter(own) is may


@pytest.mark.parametrize(
    ("layout", "columns", "rows", "centre"),
    [("three-by-five", 3, 5, 2), ("three-by-three", 3, 3, 1), ("three-by-four", 3, 4, 1.5), ("five-by-five", 5, 5, 2)],
)
def test_layouts(layout, columns, rows, centre):
    made_ = field({**RULINGS, "layout": layout})
    assert (made_.columns, made_.rows, made_.centreline) == (columns, rows, centre)
    assert len(made_.zones) == columns * rows and made_.zones[:2] == ((0, 0), (1, 0))


def test_homes_lie_in_the_middle_of_both_end_rows():
    wide = Field(5, 5, corners=False, enter_centre=True)
    assert [wide.place((c, 0)) for c in range(5)] == ["open", "factory", "headquarters", "factory", "open"]
    assert [wide.place((c, 4)) for c in range(5)] == ["open", "factory", "headquarters", "factory", "open"]
    assert {wide.place((c, r)) for c in range(5) for r in (1, 2, 3)} == {"open"}
    assert [wide.owner((2, r)) for r in range(5)] == ["a", None, None, None, "b"]


def test_neighbours_stay_on_the_field():
    straight, slanted = (Field(3, 3, corners, True) for corners in (False, True))
    assert sorted(straight.neighbours((0, 0))) == [(0, 1), (1, 0)]
    assert sorted(straight.neighbours((2, 2))) == [(1, 2), (2, 1)]
    assert sorted(straight.neighbours((1, 1))) == [(0, 1), (1, 0), (1, 2), (2, 1)]
    assert sorted(slanted.neighbours((0, 0))) == [(0, 1), (1, 0), (1, 1)]
    assert len(slanted.neighbours((1, 1))) == 8


@pytest.mark.parametrize(
    ("rows", "enter", "side", "past"),
    [
        (5, True, "a", [3, 4]),
        (5, False, "a", [2, 3, 4]),
        (5, True, "b", [0, 1]),
        (5, False, "b", [0, 1, 2]),
        (4, True, "a", [2, 3]),
        (4, False, "b", [0, 1]),
    ],
)
def test_who_is_past_the_centreline(rows, enter, side, past):
    made_ = Field(3, rows, corners=False, enter_centre=enter)
    assert [row for row in range(rows) if made_.passes_centre((1, row), side)] == past


def test_reach_counts_steps_and_stops_at_mobility():
    made_ = Field(3, 5, corners=False, enter_centre=True)
    assert made_.reach((0, 0), 0) == {(0, 0): 0}
    assert made_.reach((0, 0), 1) == {(0, 0): 0, (0, 1): 1, (1, 0): 1}
    assert made_.reach((0, 0), 2, full=[(1, 0)]) == {(0, 0): 0, (0, 1): 1, (0, 2): 2, (1, 1): 2}
    far = made_.reach((1, 4), 9, side="b", first_turn=True)
    assert sorted({row for _, row in far}) == [2, 3, 4] and far[(1, 2)] == 2


@pytest.mark.parametrize(
    ("ruled", "own", "enemies", "moment", "won"),
    [
        ("entered", 1, 1, "move", True),
        ("entered", 0, 0, "move", False),
        ("held-after-combat", 1, 0, "end-of-combat", True),
        ("held-after-combat", 1, 1, "end-of-combat", False),
        ("held-after-combat", 1, 0, "move", False),
        ("held-after-combat", 1, 0, "next-turn", False),
        ("held-a-turn", 1, 0, "next-turn", True),
        ("held-a-turn", 1, 0, "end-of-combat", False),
    ],
)
def test_when_headquarters_are_taken(ruled, own, enemies, moment, won):
    assert wins_by_capture({"capture": ruled}, own, enemies, moment) is won


@pytest.mark.parametrize(
    ("ruled", "mechs", "points", "lost"),
    [("yes", 0, 0, True), ("yes", 0, 1, False), ("yes", 1, 0, False), ("no", 0, 0, False)],
)
def test_who_has_neither_mechs_nor_points_has_lost_where_ruled(ruled, mechs, points, lost):
    assert is_eliminated({"elimination": ruled}, mechs, points) is lost


MECHS = ((4, 0, True), (2, 0, True), (1, 0, True))


@pytest.mark.parametrize(
    ("aim", "dice", "split"),
    [
        ("strongest", 5, (5, 0, 0)),
        ("weakest", 5, (0, 0, 5)),
        ("spread", 3, (1, 1, 1)),
        ("spread", 4, (2, 1, 1)),
        ("spread", 5, (2, 2, 1)),
        ("spread", 2, (1, 1, 0)),
        ("best", 1, (1, 0, 0)),
    ],
)
def test_how_dice_are_aimed(aim, dice, split):
    assert dice_per_target(aim, "PPPPPP", MECHS, dice) == split
    assert dice_per_target(aim, "PPPPPP", (), dice) == ()


@pytest.mark.parametrize(
    ("spec", "level", "layers", "dice", "loss"),
    [
        ("PPPPPP", 4, 0, 0, "0"),
        ("PPPPPP", 4, 0, 1, "2"),
        ("PPPPPP", 4, 0, 2, "3"),
        ("PPPPPP", 4, 1, 1, "2/3"),
        ("PPPAPP", 4, 0, 1, "1/2"),
    ],
)
def test_levels_lost_on_average(spec, level, layers, dice, loss):
    """A die hits with 1/3, criticals with 1/6: 4 * 1/2; 4 * 3/4; past a layer 4 * 1/6; to the A in slot 4 1 * 1/2."""
    assert expected_loss(spec, level, layers, dice) == Fraction(loss)


def test_a_side_has_one_to_three_mechs():
    assert read_side("PMISAA:1,3,2", "a") == ("PMISAA", (3, 2, 1))
    assert read_side("PMISAA:6", "mech", most=1) == ("PMISAA", (6,))
    for text, most, says in (
        ("PMISAA:1,1,1,1", 3, "found 4 mechs, expected at most 3: a zone holds no more mechs of one player"),
        ("PMISAA:1,1", 1, "found 2 mechs, expected one mech"),
        ("PMISAA:0", 3, "found level '0', expected a level from 1 to 6"),
        ("PMISAA:7", 3, "found level '7', expected a level from 1 to 6"),
        ("PMISAA", 3, "expected levels after the spec, for example MIPASA:4,4,2"),
        ("PMISAA:", 1, "expected a level after the spec, for example MIPASA:4"),
        ("PMISA:1", 3, "6 letters of P, S, M, I and A"),
    ):
        with pytest.raises(InvalidInput) as caught:
            read_side(text, "a", most)
        assert says in str(caught.value)


@pytest.mark.parametrize(
    ("moved", "faces", "outcome"),
    [
        (0, "1", {"level": 2, "mobility_left": 2}),
        (1, "1", {"level": 2, "mobility_left": 1}),
        (2, "1", {"level": 2, "mobility_left": 0}),
        (3, "1", {"level": 2, "mobility_left": 0}),
        (0, "3", {"level": 2, "mobility_left": 2}),
        (0, "4", {"level": 0, "mobility_left": 0}),
        (0, "6", {"level": 0, "mobility_left": 0}),
    ],
)
def test_a_mech_that_leaves_under_fire(moved, faces, outcome):
    shot = made("opportunity-shot", mech="PMISAA:2", dice=1, moved=moved)
    assert replay(shot, read_groups(faces)).outcome == outcome
    assert shot.ask(shot.start()).why == "all enemies fire at the level 2 mech that leaves"


def test_a_shot_without_dice_is_over():
    assert replay(opportunity_shot("PMISAA", 2, 0), []).outcome == {"level": 2, "mobility_left": 2}


@pytest.mark.parametrize(
    ("inputs", "says"),
    [
        ({}, "dice: found nothing, expected attack dice, or enemies, for example PMISAA:5,3"),
        ({"dice": 0, "enemies": "PMISAA:5"}, "nothing beside dice"),
    ],
)
def test_a_shot_has_dice_or_enemies(inputs, says):
    with pytest.raises(InvalidInput) as caught:
        made("opportunity-shot", mech="PMISAA:2", **inputs)
    assert says in str(caught.value)


def test_dice_are_judged_three_four_and_six():
    def levels(faces):
        return replay(made("combat", a="PSMMMM:1", b="PPSMMM:3,1"), read_groups(faces)).outcome

    # A has two dice on B's level 3 mech with one layer; B then has 3 + 2 dice on A's only mech.
    assert levels("3 1 | 1 1 1 1 1")["b"] == [3, 1]
    assert levels("4 1 | 1 1 1 1 1")["b"] == [3, 1]
    assert levels("5 4 | 1 1 1 1 1")["b"] == [1]
    assert levels("6 1 | 1 1 1 1 1")["b"] == [1]


def test_what_is_asked_for_names_the_target_and_its_layers():
    def why(b):
        machine = made("combat", a="PMMMMM:1", b=b)
        return machine.ask(machine.start()).why

    assert why("SMMMMM:1") == "countdown 0: A fires at B's level 1 mech, 1 layer"
    assert why("SSMMMM:2") == "countdown 0: A fires at B's level 2 mech, 2 layers"
    assert why("PMMMMM:2") == "countdown 0: A fires at B's level 2 mech"
