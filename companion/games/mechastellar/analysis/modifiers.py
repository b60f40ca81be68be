"""The inputs of the resolver when one unit shoots at another, and each modifier in words with its rule."""

from dataclasses import dataclass, replace

from companion.base.json_types import JsonObject
from companion.base.wording import join_words, plural
from companion.data.rulebook import rule
from companion.gamekit.contract import Context
from companion.games.mechastellar.model import Profile
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.resolver.inputs import MOST_BONUS, MOST_HITS, MOST_PEN
from companion.games.mechastellar.resolver.shooting import LEAST_PEN, MOST_SHOTS, most_saves
from companion.games.mechastellar.rules import play
from companion.games.mechastellar.rules.effects import Effect, attack_effects, defense_effects

Applied = tuple[str, str]
"""A modifier in words, and the rule it comes from."""


@dataclass(frozen=True)
class Circumstances:
    """The circumstances of an attack: distance in inches, cover, angle, heights, sight, run-up, choices of both sides.

    `high_ground` is the attacker's, `target_high` the target's; `fast` is 10 inches moved at Full Throttle; `remote`
    fires remote weapons for Momentum. Without `free_focus` a trait's free Focus was used for another attack. `lost` is
    the HP that the attacker has lost so far, `target_lost` those of the target. `answer` is the weapon that the target
    strikes back with, None for its heaviest.
    """

    distance: int = 16
    cover: bool = False
    behind: bool = False
    high_ground: bool = False
    target_high: bool = False
    fast: bool = False
    unseen: bool = False
    remote: bool = False
    focus: bool = False
    choice: str = "precision"
    reply: str = "dodge"
    counter: str = "counter"
    hp_factor: int = 1
    free_focus: bool = True
    lost: int = 0
    target_lost: int = 0
    answer: Weapon | None = None

    def hp(self, a: Profile) -> int:
        """Return the HP that the attacker has left."""
        return max(1, a.hp * self.hp_factor - self.lost)

    def target_hp(self, b: Profile) -> int:
        """Return the HP that the target has left."""
        return max(1, b.hp * self.hp_factor - self.target_lost)


def find_best_shield(profile: Profile, melee: bool) -> Weapon | None:
    """Return the shield worth most against shooting or in melee."""
    shields = [w for w in profile.weapons if w.blocks and (melee or not w.melee_only)]
    return max(shields, key=lambda w: w.blocks, default=None)


def reach(a: Profile, b: Profile, context: Context) -> int:
    """Return the inches within which two units are engaged: the larger engagement range of the two."""
    return play.engagement_range(max(a.size, b.size), context.rulings)


def is_engaged(a: Profile, b: Profile, conditions: Circumstances, context: Context) -> bool:
    """Return whether two units are within engagement range; ships never are, because they leave freely."""
    return conditions.distance <= reach(a, b, context) and not (a.warship or b.warship)


def is_all_range_attack(weapon: Weapon, conditions: Circumstances) -> bool:
    """Return whether a weapon is fired for Momentum as an all-range attack, with Blindside and indirectly."""
    return conditions.remote and "Remote" in weapon.qualities


def why_no_shot(a: Profile, weapon: Weapon, conditions: Circumstances) -> str:
    """Return why a weapon cannot shoot at this distance and sight; empty if it can."""
    band = weapon.indirect_band(a.sensors)
    if conditions.unseen and not is_all_range_attack(weapon, conditions):
        if band is None:
            remote = "Remote" in weapon.qualities
            return f"Out of sight: only indirect fire reaches it{', or remote fire for Momentum' * remote}."
        if not band[0] <= conditions.distance <= band[1]:
            return f'Out of sight, and its indirect fire reaches {band[0]}" to {band[1]}" only.'
        return ""
    if conditions.distance > weapon.inches:
        more = ""
        if band and conditions.distance <= band[1]:
            more = f' Indirect fire, out of sight, reaches {band[0]}" to {band[1]}".'
        return f'Out of range: {weapon.inches}" is less than {conditions.distance}".{more}'
    return ""


