"""A table of Techniconica as a test plays it: squads, moves, dice that are typed, and what the records say."""

from companion.games.techniconica import GAME
from companion.play import acts as play
from companion.play.new_events import Brought
from companion.play.table import fold
from companion.verbs.tables import open_table, set_up
from tests.games.techniconica.squads import BISON, HERON

AT = "2026-11-26T20:00:00Z"


class Table:
    """A table at which everybody types dice; the battle has begun, and the first seat has the first Turn."""

    def __init__(self, *squads, begun=True, rulings=None, first=0, **options):
        squads = squads or (BISON, HERON)
        self.brought = Brought(bytes(32), AT)
        asked = {"seats": len(squads), "rulings": rulings or {}, "options": options}
        self.table = open_table(GAME, set_up(GAME, bytes(32), asked))
        for seat, document in enumerate(squads):
            self.do(play.sit, seat, f"Player {seat + 1}", f"{seat:02x}" * 8)
            self.do(play.choose_dice, seat, "typed")
            self.move(seat, "build", build=document)
        if begun:
            self.move(0, "begin")
            for seat in range(len(squads)):
                if self.owed.wants == "faces":
                    self.dice(10 if seat == first else 1)

    def do(self, act, *given):
        self.table = act(self.table, self.brought, *given)
        return self

    def move(self, seat, name, **values):
        return self.do(play.move, seat, name, values)

    def relaxed(self, seat, name, **values):
        return self.do(play.make_relaxed_move, seat, name, values)

    def attack(self, unit, target, weapons, part):
        seat = int(unit[0]) - 1
        return self.move(seat, "attack", unit=unit, target=target, attack=f"{weapons}>{part}")

    def charge_at(self, unit, target, weapon, part, *faces):
        return self.attack(unit, target, weapon, part).dice(*faces)

    def dice(self, *faces):
        """Throw one die after the other, whoever's it is; a list is one throw of several, a word an answer."""
        for face in faces:
            self.do(play.answer, self.owed.seat, self._read(face))
        return self

    def _read(self, face):
        if isinstance(face, str):
            return [next(n for n, one in enumerate(self.owed.throw.answers, 1) if one.startswith(face))]
        return face if isinstance(face, list) else [face]

    def activate(self, unit):
        return self.move(int(unit[0]) - 1, "activate", unit=unit)

    def act(self, name, unit, **values):
        return self.move(int(unit[0]) - 1, name, unit=unit, **values)

    def done(self, unit):
        return self.move(int(unit[0]) - 1, "done")

    def mark(self, unit, track, value):
        return self.move(int(unit[0]) - 1, "mark", unit=unit, track=track, value=value)

    @property
    def state(self):
        return self.table.state

    @property
    def owed(self):
        return self.table.waiting()[0]

    @property
    def news(self):
        return self.state.news

    @property
    def records(self):
        return self.table.tracker.records(self.state)

    def value(self, unit, track):
        return self.records.value(unit, track)

    def out(self, unit):
        return self.state.units[unit].out

    def conditions(self, unit):
        return self.table.tracker.rules.conditions(self.records, unit)

    def offers(self, unit, target):
        seat = int(unit[0]) - 1
        return {one.key: one for one in self.table.tracker.offers(self.table.view(seat), unit, target)}

    def inputs(self, unit, target, weapons, part):
        tracker = self.table.tracker
        said = tracker.read_said(self.state, unit, target)
        return tracker.rules.find_offer(self.records, unit, target, said, f"{weapons}>{part}").inputs

    def warnings(self, seat):
        """Moves outside the rules: their warnings by name."""
        moves = self.table.tracker.relaxed_moves(self.table.view(seat), seat)
        return {move.name: move.warning for move in moves}

    def names(self, seat):
        return [move.name for move in self.table.tracker.moves(self.table.view(seat), seat)]

    def folds(self):
        assert fold(self.table.setup, self.table.make, self.table.events).state == self.state
        return self
