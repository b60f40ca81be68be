"""Laws of Mechalyte's table over random games: its log, undo and redo, secrets, odds, what may stand where."""

from collections import Counter
from functools import cache

import pytest

from companion.data.documents import read_as
from companion.games.mechalyte import GAME
from companion.games.mechalyte.tracker.rolls import fight
from companion.play.log import TableEvent
from tests.games import table_laws as laws
from tests.games.mechalyte.random_game import RandomGame

FEW, MANY = 6, 59
ACTS = 150
ASKED = (("move", {"mech": "A1"}), ("dance", {"mech": "A1"}))
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
        laws.moves_are_those_of_the_view(after)
        throws_what_it_owes(after)
        self.shots += only_the_target_is_hit(before, after)
        if after.events[-1].kind == "undo":
            laws.redo_leads_back(before, after)
        if sum(self.acts.values()) % 10 == 0 or len(after.events) < 10:
            self.resampled += laws.secrets_are_secret(GAME, after, ASKED)
            laws.reads_back(after)
            laws.takes_what_it_offers(after)
            odds_are_of_its_dice(after)


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


def odds_are_of_its_dice(table):
    """The odds of each offered move are of the dice that the table then asks for."""
    for seat in (0, 1):
        view = table.view(seat)
        for move in table.tracker.moves(view, seat):
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
        # The table names sides and mechs, where the resolver knows specs and levels alone.
        by = 1 - seat if name == "opportunity-shot" else asked.by  # a shot's own side is its first one
        assert (owed[0].throw.by, owed[0].throw.dice) == (by, asked.dice)


@cache
def watched(number):
    """Play a game under the laws and return what watched it, the game, and its table at the end."""
    watch = Watch()
    game = RandomGame(number, watch)
    return watch, game, game.play(ACTS)


@pytest.mark.parametrize("number", GAMES)
def test_a_random_game_holds_to_the_laws(number):
    watch, game, table = watched(number)
    assert table.result or sum(watch.acts.values()) > ACTS // 2
    assert watch.resampled
    laws.folds(table)
    laws.can_be_checked(table, game.brought)


@pytest.mark.long
def test_random_games_do_everything_that_a_seat_can_do():
    acts, done, ends = Counter(), Counter(), set()
    for number in range(10):
        table = RandomGame(number, lambda before, after, name: acts.update([name] * (after is not before)))
        table = table.play(2 * ACTS)
        ends.add(table.result.why if table.result else "")
        done.update(event.values["name"] for event in table.events if event.kind == "move")
        done.update(event.values["how"] for event in table.events if event.kind == "faces")
    wanted = "answer seal_choice undo redo correct choose_dice propose agree refuse finish"
    assert set(wanted.split()) <= set(acts)
    assert {"begin", "build", "move", "combat", "phase", "thrown", "typed", "chosen"} <= set(done)
    assert len(ends) > 2


def test_the_laws_see_shots_in_combats():
    assert sum(watched(number)[0].shots for number in range(FEW)) > 5
