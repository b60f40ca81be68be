"""Where a player goes on from a matchup of two mechs: the best build against theirs, and what to lose to it."""

from collections.abc import Sequence

from companion.games.wreck_a_mech.matchup.fighters import Circumstances, fighter
from companion.games.wreck_a_mech.matchup.filled import filled
from companion.matchup import MatchupSide, Onward

TITLES = {"best-build": "Best build against theirs", "damage-options": "What to lose to their attack"}


def onward(mine: MatchupSide, theirs: MatchupSide, around: Circumstances) -> Sequence[Onward]:
    """Return both analyses with what both sides fill in, and the Attack and Defense that theirs has marked."""
    if not fighter(mine).mech or not fighter(theirs).structures:
        return ()
    marked = {"attack": around.their_attack, "defense": around.their_defense}
    typed = {name: str(value) for name, value in marked.items() if value is not None}
    found = {name: filled(name, mine, theirs) for name in TITLES}
    return tuple(
        Onward(title, name, {key: typed.get(key, text) for key, text in found[name].items() if text})
        for name, title in TITLES.items()
    )
