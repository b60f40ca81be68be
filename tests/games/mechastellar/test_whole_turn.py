"""A whole turn: what the attacks of a plan do together, what it costs, and which way to spend comes first."""

from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.base.findings import InvalidInput
from companion.cli import main
from companion.data.documents import read_as
from companion.dice.odds import exact
from companion.games.mechastellar import GAME
from companion.games.mechastellar.analysis import whole_turn
from companion.games.mechastellar.analysis.lists import fighter
from companion.games.mechastellar.analysis.whole_turn import TurnResult, frontier
from companion.games.mechastellar.analysis.whole_turn.blows import Duel
from companion.games.mechastellar.analysis.whole_turn.inputs import WholeTurnInputs
from companion.games.mechastellar.analysis.whole_turn.plans import (
    SpendingLimits,
    TurnAttack,
    TurnPlan,
    TurnSpend,
    plans,
)
from companion.games.mechastellar.model import Profile
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.resolver.from_inputs import make_shoot
from companion.games.mechastellar.resolver.inputs import ShootInputs
from companion.games.mechastellar.rules import play
from companion.verbs.analyses import analysis_answer
from companion.verbs.matchups import matchup_answer, read_side
from tests.pairs import few_first, pairs_first

CONTEXT = GAME.context()


def answer(a, b, context=CONTEXT, **inputs):
    return analysis_answer(GAME, "whole-turn", {"a": a, "b": b, **inputs}, context)["answer"]


def duel(a, b, context=CONTEXT, **inputs):
    asked = read_as(WholeTurnInputs, {"a": a, "b": b, **inputs}, {"catalogue": context.catalogue})
    sides = (fighter(text, "", ("a", "mine"), context).profile for text in (asked.a, asked.b))
    return Duel(*sides, asked.circumstances(), context)


def spends(found):
    return [(way["momentum"], way["points"], way["once"]) for way in found["ways"]]


def given_of(way, weapon):
    return next(attack["roll"]["inputs"] for attack in way["attacks"] if attack["weapon"] == weapon)


def test_a_shot_and_a_skill_by_hand():
    # The Longbow fires twice at 10 + 1 - (4 + 1) = 6: faces 1 to 5 hit, and a hit of 700 DMG is all the Dune Runner has,
    # so three of four volleys destroy it. Bullseye adds a hit that nothing blocks.
    found = answer("longbow", "dune-runner", distance=40, momentum=1, wanted=76)
    assert [(way["momentum"], way["kill"], way["skill"]) for way in found["ways"]] == [
        (0, 0.75, ""),
        (1, 1.0, "Bullseye"),
    ]
    assert (found["enough"], found["complete"], found["hp"]) == (1, True, 700)
    assert answer("longbow", "dune-runner", distance=40, momentum=1, wanted=75)["enough"] == 0
    assert answer("longbow", "dune-runner", distance=40, momentum=0, wanted=76)["enough"] is None
    # Doubled it has 1,400: a critical (faces 1 and 2) or two hits (36 % and 9 %), or one hit (30 %) and a failed save
    # against PEN 6, of 1,000 DMG more, on five faces of ten.
    double = answer("longbow", "dune-runner", distance=40, momentum=0, double=True)["ways"][0]
    assert double["kill"] == pytest.approx(0.36 + 0.09 + 0.30 * 0.5)


def rolled(roll, left):
    """The chance of each amount of damage of a roll at a target with so many HP left, from all its dice."""
    kind = GAME.resolver(roll["resolver"])
    inputs = {name: value for name, value in roll["inputs"].items() if not name.startswith("from.")}
    odds, spread = exact(kind.make(read_as(kind.inputs, {**inputs, "hp": left}), CONTEXT)), {}
    for outcome, weight in odds.outcomes:
        spread[outcome["damage"]] = spread.get(outcome["damage"], 0) + Fraction(weight, odds.total)
    return spread


@settings(max_examples=2, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    a=st.sampled_from(["argonaut", "voltlion", "trident-drake", "white-asura", "polar-star", "oracle-mind"]),
    b=st.sampled_from(["dervish", "turtlerobo", "blue-djinn"]),
    distance=st.sampled_from([4, 12, 20]),
    left=st.sampled_from([None, 700]),
)
def test_the_figures_are_the_sum_of_the_rolls_it_leads_to(a, b, distance, left):
    found = answer(a, b, distance=distance, momentum=3, once=True, left=left)
    for way in found["ways"][-2:]:
        total = {0: Fraction(1)}
        for attack in way["attacks"]:
            sums = {}
            for before, p in total.items():
                for damage, q in rolled(attack["roll"], max(1, found["hp"] - before)).items():
                    after = min(found["hp"], before + damage)
                    sums[after] = sums.get(after, 0) + p * q
            total = sums
        kill = total.get(found["hp"], 0)
        mean = sum(damage * p for damage, p in total.items())
        assert way["kill"] == pytest.approx(float(kill)) and way["mean_within_hp"] == pytest.approx(float(mean))


