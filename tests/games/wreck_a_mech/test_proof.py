"""Best build, damage options, deck odds and what a matchup concludes, as answered, against trying everything by the facts.

Numbers in brackets are facts of the rulebook. Nothing of the analyses is called but their answers.
"""

from collections import Counter
from fractions import Fraction
from itertools import chain, combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.wreck_a_mech import GAME
from companion.games.wreck_a_mech.model import POSITIONS
from companion.verbs.analyses import analysis_answer
from companion.verbs.matchups import matchup_answer, read_side
from tests.games.wreck_a_mech.parts import PARTS, mechs, summed

ARMS = ("left_arm", "right_arm")
ENEMY = {"freedom": 2, "akio": 1}
few = settings(max_examples=8, deadline=None)
many = settings(max_examples=150, deadline=None)
cards = st.sampled_from(PARTS)
hands = st.lists(cards, max_size=4)
marks = st.integers(0, 30)


def answer(name, **inputs):
    return analysis_answer(GAME, name, inputs)["answer"]


def ids(mech):
    return {position: card.id for position, card in mech.items()}


def wrecks(taken, mech):
    """Whether damage takes every part whatever is picked: sparing the weakest would not be enough (45 to 47)."""
    held = [card.structure for card in mech.values()]
    return taken > 0 and sum(held) - min(held) < taken


def built(hand, installed):
    """Every mech at the end of a Build Phase: a card of the hand in its place, arms on either side (38 to 40)."""
    pool = [(card, card.position) for card in hand] + [(card, position) for position, card in installed.items()]
    found = {}
    for chosen in product([None, *range(len(pool))], repeat=len(POSITIONS)):
        used = [n for n in chosen if n is not None]
        if not used or len(set(used)) < len(used):
            continue
        placed = {place: pool[n] for place, n in zip(POSITIONS, chosen, strict=True) if n is not None}
        if all(was == place or {was, place} <= set(ARMS) for place, (_, was) in placed.items()):
            mech = {place: card for place, (card, _) in placed.items()}
            found[tuple(sorted(ids(mech).items()))] = mech
    return found.values()


def assert_best_build(hand, installed, goal, attack, defense):
    if not hand and not installed:
        return
    typed = {"hand": [card.id for card in hand], **ids(installed), "parts": "2 Freedom, 1 Akio"}
    found = answer("best-build", **typed, goal=goal, attack=attack, defense=defense)

    def worth(mech):
        mine, guard = summed(mech, ENEMY)
        taken = max(0, attack - guard)
        if goal == "opponent":
            return not wrecks(taken, mech), max(0, mine - defense) - taken
        return mine if goal == "attack" else guard

    worths = [worth(mech) for mech in built(hand, installed)]
    most = max(worths)
    assert found["best"] == (most[1] if goal == "opponent" else most)
    assert found["count"] == worths.count(most)


goals = st.sampled_from(["attack", "defense", "opponent"])


@few
@given(hands, mechs(), goals, marks, marks)
def test_no_mech_that_can_be_built_is_better_than_the_best_build(hand, installed, goal, attack, defense):
    assert_best_build(hand[:2], installed, goal, attack, defense)


@pytest.mark.long
@settings(max_examples=40, deadline=None)
@given(hands, mechs(), goals, marks, marks)
def test_no_mech_of_many_hands_is_better_than_the_best_build(hand, installed, goal, attack, defense):
    assert_best_build(hand, installed, goal, attack, defense)


def minimal(taken, mech):
    """Every choice of parts that takes the damage and stops as soon as it does, in some order (45, 46)."""
    places = list(mech)
    if wrecks(taken, mech):
        return {frozenset(places)}
    sets = map(frozenset, chain.from_iterable(combinations(places, n) for n in range(1, len(places) + 1)))
    enough = {s for s in sets if sum(mech[p].structure for p in s) >= taken}
    return {s for s in enough if not any(other < s for other in enough)}


def assert_damage_options(mech, attack):
    found = answer("damage-options", attack=attack, **ids(mech), parts="2 Freedom, 1 Akio")
    taken = max(0, attack - summed(mech, ENEMY)[1])
    assert found["damage"] == taken and found["wrecked"] is wrecks(taken, mech)
    options = [frozenset(part["position"] for part in option["parts"]) for option in found["options"]]
    assert len(options) == len(set(options)) and set(options) == (minimal(taken, mech) if taken else set())
    for lost, option in zip(options, found["options"], strict=True):
        kept = {position: card for position, card in mech.items() if position not in lost}
        assert (option["attack_left"], option["defense_left"]) == summed(kept, ENEMY)
        ranks = Counter(mech[position].rank for position in lost)
        # A Rank 2 card for each of Rank 1, a Rank 3 card for the others, and a card to junk for each of Rank 3 (49).
        assert option["gains"] == {"rank_2": ranks[1], "rank_3": ranks[2] + ranks[3], "junk": ranks[3]}
        assert option["wasted"] == max(0, sum(mech[p].structure for p in lost) - taken)
    counts = [len(lost) for lost in options]
    assert counts == sorted(counts)
    if counts and not found["wrecked"]:
        best = min((len(lost), sum(mech[p].rank for p in lost)) for lost in options)
        assert (counts[0], sum(mech[p].rank for p in options[0])) == best


