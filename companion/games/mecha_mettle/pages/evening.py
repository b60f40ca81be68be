"""The first evening of Mecha Mettle: print sets, the second player's area, and a draft."""

from collections.abc import Mapping
from typing import Any

from companion.gamekit.contract import Context, FirstGame
from companion.games.mecha_mettle.model import Tile
from companion.games.mecha_mettle.rules.line_of_sight import COLUMNS, ROWS, Square

PRINT_SETS = (
    ("modules", "The one deck that both players draw from"),
    ("components", "A set for each player to draft from"),
    ("tiles", "The ports and doors of both sides"),
    ("reference", "The rules in turn order"),
)
REACTOR_AT = Square("front", "centre")
AGREED = ("sideways-entry", "sideways-row", "spare-actions", "doors-count")
"""The rulings that a first game meets."""


def tonight(context: Context, examples: Mapping[str, Any]) -> FirstGame:
    """Return the evening; `area` are the cards of an area with the Reactor, row by row as its owner sees them."""
    tiles = {tile.id: tile for tile in context.catalogue.all(Tile)}

    def card(square: Square) -> tuple[str, str]:
        return ("modules", "reactor") if square == REACTOR_AT else ("tiles", "open-port")

    return FirstGame(
        PRINT_SETS,
        {
            "area": [[card(Square(row, column)) for column in COLUMNS] for row in ROWS],
            "ports": tiles["open-port"].per_player,
            "doors": tiles["blast-door"].per_player,
            "draft": examples["steady-hull"],
            "agreed": [ruling for ruling in context.rulebook.ruling if ruling.id in AGREED],
            "rulings": context.rulings,
        },
    )


TONIGHT = tonight