def test_no_way_is_left_that_another_one_equals_for_less():
    found = answer("trident-drake", "turtlerobo", distance=20, momentum=3, once=True)["ways"]
    for n, way in enumerate(found):
        for other in found[:n]:
            cheaper = all(other[name] <= way[name] for name in ("momentum", "points", "once"))
            assert not cheaper or (other["kill"], other["mean_within_hp"]) < (way["kill"], way["mean_within_hp"])


def test_the_frontier_by_hand():
    made = {
        TurnSpend(False, m, p): TurnResult(TurnPlan((), TurnSpend(False, m, p)), Fraction(kill, 10), Fraction(0))
        for m, p, kill in ((0, 0, 2), (0, 1, 2), (1, 0, 4), (0, 2, 3), (1, 1, 4), (2, 2, 9))
    }
    assert [(way.plan.spend.momentum, way.plan.spend.points) for way in frontier(made)] == [
        *((0, 0), (1, 0), (0, 2), (2, 2)),
    ]


def allowed(**more):
    return SpendingLimits(
        **{"momentum": 9, "points": 9, "once": True, "round": 2, "level": 1, "target_level": 1, **more}
    )


def skills(unit, **more):
    """The skills that a unit's plans use, each with the Momentum of the skill."""
    arms = duel(unit, "dervish", distance=20).arms()
    found = {(plan.skill, plan.spend.momentum) for plan in plans(arms, allowed(points=0, **more), CONTEXT.rulings)}
    return {skill: min(cost for other, cost in found if other == skill) for skill, _ in found}


def test_skills_cost_what_the_rules_say_and_belong_to_those_who_may_use_them():
    every = {"": 0, "bullseye": 1, "tear-through": 3, "make-it-count": 0, "seize-the-day": 0}
    assert skills("white-asura") == every | {"accelerate": 1}  # 20" less 4" is more than its Move of 12
    assert skills("white-asura", round=4)["accelerate"] == 0
    assert skills("white-asura", target_level=0)["tear-through"] == 2
    assert "tear-through" not in skills("white-asura", round=1)
    assert set(skills("white-asura", once=False)) == {"", "bullseye", "tear-through", "accelerate"}
    assert set(skills("white-asura", level=0)) == {"", "bullseye", "accelerate"}
    assert set(skills("musarl-cruiser")) == {""}  # Defense is the only skill of a warship
    assert set(skills("white-asura", momentum=0)) == {"", "make-it-count", "seize-the-day"}


def test_make_it_count_adds_the_round_and_a_commander_may_use_it():
    found = answer("longbow", "voltlion", distance=40, momentum=0, round=3, once=True, commander=True)
    assert spends(found) == [(0, 0, False), (0, 0, True)] and found["ways"][1]["skill"] == "Make it Count"
    assert given_of(found["ways"][1], "Rail Rifle")["bonus_hits"] == 3
    assert spends(answer("longbow", "voltlion", distance=40, momentum=0, once=True)) == [(0, 0, False)]


@pytest.mark.parametrize(
    ("weapon", "focus", "hits"),
    [(1, 1, 2), (1, 2, 3), (1, 3, 3), (0, 1, 1), (0, 2, 2), (0, 3, 3), (2, 2, 2)],
)
def test_several_focus_actions_add_up_to_three_hits(weapon, focus, hits):
    # Argonaut: Cannon 500 DMG, Machine Gun 200 DMG, Heat Sword 300 DMG; +2 Hits with 200 DMG or less, else +1.
    made = duel("argonaut", "dervish", distance=12).attack(TurnAttack(weapon, focus=focus))
    assert made.inputs["bonus_hits"] == hits


def test_a_free_focus_helps_one_attack_of_a_turn():
    for way in answer("white-asura", "voltlion", distance=12, momentum=3, once=True)["ways"]:
        assert sum("a free Focus" in attack["does"] for attack in way["attacks"]) == 1


