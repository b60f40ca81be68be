"""The modifiers when one unit charges another: the run-up, Overwatch, the clash, each with its rule."""

from dataclasses import dataclass
from typing import Any

from companion.dice.odds import exact
from companion.games.mechastellar.analysis.modifiers import (
    Applied,
    Circumstances,
    add_bonuses,
    advantage,
    armor,
    heights,
    reach,
    saves,
    shield_of,
)
from companion.games.mechastellar.model import Profile
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.resolver.clash import FINISHING
from companion.games.mechastellar.resolver.from_inputs import make_overwatch
from companion.games.mechastellar.resolver.inputs import MOST_PEN, OverwatchInputs
from companion.games.mechastellar.resolver.shooting import LEAST_PEN
from companion.games.mechastellar.rules import play
from companion.games.mechastellar.rules.bonus import Bonus, bonuses
from companion.system import Context

FAST_PEN = 2
"""PEN that a push weapon gains at high speed."""


@dataclass(frozen=True)
class Charge:
    """How a unit reaches melee: at full throttle or at high speed, what applies to it, or why it cannot."""

    runs: bool = False
    speed: bool = False
    applied: tuple[Applied, ...] = ()
    why_not: str = ""


def charge(a: Profile, b: Profile, weapon: Weapon, around: Circumstances, context: Context) -> Charge:
    """Return the run-up to a clash: Move and engagement range, and Full Throttle if it is needed."""
    near, more = reach(a, b, context), play.full_throttle(a.warship)
    gap = around.distance - near
    if gap > a.move + more:
        total = a.move + more + near
        words = f'Move {a.move}", Full Throttle {more}" and engagement {near}" reach {total}"'
        return Charge(why_not=f"Too far to charge: {words}.")
    speed, told = _speed(a, weapon, around, more)
    throttle = gap > a.move or speed
    taken = throttle + (around.focus and not a.warship)
    if throttle and taken > a.actions and (a.warship or taken > a.actions + 1):
        return Charge(why_not=f"Too few actions: Full Throttle{' and Focus take' if taken > 1 else ' takes'} {taken}.")
    if throttle:
        told.insert(0, (f'Full Throttle: Move +{more}", an action', "full-throttle"))
    if throttle and taken > a.actions:
        words = f"That takes {taken} actions and it has {a.actions}: Accelerate gives the other for 1 Momentum"
        told.insert(1, (words, "accelerate"))
    return Charge(gap > 0 or speed, speed, tuple(told))


def _speed(a: Profile, weapon: Weapon, around: Circumstances, more: int) -> tuple[bool, list[Applied]]:
    """Return whether a run-up makes a high speed attack, and why not if one was asked for."""
    if not around.fast:
        return False, []
    if "CC" not in weapon.qualities:
        return False, [("High Speed: only [CC] weapons gain it", "high-speed")]
    if not play.high_speed(a.move + more, full_throttle=True):
        return False, [(f'High Speed: Move and Full Throttle are {a.move + more}", under {play.FAST}"', "high-speed")]
    return True, []


def overwatch(a: Profile, b: Profile, around: Circumstances, context: Context) -> tuple[Applied, ...]:
    """Return the charged unit's Overwatch fire before the clash: its best weapons, one for each action."""
    near = reach(a, b, context)
    armed = [w for w in b.weapons if w.overwatch and w.inches >= near and not w.aoe]
    if b.warship:
        armed = [w for w in armed if "AA" in w.qualities]
    most = 1 if b.warship else b.actions
    if not armed or not most:
        return ()
    if around.behind:
        return (("Blindside: no Overwatch", "overwatch"),)
    worth = sorted(((_mean(a, b, w, near, context), w.name) for w in armed), key=lambda pair: -pair[0])[:most]
    words = f"Overwatch first, by {', '.join(name for _, name in worth)}: "
    return ((f"{words}{sum(mean for mean, _ in worth):,.0f} damage to it on average, not included", "overwatch"),)


