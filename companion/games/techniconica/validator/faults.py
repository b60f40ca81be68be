"""The faults of a Mech besides weight and power, for findings, and for fixes, which must not add any."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from companion.data.rulebook import rule
from companion.games.techniconica.model import (
    ATTACHED,
    BASE,
    Cockpit,
    Extra,
    Locomotor,
    Mech,
    Modification,
    Part,
    Pilot,
    PowerPlant,
    Weapon,
)
from companion.games.techniconica.rules.assembly import Assembly, Mount, may_carry

NEEDED = (
    ("missing-locomotor", "locomotor", Locomotor, "a Locomotor, below the Cockpit"),
    ("missing-cockpit", "cockpit", Cockpit, "a Cockpit, in the centre"),
    ("missing-pilot", "pilot", Pilot, "a Pilot, attached to the Cockpit"),
    ("missing-weapon", "part", Weapon, "at least one Weapon"),
    ("missing-power-plant", "part", PowerPlant, "at least one Power Plant"),
)


@rule("missing-locomotor", "missing-cockpit", "missing-pilot", "missing-weapon", "missing-power-plant")
def missing_part_rules(made: Assembly) -> tuple[str, ...]:
    """Return the ids of the rules that require a part the Mech does not have."""
    return tuple(
        rule_id
        for rule_id, place, kind, _ in NEEDED
        if not any(mount.place == place and isinstance(mount.card, kind) for mount in made.mounts)
    )


def misplaced_parts(made: Assembly) -> dict[str, str]:
    """Return each misplaced part with what is wrong."""
    found = {}
    for mount in made.mounts:
        if wrong := _wrong_place(mount, made.mech):
            found[mount.where] = wrong
    return found


@rule("wrong-slot")
def _wrong_place(mount: Mount, mech: Mech) -> str:
    fixed = {"locomotor": Locomotor, "cockpit": Cockpit, "pilot": Pilot}
    if mount.place in fixed:
        if isinstance(mount.card, fixed[mount.place]):
            return ""
        return f"{mount.card.name} is {_a(mount.card)} but is in the {mount.place.title()}'s place"
    row, column = mount.slot or (0, 0)
    if not (1 <= row <= mech.grid[0] and 1 <= column <= mech.grid[1]):
        return f"{mount.card.name} is in slot {row},{column}, outside the grid of {mech.grid[0]} by {mech.grid[1]}"
    if not isinstance(mount.card, Weapon | PowerPlant):
        how = "attach it to a Base Part" if isinstance(mount.card, ATTACHED) else "it has its own place"
        return f"{mount.card.name} is {_a(mount.card)} but is in slot {row},{column}: {how}"
    if (row, column) not in mech.auxiliary:
        whose = "Cockpit" if (row, column) == mech.centre else "Locomotor"
        return f"{mount.card.name} is in slot {row},{column}, which is the {whose}'s place"
    return ""


@rule("slot-taken")
def slot_conflicts(made: Assembly) -> Iterator[tuple[Mount, Mount]]:
    """Return each part in a slot that is already taken, with the part that was there first."""
    first: dict[Any, Mount] = {}
    for mount in made.mounts:
        if mount.place != "part":
            continue
        before = first.setdefault(mount.slot, mount)
        if before is not mount:
            yield mount, before


def _a(card: Part) -> str:
    return f"{'an' if card.type[0] in 'AEIOU' else 'a'} {card.type}"


@rule("wrong-attachment")
def _unfit(mount: Mount, card: Part, has_pilot: bool) -> str:
    """Return why a card may not be attached there and what to do, or nothing if it may."""
    if isinstance(card, Pilot):
        order = "remove it" if has_pilot else "move it to the Pilot's place"
        return f"{card.name} is a Pilot but is attached to {mount.card.name}: {order}"
    if not isinstance(card, ATTACHED):
        return (
            f"{card.name} is {_a(card)}, and only Armour, Shields, Modifications and Support can be attached: remove it"
        )
    if not isinstance(mount.card, BASE):
        return f"{card.name} is attached to {mount.card.name}, which is not a Base Part: remove it"
    if isinstance(card, Extra) and not may_carry(mount.card, card):
        fits = " or ".join(place.replace("-", " ").title() for place in card.fits)
        return f"{card.name} is attached to {mount.card.name}, but only fits a {fits}: remove it"
    return ""


def unfit(made: Assembly) -> list[tuple[Mount, int, str]]:
    """Return each card attached where it may not be: its mount, its number there, and why."""
    pilot = made.mech.pilot is not None
    return [(m, n, why) for m in made.mounts for n, card in enumerate(m.attached) if (why := _unfit(m, card, pilot))]


@rule("second-modification")
def doubly_modified_parts(made: Assembly) -> list[Mount]:
    """Return the Base Parts with more than one Modification."""
    return [m for m in made.mounts if sum(isinstance(card, Modification) for card in m.attached) > 1]


def faults(made: Assembly) -> frozenset[str]:
    """Return the faults of a Mech besides weight and power, to compare one way to build it with another."""
    counts = Counter(
        [
            *missing_part_rules(made),
            *("wrong-slot" for _ in misplaced_parts(made)),
            *("slot-taken" for _ in slot_conflicts(made)),
            *("wrong-attachment" for _ in unfit(made)),
            *("second-modification" for _ in doubly_modified_parts(made)),
            *("named" for card in made.cards if isinstance(card, Pilot) and card.named),
            *("unknown" for card in made.cards if card.unknown),
        ]
    )
    return frozenset(f"{fault} {n}" for fault, count in counts.items() for n in range(count))
