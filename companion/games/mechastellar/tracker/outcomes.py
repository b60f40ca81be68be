"""What the outcome of an attack does to the records of both units, in sentences with their names."""

from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import join_words, plural
from companion.data.rulebook import rule
from companion.dice.resolver import Outcome
from companion.games.mechastellar.resolver.clash import ClashSide, moves_enemy
from companion.games.mechastellar.resolver.from_inputs import CRASH_DAMAGE, THROWN_DAMAGE
from companion.games.mechastellar.resolver.shooting import SAVE_DAMAGE
from companion.games.mechastellar.rules.play import cover_blocks
from companion.games.mechastellar.tracker import sheets
from companion.games.mechastellar.tracker.aftermath import sink
from companion.games.mechastellar.tracker.attack_inputs import BLINDSIDE, BRIDGE, TACTICAL, AttackPair
from companion.games.mechastellar.tracker.battle import Battle
from companion.games.mechastellar.tracker.failed_saves import follow_saves
from companion.games.mechastellar.tracker.hurting import hurt
from companion.games.mechastellar.tracker.overwatch import (
    BONUS_HITS,
    BONUS_SHOTS,
    NO_WEAPON,
    fire_overwatch,
    is_locked,
    overwatch_weapons,
    pair_of,
)
from companion.games.mechastellar.tracker.owned_choices import guardians
from companion.games.mechastellar.tracker.played_cards import use_event
from companion.games.mechastellar.tracker.pools import INFLUENCE
from companion.games.mechastellar.tracker.rounds import end_last_shot
from companion.games.mechastellar.tracker.strikes import go_on, place_of, times
from companion.play.records.state import TableStep

ACE = 2
NAMES_OF_ATTACKS = {"terrain": "thrown terrain", "crash": "crash"}


def finish_shot(battle: Battle, step: TableStep, outcome: Outcome) -> None:
    """Apply a shooting attack."""
    pair = pair_of(battle, step.data)
    place, mode = place_of(step.data["key"])
    name = battle.weapon(pair.unit, place).name if place is not None else NAMES_OF_ATTACKS[mode]
    _spend(battle, pair.target, outcome, "")
    if place is not None:
        _shoot_down(pair, place, outcome)
    _use_rerolls(pair, step, outcome)
    _use_will(battle, pair.unit, outcome)
    end_last_shot(battle, pair.unit)
    said = f"{battle.name(pair.unit)}’s {name}"
    if outcome["intercepted"]:
        _ask_guardian(pair, step, outcome, said)
        return
    _ask_terrain(pair, step, outcome)
    _apply_blow(pair, pair.target, pair.unit, step.inputs, outcome, said)
    _go_on_tearing(pair, step)


def _spend(battle: Battle, unit: str, outcome: Outcome, prefix: str) -> None:
    """Take off what a unit's player has paid after the dice, and mark an Improvise."""
    battle.pay(battle.seat(unit), outcome[f"{prefix}momentum"])
    if outcome[f"{prefix}improvised"]:
        battle.put(unit, "improvised", 1)
        battle.put(unit, "skill", int(battle.state.active == unit))
        battle.say(f"{battle.name(unit)} improvises.")
    if outcome[f"{prefix}escaped"]:
        use_event(battle, battle.seat(unit), {"event": "narrow-escape"})


@rule("destroy-terrain", "cover")
def _ask_terrain(pair: AttackPair, step: TableStep, outcome: Outcome) -> None:
    """Begin the roll for cover that has blocked hits: it may be destroyed; crashing through counts double."""
    inputs, crash = step.inputs, step.resolver == "crash-through"
    damage = inputs.get("damage", THROWN_DAMAGE)
    if crash:
        damage = CRASH_DAMAGE + 100 * (inputs.get("size", 0) + inputs.get("havoc", 0))
    used = inputs.get("cover") and cover_blocks(damage) > inputs.get("blocks", 0)
    if not used or not outcome["blocked"] or pair.battle.card(pair.target).warship:
        return
    pair.battle.records.begin(
        TableStep(
            name="terrain",
            seat=pair.battle.seat(pair.target),
            title=f"The cover of {pair.battle.name(pair.target)}",
            resolver="destroy-terrain",
            inputs={"damage": damage, "how": "crash-through" if crash else "shot"},
            data=dict(step.data),
        )
    )


