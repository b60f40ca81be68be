"""Where the cards of the best Mech go in its grid; the search has already chosen which cards."""

from collections.abc import Iterator
from typing import Any

from companion.cards import Catalogue
from companion.games.techniconica.analysis.pareto import Pick
from companion.games.techniconica.analysis.search import MAIN, OTHER
from companion.games.techniconica.model import (
    KIND_OF,
    MOST_ATTACHED,
    Armour,
    Mech,
    Modification,
    Part,
    Pilot,
    PowerPlant,
    Shield,
    Weapon,
)

_USUAL = ("1,1", "1,3", "1,2", "2,1", "2,3", "3,1", "3,3")
"""The slots of a grid of 3 by 3: Weapons from the top, Power Plants from the bottom."""


class NoRoomError(ValueError):
    """There are more attached cards than the Base Parts can hold, spread as they are here."""


class _Seat:
    """A Base Part with its attached cards."""

    def __init__(self, card: Part, kind: str, main: bool = False) -> None:
        self.card, self.kind, self.main = card, kind, main
        self.attached: list[Part] = []

    @property
    def modified(self) -> bool:
        return any(isinstance(card, Modification) for card in self.attached)

    @property
    def full(self) -> bool:
        return len(self.attached) >= MOST_ATTACHED

    def written(self) -> dict[str, Any]:
        attached = [card.id for card in self.attached]
        return {"card": self.card.id} | ({"attached": attached} if attached else {})


def seated(chosen: list[Pick], catalogue: Catalogue, grid: tuple[int, int] = (3, 3)) -> dict[str, Any]:
    """Return the document of a Mech made from cards: each in its place, protection spread over the Base Parts.

    NoRoomError where the Base Parts cannot hold all attached cards.
    """
    cards = [(catalogue.get(Part, pick.card), pick.place) for pick in chosen]
    cards.sort(key=lambda pair: pair[1] != OTHER)
    seats = [_Seat(card, KIND_OF[type(card)], place == MAIN) for card, place in cards if _is_base(card)]
    seats.sort(key=lambda seat: (not seat.main, -seat.card.stat("do")))
    for card, place in cards:
        if isinstance(card, Modification):
            host = next(seat for seat in _hosts(seats, place) if not seat.modified)
            host.attached.append(card)
    for card, place in cards:
        if not _is_base(card) and not isinstance(card, Modification | Armour | Shield | Pilot):
            _first(seat for seat in _hosts(seats, place) if not seat.full).attached.append(card)
    protection = sorted((c for c, _ in cards if isinstance(c, Armour | Shield)), key=lambda card: -card.stat("dt"))
    for i, card in enumerate(protection):
        order = _protected(seats)
        turn = i % len(order)
        _first(seat for seat in (*order[turn:], *order) if not seat.full).attached.append(card)
    made: dict[str, Any] = {seat.kind: seat.written() for seat in seats if seat.kind in ("locomotor", "cockpit")}
    made["pilot"] = next(card.id for card, _ in cards if isinstance(card, Pilot))
    weapons = [seat for seat in seats if seat.kind == "weapon"]
    plants = [seat for seat in seats if seat.kind == "power-plant"]
    every = _slots(grid)
    slots = [*zip(weapons, every, strict=False), *zip(plants, reversed(every), strict=False)]
    made["part"] = [{**seat.written(), "slot": slot} for seat, slot in slots]
    return made | ({} if grid == (3, 3) else {"grid": list(grid)})


def _slots(grid: tuple[int, int]) -> tuple[str, ...]:
    """Return the auxiliary slots of a grid, those for Weapons first."""
    if grid == (3, 3):
        return _USUAL
    return tuple(",".join(map(str, slot)) for slot in Mech(grid=grid).auxiliary)


def _first(seats: Iterator[_Seat]) -> _Seat:
    found = next(seats, None)
    if found is None:
        raise NoRoomError
    return found


def _is_base(card: Part) -> bool:
    return KIND_OF[type(card)] in ("locomotor", "cockpit") or isinstance(card, Weapon | PowerPlant)


def _hosts(seats: list[_Seat], place: str) -> Iterator[_Seat]:
    """Return the parts of a place; the main Weapon only where it is wanted, else last, and no other Weapon for it."""
    if place == MAIN:
        yield from (seat for seat in seats if seat.main)
        return
    if place == OTHER:
        yield from (seat for seat in seats if seat.kind == "weapon" and not seat.main)
        return
    yield from sorted((seat for seat in seats if seat.kind == place), key=lambda seat: seat.main)


def _protected(seats: list[_Seat]) -> list[_Seat]:
    """Return the Base Parts, sorted by how soon their loss ends the Mech."""
    order = {"cockpit": 0, "power-plant": 1, "weapon": 2, "locomotor": 3}
    return sorted(seats, key=lambda seat: (order[seat.kind], not seat.main))
