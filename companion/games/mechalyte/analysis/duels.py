"""Spec against spec: duels of one mech against one at every pair of levels, and forces of equal points.

A duel is a single combat, not a war. The order of the letters between two As does not change it, nor do letters after
the level, so each duel is worked out once for all specs that share it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Annotated

from pydantic import AfterValidator, Field

from companion.base.json_types import JsonObject
from companion.base.wording import nearest
from companion.data.documents import Record
from companion.dice.odds import ExactOdds, exact
from companion.gamekit.contract import Analysis, Context
from companion.games.mechalyte.model import LEVELS, ROOM, read_spec
from companion.games.mechalyte.resolver.combat import Combat
from companion.games.mechalyte.resolver.filled import spec_card_numbers
from companion.games.mechalyte.rules.levels import PRINTED, Scale, module_scale

SURE = "Proved: exact odds of every duel. Where there are several to aim at, both sides fire at the strongest."
"""How sure the answer is."""


@dataclass(frozen=True, slots=True)
class DuelResult:
    """Result of one combat: chances that A or B is wiped out, the mean levels each keeps, the levels each brought."""

    a_wiped: Fraction
    b_wiped: Fraction
    a_levels: Fraction
    b_levels: Fraction
    a_cost: int
    b_cost: int

    @property
    def edge(self) -> Fraction:
        """Return A's edge, from -1 to 1: the share of its levels that A keeps minus the share that B keeps."""
        return self.a_levels / self.a_cost - self.b_levels / self.b_cost


@lru_cache(maxsize=65536)
def canonical(spec: str, level: int) -> str:
    """Return the modules of a level with the letters between As sorted: equal for mechs that fight alike."""
    return "A".join("".join(sorted(run)) for run in spec[:level].split("A"))


def duel(a: str, a_levels: Sequence[int], b: str, b_levels: Sequence[int], scale: Scale = PRINTED) -> DuelResult:
    """Return how a combat between mechs of two specs ends; both sides fire at the strongest mech."""
    if len(a_levels) == len(b_levels) == 1:
        return _duel_of_two(canonical(a, a_levels[0]), canonical(b, b_levels[0]), scale)
    return _duel_of_groups(a, tuple(a_levels), b, tuple(b_levels), scale)


@lru_cache(maxsize=40_000)
def _duel_of_two(a: str, b: str, scale: Scale) -> DuelResult:
    return _result(Combat((a, b), ((len(a),), (len(b),)), scale=scale), len(a), len(b))


@lru_cache(maxsize=4096)
def _duel_of_groups(a: str, a_levels: tuple[int, ...], b: str, b_levels: tuple[int, ...], scale: Scale) -> DuelResult:
    return _result(Combat((a, b), (a_levels, b_levels), scale=scale), sum(a_levels), sum(b_levels))


def _result(combat: Combat, a_cost: int, b_cost: int) -> DuelResult:
    odds: ExactOdds = exact(combat)
    wiped, levels_left = {"a": 0, "b": 0}, {"a": 0, "b": 0}
    for outcome, weight in odds.outcomes:
        for side in ("a", "b"):
            levels = sum(outcome[side])
            levels_left[side] += weight * levels
            wiped[side] += 0 if levels else weight
    a, b = (Fraction(wiped[side], odds.total) for side in ("a", "b"))
    return DuelResult(
        a, b, Fraction(levels_left["a"], odds.total), Fraction(levels_left["b"], odds.total), a_cost, b_cost
    )


@dataclass(frozen=True, slots=True)
class Match:
    """Two forces of equal points, each as its mechs' levels, and the combat between them."""

    points: int
    a: tuple[int, ...]
    b: tuple[int, ...]
    result: DuelResult


def equal_points(a: str, b: str, scale: Scale = PRINTED) -> tuple[Match, ...]:
    """Return the combats of equal points, in which each side brings up to three mechs of one level."""
    forces = [(level,) * count for level in LEVELS for count in range(1, ROOM + 1)]
    return tuple(
        Match(sum(ours), ours, theirs, duel(a, ours, b, theirs, scale))
        for ours, theirs in sorted(product(forces, forces), key=lambda pair: (sum(pair[0]), -pair[0][0], -pair[1][0]))
        if sum(ours) == sum(theirs)
    )


def edge(a: str, b: str, scale: Scale = PRINTED) -> Fraction:
    """Return A's edge over B: the mean over the six levels, one mech of that level on each side."""
    return sum((duel(a, (n,), b, (n,), scale).edge for n in LEVELS), Fraction()) / len(LEVELS)


SpecText = Annotated[str, Field(max_length=80, examples=["MIPASA"]), AfterValidator(read_spec)]
"""A complete spec as players type it: six letters, in any case, with or without spaces."""


class DuelInputs(Record):
    """Two specs."""

    a: SpecText = Field(title="Spec A", description="Six letters of P, S, M, I and A, for example MIPASA.")
    b: SpecText = Field(title="Spec B", description="The spec it fights, for example PMISAA.")


RULES = ("ratings", "combat", "aim", "hit", "critical-hit", "shield-layers", "armor-effect")
"""The rules that decide a duel."""


def run(inputs: DuelInputs, context: Context) -> JsonObject:
    """Return A's `edge` over six even duels, `duels` at every pair of levels, and `equal_points`.

    An edge is from -1 to 1: the average share of its levels that A keeps, minus the share that B keeps; pages show its
    `hundredths`. `a_wiped` and `b_wiped` are chances; `a_levels` and `b_levels` are the levels kept on average.
    """
    a, b, scale = inputs.a, inputs.b, module_scale(context.catalogue)
    rows = tuple(tuple(duel(a, (n,), b, (m,), scale) for m in LEVELS) for n in LEVELS)
    return {
        "a": a,
        "b": b,
        "edge": edge_figure(edge(a, b, scale)),
        "duels": [{"a_level": n, "b_level": m, **_figures(rows[n - 1][m - 1])} for n, m in product(LEVELS, repeat=2)],
        "equal_points": [
            {"points": match.points, "a": list(match.a), "b": list(match.b), **_figures(match.result)}
            for match in equal_points(a, b, scale)
        ],
        "certainty": "proved",
        "sure": SURE,
        "rules": list(RULES),
    }


def figure(value: Fraction) -> JsonObject:
    """Return a number as JSON: its float `value` and its `exact` fraction, `1/3`."""
    return {"value": float(value), "exact": str(value)}


def hundredths(edge: Fraction) -> int:
    """Return an edge in whole hundredths, as pages show and count it: +0.004 is even."""
    return int(nearest(100 * edge))


def edge_figure(edge: Fraction) -> JsonObject:
    """Return an edge as `figure` does, with its `hundredths`."""
    return {**figure(edge), "hundredths": hundredths(edge)}


def _figures(result: DuelResult) -> JsonObject:
    return {
        "edge": edge_figure(result.edge),
        "a_wiped": {"p": float(result.a_wiped), "exact": str(result.a_wiped)},
        "b_wiped": {"p": float(result.b_wiped), "exact": str(result.b_wiped)},
        "a_levels": figure(result.a_levels),
        "b_levels": figure(result.b_levels),
    }


DUELS = Analysis(
    name="duels",
    title="Duels",
    about="Two specs compared: mech against mech at every pair of levels, and forces of equal points.",
    inputs=DuelInputs,
    run=run,
    card_numbers=spec_card_numbers("a", "b"),
)
