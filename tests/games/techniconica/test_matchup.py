"""The inputs of a matchup against numbers read from the cards by hand: Weapons, volleys, Charges, and what is not known.

The cards are those of `card_data/techniconica`; a comment says which number comes from where.
"""

from fractions import Fraction

import pytest

from companion.games.techniconica import GAME
from companion.games.techniconica.matchup import BEST, FIGURES
from companion.games.techniconica.summary import summary
from companion.verbs.game_rolls import odds_answer
from companion.verbs.matchups import build_side, matchup_answer, read_side, start, typed_side
from tests.games.techniconica.mechs import RENDING, RIPPER

WOLF, HERON, BISON = "sniper-wolf", "iron-heron", "copper-bison"


def example(name):
    return GAME.examples[name]


def squad(*mechs, **more):
    """Return a side of Mechs written as documents."""
    document = {"game": "techniconica", "title": "Mine", "mech": list(mechs), **more}
    return build_side(GAME, *GAME.read_in_context(document))


def of(name, **rulings):
    return build_side(GAME, example(name), GAME.context(rulings))


def mech(**fields):
    """Return a Mech: 9 of 14 weight and 4 of 5 power before anything is changed."""
    plain = {
        "locomotor": "strider-legs",
        "cockpit": "standard-cockpit",
        "pilot": "veteran",
        "part": [{"card": "auto-rifle", "slot": "1,1"}, {"card": "gas-turbine", "slot": "2,1"}],
    }
    return plain | fields


def parts(*cards):
    """Return parts in the slots of a grid; a card may bring its attached ones."""
    slots = ("1,1", "1,2", "1,3", "2,1", "2,3", "3,1", "3,3")
    each = [(card, ()) if isinstance(card, str) else (card[0], card[1:]) for card in cards]
    return [
        {"card": card, "slot": slot, **({"attached": list(attached)} if attached else {})}
        for (card, attached), slot in zip(each, slots, strict=False)
    ]


def pairings(mine, theirs, **conditions):
    """Return what each attack at each target is, by their titles."""
    return {
        (row.attack.title, cell.target.title): cell.pairing
        for row in start(GAME, mine, theirs, conditions).rows()
        for cell in row.cells
    }


def one(mine, theirs, attack, target, **conditions):
    running = start(GAME, mine, theirs, conditions)
    row = next(found for found in running.matchup.attacks(running.mine) if found.title == attack)
    column = next(found for found in running.targets if found.title == target)
    return running.matchup.pairing(row, column, running.mine, running.theirs, running.conditions)


def plain(pairing):
    """Return its inputs without the marks of where they come from."""
    return {name: value for name, value in pairing.inputs.items() if not name.startswith("from.")}


def test_a_shot_at_a_cockpit_leaves_nothing_empty_that_the_cards_know():
    found = one(of(WOLF), of(HERON), "Long Rifle", "Scout Cab")
    assert found.resolver == "shoot"
    assert plain(found) == {
        "accuracy": 4,  # Sharpshooter
        "penetration": 4,  # Long Rifle
        "damage_output": 2,
        "rules": "accurate",
        "attacker_rerolls": 1,  # Sharpshooter
        "speed": 4,  # Strider Legs
        "armour": 2,  # Scout Cab
        "shields": "2",  # Bubble Projector on it
        "base": 2,
        "last": True,  # a Mech goes with its Cockpit
        "fortitude": 6,  # Ranger
        "bottle_threshold": 4,
        "defender_rerolls": 1,
    }
    assert found.inputs["from.shields"] == "2:bubble-projector.dt"
    assert found.inputs["from.rules"] == "accurate:long-rifle.rules"
    assert found.known[:3] == ("Long Rifle", "AC 4", "PE 4, DO 2")


