"""The best split of melee dice: every split of the attacker against the defender's best answer.

The attacker splits first and the defender answers knowing the split, so its worth is what the best answer leaves.
Worth is the mean damage done minus the mean damage suffered, at most the HP of each unit.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from math import comb

from companion.games.mechastellar.resolver.clash import POOL, Clash, Side, damage_of, finishing, pushed
from companion.games.mechastellar.resolver.dice import CRITICAL
from companion.games.mechastellar.resolver.shooting import LEAST_PEN, save_target

Spread = tuple[tuple[int, float], ...]
"""Numbers, each with its probability."""


@dataclass(frozen=True)
class Split:
    """An attacker's split, the answer that hurts it most, and its worth against that answer."""

    attack: int
    defense: int
    counter: int
    guard: int
    worth: float


@lru_cache(maxsize=2048)
def hits_spread(dice: int, hit_on: int, reroll: int) -> Spread:
    """Return the distribution of hits on attack dice."""
    crit = (11 - CRITICAL) / 10
    hit = max(0, CRITICAL - hit_on) / 10
    again = min(reroll, hit_on - 1) / 10
    crit, hit = crit * (1 + again), hit * (1 + again)
    miss = 1 - crit - hit
    found: dict[int, float] = {}
    for c in range(dice + 1):
        for h in range(dice - c + 1):
            chance = comb(dice, c) * comb(dice - c, h) * crit**c * hit**h * miss ** (dice - c - h)
            found[2 * c + h] = found.get(2 * c + h, 0.0) + chance
    return tuple(found.items())


@lru_cache(maxsize=2048)
def successes(dice: int, chance: float) -> Spread:
    """Return the distribution of successes on a number of dice."""
    return tuple((n, comb(dice, n) * chance**n * (1 - chance) ** (dice - n)) for n in range(dice + 1))


def _failures(by: Side, to: Side, through: int) -> Spread:
    target = save_target(by.pen, to.armor)
    if by.pen < LEAST_PEN or target <= 1:
        return ((0, 1.0),)
    return successes(min(through, to.most_saves), min(10, target - 1) / 10)


Blow = tuple[int, bool, float]
"""Damage, whether it pushes the enemy out, and how likely that is."""


@lru_cache(maxsize=4096)
def _blows(by: Side, to: Side) -> tuple[Blow, ...]:
    """Return the results of a blow: the attack dice of one side against the defence dice of the other."""
    found: dict[tuple[int, bool], float] = {}
    for hits, p in hits_spread(by.attack, by.hit_on, by.reroll):
        for rolled, q in successes(to.defense, (11 - to.block_on) / 10):
            every = hits + by.hits
            blocked = min(every, rolled + to.blocks + to.momentum)
            for failed, r in _failures(by, to, every - blocked):
                struck = (every, blocked, max(0, failed - to.negate))
                key = damage_of(by, struck), pushed(by, struck)
                found[key] = found.get(key, 0.0) + p * q * r
    return tuple((damage, out, p) for (damage, out), p in found.items())


def _only_strikes(side: Side, attack: int) -> Side:
    return replace(side, attack=attack, defense=0)


def _only_guards(side: Side, defense: int) -> Side:
    return replace(side, attack=0, defense=defense)


def worth(clash: Clash) -> float:
    """Return a clash's mean damage done minus its mean damage suffered."""
    a, b = clash.attacker, clash.defender
    blows = _blows(_only_strikes(a, a.attack), _only_guards(b, b.defense))
    answers = _blows(_only_strikes(b, b.attack), _only_guards(a, a.defense))
    untouched = sum(p for damage, _, p in answers if not damage)
    suffered = sum(p * _capped(damage, a.hp) for damage, _, p in answers)
    with_end = sum(p * _capped(damage + finishing(b, damage, 0), a.hp) for damage, _, p in answers)
    total = 0.0
    for damage, out, p in blows:
        dead = b.hp is not None and damage >= b.hp
        if dead or out:
            total += p * _capped(damage + finishing(a, damage, 0, out), b.hp)
            continue
        ended = _capped(damage + finishing(a, damage, 0), b.hp)
        total += p * (untouched * ended + (1 - untouched) * _capped(damage, b.hp))
        total -= p * (suffered if damage else with_end)
    return total


def damage_spread(clash: Clash) -> dict[int, float]:
    """Return how likely each amount of damage to the defender is, finishing blows included."""
    a, b = clash.attacker, clash.defender
    answers = _blows(_only_strikes(b, b.attack), _only_guards(a, a.defense))
    untouched = sum(p for damage, _, p in answers if not damage)
    found: dict[int, float] = {}
    for damage, out, p in _blows(_only_strikes(a, a.attack), _only_guards(b, b.defense)):
        alone = out or (b.hp is not None and damage >= b.hp)
        ended = damage + finishing(a, damage, 0, out)
        free = 1.0 if alone else untouched
        for total, share in ((ended, free), (damage, 1 - free)):
            if share > 0:
                found[total] = found.get(total, 0.0) + p * share
    return found


def _capped(damage: int, hp: int | None) -> int:
    return damage if hp is None else min(damage, hp)


def _ways(dice: int) -> list[tuple[int, int]]:
    """Return the splits of a pool, most attack first; at most ten dice a side."""
    return [(n, dice - n) for n in range(dice, -1, -1) if n <= POOL and dice - n <= POOL]


def best_reply(clash: Clash, dice: int) -> tuple[int, int, float]:
    """Return the defender's split that leaves the attacker least, and what it leaves."""
    options = [
        (worth(replace(clash, defender=replace(clash.defender, attack=n, defense=d))), n, d) for n, d in _ways(dice)
    ]
    low, attack, defense = min(options, key=lambda option: (round(option[0], 6), -option[1]))
    return attack, defense, low


def table(clash: Clash, dice: int, reply: int | None) -> tuple[Split, ...]:
    """Return every split of the attacker's dice; `reply` is the defender's pool, None where its split is fixed."""
    made = []
    for attack, defense in _ways(dice):
        tried = replace(clash, attacker=replace(clash.attacker, attack=attack, defense=defense))
        if reply is None:
            fixed = clash.defender
            made.append(Split(attack, defense, fixed.attack, fixed.defense, worth(tried)))
        else:
            made.append(Split(attack, defense, *best_reply(tried, reply)))
    return tuple(made)


def best(splits: tuple[Split, ...]) -> Split:
    """Return the best split; of equal ones the one with the most attack dice."""
    return max(splits, key=lambda split: (round(split.worth, 6), split.attack))
