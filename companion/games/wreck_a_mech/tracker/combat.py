"""The Combat Phase: damage taken, parts lost, Victories scored, and wrecked cards that are shuffled at once."""

from dataclasses import replace

from companion.base.json_types import JsonMapping
from companion.base.wording import join_words
from companion.data.rulebook import rule
from companion.games.wreck_a_mech.model import POSITIONS
from companion.games.wreck_a_mech.rules.losses import is_wrecked
from companion.games.wreck_a_mech.rules.play import decide_ending, lose, wreck
from companion.games.wreck_a_mech.rules.totals import cards_by_position, structures
from companion.games.wreck_a_mech.tracker.overtime import settle_overtime, start_overtime, win
from companion.games.wreck_a_mech.tracker.state import (
    NAMES,
    State,
    Terms,
    damage_taken,
    describe,
    owe,
    popped,
    update,
    with_player,
)


@rule("damage", "absorb", "wrecked")
def step_combat(state: State, terms: Terms) -> State | None:
    """Take damage that leaves no choice: none at all, or every part (facts 45, 47)."""
    if not state.queue:
        return _end_phase(state, terms)
    seat = state.queue[0]
    player, damage = state.players[seat], damage_taken(state, seat, terms)
    if not damage:
        return update(state, f"{NAMES[seat]} takes no damage.", **popped(state))
    if is_wrecked(damage, structures(cards_by_position(player.mech, terms.catalogue))):
        return _lose(state, seat, tuple(player.mech), terms)
    return None


def lose_parts(state: State, seat: int, values: JsonMapping, terms: Terms) -> State:
    """Lose the parts that a seat has chosen."""
    return _lose(state, seat, tuple(part for part in POSITIONS if part in values.values()), terms)


@rule("absorb", "wrecked")
def _lose(state: State, seat: int, parts: tuple[str, ...], terms: Terms) -> State:
    player, damage = state.players[seat], damage_taken(state, seat, terms)
    damaged = lose(player, parts)
    wrecked = "" if damaged.mech else " and is wrecked"
    text = f"{NAMES[seat]} takes {damage} damage, loses {join_words(describe(player.mech, terms, parts))}{wrecked}."
    return with_player(state, seat, damaged, text, **popped(state))


@rule("wrecked", "victory")
def _end_phase(state: State, terms: Terms) -> State:
    """Score a Victory for each wreck, after all damage of the phase (facts 47, 63 to 65)."""
    wrecked = tuple(seat for seat in state.in_order() if not state.players[seat].mech)
    ranks = tuple(tuple(terms.card(card).rank for card in player.damaged) for player in state.players)
    state = update(state, wrecked=wrecked, damaged_ranks=ranks)
    scorers = [seat for lost in wrecked if (seat := terms.attacker_of(state, lost)) is not None]
    if state.overtime:
        return settle_overtime(state, scorers, terms)
    for seat in scorers:
        player = replace(state.players[seat], victory=state.players[seat].victory + 1)
        state = with_player(state, seat, player, f"{NAMES[seat]} scores a Victory: {player.victory}.")
    ending = decide_ending(state.victories)
    if ending.winner is not None:
        return win(state, ending.winner, f"{NAMES[ending.winner]} has three Victories.")
    if ending.overtime:
        return start_overtime(state, ending.overtime)
    if wrecked and terms.rulings["wrecked-cards"] == "at-once":
        return update(state, phase="wrecks", queue=wrecked)
    return update(state, phase="upgrade", queue=state.in_order())


def step_wrecks(state: State, terms: Terms) -> State:
    """Shuffle the cards of each wrecked mech into the draw pile at once, as the ruling says (fact 79)."""
    if not state.queue:
        return update(state, phase="upgrade", queue=state.in_order())
    seat = state.queue[0]
    player = state.players[seat]
    gathered = replace(player, draw=player.draw + player.discard + player.damaged, discard=(), damaged=())
    why = f"{NAMES[seat]}'s wrecked parts are shuffled into the draw pile"
    return owe(with_player(state, seat, gathered), f"draw.{seat}", why, "wreck")


def end_wreck(state: State, seat: int, terms: Terms) -> State:
    """Go on after a wrecked seat's cards were shuffled."""
    player = state.players[seat]
    return with_player(state, seat, wreck(player, player.draw, terms.rulings), **popped(state))
