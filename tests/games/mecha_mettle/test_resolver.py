"""Inputs of an attack that cannot be read or do not go together: each says which, what stood there, what to give."""

import pytest

from companion.base.findings import InvalidInput
from companion.data.documents import read_as
from companion.dice.odds import exact
from companion.games.mecha_mettle import GAME
from companion.games.mecha_mettle.resolver.filled import attack_card_numbers, two_weapon_card_numbers
from companion.games.mecha_mettle.resolver.inputs import AttackInputs
from companion.games.mecha_mettle.resolver.two_weapons import TwoWeaponInputs

KIND = GAME.resolver("attack")
DICE = {"attack": "3", "attack_die": "regular", "defend": "3", "defend_die": "shield"}


def made(**inputs):
    return KIND.make(read_as(KIND.inputs, inputs), GAME.context())


def without(*names):
    return {k: v for k, v in DICE.items() if k not in names}


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        ({**DICE, "attack": "-1"}, "attack: found '-1', expected at least 0"),
        ({**DICE, "attack": "10000"}, "attack: found '10000', expected at most 100"),
        ({**DICE, "attack": "many"}, "attack: found 'many', expected a whole number"),
        ({**DICE, "defend_die": "banana"}, "defend_die: found 'banana', expected evasion or shield"),
        ({**DICE, "colour": "red"}, "colour: found an unknown key"),
        ({}, "weapon: found 'nothing', expected a weapon, or attack dice (attack) and their symbol (attack_die)"),
        (without("attack_die"), "attack_die: found 'nothing', expected regular or special beside attack"),
        (
            without("defend"),
            "target: found 'nothing', expected a target, or defense dice (defend) and their symbol (defend_die)",
        ),
        (without("defend_die"), "defend_die: found 'nothing', expected evasion or shield beside defend"),
        ({**DICE, "weapon": "hammer"}, "attack: found 3, expected nothing beside a weapon"),
        ({**DICE, "target": "drone"}, "defend: found 3, expected nothing beside a target"),
        ({**DICE, "side": "shield"}, "side: found 'shield', expected nothing without a target"),
        ({"weapon": "hammer", "target": "drone", "side": "shield"}, "expected body: Drone has no shield"),
        ({"weapon": "hammer", "target": "open-port", "side": "shield"}, "expected body: Open Port has no shield"),
        ({"weapon": "cannon", "target": "drone"}, "weapon: found 'cannon', expected one of drone, drone-scrap"),
        ({**DICE, "component": "flux-engine"}, "component: found 'flux-engine', expected one that changes an attack"),
        ({**DICE, "component": "coffee"}, "component: found 'coffee', expected one of extended-magazines"),
        (
            {**DICE, "defender_component": "flux-engine"},
            "expected one that adds dice to a defense roll: light-thrusters",
        ),
        (
            {**DICE, "defender_component": "coffee"},
            "defender_component: found 'coffee', expected one of light-thrusters",
        ),
        ({"weapon": "gemini", "target": "drone", "component": "manual-override"}, "component_on: found 'nothing'"),
        ({**DICE, "component_on": "regular"}, "component_on: found 'regular', expected nothing"),
    ],
)
def test_what_cannot_be_rolled_is_said(inputs, said):
    with pytest.raises(InvalidInput) as caught:
        made(**inputs)
    assert said in str(caught.value)


def success(**inputs):
    return str(exact(made(**inputs)).measure(KIND.measures[0]))


def test_the_contracts_own_example():
    assert success(**DICE) == "43/216"


def test_defence_components_join_the_defence():
    """One Regular die against 1 Evasion and 2 more: 1/3 × (2/3)³."""
    inputs = {"attack": 1, "attack_die": "regular", "defend": 1, "defend_die": "evasion"}
    assert success(**inputs, defender_component="light-thrusters") == "8/81"
    """The same against 1 Evasion and 2 Shield: 1/3 × 2/3 × 1/4."""
    assert success(**inputs, defender_component="emergency-shields") == "1/18"


def test_no_dice_at_all():
    assert success(attack=0, attack_die="regular", defend=0, defend_die="shield") == "0"
    assert success(attack=1, attack_die="special", defend=0, defend_die="shield") == "1/2"


def test_a_hundred_dice_a_side_are_exact():
    odds = exact(made(attack=100, attack_die="special", defend=100, defend_die="shield"))
    assert sum(weight for _, weight in odds.outcomes) == odds.total == 6**200


MINE = """
[[module]]
id = "wasp"
name = "Wasp"
body = { dice = 2, kind = "evasion" }
weapon = { pools = [{ dice = 4, kind = "special" }] }
scrap_attack = { pools = [{ dice = 1, kind = "regular" }] }
plain = 1
"""


