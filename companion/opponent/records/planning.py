"""Which unit of the computer acts, at whom, and where it would like to stand; one way to look for each strength.

Everything is open at these tables, and ties go by the order of the builds: the state alone decides.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from companion.opponent.records.turns import worth_of_turn
from companion.opponent.records.weighing import Plan, WeighedAttack, Weighing, said_back
from companion.opponent.strengths import EASY, HARD, Strength
from companion.play.records.records import Records
from companion.play.records.wishes import Wish

MOST_PLANS = 5
"""Plans for which hard looks at all attacks of the activation: the best ones by their first attack."""
MOST_WISHES = 6
"""Places of a unit that are weighed for each target."""
FEAR = 0.25
"""How much of an expected answer counts beside one's own attack: it may never come, or come at another unit."""


def best_plan(
    weighing: Weighing, records: Records[Any], unit: str, strength: Strength, moves: bool = True
) -> Plan | None:
    """Return what a unit wants most; None where there is no enemy left. A unit that has moved stays where it is."""
    if strength.name == EASY.name:
        return _simple_plan(weighing, records, unit, _targets(weighing, records, unit), moves)
    return _best(weighing, records, _all_plans(weighing, records, unit, strength, moves), strength)


def choose_unit(
    weighing: Weighing, records: Records[Any], units: Sequence[str], strength: Strength, moves: bool = True
) -> Plan | None:
    """Return the plan of the unit that acts first; easy takes the units in their order."""
    if strength.name != HARD.name:
        few = units[: 1 if strength.name == EASY.name else len(units)]
        plans = [plan for unit in few if (plan := best_plan(weighing, records, unit, strength, moves))]
        return max(plans, key=_rank, default=None)
    plans = []
    for unit in units:
        stake = _at_stake(weighing, records, unit)
        own = _all_plans(weighing, records, unit, strength, moves)
        plans += (replace(plan, score=plan.score + stake) for plan in own)
    return _best(weighing, records, plans, strength)


def _rank(plan: Plan) -> tuple[bool, float]:
    return plan.attack is not None, plan.score


def _targets(weighing: Weighing, records: Records[Any], unit: str) -> list[str]:
    return [one for one in weighing.tracker.rules.enemies(records, unit) if one not in records.state.placed]


def _all_plans(weighing: Weighing, records: Records[Any], unit: str, strength: Strength, moves: bool) -> list[Plan]:
    targets = _targets(weighing, records, unit)
    return [plan for target in targets for plan in _plans(weighing, records, unit, target, strength, moves)]


def _best(weighing: Weighing, records: Records[Any], plans: Sequence[Plan], strength: Strength) -> Plan | None:
    """Return the best plan; hard looks at the whole activation for the first few."""
    ranked = sorted(plans, key=_rank, reverse=True)
    if strength.name != HARD.name or len(ranked) < 2:
        return ranked[0] if ranked else None
    few = [_with_whole_turn(weighing, records, plan) for plan in ranked[:MOST_PLANS]]
    return max(few, key=_rank)


def _with_whole_turn(weighing: Weighing, records: Records[Any], plan: Plan) -> Plan:
    """Return a plan with all attacks of its activation in its score, in place of the best one alone."""
    if plan.attack is None:
        return plan
    first = weighing.value(records, plan.attack)
    return replace(plan, score=plan.score + max(0.0, worth_of_turn(weighing, records, plan) - first))


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
        attacks = weighing.attacks(records, unit, target, wish.said)
        attack = max(attacks, key=lambda one: weighing.value(records, one), default=None)
        score = weighing.value(records, attack) if attack else 0.0
        if strength.name == HARD.name:
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
    lasts = 1.0 - attack.kill if attack else 1.0
    return max(0.0, back.gain) * lasts if back else 0.0


def _at_stake(weighing: Weighing, records: Records[Any], unit: str) -> float:
    """Return what the strongest attack of an enemy that has not acted would cost a unit if it waited."""
    rules, worst = weighing.tracker.rules, 0.0
    for enemy in rules.enemies(records, unit):
        if not records.unit(enemy).has_acted:
            said = weighing.tracker.read_said(records.state, enemy, unit)
            attack = weighing.best(records, enemy, unit, said, is_now=False)
            worst = max(worst, attack.gain if attack else 0.0)
    return (1.0 - FEAR) * worst
