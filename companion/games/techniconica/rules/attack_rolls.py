"""The dice of one attack: which die counts, jams, damage of a gap, and exact chances without Re-Rolls.

A `gap` is the attacker's Combat Score minus the target's; a `lead` is the same before the dice.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product

from companion.data.rulebook import Rulings, rule
from companion.games.techniconica.model.special_rules import Dice, Effects
from companion.games.techniconica.rules.damage import Layers, strike

FACES = range(1, 11)


@rule("special-attack")
def counting_die(dice: Sequence[int], which: Dice) -> int:
    """Return the die of an Attack Roll that counts."""
    return min(dice) if which == "lower" else max(dice)


@rule("jam")
def jams(dice: Sequence[int], effects: Effects, rulings: Rulings) -> bool:
    """Whether an Attack Roll jams and wastes the attack; a ruling decides which of two dice must show 1."""
    ones = 1 in dice if rulings.get("accurate-jam") == "any" else counting_die(dice, effects.dice) == 1
    return ones and not effects.reliable


@rule("special-attack")
def points(gap: int, output: int, effects: Effects, rulings: Rulings) -> int:
    """Return the damage points of a hit by `gap` with a Weapon's Damage Output; 0 for a negative gap, a miss."""
    if gap < 0:
        return 0
    damage = gap + output
    if effects.barrage:
        damage = (max(gap, 1) if rulings.get("barrage-tie") == "one-hit" else gap) * output
    return max(0, damage + effects.damage) if damage else 0


def mean_damage(lead: int, output: int, effects: Effects, rulings: Rulings) -> Fraction:
    """Return the mean damage of an attack, without Re-Rolls."""
    any_jams = rulings.get("accurate-jam") == "any"
    total, counts = dice_gaps(effects.dice, effects.reliable, any_jams)
    return Fraction(sum(n * points(lead + gap, output, effects, rulings) for gap, n in counts), total)


def chance_to_destroy(lead: int, output: int, effects: Effects, rulings: Rulings, layers: Layers) -> Fraction:
    """Return the chance that an attack destroys the Base Part below all its layers, without Re-Rolls.

    Weight Damage by a Gravity Field is not counted.
    """
    total, counts = dice_gaps(effects.dice, effects.reliable, rulings.get("accurate-jam") == "any")
    halves = effects.piercing and rulings.get("piercing-leftover") == "kept"

    def destroys(gap: int) -> bool:
        dealt = points(lead + gap, output, effects, rulings)
        return dealt > 0 and "base" in strike(dealt, layers, effects.piercing, halves).destroyed

    return Fraction(sum(n for gap, n in counts if destroys(gap)), total)


def chance_to_hit(lead: int, effects: Effects, rulings: Rulings) -> Fraction:
    """Return the chance that an attack hits, without Re-Rolls."""
    total, counts = dice_gaps(effects.dice, effects.reliable, rulings.get("accurate-jam") == "any")
    return Fraction(sum(n for gap, n in counts if lead + gap >= 0), total)


@lru_cache(maxsize=32)
def dice_gaps(which: Dice, reliable: bool, any_jams: bool) -> tuple[int, tuple[tuple[int, int], ...]]:
    """Return the number of ways the dice can fall, and how many of them lead to each gap; jams lead to none."""
    effects, rulings = Effects(which, reliable), {"accurate-jam": "any"} if any_jams else {}
    counts: dict[int, int] = {}
    ways = 0
    for (dice, count), evasion in product(_rolls(which), FACES):
        ways += count
        if not jams(dice, effects, rulings):
            gap = counting_die(dice, which) - evasion
            counts[gap] = counts.get(gap, 0) + count
    return ways, tuple(counts.items())


def _rolls(which: Dice) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield each Attack Roll with the number of ways in which it falls."""
    if which == "one":
        yield from (((face,), 1) for face in FACES)
    else:
        yield from ((dice, 1 if dice[0] == dice[1] else 2) for dice in combinations_with_replacement(FACES, 2))
