"""Laws of Mechalyte's table over random games: its log, undo and redo, secrets, odds, what may stand where."""

import json
import random
from collections import Counter
from dataclasses import replace

import pytest

from companion.documents import read_as
from companion.findings import InvalidInput
from companion.games.mechalyte import GAME
from companion.games.mechalyte.tracker.rolls import fight
from companion.play import acts as play
from companion.play.log import OF_GAME, TableEvent, canonical, state_hash
from companion.play.table import begin, extend, fold
from companion.play.verify import Exported, verify
from companion.verbs.tables import export
from tests.games.mechalyte.random_game import RandomGame

FEW, MANY = 25, 60
ACTS = 150
GAMES = [pytest.param(n, marks=pytest.mark.long if n >= FEW else ()) for n in range(FEW + MANY)]


class Watch:
    """Holds every act to the laws, and the costly ones to every tenth state and the first ten."""

    def __init__(self):
        self.acts = Counter()
        self.resampled = 0
        self.shots = 0

    def __call__(self, before, after, name):
        if after is before:
            return
        self.acts[name] += 1
        holds_room(after)
        throws_what_it_owes(after)
        self.shots += only_the_target_is_hit(before, after)
        if after.events[-1].kind == "undo":
            undo_and_redo(before, after)
        if sum(self.acts.values()) % 10 == 0 or len(after.events) < 10:
            self.resampled += secrets_are_secret(after)
            reads_back(after)
            offers_what_it_takes(after)


def holds_room(table):
    """No zone has more than three of a side, no side points or levels that there are not."""
    state = table.state
    held = Counter((mech.zone, mech.side) for mech in state.mechs)
    assert max(held.values(), default=0) <= 3
    assert all(0 <= points <= 60 for points in state.points)
    assert all(1 <= mech.level <= 6 for mech in state.mechs)
    assert len({mech.id for mech in state.mechs}) == len(state.mechs)
    assert (state.phase == "over") == (state.result is not None)
    assert bool(table.waiting()) == (state.phase != "over" and table.result is None)


def throws_what_it_owes(table):
    """The table waits for nobody to type dice that it throws itself."""
    for owed in table.waiting():
        if owed.wants == "faces":
            assert owed.seat is not None and owed.throw.count and table.seats[owed.seat].dice == "typed"
        assert owed.wants != "open"


def only_the_target_is_hit(before, after):
    """In a combat each mech keeps its name: one shot changes the mech that it was aimed at and no other."""
    rolls = [table.state.roll for table in (before, after)]
    if after.events[-1].kind != "faces" or len(after.events) - len(before.events) > 1 or not all(rolls):
        return False
    if {roll.kind for roll in rolls} != {"combat"}:
        return False
    then, now = (fight(table.state, table.tracker.terms) for table in (before, after))
    target = then.aimed[0][0] if then.aimed else ""
    left = {one.id: (one.level, one.layers) for side in now.sides for one in side}
    for one in (one for side in then.sides for one in side if one.level):
        if one.id != target:
            assert left[one.id] == (one.level, one.layers)
        else:
            assert left.get(one.id, (0, 0)) <= (one.level, one.layers)
    return bool(target)


def undo_and_redo(before, after):
    """Where nothing was shown between, redo leads back to the state before the undo."""
    undone = after.events[-1]
    if undone.seen:
        assert not after.undone
        return
    again = play.redo(after, play.Brought(bytes(32)), after.root(after.undone[-1].event).seat)
    assert again.state == before.state and again.position is before.position
    assert again.undone == after.undone[:-1]


def as_seen(table, seat):
    """Everything that a seat is shown, as bytes."""
    tracker = table.tracker
    view = table.view(seat)
    shown = [view]
    for number in (0, 1) if seat is None else (seat,):
        moves = tracker.moves(view, number)
        shown.append([move.model_dump(mode="json") for move in moves])
        shown.append([GAME.tracker.odds(view, number, move) for move in moves])
        shown.append([one.model_dump(mode="json") for one in tracker.correctable(view, number)])
        shown.append([refusal(tracker.read_move, view, number, name, {"mech": "A1"}) for name in ("move", "dance")])
        shown.append(refusal(tracker.read_secret, view, number, {"spec": "XX"}))
    shown.append([(owed.seat, owed.wants, owed.why) for owed in table.waiting()])
    shown.append(export(table, seat)["event"])
    return canonical(shown)