def test_who_is_engaged_focuses_to_shoot_and_gains_no_hit():
    # Kara has two actions: one is Focus, one fires the Beam Rifle within engagement range; then the Beam Saber.
    (way,) = answer("kara-cimarrone", "voltlion", distance=4, momentum=0)["ways"]
    steps = {attack["weapon"]: attack["does"] for attack in way["attacks"]}
    assert steps == {"Beam Rifle": ["Focus"], "Beam Saber": []}
    assert "bonus_hits" not in given_of(way, "Beam Rifle")


def test_actions_are_shots_focus_and_full_throttle():
    # 20" less 4" is more than a Dervish's Move of 11: the charge takes its one action, or Accelerate for 1 Momentum.
    arms = duel("dervish", "argonaut", distance=20).arms()
    found = {
        (tuple(a.weapon for a in plan.attacks), plan.skill) for plan in plans(arms, allowed(level=0), CONTEXT.rulings)
    }
    charges = {(weapons, skill) for weapons, skill in found if 2 in weapons}
    assert charges == {
        ((2,), ""),
        ((2,), "bullseye"),
        ((0, 2), "accelerate"),
        ((1, 2), "accelerate"),
        ((2,), "accelerate"),
    }


def test_power_is_paid_by_upgrade():
    # The first use costs 1, a further one 2: with 3 Power two uses of one upgrade, or one of each of two with 1 left.
    found = {
        (sum(a.damage for a in plan.attacks), sum(a.pen for a in plan.attacks)): plan.spend.points
        for plan in plans(duel("voltlion", "dervish", distance=8).arms(), allowed(points=3), CONTEXT.rulings)
    }
    assert found == {(0, 0): 0, (1, 0): 1, (0, 1): 1, (1, 1): 2, (2, 0): 3, (0, 2): 3}


def test_power_reaches_farther_and_strikes_harder():
    # Volt Breath reaches as far as its range and 8" more for 1 Power.
    reach = next(w.inches for w in duel("voltlion", "dervish").a.weapons if w.name == "Volt Breath")
    found = answer("voltlion", "dervish", distance=reach + 8, momentum=0)["ways"]
    assert spends({"ways": found})[0] == (0, 1, False) and "Power: range +8″" in found[0]["attacks"][0]["does"]
    plain = duel("voltlion", "dervish", distance=8)
    bare, more = (plain.attack(TurnAttack(0, **upgrades)).inputs for upgrades in ({}, {"damage": 2, "pen": 1}))
    assert (more["damage"] - bare["damage"], more["pen"] - bare["pen"]) == (200, 1)


def test_power_for_range_makes_the_fire_rapid():
    # Volt Breath reaches 24", rapid within 12" (RF+1): at 14" one Power makes that 32" and 16". With a single HP left
    # only one hit is asked for, which a sixth shot helps and DMG or PEN do not; `still` are the shots without it.
    plain, helped = answer("voltlion", "dervish", distance=14, momentum=0, left=1)["ways"][:2]
    assert (plain["points"], helped["points"]) == (0, 1)
    assert "Power: range +8″" in helped["attacks"][0]["does"]
    still, rapid = (given_of(way, "Volt Breath") for way in (plain, helped))
    assert (still["shots"], rapid["shots"], rapid["rapid_fire"]) == (5, 5, 1) and "rapid_fire" not in still
    assert helped["kill"] > plain["kill"]


def test_what_power_does_beyond_the_plans_compared_is_said():
    said = "Thunder Marshal, Power: a longer Full Throttle before a shot (a charge's is counted)"
    for move, there in ((True, True), (False, False)):
        found = answer("thunder-marshal", "dervish", distance=48, momentum=0, move=move)
        assert (said in found["not_counted"]) is there
    assert answer("jet-black-lancer", "dervish", distance=48, momentum=0, move=True)["not_counted"] == []


def test_missiles_that_may_fire_again_are_said():
    # Profiles state no ammo: the Chest Launcher may fire again, a Single Use weapon and a gun may not.
    def again(unit):
        return [line for line in answer(unit, "argonaut", distance=16)["not_counted"] if "a second time" in line]

    assert [line.partition(":")[0] for line in again("dangerbear")] == ["Chest Launcher"]
    assert again("dervish") == []


@pytest.mark.parametrize(("points", "certainty"), [(1, "partial"), (0, "proved")])
def test_nothing_is_proved_while_power_for_a_longer_run_is_not_tried(points, certainty):
    found = answer("thunder-marshal", "dervish", distance=48, momentum=0, move=True, points=points)
    assert found["certainty"] == certainty
    assert found["sure"].startswith("Proved: " if certainty == "proved" else "Not proved: ")


