"""The inputs of a clash when one unit charges another: run-up, Overwatch, clash, each modifier with its rule."""

from dataclasses import dataclass, replace

from companion.base.json_types import JsonObject
from companion.base.wording import format_number
from companion.data.rulebook import rule
from companion.dice.odds import exact
from companion.gamekit.contract import Context
from companion.games.mechastellar.analysis.modifiers import (
    Applied,
    Circumstances,
    add_bonuses,
    add_saves,
    armor,
    best_protection,
    find_best_shield,
    free_focus,
    has_advantage,
    high_ground_effects,
    reach,
    shields_hold,
)
from companion.games.mechastellar.model import Profile
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.resolver.clash import FINISHING
from companion.games.mechastellar.resolver.from_inputs import make_overwatch
from companion.games.mechastellar.resolver.inputs import MOST_BONUS, MOST_HITS, MOST_PEN, OverwatchInputs
from companion.games.mechastellar.resolver.shooting import LEAST_PEN
from companion.games.mechastellar.rules import play
from companion.games.mechastellar.rules.effects import Effect, attack_effects, defense_effects

FAST_PEN = 2
"""PEN that a push weapon gains at high speed."""


@dataclass(frozen=True)
class Charge:
    """The run-up to a clash: whether the unit runs, and at high speed; `why_not` says why it cannot reach melee."""

    runs: bool = False
    speed: bool = False
    applied: tuple[Applied, ...] = ()
    why_not: str = ""


def charge(a: Profile, b: Profile, weapon: Weapon, conditions: Circumstances, context: Context) -> Charge:
    """Return the run-up to a clash: Move and engagement range, and Full Throttle if it is needed."""
    engagement, dash = reach(a, b, context), play.full_throttle(a.warship)
    gap = conditions.distance - engagement
    if gap > a.move + dash:
        total = a.move + dash + engagement
        words = f'Move {a.move}", Full Throttle {dash}" and engagement {engagement}" reach {total}"'
        return Charge(why_not=f"Too far to charge: {words}.")
    speed, applied = _judge_high_speed(a, weapon, conditions, gap, dash)
    throttle = gap > a.move or speed
    free_source = free_focus(attack_effects(a, b, weapon, context.catalogue, melee=True))
    actions = throttle + (conditions.focus and not free_source and not a.warship)
    if throttle and actions > a.actions and (a.warship or actions > a.actions + 1):
        takers = "Full Throttle and Focus take" if actions > 1 else "Full Throttle takes"
        return Charge(why_not=f"Too few actions: {takers} {actions}.")
    if throttle:
        applied.insert(0, (f'Full Throttle: Move +{dash}", an action', "full-throttle"))
    if throttle and actions > a.actions:
        words = f"That takes {actions} actions and it has {a.actions}: Accelerate gives the other for 1 Momentum"
        applied.insert(1, (words, "accelerate"))
    return Charge(gap > 0 or speed, speed, tuple(applied))


@rule("high-speed")
def _judge_high_speed(
    a: Profile, weapon: Weapon, conditions: Circumstances, gap: int, dash: int
) -> tuple[bool, list[Applied]]:
    """Return whether the run-up makes a high speed attack, and why not if the conditions ask for one.

    A gap beyond its Move needs Full Throttle, which may make a high speed attack even if nobody asks for it.
    """
    forced = gap > a.move and play.is_high_speed(gap, full_throttle=True)
    if not (conditions.fast or forced):
        return False, []
    if "CC" not in weapon.qualities:
        return False, [("High Speed: only [CC] weapons gain it", "high-speed")] * conditions.fast
    if not play.is_high_speed(a.move + dash, full_throttle=True):
        return False, [(f'High Speed: Move and Full Throttle are {a.move + dash}", under {play.FAST}"', "high-speed")]
    return True, []


def overwatch(a: Profile, b: Profile, conditions: Circumstances, context: Context) -> tuple[Applied, ...]:
    """Return the charged unit's Overwatch fire before the clash: its best weapons, one for each action."""
    engagement = reach(a, b, context)
    weapons = [w for w in b.weapons if w.overwatch and w.inches >= engagement and not w.aoe]
    if b.warship:
        weapons = [w for w in weapons if "AA" in w.qualities]
    most = 1 if b.warship else b.actions
    if not weapons or not most:
        return ()
    if conditions.behind:
        return (("Blindside: no Overwatch", "overwatch"),)
    damage = ((_mean_damage(a, b, w, conditions, context), w.name) for w in weapons)
    best = sorted(damage, key=lambda pair: -pair[0])[:most]
    words = f"Overwatch first, by {', '.join(name for _, name in best)}: "
    return (
        (f"{words}{format_number(sum(mean for mean, _ in best))} damage to it on average, not included", "overwatch"),
    )