def refusal(act, *given):
    with pytest.raises(InvalidInput) as caught:
        act(*given)
    return str(caught.value)


def secrets_are_secret(table):
    """A seat is shown the same in every world that it cannot tell apart; return in how many there is another one."""
    pick = random.Random(len(table.events)).randrange
    different = 0
    for seat in (0, 1, None):
        other = table.tracker.resample(table.state, seat, pick)
        if other == table.state:
            continue
        twin = replace(table, position=replace(table.position, state=other))
        assert as_seen(table, seat) == as_seen(twin, seat)
        different += 1
    return different


def reads_back(table):
    stored = json.loads(json.dumps(table.state.model_dump(mode="json")))
    assert table.tracker.read(stored) == table.state


def offers_what_it_takes(table):
    """Each offered move is taken as it is, and its odds are of the dice that the table then asks for."""
    for seat in (0, 1):
        view = table.view(seat)
        usual = [(move.name, move.values) for move in table.tracker.moves(view, seat)]
        for move in table.tracker.relaxed(view, seat):
            assert move.warning and (move.name, move.values) not in usual
            refusal(table.tracker.read_move, view, seat, move.name, move.values)
        for move in table.tracker.moves(view, seat):
            assert table.tracker.read_move(view, seat, move.name, move.values) == move
            assert not move.warning
            if odds := GAME.tracker.odds(view, seat, move):
                asks_for_the_same(table, seat, move, odds)


def asks_for_the_same(table, seat, move, odds):
    name, inputs = odds
    kind = GAME.resolver(name)
    resolver = kind.make(read_as(kind.inputs, inputs), GAME.context(table.rulings))
    event = TableEvent(number=1, kind="move", seat=seat, values={"name": move.name, **move.values})
    moved = table.tracker.apply(table.state, event)
    owed = table.tracker.waiting(moved)
    asked = resolver.ask(resolver.start())
    if moved.roll and asked:
        assert (owed[0].throw.why, owed[0].throw.dice) == (asked.why, asked.dice)


def folds(table):
    """The stored log leads to the same table, event by event with the hash of its state."""
    stored = [
        TableEvent.model_validate(json.loads(json.dumps(event.model_dump(mode="json")))) for event in table.events
    ]
    again = begin(table.setup, table.make)
    for event in stored:
        again = extend(again, (event,))
        if event.kind in OF_GAME:
            assert state_hash(again.state) == event.state
    assert again.state == table.state and again.result == table.result
    assert (again.seats, again.rulings, again.proposal) == (table.seats, table.rulings, table.proposal)
    assert fold(table.setup, table.make, stored).state == table.state


@pytest.mark.parametrize("number", GAMES)
def test_a_random_game_holds_to_the_laws(number):
    watch = Watch()
    game = RandomGame(number, watch)
    table = game.play(ACTS)
    assert table.result or sum(watch.acts.values()) > ACTS // 2
    assert watch.resampled
    folds(table)
    if table.result is None:
        table = play.concede(table, game.brought, 0)
    report = verify(Exported.model_validate(json.loads(json.dumps(export(table, None)))))
    assert report.seed_open and not report.wrong


def test_random_games_do_everything_that_a_seat_can_do():
    acts, done, ends = Counter(), Counter(), set()
    for number in range(10):
        table = RandomGame(number, lambda before, after, name: acts.update([name] * (after is not before))).play(ACTS)
        ends.add(table.result.why if table.result else "")
        done.update(event.values["name"] for event in table.events if event.kind == "move")
        done.update(event.values["how"] for event in table.events if event.kind == "faces")
    wanted = "answer seal_choice undo redo correct choose_dice propose agree refuse finish"
    assert set(wanted.split()) <= set(acts)
    assert {"begin", "build", "move", "combat", "phase", "thrown", "typed", "chosen"} <= set(done)
    assert len(ends) > 2


def test_the_laws_see_shots_in_combats():
    watch = Watch()
    for number in range(6):
        RandomGame(number, watch).play(ACTS)
    assert watch.shots > 5
