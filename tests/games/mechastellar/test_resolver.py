"""MechaStellar's rolls: exact odds against every roll tried one by one, and what each input changes."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.base.findings import InvalidInput
from companion.data.documents import read_as
from companion.dice.odds import exact
from companion.dice.resolver import read_groups, replay
from companion.dice.throw import Choice
from companion.games.mechastellar import GAME
from companion.games.mechastellar.resolver import splits
from companion.games.mechastellar.resolver.from_inputs import prepare_clash
from companion.games.mechastellar.resolver.inputs import MeleeInputs
from companion.verbs.game_rolls import odds_answer

DIE = range(1, 11)


def made(name, rulings=None, **inputs):
    kind = GAME.resolver(name)
    return kind.make(read_as(kind.inputs, inputs), GAME.context(rulings))


def chances(name, keys, **inputs):
    """Exact odds of some keys of the outcome."""
    odds = exact(made(name, **inputs))
    found = Counter()
    for outcome, weight in odds.outcomes:
        found[tuple(outcome[key] for key in keys)] += Fraction(weight, odds.total)
    return dict(found)


def rolled(name, faces, rulings=None, **inputs):
    play = replay(made(name, rulings, **inputs), read_groups(faces))
    assert play.waiting is None, play.waiting
    return play.outcome


def by_hand(faces, target, lock=False, blocks=0):
    """An attack read off its dice by the rulebook's words."""
    crits = sum(face <= (3 if lock else 2) for face in faces)
    hits = sum(face > (3 if lock else 2) and face < 9 and face < target for face in faces)
    total = hits + 2 * min(3, crits) + max(0, crits - 3)
    return total, max(0, total - blocks)


@pytest.mark.parametrize(("shots", "target", "lock", "blocks"), [(3, 6, False, 0), (4, 9, True, 2), (2, 2, False, 1)])
def test_shooting_odds_are_those_of_every_roll(shots, target, lock, blocks):
    counted = Counter(by_hand(faces, target, lock, blocks) for faces in product(DIE, repeat=shots))
    wanted = {key: Fraction(n, 10**shots) for key, n in counted.items()}
    given_ = {"accuracy": target + 3, "evade": 3, "shots": shots, "damage": 100}
    found = chances("shoot", ("hits", "unblocked"), **given_, target_lock=lock, blocks=blocks)
    assert found == wanted


def test_saves_after_shots_are_those_of_every_roll():
    """Two shots at 6 or more, PEN 5 against ARM Sv 1: each unblocked hit saves on 4 or more, three at most."""
    wanted = Counter()
    for faces in product(DIE, repeat=2):
        _, through = by_hand(faces, 6)
        count = min(3, through)
        for saves in product(DIE, repeat=count):
            failed = sum(face < 4 for face in saves)
            wanted[(100 * through + 1000 * failed,)] += Fraction(1, 100 * 10**count)
    given_ = {"accuracy": 9, "evade": 3, "shots": 2, "damage": 100, "pen": 5, "armor_save": 1}
    assert chances("shoot", ("damage",), **given_) == dict(wanted)


def melee_by_hand(attack, defense, bonus, blocks):
    hits = sum(1 + (face >= 9) for face in attack if face >= 5) + bonus
    return max(0, hits - sum(face >= 5 for face in defense) - blocks)


def test_melee_odds_are_those_of_every_roll():
    """1 + 1 dice against 1 + 1, level 1 attacker (+2 Hits), Counter (+1): with a finishing blow."""
    wanted = Counter()
    for a, d, ca, cd in product(DIE, repeat=4):
        through = melee_by_hand([a], [cd], 2, 1)
        back = melee_by_hand([ca], [d], 1, 0)
        finishing = 1000 if through and not back else 0
        wanted[(100 * through + finishing, 200 * back)] += Fraction(1, 10**4)
    split = {"attack": 1, "defense": 1, "counter_attack": 1, "counter_defense": 1}
    given_ = {"attacker": 1, "reply": "counter", "blocks": 1, "damage": 100, "counter_damage": 200}
    assert chances("melee", ("damage", "counter_damage"), **split, **given_) == dict(wanted)