def test_havoc_adds_damage_to_shots_and_hits_to_melee():
    plain = duel("trident-drake", "turtlerobo", distance=20)
    shot, bare = (plain.attack(TurnAttack(0, havoc=uses)).inputs for uses in (2, 0))
    assert (shot["damage"] - bare["damage"], shot["bonus_hits"] - bare["bonus_hits"]) == (200, 0)
    bite, bare = (plain.attack(TurnAttack(2, havoc=uses)).inputs for uses in (2, 0))
    assert (bite["damage"] - bare["damage"], bite["bonus_hits"] - bare["bonus_hits"]) == (0, 2)
    tail = duel("tide-horror", "turtlerobo", distance=8)  # Tail Sweep pushes with PEN 5P
    assert tail.attack(TurnAttack(1, havoc=1)).inputs["pen"] == 6
    ruled = duel("trident-drake", "turtlerobo", GAME.context({"havoc-example": "text"}), distance=20)
    shot, bare = (ruled.attack(TurnAttack(0, havoc=uses)).inputs for uses in (2, 0))
    assert (shot["damage"] - bare["damage"], shot["bonus_hits"] - bare["bonus_hits"]) == (0, 2)


def test_the_clash_again_is_the_same_clash_and_pays_its_run_once():
    # 30" less 4" is 5" more than Move and Full Throttle: two uses of its upgrade, for 3 Power, reach it.
    there = duel("thunder-marshal", "sentinel", distance=30)
    again = [
        plan
        for plan in plans(there.arms(), allowed(points=3, once=False), CONTEXT.rulings)
        if [attack.run for attack in plan.attacks if attack.run] == [2, 2]
    ]
    assert again and {plan.spend for plan in again} == {TurnSpend(False, 3, 3)}
    first, bonus = (attack for attack in again[0].attacks if attack.run)
    assert bonus.again and not first.again
    assert there.attack(bonus).inputs == there.attack(TurnAttack(first.weapon, run=2)).inputs


def test_overwatch_meets_the_first_clash_of_a_turn_alone():
    # The bonus attack of Tear through the Ranks is a clash of units that are in melee already.
    (first, bonus), *_ = (
        [attack for attack in way["attacks"] if attack["weapon"] == "Beam Saber"]
        for way in answer("white-asura", "acrogunner", distance=10, momentum=3)["ways"]
        if way["skill"] == "Tear through the Ranks"
    )
    assert "bonus attack" in bonus["does"]
    told = [[applied["rule"] for applied in attack["applied"]] for attack in (first, bonus)]
    assert ["overwatch" in rules for rules in told] == [True, False]


def test_a_remote_weapon_fires_for_momentum_from_behind():
    found = answer("oracle-mind", "kestrel-ace", distance=20, momentum=2)["ways"]
    remote = next(way for way in found if way["momentum"] == 2 and not way["skill"])
    assert "remote, for 2 Momentum" in remote["attacks"][0]["does"]
    assert given_of(remote, "Halo Bits")["indirect"] == "true" and given_of(remote, "Halo Bits")["bonus_crits"] == 1


@pytest.mark.parametrize(("distance", "reach"), [(40, [0]), (41, [1]), (48, [1]), (49, [2])])
def test_power_makes_remote_fire_reach_farther_too(distance, reach):
    # The Halo Bits reach 40", 8" more for each use of Power.
    plain = duel("oracle-mind", "kestrel-ace", distance=distance)
    there = replace(plain, a=plain.a.model_copy(update={"type": "Super Robot", "power": 3}))
    assert [shot.reach for shot in there.arms().shots[0][0] if shot.remote] == reach


def remote_costs(ruling, momentum=9):
    """The Momentum of the plans that only fire the Halo Bits, by what is done for them, without a skill."""
    context = GAME.context({"remote-momentum": ruling})
    arms = duel("oracle-mind", "kestrel-ace", context, distance=20).arms()
    alone = [
        plan.spend.momentum
        for plan in plans(arms, allowed(momentum=momentum, points=0, level=0), context.rulings)
        if not plan.skill and len(plan.attacks) == 1 and plan.attacks[0].remote
    ]
    return set(alone)


def test_a_ruling_says_what_remote_fire_costs():
    # The line of the Halo Bits says "2 Momentum instead of an action".
    costs = {ruling: remote_costs(ruling) for ruling in ("card", "1", "2", "0", "5")}
    assert costs == {"card": {2}, "1": {1}, "2": {2}, "0": {0}, "5": {5}}
    assert remote_costs("card", momentum=1) == set() and remote_costs("1", momentum=1) == {1}


