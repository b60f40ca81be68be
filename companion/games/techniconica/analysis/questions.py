"""The question for the solver with its constraints, and its reports, which improve as it works."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal

from companion.base.compat import cached_property
from companion.data.cards import Catalogue
from companion.data.rulebook import Rulings
from companion.games.techniconica.analysis.goals import Number, Objective
from companion.games.techniconica.analysis.opponent import TYPICAL, Opponent
from companion.games.techniconica.model import Mech, Part
from companion.games.techniconica.model.special_rules import specials

JudgedBy = Literal["sum", "weakest"]
"""The value by which squads are compared: the sum of their Mechs' first measures, or that of the weakest Mech."""
MOST_NEAR = 3
"""The most near-best answers."""


@dataclass(frozen=True)
class Constraints:
    """The constraints of an answer besides its objective.

    `grid` is rows and columns, `must` the required cards with their numbers, `opponent` the target of attacks, `near`
    the number of further, near-best answers.
    """

    least_speed: int = 0
    grid: tuple[int, int] = (3, 3)
    must: Mapping[str, int] = field(default_factory=dict)
    opponent: Opponent = TYPICAL
    judged_by: JudgedBy = "sum"
    near: int = 0

    @property
    def slots(self) -> int:
        """The auxiliary slots of the grid."""
        return self.grid[0] * self.grid[1] - 2


@dataclass(frozen=True)
class BestMech:
    """A Mech for a goal: its measures, its document, and the Weapon that the first is about, or ""."""

    objective: Objective
    first: Number
    second: int
    mech: Mapping[str, object]
    main: str = ""

    @cached_property
    def used(self) -> Counter[str]:
        """The number of each card in it."""
        mech = Mech.model_validate(self.mech)
        seats = (mech.locomotor, mech.cockpit, mech.pilot, *mech.part)
        return Counter(card for seat in seats if seat for card in (seat.card, *seat.attached))


Squad = tuple[BestMech, ...]


@dataclass(frozen=True)
class SquadQuestion:
    """A question for the solver: number of Mechs, copies of cards, objective and constraints.

    Questions are equal if everything is equal that the answer depends on, see `of`.
    """

    count: int
    objective: Objective
    copies: tuple[tuple[str, int], ...]
    constraints: Constraints = field(compare=False)
    catalogue: Catalogue = field(compare=False, repr=False)
    rulings: Rulings = field(compare=False)
    _same: tuple[object, ...] = ()

    @classmethod
    def of(
        cls,
        count: int,
        catalogue: Catalogue,
        copies: Mapping[str, int],
        objective: Objective,
        rulings: Rulings,
        constraints: Constraints,
    ) -> "SquadQuestion":
        """Return the question."""
        terms = (*tuple(vars(replace(constraints, must={})).items()), tuple(sorted(constraints.must.items())))
        cards = tuple(repr(card) for card in catalogue.all(Part) if copies.get(card.id))
        key = (repr(terms), cards, repr(specials(catalogue)), tuple(sorted(rulings.items())))
        return cls(count, objective, tuple(sorted(copies.items())), constraints, catalogue, dict(rulings), key)


@dataclass(frozen=True)
class SquadReport:
    """A solver's progress: the best squad so far, the upper bound, and whether it is proved optimal.

    `most` is that bound, None if it is not known yet; it may be too high by `rounding`, because values are rounded to
    whole units. With `settled`, no squad of equal value has more of the second measure. If no squad is fast enough,
    `fastest` is the most Speed that its slowest Mech can have. `near` are other squads of nearly the same value.
    `seconds` is the time that the solver has worked, `left` says what it left out.
    """

    squad: Squad = ()
    most: Number | None = None
    rounding: Fraction = Fraction(0)
    proved: bool = False
    settled: bool = False
    finished: bool = False
    near: tuple[Squad, ...] = ()
    fastest: int | None = None
    seconds: float = 0
    left: str = ""


def judge_squad(squad: Squad, judged_by: JudgedBy) -> Number:
    """Return the value of a squad: the sum of its first measures, or the lowest of them."""
    firsts = [mech.first for mech in squad]
    return min(firsts, default=0) if judged_by == "weakest" else sum(firsts, 0)