def test_a_destroyed_or_pushed_defender_does_not_strike_back():
    split = {"attack": 1, "defense": 0, "counter_attack": 5, "counter_defense": 0}
    assert "destroyed" not in rolled("melee", "5 | 9 9 9 9 9", **split)
    dead = rolled("melee", "9", **split, damage=500, hp=1500)
    assert dead["destroyed"] and dead["counter_damage"] == 0
    saved = rolled("melee", "4 | 9 | 9 9 9 9 9", **split, push=True, pen=7)
    assert saved["counter_hits"] == 10
    assert rolled("melee", "4 | 3", **split, push=True, pen=7)["counter_hits"] == 0


def test_a_finishing_blow_needs_a_skilled_pilot():
    split = {"attack": 1, "defense": 0, "counter_attack": 0, "counter_defense": 0}
    assert rolled("melee", "9", **split, damage=100)["finishing_blow"] == "none"
    assert rolled("melee", "9", **split, damage=100, attacker=1)["damage"] == 100 * 4 + 1000


def test_a_defender_unharmed_that_harms_strikes_the_finishing_blow():
    split = {"attack": 0, "defense": 0, "counter_attack": 1, "counter_defense": 0}
    given_ = {**split, "attacker_bonus": False, "defender": 2, "counter_damage": 100, "counter_finisher": 1}
    outcome = rolled("melee", "5", **given_)
    assert (outcome["finishing_blow"], outcome["counter_damage"]) == ("defender", 100 + 2000)


@pytest.mark.parametrize(
    ("inputs", "faces", "wanted"),
    [
        ({"skill_defense": 2}, "3 3 3", {"unblocked": 1}),
        ({"skill_defense": 2, "warship": True}, "3 3 3", {"unblocked": 2}),
        ({"reply": "guard", "defender": 2}, "3 3 3", {"unblocked": 1}),
        ({"bonus_crits": 1}, "9 9 9", {"hits": 2, "crits": 1}),
        ({"bonus_crits": 1}, "1 1 1", {"hits": 7, "crits": 3}),
        ({"rapid_fire": 2}, "3 3 3 3 3", {"hits": 5}),
        ({"rapid_fire_hits": 2}, "9 9 9", {"hits": 2}),
        ({"rerolls": 2}, "1 3 3 | 9 1", {"hits": 3, "crits": 1}),
        ({"pen": 2, "armor_save": 1}, "3 3 3", {"saves_failed": 0}),
        ({"pen": 20}, "3 3 3 | 10 10 10", {"saves_failed": 3}),
        ({"pen": 6, "save_momentum": 1, "defender": 1}, "3 3 3 | 1 1 9", {"saves_failed": 1}),
        ({"shots": 6, "pen": 6, "warship": True}, "3 3 3 3 3 3 | 1 1 1 1 1", {"saves_failed": 5}),
        ({"shots": 6, "pen": 6, "warship": True, "aoe": True}, "3 3 3 3 3 3 | 1 1 1 1 1 1", {"saves_failed": 6}),
        ({"shots": 6, "pen": 6, "gritty": True}, "3 3 3 3 3 3 | 1 1 1 1 1", {"saves_failed": 5}),
        ({"shots": 0, "rapid_fire": -2}, "", {"hits": 0}),
        ({"hp": 300}, "3 3 3", {"destroyed": True}),
    ],
)
def test_an_input_changes_a_shooting_attack(inputs, faces, wanted):
    outcome = rolled("shoot", faces, **{"accuracy": 9, "evade": 3, "shots": 3, "damage": 100, **inputs})
    assert {key: outcome[key] for key in wanted} == wanted


