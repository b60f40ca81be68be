"""The models of the API's requests; the types of its answers are in `companion.verbs`."""

from typing import Annotated, Literal

from pydantic import Field

from companion.base.json_types import JsonObject
from companion.data.documents import ChosenRulings, Record
from companion.dice.grammar import LONGEST
from companion.play.log import MOST_SEATS
from companion.verbs.shared_builds import Take
from companion.verbs.table_files import TableFile

Face = Annotated[int, Field(ge=-(10**9), le=10**9)]
Groups = Annotated[list[Annotated[list[Face], Field(max_length=200)]], Field(max_length=200)]
Written = Annotated[str, Field(max_length=4000)]
RULING = "ruling."
"""Prefix of a ruling in a query: `ruling.enters=left`."""
Seed = Annotated[int, Field(ge=0, lt=2**63)]


class TakeQuery(Record):
    """What counts in a list that was edited above its build code."""

    take: Take | None = Field(default=None, description="Where a list was edited above its build code: what counts.")


class InputsRequest(Record):
    """Inputs, rulings, packs."""

    inputs: JsonObject = Field(default_factory=dict)
    rulings: ChosenRulings = Field(default_factory=dict)
    pack: tuple[JsonObject, ...] = Field(default=(), max_length=20, description="Card packs to use.")


class ThrownRequest(Record):
    """Where the dice come from."""

    faces: Written | Groups | None = Field(
        default=None, description="One group a throw: `5 6 1 | 4 4`. Of a d10 `0` is ten, of a d% `00` a hundred."
    )
    seed: Seed | None = Field(default=None, description="The same seed makes the same throws.")


class AnalysisRequest(InputsRequest, TakeQuery):
    """The body of an analysis: its inputs, rulings, packs."""


class RollRequest(InputsRequest, ThrownRequest):
    """The body of a roll: inputs, rulings, packs, and where the dice come from."""


class EveryQuery(Record):
    """Whether every outcome is asked for."""

    every: bool = Field(default=False, description="Every outcome, however long the list; otherwise its spread.")


class OddsRequest(InputsRequest, EveryQuery):
    """The body of odds with card packs, which do not fit in a query."""


class ExpressionQuery(EveryQuery):
    """A dice expression."""

    expression: str = Field(max_length=LONGEST)


class ExpressionRequest(ThrownRequest):
    """A dice expression, and where its dice come from."""

    expression: str = Field(max_length=LONGEST)


Millimetres = Annotated[float, Field(ge=-1000, le=1000, allow_inf_nan=False)]


class CalibrationRequest(Record):
    """What was read off a printer's test page, in mm, as `companion calibrate` takes it; what is missing is true."""

    across: Millimetres | None = Field(default=None, description="C; true is 150.")
    along: Millimetres | None = Field(default=None, description="D; true is 200.")
    left: Millimetres | None = Field(default=None, description="A, from the left edge; true is 20.")
    top: Millimetres | None = Field(default=None, description="B, from the upper edge; true is 20.")
    back_right_mm: Millimetres | None = Field(default=None, description="E1, where the arrow points.")
    back_right: Millimetres | None = Field(default=None, description="E2, the number of the mark that lines up.")
    back_down_mm: Millimetres | None = Field(default=None, description="F1, where the arrow points.")
    back_down: Millimetres | None = Field(default=None, description="F2, the number of the mark that lines up.")
    flip: Literal["long", "short"] = Field(default="long", description="The edge that the printer turns over.")
    insist: bool = Field(default=False, description="Take readings that look like “fit to page” all the same.")


Given = JsonObject | str


class MatchupRequest(TakeQuery):
    """The body of a matchup: two sides and what holds around them."""

    mine: Given = Field(description="A build: a document, its text, or a link to one on this server.")
    theirs: Given = Field(description='A build as well, or `{"typed": {…}}` with a few numbers.')
    conditions: JsonObject = Field(
        default_factory=dict,
        description="What holds at the table: distance, cover, choices, what both sides have lost.",
    )


SEAT = Field(None, ge=0, lt=MOST_SEATS, description="As this seat sees it, from 0; without it as everybody does.")


class TableOpening(Record):
    """What a table is opened with; options are what the game asks."""

    title: str = Field("", max_length=200)
    seats: int | None = Field(None, ge=1, le=MOST_SEATS, description="Without it the most that the game has.")
    rulings: ChosenRulings = Field(default_factory=dict)
    options: JsonObject = Field(default_factory=dict)
    pack: tuple[JsonObject, ...] = Field(default=(), max_length=20, description="Card packs to use.")
    one_phone: bool = Field(True, description="Whether nobody is asked before something is undone.")
    by_hand: bool = Field(False, description="Whether the players keep the table, whatever the app knows of the game.")


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
