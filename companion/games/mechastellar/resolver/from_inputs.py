"""How each roll is prepared from its inputs: choices, caps and rulings are applied here, not in the rolls."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeVar

from companion.base.findings import InputError, InvalidInput
from companion.base.wording import plural
from companion.data.rulebook import rule
from companion.dice.chain import Chain, ask_first
from companion.dice.one_throw import Counted, OneThrow
from companion.dice.throw import Choice
from companion.gamekit.contract import Context
from companion.games.mechastellar.resolver import splits
from companion.games.mechastellar.resolver.asked import AskedShot, Means
from companion.games.mechastellar.resolver.asked_clash import AskedClash
from companion.games.mechastellar.resolver.clash import POOL, Clash, ClashSide
from companion.games.mechastellar.resolver.contests import Contest, contest, crumbling, saves, wreckage
from companion.games.mechastellar.resolver.inputs import (
    Aimed,
    BridgeInputs,
    ContestInputs,
    CrashInputs,
    DamageInputs,
    MeleeInputs,
    OverwatchInputs,
    SaveInputs,
    ShootInputs,
    TerrainInputs,
    ThrowInputs,
)
from companion.games.mechastellar.resolver.shooting import (
    ATTACKER,
    DEFENDER,
    EVERY_HIT,
    LEAST_PEN,
    MOST_SHOTS,
    SAVE_DAMAGE,
    Shot,
    Volley,
    most_saves,
)
from companion.games.mechastellar.rules.play import (
    attack_bonus,
    cap_bonus,
    cover_blocks,
    defense_bonus,
    free_disengage,
    may_undo_saves,
)

THROWN, THROWN_DAMAGE = 4, 200
CRASHING, CRASH_DAMAGE = 5, 200
CONTEST_DICE = 5
AimedT = TypeVar("AimedT", bound=Aimed)
Shooting = Shot | AskedShot | Chain[Counted[int], Any]
"""A shooting attack; a chain where the target is first asked how it replies."""
Melee = Clash | AskedClash | Chain[Counted[int], Any]
"""A melee clash; a chain where its players are first asked how they split their dice and how the defender replies."""
MOST_BONUS = 3
"""The most that Dodge, Guard, Precision and Barrage give with a captain's order."""


def make_shoot(inputs: ShootInputs, context: Context) -> Shooting:
    """Return the shooting attack of a weapon."""

    def shot(asked: ShootInputs) -> Shot:
        made = _shot(asked, context, asked.shots + asked.rapid_fire, asked.damage, asked.rapid_fire_hits)
        return replace(made, choose=asked.choose)

    return _with_reply(inputs, shot, context)


@rule("dodge-guard")
def _with_reply(inputs: AimedT, make: Callable[[AimedT], Shot], context: Context) -> Shooting:
    """Return an attack made from its inputs, after a question to the target where its reply is to be asked for."""
    if inputs.reply != "ask":
        return _with_questions(inputs, make(inputs), context)
    replies = ("none", "dodge", "guard")
    shots = [_with_questions(inputs, make(inputs.model_copy(update={"reply": one})), context) for one in replies]
    bonus = defense_bonus(inputs.defender)
    dodge = min(MOST_BONUS, bonus + inputs.dodge_bonus) if inputs.dodge_bonus else bonus
    answers = ("neither", f"Dodge: Evade +{dodge}", f"Guard: {plural(bonus, 'block')} more")
    seen = None if inputs.pool is None else shots[0].seen  # type: ignore[union-attr]
    return ask_first(Choice("The target replies: Dodge or Guard?", answers, by=DEFENDER), shots.__getitem__, seen)


def _with_questions(inputs: Aimed, shot: Shot, context: Context) -> Shot | AskedShot:
    """Return an attack with the questions after its dice, where the target's Momentum is asked for."""
    if inputs.pool is None:
        return shot
    undo = may_undo_saves(inputs.defender, inputs.warship, inputs.effect)
    means = _means(inputs.pool, inputs.warship, undo, inputs.improvise, context)
    means = replace(means, guardian=inputs.guardian, escape=inputs.escape)
    return AskedShot(replace(shot, momentum=0, negate=0, choose=False), means, inputs.attacker_will)


