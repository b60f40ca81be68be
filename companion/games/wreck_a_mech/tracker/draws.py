"""The value of the hands that players draw, Attack plus Defense, for the report's account of luck."""

from collections.abc import Iterator

from companion.games.wreck_a_mech.tracker.state import State, Terms
from companion.play.log import TableEvent
from companion.play.tracker import Drawn


def card_draws(before: State, event: TableEvent, after: State, terms: Terms) -> Iterator[Drawn]:
    """Yield the hand of each seat that drew one; cards on the players' own table are not known."""
    if after.table or event.kind == "correct":
        return
    for seat, player in enumerate(after.players):
        if player.hand and (after.turn != before.turn or not before.players[seat].hand):
            certain = _count_certain(before, after, seat, event)
            random = player.hand[certain:]
            certain_values, drawn_values, pool = (
                tuple(map(terms.worth, cards)) for cards in (player.hand[:certain], random, random + player.draw)
            )
            yield Drawn("Hands drawn", "Attack and Defense in hand", seat, drawn_values, pool, certain_values)


def _count_certain(before: State, after: State, seat: int, event: TableEvent) -> int:
    """Return how many cards of a hand were certain: the rest of a pile that ran out, or cards laid on top of a pile."""
    hand, draw_pile, draw_pile_before = after.players[seat].hand, after.players[seat].draw, before.players[seat].draw
    shuffled = before.shuffle if event.kind == "shuffle" else None
    if shuffled and shuffled.zone == f"discard.{seat}" and shuffled.then == "draw":
        return min(len(hand), len(draw_pile_before))
    if shuffled and shuffled.zone.endswith(f".{seat}"):
        return 0
    added = len(hand) + len(draw_pile) - len(draw_pile_before)
    return min(len(hand), max(0, added) + before.on_top[seat])
