"""What follows from all rows of a matchup: the one attack that each Mech has most to fear."""

from collections.abc import Iterator, Sequence

from companion.base.wording import amount, percent
from companion.gamekit.matchup import AttackRow, Conclusion, MatchupCell, MatchupSide
from companion.games.techniconica.matchup.circumstances import Circumstances

BEST = ("out", "destroyed", "damage", "hit")
"""The figures that decide which of two attacks is better, the first one first; each is better when it is more."""
_COLUMNS = ("Mech", "Attack", "Mech out", "Damage")


def conclusions(
    rows: Sequence[AttackRow], mine: MatchupSide, theirs: MatchupSide, conditions: Circumstances
) -> tuple[Conclusion, ...]:
    """Return the worst that can happen to each of their Mechs in one attack; nothing for a single one.

    Neither the sides nor the circumstances are read: the rows know what came of them.
    """
    cells: dict[str, list[tuple[AttackRow, MatchupCell]]] = {}
    for row in rows:
        for cell in row.cells:
            if cell.figures:
                cells.setdefault(cell.target.carrier, []).append((row, cell))
    if len(cells) < 2:
        return ()
    worst = {of: max(found, key=lambda one: _sort_key(one[1])) for of, found in cells.items()}
    about = "The one attack on each of their Mechs that most likely takes it out of play, of equal ones the first."
    several = len({row.attack.carrier for row in rows}) > 1
    return (Conclusion("Whom to attack with what", about, _COLUMNS, tuple(_lines(worst, several))),)


def _sort_key(cell: MatchupCell) -> tuple[float, ...]:
    return tuple(float(cell.figures.get(name, -1)) for name in BEST)


def _lines(worst: dict[str, tuple[AttackRow, MatchupCell]], several: bool) -> Iterator[tuple[str, ...]]:
    for of, (row, cell) in worst.items():
        attack = f"{row.attack.title} of {row.attack.carrier}" if several else row.attack.title
        out = percent(cell.figures["out"]) if "out" in cell.figures else "–"
        yield of, f"{attack} at {cell.target.title}", out, amount(cell.figures["damage"])
