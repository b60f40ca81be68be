"""The analyses of Techniconica: the best Mech or squad that some cards allow."""

from companion.games.techniconica.analysis import answer, asked
from companion.system import Analysis

ANALYSES = (
    Analysis(
        "best-mech",
        "Best mech",
        "The best legal Mech or squad for your goal, from the cards you have.",
        asked.BestMechInputs,
        answer.run,
        old_names=("suggest",),
        filled=asked.required_card_numbers,
    ),
)
"""The analyses of Techniconica."""
