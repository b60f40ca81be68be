"""A distribution of damage in a few bars, each on a multiple of the damage that can occur."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd

MOST_BARS = 8
RARE = Fraction(1, 200)
"""Damage at either end that is less likely than this shares one bar."""


@dataclass(frozen=True)
class DamageBar:
    """One bar of a distribution: the damage it counts, and its chance."""

    words: str
    chance: Fraction


def bars(spread: Mapping[int, Fraction], hit: int = 0) -> tuple[DamageBar, ...]:
    """Return a distribution in a few bars: no damage, then single amounts or equal steps, rare extremes together.

    A step is a multiple of what one `hit` does; of what all amounts are multiples of where it is 0. A step in which
    no amount can occur has no bar.
    """
    amounts = sorted(damage for damage in spread if damage > 0)
    groups: list[tuple[str, Fraction]] = [("0", spread.get(0, Fraction()))]
    if len(amounts) <= MOST_BARS:
        return _damage_bars(groups + [(str(damage), spread[damage]) for damage in amounts])
    unit = hit or gcd(*amounts)
    often = (d for d in reversed(amounts) if sum(p for n, p in spread.items() if n >= d) >= RARE)
    common = next(often, amounts[0])
    step = unit * -(-common // (unit * MOST_BARS))
    last = step * -(-common // step)
    for top in range(step, last + step, step):
        inside = [damage for damage in amounts if top - step < damage <= top]
        if inside:
            words = str(inside[0]) if len(inside) == 1 else f"≤ {top}"
            groups.append((words, sum((spread[damage] for damage in inside), Fraction())))
    rest = [damage for damage in amounts if damage > last]
    if rest:
        groups.append(("more", sum((spread[damage] for damage in rest), Fraction())))
    return _damage_bars(groups)


def _damage_bars(groups: list[tuple[str, Fraction]]) -> tuple[DamageBar, ...]:
    return tuple(DamageBar(words, p) for words, p in groups)
