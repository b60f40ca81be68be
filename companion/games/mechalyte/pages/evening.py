"""The first evening of Mechalyte: print sets, a first turn of building and moving, and the first fight after it."""

from collections.abc import Mapping
from typing import Any

from companion.gamekit.contract import Context, FirstGame
from companion.games.mechalyte.art import figures
from companion.games.mechalyte.model import POINTS, ROOM
from companion.games.mechalyte.pages.choices import field
from companion.games.mechalyte.rules import army, battlefield
from companion.games.mechalyte.rules.battlefield import zone_name
from companion.games.mechalyte.rules.levels import module_scale, ratings

PRINT_SETS = (
    ("spec-sheets", "A spec and sixty points for each player; fold them to keep the spec secret"),
    ("zones", "The battlefield"),
    ("markers", "Shield layers"),
    ("reference", "The rules in turn order"),
)
FACTORY = "factory"


def tonight(context: Context, examples: Mapping[str, Any]) -> FirstGame:
    """Return the evening: side A builds the first turn of the Onion's plan and moves; later it meets Quick Draw."""
    mine, theirs = examples["onion"], examples["quick-draw"]
    first, scale = army.plan(mine)[0], module_scale(context.catalogue)
    levels = first.left + first.right
    mechs = tuple(ratings(mine.spec, level, scale) for level in levels)
    ground = battlefield.field(context.rulings)
    start = next(zone for zone in ground.zones if ground.place(zone) == FACTORY and ground.owner(zone) == "a")
    reach = ground.reach(start, mechs[0].mobility, "a", first_turn=True)
    enemy = army.plan(theirs)[0].left[:1]
    figures_by_level = {figure.id: figure for figure in figures(mine, context)}
    return FirstGame(
        PRINT_SETS,
        {
            "spec": mine.spec,
            "their_spec": theirs.spec,
            "points": POINTS,
            "room": ROOM,
            "first": first,
            "levels": levels,
            "their_level": enemy[0],
            "mech": mechs[0],
            "drawn_mechs": tuple(figures_by_level[str(level)] for level in sorted(set(levels))),
            "their_figures": tuple(figure for figure in figures(theirs, context) if figure.id == str(enemy[0])),
            "rows": field(context)["rows"],
            "columns": ground.columns,
            "start": zone_name(ground, start),
            "reach": {zone_name(ground, zone): steps for zone, steps in reach.items() if steps},
        },
    )


TONIGHT = tonight
