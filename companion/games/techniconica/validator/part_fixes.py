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
    name,
    part_number,
    write_mechs,
)
from companion.games.techniconica.validator.changes import Change, Place
from companion.games.techniconica.validator.faults import faults
from companion.games.techniconica.validator.weight_fixes import apply_changes, spare

OFFERED = 3
LARGEST = 120
"""The most cards of a squad for which fixes are offered; beyond that only messages say what to do."""


def _fix(build: Squad, label: str, mechs: Mapping[int, Mech]) -> Fix:
    return Fix(label, {"mech": write_mechs(mechs.get(i, mech) for i, mech in enumerate(build.mech))})


def makes_nothing_worse(before: Assembly, after: Assembly) -> bool:
    """Whether a change makes a Mech no worse: no new fault, and no new or larger finding about weight or power."""
    return faults(after) <= faults(before) and all(
        a <= b for a, b in zip(_weight_and_power(after), _weight_and_power(before), strict=True)
    )


def _weight_and_power(made: Assembly) -> tuple[int, int]:
    """Return the excess weight and missing power of findings: none without a Locomotor or a Power Plant."""
    return made.excess_weight if made.at("locomotor") else 0, made.short if made.plants else 0


def _candidates(build: Squad, catalogue: Catalogue, kind: type[Part], count: int = 1) -> list[Part]:
    """Return the cards of a kind with known numbers and enough copies available, without Named Pilots."""
    have = spare(build)
    cards = (card for card in catalogue.all(kind) if not card.unknown and not getattr(card, "named", False))
    return [card for card in cards if have is None or have.get(card.id, 0) >= count]


def add_missing_part(
    build: Squad, index: int, made: Assembly, kind: type[Part], catalogue: Catalogue
) -> tuple[Fix, ...]:
    """Return the fix that adds the lightest part of a missing kind in a free place."""
    if build.size > LARGEST:
        return ()
    for card in sorted(_candidates(build, catalogue, kind), key=_lightest):
        mech = _add_part(made, card)
        if mech and makes_nothing_worse(made, assemble(mech, catalogue)):
            return (_fix(build, f"Add {card.name}", {index: mech}),)
    return ()


def _lightest(card: Part) -> tuple[int, int, int]:
    """Return the sort key: weight and power of a card; for Locomotors what they carry, the weakest first."""
    return card.stat("mw") if isinstance(card, Locomotor) else card.stat("we"), card.stat("pc"), card.stat("po")


def _add_part(made: Assembly, card: Part) -> Mech | None:
    mech, kind = made.mech, KIND_OF[type(card)]
    if not isinstance(card, Weapon | PowerPlant):
        return None if mech.seat(kind) else mech.model_copy(update={kind: Seat(card=card.id)})
    held = {mount.slot for mount in made.mounts}
    free = next((slot for slot in mech.auxiliary if slot not in held), None)
    if free is None:
        return None
    part = Placed(card=card.id, slot=",".join(map(str, free)))
    return mech.model_copy(update={"part": (*mech.part, part)})


def attach(build: Squad, index: int, made: Assembly, mount: Mount, catalogue: Catalogue) -> tuple[Fix, ...]:
    """Return the fixes that attach a card from a slot to a Base Part of its Mech, the Cockpit first."""
    if build.size > LARGEST or mount.place != "part" or mount.attached:
        return ()
    mech, number, found = made.mech, part_number(mount), []
    for host in sorted(made.base, key=lambda host: host.place != "cockpit"):
        second = isinstance(mount.card, Modification) and any(isinstance(c, Modification) for c in host.attached)
        if second or not may_carry(host.card, mount.card):
            continue
        after = _remove_part(_attach_card(mech, host, mount.card), number)
        if makes_nothing_worse(made, assemble(after, catalogue)):
            found.append(_fix(build, f"Attach {mount.card.name} to {host.card.name}{_in_slot(host)}", {index: after}))
    return tuple(found[:OFFERED])


def _attach_card(mech: Mech, host: Mount, card: Part) -> Mech:
    def more(seat: Seat | Placed) -> Seat | Placed:
        return seat.model_copy(update={"attached": (*seat.attached, card.id)})

    if seat := mech.seat(host.place):
        return mech.model_copy(update={host.place: more(seat)})
    parts = [more(part) if i == part_number(host) else part for i, part in enumerate(mech.part)]
    return mech.model_copy(update={"part": tuple(parts)})


def _remove_part(mech: Mech, number: int) -> Mech:
    return mech.model_copy(update={"part": tuple(part for i, part in enumerate(mech.part) if i != number)})


def replace_named_pilot(build: Squad, index: int, made: Assembly, catalogue: Catalogue) -> tuple[Fix, ...]:
    """Return the fixes that replace a Named Pilot by an unnamed one, the most similar first."""
    mount = made.at("pilot")
    if mount is None or build.size > LARGEST:
        return ()
    swaps = (Change(("pilot", 0, 0), mount.card, card) for card in _candidates(build, catalogue, Pilot))
    best = sorted(swaps, key=lambda swap: swap.far)[:OFFERED]
    where = f" in {name(made.mech, index)}"
    return tuple(_fix(build, swap.label + where, {index: apply_changes(made.mech, (swap,))}) for swap in best)


def keep_one_mech(build: Squad) -> tuple[Fix, ...]:
    """Return the fixes that keep one Mech of a squad, one for each Mech."""
    if build.size > LARGEST:
        return ()
    return tuple(
        Fix(f"Keep {name(mech, index)}", {"mech": write_mechs([mech])}) for index, mech in enumerate(build.mech)
    )


def hang_elsewhere(
    build: Squad, index: int, made: Assembly, mount: Mount, number: int, catalogue: Catalogue
) -> tuple[Fix, ...]:
    """Return the fixes that move an attached card to a Base Part that it fits, the Cockpit first."""
    if build.size > LARGEST:
        return ()
    card, found = mount.attached[number], []
    for host in sorted(made.base, key=lambda host: host.place != "cockpit"):
        second = isinstance(card, Modification) and any(isinstance(c, Modification) for c in host.attached)
        if host is mount or second or not may_carry(host.card, card):
            continue
        after = _attach_card(_detach_card(made.mech, mount, number), host, card)
        if makes_nothing_worse(made, assemble(after, catalogue)):
            found.append(_fix(build, f"Move {card.name} to {host.card.name}{_in_slot(host)}", {index: after}))
    return tuple(found[:OFFERED])


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
    found: list[Fix] = []
    for swap in sorted(swaps, key=lambda swap: swap.far):
        after = _swap_cards(mechs, uses, swap)
        if all(makes_nothing_worse(mechs[index], assemble(mech, catalogue)) for index, mech in after.items()):
            found.append(_fix(build, swap.label, after))
        if len(found) == OFFERED:
            break
    return tuple(found)


def _uses(mechs: Sequence[Assembly], card: Part) -> Iterator[tuple[int, Place]]:
    """Yield where a card is used: the Mech's number and its place there."""
    for index, made in enumerate(mechs):
        for mount in made.mounts:
            number = part_number(mount) if mount.place == "part" else 0
            yield from ((index, (mount.place, number, n)) for n, one in enumerate(mount.cards) if one.id == card.id)


def _swap_cards(mechs: Sequence[Assembly], uses: Iterable[tuple[int, Place]], swap: Change) -> dict[int, Mech]:
    after: dict[int, Mech] = {}
    for index, place in uses:
        mech = after.get(index, mechs[index].mech)
        after[index] = apply_changes(mech, (Change(place, swap.old, swap.new),))
    return after
