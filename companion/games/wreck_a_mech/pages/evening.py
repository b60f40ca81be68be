"""The first evening of Wreck-A-Mech: what to print, and the mech of Trainers that everybody lays out."""

from collections.abc import Mapping
from typing import Any

from companion.gamekit.contract import Context, FirstGame
from companion.games.wreck_a_mech.model import POSITIONS
from companion.games.wreck_a_mech.rules.foundry import FACE_UP
from companion.games.wreck_a_mech.rules.totals import cards_by_position, total

PRINT_SETS = (
    ("cards", "All the parts"),
    ("counter-cards", "To mark Attack, Defense and Victory"),
    ("initiative-chip", "Who goes first"),
    ("board", "Places for mechs, piles and the Foundry"),
    ("reference", "The rules in turn order"),
)
AGREED = ("wheel", "gained-cards", "initiative")
"""The rulings that a first game meets."""


def tonight(context: Context, examples: Mapping[str, Any]) -> FirstGame:
    """Return the evening: both players begin with the same parts."""
    parts = examples["first-mech"].mech.parts
    totals = total(cards_by_position(parts, context.catalogue), context.rulings, context.catalogue)
    cross = {position: parts[position] for position in POSITIONS}
    agreed = [ruling for ruling in context.rulebook.ruling if ruling.id in AGREED]
    values = {"cross": cross, "totals": totals, "face_up": FACE_UP, "agreed": agreed, "rulings": context.rulings}
    return FirstGame(PRINT_SETS, values)


TONIGHT = tonight
