"""Laws of Techniconica's table over random games: its log, undo and redo, and a referee for every attack."""

from collections import Counter
from functools import cache

import pytest

from companion.games.techniconica import GAME
from companion.play.log import state_hash
from companion.play.table import begin, extend
from tests.games import table_laws as laws
from tests.games.techniconica.random_game import RandomGame
from tests.games.techniconica.referee import Mech, Verdict

FEW, MANY = 4, 60
ACTS = 150
ROLLS = 5_000
"""Attacks that the referee judges in the long run."""
ASKED = (("activate", {"unit": "9.9"}), ("aim", {}), ("attack", {"unit": "9.9", "target": "1.1", "attack": ">"}))
GAMES = [pytest.param(n, marks=pytest.mark.long if n >= FEW else ()) for n in range(FEW + MANY)]
BEFORE_ROLL = ("aim", "hold-accuracy", "hold-speed")
"""What a roll uses up as it begins."""


class Watch:
    """Holds every act to the laws, and the costly ones to every tenth state."""

    def __init__(self):
        self.acts = Counter()

    def __call__(self, before, after, name):
        if after is before:
            return
        self.acts[name] += 1
        holds_bounds(after)
        if after.events[-1].kind == "undo":
            laws.redo_leads_back(before, after)
        if sum(self.acts.values()) % 10 == 0:
            laws.secrets_are_secret(GAME, after, ASKED)
            laws.reads_back(after)
            laws.takes_what_it_offers(after)
            settles_once(after)


def holds_bounds(table):
    """Every number is within its track; nobody is waited for who is out; the end of the game waits for nobody."""
    state, records = table.state, table.tracker.records(table.state)
    for unit, record in state.units.items():
        for name, value in record.values.items():
            track = records.sheets[unit].by_name.get(name)
            assert track is None or track.least <= value <= track.most, (unit, name, value)
    assert not state.active or not state.units[state.active].out or state.steps or table.tracker.result(state)
    if table.tracker.result(state):
        assert not table.tracker.waiting(state)


def settles_once(table):
    """What follows by rule has followed: to let it follow again changes nothing."""
    records = table.tracker.records(table.state)
    table.tracker.rules.settle(records)
    assert records.state == table.state


def mech_of(table, state, unit, values):
    document = state.builds[int(unit[0]) - 1]["mech"][int(unit[2:]) - 1]
    return Mech(document, values, state.event, table.rulings)


def values_of(table, state, unit):
    records = table.tracker.records(state)
    return {name: records.value(unit, name) for name in records.sheets[unit].by_name}


class Referee:
    """Follows a log event by event, and judges every attack that is rolled with dice."""

    def __init__(self, table):
        self.table = begin(table.setup, table.make)
        self.throws, self.declared, self.judged = [], None, 0
        for event in table.events:
            before, self.table = self.table, extend(self.table, (event,))
            self._see(before, event)

    def _see(self, before, event):
        if event.kind in ("undo", "redo", "state"):
            self.declared = None
        step, now = (table.state.steps[0] if table.state.steps else None for table in (before, self.table))
        if step and step.name == "confirm" and event.kind == "faces":
            self._end(before, event.values["faces"] == [1] or event.values["faces"] == (1,))
        elif step and step.name in ("attack", "counter-attack") and event.kind == "faces":
            why = before.tracker.waiting(before.state)[0].throw.why
            self.throws.append((why, tuple(event.values["faces"])))
            goes_on = now is not None and now.name == step.name and now.groups
            if not goes_on and not (now and now.name == "confirm"):
                self._end(before, True)
        if now and now.name in ("attack", "counter-attack") and not now.groups:
            self._begin(before, now)

    def _begin(self, before, step):
        """Note both Mechs as they stand, with what the roll uses up."""
        self.throws = []
        found = []
        for unit in (step.data["unit"], step.data["target"]):
            values = values_of(self.table, self.table.state, unit)
            earlier = values_of(before, before.state, unit)
            values |= {name: earlier[name] for name in BEFORE_ROLL}
            found.append(mech_of(self.table, self.table.state, unit, values))
        self.declared = step, *found

    def _end(self, before, is_applied):
        if self.declared is None:
            return
        step, one, other = self.declared
        self.declared = None
        state = self.table.state
        if not is_applied:
            for unit, mech in ((step.data["unit"], one), (step.data["target"], other)):
                assert self._numbers(unit, state) == numbers(mech.values)
            return
        verdict = Verdict(one, other, step.model_dump(mode="json"), self.throws)
        self.judged += 1
        for unit, wanted in ((step.data["unit"], verdict.mine), (step.data["target"], verdict.theirs)):
            assert self._numbers(unit, state) == numbers(wanted), (step.title, self.throws)
        why = "its Pilot bottled" if verdict.failed else verdict.out
        assert state.units[step.data["target"]].out == (f"out of play: {why}" if why else ""), (step.title, self.throws)

    def _numbers(self, unit, state):
        return numbers(values_of(self.table, state, unit))


def numbers(values):
    """What an attack changes of a record: damage, Jam Counters, Re-Rolls, weight."""
    kept = ("re-rolls", "weight", "weight-damage")
    return {
        name: value
        for name, value in values.items()
        if name in kept or name.startswith(("cockpit", "locomotor", "part[", "jam:"))
    }


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
    assert state_hash(table.state)


def with_dice(number):
    """A game with dice whose rulings do not change, so that every attack has a throw to judge."""
    return DiceGame(number).play(ACTS)


class DiceGame(RandomGame):
    """A random game that is played with dice."""

    def asked(self):
        found = super().asked()
        rulings = {ruling.id: self.chance.choice(ruling.option).id for ruling in self.game.rulebook.ruling}
        return {**found, "rulings": {**rulings, "dice": "dice"}, "one_phone": False}


def test_a_referee_finds_on_the_records_what_the_rulebook_says():
    assert sum(Referee(with_dice(number)).judged for number in range(4)) >= 12


@pytest.mark.long
def test_a_referee_judges_thousands_of_attacks():
    judged, number = 0, 100
    while judged < ROLLS:
        judged += Referee(with_dice(number)).judged
        number += 1


@pytest.mark.long
def test_random_games_do_everything_that_a_seat_can_do():
    done, ends, rulings = Counter(), set(), set()
    for number in range(200, 240):
        table = RandomGame(number).play(2 * ACTS)
        ends.add(table.result.why if table.result else "")
        done.update(event.values["name"] for event in table.events if event.kind == "move")
        rulings.update(name for event in table.events for name in event.rulings)
    wanted = (
        "build begin activate done skip pass next-round attack mark aim evade hold unjam trigger bottle-test reorder"
    )
    assert set(wanted.split()) <= set(done)
    assert len(ends) > 5
    ours = "hold-used trigger-until trigger-order round-first team-order ecm-minefield reliable-jam gravity-lasts"
    assert set(ours.split()) <= rulings
