"""The analysis `whole-turn`: the plans of one unit's activation against a target, by price and chance to destroy it.

The volley comes first, the charge last. The target replies to every shot with all it has; its answer to a charge is the
best one for the HP it has left. The damage of the attacks is added up exactly.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import Any

from companion.base.json_types import JsonObject
from companion.base.wording import plural
from companion.gamekit.contract import Context
from companion.games.mechastellar.analysis.armed import arm_unit
from companion.games.mechastellar.analysis.attacks import attack_weapons, marks_of_inputs
from companion.games.mechastellar.analysis.lists import fighter
from companion.games.mechastellar.analysis.uncounted import not_counted
from companion.games.mechastellar.analysis.weapon_figures import roll_inputs
from companion.games.mechastellar.analysis.whole_turn.blows import Duel, points_spent_by
from companion.games.mechastellar.analysis.whole_turn.inputs import WholeTurnInputs
from companion.games.mechastellar.analysis.whole_turn.plans import (
    SpendingLimits,
    TurnAttack,
    TurnPlan,
    TurnSpend,
    plans,
)
from companion.games.mechastellar.analysis.whole_turn.words import SKILLS, attack_words
from companion.games.mechastellar.model import Profile
from companion.games.mechastellar.rules.play import may_undo_saves
from companion.limits.budget import check

MOST_PLANS = 6_000
"""The most plans that are compared; if there are more, the answer says that it is not proved."""
TurnWeights = Mapping[tuple[int, int], int]
"""The weight of each amount of damage together with the Momentum that the target has left."""
MOST_KEPT = 4_000
"""Sums of several attacks that are kept for other plans."""
RUN_UP = ("full-throttle", "accelerate", "overwatch")
"""Rules of the first clash of a turn alone: a unit that is already in melee neither runs nor meets Overwatch."""


@dataclass(frozen=True)
class TurnResult:
    """A plan with the chance that it destroys the target, and the mean damage without overkill."""

    plan: TurnPlan
    kill: Fraction
    mean: Fraction

    @property
    def worth(self) -> tuple[Fraction, Fraction, int]:
        """Return the sort key for plans of the same price; fewer attacks break ties."""
        return self.kill, self.mean, -len(self.plan.attacks)


class Sums:
    """The damage of several attacks together, never more than the HP left, and the Momentum left to the target."""

    def __init__(self, duel: Duel, hp: int, momentum: int = 0) -> None:
        """Begin without attacks, against a target with that many HP left and that much Momentum."""
        self._duel, self._hp = duel, hp
        self._start: tuple[TurnWeights, int] = ({(0, momentum): 1}, 1)
        self._weights: dict[tuple[TurnAttack, ...], tuple[TurnWeights, int]] = {(): self._start}

    def damage_weights(self, attacks: tuple[TurnAttack, ...]) -> tuple[TurnWeights, int]:
        """Return the weight of each damage of the attacks together with the Momentum left, and the sum of weights."""
        weights = self._weights.get(attacks)
        if weights is not None:
            return weights
        check()
        before, earlier_total = self.damage_weights(attacks[:-1])
        damage, total = self._add_attack(before, attacks[-1])
        if len(self._weights) >= MOST_KEPT:
            self._weights = {(): self._start}
        self._weights[attacks] = damage, earlier_total * total
        return self._weights[attacks]

    def _add_attack(self, before: TurnWeights, attack: TurnAttack) -> tuple[TurnWeights, int]:
        """Return the damage with one more attack; a target that is destroyed takes no more."""
        weights: dict[tuple[int, int], int] = {}
        total = 1
        for (first, momentum), p in before.items():
            damages, total = self._one_attack(attack, max(1, self._hp - first), momentum)
            for (more, left), q in damages.items():
                end = min(self._hp, first + more), left
                weights[end] = weights.get(end, 0) + p * q
        return weights, total

    def _one_attack(self, attack: TurnAttack, hp_left: int, momentum: int) -> tuple[TurnWeights, int]:
        """Return the weights of one attack; a clash takes all the Momentum that is left."""
        if self._duel.attack(attack).melee:
            damages, total = self._duel.clash(attack, hp_left, momentum)
            return {(damage, 0): weight for damage, weight in damages.items()}, total
        if momentum:
            return self._duel.defended(attack, momentum)
        damages, total = self._duel.damage(attack)
        return {(damage, 0): weight for damage, weight in damages.items()}, total

    def result(self, plan: TurnPlan) -> TurnResult:
        """Return the figures of a plan: the shots, the charge, and its bonus attack."""
        weights, total = self.damage_weights(in_order(plan, self._duel))
        mean = Fraction(sum(damage * p for (damage, _), p in weights.items()), total)
        killing = sum(p for (damage, _), p in weights.items() if damage == self._hp)
        return TurnResult(plan, Fraction(killing, total), mean)


def in_order(plan: TurnPlan, duel: Duel) -> tuple[TurnAttack, ...]:
    """Return the attacks of a plan in the order in which they are made: shots, the charge, its bonus attack.

    The order of the shots changes nothing unless the target has Momentum for some of their hits.
    """
    return tuple(sorted(plan.attacks, key=lambda attack: (duel.attack(attack).melee, attack.again, attack)))


def run(inputs: WholeTurnInputs, context: Context) -> JsonObject:
    """Return the best plans as `ways`, cheapest first, each with its chance to destroy, mean damage and rolls.

    Plans are left out if another one is as good and costs no more. `enough` is the index of the first way that reaches
    the wanted chance, or None; `complete` is False if there were too many plans to compare them all. `certainty`
    (`proved` or `partial`) and `sure`, a sentence, follow from it. `assumes` says
    what the target does with its Momentum. `armed` is a sentence on the unit's weapons.
    """
    mine = fighter(inputs.a, inputs.mine, ("a", "mine"), context)
    theirs = fighter(inputs.b, inputs.theirs, ("b", "theirs"), context)
    unit, armed_words = arm_unit(mine, inputs.armed)
    conditions = inputs.circumstances(max(mine.hp_factor, theirs.hp_factor))
    most_hp = conditions.target_hp(theirs.profile)
    hp = min(inputs.left or most_hp, most_hp)
    duel = Duel(unit, theirs.profile, replace(conditions, target_lost=most_hp - hp), context, inputs.move)
    limits = _spending_limits(inputs, duel, mine.commander)
    candidates = plans(duel.arms(), limits, context.rulings)
    best, number = _compare_plans(Sums(duel, hp, inputs.their_momentum), islice(candidates, MOST_PLANS))
    complete, longer_runs = next(candidates, None) is None, duel.runs_on_power and limits.points > 0
    ways = frontier(best)
    return {
        "a": {**_unit_data(duel.a, mine.list_title), "commander": inputs.commander or mine.commander},
        "b": _unit_data(duel.b, theirs.list_title),
        "armed": armed_words,
        "hp": hp,
        "distance": inputs.distance,
        "wanted": inputs.wanted,
        "points": points_spent_by(duel.a),
        "most_points": _most_points(duel.a),
        "ways": [_turn_data(way, duel) for way in ways],
        "enough": next((n for n, way in enumerate(ways) if way.kill >= Fraction(inputs.wanted, 100)), None),
        "complete": complete,
        "certainty": "proved" if complete and not longer_runs else "partial",
        "sure": _certainty_words(complete, number, longer_runs),
        "assumes": _assumption(inputs.their_momentum, duel),
        "cannot": _why_no_attack(duel) if not ways else [],
        "not_counted": _not_counted(duel),
    }


def _spending_limits(inputs: WholeTurnInputs, duel: Duel, commander: bool) -> SpendingLimits:
    return SpendingLimits(
        momentum=inputs.momentum,
        points=min(_most_points(duel.a), inputs.points),
        once=inputs.once,
        round=inputs.round,
        level=max(duel.a.pilot_level, int(inputs.commander or commander)),
        target_level=duel.b.pilot_level,
    )


def _most_points(unit: Profile) -> int:
    return {"Power": unit.power, "Havoc": unit.havoc}.get(points_spent_by(unit), 0)


def _certainty_words(complete: bool, number: int, longer_runs: bool) -> str:
    if complete and longer_runs:
        return (
            f"Not proved: {plural(number, 'plan')} compared with exact odds, without Power for a longer Full Throttle "
            "before a shot; a better one may be missing."
        )
    if complete:
        return f"Proved: {plural(number, 'plan')} compared with exact odds."
    return (
        f"Not proved: the first {plural(number, 'plan')} were compared, with exact odds; a better one may be missing."
    )


def _assumption(momentum: int, duel: Duel) -> str:
    """Return what the figures assume of the target's Momentum, as a sentence."""
    if not momentum:
        return f"{duel.b.name} spends no Momentum: say how much it has, and it negates hits."
    price = "hits" if not duel.b.warship else "hits, which cost a warship more"
    saves = (
        ", then failed saves of shots with what is left" if may_undo_saves(duel.b.pilot_level, duel.b.warship) else ""
    )
    return (
        f"{duel.b.name} has {momentum} Momentum and keeps none back: attack by attack, in the order listed, it negates "
        f"as many {price} as it can{saves}. A charge takes the rest. Kept for the worst hits, it may save more."
    )