@few
@given(mechs(least=1), marks)
def test_damage_options_are_all_minimal_choices_the_fewest_and_lowest_parts_first(mech, attack):
    assert_damage_options(mech, attack)


@pytest.mark.long
@many
@given(mechs(least=1), marks)
def test_damage_options_of_many_mechs_are_all_minimal_choices(mech, attack):
    assert_damage_options(mech, attack)


def assert_deck_odds(draw, discard, count):
    found = answer("deck-odds", draw=[card.id for card in draw], discard=[card.id for card in discard], count=count)
    if count < len(draw):
        dealt = [tuple(draw[n] for n in chosen) for chosen in combinations(range(len(draw)), count)]
    else:
        rest = min(count - len(draw), len(discard))
        dealt = [(*draw, *(discard[n] for n in more)) for more in combinations(range(len(discard)), rest)]

    def figures(wanted):
        counts = [sum(map(wanted, hand)) for hand in dealt]
        return Fraction(sum(n > 0 for n in counts), len(dealt)), Fraction(sum(counts), len(dealt))

    def told(row):
        return Fraction(row["at_least_one"]["exact"]), Fraction(row["mean"]["exact"])

    for row in found["cards"]:
        assert told(row) == figures(lambda card, row=row: card.id == row["id"])
    for row in found["positions"]:
        assert told(row) == figures(lambda card, row=row: card.position == row["position"])
    for row in found["corporations"]:
        assert told(row) == figures(lambda card, row=row: card.corporation == row["id"])
    chances = [told(row)[0] for row in found["cards"]]
    assert chances == sorted(chances, reverse=True)


piles = st.lists(cards, max_size=6)


@few
@given(piles, piles, st.integers(0, 8))
def test_deck_odds_are_those_of_every_hand_that_can_be_dealt(draw, discard, count):
    assert_deck_odds(draw, discard, count)


@pytest.mark.long
@many
@given(piles, piles, st.integers(0, 8))
def test_deck_odds_of_many_piles_are_those_of_every_hand_that_can_be_dealt(draw, discard, count):
    assert_deck_odds(draw, discard, count)


def parts_of(mech):
    return Counter(card.corporation for card in mech.values())


def assert_conclusions(one, other):
    """Each way to take a blow: all minimal ones (or the five cheapest), and the next combat without the lost parts."""
    sides = [
        read_side(GAME, {"game": "wreck-a-mech", "title": title, "mech": ids(mech)}, "side")
        for title, mech in (("One", one), ("Other", other))
    ]
    found = {c["title"]: c["rows"] for c in matchup_answer(GAME, *sides)["conclusions"]}
    for title, mech, enemy in (("One", one, other), ("Other", other, one)):
        taken = max(0, summed(enemy, parts_of(mech))[0] - summed(mech, parts_of(enemy))[1])
        choices = minimal(taken, mech) if taken else set()
        rows = found.get(f"How {title} can take it")
        assert (rows is None) is (len(choices) < 2)
        if rows is None or len({card.name for card in mech.values()}) < len(mech):
            continue
        assert len(rows) == min(5, len(choices))
        lost = [
            {p for p, card in mech.items() if card.name in row[0].replace(" and ", ", ").split(", ")} for row in rows
        ]
        assert all(frozenset(places) in choices for places in lost)
        for places, row in zip(lost, rows, strict=True):
            kept = {position: card for position, card in mech.items() if position not in places}
            attack, defense = summed(kept, parts_of(enemy))
            assert row[1] == f"Attack {attack}, Defense {defense}"


@few
@given(mechs(least=3), mechs(least=3))
def test_what_a_matchup_concludes_are_minimal_losses_and_what_is_left_after_them(one, other):
    assert_conclusions(one, other)


@pytest.mark.long
@many
@given(mechs(least=3), mechs(least=3))
def test_what_many_matchups_conclude_are_minimal_losses_and_what_is_left_after_them(one, other):
    assert_conclusions(one, other)
