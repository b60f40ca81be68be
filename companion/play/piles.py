"""Piles of cards at a table: zones, which seats may see them, and shuffles.

A game keeps its cards as ids, top card first, and describes as *zones* which seats may see them. From the zones
follow what a view shows, what is drawn anew for `resample`, which piles an undo shuffles anew. A shuffle is owed
like a throw: the table's verifiable dice answer it with an order, and the game goes on from there.

Where the cards lie on the players' own table, nobody tells the app their order: hidden cards are UNKNOWN in the state
as well, and nothing is secret in it. What is drawn openly or turned up there is owed as a `card`: a seat names it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from companion.base.json_types import JsonObject
from companion.data.documents import Record
from companion.play.tracker import Pending, Pick

Item = TypeVar("Item")
Cards = tuple[str, ...]
UNKNOWN = ""
"""A card that lies face down for whoever looks."""


class PendingShuffle(Record):
    """A shuffle that the table owes: the zone's name, the reason in words, and the step with which the game goes on."""

    zone: str
    why: str
    then: str = ""

    def owed(self, count: int) -> Pending:
        """Return the shuffle of `count` cards as pending."""
        return Pending(None, "shuffle", self.why, count=count)

    @property
    def text(self) -> str:
        """Return the reason as a sentence, for the news."""
        return f"{self.why[:1].upper()}{self.why[1:]}."


Holder = Literal["held-by-the-app", "on-your-table"]
"""Whether the app holds the cards, or they lie on the players' own table."""


def pending_card(seat: int, why: str) -> Pending:
    """Return as pending that a seat names a card on the players' own table."""
    return Pending(seat, "card", why)


def turn_down(cards: Sequence[str]) -> Cards:
    """Return cards as they lie face down on the players' own table."""
    return (UNKNOWN,) * len(cards)


def name_unknown(cards: Cards, card: str) -> Cards:
    """Return cards with the first unknown one replaced by `card`; ValueError where all are known."""
    at = cards.index(UNKNOWN)
    return (*cards[:at], card, *cards[at + 1 :])


def without(cards: Cards, card: str) -> Cards:
    """Return cards without one of them; ValueError where it is not there."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


@dataclass(frozen=True)
class PileZone:
    """Cards that lie in one place, the top one first, and who knows which they are.

    `known_to` is everybody, the `owner` alone, or nobody; where `mixed`, even who knows the cards knows no order, but
    for the `fixed` ones on top. Cards of zones of one `pool` may lie in any of them for whoever does not know them.
    """

    cards: Cards
    known_to: Literal["all", "owner", "nobody"] = "all"
    owner: int | None = None
    mixed: bool = False
    fixed: int = 0
    pool: str = ""

    def is_known(self, seat: int | None) -> bool:
        """Return whether a seat, or for None everybody, knows which cards lie here."""
        return self.known_to == "all" or self.known_to == "owner" and seat is not None and seat == self.owner

    def as_seen(self, seat: int | None) -> JsonObject:
        """Return how many cards lie here, and which ones for a seat that knows them: without an order where mixed."""
        cards = (sorted(self.cards) if self.mixed else list(self.cards)) if self.is_known(seat) else None
        return {"count": len(self.cards), "cards": cards}


def read_seen(seen: JsonObject) -> Cards:
    """Return the cards of a zone from what a seat sees of it; each that it does not know is UNKNOWN."""
    return (UNKNOWN,) * seen["count"] if seen["cards"] is None else tuple(seen["cards"])


def put_in_order(cards: Sequence[Item], order: Sequence[int]) -> tuple[Item, ...]:
    """Return cards as a shuffle leaves them: each place gets the card from the place that its order names."""
    if sorted(order) != list(range(len(cards))):
        raise ValueError(f"an order of {len(cards)} places, each once")
    return tuple(cards[place] for place in order)


def shuffle_rest(zone: PileZone, order: Sequence[int]) -> Cards:
    """Return a zone's cards in a new order, except for the fixed ones on top."""
    return zone.cards[: zone.fixed] + put_in_order(zone.cards[zone.fixed :], order)


def can_be_shuffled(zone: PileZone) -> bool:
    """Return whether a zone is mixed and has more than one card to shuffle."""
    return zone.mixed and len(zone.cards) - zone.fixed > 1


def deal_anew(zones: Mapping[str, PileZone], seat: int | None, pick: Pick) -> dict[str, Cards]:
    """Return the cards of each zone, with the cards that a seat does not know dealt anew, and mixed zones shuffled.

    Cards are sorted before they are dealt, so that the deal follows from what the seat sees and from `pick` alone.
    """
    dealt = {name: zone.cards for name, zone in zones.items()}
    hidden = {name: zone for name, zone in zones.items() if not zone.is_known(seat)}
    for pool in sorted({zone.pool or name for name, zone in hidden.items()}):
        names = [name for name, zone in hidden.items() if (zone.pool or name) == pool]
        cards = _mix([card for name in names for card in zones[name].cards], pick)
        for name in names:
            count = len(zones[name].cards)
            dealt[name], cards = cards[:count], cards[count:]
    for name, zone in zones.items():
        if zone.mixed and name not in hidden:
            dealt[name] = _mix(zone.cards, pick)
    return dealt


def _mix(cards: Sequence[str], pick: Pick) -> Cards:
    mixed = sorted(cards)
    for last in range(len(mixed) - 1, 0, -1):
        other = pick(last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return tuple(mixed)