def test_what_is_attached_anywhere_changes_the_numbers_and_is_named():
    mine = squad(
        mech(
            cockpit={"card": "standard-cockpit", "attached": ["targeting-computer", "lucky-charm", "medic-suite"]},
            part=parts(("auto-rifle", "rifled-barrel"), "gas-turbine", "fuel-cell"),
        )
    )
    theirs = squad(
        mech(
            locomotor={"card": "strider-legs", "attached": ["tuned-drive"]},
            cockpit={
                "card": "standard-cockpit",
                "attached": ["nerve-link", "medic-suite", "steel-plate", "scrap-plate"],
            },
            part=parts("auto-rifle", ("gas-turbine", "hardened-casing"), "gas-turbine"),
        )
    )
    shot = one(mine, theirs, "Auto Rifle", "Standard Cockpit")
    assert shot.inputs["accuracy"] == 3 + 1  # Veteran, Targeting Computer
    assert shot.inputs["from.accuracy"] == "4:veteran.ac,targeting-computer.gives"
    assert shot.inputs["penetration"] == 1 + 1  # Auto Rifle, Rifled Barrel
    assert shot.inputs["attacker_rerolls"] == 1 + 1  # Veteran, Lucky Charm
    assert shot.inputs["speed"] == 4 + 1 + 1  # Strider Legs, Tuned Drive, Nerve Link on the Cockpit
    assert shot.inputs["from.speed"] == "6:strider-legs.sp,tuned-drive.gives,nerve-link.gives"
    assert shot.inputs["fortitude"] == 7 + 1  # Veteran, Medic Suite
    assert shot.inputs["armours"] == "2,1"  # Steel Plate, Scrap Plate, in the owner's order
    assert ("Rifled Barrel: +1 PE", "modifies") in shot.applied
    turbine = one(mine, theirs, "Auto Rifle", "Gas Turbine (1,2)")
    assert turbine.inputs["base"] == 2 + 1  # Gas Turbine, Hardened Casing
    assert "last" not in turbine.inputs, "another Power Plant is left"


def test_a_volley_has_each_gun_with_its_own_rules_and_the_pilots_on_all():
    found = one(of(BISON), of(HERON), "Volley: all 2", "Battery Bank")
    assert found.resolver == "volley"
    shots = "1/3 frightening-2, anti-mech-specialist; 1/2 anti-mech-specialist"  # Flame Thrower, Auto Rifle
    assert plain(found) == {
        "accuracy": 2,  # Brother Anvil
        "weapons": shots,
        "attacker_rerolls": 1,
        "speed": 4,
        "armour": 1,  # Battery Bank
        "base": 2,
        "fortitude": 6,
        "bottle_threshold": 4,
        "defender_rerolls": 1,
    }
    assert ("2 Weapons at once, most PE and DO first: -2 AC each", "more-weapons") in found.applied


def test_a_volley_does_not_depend_on_the_order_of_the_build():
    cards = [("long-rifle",), ("auto-rifle",), ("flame-thrower",), ("gas-turbine",)]
    mine, turned = (squad(mech(part=parts(*order))) for order in (cards, cards[::-1]))
    first, second = (one(side, of(HERON), "Volley: all 3", "Battery Bank") for side in (mine, turned))
    assert plain(first) == plain(second)
    each = [sum(map(int, shot.split()[0].split("/"))) for shot in plain(first)["weapons"].split("; ")]
    assert each == sorted(each, reverse=True), "the attacker chooses the order: most PE and DO first"


