"""Laws of Techniconica's table over random games: its log, undo and redo, and a referee for every attack."""

import random
from collections import Counter
from functools import cache

import pytest

from companion.games.techniconica import GAME
from companion.play.log import TableEvent, state_hash
from companion.play.table import begin, extend
from tests.games import table_laws as laws
from tests.games.techniconica.at_table import Table
from tests.games.techniconica.random_game import RandomGame
from tests.games.techniconica.referee import Mech, Verdict
from tests.games.techniconica.squads import ALL

FEW, MANY = 4, 60
ACTS = 150
ROLLS = 5_000
"""Attacks that the referee judges in the long run."""
ASKED = (("activate", {"unit": "9.9"}), ("aim", {}), ("attack", {"unit": "9.9", "target": "1.1", "attack": ">"}))
GAMES = [pytest.param(n, marks=pytest.mark.long if n >= FEW else ()) for n in range(FEW + MANY)]
ROLLS_OF_ATTACKS = ("attack", "counter-attack")
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


class Referee:
    """Sees what each event made of a state, and judges every attack that is rolled with dice."""

    def __init__(self, tracker, rulings):
        self.tracker, self.rulings = tracker, rulings
        self.throws, self.declared, self.judged = [], None, 0

    def see(self, before, event, after):
        if event.kind in ("undo", "redo", "state"):
            self.declared = None
        step, now = (state.steps[0] if state.steps else None for state in (before, after))
        if step and step.name == "confirm" and event.kind == "faces":
            self._end(after, tuple(event.values["faces"]) == (1,))
        elif step and step.name in ROLLS_OF_ATTACKS and event.kind == "faces":
            why = self.tracker.waiting(before)[0].throw.why
            self.throws.append((why, tuple(event.values["faces"])))
            goes_on = now is not None and now.name == step.name and now.groups
            if not goes_on and not (now and now.name == "confirm"):
                self._end(after, True)
        if now and now.name in ROLLS_OF_ATTACKS and not now.groups:
            self._begin(before, after, now)

    def _begin(self, before, after, step):
        """Note both Mechs as they stand, with what the roll uses up."""
        self.throws = []
        self.declared = [step]
        for unit in (step.data["unit"], step.data["target"]):
            values, earlier = self._values(after, unit), self._values(before, unit)
            values |= {name: earlier[name] for name in BEFORE_ROLL}
            document = after.builds[int(unit[0]) - 1]["mech"][int(unit[2:]) - 1]
            self.declared.append(Mech(document, values, self.rulings))

    def _end(self, after, is_applied):
        if self.declared is None:
            return
        step, one, other = self.declared
        self.declared = None
        unit, target = step.data["unit"], step.data["target"]
        if not is_applied:
            assert self._numbers(unit, after) == numbers(one.values)
            assert self._numbers(target, after) == numbers(other.values)
            return
        verdict = Verdict(one, other, step.model_dump(mode="json"), self.throws)
        self.judged += 1
        assert self._numbers(unit, after) == numbers(verdict.mine), (step.title, self.throws)
        assert self._numbers(target, after) == numbers(verdict.theirs), (step.title, self.throws)
        why = "its Pilot bottled" if verdict.failed else verdict.out
        assert after.units[target].out == (f"out of play: {why}" if why else ""), (step.title, self.throws)

    def _values(self, state, unit):
        records = self.tracker.records(state)
        return {name: records.value(unit, name) for name in records.sheets[unit].by_name}

    def _numbers(self, unit, state):
        return numbers(self._values(state, unit))


def judged_log(table):
    """Follow a log event by event, and return how many attacks in it were judged."""
    now = begin(table.setup, table.make)
    referee = Referee(table.tracker, table.rulings)
    for event in table.events:
        before, now = now, extend(now, (event,))
        referee.see(before.state, event, now.state)
    return referee.judged


class Duels:
    """One attack after the other between two Mechs with anything on their records, under any rulings."""

    def __init__(self, number):
        self.chance = random.Random(number)
        rulings = {ruling.id: self.chance.choice(ruling.option).id for ruling in GAME.rulebook.ruling}
        self.rulings = {**rulings, "dice": "dice", "variant": "standard"}
        self.table = Table(*self.chance.sample(ALL, 2), begun=False, rulings=self.rulings).table
        self.tracker, self.referee = self.table.tracker, Referee(self.table.tracker, self.rulings)
        self.start = self.table.state.model_copy(update={"round": 1})

    def fight(self):
        """Let a Mech attack another, both with something on their records."""
        records = self.tracker.records(self.start)
        for unit in self.start.units:
            for track in records.sheets[unit].tracks:
                most = track.most - (track.kind == "damage")
                if track.name not in ("actions", "hero") and self.chance.random() < 0.2:
                    records.set(unit, track.name, self.chance.randint(0, min(most, 3)))
        self.tracker.rules.settle(records)
        units = records.standing()
        unit = self.chance.choice(units) if units else ""
        targets = [one for one in units if one[0] != unit[0]]
        if not targets:
            return
        records.update(active=unit, turn=int(unit[0]) - 1)
        target, seat = self.chance.choice(targets), int(unit[0]) - 1
        offers = self.tracker.offers(records.state.model_dump(mode="json"), unit, target)
        if keys := [one.key for one in offers if not one.why_not]:
            values = {"name": "attack", "unit": unit, "target": target, "attack": self._shuffled(keys), "said": {}}
            self._roll(records.state, TableEvent(number=1, kind="move", seat=seat, values=values))

    def _shuffled(self, keys):
        """Return the key of an attack, its Weapons in any order."""
        weapons, _, part = self.chance.choice(keys).rpartition(">")
        order = weapons.split("+")
        return f"{'+'.join(self.chance.sample(order, len(order)))}>{part}"

    def _roll(self, state, event):
        while True:
            before, state = state, self.tracker.apply(state, event)
            self.referee.see(before, event, state)
            if not state.steps:
                return
            owed = self.tracker.waiting(state)[0]
            faces = [self.chance.choice(owed.throw.die.faces) for _ in range(owed.throw.count)]
            event = TableEvent(number=1, kind="faces", seat=owed.seat, values={"faces": faces})


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
    assert table.result or sum(watch.acts.values()) > ACTS // 3
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
    assert sum(judged_log(with_dice(number)) for number in range(8)) >= 5


def judged_duels(numbers, each):
    judged = 0
    for number in numbers:
        duels = Duels(number)
        for _ in range(each):
            duels.fight()
        judged += duels.referee.judged
    return judged


def test_a_referee_agrees_with_every_attack_under_any_rulings():
    assert judged_duels(range(10), 12) > 80


@pytest.mark.long
def test_a_referee_judges_thousands_of_attacks():
    assert judged_duels(range(100, 400), 25) > ROLLS


@pytest.mark.long
def test_random_games_do_everything_that_a_seat_can_do():
    done, ends, rulings = Counter(), set(), set()
    for number in range(200, 300):
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
