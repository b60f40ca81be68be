"""Modules and components drawn and used in an event, for counts over many games.

A module is drawn from the deck, and used when it is laid; one that fits nowhere stays unused. A component is drawn when
it is opened, and used as often as its text is.
"""

from collections.abc import Iterator

from companion.dice.throw import Choice
from companion.games.mecha_mettle.tracker import rolls
from companion.games.mecha_mettle.tracker.state import REACTOR, State
from companion.games.mecha_mettle.tracker.terms import Terms
from companion.play.log import TableEvent

NO = [1]
"""The first answer to the questions of a shot: not to use the component."""


def card_uses(before: State, event: TableEvent, after: State, terms: Terms) -> Iterator[tuple[int, str, bool]]:
    """Yield the seat, the card, and whether it was used; the Reactor of the second player is used without a draw."""
    drawn = _drawn(before, event, after)
    if drawn:
        yield before.active, terms.laid[drawn].module.id, False
    if event.kind == "move" and event.values["name"] == "play":
        yield before.active, terms.laid[before.drawn].module.id, True
    if event.kind == "move" and event.values["name"] == "reactor":
        yield 1 - before.active, terms.laid[REACTOR].module.id, True
    for seat, player in enumerate(after.players):
        if player.revealed > before.players[seat].revealed:
            yield seat, player.draft[player.revealed - 1], False
    seat_using = _using(before, event, terms)
    if seat_using is not None and (component := terms.in_force(before.players[seat_using])):
        yield seat_using, component.id, True


def _drawn(before: State, event: TableEvent, after: State) -> str:
    """Return the module that an event drew: the one in hand, or the one that was discarded at once; "" for none."""
    is_draw = (
        (event.kind == "move" and event.values["name"] == "draw")
        or (event.kind == "move" and event.values["name"] == "take")
        or (event.kind == "shuffle" and before.shuffle is not None and before.shuffle.then == "draw")
    )
    if not is_draw or after.look or (after.shuffle and not after.drawn):
        return ""
    return after.drawn or (after.discard[0] if len(after.discard) > len(before.discard) else "")


def _using(before: State, event: TableEvent, terms: Terms) -> int | None:
    """Return the seat that used its component in force in an event, None for nobody."""
    if event.kind == "move":
        return before.active if event.values.get("component") else None
    if event.kind == "faces" and before.roll and before.roll.kind == "shot":
        asked = rolls.run(before, terms).waiting
        if isinstance(asked, Choice) and event.values["faces"] != NO:
            return rolls.seat_of(before, asked.by)
    return None
