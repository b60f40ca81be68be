"""The records of a table of Techniconica: what an attack does to both Mechs; values by hand from the cards' numbers.

Copper Bison: Speed 2, AC 2; Flame Thrower 1/3 Frightening (2) on part[0], Auto Rifle 1/2 on part[1], Drill Lance 4/4
Armour Piercing on part[2]; its Pilot adds 1 to damage done, FO 9, BT 8. Iron Heron: Speed 4, AC 2; Cockpit AR 2, DT 2 under
a Shield of 2; Chain Gun on part[0], Shock Fist on part[1], turbine of DT 2 under Armour of 1 on part[2], FO 6, BT 4.
"""

import pytest

from companion.base.findings import InvalidInput
from companion.games.techniconica.tracker.circumstances import Said
from tests.games.techniconica.at_table import Table
from tests.games.techniconica.squads import BISON, CASTER, GUARD, HERON, WOLF, squad

NO = "no"


def shot(table, *faces, weapon="part[1]", part="part[0]"):
    """Let the Bison shoot the Auto Rifle at the Heron's Chain Gun: 3 + die against 4 + 2 + die; damage gap + 3."""
    return table.activate("1.1").attack("1.1", "2.1", weapon, part).dice(*faces)


def test_a_hit_is_put_on_both_records_and_said_with_names():
    table = shot(Table(), 5, 2, NO, NO)  # 8 against 8: gap 0, 3 damage at DT 2
    assert (table.owed.seat, table.owed.throw.why) == (1, "Bottle Test")
    table.dice(6)
    assert table.value("2.1", "part[0]") == 2 and not table.out("2.1")
    assert table.news[0] == (
        "Copper Bison’s Auto Rifle hits Iron Heron’s Chain Gun: 3 damage, Chain Gun destroyed, Bottle Test passed."
    )
    changes = {(one.unit, one.title): (one.before, one.after) for one in table.state.applied.changes}
    assert changes == {("2.1", "Chain Gun damage"): ("0", "2")}
    assert table.value("1.1", "actions") == 1 and table.folds()


def test_a_miss_by_one_changes_nothing():
    table = shot(Table(), 5, 3, NO)
    assert table.news == ("Copper Bison’s Auto Rifle misses Iron Heron’s Chain Gun.",)
    assert not table.state.units["2.1"].values


def test_damage_goes_through_the_shield_and_its_rest_stays():
    table = Table(rulings={})
    table.mark("2.1", "cockpit.attached[0]", 1).activate("1.1")
    table.attack("1.1", "2.1", "part[1]", "cockpit").dice(5, 2, NO, NO)  # 3 damage: 1 ends the Shield, 2 the Cockpit
    assert table.value("2.1", "cockpit.attached[0]") == 2 and table.value("2.1", "cockpit") == 2
    assert table.out("2.1") == "out of play: its Cockpit is gone"
    assert table.table.result is None and table.table.tracker.result(table.state).winners == (0,)


def test_counters_stay_on_armour_and_count_for_the_next_shot():
    table = Table(squad(GUARD), WOLF)  # Machine Guns 0/1 at AC 2; the Wolf's Cockpit AR 3, Armour of 4, Speed 1
    table.activate("1.1")
    for left in (1, 0):
        table.attack("1.1", "2.1", "part[0]", "cockpit")
        table.dice(6, 3, NO, NO)  # 8 against 7: gap 1, 2 damage
        assert table.value("1.1", "actions") == left
    assert table.value("2.1", "cockpit.attached[0]") == 4 and table.value("2.1", "cockpit") == 0
    assert "Heavy Plate destroyed" in table.news[0]


def test_a_re_roll_is_taken_off_the_record_of_who_used_it():
    table = shot(Table(), 5, 2, "yes", 3, NO)  # the target rolls its Evasion again: 3 instead of 2, a miss
    assert table.value("2.1", "re-rolls") == 0 and table.value("1.1", "re-rolls") == 1
    assert table.inputs("1.1", "2.1", "part[1]", "part[0]").get("defender_rerolls", 0) == 0


def test_a_jam_puts_a_counter_and_one_unjam_takes_it_off():
    table = shot(Table(), 1, 5, NO)
    assert table.value("1.1", "jam:part[1]") == 1
    assert table.offers("1.1", "2.1")["part[1]>cockpit"].why_not == "Auto Rifle jammed: unjam first."
    with pytest.raises(InvalidInput, match="unjam first"):
        table.attack("1.1", "2.1", "part[1]", "cockpit")
    table.act("unjam", "1.1", track="jam:part[1]")
    assert table.value("1.1", "jam:part[1]") == 0 and table.value("1.1", "actions") == 0
    assert not table.offers("1.1", "2.1")["part[1]>cockpit"].why_not