def _mean_damage(a: Profile, b: Profile, weapon: Weapon, conditions: Circumstances, context: Context) -> float:
    """Return the mean damage of one weapon's Overwatch fire at A; saves against stun or push cost no HP."""
    effects = attack_effects(b, a, weapon, context.catalogue)
    defense = defense_effects(a, b, context.catalogue)
    pen = min(MOST_PEN, weapon.penetration + sum(effect.pen for effect in effects))
    hurts = weapon.effect == "damage" or context.rulings["effect-saves"] == "both"
    inputs = OverwatchInputs(
        accuracy=b.shooting + play.cap_bonus(sum(effect.accuracy for effect in effects)),
        evade=a.evade + play.cap_bonus(sum(effect.evade for effect in defense)),
        overwatch=weapon.overwatch,
        attacks=weapon.shots,
        damage=weapon.dmg,
        extra_shots=min(MOST_BONUS, sum(effect.shots for effect in effects)),
        bonus_hits=min(MOST_BONUS, sum(effect.hits for effect in effects)),
        blocks=best_protection(find_best_shield(a, melee=True), defense)[0],
        pen=pen if hurts else 0,
        armor_save=armor(a, weapon, []),
        target_lock=reach(a, b, context) <= b.sensors,
        warship=a.warship,
        gritty=conditions.hp_factor > 1,
    )
    odds = exact(make_overwatch(inputs, context))
    return sum(int(outcome["damage"]) * weight for outcome, weight in odds.outcomes) / odds.total


def melee_inputs(
    a: Profile, b: Profile, weapon: Weapon, conditions: Circumstances, context: Context, run: Charge
) -> tuple[JsonObject, list[Applied]]:
    """Return the inputs of a clash, dice not yet split, and the modifiers applied."""
    applied = _before_clash(a, b, conditions, context, run)
    effects = attack_effects(a, b, weapon, context.catalogue, melee=True)
    free_source = free_focus(effects) if conditions.free_focus else ""
    inputs: JsonObject = {
        "melee": a.melee,
        "counter_melee": b.melee,
        "attacker": a.pilot_level,
        "defender": b.pilot_level,
        "reply": conditions.counter,
        "bonus_hits": weapon.hits + _focus_hits(a, weapon, conditions, free_source, applied),
        "bonus_crits": int(has_advantage(conditions, run.speed, applied)),
        "damage": weapon.dmg,
        "pen": min(MOST_PEN, weapon.penetration + _high_speed_pen(weapon, run, applied)),
        "armor_save": armor(b, weapon, applied),
        "blocks": _blocks((b, a), conditions.behind, "", context, applied),
        "reroll": weapon.reroll,
        "finisher": weapon.finisher,
        "push": pushes(weapon),
        "effect": weapon.effect,
        "warship": b.warship,
        "attacker_warship": a.warship,
        "gritty": conditions.hp_factor > 1,
        "hp": conditions.target_hp(b),
        "attacker_hp": conditions.hp(a),
    }
    _apply_weapon_line(a, weapon, context, applied)
    _note_unused_conditions(conditions, applied)
    add_bonuses(inputs, (*high_ground_effects(b, conditions), *effects), applied)
    if pushes(weapon) and weapon.effect != "push" and inputs["pen"] >= LEAST_PEN:
        inputs["push_by_hits"] = True
    add_saves(b, False, inputs["pen"], conditions, context, applied)
    _apply_counter_choice(b, conditions, applied)
    inputs |= _answer_inputs((a, b), conditions.answer or find_answering_weapon(b), conditions, context, applied)
    return inputs, applied


def _before_clash(a: Profile, b: Profile, conditions: Circumstances, context: Context, run: Charge) -> list[Applied]:
    applied = list(run.applied)
    if run.runs:
        applied += overwatch(a, b, conditions, context)
    applied.append((f"Attacker: {Effect('', play.attack_bonus(a.pilot_level)).words[2:]}", "melee-bonus"))
    return applied


def find_answering_weapon(b: Profile) -> Weapon | None:
    """Return the weapon a unit strikes back with: the one that does the most damage."""
    return max((w for w in b.weapons if w.fights), key=lambda w: (w.dmg, w.penetration), default=None)


def pushes(weapon: Weapon) -> bool:
    """Return whether a weapon pushes the enemy out: by failed saves if it has PEN, else as its special line says."""
    return "Push" in weapon.qualities and (weapon.effect == "push" or weapon.penetration < LEAST_PEN)


