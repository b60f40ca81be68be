"""Drafts against drafts: the inputs that a matchup fills in, worked out by hand from the cards, and its laws."""

import pytest

from companion.data.documents import read_as
from companion.dice.odds import exact
from companion.games.mecha_mettle import GAME
from companion.games.mecha_mettle.matchup import attacks, pairing, targets
from companion.games.mecha_mettle.matchup.sides import ShotCircumstances
from companion.games.mecha_mettle.model import Component
from companion.verbs import matchups

GUNS, HULL, TIDE = (GAME.examples[name] for name in ("long-guns", "steady-hull", "turning-tide"))
PACK = {
    "module": [
        {
            "id": "reactor",
            "name": "Reactor",
            "body": {"dice": 5, "kind": "shield"},
            "shield": {"dice": 4, "side": "ahead"},
            "plain": 6,
        },
        {
            "id": "wall",
            "name": "Wall",
            "body": {"dice": 2, "kind": "shield"},
            "shield": {"impenetrable": True},
            "plain": 1,
        },
    ],
}


def side(build, rulings=None, pack=()):
    read = build.model_copy(update={"rulings": rulings or {}})
    return matchups.build_side(GAME, read, GAME.context(rulings, GAME.catalogue_of({"pack": list(pack)})))


def made(attack, target, mine, theirs, **conditions):
    one = next(a for a in attacks(mine) if a.key == attack)
    other = next(t for t in targets(theirs, mine) if t.key == target)
    return pairing(one, other, mine, theirs, ShotCircumstances(**conditions))


def inputs(*given, **conditions):
    return {name: value for name, value in made(*given, **conditions).inputs.items() if not name.startswith("from.")}


@pytest.mark.parametrize(
    ("attack", "target", "mine", "theirs", "conditions", "expected"),
    [
        (  # facts 19, 42: level 1 cards with one lost port each; the Reactor's shield, not its body
            "hammer",
            "reactor.shield",
            GUNS,
            HULL,
            {},
            {
                "weapon": "hammer",
                "component": "extended-magazines",
                "target": "reactor",
                "side": "shield",
                "defender_component": "light-thrusters",
            },
        ),
        (  # facts 43, 88: nobody has lost a port, so no component is in force; a port has no sides
            "drone-scrap",
            "open-port",
            GUNS,
            HULL,
            {"lost": 0, "their_lost": 0},
            {"weapon": "drone-scrap", "target": "open-port"},
        ),
        (  # facts 84, 46: three lost ports each; Universal Ports changes no dice, Emergency Shields defends
            "scout-bypass",
            "drone.body",
            TIDE,
            HULL,
            {"lost": 3, "their_lost": 3},
            {"weapon": "scout-bypass", "target": "drone", "defender_component": "emergency-shields"},
        ),
        (  # fact 101: six Special dice instead of the three of Twin Strike leave its six Regular dice
            "gemini",
            "strongbox.body",
            GUNS,
            TIDE,
            {"lost": 4},
            {
                "weapon": "gemini",
                "component": "experimental-weaponry",
                "component_on": "special",
                "target": "strongbox",
            },
        ),
        (  # fact 100: two Regular dice join the six of Twin Strike
            "gemini",
            "blast-door",
            GUNS,
            TIDE,
            {},
            {
                "weapon": "gemini",
                "component": "extended-magazines",
                "component_on": "regular",
                "target": "blast-door",
            },
        ),
        (  # facts 64, 102: the upper card's weapon first, the component on the second one
            "scout.hammer.upper",
            "reactor.shield",
            GUNS,
            HULL,
            {"component_for": 2, "defender_for": 2},
            {
                "lower": "scout",
                "upper": "hammer",
                "fires_first": "upper",
                "component": "extended-magazines",
                "component_for": "second",
                "target": "reactor",
                "side": "shield",
                "defender_component": "light-thrusters",
                "defender_for": "second",
            },
        ),
    ],
)
def test_a_shot_is_filled_in_from_cards_and_components(attack, target, mine, theirs, conditions, expected):
    assert inputs(attack, target, side(mine), side(theirs), **conditions) == expected


def test_replacement_dice_that_a_ruling_adds_join_the_stronger_pool():
    mine = side(GUNS, {"replaced-dice": "added"})
    assert inputs("gemini", "drone.body", mine, side(HULL), lost=4)["component_on"] == "regular"
    assert inputs("gemini", "drone.body", mine, side(HULL), lost=4, pool="special")["component_on"] == "special"


