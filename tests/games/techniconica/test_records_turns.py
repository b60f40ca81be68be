"""A table of Techniconica from the first Turn to the end: Actions, Charges, Triggers, events, variants, rulings."""

import tomllib

import pytest

from companion.base.findings import InvalidInput
from companion.data.documents import read_as
from companion.games.techniconica import GAME
from companion.games.techniconica.tracker import RULINGS, TRACKER
from companion.play import acts as play
from tests.games.techniconica.at_table import Table
from tests.games.techniconica.squads import BISON, CASTER, GUARD, HERON, HULLS, SKIMMER, TOO_HEAVY, WOLF, squad

NO = "no"


def turns(table, *units):
    """Let Mechs act without doing anything."""
    for unit in units:
        table.activate(unit).done(unit)
    return table


# Beginning.


def test_the_battle_begins_once_everybody_has_a_squad_and_the_highest_d10_plus_speed_goes_first():
    table = Table(begun=False)
    assert table.names(0) == ["begin"]
    table.move(0, "begin")
    assert [table.owed.seat, table.owed.wants] == [0, "faces"]
    table.dice(5, 4)  # 5 + 2 against 4 + 4
    assert (table.state.turn, table.news[0]) == (1, "Seat 2 goes first.")


def test_until_the_battle_begins_a_seat_is_offered_the_best_mech_against_each_squad():
    table = Table(BISON, HERON, WOLF, begun=False)
    asked = TRACKER.questions(table.table.view(1), 1)
    assert [one.label for one in asked] == ["Best mech against Copper Bison", "Best mech against Sniper Wolf"]
    kind = next(one for one in GAME.analyses if one.name == asked[0].analysis)
    assert tomllib.loads(read_as(kind.inputs, dict(asked[0].inputs)).against)["title"] == "Copper Bison"
    assert TRACKER.questions(table.move(0, "begin").table.view(1), 1) == ()


def test_a_tie_is_rolled_again():
    table = Table(begun=False).move(0, "begin").dice(6, 4)  # 6 + 2 and 4 + 4
    assert table.owed.wants == "faces" and table.owed.seat == 0
    assert table.dice(4, 1).state.turn == 0


def test_the_slowest_mech_counts_for_the_first_turn():
    table = Table(squad(SKIMMER, WOLF["mech"][0]), HERON, begun=False).move(0, "begin")
    assert table.state.steps[0].inputs == {"speeds": "1,4"}


def test_without_dice_a_tie_is_agreed_on_or_the_first_named_begins():
    asked = Table(BISON, BISON, rulings={"dice": "diceless"})
    assert asked.owed.wants == "choice" and asked.dice("seat 2").state.turn == 1
    assert Table(BISON, BISON, rulings={"dice": "diceless", "diceless-tie": "named"}).state.turn == 0


# Actions.


def test_aim_counts_for_the_shot_that_follows_and_for_no_other():
    table = Table().activate("1.1").act("aim", "1.1")
    assert table.inputs("1.1", "2.1", "part[1]", "cockpit")["aim"] is True
    table.attack("1.1", "2.1", "part[1]", "cockpit").dice(1, 5, NO)
    assert table.value("1.1", "aim") == 0 and table.value("1.1", "actions") == 0


def test_an_aim_is_wasted_by_another_action_and_too_late_as_the_second():
    table = Table().activate("1.1").act("aim", "1.1").act("hold", "1.1")
    assert table.value("1.1", "aim") == 0
    late = Table().activate("1.1").act("hold", "1.1")
    assert "first Action" in late.warnings(0)["aim"]


def test_a_third_action_is_warned_of_and_can_be_done():
    table = Table().activate("1.1").act("hold", "1.1").act("evade", "1.1")
    assert table.warnings(0)["hold"] == "It has no Action left."
    table.relaxed(0, "hold", unit="1.1")
    assert table.value("1.1", "hold-accuracy") == 2
    assert table.offers("1.1", "2.1")["part[1]>cockpit"].warning == "It has no Action left."
    table.attack("1.1", "2.1", "part[1]", "cockpit")
    assert table.news[0] == "Outside the rules: It has no Action left."


def test_a_charge_takes_both_actions():
    table = Table().activate("1.1")
    assert table.offers("1.1", "2.1")["part[2]>cockpit"].warning == ""
    table.act("hold", "1.1")
    assert table.offers("1.1", "2.1")["part[2]>cockpit"].warning == "A Charge takes both Actions."
    charge = Table().activate("1.1").attack("1.1", "2.1", "part[2]", "cockpit").dice(1, 5, NO, NO)
    assert charge.value("1.1", "actions") == 0


