"""The shipped cards: the printed profiles cell for cell, every family covered, every sum right."""

import pytest

from companion.base.findings import InvalidInput
from companion.data.cards import read_catalogue
from companion.games.mechastellar import GAME
from companion.games.mechastellar.model import KINDS, TYPES, Profile
from companion.games.mechastellar.model.weapons import Weapon

PROFILES = GAME.catalogue.all(Profile)


def test_green_viking_is_as_printed():
    card = GAME.catalogue.get(Profile, "green-viking")
    stats = (card.sensors, card.move, card.actions, card.shooting, card.melee, card.evade, card.arm_sv, card.hp)
    assert stats == (6, 7, 1, 8, 5, 3, 0, 800)
    assert (card.type, card.role, card.performance, card.frame, card.points) == ("MS", "Battler", 2, 1, 30)
    assert (card.eq_slots, card.size, card.speed_plus, card.armor_plus, card.cost_plus) == (3, 0, -1, 1, -3)
    rows = [(w.name, w.slots, w.range, w.attacks, w.close_range, w.pen, w.dmg) for w in card.weapons]
    assert rows == [
        ("Machine Gun", 1, "24", "6", "RF+2 Hits", "-", 200),
        ("Melee Shield", 1, "-", "+1 Block", "-", "-", 0),
        ("Heat Hawk", 1, "Melee", "-", "-", "5", 500),
        ("Shoulder Tackle", 0, "Melee", "-", "-", "-", 500),
    ]
    assert [(w.name, w.replaces, w.pilot) for w in card.alternates] == [
        ("Magella Cannon", "Machine Gun", 0),
        ("Giant Bazooka", "Machine Gun", 1),
    ]
    assert [(w.name, w.points, w.slots) for w in card.extras] == [("TL Missile Pods", 20, 2)]
    assert card.mark("hp").kind == "printed"


def test_its_commander_differs_where_the_rulebook_says():
    card = GAME.catalogue.get(Profile, "green-viking-cdr")
    assert (card.points, card.move, card.speed_plus, card.cost_plus) == (40, 9, 0, -2)
    assert [(t.name, t.level) for t in card.traits] == [("Renowned Pilot", 1), ("Headhunter", 1)]


def test_every_shipped_profile_has_as_many_slots_as_its_weapons():
    for card in PROFILES:
        assert sum(w.slots for w in card.weapons) == card.eq_slots, card.id


def test_thirty_more_profiles_cover_types_roles_pilots_families_and_tags():
    assert len(PROFILES) >= 32
    assert {p.type for p in PROFILES} == set(TYPES)
    roles = {"Battler", "Interceptor", "Melee", "Sniper", "Raid", "Attacker", "Firepower"}
    assert {p.role for p in PROFILES} >= roles
    assert {p.pilot_level for p in PROFILES} == {0, 1, 2}
    assert {p.theatre for p in PROFILES} == {"", "G", "S"}
    weapons = [w for p in PROFILES for w in (*p.weapons, *p.alternates, *p.extras)]
    qualities = {q for w in weapons for q in w.qualities}
    assert qualities >= {"K", "E", "X", "CC", "AA", "360", "Remote", "Push", "Pull", "Stun", "IDF", "Single Use"}
    assert any(w.aoe for w in weapons) and any(w.overwatch for w in weapons)


@pytest.mark.parametrize(
    ("profile", "field", "value"),
    [
        ("argonaut", "move", 13),
        ("argonaut", "shooting", 9),
        ("dervish", "evade", 4),
        ("blue-djinn", "melee", 7),
        ("white-asura", "arm_sv", 2),
        ("laughing-joker", "frame", 3),
        ("voltlion", "size", 2),
        ("acrogunner", "actions", 3),
        ("iron-castle", "power", 1),
        ("trident-drake", "havoc", 3),
        ("jet-black-lancer", "evade", 5),
        ("kara-cimarrone", "hp", 4100),
        ("saronic-cruiser", "actions", 2),
    ],
)
def test_numbers_of_the_examples_are_kept_and_marked_printed(profile, field, value):
    card = GAME.catalogue.get(Profile, profile)
    assert getattr(card, field) == value
    assert card.mark(field).kind == "printed"
    assert card.mark("cost_plus").kind == "house"


@pytest.mark.parametrize(
    ("cells", "means"),
    [
        ({"attacks": 6, "range": 24}, {"shots": 6, "inches": 24, "shoots": True}),
        ({"attacks": "+2 Hits", "range": "Melee"}, {"hits": 2, "fights": True, "shots": 0}),
        ({"attacks": "+1 Block"}, {"blocks": 1, "hits": 0}),
        ({"close_range": "RF-2"}, {"rapid": (-2, 0)}),
        ({"close_range": "RF+2 Hits"}, {"rapid": (0, 2)}),
        ({"close_range": "+1 DEF"}, {"rapid": (0, 0), "melee_defense": 1}),
        ({"pen": "5S"}, {"penetration": 5}),
        ({"pen": "-"}, {"penetration": 0}),
    ],
)
def test_cells_are_read_as_they_are_printed(cells, means):
    weapon = Weapon(name="x", **cells)
    assert {name: getattr(weapon, name) for name in means} == means


@pytest.mark.parametrize(
    ("cell", "text", "expected"),
    [
        ("attacks", "six", "shots such as 6"),
        ("range", "far", "inches such as 24"),
        ("close_range", "RF", "RF+1"),
        ("pen", "5Q", "5S"),
    ],
)
def test_a_cell_that_is_none_says_what_it_may_be(cell, text, expected):
    head = "id = 'own-one'\nname = 'Own'\norigin = 'own'\ntype = 'MS'\nperformance = 1\nframe = 1\npoints = 1"
    numbers = ("eq_slots", "sensors", "move", "actions", "shooting", "melee", "evade", "arm_sv", "hp")
    stats = "\n".join(f"{name} = 1" for name in numbers)
    weapon = f"weapons = [{{ name = 'Gun', {cell} = '{text}' }}]"
    with pytest.raises(InvalidInput) as caught:
        read_catalogue([("pack.toml", f"[[profile]]\n{head}\n{stats}\n{weapon}\n")], KINDS)
    assert expected in str(caught.value) and f"weapons[0].{cell}" in str(caught.value)
