"""The first evening of Mechalyte: print sets, the battlefield, what to agree on, two specs to begin with."""

from collections.abc import Mapping
from typing import Any

from companion.gamekit.contract import Context, FirstGame
from companion.games.mechalyte.art import figures
from companion.games.mechalyte.model import POINTS, Module, Spec
from companion.games.mechalyte.pages.choices import field
from companion.games.mechalyte.rules.levels import module_scale

PRINT_SETS = (
    ("spec-sheets", "A spec and sixty points for each player; fold them to keep the spec secret"),
    ("zones", "The battlefield"),
    ("markers", "Shield layers"),
    ("reference", "The rules in turn order"),
)
AGREED = ("capture", "elimination", "neighbours", "centre-row")
"""The rulings that a first game meets."""
LEVEL = 4
"""The level at which the two specs are shown."""


def tonight(context: Context, examples: Mapping[str, Any]) -> FirstGame:
    """Return the evening: the layout and rulings in force, the five letters, and the Onion and Quick Draw."""
    mine, theirs = examples["onion"], examples["quick-draw"]
    rows = field(context)["rows"]
    assert isinstance(rows, list)
    by_id = {ruling.id: ruling for ruling in context.rulebook.ruling}
    return FirstGame(
        PRINT_SETS,
        {
            "spec": mine.spec,
            "their_spec": theirs.spec,
            "level": LEVEL,
            "points": POINTS,
            "base": module_scale(context.catalogue),
            "modules": context.catalogue.all(Module),
            "agreed": [(by_id[name].question, by_id[name].option_in_force(context.rulings).text) for name in AGREED],
            "drawn_mechs": _drawn(mine, context),
            "their_figures": _drawn(theirs, context),
            "rows": rows,
            "columns": len(rows[0]),
        },
    )


def _drawn(spec: Spec, context: Context) -> tuple[Any, ...]:
    return tuple(figure for figure in figures(spec, context) if figure.id == str(LEVEL))


TONIGHT = tonight
