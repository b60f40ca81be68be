"""Damage, weight, power and rolls at each limit and one past it."""

import pytest

from companion.base.findings import InvalidInput
from companion.data.documents import read_as
from companion.dice.resolver import read_groups, replay
from companion.games.techniconica import GAME
from companion.games.techniconica.model.special_rules import Effects
from companion.games.techniconica.resolver.attack import Defence, SingleAttack
from companion.games.techniconica.resolver.bottle_test import bottle_test
from companion.games.techniconica.resolver.charge import prepare_charge
from companion.games.techniconica.resolver.clash import Clash
from companion.games.techniconica.resolver.first_turn import FirstTurn
from companion.games.techniconica.resolver.from_inputs import special_rules, thresholds
from companion.games.techniconica.rules import play
from companion.games.techniconica.rules.assembly import assemble_squad
from companion.games.techniconica.rules.damage import Layers, Struck, strike
from companion.games.techniconica.rules.play import Overload
from tests.games.techniconica.mechs import WOLF, read


def made(name, rulings=None, **inputs):
    kind = GAME.resolver(name)
    return kind.make(read_as(kind.inputs, inputs), GAME.context(rulings))


def ended(machine, faces):
    run = replay(machine, read_groups(faces))
    assert run.waiting is None, run.waiting.why
    return run.outcome


def attack(score, evasion, output, base=None, **defence):
    layers = Layers.of(base=base)
    return SingleAttack((Clash(score, evasion, output),), Defence(layers, **defence))


THREE = Layers.of((2,), (4,), 3)


@pytest.mark.parametrize(
    ("points", "found"),
    [
        (0, Struck((), "shield 1", 0)),
        (1, Struck((), "shield 1", 1)),
        (2, Struck(("shield 1",), "armour 1", 0)),
        (3, Struck(("shield 1",), "armour 1", 1)),
        (5, Struck(("shield 1",), "armour 1", 3)),
        (6, Struck(("shield 1", "armour 1"), "base", 0)),
        (8, Struck(("shield 1", "armour 1"), "base", 2)),
        (9, Struck(("shield 1", "armour 1", "base"))),
        (10, Struck(("shield 1", "armour 1", "base"))),
    ],
)
def test_damage_goes_through_the_layers(points, found):
    assert strike(points, THREE) == found


@pytest.mark.parametrize(
    ("points", "halves", "found"),
    [
        (2, False, Struck(("shield 1",), "armour 1", 0)),
        (3, False, Struck(("shield 1",), "armour 1", 2, 1)),
        (4, False, Struck(("shield 1", "armour 1"), "base", 0, 2)),
        (5, False, Struck(("shield 1", "armour 1"), "base", 1, 2)),
    ],
)
def test_armour_piercing_counts_twice_on_armour(points, halves, found):
    assert strike(points, THREE, piercing=True, halves_go_on=halves) == found


@pytest.mark.parametrize(("halves", "counters"), [(False, 1), (True, 2)])
def test_half_a_point_that_is_left_is_lost_or_goes_on_as_ruled(halves, counters):
    """Armour of 3 takes a point and a half of three: one of the base's counters, or two where the half goes on."""
    assert strike(3, Layers.of((), (3,), 9), piercing=True, halves_go_on=halves) == Struck(
        ("armour 1",), "base", counters, 1
    )


def test_counters_that_lie_there_count():
    assert strike(1, Layers.of(base=3, base_damage=2)) == Struck(("base",))
    assert strike(1, Layers.of(base=3, base_damage=1)) == Struck((), "base", 2)
    assert strike(1, Layers.of(base=3, base_damage=4)) == Struck(("base",))
    assert strike(1, Layers.of()) == Struck(())


@pytest.mark.parametrize(
    ("excess", "suffered", "speed", "found"),
    [
        (0, 0, 3, Overload(0, 3)),
        (1, 0, 3, Overload(1, 2)),
        (3, 0, 3, Overload(3, 0)),
        (4, 0, 3, Overload(4, 0)),
        (2, 2, 3, Overload(0, 1)),
        (1, 2, 3, Overload(0, 1)),
        (3, 2, 3, Overload(1, 0)),
    ],
)
def test_overload_damages_the_locomotor(excess, suffered, speed, found):
    assert play.overload(excess, suffered, speed) == found


