"""The rules of a turn: the first player, actions, ports, damage, the end. The functions keep no state."""

from dataclasses import dataclass
from typing import Literal, TypeVar

from companion.data.rulebook import Rulings, rule
from companion.games.mecha_mettle.model import Component

ACTIONS = 3
"""Actions in a turn (fact 47)."""
TO_WIN = 5
"""Destroyed ports that end the game (fact 98)."""
DOORS = 2
"""Blast Doors a player may have in play (fact 70)."""

Layer = TypeVar("Layer")
Space = Literal["port", "door", "module", "destroyed"]


@rule("first-player")
def starter(first: int, second: int) -> Literal[1, 2] | None:
    """Return the seat whose die chooses who starts; None for a tie, which is rolled again (fact 31)."""
    return None if first == second else 1 if first > second else 2


@rule("play-anywhere")
def may_lay(space: Space) -> bool:
    """Return whether a drawn module may be laid on a space without upgrading: only on an Open Port (fact 53)."""
    return space == "port"


@rule("component-active")
def active_component(cards: tuple[Component, ...], destroyed: int) -> Component | None:
    """Return the component in force by the number of its owner's destroyed ports (facts 41 to 43)."""
    return next((card for card in cards if card.level == destroyed), None) if destroyed < TO_WIN else None


@rule("victory")
def has_lost(destroyed: int, rulings: Rulings, doors: int = 0) -> bool:
    """Return whether a player has lost by destroyed ports (fact 98), `doors` of which held Blast Doors."""
    return counted_ports(destroyed, rulings, doors) >= TO_WIN


@rule("victory")
def counted_ports(destroyed: int, rulings: Rulings, doors: int) -> int:
    """Return how many destroyed ports count, `doors` of which held Blast Doors: a ruling (fact 99)."""
    return destroyed - (doors if rulings["doors-count"] == "counts-not" else 0)


@rule("reactor-scrap")
def actions_after_reactor(actions: int) -> int:
    """Return the actions left once a Reactor is scrapped: one paid, two gained (fact 66)."""
    if actions < 1:
        raise ValueError("scrapping a Reactor takes an action")
    return actions + 1


@rule("blast-door-play")
def may_play_door(in_play: int, played_this_turn: int) -> bool:
    """Return whether another Blast Door may be played: one a turn, two in play (fact 70)."""
    return in_play < DOORS and played_this_turn < 1


@rule("rotate")
def turning_cost(quarter_turns: int, free: bool = False) -> int:
    """Return the actions that turning a module costs: one per quarter turn, none with Hydrostatic Bearings."""
    return 0 if free else quarter_turns


@dataclass(frozen=True)
class Damage:
    """The result of a successful attack: the space, the cards discarded, whether a port was destroyed."""

    space: Space
    module_discarded: bool
    port_destroyed: bool


@rule("damage", "breach", "destroyed-port")
def damage(target: Space, breach: bool) -> Damage:
    """Return the result of a successful attack on a space (facts 92 to 95); a destroyed port cannot be attacked."""
    if target == "destroyed":
        raise ValueError("a destroyed port cannot be attacked")
    module = target == "module"
    port = breach or not module
    return Damage("destroyed" if port else "port", module, port)


def split_off_top_layer(layers: tuple[Layer, ...]) -> tuple[Layer | None, tuple[Layer, ...]]:
    """Return the topmost module, which Universal Ports moves, and the modules that stay (fact 104)."""
    return (layers[-1], layers[:-1]) if layers else (None, ())
