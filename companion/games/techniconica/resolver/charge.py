"""A charge and its counter-attack: two attacks, one after the other."""

from dataclasses import replace
from typing import Literal

from companion.base.json_types import JsonMapping
from companion.data.rulebook import rule
from companion.dice.chain import Beginning, Chain
from companion.dice.resolver import Outcome
from companion.games.techniconica.resolver.attack import AttackState, SingleAttack

Struck = Literal["other", "locomotor", "counter-weapon", "needed-power-plant"]
"""The Base Part that a charge hits, as far as the counter-attack depends on it; the Power Plant is one without which
the Mech is in Low Power."""
NO_COUNTER: JsonMapping = {
    "counter_result": "none",
    "counter_damage": 0,
    "counter_destroyed": [],
    "counter_bottle": "not-taken",
}


def prepare_charge(
    charge: SingleAttack, counter: SingleAttack | None, part: Struck = "other", only_unharmed: bool = False
) -> Chain[AttackState, AttackState]:
    """Return a charge, then the counter-attack if there is one, with the Re-Rolls that the charge left.

    There is none if the part without which the Mech cannot strike back is destroyed.
    """

    @rule("counter-attack")
    def then(state: AttackState) -> Beginning[AttackState] | None:
        if counter is None or charge.ends(state) or charge.outcome(state)["bottle"] == "failed":
            return None
        destroyed = charge.destroyed_cards(state)
        if "locomotor" in destroyed or ("base" in destroyed and (only_unharmed or part != "other")):
            return None
        back = _slower(counter, charge, state)
        return Beginning(back, back.start(state.left[::-1])) if back else None

    def join_outcomes(first: Outcome, second: Outcome | None) -> Outcome:
        if counter is None:
            return first
        if second is None:
            return {**first, **NO_COUNTER, **{f"counter_{name}": 0 for name in counter.effects_beyond_damage}}
        return {**first, **{f"counter_{key}": value for key, value in second.items()}}

    return Chain(charge, then, join_outcomes)


def _slower(counter: SingleAttack, charge: SingleAttack, state: AttackState) -> SingleAttack | None:
    """Return the counter-attack at the Speed that the charge's Gravity Field left; None at Speed 0."""
    overload, burden = charge.overload(state), charge.defence.burden
    if overload is None or burden is None or overload.speed == burden.speed:
        return counter
    if not overload.speed:
        return None
    lost = burden.speed - overload.speed
    clash = replace(counter.clash, attack=counter.clash.attack - lost)
    return replace(counter, clashes=(clash,))
