"""The analyses of Techniconica: the best Mech or squad that some cards allow."""

from companion.gamekit.contract import Analysis
from companion.games.techniconica.analysis import answer, best_mech_question

ANALYSES = (
    Analysis(
        "best-mech",
        "Best mech",
        "The best legal Mech or squad for your goal, from the cards you have.",
        best_mech_question.BestMechInputs,
        answer.run,
        card_numbers=best_mech_question.required_card_numbers,
    ),
)
"""The analyses of Techniconica, in the order in which they are offered."""