@pytest.mark.parametrize(
    ("standing", "winner"), [([1, 1], 0), ([2, 0], 1), ([0, 1], 2), ([0, 0], 0), ([0, 0, 3], 3), ([1, 0, 3], 0)]
)
def test_the_last_with_mechs_wins(standing, winner):
    assert play.winner(standing) == winner


@pytest.mark.parametrize(("speed", "up", "down"), [(0, 0, 0), (1, 1, 0), (2, 1, 1), (3, 2, 1)])
def test_a_halved_speed(speed, up, down):
    assert [play.halve_speed(speed, {"halved-speed": way}) for way in ("up", "down")] == [up, down]


def test_a_race_adds_up():
    assert play.distance(4, 3) == 7


def rules(rulings=None, **document):
    return [finding.rule for finding in GAME.verdict(read(rulings=rulings or {}, **document)).findings]


@pytest.mark.parametrize(
    ("variant", "mechs", "found"),
    [
        ("lone-wolves", 1, False),
        ("lone-wolves", 2, True),
        ("quick-death", 1, True),
        ("quick-death", 2, False),
    ],
)
def test_how_many_mechs_a_variant_takes(variant, mechs, found):
    assert ("variant-size" in rules({"variant": variant}, mech=[WOLF] * mechs)) is found


def test_lone_wolves_say_how_many_to_take_out():
    verdict = GAME.verdict(read(rulings={"variant": "lone-wolves"}, mech=[WOLF] * 3))
    (finding,) = [finding for finding in verdict.findings if finding.rule == "variant-size"]
    assert finding.message == (
        "This is a game of Lone Wolves, with one Mech per player, and the squad has 3: remove 2."
    )


@pytest.mark.parametrize(("slot", "fine"), [("1,1", True), ("3,3", True), ("0,1", False), ("1,0", False), ("4,1", False), ("1,4", False)])  # fmt: skip
def test_a_part_stands_inside_the_grid(slot, fine):
    parts = [{**part, "slot": slot} if part["card"] == "long-rifle" else part for part in WOLF["part"]]
    held = {part["slot"] for part in WOLF["part"]}
    found = rules(mech=[{**WOLF, "part": parts}])
    assert ("wrong-slot" not in found) is fine
    assert ("slot-taken" in found) is (slot in held - {"1,1"})


@pytest.mark.parametrize(("owned", "found"), [(2, False), (1, True), (0, True)])
def test_as_many_as_are_owned_and_one_more(owned, found):
    cards = dict.fromkeys(("hauler-tracks", "standard-cockpit", "heavy-plate", "sharpshooter"), 2)
    cards |= {part["card"]: 2 for part in WOLF["part"]}
    assert ("not-owned" in rules(mech=[WOLF, WOLF], owned={**cards, "long-rifle": owned})) is found


@pytest.mark.parametrize(
    ("shot", "faces", "result", "damage"),
    [
        (attack(5, 5, 2), "5 | 5", "hit", 2),
        (attack(5, 5, 2), "5 | 6", "miss", 0),
        (attack(5, 5, 2), "6 | 5", "hit", 3),
        (attack(5, 5, 0), "7 | 5", "hit", 2),
        (attack(5, 6, 2), "6 | 5", "hit", 2),
        (attack(5, 6, 2), "5 | 5", "miss", 0),
        (attack(9, 0, 2), "1", "jam", 0),
    ],
)
def test_an_attack_hits_with_as_much_as_the_evasion(shot, faces, result, damage):
    outcome = ended(shot, faces)
    assert outcome["result"] == result
    assert outcome["damage"] == damage


@pytest.mark.parametrize(
    ("fortitude", "penalty", "die", "result"),
    [
        (5, 0, 5, "passed"),
        (5, 0, 6, "failed"),
        (5, 1, 4, "passed"),
        (5, 1, 5, "failed"),
        (0, 9, 1, "passed"),
        (0, 0, 2, "failed"),
    ],
)
def test_a_bottle_test_is_passed_up_to_fortitude(fortitude, penalty, die, result):
    assert ended(bottle_test(fortitude, penalty), str(die)) == {"result": result}