def test_rulings_change_what_they_are_about():
    shot = {"accuracy": 9, "evade": 3, "shots": 3, "damage": 100, "bonus_crits": 1}
    assert rolled("shoot", "1 1 1", {"crit-cap": "dice"}, **shot)["hits"] == 8
    assert made("overwatch", {"overwatch-shots": "attacks"}, overwatch=2, attacks=6).weapons == 2
    assert rolled("battle-damage", "1 | 4", {"critical-table": "ammo"}, frame=3)["damage"] == 1500
    assert made("melee", {"melee-pool": "plus-two"}, melee=7, attack=6).attacker.defense == 3
    saves = {"pen": 6, "hits": 6, "gritty": True}
    assert rolled("armor-save", "1 1 1", {"five-saves": "unchanged"}, **saves)["failed"] == 3


@pytest.mark.parametrize(
    ("name", "inputs", "where"),
    [
        ("shoot", {"save_momentum": 1}, "save_momentum"),
        ("shoot", {"save_momentum": 1, "defender": 1, "warship": True}, "save_momentum"),
        ("melee", {"attacker_save_momentum": 1, "attacker": 2, "attacker_warship": True}, "attacker_save_momentum"),
        ("armor-save", {"momentum": 1}, "momentum"),
        ("armor-save", {"momentum": 1, "pilot": 2, "warship": True}, "momentum"),
        ("armor-save", {"momentum": 1, "pilot": 1, "push": True}, "momentum"),
        ("shoot", {"shots": -1}, "shots"),
        ("shoot", {"choice": "luck"}, "choice"),
        ("melee", {"attack": 11}, "attack"),
        ("melee", {"melee": 4, "attack": 9}, "attack"),
        ("melee", {"melee": 4, "defense": 5}, "defense"),
        ("melee", {"melee": 7, "attack": 6, "defense": 3}, "attack"),
        ("melee", {"counter_melee": 3, "counter_attack": 2, "counter_defense": 2}, "counter_attack"),
        ("melee", {"push": True, "pen": 5, "effect": "damage"}, "effect"),
        ("overwatch", {"overwatch": 0}, "overwatch"),
    ],
)
def test_what_does_not_go_together_is_said(name, inputs, where):
    with pytest.raises(InvalidInput) as caught:
        made(name, **inputs)
    assert caught.value.input_errors[0].where == where


def test_a_split_beyond_the_pool_says_the_pool():
    with pytest.raises(InvalidInput) as caught:
        made("melee", melee=4, attack=9)
    assert (
        str(caught.value)
        == "attack: found 9 dice, expected at most 4 for attack and defense together: Attacker's Melee (melee)."
    )
    assert made("melee", melee=9, attack=6, defense=3).attacker.attack == 6  # the printed example, its pool told
    assert made("melee", {"melee-pool": "plus-two"}, melee=7, attack=6, defense=3).attacker.defense == 3
    assert made("melee", attack=6, defense=3).attacker.defense == 3  # without a stat beside it a split is the pool


def test_a_weapon_that_pushes_by_saves_does_no_damage_by_them():
    with pytest.raises(InvalidInput, match="with PEN 5 a weapon pushes by failed saves, which do nothing else"):
        made("melee", push=True, pen=5, effect="damage")
    assert made("melee", push=True, pen=5, effect="push").attacker.save_damage == 0
    assert made("melee", push=True, effect="damage").attacker.push  # by its line: there are no saves


def test_whether_a_push_after_melee_stops_the_counter_attack_is_ruled():
    """The tackle hits once: by 9.3's log nobody strikes back, by its own line the enemy does and is gone then."""
    tackle = {"attack": 1, "defense": 0, "counter_attack": 1, "counter_defense": 0, "attacker_bonus": False}
    stopped = rolled("melee", "5", **tackle, push=True)
    assert (stopped["counter_hits"], stopped["disengage"]) == (0, 0)
    after = rolled("melee", "5 | 9", {"push-after": "after"}, **tackle, push=True)
    assert (after["counter_hits"], after["disengage"]) == (2, 0)
    saved = {**tackle, "pen": 4}
    assert rolled("melee", "5 | 1", {"push-after": "after"}, **saved, push=True)["counter_hits"] == 0


