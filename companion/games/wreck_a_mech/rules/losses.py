"""The losses of a mech: every minimal choice of parts that absorbs the damage. The player decides which one to take.

A choice is minimal if it absorbs the damage and no part in it could be kept. Players choose parts one by one and stop
when no damage is left (fact 46), so a good player loses a minimal choice.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from companion.base.wording import plural
from companion.data.rulebook import rule
from companion.games.wreck_a_mech.model import POSITIONS


@rule("damage")
def damage(attack: int, defense: int) -> int:
    """Return the damage of a marked Attack against a marked Defense (facts 44, 45)."""
    return max(0, attack - defense)


@dataclass(frozen=True, slots=True)
class AbsorbedDamage:
    """The damage left after some parts were chosen (below zero: more than enough), and whether that ends the losses."""

    remaining: int
    stop: bool
    wrecked: bool


@rule("absorb", "wrecked")
def absorb(taken: int, chosen: tuple[int, ...], parts: int) -> AbsorbedDamage:
    """Return the damage left after a mech of `parts` parts loses parts of these Structures (facts 45 to 47)."""
    remaining = taken - sum(chosen)
    all_gone = len(chosen) >= parts > 0
    return AbsorbedDamage(remaining, remaining <= 0 or all_gone, all_gone)


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of a choice: parts, the sum of their ranks, the Attack and Defense left, the Structure wasted."""

    parts: int
    ranks: int
    attack_left: int
    defense_left: int
    wasted: int

    def in_words(self, known: bool) -> str:
        """Return the cost in words; ranks and remaining values only if the values of the parts are `known`."""
        if not self.parts:
            return "nothing lost"
        said = [plural(self.parts, "part")]
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
    """Return every minimal choice of positions: none lost without damage, the whole mech beyond its Structure."""
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


@rule("absorb", "wrecked")
def legal(taken: int, structures: Mapping[str, int]) -> tuple[tuple[str, ...], ...]:
    """Return every choice of parts that players may end with: picked one by one until no damage is left.

    Each is in an order in which it may be picked, the weakest part first: a choice is legal where its strongest part
    was still needed. Beyond the minimal ones these are choices with a part that could have been kept.
    """
    present = tuple(position for position in POSITIONS if position in structures)
    if taken >= sum(structures.values()):
        return (present,)
    found = []
    for count in range(len(present) + 1):
        for choice in combinations(present, count):
            held = sorted((structures[position] for position in choice), reverse=True)
            if sum(held) >= taken and sum(held[1:]) < taken + (not held):
                found.append(tuple(sorted(choice, key=structures.__getitem__)))
    return tuple(found)


Values = Mapping[str, int]
"""A number of each part, by its position; an unknown one counts as 0."""


def losses(
    taken: int,
    structures: Values,
    ranks: Values | None = None,
    attacks: Values | None = None,
    defenses: Values | None = None,
) -> tuple[Loss, ...]:
    """Return every minimal choice with its cost, the cheapest first.

    The order: fewest parts, then the lowest ranks for the attacker to gain from, then the most Attack and Defense
    left, then the least Structure wasted.
    """
    return _priced(minimal(taken, structures), taken, structures, ranks or {}, attacks or {}, defenses or {})


def needless_losses(
    taken: int, structures: Values, ranks: Values, attacks: Values, defenses: Values
) -> tuple[Loss, ...]:
    """Return every other legal choice, the cheapest first: each loses a part that could have been kept."""
    least = {frozenset(choice) for choice in minimal(taken, structures)}
    more = tuple(choice for choice in legal(taken, structures) if frozenset(choice) not in least)
    return _priced(more, taken, structures, ranks, attacks, defenses)


def _priced(
    choices: Iterable[tuple[str, ...]], taken: int, structures: Values, ranks: Values, attacks: Values, defenses: Values
) -> tuple[Loss, ...]:
    made = []
    for choice in choices:
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
    """Return the sort key of a choice, the cheapest first."""
    cost = loss.cost
    left = cost.attack_left + cost.defense_left
    return (cost.parts, cost.ranks, -left, -cost.attack_left, cost.wasted, tuple(map(POSITIONS.index, loss.positions)))


def is_wrecked(taken: int, structures: Mapping[str, int]) -> bool:
    """Return whether damage takes every part, whatever is chosen: it needs the Structure of each (fact 47)."""
    held = sum(structures.values())
    return taken > 0 and bool(structures) and held - min(structures.values()) < taken
