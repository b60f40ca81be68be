"""Cards on the players' own table: which may lie where, which one is still to be named, what naming it does.

Hidden cards are UNKNOWN in the state, so nothing in it is secret. The cards of a seat are known as a whole, because
they were named before; which of them is in the draw pile, in the hand or face down in the discard pile is not.
"""

from dataclasses import replace
from typing import Any

from companion.games.wreck_a_mech.rules.foundry import FoundryRow
from companion.games.wreck_a_mech.tracker.state import FOUNDRY_RANKS, NAMES, OnTable, State, Terms, update, with_player
from companion.games.wreck_a_mech.tracker.zones import with_zones, zone_of
from companion.play.game_states import card_moves, replace_at
from companion.play.piles import UNKNOWN, Cards, name_unknown, pending_card, turn_down, without
from companion.play.tracker import Move, Pending


def begin(terms: Terms) -> OnTable:
    """Return the known cards before the deal: all cards of the Foundry are still to be named."""
    two, three = (terms.all_of_rank(rank) for rank in FOUNDRY_RANKS)
    return OnTable(unnamed=(two, three), loose=((),) * terms.seats, blind=((0, 0),) * terms.seats)


def turn_down_pile(state: State, zone: str) -> State:
    """Return a state after a pile was shuffled on the players' table: its order is unknown."""
    cards = zone_of(state, zone).cards
    state = with_zones(state, {zone: turn_down(cards)})
    table, known_cards = state.table, tuple(card for card in cards if card)
    if not known_cards or table is None:
        return state
    seat = int(zone.partition(".")[2])
    return _update_table(state, loose=replace_at(table.loose, seat, tuple(sorted(table.loose[seat] + known_cards))))


def _update_table(state: State, **changed: Any) -> State:
    assert state.table
    return update(state, table=state.table.model_copy(update=changed))


def gain_blind(state: State, seat: int, rank: int) -> State:
    """Return a state in which a seat has one more unnamed card of a rank."""
    assert state.table
    at, counts = FOUNDRY_RANKS.index(rank), state.table.blind[seat]
    return _update_table(state, blind=replace_at(state.table.blind, seat, replace_at(counts, at, counts[at] + 1)))


def may_lie(state: State, seat: int, pile: Cards) -> Cards:
    """Return each card, once, that may be in a pile of a seat: known cards, and candidates for hidden ones."""
    hidden: Cards = ()
    if state.table and UNKNOWN in pile:
        ranks = zip(state.table.unnamed, state.table.blind[seat], strict=True)
        hidden = state.table.loose[seat] + tuple(card for unnamed, count in ranks if count for card in unnamed)
    return tuple(filter(None, dict.fromkeys(pile + hidden)))


def find_card(state: State, seat: int, pile: str, card: str, terms: Terms) -> State:
    """Return a state in which a card is known to lie in a pile of a seat; the caller has checked that it may."""
    player, table = state.players[seat], state.table
    cards: Cards = getattr(player, pile)
    if card in cards:
        return state
    assert table
    changed: Any = {pile: name_unknown(cards, card)}
    state = with_player(state, seat, replace(player, **changed))
    if card in table.loose[seat]:
        return _update_table(state, loose=replace_at(table.loose, seat, without(table.loose[seat], card)))
    at, counts = FOUNDRY_RANKS.index(terms.card(card).rank), table.blind[seat]
    state = _update_table(state, blind=replace_at(table.blind, seat, replace_at(counts, at, counts[at] - 1)))
    return _remove_unnamed(state, at, card)


def _remove_unnamed(state: State, at: int, card: str) -> State:
    """Return a state in which a card of a Foundry rank is named."""
    assert state.table
    return _update_table(state, unnamed=replace_at(state.table.unnamed, at, without(state.table.unnamed[at], card)))


def _row_to_name(state: State) -> int | None:
    """Return the index of the Foundry row with an unnamed face-up card; None where all are named."""
    if state.table is None or state.overtime or state.phase in ("deal", "over"):
        return None
    return next((at for at, row in enumerate(state.foundry) if UNKNOWN in row.face_up), None)


def pending_names(state: State) -> tuple[Pending, ...]:
    """Return the pending name of a card turned up on the players' table: the acting seat names it, at the deal any."""
    if state.table and state.table.rebuilding:
        which = "drew" if state.table.rebuilding == "rebuild" else "drew again"
        return (pending_card(state.queue[0], f"which card {NAMES[state.queue[0]]} {which} in the Rebound"),)
    at = _row_to_name(state)
    if at is None:
        return ()
    count = state.foundry[at].face_up.count(UNKNOWN)
    why = f"which Rank {FOUNDRY_RANKS[at]} card is turned up{f', {count} to name' if count > 1 else ''}"
    seats = state.phase == "upgrade" and state.queue[:1] or state.fighters
    return tuple(pending_card(seat, why) for seat in seats)


def nameable(state: State, terms: Terms) -> tuple[Move, ...]:
    """Return the cards that the one to be named may be, as moves."""
    if state.table is None or not pending_names(state):
        return ()
    at = _row_to_name(state)
    return card_moves(state.table.unnamed[at] if at is not None else _drawable(state, terms), terms.name)


def _drawable(state: State, terms: Terms) -> Cards:
    seat, player = state.queue[0], state.players[state.queue[0]]
    assert state.table
    if state.table.rebuilding == "rebuild":
        return may_lie(state, seat, player.draw)
    return tuple(filter(terms.is_arm, player.discard))


def turn_up(state: State, card: str, terms: Terms) -> State:
    """Name the card that was turned up in the Foundry."""
    at = _row_to_name(state)
    assert at is not None
    row = state.foundry[at]
    changed_row: FoundryRow = replace(row, face_up=name_unknown(row.face_up, card))
    state = update(state, f"{terms.name(card)} is turned up.", foundry=replace_at(state.foundry, at, changed_row))
    return _remove_unnamed(state, at, card)
