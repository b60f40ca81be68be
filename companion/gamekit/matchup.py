"""Matchups: one build against another, every attack at every target, as inputs of the game's own resolvers.

A game's room `matchup` lists attacks and targets, and gives a resolver's inputs for each pair. It calculates no
chances: each figure is the resolver's answer, so that the roll linked from a cell shows the same odds.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic, Literal, TypeVar

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping
from companion.data.documents import Build, Record
from companion.gamekit.contract import Context
from companion.gamekit.losses import A_LOST, B_LOST, Losses, is_structured, read_losses
from companion.gamekit.record_sheets import UnitSheet
from companion.gamekit.workshop import FaceOf


@dataclass(frozen=True)
class MatchupSide:
    """One side: a build with its context; or no build, and a few typed numbers instead.

    Rolls follow the rulings of the attacking side; the cards of each side are those of its own context. `losses` are
    the side's losses as the game has read them; None if nothing is typed.
    """

    title: str
    context: Context
    build: Build | None = None
    typed_numbers: Record | None = None
    losses: Any = None


@dataclass(frozen=True)
class MatchupEntry:
    """A row or a column. `key` is unique among those of its side, `carrier` names the unit or mech that has it.

    `points` are the cost of the carrier, in games that count points.
    """

    key: str
    title: str
    carrier: str = ""
    about: str = ""
    face: FaceOf | None = None
    points: int = 0


class MatchupAttack(MatchupEntry):
    """A row: one attack of the attacking side."""


class MatchupTarget(MatchupEntry):
    """A column: one target of the other side."""


@dataclass(frozen=True)
class Pairing:
    """One attack at one target before any dice: a resolver with all its inputs, or why there is no such attack.

    Keys such as `from.penetration` among the inputs name the cards that an input comes from. `known` has the inputs in
    a few words each: "Rail Gun", "AC 5", "PE 6". `applied` lists the effects that changed them, each with its rule;
    `not_counted` are known effects that are left out.
    """

    resolver: str = ""
    inputs: JsonMapping = field(default_factory=dict)
    known: tuple[str, ...] = ()
    applied: tuple[tuple[str, str], ...] = ()
    not_counted: tuple[str, ...] = ()
    why_not: str = ""


@dataclass(frozen=True)
class CellFigure:
    """A figure of each cell: the name of its measure by resolver; empty for a derived figure.

    `better` says which value is better for the attacking side.
    """

    name: str
    title: str
    measures: Mapping[str, str]
    kind: Literal["chance", "number"] = "chance"
    better: Literal["more", "less"] = "more"
    short: str = ""
    """A word or two for a cell of the table; empty to use the title."""


@dataclass(frozen=True)
class MatchupCell:
    """One attack at one target with its figures, by name; those that do not apply are missing.

    `derived` are figures that follow from those of the roll and from both sides, such as traded points. `too_large`
    says why exact odds are beyond their limits. `best` marks the best cell of a row.
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
    """A small table that follows from all rows, such as the points traded in an activation. Its cells are text."""

    title: str
    about: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class NextStep:
    """A next step from a matchup: an analysis with inputs from the two sides."""

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
    """The MATCHUP of a game's room `matchup`.

    `circumstances` is the model of the conditions at the table; every field has a default. Its fields with `rare` in
    `json_schema_extra` are folded away. Fields about each side come in pairs that begin with `my_` and `their_`; losses
    begin with `a_` and `b_`, or are `lost` and `their_lost`. `typed_model` has the few numbers for a side without a
    build; None if the game needs a build. `best` names the figures that rank attacks, most important first.
    """

    circumstances: type[ConditionsT]
    typed_model: type[Record] | None
    figures: tuple[CellFigure, ...]
    best: tuple[str, ...]
    attacks: Callable[[MatchupSide], Sequence[MatchupAttack]]
    """Returns the attacks of a side, in the order of its build."""
    targets: Callable[[MatchupSide, MatchupSide], Sequence[MatchupTarget]]
    """Returns the targets of the other side, in the order of its build; the second argument is the attacking side."""
    pairing: Callable[[MatchupAttack, MatchupTarget, MatchupSide, MatchupSide, ConditionsT], Pairing]
    """Returns one attack at one target as a resolver's inputs, or why there is none."""
    apply_losses: Callable[[MatchupSide, MatchupSide, ConditionsT], tuple[MatchupSide, MatchupSide]] = _keep_sides
    """Returns both sides after their losses; InvalidInput names the circumstance."""
    sheets: Callable[[MatchupSide, MatchupSide, ConditionsT], Sequence[UnitSheet]] = _no_entries
    """Returns the sheets of the first side's units with all that they can lose, which may depend on the other side."""
    derived: Callable[
        [MatchupAttack, MatchupTarget, Mapping[str, Fraction], MatchupSide, MatchupSide, ConditionsT],
        Mapping[str, Fraction],
    ] = lambda attack, target, figures, mine, theirs, conditions: {}
    """Returns the figures of a cell that follow from those of its roll."""
    ranking: Callable[[MatchupSide, MatchupSide, ConditionsT], tuple[str, ...]] = _no_entries
    """Returns names of figures that rank instead of `best`; empty to use `best`."""
    conclusions: Callable[[Sequence[AttackRow], MatchupSide, MatchupSide, ConditionsT], Sequence[Conclusion]] = (
        _no_entries
    )
    """Returns the conclusions from all rows."""
    next_steps: Callable[[MatchupSide, MatchupSide, ConditionsT], Sequence[NextStep]] = _no_entries
    """Returns analyses as next steps."""
    from_text: Callable[[str, Context], Build | None] = lambda text, context: None
    """Reads a build from the game's text for a chat; None where the text is not one."""
    fill_inputs: Callable[[str, MatchupSide, MatchupSide | None], dict[str, str]] | None = None
    """Returns the inputs of an analysis that both sides provide, as texts of a form; there may be no other side."""
    filled_in_groups: tuple[tuple[str, ...], ...] = ()
    """Groups of inputs: if an address has one of a group, no other of that group is filled in."""
    filled_from_example: bool = False
    """Whether an example is used where there is no other side."""


