"""Upgraded modules in play: both weapons as attacker, body of one card and shield of the other as target, the drawing."""

from fractions import Fraction
from math import cos, radians, sin

import pytest

from companion.base.findings import InvalidInput
from companion.games.mecha_mettle import GAME
from companion.games.mecha_mettle.rules.line_of_sight import CLOCKWISE
from companion.games.mecha_mettle.rules.upgrades import Upgraded, all_laid_modules, upgrade
from companion.games.mecha_mettle.sheets import pair
from companion.games.mecha_mettle.sheets.geometry import LETTER
from companion.printing.faces.boxes import Group, PlacedSymbol
from companion.printing.text.fitting import corners_of
from companion.verbs.analyses import analysis_answer
from companion.verbs.game_rolls import odds_answer, roll_answer

CARDS = all_laid_modules(GAME.catalogue)


def seen(**inputs):
    return analysis_answer(GAME, "line-of-sight", inputs)["answer"]


def chance(resolver="attack", **inputs):
    return {name: Fraction(one["exact"]) for name, one in odds_answer(GAME, resolver, inputs)["summary"].items()}


def test_an_upgraded_attacker_fires_both_weapons_each_along_its_own_line():
    found = seen(weapon="hammer-right", upgrade="scout-right", at="middle-left", facing="right")
    assert [(one["module"], one["facing"], one["line"]["name"]) for one in found["weapons"]] == [
        ("hammer", "right", "their middle row"),
        ("scout", "ahead", "their right column"),
    ]
    assert found["upgraded"] == {"lower": "hammer-right", "upper": "scout-right", "edge": "top", "turned": 3}
    assert "two-weapons" in found["rules"]


def test_a_weapon_of_a_pair_that_faces_its_owner_has_no_line_while_the_other_fires():
    found = seen(weapon="hammer-right", upgrade="scout-right", facing="left")
    assert [(one["facing"], one["line"] is None) for one in found["weapons"]] == [("left", False), ("owner", True)]
    assert found["both"] is None


def test_a_reactor_attacks_with_what_is_laid_on_it_and_not_alone():
    (only,) = seen(weapon="reactor", upgrade="hammer-left", facing="left")["weapons"]
    assert (only["module"], only["facing"]) == ("hammer", "ahead")
    with pytest.raises(InvalidInput, match="weapon"):
        seen(weapon="reactor")


def test_a_covered_scout_ignores_no_module_and_one_on_top_does():
    blocked = {"theirs": {"front-centre": "drone:ahead"}}
    below = seen(weapon="scout-right", upgrade="hammer-right", facing="ahead", **blocked)["weapons"][0]
    above = seen(weapon="hammer-right", upgrade="scout-right", facing="right", **blocked)["weapons"][1]
    assert (below["facing"], above["facing"]) == ("ahead", "ahead")
    assert [shot["can_bypass"] for shot in below["shots"]] == [False, False, False]
    assert [shot["can_bypass"] for shot in above["shots"]] == [False, True, True]


@pytest.mark.parametrize(
    ("facing", "side", "why"),
    [
        ("ahead", "shield", "Hammer on Reactor defends with the shield of the Reactor, which faces the shot"),
        ("left", "body", "Hammer on Reactor defends with the body of the Hammer"),
    ],
)
def test_an_upgraded_target_defends_with_the_body_of_one_and_the_shield_of_the_other(facing, side, why):
    square = {"front-centre": f"reactor:{facing}"}
    found = seen(weapon="drone", at="front-centre", theirs=square, their_upgrades={"front-centre": "hammer-left"})
    shot = found["shots"][0]
    assert shot["defends_with"] == side and shot["why"].startswith(why)
    assert shot["name"] == "Hammer (left) on Reactor" and shot["upgrade"] == "hammer-left"
    asked = next(attack for attack in found["attacks"] if attack["how"] == "weapon")
    assert (asked["target"], asked["target_upgrade"], asked["side"]) == ("reactor", "hammer", side)


def test_an_upgraded_target_is_attacked_with_the_dice_in_view():
    body = chance(weapon="drone", target="strongbox", target_upgrade="hammer", side="body")
    assert body == chance(weapon="drone", target="hammer", side="body")
    assert chance(weapon="drone", target="strongbox", target_upgrade="hammer", side="shield")["success"] == 0
    shield = chance(weapon="drone", target="gemini", target_upgrade="scout", side="shield")
    assert shield == chance(weapon="drone", attack=None, target="gemini", side="shield")


