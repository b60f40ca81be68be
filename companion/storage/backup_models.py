"""Models of a backup's contents, with bounds: documents with all their versions, as JSON lines."""

import json
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import IO, Annotated, Any, TypeVar

from pydantic import AfterValidator, Field

from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonMapping, JsonObject
from companion.data.documents import Record, read_as, refuse_deep, refuse_halves
from companion.play.fair_dice import commitment
from companion.play.log import Setup, TableEvent
from companion.storage import decode
from companion.storage.decode import EPOCH, LEFT_OUT
from companion.storage.store import LARGEST_NUMBER, refuse_large
from companion.storage.tables import KIND, LONGEST_KEY, STATES

DOCUMENTS, KEY, PRINTERS = "documents.jsonl", "secret-key", "printers.json"
"""Names of a backup's files; the key and the printers have the same names in the data folder."""
WANTED = "a backup made by `companion backup`"
MOST_BAD = 1000
"""The most errors that are collected; a file with more is not a backup."""
MOST_VERSIONS = 100_000
LARGEST_LINE = 2**29
"""Bytes of one document with all its versions."""
LARGEST_FILE = 2**20
"""Bytes of the signing key, and of the printers."""
Reader = Callable[[str, str, JsonMapping], None]
"""Reads a document (game, kind, data) as its pages do; InvalidInput where it cannot be read.

The data of a table has its events too, as `event`.
"""


ReadT = TypeVar("ReadT")


def _check_time(text: str) -> str:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        raise ValueError("a time such as 2026-11-22T19:30:00+00:00") from None
    return text


Time = Annotated[str, Field(max_length=32), AfterValidator(_check_time)]
Number = Annotated[int, Field(ge=1, le=LARGEST_NUMBER)]


class BackupVersion(Record):
    """One version in a backup; its data must be a table, as every document is."""

    number: Number
    saved: Time
    data: JsonObject
    shared: Annotated[int, Field(ge=0, le=1)] = 0


class BackupEvent(Record):
    """An event of a table in a backup."""

    number: Number
    data: JsonObject
    key: str | None = Field(default=None, max_length=LONGEST_KEY, pattern=r"^[^\x00]*$")
    sitter: str | None = Field(default=None, max_length=64, pattern=r"^[^\x00]*$")


class BackupState(Record):
    """A state of a table's game in a backup, as it was after an event."""

    number: Number
    data: JsonObject


class BackupTable(Record):
    """A table in a backup, besides its document: the seeds of its dice, its events, its newest states."""

    seeds: tuple[Annotated[str, Field(pattern="^([0-9a-f]{2}){16,64}$")], ...] = Field(min_length=1)
    ended: Annotated[int, Field(ge=0, le=LARGEST_NUMBER)] = 0
    rewritten: Annotated[int, Field(ge=0, le=LARGEST_NUMBER)] = 0
    events: tuple[BackupEvent, ...] = Field(default=(), max_length=MOST_VERSIONS)
    states: tuple[BackupState, ...] = Field(default=(), max_length=STATES)

    def read_events(self) -> tuple[TableEvent, ...]:
        """Return the events; InvalidInput where one cannot be read."""
        return tuple(read_as(TableEvent, event.data) for event in self.events)

    def find_problem(self, setup: Setup) -> str:
        """Return why the table cannot be stored as it is, in words; empty if it can."""
        events = self.read_events()
        numbers = [event.number for event in events]
        if numbers != list(range(1, len(events) + 1)) or numbers != [event.number for event in self.events]:
            return "its events are not complete and in order"
        if self.ended != next((event.number for event in events if event.kind == "end"), 0):
            return "its end is not the event that ends it"
        promised = [setup.commitment, *(event.values.get("commitment") for event in events if event.kind == "seed")]
        if promised != [commitment(bytes.fromhex(seed)) for seed in self.seeds]:
            return "its seeds are not those that were promised"
        return ""


class BackupDocument(Record):
    """One document in a backup."""

    id: str = Field(min_length=20, max_length=43, pattern=r"^[A-Za-z0-9_-]+$")
    owner: str = Field(max_length=64, pattern=r"^[^\x00]*$")
    game: str = Field(max_length=40, pattern=r"^[a-z0-9-]*$")
    kind: str = Field(default="build", pattern="^(build|pack|collection|opponent|house-rules|table)$")
    title: str = Field(max_length=200, pattern=r"^[^\x00]*$")
    current: Number
    changed: Time
    deleted: Time | None = None
    archived: Time | None = None
    tags: str = Field(default="[]", max_length=10_000, pattern=r"^[^\x00]*$")
    shelved: Time | None = None
    versions: tuple[BackupVersion, ...] = Field(min_length=1, max_length=MOST_VERSIONS)
    table: BackupTable | None = None

    @property
    def problem(self) -> str:
        """Return why the document cannot be stored as it is, in words; empty if it can."""
        numbers = [version.number for version in self.versions]
        if len(set(numbers)) != len(numbers) or self.current not in numbers:
            return "its versions are repeated, or the current one is missing"
        if damage := decode.damage(self.newest, self.kind):
            return damage
        if self.kind != KIND:
            return "" if self.table is None else "it is no table, and has events"
        if self.table is None:
            return "its events and the seeds of its dice are gone"
        return self.table.find_problem(read_as(Setup, self.newest))

    @property
    def newest(self) -> JsonObject:
        """Return the data of its current version."""
        return next(version.data for version in self.versions if version.number == self.current)


