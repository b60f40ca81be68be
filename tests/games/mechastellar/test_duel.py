"""My unit against that unit: the rules applied, their ids, and figures that agree with the resolvers."""

import pytest

from companion.dice.odds import exact
from companion.documents import read_as
from companion.games.mechastellar import GAME, duel
from companion.games.mechastellar.duel import Circumstances
from companion.games.mechastellar.model import Profile
from companion.games.mechastellar.pages import show_duel

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


def test_bars_are_few_and_sum_to_one():
    spread = {0: 0.1, **{n * 100: 0.9 / 40 for n in range(1, 41)}}
    bars = duel.bars(spread)
    assert len(bars) <= duel.MOST_BARS + 2
    assert sum(bar.chance for bar in bars) == pytest.approx(1)
    assert max(bar.length for bar in bars) == 100


def test_the_page_waits_for_two_units():
    assert show_duel({}, SETTING)["lines"] == ()
    assert show_duel({"a": ["Green Viking"], "b": ["voltlion"]}, SETTING)["lines"]
