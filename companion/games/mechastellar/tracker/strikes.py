"""Attacks as they are made: Overwatch of the charged unit first, then what the attack costs, then its roll."""

from itertools import combinations

from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import join_words, plural
from companion.data.documents import read_as
from companion.data.rulebook import rule
from companion.games.mechastellar.analysis.modifiers import best_protection, find_best_shield, free_focus
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.resolver.inputs import MOST_BONUS, MOST_PEN
from companion.games.mechastellar.rules import play
from companion.games.mechastellar.rules.effects import attack_effects, defense_effects
from companion.games.mechastellar.tracker import sheets
from companion.games.mechastellar.tracker.as_it_stands import card_now, weapons_left
from companion.games.mechastellar.tracker.attack_inputs import Pair, asked_inputs, may_improvise
from companion.games.mechastellar.tracker.battle import Battle
from companion.games.mechastellar.tracker.circumstances import TableConditions
from companion.games.mechastellar.tracker.offers import find_offers, hits_several, is_free_to_target
from companion.games.mechastellar.tracker.titan_throw import throw_cost
from companion.play.records.rules import Offer
from companion.play.records.state import Step

MOST_ANSWERS = 12
HOLD = "hold fire"
BONUS_SHOTS, BONUS_HITS = 3, 3
"""What a defender's Overwatch gains after it has outmaneuvered an attacker, or saved its bridge."""


def begin_attack(pair: Pair, offer: Offer) -> None:
    """Make an attack: a unit that is charged or trampled is asked for its Overwatch first."""
    charges = offer.resolver == "melee" and not pair.battle.is_engaged(pair.unit, pair.target)
    if not (charges or offer.key == "crash") or not ask_overwatch(pair, offer.key):
        strike(pair, offer)


def pair_of(battle: Battle, data: JsonMapping) -> Pair:
    """Return the two units of a step, and what was said of them."""
    said = read_as(TableConditions, data["said"])
    assert isinstance(said, TableConditions)
    return Pair(battle, data["unit"], data["target"], said)


def data_of(pair: Pair, key: str) -> JsonObject:
    """Return what a step keeps of an attack."""
    said = pair.said.model_dump(mode="json", exclude_defaults=True)
    return {"unit": pair.unit, "target": pair.target, "key": key, "said": said}


@rule("overwatch", "warship-overwatch")
def ask_overwatch(pair: Pair, key: str) -> bool:
    """Ask the charged unit's player which weapons fire Overwatch; return whether there are any to ask for."""
    battle, target = pair.battle, pair.target
    if pair.is_behind or battle.is_engaged(target) or battle.has(target, "guarded"):
        return False
    places = overwatch_weapons(battle, target, pair.reach)
    shots = 1 if battle.card(target).warship else battle.actions(target)
    if not places or shots < 1:
        return False
    few = min(shots, len(places))
    ways = list(combinations(places, few))[:MOST_ANSWERS]
    answers = [f"fire {join_words([battle.weapon(target, place).name for place in way])}" for way in ways]
    title = f"{battle.name(pair.unit)} charges {battle.name(target)}: Overwatch?"
    battle.records.begin(
        Step(
            name="overwatch",
            seat=battle.seat(target),
            title=title,
            data={**data_of(pair, key), "ways": [list(way) for way in ways]},
            answers=(*answers, HOLD),
        )
    )
    return True


def overwatch_weapons(battle: Battle, unit: str, inches: int) -> list[int]:
    """Return the places of the weapons with which a unit can fire Overwatch at so many inches; a ship's are [AA]."""
    ship, screen = battle.card(unit).warship, battle.pool(battle.seat(unit), "screen")
    return [
        place
        for place, weapon in weapons_left(battle, unit).items()
        if (weapon.overwatch or (screen and is_missile(weapon)))
        and weapon.inches >= inches
        and not weapon.aoe
        and (not ship or "AA" in weapon.qualities)
        and (not weapon.single_use or battle.value(unit, sheets.weapon_track("ammo", place)))
    ]


