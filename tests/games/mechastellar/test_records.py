"""MechaStellar at the table: sheets of single units, the rulebook's combat example, statuses and what ends them."""

import pytest

from companion.base.findings import InvalidInput
from companion.games.mechastellar import GAME
from companion.play import acts as play
from companion.verbs.tables import open_table, set_up
from tests.games.mechastellar.fights import BROUGHT, Fight, Found, in_turn


def henry_and_kara():
    """Return the combat example up to Kara's save dice: he has fired, and charges her."""
    fight = in_turn(["jet-black-lancer"], ["kara-cimarrone"])
    fight.do("attack 1.1 2.1 w0 distance=10", "say Guard", "roll 1 1 4 4 5 9", "say none", "say none")
    assert fight.value("2.1/hp") == 3500  # two criticals and three hits are 7, her shield and Guard block 4: 600 DMG
    return fight


HENRY = ("say 7 attack", "say Counter", "say 1 attack", "roll 1 2 3 4 5 7 10", "roll 3 8", "say none", "roll 5 7 10 10")


def test_the_combat_example_as_printed_without_the_hit_of_focus():
    fight = henry_and_kara()
    fight.do("attack 1.1 2.1 w1 distance=10", *HENRY)
    assert fight.value("1/momentum") == 4
    assert fight.value("owed") == "1 hit gets through: Skill Defense?"  # 8 hits, 4 blocks of dice and 3 of her shield
    fight.do("say negate 1", "roll 10", "say negate 3")
    assert (fight.value("1/momentum"), fight.value("2/momentum")) == (1, 2)
    assert (fight.value("1.1/hp"), fight.value("2.1/hp")) == (3700, 3500)
    retreat(fight)


def retreat(fight):
    """Kara disengages for 2 Momentum, goes Full Throttle and fires; Henry evades three of four shots."""
    fight.do("done", "activate 2.1", "skill 2.1 skill=disengage-attack", "throttle 2.1")
    assert fight.value("2/momentum") == 0 and fight.value("1.1>engaged") == fight.value("2.1>engaged") == ""
    fight.do("attack 2.1 1.1 w0 distance=24", "say Dodge", "roll 4 7 8 9", "say none")
    assert fight.value("owed") == "1 hit gets through: Skill Defense?"  # by the ruling evaded-example
    fight.do("say negate 1")
    assert (fight.value("1/momentum"), fight.value("1.1/hp")) == (0, 3700)
    fight.do("done", "next", "roll 3", "roll 8")
    assert fight.value("owed") == "Round 2: go first or second?"


def test_the_combat_example_with_the_hit_of_focus_as_the_ruling_has_it():
    fight = henry_and_kara()
    fight.do("focus 1.1", "attack 1.1 2.1 w1 distance=10", *HENRY)
    assert fight.value("owed") == "2 hits get through: Skill Defense?"  # 9 hits: one Momentum makes 8 blocks
    fight.do("say negate 1", "roll 9")
    assert fight.value("owed") == "counter-attacker's attack dice"
    fight.do("roll 10", "say negate 3")
    assert (fight.value("1/momentum"), fight.value("2/momentum")) == (1, 2)
    assert fight.value("2.1/hp") == 3500 - 400 - 1000  # the ninth hit, and a Finishing Blow: nothing came back
    assert "Jet Black Lancer strikes a Finishing Blow." in fight.log


def test_an_entry_of_three_is_three_units_with_tracks_of_their_own():
    fight = in_turn(["argonaut"], [{"profile": "green-viking", "count": 3}])
    sheets = fight.records().sheets
    assert [sheets[unit].name for unit in ("2.1", "2.2", "2.3")] == [
        "Green Viking 1",
        "Green Viking 2",
        "Green Viking 3",
    ]
    fight.do("attack 1.1 2.2 w0", "say neither", "roll 3 9 9", "say none", "roll 9")
    assert [fight.value(f"2.{n}/hp") for n in (1, 2, 3)] == [800, 300, 800]


@pytest.mark.parametrize(
    ("modules", "hp"), [((), 800), (("gritty",), 1600), (("srw",), 1600), (("gritty", "srw"), 1600)]
)
def test_modules_double_the_hp(modules, hp):
    assert Fight(["green-viking"], ["zodiac"], modules=modules).value("1.1/hp") == hp


def test_the_ruling_doubles_hp_by_each_module():
    fight = Fight(["green-viking"], ["zodiac"], modules=["gritty", "srw"], rulings={"both-modules": "twice"})
    assert fight.value("1.1/hp") == 3200


