"""Attacks, turns and lines of sight at each limit and one past it."""

import pytest

from companion.base.findings import InvalidInput
from companion.data.documents import read_as
from companion.dice.resolver import read_groups, replay
from companion.games.mecha_mettle import GAME
from companion.games.mecha_mettle.model import Module
from companion.games.mecha_mettle.resolver import AttackInputs, prepare_attack
from companion.games.mecha_mettle.rules import turn
from companion.games.mecha_mettle.rules.line_of_sight import Space, Square, line, squares
from companion.games.mecha_mettle.rules.upgrades import Laid, Refused, attachments, upgrade

CONTEXT = GAME.context()
TYPED = {"attack": 1, "attack_die": "regular", "defend": 1, "defend_die": "evasion"}


def module(card_id):
    return CONTEXT.catalogue.get(Module, card_id)


def attack(**inputs):
    return prepare_attack(read_as(AttackInputs, inputs), CONTEXT)


def outcome(faces, **inputs):
    return replay(attack(**inputs), read_groups(faces)).outcome


@pytest.mark.parametrize(
    ("given", "faces", "successes"),
    [
        ({"attack_die": "regular"}, "4 | 1", 0),
        ({"attack_die": "regular"}, "5 | 1", 1),
        ({"attack_die": "special"}, "3 | 1", 0),
        ({"attack_die": "special"}, "4 | 1", 1),
    ],
)
def test_what_an_attack_die_succeeds_on(given, faces, successes):
    assert outcome(faces, **{**TYPED, **given})["attack"] == successes


@pytest.mark.parametrize(
    ("die", "faces", "saved"), [("evasion", "1 | 4", 0), ("evasion", "1 | 5", 1), ("shield", "1 | 3", 0), ("shield", "1 | 4", 1)]
)  # fmt: skip
def test_what_a_defence_die_succeeds_on(die, faces, saved):
    assert outcome(faces, **{**TYPED, "defend_die": die})["defence"] == saved


@pytest.mark.parametrize(
    ("faces", "hit"), [("1 1 | 1 1", False), ("6 1 | 1 1", True), ("6 1 | 6 1", False), ("6 6 | 6 1", True), ("6 1 | 6 6", False)]
)  # fmt: skip
def test_an_attack_needs_strictly_more(faces, hit):
    assert outcome(faces, **{**TYPED, "attack": 2, "defend": 2})["hit"] is hit


@pytest.mark.parametrize(
    ("first", "second", "best"), [("6 6 1 1 1 1", "1 1 1", 2), ("6 1 1 1 1 1", "4 4 1", 2), ("1 1 1 1 1 1", "4 4 4", 3), ("6 6 6 1 1 1", "4 4 4", 3)]
)  # fmt: skip
def test_twin_strike_takes_the_better_of_two_rolls(first, second, best):
    found = outcome(f"{first} | {second} | 1", weapon="gemini", defend=1, defend_die="evasion")
    assert found["attack"] == best


def test_the_misses_alone_are_rolled_again():
    given = {"weapon": "scout", "component": "manual-override", "defend": 1, "defend_die": "evasion"}
    assert outcome("5 1 1 1 | 5 5 1 | 1", **given)["attack"] == 3
    assert outcome("5 5 5 5 | 1", **given)["attack"] == 4
    again = replay(attack(**given), read_groups("5 1 1 1")).waiting
    assert again.why == "attack: reroll the 3 that missed" and again.dice == "3d6"


def test_nothing_is_thrown_for_no_dice():
    assert outcome("1", **{**TYPED, "attack": 0}) == {"attack": 0, "defence": 0, "hit": False, "breach": False}
    assert outcome("6", **{**TYPED, "defend": 0})["hit"] is True


