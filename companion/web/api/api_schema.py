"""The API's requests and answers as models; `openapi` makes the OpenAPI document from them."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from companion.base.json_types import JsonObject
from companion.data.documents import ChosenRulings, Record
from companion.data.rulebook import Option, Section, TypedNumber
from companion.printing.sheets.printers import Readings

Face = Annotated[int, Field(ge=-(10**9), le=10**9)]
Groups = Annotated[list[Annotated[list[Face], Field(max_length=200)]], Field(max_length=200)]
Written = Annotated[str, Field(max_length=4000)]
Seed = Annotated[int, Field(ge=0, lt=2**63)]


class AnalysisRequest(Record):
    """The body of an analysis: its inputs, rulings, packs."""

    inputs: JsonObject = Field(default_factory=dict)
    rulings: ChosenRulings = Field(default_factory=dict)
    pack: tuple[JsonObject, ...] = Field(default=(), max_length=20, description="Card packs to use.")


class ThrownRequest(Record):
    """Where the dice come from."""

    faces: Written | Groups | None = Field(default=None, description="One group a throw: `5 6 1 | 4 4`.")
    seed: Seed | None = Field(default=None, description="The same seed makes the same throws.")


class RollRequest(AnalysisRequest, ThrownRequest):
    """The body of a roll: inputs, rulings, packs, and where the dice come from."""


EVERY = Field(default=False, description="Every outcome, however long the list; otherwise its spread.")


class OddsRequest(AnalysisRequest):
    """The body of odds with card packs, which do not fit in a query."""

    every: bool = EVERY


class EveryQuery(Record):
    """Whether every outcome is asked for."""

    every: bool = EVERY


class ExpressionQuery(EveryQuery):
    """A dice expression."""

    expression: str = Field(max_length=200)


class ExpressionRequest(ThrownRequest):
    """A dice expression, and where its dice come from."""

    expression: str = Field(max_length=200)


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


class Answer(BaseModel):
    """Base of every answer: exactly the declared keys."""

    model_config = ConfigDict(extra="forbid")


class Calibration(Answer):
    """A printer's error as it would be saved, and what looks like a page that the print dialog scaled."""

    readings: Readings
    scaled: str = Field(description="Why the page looks scaled, where it was insisted on; else empty.")


class CreditEntry(Answer):
    """Whose game it is."""

    designer: str
    publisher: str
    licence: str
    note: str


class GameEntry(Answer):
    """A game and what it offers."""

    slug: str
    title: str
    tagline: str
    players: str
    build: str
    resolvers: list[str]
    print_sets: list[str]
    analyses: list[str]
    credit: CreditEntry


class Games(Answer):
    """Every game."""

    games: list[GameEntry]


class MarkEntry(Answer):
    """Where a number comes from."""

    origin: Literal["printed", "derived", "house", "custom"]
    note: str


class CardEntry(BaseModel):
    """A card: its kind, its fields, and the mark of each number (`default` for all others)."""

    model_config = ConfigDict(extra="allow")
    kind: str
    id: str
    name: str
    origin: dict[str, MarkEntry]


class Cards(Answer):
    """A game's cards."""

    game: str
    cards: list[CardEntry]


class RulingEntry(Answer):
    """A ruling; `chosen` is the option in force."""

    id: str
    section: str
    question: str
    default: str
    option: list[Option]
    number: TypedNumber | None
    example: bool
    chosen: str


class Rules(Answer):
    """A game's rulebook in our own words."""

    game: str
    title: str
    edition: str
    sections: list[Section]
    rulings: list[RulingEntry]


class FixEntry(Answer):
    """A change that removes a finding: the document's top-level fields with their new values."""

    label: str
    set: JsonObject


class FindingEntry(Answer):
    """A problem, a warning or a note about a build, with the rule's id."""

    rule: str
    level: Literal["error", "warning", "note"]
    message: str
    where: str
    fixes: list[FixEntry]


class HouseRulesEntry(Answer):
    """House rules as an answer names them; the fingerprint stands for what they decide."""

    title: str
    fingerprint: str


class Check(Answer):
    """The check of a document."""

    game: str
    title: str
    legal: bool
    totals: JsonObject
    origins: dict[str, str] = Field(description="Where totals come from that are not made from printed numbers alone.")
    findings: list[FindingEntry]
    rulings: dict[str, str]
    house_rules: HouseRulesEntry | None


