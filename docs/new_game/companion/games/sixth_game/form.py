"""The squad's form: its units, one id a line."""

from companion.gamekit.build_form import BuildField
from companion.games.sixth_game.model import Squad

FORM = (
    BuildField(
        Squad,
        "units",
        input="lines",
        wrong="No unit has the id {found}: choose from the list below.",
        too_long="A squad has at most {most} units; this one has {count}.",
    ),
)
"""The fields of a build."""
