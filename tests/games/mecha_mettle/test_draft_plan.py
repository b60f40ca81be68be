"""Drafts for a plan: the average shot by hand, the ranking against every possible draft, and where it stops."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.base.findings import InvalidInput
from companion.data.cards import Catalogue
from companion.games.mecha_mettle import GAME
from companion.games.mecha_mettle.analysis import draft_plan
from companion.games.mecha_mettle.analysis.average_shot import AverageShot
from companion.games.mecha_mettle.analysis.draft_plan import PLANS, RatedCard, rank_drafts
from companion.games.mecha_mettle.model import CATEGORIES, AttackChange, Component, Module, Pool
from companion.verbs.analyses import analysis_answer

CONTEXT = GAME.context()
CARDS = CONTEXT.catalogue.all(Component)
FRACTIONS = st.fractions(0, 1, max_denominator=4)


def answer(context=CONTEXT, **inputs):
    return analysis_answer(GAME, "draft-plan", inputs, context)["answer"]


def ids(draft):
    return [card["id"] for card in draft["components"]]


def test_a_component_that_makes_a_shot_worse_gains_nothing():
    """A card of a pack that replaces a pool by no dice is not used, so it takes nothing from any shot."""
    none = AttackChange(replace=Pool(dice=0, kind="regular"))
    card = CONTEXT.catalogue.get(Component, "experimental-weaponry").model_copy(update={"attack": none})
    context = replace(CONTEXT, catalogue=replace(GAME.catalogue, cards={**GAME.catalogue.cards, card.id: card}))
    assert AverageShot(context).gain(card) == 0


def worth(plan, draft):
    """What a draft is worth to a plan by the words of its page, from the numbers that the answer gives."""
    gain, saved = (sum(Fraction(card[name]["exact"]) for card in draft["components"]) for name in ("gain", "saved"))
    count = {name: sum(card["category"] == name for card in draft["components"]) for name in ("attack", "defense", "reconfigure", "control")}  # fmt: skip
    return {
        "hit-hard": (gain, count["attack"], saved),
        "survive": (saved, count["defense"], gain),
        "trade-blows": (gain + saved, gain),
        "keep-moving": (count["reconfigure"], gain + saved),
        "choose-modules": (count["control"], gain + saved),
    }[plan]


def small():
    """The cards of the game with a deck of one Drone, whose body defends as an Open Port does."""
    cards = {i: card for i, card in CONTEXT.catalogue.cards.items() if not isinstance(card, Module)}
    drone = CONTEXT.catalogue.get(Module, "drone")
    cards["drone"] = drone.model_copy(update={"plain": 1, "body": Pool(dice=2, kind="evasion")})
    return replace(CONTEXT, catalogue=Catalogue(CONTEXT.catalogue.kinds, cards, CONTEXT.catalogue.raw))


def test_the_average_shot_by_hand():
    """3 Regular dice against 2 Evasion dice hit in 105/243.

    With 2 more in 1419/2187; against 2 more in 552/2187. With misses rerolled each die succeeds in 5/9, so 1, 2 and 3
    successes come in 240, 300 and 125 of 729, and they beat the defence in 4, 8 and 9 of 9: in 4485/6561.
    """
    shot = AverageShot(small())
    card = CONTEXT.catalogue.get
    assert shot.gain(card(Component, "extended-magazines")) == Fraction(1419 - 945, 2187)
    assert shot.hit_chance_prevented(card(Component, "light-thrusters")) == Fraction(945 - 552, 2187)
    assert shot.gain(card(Component, "manual-override")) == Fraction(4485 - 2835, 6561)
    assert (
        shot.gain(card(Component, "light-thrusters"))
        == shot.hit_chance_prevented(card(Component, "manual-override"))
        == 0
    )
    assert shot.gain(card(Component, "recombinator")) == shot.hit_chance_prevented(card(Component, "recombinator")) == 0


@pytest.mark.parametrize("least", [1, 3, 4])
@pytest.mark.parametrize("plan", PLANS)
def test_the_drafts_listed_are_the_best_of_all_256(plan, least):
    every = answer(plan=plan, most=50, least_categories=least)["drafts"]
    by_id = every_card()
    assert len(by_id) == 16
    levels = [[card for card in by_id.values() if card["level"] == level] for level in (1, 2, 3, 4)]
    drafts = [{"components": list(cards)} for cards in product(*levels)]
    allowed = [draft for draft in drafts if len({card["category"] for card in draft["components"]}) >= least]
    best = sorted((worth(plan, draft) for draft in allowed), reverse=True)[:50]
    assert [worth(plan, draft) for draft in every] == best
    assert len({tuple(ids(draft)) for draft in every}) == len(every)


@cache
def every_card():
    """Each card with its numbers, from the four drafts of one category."""
    kept = [[card.id for card in CARDS if card.category == category] for category in CATEGORIES]
    drafts = [answer(keep=cards, most=1)["drafts"][0] for cards in kept]
    return {card["id"]: card for draft in drafts for card in draft["components"]}


rated = st.lists(st.tuples(FRACTIONS, FRACTIONS), max_size=3)


@given(st.lists(rated, min_size=4, max_size=4))
@settings(deadline=None, max_examples=50)
def test_every_draft_of_any_cards_comes_once_and_none_before_a_better_one(levels):
    cards = [[RatedCard(CARDS[0], worth, worth[0], worth[1]) for worth in level] for level in levels]
    found = [tuple(sum(part, Fraction(0)) for part in zip(*(one.worth for one in draft), strict=True)) for draft in rank_drafts(cards)]  # fmt: skip
    expected = [tuple(sum(part, Fraction(0)) for part in zip(*draft, strict=True)) for draft in product(*levels)]
    assert found == sorted(expected, reverse=True)


def test_equal_drafts_share_a_place():
    found = answer(plan="hit-hard", least_categories=3, most=3)["drafts"]
    assert [draft["place"] for draft in found] == [1, 1, 3]


def test_each_draft_can_be_used_and_is_legal():
    for plan in PLANS:
        for draft in answer(plan=plan)["drafts"]:
            build = GAME.read({"game": GAME.slug, **draft["use"]})
            assert GAME.check(build, CONTEXT).legal
            assert list(build.components) == ids(draft)


def test_cards_that_must_be_in_are_in():
    found = answer(plan="survive", keep=["comms-system", "flux-engine"], most=50)
    assert found["count"] == 16 and found["proved"] and len(found["drafts"]) == 16
    assert all({"comms-system", "flux-engine"} <= set(ids(draft)) for draft in found["drafts"])


def test_two_cards_of_one_level_cannot_both_be_in():
    with pytest.raises(InvalidInput, match=r"keep\[1\]: found Light Thrusters, expected one card of level 1: Comms"):
        answer(keep=["comms-system", "light-thrusters"])


def test_only_owned_cards_are_drafted():
    owned = {"recombinator": 1, "light-thrusters": 1, "defensive-flare": 2, "universal-ports": 1, "flux-engine": 0}
    found = answer(replace(CONTEXT, owned=owned | {"heavy-armor-plating": 1}), plan="survive", owned=True)
    assert [ids(draft) for draft in found["drafts"]] == [
        ["light-thrusters", "defensive-flare", "universal-ports", "heavy-armor-plating"],
        ["recombinator", "defensive-flare", "universal-ports", "heavy-armor-plating"],
    ]
    none = answer(replace(CONTEXT, owned=owned), owned=True)
    assert (none["drafts"], none["missing_levels"], none["count"]) == ([], [4], 0)
    with pytest.raises(InvalidInput, match="My collection"):
        answer(owned=True)


def test_a_search_that_stops_early_says_so(monkeypatch):
    monkeypatch.setattr(draft_plan, "MOST_LOOKED_AT", 10)
    found = answer(plan="hit-hard", least_categories=3, most=5)
    assert not found["proved"] and found["looked_at"] == 10 and len(found["drafts"]) < 5
    assert answer(plan="hit-hard", most=5)["proved"]
