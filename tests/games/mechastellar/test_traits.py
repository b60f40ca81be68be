"""Traits: the numbers of each card are those of its text, and each number reaches the dice it names."""

import pytest

from companion.games.mechastellar import GAME
from companion.games.mechastellar.analysis import unit_matchup
from companion.games.mechastellar.analysis.modifiers import Circumstances
from companion.games.mechastellar.model import Profile, Trait, TraitLine
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.rules.effects import ATTACK, DEFENSE, defense_effects
from companion.games.mechastellar.rules.special_lines import uncounted_parts

CONTEXT = GAME.context()
NUMBERS = {
    "renowned-pilot": {},
    "headhunter": {"against": "skilled", "hits": 1, "light_hits": 2},
    "seasoned-veteran": {"focus": True},
    "practiced-professional": {"against": "basic", "hits": 1},
    "gunnery-expert": {"when": "shooting", "focus": True},
    "close-combat-expert": {"when": "melee", "hit_on": 4},
    "giant-slayer": {"against": "larger", "pen": 2},
    "merciless-melee": {"when": "melee", "hits": 1, "grunt_hits": 2},
    "furious-fusillade": {"when": "shooting", "shots": 1, "grunt_shots": 2},
    "untouchable": {"when": "shooting", "rerolls": 1},
    "vigilant-leader": {"when": "shooting", "accuracy": 1},
    "galvanizing-display": {},
    "fly": {},
    "amphibious": {},
    "stealth": {},
    "jamming": {},
    "transforming": {},
    "barrier": {},
}
"""What the text of each shipped trait says about dice: every other field has its default."""


def test_the_numbers_of_every_trait_are_those_of_its_text():
    found = {}
    for card in GAME.catalogue.all(Trait):
        changed = card.model_dump(exclude_defaults=True)
        found[card.id] = {name: changed[name] for name in ("when", "against", *ATTACK, *DEFENSE) if name in changed}
    assert found == NUMBERS


def test_a_trait_printed_on_a_profile_says_what_its_card_says():
    for profile in GAME.catalogue.all(Profile):
        for line in profile.traits:
            card = next(c for c in GAME.catalogue.all(Trait) if c.name == line.name)
            assert (line.kind, line.level) == (card.kind, card.level), profile.id


def unit(profile, *traits, **changed):
    lines = tuple(TraitLine(name=name, kind="pilot") for name in traits)
    return GAME.catalogue.get(Profile, profile).model_copy(update={"traits": lines, **changed})


def line(a, b, weapon, context=CONTEXT, **conditions):
    return next(x for x in unit_matchup.lines(a, b, Circumstances(**conditions), context) if x.weapon.name == weapon)


@pytest.mark.parametrize(
    ("trait", "weapon", "distance", "target", "field", "added"),
    [
        ("Headhunter", "Machine Gun", 14, "white-asura", "bonus_hits", 2),
        ("Headhunter", "Heat Hawk", 4, "white-asura", "bonus_hits", 1),
        ("Practiced Professional", "Machine Gun", 14, "dervish", "bonus_hits", 1),
        ("Seasoned Veteran", "Machine Gun", 14, "dervish", "bonus_hits", 2),
        ("Seasoned Veteran", "Heat Hawk", 4, "dervish", "bonus_hits", 1),
        ("Gunnery Expert", "Machine Gun", 14, "dervish", "bonus_hits", 2),
        ("Gunnery Expert", "Heat Hawk", 4, "dervish", "bonus_hits", 0),
        ("Giant Slayer", "Heat Hawk", 4, "voltlion", "pen", 2),
        ("Giant Slayer", "Heat Hawk", 4, "dervish", "pen", 0),
        ("Merciless Melee", "Heat Hawk", 4, "white-asura", "bonus_hits", 1),
        ("Merciless Melee", "Heat Hawk", 4, "dervish", "bonus_hits", 2),
        ("Merciless Melee", "Machine Gun", 14, "dervish", "bonus_hits", 0),
        ("Furious Fusillade", "Machine Gun", 14, "white-asura", "shots", 1),
        ("Furious Fusillade", "Machine Gun", 14, "dervish", "shots", 2),
        ("Vigilant Leader", "Machine Gun", 14, "dervish", "accuracy_bonus", 1),
    ],
)
def test_a_trait_of_the_attacker_reaches_its_dice(trait, weapon, distance, target, field, added):
    target = unit(target)
    with_it = dict(line(unit("green-viking", trait), target, weapon, distance=distance).inputs)
    without = dict(line(unit("green-viking"), target, weapon, distance=distance).inputs)
    assert int(with_it.get(field, 0)) - int(without.get(field, 0)) == added


def test_close_combat_expert_counts_on_attack_and_when_it_strikes_back():
    """Blue Djinn's trait: melee dice hit on 4 and more, whichever side it is."""
    djinn, other = GAME.catalogue.get(Profile, "blue-djinn"), unit("green-viking")
    attack = line(djinn, other, "Heat Sword", distance=4)
    assert dict(attack.inputs)["hit_on"] == 4
    assert ("Close Combat Expert: attack dice hit on 4 or more", "trait-bonus") in attack.applied
    assert attack.mean > line(unit("blue-djinn"), other, "Heat Sword", distance=4).mean
    answered = line(other, djinn, "Heat Hawk", distance=4)
    assert dict(answered.inputs)["counter_hit_on"] == 4
    assert "counter_hit_on" not in dict(line(other, unit("blue-djinn"), "Heat Hawk", distance=4).inputs)
    gun = line(djinn, other, "Finger Machine Gun", distance=12)
    assert (
        "hit_on" not in dict(gun.inputs) and "Blue Djinn, Close Combat Expert: counts in melee only" in gun.not_counted
    )


