"""Every roll of every game: whose each throw and each choice is, and how the roll ended, said in a sentence."""

import random
import re

import pytest

from companion.dice.resolver import play
from companion.dice.throw import Choice
from companion.games import GAMES
from companion.verbs.names import find_game
from companion.verbs.rolls import prepare

A, B = 0, 1
"""The side that rolls or attacks, and the side that is attacked."""
RE_ROLL = r"\? \d Re-Rolls? left\."
SHOT = {
    r"Attack Roll": A,
    r"Roll the Attack Roll again" + RE_ROLL: A,
    r"Evasion Roll": B,
    r"Roll the Evasion Roll again" + RE_ROLL: B,
    r"Bottle Test": B,
    r"Roll the Bottle Test again" + RE_ROLL: B,
}
"""Techniconica: the attacker rolls to hit, the defender to evade; each Pilot has Re-Rolls for its own rolls, and the
Pilot who was hit takes the Bottle Test."""
SHOOTING = {
    r"The target replies: Dodge or Guard\?": B,
    r"evade, \d+ or more": B,
    r"the worst evade dice again": B,
    r"armor saves, \d+ or more": B,
}
"""MechaStellar: whoever is shot at rolls to evade, chooses Dodge or Guard, and makes the armor saves."""
WHOSE = {
    ("mecha-mettle", "attack"): {r"attack: .*": A, r"defense: .*": B},
    ("mecha-mettle", "two-weapons"): {r"attack: .*": A, r"defense: .*": B},
    ("mechalyte", "combat"): {
        r"countdown \d: A fires at .*": A,
        r"countdown \d: B fires at .*": B,
        r"Countdown \d\. .* A aims .*": A,
        r"Countdown \d\. .* B aims .*": B,
    },
    ("mechalyte", "opportunity-shot"): {r"all enemies fire at .*": A},
    ("techniconica", "shoot"): SHOT,
    ("techniconica", "volley"): {
        **{rf"Weapon \d: {why}": by for why, by in SHOT.items() if "Bottle" not in why},
        **{why: by for why, by in SHOT.items() if "Bottle" in why},
    },
    ("techniconica", "charge"): {**SHOT, **{f"Counter-attack: {why}": 1 - by for why, by in SHOT.items()}},
    ("techniconica", "bottle-test"): {r"Bottle Test": A, r"Roll the Bottle Test again" + RE_ROLL: A},
    ("techniconica", "first-turn"): {
        r"player 1, Speed \d(, again)?": 0,
        r"player 2, Speed \d(, again)?": 1,
        r"player 3, Speed \d(, again)?": 2,
    },
    ("mechastellar", "shoot"): {**SHOOTING, r"\d+ hits? gets? through: Skill Defense\?": B},
    ("mechastellar", "melee"): {
        r"The attacker splits \d dice\.": A,
        r"The attacker has .* Counter or Guard\?": B,
        r"The attacker has .* The defender splits \d dice\.": B,
        r"attacker's attack dice": A,
        r"attacker's dice rerolled": A,
        r"defender's defense dice": B,
        r"counter-attacker's attack dice": B,
        r"counter-attacker's dice rerolled": B,
        r"attacker's defense dice": A,
        r"armor saves, 3 or more": B,
        r"armor saves, 5 or more": A,
    },
    ("mechastellar", "armor-save"): {r"armor saves, \d+ or more": A},
    ("mechastellar", "battle-damage"): {r"battle damage, d10 \+ ARM Sv": A, r"critical damage": A},
    ("mechastellar", "destroy-terrain"): {r"the terrain survives on \d or more": A},
    ("mechastellar", "outmaneuver"): {r"attacker outmaneuvers": A, r"defender outmaneuvers": B},
    ("mechastellar", "bridge-attack"): {r"attacker outmaneuvers": A, r"defender outmaneuvers": B},
    ("mechastellar", "overwatch"): {r"evade overwatch, \d+ or more": B, r"armor saves, \d+ or more": B},
    ("mechastellar", "throw-terrain"): SHOOTING,
    ("mechastellar", "crash-through"): SHOOTING,
    ("mechastellar", "stun-recovery"): {r"stun recovery": A},
    ("mechastellar", "initiative"): {
        r"your initiative(, again after a tie)?": A,
        r"their initiative(, again after a tie)?": B,
    },
    ("wreck-a-mech", "combat"): {},
}
"""Every throw and choice of every roll by its words, with the side whose it is, as the rulebooks have it."""

