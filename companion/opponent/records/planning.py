"""Which unit of the computer acts, at whom, and where it would like to stand; one way to look for each strength.

Everything is open at these tables, and ties go by the order of the builds: the state alone decides.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from companion.opponent.records.weighing import Plan, WeighedAttack, Weighing, said_back
from companion.opponent.strengths import EASY, HARD, Strength
from companion.play.records.records import Records
from companion.play.records.wishes import Wish

SECOND = 0.8
"""How much a second attack from the same place counts: the first one may have destroyed the target already."""
MOST_WISHES = 6
"""Places of a unit that are weighed for each target."""
FEAR = 0.25
"""How much of an expected answer counts beside one's own attack: it may never come, or come at another unit."""


def best_plan(
    weighing: Weighing, records: Records[Any], unit: str, strength: Strength, moves: bool = True
) -> Plan | None:
    """Return what a unit wants most; None where there is no enemy left. A unit that has moved stays where it is."""
    targets = [one for one in weighing.tracker.rules.enemies(records, unit) if one not in records.state.placed]
    if strength.name == EASY.name:
        return _simple_plan(weighing, records, unit, targets, moves)
    plans = [plan for target in targets for plan in _plans(weighing, records, unit, target, strength, moves)]
    return max(plans, key=lambda one: (one.attack is not None, one.score), default=None)


def choose_unit(
    weighing: Weighing, records: Records[Any], units: Sequence[str], strength: Strength, moves: bool = True
) -> Plan | None:
    """Return the plan of the unit that acts first; easy takes the units in their order."""
    plans = [
        plan
        for unit in units[: 1 if strength.name == EASY.name else len(units)]
        if (plan := best_plan(weighing, records, unit, strength, moves))
    ]
    if strength.name == HARD.name:
        plans = [replace(plan, score=plan.score + _at_stake(weighing, records, plan)) for plan in plans]
    return max(plans, key=lambda one: (one.attack is not None, one.score), default=None)


def _simple_plan(
    weighing: Weighing, records: Records[Any], unit: str, targets: Sequence[str], moves: bool
) -> Plan | None:
    """Return the first attack on the nearest enemy that one is possible on, from as near as the unit comes."""
    plans = []
    for target in targets:
        for wish in _wishes(weighing, records, unit, target, moves)[:1]:
            attack = weighing.first(records, unit, target, wish.said)
            plans.append(Plan(unit, target, wish, attack, attack.gain if attack else 0.0))
            if attack:
                return plans[-1]
    return plans[0] if plans else None


def _plans(
    weighing: Weighing, records: Records[Any], unit: str, target: str, strength: Strength, moves: bool
) -> Iterable[Plan]:
    for wish in _wishes(weighing, records, unit, target, moves):
        attacks = sorted(weighing.attacks(records, unit, target, wish.said), key=lambda one: -one.gain)
        attack = attacks[0] if attacks else None
        score = attack.gain if attack else 0.0
        if strength.name == HARD.name:
            others = (one.gain for one in attacks if attack and one.offer.key != attack.offer.key)
            score += SECOND * max(0.0, next(others, 0.0))
            score -= FEAR * _answer(weighing, records, unit, target, wish, attack)
        yield Plan(unit, target, wish, attack, score)


def _wishes(weighing: Weighing, records: Records[Any], unit: str, target: str, moves: bool) -> Sequence[Wish]:
    """Return where a unit may stand to a target: where it stands now, once it has moved, or if it does not move."""
    said = weighing.tracker.read_said(records.state, unit, target)
    if not moves:
        name = records.name(target)
        return [Wish(said, words=f"turn on {name} from where it stands")]
    return [*weighing.tracker.rules.wishes(records, unit, target, said)][:MOST_WISHES]


def _answer(
    weighing: Weighing, records: Records[Any], unit: str, target: str, wish: Wish, attack: WeighedAttack | None
) -> float:
    """Return what the target's best attack on a unit would be worth, as often as the target is there to make it."""
    if records.unit(target).has_acted:
        return 0.0
    back = weighing.best(records, target, unit, said_back(weighing.tracker, records, unit, target, wish), is_now=False)
    lasts = 1.0 - float(attack.figures.get("kill", attack.figures.get("out", 0))) if attack else 1.0
    return max(0.0, back.gain) * lasts if back else 0.0


def _at_stake(weighing: Weighing, records: Records[Any], plan: Plan) -> float:
    """Return what the strongest attack of an enemy that has not acted would cost a unit if it waited."""
    rules, worst = weighing.tracker.rules, 0.0
    for enemy in rules.enemies(records, plan.unit):
        if not records.unit(enemy).has_acted:
            said = weighing.tracker.read_said(records.state, enemy, plan.unit)
            attack = weighing.best(records, enemy, plan.unit, said, is_now=False)
            worst = max(worst, attack.gain if attack else 0.0)
    return (1.0 - FEAR) * worst
