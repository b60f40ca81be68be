"""The analyses of Techniconica: the best Mech that some cards allow."""

from companion.games.techniconica.analysis import answer
from companion.system import Analysis

ANALYSES = (
    Analysis(
        "best-mech",
        "Best mech",
        "The best legal Mech for your goal, from the cards you have.",
        answer.BestMechInputs,
        answer.run,
        old_names=("suggest",),
    ),
)
"""The analyses of Techniconica."""
