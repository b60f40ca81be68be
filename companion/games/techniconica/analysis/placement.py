"""Places the cards of a solution in a Mech's grid, with their attached cards.

The program leaves room for all attached cards; Armour and Shields are spread over the Base Parts.
"""

from collections.abc import Iterable, Iterator

from companion.base.json_types import JsonObject
from companion.games.techniconica.analysis.hosts import Stock
from companion.games.techniconica.analysis.mech_program import ChosenCards, ChosenHost
from companion.games.techniconica.model import KIND_OF, MOST_ATTACHED, Mech, Part

_USUAL = ("1,1", "1,3", "1,2", "2,1", "2,3", "3,1", "3,3")
"""The slots of a grid of 3 by 3: Weapons from the top, Power Plants from the bottom."""
_ENDS_SOONEST = ("cockpit", "power-plant", "weapon", "locomotor")
"""The kinds of Base Parts by how soon their loss ends the Mech."""


class _Seat:
    """A Base Part with its attached cards."""

    def __init__(self, card: Part, attached: Iterable[str]) -> None:
        self.card, self.kind = card, KIND_OF[type(card)]
        self.attached = list(attached)

    def document(self) -> JsonObject:
        return {"card": self.card.id} | ({"attached": self.attached} if self.attached else {})


def mech_document(chosen: ChosenCards, stock: Stock, grid: tuple[int, int] = (3, 3)) -> JsonObject:
    """Return the document of a Mech: each card in its place."""
    seats = [seat for host in chosen.hosts for seat in _seats(host, stock)]
    for kind, cards in chosen.supports.items():
        hosts = [seat for seat in seats if seat.kind == kind]
        for card in cards:
            _first_free(hosts).attached.append(card)
    order = sorted(seats, key=lambda seat: (_ENDS_SOONEST.index(seat.kind), -seat.card.stat("do")))
    protection = sorted(chosen.protection, key=lambda card: -stock.card[card].stat("dt"))
    for number, card in enumerate(protection):
        turn = number % len(order)
        _first_free([*order[turn:], *order[:turn]]).attached.append(card)
    fixed = {seat.kind: seat.document() for seat in seats if seat.kind in ("locomotor", "cockpit")}
    parts = [{**seat.document(), "slot": slot} for seat, slot in _assign_slots(seats, grid)]
    return {**fixed, "pilot": chosen.pilot, "part": parts} | ({} if grid == (3, 3) else {"grid": list(grid)})


def _seats(chosen: ChosenHost, stock: Stock) -> Iterator[_Seat]:
    """Yield the copies of a Base Part, each with one of its Modifications; only a single copy has Support here."""
    for copy in range(chosen.count):
        yield _Seat(stock.card[chosen.host.card], (*chosen.changes[copy : copy + 1], *chosen.supports))


def _first_free(seats: list[_Seat]) -> _Seat:
    return next(seat for seat in seats if len(seat.attached) < MOST_ATTACHED)


def _assign_slots(seats: list[_Seat], grid: tuple[int, int]) -> Iterator[tuple[_Seat, str]]:
    """Yield Weapons from the first slot on, those with most DO first, and Power Plants from the last."""
    slots = _USUAL if grid == (3, 3) else tuple(",".join(map(str, slot)) for slot in Mech(grid=grid).auxiliary)
    weapons = sorted((seat for seat in seats if seat.kind == "weapon"), key=lambda seat: -seat.card.stat("do"))
    yield from zip(weapons, slots, strict=False)
    yield from zip((seat for seat in seats if seat.kind == "power-plant"), reversed(slots), strict=False)
