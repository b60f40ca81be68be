"""Tracker: a game at the table as a state machine of plain frozen data.

Moves and odds are computed from a seat's view, never from the state: hidden things cannot leak into what it is offered.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.data.documents import Record
from companion.dice.resolver import Measure, Resolver
from companion.dice.throw import Throw
from companion.gamekit.contract import Context
from companion.play.log import Setup, TableEvent

StateT = TypeVar("StateT", bound=Record)
Pick = Callable[[int], int]
"""Returns a number from 0 to below the one it is given, at random."""
Wants = Literal["move", "choice", "faces", "shuffle", "card", "seal", "open"]


_WHOLE_NUMBER = re.compile("-?[0-9]{1,9}")


class Move(Record):
    """Something a seat may do: its name, its values, and a label for the player.

    `warning` says which rule it breaks; it is empty for a move within the rules.
    """

    name: str
    values: JsonObject = {}
    label: str = ""
    warning: str = ""


@dataclass(frozen=True)
class Pending:
    """Something that the table waits for: a seat's move, choice, faces, sealed choice, or the name of a `card`.

    `throw` has the dice or the question. A `card` lies on the players' own table, and the seat names it. The table
    itself does `open`, which opens all sealed choices at once, and `shuffle`: `count` cards, with the place that each
    one had as the event's secret `order`.
    """

    seat: int | None
    wants: Wants
    why: str
    throw: Throw | None = None
    count: int = 0


class Correctable(Record):
    """A value that players may set by hand where the table and the app disagree, with its bounds and its owner.

    `owner` is a seat; None is everybody, as for the number of the turn.
    """

    field: str
    label: str
    value: int | str
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()
    owner: int | None = None

    def read(self, typed: object) -> int | str:
        """Return the value that was typed; InvalidInput names what is allowed."""
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


@dataclass(frozen=True)
class Rolling:
    """A roll under way: its title, its resolver, the faces of its throws so far, the measures that sum it up.

    `about` tells it from others of its title: `in L3`. `seat` is the roller, for whom a high first measure is good, or
    None where several sides roll. Where `counts_hits`, a die that hits is good for whoever throws it.
    """

    title: str
    resolver: Resolver[Any]
    groups: tuple[tuple[int, ...], ...]
    figures: tuple[Measure, ...] = ()
    seat: int | None = None
    counts_hits: bool = False
    about: str = ""


@dataclass(frozen=True)
class Drawn:
    """The worth of each card that a seat drew: the `certain` ones, and the `random` ones out of a `pool`."""

    title: str
    figure: str
    seat: int
    random: tuple[int, ...]
    pool: tuple[int, ...]
    certain: tuple[int, ...] = ()


class Tracker(ABC, Generic[StateT]):
    """A game at the table, for one setup. All functions are pure; states and views are data that JSON can hold.

    The methods that are not abstract are for games that need them: by default nothing is hidden, sealed, rolled or
    drawn, and no move is outside the rules.
    """

    @property
    def is_searchable(self) -> bool:
        """Whether the computer can search: `moves` are all moves, the tracker says what a state is worth, the app holds
        all cards."""
        return False

    @property
    def has_opponent(self) -> bool:
        """Whether the computer knows how to play at this table."""
        return self.is_searchable

    @abstractmethod
    def start(self) -> StateT:
        """Return the state before anything happened."""

    @abstractmethod
    def read_state(self, data: JsonMapping) -> StateT:
        """Return a stored state; InvalidInput where it cannot be read."""

    @abstractmethod
    def waiting(self, state: StateT) -> tuple[Pending, ...]:
        """Return what the table waits for; nothing once the game has ended."""

    def waiting_in(self, state: StateT) -> tuple[Pending, ...]:
        """Return what the table waits for, as `waiting` does; its `why` may be in plainer words.

        For whoever plays many games out. A law holds that all the rest of it is the same.
        """
        return self.waiting(state)

    @abstractmethod
    def moves(self, view: JsonMapping, seat: int) -> tuple[Move, ...]:
        """Return what a seat may do, from what it sees; nothing where it is not its turn."""

    def moves_in(self, state: StateT, seat: int) -> tuple[Move, ...]:
        """Return the `moves` that a seat has in a state, without making its view; they may have no labels.

        For whoever plays many games out. A law holds that they are those of the view.
        """
        return self.moves(self.view(state, seat), seat)

    def worth(self, state: StateT, seat: int) -> float:
        """Return how a seat stands, from 0 where it has lost to 1 where it has won; what is counted is the game's.

        It is an opinion, not a chance: `0.7` is better than `0.6`, and no more.
        """
        raise NotImplementedError

    def turn(self, state: StateT) -> int:
        """Return the number of the turn, or of the Round; 0 before the first."""
        return int(getattr(state, "turn", 0))

    def card_uses(self, before: StateT, event: TableEvent, after: StateT) -> Iterable[tuple[int, str, bool]]:
        """Yield the cards that an event dealt to a seat or let it use: the seat, the card, whether it was used.

        For counts over many games: what is a use, the game says.
        """
        return ()

    def sensible_secret(self, view: JsonMapping, seat: int, pick: Pick) -> JsonObject:
        """Return values of a sealed choice for `read_secret`, as a sensible player may choose them."""
        raise NotImplementedError

    def relaxed_moves(self, view: JsonMapping, seat: int) -> tuple[Move, ...]:
        """Return moves outside the rules, each with its `warning`; none of them is among `moves`.

        Players make them knowingly, and the log says so.
        """
        return ()

    @abstractmethod
    def read_move(self, view: JsonMapping, seat: int, name: str, values: JsonMapping) -> Move:
        """Return the move that a seat asks for; InvalidInput says why it cannot be made and what can."""

    def decides(self, move: Move) -> bool:
        """Return whether all must agree to a move, as to who has won where the app cannot tell."""
        return False

    def nameable(self, view: JsonMapping, seat: int) -> tuple[Move, ...]:
        """Return the cards that the pending `card` may be, as moves named `card` with the id as value `card`."""
        return ()

    def read_secret(self, view: JsonMapping, seat: int, values: JsonMapping) -> JsonObject:
        """Return a sealed choice as the game stores it; InvalidInput where it cannot be read."""
        raise InvalidInput(InputError("sealed", "a sealed choice", "none: this game has no sealed choices"))

    def secret_words(self, secret: JsonMapping) -> str:
        """Return a sealed choice in words, once it is open; empty where its values say nothing to a player."""
        return ", ".join(str(value) for value in secret.values() if isinstance(value, int | str))

    @abstractmethod
    def apply(self, state: StateT, event: TableEvent) -> StateT:
        """Return the state after an event of the game; the event fits, for a table stores none that does not."""

    def rolling(self, state: StateT) -> Rolling | None:
        """Return the roll under way; None without one, or where it has no expectation."""
        return None

    def draws(self, before: StateT, event: TableEvent, after: StateT) -> tuple[Drawn, ...]:
        """Return the worth of the cards that seats drew by an event.

        The pool of a draw has every card that could have been drawn, the drawn ones included.
        """
        return ()

    def rulings_used(self, before: StateT, event: TableEvent, after: StateT) -> Iterable[str]:
        """Return the ids of the rulings that decided an event; they must follow from what everybody sees.

        The log names each ruling the first time it matters.
        """
        return ()

    @abstractmethod
    def view(self, state: StateT, seat: int | None) -> JsonObject:
        """Return the part of a state that a seat may see; for None, what everybody may see.

        Its `news` are sentences about the last event, those for everybody and the seat's own.
        """

    def newly_visible(self, before: StateT, after: StateT) -> tuple[str, ...]:
        """Return the names of hidden things that an event showed to a seat that could not see them before."""
        return ()

    def hide(self, state: StateT, seen: tuple[str, ...]) -> StateT:
        """Return a state, reached by an undo, with a pending shuffle for the things that were `seen` in between.

        `seen` are names from `newly_visible`. The same object where nothing can be hidden again.
        """
        return state

    def resample(self, state: StateT, seat: int | None, pick: Pick) -> StateT:
        """Return another state that looks the same to this seat: what it may not see is drawn anew.

        Every such state is as likely to come as the seat's view allows. It depends on that view and on `pick` alone,
        never on what is hidden in `state`: whoever searches it cannot learn more than the seat knows.
        """
        return state

    def goes_on_without(self, seat: int) -> bool:
        """Return whether the game goes on when this seat is left for good; if not, the others win.

        The table then throws the seat's dice and gives the usual answers for it.
        """
        return False

    def withdrawal(self, view: JsonMapping, seat: int) -> Move | None:
        """Return the move by which the table takes a seat left for good out of the game; None if it needs none."""
        return None

    @abstractmethod
    def correctable(self, view: JsonMapping, seat: int) -> tuple[Correctable, ...]:
        """Return what a seat may set by hand."""

    def values_of_others(self, state: StateT, seat: int) -> Mapping[str, int | str]:
        """Return the correctable values that are not this seat's, by field; none in the middle of a roll or a move."""
        fields = self.correctable(self.view(state, None), seat)
        return {one.field: one.value for one in fields if one.owner != seat}

    @abstractmethod
    def result(self, state: StateT) -> Result | None:
        """Return how the game ended; None while it goes on."""


@dataclass(frozen=True)
class Question:
    """An analysis of a seat's position: its name, the question that it answers, and its inputs as a form has them."""

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
    returns which analyses say more about how a seat stands, from what it sees. `has_opponent` says that the computer
    can play the game, at least where the app holds the cards. `build_options` are those under which seats bring builds.
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
    has_opponent: bool = False
    build_options: JsonObject = field(default_factory=dict)
    strength_words: Mapping[str, str] = field(default_factory=dict)
    """What the computer does at each strength in this game, where that is not what it does in others."""
    has_positions: bool = False
    """Whether models stand on the players' own table: the computer asks for places, the lab plays in a situation."""

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
