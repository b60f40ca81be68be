"""Checks a table that was handed on: dice, shuffles and sealed choices by its seed, and all of it by a replay."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, Field

from companion import __version__
from companion.base.findings import InputError, InvalidInput, errors_at
from companion.base.json_types import JsonObject
from companion.data.documents import Record, read_as
from companion.limits import budget
from companion.play.fair_dice import FairDice, commitment
from companion.play.log import LOG, Setup, TableEvent, canonical, log_fingerprint, seal, seal_salt, short_fingerprint
from companion.play.replay import Replay, replay
from companion.play.table import Table

Checked = Literal["checked", "typed", "on your table", "sealed", "wrong"]
_BEFORE_0_17 = re.compile(r"0\.(?:\d|1[0-6])(?!\d)")
"""What the version of a release before 0.17 begins with."""
MOST_SHUFFLED = 10_000
"""Cards of one shuffle that are checked."""


class Exported(Record):
    """A table as a file: its setup, its events as they are public, and the seed once it is open."""

    format: Literal[1] = 1
    setup: Setup
    event: tuple[TableEvent, ...]

    @property
    def end(self) -> TableEvent | None:
        """The event that ended the game."""
        return next((event for event in self.event if event.kind == "end"), None)

    @property
    def fingerprint(self) -> str:
        """The short fingerprint of the log up to its end, as the phones of its players show it; empty before."""
        return short_fingerprint(log_fingerprint(self.setup, self.event)) if self.end else ""


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
    secrets = _opened_secrets(table)
    results: dict[int, Checked] = {}
    changes = 0
    for event in table.event:
        budget.check()
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


def _opened_secrets(table: Exported) -> dict[int, JsonObject]:
    opening = [one for one in table.event if one.kind == "open" or (one.kind == "end" and "opened" in one.values)]
    return {one.number: one.secret for event in opening for one in _read(event, _Opened).opened}


def _open_seeds(table: Exported) -> tuple[bytes, ...]:
    """Return the seeds in the order in which they were used, none while they are sealed; each is the one promised."""
    if table.end is None:
        return ()
    opened = _read(table.end, _Ended)
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


Part = Literal[
    "seed", "dice", "cards on your table", "shuffles", "sealed choices",
    "events", "states", "result", "words and odds", "whole log", "after the end",
]  # fmt: skip
"""What can be checked of a log, in the order in which an answer lists it."""
Found = Literal["checked", "partly", "not checked", "wrong"]


@dataclass(frozen=True)
class PartReport:
    """How much of one part of a log was checked, how much was not, and why not."""

    part: Part
    checked: int = 0
    unchecked: int = 0
    why: str = ""
    wrong: bool = False

    @property
    def found(self) -> Found:
        """Return the result in a word."""
        if self.wrong:
            return "wrong"
        return "checked" if not self.unchecked else "partly" if self.checked else "not checked"


@dataclass(frozen=True)
class LogReport:
    """The check of a whole log: its dice, its replay, what is wrong by event, and each part with what was checked."""

    dice: DiceReport
    replay: Replay
    wrong: tuple[tuple[int | None, str], ...]
    """The number of each event that is wrong, None for the log as a whole, with a sentence."""
    parts: tuple[PartReport, ...] = field(repr=False)


def complete_events(table: Exported) -> tuple[TableEvent, ...]:
    """Return the events of a log; each sealed choice that was opened later has its secret."""
    secrets = _opened_secrets(table)
    return tuple(
        event.model_copy(update={"secret": secrets[event.number]})
        if event.kind == "seal" and not event.secret and event.number in secrets
        else event
        for event in table.event
    )


def replay_log(table: Exported, begun: Table, tracker: int) -> Replay:
    """Replay a log at its table as it was opened; InvalidInput where an event is missing or the seed is another."""
    verify(table)
    return replay(begun, complete_events(table), _open_seeds(table), tracker)


def verify_log(table: Exported, begun: Table, tracker: int, is_export: bool = True) -> LogReport:
    """Check a whole log, at its table as it was opened; `tracker` is the number that its tracker has today.

    Not `is_export` is the file of a table that is still played: it has the hash of each state before the end, too.
    """
    dice = verify(table)
    replayed = replay(begun, complete_events(table), _open_seeds(table), tracker)
    wrong = (
        *_wrong_setup(table.setup, tracker),
        *_wrong_releases(table),
        *_wrong(table, dice, replayed, is_export),
    )
    dice = _with_loaded_dice(dice, replayed)
    return LogReport(dice, replayed, wrong, tuple(_parts(table, dice, replayed)))


def _with_loaded_dice(dice: DiceReport, replayed: Replay) -> DiceReport:
    """Return a report in which dice are wrong too that match the seed, but are not those that were to be thrown."""
    number, error = replayed.wrong, replayed.error
    is_of_dice = error is not None and error.where in {f"event {number}, {name}" for name in _Faces.model_fields}
    return replace(dice, events={**dice.events, number: "wrong"}) if number in dice.events and is_of_dice else dice


def _wrong_setup(setup: Setup, tracker: int) -> Iterator[tuple[None, str]]:
    """Yield what is wrong in a setup: no release has opened a table for a tracker that came after it."""
    is_other = setup.tracker > tracker if not setup.release else setup.tracker != tracker
    if setup.tracker < 1 or (setup.release in ("", __version__) and is_other):
        yield None, f"setup, tracker: found {setup.tracker}, expected {tracker}."


def _wrong_releases(table: Exported) -> Iterator[tuple[int | None, str]]:
    """Yield where a log names a release that never named itself: less is checked of what another release wrote."""
    told = "expected none: releases before 0.17 wrote none into a log."
    if _BEFORE_0_17.match(table.setup.release):
        yield None, f"setup, release: found {table.setup.release}, {told}"
    ended_by = table.end.values.get("release") if table.end else None
    if table.end and isinstance(ended_by, str) and _BEFORE_0_17.match(ended_by):
        yield table.end.number, f"event {table.end.number}, release: found {ended_by}, {told}"


def _wrong(table: Exported, dice: DiceReport, replayed: Replay, is_export: bool) -> Iterator[tuple[int | None, str]]:
    for number in dice.wrong:
        yield number, f"event {number}: it does not match the seed."
    if replayed.error:
        yield replayed.wrong, str(replayed.error)
    for event in table.event:
        if event.kind == "state" and "state" in event.secret and not _has_own_hash(event):
            yield event.number, f"event {event.number}: its state is not the one whose hash it has."
    if table.end is None:
        if is_export and any(event.state for event in table.event):
            yield None, "The log has hashes of states, which are shown once a game has ended, and no end."
        return
    if LOG not in table.end.values and (table.setup.release or "release" in table.end.values):
        yield table.end.number, f"event {table.end.number}: the fingerprint of the log is missing."
    if _is_changed(table, table.end):
        yield None, "The log is not the one whose fingerprint its end has: something in it was changed afterwards."


def _has_own_hash(event: TableEvent) -> bool:
    return hashlib.sha256(canonical(event.secret["state"])).hexdigest() == event.state


def _is_changed(table: Exported, end: TableEvent) -> bool:
    """Return whether the end of a log has the fingerprint of another one."""
    return LOG in end.values and end.values[LOG] != log_fingerprint(table.setup, table.event)


def _parts(table: Exported, dice: DiceReport, replayed: Replay) -> Iterator[PartReport]:
    yield _seed(table)
    yield from _parts_by_seed(table, dice)
    missed = sum(gap.last - gap.first + 1 for gap in replayed.gaps)
    why = "; ".join(f"{_span(gap.first, gap.last)}: {gap.why}" for gap in replayed.gaps)
    followed = len(table.event) - missed - bool(replayed.wrong)
    yield PartReport("events", followed, missed, why, bool(replayed.wrong))
    yield _states(table, replayed)
    if table.end:
        yield _result(table.end, replayed)
    if replayed.differences:
        places = len(replayed.differences)
        told = f"another release wrote them, and this one would write {places} otherwise"
        yield PartReport("words and odds", 0, places, told)
    if table.end:
        has_own = LOG in table.end.values
        why = "" if has_own else "releases before 0.17 wrote no fingerprint into a log: compare it with the phones"
        yield PartReport("whole log", int(has_own), int(not has_own), why, _is_changed(table, table.end))
        if after := len(table.event) - table.end.number:
            yield PartReport("after the end", 0, after, "notes that were added later are in no fingerprint")


def _seed(table: Exported) -> PartReport:
    """Report the seeds: one that came into use later may have been chosen for the throws that follow from it."""
    if table.end is None:
        return PartReport("seed", 0, 1, "it is opened when the game ends")
    later = [event.number for event in table.event if event.kind == "seed"]
    told = f"new from event {later[0]} on, as after a restored backup: it could be chosen for its dice" if later else ""
    return PartReport("seed", 1, len(later), told)


_PARTS_BY_SEED: tuple[tuple[Part, str], ...] = (
    ("dice", "faces"),
    ("cards on your table", "card"),
    ("shuffles", "shuffle"),
    ("sealed choices", "seal"),
)
_BELIEVED: Mapping[Checked, str] = {
    "typed": "{} typed by players",
    "on your table": "{} named by players",
    "sealed": "{} sealed until the end",
}


def _parts_by_seed(table: Exported, dice: DiceReport) -> Iterator[PartReport]:
    kinds = {event.number: event.kind for event in table.event}
    for part, kind in _PARTS_BY_SEED:
        counts = Counter(found for number, found in dice.events.items() if kinds[number] == kind)
        if counts:
            why = ", ".join(words.format(counts[found]) for found, words in _BELIEVED.items() if counts[found])
            unchecked = sum(counts[found] for found in _BELIEVED)
            yield PartReport(part, counts["checked"], unchecked, why, bool(counts["wrong"]))


def _states(table: Exported, replayed: Replay) -> PartReport:
    """Report the hashes of states: those of the events that were replayed were compared."""
    hashed = [event.number for event in table.event if event.state]
    if not hashed and not table.end:
        return PartReport("states", 0, 1, "their hashes are shown when the game has ended")
    missed = sum(any(gap.first <= number <= gap.last for gap in replayed.gaps) for number in hashed)
    is_wrong = replayed.error is not None and replayed.error.where.endswith(", state")
    why = "the events that led to them were not replayed" if missed else ""
    return PartReport("states", len(hashed) - missed - is_wrong, missed, why, is_wrong)


def _result(end: TableEvent, replayed: Replay) -> PartReport:
    """Report the result: checked where the game led to it, and only stated where players gave up or agreed on it."""
    if end.number == replayed.wrong:
        return PartReport("result", wrong=True)
    if len(replayed.table.events) < end.number:
        return PartReport("result", 0, 1, "the game was not replayed to its end")
    table = replayed.table
    if table.tracker.result(table.state) != table.result:
        return PartReport("result", 0, 1, "that a player gave up or left, or that all agreed on a draw, is only stated")
    return PartReport("result", 1)


def _span(first: int, last: int) -> str:
    return f"event {first}" if first == last else f"events {first} to {last}"
