"""Components used in one's own turn: modules turned, moved, rearranged; the deck looked at and searched.

Effects on a roll are in `combat`. A component that the app does not know is shown as text.
"""

from collections.abc import Callable, Mapping

from companion.base.json_types import JsonMapping
from companion.base.wording import join_words, plural
from companion.data.rulebook import rule
from companion.games.mecha_mettle.model import Component
from companion.games.mecha_mettle.tracker import deck, on_table
from companion.games.mecha_mettle.tracker.attacks import in_words
from companion.games.mecha_mettle.tracker.places import lay, lay_on, take_top
from companion.games.mecha_mettle.tracker.rolls import FLARE
from companion.games.mecha_mettle.tracker.state import (
    NAMES,
    TOP,
    DeckCard,
    DeckLook,
    Flux,
    LookKind,
    Standing,
    State,
    put,
    square_title,
    with_player,
)
from companion.games.mecha_mettle.tracker.terms import Terms
from companion.play.game_states import tell, update

LOOKS: Mapping[str, tuple[LookKind, int]] = {"comms-system": ("comms", 1), "long-range-scanner": ("scanner", 3)}
"""Components that look at the top of the deck: the kind of look, and the number of cards."""
BAY, BAY_CARDS = "engineering-bay", 3
SEARCH = "artificial-intelligence"
RECOMBINATOR, BEARINGS, MOVER = "recombinator", "hydrostatic-bearings", "universal-ports"
FLUX, FLUX_MODULES = "flux-engine", 3
APPLIED = {*LOOKS, BAY, SEARCH, RECOMBINATOR, BEARINGS, MOVER, FLUX, FLARE}
TurnModule = Callable[[State, str, str, Terms], State]


def is_applied(card: Component) -> bool:
    """Return whether the app applies a component's effect; players apply the others by corrections."""
    return bool(card.attack or card.defend) or card.id in APPLIED


def mark_used(state: State, terms: Terms) -> State:
    """Mark the active player's component in force as used, with a sentence."""
    card = terms.in_force(state.me)
    assert card
    return with_player(state, state.active, f"{NAMES[state.active]} uses {card.name}: {in_words(card)}", used=True)


@rule("component-active")
def use(state: State, values: JsonMapping, terms: Terms, turn_module: TurnModule) -> State:
    """Use the component in force, on a module where it needs one (facts 41 to 45)."""
    name = values["component"]
    state = mark_used(state, terms)
    if name in LOOKS:
        kind, count = LOOKS[name]
        return _look_at_top(state, kind, count, terms)
    if name == SEARCH:
        text = f"{NAMES[state.active]} searches the module deck."
        return update(state, text, look=DeckLook(kind="search", count=len(state.deck)), seen=(*state.seen, TOP))
    if name == RECOMBINATOR:
        return turn_module(state, values["at"], values["way"], terms)
    if name == BEARINGS:
        standing = state.me.area[values["at"]].model_copy(update={"turns_free": True})
        text = f"{terms.describe(standing)} in {square_title(values['at'])} turns for free."
        return put(state, state.active, values["at"], standing, text)
    if name == MOVER:
        return _move(state, values, terms)
    if name == FLUX:
        return update(state, flux=Flux(left=FLUX_MODULES))
    return state


@rule("universal-ports")
def _move(state: State, values: JsonMapping, terms: Terms) -> State:
    """Move the top card of a module to an Open Port, where it may attack again, or onto another module (fact 104)."""
    card, stays = take_top(state.me.area[values["at"]], terms)
    state = put(state, state.active, values["at"], stays)
    if edge := values.get("edge"):
        return lay_on(state, card, values["to"], edge, terms)
    return lay(state, card.model_copy(update={"attacked": False}), values["to"], values["facing"], terms)


