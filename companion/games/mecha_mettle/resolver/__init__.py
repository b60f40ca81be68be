"""The resolvers of Mecha Mettle: one weapon's attack on one space, and both weapons of an upgraded module."""

from typing import Any

from companion.dice.resolver import Chance, Mean
from companion.gamekit.contract import ResolverKind
from companion.games.mecha_mettle.resolver import endings
from companion.games.mecha_mettle.resolver.filled import attack_card_numbers, two_weapon_card_numbers
from companion.games.mecha_mettle.resolver.inputs import AttackInputs
from companion.games.mecha_mettle.resolver.steps import prepare_attack
from companion.games.mecha_mettle.resolver.two_weapons import TwoWeaponInputs, make_two


def _outcome_value(name: str) -> Any:
    return lambda outcome: outcome[name]


def _destroys(what: str) -> Any:
    return lambda outcome: outcome[what] > 0


RESOLVERS = (
    ResolverKind(
        name="attack",
        title="Attack",
        about="One weapon attacks one space: the attack succeeds with strictly more successes than the defense.",
        inputs=AttackInputs,
        make=prepare_attack,
        measures=(
            Chance("success", "The attack succeeds", lambda outcome: bool(outcome["hit"])),
            Chance("module", "A module is destroyed", lambda outcome: "module" in outcome["destroyed"], needs="target"),
            Chance("port", "A port is destroyed", lambda outcome: "port" in outcome["destroyed"], needs="target"),
            Mean("mean_attack", "Attack successes, on average", _outcome_value("attack")),
            Mean("mean_defence", "Defense successes, on average", _outcome_value("defence")),
        ),
        headline="success",
        ending=endings.attack,
        second_side="target",
        card_numbers=attack_card_numbers,
        usual_inputs=("weapon", "target", "target_upgrade", "side"),
    ),
    ResolverKind(
        name="two-weapons",
        title="Attack with two weapons",
        about="An upgraded module fires both weapons for one action, at two targets or both at the same space; after a "
        "hit the second may have another target.",
        inputs=TwoWeaponInputs,
        make=make_two,
        measures=(
            Chance(
                "any_hit",
                "At least one attack succeeds",
                lambda outcome: "hit" in (outcome["first_attack"], outcome["second_attack"]),
            ),
            Chance(
                "both_hit",
                "Both attacks succeed",
                lambda outcome: outcome["first_attack"] == outcome["second_attack"] == "hit",
            ),
            Chance("module", "A module is destroyed", _destroys("modules_destroyed")),
            Chance("port", "A port is destroyed", _destroys("ports_destroyed")),
            Mean("mean_ports", "Ports destroyed, on average", _outcome_value("ports_destroyed")),
        ),
        headline="any_hit",
        ending=endings.two_attacks,
        second_side="target",
        card_numbers=two_weapon_card_numbers,
        usual_inputs=("lower", "upper", "target", "side", "then", "then_side"),
    ),
)