def _focus_hits(a: Profile, weapon: Weapon, conditions: Circumstances, free_source: str, applied: list[Applied]) -> int:
    if not (conditions.focus or free_source):
        return 0
    if a.warship:
        applied.append(("Focus: a warship locks on to shoot, not in melee", "warship-focus"))
        return 0
    hits = play.focus_hits(weapon.dmg)
    applied.append((Effect(f"{free_source}, a free Focus" if free_source else "Focus", hits).words, "focus"))
    return hits


def _high_speed_pen(weapon: Weapon, run: Charge, applied: list[Applied]) -> int:
    """Return the PEN that High Speed adds, to push weapons alone."""
    if not run.speed:
        return 0
    if weapon.effect != "push":
        if "Push" in weapon.qualities:
            applied.append(("High Speed: no PEN +2P, its PEN has no P", "high-speed"))
        return 0
    applied.append((f"High Speed: PEN +{FAST_PEN}P", "high-speed"))
    return FAST_PEN


def _apply_weapon_line(a: Profile, weapon: Weapon, context: Context, applied: list[Applied]) -> None:
    """Add the modifiers of the weapon's own line."""
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


def _note_unused_conditions(conditions: Circumstances, applied: list[Applied]) -> None:
    """Add the conditions that do not count in melee, with the reason."""
    if conditions.cover:
        applied.append(("Cover: none in melee", "cover"))
    if conditions.unseen:
        applied.append(("Out of sight: does not matter, it moves until it sees the target", "engagement-range"))


def _apply_counter_choice(b: Profile, conditions: Circumstances, applied: list[Applied]) -> None:
    if conditions.counter == "none":
        return
    bonus = "Hit on its answer" if conditions.counter == "counter" else "Block"
    words = f"{conditions.counter.capitalize()}: +{play.defense_bonus(b.pilot_level)} {bonus}"
    applied.append((words, "counter-guard"))


def _answer_inputs(
    sides: tuple[Profile, Profile],
    answer: Weapon | None,
    conditions: Circumstances,
    context: Context,
    applied: list[Applied],
) -> JsonObject:
    """Return the inputs of the defender's counter-attack, and of the attacker's protection from it."""
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
    if conditions.high_ground:
        hits += play.high_ground_hits(a.size)
        applied.append((Effect("Its answer, you on high ground", play.high_ground_hits(a.size)).words, "high-ground"))
    if conditions.target_high and not conditions.high_ground and context.rulings["answer-advantage"] == "yes":
        hits += 2
        applied.append(("Its answer from high ground: +1 Critical", "tactical-advantage"))
    effects = attack_effects(b, a, answer, context.catalogue, melee=True)
    without_focus = (replace(effect, focus=False) for effect in effects)
    applied += [(f"Its answer, {effect.words}", effect.rule) for effect in without_focus if effect]
    hit_on = [effect.hit_on for effect in effects if effect.hit_on]
    return {
        "counter_hits": min(MOST_HITS, hits + sum(effect.hits for effect in effects)),
        "counter_damage": answer.dmg,
        "counter_pen": min(MOST_PEN, answer.penetration + sum(effect.pen for effect in effects)),
        **({"counter_hit_on": max(2, min(hit_on))} if hit_on else {}),
        "counter_reroll": answer.reroll,
        "counter_finisher": answer.finisher,
        "counter_effect": answer.effect,
        "attacker_save": a.arm_sv + (2 * a.size if answer.effect == "push" else 0),
        "attacker_blocks": _blocks((a, b), False, " against its answer", context, applied),
    }


def _blocks(sides: tuple[Profile, Profile], behind: bool, words: str, context: Context, applied: list[Applied]) -> int:
    """Return the blocks of a side in melee, by shield or trait and weapon's DEF; the side that blocks comes first."""
    profile, other = sides
    shield = find_best_shield(profile, melee=True)
    weapon = max(profile.weapons, key=lambda w: w.melee_defense, default=None)
    if behind and shields_hold(context):
        behind = False
    if shield and behind:
        applied.append(("Blindside: no shield", "tactical-advantage"))
    effects = defense_effects(profile, other, context.catalogue, melee=True)
    blocked, source = best_protection(None if behind else shield, effects)
    if blocked:
        applied.append((f"{source}{words}", "shield"))
    if weapon and weapon.melee_defense:
        blocked += weapon.melee_defense
        applied.append((f"{weapon.name}: +{weapon.melee_defense} DEF{words}", "melee-dice"))
    return blocked
