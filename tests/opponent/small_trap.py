"""A game of one card and two turns, in which what is best one step ahead loses: for tests of the search.

Seat 0 takes gold or a shield, may turn its coin over as often as it likes, and ends its turn; then seat 1, which holds
one of two cards that seat 0 does not see, strikes or waits. Who has gold is struck down by either card; who has a
shield is not.
"""

from companion.data.documents import Record
from companion.play.tracker import Move, Pending, Result, Tracker

CARDS = ("axe", "bow")


class Stand(Record):
    """What the game is at."""

    has: str = ""
    is_coin_up: bool = True
    mover: int = 0
    card: str = "axe"
    winner: int | None = None


class Trap(Tracker):
    """The tracker."""

    def start(self):
        return Stand()

    def read_state(self, data):
        return Stand.model_validate(data)

    def waiting(self, state):
        return () if state.winner is not None else (Pending(state.mover, "move", "the turn"),)

    def moves(self, view, seat):
        if seat != view["mover"]:
            return ()
        if seat:
            return (Move(name="strike", values={"with": view["card"]}), Move(name="wait"))
        takes = (
            ()
            if view["has"]
            else (Move(name="take", values={"what": "gold"}), Move(name="take", values={"what": "shield"}))
        )
        return (*takes, Move(name="turn-coin"), Move(name="end"))

    def read_move(self, view, seat, name, values):
        raise NotImplementedError

    def apply(self, state, event):
        name = event.values["name"]
        if name == "take":
            return state.model_copy(update={"has": event.values["what"]})
        if name == "turn-coin":
            return state.model_copy(update={"is_coin_up": not state.is_coin_up})
        if name == "end":
            return state.model_copy(update={"mover": 1})
        is_struck = name == "strike" and state.has != "shield"
        return state.model_copy(update={"winner": int(is_struck)})

    def view(self, state, seat):
        view = state.model_dump()
        return view if seat == 1 else {**view, "card": ""}

    def resample(self, state, seat, pick):
        return state if seat == 1 else state.model_copy(update={"card": CARDS[pick(len(CARDS))]})

    def worth(self, state, seat):
        first = {"gold": 0.8, "shield": 0.6, "": 0.5}[state.has] if state.winner is None else float(state.winner == 0)
        return 1 - first if seat else first

    def correctable(self, view, seat):
        return ()

    def result(self, state):
        return None if state.winner is None else Result(winners=(state.winner,), why="It was struck down, or not.")