def finish_terrain(battle: Battle, step: TableStep, outcome: Outcome) -> None:
    """Say whether cover still stands; one that does not is no longer remembered of the two units."""
    pair = pair_of(battle, step.data)
    if outcome["survives"]:
        battle.say(f"The cover of {battle.name(pair.target)} holds.")
        return
    battle.say(f"The cover of {battle.name(pair.target)} is destroyed.")
    said = pair.said.model_copy(update={"cover": False}).model_dump(mode="json", exclude_defaults=True)
    battle.records.remember(pair.unit, pair.target, said)


def _use_will(battle: Battle, unit: str, outcome: Outcome) -> None:
    if outcome["attacker_willed"]:
        use_event(battle, battle.seat(unit), {"event": "the-will-to-power"})


def _use_rerolls(pair: AttackPair, step: TableStep, outcome: Outcome) -> None:
    """Mark a trait of once a Round that has rolled Evade dice again; those that M-Particles allow come first."""
    cards = pair.battle.card(pair.target).trait_cards
    once = sum(card.rerolls for card in cards if sheets.is_once_a_round(card))
    if once and outcome.get("rerolled", 0) > step.inputs.get("rerolls", 0) - once:
        pair.battle.put(pair.target, "rerolled", 1)


@rule("remote-shot-down")
def _shoot_down(pair: AttackPair, place: int, outcome: Outcome) -> None:
    battle, weapon = pair.battle, pair.battle.weapon(pair.unit, place)
    tens = outcome.get("tens", 0)
    if "Remote" in weapon.qualities and battle.level(pair.target) >= ACE and tens:
        gone = battle.records.add(pair.unit, sheets.weapon_track("remote", place), tens)
        if gone:
            battle.say(f"{battle.name(pair.target)} shoots down {plural(gone, 'attack')} of the {weapon.name}.")


def blow_words(battle: Battle, said: str, target: str, outcome: Outcome, prefix: str = "") -> str:
    """Return how an attack hit, without its full stop."""
    hits, through = outcome[f"{prefix}hits"], outcome[f"{prefix}unblocked"]
    name = battle.name(target)
    if not hits:
        return f"{said} misses {name}"
    if not through:
        return f"{said} hits {name} {times(hits)}, all blocked"
    blocked, failed = outcome[f"{prefix}blocked"], outcome[f"{prefix}saves_failed"]
    details = [f"{blocked} of {hits} blocked"] * bool(blocked)
    details += [plural(failed, "failed save")] * bool(failed)
    brackets = f" ({join_words(details)})" if details else ""
    return f"{said} hits {name} {times(through)}{brackets}"


def _apply_blow(
    pair: AttackPair, struck: str, by: str, inputs: JsonMapping, outcome: Outcome, said: str, prefix: str = ""
) -> None:
    """Apply the damage and the failed saves of one blow; within a ship's attackers' Sensors its player chooses."""
    battle, words = pair.battle, blow_words(pair.battle, said, struck, outcome, prefix)
    failed, damage = outcome[f"{prefix}saves_failed"], outcome[f"{prefix}damage"]
    effect = str(inputs.get(f"{prefix}effect", "damage"))
    if prefix == "" and inputs.get("push") and not inputs.get("push_by_hits") and inputs.get("pen", 0) >= 2:
        effect = "push"
    near = pair.said.distance <= battle.card(by).sensors or inputs.get("melee")
    if battle.card(struck).warship and failed and effect == "damage" and near:
        damage -= failed * SAVE_DAMAGE
        hurt(battle, struck, battle.seat(by), damage, words)
        sink(battle, struck, by, failed)
    else:
        hurt(battle, struck, battle.seat(by), damage, words)
    follow_saves(battle, struck, by, effect, failed)


