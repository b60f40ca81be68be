"""Attacks as they are made: what each costs, and its roll; the Overwatch of a charged unit comes first."""

from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import plural
from companion.data.rulebook import rule
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.rules import play
from companion.games.mechastellar.tracker import sheets
from companion.games.mechastellar.tracker.as_it_stands import weapons_left
from companion.games.mechastellar.tracker.attack_inputs import AttackPair, has_free_focus
from companion.games.mechastellar.tracker.battle import Battle
from companion.games.mechastellar.tracker.offers import find_offers, hits_several, is_free_to_target
from companion.games.mechastellar.tracker.overwatch import (
    ask_overwatch,
    data_of,
    fire_overwatch,
    is_locked,
    pair_of,
)
from companion.games.mechastellar.tracker.owned_choices import asked_inputs
from companion.games.mechastellar.tracker.titan_throw import throw_cost
from companion.play.records.rules import AttackOffer
from companion.play.records.state import TableStep


def begin_attack(pair: AttackPair, offer: AttackOffer) -> None:
    """Make an attack: a unit that is charged or trampled is asked for its Overwatch first."""
    charges = offer.resolver == "melee" and not pair.battle.is_engaged(pair.unit, pair.target)
    if not (charges or offer.key == "crash") or not ask_overwatch(pair, offer.key):
        strike(pair, offer)


def answer_overwatch(battle: Battle, step: TableStep, answer: int) -> None:
    """Fire the Overwatch that was chosen, one weapon after the other; then the attack goes on."""
    ways = step.data["ways"]
    pair = pair_of(battle, step.data)
    data = data_of(pair, step.data["key"])
    if answer >= len(ways):
        battle.say(f"{battle.name(pair.target)} holds its fire.")
        go_on(battle, data)
        return
    battle.put(pair.target, "guarded", 1)
    locked = is_locked(battle, pair.target, pair.reach)
    fire_overwatch(battle, pair.target, pair.unit, ways[answer], {"then": data, "locked": locked})


def go_on(battle: Battle, data: JsonMapping) -> None:
    """Make the attack that an Overwatch came before, if both units are still there."""
    pair = pair_of(battle, data)
    for one in (pair.unit, pair.target):
        if battle.records.unit(one).out or not battle.value(one, sheets.HP):
            return
    offer = next((offer for offer in find_offers(pair) if offer.key == data["key"] and not offer.why_not), None)
    if offer is None:
        battle.say(f"{battle.name(pair.unit)} cannot attack any more.")
        return
    strike(pair, offer)


@rule("counter-attack")
def _ask_answer(pair: AttackPair, key: str) -> bool:
    """Ask the player of a unit with several melee weapons which one strikes back; return whether it has several."""
    battle, target = pair.battle, pair.target
    fighting = {place: weapon for place, weapon in weapons_left(battle, target).items() if weapon.fights}
    if len(fighting) < 2:
        return False
    title = f"{battle.name(target)} is attacked in melee: which weapon strikes back?"
    data = {**data_of(pair, key), "places": list(fighting)}
    answers = tuple(weapon.name for weapon in fighting.values())
    battle.records.begin(
        TableStep(name="answer-weapon", seat=battle.seat(target), title=title, data=data, answers=answers)
    )
    return True


def answer_weapon(battle: Battle, step: TableStep, answer: int) -> None:
    """Make the attack whose target has chosen the weapon that strikes back."""
    go_on(battle, {**step.data, "back": step.data["places"][answer]})


def strike(pair: AttackPair, offer: AttackOffer) -> None:
    """Pay for an attack and begin its roll."""
    if offer.resolver == "melee" and pair.back is None and _ask_answer(pair, offer.key):
        return
    battle, unit, target = pair.battle, pair.unit, pair.target
    inputs: JsonObject = {k: v for k, v in (offer.inputs or {}).items() if not k.startswith("from.")}
    data = data_of(pair, offer.key)
    contest = offer.key == "outmaneuver"
    if not contest:
        data["bonus"] = _pay(pair, offer)
        _mark_target(pair)
        inputs = asked_inputs(pair, offer.resolver, inputs)
    battle.records.begin(
        TableStep(
            name="contest" if contest else "clash" if offer.resolver == "melee" else "shot",
            seat=battle.seat(unit),
            second=battle.seat(target),
            title=f"{battle.name(unit)}: {offer.title} at {battle.name(target)}",
            resolver=offer.resolver,
            inputs=inputs,
            data=data,
        )
    )


