"""The first evening of MechaStellar: what to print, and a first activation: a Longbow shoots at an Argonaut."""

from collections.abc import Mapping
from typing import Any

from companion.data.documents import read_as
from companion.gamekit.contract import Context, FirstGame
from companion.games.mechastellar.analysis import ANALYSES
from companion.games.mechastellar.art import figures
from companion.games.mechastellar.rules.loadout import starting_momentum, units_of_force
from companion.games.mechastellar.rules.play import full_throttle

PRINT_SETS = (
    ("cards", "A card with the figures of every unit"),
    ("standees", "A figure for every unit, to fold and glue"),
    ("markers", "What was activated, focused, stunned"),
    ("templates", "Rulers and areas at true scale"),
    ("reference", "The rules in turn order"),
)
SHOOTER, TARGET, DISTANCE = "longbow", "argonaut", 16
END = "battle-end"
"""The ruling that says how a battle ends."""


def tonight(context: Context, examples: Mapping[str, Any]) -> FirstGame:
    """Return the evening: two example lists, the initiative roll, and a sniper's first shot at a target in the open."""
    mine, theirs = examples["border-patrol"], examples["raiders"]
    matchup = next(analysis for analysis in ANALYSES if analysis.name == "unit-matchup")
    inputs = {"a": SHOOTER, "b": TARGET, "distance": DISTANCE}
    answer = matchup.run(read_as(matchup.inputs, inputs, {"catalogue": context.catalogue}), context)
    weapon = next(weapon for weapon in answer["weapons"] if "roll" in weapon)
    roll = weapon["roll"]
    return FirstGame(
        PRINT_SETS,
        {
            "mine": units_of_force(mine, context.catalogue, context.rulings),
            "theirs": units_of_force(theirs, context.catalogue, context.rulings),
            "size": mine.size,
            "momentum": starting_momentum(mine.size, context.rulings),
            "mine_figures": figures(mine, context),
            "their_figures": figures(theirs, context),
            "shooter": answer["a"],
            "target": answer["b"],
            "weapon": weapon,
            "distance": answer["distance"],
            "shots": roll["inputs"]["shots"],
            "throttle": full_throttle(False),
            "endings": [
                option.text for ruling in context.rulebook.ruling if ruling.id == END for option in ruling.option
            ],
        },
    )


TONIGHT = tonight