@rule("skill-defense")
def _means(pool: int, warship: bool, undo: bool, improvise: bool, context: Context) -> Means:
    """Return what a side may spend after the dice; a warship has no skill besides Defense, at twice the price."""
    whole = warship and context.rulings["warship-defense"] == "attack"
    return Means(pool, 2 if warship else 1, whole, undo, improvise and not warship)


@rule("throw-terrain")
def make_throw(inputs: ThrowInputs, context: Context) -> Shooting:
    """Return the attack of a thrown piece of terrain."""
    return _with_reply(
        inputs,
        lambda asked: _shot(asked, context, THROWN + asked.size, THROWN_DAMAGE, crits=int(asked.dangerous)),
        context,
    )


@rule("crash-through", "havoc-use")
def make_crash(inputs: CrashInputs, context: Context) -> Shooting:
    """Return the attack of a unit that crashes through or tramples."""
    return _with_reply(
        inputs,
        lambda asked: _shot(asked, context, CRASHING, CRASH_DAMAGE + 100 * (asked.size + asked.havoc)),
        context,
    )


@rule("precision-barrage", "dodge-guard", "shot-cap", "bonus-cap", "shield", "cover")
def _shot(inputs: Aimed, context: Context, shots: int, damage: int, hits: int = 0, crits: int = 0) -> Shot:
    """Return a shooting attack with both sides' choices applied; InvalidInput for saves that it cannot undo."""
    _refuse(inputs.save_momentum, inputs.defender, inputs.warship, inputs.effect, "save_momentum")
    bonus = attack_bonus(inputs.attacker)
    accuracy = inputs.accuracy + cap_bonus(inputs.accuracy_bonus + bonus * (inputs.choice == "precision"))
    reply = defense_bonus(inputs.defender)
    dodge = min(MOST_BONUS, reply + inputs.dodge_bonus) if inputs.reply == "dodge" else 0
    evade = inputs.evade + cap_bonus(inputs.evade_bonus + dodge)
    cover = cover_blocks(damage) if inputs.cover and not inputs.warship else 0
    return Shot(
        shots=max(0, min(MOST_SHOTS, shots + bonus * (inputs.choice == "barrage"))),
        target=accuracy - evade,
        damage=damage,
        lock=inputs.target_lock,
        indirect=inputs.indirect,
        bonus_hits=inputs.bonus_hits + hits,
        bonus_crits=inputs.bonus_crits + crits,
        blocks=max(inputs.blocks, cover) + reply * (inputs.reply == "guard") + inputs.more_blocks,
        momentum=hits_negated(inputs.skill_defense, inputs.warship, context),
        pen=inputs.pen,
        armor=inputs.armor_save,
        save_damage=_save_damage(inputs.effect, context),
        most_saves=most_saves(inputs.warship, inputs.aoe, _five(inputs.gritty, context)),
        negate=inputs.save_momentum,
        rerolls=inputs.rerolls,
        crits_capped=context.rulings["crit-cap"] == "all",
        hp=inputs.hp,
    )


def _five(module: bool, context: Context) -> bool:
    return module and context.rulings["five-saves"] == "saves"


@rule("armor-save", "stun-save", "push-save")
def _save_damage(effect: str, context: Context) -> int:
    """Return the DMG of a failed save: 0 where it stuns or moves the unit instead, unless a ruling adds damage."""
    return SAVE_DAMAGE if effect == "damage" or context.rulings["effect-saves"] == "both" else 0


@rule("skill-defense")
def hits_negated(momentum: int, warship: bool, context: Context) -> int:
    """Return the hits that Momentum negates: a warship pays two for each, or by ruling two for a whole attack."""
    if not warship:
        return momentum
    if context.rulings["warship-defense"] == "attack":
        return EVERY_HIT if momentum >= 2 else 0
    return momentum // 2


