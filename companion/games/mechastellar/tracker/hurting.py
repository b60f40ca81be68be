"""Damage to a unit, and what follows when it is destroyed: Momentum, Influence, units aboard a sinking ship."""

from companion.base.json_types import JsonObject
from companion.data.rulebook import rule
from companion.games.mechastellar.tracker import sheets
from companion.games.mechastellar.tracker.battle import DESTROYED, Battle
from companion.games.mechastellar.tracker.pools import INFLUENCE
from companion.games.mechastellar.tracker.state import SEATS
from companion.play.records.state import TableStep

SINKING_SAVES, SINKING_PEN = 3, 5


@rule("hit-damage")
def hurt(battle: Battle, unit: str, by: int, damage: int, said: str = "") -> None:
    """Take damage off a unit's HP, and say what is left; a unit without HP is destroyed by a seat's side.

    `said` is how it was hit, the beginning of the sentence.
    """
    if damage <= 0 or battle.records.unit(unit).out:
        if said:
            battle.say(f"{said}.")
        return
    battle.records.add(unit, sheets.HP, -damage)
    left = battle.value(unit, sheets.HP)
    end = f"{left:,} HP left" if left else "destroyed"
    battle.say(f"{said or battle.name(unit)}: {damage:,} damage, {end}.")
    if not left:
        destroy(battle, unit, by)


@rule("momentum-gain", "influence-gain")
def destroy(battle: Battle, unit: str, by: int) -> None:
    """Take a unit out of play; the side that destroyed an enemy gains Momentum, once a turn."""
    name = battle.name(unit)
    battle.part(unit)
    battle.records.take_out(unit, DESTROYED)
    seat = battle.seat(unit)
    battle.records.update(lost=(*battle.state.lost, unit))
    if battle.level(unit) >= 1:
        battle.records.update(fallen=tuple(sorted({*battle.state.fallen, seat})))
    if by == seat:
        return
    if by not in battle.state.scored:
        battle.records.update(scored=(*battle.state.scored, by))
        battle.gain(by, 1)
    if battle.fighters[unit].commander and battle.records.has_pool(by, INFLUENCE):
        battle.say(f"{name} was the commander of {SEATS[seat].lower()}.")
        battle.gain(by, 1, INFLUENCE)
    if battle.card(unit).warship:
        _abandon_ship(battle, unit)


@rule("sunken-ship")
def _abandon_ship(battle: Battle, ship: str) -> None:
    """Let units aboard a destroyed ship roll three armor saves; those that survive deploy within 8 inches."""
    for unit in battle.records.standing(battle.seat(ship)):
        if battle.records.link(unit, "ship") == ship:
            battle.records.set_link(unit, "ship", "")
            battle.records.set_acted(unit, False)
            ask_saves(battle, unit, "abandons ship", {"by": ship, "damage": 0})


def ask_saves(battle: Battle, unit: str, why: str, data: JsonObject, pen: int = SINKING_PEN) -> None:
    """Begin three armor saves: of a unit on a sinking ship or near an explosion, of a ship that runs into terrain."""
    card = battle.card(unit)
    inputs: JsonObject = {
        "pen": pen,
        "armor_save": card.arm_sv,
        "hits": SINKING_SAVES,
        "pilot": card.pilot_level,
        "warship": card.warship,
    }
    battle.records.begin(
        TableStep(
            name="saves",
            seat=battle.seat(unit),
            title=f"{battle.name(unit)} {why}: armor saves",
            resolver="armor-save",
            inputs=inputs,
            data={"unit": unit, "effect": "damage", **data},
        )
    )


def lose_weapon(battle: Battle, unit: str, place: int) -> None:
    """Take a weapon or a shield from a unit."""
    battle.put(unit, sheets.weapon_track("lost", place), 1)
    battle.say(f"{battle.name(unit)} loses its {battle.weapon(unit, place).name}.")
