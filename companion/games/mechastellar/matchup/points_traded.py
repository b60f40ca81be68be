"""What follows from a matchup's figures: the points that an attack trades, and by what attacks are ranked."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from companion.base.wording import format_number
from companion.gamekit.matchup import AttackRow, Conclusion, MatchupAttack, MatchupCell, MatchupSide, MatchupTarget
from companion.games.mechastellar.matchup.conditions import Conditions
from companion.games.mechastellar.matchup.fighting import FightingUnit, UnitAttack, UnitTarget, module_hp_factor

POINTS, NET = "traded", "net"
"""The figures that rank: points traded; damage done less damage suffered, where the target's points are not known."""


@dataclass(frozen=True)
class Blow:
    """One attack on one target in points: what it destroys of the target, and loses of the attacker, on average.

    A share of a unit's full HP is worth the same share of its points.
    """

    attack: UnitAttack
    target: UnitTarget
    share: Fraction
    lost_share: Fraction

    @property
    def gained(self) -> Fraction:
        """Return the points it destroys."""
        return self.share * self.target.points

    @property
    def lost(self) -> Fraction:
        """Return the points that the answer in melee destroys."""
        return self.lost_share * self.attack.points

    @property
    def traded(self) -> Fraction:
        """Return the points gained minus the points lost."""
        return self.gained - self.lost


def ranking_figures(mine: MatchupSide, theirs: MatchupSide, conditions: Conditions) -> tuple[str, ...]:
    """Return the figures that rank attacks: points traded, ties by the chance to destroy; or that chance alone."""
    if conditions.rank == "destroy":
        return ("kill",)
    return (NET if _is_unpriced(theirs) else POINTS, "kill")


def _is_unpriced(theirs: MatchupSide) -> bool:
    return theirs.typed_numbers is not None and not getattr(theirs.typed_numbers, "points", 0)


def trade_figures(
    attack: MatchupAttack,
    target: MatchupTarget,
    figures: Mapping[str, Fraction],
    mine: MatchupSide,
    theirs: MatchupSide,
    conditions: Conditions,
) -> Mapping[str, Fraction]:
    """Return the points an attack trades, or its damage less what it suffers at a target without points."""
    if not isinstance(attack, UnitAttack) or not isinstance(target, UnitTarget):
        raise TypeError("attacks and targets of this game are units of lists")
    if _is_unpriced(theirs):
        return {NET: figures["within_hp"] - figures.get("suffered", Fraction())}
    return {POINTS: _blow(attack, target, figures, hp_factor(mine, theirs, conditions)).traded}


def hp_factor(mine: MatchupSide, theirs: MatchupSide, conditions: Conditions) -> int:
    """Return the factor of all HP: 2 where the circumstances say so, or what the modules of either list give."""
    return max(module_hp_factor(mine, theirs), 1 + conditions.double)


def _blow(attack: UnitAttack, target: UnitTarget, figures: Mapping[str, Fraction], factor: int) -> Blow:
    suffered = figures.get("suffered", Fraction())
    return Blow(
        attack,
        target,
        figures["within_hp"] / _hp(target.unit, factor),
        min(Fraction(1), suffered / _hp(attack.unit, factor)),
    )


def _hp(unit: FightingUnit, factor: int) -> int:
    return max(1, unit.profile.hp * factor)


def _blows(rows: Sequence[AttackRow], factor: int) -> Iterator[tuple[Blow, MatchupCell]]:
    for row in rows:
        for cell in row.cells:
            if cell.figures and isinstance(row.attack, UnitAttack) and isinstance(cell.target, UnitTarget):
                yield _blow(row.attack, cell.target, cell.figures, factor), cell


def points_traded(rows: Sequence[AttackRow], factor: int) -> Conclusion:
    """Return for each unit the attack that trades most, the units that trade most for their points first."""
    best: dict[str, tuple[tuple[Fraction, Fraction], Blow]] = {}
    for blow, cell in _blows(rows, factor):
        found, before = (blow.traded, cell.figures["kill"]), best.get(blow.attack.unit.key)
        if blow.target.points and (before is None or found > before[0]):
            best[blow.attack.unit.key] = found, blow
    ranked = sorted((blow for _, blow in best.values()), key=_trade_per_point, reverse=True)
    return Conclusion(
        "Points traded in an activation",
        "For each unit the attack that trades most, of equal ones the first: what it destroys less what the answer in "
        "melee costs it, without Overwatch. A share of full HP is worth that share of a unit's points. Swap the sides "
        "to see theirs.",
        ("Unit", "Best attack", "At", "Destroys", "Loses", "Of its own points"),
        tuple(_row(blow) for blow in ranked),
    )


def _trade_per_point(blow: Blow) -> Fraction | float:
    return blow.traded / blow.attack.points if blow.attack.points else float("inf")


def _row(blow: Blow) -> tuple[str, ...]:
    unit = f"{blow.attack.carrier}, {blow.attack.points}"
    ratio = f"{format_number(100 * blow.traded / blow.attack.points)} %" if blow.attack.points else "–"
    points = (format_number(blow.gained), format_number(blow.lost))
    return (unit, blow.attack.title, f"{blow.target.title}, {blow.target.points}", *points, ratio)