@rule("indirect", "remote")
def shoot_inputs(
    a: Profile, b: Profile, weapon: Weapon, conditions: Circumstances, context: Context
) -> tuple[JsonObject, list[Applied]]:
    """Return the inputs of an attack that differ from the defaults, and the modifiers applied."""
    applied: list[Applied] = []
    if is_all_range_attack(weapon, conditions):
        applied.append(("Remote, for Momentum instead of an action: Blindside, then indirect fire", "remote"))
        conditions = replace(conditions, behind=True, unseen=True)
    levels = _level(a, context), _level(b, context)
    effects = attack_effects(a, b, weapon, context.catalogue)
    inputs = _plain_shot((a, b), weapon, conditions, levels, applied)
    _note_choices(conditions, levels, applied)
    engaged = is_engaged(a, b, conditions, context)
    _apply_distance(inputs, a, weapon, conditions, engaged, applied)
    free_source = free_focus(effects) if conditions.free_focus else ""
    inputs |= _focus_inputs((a, b), weapon, conditions, engaged, free_source, applied)
    if conditions.fast:
        applied.append(("High Speed: only [CC] weapons gain it", "high-speed"))
    if has_advantage(conditions, False, applied):
        inputs["bonus_crits"] = 1
    defense = defense_effects(b, a, context.catalogue)
    inputs |= _protection_inputs(b, weapon, conditions, defense, context, applied)
    add_bonuses(inputs, (*high_ground_effects(b, conditions), *effects), applied)
    _add_defense(inputs, defense, applied)
    barrage = play.attack_bonus(levels[0]) if conditions.choice == "barrage" else 0
    if inputs["shots"] + inputs.get("rapid_fire", 0) + barrage > MOST_SHOTS:
        applied.append((f"{MOST_SHOTS} shots at most", "shot-cap"))
    add_saves(b, bool(weapon.aoe), inputs["pen"], conditions, context, applied)
    return inputs, applied


def _plain_shot(
    sides: tuple[Profile, Profile],
    weapon: Weapon,
    conditions: Circumstances,
    levels: tuple[int, int],
    applied: list[Applied],
) -> JsonObject:
    """Return the inputs of a shot by profiles and weapon, before modifiers."""
    a, b = sides
    return {
        "accuracy": a.shooting,
        "evade": b.evade,
        "shots": weapon.shots,
        "damage": weapon.dmg,
        "attacker": levels[0],
        "defender": levels[1],
        "choice": conditions.choice,
        "reply": conditions.reply,
        "pen": weapon.penetration,
        "armor_save": armor(b, weapon, applied),
        "effect": weapon.effect,
        "hp": conditions.target_hp(b),
        "warship": b.warship,
        "aoe": bool(weapon.aoe),
        "gritty": conditions.hp_factor > 1,
    }


def free_focus(effects: tuple[Effect, ...]) -> str:
    """Return the name of the trait that gives a free Focus, empty where none does."""
    return next((effect.source for effect in effects if effect.focus), "")


def _note_choices(conditions: Circumstances, levels: tuple[int, int], applied: list[Applied]) -> None:
    if conditions.choice != "none":
        bonus = "Accuracy" if conditions.choice == "precision" else "Shots"
        applied.append(
            (f"{conditions.choice.capitalize()}: +{play.attack_bonus(levels[0])} {bonus}", "precision-barrage")
        )
    if conditions.reply != "none":
        bonus = "Evade" if conditions.reply == "dodge" else "Block"
        applied.append((f"{conditions.reply.capitalize()}: +{play.defense_bonus(levels[1])} {bonus}", "dodge-guard"))


def _describe_rapid_fire(weapon: Weapon) -> str:
    """Return the effect of a weapon's Rapid Fire in words: `1 shot fewer`, `2 hits more`."""
    shots, hits = weapon.rapid
    count = plural(abs(hits), "hit") if hits else plural(abs(shots), "shot")
    return f"{count} {'more' if max(shots, hits) > 0 else 'fewer'}"