def test_the_other_ruling_of_overwatch_asks_for_the_attacks():
    with pytest.raises(InvalidInput) as caught:
        made("overwatch", {"overwatch-shots": "attacks"})
    assert "attacks" in str(caught.value)


def test_initiative_is_even_ties_are_rolled_again():
    """The roll-off and its six repeats tie one time in ten million; what is left is even."""
    assert chances("initiative", ("winner",)) == {
        ("you",): (1 - Fraction(1, 10**7)) / 2,
        ("them",): (1 - Fraction(1, 10**7)) / 2,
        ("tie: roll again",): Fraction(1, 10**7),
    }
    assert rolled("initiative", "4 | 4 | 2 | 9") == {"you": 2, "them": 9, "winner": "them"}
    machine = made("initiative")
    tied = replay(machine, read_groups("4 | 4"))
    assert tied.waiting.why == "your initiative, again after a tie"
    assert replay(machine, read_groups(" | ".join(["7"] * 12))).waiting is not None
    assert rolled("initiative", " | ".join(["7"] * 14))["winner"] == "tie: roll again"
    assert "6 times" in GAME.resolver("initiative").about


def test_stun_gives_back_no_more_than_was_lost():
    assert rolled("stun-recovery", "5 6 7", actions=-1, usual=1) == {"recovered": 2, "actions": 1, "shutdown": False}
    assert rolled("stun-recovery", "1 1 6", actions=-2, usual=2) == {"recovered": 1, "actions": -1, "shutdown": True}


@settings(max_examples=25, deadline=None)
@given(
    st.integers(0, 5), st.integers(0, 5), st.integers(0, 2), st.integers(0, 2), st.sampled_from(["counter", "guard"])
)
def test_worth_and_damage_of_a_split_are_exactly_those_of_its_odds(attack, defense, level, blocks, reply):
    inputs = {
        "attack": attack,
        "defense": defense,
        "counter_attack": 2,
        "counter_defense": 2,
        "attacker": level,
        "defender": 2 - level,
        "reply": reply,
        "blocks": blocks,
        "pen": 5,
        "counter_pen": 3,
        "reroll": 1,
        "hp": 2500,
        "attacker_hp": 1500,
    }
    clash = made("melee", **inputs)
    odds = exact(clash)
    worth = sum(w * (min(2500, o["damage"]) - min(1500, o["counter_damage"])) for o, w in odds.outcomes)
    assert splits.mean_advantage(clash) == Fraction(worth, odds.total)
    spread = Counter()
    for outcome, weight in odds.outcomes:
        spread[outcome["damage"]] += Fraction(weight, odds.total)
    assert splits.damage_spread(clash) == dict(spread)


def test_the_best_split_is_found_by_trying_all_against_their_best_answer():
    inputs = {"melee": 4, "counter_melee": 3, "attacker": 1, "damage": 500, "counter_damage": 700, "hp": 3000}
    clash = prepare_clash(read_as(MeleeInputs, inputs), GAME.context())

    def worth(attack, answer):
        odds = exact(
            made(
                "melee",
                **inputs,
                attack=attack,
                defense=4 - attack,
                counter_attack=answer,
                counter_defense=3 - answer,
            )
        )
        return sum(Fraction(w) * (min(3000, o["damage"]) - o["counter_damage"]) for o, w in odds.outcomes) / odds.total

    answered = {attack: min(worth(attack, answer) for answer in range(4)) for attack in range(5)}
    best = max(answered.values())
    found = splits.best(splits.table(clash, 4, 3))
    assert answered[found.attack] == best
    assert found.worth == best
    outcome = exact(made("melee", **inputs)).outcomes[0][0]
    assert (outcome["attack_dice"], outcome["counter_attack_dice"]) == (found.attack, found.counter)


