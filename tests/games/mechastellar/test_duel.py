"""My unit against that unit: the rules applied, their ids, and figures that agree with the resolvers."""

import pytest

from companion.dice.odds import exact
from companion.documents import read_as
from companion.games.mechastellar import GAME, duel
from companion.games.mechastellar.bonus import bonuses
from companion.games.mechastellar.model import Profile, TraitLine
from companion.games.mechastellar.modifiers import Circumstances
from companion.games.mechastellar.pages import show_duel
from companion.games.mechastellar.weapons import Weapon

SETTING = GAME.setting()


def lines(a, b, rulings=None, **around):
    cards = (GAME.catalogue.get(Profile, name) for name in (a, b))
    return {line.weapon.name: line for line in duel.lines(*cards, Circumstances(**around), GAME.setting(rulings))}


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
def test_figures_are_those_of_the_odds_page_it_links_to(name):
    line = lines("green-viking", "white-asura", distance=8)[name]
    kind = GAME.resolver(line.roll)
    odds = exact(kind.make(read_as(kind.inputs, dict(line.given)), SETTING))
    measures = {m.name: float(odds.measure(m)) for m in kind.measures}
    assert line.mean == pytest.approx(measures["mean_damage"])
    assert line.any_damage == pytest.approx(measures["any_damage"])
    assert line.kill == pytest.approx(measures["kill"])
    assert sum(bar.chance for bar in line.bars) == pytest.approx(1)


def test_what_cannot_attack_says_why():
    far = lines("green-viking", "white-asura", distance=40)
    assert "Out of range" in far["Machine Gun"].why_not
    assert "Too far to charge" in far["Heat Hawk"].why_not
    assert far["Magella Cannon"].why_not == ""
    unseen = lines("green-viking", "white-asura", distance=10, unseen=True)
    assert "Out of sight" in unseen["Machine Gun"].why_not
    assert "indirect" in rules(unseen["Magella Cannon"])


def test_from_behind_shield_and_cover_fall_away():
    line = lines("green-viking", "kara-cimarrone", distance=8, behind=True, cover=True)["Machine Gun"]
    given = dict(line.given)
    assert "blocks" not in given and "cover" not in given and given["bonus_crits"] == 1


def test_a_shield_against_melee_only_does_not_stop_shots():
    assert "blocks" not in dict(lines("white-asura", "green-viking", distance=8)["Beam Rifle"].given)
    assert dict(lines("white-asura", "green-viking", distance=4)["Beam Saber"].given)["blocks"] == 1


def test_target_lock_focus_and_size_count():
    near = lines("dangerbear", "voltlion", distance=8, focus=True)
    assert {"shooting-critical", "focus"} <= rules(near["Twin Cannons"])
    assert dict(near["Bear Claws"].given)["armor_save"] == 3 + 2 * 2
    assert "push-save" in rules(near["Bear Claws"])
    back = dict(lines("voltlion", "fire-cricket", distance=8)["Mane Blade"].given)
    assert (back["counter_effect"], back["attacker_save"]) == ("push", 3 + 2 * 2)  # it strikes back with PEN 6P


def test_captains_improve_their_shots_only_as_ruled():
    orders = dict(lines("saronic-cruiser", "musarl-cruiser", distance=30)["Mega Particle Cannon A"].given)
    both = {"captain-bonus": "both"}
    ruled = dict(lines("saronic-cruiser", "musarl-cruiser", both, distance=30)["Mega Particle Cannon A"].given)
    assert "attacker" not in orders and ruled["attacker"] == 1


def test_every_pair_of_profiles_can_be_compared():
    cards = GAME.catalogue.all(Profile)
    for a, b in zip(cards, cards[7:] + cards[:7], strict=True):
        for line in duel.lines(a, b, Circumstances(distance=6, behind=True), SETTING):
            assert line.why_not or 0 <= line.kill <= line.any_damage <= 1.000001, (a.id, b.id)


def test_the_page_waits_for_two_units():
    assert show_duel({}, SETTING)["lines"] == ()
    assert show_duel({"a": ["Green Viking"], "b": ["voltlion"]}, SETTING)["lines"]


