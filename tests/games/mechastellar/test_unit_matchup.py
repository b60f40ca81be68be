"""Matchups: the rules applied, their ids, and figures that agree with the resolvers."""

import json

import pytest
from click.testing import CliRunner

from companion.base.findings import InvalidInput
from companion.cli import main
from companion.data.documents import read_as
from companion.dice.odds import exact
from companion.games.mechastellar import GAME
from companion.games.mechastellar.analysis import unit_matchup
from companion.games.mechastellar.analysis.modifiers import Circumstances
from companion.games.mechastellar.model import Profile, TraitLine
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.rules.effects import attack_effects
from companion.verbs.analyses import analysis_answer

CONTEXT = GAME.context()
MAIN = "Mega Particle Cannon A"


def lines(a, b, rulings=None, **conditions):
    cards = (GAME.catalogue.get(Profile, name) for name in (a, b))
    return {
        line.weapon.name: line
        for line in unit_matchup.lines(*cards, Circumstances(**conditions), GAME.context(rulings))
    }


def rules(line):
    return {rule for _, rule in line.applied}


def test_every_weapon_that_attacks_has_a_line_with_its_rules():
    found = lines("green-viking", "kara-cimarrone", distance=8, choice="precision", reply="guard", cover=True)
    assert set(found) == {
        "Machine Gun",
        "Heat Hawk",
        "Shoulder Tackle",
        "Magella Cannon",
        "Giant Bazooka",
        "TL Missile Pods",
    }
    gun = found["Machine Gun"]
    assert rules(gun) == {"precision-barrage", "dodge-guard", "rapid-fire", "shield", "cover"}
    assert set().union(*(rules(line) for line in found.values())) <= set(GAME.rulebook.rules)


@pytest.mark.parametrize("name", ["Machine Gun", "Heat Hawk"])
def test_figures_are_exactly_those_of_the_odds_page_it_links_to(name):
    line = lines("green-viking", "white-asura", distance=8)[name]
    kind = GAME.resolver(line.roll)
    odds = exact(kind.make(read_as(kind.inputs, dict(line.inputs)), CONTEXT))
    measures = {m.name: odds.measure(m) for m in kind.measures}
    assert line.mean == measures["mean_damage"] and line.within_hp == measures["within_hp"]
    assert line.any_damage == measures["any_damage"]
    assert line.kill == measures["kill"]
    assert sum(bar.chance for bar in line.bars) == 1


def test_what_cannot_attack_says_why():
    far = lines("green-viking", "white-asura", distance=40)
    assert "Out of range" in far["Machine Gun"].why_not
    assert far["Heat Hawk"].why_not == 'Too far to charge: Move 7", Full Throttle 5" and engagement 4" reach 16".'
    assert far["Magella Cannon"].why_not == ""
    unseen = lines("green-viking", "white-asura", distance=40, unseen=True)
    assert "Out of sight" in unseen["Machine Gun"].why_not
    assert "indirect" in rules(unseen["Magella Cannon"])


def test_from_behind_shield_and_cover_fall_away():
    line = lines("green-viking", "kara-cimarrone", distance=8, behind=True, cover=True)["Machine Gun"]
    given = dict(line.inputs)
    assert "blocks" not in given and "cover" not in given and given["bonus_crits"] == 1


def test_a_shield_against_melee_only_does_not_stop_shots():
    assert "blocks" not in dict(lines("white-asura", "green-viking", distance=8)["Beam Rifle"].inputs)
    assert dict(lines("white-asura", "green-viking", distance=4)["Beam Saber"].inputs)["blocks"] == 1


def test_target_lock_focus_and_size_count():
    near = lines("dangerbear", "voltlion", distance=8, focus=True)
    assert {"shooting-critical", "focus"} <= rules(near["Twin Cannons"])
    assert dict(near["Bear Claws"].inputs)["armor_save"] == 3 + 2 * 2
    assert "push-save" in rules(near["Bear Claws"])
    back = dict(lines("voltlion", "fire-cricket", distance=8)["Mane Blade"].inputs)
    assert (back["counter_effect"], back["attacker_save"]) == ("push", 3 + 2 * 2)  # it strikes back with PEN 6P


