"""Profiles typed as they are printed act: special lines, marks behind names, traits of shipped cards."""

import pytest

from companion.games.mechastellar import GAME
from companion.games.mechastellar.model.weapons import Weapon
from companion.verbs.analyses import analysis_answer
from companion.verbs.matchups import matchup_answer, read_side, typed_side

TYPED = {
    "id": "typed-lancer",
    "name": "Typed Lancer",
    "type": "MS",
    "performance": 4,
    "frame": 2,
    "points": 100,
    "pilot_level": 1,
    "eq_slots": 3,
    "sensors": 8,
    "move": 12,
    "actions": 1,
    "shooting": 9,
    "melee": 6,
    "evade": 4,
    "arm_sv": 1,
    "hp": 2000,
    "traits": [{"name": "Headhunter"}, {"name": "Close Combat Expert"}],
    "weapons": [
        {"name": "Death Ray", "range": '48"', "attacks": "4", "pen": "6", "dmg": 500, "special": 'AOE 3"; Recharge'},
        {"name": "Machine Gun", "range": '24"', "attacks": "5", "dmg": 200, "special": "Overwatch IV"},
        {"name": "Lance", "range": "Melee", "pen": "5", "dmg": 400, "special": "Finisher+2; Rerolls 1s & 2s on Attack"},
        {
            "name": "Ram [CC]",
            "range": "Melee",
            "dmg": 500,
            "special": "After Melee push target out of Engagement range",
        },
    ],
}


def list_of(*units, **more):
    return read_side(GAME, {"game": "mechastellar", "title": "A list", "size": 1000, "unit": [*units], **more}, "list")


def own(**changed):
    pack = {"title": "Typed", "key": "typed", "profile": [{**TYPED, **changed}]}
    return list_of({"profile": "typed-lancer"}, pack=[pack])


def cells(mine, theirs, **conditions):
    answer = matchup_answer(GAME, mine, theirs, {"distance": 8, **conditions})
    return {row["title"]: row["cells"][0] for row in answer["rows"]}


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("Overwatch IV", {"overwatch": 4}),
        ("Overwatch 3", {"overwatch": 3}),
        ('AOE 3"', {"aoe": 3}),
        ("AOE 2″, push 5″", {"aoe": 2, "qualities": ("Push",)}),
        ("Finisher+1", {"finisher": 1}),
        ("Finisher +2", {"finisher": 2}),
        ("Reroll 1s on Attack", {"reroll": 1}),
        ("Reroll 1s and 2s on attack", {"reroll": 2}),
        ("+1 PEN vs Warships", {"warship_pen": 1}),
        ("Can only Block Melee or Overwatch Attacks", {"melee_only": True}),
        ("After Melee push target out of Engagement range", {"qualities": ("Push",)}),
        ("After melee, pushes the target out of engagement range", {"qualities": ("Push",)}),
        ("Single Use", {"qualities": ("Single Use",)}),
        ('Indirect Fire (R:32" to 40"+Sensors)', {"qualities": ("IDF",)}),
        ("Overwatch II; Finisher+1", {"overwatch": 2, "finisher": 1}),
        ("Gains 4 Momentum when it destroys a unit", {}),
    ],
)
def test_the_rulebooks_own_special_lines_fill_what_rolls_count(line, fields):
    weapon = Weapon(name="Gun", special=line)
    plain = Weapon(name="Gun").model_dump()
    assert weapon.model_dump() == {**plain, "special": line, **fields}


def test_a_mark_behind_the_name_is_a_quality_and_what_was_typed_stays():
    assert Weapon(name="Shoulder Tackle [CC]").model_dump()["name"] == "Shoulder Tackle"
    assert Weapon(name="Shoulder Tackle [CC]", qualities=("K",)).qualities == ("K", "CC")
    assert Weapon(name="Fist [CC]", qualities=("CC",)).qualities == ("CC",)
    assert Weapon(name="Gun [Odd]").name == "Gun [Odd]"  # not a mark of the rulebook
    assert Weapon(name="Gun", special="Overwatch IV", overwatch=2).overwatch == 2