@rule("save-negate")
def _refuse(momentum: int, level: int, warship: bool, effect: str, where: str) -> None:
    """Refuse Momentum for saves where the unit may not spend it, or against push and pull."""
    if not momentum or may_undo_saves(level, warship, effect):
        return
    if effect == "push":
        raise InvalidInput(InputError(where, f"{momentum} against push or pull", "0: it cannot undo those"))
    if warship:
        whose, expected = "warship", "0: pilots and Kaiju of level 1 and 2 undo saves, captains do not"
    else:
        whose, expected = "basic pilot", "0: only level 1 and 2 undo saves"
    raise InvalidInput(InputError(where, f"{momentum} Momentum of a {whose}", expected))


@rule("overwatch")
def make_overwatch(inputs: OverwatchInputs, context: Context) -> Volley | AskedShot:
    """Return Overwatch fire: N single shots per weapon, or by ruling N whole attacks.

    Where the charging unit's Momentum is asked for, its player decides after the dice; that is for a single attack.
    """
    shots, weapons = inputs.overwatch, inputs.weapons
    if context.rulings["overwatch-shots"] == "attacks":
        if not inputs.attacks:
            raise InvalidInput(
                InputError("attacks", "0", "the weapon's Attacks: under your ruling it fires all of them")
            )
        shots, weapons = inputs.attacks, inputs.weapons * inputs.overwatch
    shot = Shot(
        shots=min(MOST_SHOTS, shots + inputs.extra_shots),
        target=inputs.accuracy - inputs.evade,
        damage=inputs.damage,
        lock=inputs.target_lock,
        bonus_hits=inputs.bonus_hits,
        blocks=inputs.blocks,
        pen=inputs.pen,
        armor=inputs.armor_save,
        most_saves=most_saves(inputs.warship, False, _five(inputs.gritty, context)),
        save_damage=_save_damage(inputs.effect, context),
        why="evade overwatch",
    )
    if inputs.pool is None:
        return Volley(shot, weapons)
    if weapons > 1:
        raise InvalidInput(InputError("weapons", str(weapons), "1, where its player is asked: one attack at a time"))
    undo = may_undo_saves(inputs.defender, inputs.warship, inputs.effect)
    return AskedShot(shot, _means(inputs.pool, inputs.warship, undo, inputs.improvise, context))


@rule("melee-bonus", "counter-guard")
def prepare_clash(inputs: MeleeInputs, context: Context) -> Clash:
    """Return the clash of two sides before dice are split; InvalidInput where one save would both push and damage."""
    theirs = inputs.defender, inputs.warship, _effect(inputs)
    ours = inputs.attacker, inputs.attacker_warship, inputs.counter_effect
    _refuse(inputs.save_momentum, *theirs, "save_momentum")
    _refuse(inputs.attacker_save_momentum, *ours, "attacker_save_momentum")
    return Clash(_attacking_side(inputs, context), _defending_side(inputs, context))


def _attacking_side(inputs: MeleeInputs, context: Context) -> ClashSide:
    bonus = attack_bonus(inputs.attacker) if inputs.attacker_bonus else 0
    return ClashSide(
        level=inputs.attacker,
        damage=inputs.damage,
        pen=inputs.pen,
        hits=bonus + inputs.bonus_hits + 2 * inputs.bonus_crits,
        reroll=inputs.reroll,
        hit_on=inputs.hit_on,
        finisher=inputs.finisher,
        push=inputs.push or inputs.push_by_hits,
        by_hits=inputs.push_by_hits,
        late=(inputs.push_by_hits or inputs.pen < LEAST_PEN) and context.rulings["push-after"] == "after",
        blocks=inputs.attacker_blocks,
        momentum=hits_negated(inputs.attacker_skill_defense, inputs.attacker_warship, context),
        armor=inputs.attacker_save,
        save_damage=_save_damage(_effect(inputs), context),
        most_saves=most_saves(inputs.attacker_warship, False, _five(inputs.gritty, context)),
        negate=inputs.attacker_save_momentum,
        hp=inputs.attacker_hp,
    )