def test_a_charge_brings_the_counter_attack_at_the_charging_mechs_cockpit():
    found = one(of(HERON), of(BISON), "Shock Fist", "Quad Legs")
    assert found.resolver == "charge"
    assert plain(found) == {
        "speed": 4,  # Strider Legs
        "penetration": 1,  # Shock Fist
        "damage_output": 3,
        "rules": "frightening-1",
        "attacker_rerolls": 1,  # Ranger
        "target_speed": 2,  # Quad Legs
        "armour": 3,
        "base": 4,
        "part": "locomotor",
        "fortitude": 9,  # Brother Anvil
        "bottle_threshold": 8,
        "defender_rerolls": 1,
        "counter": True,
        "counter_penetration": 4,  # Drill Lance
        "counter_damage_output": 3 + 1,  # with Overcharged Coils
        "counter_rules": "armour-piercing,anti-mech-specialist",  # the Drill Lance's and Brother Anvil's
        "counter_armour": 2,  # Scout Cab
        "counter_shields": "2",  # Bubble Projector
        "counter_base": 2,
        "counter_last": True,
        "counter_fortitude": 6,  # Ranger
        "counter_bottle_threshold": 4,
    }
    assert plain(one(of(HERON), of(BISON), "Shock Fist", "Drill Lance"))["part"] == "counter-weapon"


def test_a_counter_attack_may_be_left_out_or_aim_elsewhere():
    without = one(of(HERON), of(BISON), "Shock Fist", "Quad Legs", counter=False)
    assert not [name for name in without.inputs if name.startswith("counter")]
    legs = plain(one(of(HERON), of(BISON), "Shock Fist", "Quad Legs", counter_at="locomotor"))
    assert (legs["counter_part"], legs["counter_armour"], legs["counter_base"]) == ("locomotor", 2, 3)
    fist = plain(one(of(HERON), of(BISON), "Shock Fist", "Quad Legs", counter_at="weapon"))
    assert (fist["counter_armour"], fist["counter_base"]) == (3, 2) and "counter_last" not in fist


def test_a_charge_at_the_power_plant_that_the_blade_needs():
    """Power 6 of 6: 2 for Strider Legs, 1 for the Cockpit, 2 for the Shock Fist, 1 for the Auto Rifle."""
    theirs = squad(mech(part=parts("shock-fist", "auto-rifle", "diesel-block", "fuel-cell")))
    charges = pairings(of(HERON), theirs)
    assert charges["Shock Fist", "Fuel Cell"].inputs["part"] == "needed-power-plant"
    spare = squad(mech(part=parts("shock-fist", "auto-rifle", "twin-turbine", "fuel-cell")))
    assert "part" not in pairings(of(HERON), spare)["Shock Fist", "Fuel Cell"].inputs


def test_a_blade_that_is_charged_leaves_the_counter_attack_to_another_of_its_strength():
    """Two Drill Lances: whichever is charged, its like strikes back, also after the first is destroyed."""
    theirs = squad(mech(part=parts("drill-lance", "drill-lance", "twin-turbine", "battery-bank")))
    for target in ("Drill Lance (1,1)", "Drill Lance (1,2)"):
        charged = one(of(HERON), theirs, "Shock Fist", target)
        assert "part" not in charged.inputs and not charged.not_counted
        assert charged.inputs["counter_penetration"] == 4


def test_no_charge_without_speed_or_power_and_no_counter_attack_either():
    still = mech(locomotor={"card": "hauler-tracks", "attached": ["reinforced-axles"]}, part=parts("shock-fist"))
    assert one(squad(still), of(BISON), "Shock Fist", "Quad Legs").why_not == "At Speed 0 it cannot Charge."
    dim = one(of(HERON), of(BISON), "Shock Fist", "Quad Legs", my_low_power=True)
    assert dim.why_not == "In Low Power it cannot Charge."
    helpless = one(of(HERON), of(BISON), "Shock Fist", "Quad Legs", their_low_power=True)
    assert "counter" not in helpless.inputs and helpless.inputs["defender_low_power"] is True
    assert "Counter-attack: not at Speed 0 or in Low Power" in helpless.not_counted
    unarmed = one(of(HERON), of(WOLF), "Shock Fist", "Hauler Tracks")
    assert "counter" not in unarmed.inputs and "Counter-attack: they have no Melee Weapon" in unarmed.not_counted


