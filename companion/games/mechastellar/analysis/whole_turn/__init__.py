"""A whole turn: one unit's activation against a target, and what it must spend to destroy it.

The volley comes first, the charge last. Each shot is at the target's full reply; a charge is answered by the HP that
the target has left. What the attacks do is added up exactly.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import Any

from companion.base.json_types import JsonObject
from companion.base.wording import plural
from companion.gamekit.contract import CardNumber, Context
from companion.games.mechastellar.analysis.armed import arm_unit
from companion.games.mechastellar.analysis.attacks import attack_weapons, marks_of_inputs
from companion.games.mechastellar.analysis.lists import fighter
from companion.games.mechastellar.analysis.uncounted import not_counted
from companion.games.mechastellar.analysis.weapon_figures import roll_inputs
from companion.games.mechastellar.analysis.whole_turn.blows import Duel, Weights, points_spent_by
from companion.games.mechastellar.analysis.whole_turn.inputs import WholeTurnInputs
from companion.games.mechastellar.analysis.whole_turn.plans import (
    SpendingLimits,
    TurnAttack,
    TurnPlan,
    TurnSpend,
    plans,
)
from companion.games.mechastellar.analysis.whole_turn.words import SKILLS, attack_words
from companion.limits.budget import check

MOST_PLANS = 6_000
"""Plans that are compared; where there are more, the answer says that it stopped."""
MOST_KEPT = 4_000
"""Sums of several attacks that are kept for other plans."""
RUN_UP = ("full-throttle", "accelerate", "overwatch")
"""What applies to the first clash of a turn alone: who is in melee already neither runs nor meets Overwatch."""


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
    """The damage of several attacks together, never more than the HP left."""

    def __init__(self, duel: Duel, left: int) -> None:
        """Begin with no attack."""
        self._duel, self._left = duel, left
        self._known: dict[tuple[TurnAttack, ...], tuple[Weights, int]] = {(): ({0: 1}, 1)}

    def damage_weights(self, attacks: tuple[TurnAttack, ...]) -> tuple[Weights, int]:
        """Return how often the attacks do each amount of damage, one after the other, and the sum of these weights."""
        known = self._known.get(attacks)
        if known is not None:
            return known
        check()
        before, every = self.damage_weights(attacks[:-1])
        found, total = self._add_attack(before, attacks[-1])
        if len(self._known) >= MOST_KEPT:
            self._known = {(): ({0: 1}, 1)}
        self._known[attacks] = found, every * total
        return self._known[attacks]

    def _add_attack(self, before: Weights, attack: TurnAttack) -> tuple[Weights, int]:
        """Return the damage with one more attack; a target that is destroyed takes no more."""
        found: dict[int, int] = {}
        total = 1
        charge = self._duel.attack(attack).melee
        for first, p in before.items():
            left = max(1, self._left - first)
            one, total = self._duel.clash(attack, left) if charge else self._duel.damage(attack)
            for more, q in one.items():
                damage = min(self._left, first + more)
                found[damage] = found.get(damage, 0) + p * q
        return found, total

    def result(self, plan: TurnPlan) -> TurnResult:
        """Return the figures of a plan: all shots, whose order changes nothing, then the charge, then it again."""
        ordered = sorted(plan.attacks, key=lambda attack: (self._duel.attack(attack).melee, attack.again, attack))
        weights, total = self.damage_weights(tuple(ordered))
        mean = Fraction(sum(damage * p for damage, p in weights.items()), total)
        return TurnResult(plan, Fraction(weights.get(self._left, 0), total), mean)


def run(inputs: WholeTurnInputs, context: Context) -> JsonObject:
    """Return the ways to spend, cheapest first, each with its chance to destroy, its mean damage, and its rolls.

    A way is left out where another one that costs no more is as good. `enough` is the place of the first one that
    reaches the wanted chance, None where none does; `complete` is False where there were too many plans to compare all,
    which `certainty` (`proved` or `partial`) and `sure` say in words. `armed` is how the unit is armed, with its price.
    """
    mine = fighter(inputs.a, inputs.mine, ("a", "mine"), context)
    theirs = fighter(inputs.b, inputs.theirs, ("b", "theirs"), context)
    unit, armed_words = arm_unit(mine, inputs.armed)
    conditions = inputs.circumstances(max(mine.hp_factor, theirs.hp_factor) > 1)
    most_hp = conditions.target_hp(theirs.profile)
    left = min(inputs.left or most_hp, most_hp)
    conditions = replace(conditions, target_lost=most_hp - left)
    duel = Duel(unit, theirs.profile, conditions, context, inputs.move)
    commander = inputs.commander or mine.commander
    points = points_spent_by(duel.a)
    most = getattr(duel.a, points.lower()) if points else 0
    allowed = SpendingLimits(
        momentum=inputs.momentum,
        points=min(most, inputs.points),
        once=inputs.once,
        round=inputs.round,
        level=max(duel.a.pilot_level, int(commander)),
        target_level=duel.b.pilot_level,
    )
    sums, arms = Sums(duel, left), duel.arms()
    tried = plans(arms, allowed, context.rulings)
    compared, number = _compare_plans(sums, islice(tried, MOST_PLANS))
    complete, longer_runs = next(tried, None) is None, _longer_runs(duel, allowed.points)
    ways = frontier(compared)
    wanted = Fraction(inputs.wanted, 100)
    enough = next((place for place, way in enumerate(ways) if way.kill >= wanted), None)
    return {
        "a": {**_unit(duel.a, mine.list_title), "commander": commander},
        "b": _unit(duel.b, theirs.list_title),
        "armed": armed_words,
        "hp": left,
        "distance": inputs.distance,
        "wanted": inputs.wanted,
        "points": points,
        "most_points": most,
        "ways": [_turn_data(way, duel) for way in ways],
        "enough": enough,
        "complete": complete,
        "certainty": "proved" if complete and not longer_runs else "partial",
        "sure": _sure(complete, number, longer_runs),
        "cannot": _cannot(duel) if not ways else [],
        "not_counted": _not_counted(duel),
    }


def _longer_runs(duel: Duel, points: int) -> bool:
    """Whether there are plans that are not tried: Power for a longer Full Throttle before a shot."""
    return duel.moves and points > 0 and points_spent_by(duel.a) == "Power"


def _sure(complete: bool, number: int, longer_runs: bool) -> str:
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


def _compare_plans(sums: Sums, tried: Iterator[TurnPlan]) -> tuple[dict[TurnSpend, TurnResult], int]:
    """Return the best plan of each price, and how many plans were compared."""
    best: dict[TurnSpend, TurnResult] = {}
    number = 0
    for plan in tried:
        number += 1
        found = sums.result(plan)
        before = best.get(plan.spend)
        if before is None or found.worth > before.worth:
            best[plan.spend] = found
    return best, number


def frontier(compared: dict[TurnSpend, TurnResult]) -> list[TurnResult]:
    """Return the plans that no other one of at most their price equals, cheapest first."""
    found: list[TurnResult] = []
    for spend in sorted(compared, key=lambda spend: (spend.once, spend.momentum + spend.points, spend.momentum)):
        result = compared[spend]
        as_good = (other for other in found if spend.covers(other.plan.spend))
        if not any((other.kill, other.mean) >= (result.kill, result.mean) for other in as_good):
            found.append(result)
    return found


def numbers(inputs: WholeTurnInputs, context: Context) -> Iterable[CardNumber]:
    """Yield both units' profiles: all their numbers may count."""
    sides = (("a", inputs.a, "mine", inputs.mine), ("b", inputs.b, "theirs", inputs.theirs))
    for name, unit, others, text in sides:
        yield CardNumber(name, fighter(unit, text, (name, others), context).profile.id)