AnyMatchup = Matchup[Any]
"""The matchup of a game that is not known here."""


OTHER_SIDE = {"my_": "their_", "their_": "my_", "a_": "b_", "b_": "a_"}
"""Prefixes of circumstances about one side, each with the prefix of the other side."""
_PORTS_LOST = {"lost": "their_lost", "their_lost": "lost"}


def counterpart(name: str) -> str:
    """Return the name of a circumstance for the other side; unchanged if it is not about a side."""
    if name in _PORTS_LOST:
        return _PORTS_LOST[name]
    side = next((side for side in OTHER_SIDE if name.startswith(side)), "")
    return OTHER_SIDE[side] + name.removeprefix(side) if side else name


def swap_sides(conditions: Record) -> Record:
    """Return the circumstances with the sides swapped: the other side attacks."""
    values = conditions.field_values()
    return type(conditions).model_validate({counterpart(name): value for name, value in values.items()})


def make_apply_losses(
    sheets: Callable[[MatchupSide, MatchupSide, Any], Sequence[UnitSheet]],
    lose: Callable[[MatchupSide, Losses], MatchupSide],
    from_words: Callable[[MatchupSide, str, str], MatchupSide],
) -> Callable[[MatchupSide, MatchupSide, Record], tuple[MatchupSide, MatchupSide]]:
    """Return the `apply_losses` of a game whose sides lose things independently of each other.

    `lose` returns a side after its losses; `from_words(side, text, where)` after those in words, as before 0.18, where
    InvalidInput names the field.
    """

    def apply_losses(mine: MatchupSide, theirs: MatchupSide, conditions: Record) -> tuple[MatchupSide, MatchupSide]:
        errors: list[InputError] = []
        values = conditions.field_values()
        sides: list[MatchupSide] = []
        for side, other, where in ((mine, theirs, A_LOST), (theirs, mine, B_LOST)):
            try:
                sides.append(_side_after(side, other, conditions, str(values[where]), where))
            except InvalidInput as error:
                errors += error.input_errors
        if errors:
            raise InvalidInput(*errors)
        return sides[0], sides[1]

    def _side_after(side: MatchupSide, other: MatchupSide, conditions: Record, lost: str, where: str) -> MatchupSide:
        if not lost.strip():
            return side
        if side.build is None:
            raise InvalidInput(InputError(where, quote(lost), "nothing: typed numbers already include losses"))
        if not is_structured(lost):
            return from_words(side, lost, where)
        return lose(side, read_losses(lost, sheets(side, other, conditions), where))

    return apply_losses


def ranking(matchup: AnyMatchup, mine: MatchupSide, theirs: MatchupSide, conditions: Record) -> tuple[str, ...]:
    """Return the names of the figures that rank attacks, most important first."""
    return matchup.ranking(mine, theirs, conditions) or matchup.best


def worth(matchup: AnyMatchup, cell: MatchupCell, names: Collection[str] = ()) -> tuple[Fraction | float, ...] | None:
    """Return a cell's sort key, the greatest is the best; None for a cell without figures.

    `names` are the figures that rank, by default those of `best`. A figure that does not apply counts as the worst.
    """
    if not cell.figures:
        return None
    signs = {figure.name: -1 if figure.better == "less" else 1 for figure in matchup.figures}
    worst, figures = float("-inf"), {**cell.figures, **cell.derived}
    return tuple(signs[name] * figures[name] if name in figures else worst for name in names or matchup.best)
