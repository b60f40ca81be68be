"""Matchups: one build against another, every attack at every target, as inputs of the game's own resolvers.

A game's room `matchup` says who can attack, whom, and what the dice have to know. It works out no chance: each figure
is what a resolver answers to these inputs, so that the roll that a table's cell leads to shows the same odds.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic, Literal, TypeVar

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping
from companion.data.documents import Build, Record
from companion.gamekit.contract import Context
from companion.gamekit.losses import A_LOST, B_LOST
from companion.gamekit.workshop import FaceOf


@dataclass(frozen=True)
class MatchupSide:
    """One side: a build with the context it is judged in; or no build, and the few numbers typed in its place.

    The dice follow the rulings of the side that attacks; the cards of each side are those of its own context.
    `losses` is what the game has read of what the side has lost since; None where nothing is said.
    """

    title: str
    context: Context
    build: Build | None = None
    typed_numbers: Record | None = None
    losses: Any = None


@dataclass(frozen=True)
class MatchupEntry:
    """A row or a column. `key` tells it from the side's others, `carrier` is who carries it.

    `points` is what the carrier costs, where the game counts points.
    """

    key: str
    title: str
    carrier: str = ""
    about: str = ""
    face: FaceOf | None = None
    points: int = 0


class MatchupAttack(MatchupEntry):
    """A row: what one side can attack with."""


class MatchupTarget(MatchupEntry):
    """A column: what can be attacked."""


@dataclass(frozen=True)
class Pairing:
    """One attack at one target before any dice: a resolver with all its inputs, or why there is no such attack.

    Among the inputs are the keys that say which cards they come from (`from.penetration`). `known` says them in the
    words of the table, each short: "Rail Gun", "AC 5", "PE 6". `applied` lists what changed them, each with its rule;
    `not_counted` what the companion knows of and leaves out.
    """

    resolver: str = ""
    inputs: JsonMapping = field(default_factory=dict)
    known: tuple[str, ...] = ()
    applied: tuple[tuple[str, str], ...] = ()
    not_counted: tuple[str, ...] = ()
    why_not: str = ""


@dataclass(frozen=True)
class CellFigure:
    """A figure of each cell: the name of the measure that each resolver has for it; none for one that is derived.

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

    `derived` are figures that follow from those of the roll and from both sides, such as the points that are traded.
    `too_large` says why there are none where exact odds are beyond their limits. `best` marks the best of its row.
    """

    target: MatchupTarget
    pairing: Pairing
    figures: Mapping[str, Fraction] = field(default_factory=dict)
    derived: Mapping[str, Fraction] = field(default_factory=dict)
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
class NextStep:
    """Where a player goes on from a matchup: an analysis with the inputs that the two sides fill in."""

    title: str
    analysis: str
    inputs: JsonMapping


def _keep_sides(mine: MatchupSide, theirs: MatchupSide, conditions: Record) -> tuple[MatchupSide, MatchupSide]:
    return mine, theirs


def _no_entries(*sides: object) -> tuple[()]:
    return ()


ConditionsT = TypeVar("ConditionsT", bound=Record)


@dataclass(frozen=True)
class Matchup(Generic[ConditionsT]):
    """What a game's room `matchup` offers: its MATCHUP.

    `circumstances` is what a player says about the table; every field has a default. Its fields with `rare` in
    `json_schema_extra` are folded away. What is said of each side is a pair of fields that begin with `my_` and
    `their_`; losses begin with `a_` and `b_`, or are `lost` and `their_lost`. `typed_model` has the few
    numbers that stand for a side of which nothing else is known; None where a game needs a build. `best` names the
    figures that decide which attack is better, the first one first.
    """

    circumstances: type[ConditionsT]
    typed_model: type[Record] | None
    figures: tuple[CellFigure, ...]
    best: tuple[str, ...]
    attacks: Callable[[MatchupSide], Sequence[MatchupAttack]]
    """Returns what a side can attack with, in the order of its build."""
    targets: Callable[[MatchupSide, MatchupSide], Sequence[MatchupTarget]]
    """Returns what of the other side can be attacked, in the order of its build; my own side comes second."""
    pairing: Callable[[MatchupAttack, MatchupTarget, MatchupSide, MatchupSide, ConditionsT], Pairing]
    """Returns one attack at one target as a resolver's inputs, or why there is none."""
    apply_losses: Callable[[MatchupSide, MatchupSide, ConditionsT], tuple[MatchupSide, MatchupSide]] = _keep_sides
    """Returns both sides after what they have lost; InvalidInput names the circumstance."""
    derived: Callable[
        [MatchupAttack, MatchupTarget, Mapping[str, Fraction], MatchupSide, MatchupSide, ConditionsT],
        Mapping[str, Fraction],
    ] = lambda attack, target, figures, mine, theirs, conditions: {}
    """Returns the figures of a cell that follow from those of its roll."""
    ranking: Callable[[MatchupSide, MatchupSide, ConditionsT], tuple[str, ...]] = _no_entries
    """Returns the names that decide instead of `best`; none where those do."""
    conclusions: Callable[[Sequence[AttackRow], MatchupSide, MatchupSide, ConditionsT], Sequence[Conclusion]] = (
        _no_entries
    )
    """Returns what follows from all rows."""
    next_steps: Callable[[MatchupSide, MatchupSide, ConditionsT], Sequence[NextStep]] = _no_entries
    """Returns analyses to go on with."""
    from_text: Callable[[str, Context], Build | None] = lambda text, context: None
    """Reads a build from the game's text for a chat; None where the text is not one."""
    fill_inputs: Callable[[str, MatchupSide, MatchupSide | None], dict[str, str]] | None = None
    """Returns the inputs of an analysis that both sides answer, as a form types them; there may be no other side."""
    filled_in_groups: tuple[tuple[str, ...], ...] = ()
    """Groups of inputs: an address that has one of a group needs no other of it."""
    filled_from_example: bool = False
    """Whether an example is used for an unknown side."""


