"""A seat that was left for good: it is out of the game, the others close up, and its cards stay where they are."""

from typing import Any

from companion.games.wreck_a_mech.tracker.overtime import win
from companion.games.wreck_a_mech.tracker.state import NAMES, State, Terms
from companion.json_types import JsonMapping
from companion.play.game_states import update
from companion.play.tracker import Move


def withdrawal(state: State, seat: int) -> Move | None:
    """Return the move that takes a seat out of the game; None where it is out already, or the game is over."""
    if state.result or seat in state.out:
        return None
    return Move(name="withdraw", label="Out of the game: the others close up")


def withdraw(state: State, seat: int, values: JsonMapping, terms: Terms) -> State:
    """Take a seat out of the game; what it still had to do is done by nobody, and the last one that plays has won."""
    changed: dict[str, Any] = {"gains": None, "junk": None} if state.queue[:1] == (seat,) else {}
    if state.table and state.table.rebuilding and state.queue[:1] == (seat,):
        changed["table"] = state.table.model_copy(update={"rebuilding": ""})
    for name, seats in (("queue", state.queue), ("overtime", state.overtime), ("wrecked", state.wrecked)):
        changed[name] = tuple(one for one in seats if one != seat)
    text = f"{NAMES[seat]} is out of the game: the others close up."
    state = update(state, text, out=tuple(sorted((*state.out, seat))), **changed)
    if state.holder == seat:
        left = tuple(one for one in state.seats if one > seat) or state.seats
        state = update(state, f"{NAMES[left[0]]} has the initiative chip.", holder=left[0])
    if len(state.fighters) == 1:
        return win(state, state.fighters[0], f"{NAMES[state.fighters[0]]} is the last one that plays.")
    return state