def test_a_gravity_field_knows_what_the_mech_it_hits_can_bear():
    caster = squad(mech(part=parts("gravity-caster", "fission-pile")))
    found = plain(one(caster, of(HERON), "Gravity Caster", "Strider Legs"))
    assert found["rules"] == "gravity-field-2"
    assert found["spare_weight"] == 14 - 13  # Strider Legs carry 14; Iron Heron weighs 13
    assert (found["locomotor"], found["part"]) == (3, "locomotor")
    assert "spare_weight" not in one(of(WOLF), of(HERON), "Long Rifle", "Strider Legs").inputs, "only for gravity"


def test_actions_of_both_sides_are_added_to_a_shot_and_not_to_a_charge():
    conditions = {"aim": True, "my_hold": 1, "evade": True, "their_hold": 2}
    shot = one(of(WOLF), of(HERON), "Auto Rifle", "Scout Cab", **conditions)
    assert (shot.inputs["aim"], shot.inputs["attacker_hold"]) == (True, 1)
    assert (shot.inputs["evade"], shot.inputs["defender_hold"]) == (True, 2)
    assert {("Aim: +4 AC", "aim"), ("They evaded: +4 SP", "evade"), ("They held: +2 SP", "hold")} <= set(shot.applied)
    rush = one(of(HERON), of(BISON), "Shock Fist", "Quad Legs", **conditions)
    assert not {"aim", "evade", "attacker_hold", "defender_hold"} & set(rush.inputs)


def test_a_mech_of_speed_0_cannot_have_evaded():
    still = squad(mech(locomotor={"card": "hauler-tracks", "attached": ["reinforced-axles"]}))
    found = one(of(WOLF), still, "Auto Rifle", "Standard Cockpit", evade=True)
    assert found.inputs["speed"] == 0 and "evade" not in found.inputs
    assert "Evade: a Mech of Speed 0 cannot choose it" in found.not_counted


def test_low_power_halves_accuracy_and_switches_powered_support_off():
    """Sharpshooter has 4; the Targeting Computer draws power and stops; the roll halves what is left."""
    mine = squad(
        mech(
            pilot="sharpshooter",
            cockpit={"card": "standard-cockpit", "attached": ["targeting-computer"]},
            part=parts("auto-rifle", "gas-turbine"),
        )
    )
    lit = one(mine, of(HERON), "Auto Rifle", "Scout Cab")
    assert lit.inputs["accuracy"] == 5 and "attacker_low_power" not in lit.inputs
    dark = one(mine, of(HERON), "Auto Rifle", "Scout Cab", my_low_power=True)
    assert dark.inputs["accuracy"] == 4 and dark.inputs["attacker_low_power"] is True


def test_a_mech_that_draws_more_than_it_has_is_in_low_power_unasked():
    """2 for Strider Legs, 1 for the Cockpit, 1 for the Auto Rifle, and a Fuel Cell gives 2."""
    short = squad(mech(part=parts("auto-rifle", "fuel-cell")))
    assert one(short, of(HERON), "Auto Rifle", "Scout Cab").inputs["attacker_low_power"] is True
    assert one(of(WOLF), short, "Auto Rifle", "Standard Cockpit").inputs["defender_low_power"] is True


def test_triggers_work_only_when_they_are_set_off():
    theirs = squad(
        mech(
            locomotor={"card": "strider-legs", "attached": ["booster-rockets"]},
            cockpit={"card": "standard-cockpit", "attached": ["smoke-launchers"]},
        )
    )
    before = one(of(WOLF), theirs, "Auto Rifle", "Standard Cockpit")
    assert (before.inputs["speed"], before.inputs["armour"]) == (4, 3)
    assert {"Booster Rockets: not set off", "Smoke Launchers: not set off"} <= set(before.not_counted)
    after = one(of(WOLF), theirs, "Auto Rifle", "Standard Cockpit", their_triggers=True)
    assert (after.inputs["speed"], after.inputs["armour"]) == (7, 6)
    assert not after.not_counted