HIT = {"fortitude": 4, "bottle_threshold": 0, "rerolls_attacker": 1, "rerolls_defender": 2, "shields": "1", "base": 3}
SHOT_AT = {
    "accuracy": 9,
    "evade": 3,
    "pen": 4,
    "rerolls": 1,
    "hp": 900,
    "save_momentum": 1,
    "defender": 1,
    "reply": "ask",
}
INPUTS = {
    ("mecha-mettle", "attack"): [
        {"attack": 4, "attack_die": "special", "defend": 2, "defend_die": "shield"},
        {"weapon": "hammer", "target": "reactor"},
        {"weapon": "hammer", "target": "open-port"},
    ],
    ("mecha-mettle", "two-weapons"): [{"lower": "hammer", "upper": "hammer", "target": "reactor"}],
    ("mechalyte", "combat"): [{"a": "MIPASA:4,4", "b": "PMISAA:5,5", "choose": True}],
    ("mechalyte", "opportunity-shot"): [{"mech": "MIPASA:4", "enemies": "PMISAA:5"}, {"mech": "MIPASA:4", "dice": 2}],
    ("techniconica", "shoot"): [
        {"accuracy": 5, "speed": 3, "armour": 3, "penetration": 3, "damage_output": 3, "policy": "on-average", **HIT},
        {"accuracy": 5, "speed": 3, "armour": 3, "penetration": 3, "damage_output": 3, "spare_weight": 1}
        | {"rules": "Gravity Field (2)", "locomotor": 2, "part": "locomotor"},
    ],
    ("techniconica", "volley"): [{"accuracy": 9, "speed": 3, "armour": 3, "weapons": "3/3; 3/4", **HIT}],
    ("techniconica", "charge"): [
        {"speed": 4, "penetration": 3, "damage_output": 1, "target_speed": 4, "armour": 3, "counter": True, **HIT}
        | {"counter_penetration": 3, "counter_damage_output": 3, "counter_armour": 3, "counter_fortitude": 4}
        | {"counter_base": 3, "counter_bottle_threshold": 0, "base": 30},
        {"speed": 4, "penetration": 3, "damage_output": 1, "target_speed": 4, "armour": 3},
    ],
    ("techniconica", "bottle-test"): [{"fortitude": 5, "rerolls": 2}],
    ("techniconica", "first-turn"): [{"speeds": "5,3,4"}, {"speeds": "5,5,5", "diceless": True}],
    ("mechastellar", "shoot"): [{**SHOT_AT, "choose": True, "skill_defense": 2}],
    ("mechastellar", "melee"): [
        {"choose": True, "damage": 300, "counter_damage": 300, "pen": 3, "counter_pen": 5, "reroll": 2}
        | {"counter_reroll": 2, "melee": 8, "opponent_melee": 8, "attacker": 1, "hp": 4000, "attacker_hp": 2000},
    ],
    ("mechastellar", "armor-save"): [{"hits": 2, "pilot": 1, "momentum": 1}, {"hits": 1}, {"hits": 0}],
    ("mechastellar", "battle-damage"): [{"armor_save": 0}, {"armor_save": -8}],
    ("mechastellar", "destroy-terrain"): [{"damage": 500}],
    ("mechastellar", "outmaneuver"): [{}],
    ("mechastellar", "bridge-attack"): [{}],
    ("mechastellar", "overwatch"): [{"accuracy": 8, "evade": 3, "overwatch": 2, "weapons": 2, "damage": 300, "pen": 3}],
    ("mechastellar", "throw-terrain"): [SHOT_AT],
    ("mechastellar", "crash-through"): [SHOT_AT],
    ("mechastellar", "stun-recovery"): [{"actions": -2, "usual": 1}, {"actions": 0, "usual": 2}],
    ("mechastellar", "initiative"): [{}],
    ("wreck-a-mech", "combat"): [
        {"attack": attack, "defense": 3, "structures": "2,3,1,2,2"} for attack in (2, 5, 6, 9, 12, 40)
    ],
}
"""Inputs with which each roll comes to every throw and choice that it has."""
PLAYS = 400


