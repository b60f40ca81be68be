"""Positions of a stored log against a plain fold: stored states or none, log in pieces, looked at in any order."""

import json
import random

import pytest

from companion.play.log import OF_GAME, TableEvent
from companion.play.table import begin, extend
from companion.verbs.log_words import position_at
from tests.games.mechalyte.random_game import RandomGame as Mechalyte
from tests.games.wreck_a_mech.random_game import RandomGame as WreckAMech
from tests.pairs import few_first


def plain_fold(table):
    """Return the states by event, what stands, and what may be redone, each worked out at once under its rulings."""
    make, rulings = table.make, dict(table.setup.rulings)
    tracker = make(rulings)
    stack, undone, after = [(0, tracker.start())], [], [(0, tracker.start())]
    for event in table.events:
        if event.kind in OF_GAME:
            stack, undone = [*stack, (event.number, tracker.apply(stack[-1][1], event))], []
        elif event.kind == "undo":
            place = [number for number, _ in stack].index(event.values["to"])
            undone = [] if event.seen else [*undone, stack]
            stack = stack[: place + 1]
            hidden = tracker.hide(stack[-1][1], event.seen) if event.seen else stack[-1][1]
            if hidden is not stack[-1][1]:
                stack = [*stack, (event.number, hidden)]
        elif event.kind == "redo":
            stack, undone = undone[-1], undone[:-1]
        elif event.kind == "note" and "rulings" in event.values:
            rulings |= event.values["rulings"]
            tracker = make(rulings)
        after.append(stack[-1])
    return stack, undone, after


def read_again(table, chance, after):
    """Return a table from its log in pieces, with some of its states beside it."""
    events = [TableEvent.model_validate(json.loads(json.dumps(one.model_dump(mode="json")))) for one in table.events]
    stored = {
        number: json.loads(json.dumps(state.model_dump(mode="json")))
        for number, state in after
        if chance.random() < 0.1
    }
    again, at = begin(table.setup, table.make), 0
    while at < len(events):
        piece = chance.choice((1, 2, 7, 50))
        again, at = extend(again, events[at : at + piece], stored), at + piece
        if chance.random() < 0.1:
            assert again.state == after[len(again.events)][1]
    return again


@pytest.mark.parametrize("number", few_first(4, range(18)))
@pytest.mark.parametrize("game", [Mechalyte, WreckAMech])
def test_a_stored_log_leads_to_the_states_of_a_plain_fold(game, number):
    table, chance = game(number).play(90), random.Random(number)
    stack, undone, after = plain_fold(table)
    again = read_again(table, chance, after)
    standing = list(again.positions())[::-1]
    for place in chance.sample(range(len(stack)), len(stack)):
        assert (standing[place].event, standing[place].state) == stack[place]
    assert [(one.event, one.state) for one in again.undone] == [one[-1] for one in undone]
    assert again.state == table.state
    for place in chance.sample(range(len(after)), min(12, len(after))):
        found = position_at(again, place)
        assert (found.event, found.state) == after[place]
