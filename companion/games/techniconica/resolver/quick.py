"""The figures of a Charge without all pairs of its ends and the counter-attack's; equal to the exact odds."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from companion.dice.chain import Beginning, Chain
from companion.dice.odds import LARGEST, Ends
from companion.dice.resolver import Measure, Outcome
from companion.games.techniconica.resolver.attack import AttackState, Volley


def charge_figures(charge: Chain[AttackState, AttackState], measures: Iterable[Measure]) -> Mapping[str, Fraction]:
    """Return the measures of a Charge by name; none where exact odds are refused, or diceless."""
    attack = charge.first
    assert isinstance(attack, Volley)
    if attack.diceless or attack.estimated_steps > LARGEST:
        return {}
    ends = attack.end_weights(attack.start())
    outcomes = [(charge.join_outcomes(attack.outcome(state), None), weight) for state, weight in ends.weights.items()]
    found: dict[str, Fraction] = {}
    back: list[Measure] = []
    for measure in measures:
        if measure.name.startswith("counter_"):
            back.append(measure)
        else:
            found[measure.name] = _mean_measure(measure, outcomes, ends.total)
    return found | _counter_figures(charge, ends, back)


def _counter_figures(
    charge: Chain[AttackState, AttackState], ends: Ends[AttackState], measures: Iterable[Measure]
) -> dict[str, Fraction]:
    """Return the figures about what the counter-attack does, which depend only on how it begins."""
    begun: dict[Beginning[AttackState], int] = {}
    for state, weight in ends.weights.items():
        then = charge.then(state)
        if then:
            begun[then] = begun.get(then, 0) + weight
    any_outcome = charge.first.outcome(next(iter(ends.weights)))
    sums = dict.fromkeys((measure.name for measure in measures), Fraction(0))
    for (counter, begin), weight in begun.items():
        assert isinstance(counter, Volley)
        seconds = counter.end_weights(begin)
        outcomes = [
            (charge.join_outcomes(any_outcome, counter.outcome(state)), count)
            for state, count in seconds.weights.items()
        ]
        for measure in measures:
            sums[measure.name] += _mean_measure(measure, outcomes, seconds.total) * Fraction(weight, ends.total)
    return sums


def _mean_measure(measure: Measure, outcomes: Iterable[tuple[Outcome, int]], total: int) -> Fraction:
    return Fraction(sum(int(measure.of(outcome)) * weight for outcome, weight in outcomes), total)
