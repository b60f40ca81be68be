"""Rolls and small sums of play at each limit and one past it."""

import pytest

from companion.data.documents import read_as
from companion.dice.resolver import play as throw_all
from companion.dice.resolver import read_groups, replay
from companion.games.mechastellar import GAME
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.resolver import splits
from companion.games.mechastellar.resolver.clash import Clash, ClashSide
from companion.games.mechastellar.resolver.contests import contest, saves, wreckage
from companion.games.mechastellar.resolver.shooting import Shot, Volley
from companion.games.mechastellar.rules import play

RULINGS = GAME.context().rulings


def made(name, rulings=None, **inputs):
    kind = GAME.resolver(name)
    return kind.make(read_as(kind.inputs, inputs), GAME.context(rulings))


def thrown(machine, faces):
    run = replay(machine, read_groups(faces))
    assert run.waiting is None, run.waiting
    return run.outcome


def rolled(name, faces, rulings=None, **inputs):
    return thrown(made(name, rulings, **inputs), faces)


@pytest.mark.parametrize(
    ("sum_of_play", "rows"),
    [
        (play.cap_bonus, {-5: -5, 2: 2, 3: 3, 4: 3}),
        (play.attack_bonus, {0: 1, 1: 2, 2: 2}),
        (play.defense_bonus, {0: 1, 1: 1, 2: 2}),
        (play.cover_blocks, {499: 2, 500: 2, 501: 1}),
        (play.focus_hits, {199: 2, 200: 2, 201: 1}),
        (play.warship_focus, {True: (0, 1), False: (1, 0)}),
        (play.full_throttle, {True: 3, False: 5}),
        (play.high_ground_hits, {0: 1, 1: 1, 2: 2, 3: 2}),
        (play.make_it_count_hits, {1: 1, 5: 5}),
        (play.tear_through_cost, {0: 2, 1: 3, 2: 3}),
        (play.disengage_cost, {True: 2, False: 1}),
        (play.reverse_cost, {0: 1, 1: 0, 2: 0}),
        (play.defense_cost, {0: 0, 1: 1, 3: 3}),
        (play.free_disengage, {9: False, 10: True, 11: True}),
    ],
)
def test_a_sum_of_play_steps_at_its_limit(sum_of_play, rows):
    assert {given: sum_of_play(given) for given in rows} == rows


@pytest.mark.parametrize(
    ("sum_of_play", "rows"),
    [
        (play.defense_cost, {(1, True): 2, (3, True): 6}),
        (play.shield_survives_on, {(100, 1): 0, (101, 1): 1, (600, 4): 2, (601, 4): 3}),
        (play.shuts_down, {(1, 0): False, (1, 1): False, (1, 2): True, (0, 1): True}),
        (play.warship_shots, {(3, 2): (2, 1), (3, 3): (3, 0), (3, 4): (3, 0)}),
        (play.is_high_speed, {(9, True): False, (10, True): True, (10, False): False}),
    ],
)
def test_a_sum_of_two_steps_at_its_limit(sum_of_play, rows):
    assert {given: sum_of_play(*given) for given in rows} == rows


@pytest.mark.parametrize(("size", "small", "large"), [(0, 4, 6), (2, 6, 8), (5, 9, 11)])
def test_engagement_range_grows_with_size(size, small, large):
    ruled = [play.engagement_range(size, {**RULINGS, "engagement": way}) for way in ("small", "large")]
    assert ruled == [small, large]


@pytest.mark.parametrize(("uses", "listed", "three"), [(0, 0, 0), (1, 1, 1), (2, 3, 3), (3, 5, 6), (4, 7, 10)])
def test_power_of_one_upgrade_used_again(uses, listed, three):
    assert play.power_cost(uses, {**RULINGS, "power-third": "two"}) == listed
    assert play.power_cost(uses, {**RULINGS, "power-third": "three"}) == three


@pytest.mark.parametrize(
    ("range_", "aoe", "level", "focused", "fires"),
    [
        (8, 0, 0, False, True),
        (9, 0, 0, False, False),
        (9, 0, 0, True, False),
        (9, 0, 1, False, False),
        (9, 0, 1, True, True),
        (8, 1, 2, True, False),
    ],
)
def test_who_shoots_while_engaged(range_, aoe, level, focused, fires):
    assert play.can_shoot_engaged(Weapon(name="Gun", range=range_, aoe=aoe), level, focused) is fires


