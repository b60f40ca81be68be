"""The table of chances on the reference sheet: each weapon against each defense, exact, without components."""

from collections.abc import Iterable
from fractions import Fraction
from math import comb

from companion.data.cards import Kind
from companion.gamekit.contract import Context
from companion.games.mecha_mettle.model import SUCCEEDS_FROM, Module, Pool, Tile

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
        cumulative = [sum(distribution[: k + 1], Fraction()) for k in range(max(len(distribution), len(up_to)))]
        long = up_to + [Fraction(1)] * (len(cumulative) - len(up_to))
        up_to = [a * b for a, b in zip(long, cumulative, strict=True)]
    return tuple(b - a for a, b in zip([Fraction(), *up_to], up_to, strict=False))


def chance(attack: tuple[Pool, ...], defence: Pool) -> Fraction:
    """Return the chance of strictly more successes than the defense."""
    return sum(
        (p * q for i, p in enumerate(best(attack)) for j, q in enumerate(successes(defence)) if i > j), Fraction()
    )


Holder = tuple[str, Kind]
"""The name of a card that rolls a pool, and the origin of its dice."""


def attacks(context: Context) -> dict[tuple[Pool, ...], list[Holder]]:
    """Return every distinct attack of the modules: its pools, and the cards that make it."""
    holders: dict[tuple[Pool, ...], list[Holder]] = {}
    for module in context.catalogue.all(Module):
        for field, how in (("weapon", ""), ("scrap_attack", " scrap"), ("bypass_attack", " bypass")):
            weapon = module.field_values()[field]
            if weapon:
                holders.setdefault(weapon.pools, []).append((module.name + how, module.mark(field).kind))
    return holders


def defences(context: Context, blank: bool = False) -> dict[Pool, list[Holder]]:
    """Return every distinct defense: its pool, and the cards that have it; `blank` leaves out house dice."""
    holders: dict[Pool, list[Holder]] = {}

    def add(pool: Pool, name: str, kind: Kind) -> None:
        if not (blank and kind == "house"):
            holders.setdefault(pool, []).append((name, kind))

    for module in context.catalogue.all(Module):
        add(module.body, module.name, module.mark("body").kind)
        if module.shield and not module.shield.impenetrable:
            shield = Pool(dice=module.shield.dice, kind="shield")
            add(shield, f"{module.name} shield", module.mark("shield").kind)
    for tile in context.catalogue.all(Tile):
        add(tile.defense, tile.name, tile.mark("defense").kind)
    return holders
