"""Overwatch: which weapons fire it, what its player is asked, and its roll."""

from itertools import combinations

from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import join_words
from companion.data.documents import read_as
from companion.data.rulebook import rule
from companion.games.mechastellar.analysis.modifiers import best_protection, find_best_shield
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.resolver.inputs import MOST_BONUS, MOST_PEN
from companion.games.mechastellar.rules import play
from companion.games.mechastellar.rules.effects import attack_effects, defense_effects
from companion.games.mechastellar.tracker import sheets
from companion.games.mechastellar.tracker.as_it_stands import card_now, weapons_left
from companion.games.mechastellar.tracker.attack_inputs import AttackPair
from companion.games.mechastellar.tracker.battle import Battle
from companion.games.mechastellar.tracker.circumstances import TableConditions
from companion.games.mechastellar.tracker.owned_choices import may_improvise
from companion.play.records.state import TableStep

MOST_ANSWERS = 12
HOLD = "hold fire"
BONUS_SHOTS, BONUS_HITS = 3, 3
"""What a defender's Overwatch gains after it has outmaneuvered an attacker, or saved its bridge."""
NO_WEAPON = -1
"""The place of the three shots of a unit without a weapon for Overwatch, after it has outmaneuvered an attacker."""


def pair_of(battle: Battle, data: JsonMapping) -> AttackPair:
    """Return the two units of a step, and what was said of them."""
    said = read_as(TableConditions, data["said"])
    assert isinstance(said, TableConditions)
    return AttackPair(battle, data["unit"], data["target"], said, data.get("back"))


def data_of(pair: AttackPair, key: str) -> JsonObject:
    """Return what a step keeps of an attack."""
    said = pair.said.model_dump(mode="json", exclude_defaults=True)
    data = {"unit": pair.unit, "target": pair.target, "key": key, "said": said}
    return data | ({} if pair.back is None else {"back": pair.back})


@rule("overwatch", "warship-overwatch")
def ask_overwatch(pair: AttackPair, key: str) -> bool:
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
        TableStep(
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


def is_locked(battle: Battle, unit: str, inches: int) -> bool:
    """Return whether a unit has a Target Lock on another so many inches away."""
    return inches <= battle.card(unit).sensors


@rule("overwatch", "shooting-critical")
def aim_overwatch(battle: Battle, unit: str, place: int) -> None:
    """Fire a weapon's Overwatch at the enemy under way; its player says how far that is, where a lock hangs on it."""
    target, sensors = battle.state.active, battle.card(unit).sensors
    inches = battle.weapon(unit, place).inches
    if is_locked(battle, unit, inches):
        fire_overwatch(battle, unit, target, [place], {"locked": True})
        return
    title = f"{battle.name(unit)}: how far away is {battle.name(target)}?"
    answers = (f"within its Sensors, {sensors}″", f"farther, up to {inches}″")
    data = {"unit": unit, "target": target, "place": place}
    battle.records.begin(
        TableStep(name="overwatch-lock", seat=battle.seat(unit), title=title, data=data, answers=answers)
    )


def answer_lock(battle: Battle, step: TableStep, answer: int) -> None:
    """Fire Overwatch with a Target Lock or without one."""
    data = step.data
    fire_overwatch(battle, data["unit"], data["target"], [data["place"]], {"locked": answer == 0})


def fire_overwatch(battle: Battle, unit: str, target: str, places: list[int], data: JsonObject) -> None:
    """Begin the Overwatch fire of a unit's weapon at another unit; `data` says what follows the last of them.

    Its keys: `locked` is whether there is a Target Lock, `then` the attack that goes on, `shots` and `hits` what an
    outmaneuvered attacker suffers besides.
    """
    place, *later = places
    weapon = weapons_left(battle, unit).get(place) or _no_weapon()
    inputs = _overwatch_inputs(battle, unit, target, weapon, data)
    if weapon.single_use:
        battle.put(unit, sheets.weapon_track("ammo", place), 0)
    battle.records.begin(
        TableStep(
            name="overwatch-fire",
            seat=battle.seat(unit),
            second=battle.seat(target),
            title=f"{battle.name(unit)}: Overwatch with {weapon.name} at {battle.name(target)}",
            resolver="overwatch",
            inputs=inputs,
            data={**data, "unit": unit, "target": target, "weapon": weapon.name, "place": place, "later": later},
        )
    )


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
        "blocks": best_protection(find_best_shield(b, melee=True), defense)[0] + battle.is_guarded_from(target, unit),
        "pen": min(MOST_PEN, weapon.penetration + sum(effect.pen for effect in effects) + firepower),
        "armor_save": b.arm_sv + (2 * b.size if weapon.effect == "push" else 0),
        "target_lock": data["locked"],
        "warship": b.warship,
        "gritty": battle.factor > 1,
        "effect": weapon.effect,
        "defender": b.pilot_level,
        "pool": battle.momentum(battle.seat(target)),
        "improvise": may_improvise(battle, target),
    }
    return {name: value for name, value in inputs.items() if value or name in ("accuracy", "evade", "damage", "pool")}
