"""The goals of Best mech, each with the two measures that it maximises, and the measures of a finished Mech.

`measure_mech` works from an assembled Mech, independently of the solver; the answer shows these figures.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Literal

from companion.data.rulebook import Rulings
from companion.games.techniconica.analysis.opponent import Opponent
from companion.games.techniconica.model import Extra
from companion.games.techniconica.model.special_rules import Effects, Specials, combine_rules
from companion.games.techniconica.resolver.from_inputs import EACH_WEAPON
from companion.games.techniconica.rules.assembly import Assembly, Mount
from companion.games.techniconica.rules.weapons import blades, guns

Objective = Literal["fast", "sturdy", "long-range", "damage", "destroy", "volley", "charge"]
Number = Fraction | int


@dataclass(frozen=True)
class Goal:
    """The measures that a goal maximises: the first, and among equals the second."""

    id: Objective
    title: str
    first: str
    second: str = "Damage Points it can take"


MEASURES: dict[Objective, Goal] = {
    goal.id: goal
    for goal in (
        Goal("fast", "Fast", "Speed"),
        Goal("sturdy", "Sturdy", "Damage Points it can take", "Speed"),
        Goal("long-range", "Long range", "Accuracy and Penetration of its best shot"),
        Goal("damage", "Most damage", "mean damage of its best shot"),
        Goal("volley", "Best volley", "mean damage of its best volley"),
        Goal("charge", "Best Charge", "mean damage of its best Charge"),
        Goal("destroy", "Destroy a part", "chance that its best shot destroys a Base Part"),
    )
}
ATTACKS: frozenset[Objective] = frozenset({"long-range", "damage", "destroy", "volley", "charge"})
"""The goals about an attack, for which a Mech needs a Weapon."""
AIMED: frozenset[Objective] = ATTACKS - {"long-range"}
"""The goals that depend on the target of an attack."""

Tokens = tuple[str, ...]
"""The special rules of an attack as cards write them."""
Attack = Callable[[int, int, Tokens], Number]
"""Returns the value of one attack by Accuracy (in a Charge Speed) plus PE, by DO, and by its special rules."""


def attack_measure(objective: Objective, opponent: Opponent, known: Specials, rulings: Rulings) -> Attack:
    """Return the function that values an attack for an objective; range ignores special rules."""
    if objective == "long-range":
        return lambda reach, output, tokens: reach
    value = opponent.destroys if objective == "destroy" else opponent.mean

    @cache
    def effects(tokens: Tokens) -> Effects:
        return combine_rules(tokens, known, rulings)

    return lambda reach, output, tokens: value(reach, output, effects(tokens), rulings)


@dataclass(frozen=True)
class Worth:
    """A Mech's two measures, and the Weapon that the first is about, if it is one Weapon."""

    first: Number
    second: int
    main: str = ""


def measure_mech(assembly: Assembly, objective: Objective, opponent: Opponent, rulings: Rulings) -> Worth | None:
    """Return a Mech's measures for an objective; None for an attack that it does not have."""
    if objective == "fast":
        return Worth(assembly.speed, damage_points(assembly))
    if objective == "sturdy":
        return Worth(damage_points(assembly), assembly.speed)
    attack = attack_measure(objective, opponent, assembly.specials, rulings)
    if objective == "charge":
        best = _best_attack(assembly, blades(assembly), assembly.speed, attack) if assembly.speed else None
    elif objective == "volley":
        best = _best_volley(assembly, attack)
    else:
        best = _best_attack(assembly, guns(assembly), assembly.pilots("ac"), attack)
    return Worth(best[0], damage_points(assembly), best[1]) if best else None


def damage_points(assembly: Assembly) -> int:
    """Return the total DT of all Base Parts, Armour and Shields."""
    protection = (card for mount in assembly.mounts for card in mount.attached if not isinstance(card, Extra))
    return sum(mount.stat("dt") for mount in assembly.base) + sum(card.stat("dt") for card in protection)


def _best_attack(
    assembly: Assembly, weapons: tuple[Mount, ...], accuracy: int, attack: Attack
) -> tuple[Number, str] | None:
    return max(_attacks_by_weapon(assembly, weapons, accuracy, attack), key=lambda attempt: attempt[0], default=None)


def _best_volley(assembly: Assembly, attack: Attack) -> tuple[Number, str] | None:
    """Return the best volley: for each number of Weapons, those with the highest values at its Accuracy."""
    volleys: list[tuple[Number, str]] = []
    weapons = guns(assembly)
    for count in range(1, len(weapons) + 1):
        accuracy = assembly.pilots("ac") - EACH_WEAPON * (count - 1)
        values = sorted((worth for worth, _ in _attacks_by_weapon(assembly, weapons, accuracy, attack)), reverse=True)
        volleys.append((sum(values[:count], 0), ""))
    return max(volleys, key=lambda volley: volley[0], default=None)


def _attacks_by_weapon(
    assembly: Assembly, weapons: tuple[Mount, ...], accuracy: int, attack: Attack
) -> Iterator[tuple[Number, str]]:
    for mount in weapons:
        yield attack(accuracy + mount.stat("pe"), mount.stat("do"), assembly.shot_rules(mount)), mount.card.id
