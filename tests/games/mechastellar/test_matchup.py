"""A list against a list: inputs by hand from cards and rules, equal units once, and what follows from the figures."""

from dataclasses import replace
from fractions import Fraction

import pytest

from companion.gamekit.matchup import AttackRow, MatchupCell, Pairing
from companion.games.mechastellar import GAME
from companion.games.mechastellar.matchup import attacks, next_steps, targets
from companion.games.mechastellar.matchup.conditions import Conditions
from companion.games.mechastellar.matchup.points_traded import points_traded
from companion.games.mechastellar.summary import summary
from companion.verbs.analyses import analysis_answer
from companion.verbs.matchups import build_side, matchup_answer, read_side, typed_side

ZEKE = {"profile": "green-viking", "name": "Zeke", "swaps": {"Machine Gun": "Giant Bazooka"}, "pilot": 1}
RED = {"profile": "green-viking-cdr", "name": "Red", "extras": ["TL Missile Pods"], "traits": ["giant-slayer"]}
SOL = {"profile": "blue-djinn", "name": "Captain Sol"}


def list_of(*units, **more):
    return read_side(GAME, {"game": "mechastellar", "title": "A list", "size": 1000, "unit": [*units], **more}, "list")


def found(mine, theirs, weapon, at, **conditions):
    """Return the cell of a weapon, the first of that name, at a target; its inputs apart from their marks."""
    answer = matchup_answer(GAME, mine, theirs, {"distance": 12, **conditions})
    row = next(row for row in answer["rows"] if row["title"] == weapon)
    key = next(target["key"] for target in answer["targets"] if target["title"] == at)
    return next(cell for cell in row["cells"] if cell["target"] == key)


def inputs(mine, theirs, weapon, at, **conditions):
    asked = found(mine, theirs, weapon, at, **conditions)["roll"]["inputs"]
    return {name: value for name, value in asked.items() if not name.startswith("from.")}


def test_a_swapped_weapon_a_raised_pilot_and_a_shield_fill_a_shot():
    # Giant Bazooka: 3 shots, RF+1 within 16", PEN 2, DMG 800. Blue Djinn: Evade 4, ARM Sv 1, an ace, HP 2100, a shield.
    assert inputs(list_of(ZEKE), list_of(SOL), "Giant Bazooka", "Captain Sol") == {
        "accuracy": 8,
        "evade": 4,
        "shots": 3,
        "rapid_fire": 1,
        "damage": 800,
        "pen": 2,
        "armor_save": 1,
        "attacker": 1,
        "defender": 2,
        "choice": "precision",
        "reply": "dodge",
        "blocks": 1,
        "hp": 2100,
    }


def test_an_extra_and_a_trait_of_the_lists_own_fill_a_shot():
    # TL Missile Pods: 6 shots, RF+3 Hits, PEN 2, and Giant Slayer's 2 against a larger Size, for VoltLion is Size 1.
    assert inputs(list_of(RED), list_of({"profile": "voltlion"}), "TL Missile Pods", "VoltLion", reply="guard") == {
        "accuracy": 8,
        "evade": 2,
        "shots": 6,
        "rapid_fire_hits": 3,
        "damage": 300,
        "pen": 4,
        "armor_save": 3,
        "defender": 1,
        "choice": "precision",
        "reply": "guard",
        "hp": 7800,
    }


def test_a_charge_fills_a_clash_with_the_answer_of_the_other_unit():
    # 8" less engagement 4" is within Move 7. Heat Hawk: PEN 5, DMG 500, rerolls 1s. Captain Sol answers with the Heat
    # Sword (DMG 300, PEN 4), hits on 4 as Close Combat Expert, and blocks with the Shield; Zeke with the Melee Shield.
    assert inputs(list_of(ZEKE), list_of(SOL), "Heat Hawk", "Captain Sol", distance=8) == {
        "melee": 5,
        "counter_melee": 7,
        "attacker": 1,
        "defender": 2,
        "reply": "counter",
        "damage": 500,
        "pen": 5,
        "armor_save": 1,
        "blocks": 1,
        "reroll": 1,
        "hp": 2100,
        "attacker_hp": 800,
        "counter_damage": 300,
        "counter_pen": 4,
        "counter_hit_on": 4,
        "attacker_blocks": 1,
    }