@pytest.mark.parametrize(("distance", "within"), [(8, True), (9, False)])
def test_rapid_fire_reaches_half_of_an_odd_range_rounded_down(distance, within):
    assert play.rapid_fire(Weapon(name="Gun", range=17, aoe=0), distance) is within


def test_a_weapon_without_a_range_has_no_rapid_fire():
    assert not play.rapid_fire(Weapon(name="Fist", range=0), 0)


def test_a_bare_shot_is_its_dice_alone():
    """Target 6, PEN 5: a critical, two hits and an evaded shot make 4 hits; three saves on 5, two of them fail."""
    assert thrown(Shot(4, 6, pen=5), "1 5 5 6 | 4 4 5") == {
        "hits": 4, "crits": 1, "blocked": 0, "unblocked": 4, "damage": 2000, "saves_failed": 2,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("shot", "faces", "hits", "crits"),
    [
        (Shot(1, 6), "2", 2, 1),
        (Shot(1, 6), "3", 1, 0),
        (Shot(1, 6, lock=True), "3", 2, 1),
        (Shot(1, 6, lock=True), "4", 1, 0),
        (Shot(1, 6), "5", 1, 0),
        (Shot(1, 6), "6", 0, 0),
        (Shot(1, 9), "8", 1, 0),
        (Shot(1, 12), "8", 1, 0),
        (Shot(1, 12), "9", 0, 0),
        (Shot(1, 1), "2", 2, 1),
        (Shot(3, 6), "1 1 1", 6, 3),
        (Shot(4, 6), "1 1 1 1", 7, 3),
        (Shot(2, 6, indirect=True), "1 1", 2, 0),
        (Shot(2, 6, bonus_crits=1), "1 1", 6, 3),
        (Shot(2, 6, bonus_crits=2), "1 1", 7, 3),
        (Shot(2, 6, bonus_crits=2, crits_capped=False), "1 1", 8, 4),
        (Shot(2, 6, rerolls=1), "1 1 | 9", 2, 1),
        (Shot(2, 6, rerolls=2), "1 3 | 9 3", 1, 0),
        (Shot(2, 6, rerolls=3), "1 3 | 9 3", 1, 0),
        (Shot(2, 6, rerolls=1), "9 9", 0, 0),
    ],
)
def test_what_a_shot_counts(shot, faces, hits, crits):
    outcome = thrown(shot, faces)
    assert (outcome["hits"], outcome["crits"]) == (hits, crits)


@pytest.mark.parametrize(
    ("pen", "armor", "waits"), [(2, 0, True), (2, 1, False), (1, -3, False), (3, 1, True), (5, 4, False), (6, 4, True)]
)
def test_saves_are_rolled_from_pen_two_and_a_target_of_two(pen, armor, waits):
    machine = Shot(1, 6, pen=pen, armor=armor)
    assert (replay(machine, read_groups("3")).waiting is not None) is waits


@pytest.mark.parametrize(
    ("inputs", "saves"),
    [
        ({}, 3),
        ({"warship": True}, 5),
        ({"warship": True, "aoe": True}, 10),
        ({"aoe": True}, 3),
        ({"gritty": True}, 5),
        ({"gritty": True, "warship": True}, 10),
    ],
)
def test_the_most_saves_of_one_weapon(inputs, saves):
    outcome = rolled("armor-save", " ".join(["1"] * saves), pen=5, hits=40, **inputs)
    assert (outcome["saves"], outcome["failed"]) == (saves, saves)
    one_less = rolled("armor-save", " ".join(["1"] * (saves - 1)), pen=5, hits=saves - 1, **inputs)
    assert one_less["saves"] == saves - 1


@pytest.mark.parametrize(("shots", "more", "thrown_"), [(9, 0, 9), (10, 0, 10), (11, 0, 10), (8, 2, 10), (8, 3, 10), (3, -4, 0)])  # fmt: skip
def test_no_more_than_ten_shots_are_fired(shots, more, thrown_):
    assert made("shoot", shots=shots, rapid_fire=more).shots == thrown_


@pytest.mark.parametrize(("extra", "shots"), [(0, 3), (7, 10), (8, 10)])
def test_overwatch_fires_ten_shots_at_most(extra, shots):
    assert made("overwatch", extra_shots=extra).shot.shots == shots


