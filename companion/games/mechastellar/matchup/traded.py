"""What follows from a matchup's figures: the points that an activation trades."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from companion.games.mechastellar.matchup.fighting import FightingUnit, UnitAttack, UnitTarget
from companion.matchup import AttackRow, Conclusion, MatchupCell


@dataclass(frozen=True)
class Blow:
    """One attack on one target in points: what it destroys of the target, and loses of the attacker, on average.

    A share of HP is worth the same share of the unit's points.
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
    def ratio(self) -> Fraction | float:
        """Return what it gains less what it loses, for each of the attacker's points."""
        return (self.gained - self.lost) / self.attack.points if self.attack.points else float("inf")


def _blows(rows: Sequence[AttackRow], factor: int) -> Iterator[Blow]:
    for row in rows:
        for cell in row.cells:
            if cell.figures and isinstance(row.attack, UnitAttack) and isinstance(cell.target, UnitTarget):
                yield _blow(row.attack, cell.target, cell, factor)


def _blow(attack: UnitAttack, target: UnitTarget, cell: MatchupCell, factor: int) -> Blow:
    suffered = cell.figures.get("suffered", Fraction())
    return Blow(
        attack,
        target,
        cell.figures["within_hp"] / _hp(target.unit, factor),
        min(Fraction(1), suffered / _hp(attack.unit, factor)),
    )


def _hp(unit: FightingUnit, factor: int) -> int:
    return max(1, unit.profile.hp * factor)


def traded(rows: Sequence[AttackRow], doubled: bool) -> Conclusion:
    """Return for each unit the attack that gains most for its points, the best units first."""
    best: dict[str, Blow] = {}
    for blow in _blows(rows, 2 if doubled else 1):
        before = best.get(blow.attack.unit.key)
        if blow.target.points and (before is None or blow.ratio > before.ratio):
            best[blow.attack.unit.key] = blow
    ranked = sorted(best.values(), key=lambda blow: -blow.ratio)
    return Conclusion(
        "Points traded in an activation",
        "For each unit its best attack for its points. A share of HP is worth that share of a unit's points; what it "
        "loses is the answer in melee. Swap the sides to see theirs.",
        ("Unit", "Best attack", "At", "Destroys", "Loses", "Of its own points"),
        tuple(_row(blow) for blow in ranked),
    )


def _row(blow: Blow) -> tuple[str, ...]:
    unit = f"{blow.attack.of}, {blow.attack.points}"
    ratio = f"{_signed(round(100 * blow.ratio))} %" if blow.attack.points else "–"
    points = (f"{float(blow.gained):.0f}", f"{float(blow.lost):.0f}")
    return (unit, blow.attack.title, f"{blow.target.title}, {blow.target.points}", *points, ratio)


def _signed(number: int) -> str:
    """Return a number with a minus as wide as a plus, where it has one."""
    return f"−{-number}" if number < 0 else str(number)
