"""Parts that trackers share: states with cards and news, rolls under way, pending throws, reading of moves."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from pydantic import SerializerFunctionWrapHandler, model_serializer

from companion.base.json_types import JsonMapping, JsonObject
from companion.data.documents import Record, read_as
from companion.dice.resolver import Measure, Play
from companion.dice.throw import Choice
from companion.gamekit.contract import ResolverKind
from companion.play.log import TableEvent
from companion.play.piles import Cards, PendingShuffle
from companion.play.tracker import Correctable, Move, Pending, Result, find_move

MOST_TURNS = 999
"""The highest turn that may be set by hand."""


class News(Record):
    """A sentence about what happened, for everybody, or for one seat alone."""

    text: str
    to: int | None = None


class CardGameState(Record):
    """Base of the state of a game with cards: a pending shuffle, news, names of what the event showed, the result.

    Fields named in LATER are stored only where they are not empty: states that were stored before them have none.
    """

    LATER: ClassVar[tuple[str, ...]] = ()

    shuffle: PendingShuffle | None = None
    news: tuple[News, ...] = ()
    seen: tuple[str, ...] = ()
    result: Result | None = None

    @model_serializer(mode="wrap")
    def _as_stored(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {name: value for name, value in handler(self).items() if value or name not in self.LATER}

    def news_for(self, seat: int | None) -> list[str]:
        """Return the sentences that a seat may read; for None, those for everybody."""
        return [news.text for news in self.news if news.to in (None, seat)]


StateT = TypeVar("StateT", bound=CardGameState)


def update(state: StateT, *texts: str, **changed: Any) -> StateT:
    """Return a state with some fields changed and sentences for everybody added to its news."""
    news = (*changed.pop("news", state.news), *(News(text=text) for text in texts))
    return state.model_copy(update={**changed, "news": news})


def tell(state: StateT, seat: int, text: str) -> StateT:
    """Return a state with a sentence for one seat alone added to its news."""
    return update(state, news=(*state.news, News(text=text, to=seat)))


def replace_at(values: Sequence[Any], place: int, value: Any) -> tuple[Any, ...]:
    """Return values with another one in one place."""
    return (*values[:place], value, *values[place + 1 :])


class FacesSoFar(Record):
    """A roll under way: the groups of faces of its throws so far."""

    groups: tuple[tuple[int, ...], ...] = ()


RollT = TypeVar("RollT", bound=FacesSoFar)


def add_faces(roll: RollT | None, event: TableEvent) -> RollT:
    """Return a roll with the faces of an event."""
    assert roll
    return roll.model_copy(update={"groups": (*roll.groups, tuple(event.values["faces"]))})


def choose_measures(kinds: Iterable[ResolverKind], *names: str) -> tuple[Measure, ...]:
    """Return the measures of these names from some resolvers; where two have one name, the last resolver's."""
    measures = {measure.name: measure for kind in kinds for measure in kind.measures}
    return tuple(measures[name] for name in names)


def owe_throw(roll: Play[Any], seat_of: Callable[[int | None], int | None] = lambda by: by) -> Pending:
    """Return the next throw of a roll, dice or a choice, as pending; `seat_of` returns the seat of a side."""
    throw = roll.waiting
    assert throw
    return Pending(seat_of(throw.by), "choice" if isinstance(throw, Choice) else "faces", throw.why, throw)


def show_owed(owed: Pending) -> JsonObject:
    """Return something pending as plain data: a choice with its answers and their notes, or dice with their count."""
    shown: JsonObject = {"seat": owed.seat, "wants": owed.wants, "why": owed.why}
    if isinstance(owed.throw, Choice):
        shown |= {"answers": list(owed.throw.answers), "notes": list(owed.throw.notes), "usual": owed.throw.usual + 1}
    elif owed.throw:
        shown |= {"dice": owed.throw.dice, "count": owed.throw.count}
    return shown


class NoValues(Record):
    """A move that needs no more words."""


def read_move(moves: Sequence[Move], models: Mapping[str, type[Record]], name: str, values: JsonMapping) -> Move:
    """Return the offered move that a seat asks for, its values read by the model of its name.

    InvalidInput says why it cannot be made and what can.
    """
    if name not in models or not moves:
        return find_move(moves, name, values)
    return find_move(moves, name, read_as(models[name], dict(values)).model_dump(mode="json", exclude_none=True))


def card_moves(cards: Cards, name: Callable[[str], str]) -> tuple[Move, ...]:
    """Return a move that names each of some cards, each card once, in the order of their names."""
    moves = (Move(name="card", values={"card": card}, label=name(card)) for card in dict.fromkeys(cards))
    return tuple(sorted(moves, key=lambda move: move.label))


def correctable_turn(turn: int) -> Correctable:
    """Return the number of the turn as a value that may be set by hand."""
    return Correctable(field="turn", label="Turn", value=turn, least=1, most=MOST_TURNS)