def test_a_module_of_an_own_pack_shoots_and_is_shot_at():
    catalogue = GAME.catalogue.merge_text(MINE, "mine.toml")
    for inputs, dice in (({"weapon": "wasp-scrap"}, ["1d6", "2d6"]), ({"weapon": "wasp"}, ["4d6", "2d6"])):
        read = read_as(KIND.inputs, {**inputs, "target": "wasp"}, {"catalogue": catalogue})
        attack = KIND.make(read, GAME.context(catalogue=catalogue))
        assert [step.throw.dice for step in attack.steps] == dice
    with pytest.raises(InvalidInput, match="weapon: found 'wasp', expected one of drone,"):
        read_as(KIND.inputs, {"weapon": "wasp"}, {"catalogue": GAME.catalogue})
    with pytest.raises(InvalidInput, match="target: found .wasp., expected one of reactor, drone,"):
        read_as(KIND.inputs, {"weapon": "drone", "target": "wasp"}, {"catalogue": GAME.catalogue})


def numbers(found):
    return [(one.input, one.card, one.field) for one in found]


@pytest.mark.parametrize(
    ("inputs", "taken"),
    [
        (
            {"weapon": "hammer", "target": "reactor", "side": "shield"},
            [("weapon", "hammer", "weapon"), ("target", "reactor", "shield")],
        ),
        (
            {"weapon": "scout-bypass", "target": "reactor", "target_upgrade": "drone", "side": "body"},
            [
                ("weapon", "scout", "bypass_attack"),
                ("target_upgrade", "reactor", "shield.link"),
                ("target_upgrade", "drone", "open_link"),
                ("target_upgrade", "drone", "body"),
            ],
        ),
        (
            {"weapon": "gemini-scrap", "target": "blast-door", "component": "manual-override"},
            [
                ("weapon", "gemini", "scrap_attack"),
                ("target", "blast-door", "defense"),
                ("component", "manual-override", "attack"),
            ],
        ),
        (
            {"weapon": "hammer", "target": "drone", "defender_component": "flux-engine"},
            [
                ("weapon", "hammer", "weapon"),
                ("target", "drone", "body"),
                ("defender_component", "flux-engine", "defend"),
            ],
        ),
        (DICE, []),
    ],
)
def test_an_attack_takes_its_numbers_from_these_cards(inputs, taken):
    assert numbers(attack_card_numbers(AttackInputs(**inputs), GAME.context())) == taken


PAIR = {"lower": "hammer", "upper": "scout"}
OF_THE_PAIR = [("lower", "hammer", "weapon"), ("upper", "scout", "weapon")]
PAST = ("upper", "scout", "bypass_attack")
LINKS = [("upper", "hammer", "weapon.link"), ("upper", "scout", "open_link")]
PORT = ("target", "open-port", "defense")


@pytest.mark.parametrize(
    ("inputs", "taken"),
    [
        ({"target": "drone"}, [*OF_THE_PAIR, *LINKS, *[("target", "drone", "body")] * 2, PORT]),
        (
            {"target": "blast-door", "bypass": "first"},
            [*OF_THE_PAIR, PAST, *LINKS, *[("target", "blast-door", "defense")] * 2],
        ),
        (
            {"target": "drone", "then": "reactor", "then_side": "shield", "component": "manual-override"},
            [
                *OF_THE_PAIR,
                *LINKS,
                ("target", "drone", "body"),
                ("then", "reactor", "shield"),
                ("component", "manual-override", "attack"),
            ],
        ),
        (
            {
                "target": "drone",
                "then": "reactor",
                "after_hit": "gemini",
                "after_hit_upgrade": "scout",
                "after_hit_side": "body",
                "after_hit_bypass": True,
            },
            [
                *OF_THE_PAIR,
                PAST,
                *LINKS,
                ("target", "drone", "body"),
                ("then", "reactor", "body"),
                ("after_hit_upgrade", "gemini", "shield.link"),
                ("after_hit_upgrade", "scout", "open_link"),
                ("after_hit_upgrade", "scout", "body"),
            ],
        ),
        (
            {
                "target": "reactor",
                "target_upgrade": "drone",
                "side": "shield",
                "then_side": "body",
                "defender_component": "flux-engine",
            },
            [
                *OF_THE_PAIR,
                *LINKS,
                ("target_upgrade", "reactor", "shield.link"),
                ("target_upgrade", "drone", "open_link"),
                ("target", "reactor", "shield"),
                ("target_upgrade", "reactor", "shield.link"),
                ("target_upgrade", "drone", "open_link"),
                ("target_upgrade", "drone", "body"),
                PORT,
                ("defender_component", "flux-engine", "defend"),
            ],
        ),
    ],
)
def test_an_attack_with_two_weapons_takes_its_numbers_from_these_cards(inputs, taken):
    assert numbers(two_weapon_card_numbers(TwoWeaponInputs(**PAIR, **inputs), GAME.context())) == taken
