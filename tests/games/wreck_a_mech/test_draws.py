"""Luck with cards: what each hand was worth beside what was to be expected, exactly, when it was drawn."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from companion.games.wreck_a_mech import GAME
from companion.games.wreck_a_mech.model import Part
from companion.games.wreck_a_mech.rules.foundry import Gains
from companion.games.wreck_a_mech.rules.play import Player
from companion.play import acts as play
from companion.play.log import public
from companion.play.report import luck, read_draws
from companion.verbs.table_report import report_answer
from tests.games.wreck_a_mech.random_game import RandomGame
from tests.games.wreck_a_mech.test_on_table import at as laid
from tests.games.wreck_a_mech.test_tracker import TRAINERS, at, moved

WHOLE = Player(dict(TRAINERS))
DECK = ("trainer-legs", "moped-hips", "keg-hull", "mic-drop", "rivet-gun")


def worth(card):
    part = GAME.catalogue.get(Part, card)
    return part.attack + part.defense


def drawn(*players, **changed):
    """Return the table after a turn that ends, and what each seat drew by its event."""
    table, brought = at("upgrade", *players, queue=(1,), gains=Gains(1, 0, 0), **changed)
    table = moved(table, brought, 1, "pass")
    stored = [one for event in table.events for one in event.expected.get("draws", ())]
    return table, {one["seat"]: one["figures"][0] for one in stored}


def odds(figure):
    return {value: Fraction(chance) for value, chance in figure["odds"]}


def expected(certain, pool, count):
    """Every hand that could have been drawn, one by one."""
    found = {}
    for hand in combinations(pool, count):
        total = sum(map(worth, (*certain, *hand)))
        found[total] = found.get(total, 0) + 1
    return {total: Fraction(number, comb(len(pool), count)) for total, number in found.items()}


def test_a_hand_stands_beside_all_that_could_have_been_drawn():
    table, found = drawn(replace(WHOLE, draw=DECK), replace(WHOLE, draw=DECK[:2]))
    assert odds(found[0]) == expected((), DECK, 2)
    assert found[0]["value"] == sum(map(worth, table.state.players[0].hand))
    assert odds(found[1]) == {sum(map(worth, DECK[:2])): 1}


def test_the_rest_of_a_pile_is_certain_and_the_shuffled_discards_are_chance():
    _, found = drawn(replace(WHOLE, draw=DECK[:1], discard=DECK[1:]), replace(WHOLE, draw=DECK))
    assert odds(found[0]) == expected(DECK[:1], DECK[1:], 1)


def test_a_card_that_was_laid_on_top_is_certain():
    _, found = drawn(replace(WHOLE, draw=DECK), WHOLE, on_top=(1, 0))
    assert odds(found[0]) == expected(DECK[:1], DECK[1:], 1) and 1 not in found


@pytest.mark.parametrize(("laid_on_top", "left"), [(1, 0), (2, 0), (3, 1)])
def test_whoever_draws_two_takes_the_cards_that_were_laid_on_top(laid_on_top, left):
    table, _ = drawn(replace(WHOLE, draw=DECK), WHOLE, on_top=(laid_on_top, 0))
    assert table.state.on_top == (left, 0)


def test_cards_on_the_real_table_are_not_known():
    players = (replace(WHOLE, draw=("",) * 5), WHOLE)
    table, brought = laid("upgrade", *players, loose=(DECK, ()), queue=(1,), gains=Gains(1, 0, 0))
    table = moved(table, brought, 1, "pass")
    assert table.state.players[0].hand == ("", "") and not any(event.expected for event in table.events)


def test_it_stays_on_the_server_until_the_game_is_over_and_is_in_its_report():
    game = RandomGame(5)
    table = game.play(120)
    found = [event for event in table.events if event.expected.get("draws")]
    assert found and all("expected" not in public(event, seat) for event in found for seat in (0, None))
    assert read_draws(table) and {one.noun for one in luck(read_draws(table))} == {"draw"}
    table = play.concede(table, game.brought, 0) if table.result is None else table
    words = [one["words"] for one in report_answer(GAME, table)["luck"]]
    assert any(line.startswith("Hands drawn, Attack and Defense in hand: ") and " draws; " in line for line in words)