def is_missile(weapon: Weapon) -> bool:
    """Return whether a weapon is one of the missiles or rockets of Missile Screen."""
    return any(word in weapon.name.casefold() for word in ("missile", "rocket"))


def answer_overwatch(battle: Battle, step: Step, answer: int) -> None:
    """Fire the Overwatch that was chosen, one weapon after the other; then the attack goes on."""
    ways = step.data["ways"]
    pair = pair_of(battle, step.data)
    data = data_of(pair, step.data["key"])
    if answer >= len(ways):
        battle.say(f"{battle.name(pair.target)} holds its fire.")
        go_on(battle, data)
        return
    battle.put(pair.target, "guarded", 1)
    fire_overwatch(battle, pair.target, pair.unit, ways[answer], {"then": data})


def fire_overwatch(battle: Battle, unit: str, target: str, places: list[int], data: JsonObject) -> None:
    """Begin the Overwatch fire of a unit's weapon at another unit; `data` says what follows the last of them.

    Its keys: `then` is the attack that goes on, `shots` and `hits` what an outmaneuvered attacker suffers besides.
    """
    place, *later = places
    weapon = weapons_left(battle, unit).get(place) or _no_weapon()
    inputs = _overwatch_inputs(battle, unit, target, weapon, data)
    if weapon.single_use:
        battle.put(unit, sheets.weapon_track("ammo", place), 0)
    battle.records.begin(
        Step(
            name="overwatch-fire",
            seat=battle.seat(unit),
            second=battle.seat(target),
            title=f"{battle.name(unit)}: Overwatch with {weapon.name} at {battle.name(target)}",
            resolver="overwatch",
            inputs=inputs,
            data={**data, "unit": unit, "target": target, "weapon": weapon.name, "place": place, "later": later},
        )
    )


NO_WEAPON = -1
"""The place of the three shots of a unit without a weapon for Overwatch, after it has outmaneuvered an attacker."""


def _no_weapon() -> Weapon:
    return Weapon(name="Guns", range="8", attacks="3", dmg=100)


@rule("overwatch")
def _overwatch_inputs(battle: Battle, unit: str, target: str, weapon: Weapon, data: JsonMapping) -> JsonObject:
    """Return the inputs of one weapon's Overwatch, without choices of either side."""
    a, b, context = card_now(battle, unit), card_now(battle, target), battle.terms.context
    effects, defense = attack_effects(a, b, weapon, context.catalogue), defense_effects(b, a, context.catalogue)
    screen = battle.pool(battle.seat(unit), "screen") and is_missile(weapon)
    hits = sum(effect.hits for effect in effects) + data.get("hits", 0) + 5 * bool(screen and weapon.overwatch)
    firepower = battle.pool(battle.seat(unit), "firepower")
    raid = battle.pool(battle.seat(target), "raid")
    inputs: JsonObject = {
        "accuracy": a.shooting + play.cap_bonus(sum(effect.accuracy for effect in effects) + firepower),
        "evade": b.evade + play.cap_bonus(sum(effect.evade for effect in defense) + raid),
        "overwatch": weapon.overwatch or (5 if screen else BONUS_SHOTS),
        "attacks": weapon.shots,
        "damage": weapon.dmg,
        "extra_shots": min(MOST_BONUS, sum(effect.shots for effect in effects) + data.get("shots", 0)),
        "bonus_hits": min(MOST_BONUS, hits),
        "blocks": best_protection(find_best_shield(b, melee=True), defense)[0],
        "pen": min(MOST_PEN, weapon.penetration + sum(effect.pen for effect in effects) + firepower),
        "armor_save": b.arm_sv + (2 * b.size if weapon.effect == "push" else 0),
        "target_lock": a.sensors >= 4,
        "warship": b.warship,
        "gritty": battle.factor > 1,
        "effect": weapon.effect,
        "defender": b.pilot_level,
        "pool": battle.momentum(battle.seat(target)),
        "improvise": may_improvise(battle, target),
    }
    return {name: value for name, value in inputs.items() if value or name in ("accuracy", "evade", "damage", "pool")}


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