@rule("climactic-event", "opening-bombardment")
def attacks_out_of_turn(battle: Battle, unit: str) -> bool:
    """Return whether an event or a command lets a unit attack now, in nobody's turn or another's."""
    bombards = battle.pool(battle.seat(unit), "bombard") and not battle.state.opener
    return battle.has(unit, "last-shot") or bool(bombards)


def place_of(key: str) -> tuple[int | None, str]:
    """Return the place of the weapon that an attack's key names, and its mode: `w2/remote`."""
    weapon, _, mode = key.partition("/")
    return (int(weapon[1:]), mode) if weapon[1:].isdecimal() else (None, key)


@rule("weapon-once", "melee-once", "momentum-gain", "tear-through")
def _pay(pair: AttackPair, offer: AttackOffer) -> int:
    """Take what an attack costs; return which bonus attack it was: 1, or 2 for the last one, 0 for none.

    An attack out of turn, as of Opening Bombardment or Last Shooting, takes no action.
    """
    battle, unit = pair.battle, pair.unit
    place, mode = place_of(offer.key)
    weapon = battle.weapon(unit, place) if place is not None else None
    bonus, spent = battle.value(unit, "bonus"), 0
    used = place is not None and battle.has(unit, sheets.weapon_track("fired", place))
    again = used and weapon is not None and hits_several(weapon)
    fired = used and weapon is not None and "X" not in weapon.qualities
    if weapon is not None and weapon.fights:
        spent = _pay_melee(pair, mode, bonus)
    elif mode == "remote" and weapon is not None:
        battle.pay(battle.seat(unit), min(battle.momentum(battle.seat(unit)), play.remote_cost(weapon, battle.rulings)))
    elif bonus and not again and (fired or not battle.value(unit, sheets.ACTIONS)):
        spent = bonus
    elif not again:
        _pay_action(battle, unit)
    if spent:
        battle.put(unit, "bonus", 0)
    if weapon is not None and place is not None:
        _use_weapon(pair, weapon, place)
    for track in sheets.NEXT_ATTACK:
        battle.put(unit, track, 0)
    return spent


def _pay_action(battle: Battle, unit: str) -> None:
    if battle.state.active == unit:
        battle.records.add(unit, sheets.ACTIONS, -1)
    elif battle.pool(battle.seat(unit), "bombard") and not battle.has(unit, "last-shot"):
        battle.records.add_pool(battle.seat(unit), "bombard", -1)


def _pay_melee(pair: AttackPair, mode: str, bonus: int) -> int:
    """Take what a melee attack costs, and add the Momentum that it brings on one's own turn."""
    battle, unit = pair.battle, pair.unit
    seat, spent = battle.seat(unit), 0
    cost = throw_cost(pair) if mode == "throw" else None
    if cost:
        battle.records.add(unit, cost[0], -cost[1])
        battle.records.add(unit, "used-throw", 1)
    elif battle.has(unit, "melee"):
        spent = bonus
    else:
        battle.put(unit, "melee", 1)
    if battle.state.active == unit:
        battle.gain(seat, 1)
    for trait in battle.card(pair.target).traits:
        if trait.name == "Galvanizing Display" and battle.fighters[pair.target].commander:
            battle.gain(battle.seat(pair.target), 2)
    _engage(battle, unit, pair.target)
    return spent


def _engage(battle: Battle, unit: str, target: str) -> None:
    if not battle.is_engaged(unit, target):
        battle.records.set_link(unit, "engaged", target)
    if not battle.records.link(target, "engaged"):
        battle.records.set_link(target, "engaged", unit)


def _use_weapon(pair: AttackPair, weapon: Weapon, place: int) -> None:
    battle, unit = pair.battle, pair.unit
    battle.put(unit, sheets.weapon_track("fired", place), int(battle.state.active == unit))
    if weapon.single_use:
        battle.put(unit, sheets.weapon_track("ammo", place), 0)
    battle.put(unit, sheets.weapon_track("recharge", place), 1)
    if has_free_focus(pair, weapon):
        battle.put(unit, "free-focus", 1)


@rule("return-fire")
def _mark_target(pair: AttackPair) -> None:
    """Note that a unit that was attacked returns fire: it is activated next, if it has not acted."""
    battle, target = pair.battle, pair.target
    own_turn = battle.state.active == pair.unit
    if own_turn and not battle.records.unit(target).has_acted and not is_free_to_target(battle, target):
        battle.records.set_link(target, "return", pair.unit)


def times(hits: int) -> str:
    """Return how often something hits, in words."""
    return {1: "once", 2: "twice"}.get(hits, f"{plural(hits, 'time')}")