def _defending_side(inputs: MeleeInputs, context: Context) -> ClashSide:
    reply = defense_bonus(inputs.defender)
    return ClashSide(
        level=inputs.defender,
        damage=inputs.counter_damage,
        pen=inputs.counter_pen,
        hits=inputs.counter_hits + reply * (inputs.reply == "counter"),
        reroll=inputs.counter_reroll,
        hit_on=inputs.counter_hit_on,
        block_on=inputs.block_on,
        finisher=inputs.counter_finisher,
        blocks=inputs.blocks + _guard(inputs) * (inputs.reply == "guard"),
        momentum=hits_negated(inputs.skill_defense, inputs.warship, context),
        armor=inputs.armor_save,
        save_damage=_save_damage(inputs.counter_effect, context),
        most_saves=most_saves(inputs.warship, False, _five(inputs.gritty, context)),
        negate=inputs.save_momentum,
        hp=inputs.hp,
    )


def _guard(inputs: MeleeInputs) -> int:
    """Return the blocks of Guard, with a captain's order at most 3."""
    bonus = defense_bonus(inputs.defender)
    return min(MOST_BONUS, bonus + inputs.guard_bonus) if inputs.guard_bonus else bonus


def _effect(inputs: MeleeInputs) -> str:
    """Return the effect of a failed save against the attacker's weapon: one with PEN that pushes does so by saves."""
    if inputs.push_by_hits or not inputs.push:
        return inputs.effect
    if inputs.pen >= LEAST_PEN and "effect" in inputs.model_fields_set and inputs.effect != "push":
        wanted = (
            f"push, or no push at all: with PEN {inputs.pen} a weapon pushes by failed saves, which do nothing else"
        )
        raise InvalidInput(InputError("effect", f"{inputs.effect} for a weapon that pushes", wanted))
    return "push"


def pool(melee: int, context: Context) -> int:
    """Return the attacker's dice under the ruling in force, at most two pools of ten."""
    return min(2 * POOL, melee + (2 if context.rulings["melee-pool"] == "plus-two" else 0))


def _complete_split(attack: int | None, defense: int | None, dice: int) -> tuple[int, int] | None:
    """Return a given split, with a missing part filled from the pool; None where neither part was given."""
    if attack is None and defense is None:
        return None
    if attack is None:
        return min(POOL, max(0, dice - (defense or 0))), defense or 0
    return attack, min(POOL, max(0, dice - attack)) if defense is None else defense


@rule("melee-dice")
def _refuse_oversized_split(inputs: MeleeInputs, stat: str, names: tuple[str, str], dice: int) -> None:
    """Refuse a split of more dice than the Melee stat; a split given without the stat is its own pool."""
    values = inputs.field_values()
    first, second = (values[name] for name in names)
    total = (first or 0) + (second or 0)
    if stat not in inputs.model_fields_set or total <= dice:
        return
    found = f"{first} + {second} dice" if None not in (first, second) else f"{total} dice"
    where = names[0] if first else names[1]
    wanted = f"at most {dice} for attack and defense together: {MeleeInputs.model_fields[stat].title} ({stat})"
    raise InvalidInput(InputError(where, found, wanted))