def test_evade_lasts_until_the_next_round():
    table = Table().activate("1.1").act("evade", "1.1").done("1.1")
    assert "evade" not in table.inputs("1.1", "2.1", "part[1]", "cockpit")
    table.activate("2.1")
    assert table.inputs("2.1", "1.1", "part[0]", "cockpit")["evade"] is True
    table.done("2.1").move(0, "next-round")
    assert table.value("1.1", "evade") == 0


def test_no_evade_in_low_power_or_at_speed_0():
    low = Table().activate("1.1").mark("1.1", "part[3]", 2)  # the Gas Turbine; 4 power are left for 9
    assert low.warnings(0)["evade"] == "A Mech in Low Power cannot Evade."
    assert low.offers("1.1", "2.1")["part[2]>cockpit"].why_not == "In Low Power it cannot Charge."
    still = Table().activate("1.1").mark("1.1", "weight-damage", 2)
    assert still.warnings(0)["evade"] == "A Mech of Speed 0 cannot Evade."
    assert "evade" in Table().activate("1.1").mark("1.1", "weight-damage", 1).names(0)


def test_hold_is_used_up_by_the_next_shot_and_by_the_next_one_at_it():
    table = Table().activate("1.1").act("hold", "1.1").act("hold", "1.1").done("1.1")
    assert (
        "holds twice already"
        in table.activate("2.1").done("2.1").move(0, "next-round").activate("1.1").warnings(0)["hold"]
    )
    inputs = table.inputs("1.1", "2.1", "part[1]", "cockpit")
    assert inputs["attacker_hold"] == 2
    table.attack("1.1", "2.1", "part[1]", "cockpit").dice(1, 5, NO)
    assert (table.value("1.1", "hold-accuracy"), table.value("1.1", "hold-speed")) == (0, 2)
    table.done("1.1")
    assert table.value("1.1", "hold-speed") == 0  # the end of its next activation


@pytest.mark.parametrize(("option", "left"), [("next", 0), ("until-end", 1)])
def test_a_ruling_says_whether_hold_lasts(option, left):
    table = Table(rulings={"hold-used": option}).activate("1.1").act("hold", "1.1")
    table.attack("1.1", "2.1", "part[1]", "cockpit").dice(1, 5, NO).done("1.1")
    assert table.value("1.1", "hold-accuracy") == left
    table.activate("2.1").attack("2.1", "1.1", "part[0]", "cockpit").dice(1, 5, NO)
    assert table.value("1.1", "hold-speed") == left


def test_an_older_hold_ends_and_a_new_one_stays():
    table = Table().activate("1.1").act("hold", "1.1").done("1.1")
    turns(table, "2.1").move(0, "next-round").activate("1.1").act("hold", "1.1")
    assert table.value("1.1", "hold-speed") == 2
    assert table.done("1.1").value("1.1", "hold-speed") == 1


# Charges.


def charged(**rulings):
    """The Bison charges the Heron's Locomotor without a hit: 2 + 4 + 1 against 4 + 2 + 10."""
    table = Table(rulings=rulings).activate("1.1")
    return table.attack("1.1", "2.1", "part[2]", "locomotor").dice(2, 10, NO)


def test_who_is_charged_may_strike_back_with_a_blade_at_any_part():
    table = charged()
    assert (table.owed.seat, table.owed.wants) == (1, "choice")
    assert set(table.owed.throw.answers) == {
        "no",
        *(
            f"Shock Fist at {part}"
            for part in (
                "Quad Legs",
                "Standard Cockpit",
                "Flame Thrower",
                "Auto Rifle",
                "Drill Lance",
                "Gas Turbine",
                "Diesel Block",
            )
        ),
    }
    table.dice("Shock Fist at Flame Thrower")
    assert table.state.steps[0].inputs["speed"] == 4 and table.owed.seat == 1
    table.dice(5, 7, NO, NO, 9, NO)  # 4 + 1 + 5 against 2 + 1 + 7: gap 0, 3 damage at DT 1; 9 + 1 is more than FO 9
    assert table.out("1.1") == "out of play: its Pilot bottled"
    assert table.state.units["2.1"].links == {"countered": "1.1"}