class MeasureEntry(Answer):
    """A summary figure of a resolver's odds."""

    name: str
    title: str


class AnalysisEntry(Answer):
    """An analysis; `inputs` is a JSON Schema."""

    name: str
    title: str
    about: str
    inputs: JsonObject


class ResolverEntry(AnalysisEntry):
    """A resolver; `inputs` is a JSON Schema."""

    measures: list[MeasureEntry]
    headline: str


class Resolvers(Answer):
    """A game's resolvers."""

    game: str
    resolvers: list[ResolverEntry]


class Analyses(Answer):
    """A game's analyses."""

    game: str
    analyses: list[AnalysisEntry]


class NumberBasis(Answer):
    """A number of a card that the rulebook does not print; an empty `field` means the whole card."""

    kind: Literal["card"]
    input: str
    card: str
    name: str
    field: str
    origin: Literal["derived", "house", "custom"]
    note: str


class RulingBasis(Answer):
    """A ruling that an answer rests on, with the option in force."""

    kind: Literal["ruling"]
    ruling: str
    question: str
    option: str
    text: str


class AnalysisResult(Answer):
    """The answer of an analysis: `inputs` as they were read, `answer` in the analysis's own keys."""

    game: str
    analysis: str
    inputs: JsonObject
    notes: list[str] = Field(default_factory=list, description="Inputs that change nothing, a sentence each.")
    answer: JsonObject
    rests_on: list[NumberBasis | RulingBasis]


class Case(Answer):
    """One outcome with its exact chance."""

    outcome: JsonObject
    exact: str = Field(pattern=r"^\d+(/\d+)?$")
    p: float = Field(ge=0, le=1)


class ChanceEntry(Answer):
    """How likely something is."""

    exact: str = Field(pattern=r"^\d+(/\d+)?$")
    p: float = Field(ge=0, le=1)


class MeanEntry(Answer):
    """The average of a value."""

    exact: str = Field(pattern=r"^-?\d+(/\d+)?$")
    value: float


class Estimated(Answer):
    """A simulated figure, `p` or `value`, with the interval that contains the true one 19 times out of 20."""

    p: float | None = None
    value: float | None = None
    low: float
    high: float


class Simulated(Answer):
    """Figures from many rolls where exact odds would be too large, and why they would be."""

    why: str
    times: int
    interval: float
    summary: dict[str, Estimated]


class SpreadBin(Answer):
    """Neighbouring amounts, both ends included, and their chance together."""

    first: int = Field(alias="from")
    to: int
    p: float


class SpreadValue(Answer):
    """One number of the outcomes: its percentiles, and bins."""

    quantiles: dict[str, int]
    bins: list[SpreadBin]


class LikelyCase(Answer):
    """One of the likeliest outcomes."""

    outcome: JsonObject
    p: float


class Spread(Answer):
    """A long list of outcomes in short: how many there are, each number's spread, the likeliest ones."""

    count: int
    values: dict[str, SpreadValue]
    likeliest: list[LikelyCase]


class Odds(Answer):
    """Exact odds; the fractions sum to 1.

    Where they would be too large, only `simulated` is given; of a long list of outcomes, `spread` in their place.
    """

    game: str
    resolver: str
    inputs: JsonObject
    notes: list[str] = Field(default_factory=list, description="Inputs that change nothing, a sentence each.")
    outcomes: list[Case]
    summary: dict[str, ChanceEntry | MeanEntry]
    spread: Spread | None = None
    simulated: Simulated | None = None
    rests_on: list[NumberBasis | RulingBasis] = Field(default_factory=list)


class ThrowEntry(Answer):
    """One throw: why, which dice, and the faces they showed."""

    why: str
    dice: str
    faces: list[int]


class Roll(Answer):
    """One roll."""

    game: str
    resolver: str
    inputs: JsonObject
    notes: list[str] = Field(default_factory=list, description="Inputs that change nothing, a sentence each.")
    throws: list[ThrowEntry]
    outcome: JsonObject
    ending: str = Field("", description="How it ended, in a sentence without its full stop.")
    rests_on: list[NumberBasis | RulingBasis] = Field(default_factory=list)


class InputErrorEntry(Answer):
    """A field that could not be read."""

    where: str
    found: str
    expected: str
    message: str


class Error(Answer):
    """What went wrong, as a sentence, and every field that could not be read."""

    error: str
    input_errors: list[InputErrorEntry]