@pytest.mark.parametrize(
    ("line", "momentum"),
    [
        ("Remote: 2 Momentum instead of an action", 2),
        ("Recharge; Remote [M-3]", 3),
        ("Remote", 1),
        ("", 1),
        ("Remote; gains 4 Momentum when it destroys a unit", 1),
    ],
)
def test_remote_fire_costs_what_the_line_of_the_weapon_says(line, momentum):
    weapon = Weapon(name="Bits", range="32", attacks="4", pen="4", dmg=200, special=line, qualities=("Remote",))
    assert play.remote_cost(weapon, CONTEXT.rulings) == momentum


@pytest.mark.parametrize(("ruling", "told"), [("1", "1"), ("2", "2"), ("0", "no"), ("7", "7")])
def test_a_plan_says_what_remote_fire_costs_under_a_ruling(ruling, told):
    context = GAME.context({"remote-momentum": ruling})
    found = answer("oracle-mind", "kestrel-ace", context, distance=20, momentum=7)["ways"]
    said = {words for way in found for made in way["attacks"] for words in made["does"] if words.startswith("remote")}
    assert said == {f"remote, for {told} Momentum"}


def test_what_cannot_attack_says_why():
    found = answer("foundry-titan", "dervish", distance=60)
    assert found["ways"] == [] and found["enough"] is None and len(found["cannot"]) == 2


def test_more_plans_than_are_compared_are_said(monkeypatch):
    monkeypatch.setattr(whole_turn, "MOST_PLANS", 3)
    assert answer("trident-drake", "turtlerobo", distance=20)["complete"] is False


PATROL = """
game = "mechastellar"
commander = "{commander}"
[[unit]]
profile = "longbow"
name = "Lieutenant Reyes"
[[unit]]
profile = "longbow"
name = "Private Poe"
"""


def test_the_commander_of_a_list_uses_the_skills_of_commanders_without_a_tick():
    # The Longbow has a basic pilot: Make it Count is for level 1 and 2, and for commanders. One more action is worth
    # less than its two hits in round 2, and is left out.
    def by_skill(unit, commander):
        mine = PATROL.format(commander=commander)
        found = answer(unit, "voltlion", mine=mine, distance=30, momentum=0, once=True)
        return found["a"]["commander"], {way["skill"] for way in found["ways"]}

    assert by_skill("Lieutenant Reyes", "Lieutenant Reyes") == (
        True,
        {"", "Make it Count"},
    )
    assert by_skill("Lieutenant Reyes", "lieutenant reyes")[0] is True
    assert by_skill("Private Poe", "Lieutenant Reyes") == (False, {""})
    assert by_skill("Private Poe", "") == (False, {""})
    assert answer("longbow", "voltlion", distance=30, commander=True)["a"]["commander"] is True


def bullseye_free(found):
    return next(way for way in found["ways"] if not way["skill"])


def test_the_target_answers_a_charge_by_the_hp_that_the_volley_leaves_it():
    # Against all its HP the Lancer would strike back with 2 of its 7 dice; hurt by the bazooka it guards with more.
    found = answer("white-asura", "jet-black-lancer", distance=16, armed="Hyper Bazooka")
    assert round(bullseye_free(found)["kill"], 4) == 0.8024
    charge = bullseye_free(found)["attacks"][-1]
    assert charge["roll"]["inputs"]["attack"] == 7 and charge["roll"]["inputs"]["hp"] == 3700
    assert any("the target answers by the HP it has left" in line["words"] for line in charge["applied"])


def test_a_forced_run_of_ten_inches_is_a_high_speed_attack():
    # 15" less engagement 4" are 11", more than Fire Cricket's Move of 10: Full Throttle, and more than 10 inches.
    made = duel("fire-cricket", "dervish", distance=15).attack(TurnAttack(0))
    assert (made.inputs["bonus_crits"], made.inputs["pen"]) == (1, 4 + 2)
    at_move = duel("fire-cricket", "dervish", distance=14).attack(TurnAttack(0))
    assert (at_move.inputs["bonus_crits"], at_move.inputs["pen"]) == (0, 4)
    # Green Viking: Move 7, so 8 inches are run at Full Throttle, but they are not 10; its Heat Hawk is no [CC] weapon.
    short = duel("green-viking", "dervish", distance=12)
    assert [short.attack(TurnAttack(n)).inputs["bonus_crits"] for n in (1, 2)] == [0, 0]
    far = duel("green-viking", "dervish", distance=14)
    assert [far.attack(TurnAttack(n)).inputs["bonus_crits"] for n in (1, 2)] == [0, 1]