def _mean(a: Profile, b: Profile, weapon: Weapon, near: int, context: Context) -> float:
    shield = shield_of(a, melee=True)
    inputs = OverwatchInputs(
        accuracy=b.shooting,
        evade=a.evade,
        overwatch=weapon.overwatch,
        attacks=weapon.shots,
        damage=weapon.dmg,
        blocks=shield.blocks if shield else 0,
        pen=weapon.penetration if weapon.effect == "damage" else 0,
        armor_save=a.arm_sv,
        target_lock=near <= b.sensors,
    )
    odds = exact(make_overwatch(inputs, context))
    return sum(int(outcome["damage"]) * weight for outcome, weight in odds.outcomes) / odds.total


def melee_inputs(
    a: Profile, b: Profile, weapon: Weapon, around: Circumstances, context: Context, run: Charge
) -> tuple[dict[str, Any], list[Applied]]:
    """Return the inputs of a clash, dice not yet split, and what was applied."""
    applied: list[Applied] = list(run.applied)
    if run.runs:
        applied += overwatch(a, b, around, context)
    applied.append((f"Attacker: {Bonus('', play.attack_bonus(a.pilot_level)).words[2:]}", "melee-bonus"))
    answer = max((w for w in b.weapons if w.fights), key=lambda w: (w.dmg, w.penetration), default=None)
    given: dict[str, Any] = {
        "melee": a.melee,
        "opponent_melee": b.melee,
        "attacker": a.pilot_level,
        "defender": b.pilot_level,
        "reply": around.counter,
        "bonus_hits": weapon.hits + _focus(a, weapon, around, applied),
        "bonus_crits": int(advantage(around, run.speed, applied)),
        "damage": weapon.dmg,
        "pen": min(MOST_PEN, weapon.penetration + _pushed_harder(weapon, run, applied)),
        "armor_save": armor(b, weapon, applied),
        "blocks": _blocks(b, around.behind, "", applied),
        "reroll": weapon.reroll,
        "finisher": weapon.finisher,
        "push": pushes(weapon),
        "effect": weapon.effect,
        "warship": b.warship,
        "attacker_warship": a.warship,
        "gritty": around.hp_factor > 1,
        "hp": max(1, b.hp * around.hp_factor),
        "attacker_hp": max(1, a.hp * around.hp_factor),
    }
    _own_line(a, weapon, context, applied)
    _left_out(around, applied)
    add_bonuses(given, (*heights(b, around), *bonuses(a, b, weapon, context.catalogue)), applied)
    saves(b, False, given["pen"], around, context, applied)
    _choice(b, around, applied)
    given |= _answer((a, b), answer, around, context, applied)
    return given, applied


def pushes(weapon: Weapon) -> bool:
    """Return whether a weapon pushes the enemy out: by failed saves if it has PEN, else as its special line says."""
    return "Push" in weapon.qualities and (weapon.effect == "push" or weapon.penetration < LEAST_PEN)


def _focus(a: Profile, weapon: Weapon, around: Circumstances, applied: list[Applied]) -> int:
    if not around.focus:
        return 0
    if a.warship:
        applied.append(("Focus: a warship locks on to shoot, not in melee", "warship-focus"))
        return 0
    hits = play.focus_hits(weapon.dmg)
    applied.append((Bonus("Focus", hits).words, "focus"))
    return hits


def _pushed_harder(weapon: Weapon, run: Charge, applied: list[Applied]) -> int:
    """Return the PEN that High Speed adds, to push weapons alone."""
    if not run.speed:
        return 0
    if weapon.effect != "push":
        if "Push" in weapon.qualities:
            applied.append(("High Speed: no PEN +2P, its PEN has no P", "high-speed"))
        return 0
    applied.append((f"High Speed: PEN +{FAST_PEN}P", "high-speed"))
    return FAST_PEN