@pytest.mark.parametrize(
    ("inputs", "where"),
    [
        ({"target": "drone", "target_upgrade": "hammer"}, "target_upgrade: .*No attachment of Drone"),
        ({"target": "open-port", "target_upgrade": "hammer"}, "target_upgrade: .*only a module"),
        ({"target": "hammer", "target_upgrade": "reactor"}, "target_upgrade: .*no Open Link"),
        ({"target": "hammer", "target_upgrade": "scout", "side": "shield"}, "side: .*no shield of Scout on Hammer"),
        ({"defend": 3, "defend_die": "shield", "target_upgrade": "scout"}, "target_upgrade: .*without a target"),
    ],
)
def test_an_upgrade_that_cannot_be_there_is_refused_with_its_reason(inputs, where):
    with pytest.raises(InvalidInput, match=where):
        chance(weapon="drone", **inputs)


TWO = {"lower": "hammer", "upper": "scout"}


def both(**inputs):
    return chance("two-weapons", **TWO, **inputs)


def test_two_weapons_at_two_targets_are_two_independent_attacks():
    first, then = chance(weapon="hammer", target="drone"), chance(weapon="scout", target="reactor")
    found = both(target="drone", then="reactor")
    assert found["both_hit"] == first["success"] * then["success"]
    assert found["any_hit"] == 1 - (1 - first["success"]) * (1 - then["success"])
    assert found["port"] == first["success"]


def test_the_second_weapon_may_take_the_same_space_and_meets_what_is_left_there():
    breach, plain = (
        chance(weapon="hammer", target="drone")["success"],
        chance(weapon="scout", target="drone")["success"],
    )
    found = both(target="drone")
    assert found["both_hit"] == 0 and found["any_hit"] == breach + (1 - breach) * plain
    port = chance(weapon="hammer", target="open-port")["success"]
    turned = both(target="drone", fires_first="upper")
    assert turned["both_hit"] == plain * port
    assert turned["mean_ports"] == plain * port + (1 - plain) * breach


def test_two_weapons_ask_for_the_dice_of_each_in_order():
    thrown = roll_answer(
        GAME, "two-weapons", {**TWO, "fires_first": "upper", "target": "drone"}, "5 5 5 5 | 1 1 1 1 1 1 | 6 6 6 | 1 1"
    )
    assert [throw["dice"] for throw in thrown["throws"]] == ["4d6", "6d6", "3d6", "2d6"]
    assert thrown["outcome"] == {
        "first_attack": "hit",
        "second_attack": "hit",
        "modules_destroyed": 1,
        "ports_destroyed": 1,
    }


def test_a_shot_at_an_impenetrable_shield_fails_and_the_second_weapon_still_fires():
    found = both(target="strongbox", side="shield", then_side="body")
    assert found["any_hit"] == chance(weapon="scout", target="strongbox")["success"]


def test_a_component_changes_one_of_two_weapons():
    one = both(target="drone", then="reactor", component="extended-magazines", component_for="second")
    assert one["both_hit"] == (
        chance(weapon="hammer", target="drone")["success"]
        * chance(weapon="scout", target="reactor", component="extended-magazines")["success"]
    )
    kept = both(target="drone", then="reactor", defender_component="light-thrusters", defender_for="second")
    assert kept["both_hit"] == (
        chance(weapon="hammer", target="drone")["success"]
        * chance(weapon="scout", target="reactor", defender_component="light-thrusters")["success"]
    )


@pytest.mark.parametrize(
    ("inputs", "where"),
    [
        ({"lower": "gemini", "upper": "scout", "target": "drone"}, "upper: .*shows 1"),
        ({"lower": "hammer", "upper": "drone", "target": "drone"}, "upper: .*no Open Link"),
        ({**TWO, "target": "drone", "then": "drone", "then_side": "shield"}, "then_side: .*has no shield"),
        ({**TWO, "target": "drone", "then_upgrade": "scout"}, "then_upgrade: .*without a second target"),
        ({**TWO, "target": "drone", "then": "open-port", "then_upgrade": "scout"}, "then_upgrade: .*only a module"),
    ],
)
def test_two_weapons_that_cannot_fire_like_that_are_refused(inputs, where):
    with pytest.raises(InvalidInput, match=where):
        chance("two-weapons", **inputs)


def test_a_shot_at_an_impenetrable_shield_says_so():
    shot = seen(weapon="drone", at="front-centre", theirs={"front-centre": "strongbox-right:left"})["shots"][0]
    assert shot["fails"] and "Impenetrable: an attack that would hit it fails" in shot["why"]
    assert shot["rules"] == ["shield-defends", "impenetrable"]