def make_melee(inputs: MeleeInputs, context: Context) -> Melee:
    """Return the clash with both sides' dice split: as given, else the best split against the best answer.

    Where players choose, each is asked for what the inputs leave open. InvalidInput where a split has more dice than
    the Melee stat given with it.
    """
    clash, dice = prepare_clash(inputs, context), pool(inputs.melee, context)
    _refuse_oversized_split(inputs, "melee", ("attack", "defense"), dice)
    _refuse_oversized_split(inputs, "counter_melee", ("counter_attack", "counter_defense"), inputs.counter_melee)
    ours = _complete_split(inputs.attack, inputs.defense, dice)
    theirs = _complete_split(inputs.counter_attack, inputs.counter_defense, inputs.counter_melee)
    if theirs:
        clash = replace(clash, defender=replace(clash.defender, attack=theirs[0], defense=theirs[1]))
    usual = ours or _best_split(clash, dice, None if theirs else inputs.counter_melee)

    def split_by_attacker(split: Pair) -> Melee:
        attacker = replace(clash.attacker, attack=split[0], defense=split[1])
        return _reply(inputs, context, replace(clash, attacker=attacker), theirs)

    options = splits.ways(dice)
    if ours or not inputs.choose or len(options) == 1:
        return split_by_attacker(usual)
    why = f"The attacker splits {plural(dice, 'die', 'dice')}."
    return ask_first(
        _split_choice(why, options, usual, ATTACKER), lambda answer: split_by_attacker(options[answer]), clash.seen
    )


Pair = tuple[int, int]
"""Dice of a side: attack and defense."""


@lru_cache(maxsize=512)
def _best_split(clash: Clash, dice: int, reply: int | None) -> Pair:
    found = splits.best(splits.table(clash, dice, reply))
    return found.attack, found.defense


@lru_cache(maxsize=512)
def _best_reply(clash: Clash, dice: int) -> Pair:
    return splits.best_reply(clash, dice)[:2]


def _split_choice(why: str, options: Sequence[Pair], usual: Pair, by: int) -> Choice:
    return Choice(
        why, [f"{attack} attack, {defense} defense" for attack, defense in options], options.index(usual), by=by
    )


@rule("counter-guard")
def _reply(inputs: MeleeInputs, context: Context, clash: Clash, theirs: Pair | None) -> Melee:
    """Return a clash whose attacker has split its dice, with the defender's reply: as given, or asked for."""
    if not inputs.choose or inputs.reply != "none":
        return _answer_split(inputs, context, clash, theirs)
    bonus = defense_bonus(inputs.defender)
    sides = (
        clash.defender,
        replace(clash.defender, hits=clash.defender.hits + bonus),
        replace(clash.defender, blocks=clash.defender.blocks + _guard(inputs)),
    )
    attacker = clash.attacker
    why = f"The attacker has {attacker.attack} attack and {attacker.defense} defense dice. Counter or Guard?"
    answers = ("neither", f"Counter: {plural(bonus, 'hit')} more", f"Guard: {plural(_guard(inputs), 'block')} more")
    return ask_first(
        Choice(why, answers, by=DEFENDER),
        lambda answer: _answer_split(inputs, context, replace(clash, defender=sides[answer]), theirs),
        clash.seen,
    )


@rule("melee-dice")
def _answer_split(inputs: MeleeInputs, context: Context, clash: Clash, theirs: Pair | None) -> Melee:
    """Return a clash with the defender's dice split: as given, asked for, or in the best way."""
    usual = theirs or _best_reply(clash, inputs.counter_melee)

    def split_by_defender(split: Pair) -> Clash | AskedClash:
        ours = clash.attacker.attack, clash.attacker.defense
        shown = (
            ("attack_dice", ours[0]),
            ("defense_dice", ours[1]),
            ("counter_attack_dice", split[0]),
            ("counter_defense_dice", split[1]),
        )
        leaves = 0 if free_disengage(sum(ours)) else 1
        defender = replace(clash.defender, attack=split[0], defense=split[1])
        return _with_melee_questions(inputs, Clash(clash.attacker, defender, leaves, shown), context)

    options = splits.ways(inputs.counter_melee)
    if clash.defender.is_harmless and inputs.pool is not None:
        return split_by_defender(theirs or max(options, key=lambda split: split[1]))
    if theirs or not inputs.choose or len(options) == 1:
        return split_by_defender(usual)
    attacker = clash.attacker
    why = (
        f"The attacker has {attacker.attack} attack and {attacker.defense} defense dice. The defender splits "
        f"{plural(inputs.counter_melee, 'die', 'dice')}."
    )
    return ask_first(
        _split_choice(why, options, usual, DEFENDER), lambda answer: split_by_defender(options[answer]), clash.seen
    )


