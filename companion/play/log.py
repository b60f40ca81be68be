"""The stored form of a table: its setup and its events, plain data that every later release must read."""

import hashlib
import hmac
import json
from collections.abc import Sequence
from typing import Annotated, Any, Literal, Required

from pydantic import ConfigDict, Field, Strict, TypeAdapter
from typing_extensions import TypedDict

from companion.base.json_types import JsonObject
from companion.data.documents import Record

MOST_SEATS = 4
MOST_EVENTS = 10_000
"""Events that a table may have: an evening of Mechalyte has a few hundred."""
LONGEST_NOTE = 400

Kind = Literal[
    "sit", "leave", "dice", "move", "faces", "shuffle", "seal", "open", "correct", "propose", "agree", "refuse",
    "undo", "redo", "note", "seed", "end", "host", "call", "pause", "resume", "out", "state", "card",
    "void", "finish", "admit",
]  # fmt: skip
"""What an event is. Those of the game, listed in OF_GAME, are handed to its tracker.

`card` names a card that was drawn or turned up on the players' own table. `host` says who is host from then on, `call`
asks whether the host is there, `out` that the others go on without a seat.

`void` takes back the sealed choice of a seat in which somebody else sits now: whoever does chooses anew. `finish` says
that a seat agrees to the end of a game that is decided, `admit` that the others let a new person play on in a seat.

From `seed` on, the dice follow from another seed: its values are the new `commitment` and `text`, which says why.

From `state` on, the game follows from the state that stands in its `secret`, as it was after the event that its value
`to` says: a later tracker cannot follow what led to it. Its value `tracker` is the number of that tracker.
"""
OF_GAME: frozenset[Kind] = frozenset({"move", "faces", "shuffle", "card", "seal", "open", "correct", "void"})


class Setup(Record):
    """What a table was opened with; it holds copies, so that nothing that is edited or deleted later changes it.

    `tracker` is the number of the tracker's states. `commitment` is the SHA-256 of the seed, in hex. At a table with
    `one_phone`, all seats are played on one device and nobody is asked to agree. `release` is the version of the app
    that opened it, empty before 0.17: words and odds in its log are those of then.
    """

    format: Literal[1] = 1
    game: str
    tracker: int
    title: str = ""
    seats: int = Field(ge=1, le=MOST_SEATS)
    rulings: dict[str, str] = {}
    pack: tuple[JsonObject, ...] = ()
    house_rules: JsonObject | None = None
    options: JsonObject = {}
    one_phone: bool = False
    commitment: str = Field(pattern="[0-9a-f]{64}")
    release: str = Field("", max_length=40)


class TableEvent(Record):
    """One thing that happened. Its number is its place in the log, from 1.

    `cause` is the number of the event that it followed from without anybody doing anything, None for what a seat did.
    `seat` counts from 0; None where it was nobody's. `secret` is what only its seat may see until it is opened: others
    see `values["sealed"]`, a commitment. The order of a shuffle, and a whole state, are nobody's to see until the table
    ends. `seen` names what was shown by it and cannot be unseen. `rulings` are those that decided it, as far as none of
    them had mattered before, with the option in force. `at` is the server's time in ISO 8601. Until the table ends,
    `state` stays on the server, the hash of the state that it led to, and `expected`, what was to be expected of its
    dice. `reason` says why the computer moved.
    """

    number: int
    kind: Kind
    seat: int | None = Field(None, ge=0, lt=MOST_SEATS)
    cause: int | None = None
    values: JsonObject = {}
    secret: JsonObject = {}
    seen: tuple[str, ...] = ()
    rulings: dict[str, str] = {}
    at: str = ""
    state: str = ""
    expected: JsonObject = {}
    reason: str = ""


class _StoredEvent(TypedDict, total=False):
    """The fields of a TableEvent as JSON has them; read in one go, because a table may have thousands."""

    number: Required[Annotated[int, Strict()]]
    kind: Required[Kind]
    seat: Annotated[int, Strict()] | None
    cause: Annotated[int, Strict()] | None
    values: JsonObject
    secret: JsonObject
    seen: tuple[str, ...]
    rulings: dict[str, str]
    at: str
    state: str
    expected: JsonObject
    reason: str


_StoredEvent.__pydantic_config__ = ConfigDict(extra="forbid")  # type: ignore[attr-defined]
_USUAL = TableEvent(number=1, kind="note")
_LOG: TypeAdapter[Any] = TypeAdapter(tuple[_StoredEvent, ...])


def read_log(text: str | bytes) -> tuple[TableEvent, ...]:
    """Return events from a list of them in JSON; ValueError where one cannot be read."""
    return tuple(_USUAL.model_copy(update=event) for event in _LOG.validate_json(text))


def canonical(data: object) -> bytes:
    """Return data as JSON that is the same bytes wherever it is written: sorted keys, no spaces."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def state_hash(state: Record) -> str:
    """Return the hash of a state, in hex."""
    return hashlib.sha256(canonical(state.model_dump(mode="json"))).hexdigest()


def seal(secret: JsonObject, salt: bytes) -> str:
    """Return the commitment of a secret, in hex: it gives nothing away, and the secret cannot be changed afterwards."""
    return hashlib.sha256(salt + canonical(secret)).hexdigest()


def seal_salt(seed: bytes, number: int) -> bytes:
    """Return the salt of the sealed choice that is event `number`: it can be told once the seed is open."""
    return hmac.digest(seed, b"mech-companion seal 1\n%d" % number, "sha256")


def public(event: TableEvent, seat: int | None, ended: bool = False) -> JsonObject:
    """Return an event as a seat may see it: with its own secrets; once the table has `ended`, with state hashes."""
    shown = ended if event.kind in ("shuffle", "state") else event.seat == seat
    hidden = set() if event.secret and shown else {"secret"}
    closed = {name for name in ("expected", "reason") if not getattr(event, name)}
    return event.model_dump(mode="json", exclude=hidden | closed | (set() if ended else {"state", "expected"}))


LOG = "log"
"""The value of the event `end` that has the fingerprint of the log up to and with that event."""


def log_fingerprint(setup: Setup, events: Sequence[TableEvent]) -> str:
    """Return the SHA-256, in hex, of a log up to its end: of its setup and events as everybody may see them then.

    Empty values are left out, so that it stays the same where a later release adds fields, and so is LOG itself.
    """
    ended = next((place for place, event in enumerate(events, 1) if event.kind == "end"), len(events))
    public_events = [_without_empty(_as_fingerprinted(event)) for event in events[:ended]]
    data = {"setup": _without_empty(setup.model_dump(mode="json")), "event": public_events}
    return hashlib.sha256(canonical(data)).hexdigest()


def _as_fingerprinted(event: TableEvent) -> JsonObject:
    data = public(event, None, ended=True)
    if event.kind == "end":
        data["values"] = {name: value for name, value in event.values.items() if name != LOG}
    return data


def _without_empty(data: JsonObject) -> JsonObject:
    """Return the fields that say something; 0 does, and null, false and what is empty do not."""
    return {name: _whole(value) for name, value in data.items() if value or value == 0 and value is not False}


def _whole(value: Any) -> Any:
    """Return data with whole numbers as such: some programs write 2 for 2.0."""
    if isinstance(value, dict):
        return {name: _whole(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_whole(one) for one in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def short_fingerprint(fingerprint: str) -> str:
    """Return the first sixteen digits of a fingerprint, in fours, for people who compare their phones."""
    return " ".join(fingerprint[at : at + 4] for at in range(0, 16, 4))