def _unit(card: Any, title: str) -> JsonObject:
    shown = ("id", "name", "type", "actions", "pilot_level", "hp", "points", "power", "havoc")
    return {name: getattr(card, name) for name in shown} | ({"list": title} if title else {})


def _turn_data(way: TurnResult, duel: Duel) -> JsonObject:
    plan = way.plan
    attacks = sorted(plan.attacks, key=lambda attack: duel.attack(attack).melee)  # as they are added up
    runs = next((attack for attack in attacks if duel.attack(attack).melee), attacks[0])
    return {
        "momentum": plan.spend.momentum,
        "points": plan.spend.points,
        "once": plan.spend.once,
        "kill": float(way.kill),
        "mean_within_hp": float(way.mean),
        "skill": SKILLS[plan.skill],
        "attacks": [_attack(duel, one, plan.throttle and one is runs, plan.skill) for one in attacks],
    }


def _attack(duel: Duel, planned: TurnAttack, throttle: bool, skill: str) -> JsonObject:
    made = duel.attack(planned)
    given, applied = dict(made.given), [one for one in made.applied if not (planned.again and one[1] in RUN_UP)]
    if made.melee:
        given["attack"], given["defense"] = attack, defense = duel.split(planned)
        words = f"It splits {attack} + {defense}, as before the volley; the target answers by the HP it has left"
        applied.append((words, "melee-dice"))
    inputs = dict(roll_inputs(given))
    marks = marks_of_inputs(inputs, {"a": duel.a.id, "b": duel.b.id})
    rulings = duel.context.rulings
    return {
        "weapon": made.weapon.name,
        "does": attack_words(planned, made.weapon, rulings, throttle=throttle, accelerated=skill == "accelerate"),
        "applied": [{"words": words, "rule": rule} for words, rule in applied],
        "roll": {"resolver": made.roll, "inputs": {**inputs, **marks}},
    }


def _cannot(duel: Duel) -> list[str]:
    """Return why each weapon cannot attack."""
    made = [duel.attack(TurnAttack(number)) for number in range(len(attack_weapons(duel.a)))]
    return [f"{attack.weapon.name}: {attack.why_not}" for attack in made if attack.why_not]


def _not_counted(duel: Duel) -> list[str]:
    found = [
        line
        for weapon in attack_weapons(duel.a)
        for line in not_counted(duel.a, duel.b, weapon, duel.context, melee=weapon.fights)
    ]
    mine = tuple(f"{duel.a.name}, {name} " for name in ("Power", "Havoc"))
    runs = f"{duel.a.name}, Power: a longer Full Throttle before a shot (a charge's is counted)"
    longer = duel.moves and points_spent_by(duel.a) == "Power"
    again = [
        f"{weapon.name}: a second time; missiles and grenades fire as long as they have ammo, which no profile states"
        for weapon in attack_weapons(duel.a)
        if weapon.shoots and "X" in weapon.qualities and not (weapon.single_use or "Recharge" in weapon.qualities)
    ]
    return [*(line for line in dict.fromkeys(found) if not line.startswith(mine)), *[runs] * longer, *again]
