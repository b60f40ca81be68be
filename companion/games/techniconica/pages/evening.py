"""The first evening of Techniconica: what to print, and the example Mechs Sniper Wolf and Iron Heron."""

from collections.abc import Mapping
from typing import Any

from companion.gamekit.contract import Context, FirstGame
from companion.games.techniconica.art import figures
from companion.games.techniconica.rules.assembly import assemble_squad

PRINT_SETS = (
    ("parts", "The parts to build from, one of each"),
    ("mech-sheets", "A sheet for each Mech"),
    ("counters", "Damage, jams, Aim, Evade and Hold"),
    ("reference", "The rules in turn order"),
)
MINE, THEIRS = "sniper-wolf", "iron-heron"


def tonight(context: Context, examples: Mapping[str, Any]) -> FirstGame:
    """Return the evening: both example Mechs, and one of them on its grid."""
    wolf, heron = (assemble_squad(examples[name], context.catalogue)[0] for name in (MINE, THEIRS))
    return FirstGame(
        PRINT_SETS,
        {
            "wolf": wolf,
            "heron": heron,
            "slots": {mount.slot: mount for mount in wolf.mounts if mount.slot},
            "grid": [[(row, column) for column in (1, 2, 3)] for row in (1, 2, 3)],
            "pilot": next(mount.card for mount in wolf.mounts if mount.place == "pilot"),
            "wolf_figures": figures(examples[MINE], context),
            "heron_figures": figures(examples[THEIRS], context),
        },
    )


TONIGHT = tonight
