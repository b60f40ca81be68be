"""What a game offers for its table: a tracker, a state machine of plain frozen data.

Moves and odds are worked out from what a seat sees, never from the state: what a seat may not know cannot leak into
what it is offered.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeVar, runtime_checkable

from companion.dice.throw import Throw
from companion.documents import Record
from companion.findings import InputError, InvalidInput, quote
from companion.json_types import JsonMapping, JsonObject
from companion.play.log import Setup, TableEvent
from companion.system import Context

StateT = TypeVar("StateT", bound=Record)
Pick = Callable[[int], int]
"""Returns a number from 0 to below the one it is given, at random."""
Wants = Literal["move", "choice", "faces", "shuffle", "card", "seal", "open"]


_WHOLE_NUMBER = re.compile("-?[0-9]{1,9}")


class Move(Record):
    """Something a seat may do: its name, its values, and what it does in the player's words.

    `warning` says which rule it brushes; an empty one is a move that the rules allow.
    """

    name: str
    values: JsonObject = {}
    label: str = ""
    warning: str = ""


@dataclass(frozen=True)
class Owed:
    """What the table waits for: a seat's move, its choice, its faces, or its sealed choice.

    `throw` are the dice or the question. Of a `card`, which lies on the players' own table, the seat says which one it
    is. `open` is nobody's: all sealed choices are in, and are opened at once. So is `shuffle`: the table shuffles
    `count` cards, and the event's secret `order` says which place each one had.
    """

    seat: int | None
    wants: Wants
    why: str
    throw: Throw | None = None
    count: int = 0


class Correctable(Record):
    """A value that may be set by hand where the table and the app disagree: what it is, and its bounds."""

    field: str
    label: str
    value: int | str
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()

    def read(self, typed: object) -> int | str:
        """Return a new value; InvalidInput names what is allowed."""
        if self.choices:
            if typed in self.choices:
                return str(typed)
            raise InvalidInput(InputError(self.field, quote(str(typed)), f"one of {', '.join(self.choices)}"))
        text = str(typed).strip() if isinstance(typed, int | str) else ""
        number = int(text) if _WHOLE_NUMBER.fullmatch(text) else None
        if number is None or not (self.least or 0) <= number <= (self.most if self.most is not None else number):
            wanted = f"a whole number from {self.least or 0}" + (f" to {self.most}" if self.most is not None else "")
            raise InvalidInput(InputError(self.field, quote(str(typed)), wanted))
        return number


class Result(Record):
    """How a game ended: the seats that won, none for a draw, and why in a sentence."""

    winners: tuple[int, ...]
    why: str


class Tracker(Protocol[StateT]):
    """A game at the table, for one setup. All functions are pure; states and views are data that JSON can hold."""

    def start(self) -> StateT:
        """Return the state before anything happened."""

    def read(self, data: JsonMapping) -> StateT:
        """Return a stored state; InvalidInput where it cannot be read."""

    def waiting(self, state: StateT) -> tuple[Owed, ...]:
        """Return what the table waits for; nothing once the game has ended."""

    def moves(self, view: JsonMapping, seat: int) -> tuple[Move, ...]:
        """Return what a seat may do, from what it sees; nothing where it is not its turn."""

    def read_move(self, view: JsonMapping, seat: int, name: str, values: JsonMapping) -> Move:
        """Return the move that a seat asks for; InvalidInput says why it cannot be made and what can."""

    def read_secret(self, view: JsonMapping, seat: int, values: JsonMapping) -> JsonObject:
        """Return a sealed choice as the game stores it; InvalidInput where it cannot be read."""

    def apply(self, state: StateT, event: TableEvent) -> StateT:
        """Return the state after an event of the game; the event fits, for a table stores none that does not."""

    def view(self, state: StateT, seat: int | None) -> JsonObject:
        """Return what a seat sees, or for None what everybody does.

        `news` are sentences about what the last event did, `public` ones and the seat's own.
        """

    def shown(self, before: StateT, after: StateT) -> tuple[str, ...]:
        """Return the names of what an event showed to somebody who could not see it before."""

    def hide(self, state: StateT, seen: tuple[str, ...]) -> StateT:
        """Return a state to which an undo went back past something seen: what was hidden in it owes a shuffle.

        `seen` are names as `shown` returns them; the same state where nothing can be hidden again.
        """

    def resample(self, state: StateT, seat: int | None, pick: Pick) -> StateT:
        """Return another state that this seat cannot tell apart: what it may not see is drawn anew."""

    def correctable(self, view: JsonMapping, seat: int) -> tuple[Correctable, ...]:
        """Return what a seat may set by hand."""

    def ended(self, state: StateT) -> Result | None:
        """Return how the game ended; None while it goes on."""


@runtime_checkable
class GoesOnWithout(Protocol):
    """A tracker whose game may go on when a seat was left for good; in all other games those who stay have won.

    What the seat still owes is done for it: the table throws its dice, and gives the usual answers.
    """

    def goes_on_without(self, seat: int) -> bool:
        """Return whether the game goes on without this seat."""


@runtime_checkable
class WithdrawsSeats(Protocol):
    """A tracker that takes a seat out of the game which was left for good; the table makes that move for it."""

    def withdrawal(self, view: JsonMapping, seat: int) -> Move | None:
        """Return the move that takes the seat out; None once it is out."""


@runtime_checkable
class OffersRelaxations(Protocol):
    """A tracker that also offers a few moves which brush a rule; players make them knowingly, and the log says so."""

    def relaxed(self, view: JsonMapping, seat: int) -> tuple[Move, ...]:
        """Return moves beside the rules, each with its `warning`; none of them is among the usual ones."""


@runtime_checkable
class RestsOnRulings(Protocol):
    """A tracker that says which rulings decide what happens, so that a table can say it the first time each matters."""

    def rests_on(self, before: Any, event: TableEvent, after: Any) -> Iterable[str]:
        """Return the ids of the rulings that an event of the game rests on; nothing hidden may decide which."""


@runtime_checkable
class NamesCards(Protocol):
    """A tracker whose cards may lie on the players' own table: which one was drawn or turned up there, a seat says."""

    def nameable(self, view: JsonMapping, seat: int) -> tuple[Move, ...]:
        """Return the cards that the one owed may be, each as a `Move` named `card` whose value `card` is its id."""


