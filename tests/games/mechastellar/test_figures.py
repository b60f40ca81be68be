"""MechaStellar's figures: profiles that differ at arm's length, arms that show, and nothing a card says stops one."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageOps

from companion.games.mechastellar import GAME
from companion.games.mechastellar.art import arms, figure, looks, profile_figures
from companion.games.mechastellar.art.drawings import BLADES, GUNS
from companion.games.mechastellar.model import ROLES, TYPES, Profile, TraitLine
from companion.games.mechastellar.model.weapons import QUALITIES, Weapon
from companion.printing.faces.drawings import names
from companion.printing.faces.plates import extent
from tests.printing.rasters import cells, difference

CONTEXT = GAME.context()
PROFILES = GAME.catalogue.all(Profile)
APART = 200
"""Pixels of 48 × 48 in which two profiles differ at least: nearly one in ten."""
SEEN = 5
"""Pixels in which a weapon more or less shows at least."""


def drawn(profile, weapons=None, pilot=None):
    return figure(
        profile,
        profile.weapons if weapons is None else weapons,
        profile.pilot_level if pilot is None else pilot,
    )


def arranged(profile):
    """Return every way to arm a profile with one weapon less, one swapped or one more."""
    own = profile.weapons
    yield from (own[:n] + own[n + 1 :] for n in range(len(own)))
    yield from (
        tuple(other if weapon.name == other.replaces else weapon for weapon in own) for other in profile.alternates
    )
    yield from ((*own, extra) for extra in profile.extras)


def test_all_profiles_differ_at_arms_length():
    pictures = cells([drawn(profile) for profile in PROFILES], GAME.accent)
    named = list(zip((profile.id for profile in PROFILES), pictures, strict=True))
    close = [(a, b) for (a, one), (b, other) in combinations(named, 2) if difference(one, other) < APART]
    assert len(named) == 39 and close == []


def test_every_weapon_shows():
    pairs = [(profile, weapons) for profile in PROFILES for weapons in arranged(profile)]
    pictures = cells([*(drawn(p) for p, _ in pairs), *(drawn(p, weapons) for p, weapons in pairs)], GAME.accent)
    half = len(pairs)
    hidden = [
        (pairs[n][0].id, [weapon.name for weapon in pairs[n][1]])
        for n in range(half)
        if difference(pictures[n], pictures[half + n]) < SEEN
    ]
    assert half > 100 and hidden == []


def test_figures_stand_on_the_ground_of_their_field_and_never_leave_it():
    margin, fine = 4, 4
    ground = (margin + 45) * fine
    for picture in cells([drawn(profile) for profile in PROFILES], GAME.accent, margin, fine):
        left, top, right, low = ImageOps.invert(picture).getbbox()
        assert left >= margin * fine and top >= margin * fine and right <= (margin + 48) * fine
        assert abs(low - ground) <= 2


def test_the_level_of_its_pilot_shows():
    levels = [cells([drawn(profile, pilot=level) for profile in PROFILES], GAME.accent) for level in range(3)]
    alike = [
        profile.id
        for profile, *pictures in zip(PROFILES, *levels, strict=True)
        if min(difference(one, other) for one, other in combinations(pictures, 2)) < 1
    ]
    assert alike == []


TEXT = st.text("abcdefghijklmn opqrstuvwxyz-龍?", min_size=1, max_size=20)
NAMES = st.sampled_from([weapon.name for p in PROFILES for weapon in (*p.weapons, *p.alternates, *p.extras)]) | TEXT
WEAPONS = st.builds(
    Weapon,
    name=NAMES,
    range=st.sampled_from(["-", "Melee", "8", "24", "64"]),
    attacks=st.sampled_from(["-", "1", "6", "12", "99", "+1 Hit", "+1 Block", "+9 Blocks"]),
    dmg=st.sampled_from([0, 200, 500, 9900]),
    slots=st.integers(0, 9),
    qualities=st.lists(st.sampled_from([*QUALITIES, "Unheard Of"]), max_size=3).map(tuple),
    melee_only=st.booleans(),
)
CHANGES = st.fixed_dictionaries(
    {
        "id": TEXT,
        "name": TEXT | st.sampled_from([profile.name for profile in PROFILES]),
        "type": st.sampled_from(TYPES),
        "role": st.sampled_from([*ROLES, "", "Bystander"]),
        "frame": st.integers(1, 9),
        "size": st.integers(0, 6),
        "performance": st.integers(0, 15),
        "move": st.integers(0, 99),
        "melee": st.integers(0, 20),
        "evade": st.integers(-5, 20),
        "arm_sv": st.integers(-5, 20),
        "power": st.integers(0, 9),
        "theatre": st.sampled_from(["", "G", "S"]),
        "traits": st.lists(
            st.builds(TraitLine, name=st.sampled_from(["Fly", "Amphibious", "Unheard Of"])), max_size=3
        ).map(tuple),
    }
)


@settings(max_examples=30, deadline=None)
@given(CHANGES, st.lists(WEAPONS, max_size=12), st.integers(0, 2))
def test_a_figure_of_any_card_stands_in_its_field_and_is_always_the_same(changes, weapons, pilot):
    profile = PROFILES[0].model_copy(update=changes)
    boxes = drawn(profile, weapons, pilot)
    left, top, right, low = extent(boxes)
    assert left >= 0 and top >= 0 and right <= 48 and abs(low - 45) < 0.01
    assert drawn(profile, weapons, pilot) == boxes


def force(*units, **fields):
    return GAME.read({"game": "mechastellar", "title": "", "unit": list(units), **fields})


def test_a_list_has_a_figure_for_each_line_as_equipped():
    build = force(
        {"profile": "green-viking", "name": "Olaf", "swaps": {"Machine Gun": "Magella Cannon"}},
        {"profile": "green-viking", "count": 3},
        {"profile": "voltlion"},
    )
    olaf, plain, lion = GAME.figures(build, CONTEXT)
    assert [(one.id, one.name, one.base) for one in (olaf, plain, lion)] == [
        ("1", "Olaf", 30.0),
        ("2", "Green Viking", 30.0),
        ("3", "VoltLion", 50.0),
    ]
    assert olaf.boxes != plain.boxes and "Magella Cannon" in olaf.about and "Machine Gun" not in olaf.about
    assert lion.about == "VoltLion: Super Robot Melee of Frame 4 with Volt Breath, Lion Claw and Mane Blade."


def test_an_empty_list_has_no_figures_and_an_illegal_one_has():
    assert GAME.figures(force(), CONTEXT) == ()
    build = force({"profile": "zodiac", "swaps": {"Shield": "No Such Thing"}, "extras": ["Nothing"], "pilot": 2})
    assert len(GAME.figures(build, CONTEXT)) == 1


def test_a_small_base_is_a_ruling():
    bases = {one.id: one.base for one in profile_figures(GAME.context({"standee-base": "small"}))}
    assert (bases["green-viking"], bases["voltlion"], bases["polar-star"]) == (25.0, 35.0, 40.0)


@pytest.mark.parametrize(
    ("weapon", "form", "place"),
    [
        ({"name": "Heat Hawk", "range": "Melee"}, "axe", "hand"),
        ({"name": "Head Vulcans", "range": "8", "attacks": "4"}, "vulcan", "head"),
        ({"name": "Hip Cannon", "range": "32", "attacks": "4"}, "cannon", "hip"),
        ({"name": "Carapace", "attacks": "+2 Blocks"}, "carapace", "body"),
        ({"name": "Zzz", "attacks": "+1 Block"}, "buckler", "shield"),
        ({"name": "Zzz", "range": "Melee", "qualities": ["CC"]}, "fist", "hand"),
        ({"name": "Zzz", "range": "Melee", "qualities": ["E"]}, "saber", "hand"),
        ({"name": "Zzz", "range": "Melee"}, "sword", "hand"),
        ({"name": "Zzz", "range": "32", "attacks": "5", "qualities": ["Remote"]}, "funnels", "back"),
        ({"name": "Zzz", "range": "32", "attacks": "5", "qualities": ["X"]}, "pod", "shoulder"),
        ({"name": "Zzz", "range": "32", "attacks": "5", "qualities": ["IDF"]}, "mortar", "shoulder"),
        ({"name": "Zzz", "range": "40", "attacks": "2"}, "long_rifle", "hand"),
        ({"name": "Zzz", "range": "39", "attacks": "2", "dmg": 500}, "bazooka", "hand"),
        ({"name": "Zzz", "range": "24", "attacks": "4", "dmg": 300, "qualities": ["E"]}, "beam_rifle", "hand"),
        ({"name": "Zzz", "range": "24", "attacks": "4", "dmg": 200}, "machine_gun", "hand"),
        ({"name": "Zzz", "range": "24", "attacks": "4", "dmg": 300}, "carbine", "hand"),
    ],
)
def test_a_weapon_is_drawn_by_its_name_or_by_its_numbers(weapon, form, place):
    seen = arms.item(Weapon(**weapon))
    assert (seen.form, seen.place) == (form, place)


def test_hands_are_filled_by_role_and_the_rest_is_slung():
    sword, gun = Weapon(name="Sword", range="Melee"), Weapon(name="Carbine", range="24", attacks="4")
    shield = Weapon(name="Shield", attacks="+1 Block")
    fighter, gunner = (arms.load((gun, sword), first, False) for first in (True, False))
    assert (fighter.right.form, fighter.left.form) == ("sword", "carbine")
    assert (gunner.right.form, gunner.left.form) == ("carbine", "sword")
    guarded = arms.load((gun, sword, shield), False, False)
    assert guarded.left is None and guarded.shield and [one.form for one in guarded.stowed] == ["sword"]
    sniper = arms.load((gun, sword), False, True)
    assert sniper.left is None and [one.form for one in sniper.stowed] == ["sword"]


def test_every_form_of_head_and_weapon_has_a_drawing():
    """What is no drawing of its own is part of a body: spikes, kicks, tails, and the like."""
    assert {head for _, head in looks._HEADS} <= names("mechastellar", "heads")
    parts_of_bodies = {
        *("wing blade", "spikes", "kick", "jaws", "tail", "sting", "wings", "carapace", "smoke", "crest"),
        *("funnels", "rays", "buckler"),
    }
    assert {form for _, form, _ in arms._NAMED} <= GUNS | BLADES | parts_of_bodies
