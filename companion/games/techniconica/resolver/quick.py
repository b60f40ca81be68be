"""The figures of an attack without all its dice at once: how one Weapon's rolls end is worked out once and kept.

They equal those of the exact odds: the states, the throws and the outcomes are those of the attack itself. Only what a
Weapon's rolls depend on tells them apart here, by how much it leads and not by its Accuracy and the target's Speed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, NamedTuple

from companion.data.rulebook import ReadRulings
from companion.dice.chain import Chain
from companion.dice.odds import LARGEST
from companion.dice.one_throw import OneThrow
from companion.dice.resolver import Measure, Outcome, Resolver
from companion.games.techniconica.resolver.attack import AttackState, Dealt, Volley
from companion.games.techniconica.resolver.bottle_test import BottleState
from companion.games.techniconica.resolver.clash import Clash, ClashState
from companion.limits.budget import check

Weights = dict[Any, int]
"""How often each of several states is reached, over a denominator that is kept beside."""


class _Ends(NamedTuple):
    """The ends of some rolls with their weights and the denominator; `rulings` are those that were looked up."""

    ways: tuple[tuple[Any, int], ...]
    total: int
    rulings: tuple[str, ...] = ()


def figures(made: Resolver[Any], measures: Iterable[Measure]) -> Mapping[str, Fraction]:
    """Return the measures of a shot, a volley or a Charge by name; none where exact odds are refused, or diceless."""
    attack = made.first if isinstance(made, Chain) else made
    if not isinstance(attack, Volley) or attack.diceless or attack.estimated_steps > LARGEST:
        return {}
    if isinstance(made, Chain):
        return _charge_figures(made, attack, tuple(measures))
    ends = _ends(attack, attack.re_rolls)
    outcomes = [(attack.outcome(state), weight) for state, weight in _drop_re_rolls(ends.ways).items()]
    return {measure.name: _mean_measure(measure, outcomes, ends.total) for measure in measures}


def _charge_figures(chain: Chain[Any, Any], attack: Volley, measures: tuple[Measure, ...]) -> dict[str, Fraction]:
    """Return the figures of a Charge, of which some are about what the counter-attack does."""
    ends = _ends(attack, attack.re_rolls)
    firsts = [(chain.join_outcomes(attack.outcome(state), None), weight) for state, weight in ends.ways]
    found = {
        one.name: _mean_measure(one, firsts, ends.total) for one in measures if not one.name.startswith("counter_")
    }
    back = [one for one in measures if one.name not in found]
    begun: Weights = {}
    for state, weight in ends.ways:
        then = chain.then(state)
        if then:
            begun[then] = begun.get(then, 0) + weight
    anything = attack.outcome(ends.ways[0][0])
    sums = dict.fromkeys((one.name for one in back), Fraction(0))
    for then, weight in begun.items():
        seconds = _ends(then.resolver, then.state.clash.left)
        outcomes = [
            (chain.join_outcomes(anything, then.resolver.outcome(state)), count)
            for state, count in _drop_re_rolls(seconds.ways).items()
        ]
        for one in back:
            sums[one.name] += _mean_measure(one, outcomes, seconds.total) * Fraction(weight, ends.total)
    return found | sums


def _mean_measure(measure: Measure, outcomes: Iterable[tuple[Outcome, int]], total: int) -> Fraction:
    return Fraction(sum(int(measure.of(outcome)) * weight for outcome, weight in outcomes), total)


def _drop_re_rolls(ways: Iterable[tuple[AttackState, int]]) -> Weights:
    """Return ends without the Re-Rolls that were left, in which no outcome differs."""
    found: Weights = {}
    for state, weight in ways:
        same = state._replace(left=(0, 0))
        found[same] = found.get(same, 0) + weight
    return found


def _ends(volley: Volley, left: tuple[int, int]) -> _Ends:
    """Return how an attack ends: what each Weapon does, one after the other, then the Bottle Test."""
    wave: Weights = {(Dealt(volley.defence.layers), left, 0): 1}
    total = 1
    for weapon, clash in enumerate(volley.clashes):
        add = _adder(volley, clash)
        begun = {(left, evasion) for _, left, evasion in wave}
        rolled = {key: _roll_ends(volley, weapon, *key) for key in begun}
        scale = lcm(*(ends.total for ends in rolled.values()))
        following: Weights = {}
        for (tally, left, evasion), weight in wave.items():
            check()
            ends = rolled[left, evasion]
            weight *= scale // ends.total
            for fell, count in ends.ways:
                after = add(tally, fell), fell.left, fell.evasion
                following[after] = following.get(after, 0) + weight * count
        wave, total = following, total * scale
    return _apply_bottle_test(volley, wave, total)


def _adder(volley: Volley, clash: Clash) -> Callable[[Dealt, ClashState], Dealt]:
    """Return what adds a Weapon's rolls to what was done before; what it does depends on its effect alone."""
    known: dict[tuple[Dealt, tuple[int, bool, int]], Dealt] = {}

    def add(tally: Dealt, fell: ClashState) -> Dealt:
        key = tally, (clash.damage(fell), clash.hits(fell), fell.jam)
        if key not in known:
            known[key] = volley.add_weapon(tally, clash, fell)
        return known[key]

    return add