def _look_at_top(state: State, kind: LookKind, count: int, terms: Terms) -> State:
    """Show the top of the deck only to the active player; on their own table the players look themselves."""
    if terms.on_table:
        count = min(count, len(state.deck))
        state = update(state, f"{NAMES[state.active]} looks at {plural(count, 'card')} of the deck.")
        return on_table.take_in_hand(state, kind, count) if kind == "bay" else state
    state = update(deck.look_at(state, count), look=DeckLook(kind=kind, count=min(count, len(state.deck))))
    assert state.look
    names = join_words([terms.name(one.card) for one in state.deck[: state.look.count]])
    state = update(state, f"{NAMES[state.active]} looks at {plural(state.look.count, 'card')} of the deck.")
    return tell(state, state.active, f"On top: {names}.")


def look_for_bay(state: State, terms: Terms) -> State:
    """Show the active player three cards to choose from; an empty deck is shuffled first."""
    return _look_at_top(state, "bay", BAY_CARDS, terms) if state.deck else deck.refill(state, "bay", terms)


def look(state: State, values: JsonMapping, terms: Terms) -> State:
    """Put cards back after a look: `order` lists the places of those on top, `bottom` of those under the deck."""
    assert state.look
    looked, others = state.deck[: state.look.count], state.deck[state.look.count :]
    top, bottom = (_cards_at(looked, values.get(where, "")) for where in ("order", "bottom"))
    places = {"top": len(top), "bottom": len(bottom)}
    words = join_words(
        [f"{count} {'on' if where == 'top' else 'at the'} {where}" for where, count in places.items() if count]
    )
    return update(state, f"{NAMES[state.active]} puts {words}.", deck=(*top, *others, *bottom), look=None)


def _cards_at(looked: tuple[DeckCard, ...], places: str) -> tuple[DeckCard, ...]:
    return tuple(looked[int(place) - 1] for place in places.split())


def take(state: State, values: JsonMapping, terms: Terms) -> State:
    """Take one of the drawn or searched cards, to be laid next; the others go back."""
    assert state.look
    if state.look.kind == "search":
        return _take_searched(state, values["card"], terms)
    looked, others = state.deck[: state.look.count], state.deck[state.look.count :]
    (chosen_card,), bottom = _cards_at(looked, values["place"]), _cards_at(looked, values.get("bottom", ""))
    go = "goes" if len(bottom) == 1 else "go"
    bottom_words = f"; {plural(len(bottom), 'card')} {go} to the bottom" if bottom else ""
    text = f"{NAMES[state.active]} takes {terms.name(chosen_card.card)}{bottom_words}."
    return update(state, text, deck=(*others, *bottom), look=None, drawn=chosen_card.card)


def _take_searched(state: State, card: str, terms: Terms) -> State:
    place = next(place for place, card_in_deck in enumerate(state.deck) if card_in_deck.card == card)
    others = (*state.deck[:place], *state.deck[place + 1 :])
    text = f"{NAMES[state.active]} takes {terms.name(card)} from the deck."
    state = update(state, text, deck=others, look=None, drawn=card)
    return deck.owe_shuffle(state, "the module deck is shuffled", "search") if len(others) > 1 else state


def lift(state: State, values: JsonMapping, terms: Terms) -> State:
    """Take a module up, to lay it elsewhere."""
    assert state.flux
    standing = state.me.area[values["at"]]
    flux = Flux(left=state.flux.left - 1, lifted=(*state.flux.lifted, standing))
    text = f"{terms.describe(standing)} is taken from {square_title(values['at'])}."
    return update(put(state, state.active, values["at"], Standing(), text), flux=flux)


def lay_lifted(state: State, values: JsonMapping, terms: Terms) -> State:
    """Lay the first lifted module; the rearrangement ends when all are laid and no more may be lifted."""
    assert state.flux
    first, *others = state.flux.lifted
    state = lay(state, first, values["to"], values["facing"], terms)
    left_to_lift = state.flux.left if state.flux else 0
    return update(state, flux=Flux(left=left_to_lift, lifted=tuple(others)) if others or left_to_lift else None)
