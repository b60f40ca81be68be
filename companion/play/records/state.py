"""The state of a table with record sheets, as it is stored; what changes it is in `records`."""

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from companion.base.json_types import JsonObject
from companion.data.documents import Record
from companion.play.tracker import Result

MOST_COUNTERS = 60
MOST_COUNT = 9_999


class Counter(Record):
    """Something that is counted by hand: its name, whose it is (None: everybody's), how much."""

    name: str = Field(min_length=1, max_length=40)
    seat: int | None = None
    value: int = Field(ge=-MOST_COUNT, le=MOST_COUNT)


class UnitState(Record):
    """A unit's record. `values` and `links` have only what is not as at the start.

    `set_now` names what was set in the activation under way. `out` says why it is out of play, empty while it is in.
    """

    seat: int
    values: dict[str, int] = {}
    links: dict[str, str] = {}
    set_now: tuple[str, ...] = ()
    has_acted: bool = False
    out: str = ""


class TableStep(Record):
    """A roll, or with `answers` a question; `name` is the game's word for it, `data` what it needs to go on afterwards.

    `seat` rolls or is asked; `second` is the seat of a roll's second side. `title` names it: a roll's own title with
    attacker and target, or the question. `groups` are the faces so far.
    """

    name: str
    seat: int
    title: str
    data: JsonObject = {}
    resolver: str = ""
    inputs: JsonObject = {}
    second: int | None = None
    answers: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    usual: int = 0
    groups: tuple[tuple[int, ...], ...] = ()


class RecordChange(Record):
    """A number or a word on a record that an event changed; of a seat's pool `unit` is empty."""

    seat: int
    unit: str = ""
    title: str
    before: str
    after: str


class AppliedRoll(Record):
    """The newest roll that changed records: what happened in sentences, its dice, and each change."""

    sentences: tuple[str, ...]
    groups: tuple[tuple[int, ...], ...] = ()
    changes: tuple[RecordChange, ...] = ()


class RecordsState(Record):
    """What lies on the table. `units` are by id, `1.2` for the second unit of the first seat.

    `round` is 0 before the battle. `turn` is the seat that activates next, None where nobody can; `active` is the unit
    under way, empty without one. `pairs` has the circumstances that were last said of two units, by `1.2>2.1`.
    `custom` are the seats whose builds began as an earlier battle left them. The first of `steps` is under way.
    `placed` are the targets for which a player has moved the unit under way, as the computer wished, each with the
    keys of the attacks on it since.
    """

    builds: tuple[JsonObject | None, ...]
    pools: tuple[dict[str, int], ...]
    units: dict[str, UnitState] = {}
    round: int = 0
    turn: int | None = None
    active: str = ""
    pairs: dict[str, JsonObject] = {}
    counters: tuple[Counter, ...] = ()
    custom: tuple[int, ...] = ()
    steps: tuple[TableStep, ...] = ()
    applied: AppliedRoll | None = None
    result: Result | None = None
    news: tuple[str, ...] = ()
    placed: dict[str, tuple[str, ...]] = {}

    @model_serializer(mode="wrap")
    def _without_empty_placed(self, write: SerializerFunctionWrapHandler) -> JsonObject:
        """Leave `placed` out while it is empty: states of tables without the computer keep their hashes."""
        data: JsonObject = write(self)
        if not self.placed:
            data.pop("placed", None)
        return data


def unit_id(seat: int, index: int) -> str:
    """Return the id of a seat's unit by its place in the build, both from 0."""
    return f"{seat + 1}.{index + 1}"
