"""The API's request and answer of a matchup as models."""

from pydantic import Field

from companion.base.json_types import JsonObject
from companion.data.documents import Record
from companion.web.api.api_schema import Answer, ChanceEntry, MeanEntry, NumberBasis, RulingBasis

Given = JsonObject | str


class MatchupRequest(Record):
    """The body of a matchup: two sides and what holds around them."""

    mine: Given = Field(description="A build: a document, its text, or a link to one on this server.")
    theirs: Given = Field(description='A build as well, or `{"typed": {…}}` with a few numbers.')
    conditions: JsonObject = Field(
        default_factory=dict,
        description="What holds at the table: distance, cover, choices, what both sides have lost.",
    )


class FigureEntry(Answer):
    """A figure that cells have, where it applies to them."""

    name: str
    title: str
    kind: str


class TargetEntry(Answer):
    """What is attacked; `of` is who carries it, and `points` what that costs."""

    key: str
    title: str
    of: str = ""
    about: str = ""
    points: int = 0


class RollInputs(Answer):
    """A resolver with inputs, as the odds and rolls take them."""

    resolver: str
    inputs: JsonObject


class Applied(Answer):
    """What changed the dice, and its rule."""

    words: str
    rule: str


class CellEntry(Answer):
    """One attack at one target: `why_not` there is none, or its `roll` with the figures of the same odds."""

    target: str
    why_not: str = ""
    roll: RollInputs | None = None
    known: list[str] = Field(default_factory=list)
    applied: list[Applied] = Field(default_factory=list)
    not_counted: list[str] = Field(default_factory=list)
    too_large: str = ""
    figures: dict[str, ChanceEntry | MeanEntry] = Field(default_factory=dict)
    derived: dict[str, ChanceEntry | MeanEntry] = Field(
        default_factory=dict, description="Figures that follow from those of the roll: the points that are traded."
    )
    best: bool = False


class AttackRowEntry(TargetEntry):
    """One attack at every target."""

    cells: list[CellEntry]


class ConclusionEntry(Answer):
    """A small table that follows from all rows."""

    title: str
    about: str
    columns: list[str]
    rows: list[list[str]]


class RankingEntry(Answer):
    """By which figures attacks are ranked, and how sure that is: `proved`, or `partial` where some are left out."""

    figures: list[str]
    words: str
    certainty: str
    sure: str


class MatchupResult(Answer):
    """A matchup: every attack of one side at every target of the other; `best` names attacks by target."""

    game: str
    mine: str
    theirs: str
    conditions: JsonObject
    notes: list[str] = Field(default_factory=list, description="Circumstances that change nothing, a sentence each.")
    figures: list[FigureEntry]
    ranked_by: RankingEntry
    targets: list[TargetEntry]
    rows: list[AttackRowEntry]
    best: dict[str, list[str]]
    conclusions: list[ConclusionEntry]
    rests_on: list[NumberBasis | RulingBasis]
