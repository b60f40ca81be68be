"""Fixes for parts that are missing, misplaced, not owned, or Named Pilots used twice; not for weight and power.

A fix is offered only if it removes its finding, adds no other, and increases neither excess weight nor missing power.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from companion.base.findings import Fix
from companion.data.cards import Catalogue
from companion.games.techniconica.model import (
    KIND_OF,
    Locomotor,
    Mech,
    Modification,
    Part,
    Pilot,
    Placed,
    PowerPlant,
    Seat,
    Squad,
    Weapon,
)
from companion.games.techniconica.rules.assembly import (
    Assembly,
    Mount,
    assemble,
    may_carry,
    mech_name,
    part_number,
    write_mechs,
)
from companion.games.techniconica.rules.named_pilots import named_pilots
from companion.games.techniconica.validator.changes import Change, Place
from companion.games.techniconica.validator.faults import faults
from companion.games.techniconica.validator.weight_and_power import apply_changes, spare

OFFERED = 3
LARGEST = 120
"""The most cards of a squad for which these fixes are worked out."""


def _fix(build: Squad, label: str, mechs: Mapping[int, Mech]) -> Fix:
    return Fix(label, {"mech": write_mechs(mechs.get(i, mech) for i, mech in enumerate(build.mech))})


def makes_nothing_worse(before: Assembly, after: Assembly) -> bool:
    """Whether a changed Mech is no worse: no new fault, no more excess weight, no more missing power."""
    return faults(after) <= faults(before) and all(
        a <= b for a, b in zip(_weight_and_power(after), _weight_and_power(before), strict=True)
    )


def _weight_and_power(assembly: Assembly) -> tuple[int, int]:
    """Return excess weight and missing power; 0 without a Locomotor or a Power Plant."""
    return assembly.excess_weight if assembly.at("locomotor") else 0, assembly.short if assembly.plants else 0


def _candidates(build: Squad, catalogue: Catalogue, kind: type[Part], count: int = 1) -> list[Part]:
    """Return the cards of a kind with known numbers and `count` spare copies, without Named Pilots."""
    copies, named = spare(build), named_pilots(catalogue)
    cards = (card for card in catalogue.all(kind) if not card.unknown and card.id not in named)
    return [card for card in cards if copies is None or copies.get(card.id, 0) >= count]


def add_missing_part(
    build: Squad, index: int, assembly: Assembly, kind: type[Part], catalogue: Catalogue
) -> tuple[Fix, ...]:
    """Return the fix that adds the lightest part of a missing kind in a free place."""
    if build.size > LARGEST:
        return ()
    for card in sorted(_candidates(build, catalogue, kind), key=_lightest):
        mech = _add_part(assembly, card)
        if mech and makes_nothing_worse(assembly, assemble(mech, catalogue)):
            return (_fix(build, f"Add {card.name}", {index: mech}),)
    return ()


def _lightest(card: Part) -> tuple[int, int, int]:
    """Return the sort key: weight and power of a card; Maximum Weight and power of a Locomotor."""
    return card.stat("mw") if isinstance(card, Locomotor) else card.stat("we"), card.stat("pc"), card.stat("po")


def _add_part(assembly: Assembly, card: Part) -> Mech | None:
    mech, kind = assembly.mech, KIND_OF[type(card)]
    if not isinstance(card, Weapon | PowerPlant):
        return None if mech.seat(kind) else mech.model_copy(update={kind: Seat(card=card.id)})
    occupied = {mount.slot for mount in assembly.mounts}
    free_slot = next((slot for slot in mech.auxiliary if slot not in occupied), None)
    if free_slot is None:
        return None
    part = Placed(card=card.id, slot=",".join(map(str, free_slot)))
    return mech.model_copy(update={"part": (*mech.part, part)})


def attach(build: Squad, index: int, assembly: Assembly, mount: Mount, catalogue: Catalogue) -> tuple[Fix, ...]:
    """Return the fixes that attach a card from a slot to a Base Part of its Mech, the Cockpit first."""
    if build.size > LARGEST or mount.place != "part" or mount.attached:
        return ()
    mech, number, fixes = assembly.mech, part_number(mount), []
    for host in sorted(assembly.base, key=lambda host: host.place != "cockpit"):
        is_second = isinstance(mount.card, Modification) and any(isinstance(c, Modification) for c in host.attached)
        if is_second or not may_carry(host.card, mount.card):
            continue
        after = _attach_card(mech, host, mount.card)
        after = after.model_copy(update={"part": tuple(part for i, part in enumerate(after.part) if i != number)})
        if makes_nothing_worse(assembly, assemble(after, catalogue)):
            fixes.append(_fix(build, f"Attach {mount.card.name} to {host.card.name}{_in_slot(host)}", {index: after}))
    return tuple(fixes[:OFFERED])


def _attach_card(mech: Mech, host: Mount, card: Part) -> Mech:
    def more(seat: Seat | Placed) -> Seat | Placed:
        return seat.model_copy(update={"attached": (*seat.attached, card.id)})

    if seat := mech.seat(host.place):
        return mech.model_copy(update={host.place: more(seat)})
    parts = [more(part) if i == part_number(host) else part for i, part in enumerate(mech.part)]
    return mech.model_copy(update={"part": tuple(parts)})


def replace_named_pilot(build: Squad, index: int, assembly: Assembly, catalogue: Catalogue) -> tuple[Fix, ...]:
    """Return the fixes that replace a Named Pilot by an unnamed one, the most similar first."""
    mount = assembly.at("pilot")
    if mount is None or build.size > LARGEST:
        return ()
    swaps = (Change(("pilot", 0, 0), mount.card, card) for card in _candidates(build, catalogue, Pilot))
    best = sorted(swaps, key=lambda swap: swap.far)[:OFFERED]
    where = f" in {mech_name(assembly.mech, index)}"
    return tuple(_fix(build, swap.label + where, {index: apply_changes(assembly.mech, (swap,))}) for swap in best)


def keep_one_mech(build: Squad) -> tuple[Fix, ...]:
    """Return a fix for each Mech of a squad, which keeps only that Mech."""
    if build.size > LARGEST:
        return ()
    return tuple(
        Fix(f"Keep {mech_name(mech, index)}", {"mech": write_mechs([mech])}) for index, mech in enumerate(build.mech)
    )


def attach_elsewhere(
    build: Squad, index: int, assembly: Assembly, mount: Mount, number: int, catalogue: Catalogue
) -> tuple[Fix, ...]:
    """Return the fixes that move an attached card to a Base Part that it fits, the Cockpit first."""
    if build.size > LARGEST:
        return ()
    card, fixes = mount.attached[number], []
    for host in sorted(assembly.base, key=lambda host: host.place != "cockpit"):
        is_second = isinstance(card, Modification) and any(isinstance(c, Modification) for c in host.attached)
        if host is mount or is_second or not may_carry(host.card, card):
            continue
        after = _attach_card(_detach_card(assembly.mech, mount, number), host, card)
        if makes_nothing_worse(assembly, assemble(after, catalogue)):
            fixes.append(_fix(build, f"Move {card.name} to {host.card.name}{_in_slot(host)}", {index: after}))
    return tuple(fixes[:OFFERED])


def _in_slot(host: Mount) -> str:
    return f" in slot {host.slot[0]},{host.slot[1]}" if host.place == "part" and host.slot else ""


def _detach_card(mech: Mech, mount: Mount, number: int) -> Mech:
    def less(seat: Seat | Placed) -> Seat | Placed:
        return seat.model_copy(update={"attached": (*seat.attached[:number], *seat.attached[number + 1 :])})

    if seat := mech.seat(mount.place):
        return mech.model_copy(update={mount.place: less(seat)})
    parts = [less(part) if i == part_number(mount) else part for i, part in enumerate(mech.part)]
    return mech.model_copy(update={"part": tuple(parts)})


def replace_by_owned(
    build: Squad, mechs: Sequence[Assembly], card: Part, count: int, catalogue: Catalogue
) -> tuple[Fix, ...]:
    """Return the fixes that replace the last uses of a card by a spare owned card of its kind."""
    if build.size > LARGEST:
        return ()
    uses = list(_uses(mechs, card))[-count:]
    swaps = [Change(("", 0, 0), card, new) for new in _candidates(build, catalogue, type(card), count) if new != card]
    fixes: list[Fix] = []
    for swap in sorted(swaps, key=lambda swap: swap.far):
        after = _swap_cards(mechs, uses, swap)
        if all(makes_nothing_worse(mechs[index], assemble(mech, catalogue)) for index, mech in after.items()):
            fixes.append(_fix(build, swap.label, after))
        if len(fixes) == OFFERED:
            break
    return tuple(fixes)


def _uses(mechs: Sequence[Assembly], card: Part) -> Iterator[tuple[int, Place]]:
    """Yield each use of a card: the Mech's number and the card's place."""
    for index, assembly in enumerate(mechs):
        for mount in assembly.mounts:
            number = part_number(mount) if mount.place == "part" else 0
            depths = (depth for depth, other in enumerate(mount.cards) if other.id == card.id)
            yield from ((index, (mount.place, number, depth)) for depth in depths)


def _swap_cards(mechs: Sequence[Assembly], uses: Iterable[tuple[int, Place]], swap: Change) -> dict[int, Mech]:
    changed: dict[int, Mech] = {}
    for index, place in uses:
        mech = changed.get(index, mechs[index].mech)
        changed[index] = apply_changes(mech, (Change(place, swap.old, swap.new),))
    return changed