def _apply_distance(
    inputs: JsonObject, a: Profile, weapon: Weapon, conditions: Circumstances, engaged: bool, applied: list[Applied]
) -> None:
    """Apply distance and sight: fire while engaged, Rapid Fire, Target Lock, indirect fire."""
    focused = _is_focus_used_up(weapon, conditions, engaged)
    if focused:
        applied.append(("Focus to shoot while engaged", "engaged-fire"))
    rapid = play.rapid_fire(weapon, conditions.distance) and weapon.rapid != (0, 0)
    if rapid and not (focused and weapon.rapid[0] < 0):
        inputs["rapid_fire"], inputs["rapid_fire_hits"] = weapon.rapid
        applied.append((f'Rapid Fire within {weapon.inches // 2}": {_describe_rapid_fire(weapon)}', "rapid-fire"))
    if conditions.distance <= a.sensors:
        inputs["target_lock"] = True
        applied.append((f'Target Lock within Sensors {a.sensors}": 3s are criticals', "shooting-critical"))
    if conditions.unseen:
        inputs["indirect"] = True
        applied.append(("Indirect fire: criticals are hits", "indirect"))


def _is_focus_used_up(weapon: Weapon, conditions: Circumstances, engaged: bool) -> bool:
    """Return whether Focus is used to shoot while engaged, instead of for hits."""
    return conditions.focus and weapon.inches > play.SHORT and engaged


def _focus_inputs(
    sides: tuple[Profile, Profile],
    weapon: Weapon,
    conditions: Circumstances,
    engaged: bool,
    free_source: str,
    applied: list[Applied],
) -> JsonObject:
    """Return the inputs that Focus changes, also a trait's free one: hits, or for a warship a shot or a hit."""
    a, b = sides
    if not (conditions.focus or free_source):
        return {}
    inputs: JsonObject = {}
    source = f"{free_source}, a free Focus" if free_source else "Focus"
    if a.warship:
        shots, hits = play.warship_focus(b.warship)
        inputs = {"shots": weapon.shots + shots, "bonus_hits": hits}
        applied.append((f"{source}: +1 {'Hit on a warship' if hits else 'Shot'}", "warship-focus"))
    elif free_source or not _is_focus_used_up(weapon, conditions, engaged):
        inputs = {"bonus_hits": play.focus_hits(weapon.dmg)}
        applied.append((Effect(source, inputs["bonus_hits"]).words, "focus"))
    if a.actions < 2 and conditions.focus and (not free_source or _is_focus_used_up(weapon, conditions, engaged)):
        words = f"Focus and the attack take two actions and it has {a.actions}: it needs another one"
        applied.append((words, "focus"))
    return inputs


def add_bonuses(inputs: JsonObject, effects: tuple[Effect, ...], applied: list[Applied]) -> None:
    """Add the effects of heights, traits and the special line to an attack, up to the limits of its inputs.

    A free Focus is not added here but with Focus.
    """
    inputs["bonus_hits"] = min(MOST_HITS, inputs.get("bonus_hits", 0) + sum(effect.hits for effect in effects))
    inputs["pen"] = min(MOST_PEN, inputs["pen"] + sum(effect.pen for effect in effects))
    if accuracy := sum(effect.accuracy for effect in effects):
        inputs["accuracy_bonus"] = min(MOST_BONUS, accuracy)
    if shots := sum(effect.shots for effect in effects):
        inputs["shots"] += shots
    if melee := [effect.hit_on for effect in effects if effect.hit_on]:
        inputs["hit_on"] = max(2, min(melee))
    without_focus = (replace(effect, focus=False) for effect in effects)
    applied += [(effect.words, effect.rule) for effect in without_focus if effect]


def _add_defense(inputs: JsonObject, effects: tuple[Effect, ...], applied: list[Applied]) -> None:
    """Apply the traits of the target to its Evade; its blocks count with its shield."""
    if evade := sum(effect.evade for effect in effects):
        inputs["evade_bonus"] = min(MOST_BONUS, evade)
    if rerolls := sum(effect.rerolls for effect in effects):
        inputs["rerolls"] = min(MOST_BONUS, rerolls)
    without_blocks = (replace(effect, blocks=0) for effect in effects)
    applied += [(f"Target's {effect.words}", effect.rule) for effect in without_blocks if effect]


def high_ground_effects(b: Profile, conditions: Circumstances) -> tuple[Effect, ...]:
    """Return the bonus hits against a target on high ground."""
    if not conditions.target_high:
        return ()
    return (Effect("Target on high ground", play.high_ground_hits(b.size), rule="high-ground"),)