def _with_melee_questions(inputs: MeleeInputs, clash: Clash, context: Context) -> Clash | AskedClash:
    """Return a clash with the questions after its dice, where the Momentum of a side is asked for."""
    if inputs.pool is None and inputs.attacker_pool is None:
        return clash
    ours = may_undo_saves(inputs.attacker, inputs.attacker_warship, inputs.counter_effect)
    theirs = may_undo_saves(inputs.defender, inputs.warship, _effect(inputs))
    means = (
        replace(
            _means(inputs.attacker_pool or 0, inputs.attacker_warship, ours, inputs.attacker_improvise, context),
            escape=inputs.attacker_escape,
            will=clash.attacker.hits - 2 * inputs.bonus_crits if inputs.attacker_will else None,
        ),
        replace(
            _means(inputs.pool or 0, inputs.warship, theirs, inputs.improvise, context),
            guardian=inputs.guardian,
            escape=inputs.escape,
            pyrrhic=inputs.pyrrhic,
            will=clash.defender.hits if inputs.will else None,
        ),
    )
    attacker, defender = (replace(side, momentum=0, negate=0) for side in (clash.attacker, clash.defender))
    return AskedClash(Clash(attacker, defender, clash.leaves, clash.shown), means)


@rule("push-save", "save-negate", "warship-saves")
def make_saves(inputs: SaveInputs, context: Context) -> OneThrow[int]:
    """Return armor saves alone; InvalidInput where Momentum cannot undo them."""
    _refuse(inputs.momentum, inputs.pilot, inputs.warship, "push" if inputs.push else "damage", "momentum")
    armor = inputs.armor_save + (2 * inputs.size if inputs.push else 0)
    most = most_saves(inputs.warship, inputs.aoe, _five(inputs.gritty, context))
    each = _save_damage("push" if inputs.push else "stun" if inputs.stun else "damage", context)
    return saves(inputs.hits, inputs.pen, armor, most, inputs.momentum, each)


def make_damage(inputs: DamageInputs, context: Context) -> OneThrow[tuple[int, int]]:
    """Return the battle damage rolls, with the example's explosion where a ruling says so."""
    explosion = 500 * inputs.frame if context.rulings["critical-table"] == "ammo" else None
    return wreckage(inputs.armor_save, explosion)


@rule("destroy-terrain")
def make_terrain(inputs: TerrainInputs, context: Context) -> OneThrow[bool]:
    """Return the rolls of a piece of terrain."""
    double = inputs.how != "shot"
    return crumbling(inputs.damage * (2 if double else 1), 3 if double or inputs.direct else 1)


def _dice(inputs: ContestInputs) -> tuple[int, int]:
    """Return both sides' dice: five, plus those for the role, a lead in Move, a ship nearby."""
    lead = inputs.attacker_move - inputs.defender_move
    attacker = CONTEST_DICE + inputs.attacker_role + _faster(lead)
    return attacker, CONTEST_DICE + inputs.defender_role + _faster(-lead) + inputs.warship_near


def _faster(lead: int) -> int:
    return 2 if lead >= 10 else 1 if lead >= 5 else 0


@rule("outmaneuver")
def make_outmaneuver(inputs: ContestInputs, context: Context) -> Contest:
    """Return an outmaneuver roll."""
    return contest(*_dice(inputs), (inputs.attacker_momentum, inputs.defender_momentum))


@rule("bridge-attack")
def make_bridge(inputs: BridgeInputs, context: Context) -> Contest:
    """Return a bridge attack; in melee the attacker has two dice fewer."""
    attacker, defender = _dice(inputs)
    bought = inputs.attacker_momentum, inputs.defender_momentum
    return contest(attacker - 2 * inputs.melee, defender, bought, bridge=True)
