"""Where a player goes on from a matchup of two mechs: the best build against theirs, and what to lose to it."""

from collections.abc import Sequence

from companion.games.wreck_a_mech.matchup.fighters import Circumstances, exchange, fighter
from companion.games.wreck_a_mech.matchup.filled import by_corporation
from companion.matchup import MatchupSide, Onward


def onward(mine: MatchupSide, theirs: MatchupSide, around: Circumstances) -> Sequence[Onward]:
    """Return both analyses with my parts, and with the marks that this combat counts: typed ones before totals."""
    one, other = fighter(mine), fighter(theirs)
    if not one.mech or not other.structures:
        return ()
    this = exchange(one, other, around)
    mech = {position.replace(" ", "_").replace("-", "_"): card.id for position, card in one.mech.items()}
    enemy = {"attack": this.taken.attack, "parts": by_corporation(other.parts, one.context.catalogue)}
    best = {**mech, **enemy, "defense": this.dealt.defense, "goal": "opponent"}
    marked = {} if around.my_defense is None else {"defense": around.my_defense}
    return (
        Onward("Best build against theirs", "best-build", best),
        Onward("What to lose to their attack", "damage-options", {**mech, **enemy, **marked}),
    )
