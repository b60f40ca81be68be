"""The pools of a side: Momentum, Influence, and the marks of its commands and its event."""

from collections.abc import Iterator

from companion.data.card_ids import find_card
from companion.data.rulebook import rule
from companion.gamekit.contract import Context
from companion.gamekit.record_sheets import Track
from companion.games.mechastellar.model import Command, Event, Force
from companion.games.mechastellar.rules.loadout import starting_influence, starting_momentum

MOST = 10
"""The most Momentum and the most Influence of a side."""
MOMENTUM, INFLUENCE = "momentum", "influence"
THIS_ROUND = {
    "bulwark": "Advancing Bulwark",
    "raid": "Lightning Raid",
    "firepower": "Overwhelming Firepower",
    "valiant": "The Valiant",
    "screen": "Missile Screen!",
}
"""Commands that help a whole side for a Round, by the marks of its pool."""
ONCE = {
    "speech": "Inspiring Speech",
    "trap": "Infantry Ambush / Explosive Trap",
    "reinforcements": "Reinforcements",
}
"""Commands of once a battle."""
ORDERS = {
    "evade": "All units high-alert",
    "fire": "Main battery",
    "close": "Prepare for close combat",
}
"""Captain's orders that help a whole side for a Round: the mark has the captain's level."""


def make_pools(
    force: Force | None, size: int, modules: frozenset[str], captains: bool, context: Context
) -> Iterator[Track]:
    """Yield the pools of a side in a game of a size; `captains` says whether it has any who give orders."""
    rulings = context.rulings
    yield _pool(MOMENTUM, "Momentum", starting_momentum(size, rulings))
    if "strategic-commands" in modules or "expanded-commands" in modules:
        yield _pool(INFLUENCE, "Influence", starting_influence(size, rulings))
        yield Track("command", "Command of the Round used", 1, "once", ends="round")
        yield Track("reaction", "Reaction of the turn used", 1, "once")
        yield Track("speech", f"{ONCE['speech']} used", 1, "once")
    if "expanded-commands" in modules:
        for name, title in THIS_ROUND.items():
            yield Track(name, title, 1, "status", ends="round")
        yield Track("bombard", "Opening Bombardment: weapons to fire", 2, "status", ends="round")
        for name in ("trap", "reinforcements"):
            yield Track(name, f"{ONCE[name]} used", 1, "once")
    if captains:
        for name, title in ORDERS.items():
            yield Track(f"order-{name}", title, 2, "status", ends="round")
    if force and "climactic-events" in modules:
        yield from _events(force, context)
    if rulings["revenge"] == "side":
        yield Track("revenge", "Revenge declared", 1, "once")


def _events(force: Force, context: Context) -> Iterator[Track]:
    for name in force.event:
        if card := find_card(context.catalogue, Event, name):
            yield Track(f"event-{card.id}", f"{card.name} used", 1, "once")


@rule("momentum-gain", "influence-gain")
def _pool(name: str, title: str, start: int) -> Track:
    return Track(name, title, MOST, "left", min(MOST, start))


def chosen_commands(force: Force, modules: frozenset[str], context: Context) -> Iterator[Command]:
    """Yield the commands that a side may give: the universal ones, and the expanded ones that its list chose."""
    cards = context.catalogue.all(Command)
    chosen = {card.id for name in force.commands if (card := find_card(context.catalogue, Command, name))}
    for card in cards:
        if card.expanded and "expanded-commands" in modules and card.id in chosen:
            yield card
        if not card.expanded and ("strategic-commands" in modules or "expanded-commands" in modules):
            yield card