def test_momentum_starts_by_the_larger_list_or_the_size_that_was_asked_for():
    assert Fight(["zodiac"], ["longbow"], size=1000).value("1/momentum") == 5
    assert Fight(["zodiac"], ["longbow"], options={"size": 1501}).value("2/momentum") == 9


def test_a_sentence_names_attacker_weapon_target_and_what_is_left():
    fight = in_turn(["argonaut"], [{"profile": "dervish", "count": 2}])
    fight.do("attack 1.1 2.2 w0", "say neither", "roll 3 9 9", "say none", "roll 9")
    assert fight.news == ("Argonaut’s Cannon hits Dervish 2 once: 500 damage, 1,000 HP left.",)
    changes = [(change.unit, change.title, change.before, change.after) for change in fight.state.applied.changes]
    assert changes == [("2.2", "HP", "1500", "1000")]


def test_units_of_one_name_on_both_sides_are_told_apart_by_their_players():
    fight = in_turn(["argonaut"], ["argonaut"])
    fight.do("attack 1.1 2.1 w0", "say neither", "roll 3 9 9", "say none", "roll 9")
    assert fight.news == ("Argonaut of seat 1’s Cannon hits Argonaut of seat 2 once: 500 damage, 1,500 HP left.",)


def test_the_winner_of_the_initiative_may_go_second():
    fight = Fight(["zodiac"], ["longbow"])
    fight.do(
        "activate 1.1", "done", "activate 2.1", "done", "next", "roll 4", "roll 4", "roll 7", "roll 2", "say go second"
    )
    assert fight.value("turn") == 1 and "Seat 1 wins the initiative." in fight.log


def test_a_focus_counts_for_the_next_attack_alone():
    fight = in_turn(["argonaut"], ["longbow"])
    fight.do("focus 1.1")
    assert Found(fight)["input bonus_hits w1 1.1 2.1"] == 2  # 200 DMG or less
    assert Found(fight)["input bonus_hits w0 1.1 2.1"] == 1
    fight.do("attack 1.1 2.1 w0", "say neither", "roll 9 9 9")
    assert fight.value("1.1/focus") == 0 and Found(fight)["input bonus_hits w1 1.1 2.1"] == 0


def test_full_throttle_is_once_a_turn_and_an_action():
    fight = in_turn(["argonaut"], ["longbow"]).do("throttle 1.1")
    assert (fight.value("1.1/actions"), fight.value("1.1/throttle")) == (1, 1)
    assert Found(fight)["can 1 throttle"] == "warned"


@pytest.mark.parametrize(("rounds", "cost"), [(3, 1), (4, 0)])
def test_accelerate_is_free_from_round_4(rounds, cost):
    fight = Fight(["zodiac"], ["longbow"]).do(f"set round {rounds}", "activate 1.1", "skill 1.1 skill=accelerate")
    assert (fight.value("1/momentum"), fight.value("1.1/throttle")) == (3 - cost, 1)


def test_a_stunned_unit_rolls_at_the_end_of_its_turn_or_by_ruling_at_its_beginning():
    fight = Fight(["zodiac"], ["longbow"]).do("set 1.1/stun 2")
    assert fight.records() and Found(fight)["1.1/stun"] == 2
    fight.do("activate 1.1")
    assert fight.value("1.1/actions") == 0
    fight.do("done", "roll 2 5 7")
    assert (fight.value("1.1/stun"), fight.value("turn")) == (0, 1)
    early = Fight(["zodiac"], ["longbow"], rulings={"stun-timing": "start"})
    early.do("set 1.1/stun 2", "activate 1.1", "roll 2 4 7")
    assert (early.value("1.1/stun"), early.value("1.1/actions")) == (1, 0)


def test_a_unit_with_less_than_0_actions_is_shut_down_and_evades_nothing():
    fight = in_turn(["argonaut"], ["dervish"]).do("set 2.1/stun 2")
    tracker = fight.table.tracker
    assert "Shut down" in tracker.rules.conditions(fight.records(), "2.1")
    assert Found(fight)["input evade w0 1.1 2.1"] == 0 and Found(fight)["input bonus_crits w0 1.1 2.1"] == 1
    fight.do("set 2.1/stun 1")
    assert Found(fight)["input evade w0 1.1 2.1"] == 4


def test_failed_saves_against_stun_take_actions_and_a_super_robot_may_lose_power():
    fight = in_turn(["blue-djinn"], ["iron-castle"])
    fight.do("attack 1.1 2.1 w3 distance=6", "say neither", "roll 4 4 9", "say none", "roll 1 1")
    assert fight.value("owed") == "Iron Castle is stunned: lose what?"
    fight.do("say lose 1 actions and 1")
    assert (fight.value("2.1/stun"), fight.value("2.1/power")) == (1, 0)


