"""The lesson of a game as data: a scripted first game for Teach, and what each move of its table is.

The script names moves and seeds only. Faces, numbers and results come from the game's tracker.
"""

from pathlib import Path
from typing import Annotated

from pydantic import Field, model_validator

from companion.base.json_types import JsonObject
from companion.data.documents import Record, parse, read_as

Text = Annotated[str, Field(min_length=1)]


class MoveHelp(Record):
    """What a move of the game's table is, in a sentence or two, and the ids of the rules that it follows."""

    name: str
    says: Text
    rules: tuple[str, ...] = ()


class ScriptedAct(Record):
    """Something that a seat does: one of move, answer, card, seal, correction and finish, or nothing.

    `values` belong to the move; a value `{"example": NAME}` stands for that example build of the game. `answer` is the
    number of an answer, from 1; `card` names a card that lies on the players' own table. With `relaxed` the move is
    outside the rules. `seed` chooses the dice and shuffles that follow.
    """

    seat: int = 0
    move: str = ""
    values: JsonObject = {}
    relaxed: bool = False
    answer: int | None = None
    card: str = ""
    seal: JsonObject | None = None
    field: str = ""
    value: int | str = ""
    finish: bool = False
    seed: int = 0

    @model_validator(mode="after")
    def _is_one_act(self) -> "ScriptedAct":
        acts = [bool(self.move), self.answer is not None, bool(self.card), self.seal is not None, bool(self.field)]
        if sum(acts) + self.finish > 1:
            raise ValueError("one act, not several")
        return self

    @property
    def is_act(self) -> bool:
        """Whether anything is done; a step without an act is only read."""
        has_other = self.answer is not None or self.seal is not None
        return bool(self.move or self.card or self.field) or self.finish or has_other


class LessonStep(ScriptedAct):
    """A step of a lesson: an act that the player makes, what to do in words (`say`), why, and by which rules.

    `look` names what is highlighted: units, zones, cards, by the names that the table's page gives them. `other` has
    answers to other moves of this step by the move's name; each of the rest is answered with what that move is.
    """

    title: Text
    say: Text
    why: str = ""
    rules: tuple[str, ...] = ()
    look: tuple[str, ...] = ()
    other: dict[str, str] = {}


class LessonTable(Record):
    """How a table is opened for a lesson: its options, rulings, and what is done there before anybody plays."""

    seats: int = 2
    options: JsonObject = {}
    rulings: dict[str, str] = {}
    seed: int = 0
    before: tuple[ScriptedAct, ...] = ()


class Scene(LessonTable):
    """A part of a lesson, at a table of its own: a short game, or a position from which one is won."""

    title: Text
    step: tuple[LessonStep, ...] = Field(min_length=1)


class LaterRule(Record):
    """A card *Not yet needed*: rules that a first game can do without."""

    title: Text
    says: Text
    rules: tuple[str, ...] = ()


class Lesson(Record):
    """The lesson of a game. `first_game` are the ids of the rules that a first game needs.

    `table` is the real table in which it ends, `minutes` how long it takes.
    """

    minutes: int
    first_game: tuple[str, ...]
    move: tuple[MoveHelp, ...]
    scene: tuple[Scene, ...]
    later: tuple[LaterRule, ...] = ()
    table: LessonTable

    def help_of(self, move: str) -> MoveHelp | None:
        """Return what a move is; None for one that is not described."""
        return next((one for one in self.move if one.name == move), None)


def load_lesson(path: Path) -> Lesson | None:
    """Return the lesson in a file; None where there is none yet. InvalidInput where it cannot be read."""
    return read_as(Lesson, parse(path.read_text("utf-8"), path.name)) if path.exists() else None
