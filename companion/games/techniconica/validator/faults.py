"""The faults of a Mech except weight and power; findings report them, and fixes must not add any."""

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
def missing_part_rules(assembly: Assembly) -> tuple[str, ...]:
    """Return the ids of the rules that require a part the Mech does not have."""
    return tuple(
        rule_id
        for rule_id, place, kind, _ in NEEDED
        if not any(mount.place == place and isinstance(mount.card, kind) for mount in assembly.mounts)
    )


def misplaced_parts(assembly: Assembly) -> dict[str, str]:
    """Return each misplaced part by its place in the document, with the problem in words."""
    problems = ((mount.where, _place_problem(mount, assembly.mech)) for mount in assembly.mounts)
    return {where: problem for where, problem in problems if problem}


@rule("wrong-slot")
def _place_problem(mount: Mount, mech: Mech) -> str:
    fixed = {"locomotor": Locomotor, "cockpit": Cockpit, "pilot": Pilot}
    if mount.place in fixed:
        if isinstance(mount.card, fixed[mount.place]):
            return ""
        return f"{mount.card.name} is {_with_article(mount.card)} but is in the {mount.place.title()}'s place"
    row, column = mount.slot or (0, 0)
    if not (1 <= row <= mech.grid[0] and 1 <= column <= mech.grid[1]):
        return f"{mount.card.name} is in slot {row},{column}, outside the grid of {mech.grid[0]} by {mech.grid[1]}"
    if not isinstance(mount.card, Weapon | PowerPlant):
        how = "attach it to a Base Part" if isinstance(mount.card, ATTACHED) else "it has its own place"
        return f"{mount.card.name} is {_with_article(mount.card)} but is in slot {row},{column}: {how}"
    if (row, column) not in mech.auxiliary:
        whose = "Cockpit" if (row, column) == mech.centre else "Locomotor"
        return f"{mount.card.name} is in slot {row},{column}, which is the {whose}'s place"
    return ""


@rule("slot-taken")
def slot_conflicts(assembly: Assembly) -> Iterator[tuple[Mount, Mount]]:
    """Return each part in a slot that is already taken, with the part that was there first."""
    first: dict[Any, Mount] = {}
    for mount in assembly.mounts:
        if mount.place != "part":
            continue
        before = first.setdefault(mount.slot, mount)
        if before is not mount:
            yield mount, before


def _with_article(card: Part) -> str:
    return f"{'an' if card.type[0] in 'AEIOU' else 'a'} {card.type}"


@rule("wrong-attachment")
def _attachment_problem(mount: Mount, card: Part, has_pilot: bool) -> str:
    """Return why a card may not be attached there and what to do; empty if it may."""
    if isinstance(card, Pilot):
        order = "remove it" if has_pilot else "move it to the Pilot's place"
        return f"{card.name} is a Pilot but is attached to {mount.card.name}: {order}"
    if not isinstance(card, ATTACHED):
        what = _with_article(card)
        return f"{card.name} is {what}, and only Armour, Shields, Modifications and Support can be attached: remove it"
    if not isinstance(mount.card, BASE):
        return f"{card.name} is attached to {mount.card.name}, which is not a Base Part: remove it"
    if isinstance(card, Extra) and not may_carry(mount.card, card):
        fits = " or ".join(place.replace("-", " ").title() for place in card.fits)
        return f"{card.name} is attached to {mount.card.name}, but only fits a {fits}: remove it"
    return ""


def misattached_cards(assembly: Assembly) -> list[tuple[Mount, int, str]]:
    """Return each card that may not be attached where it is: its mount, its number there, the reason."""
    has_pilot = assembly.mech.pilot is not None
    return [
        (mount, number, problem)
        for mount in assembly.mounts
        for number, card in enumerate(mount.attached)
        if (problem := _attachment_problem(mount, card, has_pilot))
    ]


@rule("second-modification")
def doubly_modified_parts(assembly: Assembly) -> list[Mount]:
    """Return the Base Parts with more than one Modification."""
    return [m for m in assembly.mounts if sum(isinstance(card, Modification) for card in m.attached) > 1]


def faults(assembly: Assembly) -> frozenset[str]:
    """Return the faults of a Mech except weight and power, numbered, so that two builds of it can be compared."""
    counts = Counter(
        [
            *missing_part_rules(assembly),
            *("wrong-slot" for _ in misplaced_parts(assembly)),
            *("slot-taken" for _ in slot_conflicts(assembly)),
            *("wrong-attachment" for _ in misattached_cards(assembly)),
            *("second-modification" for _ in doubly_modified_parts(assembly)),
            *("named" for card in assembly.cards if isinstance(card, Pilot) and card.named),
            *("unknown" for card in assembly.cards if card.unknown),
        ]
    )
    return frozenset(f"{fault} {n}" for fault, count in counts.items() for n in range(count))
