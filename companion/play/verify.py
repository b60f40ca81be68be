"""Checks a table that was handed on: every face that the table threw, every sealed choice, without the game's rules."""

from dataclasses import dataclass
from typing import Literal

from companion.documents import Record
from companion.findings import InputError, InvalidInput
from companion.play.fair_dice import FairDice, commitment
from companion.play.log import Event, Setup, seal, seal_salt

Checked = Literal["checked", "typed", "sealed", "wrong"]


class Exported(Record):
    """A table as a file: its setup, its events as they are public, and the seed once it is open."""

    format: Literal[1] = 1
    setup: Setup
    event: tuple[Event, ...]


@dataclass(frozen=True)
class Report:
    """What was found: the state of each event that has dice or a sealed choice, by its number."""

    events: dict[int, Checked]
    seed_open: bool

    @property
    def wrong(self) -> tuple[int, ...]:
        """Return the numbers of the events that are not what the seed says."""
        return tuple(number for number, checked in self.events.items() if checked == "wrong")


def verify(table: Exported) -> Report:
    """Return what can be checked; InvalidInput where the log is not whole or the seed is not the one promised."""
    for place, event in enumerate(table.event, 1):
        if event.number != place:
            raise InvalidInput(
                InputError(f"event[{place - 1}].number", str(event.number), f"{place}: none is left out")
            )
    seed = _open_seed(table)
    if seed is not None and commitment(seed) != table.setup.commitment:
        raise InvalidInput(InputError("seed", "another seed", "the one whose SHA-256 was shown at opening"))
    numbers = [""] * table.setup.seats
    found: dict[int, Checked] = {}
    secrets = _opened_secrets(table)
    for event in table.event:
        if event.kind == "sit" and event.seat is not None:
            numbers[event.seat] = event.values["number"]
        elif event.kind == "faces" and event.values["how"] != "chosen":
            found[event.number] = _check_faces(event, seed, tuple(numbers))
        elif event.kind == "seal":
            found[event.number] = _check_seal(event, seed, secrets.get(event.number))
    return Report(found, seed is not None)


def _open_seed(table: Exported) -> bytes | None:
    ended = next((event for event in table.event if event.kind == "end"), None)
    return bytes.fromhex(ended.values["seed"]) if ended else None


def _opened_secrets(table: Exported) -> dict[int, object]:
    opened = (one for event in table.event if event.kind == "open" for one in event.values["opened"])
    return {one["number"]: one["secret"] for one in opened}


def _check_faces(event: Event, seed: bytes | None, numbers: tuple[str, ...]) -> Checked:
    if event.values["how"] == "typed":
        return "typed"
    if seed is None:
        return "sealed"
    faces = event.values["faces"]
    thrown = FairDice(seed, numbers).throw(event.number, event.values["die"], len(faces))
    return "checked" if list(thrown) == faces else "wrong"


def _check_seal(event: Event, seed: bytes | None, secret: object) -> Checked:
    if seed is None or not isinstance(secret, dict):
        return "sealed"
    return "checked" if seal(secret, seal_salt(seed, event.number)) == event.values["sealed"] else "wrong"