def test_each_side_keeps_the_cards_of_its_own_packs():
    faster = {"title": "Faster", "key": "faster", "profile": [{"id": "blue-djinn", "evade": 6}]}
    strong = {"title": "Strong", "key": "strong", "trait": [{"id": "giant-slayer", "pen": 5}]}
    mine, theirs = list_of(RED, SOL, pack=[strong]), list_of(SOL, {"profile": "voltlion"}, pack=[faster])
    assert inputs(mine, theirs, "TL Missile Pods", "VoltLion")["pen"] == 7
    assert inputs(mine, theirs, "TL Missile Pods", "Captain Sol")["evade"] == 6
    assert inputs(theirs, mine, "Finger Machine Gun", "Captain Sol")["evade"] == 4


def test_the_rulings_of_the_side_that_attacks_count_for_both():
    # A basic Kaiju replies as level 1 under that ruling; the printed Cdr has a skilled pilot under the other one.
    cdr, kaiju = {"profile": "green-viking-cdr"}, {"profile": "tide-horror"}
    ruled = {"kaiju-level": "one", "cdr-pilot": "skilled"}
    told = inputs(list_of(cdr, rulings=ruled), list_of(kaiju), "Machine Gun", "Tide Horror")
    assert (told["attacker"], told["defender"]) == (1, 1)
    told = inputs(list_of(cdr), list_of(kaiju, rulings=ruled), "Machine Gun", "Tide Horror")
    assert "attacker" not in told and "defender" not in told


@pytest.mark.parametrize("doubling", ["mine", "theirs"])
def test_a_five_unit_module_of_either_list_doubles_the_hp(doubling):
    modules = {side: {"modules": ["gritty"]} if side == doubling else {} for side in ("mine", "theirs")}
    told = inputs(list_of(ZEKE, **modules["mine"]), list_of(SOL, **modules["theirs"]), "Heat Hawk", "Captain Sol")
    assert (told["hp"], told["attacker_hp"], told["gritty"]) == (4200, 1600, "true")


@pytest.mark.parametrize(
    "conditions", [{}, {"distance": 6, "behind": True, "focus": True}, {"distance": 30, "cover": True}]
)
def test_every_roll_is_that_of_the_unit_matchup(conditions):
    mine, theirs = list_of(ZEKE, RED), list_of(SOL, {"profile": "voltlion"})
    context = replace(GAME.context(), saved_builds=(mine.build.model_copy(update={"title": "Mine"}), theirs.build))
    answer = matchup_answer(GAME, mine, theirs, conditions)
    for number, target in enumerate(answer["targets"]):
        for name in ("Zeke", "Red"):
            asked = {**conditions, "a": f"{name} @ Mine", "b": f"{target['title']} @ A list"}
            units = analysis_answer(GAME, "unit-matchup", asked, context)["answer"]
            cells = [row["cells"][number] for row in answer["rows"] if row["of"] == name]
            assert len(cells) == len(units["weapons"])
            for cell, weapon in zip(cells, units["weapons"], strict=True):
                assert cell.get("why_not") == weapon.get("why_not")
                if "roll" not in cell:
                    continue
                plain = {k: v for k, v in cell["roll"]["inputs"].items() if not k.startswith("from.")}
                assert {"resolver": cell["roll"]["resolver"], "inputs": plain} == weapon["roll"]
                assert cell["not_counted"] == weapon["not_counted"]


def test_every_roll_says_which_cards_fill_it():
    marks = found(list_of(ZEKE), list_of(SOL), "Giant Bazooka", "Captain Sol")["roll"]["inputs"]
    assert marks["from.damage"] == "800:green-viking.weapons"
    assert marks["from.evade"] == "4:blue-djinn.evade" and marks["from.blocks"] == "1:blue-djinn.weapons"


