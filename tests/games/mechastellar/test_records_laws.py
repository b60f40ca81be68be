"""Laws of MechaStellar's table over random games: its log, undo and redo, bounds, who is in melee with whom."""

from collections import Counter
from functools import cache

import pytest

from companion.games.mechastellar import GAME
from tests.games import table_laws as laws
from tests.games.mechastellar.random_game import RandomGame

FEW, MANY = 6, 34
ACTS = 130
ASKED = (("focus", {"unit": "1.1"}), ("dance", {"unit": "1.1"}))
GAMES = [pytest.param(n, marks=pytest.mark.long if n >= FEW else ()) for n in range(FEW + MANY)]


class Watch:
    """Holds every act to the laws, and the costly ones to every tenth state."""

    def __init__(self):
        self.acts = Counter()

    def __call__(self, before, after, name):
        if after is before:
            return
        self.acts[name] += 1
        holds_its_bounds(after)
        if after.events[-1].kind == "undo":
            laws.redo_leads_back(before, after)
        if sum(self.acts.values()) % 10 == 0:
            assert not laws.secrets_are_secret(GAME, after, ASKED)
            laws.reads_back(after)
            laws.takes_what_it_offers(after)


def holds_its_bounds(table):
    """Numbers stay within their tracks; who is destroyed has no HP or was taken out by hand, and fights nobody."""
    records = table.tracker.records(table.state)
    for unit, sheet in records.sheets.items():
        for track in sheet.tracks:
            assert track.least <= records.value(unit, track.name) <= track.most
        if not records.unit(unit).out:
            assert records.value(unit, "hp") > 0 or records.has(unit, "last-shot")
            assert not records.unit(records.link(unit, "engaged") or unit).out
    for seat in (0, 1):
        assert 0 <= records.pool(seat, "momentum") <= 10
    assert bool(table.waiting()) == (table.result is None and table.tracker.result(table.state) is None)


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
    laws.folds(table)
    laws.can_be_checked(table, game.brought)


@pytest.mark.long
def test_random_games_do_everything_that_a_seat_can_do():
    done = Counter()
    for number in range(40):
        table = RandomGame(number).play(2 * ACTS)
        done.update(event.values["name"] for event in table.events if event.kind == "move")
    wanted = "build begin activate done skip pass next-round attack mark focus throttle climb drop skill power havoc"
    assert set(f"{wanted} challenge command order event launch board collide".split()) <= set(done)