@pytest.mark.parametrize(
    ("inputs", "saves"),
    [({}, 3), ({"gritty": True}, 5), ({"warship": True}, 5), ({"warship": True, "gritty": True}, 10)],
)
def test_overwatch_forces_as_many_saves_as_any_attack(inputs, saves):
    hit, failed = (" ".join([face] * count) for face, count in (("3", 10), ("1", saves)))
    outcome = rolled("overwatch", f"{hit} | {failed}", overwatch=10, accuracy=20, evade=0, damage=0, pen=5, **inputs)
    assert (outcome["saves_failed"], outcome["damage"]) == (saves, 1000 * saves)


@pytest.mark.parametrize(
    ("inputs", "target"),
    [
        ({}, 5),
        ({"accuracy_bonus": 3}, 8),
        ({"accuracy_bonus": 4}, 8),
        ({"accuracy_bonus": 2, "choice": "precision"}, 8),
        ({"accuracy_bonus": 2, "choice": "precision", "attacker": 1}, 8),
        ({"evade_bonus": 3}, 2),
        ({"evade_bonus": 4}, 2),
        ({"evade_bonus": 1, "reply": "dodge", "defender": 2}, 2),
        ({"evade_bonus": 2, "reply": "dodge", "defender": 2}, 2),
        ({"accuracy_bonus": -10}, -5),
    ],
)
def test_bonuses_help_by_three_at_most(inputs, target):
    assert made("shoot", accuracy=8, evade=3, **inputs).target == target


@pytest.mark.parametrize(
    ("inputs", "blocks"),
    [
        ({"cover": True, "damage": 500}, 2),
        ({"cover": True, "damage": 501}, 1),
        ({"cover": True, "damage": 500, "blocks": 1}, 2),
        ({"cover": True, "damage": 500, "blocks": 3}, 3),
        ({"cover": True, "damage": 500, "warship": True}, 0),
        ({"cover": True, "damage": 500, "reply": "guard"}, 3),
        ({"blocks": 1, "reply": "guard", "defender": 2}, 3),
    ],
)
def test_the_better_of_shield_and_cover_blocks(inputs, blocks):
    assert made("shoot", **inputs).blocks == blocks


def test_hits_that_were_all_blocked_leave_none():
    outcome = rolled("shoot", "3 3", accuracy=9, evade=3, shots=2, blocks=2, damage=100)
    assert (outcome["blocked"], outcome["unblocked"], outcome["damage"]) == (2, 0, 0)
    over = rolled("shoot", "3 3", accuracy=9, evade=3, shots=2, blocks=3, damage=100)
    assert (over["blocked"], over["unblocked"]) == (2, 0)


@pytest.mark.parametrize(("hp", "gone"), [(200, True), (201, False)])
def test_a_unit_is_destroyed_at_its_hp(hp, gone):
    assert rolled("shoot", "3 3", accuracy=9, evade=3, shots=2, damage=100, hp=hp)["destroyed"] is gone
    clash = {"attack": 1, "defense": 0, "counter_attack": 0, "counter_defense": 0, "attacker_bonus": False}
    assert rolled("melee", "9", **clash, damage=100, hp=hp)["destroyed"] is gone
    back = {**clash, "attack": 0, "counter_attack": 1}
    assert rolled("melee", "9", **back, counter_damage=100, attacker_hp=hp)["attacker_destroyed"] is gone


def test_thrown_and_trampled_terrain():
    thrown_one = made("throw-terrain", size=2, dangerous=True)
    assert (thrown_one.shots, thrown_one.damage, thrown_one.bonus_crits) == (6, 200, 1)
    trampled = made("crash-through", size=2, havoc=3)
    assert (trampled.shots, trampled.damage, trampled.bonus_crits) == (5, 700, 0)


def test_a_volley_fires_each_weapon_once():
    assert thrown(Volley(Shot(1, 6, damage=100), 2), "3 | 3") == {
        "hits": 2, "blocked": 0, "unblocked": 2, "damage": 200, "saves_failed": 0,
    }  # fmt: skip
    assert thrown(Volley(Shot(0, 6), 2), "")["hits"] == 0