def test_a_bottle_test_is_rolled_again_while_it_failed_and_re_rolls_are_left():
    assert ended(bottle_test(5, re_rolls=1), "6 | 2 | 5") == {"result": "passed"}
    assert ended(bottle_test(5, re_rolls=1), "6 | 1") == {"result": "failed"}
    assert ended(bottle_test(5, re_rolls=1), "6 | 2 | 6") == {"result": "failed"}
    assert ended(bottle_test(5, re_rolls=2), "6 | 2 | 6 | 2 | 5") == {"result": "passed"}
    assert replay(bottle_test(5, re_rolls=2), read_groups("6")).waiting.why == (
        "Roll the Bottle Test again? 2 Re-Rolls left."
    )
    assert replay(bottle_test(5, re_rolls=1), read_groups("6")).waiting.why == (
        "Roll the Bottle Test again? 1 Re-Roll left."
    )


@pytest.mark.parametrize(("fortitude", "result"), [(5, "passed"), (4, "failed")])
def test_without_dice_a_bottle_test_is_a_five(fortitude, result):
    assert ended(bottle_test(fortitude, diceless=True), "") == {"result": result}


@pytest.mark.parametrize(
    ("speeds", "faces", "first"),
    [
        ((4, 3), "5 | 6", "tie"),
        ((4, 3), "5 | 5", 1),
        ((4, 3), "5 | 7", 2),
        ((1, 1, 1), "2 | 3 | 1", 2),
    ],
)
def test_the_highest_of_die_and_speed_begins(speeds, faces, first):
    run = replay(FirstTurn(speeds), read_groups(faces))
    if first == "tie":
        assert run.waiting.why == "player 1, Speed 4, again"
    else:
        assert run.outcome == {"first": first}


def test_a_sixth_tie_is_a_tie():
    # The first roll and six repeats, two dice each: only then a tie stays a tie.
    assert replay(FirstTurn((1, 1)), read_groups(" | ".join(["3"] * 12))).waiting is not None
    assert ended(FirstTurn((1, 1)), " | ".join(["3"] * 14)) == {"first": "tie"}
    assert ended(FirstTurn((1, 1, 0), all_again=False), "5 | 5 | 1 | 2 | 9") == {"first": 2}
    assert ended(FirstTurn((2, 2), diceless=True), "") == {"first": "tie"}
    assert ended(FirstTurn((2, 2), diceless=True, first_named=True), "") == {"first": 1}
    assert ended(FirstTurn((2, 3), diceless=True), "") == {"first": 2}


@pytest.mark.parametrize(("speeds", "fine"), [("4", False), ("4,3", True), ("1 2 3 4 5 6", True), ("1,2,3,4,5,6,7", False), ("60,0", True), ("61,0", False)])  # fmt: skip
def test_two_to_six_players_roll_for_the_first_turn(speeds, fine):
    if fine:
        assert made("first-turn", speeds=speeds).speeds
        return
    with pytest.raises(InvalidInput, match="speeds"):
        made("first-turn", speeds=speeds)


@pytest.mark.parametrize(("text", "numbers"), [("", ()), ("0", (0,)), ("60,060", (60, 60)), ("2 3", (2, 3))])
def test_thresholds_are_read_up_to_sixty(text, numbers):
    assert thresholds(text, "shields") == numbers


@pytest.mark.parametrize("text", ["61", "0060", "-1", "a", "²"])
def test_what_is_no_threshold_is_refused(text):
    with pytest.raises(
        InvalidInput, match="shields: found .* expected a Damage Threshold from 0 to 60, for example 2,3"
    ):
        thresholds(text, "shields")


def test_special_rules_are_read_with_their_numbers():
    assert special_rules("reliable, frightening-2", "rules", GAME.context()) == Effects(reliable=True, frightening=2)
    with pytest.raises(InvalidInput, match="rules"):
        special_rules("nonsense", "rules", GAME.context())


