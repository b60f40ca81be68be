"""Deck odds: against counting every hand."""

from fractions import Fraction
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from companion.games.wreck_a_mech import GAME
from companion.games.wreck_a_mech.analysis.deck_odds import chances, next_hand
from companion.games.wreck_a_mech.model import count_copies
from companion.games.wreck_a_mech.model.typed import read_entry

piles = st.dictionaries(st.sampled_from("abcd"), st.integers(1, 2), max_size=4)


def hands(draw, discard, count):
    """Every hand, each as likely: the draw pile first, the rest from the discard pile."""
    first, second = ([card for card, n in pile.items() for _ in range(n)] for pile in (draw, discard))
    if count < len(first):
        return list(combinations(first, count))
    rest = min(count - len(first), len(second))
    return [(*first, *more) for more in combinations(second, rest)]


@given(piles, piles, st.integers(0, 10))
def test_chances_are_those_of_every_hand_counted(draw, discard, count):
    every = hands(draw, discard, count)
    found = chances(lambda card: card in "ab", draw, discard, count)
    wanted = [sum(card in "ab" for card in hand) for hand in every]
    assert found.chance == Fraction(sum(n > 0 for n in wanted), len(every))
    assert found.mean == Fraction(sum(wanted), len(every))


def pile(*names):
    return count_copies(read_entry(name, GAME.catalogue) for name in names)


def test_the_next_hand_by_card_position_and_corporation():
    """2 of 5: at least one of two Trainer Heads 1 − 3/10, one of the three heads 1 − 1/10."""
    draw = pile("2 Trainer Head", "Mic Drop", "Catwalk Struts", "Encore Crown")
    found = next_hand(draw, pile("Keg Hull"), 2, GAME.catalogue)
    assert (found.drawn, found.certain) == (2, 0)
    assert found.cards["trainer-head"].chance == Fraction(7, 10)
    assert found.positions["head"].chance == Fraction(9, 10) and found.positions["head"].mean == Fraction(6, 5)
    assert found.positions["body"].chance == 0
    assert found.corporations["akio"].mean == Fraction(6, 5)


def test_a_used_up_draw_pile_is_certain_and_both_give_all_they_have():
    found = next_hand(pile("Mic Drop"), pile("Keg Hull", "Hard Hat"), 2, GAME.catalogue)
    assert (found.certain, found.cards["mic-drop"].chance, found.cards["keg-hull"].chance) == (1, 1, Fraction(1, 2))
    everything = next_hand(pile("Mic Drop"), pile("Keg Hull"), 5, GAME.catalogue)
    assert (everything.drawn, everything.cards["keg-hull"].chance) == (2, 1)
    nothing = next_hand(pile("Mic Drop"), {}, 0, GAME.catalogue)
    assert (nothing.drawn, nothing.cards["mic-drop"].chance) == (0, 0)