def test_the_cards_of_a_pack_on_both_sides_are_used_by_name_and_on_one_side_by_their_dice():
    both = inputs("drone", "wall.body", side(GUNS, pack=[PACK]), side(HULL, pack=[PACK]), lost=0, their_lost=0)
    assert both == {"weapon": "drone", "target": "wall"}
    theirs = side(HULL, pack=[PACK])
    assert inputs("drone", "reactor.body", side(GUNS), theirs, lost=0, their_lost=0) == {
        "weapon": "drone",
        "defend": 5,
        "defend_die": "shield",
    }
    assert made("drone", "reactor.shield", side(GUNS), theirs).inputs["from.defend"] == "4:reactor.shield"
    assert "Impenetrable" in made("drone", "wall.shield", side(GUNS), theirs).why_not
    assert "from their card pack" in made("scout.hammer.lower", "wall.body", side(GUNS), theirs).why_not


def test_an_opponent_of_whom_only_dice_are_known_still_has_the_modules_of_the_deck():
    unknown = matchups.read_side(GAME, {"typed": {"defend": 4, "attack": 5, "attack_die": "special"}}, "theirs")
    found = [target.key for target in targets(unknown, side(GUNS))]
    assert found[:3] == ["typed", "open-port", "blast-door"]
    assert inputs("hammer", "typed", side(TIDE), unknown) == {"weapon": "hammer", "defend": 4, "defend_die": "evasion"}
    assert inputs("typed", "blast-door", unknown, side(HULL), their_lost=3) == {
        "attack": 5,
        "attack_die": "special",
        "target": "blast-door",
        "defender_component": "emergency-shields",
    }
    assert made("scout.hammer.lower", "typed", side(GUNS), unknown).why_not


def test_numbers_the_rulebook_does_not_print_say_where_they_come_from():
    told = made("hammer", "open-port", side(GUNS), side(HULL)).inputs
    assert told["from.target"] == "open-port:open-port.defense"
    assert "from.weapon" not in told
    running = matchups.start(GAME, side(GUNS), side(HULL))
    assert len(list(running.rows())) == len(attacks(side(GUNS)))
    assert {"open-port", "light-thrusters"} <= {entry["card"] for entry in running.rests_on if entry["kind"] == "card"}


def test_a_component_that_changes_no_dice_is_said_to_be_left_out():
    told = made("drone", "open-port", side(HULL), side(TIDE), their_lost=2)
    assert told.not_counted == (
        "Defensive Flare: The attacker must take another legal target in the line of sight, chosen by you.",
    )


@pytest.mark.parametrize(
    ("weapon", "target", "destroyed"),
    [("drone", "open-port", "port"), ("drone", "scout", "module"), ("hammer", "scout", "both"), ("hammer", "blast-door", "port")],
)  # fmt: skip
def test_a_hit_takes_a_module_a_port_or_both(weapon, target, destroyed):
    """Facts 92 to 95 and 99: without Breach a module alone is lost, a door counts as a port."""
    kind = GAME.resolver("attack")
    roll = exact(kind.make(read_as(kind.inputs, {"weapon": weapon, "target": target}), GAME.context()))
    chance = {measure.name: roll.measure(measure) for measure in kind.measures}
    assert chance["success"] > 0
    assert chance["module"] == (chance["success"] if destroyed != "port" else 0)
    assert chance["port"] == (chance["success"] if destroyed != "module" else 0)


def test_typed_dice_say_nothing_of_modules_and_ports():
    kind = GAME.resolver("attack")
    typed = {"attack": 3, "attack_die": "regular", "defend": 3, "defend_die": "evasion"}
    assert all(measure.needs == "target" for measure in kind.measures if measure.name in ("module", "port"))
    assert "destroyed" not in exact(kind.make(read_as(kind.inputs, typed), GAME.context())).outcomes[0][0]


def test_cards_with_equal_dice_share_a_row_or_a_column():
    """The table of the six modules: four bodies of 3 Evasion dice, two shields of 3, two weapons of 4 Regular dice."""
    titles = [target.title for target in targets(side(HULL), side(GUNS))]
    assert titles == [
        "Open Port",
        "Blast Door",
        "Reactor, Scout, Gemini or Hammer",
        "Drone",
        "Strongbox",
        "Shield of Reactor or Gemini",
        "Shield of Strongbox",
    ]
    rows = {attack.key: attack.title for attack in attacks(side(GUNS))}
    assert rows["strongbox"] == "Strongbox or Scout" and "scout" not in rows
    assert rows["drone"] == "Drone" and rows["hammer"] == "Hammer"