SHOT = {"accuracy": 5, "penetration": 2, "damage_output": 1, "speed": 3, "armour": 4}


@pytest.mark.parametrize(
    ("inputs", "attack", "evasion"),
    [
        ({}, 7, 7),
        ({"attacker_low_power": True}, 5, 7),
        ({"accuracy": 4, "attacker_low_power": True}, 4, 7),
        ({"attacker_hold": 2}, 9, 7),
        ({"defender_hold": 2}, 7, 9),
        ({"defender_low_power": True}, 7, 4),
        ({"attacker_rerolls": 1}, 7, 7),
    ],
)
def test_modifiers_of_a_shot_add_up(inputs, attack, evasion):
    shot = made("shoot", **{**SHOT, **inputs})
    assert (shot.clash.attack, shot.clash.evasion) == (attack, evasion)


CHARGE = {"speed": 1, "penetration": 2, "damage_output": 1, "target_speed": 1, "armour": 4}


def test_a_mech_of_speed_one_charges_and_counter_attacks_and_one_of_none_does_not():
    charge = made("charge", **CHARGE, counter=True, counter_penetration=3, counter_armour=2)
    assert (charge.first.clash.attack, charge.first.clash.evasion) == (3, 5)
    counter = charge.then(charge.first.start()).resolver
    assert (counter.clash.attack, counter.clash.evasion) == (4, 3)
    with pytest.raises(InvalidInput, match="speed: found 0, expected at least 1"):
        made("charge", **{**CHARGE, "speed": 0})
    for still in ({"target_speed": 0}, {"defender_low_power": True}):
        with pytest.raises(InvalidInput, match="counter: found true"):
            made("charge", **{**CHARGE, **still}, counter=True)
        assert made("charge", **{**CHARGE, **still}).first.clash.evasion == 4


def test_a_counter_attack_comes_while_the_target_still_fights():
    back = attack(9, 0, 1)
    hit = attack(9, 0, 1, base=1)
    assert ended(prepare_charge(hit, back), "5 | 5 | 5 | 5")["counter_result"] == "hit"
    assert ended(prepare_charge(hit, back, only_unharmed=True), "5 | 5")["counter_result"] == "none"
    unhurt = attack(9, 0, 1, base=99)
    assert ended(prepare_charge(unhurt, back, only_unharmed=True), "5 | 5 | 5 | 5")["counter_result"] == "hit"
    last = attack(9, 0, 1, base=1, last=True)
    assert ended(prepare_charge(last, back), "5 | 5") | {} == {
        "result": "hit", "damage": 10, "destroyed": ["base"], "bottle": "not-taken",
        "counter_result": "none", "counter_damage": 0, "counter_destroyed": [], "counter_bottle": "not-taken",
    }  # fmt: skip


@pytest.mark.parametrize(("threshold", "tested"), [(9, True), (10, False), (11, False), (None, False)])
def test_more_damage_than_the_threshold_calls_for_a_bottle_test(threshold, tested):
    """A gap of 9 and a Damage Output of 1 are ten points."""
    shot = attack(9, 0, 1, base=99, fortitude=5, bottle_threshold=threshold)
    assert (replay(shot, read_groups("5 | 5")).waiting is not None) is tested


def test_a_part_has_twelve_layers_of_a_kind_at_most():
    assert len(thresholds("1 " * 12, "shields")) == 12
    with pytest.raises(InvalidInput, match="shields: found 13 numbers, expected at most 12"):
        thresholds("1 " * 13, "shields")


def wolf(**changed):
    return assemble_squad(read(mech=[{**WOLF, **changed}]), GAME.catalogue)[0]


def test_the_wolf_weighs_seventeen_of_eighteen_and_has_a_speed_of_one():
    assert [play.excess(wolf(), gravity) for gravity in (0, 1, 2, 3)] == [0, 0, 1, 2]
    assert wolf().speed == 1


def test_a_mech_without_a_locomotor_carries_nothing_and_stands_still():
    still = wolf(locomotor=None)
    assert (still.max_weight, still.speed, play.excess(still)) == (0, 0, 0)
