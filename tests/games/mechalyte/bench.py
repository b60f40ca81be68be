"""Mechalyte's tracker on a bench: a position set up with mechs as text, moves and faces applied without a table."""

from companion.games.mechalyte import GAME
from companion.games.mechalyte.tracker.state import Mech, State
from companion.play.log import TableEvent
from companion.verbs.tables import maker, set_up

SEED = bytes(range(32))


def tracker(rulings=None, options=None, pack=()):
    """Return the tracker of a table opened like that."""
    setup = set_up(GAME, SEED, {"rulings": rulings or {}, "options": options or {}, "pack": pack})
    return maker(GAME, setup)(setup.rulings)


class Bench:
    """A position and its tracker; `put` is one mech a word: `A1:6@C3` is side A's first, of level 6, in C3."""

    def __init__(self, put="", phase="move", active=0, turn=3, specs="PMISAA MIPASA", points=(20, 20), **opened):
        self.tracker = tracker(**opened)
        self.rulings_used = set()
        """The rulings that decided the last event."""
        mechs = tuple(map(mech, put.split()))
        built = tuple(max((int(m.id[1:]) for m in mechs if m.side == side), default=0) for side in (0, 1))
        self.state = State(
            phase=phase, active=active, turn=turn, specs=tuple(specs.split()), revealed=True, points=points,
            mechs=mechs, built=built,
        )  # fmt: skip

    def view(self, seat=None):
        return self.tracker.view(self.state, self.state.active if seat is None else seat)

    def moves(self, name, seat=None):
        seat = self.state.active if seat is None else seat
        return [move.values for move in self.tracker.moves(self.view(seat), seat) if move.name == name]

    def do(self, name, **values):
        """Make a move of the side whose turn it is."""
        seat = self.state.active
        move = self.tracker.read_move(self.view(), seat, name, values)
        return self._apply("move", {"name": move.name, **move.values}, seat)

    def walk(self, mech_id, path):
        return self.do("move", mech=mech_id, path=path)

    def end(self):
        return self.do("phase", to="end")

    def roll(self, *faces):
        """Answer the one throw or choice that is owed."""
        (owed,) = self.tracker.waiting(self.state)
        owed.throw.sort(faces)
        return self._apply("faces", {"faces": list(faces)}, owed.seat)

    def aim(self, split):
        (owed,) = self.tracker.waiting(self.state)
        return self.roll(owed.throw.answers.index(split) + 1)

    def correct(self, field, value):
        offered = {one.field: one for one in self.tracker.correctable(self.view(), 0)}
        return self._apply("correct", {"field": field, "value": offered[field].read(value)}, 0)

    def owed(self):
        """Return what is owed: seat, what, and the dice or answers."""
        return [(one.seat, one.wants, one.throw.dice if one.throw else "") for one in self.tracker.waiting(self.state)]

    def field(self):
        """Return the mechs as they are put, in the order in which they were built."""
        return " ".join(f"{m.id}:{m.level}@{m.zone}" for m in self.state.mechs)

    def _apply(self, kind, values, seat):
        event = TableEvent(number=1, kind=kind, seat=seat, values=values)
        before, self.state = self.state, self.tracker.apply(self.state, event)
        self.rulings_used = set(self.tracker.rulings_used(before, event, self.state))
        return self


def mech(text):
    name, _, rest = text.partition(":")
    level, _, zone = rest.partition("@")
    return Mech(id=name, side="AB".index(name[0]), level=int(level), zone=zone)
