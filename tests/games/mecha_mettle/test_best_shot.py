"""The best shot: what the table allows, by hand, and the ranking against every shot that lines of sight allow."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.base.findings import InvalidInput
from companion.games.mecha_mettle import GAME
from companion.games.mecha_mettle.model import AttackChange, Component, Pool
from companion.verbs.analyses import analysis_answer
from companion.verbs.game_rolls import odds_answer

CONTEXT = GAME.context()
SPACES = [f"{row}-{column}" for row in ("front", "middle", "back") for column in ("left", "centre", "right")]
FACINGS = ["ahead", "right", "owner", "left"]
MODULES = ["reactor", "drone", "strongbox-left", "scout-right", "gemini-left", "hammer-right"]


def answer(**inputs):
    return analysis_answer(GAME, "best-shot", {"most": 100} | inputs, CONTEXT)["answer"]


def odds(resolver, inputs):
    summary = odds_answer(GAME, resolver, inputs, CONTEXT)["summary"]
    return {name: Fraction(figure["exact"]) for name, figure in summary.items()}


def at(found):
    return [(shot["at"], shot["how"], tuple(target["space"] for target in shot["targets"])) for shot in found["shots"]]


def test_the_middle_column_by_hand():
    """A Hammer ahead at a Reactor that stands first: it cannot reach the ports behind, and Breach takes the port."""
    found = answer(mine={"front-centre": "hammer-right"}, theirs={"front-centre": "reactor:owner"})
    (shot,) = found["shots"]
    assert shot["roll"] == {"resolver": "attack", "inputs": {"weapon": "hammer", "target": "reactor", "side": "body"}}
    assert (shot["actions"], shot["turns"], shot["place"]) == (1, 0, 1)
    # 3 Regular dice against 3 Evasion dice, each 1/3: (12·8 + 6·20 + 1·26) / 729
    assert shot["port"]["exact"] == shot["hit"]["exact"] == str(Fraction(242, 729))


def test_a_scout_reaches_the_port_behind_a_module():
    found = answer(mine={"back-left": "scout-left"}, theirs={"front-right": "strongbox-left"})
    assert at(found) == [
        ("back-left", "bypass", ("middle-right",)),
        ("back-left", "bypass", ("back-right",)),
        ("back-left", "weapon", ("front-right",)),
    ]
    assert [shot["place"] for shot in found["shots"]] == [1, 1, 3]


def test_a_module_that_attacked_or_faces_its_owner_takes_no_shot():
    mine = {"front-left": "drone:owner", "front-right": "drone", "back-left": "reactor"}
    assert answer(mine=mine, attacked=["front-right"])["shots"] == []
    assert {shot["at"] for shot in answer(mine=mine)["shots"]} == {"front-right"}


def test_turning_costs_an_action_for_each_quarter():
    mine = {"middle-centre": "drone:owner"}
    counts = {actions: {(shot["facing"], shot["actions"]) for shot in answer(mine=mine, actions=actions)["shots"]} for actions in (1, 2, 3)}  # fmt: skip
    assert counts[1] == set()
    assert counts[2] == {("left", 2), ("right", 2)}
    assert counts[3] == {("left", 2), ("right", 2), ("ahead", 3)}


def test_equal_chances_go_to_the_shot_with_fewer_actions():
    found = answer(mine={"middle-centre": "drone:left"}, actions=2)["shots"]
    assert [(shot["how"], shot["actions"], shot["place"]) for shot in found] == [
        *[("scrap", 1, 1)] * 3,
        *[("scrap", 2, 4)] * 3,
        *[("weapon", 1, 7)] * 3,
        *[("weapon", 2, 10)] * 3,
    ]


def test_two_weapons_at_one_port_go_on_to_another_after_a_hit():
    """The chance of a port is that of two ports; so is their number, but only where the second does not stay there."""
    found = answer(mine={"front-centre": "hammer-right"}, my_upgrades={"front-centre": "scout-right"})
    both = [shot for shot in found["shots"] if shot["how"] == "both"]
    same = [shot for shot in both if len({target["space"] for target in shot["targets"]}) == 1]
    assert len(same) == 2 and {shot["place"] for shot in both} == {1}
    assert same[0]["ports"] == both[0]["ports"] and same[0]["after_hit"]["name"] == "Open Port"
    staying = {name: value for name, value in same[0]["roll"]["inputs"].items() if not name.startswith("after_hit")}
    stayed = odds("two-weapons", staying)
    assert stayed["port"] == Fraction(same[0]["port"]["exact"])
    assert stayed["mean_ports"] < Fraction(same[0]["ports"]["exact"])
    assert both[0]["weapons"] == ["Hammer", "Scout"]


def test_both_orders_are_compared_at_one_module():
    mine, upgrades = {"front-centre": "hammer-right"}, {"front-centre": "scout-right"}
    found = answer(mine=mine, my_upgrades=upgrades, theirs={"front-centre": "drone"})
    orders = [
        shot["weapons"]
        for shot in found["shots"]
        if shot["how"] == "both" and {target["space"] for target in shot["targets"]} == {"front-centre"}
    ]
    assert sorted(orders) == [["Hammer", "Scout"], ["Scout", "Hammer"]]


def test_components_are_used_as_their_owners_want():
    """Magazines on one of Twin Strike's pools; a Hammer and a Scout, of which the defender answers the worse one."""
    gemini = answer(mine={"front-left": "gemini-left"}, component="experimental-weaponry")["shots"][0]
    for pool in ("regular", "special"):
        assert Fraction(gemini["port"]["exact"]) >= odds("attack", gemini["roll"]["inputs"] | {"component_on": pool})["port"]  # fmt: skip
    both = answer(
        mine={"front-centre": "hammer-right"},
        my_upgrades={"front-centre": "scout-right"},
        component="extended-magazines",
        defender_component="emergency-shields",
    )
    shot = next(shot for shot in both["shots"] if shot["how"] == "both")
    base = {key: value for key, value in shot["roll"]["inputs"].items() if key not in ("component_for", "defender_for")}
    table = {
        mine: min(odds("two-weapons", base | {"component_for": mine, "defender_for": theirs})["port"] for theirs in ("first", "second"))
        for mine in ("first", "second")
    }  # fmt: skip
    assert Fraction(shot["port"]["exact"]) == max(table.values())


