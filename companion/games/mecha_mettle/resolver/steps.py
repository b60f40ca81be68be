"""The dice of an attack: pools of weapon and target, changed by components, as steps of the state machine."""

from companion.base.findings import InputError, InvalidInput, quote
from companion.data.rulebook import rule
from companion.gamekit.contract import Context
from companion.games.mecha_mettle.model import DIE_NAMES, SUCCEEDS_FROM, Component, Module, Pool, Shield, Tile, Weapon
from companion.games.mecha_mettle.resolver.attack import ATTACKER, DEFENDER, Attack, Standing, Step, attack_throw
from companion.games.mecha_mettle.resolver.inputs import AttackInputs, targets, weapons
from companion.games.mecha_mettle.rules.upgrades import Refused, combine_modules


def _wrong(where: str, found: object, expected: str) -> InvalidInput:
    return InvalidInput(InputError(where, quote(found), expected))


def prepare_attack(inputs: AttackInputs, context: Context) -> Attack:
    """Return the prepared attack of one weapon; InvalidInput where inputs contradict each other."""
    weapon = find_weapon(inputs, context)
    defence, impenetrable = find_defence(inputs, context)
    attack_throws = attack_steps(weapon, inputs, context)
    defence_throws = defence_steps(defence, inputs, context)
    standing = find_standing(inputs.target, context) if inputs.target else None
    return Attack((*attack_throws, *defence_throws), len(attack_throws), weapon.breach, impenetrable, standing)


def find_standing(target: str, context: Context) -> Standing:
    """Return a target's kind for damage; a tile that takes no module is a door."""
    tile = context.catalogue.find(Tile, target)
    return "module" if tile is None else "port" if tile.holds_module else "door"


def find_weapon(inputs: AttackInputs, context: Context) -> Weapon:
    """Return the attacking weapon, nameless for typed dice; InvalidInput where both or neither is given."""
    if inputs.weapon is None:
        if inputs.attack is None:
            raise _wrong("weapon", "nothing", "a weapon, or attack dice (attack) and their symbol (attack_die)")
        if inputs.attack_die is None:
            raise _wrong("attack_die", "nothing", "regular or special beside attack")
        dice = Pool.model_construct(dice=inputs.attack, kind=inputs.attack_die)
        return Weapon.model_construct(name="", pools=(dice,), breach=False, link=False)
    if inputs.attack is not None or inputs.attack_die is not None:
        where = "attack" if inputs.attack is not None else "attack_die"
        raise _wrong(where, inputs.field_values()[where], "nothing beside a weapon: give a weapon or dice")
    known_weapons = weapons(context.catalogue)
    if inputs.weapon not in known_weapons:
        raise _wrong("weapon", inputs.weapon, f"one of {', '.join(known_weapons)}")
    return known_weapons[inputs.weapon]


@rule("defends-with", "port-defends", "impenetrable")
def find_defence(inputs: AttackInputs, context: Context) -> tuple[Pool, bool]:
    """Return the defending dice, and whether the shot fails without a roll."""
    if inputs.target is None:
        if inputs.side is not None:
            raise _wrong("side", inputs.side, "nothing without a target")
        if inputs.target_upgrade is not None:
            raise _wrong("target_upgrade", inputs.target_upgrade, "nothing without a target")
        if inputs.defend is None:
            raise _wrong("target", "nothing", "a target, or defense dice (defend) and their symbol (defend_die)")
        if inputs.defend_die is None:
            raise _wrong("defend_die", "nothing", "evasion or shield beside defend")
        return Pool.model_construct(dice=inputs.defend, kind=inputs.defend_die), False
    if inputs.defend is not None or inputs.defend_die is not None:
        where = "defend" if inputs.defend is not None else "defend_die"
        raise _wrong(where, inputs.field_values()[where], "nothing beside a target: give a target or dice")
    tile = context.catalogue.find(Tile, inputs.target)
    module = context.catalogue.find(Module, inputs.target)
    if tile is None and module is None:
        raise _wrong("target", inputs.target, f"one of {', '.join(targets(context.catalogue))}")
    if inputs.target_upgrade is not None:
        return _defence_of_upgrade(module, inputs, context)
    if inputs.side == "shield":
        if module is None or module.shield is None:
            name = (module or tile or inputs).__dict__.get("name", inputs.target)
            raise _wrong("side", "shield", f"body: {name} has no shield")
        return _shield_dice(module.shield)
    return (module.body if module else context.catalogue.get(Tile, inputs.target).defense), False


def _shield_dice(shield: Shield) -> tuple[Pool, bool]:
    return Pool.model_construct(dice=shield.dice, kind="shield"), shield.impenetrable


