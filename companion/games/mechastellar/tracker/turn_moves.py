"""Moves of the unit under way besides its attacks: actions, skills, points of Power and Havoc."""

from collections.abc import Iterator

from companion.base.json_types import JsonMapping
from companion.data.rulebook import rule
from companion.games.mechastellar.rules import play
from companion.games.mechastellar.tracker import sheets
from companion.games.mechastellar.tracker.attack_inputs import is_used
from companion.games.mechastellar.tracker.battle import Battle
from companion.games.mechastellar.tracker.offers import is_free_to_target
from companion.play.tracker import Move

SEIZE_AGAIN, SEIZE_AGAIN_STRONG = 5, 7
HIGH_FRAME, HIGH_PERFORMANCE = 3, 5


def unit_move(name: str, unit: str, label: str, warning: str = "", **values: object) -> Move:
    """Return a move of a unit."""
    return Move(name=name, values={"unit": unit, **values}, label=label, warning=warning)


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
    yield unit_move("throttle", unit, label, _no_throttle(battle, unit) or short)
    if any(trait.name == "Transforming" for trait in card.traits):
        label = "Transform back" if battle.has(unit, "transformed") else "Transform"
        yield unit_move("transform", unit, label)
    if battle.has(unit, "high"):
        lost = ", 1 Momentum" * battle.has(unit, "climbed")
        yield unit_move("drop", unit, f"Leave High Ground{lost}")
    else:
        yield unit_move("climb", unit, "Gain High Ground")
    if card.warship:
        yield unit_move("collide", unit, "Runs into terrain: three armor saves")


@rule("full-throttle", "battle-damage")
def _no_throttle(battle: Battle, unit: str) -> str:
    if battle.has(unit, "propulsion"):
        return "Its propulsion is damaged."
    if battle.has(unit, "redline"):
        return "It redlined in its last turn."
    return "It has gone Full Throttle in this turn." if battle.has(unit, "throttle") else ""


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


@rule("accelerate", "bullseye", "make-it-count", "tear-through", "seize-the-day", "disengage", "one-skill")
def skill_moves(battle: Battle, unit: str) -> Iterator[Move]:
    """Yield the skills of the unit under way that its side can pay for; a warship has none besides Defense."""
    seat, card, round_number = battle.seat(unit), battle.card(unit), battle.state.round
    if battle.is_engaged(unit):
        yield from _leaving(battle, unit)
    if card.warship:
        return
    once = "One skill in a unit’s turn." if battle.has(unit, "skill") else ""
    skills = [
        ("accelerate", play.accelerate_cost(round_number), "Accelerate: Full Throttle", _no_throttle(battle, unit)),
        ("bullseye", play.BULLSEYE_COST, "Bullseye: +1 Hit on the next attack", ""),
    ]
    if sheets.has_all_skills(battle.fighters[unit]):
        used = "Make it Count is used in this game." if is_used(battle, unit, "made-count") else ""
        skills.append(("make-it-count", 0, f"Make it Count: +{round_number} Hits on the next attack", used))
        early = "" if round_number >= play.TEAR_FROM else "It is for Round 2 and later."
        for level, words in ((0, "at level 0"), (1, "at level 1 and 2")):
            cost = play.tear_through_cost(level)
            skills.append((f"tear-through-{level}", cost, f"Tear through the Ranks {words}: a bonus attack", early))
        used = "Its action is used in this game." if is_used(battle, unit, "seized-action") else ""
        skills.append(("seize-action", 0, "Seize the Day: +1 action", used))
    if "srw" in battle.modules and battle.level(unit) >= 2:
        skills.append(("ace-evade", round_number, "Ace Evade: +3 Evade this turn", ""))
    for skill, cost, words, warning in skills:
        if battle.momentum(seat) >= cost:
            label = f"{words} ({cost} Momentum)" if cost else words
            yield unit_move("skill", unit, label, warning or once, skill=skill)


@rule("disengage", "warship-melee")
def _leaving(battle: Battle, unit: str) -> Iterator[Move]:
    """Yield the ways in which a unit leaves melee: freely, or for Momentum, with more to attack afterwards."""
    card, seat = battle.card(unit), battle.seat(unit)
    if card.warship or (battle.has(unit, "melee") and play.free_disengage(card.melee)):
        yield unit_move("skill", unit, "Disengage freely", skill="disengage-free")
        return
    once = "One skill in a unit’s turn." if battle.has(unit, "skill") else ""
    for skill, attacks in (("disengage", False), ("disengage-attack", True)):
        cost, then = play.disengage_cost(attacks), " and attack afterwards" * attacks
        if battle.momentum(seat) >= cost:
            yield unit_move("skill", unit, f"Disengage{then} ({cost} Momentum)", once, skill=skill)


def again_moves(battle: Battle, seat: int) -> Iterator[Move]:
    """Yield the units that Seize the Day activates again, once all units of a side have acted."""
    records = battle.records
    if records.waiting_to_act(seat) or battle.state.active or battle.state.round < play.TEAR_FROM:
        return
    for unit in records.standing(seat):
        cost = seize_cost(battle, unit)
        usable = sheets.has_all_skills(battle.fighters[unit]) and not is_used(battle, unit, "seized-again")
        if usable and battle.on_table(unit) and battle.momentum(seat) >= cost:
            label = f"Seize the Day: activate {records.name(unit)} again ({cost} Momentum)"
            yield unit_move("seize", unit, label)


