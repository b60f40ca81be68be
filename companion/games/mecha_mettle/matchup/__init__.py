"""A draft against another one: every weapon of the deck at everything it can be aimed at, components in force counted.

Both players draw from one deck, so a draft decides only which components change the dice. Where a module stands is not
known here: a shield has a column of its own beside the body, and line of sight says which of them a shot meets.
"""

from collections.abc import Sequence
from typing import Any

from companion.games.mecha_mettle.matchup.chat import from_text
from companion.games.mecha_mettle.matchup.pairings import in_force, pairing
from companion.games.mecha_mettle.matchup.sides import ShotCircumstances, TypedDice, attacks, targets
from companion.games.mecha_mettle.model import LEVELS
from companion.games.mecha_mettle.rules.components import dice_given
from companion.matchup import Conclusion, Figure, Row, Side

CIRCUMSTANCES = ShotCircumstances
TYPED = TypedDice
FIGURES = (
    Figure("hit", "Hit", {"attack": "success", "two-weapons": "any_hit"}),
    Figure("module", "Module destroyed", {"attack": "module", "two-weapons": "module"}),
    Figure("port", "Port destroyed", {"attack": "port", "two-weapons": "port"}),
)
BEST = ("port", "hit")
"""Five destroyed ports win the game, so a shot that takes a port comes first."""


def conclusions(rows: Sequence[Row], mine: Side, theirs: Side, around: Any) -> tuple[Conclusion, ...]:
    """Return which component each side has in force at each number of lost ports, and the dice it gives."""
    if mine.build is None and theirs.build is None:
        return ()
    columns = ("Lost ports", f"You: {mine.title}", f"They: {theirs.title}")
    told = tuple((str(level), *(_component(side, level) for side in (mine, theirs))) for level in LEVELS)
    about = "Only the component whose level is its owner's number of lost ports can be used."
    return (Conclusion("Components in force", about, columns, told),)


def _component(side: Side, level: int) -> str:
    card = in_force(side, level)
    if card is None:
        return "–"
    if card.attack and card.attack.reroll:
        return f"{card.name}: reroll misses"
    dice = dice_given(card)
    instead = " instead" if card.attack and card.attack.replace else ""
    return f"{card.name}: {dice}{instead}" if dice else card.name


__all__ = [
    "BEST",
    "CIRCUMSTANCES",
    "FIGURES",
    "TYPED",
    "attacks",
    "conclusions",
    "from_text",
    "pairing",
    "targets",
]
