"""Where a player goes on from a matchup of two mechs: the best build against theirs, and what to lose to it."""

from collections.abc import Sequence

from companion.games.wreck_a_mech.matchup.fighters import Circumstances, fighter
from companion.matchup import Onward, Side


def onward(mine: Side, theirs: Side, around: Circumstances) -> Sequence[Onward]:
    """Return both analyses with my parts and the totals of their mech."""
    one, other = fighter(mine), fighter(theirs)
    if not one.mech or not other.structures:
        return ()
    totals = other.totals(one.parts)
    attack = around.their_attack if around.their_attack is not None else totals.attack
    defense = around.their_defense if around.their_defense is not None else totals.defense
    parts = ", ".join(f"{count} {corporation}" for corporation, count in other.parts.items())
    mech = {position.replace(" ", "_").replace("-", "_"): card.id for position, card in one.mech.items()}
    enemy = {"attack": attack, "parts": parts}
    best = {**mech, **enemy, "defense": defense, "goal": "opponent"}
    return (
        Onward("Best build against theirs", "best-build", best),
        Onward("What to lose to their attack", "damage-options", {**mech, **enemy}),
    )
