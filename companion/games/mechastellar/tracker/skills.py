"""Pilot skills at a table: which ones a side can pay for, and what they do; Challenge and Revenge."""

from collections.abc import Iterator

from companion.data.rulebook import rule
from companion.games.mechastellar.rules import play
from companion.games.mechastellar.tracker import sheets
from companion.games.mechastellar.tracker.battle import Battle
from companion.games.mechastellar.tracker.owned_choices import is_used
from companion.play.tracker import Move

SEIZE_AGAIN, SEIZE_AGAIN_STRONG = 5, 7
HIGH_FRAME, HIGH_PERFORMANCE = 3, 5


def unit_move(name: str, unit: str, label: str, warning: str = "", **values: object) -> Move:
    """Return a move of a unit."""
    return Move(name=name, values={"unit": unit, **values}, label=label, warning=warning)


@rule("full-throttle", "battle-damage")
def no_throttle(battle: Battle, unit: str) -> str:
    """Return why a unit does not go Full Throttle; empty if it may."""
    if battle.has(unit, "propulsion"):
        return "Its propulsion is damaged."
    if battle.has(unit, "redline"):
        return "It redlined in its last turn."
    return "It has gone Full Throttle in this turn." if battle.has(unit, "throttle") else ""


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
        ("accelerate", play.accelerate_cost(round_number), "Accelerate: Full Throttle", no_throttle(battle, unit)),
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


def go_fast(battle: Battle, unit: str) -> None:
    """Let a unit go Full Throttle; what was said of it before its move is forgotten."""
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
            go_fast(battle, unit)
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