def strike(pair: Pair, offer: Offer) -> None:
    """Pay for an attack and begin its roll."""
    battle, unit, target = pair.battle, pair.unit, pair.target
    inputs: JsonObject = {k: v for k, v in (offer.inputs or {}).items() if not k.startswith("from.")}
    data = data_of(pair, offer.key)
    contest = offer.key == "outmaneuver"
    if not contest:
        data["bonus"] = _pay(pair, offer)
        _mark_target(pair)
        inputs = asked_inputs(pair, offer.resolver, inputs)
    battle.records.begin(
        Step(
            name="contest" if contest else "clash" if offer.resolver == "melee" else "shot",
            seat=battle.seat(unit),
            second=battle.seat(target),
            title=f"{battle.name(unit)}: {offer.title} at {battle.name(target)}",
            resolver=offer.resolver,
            inputs=inputs,
            data=data,
        )
    )


def place_of(key: str) -> tuple[int | None, str]:
    """Return the place of the weapon that an attack's key names, and its mode: `w2/remote`."""
    weapon, _, mode = key.partition("/")
    return (int(weapon[1:]), mode) if weapon[1:].isdecimal() else (None, key)


@rule("weapon-once", "melee-once", "momentum-gain", "tear-through")
def _pay(pair: Pair, offer: Offer) -> int:
    """Take what an attack costs; return which bonus attack it was: 1, or 2 for the last one, 0 for none."""
    battle, unit = pair.battle, pair.unit
    place, mode = place_of(offer.key)
    weapon = battle.weapon(unit, place) if place is not None else None
    bonus = battle.value(unit, "bonus")
    used = place is not None and battle.has(unit, sheets.weapon_track("fired", place))
    if weapon is not None and weapon.fights:
        spent = _pay_melee(pair, mode, bonus)
    elif mode == "remote" and weapon is not None:
        battle.pay(battle.seat(unit), min(battle.momentum(battle.seat(unit)), play.remote_cost(weapon, battle.rulings)))
        spent = 0
    elif used and weapon is not None and hits_several(weapon):
        spent = 0
    elif bonus and (not battle.value(unit, sheets.ACTIONS) or (used and weapon and "X" not in weapon.qualities)):
        spent = bonus
    else:
        battle.records.add(unit, sheets.ACTIONS, -1)
        spent = 0
    if spent:
        battle.put(unit, "bonus", 0)
    if weapon is not None and place is not None:
        _use_weapon(pair, weapon, place)
    for track in sheets.NEXT_ATTACK:
        battle.put(unit, track, 0)
    return spent


def _pay_melee(pair: Pair, mode: str, bonus: int) -> int:
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


def _use_weapon(pair: Pair, weapon: Weapon, place: int) -> None:
    battle, unit = pair.battle, pair.unit
    battle.put(unit, sheets.weapon_track("fired", place), 1)
    if weapon.single_use:
        battle.put(unit, sheets.weapon_track("ammo", place), 0)
    battle.put(unit, sheets.weapon_track("recharge", place), 1)
    effects = attack_effects(*pair.cards, weapon, battle.terms.context.catalogue, melee=weapon.fights)
    if free_focus(effects):
        battle.put(unit, "free-focus", 1)


@rule("return-fire")
def _mark_target(pair: Pair) -> None:
    """Note that a unit that was attacked returns fire: it is activated next, if it has not acted."""
    battle, target = pair.battle, pair.target
    own_turn = battle.state.active == pair.unit
    if own_turn and not battle.records.unit(target).has_acted and not is_free_to_target(battle, target):
        battle.records.set_link(target, "return", pair.unit)


def times(hits: int) -> str:
    """Return how often something hits, in words."""
    return {1: "once", 2: "twice"}.get(hits, f"{plural(hits, 'time')}")