@runtime_checkable
class NamesSecrets(Protocol):
    """A tracker whose sealed choices are ids of cards, which it names in words once they are open."""

    def secret_words(self, secret: JsonMapping) -> str:
        """Return a sealed choice in words."""


@dataclass(frozen=True)
class Question:
    """An analysis that says more about how a seat stands: its name, what it answers, and inputs as a form has them."""

    analysis: str
    label: str
    inputs: JsonObject


@dataclass(frozen=True)
class TrackerKind:
    """A game's tracker, before a table is opened: which seats it takes, what is asked at opening, and how it is made.

    `number` stands in every setup: where an older state or event would be read differently, it grows. `seat_names`
    name the seats in order, most first. `options` is the model of what is asked at opening. `odds` returns, from what a
    seat sees, which resolver says the odds of a move and its inputs; None for a move that leads to no dice.
    `rulings` are those that it reads and that may change during play; None for all of the game's. `builds` returns the
    builds that a view shows, by seat, as documents; without it they are the view's `builds`, if there. `questions`
    returns which analyses say more about how a seat stands, from what it sees.
    """

    number: int
    least_seats: int
    most_seats: int
    seat_names: tuple[str, ...]
    options: type[Record]
    make: Callable[[Setup, Context], Tracker[Any]]
    odds: "Odds | None" = None
    rulings: tuple[str, ...] | None = None
    builds: "Callable[[JsonMapping], Sequence[JsonObject | None]] | None" = None
    questions: "Callable[[JsonMapping, int], Sequence[Question]] | None" = None

    def side(self, seat: int) -> str:
        """Return what a seat is called."""
        return self.seat_names[seat] if seat < len(self.seat_names) else f"Seat {seat + 1}"


Odds = Callable[[JsonMapping, int, Move], tuple[str, JsonObject] | None]


def find_move(offered: Iterable[Move], name: str, values: JsonMapping) -> Move:
    """Return the offered move with this name and these values; InvalidInput names what is offered instead."""
    moves = list(offered)
    for move in moves:
        if move.name == name and move.values == dict(values):
            return move
    alike = [move.label for move in moves if move.name == name] or sorted({move.name for move in moves})
    wanted = f"one of: {'; '.join(alike[:12])}" if alike else "nothing: it is not this seat's turn"
    asked = ", ".join((name, *(f"{key} {value}" for key, value in values.items())))
    raise InvalidInput(InputError("move", quote(asked), wanted))
