"""The goals of the best Mech: what each maximises, and what a finished Mech is worth by it.

`worth` reads an assembled Mech and knows nothing of the solver: the answer shows these figures.
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
"""The goals about an attack, which a Mech needs a Weapon for."""
AIMED: frozenset[Objective] = ATTACKS - {"long-range"}
"""The goals for which it matters whom an attack is aimed at."""

Tokens = tuple[str, ...]
"""The special rules of an attack as cards write them."""
Attack = Callable[[int, int, Tokens], Number]
"""What one attack is worth by Accuracy (Speed in a Charge) and PE together, by DO, and by its special rules."""


def attack_measure(objective: Objective, opponent: Opponent, known: Specials, rulings: Rulings) -> Attack:
    """Return the function that values an attack for an objective; range ignores special rules."""
    if objective == "long-range":
        return lambda reach, output, tokens: reach
    of = opponent.destroys if objective == "destroy" else opponent.mean

    @cache
    def effects(tokens: Tokens) -> Effects:
        return combine_rules(tokens, known, rulings)

    return lambda reach, output, tokens: of(reach, output, effects(tokens), rulings)


@dataclass(frozen=True)
class Worth:
    """A Mech's two measures, and the Weapon that the first is about, if it is one Weapon."""

    first: Number
    second: int
    main: str = ""


def measure_mech(made: Assembly, objective: Objective, opponent: Opponent, rulings: Rulings) -> Worth | None:
    """Return a Mech's measures for an objective; None for an attack that it does not have."""
    if objective == "fast":
        return Worth(made.speed, damage_points(made))
    if objective == "sturdy":
        return Worth(damage_points(made), made.speed)
    attack = attack_measure(objective, opponent, made.specials, rulings)
    if objective == "charge":
        found = _best(made, blades(made), made.speed, attack) if made.speed else None
    elif objective == "volley":
        found = _volley(made, attack)
    else:
        found = _best(made, guns(made), made.pilots("ac"), attack)
    return Worth(found[0], damage_points(made), found[1]) if found else None


def damage_points(made: Assembly) -> int:
    """Return the total DT of all Base Parts, Armour and Shields."""
    protection = (card for mount in made.mounts for card in mount.attached if not isinstance(card, Extra))
    return sum(mount.stat("dt") for mount in made.base) + sum(card.stat("dt") for card in protection)


def _best(made: Assembly, weapons: tuple[Mount, ...], accuracy: int, attack: Attack) -> tuple[Number, str] | None:
    return max(_attacks_by_weapon(made, weapons, accuracy, attack), key=lambda one: one[0], default=None)


def _volley(made: Assembly, attack: Attack) -> tuple[Number, str] | None:
    """Return the best volley: at each number of Weapons those that are worth most at its Accuracy."""
    found: list[tuple[Number, str]] = []
    shots = guns(made)
    for count in range(1, len(shots) + 1):
        accuracy = made.pilots("ac") - EACH_WEAPON * (count - 1)
        each = sorted((worth for worth, _ in _attacks_by_weapon(made, shots, accuracy, attack)), reverse=True)
        found.append((sum(each[:count], 0), ""))
    return max(found, key=lambda one: one[0], default=None)


def _attacks_by_weapon(
    made: Assembly, weapons: tuple[Mount, ...], accuracy: int, attack: Attack
) -> Iterator[tuple[Number, str]]:
    for mount in weapons:
        yield attack(accuracy + mount.stat("pe"), mount.stat("do"), made.shot_rules(mount)), mount.card.id
