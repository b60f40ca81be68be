"""A game of one die, of which the odds are known: for tests of what the search makes of luck.

Seat 0 keeps what it has, or bets it on a six; then seat 1 waits, and the game is over.
"""

from companion.data.documents import Record
from companion.dice.throw import D6, FaceClass, Throw
from companion.play.tracker import Move, Pending, Result, Tracker

WON, LOST, KEPT = 0.9, 0.4, 0.5
"""What the first seat has after a six, after any other face, and without a bet."""
BET = WON / 6 + LOST * 5 / 6
"""What a bet is worth on average: less than what is kept."""
_SIX = Throw("a six wins", 1, D6, (FaceClass("other", frozenset(range(1, 6))), FaceClass("six", frozenset({6}))))


class Stake(Record):
    """What the game is at."""

    worth: float = KEPT
    owes: str = "move"
    mover: int = 0
    is_over: bool = False


class Wager(Tracker):
    """The tracker."""

    def start(self):
        return Stake()

    def read_state(self, data):
        return Stake.model_validate(data)

    def waiting(self, state):
        if state.is_over:
            return ()
        return (Pending(state.mover, state.owes, "the turn", _SIX if state.owes == "faces" else None),)

    def moves(self, view, seat):
        if seat != view["mover"]:
            return ()
        return (Move(name="wait"),) if seat else (Move(name="bet"), Move(name="keep"))

    def read_move(self, view, seat, name, values):
        raise NotImplementedError

    def apply(self, state, event):
        if event.kind == "faces":
            return Stake(worth=WON if event.values["faces"] == [6] else LOST, mover=1)
        changed = {"bet": {"owes": "faces"}, "keep": {"mover": 1}, "wait": {"is_over": True}}
        return state.model_copy(update=changed[event.values["name"]])

    def view(self, state, seat):
        return state.model_dump()

    def worth(self, state, seat):
        return 1 - state.worth if seat else state.worth

    def correctable(self, view, seat):
        return ()

    def result(self, state):
        return Result(winners=(0,), why="It is over.") if state.is_over else None
