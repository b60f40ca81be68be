"""The card numbers that a roll uses: dice of weapons, bodies, shields, tiles, components; links of a pair."""

from collections.abc import Iterable

from companion.gamekit.contract import CardNumber, Context
from companion.games.mecha_mettle.model import Module
from companion.games.mecha_mettle.resolver.inputs import MODES, AttackInputs
from companion.games.mecha_mettle.resolver.two_weapons import TwoWeaponInputs
from companion.games.mecha_mettle.rules.upgrades import link_fields


def attack_card_numbers(inputs: AttackInputs, context: Context) -> Iterable[CardNumber]:
    """Yield the numbers of one weapon's attack."""
    if inputs.weapon:
        yield from _weapon("weapon", inputs.weapon, context)
    if inputs.target:
        yield from _target("target", inputs.target, inputs.target_upgrade, inputs.side, context)
    yield from _components(inputs)


def two_weapon_card_numbers(inputs: TwoWeaponInputs, context: Context) -> Iterable[CardNumber]:
    """Yield the numbers of both weapons' attacks; a second shot at the same space may meet the Open Port there."""
    yield from _weapon("lower", inputs.lower, context)
    yield from _weapon("upper", inputs.upper, context)
    if inputs.bypass or inputs.after_hit_bypass:
        yield from _weapon("upper", f"{inputs.upper}-bypass", context)
    yield from _links("upper", inputs.lower, inputs.upper, context)
    yield from _target("target", inputs.target, inputs.target_upgrade, inputs.side, context)
    if inputs.then:
        yield from _target("then", inputs.then, inputs.then_upgrade, inputs.then_side, context)
    else:
        yield from _target("target", inputs.target, inputs.target_upgrade, inputs.then_side, context)
        if context.catalogue.find(Module, inputs.target):
            yield CardNumber("target", "open-port", "defense")
    if inputs.after_hit:
        yield from _target("after_hit", inputs.after_hit, inputs.after_hit_upgrade, inputs.after_hit_side, context)
    yield from _components(inputs)


def _weapon(name: str, weapon: str, context: Context) -> Iterable[CardNumber]:
    for ending, field in MODES.items():
        card = weapon.removesuffix(ending)
        if card + ending == weapon and context.catalogue.find(Module, card):
            yield CardNumber(name, card, str(field))


def _target(name: str, target: str, upgrade: str | None, side: str | None, context: Context) -> Iterable[CardNumber]:
    if context.catalogue.find(Module, target) is None:
        yield CardNumber(name, target, "defense")
        return
    if upgrade:
        yield from _links(f"{name}_upgrade", target, upgrade, context)
    if side == "shield":
        yield CardNumber(name, target, "shield")
    else:
        yield CardNumber(f"{name}_upgrade" if upgrade else name, upgrade or target, "body")


def _links(name: str, lower: str, upper: str, context: Context) -> Iterable[CardNumber]:
    cards = context.catalogue.find(Module, lower), context.catalogue.find(Module, upper)
    if cards[0] and cards[1]:
        yield from (CardNumber(name, card, field) for card, field in link_fields(cards[0], cards[1]))


def _components(inputs: AttackInputs | TwoWeaponInputs) -> Iterable[CardNumber]:
    if inputs.component:
        yield CardNumber("component", inputs.component, "attack")
    if inputs.defender_component:
        yield CardNumber("defender_component", inputs.defender_component, "defend")
