"""The API's requests and answers for tables: the whole table goes to and fro, for the API keeps none."""

from typing import Literal

from pydantic import Field

from companion.base.json_types import JsonObject
from companion.data.documents import ChosenRulings, Record
from companion.play.log import MOST_SEATS, Kind, Setup
from companion.play.verify import Checked
from companion.verbs.table_files import TableFile
from companion.web.api.api_schema import Answer

SEAT = Field(None, ge=0, lt=MOST_SEATS, description="As this seat sees it, from 0; without it as everybody does.")


class TableOpening(Record):
    """What a table is opened with; options are what the game asks."""

    title: str = Field("", max_length=200)
    seats: int | None = Field(None, ge=1, le=MOST_SEATS, description="Without it the most that the game has.")
    rulings: ChosenRulings = Field(default_factory=dict)
    options: JsonObject = Field(default_factory=dict)
    pack: tuple[JsonObject, ...] = Field(default=(), max_length=20, description="Card packs to use.")
    one_phone: bool = Field(True, description="Whether nobody is asked before something is undone.")


class TableViewRequest(Record):
    """A table, and whose eyes see it."""

    table: TableFile
    seat: int | None = SEAT


class TableMoveRequest(Record):
    """A table, and what a seat does there, in the words of `companion table move`."""

    table: TableFile
    seat: int = Field(ge=0, lt=MOST_SEATS)
    act: tuple[str, ...] = Field(min_length=1, max_length=200, examples=[["sit", "Anna"], ["roll", "resolver=attack"]])


class TableReportRequest(Record):
    """A table whose game has ended."""

    table: TableFile
    names: bool = Field(True, description="Names of players; otherwise sides in their place.")


class TableSeat(Answer):
    """Who sits there, and whose dice it uses."""

    name: str
    dice: Literal["thrown", "typed"]


class TableOwed(Answer):
    """What the table waits for; `dice` says which, `answers` are those of a question."""

    seat: int | None
    wants: str
    why: str
    dice: str
    answers: list[str]


class TableProposal(Answer):
    """What a seat asks the others to agree to."""

    seat: int
    what: str


class TableState(Answer):
    """How a table stands, as a seat may see it."""

    game: str
    title: str
    commitment: str
    seats: list[TableSeat]
    waiting: list[TableOwed]
    proposal: TableProposal | None
    paused: bool
    result: JsonObject | None
    moves: list[JsonObject]
    cards: list[JsonObject]
    relaxed: list[JsonObject]
    view: JsonObject
    event: list[JsonObject]


class TableMoved(Answer):
    """A table after an act, and how it stands for the seat that did it."""

    table: TableFile
    state: TableState


class TableExport(Answer):
    """A table as it may be handed on; what is secret is not in it."""

    format: Literal[1]
    setup: Setup
    event: list[JsonObject]


class TableCheck(Answer):
    """One event that has dice, cards or a sealed choice."""

    number: int
    kind: Kind
    seat: int | None
    found: Checked


class TableChecks(Answer):
    """What can be checked of a table; `ok` where nothing is wrong."""

    game: str
    title: str
    seed_open: bool
    ok: bool
    events: list[TableCheck]


class ReportResult(Answer):
    """How the game ended."""

    winners: list[int]
    why: str
    words: str


class ReportSeat(Answer):
    """A seat: its side, and who sat there."""

    side: str
    name: str


class ReportBuild(Answer):
    """A build that was open at the end."""

    seat: int
    title: str
    summary: str
    document: JsonObject


class ReportFigure(Answer):
    """What a roll came to beside what was to be expected, and how likely so much or more, so much or less was."""

    title: str
    value: bool | float
    expected: float
    at_least: float | None
    at_most: float | None


class ReportLuck(ReportFigure):
    """What a seat's dice did in all: of so many dice, or of so many rolls of a kind."""

    seat: int
    kind: str
    of: str
    count: int
    typed: int
    words: str


class ReportThrow(Answer):
    """Dice that fell; hits are counted where it is said which faces hit."""

    number: int
    seat: int | None
    dice: str
    why: str
    die: list[int]
    faces: list[int]
    typed: bool
    hits_on: list[int]
    hits: int | None
    expected_hits: float | None
    words: str


class ReportRoll(Answer):
    """A roll with its throws; without figures where no odds are known."""

    number: int
    title: str
    about: str
    seat: int | None
    typed: bool
    throws: list[ReportThrow]
    figures: list[ReportFigure]
    words: list[str]


class ReportEntry(Answer):
    """An event of the story in words."""

    number: int
    seat: int | None
    who: str
    text: str
    faces: list[int]
    how: str
    at: str


class TableReport(Answer):
    """The report of a finished game: what was public at its end."""

    game: str
    title: str
    began: str
    ended: str
    result: ReportResult
    seats: list[ReportSeat]
    rulings: str
    builds: list[ReportBuild]
    luck: list[ReportLuck]
    rolls: list[ReportRoll]
    story: list[ReportEntry]
    undone: int
    method: str