AnyMatchup = Matchup[Any]
"""The matchup of a game that is not known here."""


OTHER_SIDE = {"my_": "their_", "their_": "my_", "a_": "b_", "b_": "a_"}
"""How the name of a circumstance begins that is about one side, and its counterpart's."""
_PORTS_LOST = {"lost": "their_lost", "their_lost": "lost"}


def counterpart(name: str) -> str:
    """Return the other side's counterpart of a circumstance; the circumstance itself if it is about no side."""
    if name in _PORTS_LOST:
        return _PORTS_LOST[name]
    side = next((side for side in OTHER_SIDE if name.startswith(side)), "")
    return OTHER_SIDE[side] + name.removeprefix(side) if side else name


def swap_sides(conditions: Record) -> Record:
    """Return the circumstances with the sides swapped: the other side attacks."""
    values = conditions.field_values()
    return type(conditions).model_validate({counterpart(name): value for name, value in values.items()})


def make_apply_losses(
    after: Callable[[MatchupSide, str, str], MatchupSide],
) -> Callable[[MatchupSide, MatchupSide, Record], tuple[MatchupSide, MatchupSide]]:
    """Return the `apply_losses` of a game whose sides lose things independently of each other.

    `after(side, text, where)` returns a side after what a text says that it has lost, InvalidInput naming the field.
    """

    def apply_losses(mine: MatchupSide, theirs: MatchupSide, conditions: Record) -> tuple[MatchupSide, MatchupSide]:
        wrong: list[InputError] = []
        values = conditions.field_values()
        sides: list[MatchupSide] = []
        for side, where in ((mine, A_LOST), (theirs, B_LOST)):
            try:
                sides.append(_standing(side, str(values[where]), where))
            except InvalidInput as error:
                wrong += error.input_errors
        if wrong:
            raise InvalidInput(*wrong)
        return sides[0], sides[1]

    def _standing(side: MatchupSide, lost: str, where: str) -> MatchupSide:
        if not lost.strip():
            return side
        if side.build is None:
            raise InvalidInput(InputError(where, quote(lost), "nothing: typed numbers say how the side stands now"))
        return after(side, lost, where)

    return apply_losses


def ranking(matchup: AnyMatchup, mine: MatchupSide, theirs: MatchupSide, conditions: Record) -> tuple[str, ...]:
    """Return the names of the figures that decide which attack is better, the first one first."""
    return matchup.ranking(mine, theirs, conditions) or matchup.best


def worth(matchup: AnyMatchup, cell: MatchupCell, names: Collection[str] = ()) -> tuple[Fraction | float, ...] | None:
    """Return a cell's sort key, the greatest is the best; None for a cell without figures.

    `names` are the figures that decide, those of `best` where there are none. One that does not apply counts as
    the worst.
    """
    if not cell.figures:
        return None
    signs = {figure.name: -1 if figure.better == "less" else 1 for figure in matchup.figures}
    worst, figures = float("-inf"), {**cell.figures, **cell.derived}
    return tuple(signs[name] * figures[name] if name in figures else worst for name in names or matchup.best)