def all_rolls():
    return [(game.slug, kind.name) for game in GAMES for kind in game.resolvers]


def played(slug, name):
    """Yield many runs of a roll, with dice and answers at random."""
    game, chance = find_game(slug), random.Random(5)
    for inputs in INPUTS[slug, name]:
        prepared = prepare(game, name, inputs, game.context())
        for _ in range(PLAYS if prepared.resolver.ask(prepared.resolver.start()) else 1):
            yield play(prepared.resolver, lambda throw, _: [chance.choice(throw.die.faces) for _ in range(throw.count)])


def test_every_roll_is_listed_here():
    assert set(WHOSE) == set(INPUTS) == set(all_rolls())


@pytest.mark.parametrize(("slug", "name"), all_rolls())
def test_each_throw_and_choice_is_the_sides_whose_it_is(slug, name):
    seen = set()
    for run in played(slug, name):
        for thrown in run.thrown:
            fitting = [why for why in WHOSE[slug, name] if re.fullmatch(why, thrown.throw.why)]
            assert len(fitting) == 1, thrown.throw.why
            assert thrown.throw.by == WHOSE[slug, name][fitting[0]], thrown.throw.why
            seen.add(fitting[0])
    assert seen == set(WHOSE[slug, name])


@pytest.mark.parametrize(("slug", "name"), all_rolls())
def test_a_roll_says_whether_it_has_a_second_side(slug, name):
    sides = set(WHOSE[slug, name].values())
    wanted = "none" if sides <= {A} else "target" if sides <= {A, B} else "players"
    declared = find_game(slug).resolver(name).second_side
    assert declared == ("target" if (slug, name) == ("mechalyte", "opportunity-shot") else wanted)


def complaints(sentence, outcome):
    """Return what a player would not say in a sentence about an outcome."""
    keys = [key for key in outcome if "_" in key]
    raw = [value for value in outcome.values() if isinstance(value, str) and "-" in value]
    listed = [entry for value in outcome.values() if isinstance(value, list) for entry in value if "_" in str(entry)]
    found = [word for word in (*keys, *raw, *listed) if str(word) in sentence]
    found += re.findall(
        r"['\"“”_{}\[\]]|\b(?:True|False|None|yes)\b|  |\b0 damage|: no$|\b1 (?!is|begins|success)\w+s\b", sentence
    )
    is_sentence = re.match(r"[A-Z0-9]", sentence) and len(sentence.split()) >= 3 and not sentence.endswith((".", ":"))
    return found if is_sentence else [*found, "no sentence"]


@pytest.mark.parametrize(("slug", "name"), all_rolls())
def test_a_roll_ends_in_a_sentence(slug, name):
    ending = find_game(slug).resolver(name).ending
    endings = {ending(run.outcome): run.outcome for run in played(slug, name)}
    assert {sentence: found for sentence, outcome in endings.items() if (found := complaints(sentence, outcome))} == {}
    assert len(endings) > 1


@pytest.mark.parametrize(
    ("sentence", "outcome"),
    [
        ("bottle 'not-taken'", {"bottle": "not-taken"}),
        ("Hit yes", {"hit": True}),
        ("The mech's mobility_left is 2", {"mobility_left": 2}),
        ("The Pilot is not-taken", {"bottle": "not-taken"}),
        ("1 hits and no more", {}),
    ],
)
def test_what_is_no_sentence_is_seen(sentence, outcome):
    assert complaints(sentence, outcome)


@pytest.mark.parametrize(("slug", "name"), all_rolls())
def test_a_mark_on_a_die_agrees_with_the_number_that_its_throw_names(slug, name):
    """A 4 has no green tick where 7 or more was needed, and a 7 has one."""
    for run in played(slug, name):
        for thrown in run.thrown:
            needed = re.search(r"(\d+)(?: or more|\+ succeeds)", thrown.throw.why)
            if needed is None or isinstance(thrown.throw, Choice):
                continue
            for face, tells in zip(thrown.faces, thrown.throw.label_faces(thrown.faces), strict=True):
                reached = face >= int(needed[1]) or (thrown.throw.why.startswith("evade") and face >= 9)
                assert (tells in ("hit", "critical")) is reached, (thrown.throw.why, face, tells)