def test_a_forced_run_of_ten_inches_counts_in_a_matchup_of_units_and_of_lists():
    (fists, *_) = analysis_answer(GAME, "unit-matchup", {"a": "fire-cricket", "b": "dervish", "distance": 15}, CONTEXT)[
        "answer"
    ]["weapons"]
    assert fists["roll"]["inputs"]["bonus_crits"] == 1 and fists["roll"]["inputs"]["pen"] == 6
    sides = (
        read_side(GAME, {"game": "mechastellar", "unit": [{"profile": profile}]}, "list")
        for profile in ("fire-cricket", "dervish")
    )
    row = matchup_answer(GAME, *sides, {"distance": 15})["rows"][0]["cells"][0]
    assert row["roll"]["inputs"]["bonus_crits"] == 1 and row["roll"]["inputs"]["pen"] == 6


def test_a_unit_that_moves_first_fires_from_rapid_fire_range_and_locks_on():
    # The Dervish's Machine Cannon reaches 24", rapid within 12" (RF+1); its Move is 11, its Sensors are 7.
    # From 24" it cannot charge: the way that does most is a shot, better from within half range.
    there = answer("dervish", "argonaut", distance=24, momentum=0)["ways"][0]
    moved = answer("dervish", "argonaut", distance=24, momentum=0, move=True)["ways"][0]
    assert moved["kill"] >= there["kill"] and moved["mean_within_hp"] > there["mean_within_hp"]
    spots = {shot.at for shot in duel_moving("dervish", "argonaut", distance=20).arms().shots[0][0]}
    assert spots == {12}  # rapid fire; 7" are out of reach
    near = duel_moving("dervish", "argonaut", distance=17)
    (locked,) = near.arms().shots[0][0]
    assert (
        locked.at == 7 and near.attack(locked).inputs["target_lock"] and near.attack(locked).inputs["rapid_fire"] == 1
    )


def test_a_gun_that_is_worse_in_rapid_fire_locks_on_from_beyond_it():
    # The Cannon, 40", loses a shot within 20": with Sensors 22" it is fired from there, with Target Lock and 4 shots.
    moving = duel_moving("argonaut", "dervish", distance=26)
    far_sighted = replace(moving, a=moving.a.model_copy(update={"sensors": 22}))
    (shot,) = far_sighted.arms().shots[0][0]
    given = far_sighted.attack(shot).inputs
    assert (shot.at, given["target_lock"], given.get("rapid_fire", 0)) == (22, True, 0)


def test_a_spot_is_tried_that_gains_only_once_focus_adds_hits():
    # One shot, two within 12" (RF+1), at a shield that blocks 4 hits: without Focus neither does anything, for two
    # criticals are 4 hits; with the hits of Focus the second shot counts.
    units = duel_moving("green-viking", "blue-djinn", distance=20, choice="none", reply="none")
    gun, shield = units.a.weapons[0], next(weapon for weapon in units.b.weapons if weapon.blocks)
    slow = gun.model_copy(update={"attacks": "1", "close_range": "RF+1"})
    behind = shield.model_copy(update={"attacks": "+4 Block"})
    a = units.a.model_copy(update={"weapons": (slow,), "alternates": (), "extras": (), "move": 8, "sensors": 3})
    found = replace(units, a=a, b=units.b.model_copy(update={"weapons": (behind,)}))
    assert [shot.at for shot in found.arms().shots[0][0]] == [12]


def duel_moving(a, b, **inputs):
    return replace(duel(a, b, **inputs), moves=True)


def test_full_throttle_takes_an_action_and_reaches_farther_before_a_shot():
    # Argonaut, 2 actions, Move 13: from 40" it fires its 24" machine gun only after Full Throttle, for one of them.
    arms = duel_moving("argonaut", "dervish", distance=40).arms()
    assert arms.shots[0][1] == () and [shot.at for shot in arms.shots[1][1]] == [24]
    found = {
        (tuple(a.weapon for a in plan.attacks), plan.throttle, sum(a.focus for a in plan.attacks))
        for plan in plans(arms, allowed(level=0, momentum=0, once=False), CONTEXT.rulings)
    }
    assert ((1,), True, 0) in found and not any(weapons == (0, 1) for weapons, *_ in found)
    with_skill = plans(arms, allowed(level=0, momentum=1, once=False), CONTEXT.rulings)
    assert any(plan.skill == "accelerate" and len(plan.attacks) == 2 for plan in with_skill)


