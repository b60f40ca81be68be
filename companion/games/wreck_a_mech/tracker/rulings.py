"""The rulings that decide the effect of an event; a table names a ruling when it first matters."""

from collections.abc import Iterator
from dataclasses import replace

from companion.games.wreck_a_mech.tracker.state import State, Terms
from companion.games.wreck_a_mech.tracker.turns import apply_event
from companion.play.log import TableEvent

OPTIONS = {
    "wheel": ("akio-freedom-zhao", "akio-zhao-freedom"),
    "gained-cards": ("discard", "draw"),
    "foundry-replacement": ("counts", "gains-only"),
    "empty-pile": ("gain", "sold-out"),
    "foundry-end": ("end-of-phase", "at-once"),
    "discards-seen": ("hidden", "seen"),
    "wrecked-cards": ("after-upgrade", "at-once"),
    "rebound-short": ("stop", "reshuffle"),
    "initiative": ("every-turn", "rebound-only"),
    "overtime-damage": ("each-combat", "never"),
    "overtime-stalemate": ("again", "closest"),
    "overtime-neighbours": ("close-up", "as-seated"),
}
"""The rulings that the tracker reads, with their options."""


def rulings_used(before: State, event: TableEvent, after: State, terms: Terms) -> Iterator[str]:
    """Yield each ruling with another option under which the event would have led to another state.

    Naming it tells no secret: none of these rulings decides about hidden cards alone.
    """
    if event.kind == "correct":
        return
    for name, options in OPTIONS.items():
        other_options = (option for option in options if option != terms.rulings[name])
        if any(
            apply_event(before, event, replace(terms, rulings={**terms.rulings, name: option})) != after
            for option in other_options
        ):
            yield name
