"""The line-of-sight and upgrade pages' own readings, and what rulings change."""

import pytest

from companion.findings import InvalidInput
from companion.games.mecha_mettle import GAME
from companion.games.mecha_mettle.rules import line_of_sight, upgrades
from companion.games.mecha_mettle.rules.line_of_sight import CLOCKWISE, COLUMNS, ROWS, Square, squares

CONTEXT = GAME.context()


def show(context=CONTEXT, **fields):
    return line_of_sight.show({name.replace("__", "."): [value] for name, value in fields.items()}, context)


def test_every_line_has_three_squares_in_one_row_or_column():
    for row in ROWS:
        for column in COLUMNS:
            for facing in CLOCKWISE:
                found = squares(Square(row, column), facing, CONTEXT.rulings)
                if facing == "owner":
                    assert found is None
                    continue
                passed, _ = found
                assert len(set(passed)) == 3
                along = {s.column for s in passed} if facing == "ahead" else {s.row for s in passed}
                assert len(along) == 1


def test_no_shot_comes_from_behind_the_defender():
    sides = {
        found[1]
        for column in COLUMNS
        for facing in CLOCKWISE
        if (found := squares(Square("middle", column), facing, CONTEXT.rulings))
    }
    assert sides == {"ahead", "left", "right"}


def test_the_sideways_entry_is_a_ruling():
    ruled = GAME.context({"sideways-entry": "at-the-side-faced"})
    at = Square("middle", "left")
    assert squares(at, "right", CONTEXT.rulings)[1] == "right"
    assert squares(at, "right", ruled.rulings)[1] == "left"
    assert squares(at, "right", ruled.rulings)[0] == squares(at, "left", CONTEXT.rulings)[0]


def test_the_sideways_row_is_a_ruling():
    ruled = GAME.context({"sideways-row": "front-meets-back"})
    assert {s.row for s in squares(Square("front", "left"), "left", CONTEXT.rulings)[0]} == {"front"}
    assert {s.row for s in squares(Square("front", "left"), "left", ruled.rulings)[0]} == {"back"}
    assert {s.row for s in squares(Square("middle", "left"), "left", ruled.rulings)[0]} == {"middle"}


def test_a_reactor_facing_the_shot_defends_with_its_shield():
    """The rulebook's example: the shot comes from the reactor's left and the shield faces left."""
    found = show(at="middle-right", facing="left", weapon="hammer", **{"their__middle-left": "reactor:left"})
    shot = found["shots"]["middle-left"]
    assert (found["line"].comes_from, shot.order, shot.side, shot.legal) == ("left", 1, "shield", True)
    assert shot.why == "Reactor defends with its shield, which faces the shot; it blocks what lies behind."


def test_a_strongbox_shield_sits_at_its_hand():
    right = show(at="middle-centre", weapon="hammer", **{"their__front-centre": "strongbox-right:left"})
    left = show(at="middle-centre", weapon="hammer", **{"their__front-centre": "strongbox-left:left"})
    assert right["shots"]["front-centre"].side == "shield"
    assert left["shots"]["front-centre"].side == "body"


def test_what_lies_beyond_is_told():
    area = {"their__front-centre": "drone:ahead", "their__middle-centre": "door"}
    plain = show(weapon="hammer", **area)["shots"]
    assert plain["middle-centre"].why == "Out of reach: a module stands in the way."
    assert not plain["middle-centre"].legal and not plain["middle-centre"].bypass
    scout = show(weapon="scout", **area)["shots"]
    assert scout["middle-centre"].bypass
    assert scout["middle-centre"].why.startswith("Only by ignoring the blocking module")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"at": "roof"}, "at: found 'roof', expected one of front-left"),
        ({"facing": "up"}, "facing: found 'up', expected one of ahead"),
        ({"weapon": "reactor"}, "weapon: found 'reactor', expected one of drone"),
        ({"their__roof": "door"}, "their.roof: found 'roof'"),
        ({"their__front-left": "castle"}, "their.front-left: found 'castle', expected port, door, destroyed"),
        ({"their__front-left": "drone:up"}, "their.front-left: found 'up'"),
    ],
)
def test_fields_that_cannot_be_read(fields, said):
    with pytest.raises(InvalidInput) as caught:
        show(**fields)
    assert said in str(caught.value)


def test_the_upgrade_page_reads_its_fields():
    found = upgrades.show({"lower": ["hammer-right"], "upper": ["scout-right"]}, CONTEXT)
    assert [(w.of, w.edge) for w in found["made"].weapons] == [("Hammer (right)", "top"), ("Scout (right)", "left")]
    assert upgrades.show({}, CONTEXT)["made"] is None
    for fields in ({"lower": ["castle"]}, {"edge": ["under"]}):
        with pytest.raises(InvalidInput):
            upgrades.show(fields, CONTEXT)


def test_an_upgrade_turns_the_upper_card_so_that_its_link_meets_the_strip():
    """Turned with its right edge up, what pointed up now points left; a left version's points right."""
    lower = upgrades.Laid(CONTEXT.catalogue.get(upgrades.Module, "hammer"), "right")
    for version, points in (("right", "left"), ("left", "right")):
        upper = upgrades.Laid(CONTEXT.catalogue.get(upgrades.Module, "scout"), version)
        assert upgrades.upgrade(lower, upper).weapons[1].edge == points
