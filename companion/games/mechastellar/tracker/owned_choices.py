"""What the players of an attack's two units are asked after the dice, as inputs of its roll."""

from companion.base.json_types import JsonMapping, JsonObject
from companion.data.rulebook import rule
from companion.games.mechastellar.tracker import sheets
from companion.games.mechastellar.tracker.attack_inputs import AttackPair
from companion.games.mechastellar.tracker.battle import Battle

WILL_FROM = 3
"""The first Round of The Will to Power."""


def asked_inputs(pair: AttackPair, roll: str, inputs: JsonMapping) -> JsonObject:
    """Return the inputs of a roll at the table: the players are asked for what an analysis supposes of them."""
    battle, unit, target = pair.battle, pair.unit, pair.target
    made: JsonObject = {
        **inputs,
        "pool": battle.momentum(battle.seat(target)),
        "improvise": may_improvise(battle, target),
        "guardian": bool(guardians(battle, target)),
        "attacker_will": has_will(battle, unit),
        "escape": has_event(battle, target, "narrow-escape"),
    }
    if roll == "melee":
        made |= {"choose": True, "reply": "none", "attacker_pool": battle.momentum(battle.seat(unit))}
        made["attacker_improvise"] = may_improvise(battle, unit)
        made["attacker_escape"] = has_event(battle, unit, "narrow-escape")
        made["will"] = has_will(battle, target)
        made["pyrrhic"] = has_event(battle, target, "pyrrhic-victory")
    else:
        made["reply"] = "ask"
    return {name: value for name, value in made.items() if value is not False and value != 0 or name in _ALWAYS}


_ALWAYS = ("accuracy", "evade", "shots", "damage", "melee", "counter_melee", "counter_damage", "pool", "attacker_pool")


@rule("improvise")
def may_improvise(battle: Battle, unit: str) -> bool:
    """Return whether a unit may roll dice again: once a Round, by level 1 and 2 and commanders.

    Of the skills of a unit's turn it goes with Skill Defense alone.
    """
    fighter = battle.fighters[unit]
    if not sheets.has_all_skills(fighter) or battle.has(unit, "skill"):
        return False
    return not is_used(battle, unit, "improvised")


@rule("skill-limits")
def is_used(battle: Battle, unit: str, mark: str) -> bool:
    """Return whether a limited skill is used: by the unit itself, or by ruling by any unit of its side."""
    if battle.rulings["skill-limits"] == "unit":
        return battle.has(unit, mark)
    seat = battle.seat(unit)
    return any(battle.has(one, mark) for one, record in battle.state.units.items() if record.seat == seat)


@rule("climactic-event")
def has_event(battle: Battle, unit: str, event: str) -> bool:
    """Return whether a unit's side has chosen an event and not used it."""
    seat, name = battle.seat(unit), f"event-{event}"
    return battle.records.has_pool(seat, name) and not battle.pool(seat, name)


def has_will(battle: Battle, unit: str) -> bool:
    """Return whether a unit may make hits critical: a commander from Round 3 on, by The Will to Power."""
    commands = battle.fighters[unit].commander and battle.state.round >= WILL_FROM
    return commands and has_event(battle, unit, "the-will-to-power")


@rule("guardian")
def guardians(battle: Battle, target: str) -> list[str]:
    """Return the units that may take the hits on another: allies on the table, where Influence pays for it."""
    seat = battle.seat(target)
    if not battle.pool(seat, "influence") or battle.pool(seat, "reaction"):
        return []
    return [one for one in battle.records.standing(seat) if one != target and battle.on_table(one)]
