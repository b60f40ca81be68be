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
        phrases = [plural(self.parts, "part")]
        if self.ranks:
            phrases.append(f"ranks {self.ranks}")
        if known:
            phrases.append(f"leaves Attack {self.attack_left}, Defense {self.defense_left}")
        if self.wasted:
            phrases.append(f"wastes {self.wasted} Structure")
        return ", ".join(phrases)


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
    choices = []
    for count in range(len(present) + 1):
        for choice in combinations(present, count):
            absorbed = sum(structures[position] for position in choice)
            if absorbed >= taken and all(absorbed - structures[position] < taken for position in choice):
                choices.append(choice)
    return tuple(choices)


@rule("absorb", "wrecked")
def legal(taken: int, structures: Mapping[str, int]) -> tuple[tuple[str, ...], ...]:
    """Return every choice of parts that players may end with, picking one by one until no damage is left.

    Each is in an order in which it may be picked, the weakest part first; a choice is legal if its strongest part was
    still needed. It contains all minimal choices, and others with a part that could have been kept.
    """
    present = tuple(position for position in POSITIONS if position in structures)
    if taken >= sum(structures.values()):
        return (present,)
    choices = []
    for count in range(len(present) + 1):
        for choice in combinations(present, count):
            absorbed = sorted((structures[position] for position in choice), reverse=True)
            if sum(absorbed) >= taken and sum(absorbed[1:]) < taken + (not absorbed):
                choices.append(tuple(sorted(choice, key=structures.__getitem__)))
    return tuple(choices)


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
    return _with_costs(minimal(taken, structures), taken, structures, ranks or {}, attacks or {}, defenses or {})


def needless_losses(
    taken: int, structures: Values, ranks: Values, attacks: Values, defenses: Values
) -> tuple[Loss, ...]:
    """Return every other legal choice, the cheapest first: each loses a part that could have been kept."""
    minimal_choices = {frozenset(choice) for choice in minimal(taken, structures)}
    other_choices = tuple(choice for choice in legal(taken, structures) if frozenset(choice) not in minimal_choices)
    return _with_costs(other_choices, taken, structures, ranks, attacks, defenses)


def _with_costs(
    choices: Iterable[tuple[str, ...]], taken: int, structures: Values, ranks: Values, attacks: Values, defenses: Values
) -> tuple[Loss, ...]:
    options = []
    for choice in choices:
        remaining = [position for position in structures if position not in choice]
        cost = Cost(
            parts=len(choice),
            ranks=sum(ranks.get(position, 0) for position in choice),
            attack_left=sum(attacks.get(position, 0) for position in remaining),
            defense_left=sum(defenses.get(position, 0) for position in remaining),
            wasted=max(0, sum(structures[position] for position in choice) - taken),
        )
        options.append(Loss(choice, cost))
    return tuple(sorted(options, key=price))


def price(loss: Loss) -> tuple[object, ...]:
    """Return the sort key of a choice, the cheapest first."""
    cost = loss.cost
    attack_and_defense = cost.attack_left + cost.defense_left
    return (
        cost.parts,
        cost.ranks,
        -attack_and_defense,
        -cost.attack_left,
        cost.wasted,
        tuple(map(POSITIONS.index, loss.positions)),
    )


def is_wrecked(taken: int, structures: Mapping[str, int]) -> bool:
    """Return whether damage takes every part, whatever is chosen: it needs the Structure of each (fact 47)."""
    structure = sum(structures.values())
    return taken > 0 and bool(structures) and structure - min(structures.values()) < taken
