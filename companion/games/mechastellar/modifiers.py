"""What applies when one unit attacks another, a room of its own: the dice pages' inputs, each modifier and its rule."""

from dataclasses import dataclass
from typing import Any

from companion.games.mechastellar import play
from companion.games.mechastellar.bonus import Bonus, bonuses
from companion.games.mechastellar.inputs import MOST_HITS, MOST_PEN
from companion.games.mechastellar.model import Profile
from companion.games.mechastellar.weapons import Weapon
from companion.system import Setting

Applied = tuple[str, str]
"""A modifier in words, and the rule it comes from."""


@dataclass(frozen=True)
class Circumstances:
    """What surrounds the attack: distance in inches, cover, angle, sight, and both sides' choices."""

    distance: int = 16
    cover: bool = False
    behind: bool = False
    high_ground: bool = False
    unseen: bool = False
    focus: bool = False
    choice: str = "precision"
    reply: str = "dodge"
    counter: str = "counter"
    hp_factor: int = 1


def shield_of(profile: Profile, melee: bool) -> Weapon | None:
    """Return the shield worth most against shooting or in melee."""
    shields = [w for w in profile.weapons if w.blocks and (melee or not w.melee_only)]
    return max(shields, key=lambda w: w.blocks, default=None)


def engaged(a: Profile, b: Profile, around: Circumstances, setting: Setting) -> bool:
    """Return whether they stand within engagement range; ships are not locked, they leave freely."""
    reach = play.engagement_range(max(a.size, b.size), setting.rulings)
    return around.distance <= reach and not (a.warship or b.warship)


def shoot_inputs(
    a: Profile, b: Profile, weapon: Weapon, around: Circumstances, setting: Setting
) -> tuple[dict[str, Any], list[Applied]]:
    """Return the inputs of an attack that differ from the usual, and what was applied."""
    applied: list[Applied] = []
    levels = _level(a, setting), _level(b, setting)
    given: dict[str, Any] = {
        "accuracy": a.shooting,
        "evade": b.evade,
        "shots": weapon.shots,
        "damage": weapon.dmg,
        "attacker": levels[0],
        "defender": levels[1],
        "choice": around.choice,
        "reply": around.reply,
        "pen": weapon.penetration,
        "armor_save": _armor(b, weapon, applied),
        "effect": weapon.effect,
        "hp": max(1, b.hp * around.hp_factor),
        "warship": b.warship,
        "aoe": bool(weapon.aoe),
        "gritty": around.hp_factor > 1,
    }
    _choices(around, levels, applied)
    _distance(given, a, weapon, around, engaged(a, b, around, setting), applied)
    _advantage(given, around, applied)
    _protection(given, b, weapon, around, applied)
    _bonuses(given, bonuses(a, b, weapon, setting.catalogue), applied)
    return given, applied


def _choices(around: Circumstances, levels: tuple[int, int], applied: list[Applied]) -> None:
    if around.choice != "none":
        what = "Accuracy" if around.choice == "precision" else "Shots"
        applied.append((f"{around.choice.capitalize()}: +{play.attack_bonus(levels[0])} {what}", "precision-barrage"))
    if around.reply != "none":
        what = "Evade" if around.reply == "dodge" else "Block"
        applied.append((f"{around.reply.capitalize()}: +{play.defense_bonus(levels[1])} {what}", "dodge-guard"))


def _distance(
    given: dict[str, Any], a: Profile, weapon: Weapon, around: Circumstances, close: bool, applied: list[Applied]
) -> None:
    """Count in what the distance and sight bring: fire while engaged, Rapid Fire, Target Lock, indirect fire, Focus."""
    spent = around.focus and weapon.inches > play.SHORT and close
    if spent:
        applied.append(("Focus to shoot while engaged", "engaged-fire"))
    if play.rapid_fire(weapon, around.distance) and weapon.rapid != (0, 0) and not (spent and weapon.rapid[0] < 0):
        given["rapid_fire"], given["rapid_fire_hits"] = weapon.rapid
        applied.append((f'Rapid Fire within {weapon.inches // 2}": {weapon.close_range}', "rapid-fire"))
    if around.distance <= a.sensors:
        given["target_lock"] = True
        applied.append((f'Target Lock within Sensors {a.sensors}": 3s are criticals', "shooting-critical"))
    if around.unseen:
        given["indirect"] = True
        applied.append(("Indirect fire: criticals are hits", "indirect"))
    if around.focus and not spent:
        given["bonus_hits"] = play.focus_hits(weapon.dmg)
        applied.append((Bonus("Focus", given["bonus_hits"]).words, "focus"))


def _bonuses(given: dict[str, Any], found: tuple[Bonus, ...], applied: list[Applied]) -> None:
    """Add what traits and the weapon's own line add, as far as the dice pages count."""
    given["bonus_hits"] = min(MOST_HITS, given.get("bonus_hits", 0) + sum(bonus.hits for bonus in found))
    given["pen"] = min(MOST_PEN, given["pen"] + sum(bonus.pen for bonus in found))
    applied += [(bonus.words, "trait-bonus") for bonus in found]