def _compare_plans(sums: Sums, candidates: Iterator[TurnPlan]) -> tuple[dict[TurnSpend, TurnResult], int]:
    """Return the best plan of each price, and how many plans were compared."""
    best: dict[TurnSpend, TurnResult] = {}
    number = 0
    for plan in candidates:
        number += 1
        result = sums.result(plan)
        before = best.get(plan.spend)
        if before is None or result.worth > before.worth:
            best[plan.spend] = result
    return best, number


def frontier(compared: dict[TurnSpend, TurnResult]) -> list[TurnResult]:
    """Return the plans, cheapest first, without those that another one of at most their price equals."""
    results: list[TurnResult] = []
    for spend in sorted(compared, key=lambda spend: (spend.once, spend.momentum + spend.points, spend.momentum)):
        result = compared[spend]
        rivals = (other for other in results if spend.covers(other.plan.spend))
        if not any((other.kill, other.mean) >= (result.kill, result.mean) for other in rivals):
            results.append(result)
    return results


def _unit_data(card: Any, title: str) -> JsonObject:
    fields = ("id", "name", "type", "actions", "pilot_level", "hp", "points", "power", "havoc")
    return {name: getattr(card, name) for name in fields} | ({"list": title} if title else {})


def _turn_data(way: TurnResult, duel: Duel) -> JsonObject:
    plan = way.plan
    attacks = in_order(plan, duel)
    first_clash = next((attack for attack in attacks if duel.attack(attack).melee), attacks[0])
    return {
        "momentum": plan.spend.momentum,
        "points": plan.spend.points,
        "once": plan.spend.once,
        "kill": float(way.kill),
        "mean_within_hp": float(way.mean),
        "exact": {"kill": str(way.kill), "mean_within_hp": str(way.mean)},
        "skill": SKILLS[plan.skill],
        "attacks": [_attack_data(duel, one, plan.throttle and one is first_clash, plan.skill) for one in attacks],
    }