def _go_on_tearing(pair: AttackPair, step: TableStep) -> None:
    """Give the last bonus attack of Tear through the Ranks where its first one destroyed the target."""
    battle = pair.battle
    if step.data.get("bonus") == 1 and battle.records.unit(pair.target).out and not battle.records.unit(pair.unit).out:
        battle.put(pair.unit, "bonus", 2)
        battle.say(f"{battle.name(pair.unit)} tears through: Move +5″ and one last bonus attack.")


def finish_clash(battle: Battle, step: TableStep, outcome: Outcome) -> None:
    """Apply a melee clash to both units."""
    pair = pair_of(battle, step.data)
    unit, target = pair.unit, pair.target
    place, _ = place_of(step.data["key"])
    assert place is not None
    _spend(battle, target, outcome, "")
    _spend(battle, unit, outcome, "attacker_")
    _use_will(battle, unit, outcome)
    for event, used in (("the-will-to-power", "willed"), ("pyrrhic-victory", "pyrrhic")):
        if outcome[used]:
            use_event(battle, battle.seat(target), {"event": event})
    said = f"{battle.name(unit)}’s {battle.weapon(unit, place).name}"
    answer = pair.answer
    struck_back = _strikes_back(step, outcome)
    if outcome["intercepted"]:
        _ask_guardian(pair, step, outcome, said)
    else:
        _say_finisher(battle, unit, outcome, "attacker")
        _apply_blow(pair, target, unit, step.inputs, outcome, said)
    if struck_back:
        back = f"{battle.name(target)}’s {answer.name if answer else 'counter-attack'}"
        _say_finisher(battle, target, outcome, "defender")
        _apply_blow(pair, unit, target, step.inputs, outcome, back, "counter_")
    if _pushes(step.inputs, outcome) and not (battle.records.unit(unit).out or battle.records.unit(target).out):
        battle.part(target)
        battle.say(f"{battle.name(target)} is pushed out of melee.")
    _go_on_tearing(pair, step)


def _strikes_back(step: TableStep, outcome: Outcome) -> bool:
    return bool(outcome["counter_hits"] or outcome["counter_damage"])


def _pushes(inputs: JsonMapping, outcome: Outcome) -> bool:
    """Return whether the attacker's weapon has pushed its target out of melee."""
    by = ClashSide(
        push=bool(inputs.get("push")), by_hits=bool(inputs.get("push_by_hits")), pen=int(inputs.get("pen", 0))
    )
    return moves_enemy(by, (outcome["hits"], outcome["blocked"], outcome["saves_failed"]))


def _say_finisher(battle: Battle, unit: str, outcome: Outcome, who: str) -> None:
    if outcome["finishing_blow"] == who:
        battle.say(f"{battle.name(unit)} strikes a Finishing Blow.")


def _ask_guardian(pair: AttackPair, step: TableStep, outcome: Outcome, said: str) -> None:
    """Ask which unit takes the hits on another; its player has paid the Influence."""
    battle, target = pair.battle, pair.target
    seat, units = battle.seat(target), guardians(battle, target)
    battle.pay(seat, 1, INFLUENCE)
    battle.records.set_pool(seat, "reaction", 1)
    data = {**step.data, "hits": outcome["intercepted"], "units": units, "inputs": _blow_inputs(step.inputs)}
    battle.say(f"{said} hits {battle.name(target)} {times(outcome['intercepted'])}, and another unit takes it.")
    title = "Guardian: who takes the hits? It must be within 5″, with Move 20 or more within 10″."
    names = tuple(map(battle.name, units))
    battle.records.begin(TableStep(name="guardian", seat=seat, title=title, data=data, answers=names))


