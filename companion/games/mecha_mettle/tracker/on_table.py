"""The module deck on the players' own table: its cards are UNKNOWN in the state, so nothing in it is secret.

What is drawn, or taken from among the cards that a component lets its owner look at, is owed a name before it is laid.
What is only looked at, put back or laid face down is not asked for.
"""

from companion.base.wording import plural
from companion.games.mecha_mettle.tracker.deck import face_down
from companion.games.mecha_mettle.tracker.state import NAMES, DeckCard, DeckLook, LookKind, State
from companion.games.mecha_mettle.tracker.terms import Terms
from companion.play.game_states import card_moves, update
from companion.play.piles import pending_card, turn_down, without
from companion.play.tracker import Move, Pending


def turn_down_deck(state: State) -> State:
    """Return a state in which the deck is shuffled on the players' table: nobody knows what lies where in it."""
    lying = turn_down([one.card for one in state.deck])
    return update(state, deck=tuple(DeckCard(card=card) for card in lying), shuffle=None)


def take_in_hand(state: State, kind: LookKind, count: int) -> State:
    """Return a state in which the active player has so many cards in hand, one of which is owed a name."""
    return update(state, look=DeckLook(kind=kind, count=count))


def is_naming(state: State, terms: Terms) -> bool:
    """Return whether a card is owed a name."""
    return terms.on_table and state.look is not None


def owed(state: State) -> Pending:
    """Return that the active player names the card that was drawn or taken."""
    assert state.look
    name, count = NAMES[state.active], state.look.count
    why = f"which module {name} drew"
    if state.look.kind == "search":
        why = f"which module {name} takes from the deck"
    elif count > 1:
        why = f"which of the {plural(count, 'module')} {name} plays; the others go to the bottom"
    return pending_card(state.active, why)


def nameable(state: State, terms: Terms) -> tuple[Move, ...]:
    """Return what the card may be: all that lie face down, but for those that lie under ports since a shuffle."""
    if not is_naming(state, terms):
        return ()
    cards = face_down(state, terms)
    for card in state.buried:
        cards = without(cards, card)
    return card_moves(cards, terms.name)


def name_top(state: State, card: str) -> State:
    """Return a state in which the top card of the deck is known: the one that was named, wherever it lay."""
    return update(state, deck=(DeckCard(card=card), *state.deck[1:]))