def _attack_data(duel: Duel, planned: TurnAttack, throttle: bool, skill: str) -> JsonObject:
    attack = duel.attack(planned)
    all_inputs = dict(attack.inputs)
    applied = [modifier for modifier in attack.applied if not (planned.again and modifier[1] in RUN_UP)]
    if attack.melee:
        all_inputs["attack"], all_inputs["defense"] = dice, defense = duel.split(planned)
        words = f"It splits {dice} + {defense}, as before the volley; the target answers by the HP it has left"
        applied.append((words, "melee-dice"))
    inputs = dict(roll_inputs(all_inputs))
    marks = marks_of_inputs(inputs, {"a": duel.a.id, "b": duel.b.id})
    rulings = duel.context.rulings
    return {
        "weapon": attack.weapon.name,
        "does": attack_words(planned, attack.weapon, rulings, throttle=throttle, accelerated=skill == "accelerate"),
        "applied": [{"words": words, "rule": rule} for words, rule in applied],
        "roll": {"resolver": attack.roll, "inputs": {**inputs, **marks}},
    }


def _why_no_attack(duel: Duel) -> list[str]:
    """Return why each weapon cannot attack."""
    attacks = [duel.attack(TurnAttack(number)) for number in range(len(attack_weapons(duel.a)))]
    return [f"{attack.weapon.name}: {attack.why_not}" for attack in attacks if attack.why_not]


def _not_counted(duel: Duel) -> list[str]:
    lines = [
        line
        for weapon in attack_weapons(duel.a)
        for line in not_counted(duel.a, duel.b, weapon, duel.context, melee=weapon.fights)
    ]
    spent = tuple(f"{duel.a.name}, {name} " for name in ("Power", "Havoc"))
    longer_run = f"{duel.a.name}, Power: a longer Full Throttle before a shot (a charge's is counted)"
    second_shots = [
        f"{weapon.name}: a second time; missiles and grenades fire as long as they have ammo, which no profile states"
        for weapon in attack_weapons(duel.a)
        if weapon.shoots and "X" in weapon.qualities and not (weapon.single_use or "Recharge" in weapon.qualities)
    ]
    return [
        *(line for line in dict.fromkeys(lines) if not line.startswith(spent)),
        *[longer_run] * duel.runs_on_power,
        *second_shots,
    ]