def test_every_shipped_weapon_is_as_it_was_written():
    """Nothing that ships is changed by what its line says: its data says the same already."""
    for _, raw in GAME.catalogue.raw.values():
        for table in ("weapons", "alternates", "extras"):
            for given in raw.get(table, ()):
                made = Weapon.model_validate({k: v for k, v in given.items() if k in Weapon.model_fields})
                for name in ("overwatch", "aoe", "finisher", "reroll", "warship_pen", "melee_only"):
                    assert getattr(made, name) == given.get(name, Weapon.model_fields[name].default), given
                assert list(made.qualities) == list(given.get("qualities", ())), given


def test_a_typed_profile_acts_in_a_matchup_as_it_is_printed():
    found = cells(own(), list_of({"profile": "blue-djinn"}))
    clash = found["Lance"]["roll"]["inputs"]
    # Finisher+2, rerolls; Headhunter: +1 Hit against an ace with 400 DMG; Close Combat Expert: hits on 4.
    assert {name: clash[name] for name in ("finisher", "reroll", "bonus_hits", "hit_on")} == {
        "finisher": 2,
        "reroll": 2,
        "bonus_hits": 1,
        "hit_on": 4,
    }
    assert found["Death Ray"]["roll"]["inputs"]["aoe"] == "true"
    assert found["Machine Gun"]["roll"]["inputs"]["bonus_hits"] == 2  # Headhunter under 300 DMG
    assert found["Ram"]["roll"]["inputs"]["push"] == "true"
    assert not [line for cell in found.values() for line in cell["not_counted"] if "no effect is known" in line]
    at_four = cells(own(), list_of({"profile": "blue-djinn"}), distance=4)
    assert "area weapons do not fire" in at_four["Death Ray"]["why_not"]


def test_its_overwatch_fires_at_who_charges():
    found = cells(list_of({"profile": "zodiac"}), own())
    words = " ".join(line["words"] for cell in found.values() for line in cell.get("applied", ()))
    assert "Overwatch first, by Machine Gun" in words


@pytest.mark.parametrize("name", ["Headhunter", "headhunter", "HEADHUNTER (1)"])
def test_a_trait_is_known_by_its_name_however_it_is_written(name):
    found = cells(own(traits=[{"name": name}]), list_of({"profile": "blue-djinn"}))
    assert found["Machine Gun"]["roll"]["inputs"]["bonus_hits"] == 2
    assert not any(name in line for line in found["Machine Gun"]["not_counted"])


def test_a_typed_target_has_traits_and_a_special_line():
    plain = typed_side(GAME, {"pilot_level": 1}, GAME.context())
    known = typed_side(
        GAME, {"pilot_level": 1, "traits": "Untouchable, close combat expert", "special": "Finisher+1"}, GAME.context()
    )
    before, after = (cells(list_of({"profile": "argonaut"}), target) for target in (plain, known))
    assert "rerolls" not in before["Cannon"]["roll"]["inputs"] and after["Cannon"]["roll"]["inputs"]["rerolls"] == 1
    clash = after["Heat Sword"]["roll"]["inputs"]
    assert (clash["counter_hit_on"], clash["counter_finisher"]) == (4, 1)
    unknown = typed_side(GAME, {"traits": "Ghost Step"}, GAME.context())
    told = cells(list_of({"profile": "argonaut"}), unknown)["Cannon"]["not_counted"]
    assert "The target, Ghost Step: no effect is known" in told


def test_the_whole_turn_counts_a_typed_profile_too():
    context = GAME.context_of(own().build)
    found = analysis_answer(GAME, "whole-turn", {"a": "typed-lancer", "b": "blue-djinn", "distance": 8}, context)
    attacks = [attack for way in found["answer"]["ways"] for attack in way["attacks"]]
    assert any(attack["roll"]["inputs"].get("finisher") == 2 for attack in attacks)
