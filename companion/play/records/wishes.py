"""Wishes of the computer at a table with record sheets: where a unit would like to stand, before it attacks.

Models stand on the players' own table. So the computer asks for a place, a player moves the model and answers how the
two units stand, and the attack is chosen under that answer. A wish is a step of the table: nothing else is done before
it is answered.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from pydantic import Field

from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonMapping, JsonObject
from companion.data.documents import Record
from companion.play.records.records import Records, StateT
from companion.play.records.state import TableStep
from companion.play.tracker import Move

WISH, PLACED = "wish", "placed"
"""The move, and the step, with which the computer says what it wants; the move with which a player answers."""
LONGEST_WORDS = 600
"""Characters of a wish, and of its reason."""
_CHOSEN, _BACK = "chosen", "back"
"""Marks in the schema of a field of what is said of two units: the attacker chooses it; it is asked both ways."""


@dataclass(frozen=True)
class Wish:
    """How a unit would like to stand to a target.

    `said` are the circumstances of its attack, `back` those of an attack of the target on it, as far as they are
    wished. `words` continue "It wants to": `close to 12″, in cover`.
    """

    said: Record
    back: JsonMapping = field(default_factory=lambda: MappingProxyType({}))
    words: str = ""


class WishMove(Record):
    """What the computer wants with the unit under way: a target, how the two stand, and why, in sentences.

    `asked` is the seat that moves the model and answers.
    """

    unit: str = Field(max_length=12)
    target: str = Field(max_length=12)
    said: JsonObject = {}
    back: JsonObject = {}
    words: str = Field(max_length=LONGEST_WORDS)
    why: str = Field("", max_length=LONGEST_WORDS)
    asked: int = Field(ge=0)


class PlacedMove(Record):
    """The answer to a wish: how the two units stand now."""

    said: JsonObject = {}
    back: JsonObject = {}


def chosen_fields(model: type[Record]) -> Mapping[str, tuple[object, ...]]:
    """Return the fields that an attacker chooses whatever the table looks like, each with its choices."""
    return {
        name: tuple(one.json_schema_extra[_CHOSEN])  # type: ignore[index, arg-type]
        for name, one in model.model_fields.items()
        if _CHOSEN in (one.json_schema_extra or {})  # type: ignore[operator]
    }


def back_fields(model: type[Record]) -> tuple[str, ...]:
    """Return the fields that are asked of the two units the other way round as well."""
    return _marked(model, _BACK)


def shared_fields(model: type[Record]) -> tuple[str, ...]:
    """Return the fields that are the same whoever attacks."""
    return _marked(model, "both")


def _marked(model: type[Record], mark: str) -> tuple[str, ...]:
    return tuple(
        name
        for name, one in model.model_fields.items()
        if (one.json_schema_extra or {}).get(mark)  # type: ignore[union-attr]
    )


def open_wish(step: TableStep | None) -> TableStep | None:
    """Return a step if it is a wish that waits for its answer."""
    return step if step is not None and step.name == WISH else None


def answer_moves(step: TableStep, seat: int) -> Iterable[Move]:
    """Yield the move that answers a wish as it is wished."""
    if seat == step.seat:
        values = {"said": step.data["said"], "back": step.data["back"]}
        yield Move(name=PLACED, values=values, label="Done: it stands as it wants to")


def check_wish(records: Records[StateT], seat: int, read: WishMove) -> None:
    """Refuse a wish of a unit that is not under way, or one that nobody else could answer."""
    if records.state.active != read.unit:
        raise InvalidInput(InputError("unit", read.unit, "the unit under way"))
    if read.asked == seat or read.asked >= len(records.state.builds):
        raise InvalidInput(InputError("asked", f"seat {read.asked + 1}", "another seat of this table"))


def begin_wish(records: Records[StateT], read: WishMove) -> None:
    """Ask for the place that is wished."""
    data = read.model_dump(mode="json", include={"unit", "target", "said", "back", "why"})
    records.begin(TableStep(name=WISH, seat=read.asked, title=read.words, data=data, answers=("done",)))
    records.say(" ".join(filter(None, (read.words, read.why))))


def place(records: Records[StateT], model: type[Record], said: Record, back: JsonObject) -> None:
    """Answer the wish under way: how the two stand is remembered both ways."""
    step, *later = records.state.steps
    unit, target = step.data["unit"], step.data["target"]
    now = said.model_dump(mode="json")
    usual = model().model_dump(mode="json")
    both = {name: now[name] for name in shared_fields(model)}
    other_way = {name: back.get(name, usual[name]) for name in back_fields(model)}
    turned = {**records.state.pairs.get(f"{target}>{unit}", {}), **both, **other_way}
    records.update(steps=tuple(later), placed=records.state.placed | {target: ()})
    for one, other, values in ((unit, target, now), (target, unit, turned)):
        records.remember(one, other, {name: value for name, value in values.items() if value != usual[name]})


def note_attack(records: Records[StateT], target: str, key: str) -> None:
    """Note an attack on a target that a unit was placed for: which of its weapons it has used on it."""
    placed = records.state.placed
    if target in placed:
        records.update(placed=placed | {target: (*placed[target], key)})