def letters(box, name):
    """Yield where a letter of LINK stands in a drawing, as its middle."""
    if isinstance(box, Group):
        for inner in box.boxes:
            for x, y in letters(inner, name):
                along, down = cos(radians(box.angle)) * box.scale, sin(radians(box.angle)) * box.scale
                yield box.x + x * along - y * down, box.y + x * down + y * along
    elif isinstance(box, PlacedSymbol) and box.symbol.name == f"link-{name}":
        yield box.x + LETTER / 2, box.y + LETTER / 2


PAIRS = [
    made for lower in CARDS.values() for upper in CARDS.values() if isinstance(made := upgrade(lower, upper), Upgraded)
]


@pytest.mark.parametrize("made", PAIRS, ids=[f"{made.upper.name} on {made.lower.name}" for made in PAIRS])
def test_in_every_drawing_of_a_pair_link_stands_in_one_line_in_order_and_upright(made):
    drawing = pair.draw_pair(made, pair.ROOM, pair.upright(made))
    i, n = list(letters(drawing, "I")), list(letters(drawing, "N"))
    joined = [(a, b) for a in i for b in n if abs(a[1] - b[1]) < 0.01 and 0 < b[0] - a[0] < 7.5]
    assert len(joined) == 1


@pytest.mark.parametrize("facing", CLOCKWISE)
def test_a_pair_stays_in_its_square_however_it_lies(facing):
    texts = corners_of((pair.draw_pair(PAIRS[0], 58, facing),))
    assert texts and all(0 <= value <= 58 for _, corners in texts for corner in corners for value in corner)


def test_the_second_weapon_may_ignore_a_module():
    """A Scout on a Hammer: 4 Special dice past the module, not 4 Regular ones; each attack stands for itself."""
    first, past = chance(weapon="hammer", target="drone"), chance(weapon="scout-bypass", target="reactor")
    found = both(target="drone", then="reactor", bypass="second")
    assert found["both_hit"] == first["success"] * past["success"]
    turned = both(target="reactor", then="drone", fires_first="upper", bypass="first")
    assert turned["both_hit"] == found["both_hit"]


def test_a_first_hit_clears_the_way_for_the_second():
    """Missed, the Scout ignores the Drone on its way to a port; hit, it has nothing to ignore and rolls 4 Regular dice.

    Breach takes the port under the Drone too.
    """
    hammer = chance(weapon="hammer", target="drone")["success"]
    past, plain = (chance(weapon=name, target="open-port")["success"] for name in ("scout-bypass", "scout"))
    found = both(target="drone", then="open-port", bypass="second", after_hit="open-port")
    assert found["mean_ports"] == hammer * (1 + plain) + (1 - hammer) * past
    assert found["port"] == hammer + (1 - hammer) * past


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        ({"bypass": "first"}, "bypass: found first, expected the attack of a Scout that is laid on the other"),
        ({"bypass": "second", "fires_first": "upper"}, "bypass: .*Scout that is laid on the other"),
        ({"lower": "scout", "upper": "hammer", "bypass": "second"}, "bypass"),
        ({"after_hit": "drone", "after_hit_bypass": True, "fires_first": "upper"}, "after_hit_bypass"),
        ({"after_hit_bypass": True}, "after_hit_bypass: .*nothing without a second target after a hit"),
        ({"after_hit_side": "shield"}, "after_hit_side: .*nothing without"),
        ({"after_hit_upgrade": "hammer"}, "after_hit_upgrade: .*nothing without"),
        ({"after_hit": "drone", "after_hit_side": "shield"}, "after_hit_side: .*Drone has no shield"),
        ({"after_hit": "castle"}, "after_hit: "),
    ],
)
def test_a_module_ignored_by_who_cannot_is_refused(inputs, said):
    with pytest.raises(InvalidInput, match=said):
        chance("two-weapons", **({**TWO, "target": "drone"} | inputs))


def test_the_roll_of_both_weapons_from_a_line_of_sight_says_the_bypass():
    """The Scout fires ahead past the Drone at the port behind, the Hammer to the right at their middle row."""
    found = seen(weapon="hammer-right", upgrade="scout-right", facing="right", theirs={"front-centre": "drone:ahead"})
    assert found["both"] == {
        "lower": "hammer",
        "upper": "scout",
        "target": "open-port",
        "then": "open-port",
        "bypass": "second",
    }
    crossed = seen(
        weapon="hammer-right", upgrade="scout-right", at="middle-right", facing="right",
        theirs={"middle-left": "drone:ahead", "middle-right": "door", "middle-centre": "door"},
    )["both"]  # fmt: skip
    # Their left column: the Drone stands in the middle of it, at the end of the row that the Hammer fires along.
    assert crossed["target"] == "drone" and crossed["then"] == "open-port" and crossed["bypass"] == "second"
    assert crossed["after_hit"] == "open-port" and "after_hit_bypass" not in crossed