def test_units_that_fight_the_same_way_are_one_row_and_one_column():
    plain, cannon = {"profile": "green-viking"}, {"profile": "green-viking", "swaps": {"Machine Gun": "Magella Cannon"}}
    several = list_of(plain, {**plain, "count": 3}, cannon, plain)
    there = targets(several, several)
    assert [(target.title, target.about) for target in there] == [
        ("Green Viking", "Evade +3, ARM Sv +0, HP 800, × 5"),
        ("Green Viking (line 3)", "Evade +3, ARM Sv +0, HP 800"),
    ]
    assert [row.title for row in attacks(several)] == [
        *("Machine Gun", "Heat Hawk", "Shoulder Tackle"),
        *("Magella Cannon", "Heat Hawk", "Shoulder Tackle"),
    ]
    assert next(iter(attacks(several))).about == "24″, DMG 200, × 5"


def test_a_few_typed_numbers_are_a_target_that_attacks_nobody():
    numbers = {"hp": 3000, "evade": 5, "arm_sv": 2, "pilot_level": 2, "blocks": 2, "damage": 400, "pen": 3, "melee": 6}
    target = typed_side(GAME, numbers, GAME.context())
    shot = inputs(list_of(ZEKE), target, "Giant Bazooka", "The target")
    assert {name: shot[name] for name in ("evade", "armor_save", "hp", "blocks", "defender")} == {
        "evade": 5,
        "armor_save": 2,
        "hp": 3000,
        "blocks": 2,
        "defender": 2,
    }
    clash = inputs(list_of(ZEKE), target, "Heat Hawk", "The target", distance=8)
    assert (clash["counter_melee"], clash["counter_damage"], clash["counter_pen"]) == (6, 400, 3)
    assert attacks(target) == ()
    ship = typed_side(GAME, {"warship": True}, GAME.context())
    assert inputs(list_of(ZEKE), ship, "Giant Bazooka", "The target")["pen"] == 3  # +1 PEN against warships


def test_the_text_for_a_chat_is_a_side():
    mine = GAME.examples["sky-lion"]
    text = summary(mine, GAME.context_of(mine))
    there = targets(read_side(GAME, text, "theirs"), build_side(GAME, mine, GAME.context()))
    assert [target.title for target in there] == ["Crown Lion", "Green Viking", "Green Viking (line 3)", "Dune Runner"]
    assert there[1].about.endswith("× 4")


def test_points_traded_by_hand():
    # The Longbow fires two shots of 700 DMG at 10 + 1 - (2 + 1) = 8: each hits on faces under 8, seven of ten, and ARM
    # Sv 6 needs no roll against PEN 6. One hit is all 700 HP, so 91 % go, and of 120 points 109: 121 % of its own 90.
    target = typed_side(GAME, {"hp": 700, "evade": 2, "arm_sv": 6, "points": 120, "damage": 0}, GAME.context())
    answer = matchup_answer(GAME, list_of({"profile": "longbow"}), target, {"distance": 40})
    (trades,) = answer["conclusions"]
    assert trades["rows"] == [["Longbow, 90", "Rail Rifle", "The target, 120", "109", "0", "121 %"]]


def test_what_the_answer_in_melee_destroys_is_lost():
    # Half of Captain Sol's 2,100 HP are 85 of 170 points; 380 of the Zodiac's 1,900 HP are 26 of its 130: 59 are 45 %.
    mine, theirs = list_of({"profile": "zodiac"}), list_of(SOL)
    (target,) = targets(theirs, mine)
    figures = {"kill": Fraction(1, 4), "within_hp": Fraction(1050), "suffered": Fraction(380)}
    rows = [
        AttackRow(attack, (MatchupCell(target, Pairing(), figures),))
        for attack in attacks(mine)
        if attack.title == "Star Lance"
    ]
    assert points_traded(rows, 1).rows == (("Zodiac, 130", "Star Lance", "Captain Sol, 170", "85", "26", "45 %"),)
    assert points_traded(rows, 2).rows[0][3:5] == ("43", "13")  # 42.5, half up
    assert matchup_answer(GAME, mine, theirs, {"distance": 40})["conclusions"] == []  # nothing reaches so far


