"""Moves of the unit under way besides its attacks and skills: actions, points of Power and Havoc."""

from collections.abc import Iterator

from companion.base.json_types import JsonMapping
from companion.data.rulebook import rule
from companion.games.mechastellar.rules import play
from companion.games.mechastellar.tracker import sheets
from companion.games.mechastellar.tracker.as_it_stands import card_now
from companion.games.mechastellar.tracker.battle import Battle
from companion.games.mechastellar.tracker.hurting import ask_saves, hurt
from companion.games.mechastellar.tracker.offers import is_free_to_target
from companion.games.mechastellar.tracker.skills import declare, go_fast, no_throttle, unit_move, use_skill
from companion.play.tracker import Move


def action_moves(battle: Battle, unit: str) -> Iterator[Move]:
    """Yield the actions of the unit under way that are no attacks, and what it does without one."""
    card, left = battle.card(unit), battle.value(unit, sheets.ACTIONS)
    short = "" if left else "It has no action left."
    if card.warship:
        yield from _ship_actions(battle, unit, short)
    else:
        many = "It has focused three times in this turn." if battle.value(unit, "focused") >= play.MOST_FOCUS else ""
        yield unit_move("focus", unit, "Focus: +1 Hit, +2 with 200 DMG or less", many or short)
    label = f"Full Throttle: Move +{play.full_throttle(card.warship)}″"
    yield unit_move("throttle", unit, label, no_throttle(battle, unit) or short)
    if any(trait.name == "Transforming" for trait in card.traits):
        label = "Transform back" if battle.has(unit, "transformed") else "Transform"
        yield unit_move("transform", unit, label)
    if battle.has(unit, "high"):
        lost = ", 1 Momentum" * battle.has(unit, "climbed")
        yield unit_move("drop", unit, f"Leave High Ground{lost}")
    else:
        yield unit_move("climb", unit, "Gain High Ground")
    cost = play.reverse_cost(battle.level(unit))
    if "stellar-warfare" in battle.modules and cost and battle.momentum(battle.seat(unit)) >= cost:
        yield unit_move("reverse", unit, f"Reverses course in space ({cost} Momentum)")
    if card.warship:
        yield unit_move("collide", unit, "Runs into terrain: three armor saves")


@rule("dangerous-terrain")
def hazard_moves(battle: Battle, seat: int) -> Iterator[Move]:
    """Yield what dangerous terrain does to a side's units, in its module; players roll whether a trap goes off."""
    if "dangerous-terrain" not in battle.modules or not battle.state.round:
        return
    for unit in battle.records.standing(seat):
        for hazard, (words, _, _) in sheets.HAZARDS.items() if battle.on_table(unit) else ():
            yield unit_move("hazard", unit, words, hazard=hazard)


def suffer_hazard(battle: Battle, unit: str, hazard: str) -> None:
    """Let dangerous terrain damage a unit, or force three armor saves; nobody gains Momentum by it."""
    words, damage, pen = sheets.HAZARDS[hazard]
    if damage:
        hurt(battle, unit, battle.seat(unit), damage, f"{battle.name(unit)}: {words}")
    else:
        ask_saves(battle, unit, f"is near an explosion ({words})", {"by": unit, "damage": 0}, pen)


@rule("warship-actions", "warship-focus", "reload")
def _ship_actions(battle: Battle, unit: str, short: str) -> Iterator[Move]:
    for place, weapon in battle.fighters[unit].weapons.items():
        if not weapon.shoots or battle.is_lost(unit, place):
            continue
        if not battle.has(unit, sheets.weapon_track("locked", place)):
            label = f"Lock on with the {weapon.name}: +1 Shot, +1 Hit on a warship"
            yield unit_move("focus", unit, label, short, weapon=place)
        if battle.has(unit, sheets.weapon_track("recharge", place)):
            yield unit_move("reload", unit, f"Reload the {weapon.name}", short, weapon=place)


