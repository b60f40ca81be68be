"""The module deck: cards drawn, shuffled, looked at, laid face down on destroyed ports; and the seats that know each.

A seat knows a card that it has looked at until the card is shuffled.
"""

from collections import Counter
from collections.abc import Sequence

from companion.data.rulebook import rule
from companion.games.mecha_mettle.tracker.state import REACTOR, TOP, DeckCard, State, put
from companion.games.mecha_mettle.tracker.terms import Terms
from companion.play.game_states import update
from companion.play.piles import Cards, PendingShuffle, PileZone, deal_anew, put_in_order
from companion.play.tracker import Pick


def can_draw(state: State, terms: Terms) -> bool:
    """Return whether there is a card to draw, perhaps after a shuffle (fact 55 is a ruling)."""
    return bool(state.deck) or _can_refill(state, terms)


def _can_refill(state: State, terms: Terms) -> bool:
    if terms.rulings["empty-deck"] == "none":
        return False
    return bool(state.discard) or (terms.rulings["ports-reshuffled"] == "joined" and bool(_markers(state)))


def _markers(state: State) -> list[tuple[int, str, DeckCard]]:
    """Return (seat, space, card) of each card face down on a destroyed port."""
    return [
        (seat, at, standing.marker)
        for seat, player in enumerate(state.players)
        for at, standing in player.area.items()
        if standing.marker
    ]


def face_down(state: State, terms: Terms) -> Cards:
    """Return the modules in the deck or face down on destroyed ports, in no order: all modules that are not elsewhere.

    Call it only after the first Reactor is laid, which counts as elsewhere.
    """
    other_cards = [*state.discard, *filter(None, [state.drawn])]
    modules = [module for player in state.players for module in player.area.values()]
    for module in (*modules, *(state.flux.lifted if state.flux else ())):
        other_cards += module.cards
    return tuple((Counter((*terms.deck, REACTOR)) - Counter(other_cards)).elements())


def owe_shuffle(state: State, why: str, then: str) -> State:
    """Return a state with a pending shuffle of the whole deck, whose cards no seat knows any more."""
    unknown_deck = tuple(DeckCard(card=one.card) for one in state.deck)
    return update(state, deck=unknown_deck, shuffle=PendingShuffle(zone="deck", why=why, then=then))


@rule("play-anywhere", "damage")
def refill(state: State, then: str, terms: Terms) -> State:
    """Return a state with a pending shuffle of a new deck: the discard pile, by the ruling with the ports' markers."""
    deck = [DeckCard(card=card) for card in state.discard]
    buried = face_down(state, terms) if terms.on_table else ()
    if terms.rulings["ports-reshuffled"] == "joined":
        for seat, at, marker in _markers(state):
            unmarked_space = state.players[seat].area[at].model_copy(update={"marker": None})
            state = put(state, seat, at, unmarked_space)
            deck.append(marker)
        buried = ()
    state = update(state, deck=tuple(deck), discard=(), buried=buried)
    return owe_shuffle(state, "the discard pile is shuffled as the new module deck", then)


def hidden_places(state: State) -> list[int]:
    """Return the places of the deck whose cards no seat knows: a shuffle moves only those."""
    return [place for place, one in enumerate(state.deck) if not one.known_to]


def shuffle_hidden(state: State, order: Sequence[int]) -> State:
    """Return a state with the cards that no seat knows in a new order."""
    places, deck = hidden_places(state), list(state.deck)
    for place, card in zip(places, put_in_order([state.deck[place] for place in places], order), strict=True):
        deck[place] = card
    return update(state, deck=tuple(deck), shuffle=None)


def draw(state: State) -> tuple[str, State]:
    """Return the top card, and the state without it; every seat has seen the card."""
    return state.deck[0].card, update(state, deck=state.deck[1:], seen=(*state.seen, TOP))


@rule("damage")
def mark(state: State, seat: int, at: str, terms: Terms) -> State:
    """Lay the top card face down on a destroyed port (fact 94); whether its owner may look at it is a ruling."""
    if not state.deck:
        return refill(update(state, unmarked=(seat, at)), "mark", terms) if _can_refill(state, terms) else state
    known_to = state.deck[0].known_to
    if terms.rulings["look-under-ports"] == "owner" and seat not in known_to:
        known_to = tuple(sorted((*known_to, seat)))
        state = update(state, seen=(*state.seen, TOP))
    marker = DeckCard(card=state.deck[0].card, known_to=known_to)
    standing = state.players[seat].area[at].model_copy(update={"marker": marker})
    texts = ("The top card of the deck marks it, face down.",) if terms.on_table else ()
    return put(update(state, deck=state.deck[1:]), seat, at, standing, *texts)


def look_at(state: State, count: int) -> State:
    """Let the active player look at the top `count` cards."""
    cards = tuple(
        one.model_copy(update={"known_to": tuple(sorted({*one.known_to, state.active}))}) for one in state.deck[:count]
    )
    return update(state, deck=(*cards, *state.deck[count:]), seen=(*state.seen, TOP))


def _searching(state: State, seat: int | None) -> bool:
    return state.look is not None and state.look.kind == "search" and state.active == seat


def visible_state(state: State, seat: int | None) -> State:
    """Return a state with the names of unknown cards removed; a deck that the seat searches is sorted by name."""
    if _searching(state, seat):
        deck = tuple(sorted((DeckCard(card=one.card) for one in state.deck), key=lambda one: one.card))
    else:
        deck = tuple(_seen_by(one, seat) for one in state.deck)
    state = update(state, deck=deck)
    for owner, at, marker in _markers(state):
        standing = state.players[owner].area[at]
        state = put(state, owner, at, standing.model_copy(update={"marker": _seen_by(marker, seat)}))
    return state


def _seen_by(card: DeckCard, seat: int | None) -> DeckCard:
    """Return a card as a seat sees it: without a name if unknown; the seats that know it are public."""
    return card if seat in card.known_to else card.model_copy(update={"card": ""})


def resample(state: State, seat: int | None, pick: Pick) -> State:
    """Return a state with the cards that a seat does not know dealt again, in the deck and on destroyed ports.

    A seat that searches the deck sees which cards are in it, but neither their order nor who knows which of them.
    """
    searching = _searching(state, seat)
    places = [place for place, one in enumerate(state.deck) if searching or seat not in one.known_to]
    markers = [marker_place for marker_place in _markers(state) if seat not in marker_place[2].known_to]
    zones = {
        "deck": PileZone(tuple(state.deck[place].card for place in places), "nobody", pool="" if searching else "all"),
        "ports": PileZone(tuple(marker.card for *_, marker in markers), "nobody", pool="" if searching else "all"),
    }
    dealt, deck = deal_anew(zones, seat, pick), list(state.deck)
    for place, card in zip(places, dealt["deck"], strict=True):
        deck[place] = DeckCard(card=card, known_to=() if searching else deck[place].known_to)
    state = update(state, deck=tuple(deck))
    for (owner, at, marker), card in zip(markers, dealt["ports"], strict=True):
        standing = state.players[owner].area[at]
        changed = standing.model_copy(update={"marker": marker.model_copy(update={"card": card})})
        state = put(state, owner, at, changed)
    return state
