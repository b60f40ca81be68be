"""The analyses of MechaStellar: a matchup of two units."""

from companion.games.mechastellar.analysis import matchup
from companion.system import Analysis

ANALYSES = (
    Analysis(
        "matchup",
        "Matchup",
        "Two profiles and a distance: the odds of every weapon side by side.",
        matchup.MatchupInputs,
        matchup.run,
        filled=matchup.numbers,
        old_names=("duel",),
    ),
)
"""The analyses of MechaStellar."""
