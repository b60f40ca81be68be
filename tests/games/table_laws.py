"""Laws that every game's table obeys: its log leads to it again, secrets stay with who may know them, redo undoes undo."""

import json
import random
from dataclasses import replace

import pytest

from companion.base.findings import InvalidInput
from companion.play import acts as play
from companion.play.consent import is_decided
from companion.play.log import OF_GAME, TableEvent, canonical, state_hash
from companion.play.new_events import Brought
from companion.play.table import begin, extend, fold
from companion.play.verify import Exported, verify
from companion.verbs.tables import export
from tests.consent import agreed_by_all

MOST_READ = 12
"""Moves of a seat that are read again at each look."""


def refusal(act, *given):
    with pytest.raises(InvalidInput) as caught:
        act(*given)
    return str(caught.value)


def as_seen(game, table, seat, asked):
    """Everything that a seat is shown, as bytes; `asked` are names and values of moves that nobody can make."""
    tracker, view = table.tracker, table.view(seat)
    shown = [view]
    for number in range(len(table.seats)) if seat is None else (seat,):
        if seat is not None:
            moves = tracker.moves(view, number)
            shown.append([move.model_dump(mode="json") for move in moves])
            shown.append([game.tracker.odds and game.tracker.odds(view, number, move) for move in moves])
            shown.append([move.model_dump(mode="json") for move in tracker.relaxed_moves(view, number)])
        shown.append([one.model_dump(mode="json") for one in tracker.correctable(view, number)])
        shown.append([refusal(tracker.read_move, view, number, name, values) for name, values in asked])
        shown.append(refusal(tracker.read_secret, view, number, {"nothing": "of this"}))
    if game.tracker.questions:
        shown.append([vars(one) for one in game.tracker.questions(view, 0 if seat is None else seat)])
    shown.append([(owed.seat, owed.wants, owed.why, repr(owed.throw)) for owed in table.waiting()])
    shown.append(export(table, seat)["event"])
    return canonical(shown)


def secrets_are_secret(game, table, asked):
    """A seat is shown the same in every world that it cannot tell apart; return in how many there is another one."""
    pick = random.Random(len(table.events)).randrange
    different = 0
    for seat in (*range(len(table.seats)), None):
        other = table.tracker.resample(table.state, seat, pick)
        if other == table.state:
            continue
        twin = replace(table, position=replace(table.position, state=other))
        seed = len(table.events)
        again = [table.tracker.resample(one, seat, random.Random(seed).randrange) for one in (table.state, other)]
        assert again[0] == again[1], f"what is drawn anew for {seat} tells what was hidden"
        assert as_seen(game, table, seat, asked) == as_seen(game, twin, seat, asked)
        different += 1
    return different


def describe_owed(pending):
    """Return all of what is owed but its words."""
    throw = pending.throw
    dice = throw and (type(throw), throw.by, throw.count, throw.steps, [one.faces for one in throw.classes])
    return pending.seat, pending.wants, pending.count, dice, getattr(throw, "answers", ())


def moves_are_those_of_the_view(table):
    """What a seat may do in a state is what it may do by its view; what is owed is so in plainer words as well."""
    asked = (table.tracker.waiting(table.state), table.tracker.waiting_in(table.state))
    owed, owed_in = ([describe_owed(one) for one in waiting] for waiting in asked)
    assert owed == owed_in
    for seat in range(len(table.seats)):
        by_view = table.tracker.moves(table.view(seat), seat)
        by_state = table.tracker.moves_in(table.state, seat)
        assert [(one.name, one.values) for one in by_state] == [(one.name, one.values) for one in by_view]


def reads_back(table):
    stored = json.loads(json.dumps(table.state.model_dump(mode="json")))
    assert table.tracker.read_state(stored) == table.state


def redo_leads_back(before, after):
    """Where nothing was seen between, redo leads back to the state before the undo; past what was seen there is none.

    In a game that is decided each seat may ask for one thing only, and may have asked already.
    """
    undo = next(event for event in reversed(after.events) if event.kind == "undo")
    if undo.seen:
        assert not after.undone
        return
    if is_decided(after):
        return
    brought = Brought(bytes(32))
    again = agreed_by_all(play.redo(after, brought, after.root(after.undone[-1].event).seat), brought)
    assert again.state == before.state and again.position is before.position
    assert again.undone == after.undone[:-1]


def takes_what_it_offers(table):
    """Offered moves are taken as they are; none beside the rules is among them, and each says what it brushes."""
    for seat in (seat for seat in range(len(table.seats)) if seat not in table.out):
        view = table.view(seat)
        moves = table.tracker.moves(view, seat)
        for move in moves[:: len(moves) // MOST_READ + 1]:
            read = table.tracker.read_move(view, seat, move.name, move.values)
            assert (read.name, read.values, read.warning) == (move.name, move.values, "")
        usual = [(move.name, move.values) for move in moves]
        for move in play.relaxed_moves(table, seat):
            assert move.warning and (move.name, move.values) not in usual
            refusal(table.tracker.read_move, view, seat, move.name, move.values)


def folds(table):
    """The stored log leads to the same table, event by event with the hash of its state."""
    stored = [
        TableEvent.model_validate(json.loads(json.dumps(event.model_dump(mode="json"), sort_keys=True)))
        for event in table.events
    ]
    again = begin(table.setup, table.make)
    for event in stored:
        again = extend(again, (event,))
        if event.kind in OF_GAME:
            assert state_hash(again.state) == event.state
    assert again.state == table.state and again.result == table.result
    assert (again.seats, again.rulings, again.proposal) == (table.seats, table.rulings, table.proposal)
    assert fold(table.setup, table.make, stored).state == table.state


def can_be_checked(table, brought):
    """Every die and shuffle of the finished table can be recomputed from its file; return what `verify` says of it."""
    if table.result is None:
        table = play.concede(table, brought, 0)
    report = verify(Exported.model_validate(json.loads(json.dumps(export(table, None)))))
    assert report.seed_open and not report.wrong
    return report