@rule("visible-only")
def _defence_of_upgrade(lower: Module | None, inputs: AttackInputs, context: Context) -> tuple[Pool, bool]:
    """Return the defense of an upgraded module: the upper card's body, or a shield still in view (fact 58)."""
    upper = context.catalogue.get(Module, inputs.target_upgrade or "")
    if lower is None:
        raise _wrong("target_upgrade", upper.id, "nothing beside a tile: only a module can be upgraded")
    pair = combine_modules(lower, upper, Shield if inputs.side == "shield" else None)
    if isinstance(pair, Refused):
        raise _wrong("target_upgrade", upper.id, f"a module that can be linked. {pair.reason}")
    if inputs.side != "shield":
        return pair.body, False
    shield = next((fitted.part for fitted in pair.shields if isinstance(fitted.part, Shield)), None)
    if shield is None:
        raise _wrong("side", "shield", f"body: no shield of {upper.name} on {lower.name} is in view")
    return _shield_dice(shield)


def _component(card_id: str | None, where: str, context: Context) -> Component | None:
    if card_id is None:
        return None
    card = context.catalogue.find(Component, card_id)
    if card is None:
        names = ", ".join(
            c.id for c in context.catalogue.all(Component) if (c.attack if where == "component" else c.defend)
        )
        raise _wrong(where, card_id, f"one of {names}")
    return card


@rule("component-one-pool", "added-dice")
def attack_steps(weapon: Weapon, inputs: AttackInputs, context: Context) -> tuple[Step, ...]:
    """Return the attacker's throws; a component changes one pool of one weapon."""
    card = _component(inputs.component, "component", context)
    if card and not card.attack:
        names = ", ".join(c.id for c in context.catalogue.all(Component) if c.attack)
        raise _wrong("component", card.id, f"one that changes an attack: {names}")
    twin = len(weapon.pools) > 1
    if inputs.component_on and not (twin and card):
        raise _wrong("component_on", inputs.component_on, "nothing: it goes with a component on Twin Strike")
    if card and twin and not inputs.component_on:
        raise _wrong("component_on", "nothing", "regular or special: which pool the component changes")
    steps: list[Step] = []
    for pool in weapon.pools:
        component = card if not twin or pool.kind == inputs.component_on else None
        steps += _roll(pool, component, context)
    return tuple(steps)


def _roll(pool: Pool, card: Component | None, context: Context) -> list[Step]:
    """Return the throws of one roll (facts 109 and 112).

    Rulings say whether replacement dice are added instead, and on which faces added dice succeed.
    """
    change = card.attack if card else None
    added_dice, pools = change.add if change else None, [pool]
    if change and change.replace:
        if context.rulings["replaced-dice"] == "added":
            added_dice = change.replace
        else:
            pools = [change.replace]
    if added_dice:
        keeps_kind = context.rulings["added-dice"] == "own"
        pools.append(added_dice if keeps_kind else added_dice.model_copy(update={"kind": pool.kind}))
    merged = _merge_pools(pools)
    again = bool(change and change.reroll)
    steps: list[Step] = []
    for i, part in enumerate(merged, 1):
        last = i == len(merged)
        steps.append(
            Step(
                attack_throw(f"attack: {_describe_pool(part)}", part.dice, part.kind, ATTACKER),
                last and not again,
                part.kind,
                again,
            )
        )
        if again:
            steps.append(Step(None, last, part.kind))
    return steps


def _merge_pools(pools: list[Pool]) -> list[Pool]:
    """Return the pools with dice of the same kind joined and empty pools left out."""
    if len(pools) == 1:
        return pools if pools[0].dice else []
    kinds = dict.fromkeys(pool.kind for pool in pools if pool.dice)
    return [Pool.model_construct(dice=sum(p.dice for p in pools if p.kind == kind), kind=kind) for kind in kinds]


def defence_steps(defence: Pool, inputs: AttackInputs, context: Context) -> tuple[Step, ...]:
    """Return the defender's throws, the dice of a component added."""
    card = _component(inputs.defender_component, "defender_component", context)
    if card and not card.defend:
        names = ", ".join(c.id for c in context.catalogue.all(Component) if c.defend)
        raise _wrong("defender_component", card.id, f"one that adds dice to a defense roll: {names}")
    pools = [defence, *([card.defend] if card and card.defend else [])]
    merged = _merge_pools(pools)
    return tuple(
        Step(
            attack_throw(f"defense: {_describe_pool(part)}", part.dice, part.kind, DEFENDER),
            i == len(merged),
            part.kind,
        )
        for i, part in enumerate(merged, 1)
    )


def _describe_pool(pool: Pool) -> str:
    return f"{DIE_NAMES[pool.kind]}, {SUCCEEDS_FROM[pool.kind]}+ succeeds"
