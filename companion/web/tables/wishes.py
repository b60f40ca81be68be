"""What the computer wants at a table with record sheets, as plain data: in words, and the chips that answer it."""

from dataclasses import dataclass

from companion.base.json_types import JsonMapping
from companion.data import columns
from companion.data.documents import read_as
from companion.play.records.wishes import back_fields, chosen_fields
from companion.web.tables.attacks import BACK, SAID, Chip, as_text
from companion.web.tables.board import Board, ShownUnit


@dataclass(frozen=True)
class ShownWish:
    """A wish: the unit and its target, what it wants and why, and the chips of the two units.

    `back` are the chips of the two the other way round, such as cover of the unit itself.
    """

    unit: ShownUnit
    target: ShownUnit
    words: str
    why: str
    said: tuple[Chip, ...]
    back: tuple[Chip, ...]


def shown_wish(board: Board) -> ShownWish | None:
    """Return the wish that a board waits for; None without one."""
    step = board.wish
    if step is None:
        return None
    model, data = board.tracker.rules.circumstances, step.data
    own, back = chosen_fields(model), back_fields(model)
    return ShownWish(
        board.unit(data["unit"]),
        board.unit(data["target"]),
        step.title,
        data.get("why", ""),
        tuple(one for one in _chips(board, data["said"], SAID) if one.column.path not in own),
        tuple(one for one in _chips(board, data["back"], BACK) if one.column.path in back),
    )


def _chips(board: Board, values: JsonMapping, prefix: str) -> tuple[Chip, ...]:
    model = board.tracker.rules.circumstances
    read = read_as(model, dict(values)).model_dump(mode="json")
    return tuple(Chip(column, as_text(read.get(column.path)), prefix) for column in columns.fields(model))