def test_headhunter_counts_when_it_strikes_back():
    back = line(unit("white-asura"), unit("green-viking", "Headhunter"), "Beam Saber", distance=4)
    usual = line(unit("white-asura"), unit("green-viking"), "Beam Saber", distance=4)
    assert dict(back.inputs)["counter_hits"] == dict(usual.inputs).get("counter_hits", 0) + 1
    assert ("Its answer, Headhunter: +1 Hit", "trait-bonus") in back.applied


def test_a_trait_of_the_target_protects_it():
    shot = line(unit("green-viking"), unit("dervish", "Untouchable"), "Machine Gun", distance=14)
    usual = line(unit("green-viking"), unit("dervish"), "Machine Gun", distance=14)
    assert dict(shot.inputs)["rerolls"] == 1 and shot.mean < usual.mean
    assert ("Target's Untouchable: 1 Evade die rerolled", "trait-bonus") in shot.applied


PACK = """
[[trait]]
id = "wall"
name = "Wall"
kind = "mecha"
text = "Ours."
blocks = 2
[[trait]]
id = "ghost"
name = "Ghost"
kind = "mecha"
text = "Ours."
evade = 2
"""


@pytest.mark.parametrize(("target", "blocks"), [("dervish", 2), ("kara-cimarrone", 3)])
def test_blocks_of_a_trait_do_not_add_to_a_shield(target, blocks):
    context = GAME.context(catalogue=GAME.catalogue.merge_text(PACK, "own.toml"))
    shot = line(unit("green-viking"), unit(target, "Wall"), "Machine Gun", context, distance=14)
    assert dict(shot.inputs)["blocks"] == blocks
    behind = dict(
        line(unit("green-viking"), unit(target, "Wall"), "Machine Gun", context, distance=14, behind=True).inputs
    )
    assert behind["blocks"] == 2  # Blindside ignores shields and cover, not barriers
    clash = dict(line(unit("green-viking"), unit(target, "Wall"), "Heat Hawk", context, distance=4).inputs)
    assert clash["blocks"] == blocks


def test_evade_of_a_trait_counts_with_dodge_up_to_three():
    context = GAME.context(catalogue=GAME.catalogue.merge_text(PACK, "own.toml"))
    ghost = unit("kestrel-ace", "Ghost")
    shot = line(unit("green-viking"), ghost, "Machine Gun", context, distance=14)
    assert dict(shot.inputs)["evade_bonus"] == 2  # and Dodge gives an ace 2 more; the roll caps them together
    assert defense_effects(ghost, unit("green-viking"), context.catalogue, melee=True) == ()
    kind = GAME.resolver("shoot")
    from companion.data.documents import read_as

    assert kind.make(read_as(kind.inputs, dict(shot.inputs)), context).target == 8 + 1 - (7 + 3)


def test_what_is_not_counted_is_named_one_by_one():
    falcon = unit("falconeye", "Renowned Pilot", "Marksman", "Transforming")
    ace = unit("kestrel-ace", "Galvanizing Display")
    told = line(falcon, ace, "Micro-Missiles", distance=20).not_counted
    assert told == (
        "Falconeye, Renowned Pilot: Your pool gains 1 Momentum each time this unit activates.",
        "Falconeye, Marksman: no effect is known",
        "Falconeye, Transforming: Changes form at the start of its turn or when countering; one benefit, one drawback, "
        "turns of at most 90°.",
        "Kestrel, Galvanizing Display: Your pool gains 2 Momentum when an enemy attacks the commander in melee.",
        "Micro-Missiles: Up to two targets",
    )
    lion = line(unit("voltlion"), unit("green-viking", "Headhunter"), "Mane Blade", distance=4).not_counted
    assert lion == ("VoltLion, Power 2: none is spent",)
    oracle = line(unit("oracle-mind"), ace, "Halo Bits", distance=20).not_counted
    assert oracle[-1].startswith("Kestrel: as an ace it may shoot down remote weapons")


def test_a_special_line_that_no_field_counts_is_named_whoever_wrote_it():
    """The words promise rerolls and Finisher, the fields give none."""
    blade = (
        unit("green-viking")
        .weapons[2]
        .model_copy(update={"special": "Reroll 1s and 2s on attack; Finisher+1, burns", "reroll": 0})
    )
    armed = unit("green-viking", weapons=(blade,))
    told = line(armed, armed, "Heat Hawk", distance=4).not_counted
    parts = ("Reroll 1s and 2s on attack", "Finisher+1", "burns")
    assert told == (*(f"Heat Hawk: {p}" for p in parts), *(f"Green Viking's Heat Hawk: {p}" for p in parts))


def test_every_special_line_of_the_shipped_weapons_is_counted_but_one():
    cards = GAME.catalogue.all(Profile)
    left = {
        part for card in cards for w in (*card.weapons, *card.alternates, *card.extras) for part in uncounted_parts(w)
    }
    assert left == {"Up to two targets"}


@pytest.mark.parametrize("special", ["AOE 2''", "Only blocks melee and overwatch", "Overwatch IV; single-use"])
def test_what_the_data_takes_from_a_line_is_counted(special):
    assert uncounted_parts(Weapon(name="Gun", special=special)) == ()


@pytest.mark.parametrize("special", ["Overwatch XX", "Stuns the pilot", "Pushes 3 units", "Pulls it near"])
def test_words_that_the_data_does_not_take_up_are_not_counted(special):
    """No pilot is stunned and nobody is pushed without the letter behind PEN; there is no Overwatch of twenty."""
    assert uncounted_parts(Weapon(name="Gun", special=special)) == (special,)
