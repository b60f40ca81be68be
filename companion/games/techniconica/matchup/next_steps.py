"""Where a player goes on from a matchup of two squads: the Mech that shoots best at theirs."""

from collections.abc import Sequence

from companion.data.documents import to_document, to_toml
from companion.gamekit.matchup import MatchupSide, NextStep
from companion.games.techniconica.matchup.circumstances import Circumstances
from companion.games.techniconica.model import Squad

LONGEST = 3_000
"""Characters of a squad that an address takes along."""


def next_steps(mine: MatchupSide, theirs: MatchupSide, conditions: Circumstances) -> Sequence[NextStep]:
    """Return the best Mech against their squad, from the cards it is searched in by default."""
    if not isinstance(theirs.build, Squad):
        return ()
    text = to_toml(to_document(theirs.build))
    if len(text) > LONGEST:
        return ()
    return (NextStep("Best mech against theirs", "best-mech", {"wish": "damage", "against": text}),)
