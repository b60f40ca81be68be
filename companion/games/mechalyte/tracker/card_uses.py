"""Modules drawn and used in an event, for counts over many games: a letter is drawn once written, used once built."""

from collections.abc import Iterator

from companion.games.mechalyte.tracker.state import State, Terms
from companion.play.log import TableEvent


def card_uses(before: State, event: TableEvent, after: State, terms: Terms) -> Iterator[tuple[int, str, bool]]:
    """Yield the seat, the module, and whether it was used.

    The six letters of a spec are drawn when both specs open. A letter is used by each mech that is built at a level
    that has it: more often than it was drawn.
    """
    if event.kind == "open":
        for seat, spec in enumerate(after.specs):
            yield from ((seat, terms.modules[letter], False) for letter in spec)
    elif event.kind == "move" and event.values["name"] == "build":
        letters = before.specs[before.active][: event.values["level"]]
        yield from ((before.active, terms.modules[letter], True) for letter in letters)
