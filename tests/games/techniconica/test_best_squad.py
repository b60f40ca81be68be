"""The best squad from one collection: against trying every squad of a few cards; where it stops early it says so."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.techniconica import GAME
from companion.games.techniconica.analysis import best_mech, best_squad, opponent
from companion.games.techniconica.analysis.best_mech import Terms
from companion.games.techniconica.analysis.best_squad import SquadQuestion
from companion.games.techniconica.model import Mech
from companion.games.techniconica.rules.assembly import assemble
from companion.games.techniconica.rules.damage import Layers
from companion.verbs.analyses import analysis_answer
from tests.games.techniconica.test_best_mech import cards_of, catalogue_of, few, metal, number
from tests.games.techniconica.test_best_mech_terms import LAYERS, value
from tests.games.techniconica.trying import legal_mechs, tried

THEM = opponent.typed(2, 2, Layers.of(**LAYERS))
pairs = st.fixed_dictionaries(
    {
        "locomotor": cards_of("locomotor", 2, **metal | {"mw": st.integers(4, 14), "sp": few}),
        "cockpit": cards_of("cockpit", 2, **metal),
        "pilot": cards_of("pilot", 2, ac=few, fo=number, bt=number, rr=number, named=st.booleans(), rules=st.sampled_from([(), ("anti-mech-specialist",), ("accurate",)])),
        "weapon": cards_of("weapon", 3, **metal | {"pe": few, "do": few, "rules": st.sampled_from([(), ("melee",), ("barrage", "reliable")])}),
        "power-plant": cards_of("plant", 3, **metal | {"po": st.integers(3, 9)}),
        "armour": cards_of("armour", 1, **metal),
        "modification": cards_of("modification", 1, we=number, pc=number, gives=st.dictionaries(st.sampled_from(["dt", "pe", "do", "po"]), st.sampled_from([1, 2]), min_size=1), fits=st.sampled_from([(), ("weapon",)])),
    }
)  # fmt: skip


def best_pair(mechs, wish, must, least):
    """The highest sum of two Mechs that share no card, by trying every two."""
    worth = {}
    for mech in mechs:
        found = value(mech, wish)
        if found is not None and mech.speed >= least:
            cards = frozenset(mech.cards)
            worth[cards] = max(found, worth.get(cards, found))
    return max(
        (
            one + other
            for cards, one in worth.items()
            for others, other in worth.items()
            if not cards & others and must <= cards | others
        ),
        default=None,
    )


@pytest.mark.long
@pytest.mark.parametrize("wish", best_mech.MEASURES)
@settings(max_examples=6, deadline=None)
@given(pairs, st.data())
def test_trying_every_pair_finds_none_better(wish, pack, data):
    catalogue = catalogue_of(pack)
    ids = [row["id"] for rows in pack.values() for row in rows]
    must = frozenset(data.draw(st.lists(st.sampled_from(ids), unique=True, max_size=3)))
    least = data.draw(st.integers(0, 2))
    terms = Terms(least, must=dict.fromkeys(must, 1), opponent=THEM)
    question = SquadQuestion.of(2, catalogue, dict.fromkeys(ids, 1), wish, {}, terms)
    report = best_squad.reported(question, best_squad.EVERY, None)
    wanted = best_pair(legal_mechs(pack, catalogue), wish, must, least)
    assert report.finished
    if wanted is None:
        assert not report.squad
        return
    assert report.most >= wanted - 1e-9
    if report.proved:
        assert float(report.sum) == pytest.approx(wanted)
    if report.squad:
        together = Counter(card for mech in report.squad for card in mech.used.elements())
        assert max(together.values()) == 1 and must <= set(together)
        made = [tried(assemble(Mech.model_validate(mech.mech), catalogue)) for mech in report.squad]
        assert sum(value(mech, wish) for mech in made) == pytest.approx(float(report.sum))
        assert min(mech.speed for mech in made) >= least


TWO = "2 courier-wheels, 2 scout-cab, 1 cadet, 1 ranger, 1 auto-rifle, 1 chain-gun, 2 gas-turbine, 1 steel-plate"


def answer(context=None, **inputs):
    return analysis_answer(GAME, "best-mech", inputs, context or GAME.context())["answer"]


def test_a_squad_shares_its_cards_out_and_is_legal():
    found = answer(wish="sturdy", mechs="2", owned=TWO, **{"from": "typed"})
    assert found["proof"]["proved"] and found["proof"]["finished"]
    # Two Wheels, two Cabs, two Weapons and two Turbines of 2 Damage Points each, and the only plate of 2.
    assert found["sum"] == found["proof"]["most"] == 8 * 2 + 2
    build = GAME.read({"game": "techniconica", **found["use"]})
    verdict = GAME.verdict(build)
    assert verdict.legal, [finding.message for finding in verdict.findings]
    assert [mech.name for mech in build.mech] == ["Sturdy 1", "Sturdy 2"]
    assert len(found["mechs"]) == 2 and found["mech"] == found["mechs"][0]["mech"]


def test_a_named_pilot_is_in_a_squad_once():
    """Odile Marrow aims best of all, but a player may use a Named Pilot only once."""
    owned = TWO.replace("1 cadet, 1 ranger", "2 odile-marrow, 1 cadet")
    found = answer(wish="long-range", mechs="2", owned=owned, **{"from": "typed"})
    assert sorted(mech["mech"]["pilot"] for mech in found["mechs"]) == ["cadet", "odile-marrow"]
    build = GAME.read({"game": "techniconica", **found["use"]})
    verdict = GAME.verdict(build)
    assert verdict.legal, [finding.message for finding in verdict.findings]
    none = answer(wish="fast", mechs="2", owned=owned.replace("1 cadet, ", ""), **{"from": "typed"})
    assert none["mech"] is None and none["proof"]["proved"]


def test_cards_for_one_mech_make_no_squad():
    one = TWO.replace("2 gas-turbine", "1 gas-turbine")
    found = answer(wish="sturdy", mechs="2", owned=one, **{"from": "typed"})
    assert found["mech"] is None and found["proof"]["finished"] and found["proof"]["proved"]


def test_each_mech_of_a_squad_is_fast_enough():
    slow = TWO.replace("2 courier-wheels", "1 courier-wheels, 1 hauler-tracks")
    asked = {"wish": "sturdy", "mechs": "2", "owned": slow, "from": "typed"}
    assert sorted(mech["speed"] for mech in answer(**asked)["mechs"])[0] == 1
    assert answer(**asked, least_speed="2")["mech"] is None


MANY = """2 courier-wheels, strider-legs, 2 scout-cab, bubble-canopy, cadet, ranger, sharpshooter, auto-rifle, chain-gun,
long-rifle, rail-lance, 3 gas-turbine, 2 battery-bank, 2 fuel-cell, targeting-computer, nerve-link, rifled-barrel,
overcharged-coils, load-clamps, lightened-frame"""


def test_a_search_that_stops_says_how_far_it_proved():
    counts = ", ".join(card if card[0].isdigit() else f"1 {card}" for card in MANY.replace("\n", " ").split(", "))
    found = answer(wish="long-range", mechs="3", owned=counts.replace(",  ", ", "), **{"from": "typed"})
    proof = found["proof"]
    assert proof["finished"] and not proof["proved"]
    assert proof["searched"] >= proof["total"] and proof["most"] > found["sum"] > 0
    assert GAME.verdict(GAME.read({"game": "techniconica", **found["use"]})).legal


def test_prices_prove_that_no_two_mechs_are_sturdier():
    """Of one of each card: far too many pairs to try."""
    found = answer(wish="sturdy", mechs="2", **{"from": "1"})
    assert found["proof"]["proved"] and found["proof"]["most"] == found["sum"]
    assert found["proof"]["searched"] < found["proof"]["total"]


def test_a_page_gets_a_part_of_the_search_and_the_next_request_goes_on():
    asked = {"wish": "fast", "mechs": "2", "must": "lucky-charm", "from": "1"}
    short = replace(GAME.context(), most_steps=2)
    first = answer(short, **asked)
    assert not first["proof"]["finished"] and 0 < first["proof"]["searched"] < first["proof"]["total"]
    assert answer(short, **asked) == first  # the same inputs, the same answer
    done, searched = first, [first["proof"]["searched"]]
    while not done["proof"]["finished"]:
        done = answer(short, **asked, done=searched[-1])
        searched.append(done["proof"]["searched"])
    assert searched == sorted(set(searched))
    assert done["sum"] >= first["sum"] and done["proof"]["most"] <= first["proof"]["most"]
    assert done == answer(**asked)


def test_no_more_steps_are_taken_than_are_allowed():
    asked = {"wish": "fast", "mechs": "2", "must": "medic-suite", "from": "1", "done": 10**6}
    steps = answer(replace(GAME.context(), most_steps=1), **asked)["proof"]["searched"]
    more = answer(replace(GAME.context(), most_steps=1), **asked)["proof"]["searched"]
    assert steps < more