def test_tear_through_gives_a_bonus_attack_and_a_last_one_where_it_destroys():
    fight = Fight(["white-asura"], [{"profile": "green-viking", "count": 3}])
    fight.do("set round 2", "set 2.1/hp 100", "activate 1.1", "skill 1.1 skill=tear-through-0")
    assert fight.value("1/momentum") == 1 and fight.value("1.1/bonus") == 1
    fight.do("attack 1.1 2.2 w0", "say neither", "roll 9 9 9 9 9", "say none", "roll 9")  # a free Focus hits
    assert fight.value("1.1/bonus") == 1 and Found(fight)["offer w0 1.1 2.1"] == "yes"
    fight.do("attack 1.1 2.1 w0", "say neither", "roll 3 9 9 9 9", "say none", "roll 9")
    assert fight.value("2.1/out") == "destroyed" and fight.value("1.1/bonus") == 2
    fight.do("attack 1.1 2.2 w0", "say neither", "roll 9 9 9 9 9")
    assert fight.value("1.1/bonus") == 0 and Found(fight)["offer w0 1.1 2.3"] == "warned"


def test_overwatch_comes_before_the_clash_and_a_destroyed_charger_does_not_strike():
    fight = in_turn(["zodiac"], ["dervish"]).do(
        "set 1.1/hp 100", "attack 1.1 2.1 w0 distance=8", "say fire Machine Cannon"
    )
    fight.do("roll 1 9 9", "say none")
    assert fight.value("1.1/out") == "destroyed" and not fight.state.steps and fight.value("2.1/hp") == 1500
    assert fight.value("2/momentum") == 4


def test_nobody_fires_overwatch_at_an_attack_from_behind_or_while_in_melee():
    fight = in_turn(["zodiac"], ["dervish"]).do("attack 1.1 2.1 w0 distance=8 behind=true")
    assert fight.value("owed") == "The attacker splits 8 dice."


def test_a_weapon_that_pushes_parts_both_and_gives_no_counter_attack():
    fight = in_turn([{"profile": "green-viking"}], ["argonaut"])
    fight.do(
        "attack 1.1 2.1 w3 distance=4", "say hold", "say 5 attack", "say neither", "say 5 attack", "roll 5 5 5 5 5"
    )
    fight.do("say none")
    assert fight.value("1.1>engaged") == fight.value("2.1>engaged") == ""
    assert fight.value("2.1/hp") < 2000 and fight.value("1.1/hp") == 800


def test_a_high_speed_attack_with_a_close_combat_weapon_gains_a_critical():
    fight = in_turn(["voltlion"], ["zodiac"])
    assert Found(fight)["input bonus_crits w1 1.1 2.1 distance=8"] == 0
    fight.do("throttle 1.1")
    fight.move(0, "mark", unit="1.1", track="fast", value=1)
    assert Found(fight)["input bonus_crits w1 1.1 2.1 distance=8"] == 1
    assert Found(fight)["input pen w1 1.1 2.1 distance=8"] == 6  # 4P and two more


def test_power_costs_1_then_2_for_the_same_upgrade_and_comes_back_with_the_round():
    fight = in_turn(["thunder-marshal"], ["zodiac"]).do("power 1.1 upgrade=damage", "power 1.1 upgrade=damage")
    assert fight.value("1.1/power") == 0
    plain = in_turn(["thunder-marshal"], ["zodiac"])
    more = Found(fight)["input damage w0 1.1 2.1"] - Found(plain)["input damage w0 1.1 2.1"]
    assert more == 200
    fight.do("done", "activate 2.1", "done", "next")
    assert fight.value("1.1/power") == 3


def test_havoc_in_melee_adds_hits_and_pen_for_the_round():
    fight = in_turn(["tide-horror"], ["zodiac"])
    before = [Found(fight)[f"input {name} w1 1.1 2.1 distance=4"] for name in ("bonus_hits", "pen")]
    fight.do("havoc 1.1 upgrade=impact", "havoc 1.1 upgrade=impact")
    after = [Found(fight)[f"input {name} w1 1.1 2.1 distance=4"] for name in ("bonus_hits", "pen")]
    assert [now - then for now, then in zip(after, before, strict=True)] == [2, 2]


