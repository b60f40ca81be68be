"""Sums: the house set keeps what the rulebook prints, special rules add what they say, lines sum to the totals."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.base.findings import InvalidInput
from companion.data.cards import read_catalogue
from companion.games.wreck_a_mech import GAME
from companion.games.wreck_a_mech.model import KINDS, POSITIONS, Part
from companion.games.wreck_a_mech.rules.totals import prey, quick, rule_text, total
from tests.games.wreck_a_mech.parts import PARTS, RULINGS, mechs, summed

enemies = st.fixed_dictionaries({c: st.integers(0, 2) for c in ("akio", "freedom")})


def test_the_house_set_has_the_counts_of_the_box():
    """10, 30 and 30; each Trainer twice; of Rank 2 and 3 each corporation and position twice."""
    counts = Counter((c.rank, c.corporation, c.position) for c in PARTS for _ in range(c.copies))
    assert sum(counts.values()) == 70
    assert {n for (rank, _, _), n in counts.items()} == {2}
    assert len(counts) == 5 + 2 * 3 * 5
    assert {c.name for c in PARTS if c.penalty} == {c.name for c in PARTS if c.position.endswith("arm") and c.penalty}


def test_every_number_of_the_set_is_marked_house():
    for card in PARTS:
        assert {card.mark(name).kind for name in ("attack", "defense", "structure", "special")} == {"house"}


def test_bodies_and_some_legs_reward_a_corporation_and_heads_hunt_one():
    better = [c for c in PARTS if c.rank > 1]
    assert all(c.special for c in better if c.position == "body")
    legs = [bool(c.special) for c in better if c.position == "legs"]
    assert any(legs) and not all(legs)
    assert all(
        s.rule == "against" and s.corporation == "prey" for c in better if c.position == "head" for s in c.special
    )
    assert all(c.special for c in better if c.position == "head")


def test_the_wheel_is_a_cycle_either_way():
    for wheel in ("akio-freedom-zhao", "akio-zhao-freedom"):
        hunted = {c: prey(c, {"wheel": wheel}) for c in ("akio", "freedom", "zhao")}
        assert sorted(hunted.values()) == sorted(hunted) and all(c != p for c, p in hunted.items())
    assert prey("akio", {"wheel": "akio-freedom-zhao"}) != prey("akio", {"wheel": "akio-zhao-freedom"})
    assert prey("trainer", RULINGS) == ""


@given(mechs(), enemies)
def test_totals_are_what_the_rules_say(mech, enemy):
    made = total(mech, RULINGS, GAME.catalogue, enemy)
    assert (made.attack, made.defense) == summed(mech, enemy)
    assert made.structure == sum(card.structure for card in mech.values())
    assert made.attack == max(0, sum(line.attack for line in made.lines))
    assert quick(mech, RULINGS, enemy) == (made.attack, made.defense, made.structure)


def test_a_card_that_cannot_lie_there_adds_nothing():
    body, legs = (next(c for c in PARTS if c.position == p) for p in ("body", "legs"))
    made = total({"head": body, "legs": legs}, RULINGS, GAME.catalogue)
    assert (made.attack, made.defense, made.structure) == (legs.attack, legs.defense, legs.structure)


def test_special_rules_tell_themselves_with_the_wheel_in_force():
    head = GAME.catalogue.get(Part, "spotlight-visor")
    assert (
        rule_text(head.special[0], head, RULINGS, GAME.catalogue)
        == "+1 Attack for each Freedom part on your defender's mech."
    )
    other = rule_text(head.special[0], head, {"wheel": "akio-zhao-freedom"}, GAME.catalogue)
    assert "Zhao" in other
    body = GAME.catalogue.get(Part, "mixer-drum")
    assert (
        rule_text(body.special[0], body, RULINGS, GAME.catalogue)
        == "+1 Attack and +1 Defense with 3 or more Zhao parts on your mech."
    )


CARD = """[[part]]
id = "x"
name = "X"
rank = 2
position = "{position}"
corporation = "nova"
attack = 1
defense = 1
structure = {structure}
penalty = {penalty}
special = [{special}]
origin = "own"
"""


@pytest.mark.parametrize(
    ("given_", "says"),
    [
        ({"special": '{ rule = "explode", attack = 1 }'}, ("special", "set")),
        ({"special": '{ rule = "set", attack = 1 }'}, ("least",)),
        ({"special": '{ rule = "each", least = 2, attack = 1 }'}, ("least",)),
        ({"special": '{ rule = "each" }'}, ("attack or defense",)),
        ({"special": '{ rule = "against", defense = 1 }'}, ("no defense",)),
        ({"penalty": 2}, ("only on arms",)),
        ({"structure": 0}, ("structure", "at least 1")),
        ({"position": "tail"}, ("position", "left_arm")),
    ],
)
def test_own_cards_that_cannot_be_read_are_named(given_, says):
    text = CARD.format(**{"position": "head", "structure": 1, "penalty": 0, "special": "", **given_})
    with pytest.raises(InvalidInput) as error:
        read_catalogue([("own.toml", text)], KINDS)
    assert all(part in str(error.value) for part in says), str(error.value)


def test_an_own_card_uses_the_vocabulary_and_an_own_corporation():
    special = (
        '{ rule = "each", corporation = "own", attack = 2 }, { rule = "against", corporation = "akio", attack = 3 }'
    )
    catalogue = GAME.catalogue.merge_text(
        CARD.format(position="head", structure=1, penalty=0, special=special), "own.toml"
    )
    card = catalogue.get(Part, "x")
    assert total({"head": card}, RULINGS, catalogue, {"akio": 2}).attack == 1 + 2 + 6
    assert rule_text(card.special[0], card, RULINGS, catalogue) == "+2 Attack for each Nova part on your mech."
    assert set(POSITIONS) >= {card.position}


def test_a_corporation_off_the_wheel_has_no_prey_and_says_so():
    catalogue = GAME.catalogue.merge_text(
        CARD.format(
            position="head", structure=1, penalty=0, special='{ rule = "against", corporation = "prey", attack = 3 }'
        ),
        "own.toml",
    )
    card = catalogue.get(Part, "x")
    assert (
        rule_text(card.special[0], card, RULINGS, catalogue) == "No effect (+3 Attack): the wheel has no prey for Nova."
    )
    assert total({"head": card}, RULINGS, catalogue, {"akio": 5}).attack == 1
