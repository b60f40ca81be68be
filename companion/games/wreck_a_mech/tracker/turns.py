"""Applies events to the game, with all that follows without a decision; each phase has its own module.

Steps that need no decision follow at once, up to the next shuffle. A pending shuffle names the step after it.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.base.json_types import JsonMapping
from companion.games.wreck_a_mech.tracker import on_table as naming
from companion.games.wreck_a_mech.tracker.build import (
    draw_hand,
    end_build,
    play_card,
    step_build,
    step_draw,
    swap_arms,
    throw_off,
)
from companion.games.wreck_a_mech.tracker.combat import end_wreck, lose_parts, step_combat, step_wrecks
from companion.games.wreck_a_mech.tracker.deal import begin_deal, shuffle_decks, take_chip, turn_up
from companion.games.wreck_a_mech.tracker.leaving import withdraw
from companion.games.wreck_a_mech.tracker.overtime import draw_for_overtime, step_overtime
from companion.games.wreck_a_mech.tracker.rebound import lay_drawn, rebuild, refill_mech, step_rebound
from companion.games.wreck_a_mech.tracker.saved_mechs import bring_build
from companion.games.wreck_a_mech.tracker.state import NAMES, State, Terms, owe, update, with_player
from companion.games.wreck_a_mech.tracker.upgrade import gain_card, junk_card, pass_on, step_upgrade
from companion.games.wreck_a_mech.tracker.zones import pile_title, top_of, with_zones, zone_of, zones
from companion.play.log import TableEvent
from companion.play.piles import PendingShuffle, can_be_shuffled, shuffle_rest


def apply_event(state: State, event: TableEvent, terms: Terms) -> State:
    """Return the state after an event, with what follows from it without a decision or a shuffle."""
    state = update(state, news=(), seen=())
    if event.kind == "shuffle":
        after = _end_shuffle(state, event.secret["order"], terms)
    elif event.kind == "card":
        name_card = lay_drawn if state.table and state.table.rebuilding else naming.turn_up
        after = name_card(state, event.values["card"], terms)
    elif event.kind == "faces":
        after = take_chip(state, state.seats[event.values["faces"][0] - 1])
    elif event.kind == "move":
        assert event.seat is not None
        after = _MOVES[event.values["name"]](state, event.seat, event.values, terms)
    else:
        after = _correct(state, event.values["field"], event.values["value"])
    after = _go_on(after, terms)
    return update(after, seen=()) if after.table else after


def _go_on(state: State, terms: Terms) -> State:
    """Take all steps that need no decision, up to a pending shuffle; fewer than two cards need none."""
    while not (state.result or state.chip_owed or naming.pending_names(state)):
        after = _end_needless_shuffle(state, terms) if state.shuffle else _step(state, terms)
        if after is None:
            break
        state = after
    return state


def _step(state: State, terms: Terms) -> State | None:
    step = _STEPS.get(state.phase)
    return step(state, terms) if step else None


def _end_needless_shuffle(state: State, terms: Terms) -> State | None:
    """Skip a pending shuffle that the app does not make, and go on; None where the app has to shuffle."""
    shuffle = state.shuffle
    assert shuffle
    if state.table:
        after = naming.turn_down_pile(update(state, shuffle.text, shuffle=None), shuffle.zone)
        return _AFTER[shuffle.then](after, int(shuffle.zone.partition(".")[2]), terms)
    if can_be_shuffled(replace(zone_of(state, shuffle.zone), mixed=True)):
        return None
    return _AFTER[shuffle.then](update(state, shuffle=None), int(shuffle.zone.partition(".")[2]), terms)


def _end_shuffle(state: State, order: list[int], terms: Terms) -> State:
    """Put a pile in its new order, and go on with the step after the shuffle."""
    shuffle = state.shuffle
    assert shuffle
    state = update(with_zones(state, {shuffle.zone: shuffle_rest(zone_of(state, shuffle.zone), order)}), shuffle=None)
    return _AFTER[shuffle.then](update(state, shuffle.text), int(shuffle.zone.partition(".")[2]), terms)


def hide(state: State, seen: tuple[str, ...]) -> State:
    """Return a state with a pending shuffle for each pile whose top was seen; cards laid on top of it stay there."""
    if state.phase == "deal" or state.table:
        return state
    names = [name for name, zone in zones(state).items() if top_of(name) in seen and can_be_shuffled(zone)]
    shuffles = [PendingShuffle(zone=name, why=f"{pile_title(name)} is shuffled anew", then="anew") for name in names]
    return update(state, news=(), seen=(), shuffle=shuffles[0], anew=tuple(shuffles[1:])) if shuffles else state


def _correct(state: State, field: str, value: Any) -> State:
    name, _, seat_text = field.partition(".")
    if name == "turn":
        return update(state, f"Set by hand: it is turn {value}.", turn=value)
    if name == "holder":
        return update(state, f"Set by hand: {value} has the initiative chip.", holder=NAMES.index(value))
    seat = int(seat_text)
    text = f"Set by hand: {NAMES[seat]} has {name.capitalize()} {value}."
    return with_player(state, seat, replace(state.players[seat], **{name: value}), text)


_MOVES: Mapping[str, Callable[[State, int, JsonMapping, Terms], State]] = {
    "build": bring_build,
    "deal": begin_deal,
    "play": play_card,
    "swap": swap_arms,
    "throw-off": throw_off,
    "end-build": end_build,
    "lose": lose_parts,
    "gain": gain_card,
    "junk": junk_card,
    "pass": pass_on,
    "withdraw": withdraw,
}
_STEPS: Mapping[str, Callable[[State, Terms], State | None]] = {
    "draw": step_draw,
    "build": step_build,
    "combat": step_combat,
    "wrecks": step_wrecks,
    "upgrade": step_upgrade,
    "rebound": step_rebound,
    "overtime": step_overtime,
}
_AFTER: Mapping[str, Callable[[State, int, Terms], State]] = {
    "deal-draw": lambda state, seat, terms: shuffle_decks(state, seat + 1, terms),
    "deal-2": lambda state, _, terms: owe(state, "pile.3", "the Rank 3 cards are shuffled", "deal-3"),
    "deal-3": turn_up,
    "draw": draw_hand,
    "wreck": end_wreck,
    "rebuild": rebuild,
    "refill": refill_mech,
    "overtime": draw_for_overtime,
    "anew": lambda state, _, terms: update(state, shuffle=state.anew[0], anew=state.anew[1:]) if state.anew else state,
    "": lambda state, _seat, _terms: state,
}
"""Steps after a shuffle, by name; their number is that of the zone: a seat, or a rank of the Foundry."""