def test_remote_fire_takes_momentum_instead_of_an_action():
    fight = in_turn(["laughing-joker"], ["zodiac"]).do("attack 1.1 2.1 w1/remote", "say neither", "roll 9 9 9 9 9")
    assert (fight.value("1/momentum"), fight.value("1.1/actions")) == (1, 1)


def test_battle_damage_breaks_a_shield_first_then_what_the_attacker_chooses():
    fight = in_turn(["argonaut"], ["blue-djinn"], modules=["battle-damage"])
    fight.do("attack 1.1 2.1 w0", "say neither", "roll 3 3 9", "say none", "say none", "roll 1", "say none", "roll 5")
    assert fight.value("2.1/lost-1") == 1 and Found(fight)["input blocks w1 1.1 2.1"] == 0


def test_a_broken_camera_lowers_accuracy_and_lets_enemies_come_from_behind():
    fight = in_turn(["argonaut"], ["zodiac"], modules=["battle-damage"]).do("set 1.1/camera 3", "set 2.1/camera 1")
    assert Found(fight)["input accuracy w0 1.1 2.1"] == 6
    assert Found(fight)["input bonus_crits w0 1.1 2.1 distance=16"] == 1
    assert Found(fight)["input bonus_crits w0 1.1 2.1 distance=17"] == 0
    assert Found(fight)["input hit_on w2 1.1 2.1 distance=4"] == 8


def test_a_ship_within_sensors_loses_a_weapon_instead_of_1000_hp():
    fight = in_turn(["lunar-ravager"], ["musarl-cruiser"])
    fight.do(
        "attack 1.1 2.1 w0 distance=6", "say neither", "roll 4 9", "say none", "roll 2", "say lose the Triple Turret"
    )
    assert fight.value("2.1/lost-0") == 1
    damage = 10000 - fight.value("2.1/hp")
    far = in_turn(["lunar-ravager"], ["musarl-cruiser"])
    far.do("attack 1.1 2.1 w0 distance=20", "say neither", "roll 4 9", "say none", "roll 2")
    assert 10000 - far.value("2.1/hp") == damage + 1000


def test_a_won_outmaneuver_gives_blindside_by_three_and_a_lost_one_overwatch():
    fight = in_turn(["zodiac"], ["longbow"], modules=["stellar-warfare"], theatre="space")
    fight.do("attack 1.1 2.1 outmaneuver distance=8", "roll 5 5 5 5 1 1", "roll 5 1 1 1 1")
    assert fight.value("1.1/edge") == 2 and Found(fight)["input bonus_crits w1 1.1 2.1 distance=8"] == 1
    lost = in_turn(["zodiac"], ["hammerhead"], modules=["stellar-warfare"], theatre="space")
    lost.do("attack 1.1 2.1 outmaneuver distance=8", "roll 1 1 1 1 1 1 1", "roll 5 1 1 1 1")
    assert lost.state.steps[0].inputs["extra_shots"] == 3


def test_thrown_terrain_and_crashing_through():
    fight = in_turn(["dangerbear"], ["zodiac"])
    offers = fight.offers("1.1", "2.1", distance=16)
    assert offers["terrain"].known == ("5 shots", "DMG 200") and offers["crash"].known == ("5 shots", "DMG 300")
    assert fight.offers("1.1", "2.1", distance=17)["terrain"].why_not
    fight.do("attack 1.1 2.1 terrain distance=16", "say neither", "roll 3 9 9 9 9")
    assert fight.value("1.1/actions") == 1


def test_a_list_that_cannot_be_read_is_refused_with_its_place():
    table = open_table(GAME, set_up(GAME, BROUGHT.seed, {}))
    table = play.sit(table, BROUGHT, 0, "Anna", "00")
    build = {"game": "mechastellar", "unit": [{"profile": "no such unit"}]}
    with pytest.raises(InvalidInput, match=r"build: unit\[0\].profile"):
        play.move(table, BROUGHT, 0, "build", {"build": build})


def test_the_battle_begins_once_both_sides_have_units():
    table = open_table(GAME, set_up(GAME, BROUGHT.seed, {}))
    for seat in (0, 1):
        table = play.sit(table, BROUGHT, seat, "Anna", "00")
    build = {"game": "mechastellar", "unit": [{"profile": "zodiac"}]}
    table = play.move(table, BROUGHT, 0, "build", {"build": build})
    assert "begin" not in {move.name for move in table.tracker.moves(table.view(0), 0)}
    table = play.move(table, BROUGHT, 1, "build", {"build": build})
    assert "begin" in {move.name for move in table.tracker.moves(table.view(0), 0)}


