"""Conclusions of a matchup: the best trade of points against each force of the other side."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from companion.base.wording import format_number, nearest
from companion.gamekit.matchup import AttackRow, Conclusion, MatchupAttack, MatchupCell, MatchupSide, MatchupTarget
from companion.games.mechalyte.matchup.pairings import Circumstances

TRADED = "traded"
"""The figure that decides which attack and which target is the best."""


def conclusions(
    rows: Sequence[AttackRow], mine: MatchupSide, theirs: MatchupSide, conditions: Circumstances
) -> Sequence[Conclusion]:
    """Return the best trade against each of their forces: the force to bring, and the mean points that both lose."""
    if conditions.event != "combat":
        return ()
    columns = zip(*(row.cells for row in rows), strict=True) if rows else ()
    trades = [best for cells in columns if (best := _best_trade([row.attack for row in rows], cells))]
    if not trades:
        return ()
    about = (
        "The force that gains the most on balance in one combat, of equal ones the cheapest. A mech costs its level, "
        "so a level lost is a point lost."
    )
    return (
        Conclusion("Points traded", about, ("Against", "Bring", "They lose", "You lose", "Balance"), tuple(trades)),
    )


def _best_trade(rows: Sequence[MatchupAttack], cells: Iterable[MatchupCell]) -> tuple[str, ...]:
    """Return the trade with the best balance against one target, as texts; () where no cell has figures."""
    trades = [
        (attack, *_trade(attack, cell.target, cell.figures), cell.target)
        for attack, cell in zip(rows, cells, strict=True)
        if cell.figures
    ]
    if not trades:
        return ()
    attack, they, you, target = max(trades, key=lambda trade: (trade[1] - trade[2], -trade[0].points))
    return target.title, attack.title, _points(they), _points(you), _balance(they - you)


def points_traded(
    attack: MatchupAttack,
    target: MatchupTarget,
    figures: Mapping[str, Fraction],
    mine: MatchupSide,
    theirs: MatchupSide,
    conditions: Circumstances,
) -> Mapping[str, Fraction]:
    """Return the mean points traded: those the opponent loses minus those you lose."""
    they, you = _trade(attack, target, figures)
    return {TRADED: they - you}


def _trade(attack: MatchupAttack, target: MatchupTarget, figures: Mapping[str, Fraction]) -> tuple[Fraction, Fraction]:
    """Return the mean points that they and you lose; an opportunity shot costs its shooter none."""
    return target.points - figures["left"], attack.points - figures["kept"] if "kept" in figures else Fraction()


def _points(points: Fraction) -> str:
    return format_number(points, 2)


def _balance(points: Fraction) -> str:
    """Return a balance with its sign, none for an even one; the minus is the typographic one."""
    near = nearest(points, 2)
    sign = "+" if near > 0 else "−" if near < 0 else ""
    return f"{sign}{format_number(abs(near), 2)}"
