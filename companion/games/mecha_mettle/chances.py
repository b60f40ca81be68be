"""The reference's table of chances, a room of its own: each weapon against each defence, exact, shown in percent."""

from collections.abc import Iterable
from fractions import Fraction
from math import comb

from companion.games.mecha_mettle.model import SUCCEEDS_FROM, Module, Pool, Tile
from companion.system import Setting

Distribution = tuple[Fraction, ...]
"""The chance of 0, 1, 2 … successes."""


def successes(pool: Pool) -> Distribution:
    """Return a pool's distribution of successes."""
    p = Fraction(7 - SUCCEEDS_FROM[pool.kind], 6)
    return tuple(comb(pool.dice, k) * p**k * (1 - p) ** (pool.dice - k) for k in range(pool.dice + 1))


def best(pools: Iterable[Pool]) -> Distribution:
    """Return the distribution of the best of several rolls (Twin Strike keeps the better)."""
    up_to: list[Fraction] = [Fraction(1)]
    for distribution in map(successes, pools):
        one = [sum(distribution[: k + 1], Fraction()) for k in range(max(len(distribution), len(up_to)))]
        long = up_to + [Fraction(1)] * (len(one) - len(up_to))
        up_to = [a * b for a, b in zip(long, one, strict=True)]
    return tuple(b - a for a, b in zip([Fraction(), *up_to], up_to, strict=False))


def chance(attack: tuple[Pool, ...], defence: Pool) -> Fraction:
    """Return the chance of strictly more successes than the defence."""
    return sum(
        (p * q for i, p in enumerate(best(attack)) for j, q in enumerate(successes(defence)) if i > j), Fraction()
    )


def attacks(setting: Setting) -> dict[tuple[Pool, ...], str]:
    """Return every attack of the modules once: its pools, and who makes it."""
    found: dict[tuple[Pool, ...], list[str]] = {}
    for module in setting.catalogue.all(Module):
        for weapon, how in ((module.weapon, ""), (module.scrap_attack, " scrap"), (module.bypass_attack, " bypass")):
            if weapon:
                found.setdefault(weapon.pools, []).append(module.name + how)
    return {pools: ", ".join(names) for pools, names in found.items()}


def defences(setting: Setting) -> dict[Pool, tuple[str, bool]]:
    """Return every defence once: its pool, whose it is, and whether its dice are not the rulebook's own."""
    found: dict[Pool, list[str]] = {}
    unsure: set[Pool] = set()
    for module in setting.catalogue.all(Module):
        found.setdefault(module.body, []).append(module.name)
        if module.shield and not module.shield.impenetrable:
            found.setdefault(Pool(dice=module.shield.dice, kind="shield"), []).append(f"{module.name} shield")
    for tile in setting.catalogue.all(Tile):
        found.setdefault(tile.defense, []).append(tile.name)
        if tile.mark("defense").kind != "printed":
            unsure.add(tile.defense)
    return {pool: (", ".join(names), pool in unsure) for pool, names in found.items()}
