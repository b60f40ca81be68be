"""The ways to use a component in one's own turn, and the moves with shown cards and lifted modules."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations

from companion.base.json_types import JsonObject
from companion.base.wording import join_words
from companion.data.rulebook import rule
from companion.games.mecha_mettle.rules.line_of_sight import CLOCKWISE, TOWARDS
from companion.games.mecha_mettle.tracker import components
from companion.games.mecha_mettle.tracker.places import open_ports, take_top, upgradable
from companion.games.mecha_mettle.tracker.state import State, square_title
from companion.games.mecha_mettle.tracker.terms import Terms
from companion.play.tracker import Move

MOST_PLACES = 1024
"""The most places of modules whose moves are kept."""
TURN = {"left": "to the left", "right": "to the right"}
"""The ways to turn a module, in words."""


@rule("component-active", "universal-ports")
def uses(state: State, terms: Terms) -> Iterator[Move]:
    """Yield the ways to use the component in force in one's own turn; those of a roll go with its attack."""
    card = terms.usable(state.me)
    if card is None or card.when == "opponent's turn" or card.attack or card.defend or card.id == components.BAY:
        return
    modules = [at for at, standing in state.me.area.items() if standing.cards]
    options: Iterator[tuple[JsonObject, str]] = iter((({}, ""),))
    if card.id in components.LOOKS or card.id == components.SEARCH:
        options = iter((({}, ""),) if state.deck else ())
    elif card.id == components.RECOMBINATOR:
        options = (
            ({"at": at, "way": way}, f": turn {terms.describe(state.me.area[at])} in {square_title(at)} {text}")
            for at in modules
            for way, text in TURN.items()
        )
    elif card.id == components.BEARINGS:
        options = (
            ({"at": at}, f": turn {terms.describe(state.me.area[at])} in {square_title(at)} for free") for at in modules
        )
    elif card.id == components.MOVER:
        options = _top_card_moves(state, terms)
    elif card.id == components.FLUX and not modules:
        return
    for values, text in options:
        yield Move(name="use", values={"component": card.id, **values}, label=f"Use {card.name}{text}")


def _top_card_moves(state: State, terms: Terms) -> Iterator[tuple[JsonObject, str]]:
    """Yield each destination of each module's top card by Universal Ports; its new facing is a ruling."""
    for at, standing in state.me.area.items():
        if not standing.cards:
            continue
        card, _ = take_top(standing, terms)
        start = f": move {terms.names(card.cards)} from {square_title(at)} to {{}}"
        facings = CLOCKWISE if terms.rulings["moved-facing"] == "any" else (card.facing,)
        for to in open_ports(state, state.active):
            for facing in facings:
                text = f"{start.format(square_title(to))}, facing {TOWARDS[facing]}"
                yield {"at": at, "to": to, "facing": facing}, text
        for to, edge in upgradable(state, card.cards[0], terms):
            if to != at:
                label = f"{start.format(square_title(to))}, on {terms.describe(state.me.area[to])}"
                yield {"at": at, "to": to, "edge": edge}, label


def looks(state: State, terms: Terms) -> Iterator[Move]:
    """Yield the moves with shown cards; values give places, not names, because other seats may not know the cards."""
    assert state.look
    names = [terms.name(deck_card.card) for deck_card in state.deck[: state.look.count]]
    places = [str(place) for place in range(1, len(names) + 1)]
    if state.look.kind == "comms":
        yield Move(name="look", values={"order": "1"}, label=f"Leave {names[0]} on top")
        yield Move(name="look", values={"bottom": "1"}, label=f"Put {names[0]} at the bottom")
    elif state.look.kind == "scanner":
        for order in permutations(places):
            names_text = join_words([names[int(place) - 1] for place in order], "then")
            yield Move(name="look", values={"order": " ".join(order)}, label=f"Put back {names_text}")
    elif state.look.kind == "bay":
        yield from _bay_choices(names, places)
    else:
        for card in sorted({deck_card.card for deck_card in state.deck} - {""}):
            yield Move(name="take", values={"card": card}, label=f"Take {terms.name(card)}")


def _bay_choices(names: list[str], places: list[str]) -> Iterator[Move]:
    """Yield each card that may be played, with each order of the others at the bottom."""
    for place in places:
        for order in permutations([other for other in places if other != place]):
            bottom_words = join_words([names[int(other) - 1] for other in order], "then")
            values = {"place": place} | ({"bottom": " ".join(order)} if order else {})
            label = f"Play {names[int(place) - 1]}" + (f"; {bottom_words} to the bottom" if bottom_words else "")
            yield Move(name="take", values=values, label=label)


def rearranges(state: State, terms: Terms) -> Iterator[Move]:
    """Yield the moves of Flux Engine: lift a module, lay the first lifted one, end."""
    assert state.flux
    if state.flux.lifted:
        yield from lays(state, "lay", terms.describe(state.flux.lifted[0]), state.active)
    if state.flux.left:
        for at, standing in state.me.area.items():
            if standing.cards:
                label = f"Take up {terms.describe(standing)} from {square_title(at)}"
                yield Move(name="lift", values={"at": at}, label=label)
    if not state.flux.lifted:
        yield Move(name="settle", label="Rearrange nothing more")


def lays(state: State, name: str, module: str, seat: int) -> Iterator[Move]:
    """Yield a module on each Open Port of a seat, in each facing."""
    for to in open_ports(state, seat):
        yield from _laid_at(name, module, to)


@lru_cache(MOST_PLACES)
def _laid_at(name: str, module: str, to: str) -> tuple[Move, ...]:
    start = f"Lay {module} in {square_title(to)}, facing"
    return tuple(
        Move(name=name, values={"to": to, "facing": facing}, label=f"{start} {TOWARDS[facing]}") for facing in CLOCKWISE
    )
