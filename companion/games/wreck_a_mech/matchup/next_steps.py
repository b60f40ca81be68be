"""Next steps from a matchup of two mechs: the best build against theirs, and the damage options."""

from collections.abc import Sequence

from companion.gamekit.matchup import MatchupSide, NextStep
from companion.games.wreck_a_mech.matchup.fighters import Circumstances, fighter
from companion.games.wreck_a_mech.matchup.filled import prefill_inputs

TITLES = {"best-build": "Best build against theirs", "damage-options": "Damage options against their attack"}


def next_steps(mine: MatchupSide, theirs: MatchupSide, conditions: Circumstances) -> Sequence[NextStep]:
    """Return both analyses with inputs from both sides, and with the marks typed for this combat."""
    if not fighter(mine).mech or not fighter(theirs).structures:
        return ()
    marks = {
        "best-build": {"attack": conditions.their_attack, "defense": conditions.their_defense},
        "damage-options": {"attack": conditions.their_attack, "defense": conditions.my_defense},
    }
    steps = []
    for name, title in TITLES.items():
        typed_marks = {key: str(value) for key, value in marks[name].items() if value is not None}
        inputs = prefill_inputs(name, mine, theirs) | typed_marks
        steps.append(NextStep(title, name, {key: text for key, text in inputs.items() if text}))
    return steps
