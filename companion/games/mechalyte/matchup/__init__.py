"""Spec against spec: a mech of each level and the groups that a plan builds, against those of the other side.

Attacks and targets are both forces: the mechs that one side has in the zone. In a combat both fire; an opportunity
shot is fired at one mech that leaves.
"""

from collections.abc import Sequence

from companion.gamekit.contract import Context
from companion.gamekit.matchup import CellFigure, Matchup, MatchupAttack, MatchupSide, MatchupTarget, make_apply_losses
from companion.games.mechalyte.matchup.forces import (
    Force,
    Typed,
    describe_attack_dice,
    force_key,
    force_title,
    forces,
    from_words,
    lose,
    sheets,
    spec_letters,
)
from companion.games.mechalyte.matchup.from_text import from_text
from companion.games.mechalyte.matchup.next_steps import next_steps
from companion.games.mechalyte.matchup.pairings import Circumstances, pairing
from companion.games.mechalyte.matchup.trades import TRADED, conclusions, points_traded

FIGURES = (
    CellFigure(TRADED, "Points traded", {}, "number", short="traded"),
    CellFigure("wiped", "Theirs wiped out", {"combat": "b_wiped", "opportunity-shot": "destroyed"}, short="wiped"),
    CellFigure("lost", "Yours wiped out", {"combat": "a_wiped"}, better="less", short="risk"),
    CellFigure("kept", "Levels you keep", {"combat": "a_levels"}, "number", short="you keep"),
    CellFigure(
        "left",
        "Levels they keep",
        {"combat": "b_levels", "opportunity-shot": "mean_level"},
        "number",
        "less",
        short="they keep",
    ),
    CellFigure("moves_on", "It moves on", {"opportunity-shot": "moves_on"}, better="less", short="moves on"),
)
BEST = (TRADED, "wiped", "lost", "left")


def attacks(mine: MatchupSide) -> Sequence[MatchupAttack]:
    """Return a mech of each level, then the groups that the plan builds on one Factory, each once."""
    return tuple(
        MatchupAttack(force_key(force), force_title(force), origin, about=_about(mine, force), points=sum(force))
        for force, origin in forces(mine)
    )


def targets(theirs: MatchupSide, mine: MatchupSide) -> Sequence[MatchupTarget]:
    """Return the other side's forces, in the order of `attacks`."""
    return tuple(
        MatchupTarget(
            force_key(force), force_title(force), origin, about=_about(theirs, force, mine.context), points=sum(force)
        )
        for force, origin in forces(theirs)
    )


def _about(side: MatchupSide, force: Force, context: Context | None = None) -> str:
    """Return the modules of a single mech, and the dice of a force; "" where the spec does not reach its level."""
    letters = spec_letters(side)
    if len(letters) < force[0]:
        return ""
    dice = describe_attack_dice(side, force, context or side.context)
    return f"{letters[: force[0]]}, {dice}" if len(force) == 1 else dice


MATCHUP = Matchup(
    circumstances=Circumstances,
    typed_model=Typed,
    figures=FIGURES,
    best=BEST,
    attacks=attacks,
    targets=targets,
    pairing=pairing,
    apply_losses=make_apply_losses(sheets, lose, from_words),
    sheets=sheets,
    derived=points_traded,
    conclusions=conclusions,
    next_steps=next_steps,
    from_text=from_text,
)
