"""The resolver of Mecha Mettle: one weapon's attack on one space."""

from typing import Any

from companion.dice.resolver import Chance, Mean
from companion.games.mecha_mettle.resolver.attack import Attack
from companion.games.mecha_mettle.resolver.inputs import AttackInputs
from companion.games.mecha_mettle.resolver.steps import attack_steps, defence_of, defence_steps, weapon_of
from companion.system import Context, ResolverKind


def make(inputs: AttackInputs, context: Context) -> Attack:
    """Return the prepared attack; InvalidInput where inputs contradict each other."""
    weapon = weapon_of(inputs, context)
    defence, impenetrable = defence_of(inputs, context)
    attack = attack_steps(weapon, inputs, context)
    saved = defence_steps(defence, inputs, context)
    return Attack((*attack, *saved), len(attack), weapon.breach, impenetrable)


def _successes(name: str) -> Any:
    return lambda outcome: outcome[name]


RESOLVERS = (
    ResolverKind(
        name="attack",
        title="Attack",
        about="One weapon attacks one space: the attack succeeds with strictly more successes than the defence.",
        inputs=AttackInputs,
        make=make,
        measures=(
            Chance("success", "The attack succeeds", lambda outcome: bool(outcome["hit"])),
            Mean("mean_attack", "Attack successes, on average", _successes("attack")),
            Mean("mean_defence", "Defence successes, on average", _successes("defence")),
        ),
        headline="success",
    ),
)