def test_the_counter_attack_knows_what_was_said_of_the_two_and_the_odds_of_a_charge_that_there_may_be_one():
    table = Table().move(1, "said", unit="2.1", target="1.1", said={"speed": 3}).activate("1.1")
    left_out = "its Counter-Attack, which it is asked about after the Charge"
    assert left_out in table.offers("1.1", "2.1")["part[2]>locomotor"].not_counted
    table.charge_at("1.1", "2.1", "part[2]", "locomotor", 2, 10, NO).dice("Shock Fist at Flame Thrower")
    assert table.state.steps[0].inputs["target_speed"] == 2 + 3
    still = Table().mark("2.1", "weight-damage", 4).activate("1.1")
    assert left_out not in still.offers("1.1", "2.1")["part[2]>locomotor"].not_counted


def test_a_rule_that_nobody_knows_is_named_on_the_sheet():
    wheels = squad({**HERON["mech"][0], "locomotor": "4-wheeled-locomotor"})
    assert "apply yourselves: Turbo-Booster of 4 Wheeled Locomotor" in Table(BISON, wheels).records.sheets["2.1"].about
    assert "yourselves" not in Table().records.sheets["2.1"].about


def test_a_mech_that_does_not_strike_back_may_later():
    assert charged().dice(NO).state.units["2.1"].links == {}


@pytest.mark.parametrize(("option", "asked"), [("once", False), ("each", True)])
def test_one_counter_attack_a_round_a_ruling_says_whether_two_charges_of_one_mech_are_two(option, asked):
    table = charged(**{"charged-twice": option}).dice("Shock Fist at Diesel Block", 2, 5, NO, 1)
    table.done("1.1").move(1, "pass").relaxed(0, "activate", unit="1.1")
    table.attack("1.1", "2.1", "part[2]", "locomotor").dice(2, 10, NO)
    assert bool(table.state.steps) == asked


def test_the_counter_attack_is_against_one_enemy_mech_a_round_and_again_in_the_next():
    table = Table(
        squad(BISON["mech"][0], {**BISON["mech"][0], "name": "Twin"}), squad(HERON["mech"][0], WOLF["mech"][0])
    )
    table.activate("1.1").attack("1.1", "2.1", "part[2]", "locomotor").dice(2, 10, NO)
    table.dice("Shock Fist at Diesel Block", 2, 5, NO, 1).done("1.1")
    turns(table, "2.1").activate("1.2").attack("1.2", "2.1", "part[2]", "locomotor").dice(2, 10, NO)
    assert not table.state.steps
    table.done("1.2")
    turns(table, "2.2").move(0, "next-round")
    assert table.state.units["2.1"].links == {}


@pytest.mark.parametrize(("option", "asked"), [("in-play", True), ("unharmed", False)])
def test_a_ruling_says_whether_who_lost_a_part_strikes_back(option, asked):
    table = Table(rulings={"counter-attack-when": option}).activate("1.1")
    table.attack("1.1", "2.1", "part[2]", "part[0]").dice(9, 1, NO, NO, 1)
    assert table.value("2.1", "part[0]") == 2
    assert bool(table.state.steps) == asked


def test_nobody_strikes_back_without_speed_or_blade_or_from_out_of_play():
    legless = Table().activate("1.1").attack("1.1", "2.1", "part[2]", "locomotor").dice(9, 1, NO, NO, 1)
    assert legless.value("2.1", "locomotor") == 3 and not legless.state.steps
    bladeless = Table().activate("1.1").attack("1.1", "2.1", "part[2]", "part[1]").dice(9, 1, NO, NO, 1)
    assert bladeless.value("2.1", "part[1]") == 2 and not bladeless.state.steps
    bottled = Table().activate("1.1").attack("1.1", "2.1", "part[2]", "part[0]").dice(9, 1, NO, NO, 10, NO)
    assert bottled.out("2.1") and not bottled.state.steps


# Triggers.


def test_a_trigger_works_at_once_in_anybodys_turn_and_leaves_play_when_that_turn_ends():
    table = Table(BISON, squad(SKIMMER)).activate("1.1")
    assert "trigger" in table.names(1)
    table.move(1, "trigger", unit="2.1", track="trigger:locomotor.attached[0]")
    assert table.inputs("1.1", "2.1", "part[1]", "locomotor")["armour"] == 1 + 3
    table.done("1.1")
    assert table.value("2.1", "trigger:locomotor.attached[0]") == 2
    assert table.inputs("1.1", "2.1", "part[1]", "locomotor")["armour"] == 1
    assert "trigger" not in table.names(1)


