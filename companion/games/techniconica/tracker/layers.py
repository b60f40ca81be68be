"""The cards that damage on a part goes through, in the order that their player chooses, and damage put on them."""

from typing import NamedTuple

from companion.data.rulebook import rule
from companion.games.techniconica.matchup.draft import Draft
from companion.games.techniconica.model import Armour, Shield
from companion.games.techniconica.rules.damage import Kind
from companion.games.techniconica.tracker.mechs import Mechs
from companion.games.techniconica.tracker.sheets import FALLEN
from companion.games.techniconica.tracker.state import MechRecords


class Standing(NamedTuple):
    """A card that still stands: its place in the Mech, its name, its kind, the points that it can still bear."""

    place: str
    name: str
    kind: Kind
    left: int
    is_known: bool


_INPUTS: dict[Kind, str] = {"shield": "shields", "armour": "armours"}


@rule("damage-order")
def standing_layers(mechs: Mechs, records: MechRecords, unit: str, part: str) -> tuple[Standing, ...]:
    """Return the cards of a part that still stand, outermost first, in the order that was chosen."""
    where = records.sheets[unit].where
    mount = next(mount for mount in mechs.as_built(records, unit).mounts if mount.where == f"{where}.{part}")
    gone = mechs.lost(records, unit).gone
    found: list[Standing] = []
    for index, card in enumerate(mount.attached):
        place = f"{part}.attached[{index}]"
        if isinstance(card, Shield | Armour) and f"{where}.{place}" not in gone:
            kind: Kind = "shield" if isinstance(card, Shield) else "armour"
            left = card.stat("dt") - records.value(unit, place)
            found.append(Standing(place, card.name, kind, left, not card.lacks("dt")))
    order = records.state.orders.get(f"{unit}/{part}", ())
    kinds = ("shield", "armour")
    found.sort(key=lambda one: (kinds.index(one.kind), order.index(one.place) if one.place in order else len(order)))
    now = mechs.now(records, unit).mount(f"{where}.{part}")
    base = Standing(part, now.card.name, "base", now.stat("dt") - records.value(unit, part), not now.card.lacks("dt"))
    return (*found, base)


def put_in_order(draft: Draft, mechs: Mechs, records: MechRecords, unit: str, part: str) -> None:
    """Give an attack the Shields and the Armour of its target in the order that was chosen."""
    standing = standing_layers(mechs, records, unit, part)
    for kind, name in _INPUTS.items():
        cards = [layer for layer in standing if layer.kind == kind]
        if len(cards) > 1 and draft.values.get(name):
            value = draft.values[name]
            draft.values[name] = value._replace(value=",".join(str(layer.left) for layer in cards))


def undecided(mechs: Mechs, records: MechRecords, unit: str, part: str) -> tuple[Standing, ...]:
    """Return cards of one kind of which their player has not said which takes damage first; the first such kind."""
    chosen = records.state.orders.get(f"{unit}/{part}", ())
    for kind in _INPUTS:
        cards = [layer for layer in standing_layers(mechs, records, unit, part) if layer.kind == kind]
        open_ones = tuple(layer for layer in cards if layer.place not in chosen)
        if len(open_ones) > 1:
            return open_ones
    return ()


def choose_next(records: MechRecords, unit: str, part: str, place: str) -> None:
    """Let a card take damage after those of its kind that were chosen before."""
    key = f"{unit}/{part}"
    chosen = (*records.state.orders.get(key, ()), place)
    records.update(orders=records.state.orders | {key: chosen})


def fall(records: MechRecords, unit: str, place: str) -> None:
    """Strike a card's last box: it is gone."""
    sheet = records.sheets[unit].by_name
    if f"{FALLEN}{place}" in sheet:
        records.set(unit, f"{FALLEN}{place}", 1)
    elif place in sheet:
        records.set(unit, place, sheet[place].most)
