"""Rolls made from their inputs: all modifiers added up, numbers and special rules read from text."""

import re
from collections.abc import Iterable

from companion.base.findings import InputError, InvalidInput, quote
from companion.data.rulebook import Rulings, rule
from companion.dice.chain import Chain
from companion.dice.one_throw import OneThrow
from companion.gamekit.contract import Context
from companion.games.techniconica.model.special_rules import Effects, combine_rules, read_rule_by_name, specials
from companion.games.techniconica.resolver.attack import AttackState, Defence, SingleAttack, Volley
from companion.games.techniconica.resolver.bottle_test import bottle_test
from companion.games.techniconica.resolver.charge import prepare_charge
from companion.games.techniconica.resolver.clash import Clash, Policy
from companion.games.techniconica.resolver.first_turn import FirstTurn
from companion.games.techniconica.resolver.inputs import (
    Aiming,
    Attacked,
    BottleInputs,
    ChargeInputs,
    FirstInputs,
    ShootInputs,
    VolleyInputs,
)
from companion.games.techniconica.rules.damage import Layers
from companion.games.techniconica.rules.gravity_field import Burden

AIM, EVADE, EACH_WEAPON = 4, 4, 2
MOST_LAYERS = 12
MOST_WEAPONS = 12
COUNTER = "counter_"
"""How the names of a counter-attack's inputs begin."""


def thresholds(text: str, where: str) -> tuple[int, ...]:
    """Return Damage Thresholds from `2,3`; InvalidInput names the first that is not a number."""
    return _numbers(text, where, 60, MOST_LAYERS, "a Damage Threshold from 0 to 60, for example 2,3")


def _numbers(text: str, where: str, largest: int, most: int, wanted: str) -> tuple[int, ...]:
    words = text.replace(",", " ").split()
    for word in words:
        if not (word.isascii() and word.isdecimal() and len(word) < 4 and int(word) <= largest):
            raise InvalidInput(InputError(where, quote(word), wanted))
    if len(words) > most:
        raise InvalidInput(InputError(where, f"{len(words)} numbers", f"at most {most}"))
    return tuple(map(int, words))


def special_rules(text: str, where: str, context: Context, more: Iterable[str] = ()) -> Effects:
    """Return what special rules do together, read from `reliable,frightening-2` or from printed names, with `more`.

    InvalidInput for one that neither the product nor a pack defines.
    """
    known = specials(context.catalogue)
    words = [word.strip() for word in text.split(",") if word.strip()]
    try:
        for word in words:
            read_rule_by_name(word, known)
    except ValueError as error:
        raise InvalidInput(InputError(where, quote(text), str(error))) from None
    return combine_rules((*words, *more), known, context.rulings)


