"""A law over all games at a table: no person alone changes the result, the turn or what is another's, or sees a secret.

Moves, dice and answers of one's own are set apart, and so are giving up and leaving.
"""

import random
from dataclasses import replace
from importlib import import_module

import pytest

from companion.base.findings import InvalidInput
from companion.games import GAMES
from companion.play import acts as play
from companion.play.new_events import Brought
from companion.verbs.tables import open_table, set_up
from tests.games.hand_game import is_by_hand
from tests.pairs import few_first

BEGUN = "2026-11-26T20:00:00Z"
SOON = "2026-11-26T20:04:59Z"
"""Before any time is up that the others have to come back or to answer."""
PREFIXES = (3, 9, 25, 60, 140)
ACTS = 60
GAMES_OF_ALL = [game for game in GAMES if game.tracker]


def at_a_table(game, number):
    """Return a table somewhere in a game, on several phones, with what acts bring; by hand, with builds and counters."""
    if is_by_hand(game):
        return counted_by_hand(game, number)
    games = import_module(f"tests.games.{game.package}.random_game")
    played = games.RandomGame(number)
    played.table = replace(played.table, setup=played.table.setup.model_copy(update={"one_phone": False}))
    return played.play(random.Random(number).choice(PREFIXES)), played.brought.seed


def counted_by_hand(game, number):
    seed = random.Random(number).randbytes(32)
    table = open_table(game, set_up(game, seed, {"seats": 2 + number % 3}))
    brought = Brought(seed, BEGUN)
    for seat in range(table.setup.seats):
        table = play.sit(table, brought, seat, f"Player {seat + 1}", f"{seat:02x}")
        table = play.move(table, brought, seat, "counter", {"what": "HP", "value": 5 + seat})
    table = play.move(table, brought, 1, "counter", {"what": "Round", "value": 2, "shared": True})
    if number % 2:
        table = play.move(table, brought, 0, "result", {"winners": [0]})
    return table, seed


def standing(table, seat):
    """What a person in a seat may not change alone: whose turn it is, and all values that are not this seat's.

    Nothing of it is there in the middle of a roll or a move.
    """
    tracker, state = table.tracker, table.state
    fields = {one.field: one.value for one in tracker.correctable(tracker.view(state, None), 0) if one.owner != seat}
    turn = {one.seat for one in tracker.waiting(state) if one.wants == "move"}
    return (turn, fields) if turn and fields else None


def scheme(table, chance, seat, person):
    """Try something at a table as one person in a seat, who is its host too: anything but moves, dice and answers."""
    brought = Brought(bytes(32), SOON)
    others = [number for number in range(len(table.seats)) if number != seat]
    taken = [number for number in others if table.seats[number].name and table.seats[number].person == person]
    by = chance.choice([seat, seat, *taken])
    tries = [
        lambda: play.undo(table, brought, by),
        lambda: play.undo(table, brought, by, chance.choice([0, *(one.event for one in table.positions())])),
        lambda: play.redo(table, brought, by),
        lambda: play.finish(table, brought, by),
        lambda: play.agree(table, brought, by),
        lambda: play.refuse(table, brought, by),
        lambda: play.propose(table, brought, by, "draw", {}),
        lambda: play.propose(table, brought, by, "pause", {}),
        lambda: play.propose(table, brought, by, "admit", {"seat": by}),
        lambda: play.propose(table, brought, by, "without", {"seat": chance.choice(others)}),
        lambda: play.resume(table, brought, by),
        lambda: play.call_host(table, brought, by),
        lambda: play.note(table, brought, by, "mine"),
        lambda: play.free_seat(table, brought, "opener", chance.choice(others)),
        lambda: play.sit(table, brought, chance.choice(others), "Again", "ee", "phone", person),
        lambda: correct_something(table, brought, chance, by),
        lambda: play.move(table, brought, by, "result", {"winners": [seat]}),
        lambda: play.leave(table, brought, chance.choice(taken)) if taken else table,
    ]
    try:
        return chance.choice(tries)()
    except InvalidInput:
        return table


def correct_something(table, brought, chance, seat):
    offered = table.tracker.correctable(table.view(seat), seat)
    if not offered:
        return table
    one = chance.choice(offered)
    value = chance.choice(one.choices) if one.choices else chance.randint(one.least, one.most)
    return play.correct(table, brought, seat, one.field, value)


@pytest.mark.parametrize("number", few_first(5, range(80)))
@pytest.mark.parametrize("game", GAMES_OF_ALL, ids=lambda game: game.slug)
def test_nobody_decides_or_sees_alone(game, number):
    table, _ = at_a_table(game, number)
    if table.result or table.finished:  # the others have agreed to its end already
        return
    chance = random.Random(number)
    if table.proposal:
        table = play.refuse(table, Brought(bytes(32), BEGUN), table.proposal.seat)
    heard = [seat for seat, one in enumerate(table.seats) if one.is_heard and seat not in table.out]
    seat = chance.choice(heard)
    person, before, result = table.seats[seat].person, standing(table, seat), table.tracker.result(table.state)
    for _ in range(ACTS):
        table = scheme(table, chance, seat, person)
        now = standing(table, seat)
        assert (table.result, table.tracker.result(table.state)) == (None, result)
        assert before is None or now in (None, before)
        before = before or now
        for other, one in enumerate(table.seats):
            if other != seat and one.person == person and one.name:
                assert table.view(other) == table.tracker.view(table.state, None)
