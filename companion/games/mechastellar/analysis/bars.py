"""A distribution of damage in a few bars; where there are many amounts a bar counts a step, not a single one."""

from dataclasses import dataclass

MOST_BARS = 8
BAR_STEP = 100
RARE = 0.005
"""Damage at either end that is less likely than this shares one bar."""


@dataclass(frozen=True)
class DamageBar:
    """One bar of a distribution: the damage it counts, and its chance."""

    words: str
    chance: float


def bars(spread: dict[int, float]) -> tuple[DamageBar, ...]:
    """Return a distribution in a few bars: no damage, then single amounts or equal steps, rare extremes together."""
    values = sorted(damage for damage in spread if damage > 0)
    groups: list[tuple[str, float]] = [("0", spread.get(0, 0.0))]
    if len(values) <= MOST_BARS:
        groups += [(str(damage), spread[damage]) for damage in values]
    else:
        common = next(d for d in reversed(values) if sum(p for n, p in spread.items() if n >= d) >= RARE)
        step = -(-common // MOST_BARS // BAR_STEP) * BAR_STEP or BAR_STEP
        tops = range(step, common + step, step)
        groups += [(f"≤ {top}", sum(p for n, p in spread.items() if top - step < n <= top)) for top in tops]
        if values[-1] > tops[-1]:
            groups.append(("more", sum(p for n, p in spread.items() if n > tops[-1])))
    return tuple(DamageBar(words, p) for words, p in groups)