def test_no_unit_moves_into_engagement_range_to_shoot_or_out_of_it():
    # Engagement range is 4" for Size 0: the nearest shot is from 5".
    for distance in (6, 9, 14):
        for shots in duel_moving("argonaut", "dervish", distance=distance).arms().shots:
            assert all(shot.at == -1 or 5 <= shot.at < distance for options in shots for shot in options)
    locked = duel_moving("kara-cimarrone", "voltlion", distance=4).arms()
    assert {shot.at for options in locked.shots[1] for shot in options} == {-1} and not any(locked.fast)


def test_a_unit_that_moves_first_may_run_ten_inches_before_a_charge_with_a_cc_weapon():
    # From 12" no run is forced (8" are within Move 10), but Full Throttle may make a run of 10" around the target.
    run = duel_moving("fire-cricket", "dervish", distance=12)
    arms = run.arms()
    assert arms.fast == (True, True, False)
    fast = run.attack(TurnAttack(0, fast=True)).inputs
    assert (fast["bonus_crits"], fast["pen"]) == (1, 6)
    found = list(plans(arms, allowed(points=0, momentum=0, once=False), CONTEXT.rulings))
    assert {plan.throttle for plan in found if any(attack.fast for attack in plan.attacks)} == {True}
    # Its one action is the run, so nothing is left for the Flame Spray.
    assert all(len(plan.attacks) == 1 for plan in found if plan.throttle)
    assert duel("fire-cricket", "dervish", distance=12).arms().fast == (False,) * 3
    way = answer("fire-cricket", "dervish", distance=12, momentum=0, points=0, move=True)["ways"][-1]
    does = [words for attack in way["attacks"] for words in attack["does"]]
    assert not way["skill"] and ("a run of 10″" in does) == ("Full Throttle" in does)


DUELS = (("argonaut", "dervish"), ("white-asura", "blue-djinn"), ("fire-cricket", "zodiac"))


@pytest.mark.parametrize(("distance", "duel"), few_first(5, pairs_first((10, 16, 22), DUELS)))
def test_moving_first_is_never_worse(distance, duel):
    a, b = duel
    there, moved = (
        max((way["kill"], way["mean_within_hp"]) for way in answer(a, b, distance=distance, move=move)["ways"])
        for move in (False, True)
    )
    assert moved >= there


def test_a_printed_profile_is_armed_as_printed_and_the_price_is_said():
    found = answer("white-asura", "voltlion", distance=16)
    used = {attack["weapon"] for way in found["ways"] for attack in way["attacks"]}
    assert "Hyper Bazooka" not in used and found["armed"] == "White Asura as printed: 230 points."
    more = answer("white-asura", "voltlion", distance=16, armed="hyper bazooka")
    assert more["armed"] == "White Asura with Hyper Bazooka (+25): 255 points, 230 as printed."
    assert more["a"]["points"] == 255
    # An alternate replaces its weapon: no unit fires both.
    swapped = answer("green-viking", "dervish", distance=20, armed="Magella Cannon")
    used = {attack["weapon"] for way in swapped["ways"] for attack in way["attacks"]}
    assert "Machine Gun" not in used
    assert swapped["armed"] == "Green Viking with Magella Cannon (for the Machine Gun): 30 points, 30 as printed."


def test_what_a_profile_does_not_offer_is_refused_and_a_list_arms_its_own_units():
    with pytest.raises(InvalidInput, match="what White Asura offers: Hyper Bazooka"):
        answer("white-asura", "voltlion", armed="Rail Gun")
    with pytest.raises(InvalidInput, match="offers no other weapon"):
        answer("dervish", "voltlion", armed="Rail Gun")
    mine = '[[unit]]\nprofile = "white-asura"\nextras = ["Hyper Bazooka"]\n'
    found = answer("White Asura", "voltlion", mine=f'game = "mechastellar"\ntitle = "Ours"\n{mine}', distance=16)
    assert found["armed"] == "White Asura as in Ours: 255 points."
    with pytest.raises(InvalidInput, match="the list Ours arms its units"):
        answer("White Asura", "voltlion", mine=f'game = "mechastellar"\ntitle = "Ours"\n{mine}', armed="Hyper Bazooka")


def test_the_answer_says_whether_it_is_proved(monkeypatch):
    found = answer("longbow", "dune-runner", distance=40, momentum=1)
    assert found["certainty"] == "proved" and found["sure"] == "Proved: 2 plans compared with exact odds."
    monkeypatch.setattr(whole_turn, "MOST_PLANS", 2)
    assert answer("longbow", "dune-runner", distance=40, momentum=1)["certainty"] == "proved"
    monkeypatch.setattr(whole_turn, "MOST_PLANS", 1)
    partial = answer("longbow", "dune-runner", distance=40, momentum=1)
    assert (partial["certainty"], partial["complete"]) == ("partial", False)
    assert partial["sure"].startswith("Not proved: the first 1 plan")


