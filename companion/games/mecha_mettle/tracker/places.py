"""Modules laid on ports and on each other: the possible places of a module, and the result."""

from collections.abc import Iterator

from companion.data.rulebook import rule
from companion.games.mecha_mettle.rules.line_of_sight import CLOCKWISE, TOWARDS, Facing
from companion.games.mecha_mettle.rules.turn import may_lay, split_off_top_layer
from companion.games.mecha_mettle.rules.upgrades import EDGES, Upgraded, linkable
from companion.games.mecha_mettle.tracker.state import NAMES, Standing, State, put, square_title
from companion.games.mecha_mettle.tracker.terms import Terms


@rule("play-anywhere")
def open_ports(state: State, seat: int) -> list[str]:
    """Return a player's Open Ports without a module (fact 53)."""
    return [at for at, standing in state.players[seat].area.items() if may_lay(standing.kind)]


@rule("upgrade")
def upgradable(state: State, card: str, terms: Terms) -> Iterator[tuple[str, str]]:
    """Yield the active player's modules on which a card can be laid, each with the edge at which it is linked.

    Whether an upgraded module can be upgraded again is a ruling (fact 61).
    """
    if not terms.laid[card].module.open_link:
        return
    for at, standing in state.me.area.items():
        if not standing.cards or (standing.edges and terms.rulings["upgrade-again"] == "once"):
            continue
        for strip in linkable(terms.built(standing)):
            yield at, strip.edge


def can_be_laid(state: State, terms: Terms) -> bool:
    """Return whether the drawn module fits anywhere."""
    return bool(open_ports(state, state.active)) or any(upgradable(state, state.drawn, terms))


@rule("play-anywhere")
def lay(state: State, module: Standing, at: str, facing: Facing, terms: Terms) -> State:
    """Lay a module on an Open Port of the active player."""
    text = f"{NAMES[state.active]} lays {terms.names(module.cards)} in {square_title(at)}, facing {TOWARDS[facing]}."
    return put(state, state.active, at, module.model_copy(update={"facing": facing}), text)


@rule("upgrade", "visible-only", "universal-ports")
def lay_on(state: State, module: Standing, at: str, edge: str, terms: Terms) -> State:
    """Upgrade a module with a single card: the two count as one, which has attacked if the one below had (fact 104)."""
    below = state.me.area[at]
    upgraded = below.model_copy(update={"cards": (*below.cards, *module.cards), "edges": (*below.edges, edge)})
    text = f"{NAMES[state.active]} upgrades {terms.names(below.cards)} in {square_title(at)} with "
    return put(state, state.active, at, upgraded, f"{text}{terms.names(module.cards)}.")


@rule("universal-ports")
def take_top(standing: Standing, terms: Terms) -> tuple[Standing, Standing]:
    """Return the uppermost card of a module with its facing, and the rest: the cards below, or the Open Port."""
    built = terms.built(standing)
    if not isinstance(built, Upgraded):
        return standing, Standing()
    top, below = split_off_top_layer(standing.cards)
    assert top
    facing = CLOCKWISE[(CLOCKWISE.index(standing.facing) + built.quarter_turns) % len(EDGES)]
    card = Standing(kind="module", cards=(top,), facing=facing)
    return card, standing.model_copy(update={"cards": below, "edges": standing.edges[:-1]})