def test_captains_improve_their_shots_only_as_ruled():
    orders = dict(lines("saronic-cruiser", "musarl-cruiser", distance=30)["Mega Particle Cannon A"].inputs)
    both = {"captain-bonus": "both"}
    ruled = dict(lines("saronic-cruiser", "musarl-cruiser", both, distance=30)["Mega Particle Cannon A"].inputs)
    assert "attacker" not in orders and ruled["attacker"] == 1


def test_every_pair_of_profiles_can_be_compared():
    cards = GAME.catalogue.all(Profile)
    for a, b in zip(cards, cards[7:] + cards[:7], strict=True):
        for line in unit_matchup.lines(a, b, Circumstances(distance=6, behind=True), CONTEXT):
            assert line.why_not or 0 <= line.kill <= line.any_damage <= 1, (a.id, b.id)


def answer(**inputs):
    return analysis_answer(GAME, "unit-matchup", inputs, CONTEXT)["answer"]


def test_an_answer_tells_every_weapon_or_why_it_cannot_attack():
    found = answer(a="Green Viking", b="voltlion", distance="8", focus="1")
    assert (found["a"]["id"], found["b"]["name"], found["distance"]) == ("green-viking", "VoltLion", 8)
    by_name = {weapon["name"]: weapon for weapon in found["weapons"]}
    line = lines("green-viking", "voltlion", distance=8, focus=True)["Heat Hawk"]
    hawk = by_name["Heat Hawk"]
    told = hawk["mean_damage"], hawk["mean_within_hp"], hawk["any_damage"], hawk["kill"]
    assert told == tuple(map(float, (line.mean, line.within_hp, line.any_damage, line.kill)))
    assert hawk["roll"] == {"resolver": "melee", "inputs": dict(line.inputs)}
    assert hawk["best_split"] in hawk["splits"] and hawk["best_split"]["attack"] == line.best.attack
    assert sum(bar["p"] for bar in hawk["damage"]) == pytest.approx(1)
    assert [(said["words"], said["rule"]) for said in hawk["applied"]] == list(line.applied)
    assert "splits" not in by_name["Machine Gun"]
    assert set(found["rules"]) >= {"precision-barrage", "rapid-fire"} and set(found["rules"]) <= set(
        GAME.rulebook.rules
    )
    far = {weapon["name"]: weapon for weapon in answer(a="green-viking", b="musarl-cruiser", distance=60)["weapons"]}
    assert "Out of range" in far["Machine Gun"]["why_not"] and "mean_damage" not in far["Machine Gun"]


def test_every_circumstance_reaches_the_dice():
    usual = {"a": "green-viking", "b": "white-asura", "distance": 8}

    def gun(**more):
        return answer(**usual, **more)["weapons"][0]["roll"]["inputs"]

    assert gun()["reply"] == "dodge" and gun(reply="guard")["reply"] == "guard"
    assert gun()["choice"] == "precision" and gun(choice="barrage")["choice"] == "barrage"
    assert "cover" not in gun() and gun(cover="1")["cover"] == "true"
    assert gun(behind="true")["bonus_crits"] == 1 and gun(high_ground="1")["bonus_crits"] == 1
    assert gun(target_high="1")["bonus_hits"] == 1 and gun(focus="1")["bonus_hits"] == 2
    assert gun(double="1")["hp"] == 2 * gun()["hp"] and gun(double="1")["gritty"] == "true"
    hawk = answer(**usual, counter="guard")["weapons"][1]
    assert hawk["roll"]["inputs"]["reply"] == "guard"
    assert "Out of sight" in answer(**usual, unseen="1")["weapons"][0]["why_not"]
    assert "high-speed" in answer(**usual, fast="1")["rules"] and "high-speed" not in answer(**usual)["rules"]