@pytest.mark.parametrize(("option", "counters"), [("none", 0), ("counter", 1)])
def test_a_reliable_weapon_that_rolls_a_one_jams_only_by_the_ruling(option, counters):
    table = Table(squad(GUARD), HERON, rulings={"reliable-jam": option}).activate("1.1")
    table.attack("1.1", "2.1", "part[0]", "part[3]").dice(1, 10, NO)
    assert table.value("1.1", "jam:part[0]") == counters


def test_a_volley_rolls_evasion_once_and_each_weapon_does_its_own():
    table = Table().activate("1.1")
    table.attack(
        "1.1", "2.1", "part[1]+part[0]", "part[3]"
    )  # AC 0; Auto Rifle 1/2, then Flame Thrower 1/3; AR 1, Speed 4
    assert table.owed.throw.why == "Weapon 1: Attack Roll"
    table.dice(5, 1, NO, NO, 1, NO, 4)  # 6 against 6: 3 damage at DT 2; the Flame Thrower jams; FO 6: 4 passes
    assert "volley at Iron Heron’s Battery Bank, Auto Rifle hits and Flame Thrower jams" in table.news[0]
    assert table.value("2.1", "part[3]") == 2
    assert (table.value("1.1", "jam:part[0]"), table.value("1.1", "jam:part[1]")) == (1, 0)
    assert table.value("1.1", "actions") == 1


def test_a_volley_takes_chosen_weapons_in_a_chosen_order():
    offers = Table(WOLF, HERON).activate("1.1").offers("1.1", "2.1")
    assert "part[0]+part[2]+part[1]>cockpit" in offers  # most PE and DO first: 4/2, 2/2, 1/2
    table = Table(WOLF, HERON).activate("1.1")
    chosen = table.inputs("1.1", "2.1", "part[1]+part[0]", "cockpit")
    assert chosen["weapons"] == "1/2; 4/2 accurate" and chosen["accuracy"] == 4
    assert table.table.tracker.rules.find_offer(table.records, "1.1", "2.1", Said(), "part[1]+part[1]>cockpit") is None


def test_a_failed_bottle_test_takes_the_mech_out_without_a_counter_attack():
    table = shot(Table(), 5, 2, NO, NO, 7, NO)  # FO 6
    assert table.out("2.1") == "out of play: its Pilot bottled"
    assert table.news[-1] == "Iron Heron leaves the battle."


@pytest.mark.parametrize(("die", "damage", "tested"), [(5, 3, False), (6, 4, True)])
def test_a_bottle_test_is_due_above_the_threshold_and_not_at_it(die, damage, tested):
    table = Table(squad(GUARD), WOLF).activate("1.1")  # 0/1 at AC 2 against AR 3, Speed 1, Armour of 4; BT 3
    table.attack("1.1", "2.1", "part[0]", "cockpit").dice(die, 1, NO, NO)
    assert bool(table.state.steps) == tested
    if tested:
        table.dice(5)  # FO 5
    assert table.value("2.1", "cockpit.attached[0]") == damage and not table.out("2.1")


def test_shields_and_armour_are_ordered_once_by_their_player_and_the_order_can_be_chosen_anew():
    table = Table(WOLF, squad(GUARD)).activate("1.1")
    table.attack("1.1", "2.1", "part[2]", "cockpit")
    assert table.owed.seat == 1 and "does Home Guard set off a Trigger" in table.owed.why
    table.dice(NO)
    assert table.owed.seat == 1 and "which of its Shields" in table.owed.why
    table.dice("Bubble Projector", "Steel Plate")
    assert table.state.steps[0].inputs["shields"] == "2,1" and table.state.steps[0].inputs["armours"] == "2,1"
    table.dice(5, 6, NO, NO)  # 4 + 2 + 5 against 2 + 2 + 6: gap 1, 3 damage: the Bubble of 2, then 1: the Spark Screen
    assert (table.value("2.1", "cockpit.attached[1]"), table.value("2.1", "cockpit.attached[0]")) == (2, 1)
    table.attack("1.1", "2.1", "part[1]", "cockpit").dice(NO)
    assert table.owed.wants == "faces" and table.state.steps[0].inputs["armours"] == "2,1"
    table.dice(1, 5, NO).done("1.1").move(1, "reorder", unit="2.1", part="cockpit")
    assert table.state.orders == {}


def test_an_attack_on_a_part_without_a_known_threshold_is_counted_and_falls_by_hand():
    cannon = {**HERON["mech"][0], "part": [{"card": "shard-cannon", "slot": "1,1"}, *HERON["mech"][0]["part"][1:]]}
    table = Table(BISON, squad(cannon)).activate("1.1")
    table.attack("1.1", "2.1", "part[1]", "part[0]").dice(9, 1, NO, NO)  # in Low Power, 12 against 3: 12 damage
    table.dice(1)  # more than BT 4
    assert table.value("2.1", "part[0]") == 12 and "its DT is not known" in table.news[0]
    assert "say when it is gone" in table.news[0]
    table.mark("2.1", "fallen:part[0]", 1)
    assert "part[1]>part[0]" not in table.offers("1.1", "2.1")


