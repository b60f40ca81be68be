"""The Rebound Phase: a wrecked mech is rebuilt from its draw pile; then the next turn begins."""

from dataclasses import replace
from typing import Any, Literal

from companion.base.wording import join_words, plural
from companion.data.rulebook import rule
from companion.games.wreck_a_mech.model import ARMS
from companion.games.wreck_a_mech.rules.play import REBOUND_JUNK, ReboundResult, holder, rebound, rebound_plan, refill
from companion.games.wreck_a_mech.tracker.on_table import find_card
from companion.games.wreck_a_mech.tracker.state import (
    NAMES,
    State,
    Terms,
    describe,
    on_cross,
    owe,
    pop,
    popped,
    update,
    with_player,
)
from companion.games.wreck_a_mech.tracker.upgrade import junkable
from companion.games.wreck_a_mech.tracker.zones import top_of
from companion.play.piles import without


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
    if len(state.wrecked) == len(state.seats):
        return pop(update(state, "Everybody was wrecked: nobody draws."))
    if state.table:
        return _lay_on(_rebuilding(state, "rebuild"), seat, terms)
    player = state.players[seat]
    rebounded = rebound(player.draw, terms.positions, _part_goal(state, seat))
    state = update(state, seen=(*state.seen, top_of(f"draw.{seat}")))
    if not rebounded.short or terms.rulings["rebound-short"] != "reshuffle" or not rebounded.discarded:
        return _install(state, seat, rebounded, terms)
    rebuilt = replace(player, mech=dict(rebounded.installed), draw=(), discard=rebounded.discarded)
    why = f"{NAMES[seat]}'s discards are shuffled in once more"
    return owe(with_player(state, seat, rebuilt), f"discard.{seat}", why, "refill")


def _part_goal(state: State, seat: int) -> int:
    """Return the number of parts that a rebuilt mech reaches: the most that an opponent has."""
    return rebound_plan([len(state.players[at].mech) for at in state.seats if at != seat]).parts


@rule("rebound")
def refill_mech(state: State, seat: int, terms: Terms) -> State:
    """Go on with the discards of this Rebound, as the ruling says (fact 58)."""
    player = state.players[seat]
    before = ReboundResult(tuple(player.mech.items()), player.discard, (), True)
    rebounded = refill(before, player.discard, terms.positions, _part_goal(state, seat), terms.rulings)
    return _install(state, seat, rebounded, terms)


def _rebuilding(state: State, how: Literal["", "rebuild", "refill"]) -> State:
    assert state.table
    return update(state, table=state.table.model_copy(update={"rebuilding": how}))


def lay_drawn(state: State, card: str, terms: Terms) -> State:
    """Lay a card that was drawn on the players' own table on its place, or discard it (facts 54, 55, 58)."""
    assert state.table
    seat = state.queue[0]
    pile = "draw" if state.table.rebuilding == "rebuild" else "discard"
    state = find_card(state, seat, pile, card, terms)
    player, mech = state.players[seat], dict(state.players[seat].mech)
    position = terms.positions[card] if pile == "draw" else next(arm for arm in ARMS if arm not in mech)
    changed: Any = {pile: without(getattr(player, pile), card)}
    if position in mech:
        changed["discard"] = (card, *player.discard)
        text = f"{NAMES[seat]} draws {terms.name(card)}, which is discarded."
    else:
        changed["mech"] = on_cross({**mech, position: card})
        text = f"{NAMES[seat]} draws {terms.name(card)}."
    return _lay_on(with_player(state, seat, replace(player, **changed), text), seat, terms)


def _lay_on(state: State, seat: int, terms: Terms) -> State:
    """Return a state that waits for the next card of a Rebound, or in which the mech is rebuilt."""
    player, parts = state.players[seat], _part_goal(state, seat)
    assert state.table
    is_short = len(player.mech) < parts
    arms = () if all(arm in player.mech for arm in ARMS) else tuple(set(filter(terms.is_arm, player.discard)))
    if is_short and state.table.rebuilding == "refill" and len(arms) == 1:
        return lay_drawn(state, arms[0], terms)
    if is_short and (player.draw if state.table.rebuilding == "rebuild" else arms):
        return state
    if is_short and arms and state.table.rebuilding == "rebuild" and terms.rulings["rebound-short"] == "reshuffle":
        state = update(state, f"{NAMES[seat]}'s discards are shuffled in once more.")
        return _lay_on(_rebuilding(state, "refill"), seat, terms)
    rebounded = ReboundResult(tuple(player.mech.items()), player.discard, player.draw, is_short)
    return _install(_rebuilding(state, ""), seat, rebounded, terms)


def _install(state: State, seat: int, rebounded: ReboundResult, terms: Terms) -> State:
    mech = on_cross(dict(rebounded.installed))
    player = replace(state.players[seat], mech=mech, draw=rebounded.not_drawn, discard=rebounded.discarded)
    built = join_words(describe(mech, terms, mech)) or "nothing"
    discarded = f"; {plural(len(rebounded.discarded), 'card')} discarded" if rebounded.discarded else ""
    return with_player(state, seat, player, f"{NAMES[seat]} is back with {built}{discarded}.", **popped(state))


@rule("initiative")
def _begin_turn(state: State, terms: Terms) -> State:
    """Pass the chip to the left, and begin the next turn (fact 57)."""
    ring = state.seats
    next_holder = ring[holder(ring.index(state.holder), len(ring), len(state.wrecked), terms.rulings)]
    turn = state.turn + 1
    return update(
        state,
        f"Turn {turn}: {NAMES[next_holder]} has the initiative chip.",
        holder=next_holder,
        turn=turn,
        phase="draw",
        wrecked=(),
        queue=state.in_order(next_holder),
    )
