"""How the rolls of one Weapon and a Bottle Test end, with weights; each is worked out once and kept.

Only what the rolls depend on tells them apart here: by how much the attacker leads, not Accuracy and Speed themselves.
"""

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from companion.data.rulebook import ReadRulings, Rulings
from companion.dice.odds import Ends, find_ends
from companion.dice.one_throw import OneThrow
from companion.games.techniconica.resolver.bottle_test import BottleState
from companion.games.techniconica.resolver.clash import Clash, ClashState, Fell
from companion.games.techniconica.rules.attack_rolls import dice_gaps, points


class RollEnd(NamedTuple):
    """What a Weapon's rolls come to, the Re-Rolls left, and the Evasion Roll where later Weapons need it, else 0."""

    fell: Fell
    left: tuple[int, int] = (0, 0)
    evasion: int = 0


def roll_ends(clash: Clash, begin: ClashState, rulings: Rulings, keeps_evasion: bool) -> Ends[RollEnd]:
    """Return how a Weapon's rolls end after their beginning; the rulings that decide are looked up, as for dice."""
    alike = replace(clash, attack=clash.attack - clash.evasion, evasion=0, rulings=dict(rulings), by="")
    ends, read = _roll_ends(alike, begin, keeps_evasion)
    for name in read:
        rulings.get(name)
    return ends


@lru_cache(maxsize=4096)
def _roll_ends(clash: Clash, begin: ClashState, keeps_evasion: bool) -> tuple[Ends[RollEnd], tuple[str, ...]]:
    noted = ReadRulings(clash.rulings)
    clash = replace(clash, rulings=noted)
    if not keeps_evasion and not begin.evasion and begin.left == (0, 0):
        return _roll_ends_by_gap(clash), tuple(sorted(noted.read))
    ends = find_ends(clash, begin)
    weights: dict[RollEnd, int] = {}
    for state, weight in ends.weights.items():
        end = RollEnd(clash.fell(state), state.left, state.evasion if keeps_evasion else 0)
        weights[end] = weights.get(end, 0) + weight
    return Ends(weights, ends.total), tuple(sorted(noted.read))


def _roll_ends_by_gap(clash: Clash) -> Ends[RollEnd]:
    """Return how rolls without Re-Rolls end: only the gap between the dice counts, and jams."""
    two_dice = clash.effects.dice != "one"
    any_jams = two_dice and clash.rulings.get("accurate-jam") == "any"
    total, gaps = dice_gaps(clash.effects.dice, clash.effects.reliable, any_jams)
    jams = total - sum(count for _, count in gaps)
    weights = {RollEnd(Fell(0, False, True)): jams} if jams else {}
    for gap, count in gaps:
        gap += clash.attack - clash.evasion
        end = RollEnd(Fell(points(gap, clash.damage_output, clash.effects, clash.rulings), gap >= 0, False))
        weights[end] = weights.get(end, 0) + count
    return Ends(weights, total)


@lru_cache(maxsize=1024)
def bottle_ends(test: OneThrow[bool], begin: BottleState) -> Ends[BottleState]:
    """Return how a Bottle Test ends after its beginning."""
    return find_ends(test, begin)