def test_a_bare_clash_is_its_dice_alone():
    """4, 5 and 9 make 3 hits, 4 and 5 block one; two saves on 5, one fails; nobody strikes back."""
    machine = Clash(ClashSide(attack=3, damage=100, level=1, pen=5), ClashSide(defense=2))
    assert thrown(machine, "4 5 9 | 4 5 | 4 5") == {
        "hits": 3, "blocked": 1, "unblocked": 2, "damage": 2200, "saves_failed": 1,
        "counter_hits": 0, "counter_blocked": 0, "counter_unblocked": 0, "counter_damage": 0, "counter_saves_failed": 0,
        "finishing_blow": "attacker", "disengage": 1, "blocks_rolled": 1, "counter_blocks_rolled": 0,
    }  # fmt: skip
    assert thrown(Clash(ClashSide(attack=4, pen=5), ClashSide()), "9 9 9 9 | 4 4 5")["damage"] == 2000
    plain = thrown(Clash(ClashSide(attack=1, damage=100), ClashSide()), "8")
    assert (plain["hits"], plain["damage"], plain["finishing_blow"]) == (1, 100, "none")


def test_a_push_whose_hits_are_all_blocked_moves_nobody():
    split = {"attack": 1, "defense": 0, "counter_attack": 1, "counter_defense": 0, "attacker_bonus": False}
    blocked = rolled("melee", "5 | 9", **split, push=True, blocks=1)
    assert (blocked["counter_hits"], blocked["disengage"]) == (2, 1)


def test_misses_up_to_a_number_are_rolled_again():
    split = {"attack": 3, "defense": 0, "counter_attack": 0, "counter_defense": 0, "attacker_bonus": False}
    assert rolled("melee", "2 3 4 | 5", **split, reroll=2)["hits"] == 1
    assert rolled("melee", "2 3 4 | 5 9", **split, reroll=3)["hits"] == 3
    assert rolled("melee", "2 3 4 | 5 5", **split, reroll=4, hit_on=4)["hits"] == 3


@pytest.mark.parametrize(("face", "effect"), [
    ("1 | 9", "attacker chooses"), ("1 | 10", "cockpit"), ("2", "main camera"), ("3", "propulsion"), ("4", "disable"),
    ("9", "disable"), ("10", "none"),
])  # fmt: skip
def test_the_table_of_battle_damage(face, effect):
    assert thrown(wreckage(0), face)["effect"] == effect


@pytest.mark.parametrize(("face", "effect", "damage"), [
    ("1 | 3", "attacker chooses", 0), ("1 | 4", "ammunition explosion", 1500), ("1 | 5", "attacker chooses", 0),
])  # fmt: skip
def test_the_explosion_where_it_is_ruled(face, effect, damage):
    outcome = thrown(wreckage(0, 1500), face)
    assert (outcome["effect"], outcome["damage"]) == (effect, damage)


def test_armour_counts_in_battle_damage():
    assert thrown(wreckage(2), "1") == {"result": 3, "effect": "propulsion", "damage": 0}
    assert thrown(wreckage(-1), "2 | 1") == {"result": 1, "effect": "attacker chooses", "damage": 0}


@pytest.mark.parametrize(
    ("inputs", "target", "rolls"),
    [
        ({"damage": 200}, 2, 1),
        ({"damage": 201}, 3, 1),
        ({"damage": 200, "how": "melee"}, 4, 3),
        ({"damage": 200, "how": "crash-through"}, 4, 3),
        ({"damage": 200, "direct": True}, 2, 3),
    ],
)
def test_terrain_holds_on_the_damage_in_hundreds(inputs, target, rolls):
    machine = made("destroy-terrain", **inputs)
    holds = thrown(machine, " ".join([str(target)] * rolls))
    assert holds == {"target": target, "rolls": rolls, "survives": True}
    breaks = thrown(machine, " ".join([str(target)] * (rolls - 1) + [str(target - 1)]))
    assert breaks["survives"] is False


@pytest.mark.parametrize(("bought", "bridge", "result"), [
    ((0, 0), False, "the sequence ends"), ((1, 0), False, "tactical advantage"), ((2, 0), False, "tactical advantage"),
    ((3, 0), False, "blindside"), ((0, 1), False, "overwatch with +3 shots"), ((0, 1), True, "overwatch with +3 hits"),
    ((1, 0), True, "blindside and PEN+3"), ((0, 0), True, "the sequence ends"),
])  # fmt: skip
def test_what_an_outmaneuver_roll_gains(bought, bridge, result):
    assert thrown(contest(0, 0, bought, bridge), "")["result"] == result


