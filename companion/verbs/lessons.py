"""Teach: the scripted first game of a lesson on the game's own tracker, position by position.

A position follows from the script alone: nothing is stored, and two phones that show the same step show the same table.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.base import caches
from companion.base.json_types import JsonObject
from companion.data.documents import to_document
from companion.data.lesson import Lesson, LessonStep, LessonTable, MoveHelp, ScriptedAct
from companion.game_system.system import GameSystem
from companion.play import acts
from companion.play.new_events import Brought
from companion.play.records.tracker import RecordsTracker
from companion.play.table import Table
from companion.play.tracker import Move
from companion.verbs.tables import open_table, set_up

AT = "2026-01-01T19:00:00Z"
"""The time of every event of a lesson."""
_KEPT = 12
ONLY_THE_LESSON = "Nothing else counts here: the real table at the end of the lesson has this, too."


class NotInLesson(Exception):
    """A player did something else than the step; the message says what that was and what the step asks for."""


@dataclass(frozen=True)
class LessonPosition:
    """A position of a lesson: its table, and the next step, None at the end. `number` counts from 1 to `last`.

    `since` is the number of the newest event before the step that led here: what happened in it came later.
    """

    lesson: Lesson
    number: int
    last: int
    table: Table
    step: LessonStep | None
    scene: str = ""
    begins_scene: bool = False
    since: int = 0

    @property
    def seat(self) -> int:
        """The seat whose side is shown: the one that acts."""
        return self.step.seat if self.step else 0


@caches.keep(_KEPT, lambda game: game.slug)
def positions(game: GameSystem) -> tuple[LessonPosition, ...]:
    """Return the positions of a game's lesson in order, the end included; none where it has no lesson.

    InvalidInput where the script asks for what cannot be done.
    """
    lesson = game.lesson
    if lesson is None:
        return ()
    last = sum(len(scene.step) for scene in lesson.scene) + 1
    listed: list[LessonPosition] = []
    for scene in lesson.scene:
        table = open_position(game, scene, scene.title)
        since = len(table.events)
        for step in scene.step:
            is_first = step is scene.step[0]
            listed.append(LessonPosition(lesson, len(listed) + 1, last, table, step, scene.title, is_first, since))
            if step.is_act:
                since, table = len(table.events), carry_out(game, table, step)
    return (*listed, LessonPosition(lesson, last, last, table, None, lesson.scene[-1].title, since=since))


def open_position(game: GameSystem, opening: LessonTable, title: str = "") -> Table:
    """Return a table of one phone with fixed dice; the acts of `before` are done on it."""
    seed = seed_of(game, opening.seed)
    fields: JsonObject = {
        "title": title,
        "one_phone": True,
        **opening.model_dump(include={"seats", "options", "rulings"}),
    }
    table = open_table(game, set_up(game, seed, fields))
    names = game.tracker_of(table.setup)
    for seat in range(table.setup.seats):
        number = f"{seat + 1:032x}"
        table = acts.sit(table, Brought(seed, AT), seat, names.side(seat), number, "server")
    for act in opening.before:
        table = carry_out(game, table, act)
    return table


def seed_of(game: GameSystem, number: int) -> bytes:
    """Return the seed of a lesson's dice by its number in the script."""
    return hashlib.sha256(f"{game.slug} lesson {number}".encode()).digest()


def dice_of(game: GameSystem, act: ScriptedAct) -> Brought:
    """Return the dice with which an act of the script is carried out."""
    return Brought(seed_of(game, act.seed), AT)


def carry_out(game: GameSystem, table: Table, act: ScriptedAct, brought: Brought | None = None) -> Table:
    """Return a table after an act of the script, which throws the dice of its seed, or those that are `brought`."""
    brought = brought or dice_of(game, act)
    if act.move:
        make = acts.make_relaxed_move if act.relaxed else acts.move
        return make(table, brought, act.seat, act.move, _with_examples(game, act.values))
    if act.answer is not None:
        return acts.answer(table, brought, act.seat, (act.answer,))
    if act.card:
        return acts.name_card(table, brought, act.seat, act.card)
    if act.seal is not None:
        return acts.seal_choice(table, brought, act.seat, _with_examples(game, act.seal))
    if act.field:
        return acts.correct(table, brought, act.seat, act.field, act.value)
    return acts.finish(table, brought, act.seat) if act.finish else table


