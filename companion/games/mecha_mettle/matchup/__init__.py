"""A draft against another one: every weapon of the deck at every target, with the components in force.

Both players draw from one deck, so a draft decides only which components change the dice. Positions are not known
here: shield and body of a module are two targets, and line of sight says which of them a shot hits.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from companion.base.wording import join_words, percent
from companion.gamekit.matchup import AttackRow, CellFigure, Conclusion, Matchup, MatchupSide, make_apply_losses
from companion.games.mecha_mettle.matchup.from_text import from_text
from companion.games.mecha_mettle.matchup.pairings import in_force, pairing
from companion.games.mecha_mettle.matchup.sides import (
    ShotCircumstances,
    TypedDice,
    attacks,
    from_words,
    lose,
    sheets,
    targets,
)
from companion.games.mecha_mettle.model import LEVELS
from companion.games.mecha_mettle.rules.components import describe_component_dice

FIGURES = (
    CellFigure("hit", "Hit", {"attack": "success", "two-weapons": "any_hit"}),
    CellFigure("port", "Port lost", {"attack": "port", "two-weapons": "port"}),
)
BEST = ("hit", "port")


def conclusions(
    rows: Sequence[AttackRow], mine: MatchupSide, theirs: MatchupSide, conditions: Any
) -> tuple[Conclusion, ...]:
    """Return the attacks most likely to destroy a port, and each side's component in force by lost ports."""
    return (*_ports(rows), *_forces(mine, theirs))


def _ports(rows: Sequence[AttackRow]) -> Iterator[Conclusion]:
    """Yield for each target the attack with the best chance to destroy a port, if there is one (fact 98)."""
    lines = []
    for column in zip(*(row.cells for row in rows), strict=True):
        chances = [cell.figures.get("port", Fraction(0)) for cell in column]
        best = max(chances)
        if best:
            names = [row.attack.title for row, chance in zip(rows, chances, strict=True) if chance == best]
            lines.append((column[0].target.title, join_words(names, "or"), percent(best)))
    if lines:
        about = "Five destroyed ports win the game. A module protects its port from all but Breach and a second weapon."
        yield Conclusion("Likeliest to destroy a port", about, ("Aimed at", "Attack", "Chance"), tuple(lines))


def _forces(mine: MatchupSide, theirs: MatchupSide) -> Iterator[Conclusion]:
    if mine.build is None and theirs.build is None:
        return
    columns = ("Lost ports", f"You: {mine.title}", f"They: {theirs.title}")
    lines = tuple((str(level), *(_component(side, level) for side in (mine, theirs))) for level in LEVELS)
    about = "Only the component whose level is its owner's number of lost ports can be used."
    yield Conclusion("Active components", about, columns, lines)


def _component(side: MatchupSide, level: int) -> str:
    card = in_force(side, level)
    if card is None:
        return "–"
    if card.attack and card.attack.reroll:
        return f"{card.name}: reroll misses"
    dice = describe_component_dice(card)
    instead = " instead" if card.attack and card.attack.replace else ""
    return f"{card.name}: {dice}{instead}" if dice else card.name


MATCHUP = Matchup(
    circumstances=ShotCircumstances,
    typed_model=TypedDice,
    figures=FIGURES,
    best=BEST,
    attacks=attacks,
    targets=targets,
    pairing=pairing,
    apply_losses=make_apply_losses(sheets, lose, from_words),
    sheets=sheets,
    conclusions=conclusions,
    from_text=from_text,
)
