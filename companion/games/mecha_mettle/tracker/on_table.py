"""The module deck on the players' own table: its cards are UNKNOWN in the state, so nothing in it is secret.

A player names a module that is drawn, or taken from the cards that a component shows, before it is laid. Cards that
are only looked at, put back or laid face down are not named.
"""

from companion.base.wording import plural
from companion.games.mecha_mettle.tracker.deck import face_down
from companion.games.mecha_mettle.tracker.state import NAMES, DeckCard, DeckLook, LookKind, State
from companion.games.mecha_mettle.tracker.terms import Terms
from companion.play.game_states import card_moves, update
from companion.play.piles import pending_card, turn_down, without
from companion.play.tracker import Move, Pending


def turn_down_deck(state: State) -> State:
    """Return a state in which the players have shuffled the deck on their table: all its cards are unknown."""
    cards = turn_down([deck_card.card for deck_card in state.deck])
    return update(state, deck=tuple(DeckCard(card=card) for card in cards), shuffle=None)


def take_in_hand(state: State, kind: LookKind, count: int) -> State:
    """Return a state in which the active player holds `count` cards and must name one."""
    return update(state, look=DeckLook(kind=kind, count=count))


def is_naming(state: State, terms: Terms) -> bool:
    """Return whether the active player must name a card."""
    return terms.on_table and state.look is not None


def pending_name(state: State) -> Pending:
    """Return the pending decision: the active player names the drawn or taken card."""
    assert state.look
    name, count = NAMES[state.active], state.look.count
    why = f"which module {name} drew"
    if state.look.kind == "search":
        why = f"which module {name} takes from the deck"
    elif count > 1:
        why = f"which of the {plural(count, 'module')} {name} plays; the others go to the bottom"
    return pending_card(state.active, why)


def nameable(state: State, terms: Terms) -> tuple[Move, ...]:
    """Return the possible cards: all face down ones, except those under ports that no shuffle has returned."""
    if not is_naming(state, terms):
        return ()
    cards = face_down(state, terms)
    for card in state.buried:
        cards = without(cards, card)
    return card_moves(cards, terms.name)


def name_top(state: State, card: str) -> State:
    """Return a state whose top card of the deck is the named one."""
    return update(state, deck=(DeckCard(card=card), *state.deck[1:]))
