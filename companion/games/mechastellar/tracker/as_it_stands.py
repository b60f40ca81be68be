"""A unit's card as its record stands: lost weapons are gone, damage lowers its numbers, a shut down unit has none."""

from typing import Any

from companion.data.rulebook import rule
from companion.games.mechastellar.model import Trait
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.rules import play
from companion.games.mechastellar.rules.equipped import EquippedUnit
from companion.games.mechastellar.tracker import sheets
from companion.games.mechastellar.tracker.battle import Battle

MOST_CAMERA = 3
BRIDGE_HIT = 2
"""Accuracy that a hit on a ship's bridge costs."""
MORE_MOVE = 5


def weapons_left(battle: Battle, unit: str) -> dict[int, Weapon]:
    """Return the weapons and shields that a unit still has, by their places on its card."""
    return {
        place: _worn(battle, unit, place, weapon)
        for place, weapon in battle.fighters[unit].weapons.items()
        if not battle.is_lost(unit, place)
    }


@rule("remote-shot-down")
def _worn(battle: Battle, unit: str, place: int, weapon: Weapon) -> Weapon:
    """Return a weapon without the attacks that an ace has shot down."""
    gone = battle.value(unit, sheets.weapon_track("remote", place))
    return weapon.model_copy(update={"attacks": str(max(0, weapon.shots - gone))}) if gone else weapon


def card_now(battle: Battle, unit: str, weapons: dict[int, Weapon] | None = None) -> EquippedUnit:
    """Return a unit's card as its record stands, with the `weapons` that it has left."""
    card = battle.card(unit)
    weapons = weapons_left(battle, unit) if weapons is None else weapons
    changed: dict[str, Any] = {"weapons": tuple(weapons.values()), **_damaged(battle, unit, card)}
    if more := _more_move(battle, unit, card):
        changed["move"] = changed.get("move", card.move) + more
    if battle.has(unit, "throttle"):
        slower = changed.get("move", card.move)
        faster = play.full_throttle(card.warship) + MORE_MOVE * battle.value(unit, "power-throttle")
        changed["move"] = slower + faster
    if battle.is_shut_down(unit):
        changed |= {"evade": 0, "melee": 0}
    lost = {place for place in range(len(card.traits)) if battle.has(unit, sheets.weapon_track("trait", place))}
    if lost:
        changed["traits"] = tuple(trait for place, trait in enumerate(card.traits) if place not in lost)
        gone = {card.traits[place].name for place in lost}
        changed["trait_cards"] = tuple(one for one in card.trait_cards if one.name not in gone)
    if battle.has(unit, "rerolled"):
        changed["trait_cards"] = tuple(map(_used_up, changed.get("trait_cards", card.trait_cards)))
    return card.model_copy(update=changed)


def _used_up(trait: Trait) -> Trait:
    return trait.model_copy(update={"rerolls": 0}) if sheets.is_once_a_round(trait) else trait


@rule("round-commands", "captains-orders", "stellar-warfare-move")
def _more_move(battle: Battle, unit: str, card: EquippedUnit) -> int:
    """Return the inches that commands, a battle-hardened captain's order and space add to a unit's Move."""
    seat = battle.seat(unit)
    reasons = (
        battle.pool(seat, "bulwark"),
        battle.pool(seat, "raid"),
        battle.pool(seat, "order-close") > 1,
        "stellar-warfare" in battle.modules and card.pilot_level > 0 and not card.warship,
    )
    return MORE_MOVE * sum(map(bool, reasons))


@rule("battle-damage", "shutdown")
def _damaged(battle: Battle, unit: str, card: EquippedUnit) -> dict[str, object]:
    camera, propulsion = battle.value(unit, "camera"), battle.value(unit, "propulsion")
    accuracy = min(MOST_CAMERA, camera + BRIDGE_HIT * battle.has(unit, "bridge"))
    changed: dict[str, object] = {}
    if accuracy:
        changed["shooting"] = card.shooting - accuracy
    if propulsion:
        changed["evade"] = card.evade - propulsion
        changed["move"] = max(0, card.move - MORE_MOVE * propulsion)
    return changed