def _advantage(given: dict[str, Any], around: Circumstances, applied: list[Applied]) -> None:
    conditions = [name for name, there in (("Blindside", around.behind), ("High Ground", around.high_ground)) if there]
    if conditions:
        given["bonus_crits"] = play.tactical_advantage(conditions)["crits"]
        applied.append((f"{' and '.join(conditions)}: +1 Critical", "tactical-advantage"))


def _protection(
    given: dict[str, Any], b: Profile, weapon: Weapon, around: Circumstances, applied: list[Applied]
) -> None:
    """Count in the better of shield and cover, or neither from behind."""
    shield = shield_of(b, melee=False)
    if around.behind:
        if shield or around.cover:
            applied.append(("Blindside: no shield, no cover", "tactical-advantage"))
        return
    if shield:
        given["blocks"] = shield.blocks
        applied.append((f"{shield.name}: {shield.blocks} blocked", "shield"))
    if around.cover and not b.warship:
        given["cover"] = True
        applied.append((f"Cover: {play.cover_blocks(weapon.dmg)} blocked, not beside a shield", "cover"))


def _level(profile: Profile, setting: Setting) -> int:
    """Return the level that improves a unit's choices: captains as ruled."""
    if profile.warship and setting.rulings["captain-bonus"] == "orders":
        return 0
    return profile.pilot_level


def _armor(b: Profile, weapon: Weapon, applied: list[Applied]) -> int:
    if weapon.effect == "stun":
        applied.append((f"PEN {weapon.pen}: failed saves take actions", "stun-save"))
    if weapon.effect == "push":
        applied.append((f"PEN {weapon.pen}: failed saves move it", "push-save"))
    if weapon.effect == "push" and b.size:
        applied.append((f"Push or pull against Size {b.size}: +{2 * b.size} ARM Sv", "push-save"))
        return b.arm_sv + 2 * b.size
    return b.arm_sv


def melee_inputs(
    a: Profile, b: Profile, weapon: Weapon, around: Circumstances, setting: Setting
) -> tuple[dict[str, Any], list[Applied]]:
    """Return the inputs of a clash, dice not yet split, and what was applied."""
    applied: list[Applied] = [(f"Attacker: +{play.attack_bonus(a.pilot_level)} Hit", "melee-bonus")]
    answer = max((w for w in b.weapons if w.fights), key=lambda w: (w.dmg, w.penetration), default=None)
    shields = shield_of(b, melee=True), shield_of(a, melee=True)
    hits = weapon.hits + (play.focus_hits(weapon.dmg) if around.focus else 0)
    given: dict[str, Any] = {
        "melee": a.melee,
        "opponent_melee": b.melee,
        "attacker": a.pilot_level,
        "defender": b.pilot_level,
        "reply": around.counter,
        "bonus_hits": hits,
        "bonus_crits": 1 if around.behind else 0,
        "counter_hits": answer.hits if answer else 0,
        "damage": weapon.dmg,
        "counter_damage": answer.dmg if answer else 0,
        "pen": weapon.penetration,
        "counter_pen": answer.penetration if answer else 0,
        "armor_save": _armor(b, weapon, applied),
        "attacker_save": a.arm_sv + (2 * a.size if answer and answer.effect == "push" else 0),
        "blocks": (shields[0].blocks if shields[0] and not around.behind else 0) + _defense(b),
        "attacker_blocks": (shields[1].blocks if shields[1] else 0) + _defense(a),
        "reroll": weapon.reroll,
        "counter_reroll": answer.reroll if answer else 0,
        "finisher": weapon.finisher,
        "counter_finisher": answer.finisher if answer else 0,
        "push": "Push" in weapon.qualities,
        "effect": weapon.effect,
        "counter_effect": answer.effect if answer else "damage",
        "warship": b.warship,
        "attacker_warship": a.warship,
        "gritty": around.hp_factor > 1,
        "hp": max(1, b.hp * around.hp_factor),
        "attacker_hp": max(1, a.hp * around.hp_factor),
    }
    if around.counter != "none":
        what = "Hit on its answer" if around.counter == "counter" else "Block"
        bonus = play.defense_bonus(b.pilot_level)
        applied.append((f"{around.counter.capitalize()}: +{bonus} {what}", "counter-guard"))
    if weapon.hits:
        applied.append((f"{weapon.name}: {weapon.attacks}", "melee-bonus"))
    if around.behind:
        applied.append(("Blindside: +1 Critical, no shield", "tactical-advantage"))
    elif shields[0]:
        applied.append((f"{shields[0].name}: {shields[0].blocks} blocked", "shield"))
    if answer:
        applied.append((f"Strikes back with {answer.name}", "counter-attack"))
    _bonuses(given, bonuses(a, b, weapon, setting.catalogue), applied)
    return given, applied


def _defense(profile: Profile) -> int:
    return max((w.melee_defense for w in profile.weapons), default=0)
