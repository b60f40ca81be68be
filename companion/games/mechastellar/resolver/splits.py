"""The best split of melee dice: every split of the attacker against the defender's best answer.

The attacker splits first and the defender answers knowing the split, so its worth is what the best answer leaves.
Worth is the mean damage done minus the mean damage suffered, at most the HP of each unit. All of it is exact: chances
are whole weights, which are divided once, at the end.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import comb

from companion.games.mechastellar.resolver.clash import (
    POOL,
    Clash,
    ClashSide,
    blow_damage,
    finishing_blow_damage,
    pushes_before_strike,
)
from companion.games.mechastellar.resolver.dice import CRITICAL
from companion.games.mechastellar.resolver.shooting import LEAST_PEN, save_target
from companion.limits.budget import check

Spread = tuple[tuple[int, int], ...]
"""Numbers, each with its weight; the weights add up to a power of 10 that the function says."""
FACES, TWICE = 10, 100
"""Equal results of a die, and of one that may be rolled again."""


@dataclass(frozen=True)
class Split:
    """An attacker's split, the answer that hurts it most, and its worth against that answer."""

    attack: int
    defense: int
    counter: int
    guard: int
    worth: Fraction


@lru_cache(maxsize=2048)
def hits_spread(dice: int, hit_on: int, reroll: int) -> Spread:
    """Return the distribution of hits on attack dice; weights sum to 100 ** dice."""
    again = FACES + min(reroll, hit_on - 1)
    crit = (FACES + 1 - CRITICAL) * again
    hit = max(0, CRITICAL - hit_on) * again
    miss = TWICE - crit - hit
    found: dict[int, int] = {}
    for c in range(dice + 1):
        for h in range(dice - c + 1):
            ways = comb(dice, c) * comb(dice - c, h) * crit**c * hit**h * miss ** (dice - c - h)
            found[2 * c + h] = found.get(2 * c + h, 0) + ways
    return tuple((number, ways) for number, ways in found.items() if ways)


@lru_cache(maxsize=2048)
def successes(dice: int, faces: int) -> Spread:
    """Return the distribution of successes, given how many faces of a d10 succeed; weights sum to 10 ** dice."""
    spread = ((n, comb(dice, n) * faces**n * (FACES - faces) ** (dice - n)) for n in range(dice + 1))
    return tuple((n, ways) for n, ways in spread if ways)


def _failures(by: ClashSide, to: ClashSide, through: int) -> Spread:
    """Return the distribution of failed saves; weights add up to 10 for each of the most saves, multiplied."""
    target = save_target(by.pen, to.armor)
    rolled = min(through, to.most_saves) if by.pen >= LEAST_PEN and target > 1 else 0
    left = FACES ** (to.most_saves - rolled)
    return tuple((n, ways * left) for n, ways in successes(rolled, min(FACES, max(0, target - 1))))


Blow = tuple[int, bool, int]
"""Damage, whether it pushes the enemy out, and its weight."""


@lru_cache(maxsize=8192)
def _through(attack: tuple[int, int, int], hits: int, guard: tuple[int, int], blocks: int) -> Spread:
    """Return the distribution of hits that get through; its weights are those of attack and defense dice, multiplied.

    `attack` are dice, the number they hit on and what is rerolled; `guard` dice and the number they block on. The
    arguments are few numbers, so that the splits of many clashes share one answer.
    """
    found: dict[int, int] = {}
    blocking = successes(guard[0], FACES + 1 - guard[1])
    for rolled_hits, p in hits_spread(*attack):
        for rolled_blocks, q in blocking:
            left = max(0, rolled_hits + hits - rolled_blocks - blocks)
            found[left] = found.get(left, 0) + p * q
    return tuple(found.items())


@lru_cache(maxsize=4096)
def _blows(by: ClashSide, to: ClashSide) -> tuple[tuple[Blow, ...], int]:
    """Return the results of a blow, attack dice of one side against defense dice of the other; and all their weight."""
    found: dict[tuple[int, bool], int] = {}
    dice = (by.attack, by.hit_on, by.reroll)
    for left, p in _through(dice, by.hits, (to.defense, to.block_on), to.blocks + to.momentum):
        for failed, r in _failures(by, to, left):
            struck = (left, 0, max(0, failed - to.negate))
            key = blow_damage(by, struck), pushes_before_strike(by, struck)
            found[key] = found.get(key, 0) + p * r
    blows = tuple((damage, out, p) for (damage, out), p in found.items())
    return blows, TWICE**by.attack * FACES ** (to.defense + to.most_saves)


def _attack_only(side: ClashSide, attack: int) -> ClashSide:
    return replace(side, attack=attack, defense=0, hp=None)  # HP change no blow: without them more answers are shared


def _defence_only(side: ClashSide, defense: int) -> ClashSide:
    return replace(side, attack=0, defense=defense, hp=None)


