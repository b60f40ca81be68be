"""The component draft's form: a seat, and sixteen cards to tick."""

from companion.gamekit.build_form import BuildField
from companion.games.mecha_mettle.model import Draft

FORM = (
    BuildField(
        Draft,
        "seat",
        input="radio",
        labels={1: "Seat one", 2: "Seat two"},
        wrong="There is no seat {found}: choose seat {values}.",
    ),
    BuildField(Draft, "components", wrong="No component is called {found}: choose from the cards shown."),
)
"""The fields of a build."""