@rule("aim", "evade", "hold", "more-weapons", "low-power")
def _scores(inputs: Aiming, others: int, context: Context) -> tuple[int, int]:
    """Return Accuracy and Evasion with all modifiers added up, with `others` fired besides the first Weapon."""
    accuracy = -(-inputs.accuracy // 2) if inputs.attacker_low_power else inputs.accuracy
    accuracy += AIM * inputs.aim + inputs.attacker_hold - EACH_WEAPON * others
    evades = inputs.evade and (inputs.speed > 0 or context.rulings.get("no-speed-gained") != "lost")
    gained = EVADE * evades + inputs.defender_hold
    speed = inputs.speed + gained
    if inputs.defender_low_power:
        speed = gained if context.rulings.get("low-power-gained") == "kept" else 0
    return accuracy, speed + inputs.armour


@rule("attack", "diceless")
def make_shot(inputs: ShootInputs, context: Context) -> SingleAttack:
    """Return the shot with all modifiers added up."""
    accuracy, evasion = _scores(inputs, inputs.weapons, context)
    effects = special_rules(inputs.rules, "rules", context)
    clash = Clash(accuracy + inputs.penetration, evasion, inputs.damage_output, effects, inputs.policy, context.rulings)
    return SingleAttack((clash,), *_common(inputs, inputs.speed, inputs.part == "locomotor", context))


@rule("more-weapons", "diceless")
def make_volley(inputs: VolleyInputs, context: Context) -> Volley:
    """Return the volley; every Weapon beyond the first costs all of them 2 Accuracy."""
    fired = weapons(inputs.weapons, inputs.rules, context)
    accuracy, evasion = _scores(inputs, len(fired) - 1, context)
    clashes = tuple(
        Clash(accuracy + pe, evasion, do, effects, inputs.policy, context.rulings, f"Weapon {number}: ")
        for number, (pe, do, effects) in enumerate(fired, 1)
    )
    spent = tuple(map(int, filter(None, inputs.attacker_spent.split(","))))
    if len(spent) > len(fired):
        raise InvalidInput(InputError("attacker_spent", inputs.attacker_spent, f"at most {len(fired)} numbers"))
    return Volley(clashes, *_common(inputs, inputs.speed, inputs.part == "locomotor", context), spent=spent)


_WEAPON = re.compile(r"([0-9]{1,2})\s*/\s*([0-9]{1,2})(?:[\s,:]+(.*))?", re.DOTALL)


def weapons(text: str, common: str, context: Context) -> list[tuple[int, int, Effects]]:
    """Return PE, DO and special rules of each Weapon from `2/4 Reliable; 3/5`; `common` rules are those of all.

    InvalidInput names the first Weapon that cannot be read.
    """
    special_rules(common, "rules", context)
    shared = [word.strip() for word in common.split(",") if word.strip()]
    found = []
    for number, written in enumerate([part.strip() for part in text.split(";") if part.strip()], 1):
        match, where = _WEAPON.fullmatch(written), f"weapons, number {number}"
        if match is None or max(int(match[1]), int(match[2])) > 60:
            wanted = "PE/DO, each from 0 to 60, then special rules, for example 2/4 Reliable"
            raise InvalidInput(InputError(where, quote(written), wanted))
        found.append((int(match[1]), int(match[2]), special_rules(match[3] or "", where, context, shared)))
    if not 1 <= len(found) <= MOST_WEAPONS:
        wanted = f"1 to {MOST_WEAPONS} Weapons, for example 2/4 Reliable; 3/5"
        raise InvalidInput(InputError("weapons", f"{len(found)} Weapons", wanted))
    return found


def _diceless(asked: bool, context: Context) -> bool:
    """Whether every roll counts as 5: by the input, or by the ruling in force."""
    return asked or context.rulings.get("dice") == "diceless"


_Common = tuple[Defence, tuple[int, int], Policy, bool, Rulings]


def _common(inputs: Attacked, speed: int, on_locomotor: bool, context: Context, of: str = "") -> _Common:
    """Return what every attack has besides its rolls: the defence, Re-Rolls, the policy, whether it is diceless.

    `of` is how the names of its inputs begin.
    """
    shields, armours = thresholds(inputs.shields, f"{of}shields"), thresholds(inputs.armours, f"{of}armours")
    layers = Layers.of(shields, armours, inputs.base, inputs.base_damage)
    burden = None
    if inputs.spare_weight is not None:
        spare = tuple(map(int, filter(None, inputs.fallen_spare.split(","))))
        counters = inputs.weight_damage, speed, inputs.locomotor, inputs.locomotor_damage
        burden = Burden(inputs.spare_weight, *counters, spare)
    defence = Defence(
        layers,
        inputs.fortitude,
        inputs.bottle_threshold,
        inputs.last,
        on_locomotor,
        burden,
        inputs.fallen_fortitude,
    )
    re_rolls = (inputs.attacker_rerolls, inputs.defender_rerolls)
    return defence, re_rolls, inputs.policy, _diceless(inputs.diceless, context), context.rulings


@rule("charge")
def make_charge(inputs: ChargeInputs, context: Context) -> Chain[AttackState, AttackState]:
    """Return the charge; InvalidInput where the Mech has Speed 0."""
    if not inputs.speed:
        raise InvalidInput(InputError("speed", "0", "at least 1: a Mech of Speed 0 cannot Charge"))
    target = 0 if inputs.defender_low_power else inputs.target_speed
    clash = Clash(
        inputs.speed + inputs.penetration,
        target + inputs.armour,
        inputs.damage_output,
        special_rules(inputs.rules, "rules", context),
        inputs.policy,
        context.rulings,
    )
    charge = SingleAttack((clash,), *_common(inputs, inputs.target_speed, inputs.part == "locomotor", context))
    if not inputs.counter:
        return prepare_charge(charge, None)
    if not target:
        raise InvalidInput(
            InputError("counter", "true", "false: a Mech of Speed 0 or in Low Power cannot counter-attack")
        )
    only_unharmed = context.rulings.get("counter-attack-when") == "unharmed"
    return prepare_charge(charge, _counter(inputs, target, context), inputs.part, only_unharmed)


@rule("counter-attack")
def _counter(inputs: ChargeInputs, target: int, context: Context) -> SingleAttack:
    """Return the counter-attack: the charge the other way round."""
    by = "Counter-attack: "
    clash = Clash(
        target + inputs.counter_penetration,
        inputs.speed + inputs.counter_armour,
        inputs.counter_damage_output,
        special_rules(inputs.counter_rules, "counter_rules", context),
        inputs.policy,
        context.rulings,
        by,
        sides=(1, 0),
    )
    own = {name: value for name, value in inputs.field_values().items() if name.startswith(COUNTER)}
    back = Attacked.model_construct(
        policy=inputs.policy,
        diceless=inputs.diceless,
        **{name.removeprefix(COUNTER): value for name, value in own.items()},
    )
    common = _common(back, inputs.speed, inputs.counter_part == "locomotor", context, COUNTER)
    return SingleAttack((clash,), *common, by=by)


def make_bottle(inputs: BottleInputs, context: Context) -> OneThrow[bool]:
    """Return the Bottle Test."""
    diceless = _diceless(inputs.diceless, context)
    return bottle_test(inputs.fortitude, inputs.penalty, inputs.rerolls, inputs.policy, diceless)


def make_first(inputs: FirstInputs, context: Context) -> FirstTurn:
    """Return the roll for the first turn; InvalidInput for fewer than two or more than six players."""
    speeds = _numbers(inputs.speeds, "speeds", 60, 6, "a Speed from 0 to 60, for example 4,3")
    if len(speeds) < 2:
        raise InvalidInput(
            InputError("speeds", quote(inputs.speeds), "the Speeds of two players or more, for example 4,3")
        )
    return FirstTurn(
        speeds,
        context.rulings.get("first-turn-tie") != "tied",
        _diceless(inputs.diceless, context),
        context.rulings.get("diceless-tie") == "named",
    )
