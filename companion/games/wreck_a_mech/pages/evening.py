"""The first evening of Wreck-A-Mech: what to print, and a first turn between two mechs of Trainer parts."""

from collections.abc import Mapping
from typing import Any

from companion.data.documents import read_as
from companion.gamekit.contract import Context, FirstGame
from companion.games.wreck_a_mech.analysis import ANALYSES
from companion.games.wreck_a_mech.art import figures
from companion.games.wreck_a_mech.model import POSITIONS
from companion.games.wreck_a_mech.rules.foundry import FACE_UP
from companion.games.wreck_a_mech.rules.play import VICTORIES, draw_count, phases
from companion.games.wreck_a_mech.rules.totals import cards_by_position, total

PRINT_SETS = (
    ("cards", "All the parts"),
    ("counter-cards", "To mark Attack, Defense and Victory"),
    ("initiative-chip", "Who goes first"),
    ("board", "Places for mechs, piles and the Foundry"),
    ("reference", "The rules in turn order"),
)


def tonight(context: Context, examples: Mapping[str, Any]) -> FirstGame:
    """Return the evening: both players begin with the same parts, so each takes the same damage."""
    build = examples["first-mech"]
    mech = cards_by_position(build.mech.parts, context.catalogue)
    totals = total(mech, context.rulings, context.catalogue)
    options = next(analysis for analysis in ANALYSES if analysis.name == "damage-options")
    option_inputs = {**build.mech.parts, "attack": totals.attack}
    answer = options.run(read_as(options.inputs, option_inputs, {"catalogue": context.catalogue}), context)
    first_option = answer["options"][0]
    return FirstGame(
        PRINT_SETS,
        {
            "cross": {position: build.mech.parts[position] for position in POSITIONS},
            "totals": totals,
            "answer": answer,
            "chosen": first_option,
            "lost": {part["position"] for part in first_option["parts"]},
            "other": answer["options"][1],
            "phases": phases(1),
            "draw": draw_count((0, 0)),
            "victories": VICTORIES,
            "face_up": FACE_UP,
            "mech_figures": figures(build, context),
        },
    )


TONIGHT = tonight