def test_what_is_likeliest_to_destroy_a_port_is_said_for_each_target():
    """With nothing in force: by Breach through a module, by two weapons where a shield stops the first shot."""
    running = matchups.start(GAME, side(GUNS), side(HULL), {"lost": 0, "their_lost": 0})
    told = running.conclusions(tuple(running.rows()))[0]
    rows = {target: attack for target, attack, _ in told.rows}
    assert rows["Reactor, Scout, Gemini or Hammer"] == "Drone, scrapped"
    assert rows["Shield of Strongbox"] == "Scout, then Hammer, Hammer, then Hammer or Scout past a module, then Hammer"


CHANGING = [card.id for card in GAME.catalogue.all(Component) if card.attack]


@pytest.mark.parametrize("ruling", ["changed", "added"])
@pytest.mark.parametrize("card", CHANGING)
def test_the_pool_that_a_component_is_put_on_is_never_the_worse_one(card, ruling):
    draft = GUNS.model_copy(update={"components": (card,)})
    mine, theirs = side(draft, {"replaced-dice": ruling}), side(HULL)
    lost = GAME.catalogue.get(Component, card).level
    kind = GAME.resolver("attack")
    for target in targets(theirs, mine):
        for their_lost in range(5):
            told = inputs("gemini", target.key, mine, theirs, lost=lost, their_lost=their_lost)
            other = "special" if told["component_on"] == "regular" else "regular"
            chances = [
                exact(kind.make(read_as(kind.inputs, told | {"component_on": pool}), mine.context)).measure(
                    kind.measures[0]
                )
                for pool in (told["component_on"], other)
            ]
            assert chances[0] >= chances[1], (target.key, their_lost)


def test_each_pair_of_weapons_is_a_row_once_in_each_order():
    keys = [attack.key for attack in attacks(side(GUNS)) if "." in attack.key]
    assert keys == [
        "scout.scout.lower",
        "scout.hammer.lower",
        "scout.hammer.upper",
        "hammer.hammer.lower",
        "scout.scout.lower.bypass",
        "scout.scout.upper.bypass",
        "hammer.scout.lower.bypass",
        "hammer.scout.upper.bypass",
    ]


@pytest.mark.parametrize(
    ("key", "title", "inputs"),
    [
        ("hammer.scout.lower.bypass", "Hammer, then Scout past a module", {"bypass": "second"}),
        ("hammer.scout.upper.bypass", "Scout past a module, then Hammer", {"bypass": "first", "fires_first": "upper"}),
    ],
)
def test_a_row_of_two_weapons_may_go_past_a_module(key, title, inputs):
    """The Scout ignores a module only where it lies on top; it rolls 4 Special dice then, not 4 Regular (fact 84)."""
    mine, theirs = side(GUNS), side(HULL)
    assert next(attack.title for attack in attacks(mine) if attack.key == key) == title
    found = made(key, "reactor.body", mine, theirs, lost=0, their_lost=0)
    plain = {name: value for name, value in found.inputs.items() if not name.startswith("from.")}
    assert plain == {"lower": "hammer", "upper": "scout", "target": "reactor", **inputs}
    assert ("The Scout ignores the first module in its line", "scout-bypass") in found.applied


@pytest.mark.parametrize("build", [GUNS, HULL, TIDE], ids=lambda build: build.title)
def test_a_draft_comes_back_from_its_text_for_a_chat(build):
    read = matchups.read_side(GAME, GAME.summary(build, GAME.context()), "theirs")
    assert (read.build.title, read.build.components) == (build.title, build.components)


def test_an_unknown_card_of_a_chat_text_stays_and_is_a_note():
    text = "Mecha Mettle draft: x\n1. Recombinator (reconfigure◇)\n2. Tea Kettle (control)"
    theirs = matchups.read_side(GAME, text, "")
    assert theirs.build.components == ("recombinator", "Tea Kettle")
    (note,) = matchups.matchup_answer(GAME, side(GUNS), theirs, {})["notes"]
    assert note == "They have 1 card that nobody here knows, so as little as can be is counted for it: Tea Kettle."


def test_the_components_in_force_are_listed_by_lost_ports():
    running = matchups.start(GAME, side(GUNS), side(HULL))
    told = running.conclusions(())[-1]
    assert told.columns == ("Lost ports", "You: Long Guns", "They: Steady Hull")
    assert told.rows[1] == ("2", "Manual Override: reroll misses", "Hydrostatic Bearings")
    assert told.rows[3] == ("4", "Experimental Weaponry: 6 Special Attack dice instead", "Artificial Intelligence")