def has_advantage(conditions: Circumstances, speed: bool, applied: list[Applied]) -> bool:
    """Return whether any condition gives Tactical Advantage; several together give it only once."""
    both = conditions.high_ground and conditions.target_high
    if both:
        applied.append(("High Ground: the target is on it too, no advantage", "high-ground"))
    conditions_met = (
        ("Blindside", conditions.behind),
        ("High Ground", conditions.high_ground and not both),
        ("High Speed", speed),
    )
    advantages = [name for name, holds in conditions_met if holds]
    if not play.tactical_advantage(advantages)["crits"]:
        return False
    suffix = ", once" if len(advantages) > 1 else ""
    applied.append((f"{join_words(advantages)}: +1 Critical{suffix}", "tactical-advantage"))
    return True


def _protection_inputs(
    b: Profile,
    weapon: Weapon,
    conditions: Circumstances,
    effects: tuple[Effect, ...],
    context: Context,
    applied: list[Applied],
) -> JsonObject:
    """Return shield, cover and a trait's blocks, of which the best counts; note what does not protect from behind."""
    inputs: JsonObject = {}
    shield = find_best_shield(b, melee=False)
    if conditions.behind and not shields_hold(context):
        if shield or conditions.cover:
            applied.append(("Blindside: no shield, no cover", "tactical-advantage"))
        shield = None
    elif conditions.behind and conditions.cover:
        applied.append(("Blindside: no cover", "tactical-advantage"))
    blocks, words = best_protection(shield, effects)
    if blocks:
        inputs["blocks"] = blocks
        applied.append((words, "shield"))
    if not conditions.cover or conditions.behind:
        return inputs
    if b.warship:
        applied.append(("Cover: none, warships have no benefit from it", "cover"))
    elif conditions.target_high:
        applied.append(("Cover: none on high ground", "high-ground"))
    else:
        inputs["cover"] = True
        applied.append((f"Cover: {play.cover_blocks(weapon.dmg)} blocked, does not add to a shield", "cover"))
    return inputs


@rule("shield")
def shields_hold(context: Context) -> bool:
    """Return whether shields help against attacks from behind, as a ruling may say."""
    return context.rulings["shield-blindside"] == "printed"


def best_protection(shield: Weapon | None, effects: tuple[Effect, ...]) -> tuple[int, str]:
    """Return the blocks of the better of shield and traits, which do not add up, and their description."""
    trait = max(effects, key=lambda effect: effect.blocks, default=None)
    if trait and trait.blocks > (shield.blocks if shield else 0):
        return trait.blocks, f"{trait.source}: {trait.blocks} blocked, does not add to a shield or cover"
    return (shield.blocks, f"{shield.name}: {shield.blocks} blocked") if shield else (0, "")


def add_saves(
    b: Profile, aoe: bool, pen: int, conditions: Circumstances, context: Context, applied: list[Applied]
) -> None:
    """Add doubled HP, and the number of armor saves if it is not the usual one, to the modifiers."""
    if conditions.hp_factor > 1:
        name = "Double HP" if conditions.hp_factor == 2 else f"HP × {conditions.hp_factor}"
        applied.append((f"{name}: {b.hp * conditions.hp_factor}", "double-hp"))
    five_saves = conditions.hp_factor > 1 and context.rulings["five-saves"] == "saves"
    most = most_saves(b.warship, aoe, five_saves)
    if most != most_saves(False, False, False) and pen >= LEAST_PEN:
        applied.append((f"Up to {most} armor saves", "warship-saves" if b.warship else "armor-save"))


def _level(profile: Profile, context: Context) -> int:
    """Return the level that improves a unit's choices; for captains a ruling decides."""
    if profile.warship and context.rulings["captain-bonus"] == "orders":
        return 0
    return profile.pilot_level


def armor(b: Profile, weapon: Weapon, applied: list[Applied]) -> int:
    """Return the target's ARM Sv against a weapon; note the effect of failed saves other than damage."""
    if weapon.effect == "stun":
        applied.append((f"PEN {weapon.pen}: failed saves take actions", "stun-save"))
    if weapon.effect == "push":
        applied.append((f"PEN {weapon.pen}: failed saves move it", "push-save"))
    if weapon.effect == "push" and b.size:
        applied.append((f"Push or pull against Size {b.size}: +{2 * b.size} ARM Sv", "push-save"))
        return b.arm_sv + 2 * b.size
    return b.arm_sv
