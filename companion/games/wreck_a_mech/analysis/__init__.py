"""The analyses of Wreck-A-Mech: the best build from a hand, damage options, the odds of the next hand."""

from companion.gamekit.contract import Analysis
from companion.games.wreck_a_mech.analysis import best_build, damage_options, deck_odds

ANALYSES = (
    Analysis(
        "best-build",
        "Best build",
        "The most Attack, Defense or margin from a hand and the installed parts.",
        best_build.BestBuildInputs,
        best_build.run,
    ),
    Analysis(
        "damage-options",
        "Damage options",
        "Every way to take the damage without losing a part that could be spared.",
        damage_options.DamageOptionsInputs,
        damage_options.run,
    ),
    Analysis(
        "deck-odds",
        "Deck odds",
        "The exact chance of each part in your next hand.",
        deck_odds.DeckOddsInputs,
        deck_odds.run,
    ),
)
"""The analyses of Wreck-A-Mech, in the order in which pages list them."""
