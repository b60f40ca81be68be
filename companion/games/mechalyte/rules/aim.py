"""The four ways in which a side shares its attack dice among enemy mechs; what a hit does is in `levels`."""

from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Literal, get_args

from companion.games.mechalyte.rules.levels import struck
from companion.rulebook import rule

Aim = Literal["strongest", "weakest", "spread", "best"]
AIMS: tuple[Aim, ...] = get_args(Aim)

Mechs = tuple[tuple[int, int, bool], ...]
"""Mechs as combat keeps them: level, layers, waiting; strongest first."""


@lru_cache(maxsize=50_000)
@rule("aim")
def aimed(aim: Aim, spec: str, mechs: Mechs, dice: int) -> tuple[int, ...]:
    """Return the dice on each enemy mech (facts 57, 58).

    strongest, weakest: all dice on one mech. spread: as evenly as possible, extra dice on the strongest. best: the
    split that takes the most levels in this round, on average; its own side's losses depend on the enemy's dice alone.
    """
    if not mechs:
        return ()
    if aim == "best":
        return _best(spec, mechs, dice)
    if aim == "spread":
        each, over = divmod(dice, len(mechs))
        return tuple(each + (i < over) for i in range(len(mechs)))
    target = 0 if aim == "strongest" else len(mechs) - 1
    return tuple(dice if i == target else 0 for i in range(len(mechs)))


def _best(spec: str, mechs: Mechs, dice: int) -> tuple[int, ...]:
    """Return the split that takes the most levels; of equal splits the one with more dice on stronger mechs."""

    def taken(split: tuple[int, ...]) -> Fraction:
        return sum((expected_loss(spec, m[0], m[1], n) for m, n in zip(mechs, split, strict=True)), Fraction())

    return max(_splits(dice, len(mechs)), key=taken)


def _splits(dice: int, targets: int) -> tuple[tuple[int, ...], ...]:
    if targets == 1:
        return ((dice,),)
    return tuple((n, *rest) for n in range(dice, -1, -1) for rest in _splits(dice - n, targets - 1))


@lru_cache(maxsize=50_000)
def expected_loss(spec: str, level: int, layers: int, dice: int) -> Fraction:
    """Return the levels a target loses to that many dice, on average."""
    lost = 0
    for hits in range(dice + 1):
        for crits in range(dice - hits + 1):
            ways = comb(dice, hits) * comb(dice - hits, crits) * 3 ** (dice - hits - crits) * 2**hits
            lost += ways * (level - struck(spec, level, layers, hits, crits)[0])
    return Fraction(lost, 6**dice)