def test_the_odds_page_is_told_the_best_split():
    kind = GAME.resolver("melee")
    assert {"attack_dice", "defense_dice"} <= {measure.name for measure in kind.measures}


def test_shot_outcomes_are_the_six_that_are_promised():
    names = ["hits", "crits", "blocked", "unblocked", "damage", "saves_failed"]
    assert list(rolled("shoot", "3", accuracy=9, evade=3, shots=1)) == names
    summary = {measure.name for measure in GAME.resolver("shoot").measures}
    assert {"mean_damage", "any_damage", "kill"} <= summary


def test_leaving_melee_costs_momentum_unless_ten_dice_attacked_or_nothing_holds():
    free = {"counter_attack": 0, "counter_defense": 0}
    assert (
        rolled("melee", "4 4 | 4 4 | 4 4", attack=2, defense=2, counter_attack=2, counter_defense=0)["disengage"] == 1
    )
    assert rolled("melee", " ".join(["4"] * 10), attack=10, defense=0, **free)["disengage"] == 0
    assert rolled("melee", "9", attack=1, defense=0, hp=100, **free)["disengage"] == 0
    assert rolled("melee", "9", attack=1, defense=0, push=True, **free)["disengage"] == 0


@pytest.mark.parametrize("effect", ["stun", "push"])
def test_failed_saves_against_stun_and_push_do_no_damage_of_their_own(effect):
    given = {"accuracy": 9, "evade": 3, "shots": 2, "damage": 100, "pen": 5, "effect": effect}
    assert rolled("shoot", "3 3 | 4 4", **given)["damage"] == 200
    assert rolled("shoot", "3 3 | 4 4", **given)["saves_failed"] == 2
    assert rolled("shoot", "3 3 | 4 4", {"effect-saves": "both"}, **given)["damage"] == 2200
    assert rolled("armor-save", "4 4", pen=5, hits=2, **{effect: True})["damage"] == 0
    clash = {"attack": 1, "defense": 0, "counter_attack": 0, "counter_defense": 0, "damage": 100, "pen": 5}
    assert rolled("melee", "5 | 4 4", **clash, effect=effect)["damage"] == 200


def test_momentum_undoes_failed_saves_in_melee_too():
    clash = {"attack": 1, "defense": 0, "counter_attack": 0, "counter_defense": 0, "damage": 100, "pen": 5}
    assert rolled("melee", "5 | 4 4", **clash, defender=1, save_momentum=1)["damage"] == 1200
    for refused in ({"save_momentum": 1}, {"defender": 1, "save_momentum": 1, "effect": "push"}):
        with pytest.raises(InvalidInput, match="save_momentum"):
            made("melee", **clash, **refused)


@pytest.mark.parametrize("ruling", ["orders", "both"])
@pytest.mark.parametrize("level", [1, 2])
def test_a_captain_undoes_no_failed_save_under_either_ruling(level, ruling):
    """The rulebook lets a level 1 or 2 pilot or Kaiju undo one; where it means captains too, it names them."""
    hit = {"damage": 100, "pen": 5, "pool": 5, "defender": level}
    clash = {"attack": 1, "defense": 0, "counter_attack": 1, "counter_defense": 0, "counter_pen": 5, **hit}
    theirs = {"attacker_pool": 5, "attacker": level}
    for name, inputs in (
        ("shoot", {"accuracy": 9, "evade": 3, "shots": 1, **hit}),
        ("overwatch", {"accuracy": 9, "evade": 3, "overwatch": 1, **hit}),
        ("melee", clash),
        ("melee", {**clash, **theirs, "warship": True}),
    ):
        attacked = "attacker_warship" if "attacker" in inputs else "warship"
        assert asks_to_undo(made(name, {"captain-bonus": ruling}, **inputs)), inputs
        assert not asks_to_undo(made(name, {"captain-bonus": ruling}, **inputs, **{attacked: True})), inputs