def _blow_inputs(inputs: JsonMapping) -> JsonObject:
    return {name: inputs[name] for name in ("damage", "pen", "effect", "aoe", "gritty") if name in inputs}


@rule("guardian")
def answer_guardian(battle: Battle, step: TableStep, answer: int) -> None:
    """Let a unit take the hits on another: all of them, with its own armor saves."""
    pair, unit = pair_of(battle, step.data), step.data["units"][answer]
    card, blow, hits = battle.card(unit), step.data["inputs"], step.data["hits"]
    effect = blow.get("effect", "damage")
    inputs: JsonObject = {
        "pen": blow.get("pen", 0),
        "armor_save": card.arm_sv,
        "hits": min(40, hits),
        "push": effect == "push",
        "stun": effect == "stun",
        "size": card.size,
        "pilot": card.pilot_level,
        "warship": card.warship,
        "aoe": bool(blow.get("aoe")),
        "gritty": bool(blow.get("gritty")),
    }
    data: JsonObject = {"unit": unit, "by": pair.unit, "damage": hits * blow.get("damage", 500), "effect": effect}
    battle.say(f"{battle.name(unit)} takes the hits on {battle.name(pair.target)}.")
    title = f"{battle.name(unit)}: armor saves"
    battle.records.begin(
        TableStep(name="saves", seat=battle.seat(unit), title=title, resolver="armor-save", inputs=inputs, data=data)
    )


def finish_overwatch(battle: Battle, step: TableStep, outcome: Outcome) -> None:
    """Apply one weapon's Overwatch; then comes the next weapon, or the attack that it interrupted."""
    data = step.data
    unit, target = data["unit"], data["target"]
    _spend(battle, target, outcome, "")
    said = blow_words(battle, f"{battle.name(unit)}’s Overwatch with {data['weapon']}", target, outcome)
    hurt(battle, target, battle.seat(unit), outcome["damage"], said)
    if data["later"] and not battle.records.unit(target).out:
        passed_on: JsonObject = {name: data[name] for name in ("then", "shots", "hits", "locked") if name in data}
        fire_overwatch(battle, unit, target, data["later"], passed_on)
    elif "then" in data:
        go_on(battle, data["then"])
    follow_saves(battle, target, unit, str(step.inputs.get("effect", "damage")), outcome["saves_failed"])


@rule("outmaneuver", "bridge-attack")
def finish_contest(battle: Battle, step: TableStep, outcome: Outcome) -> None:
    """Give the winner of an outmaneuver roll or a bridge attack what it has won."""
    pair = pair_of(battle, step.data)
    unit, target, bridge = pair.unit, pair.target, step.resolver == "bridge-attack"
    gained = {"tactical advantage": TACTICAL, "blindside": BLINDSIDE, "blindside and PEN+3": BRIDGE}
    won = gained.get(outcome["result"])
    numbers = f"{max(outcome['attacker'], outcome['defender'])} to {min(outcome['attacker'], outcome['defender'])}"
    if won:
        battle.records.set(unit, "edge", won)
        battle.records.set_link(unit, "edge", target)
        battle.put(target, "bridge", int(bridge))
        battle.say(f"{battle.name(unit)} outmaneuvers {battle.name(target)}, {numbers}: {outcome['result']}.")
        return
    if outcome["winner"] == "nobody":
        battle.say(f"{battle.name(unit)} and {battle.name(target)} are even: the sequence ends.")
        return
    battle.say(f"{battle.name(target)} outmaneuvers {battle.name(unit)}, {numbers}: Overwatch.")
    places = overwatch_weapons(battle, target, pair.said.distance)[:1] or [NO_WEAPON]
    more: JsonObject = {"hits": BONUS_HITS} if bridge else {"shots": BONUS_SHOTS}
    fire_overwatch(battle, target, unit, places, more | {"locked": is_locked(battle, target, pair.said.distance)})
