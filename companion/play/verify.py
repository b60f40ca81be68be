"""Checks a table that was handed on without its game's rules: every face thrown, every shuffle, every sealed choice."""

from dataclasses import dataclass
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, Field

from companion.base.findings import InputError, InvalidInput, errors_at
from companion.base.json_types import JsonObject
from companion.data.documents import Record, read_as
from companion.play.fair_dice import FairDice, commitment
from companion.play.log import Setup, TableEvent, seal, seal_salt

Checked = Literal["checked", "typed", "on your table", "sealed", "wrong"]
MOST_SHUFFLED = 10_000
"""Cards of one shuffle that are checked."""


class Exported(Record):
    """A table as a file: its setup, its events as they are public, and the seed once it is open."""

    format: Literal[1] = 1
    setup: Setup
    event: tuple[TableEvent, ...]


class _Faces(BaseModel):
    faces: tuple[int, ...] = Field(max_length=1000)
    how: Literal["thrown", "typed", "chosen"]
    die: tuple[int, ...] = Field((), max_length=100)


class _Shuffled(BaseModel):
    count: int = Field(ge=0, le=MOST_SHUFFLED)


class _Sat(BaseModel):
    number: str = Field(max_length=100)


class _Sealed(BaseModel):
    sealed: str


class _Secret(BaseModel):
    number: int
    secret: JsonObject


class _Opened(BaseModel):
    opened: tuple[_Secret, ...]


Seed = Annotated[str, Field(pattern="^([0-9a-f]{2}){1,64}$")]


class _Reseeded(BaseModel):
    commitment: str


class _Ended(BaseModel):
    seed: Seed
    earlier_seeds: tuple[Seed, ...] = Field((), max_length=1000)


ValuesT = TypeVar("ValuesT", bound=BaseModel)


def _read(event: TableEvent, model: type[ValuesT]) -> ValuesT:
    """Return an event's values; InvalidInput names the event where they are not what its kind has."""
    with errors_at(f"event {event.number}"):
        return read_as(model, event.values)


@dataclass(frozen=True)
class DiceReport:
    """The result of a check: one of `Checked` for each event with dice, cards or a sealed choice, by its number."""

    events: dict[int, Checked]
    seed_open: bool

    @property
    def wrong(self) -> tuple[int, ...]:
        """Return the numbers of the events that are not what the seed says."""
        return tuple(number for number, checked in self.events.items() if checked == "wrong")


def verify(table: Exported) -> DiceReport:
    """Check the dice, shuffles and sealed choices of a table.

    InvalidInput where an event is missing or the seed is not the one promised.
    """
    for place, event in enumerate(table.event, 1):
        if event.number != place:
            raise InvalidInput(
                InputError(f"event[{place - 1}].number", str(event.number), f"{place}: none is left out")
            )
    seeds = _open_seeds(table)
    numbers = [""] * table.setup.seats
    opening = [one for one in table.event if one.kind == "open" or (one.kind == "end" and "opened" in one.values)]
    secrets = {one.number: one.secret for event in opening for one in _read(event, _Opened).opened}
    results: dict[int, Checked] = {}
    changes = 0
    for event in table.event:
        seed = seeds[changes] if seeds else None
        if event.kind == "seed":
            changes += 1
        elif event.kind == "sit" and event.seat is not None and event.seat < len(numbers):
            numbers[event.seat] = _read(event, _Sat).number
        elif event.kind == "seal":
            results[event.number] = _check_seal(event, seed, secrets.get(event.number))
        elif event.kind == "card":
            results[event.number] = "on your table"
        elif event.kind == "shuffle":
            results[event.number] = _check_shuffle(event, seed, tuple(numbers))
        elif event.kind == "faces" and (thrown := _read(event, _Faces)).how != "chosen":
            results[event.number] = _check_faces(event.number, thrown, seed, tuple(numbers))
    return DiceReport(results, bool(seeds))


def _open_seeds(table: Exported) -> tuple[bytes, ...]:
    """Return the seeds in the order in which they were used, none while they are sealed; each is the one promised."""
    ended = next((event for event in table.event if event.kind == "end"), None)
    if ended is None:
        return ()
    opened = _read(ended, _Ended)
    seeds = tuple(map(bytes.fromhex, (*opened.earlier_seeds, opened.seed)))
    changes = [_read(event, _Reseeded).commitment for event in table.event if event.kind == "seed"]
    if [commitment(seed) for seed in seeds] != [table.setup.commitment, *changes]:
        raise InvalidInput(InputError("seed", "another seed", "the one whose SHA-256 was shown when it came into use"))
    return seeds


def _check_faces(number: int, thrown: _Faces, seed: bytes | None, numbers: tuple[str, ...]) -> Checked:
    if thrown.how == "typed":
        return "typed"
    if seed is None:
        return "sealed"
    right = not thrown.faces or (thrown.die and FairDice(seed, numbers).throw(number, thrown.die, len(thrown.faces)))
    return "checked" if right in (True, thrown.faces) else "wrong"


def _check_shuffle(event: TableEvent, seed: bytes | None, numbers: tuple[str, ...]) -> Checked:
    """Check the order of a shuffle, which is public once the seed is."""
    count = _read(event, _Shuffled).count
    if seed is None:
        return "sealed"
    right = FairDice(seed, numbers).shuffle(event.number, range(count))
    return "checked" if event.secret.get("order") == list(right) else "wrong"


def _check_seal(event: TableEvent, seed: bytes | None, secret: JsonObject | None) -> Checked:
    if seed is None or secret is None:
        return "sealed"
    return "checked" if seal(secret, seal_salt(seed, event.number)) == _read(event, _Sealed).sealed else "wrong"