def rows_of(blows):
    """Return rows of a matchup against Captain Sol: the attack's title, the damage, the chance to destroy."""
    mine = list_of({"profile": "zodiac"}, {"profile": "longbow"})
    (target,) = targets(list_of(SOL), mine)
    for title, damage, kill in blows:
        attack = next(one for one in attacks(mine) if one.title == title)
        figures = {"kill": Fraction(kill, 100), "within_hp": Fraction(damage)}
        yield AttackRow(attack, (MatchupCell(target, Pairing(), figures),))


def test_of_attacks_that_trade_the_same_the_one_that_destroys_more_often_is_named():
    lance, other = [one.title for one in attacks(list_of({"profile": "zodiac"}))][:2]
    for order in (1, -1):
        rows = list(rows_of([(lance, 420, 10), (other, 420, 20)]))[::order]
        assert [row[1] for row in points_traded(rows, 1).rows] == [other]
    rows = list(rows_of([(lance, 420, 10), (other, 420, 10)]))
    assert [row[1] for row in points_traded(rows, 1).rows] == [lance]


def test_units_come_in_the_order_of_what_they_trade_for_their_points():
    # Captain Sol's 2,100 HP are 170 points: 1,050 HP are 85, of the Longbow's 90 points more than of the Zodiac's 130.
    rows = list(rows_of([("Star Lance", 1050, 10), ("Rail Rifle", 1050, 10)]))
    assert [row[0] for row in points_traded(rows, 1).rows] == ["Longbow, 90", "Zodiac, 130"]
    assert [row[0] for row in points_traded(rows[::-1], 1).rows] == ["Longbow, 90", "Zodiac, 130"]
    assert [row[-1] for row in points_traded(rows, 1).rows] == ["94 %", "65 %"]


@pytest.mark.parametrize(("suffered", "of_its_points"), [(400, "−1 %"), (380, "0 %"), (290, "5 %")])
def test_a_trade_at_a_loss_has_a_minus_and_an_even_one_no_sign(suffered, of_its_points):
    # 320 of Captain Sol's 2,100 HP are 25.9 of 170 points; 400 of the Zodiac's 1,900 HP are 27.4 of 130, 380 are 26.
    mine, theirs = list_of({"profile": "zodiac"}), list_of(SOL)
    (target,) = targets(theirs, mine)
    figures = {"kill": Fraction(), "within_hp": Fraction(320), "suffered": Fraction(suffered)}
    rows = [
        AttackRow(attack, (MatchupCell(target, Pairing(), figures),))
        for attack in attacks(mine)
        if attack.title == "Star Lance"
    ]
    assert points_traded(rows, 1).rows[0][-1] == of_its_points


def test_the_whole_turn_takes_the_circumstances_of_the_matchup_along():
    mine, theirs = list_of(ZEKE), list_of(SOL)
    (usual,) = next_steps(mine, theirs, Conditions())
    told = {name: value for name, value in usual.inputs.items() if name not in ("mine", "theirs")}
    assert told == {"a": "Zeke", "b": "Captain Sol", "distance": 16}
    (said,) = next_steps(mine, theirs, Conditions(distance=9, cover=True, reply="guard", double=True, focus=True))
    told = {name: value for name, value in said.inputs.items() if name not in ("mine", "theirs", "a", "b")}
    assert told == {"distance": 9, "cover": True, "reply": "guard", "double": True}
    assert analysis_answer(GAME, "whole-turn", dict(said.inputs), GAME.context())["answer"]["hp"] == 4200