CLAW = RIPPER | {"id": "claw", "name": "Claw", "subtype": "Melee"}


def test_cards_and_rules_of_a_pack_are_used_and_what_nobody_defines_is_said():
    pack = [{"title": "Mine", "special-rule": [RENDING], "weapon": [RIPPER]}]
    mine = squad(mech(part=parts("ripper", "gas-turbine")), pack=pack)
    found = one(mine, of(HERON), "Ripper", "Scout Cab")
    assert (found.inputs["penetration"], found.inputs["damage_output"]) == (2, 3)
    assert found.inputs["rules"] == "rending-2"
    assert found.inputs["from.penetration"] == "2:ripper.pe"
    assert "Sticky of Ripper: no card in use says what it does" in found.not_counted
    assert ("Rending (2): Damage is n more.", "special-attack") in found.applied


def test_a_rule_that_only_the_opponents_pack_defines_is_said_and_does_not_stop_the_roll():
    pack = [{"title": "Theirs", "special-rule": [RENDING], "weapon": [CLAW]}]
    theirs = squad(mech(part=parts("claw", "gas-turbine")), pack=pack)
    found = one(of(HERON), theirs, "Shock Fist", "Strider Legs")
    assert found.inputs["counter_penetration"] == 2 and "counter_rules" not in found.inputs
    assert "Rending (2) of Claw: no card in use says what it does" in found.not_counted


def test_an_unknown_number_is_said_and_never_taken_for_0():
    unknown = squad(mech(part=parts("vulcan-cannon", "gas-turbine")))
    assert (
        "Not known: PE of Vulcan Cannon and DO of Vulcan Cannon."
        in one(unknown, of(HERON), "Vulcan Cannon", "Scout Cab").why_not
    )
    shards = one(of(WOLF), squad(mech(part=parts("shard-cannon", "gas-turbine"))), "Auto Rifle", "Shard Cannon")
    assert shards.inputs["armour"] == 2 and "base" not in shards.inputs
    assert "DT of Shard Cannon is not known" in shards.not_counted
    foxen = squad(mech(cockpit={"card": "standard-cockpit", "attached": ["foxen-shield"]}))
    shielded = one(of(WOLF), foxen, "Auto Rifle", "Standard Cockpit")
    assert "base" not in shielded.inputs and "DT of Foxen Shield is not known" in shielded.not_counted


def test_what_a_roll_cannot_take_is_a_reason_and_no_crash():
    walls = squad(mech(cockpit={"card": "standard-cockpit", "attached": ["scrap-plate"] * 13}))
    found = one(of(WOLF), walls, "Auto Rifle", "Standard Cockpit")
    assert found.why_not == "armours: found 13 numbers, expected at most 12."


def test_the_dice_follow_the_rulings_of_the_side_that_attacks():
    barrage = matchup_answer(GAME, of(HERON, **{"barrage-tie": "one-hit"}), of(WOLF))
    usual = matchup_answer(GAME, of(HERON), of(WOLF, **{"barrage-tie": "one-hit"}))
    gun = [answer["rows"][0]["cells"][1]["figures"]["damage"]["value"] for answer in (barrage, usual)]
    assert gun[0] > gun[1]
    assert "barrage-tie" in {entry.get("ruling") for entry in barrage["rests_on"]}


def test_in_diceless_play_no_re_roll_is_spent_unless_it_is_said():
    calm = of(WOLF, dice="diceless")
    found = one(calm, of(HERON), "Long Rifle", "Scout Cab")
    assert not {"attacker_rerolls", "defender_rerolls"} & set(found.inputs)
    assert "Re-Rolls: in diceless play say above how many are spent" in found.not_counted
    spent = one(calm, of(HERON), "Long Rifle", "Scout Cab", my_rerolls=1)
    assert spent.inputs["attacker_rerolls"] == 1