@pytest.mark.parametrize(("option", "after"), [("turn", 2), ("own-turn", 1)])
def test_a_ruling_says_whose_turn_ends_a_trigger(option, after):
    table = Table(BISON, squad(SKIMMER), rulings={"trigger-until": option}).activate("1.1")
    table.move(1, "trigger", unit="2.1", track="trigger:locomotor.attached[0]").done("1.1")
    assert table.value("2.1", "trigger:locomotor.attached[0]") == after
    assert turns(table, "2.1").value("2.1", "trigger:locomotor.attached[0]") == 2


def test_the_target_is_asked_for_triggers_that_matter_before_the_roll():
    table = Table(BISON, squad(SKIMMER)).activate("1.1").attack("1.1", "2.1", "part[1]", "cockpit")
    assert table.owed.wants == "faces"  # its launchers are on the Locomotor
    table = Table(BISON, squad(SKIMMER)).activate("1.1").attack("1.1", "2.1", "part[1]", "locomotor")
    assert (table.owed.seat, table.owed.throw.answers) == (1, ("no", "Smoke Launchers"))
    assert table.dice("Smoke").state.steps[0].inputs["armour"] == 4


@pytest.mark.parametrize(("option", "seats"), [("active-first", [1]), ("answered", [1, 0])])
def test_a_ruling_says_whether_the_attacker_may_answer_a_trigger(option, seats):
    table = Table(squad(GUARD), squad(SKIMMER), rulings={"trigger-order": option}).activate("1.1")
    table.attack("1.1", "2.1", "part[0]", "locomotor")
    asked = []
    while table.owed.wants == "choice":
        asked.append(table.owed.seat)
        table.dice(NO)
    assert asked == seats


def test_a_reserve_brings_a_mech_out_of_low_power_until_it_leaves_play():
    table = Table(squad(GUARD), BISON).activate("1.1").mark("1.1", "part[3]", 1)  # the Fuel Cell of 2
    assert "Low Power" in table.conditions("1.1")
    table.move(0, "trigger", unit="1.1", track="trigger:part[2].attached[0]")
    assert "Low Power" not in table.conditions("1.1")
    assert "Low Power" in table.done("1.1").conditions("1.1")


# Weight.


def test_an_overweight_mech_is_overloaded_once():
    table = Table(BISON, squad(TOO_HEAVY))
    assert table.value("2.1", "weight-damage") == table.value("2.1", "locomotor") == 1
    assert "Speed 4" in table.conditions("2.1")
    assert turns(table, "1.1", "2.1").value("2.1", "weight-damage") == 1
    assert Table(BISON, squad(SKIMMER)).value("2.1", "weight-damage") == 0


def test_a_locomotor_that_its_own_weight_destroys_calls_for_a_bottle_test():
    table = Table(BISON, squad(SKIMMER)).mark("2.1", "weight", 1)
    assert table.value("2.1", "locomotor") == 1 and not table.state.steps
    table.mark("2.1", "weight", 2)  # DT 2
    assert table.value("2.1", "locomotor") == 2
    assert (table.owed.seat, table.owed.throw.why) == (1, "Bottle Test")
    assert table.dice(6, NO).out("2.1") == "out of play: its Pilot bottled"  # FO 5
    diceless = Table(BISON, squad(SKIMMER), rulings={"dice": "diceless"}).mark("2.1", "weight", 2)
    assert diceless.news[-1] == "Skimmer: Bottle Test passed."


@pytest.mark.parametrize(("option", "left"), [("game", 2), ("round", 0)])
def test_a_ruling_says_how_long_the_weight_of_a_gravity_field_lasts(option, left):
    table = Table(squad(CASTER), HERON, rulings={"gravity-lasts": option}).activate("1.1")
    table.attack("1.1", "2.1", "part[0]", "part[3]").dice(3, 1, NO, NO)  # 1 + 2 + 3 against 4 + 1 + 1: gap 0, 1 damage
    assert (table.value("2.1", "weight"), table.value("2.1", "part[3]")) == (2, 1)
    turns(table.done("1.1"), "2.1").move(0, "next-round")
    assert table.value("2.1", "weight") == left