@rule("power-cost", "havoc-use", "barrier-points")
def points_moves(battle: Battle, seat: int) -> Iterator[Move]:
    """Yield the upgrades that units of a seat can pay for with Power or Havoc, at any time."""
    for unit in battle.records.standing(seat):
        if not battle.on_table(unit):
            continue
        is_active, name = unit == battle.state.active, battle.records.name(unit)
        for upgrade, words in sheets.POWER_UPGRADES.items() if battle.has(unit, sheets.POWER) else ():
            cost = power_price(battle, unit, upgrade)
            is_usable = has_barrier(battle, unit) if upgrade == "barrier" else is_active
            if cost <= battle.value(unit, sheets.POWER) and is_usable:
                yield unit_move("power", unit, f"{name}: {words} ({cost} Power)", upgrade=upgrade)
        for upgrade, words in sheets.HAVOC_UPGRADES.items() if battle.has(unit, sheets.HAVOC) else ():
            if has_barrier(battle, unit) if upgrade == "barrier" else is_active or upgrade in ("impact", "cover"):
                yield unit_move("havoc", unit, f"{name}: {words} (1 Havoc)", upgrade=upgrade)


@rule("barrier-points")
def has_barrier(battle: Battle, unit: str) -> bool:
    """Return whether equipment or a trait of a unit provides a Barrier: by its name, its line, or its blocks."""
    card = card_now(battle, unit)
    words = [f"{one.name} {one.special}" for one in card.weapons] + [f"{one.name} {one.text}" for one in card.traits]
    blocks = any(one.blocks for one in card.trait_cards)
    return blocks or any("barrier" in one.casefold() for one in words)


def power_price(battle: Battle, unit: str, upgrade: str) -> int:
    """Return what the next use of an upgrade costs in this Round."""
    uses = battle.value(unit, f"used-{upgrade}")
    return play.power_cost(uses + 1, battle.rulings) - play.power_cost(uses, battle.rulings)


def make_turn_move(battle: Battle, name: str, values: JsonMapping) -> None:
    """Make a move of the unit under way."""
    unit, records = str(values["unit"]), battle.records
    title = battle.name(unit)
    match name:
        case "focus":
            records.add(unit, sheets.ACTIONS, -1)
            if "weapon" in values:
                records.set(unit, sheets.weapon_track("locked", values["weapon"]), 1)
                battle.say(f"{title} locks on with the {battle.weapon(unit, values['weapon']).name}.")
            else:
                records.add(unit, "focus", 1)
                records.add(unit, "focused", 1)
                more = "" if is_free_to_target(battle, unit) else " or to choose its target"
                battle.say(f"{title} focuses on its next attack{more}.")
        case "throttle":
            records.add(unit, sheets.ACTIONS, -1)
            go_fast(battle, unit)
        case "reload":
            records.add(unit, sheets.ACTIONS, -1)
            records.set(unit, sheets.weapon_track("recharge", values["weapon"]), 0)
            battle.say(f"{title} reloads the {battle.weapon(unit, values['weapon']).name}.")
        case "transform":
            records.set(unit, "transformed", 1 - records.value(unit, "transformed"))
            battle.say(f"{title} transforms{' back' * (not battle.has(unit, 'transformed'))}.")
        case "climb":
            records.set(unit, "high", 1)
            records.set(unit, "climbed", 1)
            battle.say(f"{title} gains High Ground.")
        case "drop":
            _leave_high_ground(battle, unit)
        case "reverse":
            battle.say(f"{title} reverses course.")
            battle.pay(battle.seat(unit), play.reverse_cost(battle.level(unit)))
        case "skill":
            use_skill(battle, unit, str(values["skill"]))
        case "power":
            cost = power_price(battle, unit, str(values["upgrade"]))
            records.add(unit, sheets.POWER, -cost)
            records.add(unit, f"power-{values['upgrade']}", 1)
            records.add(unit, f"used-{values['upgrade']}", 1)
            battle.say(f"{title} spends {cost} Power: {sheets.POWER_UPGRADES[str(values['upgrade'])]}.")
        case "havoc":
            records.add(unit, sheets.HAVOC, -1)
            records.add(unit, f"havoc-{values['upgrade']}", 1)
            battle.say(f"{title} spends 1 Havoc: {sheets.HAVOC_UPGRADES[str(values['upgrade'])]}.")
        case "challenge" | "revenge":
            declare(battle, name, unit, str(values["other"]))


@rule("high-ground-drop")
def _leave_high_ground(battle: Battle, unit: str) -> None:
    """Leave High Ground; in the turn in which it was gained that costs 1 Momentum."""
    battle.records.set(unit, "high", 0)
    battle.say(f"{battle.name(unit)} leaves High Ground.")
    if battle.has(unit, "climbed"):
        battle.pay(battle.seat(unit), min(1, battle.momentum(battle.seat(unit))))
