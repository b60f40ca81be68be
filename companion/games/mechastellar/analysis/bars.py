"""Groups a distribution of damage into a few bars."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd

MOST_BARS = 8
RARE = Fraction(1, 200)
"""Amounts of damage that are reached less often than this share the last bar."""


@dataclass(frozen=True)
class DamageBar:
    """One bar of a distribution: its amounts of damage in words, and their chance."""

    words: str
    chance: Fraction


def bars(spread: Mapping[int, Fraction], hit: int = 0) -> tuple[DamageBar, ...]:
    """Return a distribution in bars: no damage, then single amounts or equal steps, then all rarer amounts.

    A step is a multiple of the damage of one `hit`; if that is 0, of the amounts' greatest common divisor. Steps
    without a possible amount have no bar.
    """
    amounts = sorted(damage for damage in spread if damage > 0)
    groups: list[tuple[str, Fraction]] = [("0", spread.get(0, Fraction()))]
    if len(amounts) <= MOST_BARS:
        return _damage_bars(groups + [(str(damage), spread[damage]) for damage in amounts])
    unit = hit or gcd(*amounts)
    likely = (d for d in reversed(amounts) if sum(p for n, p in spread.items() if n >= d) >= RARE)
    common = next(likely, amounts[0])
    step = unit * -(-common // (unit * MOST_BARS))
    last = step * -(-common // step)
    for top in range(step, last + step, step):
        inside = [damage for damage in amounts if top - step < damage <= top]
        if inside:
            words = str(inside[0]) if len(inside) == 1 else f"≤ {top}"
            groups.append((words, sum((spread[damage] for damage in inside), Fraction())))
    rare = [damage for damage in amounts if damage > last]
    if rare:
        groups.append(("more", sum((spread[damage] for damage in rare), Fraction())))
    return _damage_bars(groups)


def _damage_bars(groups: list[tuple[str, Fraction]]) -> tuple[DamageBar, ...]:
    return tuple(DamageBar(words, p) for words, p in groups)