@pytest.mark.parametrize(("option", "suffered"), [("before", 1), ("after", 0)])
def test_a_ruling_says_whether_what_a_gravity_field_destroys_still_weighs(option, suffered):
    """The Heron has 1 to spare, the field adds 2, and the Battery Bank weighs 2."""
    table = Table(squad(CASTER), HERON, rulings={"gravity-weighed": option}).activate("1.1")
    table.attack("1.1", "2.1", "part[0]", "part[3]").dice(5, 1, NO, NO, 1)  # gap 2, 3 damage at DT 2
    assert (table.value("2.1", "part[3]"), table.value("2.1", "weight-damage")) == (2, suffered)


@pytest.mark.parametrize(("option", "evades"), [("kept", True), ("lost", False)])
def test_a_ruling_says_whether_an_evade_outlasts_the_locomotor(option, evades):
    table = Table(first=1, rulings={"no-speed-gained": option})
    table.activate("2.1").act("evade", "2.1").done("2.1")
    table.mark("2.1", "locomotor", 3).activate("1.1")
    table.attack("1.1", "2.1", "part[1]", "part[3]").dice(5, 4)  # 8 against 5, and 4 more where it counts
    assert ("a miss" in table.owed.throw.notes[0]) == evades


# Events.


def with_event(name, *squads, **rulings):
    return Table(*squads, rulings=rulings, events="cards").dice(name)


def test_an_event_is_asked_for_at_the_beginning_and_in_each_round():
    table = Table(events="cards")
    assert (table.owed.seat, table.owed.wants) == (0, "choice") and "Earthquake" in table.owed.throw.answers
    table.dice("Dust Storm")
    assert table.state.events == ("dust-storm",) and "Apply what it says" in table.news[0]
    turns(table, "1.1", "2.1").move(0, "next-round")
    assert table.owed.wants == "choice" and table.dice("another").state.events == ("other",)


def test_an_event_that_players_apply_stands_beside_every_mech_and_what_was_said_for_it_ends_with_the_round():
    table = Table(events="cards").dice("Tail Wind")
    assert all("Event: Tail Wind" in table.conditions(unit) for unit in ("1.1", "2.1"))
    table.move(0, "said", unit="1.1", target="2.1", said={"speed": 1})
    turns(table, "1.1", "2.1").move(0, "next-round")
    assert table.state.pairs == {}
    table.dice("Earthquake").move(0, "said", unit="1.1", target="2.1", said={"speed": 1})
    assert not any("Event" in words for words in table.conditions("1.1"))
    turns(table, *("1.1", "2.1")[:: 1 if table.state.turn == 0 else -1]).move(0, "next-round")
    assert table.state.pairs == {"1.1>2.1": {"speed": 1}}


def test_two_events_may_be_in_force_at_once():
    table = Table(events="two-at-once").dice("Tail Wind", "Earthquake")
    assert table.conditions("1.1") == ["Speed 1", "AC 2", "Event: Tail Wind"] and table.owed.wants == "move"
    turns(table, "1.1", "2.1").move(0, "next-round")
    assert table.state.events == () and "Speed 2" in table.conditions("1.1")


@pytest.mark.parametrize(("option", "speeds"), [("up", ("Speed 1", "Speed 3")), ("down", ("Speed 1", "Speed 2"))])
def test_an_earthquake_halves_speed_but_of_hover(option, speeds):
    runner = {**HERON["mech"][0], "locomotor": "reverse-joint-legs", "cockpit": "scout-cab"}  # Speed 5
    table = with_event("Earthquake", BISON, squad(runner, SKIMMER), **{"halved-speed": option})
    assert speeds[0] in table.conditions("1.1") and speeds[1] in table.conditions("2.1")
    assert "Speed 5" in table.conditions("2.2")
    fissure = with_event("Earth Fissure", BISON, squad(runner, SKIMMER), **{"halved-speed": option}).dice([2], [2, 2])
    assert speeds[1] in fissure.conditions("2.2")


def test_a_mech_falls_into_an_earth_fissure_on_a_1_alone():
    table = with_event("Earth Fissure", squad(BISON["mech"][0], WOLF["mech"][0]), HERON).dice([1, 2], NO, [2])
    assert table.out("1.1") == "out of play: fell into the fissure" and not table.out("1.2") and not table.out("2.1")