def _own_line(a: Profile, weapon: Weapon, context: Context, applied: list[Applied]) -> None:
    """Add what the weapon itself brings to the clash."""
    if weapon.hits:
        applied.append((f"{weapon.name}: {weapon.attacks}", "melee-bonus"))
    if weapon.reroll:
        applied.append((f"{weapon.name}: attack dice of {weapon.reroll} or less are rerolled once", "melee-dice"))
    if a.pilot_level >= 1:
        words = f"Finishing Blow: {FINISHING * (1 + weapon.finisher)} DMG if it takes no damage in return"
        applied.append((words, "finishing-blow"))
    elif weapon.finisher:
        words = f"Finisher+{weapon.finisher}: only level 1 and 2 pilots strike a Finishing Blow"
        applied.append((words, "finishing-blow"))
    if pushes(weapon):
        late = weapon.effect != "push" and context.rulings["push-after"] == "after"
        words = "pushes the enemy out after the clash" if late else "the enemy is pushed out and does not strike back"
        applied.append((f"{weapon.name}: {words}", "counter-attack"))


def _left_out(around: Circumstances, applied: list[Applied]) -> None:
    """Say which requested conditions do not count in melee, and why."""
    if around.cover:
        applied.append(("Cover: none in melee", "cover"))
    if around.unseen:
        applied.append(("Out of sight: does not matter, it moves until it sees the target", "engagement-range"))


def _choice(b: Profile, around: Circumstances, applied: list[Applied]) -> None:
    if around.counter == "none":
        return
    what = "Hit on its answer" if around.counter == "counter" else "Block"
    applied.append((f"{around.counter.capitalize()}: +{play.defense_bonus(b.pilot_level)} {what}", "counter-guard"))


def _answer(
    sides: tuple[Profile, Profile],
    answer: Weapon | None,
    around: Circumstances,
    context: Context,
    applied: list[Applied],
) -> dict[str, Any]:
    """Return the defender's counter-attack, and what protects the attacker."""
    a, b = sides
    if answer is None:
        applied.append(("It has no melee weapon to strike back with", "counter-attack"))
        return {"counter_damage": 0}
    parts = [answer.attacks] if answer.hits else []
    parts += [f"dice of {answer.reroll} or less are rerolled"] if answer.reroll else []
    if b.pilot_level >= 1:
        parts.append(f"Finishing Blow {FINISHING * (1 + answer.finisher)}")
    applied.append((f"Strikes back with {answer.name}{': ' * bool(parts)}{', '.join(parts)}", "counter-attack"))
    hits = answer.hits
    if around.high_ground:
        hits += play.high_ground_hits(a.size)
        applied.append((Bonus("Its answer, you on high ground", play.high_ground_hits(a.size)).words, "high-ground"))
    if around.target_high and not around.high_ground and context.rulings["answer-advantage"] == "yes":
        hits += 2
        applied.append(("Its answer from high ground: +1 Critical", "tactical-advantage"))
    return {
        "counter_hits": hits,
        "counter_damage": answer.dmg,
        "counter_pen": answer.penetration,
        "counter_reroll": answer.reroll,
        "counter_finisher": answer.finisher,
        "counter_effect": answer.effect,
        "attacker_save": a.arm_sv + (2 * a.size if answer.effect == "push" else 0),
        "attacker_blocks": _blocks(a, False, " against its answer", applied),
    }


def _blocks(profile: Profile, behind: bool, words: str, applied: list[Applied]) -> int:
    """Return what a side's shield and its weapon's DEF block in melee."""
    shield = shield_of(profile, melee=True)
    held = max(profile.weapons, key=lambda w: w.melee_defense, default=None)
    blocked = 0
    if shield and behind:
        applied.append(("Blindside: no shield", "tactical-advantage"))
    elif shield:
        blocked = shield.blocks
        applied.append((f"{shield.name}: {shield.blocks} blocked{words}", "shield"))
    if held and held.melee_defense:
        blocked += held.melee_defense
        applied.append((f"{held.name}: +{held.melee_defense} DEF{words}", "melee-dice"))
    return blocked
