"""What Techniconica can work out: the best Mech of some cards."""

from companion.games.techniconica.analysis import answer
from companion.system import Analysis

ANALYSES = (
    Analysis(
        "best-mech",
        "Best mech",
        "The best legal Mech for what you want, from the cards you have.",
        answer.BestMechInputs,
        answer.run,
        old_names=("suggest",),
    ),
)
"""The analyses of Techniconica."""
