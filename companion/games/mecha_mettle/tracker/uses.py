"""The ways to use a component in one's own turn; what may be done with cards looked at and modules taken up."""

from collections.abc import Iterator
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

TURN = {"left": "to the left", "right": "to the right"}
"""The ways to turn a module, in words."""


@rule("component-active", "universal-ports")
def uses(state: State, terms: Terms) -> Iterator[Move]:
    """Yield the ways to use the component in force in one's own turn; those of a roll go with its attack."""
    card = terms.usable(state.me)
    if card is None or card.when == "opponent's turn" or card.attack or card.defend or card.id == components.BAY:
        return
    modules = [at for at, one in state.me.area.items() if one.cards]
    ways: Iterator[tuple[JsonObject, str]] = iter((({}, ""),))
    if card.id in components.LOOKS or card.id == components.SEARCH:
        ways = iter((({}, ""),) if state.deck else ())
    elif card.id == components.RECOMBINATOR:
        ways = (
            ({"at": at, "way": way}, f": turn {terms.describe(state.me.area[at])} in {square_title(at)} {words}")
            for at in modules
            for way, words in TURN.items()
        )
    elif card.id == components.BEARINGS:
        ways = (
            ({"at": at}, f": turn {terms.describe(state.me.area[at])} in {square_title(at)} for free") for at in modules
        )
    elif card.id == components.MOVER:
        ways = _moves_of_top(state, terms)
    elif card.id == components.FLUX and not modules:
        return
    for values, words in ways:
        yield Move(name="use", values={"component": card.id, **values}, label=f"Use {card.name}{words}")


def _moves_of_top(state: State, terms: Terms) -> Iterator[tuple[JsonObject, str]]:
    """Yield where Universal Ports may take the top card of each module; which way it faces then is a ruling."""
    for at, one in state.me.area.items():
        if not one.cards:
            continue
        card, _ = take_top(one, terms)
        what = f": move {terms.names(card.cards)} from {square_title(at)} to {{}}"
        facings = CLOCKWISE if terms.rulings["moved-facing"] == "any" else (card.facing,)
        for to in open_ports(state, state.active):
            for facing in facings:
                words = f"{what.format(square_title(to))}, facing {TOWARDS[facing]}"
                yield {"at": at, "to": to, "facing": facing}, words
        for to, edge in upgradable(state, card.cards[0], terms):
            if to != at:
                onto = f"{what.format(square_title(to))}, on {terms.describe(state.me.area[to])}"
                yield {"at": at, "to": to, "edge": edge}, onto


def looks(state: State, terms: Terms) -> Iterator[Move]:
    """Yield what may be done with cards that are looked at; their places are named, for others may not know them."""
    assert state.look
    names = [terms.name(one.card) for one in state.deck[: state.look.count]]
    places = [str(place) for place in range(1, len(names) + 1)]
    if state.look.kind == "comms":
        yield Move(name="look", values={"order": "1"}, label=f"Leave {names[0]} on top")
        yield Move(name="look", values={"bottom": "1"}, label=f"Put {names[0]} at the bottom")
    elif state.look.kind == "scanner":
        for order in permutations(places):
            words = join_words([names[int(place) - 1] for place in order], "then")
            yield Move(name="look", values={"order": " ".join(order)}, label=f"Put back {words}")
    elif state.look.kind == "bay":
        yield from _bay_choices(names, places)
    else:
        for card in sorted({one.card for one in state.deck} - {""}):
            yield Move(name="take", values={"card": card}, label=f"Take {terms.name(card)}")


def _bay_choices(names: list[str], places: list[str]) -> Iterator[Move]:
    """Yield each card that may be played, with each order of the others at the bottom."""
    for place in places:
        for order in permutations([other for other in places if other != place]):
            under = join_words([names[int(other) - 1] for other in order], "then")
            values = {"place": place} | ({"bottom": " ".join(order)} if order else {})
            label = f"Play {names[int(place) - 1]}" + (f"; {under} to the bottom" if under else "")
            yield Move(name="take", values=values, label=label)


def rearranges(state: State, terms: Terms) -> Iterator[Move]:
    """Yield what Flux Engine allows: to take up modules, to lay the first of them, to end."""
    assert state.flux
    if state.flux.lifted:
        yield from lays(state, "lay", terms.describe(state.flux.lifted[0]), state.active)
    if state.flux.left:
        for at, one in state.me.area.items():
            if one.cards:
                label = f"Take up {terms.describe(one)} from {square_title(at)}"
                yield Move(name="lift", values={"at": at}, label=label)
    if not state.flux.lifted:
        yield Move(name="settle", label="Rearrange nothing more")


def lays(state: State, name: str, module: str, seat: int) -> Iterator[Move]:
    """Yield a module on each Open Port of a seat, in each facing."""
    for to in open_ports(state, seat):
        for facing in CLOCKWISE:
            label = f"Lay {module} in {square_title(to)}, facing {TOWARDS[facing]}"
            yield Move(name=name, values={"to": to, "facing": facing}, label=label)
