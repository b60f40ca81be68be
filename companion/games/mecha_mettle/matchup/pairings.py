"""One attack at one target as the inputs of a roll: weapon, defense, components in force; no chances."""

from dataclasses import dataclass

from companion.base.json_types import JsonMapping, JsonObject
from companion.data.documents import read_as
from companion.data.rulebook import Rulings
from companion.gamekit.contract import Context
from companion.gamekit.matchup import MatchupAttack, MatchupSide, MatchupTarget, Pairing
from companion.games.mecha_mettle.matchup.sides import BYPASS, TYPED_KEY, ShotCircumstances, TypedDice, ports_lost
from companion.games.mecha_mettle.model import (
    SUCCEEDS_FROM,
    AttackDie,
    Component,
    Draft,
    Module,
    Pool,
    Tile,
    Weapon,
)
from companion.games.mecha_mettle.resolver import RESOLVERS
from companion.games.mecha_mettle.resolver.inputs import weapons
from companion.games.mecha_mettle.rules.components import describe_component_dice, dice_words
from companion.games.mecha_mettle.rules.turn import active_component
from companion.games.mecha_mettle.validator import cards_in_draft

KINDS = {kind.name: kind for kind in RESOLVERS}


@dataclass(frozen=True)
class _Part:
    """The share of one side, one target or one component in a roll."""

    inputs: JsonMapping
    known: tuple[str, ...] = ()
    applied: tuple[tuple[str, str], ...] = ()
    not_counted: tuple[str, ...] = ()
    why_not: str = ""


def pairing(
    attack: MatchupAttack, target: MatchupTarget, mine: MatchupSide, theirs: MatchupSide, conditions: ShotCircumstances
) -> Pairing:
    """Return one attack at one target as a resolver's inputs, or `why_not`."""
    resolver = "two-weapons" if "." in attack.key else "attack"
    weapon = (
        _upgraded_weapons_part(attack, mine, conditions)
        if resolver == "two-weapons"
        else _weapon_part(attack, mine, conditions)
    )
    defence = _defence_part(target, mine, theirs, resolver)
    parts = (weapon, defence, _defender_component_part(mine, theirs, conditions, resolver))
    why_not = next((part.why_not for part in parts if part.why_not), "")
    if why_not:
        return Pairing(why_not=why_not)
    inputs = {name: value for part in parts for name, value in part.inputs.items()}
    return Pairing(
        resolver,
        inputs | _origins(resolver, inputs, mine.context),
        tuple(text for part in parts for text in part.known),
        tuple(effect for part in parts for effect in part.applied),
        tuple(text for part in parts for text in part.not_counted),
    )


def in_force(side: MatchupSide, lost: int) -> Component | None:
    """Return the component that a side may use, given the number of ports it has lost; None without a draft."""
    if not isinstance(side.build, Draft):
        return None
    return active_component(cards_in_draft(side.build, side.context), lost)


def _weapon_part(attack: MatchupAttack, mine: MatchupSide, conditions: ShotCircumstances) -> _Part:
    """Return one weapon, or typed dice, with the attacker's component."""
    if attack.key == TYPED_KEY:
        assert isinstance(mine.typed_numbers, TypedDice)
        dice = {"attack": mine.typed_numbers.attack, "attack_die": mine.typed_numbers.attack_die}
        return _Part(dice, (attack.about,))
    weapon = weapons(mine.context.catalogue)[attack.key]
    applied = []
    if weapon.breach:
        applied.append(("A hit with Breach takes the port too", "breach"))
    if attack.key.endswith("-bypass"):
        applied.append(("It ignores the first blocking module", "scout-bypass"))
    if attack.key.endswith("-scrap"):
        applied.append(("It is discarded for this attack, and must not have attacked this turn", "drone-scrap"))
    changed = _attacker_component_part(mine, conditions, weapon)
    known = (attack.title, *_weapon_dice(weapon), *changed.known)
    return _Part({"weapon": attack.key, **changed.inputs}, known, (*applied, *changed.applied), changed.not_counted)