def mean_advantage(clash: Clash) -> Fraction:
    """Return a clash's mean damage done minus its mean damage suffered."""
    a, b = clash.attacker, clash.defender
    blows, every = _blows(_attack_only(a, a.attack), _defence_only(b, b.defense))
    answers, all_answers = _blows(_attack_only(b, b.attack), _defence_only(a, a.defense))
    untouched = sum(p for damage, _, p in answers if not damage)
    suffered = sum(p * _cap_damage(damage, a.hp) for damage, _, p in answers)
    with_end = sum(p * _cap_damage(damage + finishing_blow_damage(b, damage, 0), a.hp) for damage, _, p in answers)
    total = 0
    for damage, out, p in blows:
        dead = b.hp is not None and damage >= b.hp
        if dead or out:
            total += p * all_answers * _cap_damage(damage + finishing_blow_damage(a, damage, 0, out), b.hp)
            continue
        ended = _cap_damage(damage + finishing_blow_damage(a, damage, 0), b.hp)
        total += p * (untouched * ended + (all_answers - untouched) * _cap_damage(damage, b.hp))
        total -= p * (suffered if damage else with_end)
    return Fraction(total, every * all_answers)


def damage_spread(clash: Clash) -> dict[int, Fraction]:
    """Return how likely each amount of damage to the defender is, finishing blows included."""
    a, b = clash.attacker, clash.defender
    answers, all_answers = _blows(_attack_only(b, b.attack), _defence_only(a, a.defense))
    untouched = sum(p for damage, _, p in answers if not damage)
    blows, every = _blows(_attack_only(a, a.attack), _defence_only(b, b.defense))
    found: dict[int, int] = {}
    for damage, out, p in blows:
        alone = out or (b.hp is not None and damage >= b.hp)
        ended = damage + finishing_blow_damage(a, damage, 0, out)
        free = all_answers if alone else untouched
        for total, share in ((ended, free), (damage, all_answers - free)):
            if share:
                found[total] = found.get(total, 0) + p * share
    return {total: Fraction(weight, every * all_answers) for total, weight in found.items()}


def figures(clash: Clash) -> dict[str, Fraction]:
    """Return the means and chances of a clash by the names of its measures, without running all its dice.

    They equal those of its exact odds; those about HP are there where the defender's are known.
    """
    spread, hp = damage_spread(clash), clash.defender.hp
    found = {
        "mean_damage": sum((damage * p for damage, p in spread.items()), Fraction()),
        "any_damage": sum((p for damage, p in spread.items() if damage > 0), Fraction()),
        "mean_counter": _mean_damage_suffered(clash, None),
    }
    if clash.attacker.hp is not None:
        found["counter_within_hp"] = _mean_damage_suffered(clash, clash.attacker.hp)
    if hp is None:
        return found
    within = sum((min(damage, hp) * p for damage, p in spread.items()), Fraction())
    return {**found, "within_hp": within, "kill": sum((p for damage, p in spread.items() if damage >= hp), Fraction())}


def _mean_damage_suffered(clash: Clash, most: int | None) -> Fraction:
    """Return the mean damage to the attacker and by finishing blows, each time at most `most` where given."""
    a, b = clash.attacker, clash.defender
    blows, every = _blows(_attack_only(a, a.attack), _defence_only(b, b.defense))
    answers, all_answers = _blows(_attack_only(b, b.attack), _defence_only(a, a.defense))
    hit = sum(p * _cap_damage(damage, most) for damage, _, p in answers)
    with_end = sum(p * _cap_damage(damage + finishing_blow_damage(b, damage, 0), most) for damage, _, p in answers)
    total = 0
    for damage, out, p in blows:
        if not out and (b.hp is None or damage < b.hp):
            total += p * (hit if damage else with_end)
    return Fraction(total, every * all_answers)


def _cap_damage(damage: int, hp: int | None) -> int:
    return damage if hp is None else min(damage, hp)


def ways(dice: int) -> list[tuple[int, int]]:
    """Return the splits of a pool, most attack first; at most ten dice a side."""
    return [(n, dice - n) for n in range(dice, -1, -1) if n <= POOL and dice - n <= POOL]


def best_reply(clash: Clash, dice: int) -> tuple[int, int, Fraction]:
    """Return the defender's split that leaves the attacker least, and what it leaves."""
    options = [
        (mean_advantage(replace(clash, defender=replace(clash.defender, attack=n, defense=d))), n, d)
        for n, d in ways(dice)
    ]
    low, attack, defense = min(options, key=lambda option: (option[0], -option[1]))
    return attack, defense, low


def table(clash: Clash, dice: int, reply: int | None) -> tuple[Split, ...]:
    """Return every split of the attacker's dice; `reply` is the defender's pool, None where its split is fixed."""
    made = []
    for attack, defense in ways(dice):
        check()
        tried = replace(clash, attacker=replace(clash.attacker, attack=attack, defense=defense))
        if reply is None:
            fixed = clash.defender
            made.append(Split(attack, defense, fixed.attack, fixed.defense, mean_advantage(tried)))
        else:
            made.append(Split(attack, defense, *best_reply(tried, reply)))
    return tuple(made)


def best(splits: tuple[Split, ...]) -> Split:
    """Return the best split; of equal ones the one with the most attack dice."""
    return max(splits, key=lambda split: (split.worth, split.attack))
