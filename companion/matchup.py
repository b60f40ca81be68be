"""Matchups: one build against another, every attack at every target, as inputs of the game's own resolvers.

A game's room `matchup` says who can attack, whom, and what the dice have to know. It works out no chance: each figure
is what a resolver answers to these inputs, so that the roll that a table's cell leads to shows the same odds.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, Protocol, cast

from companion.documents import Build, Record
from companion.losses import A_LOST, B_LOST
from companion.system import Context, GameSystem
from companion.workshop import FaceOf


@dataclass(frozen=True)
class MatchupSide:
    """One side: a build with the context it is judged in; or no build, and the few numbers typed in its place.

    The dice follow the rulings of the side that attacks; the cards of each side are those of its own context. `lost` is
    what the game has read of what the side has lost since; None where nothing is said.
    """

    title: str
    context: Context
    build: Build | None = None
    typed: Record | None = None
    lost: Any = None


@dataclass(frozen=True)
class MatchupAttack:
    """A row: what one side can attack with. `key` tells it from the side's others; `of` is who carries it.

    `points` is what the carrier costs, where the game counts points.
    """

    key: str
    title: str
    of: str = ""
    about: str = ""
    face: FaceOf | None = None
    points: int = 0


@dataclass(frozen=True)
class MatchupTarget:
    """A column: what can be attacked. `key`, `of` and `points` are as those of an attack."""

    key: str
    title: str
    of: str = ""
    about: str = ""
    face: FaceOf | None = None
    points: int = 0


@dataclass(frozen=True)
class Pairing:
    """One attack at one target before any dice: a resolver with all its inputs, or why there is no such attack.

    Among the inputs are the keys that say which cards they come from (`from.penetration`). `known` says them in the
    words of the table, each short: "Rail Gun", "AC 5", "PE 6". `applied` lists what changed them, each with its rule;
    `not_counted` what the companion knows of and leaves out.
    """

    resolver: str = ""
    inputs: Mapping[str, Any] = field(default_factory=dict)
    known: tuple[str, ...] = ()
    applied: tuple[tuple[str, str], ...] = ()
    not_counted: tuple[str, ...] = ()
    why_not: str = ""


@dataclass(frozen=True)
class CellFigure:
    """A figure of each cell: the name of the measure that each resolver has for it.

    `better` says which of two is better for the side that attacks.
    """

    name: str
    title: str
    measures: Mapping[str, str]
    kind: Literal["chance", "number"] = "chance"
    better: Literal["more", "less"] = "more"
    short: str = ""
    """A word or two for a cell of the table; the title where there is none."""


@dataclass(frozen=True)
class MatchupCell:
    """One attack at one target with its figures, by name; those that do not apply are missing.

    `too_large` says why there are none where exact odds are beyond their limits. `best` marks the best of its row.
    """

    target: MatchupTarget
    pairing: Pairing
    figures: Mapping[str, Fraction] = field(default_factory=dict)
    too_large: str = ""
    best: bool = False


@dataclass(frozen=True)
class AttackRow:
    """One attack at every target."""

    attack: MatchupAttack
    cells: tuple[MatchupCell, ...]


@dataclass(frozen=True)
class Conclusion:
    """A small table that follows from all rows: what is traded in an activation, say. Its cells are text."""

    title: str
    about: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Onward:
    """Where a player goes on from a matchup: an analysis with the inputs that the two sides fill in."""

    title: str
    analysis: str
    inputs: Mapping[str, Any]


class Matchup(Protocol):
    """A game's room `matchup`.

    CIRCUMSTANCES is what a player says about the table; every field has a default. Its fields with `rare` in
    `json_schema_extra` are folded away. What is said of each side is a pair of fields: `hold_mine` and `hold_theirs`,
    `my_attack` and `their_attack`, `lost` and `their_lost`, or `a_lost` and `b_lost`. TYPED are the few numbers that
    stand for a side of which nothing else is known; None where a game needs a build. BEST names the figures that decide
    which attack is better, the first one first.

    Optional: `after_losses(side, text, where)`, a side as it stands after what `a_lost` or `b_lost` says, InvalidInput
    naming the field where the text cannot be read; `conclusions(rows, mine, theirs, around)`;
    `onward(mine, theirs, around)`, analyses to go on with; `from_text(text, context)`, which reads a build from the
    game's text for a chat and returns None where the text is not one; and `filled(analysis, mine, theirs)`, the inputs
    of an analysis that both sides answer, as a form types them (`theirs` is None where no other side is known).
    """

    CIRCUMSTANCES: type[Record]
    TYPED: type[Record] | None
    FIGURES: tuple[CellFigure, ...]
    BEST: tuple[str, ...]

    def attacks(self, mine: MatchupSide) -> Sequence[MatchupAttack]:
        """Return what a side can attack with, in the order of its build."""

    def targets(self, theirs: MatchupSide, mine: MatchupSide) -> Sequence[MatchupTarget]:
        """Return what of the other side can be attacked, in the order of its build."""

    def pairing(
        self, attack: MatchupAttack, target: MatchupTarget, mine: MatchupSide, theirs: MatchupSide, around: Any
    ) -> Pairing:
        """Return one attack at one target as a resolver's inputs, or why there is none."""


def of(game: GameSystem) -> Matchup | None:
    """Return a game's room `matchup`, None where it has none."""
    return cast("Matchup | None", game.room("matchup"))


def counterpart(name: str, names: Collection[str]) -> str:
    """Return the circumstance that says of the other side what this one says of its own; itself where there is none."""
    stem = name.removesuffix("_mine").removesuffix("_theirs").removeprefix("my_").removeprefix("their_")
    if name in (A_LOST, B_LOST) and {A_LOST, B_LOST} <= set(names):
        return B_LOST if name == A_LOST else A_LOST
    pairs = ((f"{stem}_mine", f"{stem}_theirs"), (f"my_{stem}", f"their_{stem}"), (stem, f"their_{stem}"))
    both = next((pair for pair in pairs if name in pair and set(pair) <= set(names)), (name, name))
    return both[1] if name == both[0] else both[0]


def turned(around: Record) -> Record:
    """Return circumstances as the other side says them, which then attacks."""
    names = type(around).model_fields
    return type(around).model_validate({counterpart(name, names): getattr(around, name) for name in names})


def worth(matchup: Matchup, cell: MatchupCell) -> tuple[Fraction | float, ...] | None:
    """Return what cells are compared by, the greatest is the best; None for a cell without figures.

    A figure that does not apply counts as the worst.
    """
    if not cell.figures:
        return None
    signs = {figure.name: -1 if figure.better == "less" else 1 for figure in matchup.FIGURES}
    worst = float("-inf")
    return tuple(signs[name] * cell.figures[name] if name in cell.figures else worst for name in matchup.BEST)