@pytest.mark.parametrize(("option", "asked"), [("yes", True), ("no", False)])
def test_a_pilot_may_roll_the_die_of_an_event_again_by_the_ruling(option, asked):
    table = with_event("Earth Fissure", BISON, HERON, **{"event-re-roll": option}).dice([1])
    assert (table.owed.wants == "choice") == asked and bool(table.out("1.1")) != asked
    if asked:
        table.dice("yes")
        assert (table.owed.seat, table.value("1.1", "re-rolls")) == (0, 0)
        assert not table.dice([2], [2]).out("1.1") and not table.state.steps
        again = with_event("Earth Fissure", BISON, HERON).dice([1], "yes", [1])
        assert again.out("1.1") == "out of play: fell into the fissure" and again.owed.wants == "faces"
        assert with_event("Earth Fissure", BISON, HERON).dice([1], NO).out("1.1")


@pytest.mark.parametrize(("option", "now", "later"), [("round", 1, 0), ("game", 1, 1), ("by-hand", 0, 0)])
def test_an_ecm_minefield_stops_power_plants_on_an_8_by_the_ruling(option, now, later):
    table = with_event("ECM Minefield", BISON, HERON, **{"ecm-minefield": option})
    if now:
        table.dice([7], [8], NO)
    assert [table.value(unit, "power-out") for unit in ("1.1", "2.1")] == [0, now]
    assert ("Low Power" in table.conditions("2.1")) == bool(now)
    turns(table, "1.1", "2.1").move(0, "next-round")
    assert table.value("2.1", "power-out") == later


# Whose Turn, and the end.


def test_turns_go_to_the_left_without_those_who_have_nobody_left_to_activate():
    table = Table(squad(BISON["mech"][0], WOLF["mech"][0]), HERON, squad(SKIMMER))
    for unit, turn in (("1.1", 1), ("2.1", 2), ("3.1", 0), ("1.2", None)):
        assert turns(table, unit).state.turn == turn


@pytest.mark.parametrize(("option", "turn"), [("left", 0), ("same", 1)])
def test_a_ruling_says_who_begins_a_later_round(option, turn):
    table = Table(
        squad(BISON["mech"][0]), squad(HERON["mech"][0], WOLF["mech"][0]), first=1, rulings={"round-first": option}
    )
    turns(table, "2.1", "1.1", "2.2").move(0, "next-round")
    assert table.state.turn == turn


@pytest.mark.parametrize(("option", "order"), [("in-turns", [0, 2, 1, 3]), ("to-the-left", [0, 1, 2, 3])])
def test_teams_take_it_in_turns_by_the_ruling(option, order):
    table = Table(BISON, HERON, WOLF, squad(SKIMMER), teams="first-two", rulings={"team-order": option})
    found = []
    for _ in range(4):
        found.append(table.state.turn)
        turns(table, f"{table.state.turn + 1}.1")
    assert found == order


def test_a_team_wins_together_and_does_not_fire_at_its_own():
    table = Table(BISON, HERON, WOLF, teams="first-two").activate("1.1")
    assert not table.offers("1.1", "2.1") and table.offers("1.1", "3.1")
    table.mark("2.1", "cockpit", 2)
    assert table.table.tracker.result(table.state) is None
    table.mark("3.1", "cockpit", 3)
    assert table.table.tracker.result(table.state).winners == (0, 1)


@pytest.mark.parametrize(("option", "winners"), [("draw", ()), ("active", (0,))])
def test_a_ruling_says_who_wins_when_all_are_out_at_once(option, winners):
    table = with_event("Earth Fissure", BISON, HERON, **{"all-out": option}).dice([1], NO, [1], NO)
    assert table.table.tracker.result(table.state).winners == winners


def test_lone_wolves_fight_everyone_whatever_teams_were_chosen():
    table = Table(BISON, HERON, WOLF, teams="first-two", rulings={"variant": "lone-wolves"}).activate("1.1")
    assert table.offers("1.1", "2.1") and table.offers("1.1", "3.1")
    assert table.done("1.1").state.turn == 1


def test_quick_death_a_player_is_out_with_the_hero_and_not_with_another():
    pair = squad(BISON["mech"][0], WOLF["mech"][0])
    table = Table(pair, squad(HERON["mech"][0], SKIMMER), begun=False, rulings={"variant": "quick-death"})
    table.move(0, "begin").dice("Sniper Wolf", "Iron Heron", 10, 1)
    table.mark("1.1", "cockpit", 3)
    assert not table.out("1.2") and table.table.tracker.result(table.state) is None
    table.activate("1.2")
    table.attack("1.2", "2.1", "part[0]", "cockpit").dice([10, 10], 1, NO)
    assert table.out("2.2") == "out of play: its Hero is gone"
    assert table.table.tracker.result(table.state).winners == (0,)


