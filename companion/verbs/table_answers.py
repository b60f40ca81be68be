"""The types of the answers of `companion table`: a table's state, its export, its check, its report."""

from typing import Annotated, Literal

from typing_extensions import TypedDict

from companion.base.json_types import JsonObject, Written, answer
from companion.play.log import Kind, Setup
from companion.play.verify import Checked, Found, Part


@answer
class TableSeat(TypedDict):
    """Who sits there, and whose dice it uses."""

    name: str
    dice: Literal["thrown", "typed"]


@answer
class TableOwed(TypedDict):
    """What the table waits for; `dice` says which, `answers` are those of a question."""

    seat: int | None
    wants: str
    why: str
    dice: str
    answers: list[str]


@answer
class TableProposal(TypedDict):
    """What a seat asks the others to agree to."""

    seat: int
    what: str


@answer
class TableState(TypedDict):
    """How a table stands, as a seat may see it; `unfollowed` says why `view` is empty where only the log is known."""

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
    unfollowed: str
    event: list[JsonObject]


@answer
class TableExport(TypedDict):
    """A table as it may be handed on; what is secret is not in it."""

    format: Literal[1]
    setup: Annotated[JsonObject, Written(Setup)]
    event: list[JsonObject]


@answer
class TableCheck(TypedDict):
    """One event that has dice, cards or a sealed choice."""

    number: int
    kind: Kind
    seat: int | None
    found: Checked


@answer
class TableWrong(TypedDict):
    """Something that is wrong in a log: the number of its event, None for the log as a whole."""

    number: int | None
    message: str


@answer
class TablePart(TypedDict):
    """How much of one part of a log was checked, how much was not, and why not."""

    part: Part
    found: Found
    checked: int
    unchecked: int
    why: str


@answer
class TableChecks(TypedDict):
    """The check of a table; `ok` where nothing is wrong, `parts` say what was checked and what was not.

    `fingerprint` is that of the log up to its end, which the phones of the players show; empty while the game goes on.
    `release` opened the table, empty before 0.17.
    """

    game: str
    title: str
    seed_open: bool
    ok: bool
    fingerprint: str
    release: str
    wrong: list[TableWrong]
    parts: list[TablePart]
    events: list[TableCheck]


@answer
class ReportResult(TypedDict):
    """How the game ended."""

    winners: list[int]
    why: str
    words: str


@answer
class ReportSeat(TypedDict):
    """A seat: its side, and who sat there."""

    side: str
    name: str


@answer
class ReportBuild(TypedDict):
    """A build that was open at the end."""

    seat: int
    title: str
    summary: str
    document: JsonObject


@answer
class ReportFigure(TypedDict):
    """What a roll came to beside what was to be expected, and how likely so much or more, so much or less was.

    Rounded to floating-point numbers; the log has the fractions.
    """

    title: str
    value: bool | float
    expected: float
    at_least: float | None
    at_most: float | None


@answer
class ReportLuck(ReportFigure):
    """What a seat's dice did in all: of so many dice, or of so many rolls of a kind."""

    seat: int
    kind: str
    of: str
    count: int
    typed: int
    words: str


@answer
class ReportThrow(TypedDict):
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


@answer
class ReportRoll(TypedDict):
    """A roll with its throws; without figures where no odds are known."""

    number: int
    title: str
    about: str
    seat: int | None
    typed: bool
    throws: list[ReportThrow]
    figures: list[ReportFigure]
    words: list[str]


@answer
class ReportEntry(TypedDict):
    """An event of the story in words."""

    number: int
    seat: int | None
    who: str
    text: str
    faces: list[int]
    how: str
    at: str


@answer
class TableReport(TypedDict):
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
