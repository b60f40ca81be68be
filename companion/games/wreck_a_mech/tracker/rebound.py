"""The Rebound Phase: a wrecked mech is rebuilt from its draw pile; then the next turn begins."""

from dataclasses import replace

from companion.games.wreck_a_mech.rules.play import (
    REBOUND_JUNK,
    Rebounded,
    holder,
    rebound,
    rebound_plan,
    refill,
)
from companion.games.wreck_a_mech.tracker.state import (
    NAMES,
    State,
    Terms,
    describe,
    on_cross,
    owe,
    pop,
    top_of,
    update,
    with_player,
)
from companion.games.wreck_a_mech.tracker.upgrade import junkable
from companion.rulebook import rule
from companion.wording import join_words, plural


@rule("rebound")
def step_rebound(state: State, terms: Terms) -> State | None:
    """Let each wrecked seat junk, shuffle, and be rebuilt (facts 52 to 56)."""
    if not state.queue:
        return _begin_turn(state, terms)
    seat = state.queue[0]
    if state.junk is None:
        return update(state, junk=REBOUND_JUNK)
    if junkable(state, state.junk):
        return None
    player = state.players[seat]
    gathered = replace(player, draw=player.draw + player.discard, discard=())
    why = f"{NAMES[seat]}'s discard pile is shuffled into the draw pile"
    return owe(with_player(state, seat, gathered), f"draw.{seat}", why, "rebuild")


@rule("rebound")
def rebuild(state: State, seat: int, terms: Terms) -> State:
    """Draw and play card by card, unless everybody was wrecked (facts 54 to 56)."""
    if len(state.wrecked) == len(state.players):
        return pop(update(state, "Everybody was wrecked: nobody draws."))
    player = state.players[seat]
    found = rebound(player.draw, terms.positions, _parts(state, seat))
    state = update(state, seen=(*state.seen, top_of(f"draw.{seat}")))
    if not found.short or terms.rulings["rebound-short"] != "reshuffle" or not found.discarded:
        return _install(state, seat, found, terms)
    drawn = replace(player, mech=dict(found.installed), draw=(), discard=found.discarded)
    why = f"{NAMES[seat]}'s discards are shuffled in once more"
    return owe(with_player(state, seat, drawn), f"discard.{seat}", why, "refill")


def _parts(state: State, seat: int) -> int:
    """Return how many parts a rebuilt mech reaches: those of the opponent with the most."""
    return rebound_plan([len(player.mech) for at, player in enumerate(state.players) if at != seat]).parts


@rule("rebound")
def refill_mech(state: State, seat: int, terms: Terms) -> State:
    """Go on with the discards of this Rebound, as the ruling says (fact 58)."""
    player = state.players[seat]
    before = Rebounded(tuple(player.mech.items()), player.discard, (), True)
    found = refill(before, player.discard, terms.positions, _parts(state, seat), terms.rulings)
    return _install(state, seat, found, terms)


def _install(state: State, seat: int, found: Rebounded, terms: Terms) -> State:
    mech = on_cross(dict(found.installed))
    player = replace(state.players[seat], mech=mech, draw=found.not_drawn, discard=found.discarded)
    built = join_words(describe(mech, terms, mech)) or "nothing"
    discarded = f"; {plural(len(found.discarded), 'card')} discarded" if found.discarded else ""
    return pop(with_player(state, seat, player, f"{NAMES[seat]} is back with {built}{discarded}."))


@rule("initiative")
def _begin_turn(state: State, terms: Terms) -> State:
    """Pass the chip to the left, and begin the next turn (fact 57)."""
    next_holder = holder(state.holder, len(state.players), len(state.wrecked), terms.rulings)
    state = update(state, holder=next_holder, turn=state.turn + 1, phase="draw", wrecked=())
    return update(state, f"Turn {state.turn}: {NAMES[next_holder]} has the initiative chip.", queue=state.in_order())
