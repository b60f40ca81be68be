"""Cards drawn and used in an event, for counts over many games.

A card is drawn into a hand or, in a Rebound, onto the mech; it is used once it lies on the mech. A card gained in the
Upgrade Phase counts once it is drawn: what nobody ever drew did nothing.
"""

from collections import Counter
from collections.abc import Iterator

from companion.games.wreck_a_mech.tracker.state import State
from companion.play.log import TableEvent


def card_uses(before: State, event: TableEvent, after: State) -> Iterator[tuple[int, str, bool]]:
    """Yield the seat, the card, and whether it was used; the mechs that the seats start with are used at the deal."""
    if after.table or event.kind not in ("move", "shuffle"):
        return
    move = event.values["name"] if event.kind == "move" else ""
    if move == "deal":
        for seat, player in enumerate(after.players):
            yield from ((seat, card, True) for card in player.mech.values())
    if move == "play" and event.seat is not None:
        yield event.seat, event.values["card"], True
    for seat, player in enumerate(after.players):
        if player.hand and (after.turn != before.turn or not before.players[seat].hand):
            yield from ((seat, card, False) for card in player.hand)
        # Only a play, a saved mech and a Rebound put cards on a mech.
        if move not in ("play", "build"):
            for card in (Counter(player.mech.values()) - Counter(before.players[seat].mech.values())).elements():
                yield seat, card, False
                yield seat, card, True