@pytest.mark.parametrize(
    ("inputs", "says"),
    [
        ({}, "weapon: found 'nothing', expected a weapon, or attack dice"),
        ({"attack": 1}, "attack_die: found 'nothing'"),
        ({"weapon": "drone", "attack": 1}, "attack: found 1, expected nothing beside a weapon"),
        ({"weapon": "drone", "attack_die": "special"}, "attack_die: found 'special', expected nothing beside a weapon"),
        ({"weapon": "drone"}, "target: found 'nothing', expected a target, or defense dice"),
        ({"weapon": "drone", "defend": 1}, "defend_die: found 'nothing'"),
        ({"weapon": "drone", "side": "body"}, "side: found 'body', expected nothing without a target"),
        ({"weapon": "drone", "target": "hammer", "defend": 1}, "defend: found 1, expected nothing beside a target"),
        (
            {"weapon": "drone", "target": "hammer", "defend_die": "shield"},
            "defend_die: found 'shield', expected nothing",
        ),
        ({"weapon": "drone", "target": "open-port", "side": "shield"}, "side: found 'shield', expected body"),
        (
            {"weapon": "drone", "target": "hammer", "component": "flux-engine"},
            "component: found 'flux-engine', expected one that changes an attack",
        ),
        (
            {"weapon": "drone", "target": "hammer", "component": "nothing"},
            "component: found 'nothing', expected one of",
        ),
        (
            {"weapon": "drone", "target": "hammer", "component": "manual-override", "component_on": "regular"},
            "component_on: found 'regular', expected nothing",
        ),
        ({"weapon": "gemini", "target": "hammer", "component": "manual-override"}, "component_on: found 'nothing'"),
        (
            {"weapon": "drone", "target": "hammer", "defender_component": "flux-engine"},
            "defender_component: found 'flux-engine', expected one that adds dice to a defense roll",
        ),
    ],
)
def test_inputs_that_do_not_go_together(inputs, says):
    with pytest.raises(InvalidInput) as caught:
        attack(**inputs)
    assert says in str(caught.value)


@pytest.mark.parametrize(("first", "second", "seat"), [(3, 2, 1), (2, 3, 2), (3, 3, None), (6, 5, 1)])
def test_the_higher_die_chooses_who_starts(first, second, seat):
    assert turn.starter(first, second) == seat


@pytest.mark.parametrize(("destroyed", "doors", "lost", "without"), [(4, 0, False, False), (5, 0, True, True), (5, 1, True, False), (6, 1, True, True)])  # fmt: skip
def test_five_destroyed_ports_lose(destroyed, doors, lost, without):
    ruled = GAME.context({"doors-count": "counts-not"}).rulings
    assert turn.has_lost(destroyed, CONTEXT.rulings, doors) is lost
    assert turn.has_lost(destroyed, ruled, doors) is without


def test_scrapping_a_reactor_takes_an_action():
    assert [turn.actions_after_reactor(actions) for actions in (1, 2, 3)] == [2, 3, 4]
    with pytest.raises(ValueError, match="takes an action"):
        turn.actions_after_reactor(0)


@pytest.mark.parametrize(("in_play", "played", "may"), [(0, 0, True), (1, 0, True), (2, 0, False), (1, 1, False), (0, 1, False)])  # fmt: skip
def test_one_door_a_turn_and_two_in_play(in_play, played, may):
    assert turn.may_play_door(in_play, played) is may


@pytest.mark.parametrize(
    ("target", "breach", "space", "discarded", "destroyed"),
    [
        ("port", False, "destroyed", False, True),
        ("door", False, "destroyed", False, True),
        ("module", False, "port", True, False),
        ("module", True, "destroyed", True, True),
    ],
)
def test_what_a_hit_leaves(target, breach, space, discarded, destroyed):
    assert turn.damage(target, breach) == turn.Damage(space, discarded, destroyed)
    with pytest.raises(ValueError, match="cannot be attacked"):
        turn.damage("destroyed", breach)


def test_layers_that_universal_ports_leave():
    drone, hammer = module("drone"), module("hammer")
    assert turn.split_off_top_layer((drone, hammer)) == (hammer, (drone,))
    assert turn.split_off_top_layer((drone,)) == (drone, ())
    assert turn.split_off_top_layer(()) == (None, ())


AT = Square("middle", "left")


def shots(area, facing="ahead", scout=False):
    found = line(AT, facing, area, CONTEXT.rulings, scout)
    return [(shot.square.key, shot.legal, shot.bypass, shot.why) for shot in found.shots]


