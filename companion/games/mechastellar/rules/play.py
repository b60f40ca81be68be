"""Small calculations of play: ranges, bonuses, and what skills and Power cost."""

from collections.abc import Collection

from companion.data.rulebook import Rulings, rule
from companion.games.mechastellar.model.weapons import Weapon

BULLSEYE_COST = 1
TEAR_FROM = 2
"""The first round of Tear through the Ranks."""
REMOTE_COST = 1
"""The Momentum of remote fire where its line prints none: Tear through the Ranks prints [M-1] for a Blindside."""
MOST_FOCUS = 3
"""Focus actions of a unit in a turn."""
FAST = 10
"""Inches moved at Full Throttle for a high speed attack."""
SHORT = 8
"""Weapons of this range also shoot while engaged."""
LOW_DAMAGE = 200
COVER_DAMAGE = 500


@rule("bonus-cap")
def cap_bonus(bonus: int) -> int:
    """Return a bonus to Accuracy, Evade or Focus, at most 3; penalties are not limited."""
    return min(3, bonus)


@rule("precision-barrage", "melee-bonus")
def attack_bonus(level: int) -> int:
    """Return the bonus of Precision, Barrage and the melee attacker: 2 for level 1 and 2."""
    return 2 if level >= 1 else 1


@rule("dodge-guard", "counter-guard")
def defense_bonus(level: int) -> int:
    """Return the bonus of Dodge, Guard and Counter: 2 for level 2."""
    return 2 if level >= 2 else 1


@rule("cover")
def cover_blocks(damage: int) -> int:
    """Return the blocks of cover against a weapon."""
    return 2 if damage <= COVER_DAMAGE else 1


@rule("rapid-fire")
def rapid_fire(weapon: Weapon, distance: int) -> bool:
    """Return whether a distance is within half of the weapon's range."""
    return weapon.inches > 0 and 2 * distance <= weapon.inches


@rule("focus")
def focus_hits(damage: int) -> int:
    """Return the hits that Focus adds to an attack."""
    return 2 if damage <= LOW_DAMAGE else 1


@rule("warship-focus")
def warship_focus(at_warship: bool) -> tuple[int, int]:
    """Return the shots and the hits that Focus adds to a warship's weapon."""
    return (0, 1) if at_warship else (1, 0)


@rule("engaged-fire", "aoe-engaged")
def can_shoot_engaged(weapon: Weapon, level: int, focused: bool) -> bool:
    """Return whether a weapon may shoot while engaged: with a range of 8 inches, or if a level 1 or 2 pilot focuses.

    Area weapons never may.
    """
    return not weapon.aoe and (weapon.inches <= SHORT or (focused and level >= 1))


@rule("full-throttle", "warship-actions")
def full_throttle(warship: bool) -> int:
    """Return the inches that Full Throttle adds to Move."""
    return 3 if warship else 5


@rule("high-ground")
def high_ground_hits(size: int) -> int:
    """Return the hits that enemies of a unit on high ground gain."""
    return 2 if size >= 2 else 1


@rule("engagement-range")
def engagement_range(size: int, rulings: Rulings) -> int:
    """Return a unit's engagement range in inches."""
    return size + (6 if rulings["engagement"] == "large" else 4)


@rule("tactical-advantage", "high-speed")
def tactical_advantage(conditions: Collection[str], push: bool = False) -> dict[str, object]:
    """Return the joint effect of conditions: `crits` once, `ignores` (shields, cover, Overwatch), `pen` with push."""
    return {
        "crits": 1 if conditions else 0,
        "ignores": "Blindside" in conditions,
        "pen": 2 if push and "High Speed" in conditions else 0,
    }


@rule("high-speed")
def is_high_speed(moved: int, full_throttle: bool) -> bool:
    """Return whether a move counts as a high speed attack for close combat weapons."""
    return full_throttle and moved >= FAST


@rule("accelerate")
def accelerate_cost(round_number: int) -> int:
    """Return the Momentum of Accelerate, a Full Throttle that takes no action."""
    return 0 if round_number >= 4 else 1


@rule("bullseye")
def bullseye_hits() -> int:
    """Return the hits that Bullseye adds to the next attack for 1 Momentum."""
    return 1


@rule("make-it-count")
def make_it_count_hits(round_number: int) -> int:
    """Return the bonus hits of Make it Count."""
    return round_number


@rule("tear-through")
def tear_through_cost(target_level: int) -> int:
    """Return the Momentum of Tear through the Ranks."""
    return 2 if target_level == 0 else 3


@rule("remote")
def remote_cost(weapon: Weapon, rulings: Rulings) -> int:
    """Return the Momentum of firing a remote weapon instead of an action; a ruling's number is for any weapon."""
    ruling = rulings["remote-momentum"]
    if ruling != "card":
        return int(ruling)
    printed = weapon.remote_momentum
    return REMOTE_COST if printed is None else printed


@rule("disengage")
def disengage_cost(attacks: bool) -> int:
    """Return the Momentum of Disengage, attacking afterwards or not."""
    return 2 if attacks else 1


@rule("skill-defense")
def defense_cost(hits: int, warship: bool = False) -> int:
    """Return the Momentum that negating this many hits costs."""
    return hits * (2 if warship else 1)


@rule("save-negate")
def may_undo_saves(level: int, warship: bool, effect: str = "damage") -> bool:
    """Return whether a unit may undo failed saves for Momentum: a level 1 or 2 pilot or Kaiju, no captain of a warship.

    The effect of the saves is `damage`, `stun` or `push`; saves against a push stay failed.
    """
    return level >= 1 and not warship and effect != "push"


@rule("space-reverse")
def reverse_cost(level: int) -> int:
    """Return the Momentum of reversing course in space."""
    return 1 if level == 0 else 0


@rule("power-cost")
def power_cost(uses: int, rulings: Rulings) -> int:
    """Return the Power that using one upgrade this many times in a round costs."""
    if rulings["power-third"] == "three":
        return uses * (uses + 1) // 2
    return min(uses, 1) + 2 * max(0, uses - 1)


@rule("shield-break")
def shield_survives_on(damage: int, value: int) -> int:
    """Return the number that a d10 must show for a shield of that value to survive a weapon's damage."""
    return -(-damage // 100) - value


@rule("shutdown")
def shuts_down(actions: int, failed_saves: int) -> bool:
    """Return whether a unit shuts down: it loses an action for each failed stun save and has too few."""
    return actions - failed_saves < 0


@rule("aoe-shape")
def aoe_shape(weapon: Weapon) -> tuple[int, int]:
    """Return the strip an area weapon hits: length and width in inches."""
    return weapon.inches, weapon.aoe


@rule("warship-actions")
def warship_shots(actions: int, weapons: int) -> tuple[int, int]:
    """Return how many weapons a ship fires, one per action, and the actions left to focus, reload or move."""
    fired = min(actions, weapons)
    return fired, actions - fired


@rule("disengage")
def free_disengage(melee: int) -> bool:
    """Return whether an attacker may leave melee freely and move 5 inches."""
    return melee >= 10
