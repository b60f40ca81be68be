"""Steps of a game without a table: what is owed next, what a seat may answer, and the events that follow.

The cards are held by the app: a game whose cards lie on the players' own table waits for what nobody here can see.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.base.json_types import JsonObject
from companion.dice.throw import Choice, Throw
from companion.play.log import Kind, TableEvent
from companion.play.tracker import Pending, Tracker

_USUAL = TableEvent(number=1, kind="move")


def is_chance(pending: Pending) -> bool:
    """Return whether something happens without a decision: dice, a shuffle, the opening of sealed choices."""
    return pending.wants in ("faces", "shuffle", "open")


@dataclass(frozen=True)
class Action:
    """What a seat may do when something is owed: a move, an answer, or a sealed choice, as the event that it makes.

    `key` tells it from the others in any world that the seat cannot tell apart. Most actions are never made: the event
    is only put together when it is asked for.
    """

    key: str
    label: str
    kind: Kind
    seat: int
    values: JsonObject
    secret: JsonObject | None = None

    @property
    def event(self) -> TableEvent:
        """The event that it makes."""
        return event(self.kind, self.seat, self.values, self.secret)


def event(kind: Kind, seat: int | None, values: JsonObject, secret: JsonObject | None = None) -> TableEvent:
    """Return an event as a tracker applies it; it has no number of its own, for it is in no log."""
    return _USUAL.model_copy(update={"kind": kind, "seat": seat, "values": values, "secret": secret or {}})


def owed(tracker: Tracker[Any], state: Any) -> Pending | None:
    """Return the first thing that a game waits for, what needs no decision before the rest; None once it has ended."""
    waiting = tracker.waiting_in(state)
    return next(filter(is_chance, waiting), waiting[0] if waiting else None)


def actions(tracker: Tracker[Any], state: Any, pending: Pending, random: Random) -> list[Action]:
    """Return what the seat of a pending decision may do; of sealed choices, of which there are many, some at random."""
    seat = pending.seat
    assert seat is not None
    if isinstance(pending.throw, Choice):
        return [
            Action(f"answer {number}", answer, "faces", seat, {"why": pending.why, "faces": [number]})
            for number, answer in enumerate(pending.throw.answers, 1)
        ]
    if pending.wants == "seal":
        return [_sealed(tracker, state, seat, random)]
    return [
        Action(
            " ".join((move.name, *map(str, move.values.values()))),
            move.label,
            "move",
            seat,
            {"name": move.name, **move.values},
        )
        for move in tracker.moves_in(state, seat)
    ]


def _sealed(tracker: Tracker[Any], state: Any, seat: int, random: Random) -> Action:
    view = tracker.view(state, seat)
    secret = tracker.read_secret(view, seat, tracker.sensible_secret(view, seat, random.randrange))
    return Action(f"seal {secret}", tracker.secret_words(secret), "seal", seat, {"sealed": ""}, secret)


def happen(tracker: Tracker[Any], state: Any, pending: Pending, random: Random) -> Any:
    """Return the state after dice, a shuffle, or the opening of the sealed choices."""
    if pending.wants == "shuffle":
        order = list(range(pending.count))
        random.shuffle(order)
        return tracker.apply(state, shuffled(pending, order))
    if pending.wants == "open":
        return tracker.apply(state, event("open", None, {}))
    assert pending.throw
    faces = [random.choice(pending.throw.die.faces) for _ in range(pending.throw.count)]
    return tracker.apply(state, thrown(pending, faces))


def shuffled(pending: Pending, order: Sequence[int]) -> TableEvent:
    """Return the event of a shuffle that leaves the cards in this order."""
    return event("shuffle", None, {"why": pending.why, "count": pending.count}, {"order": list(order)})


def thrown(pending: Pending, faces: Sequence[int]) -> TableEvent:
    """Return the event of dice that show these faces."""
    return event("faces", pending.seat, {"why": pending.why, "faces": list(faces), "how": "thrown"})


def ways(throw: Throw) -> Iterator[tuple[list[int], int]]:
    """Yield the results of a throw that its rule tells apart, each as faces that show it, with its weight."""
    faces = [min(one.faces, default=0) for one in throw.classes]
    for counts, weight in throw.ways():
        yield [face for face, count in zip(faces, counts, strict=True) for _ in range(count)], weight