def _weapon_dice(weapon: Weapon) -> tuple[str, ...]:
    dice = " or ".join(dice_words(pool).replace(" Attack ", " ") for pool in weapon.pools)
    return (dice, "Breach") if weapon.breach else (dice,)


def _upgraded_weapons_part(attack: MatchupAttack, mine: MatchupSide, conditions: ShotCircumstances) -> _Part:
    """Return both weapons of an upgraded module in their order, with the component on one of them."""
    lower, upper, first = attack.key.removesuffix(BYPASS).split(".")
    catalogue = mine.context.catalogue
    order = (lower, upper) if first == "lower" else (upper, lower)
    is_past_module = attack.key.endswith(BYPASS)
    bypasses = ("second" if first == "lower" else "first") if is_past_module else None
    which = "first" if conditions.component_for == 1 else "second"
    card = catalogue.get(Module, order[conditions.component_for - 1])
    changes = card.bypass_attack if which == bypasses else card.weapon
    assert changes is not None
    changed = _attacker_component_part(mine, conditions, changes)
    inputs: JsonObject = {"lower": lower, "upper": upper, **changed.inputs}
    if first == "upper":
        inputs["fires_first"] = "upper"
    if "component" in inputs and conditions.component_for == 2:
        inputs["component_for"] = "second"
    applied = [("Both weapons fire for one action, at the same space", "two-weapons")]
    if bypasses:
        inputs["bypass"] = bypasses
        ignored = f"The {catalogue.get(Module, upper).name} ignores the first module in its line"
        applied.append((ignored, "scout-bypass"))
    return _Part(inputs, (attack.title, *changed.known), (*applied, *changed.applied), changed.not_counted)


def _attacker_component_part(mine: MatchupSide, conditions: ShotCircumstances, weapon: Weapon) -> _Part:
    """Return the effect of the attacker's component in force on one weapon."""
    card = in_force(mine, ports_lost(mine, conditions.lost))
    if card is None:
        return _Part({})
    if card.attack is None:
        is_not_counted = card.category == "attack"
        return _Part({}, not_counted=(f"{card.name}: {card.text}",) if is_not_counted else ())
    inputs: JsonObject = {"component": card.id}
    pool_words = ""
    if len(weapon.pools) > 1:
        pool = conditions.pool or _better_pool(card, weapon, mine.context.rulings)
        inputs["component_on"] = pool
        pool_words = " on " + dice_words(next(one for one in weapon.pools if one.kind == pool))
    effect = "misses rerolled" if card.attack.reroll else describe_component_dice(card)
    return _Part(inputs, (card.name,), ((f"{card.name}{pool_words}: {effect}", "component-one-pool"),))


def _better_pool(card: Component, weapon: Weapon, rulings: Rulings) -> AttackDie:
    """Return the pool that a component helps more: it replaces the weaker pool, or adds dice to the stronger one."""
    assert card.attack is not None
    ranked = sorted(weapon.pools, key=lambda pool: pool.dice * (7 - SUCCEEDS_FROM[pool.kind]))
    replaces = card.attack.replace and rulings["replaced-dice"] != "added"
    kind = ranked[0 if replaces else -1].kind
    assert kind in ("regular", "special")
    return "special" if kind == "special" else "regular"


