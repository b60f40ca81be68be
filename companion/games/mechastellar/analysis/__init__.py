"""The analyses of MechaStellar: one unit's weapons against another, and the plans of a whole turn."""

from companion.gamekit.contract import Analysis
from companion.games.mechastellar.analysis import unit_matchup, whole_turn
from companion.games.mechastellar.analysis.unit_matchup import MatchupInputs
from companion.games.mechastellar.analysis.whole_turn.inputs import WholeTurnInputs

ANALYSES = (
    Analysis(
        "unit-matchup",
        "Unit matchup",
        "Two profiles and a distance: the odds of every weapon side by side.",
        MatchupInputs,
        unit_matchup.run,
        card_numbers=unit_matchup.numbers,
    ),
    Analysis(
        "whole-turn",
        "Whole turn",
        "One unit's activation: what to spend on Focus, volley and charge to destroy a target.",
        WholeTurnInputs,
        whole_turn.run,
        card_numbers=unit_matchup.numbers,
    ),
)
"""The analyses of MechaStellar, in the order in which they are offered."""