@pytest.mark.parametrize(("face", "stands"), [(5, True), (4, False)])
def test_cover_that_blocked_a_shot_may_be_destroyed(face, stands):
    fight = in_turn(["argonaut"], ["dervish"]).do(
        "attack 1.1 2.1 w0 distance=16 cover=true", "say neither", "roll 3 9 9"
    )
    assert fight.value("owed") == "the terrain survives on 5 or more"  # DMG 500
    fight.do(f"roll {face}")
    assert fight.state.pairs.get("1.1>2.1", {}).get("cover", False) == stands


def test_cover_that_blocked_nothing_is_not_rolled_for():
    fight = in_turn(["argonaut"], ["dervish"]).do(
        "attack 1.1 2.1 w0 distance=16 cover=true", "say neither", "roll 9 9 9"
    )
    assert not fight.state.steps


def test_a_table_that_confirms_asks_the_target_before_a_shot_counts_and_nobody_about_the_initiative():
    fight = Fight(["argonaut"], ["dervish"], options={"confirm": True}).do("activate 1.1", "attack 1.1 2.1 w0")
    fight.do("say neither", "roll 3 9 9", "say none", "roll 9")
    assert fight.value("owed").endswith("Apply it?") and fight.value("2.1/hp") == 1500
    fight.do("say apply")
    assert fight.value("2.1/hp") == 1000


def test_a_row_says_once_whom_a_unit_answers_and_fights():
    fight = in_turn(["argonaut"], ["dervish"])
    fight.do("attack 1.1 2.1 w0", "say neither", "roll 3 9 9", "say none", "roll 9")
    assert fight.value("2.1>return") == "1.1"
    conditions = fight.table.tracker.rules.conditions(fight.records(), "2.1")
    assert not [words for words in conditions if "Argonaut" in words], "its link says so already"


def destroyed_twice(*lines, **lists):
    """Return why a battle ended in which a unit of 30 points was destroyed, came back, and was destroyed again."""
    ends = {"battle-end": "rounds", "battle-rounds": "four"}
    fight = Fight(["zodiac", "green-viking"], ["longbow"], rulings=ends, **lists)
    fight.do("set round 4", "set 1.2/hp 0", *lines, "set 1.2/hp 0")
    fight.move(0, "pass")
    fight.move(1, "pass")
    fight.do("next")
    return fight.table.tracker.result(fight.state).why


def test_a_redeployed_unit_scores_again_and_one_that_an_event_returned_does_not():
    again = ("command 1 command=reinforcements", "say Green Viking")
    lists = {"modules": ["expanded-commands"], "commands": ["reinforcements"], "size": 1000}
    assert destroyed_twice(*again, **lists) == "Seat 1 destroyed 0 points, Seat 2 destroyed 60 points."
    lists = {"modules": ["climactic-events"], "event": ["bonds-that-transcend-time-and-space"]}
    assert destroyed_twice("event 1.2", **lists) == "Seat 1 destroyed 0 points, Seat 2 destroyed 30 points."


def test_a_unit_that_does_not_shoot_its_last_is_gone_with_the_turn():
    lists = {"modules": ["climactic-events"], "event": ["last-shooting"]}
    fight = Fight(["zodiac", "argonaut"], ["longbow"], first=1, **lists).do("set 1.1/hp 100", "activate 2.1")
    fight.do("attack 2.1 1.1 w0 distance=40", "say neither", "roll 1 1", "say none", "roll 9 9 9", "event 1.1")
    assert not fight.value("1.1/out") and fight.value("1.1/hp") == 0
    with pytest.raises(InvalidInput):
        fight.do("attack 1.2 2.1 w0 distance=20")
    fight.do("done")
    assert fight.value("1.1/out") == "destroyed"


def test_a_battle_ends_after_the_last_shot_of_the_last_unit_or_without_it_with_the_turn():
    lists = {"modules": ["climactic-events"], "event": ["last-shooting"], "rulings": {"battle-end": "points"}}
    killed = ("activate 2.1", "attack 2.1 1.1 w0 distance=16", "say neither", "roll 1", "say none", "roll 9 9")
    fight = Fight(["dervish"], ["longbow"], first=1, **lists).do("set 1.1/hp 100", *killed)
    tracker = fight.table.tracker
    assert tracker.result(fight.state) is None
    shot = fight.do("event 1.1", "attack 1.1 2.1 w0 distance=16", "say neither", "roll 9 9 9 9 9")
    assert tracker.result(shot.state).winners == (1,)
    fight = Fight(["dervish"], ["longbow"], first=1, **lists).do("set 1.1/hp 100", *killed, "done")
    assert tracker.result(fight.state).winners == (1,)
