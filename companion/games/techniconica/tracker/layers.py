"""The cards that damage on a part goes through, in the order that their player chooses, and damage put on them."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.data.rulebook import rule
from companion.games.techniconica.matchup.draft import Draft
from companion.games.techniconica.model import Armour, Shield
from companion.games.techniconica.rules.damage import Kind
from companion.games.techniconica.tracker.mechs import Mechs
from companion.games.techniconica.tracker.sheets import FALLEN
from companion.games.techniconica.tracker.state import MechRecords
from companion.play.tracker import Move


class Standing(NamedTuple):
    """A card that still stands: its place in the Mech, its name, its kind, the points that it can still bear."""

    place: str
    name: str
    kind: Kind
    left: int
    is_known: bool


REORDER = "reorder"
"""The move that forgets a chosen order."""
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
    if "fallen_spare" in draft.values:
        where = records.sheets[unit].where
        places = [f"{where}.{layer.place}" for layer in standing]
        draft.values["fallen_spare"] = mechs.now(records, unit).fallen_spare(places)


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


@rule("damage-order")
def reorder_moves(records: MechRecords, seat: int) -> Iterator[Move]:
    """Yield for each part of a seat's Mechs with a chosen order that it is asked for anew at the next attack."""
    for key in records.state.orders:
        unit, _, part = key.partition("/")
        if unit in records.standing(seat):
            label = f"Order the cards on {records.name(unit)}’s {records.sheets[unit].by_name[part].group} anew"
            yield Move(name=REORDER, values={"unit": unit, "part": part}, label=label)


def forget_order(records: MechRecords, unit: str, part: str) -> None:
    """Forget in which order a part's cards take damage."""
    records.update(orders={key: order for key, order in records.state.orders.items() if key != f"{unit}/{part}"})
    records.say(f"{records.name(unit)}: the order of its cards is chosen anew.")


def fall(records: MechRecords, unit: str, place: str) -> None:
    """Strike a card's last box: it is gone."""
    sheet = records.sheets[unit].by_name
    if f"{FALLEN}{place}" in sheet:
        records.set(unit, f"{FALLEN}{place}", 1)
    elif place in sheet:
        records.set(unit, place, sheet[place].most)
