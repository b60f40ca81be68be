"""The first evening of Techniconica: what to print, and a first turn: Sniper Wolf aims at Iron Heron."""

from collections.abc import Mapping
from typing import Any

from companion.base.json_types import JsonObject
from companion.gamekit.contract import Context, FirstGame
from companion.games.techniconica.art import figures
from companion.games.techniconica.model import Armour, Shield
from companion.games.techniconica.resolver.from_inputs import AIM, EVADE
from companion.games.techniconica.rules.assembly import Assembly, Mount, assemble_squad

PRINT_SETS = (
    ("parts", "The parts to build from, one of each"),
    ("mech-sheets", "A sheet for each Mech"),
    ("counters", "Damage, jams, Aim, Evade and Hold"),
    ("reference", "The rules in turn order"),
)
SHOOTER, TARGET = "sniper-wolf", "iron-heron"


def tonight(context: Context, examples: Mapping[str, Any]) -> FirstGame:
    """Return the evening: both example Mechs, the roll for the first turn, and an aimed shot at the Cockpit."""
    wolf, heron = (assemble_squad(examples[name], context.catalogue)[0] for name in (SHOOTER, TARGET))
    weapon = max(wolf.weapons, key=lambda mount: mount.stat("pe"))
    cockpit = next(mount for mount in heron.base if mount.place == "cockpit")
    return FirstGame(
        PRINT_SETS,
        {
            "aim": AIM,
            "evade": EVADE,
            "wolf": wolf,
            "heron": heron,
            "weapon": weapon.card,
            "cockpit": cockpit.card,
            "protection": cockpit.attached,
            "slots": {mount.slot: mount for mount in wolf.mounts if mount.slot},
            "grid": [[(row, column) for column in (1, 2, 3)] for row in (1, 2, 3)],
            "pilot": next(mount.card for mount in wolf.mounts if mount.place == "pilot"),
            "wolf_figures": figures(examples[SHOOTER], context),
            "heron_figures": figures(examples[TARGET], context),
        },
    )


def _aimed_shot(shooter: Assembly, weapon: Mount, target: Assembly, part: Mount) -> JsonObject:
    """Return the inputs of an aimed shot at a part with its attached Shields and Armour."""

    def thresholds(kind: type[Armour] | type[Shield]) -> str:
        return ",".join(str(card.stat("dt")) for card in part.attached if isinstance(card, kind))

    return {
        "accuracy": shooter.pilots("ac"),
        "penetration": weapon.stat("pe"),
        "damage_output": weapon.stat("do"),
        "rules": ",".join(shooter.shot_rules(weapon)),
        "aim": True,
        "speed": target.speed,
        "armour": part.stat("ar"),
        "shields": thresholds(Shield),
        "armours": thresholds(Armour),
        "base": part.stat("dt"),
    }


TONIGHT = tonight