def _with_examples(game: GameSystem, values: JsonObject) -> JsonObject:
    """Return values with the documents of the example builds that they name."""

    def read(value: object) -> object:
        if isinstance(value, Mapping) and set(value) == {"example"}:
            return to_document(game.examples[str(value["example"])])
        return value

    return {name: read(value) for name, value in values.items()}


def check_act(game: GameSystem, position: LessonPosition, after: Table) -> None:
    """Compare what a player did with the step, whichever way it was done; NotInLesson if it is something else."""
    step = position.step
    if step is None or not step.is_act:
        raise NotInLesson(f"There is nothing to do in this step: read it, then go on. {ONLY_THE_LESSON}")
    done = _own_event(position.table, after)
    if done is not None and done == _own_event(position.table, carry_out(game, position.table, step)):
        return
    raise NotInLesson(answer_other(position, done))


def _own_event(before: Table, after: Table) -> tuple[object, ...] | None:
    """Return what a seat did, as plain data: the first event that is new."""
    event = next(iter(after.events[len(before.events) :]), None)
    if event is None:
        return None
    values = {name: value for name, value in event.values.items() if name != "sealed"}
    return event.kind, event.seat, values, event.secret


def answer_other(position: LessonPosition, done: tuple[object, ...] | None) -> str:
    """Return the answer to something that the step does not ask for."""
    step = position.step
    assert step is not None
    kind, seat, values = (done or ("", None, {}))[:3]
    assert isinstance(values, Mapping)
    key = str(values.get("name")) if kind == "move" else {"faces": "answer"}.get(str(kind), str(kind))
    if own := step.other.get(key):
        return own
    if kind == "move":
        label = _label(position.table, seat, key, values)
        help_ = position.lesson.help_of(key)
        what = f"{label.rstrip('.')}: {help_.says}" if help_ else f"{label.rstrip('.')} is possible, too."
        return f"{what} Not in this step, so it was taken back. {step.say}"
    if kind in ("faces", "card", "seal"):
        return f"That choice is allowed, too. The lesson goes on with another one, so it was taken back. {step.say}"
    return f"{ONLY_THE_LESSON} {step.say}"


def answer_warned(position: LessonPosition, move: Move) -> str:
    """Return the answer to a move outside the rules: which one it breaks, or the step's own answer."""
    step = position.step
    if step is None:
        return move.warning
    answer = answer_other(position, ("move", position.seat, {"name": move.name, **move.values}))
    return answer if move.name in step.other else f"{move.warning} {step.say}"


def _label(table: Table, seat: object, name: str, values: Mapping[str, object]) -> str:
    """Return what the page calls a move."""
    given = {key: value for key, value in values.items() if key not in ("name", "warning")}
    offered = offered_moves(table, seat if isinstance(seat, int) else 0)
    label = next((one.label for one in offered if (one.name, dict(one.values)) == (name, given)), "")
    return label or name.replace("-", " ").capitalize()


def offered_moves(table: Table, seat: int) -> tuple[Move, ...]:
    """Return every move that a table offers a seat, also those outside the rules."""
    view = table.view(seat)
    return (*table.tracker.moves(view, seat), *table.tracker.relaxed_moves(view, seat))


def possible_moves(lesson: Lesson | None, table: Table, seat: int) -> Iterator[tuple[str, MoveHelp]]:
    """Yield what a seat can do now, one line a kind of move: an example of its label, and what it is."""
    named: dict[str, str] = {}
    for move in table.tracker.moves(table.view(seat), seat):
        named.setdefault(move.name, move.label)
    if _may_attack(table, seat):
        named = {"attack": "Attack a target", **named}
    for name, label in named.items():
        if lesson and (help_ := lesson.help_of(name)):
            yield label, help_


def _may_attack(table: Table, seat: int) -> bool:
    """Return whether a unit of a seat may attack now: attacks on record sheets are none of the offered moves."""
    tracker = table.tracker
    if not isinstance(tracker, RecordsTracker) or table.state.steps or tracker.result(table.state):
        return False
    records = tracker.records(table.state)
    return any(tracker.rules.may_attack(records, unit) for unit in records.standing(seat))
