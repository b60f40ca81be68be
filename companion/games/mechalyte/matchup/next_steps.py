"""The next step after a matchup of two specs: a search for specs that beat theirs."""

from collections.abc import Sequence

from companion.gamekit.matchup import MatchupSide, NextStep
from companion.games.mechalyte.matchup.forces import spec_letters
from companion.games.mechalyte.matchup.pairings import Circumstances
from companion.games.mechalyte.model import SLOTS


def next_steps(mine: MatchupSide, theirs: MatchupSide, conditions: Circumstances) -> Sequence[NextStep]:
    """Return the search for specs that beat theirs, once theirs is finished."""
    spec = spec_letters(theirs)
    if len(spec) != SLOTS:
        return ()
    return (NextStep(f"Which specs beat {spec}?", "counter-spec", {"against": spec}),)