def read_lines(file: IO[bytes], name: str, longest: int = LARGEST_LINE) -> Iterator[bytes]:
    """Yield the lines of a file; InvalidInput for a line of more than `longest` bytes, before it is read."""
    while line := file.readline(longest + 1):
        if len(line) > longest:
            raise InvalidInput(InputError(name, "a line without an end", f"at most {longest:,} bytes a line"))
        yield line


def read_line(line: bytes, read: Callable[[Any], ReadT]) -> ReadT:
    """Return the result of `read` for a line of JSON; InvalidInput where it is not JSON, or nested too deep."""
    try:
        return read(json.loads(line))
    except (ValueError, RecursionError):
        raise InvalidInput(InputError("", "a text that is not JSON", "a line of JSON")) from None


def read_document(data: object, read: Reader) -> tuple[BackupDocument, tuple[InputError, ...]]:
    """Return a document of a backup, and the errors of old versions that are left out.

    InvalidInput where its newest version cannot be read, with `read` as pages do; RecursionError where it is nested too
    deep. Restoring, verifying and the doctor all use this function, so that they agree.
    """
    errors: tuple[InputError, ...] = ()
    try:
        document = _read_document(data)
    except InvalidInput:
        readable_data, errors = _replace_unreadable_versions(data)
        if not errors:
            raise
        document = _read_document(readable_data)
    events = {"event": [event.data for event in document.table.events]} if document.table else {}
    read(document.game, document.kind, {**document.newest, **events})
    return document, errors


def _read_document(data: object) -> BackupDocument:
    document = read_as(BackupDocument, data)
    if document.problem:
        raise InvalidInput(InputError("versions", document.problem.rstrip("."), "a document as it was saved"))
    for version in document.versions:
        refuse_large(version.data)
    refuse_halves(data)
    return document


def _replace_unreadable_versions(data: object) -> tuple[Any, tuple[InputError, ...]]:
    """Return a document's data with a placeholder for each old version that cannot be read, and the errors.

    The newest version stays as it is: without it there is no document. An old version without a readable number gets
    a free one below the newest, if there is any.
    """
    if not (isinstance(data, Mapping) and isinstance(data.get("versions"), list)):
        return data, ()
    if len(data["versions"]) > MOST_VERSIONS:
        return data, ()
    newest, good = data.get("current"), list[Any]()
    errors: list[InputError] = []
    bad: list[tuple[int, str]] = []
    for entry in data["versions"]:
        number, saved = _number_and_time(entry)
        if number and number == newest:
            good.append(entry)
            continue
        try:
            _read_version(entry)
            good.append(entry)
        except InvalidInput as error:
            bad.append((number, saved))
            errors += error.prefix_place(f"version {number or 'without a number'}").input_errors
    if not bad:
        return data, ()
    return {**data, "versions": good + list(_placeholders(good, bad, newest))}, tuple(errors)


def _number_and_time(entry: object) -> tuple[int, str]:
    """Return the number and the time of a damaged version: 0 and EPOCH where they cannot be read."""
    fields = entry if isinstance(entry, Mapping) else {}
    number = fields.get("number")
    valid_number = number if type(number) is int and 0 < number <= LARGEST_NUMBER else 0
    try:
        return valid_number, _check_time(str(fields.get("saved"))[:32])
    except ValueError:
        return valid_number, EPOCH.isoformat()


def _read_version(entry: object) -> None:
    refuse_deep(entry)
    refuse_halves(entry)
    refuse_large(read_as(BackupVersion, entry).data)


def _placeholders(good: list[Any], bad: list[tuple[int, str]], newest: object) -> Iterator[JsonObject]:
    used_numbers = {entry["number"] for entry in good} | {number for number, _ in bad}
    candidates = range(1, newest if type(newest) is int and newest <= MOST_VERSIONS else 1)
    free_numbers = (number for number in candidates if number not in used_numbers)
    for number, saved in bad:
        if usable_number := number or next(free_numbers, 0):
            yield {"number": usable_number, "saved": saved, "data": dict(LEFT_OUT)}
