"""What a mech can lose: every choice of parts that absorbs the damage; which of them to take is up to the player.

A choice of parts is minimal when it absorbs the damage and no part in it could be spared. Players pick parts one by
one and stop when nothing is left (fact 46), so a good player loses a minimal choice.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from companion.games.wreck_a_mech.model import POSITIONS
from companion.rulebook import rule


@rule("damage")
def damage(attack: int, defense: int) -> int:
    """Return the damage of a marked Attack against a marked Defense (facts 44, 45)."""
    return max(0, attack - defense)


@dataclass(frozen=True, slots=True)
class Absorbed:
    """Damage after some parts were chosen: what remains (below zero is more than enough), and whether that ends it."""

    remaining: int
    stop: bool
    wrecked: bool


@rule("absorb", "wrecked")
def absorb(taken: int, chosen: tuple[int, ...], parts: int) -> Absorbed:
    """Return what damage is left after parts of these Structures, on a mech of so many (facts 45 to 47)."""
    remaining = taken - sum(chosen)
    all_gone = len(chosen) >= parts > 0
    return Absorbed(remaining, remaining <= 0 or all_gone, all_gone)


@dataclass(frozen=True, slots=True)
class Cost:
    """What a choice costs: parts, the sum of their ranks, the Attack and Defense left, the Structure wasted."""

    parts: int
    ranks: int
    attack_left: int
    defense_left: int
    wasted: int

    def told(self, known: bool) -> str:
        """Return the cost as words; ranks and what is left only where the parts' own values are `known`."""
        if not self.parts:
            return "nothing lost"
        said = [f"{self.parts} {'part' if self.parts == 1 else 'parts'}"]
        if self.ranks:
            said.append(f"ranks {self.ranks}")
        if known:
            said.append(f"leaves Attack {self.attack_left}, Defense {self.defense_left}")
        if self.wasted:
            said.append(f"wastes {self.wasted} Structure")
        return ", ".join(said)


@dataclass(frozen=True, slots=True)
class Loss:
    """A minimal choice of positions, in the order of the cross, and its cost."""

    positions: tuple[str, ...]
    cost: Cost


@rule("absorb", "wrecked")
def minimal(taken: int, structures: Mapping[str, int]) -> tuple[tuple[str, ...], ...]:
    """Return every minimal choice of positions; without damage the empty one, past all Structure the whole mech."""
    present = tuple(position for position in POSITIONS if position in structures)
    if taken >= sum(structures.values()):
        return (present,)
    found = []
    for count in range(len(present) + 1):
        for choice in combinations(present, count):
            held = sum(structures[position] for position in choice)
            if held >= taken and all(held - structures[position] < taken for position in choice):
                found.append(choice)
    return tuple(found)


def losses(
    taken: int,
    structures: Mapping[str, int],
    ranks: Mapping[str, int] | None = None,
    attacks: Mapping[str, int] | None = None,
    defenses: Mapping[str, int] | None = None,
) -> tuple[Loss, ...]:
    """Return every minimal choice with its cost, the cheapest first.

    Fewest parts, then the lowest ranks handed to the attacker, then the most Attack and Defense left, then the least
    Structure wasted; what is not known counts as nothing.
    """
    ranks, attacks, defenses = ranks or {}, attacks or {}, defenses or {}
    made = []
    for choice in minimal(taken, structures):
        kept = [position for position in structures if position not in choice]
        cost = Cost(
            parts=len(choice),
            ranks=sum(ranks.get(position, 0) for position in choice),
            attack_left=sum(attacks.get(position, 0) for position in kept),
            defense_left=sum(defenses.get(position, 0) for position in kept),
            wasted=max(0, sum(structures[position] for position in choice) - taken),
        )
        made.append(Loss(choice, cost))
    return tuple(sorted(made, key=price))


def price(loss: Loss) -> tuple[object, ...]:
    """Return what choices are ranked by, the cheapest first."""
    cost = loss.cost
    left = cost.attack_left + cost.defense_left
    return (cost.parts, cost.ranks, -left, -cost.attack_left, cost.wasted, tuple(map(POSITIONS.index, loss.positions)))


def is_wrecked(taken: int, structures: Mapping[str, int]) -> bool:
    """Return whether damage takes every part, whatever is chosen: no part's Structure can be spared (fact 47)."""
    held = sum(structures.values())
    return taken > 0 and bool(structures) and held - min(structures.values()) < taken
