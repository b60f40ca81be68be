"""Best builds: all that tie and no other, against a search that tries every card in every place."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.wreck_a_mech import GAME
from companion.games.wreck_a_mech.analysis.best_build import best, possible_builds
from companion.games.wreck_a_mech.model import ARMS, POSITIONS, Opponent, Part
from tests.games.wreck_a_mech.parts import RULINGS, made_up, mechs, parts, summed


def searched(hand, installed):
    """Every mech, by trying each card of both in each place."""
    pool = [(card, None) for card in hand] + [(card, position) for position, card in installed.items()]
    found = {}
    for chosen in product([None, *range(len(pool))], repeat=len(POSITIONS)):
        used = [i for i in chosen if i is not None]
        if not used or len(set(used)) < len(used):
            continue
        mech = {}
        for position, index in zip(POSITIONS, chosen, strict=True):
            if index is None:
                continue
            card, was = pool[index]
            fits = card.position == position or (card.position in ARMS and position in ARMS)
            stays = was is None or was == position or (was in ARMS and position in ARMS)
            if not (fits and stays):
                break
            mech[position] = card
        else:
            found[tuple((p, c.id) for p, c in mech.items())] = mech
    return found


def key(parts_):
    return tuple((position, card.id) for position, card in parts_)


def hands(most):
    return st.lists(parts | made_up(), max_size=most, unique_by=lambda c: c.id)


@settings(max_examples=20, deadline=None)
@given(hands(2), mechs(), st.integers(0, 30), st.integers(0, 30))
def test_the_best_are_those_that_a_search_finds(hand, installed, attack, defense):
    are_those_of_a_search(hand, installed, attack, defense)


@pytest.mark.long
@settings(max_examples=25, deadline=None)
@given(hands(5), mechs(), st.integers(0, 40), st.integers(0, 40))
def test_the_best_of_a_full_hand_are_those_that_a_search_finds(hand, installed, attack, defense):
    are_those_of_a_search(hand, installed, attack, defense)


def are_those_of_a_search(hand, installed, attack, defense):
    if not hand and not installed:
        return
    enemy = {"freedom": 2, "akio": 1}
    every = searched(hand, installed)
    values = {name: summed(mech, enemy) for name, mech in every.items()}

    def result(name):
        mine_attack, mine_defense = values[name]
        taken = max(0, attack - mine_defense)
        structures = [card.structure for card in every[name].values()]
        # Wrecked where sparing the weakest part would not be enough.
        wrecked = taken > 0 and sum(structures) - min(structures) < taken
        return (not wrecked, max(0, mine_attack - defense) - taken)

    opponent = Opponent(attack=attack, defense=defense, parts=enemy)
    wanted = {
        "attack": lambda name: values[name][0],
        "defense": lambda name: values[name][1],
        "opponent": result,
    }
    for goal, worth in wanted.items():
        top = max(map(worth, every))
        made = best(goal, hand, installed, RULINGS, GAME.catalogue, opponent)
        names = [key(build.parts) for build in made]
        assert len(names) == len(set(names))
        assert set(names) == {name for name in every if worth(name) == top}, goal


def card(name):
    return GAME.catalogue.get(Part, name)


def test_a_better_arm_of_the_wrong_side_may_be_worth_its_penalty():
    """Laser Show 8 − 3 beats a Trainer's 3."""
    made = best(
        "attack",
        [card("laser-show"), card("mic-drop")],
        {"left_arm": card("trainer-left-arm")},
        RULINGS,
        GAME.catalogue,
    )
    assert key(made[0].parts) == (("left_arm", "mic-drop"), ("right_arm", "laser-show")) or made[0].attack == 11
    assert made[0].attack == max(8 + 3, 8 + 5 - 2, 5 + 8 - 3)


def test_a_counter_card_marks_no_more_than_99():
    """Four parts of 30 Attack and Defense deal and take no more than four others that also mark 99 (76)."""
    strong = [card(f"trainer-{p.replace('_', '-')}").model_copy(update={"id": p, "attack": 30, "defense": 30}) for p in POSITIONS]  # fmt: skip
    made = best("opponent", strong, {}, RULINGS, GAME.catalogue, Opponent(attack=99, defense=10))
    assert {(build.dealt, build.taken) for build in made} == {(89, 0)}
    assert len(made) > 1 and {len(build.parts) for build in made} == {4, 5}


def test_alike_cards_make_one_build():
    twice = [card("trainer-head"), card("trainer-head")]
    assert len(list(possible_builds(twice, {}))) == 1


def test_a_full_hand_is_quick_and_never_leaves_nothing():
    hand = [card(i) for i in ("laser-show", "mic-drop", "pyro-fist", "headliner-core", "encore-crown")]
    installed = {p: card(f"trainer-{p.replace('_', '-')}") for p in POSITIONS}
    made = list(possible_builds(hand, installed))
    # Heads and bodies 3 each (none, hand, installed), legs 2, arms none or 5 cards in order: 1 + 2·5 + 5·4.
    assert len(made) == 3 * 3 * 2 * 31 - 1
