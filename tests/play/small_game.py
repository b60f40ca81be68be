"""A game of three steps, for tests of the table: each seat seals a number, seat 0 throws a die, seat 1 may have it again.

Whoever sealed the number nearer to the die wins; `best` is a ruling: the higher or the lower die is the better one.
Each seat counts points of its own beside that, whenever it likes, for nothing.
"""

from collections.abc import Mapping

from companion.base.findings import InputError, InvalidInput
from companion.data.documents import Record
from companion.dice.throw import D6, Choice, Throw, numbered_throw
from companion.play.acts import move, sit
from companion.play.game_states import replace_at
from companion.play.log import Setup
from companion.play.new_events import Brought
from companion.play.table import Table, begin
from companion.play.tracker import Correctable, Move, Pending, Result, Tracker, find_move

SEED = bytes(range(32))
THROW = Move(name="throw", label="Throw the die")


class Numbers(Record):
    """What the game is at: sealed numbers, whether they are open, the die, what is owed."""

    numbers: tuple[int, int] = (0, 0)
    opened: bool = False
    die: int = 0
    owed: str = ""
    points: tuple[int, ...] = (0, 0)
    over: bool = False


class SmallGame(Tracker):
    """The tracker."""

    def __init__(self, rulings: Mapping[str, str]) -> None:
        self.rulings = rulings

    def start(self):
        return Numbers()

    def read_state(self, data):
        return Numbers.model_validate(data)

    def _throw(self, state) -> Throw | None:
        if state.owed == "die":
            return numbered_throw("the die", D6, 1)
        return Choice("Have it thrown again?", by=1) if state.owed == "again" else None

    def waiting(self, state):
        if state.over:
            return ()
        if not state.opened:
            missing = tuple(Pending(seat, "seal", "a number") for seat in (0, 1) if not state.numbers[seat])
            return missing or (Pending(None, "open", "both are in"),)
        if state.owed == "die":
            return (Pending(0, "faces", "the die", self._throw(state)),)
        if state.owed == "again":
            return (Pending(1, "choice", "again?", self._throw(state)),)
        return (Pending(0, "move", "throw"),)

    def moves(self, view, seat):
        return (THROW,) if seat == 0 and view["wants"] == ["move"] else ()

    def read_move(self, view, seat, name, values):
        if name == "count":
            return Move(name=name, values=values, label="Count points")
        return find_move(self.moves(view, seat), name, values)

    def read_secret(self, view, seat, values):
        if values.get("number") not in range(1, 7):
            raise InvalidInput(InputError("number", repr(values.get("number")), "a number from 1 to 6"))
        return {"number": values["number"]}

    def apply(self, state, event):
        change = getattr(self, f"_{event.kind}")(state, event)
        return state.model_copy(update=change)

    def _seal(self, state, event):
        return {"numbers": replace_at(state.numbers, event.seat, event.secret["number"])}

    def _void(self, state, event):
        return {"numbers": replace_at(state.numbers, event.seat, 0)}

    def _open(self, state, event):
        return {"opened": True}

    def _move(self, state, event):
        if event.values["name"] == "count":
            return {"points": replace_at(state.points, event.seat, event.values["points"])}
        return {"owed": "die", "die": 0}

    def _faces(self, state, event):
        (face,) = event.values["faces"]
        if state.owed == "die":
            return {"die": face, "owed": "again"}
        return {"owed": "die"} if face == 2 else {"owed": "", "over": True}

    def _correct(self, state, event):
        return {"points": replace_at(state.points, int(event.values["field"][-1]), event.values["value"])}

    def view(self, state, seat):
        shown = [n if state.opened or seat == at else bool(n) for at, n in enumerate(state.numbers)]
        wants = [owed.wants for owed in self.waiting(state)]
        return {"numbers": shown, "die": state.die, "points": list(state.points), "wants": wants, "news": []}

    def newly_visible(self, before, after):
        return ("both numbers",) if after.opened and not before.opened else ()

    def hide(self, state, seen):
        return state

    def resample(self, state, seat, pick):
        drawn = [n if state.opened or seat == at or not n else 1 + pick(6) for at, n in enumerate(state.numbers)]
        return state.model_copy(update={"numbers": tuple(drawn)})

    def correctable(self, view, seat):
        return tuple(
            Correctable(field=f"points_{n}", label="Points", value=view["points"][n], least=0, most=9, owner=n)
            for n in (0, 1)
        )

    def result(self, state):
        if not state.over:
            return None
        gaps = [abs(state.die - number) for number in state.numbers]
        winners = tuple(seat for seat in (0, 1) if gaps[seat] == min(gaps))
        return Result(winners=winners, why=f"The die shows {state.die}.")


def at_table(one_phone=False, commitment="0" * 64, seats=2) -> Table:
    """Return a table with Ann and Ben at it."""
    setup = Setup(game="small", tracker=1, seats=seats, one_phone=one_phone, commitment=commitment)
    table = begin(setup, SmallGame)
    for seat, name in enumerate(("Ann", "Ben")):
        table = sit(table, BROUGHT, seat, name, f"{seat:064x}")
    return table


BROUGHT = Brought(SEED, "2026-11-26T20:00:00Z")


def counted(table, seat, points):
    """Return a table after a move without dice that is a seat's own: it counts points."""
    return move(table, BROUGHT, seat, "count", {"points": points})
