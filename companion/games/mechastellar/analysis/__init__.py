"""The analyses of MechaStellar: a matchup of two units."""

from companion.games.mechastellar.analysis import unit_matchup
from companion.system import Analysis

ANALYSES = (
    Analysis(
        "unit-matchup",
        "Unit matchup",
        "Two profiles and a distance: the odds of every weapon side by side.",
        unit_matchup.MatchupInputs,
        unit_matchup.run,
        filled=unit_matchup.numbers,
        old_names=("matchup", "duel"),
    ),
)
"""The analyses of MechaStellar."""