TARGETS = [
    ("longbow", "dune-runner", 40),
    ("hammerhead", "green-viking-cdr", 20),
    ("white-asura", "blue-djinn", 24),
    ("longbow", "laughing-joker", 40),
    ("longbow", "saronic-cruiser", 40),
]
"""Units that shoot from afar, so that all they do is shots; of their targets pilots undo failed saves, a captain not."""


def damage_by_dice(shots, momentum, card, hp):
    """Return the chance of each damage up to the target's HP by walking all dice of some shots, from the rules alone.

    What gets through is negated as far as Momentum goes, a ship pays two for each; then failed saves are undone by a
    pilot or Kaiju of level 1 or 2, by no captain.
    """
    price, most = (2, 5) if card.warship else (1, 3)
    ends = {(0, momentum): Fraction(1)}
    for shot in shots:
        critical, evaded = 3 if shot.lock else 2, max(4 if shot.lock else 3, min(9, shot.target))
        rolled = {(0, 0): Fraction(1)}
        for _ in range(shot.shots):
            following = {}
            for (crits, hits), chance in rolled.items():
                for number in range(1, 11):
                    end = (crits + (number <= critical), hits + (critical < number < evaded))
                    following[end] = following.get(end, 0) + chance / 10
            rolled = following
        after = {}
        for (done, left), chance in ends.items():
            for (crits, hits), share in rolled.items():
                crits += shot.bonus_crits
                through = max(0, hits + crits + min(3, crits) + shot.bonus_hits - shot.blocks)
                negated = min(left // price, through)
                paid, through = negated * price, through - negated
                for failed, weight in failures(
                    min(most, through), shot.pen - shot.armor if shot.pen >= 2 else 1
                ).items():
                    undone = min(failed, left - paid) if card.pilot_level and not card.warship else 0
                    end = (min(hp, done + through * shot.damage + 1000 * (failed - undone)), left - paid - undone)
                    after[end] = after.get(end, 0) + chance * share * weight
        ends = after
    return {damage: sum(chance for (done, _), chance in ends.items() if done == damage) for damage, _ in ends}


def failures(dice, target):
    """Return the chance of each number of failed saves; a target of 1 or less needs no roll."""
    chance = Fraction(max(0, target - 1), 10)
    return {n: comb(dice, n) * chance**n * (1 - chance) ** (dice - n) for n in range(dice + 1)}


@pytest.mark.parametrize("momentum", [0, 1, 2, 3, 5, 10])
@pytest.mark.parametrize(("a", "b", "distance"), TARGETS)
def test_the_target_negates_hits_with_its_momentum(a, b, distance, momentum):
    found = answer(a, b, distance=distance, momentum=1, points=0, their_momentum=momentum)
    card, checked = CONTEXT.catalogue.find(Profile, b), 0
    for way in found["ways"]:
        rolls = [attack["roll"]["inputs"] for attack in way["attacks"] if attack["roll"]["resolver"] == "shoot"]
        if len(rolls) == len(way["attacks"]):
            given = ({key: value for key, value in roll.items() if key[:5] != "from."} for roll in rolls)
            shots = [make_shoot(ShootInputs(**one), CONTEXT) for one in given]
            damage = damage_by_dice(shots, momentum, card, found["hp"])
            assert way["kill"] == pytest.approx(float(damage.get(found["hp"], 0)))
            assert way["mean_within_hp"] == pytest.approx(float(sum(key * chance for key, chance in damage.items())))
            checked += 1
    assert checked


def test_five_momentum_of_the_target_cost_nearly_half_the_chance_and_the_answer_says_so():
    none, five = (answer("longbow", "dune-runner", distance=40, momentum=1, their_momentum=n) for n in (0, 5))
    assert max(way["kill"] for way in none["ways"]) == 1 and max(way["kill"] for way in five["ways"]) == 0
    assert none["assumes"] == "Dune Runner spends no Momentum: say how much it has, and it negates hits."
    assert five["assumes"].startswith("Dune Runner has 5 Momentum and keeps none back: attack by attack")
    told = CliRunner().invoke(
        main, ["analyze", "mechastellar", "whole-turn", "a=longbow", "b=dune-runner", "distance=40", "their_momentum=5"]
    )
    assert five["assumes"] in " ".join(told.output.split())