def _roll_ends(volley: Volley, weapon: int, left: tuple[int, int], evasion: int) -> _Ends:
    """Return how a Weapon's rolls end; each end is the first of those that do the same."""
    clash = volley.clashes[weapon]
    begin = volley.begin(weapon, left, evasion)
    alike = replace(clash, attack=clash.attack - clash.evasion, evasion=0, rulings=dict(volley.rulings), by="")
    ends = _clash_ends(alike, begin)
    for name in ends.rulings:
        volley.rulings.get(name)
    return ends


@lru_cache(maxsize=4096)
def _clash_ends(clash: Clash, begin: ClashState) -> _Ends:
    noted = ReadRulings(clash.rulings)
    clash = replace(clash, rulings=noted)
    ways, total = _run(clash, begin)
    merged: dict[tuple[Any, ...], list[Any]] = {}
    for state, weight in ways.items():
        same = clash.damage(state), clash.hits(state), state.jam, state.left, state.evasion
        merged.setdefault(same, [state, 0])[1] += weight
    return _Ends(tuple((state, weight) for state, weight in merged.values()), total, tuple(sorted(noted.read)))


def _apply_bottle_test(volley: Volley, wave: Weights, total: int) -> _Ends:
    """Return the ends after the Bottle Test; of equal results one is kept for each number of Re-Rolls left."""
    fired: Weights = {}
    for (tally, left, _), weight in wave.items():
        fired[tally, left] = fired.get((tally, left), 0) + weight
    last = len(volley.clashes)
    begun = [
        (volley.after_last_weapon(AttackState(tally, last, left=left)), weight)
        for (tally, left), weight in fired.items()
    ]
    tests = {state: _bottle_ends(volley.prepare_bottle_test(state), state.bottle) for state, _ in begun if state.bottle}
    scale = lcm(*(ends.total for ends in tests.values()))
    ends: Weights = {}
    for state, weight in begun:
        for after, count in _results(volley, state, tests.get(state)):
            ends[after] = ends.get(after, 0) + weight * count * (scale // (tests[state].total if state.bottle else 1))
    return _Ends(tuple(ends.items()), total * scale)


def _results(volley: Volley, state: AttackState, ends: _Ends | None) -> Iterator[tuple[AttackState, int]]:
    if ends is None:
        yield state, 1
        return
    for bottle, count in ends.ways:
        yield volley.take_bottle_test(state, bottle), count


@lru_cache(maxsize=1024)
def _bottle_ends(test: OneThrow[bool], begin: BottleState) -> _Ends:
    ways, total = _run(test, begin)
    return _Ends(tuple(ways.items()), total)


def _run(machine: Any, begin: Any) -> tuple[Weights, int]:
    """Return the ends of a small state machine with their weights over one denominator."""
    wave: Weights = {begin: 1}
    ended: list[tuple[Weights, int]] = []
    total = 1
    while wave:
        asked = [(state, weight, machine.ask(state)) for state, weight in wave.items()]
        ended.append(({state: weight for state, weight, throw in asked if throw is None}, total))
        scale = lcm(*{throw.total for _, _, throw in asked if throw})
        following: Weights = {}
        for state, weight, throw in asked:
            for faces, count in throw.ways() if throw else ():
                after = machine.take(state, faces)
                following[after] = following.get(after, 0) + weight * count * (scale // throw.total)
        wave, total = following, total * scale
    ends: Weights = {}
    for done, below in ended:
        for state, weight in done.items():
            ends[state] = ends.get(state, 0) + weight * (total // below)
    return ends, total