def _defence_part(target: MatchupTarget, mine: MatchupSide, theirs: MatchupSide, resolver: str) -> _Part:
    """Return the defense: a card that both sides have, else its dice as numbers."""
    if target.key == TYPED_KEY:
        assert isinstance(theirs.typed_numbers, TypedDice)
        if resolver == "two-weapons":
            return _Part({}, why_not="Two weapons need a card as their target: typed dice are not known to be one.")
        return _Part(
            {"defend": theirs.typed_numbers.defend, "defend_die": theirs.typed_numbers.defend_die}, (target.about,)
        )
    card_id, _, side = target.key.partition(".")
    known, applied = (target.title, target.about), _defends(side)
    card = theirs.context.catalogue.cards[card_id]
    if mine.context.catalogue.cards.get(card_id) != card:
        return _opponent_dice_part(card, side, known, applied, resolver)
    inputs = {"target": card_id, **({"side": "shield"} if side == "shield" else {})}
    if side == "shield" and resolver == "two-weapons":
        applied = (*applied, ("The second weapon fires from another side: the body defends", "two-weapons"))
    if isinstance(card, Module) and side == "shield" and card.shield and card.shield.impenetrable:
        applied = (*applied, ("An attack that would hit this shield fails", "impenetrable"))
    return _Part(inputs, known, applied)


def _defends(side: str) -> tuple[tuple[str, str], ...]:
    if not side:
        return (("The port or door defends with its own dice", "port-defends"),)
    if side == "shield":
        return (("The shield faces the shot and replaces the body", "shield-defends"),)
    return ()


def _opponent_dice_part(
    card: object, side: str, known: tuple[str, ...], applied: tuple[tuple[str, str], ...], resolver: str
) -> _Part:
    """Return the dice of a card that the attacker's cards do not have, or have in another form."""
    assert isinstance(card, Module | Tile)
    if resolver == "two-weapons":
        return _Part({}, why_not=f"{card.name} is from their card pack: use that pack too for a roll of two weapons.")
    pool, field = (card.body, "body") if isinstance(card, Module) else (card.defense, "defense")
    if side == "shield" and isinstance(card, Module) and card.shield:
        if card.shield.impenetrable:
            return _Part({}, why_not=f"{known[0]} is Impenetrable: an attack that would hit it fails.")
        pool, field = Pool.model_construct(dice=card.shield.dice, kind="shield"), "shield"
    inputs = {
        "defend": pool.dice,
        "defend_die": pool.kind,
        "from.defend": f"{pool.dice}:{card.id}.{field}",
    }
    not_counted = f"{card.name} is from their card pack: its dice are filled in, not what a hit destroys"
    return _Part(inputs, known, applied, (not_counted,))


def _defender_component_part(
    mine: MatchupSide, theirs: MatchupSide, conditions: ShotCircumstances, resolver: str
) -> _Part:
    """Return the defender's component in force."""
    card = in_force(theirs, ports_lost(theirs, conditions.their_lost))
    if card is None:
        return _Part({})
    if card.defend is None:
        is_not_counted = card.when == "opponent's turn"
        return _Part({}, not_counted=(f"{card.name}: {card.text}",) if is_not_counted else ())
    if mine.context.catalogue.cards.get(card.id) != card:
        return _Part({}, not_counted=(f"{card.name} is from their card pack: {describe_component_dice(card)}",))
    inputs = {"defender_component": card.id}
    if resolver == "two-weapons" and conditions.defender_for == 2:
        inputs["defender_for"] = "second"
    return _Part(inputs, (card.name,), ((f"{card.name} defends: {describe_component_dice(card)}", "component-active"),))


def _origins(resolver: str, inputs: JsonMapping, context: Context) -> dict[str, str]:
    """Return the origins of inputs that the rulebook does not print: `from.target=reactor:reactor.shield`."""
    kind = KINDS[resolver]
    plain = {name: value for name, value in inputs.items() if not name.startswith("from.")}
    roll_inputs = read_as(kind.inputs, plain, {"catalogue": context.catalogue})
    places: dict[str, dict[str, None]] = {}
    for number in kind.card_numbers(roll_inputs, context) if kind.card_numbers else ():
        card = context.catalogue.cards.get(number.card)
        if card and number.input in plain and card.mark(number.field).kind != "printed":
            places.setdefault(number.input, {})[f"{number.card}.{number.field}"] = None
    return {f"from.{name}": f"{plain[name]}:{','.join(cards)}" for name, cards in places.items()}
