"""Where a player goes on from a matchup of two mechs: the best build against theirs, and what to lose to it."""

from collections.abc import Mapping, Sequence

from companion.gamekit.matchup import MatchupSide, NextStep
from companion.games.wreck_a_mech.matchup.fighters import Circumstances, fighter
from companion.games.wreck_a_mech.matchup.filled import prefill_inputs

TITLES = {"best-build": "Best build against theirs", "damage-options": "Damage options against their attack"}


def next_steps(mine: MatchupSide, theirs: MatchupSide, conditions: Circumstances) -> Sequence[NextStep]:
    """Return both analyses with what both sides fill in, and the marks that this combat counts."""
    if not fighter(mine).mech or not fighter(theirs).structures:
        return ()
    marks = {
        "best-build": {"attack": conditions.their_attack, "defense": conditions.their_defense},
        "damage-options": {"attack": conditions.their_attack, "defense": conditions.my_defense},
    }
    return tuple(
        NextStep(
            title,
            name,
            {
                key: text
                for key, text in (prefill_inputs(name, mine, theirs) | _typed_inputs(marks[name])).items()
                if text
            },
        )
        for name, title in TITLES.items()
    )


def _typed_inputs(marks: Mapping[str, int | None]) -> dict[str, str]:
    return {name: str(value) for name, value in marks.items() if value is not None}
