"""The first evening of MechaStellar: what to print, and what is set up and agreed before a first battle."""

from collections.abc import Mapping
from typing import Any

from companion.gamekit.contract import Context, FirstGame
from companion.games.mechastellar.art import figures
from companion.games.mechastellar.rules.loadout import starting_momentum, units_of_force

PRINT_SETS = (
    ("cards", "A card with the figures of every unit"),
    ("standees", "A figure for every unit, to fold and glue"),
    ("markers", "What was activated, focused, stunned"),
    ("templates", "Rulers and areas at true scale"),
    ("reference", "The rules in turn order"),
)
OPEN = ("battle-end", "battle-rounds", "engagement")
"""Rulings that two players agree on before a first battle."""


def tonight(context: Context, examples: Mapping[str, Any]) -> FirstGame:
    """Return the evening: two example lists, what each side counts, and the rulings to agree on."""
    mine, theirs = examples["border-patrol"], examples["raiders"]
    rulings = {one.id: one for one in context.rulebook.ruling}
    agreed = [(rulings[name].question, rulings[name].option_in_force(context.rulings).text) for name in OPEN]
    return FirstGame(
        PRINT_SETS,
        {
            "mine": units_of_force(mine, context.catalogue, context.rulings),
            "theirs": units_of_force(theirs, context.catalogue, context.rulings),
            "size": mine.size,
            "momentum": starting_momentum(mine.size, context.rulings),
            "mine_figures": figures(mine, context),
            "their_figures": figures(theirs, context),
            "agreed": agreed,
        },
    )


TONIGHT = tonight