def test_the_limits_of_the_distance():
    assert answer(a="voltlion", b="white-asura", distance="0")["distance"] == 0
    assert answer(a="voltlion", b="white-asura", distance="99")["distance"] == 99


def test_the_command_line_answers_the_same():
    words = [
        "analyze",
        "mechastellar",
        "unit-matchup",
        "a=Green Viking",
        "b=voltlion",
        "distance=8",
        "cover=1",
        "--json",
    ]
    done = CliRunner().invoke(main, words)
    assert (done.exit_code, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert told["inputs"]["a"] == "green-viking" and told["inputs"]["cover"] is True
    assert told["answer"] == answer(a="green-viking", b="voltlion", distance=8, cover=True)


@pytest.mark.parametrize(
    ("inputs", "says"),
    [
        (
            {"a": "nobody", "b": "voltlion"},
            "a: found 'nobody', expected the id or the name of a unit profile, or a unit @ a saved",
        ),
        ({"a": "voltlion"}, "b: found nothing, expected a value for b."),
        ({"a": "voltlion", "b": "voltlion", "distance": "far"}, "distance: found 'far', expected a whole number."),
        ({"a": "voltlion", "b": "voltlion", "distance": "100"}, "distance: found '100', expected at most 99."),
        ({"a": "voltlion", "b": "voltlion", "choice": "luck"}, "choice: found 'luck', expected precision, barrage or"),
        ({"a": "voltlion", "b": "voltlion", "cover": "x"}, "cover: found 'x', expected true or false."),
    ],
)
def test_what_cannot_be_read_is_named(inputs, says):
    with pytest.raises(InvalidInput) as error:
        answer(**inputs)
    assert says in str(error.value)


def test_stun_and_push_move_and_stop_instead_of_doing_1000_dmg():
    """Volt Breath is PEN 5S: without a save's 1000 its damage is the hits' own, in whole fours of 100."""
    stun = lines("voltlion", "white-asura", distance=8)["Volt Breath"]
    ruled = lines("voltlion", "white-asura", {"effect-saves": "both"}, distance=8)["Volt Breath"]
    assert dict(stun.inputs)["effect"] == "stun" and "stun-save" in rules(stun)
    assert ruled.mean > stun.mean and ruled.any_damage == pytest.approx(stun.any_damage)


def test_within_engagement_range_only_short_weapons_shoot():
    near = lines("green-viking", "white-asura", distance=4, focus=True)
    assert "Engaged" in near["Machine Gun"].why_not  # a basic pilot may not focus for it
    skilled = lines("white-asura", "green-viking", distance=4, focus=True)["Beam Rifle"]
    assert skilled.why_not == "" and "engaged-fire" in rules(skilled)
    assert words(skilled, "focus")[0] == "Seasoned Veteran, a free Focus: +1 Hit"  # the Focus spent gives no hit
    assert "Engaged" in lines("white-asura", "green-viking", distance=4)["Beam Rifle"].why_not
    assert lines("blue-djinn", "green-viking", distance=4)["Arc Whip"].why_not == ""
    assert lines("green-viking", "musarl-cruiser", distance=4)["Machine Gun"].why_not == ""


def test_saves_in_melee_are_capped_as_the_module_and_its_ruling_say():
    given = dict(lines("green-viking", "voltlion", distance=5, hp_factor=2)["Heat Hawk"].inputs)
    assert given["gritty"] == "true"
    five, three = (
        lines("voltlion", "green-viking", rulings, distance=5, hp_factor=2)["Mane Blade"].mean
        for rulings in (None, {"five-saves": "unchanged"})
    )
    assert five > three


@pytest.mark.parametrize("factor", [1, 2])
def test_the_largest_and_the_smallest_profile_can_be_compared(factor):
    """Numbers as large and as small as a profile of one's own may have."""
    gun = Weapon(name="Gun", range="999", attacks="99", close_range="RF+9", pen="99P", dmg=9900, qualities=("Push",))
    sword = Weapon(name="Sword", range="Melee", attacks="+9 Hits", pen="99", dmg=9900, finisher=5, reroll=4)
    most = {"melee": 20, "hp": 99_999, "shooting": 20, "evade": 20, "arm_sv": 20, "size": 6, "pilot_level": 2}
    base = GAME.catalogue.get(Profile, "voltlion")
    large = base.model_copy(update={**most, "weapons": (gun, sword, Weapon(name="Shield", attacks="+9 Blocks"))})
    small = base.model_copy(update={"melee": 0, "hp": 0, "evade": -5, "arm_sv": -5, "weapons": ()})
    conditions = Circumstances(distance=3, focus=True, choice="barrage", reply="guard", hp_factor=factor)
    assert [line.why_not for line in unit_matchup.lines(large, large, conditions, CONTEXT)] == ["", ""]
    assert all(line.kill > 0 for line in unit_matchup.lines(large, small, conditions, CONTEXT))
    assert unit_matchup.lines(base, large, conditions, CONTEXT) and unit_matchup.lines(base, small, conditions, CONTEXT)


@pytest.mark.parametrize(
    ("a", "b", "weapon", "words", "hits", "pen"),
    [
        ("green-viking-cdr", "white-asura", "Machine Gun", ["Headhunter: +2 Hits"], 2, 0),
        ("green-viking-cdr", "white-asura", "Heat Hawk", ["Headhunter: +1 Hit"], 1, 5),
        ("green-viking-cdr", "swarm-queen", "Machine Gun", ["Headhunter: +2 Hits"], 2, 0),
        ("green-viking-cdr", "tide-horror", "Machine Gun", [], 0, 0),
        ("green-viking-cdr", "green-viking", "Machine Gun", [], 0, 0),
        ("green-viking", "white-asura", "Machine Gun", [], 0, 0),
        ("green-viking-cdr", "saronic-cruiser", "Giant Bazooka", ["Headhunter: +1 Hit", "Giant Bazooka: +1 PEN"], 1, 3),
        ("green-viking", "green-viking-cdr", "Giant Bazooka", [], 0, 2),
    ],
)
def test_traits_and_a_weapons_own_line_count_against_whom_they_name(a, b, weapon, words, hits, pen):
    """The Headhunter of the printed commander and the printed bazooka; a basic Kaiju is level 0 unless ruled."""
    line = lines(a, b, distance=8)[weapon]
    given = dict(line.inputs)
    assert [words for words, rule in line.applied if rule == "trait-bonus"] == words
    assert (given.get("bonus_hits", 0), given.get("pen", 0)) == (hits, pen)


@pytest.mark.parametrize(
    ("against", "adds", "target", "added"),
    [("basic", "hits = 1", "green-viking", 1), ("larger", "pen = 2", "saronic-cruiser", 2)],
)
def test_a_trait_of_an_own_pack_counts_by_its_numbers(against, adds, target, added):
    pack = f'[[trait]]\nid = "own"\nname = "Own"\nkind = "pilot"\ntext = "Ours."\nagainst = "{against}"\n{adds}\n'
    catalogue = GAME.catalogue.merge_text(pack, "own.toml")
    a, b = (catalogue.get(Profile, name) for name in ("green-viking", target))
    own = a.model_copy(update={"traits": (TraitLine(name="Own", kind="pilot"),) * 2})
    (bonus,) = attack_effects(own, b, a.weapons[0], catalogue)
    assert bonus.hits + bonus.pen == added
    assert attack_effects(own, own.model_copy(update={"pilot_level": 1}), a.weapons[0], catalogue) == ()


def words(line, rule):
    return [said for said, its in line.applied if its == rule]


@pytest.mark.parametrize(
    ("target", "shots", "hits", "said"),
    [("green-viking", 1, 0, "Focus: +1 Shot"), ("musarl-cruiser", 0, 1, "Focus: +1 Hit on a warship")],
)
def test_a_warships_focus_is_a_shot_or_a_hit_on_a_warship(target, shots, hits, said):
    usual = dict(lines("saronic-cruiser", target, distance=30)[MAIN].inputs)
    line = lines("saronic-cruiser", target, distance=30, focus=True)[MAIN]
    given = dict(line.inputs)
    assert given["shots"] - usual["shots"] == shots and given.get("bonus_hits", 0) == hits
    assert words(line, "warship-focus") == [said] and "focus" not in rules(line)


@pytest.mark.parametrize(("distance", "throttle"), [(4, False), (11, False), (12, True), (16, True)])
def test_a_charge_reaches_as_far_as_full_throttle_goes(distance, throttle):
    """Move 7, engagement 4: 11 inches without an action, 16 with Full Throttle."""
    line = lines("green-viking", "white-asura", distance=distance)["Heat Hawk"]
    assert line.why_not == "" and ("full-throttle" in rules(line)) is throttle
    assert "Too far" in lines("green-viking", "white-asura", distance=17)["Heat Hawk"].why_not


def test_a_charge_and_focus_take_two_actions():
    """The Viking has one and pays Momentum for the other; a warship has no such skill."""
    line = lines("green-viking", "white-asura", distance=12, focus=True)["Heat Hawk"]
    assert words(line, "accelerate") == ["That takes 2 actions and it has 1: Accelerate gives the other for 1 Momentum"]
    assert "accelerate" not in rules(lines("argonaut", "white-asura", distance=20, focus=True)["Heat Sword"])
    still = GAME.catalogue.get(Profile, "green-viking").model_copy(update={"actions": 0})
    target = GAME.catalogue.get(Profile, "white-asura")
    conditions = Circumstances(distance=12, focus=True)
    found = {line.weapon.name: line for line in unit_matchup.lines(still, target, conditions, CONTEXT)}
    assert found["Heat Hawk"].why_not == "Too few actions: Full Throttle and Focus take 2."
    shot = lines("green-viking", "white-asura", distance=12, focus=True)["Machine Gun"]
    assert any("two actions and it has 1" in said for said in words(shot, "focus"))


def test_a_high_speed_attack_helps_close_combat_weapons_alone():
    """Fire Cricket's printed example: fists [CC] gain a critical and PEN +2P."""
    fast = lines("fire-cricket", "white-asura", distance=12, fast=True)
    usual = lines("fire-cricket", "white-asura", distance=12)
    assert dict(fast["Fists"].inputs)["bonus_crits"] == 1
    assert dict(fast["Fists"].inputs)["pen"] == dict(usual["Fists"].inputs)["pen"] + 2
    assert {"high-speed", "tactical-advantage", "full-throttle"} <= rules(fast["Fists"])
    hawk = lines("green-viking", "white-asura", distance=8, fast=True)
    assert words(hawk["Heat Hawk"], "high-speed") == ["High Speed: only [CC] weapons gain it"]
    assert words(hawk["Machine Gun"], "high-speed") == ["High Speed: only [CC] weapons gain it"]
    assert words(hawk["Shoulder Tackle"], "high-speed") == ["High Speed: no PEN +2P, its PEN has no P"]
    assert dict(hawk["Shoulder Tackle"].inputs)["bonus_crits"] == 1


def test_a_unit_too_slow_for_ten_inches_has_no_high_speed_attack():
    slow = GAME.catalogue.get(Profile, "green-viking").model_copy(update={"move": 4})
    conditions = Circumstances(distance=5, fast=True)
    found = {
        w.weapon.name: w for w in unit_matchup.lines(slow, GAME.catalogue.get(Profile, "dervish"), conditions, CONTEXT)
    }
    assert words(found["Shoulder Tackle"], "high-speed") == ['High Speed: Move and Full Throttle are 9", under 10"']
    assert "bonus_crits" not in dict(found["Shoulder Tackle"].inputs)


def test_the_charged_unit_fires_overwatch_first():
    """AcroGunner: three actions, three weapons with Overwatch III; in melee already, or from behind, nobody fires."""
    run = lines("zodiac", "acrogunner", distance=10)["Star Lance"]
    (said,) = words(run, "overwatch")
    assert all(name in said for name in ("Left Gatling", "Right Gatling", "Hip Cannon"))
    kind = GAME.resolver("overwatch")
    blocked = {"accuracy": 10, "evade": 4, "overwatch": 3, "target_lock": True, "blocks": 1, "armor_save": 1}
    arms = ({"damage": 200}, {"damage": 200}, {"damage": 400, "pen": 3})
    odds = [exact(kind.make(read_as(kind.inputs, {**blocked, **arm}), CONTEXT)) for arm in arms]
    mean = sum(float(o.measure(kind.measures[0])) for o in odds)
    assert f" {mean:,.0f} damage" in said
    assert "overwatch" not in rules(lines("zodiac", "acrogunner", distance=4)["Star Lance"])
    assert words(lines("zodiac", "acrogunner", distance=10, behind=True)["Star Lance"], "overwatch") == [
        "Blindside: no Overwatch"
    ]


@pytest.mark.parametrize(("module", "mean"), [(1, "1,737"), (2, "1,764")])
def test_overwatch_forces_five_saves_under_a_five_unit_module(module, mean):
    """Summed by hand over all dice: each of three weapons fires three shots, the Hip Cannon with PEN 3."""
    run = lines("green-viking", "acrogunner", distance=8, hp_factor=module)["Heat Hawk"]
    assert f": {mean} damage to it on average" in words(run, "overwatch")[0]


def test_high_ground_counts_in_melee_too_and_exposes():
    """+1 Critical from above, once; the enemy of whoever stands there gains a hit, two against Size 2."""
    up = lines("voltlion", "white-asura", distance=8, high_ground=True)["Mane Blade"]
    usual = dict(lines("voltlion", "white-asura", distance=8)["Mane Blade"].inputs)
    assert dict(up.inputs)["bonus_crits"] == 1
    assert dict(up.inputs)["counter_hits"] == usual.get("counter_hits", 0) + 2  # VoltLion is Size 2
    both = dict(lines("voltlion", "white-asura", distance=8, high_ground=True, behind=True)["Mane Blade"].inputs)
    assert both["bonus_crits"] == 1
    for name, hits in (("white-asura", 1), ("voltlion", 2)):
        down = lines("green-viking", name, distance=8, target_high=True, cover=True)["Machine Gun"]
        assert dict(down.inputs)["bonus_hits"] == hits and "cover" not in dict(down.inputs)
        assert "Cover: none on high ground" in words(down, "high-ground")
    level = lines("green-viking", "white-asura", distance=8, target_high=True, high_ground=True)["Machine Gun"]
    assert "bonus_crits" not in dict(level.inputs) and "high-ground" in rules(level)
    answer = lines("voltlion", "fire-cricket", distance=8, target_high=True)["Mane Blade"]
    assert words(answer, "tactical-advantage") == ["Its answer from high ground: +1 Critical"]
    ruled = lines("voltlion", "fire-cricket", {"answer-advantage": "no"}, distance=8, target_high=True)["Mane Blade"]
    assert dict(answer.inputs)["counter_hits"] == 2 and "counter_hits" not in dict(ruled.inputs)


def test_all_that_counts_in_a_clash_is_listed():
    line = lines("voltlion", "saronic-cruiser", distance=8, focus=True, hp_factor=2)["Mane Blade"]
    assert words(line, "focus") == ["Focus: +1 Hit"]
    assert words(line, "finishing-blow") == ["Finishing Blow: 2000 DMG if it takes no damage in return"]
    assert {"double-hp", "warship-saves"} <= rules(line)
    hawk = lines("green-viking", "white-asura", distance=8, cover=True, unseen=True)["Heat Hawk"]
    assert "Heat Hawk: attack dice of 1 or less are rerolled once" in words(hawk, "melee-dice")
    assert words(hawk, "cover") == ["Cover: none in melee"]
    assert words(hawk, "engagement-range") == ["Out of sight: does not matter, it moves until it sees the target"]
    assert words(hawk, "shield") == ["Shield: 1 blocked", "Melee Shield: 1 blocked against its answer"]


def test_a_finisher_of_a_basic_pilot_and_a_guarding_blade_are_told():
    blade = Weapon(name="Blade", range="Melee", close_range="+1 DEF", dmg=300, finisher=1)
    basic = GAME.catalogue.get(Profile, "green-viking").model_copy(update={"weapons": (blade,)})
    (line, *_) = unit_matchup.lines(basic, basic, Circumstances(distance=4), CONTEXT)
    assert words(line, "finishing-blow") == ["Finisher+1: only level 1 and 2 pilots strike a Finishing Blow"]
    assert words(line, "melee-dice")[:2] == ["Blade: +1 DEF", "Blade: +1 DEF against its answer"]
    assert dict(line.inputs)["blocks"] == dict(line.inputs)["attacker_blocks"] == 1


def test_cover_says_why_it_does_not_count_for_a_warship():
    line = lines("green-viking", "musarl-cruiser", distance=20, cover=True)["Machine Gun"]
    assert words(line, "cover") == ["Cover: none, warships have no benefit from it"]
    assert "cover" not in dict(line.inputs)


def test_no_more_than_ten_shots_are_told():
    many = lines("green-viking", "white-asura", distance=12, choice="barrage")["Machine Gun"]
    assert "shot-cap" not in rules(many)
    gun = Weapon(name="Gun", range="24", attacks="10", dmg=100)
    armed = GAME.catalogue.get(Profile, "green-viking").model_copy(update={"weapons": (gun,)})
    (line, *_) = unit_matchup.lines(armed, armed, Circumstances(choice="barrage"), CONTEXT)
    assert words(line, "shot-cap") == ["10 shots at most"]


def test_a_weapon_that_requires_a_pilot_is_calculated_with_one():
    """The Giant Bazooka needs level 1: Precision is +2 with it, +1 with the basic pilot's other weapons."""
    found = lines("green-viking", "white-asura", distance=12)
    assert dict(found["Giant Bazooka"].inputs)["attacker"] == 1 and "attacker" not in dict(found["Machine Gun"].inputs)
    assert words(found["Giant Bazooka"], "pilot-required") == [
        "Calculated with a Skilled Pilot, which the Giant Bazooka requires"
    ]
    assert "level 1+" in found["Giant Bazooka"].about
    assert "pilot-required" not in rules(found["Magella Cannon"])


def test_area_weapons_do_not_fire_while_engaged():
    spray = lines("fire-cricket", "white-asura", distance=4, focus=True)["Flame Spray"]
    assert "area weapons do not fire in engagement range" in spray.why_not
    assert lines("fire-cricket", "white-asura", distance=8)["Flame Spray"].why_not == ""


def test_a_push_after_melee_is_told_as_ruled():
    usual = lines("green-viking", "white-asura", distance=4)["Shoulder Tackle"]
    ruled = lines("green-viking", "white-asura", {"push-after": "after"}, distance=4)["Shoulder Tackle"]
    assert "Shoulder Tackle: the enemy is pushed out and does not strike back" in words(usual, "counter-attack")
    assert "Shoulder Tackle: pushes the enemy out after the clash" in words(ruled, "counter-attack")
