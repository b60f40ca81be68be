"""The first evening of Mecha Mettle: print sets, and a first turn in which a Hammer shoots at a Reactor."""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.base.json_types import JsonMapping
from companion.data.documents import read_as
from companion.gamekit.contract import Context, FirstGame
from companion.games.mecha_mettle.analysis.line_of_sight import LINE_OF_SIGHT
from companion.games.mecha_mettle.model import Tile
from companion.games.mecha_mettle.rules.line_of_sight import COLUMNS, ROWS
from companion.games.mecha_mettle.rules.turn import ACTIONS, DOORS, TO_WIN

PRINT_SETS = (
    ("modules", "The one deck that both players draw from"),
    ("components", "A set for each player to draft from"),
    ("tiles", "The ports and doors of both sides"),
    ("reference", "The rules in turn order"),
)
AT, WEAPON = "front-centre", "hammer-right"
THEIRS = {"front-centre": "reactor:left"}


def tonight(context: Context, examples: Mapping[str, Any]) -> FirstGame:
    """Return the evening; `mine` and `theirs` are the two areas, row by row as you see them on the table."""
    sight_inputs = {"at": AT, "facing": "ahead", "weapon": WEAPON, "theirs": THEIRS}
    answer = LINE_OF_SIGHT.run(read_as(LINE_OF_SIGHT.inputs, sight_inputs, {"catalogue": context.catalogue}), context)
    tiles = {tile.id: tile for tile in context.catalogue.all(Tile)}
    return FirstGame(
        PRINT_SETS,
        {
            "shot": answer["shots"][0],
            "line": answer["line"],
            "theirs": _area({"front-centre": "reactor"}, far=True, shots=answer["shots"]),
            "mine": _area({AT: WEAPON}),
            "ports": tiles["open-port"].per_player,
            "doors": tiles["blast-door"].per_player,
            "actions": ACTIONS,
            "most_doors": DOORS,
            "to_win": TO_WIN,
            "draft": examples["steady-hull"],
        },
    )


def _area(
    modules: Mapping[str, str], far: bool = False, shots: Iterable[JsonMapping] = ()
) -> list[list[dict[str, object]]]:
    """Return an area's spaces: print set and card, and the space's `order` on the shot's way, 0 if not on it.

    The far area is seen from across the table: its back row first, its right column at the left.
    """
    rows, columns = (tuple(reversed(ROWS)), tuple(reversed(COLUMNS))) if far else (ROWS, COLUMNS)
    order = {shot["space"]: shot["order"] for shot in shots}

    def space(name: str) -> dict[str, object]:
        module = modules.get(name)
        card = ("modules", module) if module else ("tiles", "open-port")
        return {"card": card, "name": name, "order": order.get(name, 0)}

    return [[space(f"{row}-{column}") for column in columns] for row in rows]


TONIGHT = tonight