@rule("seize-the-day")
def seize_cost(battle: Battle, unit: str) -> int:
    """Return the Momentum for which Seize the Day activates a unit again."""
    card = battle.card(unit)
    strong = card.frame >= HIGH_FRAME or card.performance >= HIGH_PERFORMANCE
    return SEIZE_AGAIN_STRONG if strong else SEIZE_AGAIN


@rule("power-cost", "havoc-use", "barrier-points")
def points_moves(battle: Battle, seat: int) -> Iterator[Move]:
    """Yield the upgrades that units of a seat can pay for with Power or Havoc, at any time."""
    for unit in battle.records.standing(seat):
        if not battle.on_table(unit):
            continue
        is_active, name = unit == battle.state.active, battle.records.name(unit)
        for upgrade, words in sheets.POWER_UPGRADES.items() if battle.has(unit, sheets.POWER) else ():
            cost = power_price(battle, unit, upgrade)
            if cost <= battle.value(unit, sheets.POWER) and (is_active or upgrade == "barrier"):
                yield unit_move("power", unit, f"{name}: {words} ({cost} Power)", upgrade=upgrade)
        for upgrade, words in sheets.HAVOC_UPGRADES.items() if battle.has(unit, sheets.HAVOC) else ():
            if is_active or upgrade in ("impact", "cover", "barrier"):
                yield unit_move("havoc", unit, f"{name}: {words} (1 Havoc)", upgrade=upgrade)


def power_price(battle: Battle, unit: str, upgrade: str) -> int:
    """Return what the next use of an upgrade costs in this Round."""
    uses = battle.value(unit, f"used-{upgrade}")
    return play.power_cost(uses + 1, battle.rulings) - play.power_cost(uses, battle.rulings)


@rule("challenge", "revenge")
def challenge_moves(battle: Battle, unit: str) -> Iterator[Move]:
    """Yield the enemies that the first unit of a Round may challenge, and Revenge where a level 1 or 2 pilot fell."""
    records, seat = battle.records, battle.seat(unit)
    if battle.state.opener == unit and not records.link(unit, "challenge"):
        for enemy in battle.enemies(unit):
            yield unit_move("challenge", unit, f"Challenge {records.name(enemy)}", other=enemy)
    used = battle.pool(seat, "revenge") if battle.rulings["revenge"] == "side" else records.link(unit, "revenge")
    if seat in battle.state.fallen and not used:
        for enemy in battle.enemies(unit):
            yield unit_move("revenge", unit, f"Revenge on {records.name(enemy)}", other=enemy)


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
            _go_fast(battle, unit)
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


def _go_fast(battle: Battle, unit: str) -> None:
    battle.records.set(unit, "throttle", 1)
    battle.records.forget_pairs(unit)
    battle.say(f"{battle.name(unit)} goes Full Throttle.")


def use_skill(battle: Battle, unit: str, skill: str) -> None:
    """Pay for a skill and let it do what it does."""
    seat, records, title = battle.seat(unit), battle.records, battle.name(unit)
    if skill != "disengage-free":
        records.set(unit, "skill", 1)
    match skill:
        case "accelerate":
            battle.say(f"{title} accelerates.")
            battle.pay(seat, play.accelerate_cost(battle.state.round))
            _go_fast(battle, unit)
        case "bullseye":
            battle.say(f"{title}: Bullseye, +1 Hit on its next attack.")
            battle.pay(seat, play.BULLSEYE_COST)
            records.set(unit, "bullseye", 1)
        case "make-it-count":
            records.set(unit, "made-count", 1)
            records.set(unit, "count", 1)
            battle.say(f"{title}: Make it Count, +{battle.state.round} Hits on its next attack.")
        case "tear-through-0" | "tear-through-1":
            battle.say(f"{title} tears through the ranks: a bonus attack.")
            battle.pay(seat, play.tear_through_cost(int(skill[-1])))
            records.set(unit, "bonus", 1)
        case "seize-action":
            records.set(unit, "seized-action", 1)
            records.add(unit, sheets.ACTIONS, 1)
            battle.say(f"{title} seizes the day: one action more.")
        case "ace-evade":
            battle.say(f"{title}: Ace Evade.")
            battle.pay(seat, battle.state.round)
            records.set(unit, "ace-evade", 1)
        case "disengage" | "disengage-attack" | "disengage-free":
            battle.say(f"{title} disengages.")
            if skill != "disengage-free":
                battle.pay(seat, play.disengage_cost(skill == "disengage-attack"))
            battle.part(unit)


def declare(battle: Battle, kind: str, unit: str, other: str) -> None:
    """Declare a Challenge for the Round, or Revenge for the rest of the game: it binds both units."""
    records = battle.records
    records.set_link(unit, kind, other)
    records.set_link(other, kind, unit)
    if kind == "revenge":
        seat = battle.seat(unit)
        records.update(fallen=tuple(one for one in battle.state.fallen if one != seat))
        if records.has_pool(seat, "revenge"):
            records.set_pool(seat, "revenge", 1)
        battle.say(f"{battle.name(unit)} swears revenge on {battle.name(other)}: they attack each other from now on.")
    else:
        battle.say(f"{battle.name(unit)} challenges {battle.name(other)}: they attack each other in this Round.")


def seize_again(battle: Battle, unit: str) -> None:
    """Let a unit act once more in this Round."""
    seat = battle.seat(unit)
    battle.records.set(unit, "seized-again", 1)
    battle.records.set_acted(unit, False)
    battle.say(f"{battle.name(unit)} seizes the day and acts again.")
    battle.pay(seat, seize_cost(battle, unit))
    battle.records.update(turn=seat)