def test_damage_goes_on_from_a_shield_to_a_part_whose_threshold_is_not_known():
    """Under a Bubble Projector of 2: 2 of 12 points end it, 10 are on the cannon; Armour Piercing doubles none of them."""
    shielded = {"card": "shard-cannon", "slot": "1,1", "attached": ["bubble-projector"]}
    cannon = {**HERON["mech"][0], "part": [shielded, *HERON["mech"][0]["part"][1:]]}
    table = Table(BISON, squad(cannon)).activate("1.1")
    table.attack("1.1", "2.1", "part[1]", "part[0]").dice(9, 1, NO, NO, 1)
    assert (table.value("2.1", "part[0].attached[0]"), table.value("2.1", "part[0]")) == (2, 10)


def test_a_part_whose_modification_lowers_its_dt_has_as_many_boxes_as_it_bears():
    """Governor Bypass: 1 less DT, and a Modification stays for good."""
    bypassed = {**HERON["mech"][0], "part": [dict(part) for part in HERON["mech"][0]["part"]]}
    bypassed["part"][3]["attached"] = ["governor-bypass"]
    table = Table(BISON, squad(bypassed))
    assert table.records.sheets["2.1"].by_name["part[3]"].most == 1  # the Battery Bank has DT 2
    table.mark("2.1", "part[3]", 1)
    assert "part[1]>part[3]" not in table.offers("1.1", "2.1") and not table.state.steps


# What follows from the records by rule.


def test_a_fallen_part_takes_its_attached_cards_and_the_last_plant_but_one_brings_low_power():
    table = Table()
    table.mark("2.1", "part[2]", 2)  # the Gas Turbine of 5; the Battery Bank of 3 is left for PC 2 + 1 + 2 + 1 + 2
    assert table.conditions("2.1") == ["Low Power", "Speed 0", "AC 1"]
    assert not table.out("2.1")
    assert "part[1]>part[2]" not in table.offers("1.1", "2.1")
    table.mark("2.1", "part[3]", 2)
    assert table.out("2.1") == "out of play: it has no Power Plant left"


def test_the_last_weapon_but_one_is_not_the_last():
    table = Table()
    table.mark("2.1", "part[0]", 2)
    assert not table.out("2.1")
    table.mark("2.1", "part[1]", 2)
    assert table.out("2.1") == "out of play: it has no Weapon left"


def test_a_mark_below_the_threshold_lets_nothing_fall_and_taking_it_back_brings_the_part_back():
    table = Table().mark("2.1", "part[0]", 1)
    assert "part[1]>part[0]" in table.offers("1.1", "2.1")
    assert "part[1]>part[0]" not in table.mark("2.1", "part[0]", 2).offers("1.1", "2.1")
    assert "part[1]>part[0]" in table.mark("2.1", "part[0]", 0).offers("1.1", "2.1")


@pytest.mark.parametrize(("spare", "suffered", "speed"), [(0, 2, 0), (1, 1, 1), (2, 0, 2)])
def test_a_gravity_field_puts_weight_damage_for_each_point_too_many(spare, suffered, speed):
    """Half Track: MW 16, Speed 2, DT 3; the field adds 2. The Mech is as heavy as its cards say, with `spare` left."""
    heavy = {
        "locomotor": "half-track",
        "cockpit": {"card": "standard-cockpit", "attached": ["steel-plate"]},
        "pilot": "bruiser",
        "part": [
            {"card": "auto-rifle", "slot": "1,1", "attached": [["scrap-plate"], ["steel-plate"], []][spare]},
            {"card": "fission-pile", "slot": "1,2", "attached": [["scrap-plate"], [], []][spare]},
            {"card": "fuel-cell", "slot": "1,3", "attached": [["scrap-plate"], [], ["scrap-plate"]][spare]},
        ],
    }
    weight = 2 + 2 + 2 + 6 + 1 + [3, 2, 1][spare]
    table = Table(squad(CASTER), squad(heavy), rulings={}).activate("1.1")
    table.mark("2.1", "weight", 16 - weight - spare)
    table.attack("1.1", "2.1", "part[0]", "part[0]").dice(2, 1)
    while table.state.steps:
        table.dice(NO if table.owed.wants == "choice" else 1)
    assert table.value("2.1", "weight") == 16 - weight - spare + 2
    assert table.value("2.1", "weight-damage") == table.value("2.1", "locomotor") == suffered
    assert f"Speed {speed}" in table.conditions("2.1")
