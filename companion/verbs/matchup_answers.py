"""The types of a matchup's answer, `MatchupResult`, and of its parts."""

from typing import Annotated, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from companion.base.json_types import JsonObject, answer
from companion.dice.odds import Summary
from companion.verbs.basis_answers import RestsOn


@answer
class FigureEntry(TypedDict):
    """A figure that cells have, where it applies to them."""

    name: str
    title: str
    kind: str


@answer
class TargetEntry(TypedDict):
    """What is attacked; `of` is who carries it, and `points` what that costs."""

    key: str
    title: str
    of: NotRequired[str]
    about: NotRequired[str]
    points: NotRequired[int]


@answer
class AttackRoll(TypedDict):
    """A resolver with inputs, as the odds and rolls take them."""

    resolver: str
    inputs: JsonObject


@answer
class Applied(TypedDict):
    """What changed the dice, and its rule."""

    words: str
    rule: str


@answer
class CellEntry(TypedDict):
    """One attack at one target: `why_not` there is none, or its `roll` with the figures of the same odds."""

    target: str
    why_not: NotRequired[str]
    roll: NotRequired[AttackRoll]
    known: NotRequired[list[str]]
    applied: NotRequired[list[Applied]]
    not_counted: NotRequired[list[str]]
    too_large: NotRequired[str]
    figures: NotRequired[Summary]
    derived: NotRequired[
        Annotated[Summary, Field(description="Figures that follow from those of the roll: the points that are traded.")]
    ]
    best: NotRequired[bool]


@answer
class AttackRowEntry(TargetEntry):
    """One attack at every target."""

    cells: list[CellEntry]


@answer
class ConclusionEntry(TypedDict):
    """A small table that follows from all rows."""

    title: str
    about: str
    columns: list[str]
    rows: list[list[str]]


@answer
class RankingEntry(TypedDict):
    """By which figures attacks are ranked, and how sure that is: `proved`, or `partial` where some are left out."""

    figures: list[str]
    words: str
    certainty: str
    sure: str


@answer
class MatchupResult(TypedDict):
    """A matchup: every attack of one side at every target of the other; `best` names attacks by target."""

    game: str
    mine: str
    theirs: str
    conditions: JsonObject
    figures: list[FigureEntry]
    ranked_by: RankingEntry
    notes: Annotated[list[str], Field(description="Circumstances that change nothing, a sentence each.")]
    targets: list[TargetEntry]
    rows: list[AttackRowEntry]
    best: dict[str, list[str]]
    conclusions: list[ConclusionEntry]
    rests_on: RestsOn