def asks_to_undo(resolver):
    """Return whether a roll in which all dice hit and no save passes asks to undo failed saves."""
    groups = []
    while throw := replay(resolver, groups).waiting:
        if "undo any?" in throw.why:
            return True
        face = (
            1
            if isinstance(throw, Choice)
            else 4
            if "armor saves" in throw.why
            else 9
            if "evade" not in throw.why
            else 3
        )
        groups.append([face] * throw.count)
    return False


def test_warships_save_five_times_in_melee_and_pay_double():
    clash = {"attack": 4, "defense": 0, "counter_attack": 0, "counter_defense": 0, "damage": 100, "pen": 5}
    outcome = rolled("melee", "9 9 9 9 | 4 4 4 4 4", **clash, warship=True, skill_defense=3)
    assert outcome["saves_failed"] == 5 and outcome["blocked"] == 1


def test_the_chance_to_destroy_is_told_where_the_hp_are_known():
    """One hit destroys 100 HP, so it is as likely as any damage; without HP there is no such figure."""
    inputs = {"accuracy": 1, "evade": 0, "shots": 1, "damage": 100}
    assert "kill" not in odds_answer(GAME, "shoot", inputs)["summary"]
    known = odds_answer(GAME, "shoot", {**inputs, "hp": 100})["summary"]
    assert known["kill"] == known["any_damage"] and known["kill"]["exact"] != "0"


@pytest.mark.parametrize(("momentum", "rule", "log"), [(1, 3, 3), (2, 2, 0), (4, 1, 0)])
def test_what_defense_costs_a_warship_is_a_ruling(momentum, rule, log):
    """Three hits: two Momentum for each negated, or as the log has it two for the whole attack."""
    shot = {"accuracy": 9, "evade": 0, "shots": 3, "warship": True, "skill_defense": momentum}
    clash = {"attack": 3, "defense": 0, "counter_attack": 0, "counter_defense": 0, "attacker_bonus": False}
    for rulings, unblocked in ((None, rule), ({"warship-defense": "attack"}, log)):
        assert rolled("shoot", "3 4 5", rulings, **shot)["unblocked"] == unblocked
        melee = rolled("melee", "5 6 7", rulings, **clash, warship=True, skill_defense=momentum)
        assert melee["unblocked"] == unblocked


def test_a_roll_of_melee_tells_the_blocks_on_the_dice():
    """Four blocks rolled and a shield of one stop three hits: `blocked` counts hits, `blocks_rolled` dice."""
    split = {"attack": 3, "defense": 2, "counter_attack": 2, "counter_defense": 5, "attacker_bonus": False}
    found = rolled("melee", "5 6 7 | 5 7 8 10 1 | 9 1 | 6 2", **split, blocks=1)
    assert (found["hits"], found["blocked"], found["blocks_rolled"]) == (3, 3, 4)
    assert (found["counter_hits"], found["counter_blocked"], found["counter_blocks_rolled"]) == (2, 1, 1)
    transformed = rolled("melee", "5 6 7 | 5 7 8 10 1 | 9 1 | 6 2", **split, block_on=7)
    assert transformed["blocks_rolled"] == 3
    odds = exact(made("melee", **split))
    assert all("blocks_rolled" not in outcome for outcome, _ in odds.outcomes)


def test_a_counter_of_no_dice_asks_for_no_defence_dice():
    """Who is not attacked rolls nothing; the hit that Counter gives is an attack all the same."""
    split = {"attack": 2, "defense": 3, "counter_attack": 0, "counter_defense": 5}
    found = rolled("melee", "5 6 | 1 1 1 1 1", **split)
    assert (found["counter_hits"], found["counter_blocks_rolled"]) == (0, 0)
    waiting = replay(made("melee", **split, reply="counter"), read_groups("5 6 | 1 1 1 1 1")).waiting
    assert (waiting.why, waiting.count) == ("attacker's defense dice", 3)
    nobody = {**split, "attack": 0, "attacker_bonus": False}
    assert replay(made("melee", **nobody), []).outcome["blocks_rolled"] == 0


