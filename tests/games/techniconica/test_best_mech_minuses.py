"""The best Mech from custom cards that lower numbers: against trying everything, and case by case."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.base.findings import InvalidInput
from companion.data.cards import Catalogue
from companion.games.techniconica import GAME
from companion.games.techniconica.analysis.goals import MEASURES
from companion.games.techniconica.analysis.questions import Constraints
from companion.games.techniconica.model import KINDS, Mech
from companion.games.techniconica.rules.assembly import assemble
from companion.verbs.analyses import analysis_answer
from tests.games.techniconica.solving import best, solved
from tests.games.techniconica.test_best_mech import (
    MARK,
    cards_of,
    catalogue_of,
    extra,
    few,
    metal,
    metal_of,
    number,
    small,
)
from tests.games.techniconica.test_best_mech_terms import THEM, best_of
from tests.games.techniconica.trying import legal_mechs, tried

given_stats = st.sampled_from(["we", "pc", "po", "mw", "sp", "ac", "dt", "pe", "do"])
gives = st.dictionaries(given_stats, st.sampled_from([-4, -2, -1, 1, 2]), min_size=1, max_size=3)
places = st.sampled_from([(), ("weapon",), ("locomotor",), ("cockpit", "power-plant")])
tokens = st.sampled_from([(), (), ("armour-piercing",), ("barrage",), ("accurate",), ("trigger",)])
packs = st.fixed_dictionaries(
    {
        "locomotor": cards_of("locomotor", 1, **metal | {"mw": st.integers(3, 14), "sp": number}),
        "cockpit": cards_of("cockpit", 1, **metal),
        "pilot": cards_of("pilot", 2, ac=few, fo=number, bt=number, rr=number, named=st.booleans(), rules=st.sampled_from([(), ("anti-mech-specialist",)])),
        "weapon": cards_of("weapon", 2, **metal | {"pe": few, "do": few, "rules": st.sampled_from([(), ("melee",), ("inaccurate",)])}),
        "power-plant": cards_of("plant", 1, **metal | {"po": st.integers(1, 9)}),
        "modification": cards_of("modification", 2, we=number, pc=number, gives=gives, fits=places, rules=tokens),
        "support": cards_of("support", 2, we=number, pc=number, gives=gives, fits=places, rules=tokens),
    }
)  # fmt: skip


def agrees(wish, pack, least):
    catalogue = catalogue_of(pack)
    ids = [row["id"] for rows in pack.values() for row in rows]
    mechs = [mech for mech in legal_mechs(pack, catalogue) if mech.speed >= least]
    found = best(catalogue, dict.fromkeys(ids, 1), wish, constraints=Constraints(least, opponent=THEM))
    wanted = best_of(mechs, wish)
    assert (found and float(found.first)) == (wanted if wanted is None else pytest.approx(wanted))
    if found:
        assert tried(assemble(Mech.model_validate(found.mech), catalogue)) in mechs


@pytest.mark.long
@settings(max_examples=3, deadline=None)
@given(packs, st.integers(0, 2))
def test_cards_that_lower_numbers_are_counted_as_on_the_table(pack, least):
    agrees("fast", pack, least)


@pytest.mark.long
@pytest.mark.parametrize("wish", MEASURES)
@settings(max_examples=6, deadline=None)
@given(packs, st.integers(0, 2))
def test_cards_that_lower_numbers_are_counted_as_on_the_table_in_every_goal(wish, pack, least):
    agrees(wish, pack, least)


def test_one_locomotor_of_speed_0_takes_no_modification_from_the_others():
    """Reinforced Axles take a point of Speed, of which the other Locomotor has some."""
    still = {"id": "still", "name": "Still", "origin": MARK, **metal_of(we=0, mw=4, sp=0)}
    axles = extra({"mw": 2, "sp": -1}, "locomotor")
    catalogue = small(mw=3, modification=axles)
    both = Catalogue(KINDS, {**catalogue.cards, **catalogue_of({"locomotor": [still]}).cards}, {})
    found = best(both, dict.fromkeys(both.cards, 1), "fast")
    made = assemble(Mech.model_validate(found.mech), both)
    assert (found.first, made.max_weight) == (2, 5)


def test_support_that_helps_one_number_and_lowers_another_is_used():
    support = extra({"ac": 2, "sp": -1}, "cockpit")
    found = best(small(support=support), dict.fromkeys(small(support=support).cards, 1), "long-range")
    assert found.first == 2 + 2 + 2  # Accuracy 2 and Penetration 2, and two more


def test_weight_that_support_takes_off_one_weapon_is_not_taken_off_twice():
    """Two Weapons of Weight 1; Support takes 3 off whatever it lies on, which is never below 0."""
    lighter = extra({"we": -3}, "weapon")
    rows = {"weapon": [{"id": f"gun-{n}", "name": "Gun", "origin": MARK, **metal_of(we=1, pe=1, do=1)} for n in (1, 2)]}
    bare = small(mw=3, po=9, support=lighter)
    cards = {card: bare.cards[card] for card in bare.cards if card != "weapon"}
    catalogue = Catalogue(KINDS, {**cards, **catalogue_of(rows).cards}, {})
    copies = dict.fromkeys(catalogue.cards, 1)
    # Cockpit 1, Power Plant 2, a Weapon of 0 and one of 1: one too many.
    assert best(catalogue, copies, "sturdy").first == 8
    assert best(catalogue, {**copies, "support": 2}, "sturdy").first == 10


@pytest.mark.parametrize("count", [1, 2])
def test_every_card_of_an_answer_finds_a_place(count):
    """Light plates by the dozen, Support for Weapons alone, Modifications for all: room is part of the question."""
    plates = {"id": "foil", "name": "Foil", "origin": MARK, "ar": 0, "dt": 1, "we": 0, "pc": 0}
    clips = {"id": "clip", "name": "Clip", "origin": MARK, **extra({"dt": 1}, "weapon")}
    braces = {"id": "brace", "name": "Brace", "origin": MARK, "we": 0, "pc": 0, "gives": {"dt": 1}, "fits": []}
    more = catalogue_of({"armour": [plates], "support": [clips], "modification": [braces]})
    bare = small(mw=30, po=30)
    catalogue = Catalogue(KINDS, {**bare.cards, **more.cards}, {})
    copies = {**dict.fromkeys(bare.cards, count), "foil": 300, "clip": 300, "brace": 300}
    report = solved(count, catalogue, copies, "sturdy")
    assert report.proved
    # Four parts of 2 in each Mech; each holds twenty cards of 1 Damage Point, and every card gives 1.
    assert [mech.first for mech in report.squad] == [4 * 2 + 4 * 20] * count
    for mech in report.squad:
        assert GAME.verdict(GAME.read({"game": "techniconica", "mech": [dict(mech.mech)]}, catalogue), catalogue).legal


def test_no_more_is_worked_out_than_memory_bears():
    huge = [{"id": f"gun-{n}", "name": "Gun", "origin": MARK, **metal_of(pe=1, do=1)} for n in range(100)]
    changes = [
        {"id": f"change-{n}", "name": "Change", "origin": MARK, **extra({"do": 1}, "weapon")} for n in range(190)
    ]
    catalogue = catalogue_of({"weapon": huge, "modification": changes})
    with pytest.raises(InvalidInput, match="choices of a card for a place, expected at most 100,000"):
        analysis_answer(GAME, "best-mech", {"wish": "damage", "mechs": 6}, GAME.context(catalogue=catalogue))
