"""Line of sight and drafts for a plan, as answered, against lines and dice written from the facts.

Lines, dice and modules by the facts are those of `test_best_shot_proof`. Nothing of the analyses is called but their
answers.
"""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.mecha_mettle import GAME
from companion.verbs.analyses import analysis_answer
from tests.games.mecha_mettle.test_best_shot_proof import (
    BODY,
    FIRES,
    HALF,
    SPACES,
    THIRD,
    TILES,
    TURNED,
    alone,
    armed,
    attacks,
    hits,
    line,
    pairs,
    parts,
    tiles,
)

COPIES = {"drone": 6, "strongbox": 10, "scout": 10, "reactor": 6, "gemini": 10, "hammer": 8}
"""The deck (18); nine Open Ports to a player (28)."""
SHOTS = {name: FIRES[name][0] for name in COPIES if name in FIRES}
TARGETS = {**{name: (BODY[name], count) for name, count in COPIES.items()}, "port": (TILES["port"], 9)}
ADDED = {"extended-magazines": (2, THIRD), "advanced-targeting": (2, HALF)}
SAVES = {"light-thrusters": (2, THIRD), "emergency-shields": (2, HALF), "heavy-armor-plating": (4, HALF)}
REROLLED = {THIRD: Fraction(5, 9), HALF: Fraction(3, 4)}
"""The chance of a success of a die that is thrown again where it missed."""


def changed(pools, number, card):
    """A weapon's pools with a component on one of them (100 to 102, 109 by the default ruling)."""
    made = []
    for n, pool in enumerate(pools):
        if n != number or card is None:
            made.append((pool,))
        elif card in ADDED:
            made.append((pool, ADDED[card]))
        elif card == "manual-override":
            made.append(((pool[0], REROLLED[pool[1]]),))
        else:
            made.append(((6, HALF),))  # Experimental Weaponry: 6 Special Attack dice instead
    return tuple(made)


def average(mine=None, theirs=None):
    """The chance of a hit of an average shot: weapons and bodies as often as in the deck, and Open Ports."""
    total, weight = Fraction(0), 0
    for (weapon, pools), (defence, often) in product(SHOTS.items(), TARGETS.values()):
        dice = (defence, SAVES[theirs]) if theirs else (defence,)
        best = max(hits(changed(pools, number, mine), dice) for number in range(len(pools)))
        total += COPIES[weapon] * often * best
        weight += COPIES[weapon] * often
    return total / weight


def rated():
    """What each card adds to an average shot of its owner and takes from one at it, by facts 36, 39 and 100 to 109."""
    plain = average()
    gains = {card: average(mine=card) - plain for card in (*ADDED, "manual-override", "experimental-weaponry")}
    return gains, {card: plain - average(theirs=card) for card in SAVES}


LISTED = {
    "reconfigure": ("recombinator", "hydrostatic-bearings", "universal-ports", "flux-engine"),
    "control": ("comms-system", "long-range-scanner", "engineering-bay", "artificial-intelligence"),
    "defense": ("light-thrusters", "defensive-flare", "emergency-shields", "heavy-armor-plating"),
    "attack": ("extended-magazines", "manual-override", "advanced-targeting", "experimental-weaponry"),
}
"""The cards of each category by level, from 1 (36)."""


@pytest.mark.long
@pytest.mark.parametrize("least", [1, 2, 4])
@pytest.mark.parametrize("plan", ["hit-hard", "survive", "trade-blows", "keep-moving", "choose-modules"])
def test_no_draft_of_all_256_suits_a_plan_better_than_the_first(plan, least):
    gains, saves = rated()
    category = {card: name for name, listed in LISTED.items() for card in listed}

    def worth(draft):
        gain, saved = sum(gains.get(card, 0) for card in draft), sum(saves.get(card, 0) for card in draft)
        count = [category[card] for card in draft].count
        return {
            "hit-hard": (gain, count("attack"), saved),
            "survive": (saved, count("defense"), gain),
            "trade-blows": (gain + saved, gain),
            "keep-moving": (count("reconfigure"), gain + saved),
            "choose-modules": (count("control"), gain + saved),
        }[plan]

    every = [
        draft for draft in product(*zip(*LISTED.values(), strict=True)) if len({*map(category.get, draft)}) >= least
    ]
    found = analysis_answer(GAME, "draft-plan", {"plan": plan, "least_categories": least, "most": 10})["answer"]
    listed = [[card["id"] for card in draft["components"]] for draft in found["drafts"]]
    assert [worth(draft) for draft in listed] == sorted(map(worth, every), reverse=True)[:10]
    for draft in found["drafts"]:
        # A level is in force as long as the others, so a draft gives a quarter of the sum of its cards.
        assert Fraction(draft["gain"]["exact"]) == sum(gains.get(card["id"], 0) for card in draft["components"]) / 4
        assert Fraction(draft["saved"]["exact"]) == sum(saves.get(card["id"], 0) for card in draft["components"]) / 4


their_areas = st.dictionaries(st.sampled_from(SPACES), st.one_of(pairs, alone, tiles), max_size=9)


def assert_sight(at, mine, their):
    text, laid = mine
    card, _, facing = text.partition(":")
    area, upgrades = {s: t for s, (t, _) in their.items()}, {s: u for s, (_, u) in their.items() if u}
    asked = {"at": at, "facing": facing, "weapon": card, "theirs": area, "their_upgrades": upgrades}
    weapons, _, _ = parts(text, laid)
    if not weapons:
        return
    found = analysis_answer(GAME, "line-of-sight", asked | ({"upgrade": laid} if laid else {}))["answer"]
    assert len(found["weapons"]) == len(weapons)
    for one, weapon in zip(found["weapons"], weapons, strict=True):
        order, comes_from = line(at, weapon[1])
        assert (one["module"], one["facing"]) == (weapon[0], TURNED[weapon[1]])
        assert [shot["space"] for shot in one["shots"]] == order
        names = {"weapon": weapon[0], "bypass": f"{weapon[0]}-bypass", "scrap": f"{weapon[0]}-scrap"}
        ways = {(names[attack["how"]], attack["space"]) for attack in one["attacks"]}
        wanted = attacks(at, weapon, area, upgrades, scrap=True)
        assert ways == {(way, space) for way, space, _, _ in wanted} and len(one["attacks"]) == len(wanted)
        for shot in one["shots"]:
            stands = area.get(shot["space"], "port")
            if stands in ("port", "door", "destroyed"):
                assert shot["defends_with"] == "" and not shot["blocks"]
                continue
            _, shields, _ = parts(stands, upgrades.get(shot["space"]))
            assert shot["defends_with"] == ("shield" if comes_from in shields else "body") and shot["blocks"]
            assert shot["fails"] is (comes_from in shields and shields[comes_from] is None)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(SPACES), st.one_of(armed, pairs, alone), their_areas)
def test_a_line_of_sight_is_that_of_the_facts(at, mine, their):
    assert_sight(at, mine, their)


@pytest.mark.long
@settings(max_examples=800, deadline=None)
@given(st.sampled_from(SPACES), st.one_of(armed, pairs, alone), their_areas)
def test_many_lines_of_sight_are_those_of_the_facts(at, mine, their):
    assert_sight(at, mine, their)