def test_odds_of_initiative_are_a_few_rows_and_its_roll_tells_both_dice():
    rows = {outcome["winner"]: weight for outcome, weight in exact(made("initiative")).outcomes}
    assert set(rows) == {"you", "them", "tie: roll again"} and rows["you"] == rows["them"]
    assert len(exact(made("initiative")).outcomes) == 3
    assert rolled("initiative", "4 | 4 | 9 | 2") == {"you": 9, "them": 2, "winner": "you"}


DEFENDED = {"shots": 4, "damage": 500, "accuracy": 8, "evade": 3, "skill_defense": 5, "choose": True}


@pytest.mark.parametrize(("answer", "blocked", "damage"), [(1, 0, 1500), (2, 1, 1000), (3, 2, 500), (4, 3, 0)])
def test_the_defender_decides_after_the_evade_dice_how_many_hits_to_negate(answer, blocked, damage):
    """The rulebook's example: four shots, one evaded; the other three are negated for 3 Momentum."""
    outcome = rolled("shoot", f"3 4 4 9 | {answer}", **DEFENDED)
    assert (outcome["blocked"], outcome["damage"]) == (blocked, damage)


def test_the_defender_is_asked_about_what_gets_through_and_what_momentum_allows():
    asked = replay(made("shoot", **DEFENDED), [[3, 4, 4, 4]]).waiting
    assert asked.answers == ("none", "negate 1 hit", "negate 2 hits", "negate 3 hits", "negate 4 hits")
    assert asked.by == 1 and asked.usual == 4
    assert (
        replay(made("shoot", **DEFENDED | {"skill_defense": 2}), [[3, 4, 4, 4]]).waiting.answers[-1] == "negate 2 hits"
    )
    assert replay(made("shoot", **DEFENDED | {"blocks": 3}), [[3, 4, 4, 4]]).waiting.answers[-1] == "negate 1 hit"


@pytest.mark.parametrize("more", [{"blocks": 4}, {"skill_defense": 0}, {"choose": False}])
def test_the_defender_is_not_asked_where_there_is_nothing_to_decide(more):
    assert replay(made("shoot", **DEFENDED | more), [[3, 4, 4, 4]]).waiting is None


@pytest.mark.parametrize(
    ("ruling", "answers"),
    [("attack", ("none", "negate 3 hits")), ("double", ("none", "negate 1 hit", "negate 2 hits"))],
)
def test_a_warship_negates_by_its_ruling(ruling, answers):
    inputs = DEFENDED | {"warship": True}
    run = replay(made("shoot", {"warship-defense": ruling}, **inputs), [[3, 4, 4, 9]])
    assert run.waiting.answers == answers
    all_in = replay(made("shoot", {"warship-defense": ruling}, **inputs), [[3, 4, 4, 9], [len(answers)]])
    assert all_in.outcome["unblocked"] == (0 if ruling == "attack" else 1)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 6), st.integers(0, 5), st.integers(0, 3), st.integers(0, 8), st.booleans())
def test_odds_take_the_usual_answer_as_many_as_it_can(shots, momentum, blocks, pen, warship):
    inputs = {"shots": shots, "skill_defense": momentum, "blocks": blocks, "pen": pen, "warship": warship}
    asked, unasked = (exact(made("shoot", **inputs, choose=choose)) for choose in (True, False))
    weights = [{tuple(outcome.items()): weight for outcome, weight in odds.outcomes} for odds in (asked, unasked)]
    assert weights[0] == weights[1] and asked.total == unasked.total