def test_a_component_that_makes_a_shot_worse_is_not_used():
    """A card of a pack: one Regular Attack die in place of a Hammer's three."""
    worse = AttackChange(replace=Pool(dice=1, kind="regular"))
    card = CONTEXT.catalogue.get(Component, "experimental-weaponry").model_copy(update={"attack": worse})
    context = replace(CONTEXT, catalogue=replace(GAME.catalogue, cards={**GAME.catalogue.cards, card.id: card}))
    asked = {"mine": {"front-left": "hammer-right"}, "theirs": {"front-right": "drone"}}
    plain, used = (
        analysis_answer(GAME, "best-shot", asked | more, context)["answer"]["shots"]
        for more in ({}, {"component": card.id})
    )
    assert used == plain and "component" not in used[0]["roll"]["inputs"]


def test_an_impenetrable_shield_comes_last_with_no_chance():
    found = answer(mine={"front-centre": "drone"}, theirs={"front-centre": "strongbox-right:left"})
    assert [shot["port"]["value"] for shot in found["shots"]] == [0, 0]
    assert [shot["hit"]["value"] for shot in found["shots"]] == [0, 0]


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        ({"mine": {"front-left": "drone"}, "my_upgrades": {"front-left": "hammer-right"}}, "my_upgrades.front-left"),
        ({"my_upgrades": {"front-left": "hammer-right"}}, "my_upgrades.front-left: .*give mine.front-left too"),
        ({"mine": {"roof": "drone"}}, "mine.roof"),
        ({"mine": {"front-left": "castle"}}, "mine.front-left"),
        ({"component": "light-thrusters"}, "component: found 'light-thrusters', expected one of extended-magazines"),
        ({"defender_component": "flux-engine"}, "defender_component: .*one of light-thrusters"),
        ({"actions": 0}, "actions"),
        ({"actions": 10}, "actions"),
    ],
)
def test_what_cannot_be_read_is_named(inputs, said):
    with pytest.raises(InvalidInput, match=said):
        answer(**inputs)


def test_an_empty_table_has_no_shots():
    assert answer() == {**answer(), "shots": [], "count": 0, "armed": 0}


standing = st.tuples(st.sampled_from(MODULES), st.sampled_from(FACINGS)).map(":".join)
areas = st.dictionaries(st.sampled_from(SPACES), standing, max_size=3)
opposing = st.dictionaries(
    st.sampled_from(SPACES), st.one_of(standing, st.sampled_from(["door", "destroyed"])), max_size=6
)


@given(areas, opposing)
@settings(deadline=None, max_examples=15)
def test_the_ranking_is_that_of_every_shot_in_sight(mine, their):
    """All shots of single modules, found one module after the other by its line of sight and rolled one by one."""
    found = answer(mine=mine, theirs=their)
    expected = []
    for space, text in mine.items():
        module, facing = text.split(":")
        if module == "reactor":
            continue
        seen = {"at": space, "facing": facing, "weapon": module, "theirs": their}
        for attack in analysis_answer(GAME, "line-of-sight", seen, CONTEXT)["answer"]["attacks"]:
            inputs = {key: value for key, value in attack.items() if key not in ("space", "how") and value}
            figures = odds("attack", inputs)
            expected.append((figures["port"], figures["success"], space, attack["how"], attack["space"]))
    rows = [
        (Fraction(s["port"]["exact"]), Fraction(s["hit"]["exact"]), s["at"], s["how"], s["targets"][0]["space"])
        for s in found["shots"]
    ]
    assert sorted(rows) == sorted(expected) and found["count"] == len(expected)
    assert [row[:2] for row in rows] == sorted((row[:2] for row in expected), reverse=True)


def test_each_pair_of_targets_of_two_weapons_is_compared():
    """A Scout on a Hammer whose weapons cross: each at each of its three spaces, both orders nowhere but at modules."""
    found = answer(mine={"front-centre": "hammer-right"}, my_upgrades={"front-centre": "scout-right"})
    weapons = analysis_answer(
        GAME, "line-of-sight", {"at": "front-centre", "weapon": "hammer-right", "upgrade": "scout-right"}, CONTEXT
    )["answer"]["weapons"]
    pairs = set(product(*({shot["space"] for shot in weapon["shots"]} for weapon in weapons)))
    assert len(pairs) == 9
    assert {targets for _, how, targets in at(found) if how == "both"} == pairs