def test_re_rolls_that_are_left_may_be_said():
    found = one(of(WOLF), of(HERON), "Long Rifle", "Scout Cab", my_rerolls=0, their_rerolls=3, policy="never")
    assert "attacker_rerolls" not in found.inputs and found.inputs["defender_rerolls"] == 3
    assert found.inputs["policy"] == "never"


@pytest.mark.parametrize(("has", "counted", "left_out"), [(5, 5, []), (6, 6, []), (7, 6, ["Re-Rolls beyond 6"])])
def test_six_re_rolls_of_a_pilot_are_counted_and_more_are_named_as_left_out(has, counted, left_out):
    ace = {"id": "ace", "name": "Ace", "ac": 5, "fo": 5, "rr": has}
    mine = squad(mech(pilot="ace"), pack=[{"title": "Mine", "pilot": [ace]}])
    found = one(mine, of(HERON), "Auto Rifle", "Scout Cab")
    assert found.inputs["attacker_rerolls"] == counted
    assert [told for told in found.not_counted if "beyond" in told] == left_out


def test_typed_numbers_stand_for_a_target():
    numbers = typed_side(GAME, {"speed": 5, "armour": 1, "base": 4, "armours": "3"}, GAME.context())
    shot = plain(one(of(WOLF), numbers, "Auto Rifle", "Base Part", evade=True))
    assert (shot["speed"], shot["armour"], shot["base"], shot["armours"], shot["evade"]) == (5, 1, 4, "3", True)
    rush = one(of(HERON), numbers, "Shock Fist", "Base Part")
    assert rush.inputs["target_speed"] == 5 and "counter" not in rush.inputs
    assert not matchup_answer(GAME, numbers, of(HERON))["rows"], "they have no Weapon"


def test_several_mechs_are_told_apart_and_an_empty_squad_has_nothing_to_say():
    twins = squad(mech(name="Twin"), mech(name="Twin", part=parts("auto-rifle", "auto-rifle", "gas-turbine")))
    running = start(GAME, twins, twins)
    assert [(one.carrier, one.title) for one in running.matchup.attacks(twins)] == [
        ("Twin (1)", "Auto Rifle"),
        ("Twin (2)", "Auto Rifle (1,1)"),
        ("Twin (2)", "Auto Rifle (1,2)"),
        ("Twin (2)", "Volley: all 2"),
    ]
    assert {target.carrier for target in running.targets} == {"Twin (1)", "Twin (2)"}
    assert not list(start(GAME, squad(), twins).rows())
    unmanned = one(squad(mech(pilot=None)), twins, "Auto Rifle", "Gas Turbine")
    assert unmanned.why_not == "It has no Pilot, who would aim: choose one."


def test_the_chance_that_a_mech_leaves_play_is_that_of_its_part_and_its_pilots_nerve():
    """The Cockpit takes the Mech along; a Chain Gun falls to any hit of 2 points, and then FO 6 passes on 1 to 6."""
    cannon = {"accuracy": 4, "penetration": 1, "damage_output": 2, "speed": 4, "armour": 2}  # Auto Rifle at Chain Gun
    odds = odds_answer(GAME, "shoot", cannon | {"base": 2, "fortitude": 6, "bottle_threshold": 60})
    hits = Fraction(odds["summary"]["hit"]["exact"])
    assert Fraction(odds["summary"]["out"]["exact"]) == hits * Fraction(4, 10)
    last = odds_answer(GAME, "shoot", cannon | {"base": 2, "fortitude": 6, "bottle_threshold": 60, "last": True})
    assert Fraction(last["summary"]["out"]["exact"]) == hits
    assert "out" not in odds_answer(GAME, "shoot", cannon | {"base": 2})["summary"], "not without Fortitude"


def test_the_best_target_of_a_weapon_is_the_one_that_most_likely_ends_the_mech():
    answer = matchup_answer(GAME, of(WOLF), of(HERON))
    rifle = answer["rows"][0]["cells"]
    best = [cell["target"] for cell in rifle if cell["best"]]
    cockpit = next(target["key"] for target in answer["targets"] if target["title"] == "Scout Cab")
    assert best == [cockpit]
    assert set(BEST) <= {figure.name for figure in FIGURES}


