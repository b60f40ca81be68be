"""Splits of a side's attack dice among enemy mechs: four policies, and every split with its odds in the round.

The effect of a hit is in `levels`.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Literal, get_args

from companion.data.rulebook import rule
from companion.games.mechalyte.model import MOST_RATING, ROOM
from companion.games.mechalyte.rules.levels import struck

Aim = Literal["strongest", "weakest", "spread", "best"]
AIMS: tuple[Aim, ...] = get_args(Aim)
MOST_DICE = ROOM * MOST_RATING
"""Attack dice of the strongest side that one zone holds."""

Mechs = tuple[tuple[int, int, bool], ...]
"""Mechs as combat keeps them: level, layers, waiting; strongest first."""


@lru_cache(maxsize=50_000)
@rule("aim")
def dice_per_target(aim: Aim, spec: str, mechs: Mechs, dice: int) -> tuple[int, ...]:
    """Return the dice on each enemy mech (facts 57, 58).

    strongest, weakest: all dice on one mech. spread: as evenly as possible, extra dice on the strongest. best: the
    split that takes the most levels in this round, on average; its own side's losses depend on the enemy's dice alone.
    """
    if not mechs:
        return ()
    if aim == "best":
        return max(splits(dice, len(mechs)), key=lambda split: _weigh_split(spec, mechs, split))
    if aim == "spread":
        share, remainder = divmod(dice, len(mechs))
        return tuple(share + (i < remainder) for i in range(len(mechs)))
    target = 0 if aim == "strongest" else len(mechs) - 1
    return tuple(dice if i == target else 0 for i in range(len(mechs)))


def _weigh_split(spec: str, mechs: Mechs, split: tuple[int, ...]) -> int:
    """Return the levels that a split takes, summed over all 6**dice results."""
    dice = sum(split)
    weights = (_tally(spec, m[0], m[1], n)[0] * 6 ** (dice - n) for m, n in zip(mechs, split, strict=True))
    return sum(weights)


def splits(dice: int, targets: int) -> tuple[tuple[int, ...], ...]:
    """Return every way to share dice among targets, zeros included; the ones with most dice on the first come first."""
    if targets == 1:
        return ((dice,),)
    return tuple((n, *rest) for n in range(dice, -1, -1) for rest in splits(dice - n, targets - 1))


def canonical_split(mechs: Mechs, split: tuple[int, ...]) -> tuple[int, ...]:
    """Return the canonical form of a split among equal mechs: more dice on the first ones."""
    shares = {mech: sorted((n for m, n in zip(mechs, split, strict=True) if m == mech)) for mech in mechs}
    return tuple(shares[mech].pop() for mech in mechs)


@dataclass(frozen=True, slots=True)
class Split:
    """Dice on each enemy mech, with the levels they take on average in the round and each mech's chance to be lost."""

    dice: tuple[int, ...]
    levels: Fraction
    destroyed: tuple[Fraction, ...]


@lru_cache(maxsize=4096)
def choices(spec: str, mechs: Mechs, dice: int, most: int = MOST_DICE) -> tuple[Split, ...]:
    """Return every distinct split, the one that takes the most levels first; at most `most` dice are rolled at once."""
    distinct = dict.fromkeys(canonical_split(mechs, split) for split in splits(dice, len(mechs)))
    options = []
    for split in distinct:
        dice_rolled = tuple(min(n, most) for n in split)
        levels = Fraction(_weigh_split(spec, mechs, dice_rolled), 6 ** sum(dice_rolled))
        destroyed = tuple(destroys(spec, m[0], m[1], n) for m, n in zip(mechs, dice_rolled, strict=True))
        options.append(Split(split, levels, destroyed))
    return tuple(sorted(options, key=lambda split: (-split.levels, tuple(-n for n in split.dice))))


def expected_loss(spec: str, level: int, layers: int, dice: int) -> Fraction:
    """Return the mean levels that a target loses to a number of dice."""
    return Fraction(_tally(spec, level, layers, dice)[0], 6**dice)


@lru_cache(maxsize=50_000)
def destroys(spec: str, level: int, layers: int, dice: int) -> Fraction:
    """Return the chance that a number of dice destroys a target."""
    return Fraction(_tally(spec, level, layers, dice)[1], 6**dice)


@lru_cache(maxsize=50_000)
def _tally(spec: str, level: int, layers: int, dice: int) -> tuple[int, int]:
    """Return the levels that a target loses, summed over all 6**dice results, and the number that destroy it."""
    lost = destroyed = 0
    for hits in range(dice + 1):
        for crits in range(dice - hits + 1):
            ways = comb(dice, hits) * comb(dice - hits, crits) * 3 ** (dice - hits - crits) * 2**hits
            level_after = struck(spec, level, layers, hits, crits)[0]
            lost += ways * (level - level_after)
            destroyed += ways * (not level_after)
    return lost, destroyed