@pytest.mark.parametrize(("distance", "ended"), [(5, True), (6, False)])
def test_a_race_adds_the_speed_of_the_active_mech_at_the_end_of_its_turn(distance, ended):
    table = Table(squad(SKIMMER), HERON, rulings={"variant": "race"}, distance=distance)
    turns(table, "1.1")
    assert (table.value("1.1", "distance"), table.value("2.1", "distance")) == (5, 0)
    result = table.table.tracker.result(table.state)
    assert (result is not None) == ended and (not ended or result.winners == (0,))


def test_nobody_travels_in_low_power_or_without_a_locomotor_and_then_the_last_one_wins():
    table = Table(squad(SKIMMER), HERON, rulings={"variant": "race"})
    table.mark("1.1", "part[2]", 2).mark("2.1", "locomotor", 3)
    turns(table, "1.1", "2.1")
    assert (table.value("1.1", "distance"), table.value("2.1", "distance")) == (0, 0)
    table.move(0, "next-round")
    assert "Nobody can move any more: the last player with a Mech wins." in table.news


# Without dice.


def test_diceless_both_are_asked_how_many_re_rolls_they_spend_and_each_adds_one():
    table = Table(rulings={"dice": "diceless"})
    assert table.state.turn == 1  # 5 + 2 against 5 + 4
    turns(table, "2.1").activate("1.1").attack("1.1", "2.1", "part[1]", "part[3]")
    assert (table.owed.seat, table.owed.throw.answers) == (0, ("0", "1"))
    table.dice("1").dice("0")  # 2 + 1 + 5 + 1 against 4 + 1 + 5: a miss by one
    assert "misses" in table.news[0] and table.value("1.1", "re-rolls") == 0 and table.value("2.1", "re-rolls") == 1
    assert table.state.applied.changes[0].title == "Re-Rolls"


def test_diceless_the_attacker_chooses_which_roll_of_a_volley_a_re_roll_adds_to():
    """AC 0: Auto Rifle 5 + 1, Flame Thrower 5 + 1 + 1, against 5 + 1 without Speed: 2 + 1 and 1 + 3 + 1 damage."""
    table = Table(rulings={"dice": "diceless"}).mark("2.1", "locomotor", 3)
    turns(table, "2.1").activate("1.1").attack("1.1", "2.1", "part[1]+part[0]", "part[3]")
    assert table.owed.seat == 1  # who is losing decides first
    table.dice("0")
    assert (table.owed.seat, table.owed.throw.answers) == (0, ("0", "1 on Auto Rifle", "1 on Flame Thrower"))
    table.dice("1 on Flame Thrower")
    assert table.owed.seat == 1  # it has been raised: who is losing decides anew
    table.dice("0")
    assert table.state.applied.sentences[0].startswith("Copper Bison’s volley") and "8 damage" in table.news[0]
    assert (table.value("1.1", "re-rolls"), table.value("2.1", "re-rolls")) == (0, 1)


@pytest.mark.parametrize(("order", "seats"), [("loser", [1, 0]), ("attacker", [0, 1, 0]), ("attacker-once", [0, 1])])
def test_diceless_a_ruling_says_who_decides_about_re_rolls_and_how_often(order, seats):
    """The Auto Rifle hits: 5 + 2 + 1 against 5 + 1; the target spends its one Re-Roll, the attacker none."""
    table = Table(rulings={"dice": "diceless", "re-roll-order": order}).mark("2.1", "locomotor", 3)
    turns(table, "2.1").activate("1.1").attack("1.1", "2.1", "part[1]", "part[3]")
    asked = []
    while table.state.steps:
        asked.append(table.owed.seat)
        table.dice("01"[table.owed.seat])
    assert asked == seats and table.value("2.1", "re-rolls") == 0


def test_diceless_all_re_rolls_come_back_at_the_end_of_the_round_in_which_the_last_is_spent():
    table = Table(rulings={"dice": "diceless"})
    turns(table, "2.1", "1.1").mark("1.1", "re-rolls", 0).move(0, "next-round")
    assert table.value("1.1", "re-rolls") == 0
    turns(table, "2.1", "1.1").mark("2.1", "re-rolls", 0).move(0, "next-round")
    assert (table.value("1.1", "re-rolls"), table.value("2.1", "re-rolls")) == (1, 1)


# Confirmed first, and by hand.