def test_stun_and_push_move_and_stop_instead_of_doing_1000_dmg():
    """Volt Breath is PEN 5S: without a save's 1000 its damage is the hits' own, in whole fours of 100."""
    stun = lines("voltlion", "white-asura", distance=8)["Volt Breath"]
    ruled = lines("voltlion", "white-asura", {"effect-saves": "both"}, distance=8)["Volt Breath"]
    assert dict(stun.given)["effect"] == "stun" and "stun-save" in rules(stun)
    assert ruled.mean > stun.mean and ruled.any_damage == pytest.approx(stun.any_damage)


def test_within_engagement_range_only_short_weapons_shoot():
    near = lines("green-viking", "white-asura", distance=4, focus=True)
    assert "Engaged" in near["Machine Gun"].why_not  # a basic pilot may not focus for it
    skilled = lines("white-asura", "green-viking", distance=4, focus=True)["Beam Rifle"]
    assert skilled.why_not == "" and "engaged-fire" in rules(skilled) and "bonus_hits" not in dict(skilled.given)
    assert "Engaged" in lines("white-asura", "green-viking", distance=4)["Beam Rifle"].why_not
    assert lines("blue-djinn", "green-viking", distance=4)["Arc Whip"].why_not == ""
    assert lines("green-viking", "musarl-cruiser", distance=4)["Machine Gun"].why_not == ""


def test_saves_in_melee_are_capped_as_the_module_and_its_ruling_say():
    given = dict(lines("green-viking", "voltlion", distance=5, hp_factor=2)["Heat Hawk"].given)
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
    around = Circumstances(distance=3, focus=True, choice="barrage", reply="guard", hp_factor=factor)
    assert [line.why_not for line in duel.lines(large, large, around, SETTING)] == ["", ""]
    assert all(line.kill > 0 for line in duel.lines(large, small, around, SETTING))
    assert duel.lines(base, large, around, SETTING) and duel.lines(base, small, around, SETTING)


@pytest.mark.parametrize(
    ("a", "b", "weapon", "words", "hits", "pen"),
    [
        ("green-viking-cdr", "white-asura", "Machine Gun", ["Headhunter: +2 Hits"], 2, 0),
        ("green-viking-cdr", "white-asura", "Heat Hawk", ["Headhunter: +1 Hit"], 1, 5),
        ("green-viking-cdr", "tide-horror", "Machine Gun", ["Headhunter: +2 Hits"], 2, 0),
        ("green-viking-cdr", "green-viking", "Machine Gun", [], 0, 0),
        ("green-viking", "white-asura", "Machine Gun", [], 0, 0),
        ("green-viking-cdr", "saronic-cruiser", "Giant Bazooka", ["Headhunter: +1 Hit", "Giant Bazooka: +1 PEN"], 1, 3),
        ("green-viking", "green-viking-cdr", "Giant Bazooka", [], 0, 2),
    ],
)
def test_traits_and_a_weapons_own_line_count_against_whom_they_name(a, b, weapon, words, hits, pen):
    """The Headhunter of the printed commander and the printed bazooka; the Kaiju is basic and yet counts."""
    line = lines(a, b, distance=8)[weapon]
    given = dict(line.given)
    assert [words for words, rule in line.applied if rule == "trait-bonus"] == words
    assert (given.get("bonus_hits", 0), given.get("pen", 0)) == (hits, pen)


@pytest.mark.parametrize(
    ("against", "adds", "target", "added"),
    [("basic", "hits = 1", "green-viking", 1), ("larger", "pen = 2", "saronic-cruiser", 2)],
)
def test_a_trait_of_an_own_pack_counts_by_its_numbers(against, adds, target, added):
    pack = f'[[trait]]\nid = "own"\nname = "Own"\nkind = "pilot"\ntext = "Ours."\nagainst = "{against}"\n{adds}\n'
    catalogue = GAME.catalogue.overlaid(pack, "own.toml")
    a, b = (catalogue.get(Profile, name) for name in ("green-viking", target))
    own = a.model_copy(update={"traits": (TraitLine(name="Own", kind="pilot"),) * 2})
    (bonus,) = bonuses(own, b, a.weapons[0], catalogue)
    assert bonus.hits + bonus.pen == added
    assert bonuses(own, own.model_copy(update={"pilot_level": 1}), a.weapons[0], catalogue) == ()
