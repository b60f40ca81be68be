"""What the rest of an activation is worth: attack after attack by exact odds, each paid for, before any dice fall.

Between two attacks the records change by what the first one costs, not by what it does: that it may have destroyed its
target is counted by its odds.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.opponent.records.weighing import Plan, WeighedAttack, Weighing
from companion.opponent.steps import event
from companion.play.log import TableEvent
from companion.play.records.records import Records

MOST_ATTACKS = 8
"""Attacks of one activation, so that one with free attacks ends too."""
MOST_SAME = 3
"""Times that a unit makes the same attack on the same target in one activation."""
ELSEWHERE = 0.5
"""How much later attacks count once the target is destroyed: another enemy may be within reach."""
MOST_QUESTIONS = 3
"""Questions before the dice of an attack that are answered to see what it costs."""


def fresh_attacks(weighing: Weighing, records: Records[Any], unit: str) -> Iterator[WeighedAttack]:
    """Yield the attacks that a unit may still make on the targets for which it was placed."""
    placed: Mapping[str, Sequence[str]] = records.state.placed
    if sum(map(len, placed.values())) >= MOST_ATTACKS or records.unit(unit).out:
        return
    for target in placed:
        if records.unit(target).out:
            continue
        said = weighing.tracker.read_said(records.state, unit, target)
        for attack in weighing.attacks(records, unit, target, said):
            times = placed[target].count(attack.offer.key)
            if times < (MOST_SAME if weighing.tracker.rules.may_repeat(records, unit, attack.offer.key) else 1):
                yield attack


def attack_event(attack: WeighedAttack, seat: int) -> TableEvent:
    """Return the event of an attack."""
    said = attack.said.model_dump(mode="json", exclude_defaults=True)
    values = {"unit": attack.unit, "target": attack.target, "attack": attack.offer.key, "said": said}
    return event("move", seat, {"name": "attack", **values})


def worth_with(weighing: Weighing, records: Records[Any], attack: WeighedAttack) -> float:
    """Return what an attack is worth with those that the unit may make after it, in points, less what it costs."""
    paid, cost = _paid(weighing, records, attack_event(attack, records.unit(attack.unit).seat))
    lasts = 1.0 - attack.kill * (1.0 - ELSEWHERE)
    return weighing.value(records, attack) - cost + lasts * worth_of_rest(weighing, paid, attack.unit)


def worth_after_move(weighing: Weighing, records: Records[Any], unit: str, happened: TableEvent) -> float:
    """Return what a unit's attacks are worth after a move of its own, in points, less what the move costs.

    Nothing where the unit moves with it: how it stands then, nobody has said yet.
    """
    paid, cost = _paid(weighing, records, happened)
    if paid.state.pairs != records.state.pairs:
        return 0.0
    return worth_of_rest(weighing, paid, unit) - cost


def worth_of_turn(weighing: Weighing, records: Records[Any], plan: Plan) -> float:
    """Return what a unit's attacks on the target of a plan are worth in an activation, standing as it wishes to."""
    tracker, state, unit = weighing.tracker, records.state, plan.unit
    if state.active != unit:
        activated = event("move", records.unit(unit).seat, {"name": "activate", "unit": unit})
        state = tracker.apply(state, activated)
    placed = tracker.records(state.model_copy(update={"placed": {**state.placed, plan.target: ()}}))
    placed.remember(unit, plan.target, plan.wish.said.model_dump(mode="json", exclude_defaults=True))
    return worth_of_rest(weighing, placed, unit)


def worth_of_rest(weighing: Weighing, records: Records[Any], unit: str) -> float:
    """Return what the attacks are worth that a unit may still make, in points: the best one next, then the others."""
    best = weighing.best_of(records, fresh_attacks(weighing, records, unit))
    return max(0.0, worth_with(weighing, records, best)) if best else 0.0


def _paid(weighing: Weighing, records: Records[Any], happened: TableEvent) -> tuple[Records[Any], float]:
    """Return the records once an event is paid for, before any dice, and what was paid in points.

    Part of it is what the others may do first, as fire their Overwatch: their best answer counts by its odds, and for
    what comes after it, they hold their fire.
    """
    tracker, seat = weighing.tracker, happened.seat
    assert seat is not None
    state, suffered = tracker.apply(records.state, happened), 0.0
    for _ in range(MOST_QUESTIONS):
        if not state.steps or not state.steps[0].answers:
            break
        step = state.steps[0]
        numbers, ways = [step.usual + 1], []  # of equal answers the usual one
        if step.seat != seat:
            numbers += range(1, len(step.answers) + 1)
        for number in numbers:
            after = tracker.apply(state, event("faces", step.seat, {"why": step.title, "faces": [number]}))
            ways.append((_suffered(weighing, after, step.seat), after))
        suffered += max(cost for cost, _ in ways)
        _, state = min(ways, key=lambda way: way[0])
    paid = tracker.records(state)
    return paid, suffered + tracker.rules.worth(records, seat) - tracker.rules.worth(paid, seat)


def _suffered(weighing: Weighing, state: Any, asked: int) -> float:
    """Return what a roll with which a seat answers before an attack is expected to cost the attacker, in points."""
    step = next(iter(state.steps), None)
    if step is None or not step.resolver or step.seat != asked:
        return 0.0
    figures = weighing.figures(step.resolver, step.inputs)
    return max(0.0, weighing.tracker.rules.gain_before(weighing.tracker.records(state), step, figures))