def test_modules_block_and_a_scout_ignores_one():
    blocker = Space("module", module("reactor"), "plain", "right")
    front, middle, back = (Square(row, "right") for row in ("front", "middle", "back"))
    reach = "Out of reach: a module is in the way."
    defends = "Reactor defends with its body and blocks the spaces behind it."
    port = "The Open Port defends and does not block."
    assert shots({front: blocker}) == [
        ("front-right", True, False, defends), ("middle-right", False, False, reach), ("back-right", False, False, reach),
    ]  # fmt: skip
    ignoring = "The Scout has to ignore the blocking module and then rolls 4 Special Attack dice. "
    assert shots({front: blocker, middle: blocker}, scout=True) == [
        ("front-right", True, False, defends),
        ("middle-right", False, True, ignoring + defends),
        ("back-right", False, False, "Out of reach: two modules are in the way."),
    ]
    destroyed = "A destroyed port cannot be attacked and does not block."
    assert shots({front: Space("destroyed"), middle: Space("door")}) == [
        ("front-right", False, False, destroyed),
        ("middle-right", True, False, "The Blast Door defends and does not block."),
        ("back-right", True, False, port),
    ]
    assert shots({front: blocker, middle: Space("destroyed")}, scout=True)[1:] == [
        ("middle-right", False, False, destroyed), ("back-right", False, True, ignoring + port),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("at", "facing", "ruled", "keys", "enters"),
    [
        ("front-left", "ahead", {}, ["front-right", "middle-right", "back-right"], "ahead"),
        ("back-centre", "ahead", {}, ["front-centre", "middle-centre", "back-centre"], "ahead"),
        ("middle-left", "right", {}, ["middle-right", "middle-centre", "middle-left"], "right"),
        ("middle-left", "left", {}, ["middle-left", "middle-centre", "middle-right"], "left"),
        ("middle-left", "right", {"sideways-entry": "at-the-side-faced"}, ["middle-left", "middle-centre", "middle-right"], "left"),
        ("front-left", "right", {"sideways-row": "front-meets-back"}, ["back-right", "back-centre", "back-left"], "right"),
        ("back-left", "right", {"sideways-row": "front-meets-back"}, ["front-right", "front-centre", "front-left"], "right"),
        ("middle-left", "right", {"sideways-row": "front-meets-back"}, ["middle-right", "middle-centre", "middle-left"], "right"),
    ],
)  # fmt: skip
def test_the_spaces_that_a_shot_passes(at, facing, ruled, keys, enters):
    passed, side = squares(Square(*at.split("-")), facing, {**CONTEXT.rulings, **ruled})
    assert ([square.key for square in passed], side) == (keys, enters)
    assert squares(Square(*at.split("-")), "owner", CONTEXT.rulings) is None


@pytest.mark.parametrize(
    ("card", "version", "facing", "shield"),
    [
        ("drone", "plain", "ahead", []),
        ("reactor", "plain", "ahead", ["ahead"]),
        ("reactor", "plain", "left", ["left"]),
        ("gemini", "right", "ahead", ["right"]),
        ("gemini", "left", "ahead", ["left"]),
        ("gemini", "left", "right", ["ahead"]),
        ("gemini", "right", "left", ["ahead"]),
        ("gemini", "right", "owner", ["left"]),
    ],
)
def test_where_a_shield_faces(card, version, facing, shield):
    assert [points for _, points in Space("module", module(card), version, facing).shields] == shield


def test_an_upgrade_that_cannot_be_says_why():
    reasons = [
        upgrade(Laid(module(lower), low), Laid(module(upper), high), edge)
        for lower, low, upper, high, edge in (
            ("hammer", "plain", "reactor", "plain", None),
            ("hammer", "plain", "drone", "plain", None),
        )
    ]
    assert all(isinstance(one, Refused) and "no Open Link" in one.reason for one in reasons)


def test_attachments_as_printed():
    assert [fitted.edge for fitted in attachments(Laid(module("gemini"), "left"))] == ["top", "left"]
    assert [fitted.edge for fitted in attachments(Laid(module("gemini"), "right"))] == ["top", "right"]
    assert [fitted.edge for fitted in attachments(Laid(module("reactor"), "plain"))] == ["top"]