def test_an_outcome_is_applied_once_the_other_agrees_where_the_table_confirms():
    table = Table(outcomes="confirmed").activate("1.1").attack("1.1", "2.1", "part[1]", "part[3]").dice(9, 1, NO, NO, 1)
    assert table.owed.seat == 1 and table.owed.why.endswith("Apply it?") and table.value("2.1", "part[3]") == 0
    assert table.dice("apply").value("2.1", "part[3]") == 2
    left = Table(outcomes="confirmed").activate("1.1").attack("1.1", "2.1", "part[1]", "part[3]").dice(9, 1, NO, NO, 1)
    assert left.dice("leave").value("2.1", "part[3]") == 0


def test_a_bottle_test_outside_an_attack():
    table = Table().act("bottle-test", "2.1").dice(7, NO)
    assert table.out("2.1") == "out of play: its Pilot bottled"
    assert not Table().act("bottle-test", "2.1").dice(6).out("2.1")


def test_the_activation_of_a_mech_that_goes_out_is_over():
    table = charged().dice("Shock Fist at Standard Cockpit", 10, 1, NO)
    assert table.out("1.1") and table.state.active == "" and table.state.units["1.1"].has_acted


def test_a_correction_of_anothers_record_asks():
    table = Table().do(play.correct, 0, "2.1/cockpit", 1)
    assert table.table.proposal and table.value("2.1", "cockpit") == 0
    assert table.do(play.agree, 1).value("2.1", "cockpit") == 1


# Cards of packs, unfinished Mechs, what players say.

ROCKETS = {
    "title": "Rockets",
    "weapon": [
        {
            "id": "one-shot",
            "name": "One Shot",
            "rules": ["Trigger"],
            "ar": 1,
            "dt": 2,
            "we": 1,
            "pc": 0,
            "pe": 3,
            "do": 3,
        }
    ],
}


def rocketeer(*others):
    parts = [{"card": "one-shot", "slot": "1,1"}, *others, {"card": "gas-turbine", "slot": "2,1"}]
    made = {"name": "Rocketeer", "locomotor": "strider-legs", "cockpit": "scout-cab", "pilot": "ranger", "part": parts}
    return {**squad(made), "pack": [ROCKETS]}


@pytest.mark.parametrize(("others", "out"), [((), "out of play: it has no Weapon left"), (("auto-rifle",), "")])
def test_a_weapon_with_trigger_leaves_play_without_a_bottle_test_and_with_the_mech_if_it_was_the_last(others, out):
    parts = [{"card": card, "slot": "1,3"} for card in others]
    table = Table(rocketeer(*parts), HERON).activate("1.1")
    table.move(0, "trigger", unit="1.1", track="trigger:part[0]")
    assert "part[0]>cockpit" in table.offers("1.1", "2.1") and not table.out("1.1")
    table.done("1.1")
    assert table.out("1.1") == out and not table.state.steps


def test_a_build_with_a_card_that_nobody_here_knows_is_refused():
    with pytest.raises(InvalidInput, match="one-shot"):
        Table({**rocketeer(), "pack": []}, HERON)


def test_an_unfinished_mech_is_in_play_as_it_was_built():
    table = Table(BISON, HULLS)
    assert not table.out("2.1") and not table.out("2.2")
    assert table.mark("2.1", "cockpit", 2).out("2.1") == "out of play: its Cockpit is gone"


def test_a_squad_that_does_not_fit_the_variant_is_said_and_played():
    table = Table(squad(BISON["mech"][0], SKIMMER), HERON, begun=False, rulings={"variant": "lone-wolves"})
    assert "game of Lone Wolves" in table.move(0, "begin").news[1]


def test_what_players_say_of_two_mechs_changes_the_roll_and_is_remembered():
    table = Table().activate("1.1")
    table.move(0, "said", unit="1.1", target="2.1", said={"accuracy": -1, "speed": 3})
    offer = table.offers("1.1", "2.1")["part[1]>cockpit"]
    assert (offer.inputs["accuracy"], offer.inputs["speed"]) == (1, 7) and "-1 as said" in offer.applied
    assert table.offers("1.1", "2.1")["part[2]>cockpit"].inputs["target_speed"] == 7


def test_every_ruling_but_the_variant_and_that_of_prints_may_change_during_play():
    assert set(RULINGS) == {ruling.id for ruling in GAME.rulebook.ruling} - {"variant", "standee-base"}


def test_equal_names_say_whose_they_are():
    table = Table(BISON, BISON)
    assert [table.records.name(unit) for unit in table.state.units] == [
        "Copper Bison of seat 1",
        "Copper Bison of seat 2",
    ]