@pytest.mark.parametrize("name", GAME.examples)
def test_a_pasted_text_of_a_squad_is_read(name):
    given = read_side(GAME, summary(example(name), GAME.context()), "theirs")
    assert given.build == example(name)


def test_a_card_that_is_not_in_use_stays_and_is_a_note():
    text = summary(example(WOLF), GAME.context()).replace("Auto Rifle", "Sun Gun")
    theirs = read_side(GAME, text, "theirs")
    assert any("Sun Gun" in note for note in matchup_answer(GAME, theirs, theirs, {})["notes"])


def test_a_mechs_own_rolls_know_all_that_its_cards_say():
    """Against Speed 3 and Armour Rating 2, which the player replaces."""
    shown = GAME.page_values(example(HERON), GAME.context())
    gun, fist = shown["rolls_of"](shown["mechs"][0])
    assert (gun.title, gun.resolver) == ("Shoot: Chain Gun", "shoot")
    marks = {name: value for name, value in gun.inputs.items() if name.startswith("from.")}
    assert {name: value for name, value in gun.inputs.items() if name not in marks} == {
        "accuracy": 2,  # Ranger
        "penetration": 1,  # Chain Gun
        "damage_output": 1,
        "rules": "barrage",
        "attacker_rerolls": 1,  # Ranger
        "speed": 3,
        "armour": 2,
    }
    assert marks["from.accuracy"] == "2:ranger.ac"
    assert (fist.title, fist.resolver) == ("Charge: Shock Fist", "charge")
    back = {"counter_armour": 2, "counter_shields": "2", "counter_base": 2, "counter_last": True}  # Scout Cab
    nerve = {"counter_fortitude": 6, "counter_bottle_threshold": 4}  # Ranger
    assert {"speed": 4, "target_speed": 3, "penetration": 1, **back, **nerve}.items() <= fist.inputs.items()
    assert "counter" not in fist.inputs
    rolls = shown["rolls_of"](GAME.page_values(example(WOLF), GAME.context())["mechs"][0])
    assert [roll.title for roll in rolls][-1] == "Volley: all 3 Weapons"


def test_a_figure_that_nobody_asked_for_is_left_out():
    """What comes back from a Charge, where nobody strikes back; the Mech's fate, where its Fortitude is not known."""
    answered, silent = (matchup_answer(GAME, of(HERON), of(BISON), {"counter": counter}) for counter in (True, False))
    assert "back" in answered["rows"][1]["cells"][0]["figures"]
    assert "back" not in silent["rows"][1]["cells"][0]["figures"]
    numbers = typed_side(GAME, {"base": 0}, GAME.context())
    (cell,) = matchup_answer(GAME, of(HERON), numbers)["rows"][0]["cells"]
    assert "out" not in cell["figures"] and "destroyed" in cell["figures"], "a threshold of 0 is known"


def test_of_several_mechs_each_has_one_attack_most_to_fear():
    """Against Iron Heron and Sniper Wolf at once; a single Mech has its best attacks listed anyway."""
    both = squad(*[mech.model_dump(mode="json") for name in (HERON, WOLF) for mech in example(name).mech])
    answer = matchup_answer(GAME, of(BISON), both)
    (table,) = answer["conclusions"]
    assert [row[0] for row in table["rows"]] == ["Iron Heron", "Sniper Wolf"]
    heron = table["rows"][0]
    best = matchup_answer(GAME, of(BISON), of(HERON))
    assert heron[1] == "Drill Lance at Scout Cab"
    out = max(cell["figures"]["out"]["p"] for row in best["rows"] for cell in row["cells"])
    assert heron[2] == f"{out:.0%}".replace("%", " %")
    assert not best["conclusions"]
