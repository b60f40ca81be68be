"""A seat whose player has left for good: it is out of the game, the others close up, its cards stay where they are."""

from typing import Any

from companion.base.json_types import JsonMapping
from companion.games.wreck_a_mech.tracker.overtime import win
from companion.games.wreck_a_mech.tracker.state import NAMES, State, Terms, update
from companion.play.game_states import replace_at
from companion.play.tracker import Move


def withdrawal(state: State, seat: int, terms: Terms) -> Move | None:
    """Return the move that takes a seat out of the game; None where it is out already, or the game is over.

    After the damage of a turn its attacker still gains for the parts that this seat has lost: `losses_to` is the seat
    that becomes the attacker's defender, and takes over those losses.
    """
    if state.result or seat in state.out:
        return None
    following = terms.defender_of(state, seat) if state.phase in ("wrecks", "upgrade") else None
    values = {} if following is None else {"losses_to": following}
    return Move(name="withdraw", values=values, label="Out of the game: the others close up")


def withdraw(state: State, seat: int, values: JsonMapping, terms: Terms) -> State:
    """Take a seat out of the game and drop its pending tasks; the last seat that plays has won."""
    changed: dict[str, Any] = {"gains": None, "junk": None} if state.queue[:1] == (seat,) else {}
    if state.table and state.table.rebuilding and state.queue[:1] == (seat,):
        changed["table"] = state.table.model_copy(update={"rebuilding": ""})
    for name, seats in (("queue", state.queue), ("overtime", state.overtime), ("wrecked", state.wrecked)):
        changed[name] = tuple(other for other in seats if other != seat)
    if "losses_to" in values:
        changed["damaged_ranks"] = replace_at(state.damaged_ranks, values["losses_to"], state.damaged_ranks[seat])
    text = f"{NAMES[seat]} is out of the game: the others close up."
    state = update(state, text, out=tuple(sorted((*state.out, seat))), **changed)
    if state.holder == seat:
        next_seats = tuple(other for other in state.seats if other > seat) or state.seats
        state = update(state, f"{NAMES[next_seats[0]]} has the initiative chip.", holder=next_seats[0])
    if len(state.fighters) == 1:
        return win(state, state.fighters[0], f"{NAMES[state.fighters[0]]} is the last one that plays.")
    return state