def test_dice_of_an_outmaneuver_roll():
    assert thrown(contest(3, 1), "4 5 10 | 9") == {
        "attacker": 3, "defender": 1, "winner": "attacker", "result": "tactical advantage",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("inputs", "attacker", "defender"),
    [
        ({}, 5, 5),
        ({"attacker_role": True}, 6, 5),
        ({"defender_role": True}, 5, 6),
        ({"attacker_move": 14, "defender_move": 10}, 5, 5),
        ({"attacker_move": 15, "defender_move": 10}, 6, 5),
        ({"attacker_move": 19, "defender_move": 10}, 6, 5),
        ({"attacker_move": 20, "defender_move": 10}, 7, 5),
        ({"attacker_move": 10, "defender_move": 15}, 5, 6),
        ({"attacker_move": 10, "defender_move": 20}, 5, 7),
        ({"warship_near": True}, 5, 6),
    ],
)
def test_dice_of_both_sides_of_an_outmaneuver_roll(inputs, attacker, defender):
    run = throw_all(made("outmaneuver", **inputs), lambda throw, _: [1] * throw.count)
    assert [one.throw.count for one in run.thrown] == [attacker, defender]
    bridge = made("bridge-attack", **inputs, melee=True)
    assert bridge.ask(bridge.start()).count == attacker - 2


def test_bare_saves():
    assert thrown(saves(3, 5, 0, 3), "4 4 5") == {"saves": 3, "failed": 2, "negated": 0, "damage": 2000}
    assert thrown(saves(3, 5, 0, 3, negate=3), "4 4 5") == {"saves": 3, "failed": 2, "negated": 2, "damage": 0}
    assert thrown(saves(0, 5, 0, 3), "") == {"saves": 0, "failed": 0, "negated": 0, "damage": 0}


def test_a_larger_unit_is_harder_to_push():
    larger, smaller = (made("armor-save", pen=9, push=True, size=size, armor_save=1) for size in (2, 0))
    assert (larger.throw.why, smaller.throw.why) == ("armor saves, 4 or more", "armor saves, 8 or more")
    assert made("armor-save", pen=9, size=2, armor_save=1).throw.why == "armor saves, 8 or more"


@pytest.mark.parametrize(
    ("inputs", "dice"),
    [
        ({"melee": 6, "attack": 4}, (4, 2)),
        ({"melee": 6, "defense": 4}, (2, 4)),
        ({"melee": 6, "attack": 6}, (6, 0)),
        ({"melee": 20, "attack": 4}, (4, 10)),
        ({"melee": 20, "defense": 4}, (10, 4)),
        ({"attack": 1, "defense": 1}, (1, 1)),
    ],
)
def test_what_is_left_out_of_a_split_is_filled_from_the_pool(inputs, dice):
    side = made("melee", **inputs).attacker
    assert (side.attack, side.defense) == dice


@pytest.mark.parametrize(("melee", "dice"), [(18, 20), (19, 20), (20, 20)])
def test_both_pools_hold_ten_dice_at_most(melee, dice):
    clash = made("melee", {"melee-pool": "plus-two"}, melee=melee)
    assert clash.attacker.attack + clash.attacker.defense == dice


@pytest.mark.parametrize(("attack", "leaves"), [(9, 1), (10, 0)])
def test_ten_dice_leave_melee_freely(attack, leaves):
    assert made("melee", attack=attack, defense=0, counter_attack=0, counter_defense=0).leaves == leaves


@pytest.mark.parametrize(
    ("dice", "ways"),
    [
        (2, [(2, 0), (1, 1), (0, 2)]),
        (10, [(n, 10 - n) for n in range(10, -1, -1)]),
        (11, [(10, 1), (9, 2), (8, 3), (7, 4), (6, 5), (5, 6), (4, 7), (3, 8), (2, 9), (1, 10)]),
        (20, [(10, 10)]),
    ],
)
def test_the_splits_of_a_pool(dice, ways):
    found = splits.table(Clash(ClashSide(), ClashSide()), dice, None)
    assert [(split.attack, split.defense) for split in found] == ways


@pytest.mark.parametrize(("dice", "spread"), [(0, {0: 1}), (1, {0: 40, 1: 40, 2: 20})])
def test_hits_of_attack_dice(dice, spread):
    """On 5 and more: 1 to 4 miss, 5 to 8 hit, 9 and 10 hit twice."""
    assert dict(splits.hits_spread(dice, 5, 0)) == spread


def test_hits_of_attack_dice_that_reroll_ones():
    assert dict(splits.hits_spread(1, 5, 1)) == {0: 34, 1: 44, 2: 22}
