"""A referee of MechaStellar's table: what shots and clashes do, worked out from the rulebook alone.

It reads the inputs of a roll and its dice as a player reads them from the table, and knows none of the game's code.
"""

THROWN, CRASHED = 200, 200
EFFECT_DAMAGE = "damage"


class Dice:
    """The groups of dice and answers of a roll, taken one after the other."""

    def __init__(self, groups):
        self.groups = [list(group) for group in groups]
        self.escaped = False

    def take(self):
        """Return the next dice."""
        return self.groups.pop(0)

    def answer(self):
        """Return the next answer, from 0."""
        return self.take()[0] - 1


def saves(dice, inputs, hits, most, pen, armor):
    """Return the armor saves that failed, once for each unblocked hit as far as the cap: d10 of PEN less ARM Sv."""
    target = pen - armor
    count = min(hits, most)
    if not count or pen < 2 or target <= 1:
        return 0
    faces = dice.take()
    assert len(faces) == count, (faces, count)
    return sum(face < target for face in faces)


def most_saves(inputs, warship, aoe, five):
    """Return the cap of saves: 3; 5 of a warship and 10 against an area; in five-unit modules 5 and 10."""
    if five:
        return 10 if warship else 5
    return (10 if aoe else 5) if warship else 3


def shot(step, groups, rulings):
    """Return the HP that a shooting attack takes, the Momentum that its target pays, and the dice that are left."""
    inputs, dice = step.inputs, Dice(groups)
    reply = ("none", "dodge", "guard")[dice.answer()] if inputs.get("reply") == "ask" else inputs.get("reply", "none")
    level, theirs = inputs.get("attacker", 0), inputs.get("defender", 0)
    precise, guarding = 2 if level else 1, 2 if theirs == 2 else 1
    choice = inputs.get("choice", "none")
    shots, damage = guns(step, inputs)
    shots += inputs.get("rapid_fire", 0) + precise * (choice == "barrage")
    shots = max(0, min(10, shots))
    accuracy = inputs["accuracy"] + min(3, inputs.get("accuracy_bonus", 0) + precise * (choice == "precision"))
    dodge = min(3, guarding + inputs.get("dodge_bonus", 0)) * (reply == "dodge")
    evade = inputs["evade"] + min(3, inputs.get("evade_bonus", 0) + dodge)
    crits, hits = evaded(dice.take() if shots else [], accuracy - evade, inputs)
    if again := min(inputs.get("rerolls", 0), crits + hits):
        crits, hits = again_dice(dice, again, crits, hits, accuracy - evade, inputs)
    if inputs.get("improvise") and crits + hits and not inputs.get("warship") and (again := dice.answer()):
        crits, hits = again_dice(dice, again, crits, hits, accuracy - evade, inputs)
    cover = (2 if damage <= 500 else 1) if inputs.get("cover") and not inputs.get("warship") else 0
    blocks = max(inputs.get("blocks", 0), cover) + guarding * (reply == "guard") + inputs.get("more_blocks", 0)
    through = max(0, counted(crits, hits, inputs, rulings, step) - blocks)
    raised = min(3, hits + inputs.get("bonus_hits", 0) + inputs.get("rapid_fire_hits", 0))
    willed = max(0, counted(crits + raised, hits - raised, inputs, rulings, step) - blocks)
    if inputs.get("attacker_will") and willed > through and dice.answer():
        through = willed
    through, paid = negated(dice, through, inputs, rulings)
    if inputs.get("guardian") and through and dice.answer():
        return 0, paid, dice.groups
    cap = most_saves(inputs, inputs.get("warship"), inputs.get("aoe"), five(inputs, rulings))
    failed = saves(dice, inputs, through, cap, inputs.get("pen", 0), inputs.get("armor_save", 0))
    failed, paid = undone(dice, failed, inputs, paid, theirs, inputs.get("effect", EFFECT_DAMAGE))
    hurts = inputs.get("effect", EFFECT_DAMAGE) == EFFECT_DAMAGE or rulings["effect-saves"] == "both"
    return through * damage + 1000 * failed * hurts, paid, dice.groups


def five(inputs, rulings):
    """Return whether a five-unit module raises the cap of saves."""
    return bool(inputs.get("gritty")) and rulings["five-saves"] == "saves"


def guns(step, inputs):
    """Return the shots of an attack, and the DMG of each hit."""
    size = inputs.get("size", 0)
    if step.resolver == "throw-terrain":
        return 4 + size, THROWN
    if step.resolver == "crash-through":
        return 5, CRASHED + 100 * (size + inputs.get("havoc", 0))
    return inputs.get("shots", 0), inputs.get("damage", 0)


def evaded(faces, target, inputs):
    """Return the criticals and the hits among evade dice: 9 and 10 always evade, 1 and 2 never, nor 3 under a lock."""
    last = 3 if inputs.get("target_lock") else 2
    crits = sum(face <= last for face in faces)
    hits = sum(last < face < 9 and face < target for face in faces)
    return crits, hits


def again_dice(dice, count, crits, hits, target, inputs):
    """Return criticals and hits after so many of the worst dice were rolled again."""
    faces = dice.take()
    assert len(faces) == count
    first = min(count, crits)
    more_crits, more_hits = evaded(faces, target, inputs)
    return crits - first + more_crits, hits - (count - first) + more_hits


def counted(crits, hits, inputs, rulings, step):
    """Return the hits of an attack: at most three criticals count twice, and none where fire is indirect."""
    bonus = inputs.get("bonus_crits", 0) + int(bool(inputs.get("dangerous")) and step.resolver == "throw-terrain")
    more = inputs.get("bonus_hits", 0) + inputs.get("rapid_fire_hits", 0)
    if inputs.get("indirect"):
        return crits + bonus + hits + more
    if rulings["crit-cap"] == "all":
        crits += bonus
        return hits + more + crits + min(3, crits)
    return hits + more + crits + min(3, crits) + 2 * bonus


def negated(dice, through, inputs, rulings):
    """Return the hits left after Skill Defense, and the Momentum that it took: 1 a hit, of a warship 2.

    The last answer is Narrow Escape, where its player still has that event.
    """
    pool, price = inputs["pool"], 2 if inputs.get("warship") else 1
    most, whole = min(through, pool // price), inputs.get("warship") and rulings["warship-defense"] == "attack"
    if not through or not (most or inputs.get("escape")):
        return through, 0
    answer = dice.answer()
    if answer > (min(1, most) if whole else most):
        dice.escaped = True
        return 0, 0
    if whole:
        return (0, 2) if answer else (through, 0)
    return through - answer, answer * price


def undone(dice, failed, inputs, paid, level, effect):
    """Return the failed saves left after Momentum undid some, and all Momentum paid.

    Pilots and Kaiju of level 1 and 2 may, captains of ships may not; nobody against pushes.
    """
    if not failed or not level or inputs.get("warship") or effect == "push" or inputs["pool"] <= paid:
        return failed, paid
    answer = dice.answer()
    return failed - answer, paid + answer


def clash(step, groups, rulings):
    """Return the HP that a clash takes of defender and attacker, the Momentum of both, and the dice that are left."""
    inputs, dice = step.inputs, Dice(groups)
    pool = min(20, inputs["melee"] + 2 * (rulings["melee-pool"] == "plus-two"))
    attack, guard = split(dice, pool)
    level, theirs = inputs.get("attacker", 0), inputs.get("defender", 0)
    bonus = 2 if theirs == 2 else 1
    reply = ("none", "counter", "guard")[dice.answer()]
    unarmed = not inputs["counter_damage"] and inputs.get("counter_pen", 0) < 2
    theirs_melee = inputs["counter_melee"]
    answer, defense = (0, min(10, theirs_melee)) if unarmed else split(dice, theirs_melee)
    spent = {"improvised": set(), "paid": [0, 0]}
    hits = (2 if level else 1) + inputs.get("bonus_hits", 0) + 2 * inputs.get("bonus_crits", 0)
    stopped = inputs.get("blocks", 0)
    if reply == "guard":
        stopped += min(3, bonus + inputs.get("guard_bonus", 0)) if inputs.get("guard_bonus") else bonus
    ours = Blow(0, attack, hits, inputs.get("hit_on", 5), inputs.get("reroll", 0), inputs.get("pen", 0))
    effect = "push" if pushes_by_saves(inputs) else inputs.get("effect", EFFECT_DAMAGE)
    through, failed, taken_over = strike(dice, ours, defense, stopped, effect, step, spent, rulings)
    hurts = 1000 if effect == EFFECT_DAMAGE or rulings["effect-saves"] == "both" else 0
    dealt = 0 if taken_over else through * inputs["damage"] + failed * hurts
    out = not taken_over and is_pushed(inputs, through, failed)
    stops = out and not (by_hits(inputs) and rulings["push-after"] == "after")
    if dealt >= inputs["hp"] or stops or unarmed or dice.escaped:
        return dealt + blow_of(inputs.get("finisher", 0), level, dealt, 0, stops), 0, spent["paid"], dice.groups
    more = inputs.get("counter_hits", 0) + bonus * (reply == "counter")
    if inputs.get("pyrrhic") and through // 2 and not taken_over and dice.answer():
        more += through // 2
    back = Blow(
        1, answer, more, inputs.get("counter_hit_on", 5), inputs.get("counter_reroll", 0), inputs.get("counter_pen", 0)
    )
    effect = inputs.get("counter_effect", EFFECT_DAMAGE)
    through, failed, _ = strike(dice, back, guard, inputs.get("attacker_blocks", 0), effect, step, spent, rulings)
    hurts = 1000 if effect == EFFECT_DAMAGE or rulings["effect-saves"] == "both" else 0
    taken = through * inputs["counter_damage"] + failed * hurts
    dealt *= not dice.escaped
    end = blow_of(inputs.get("finisher", 0), level, dealt, taken, stops)
    other = blow_of(inputs.get("counter_finisher", 0), theirs, taken, dealt, False)
    return dealt + end, taken + other, spent["paid"], dice.groups


class Blow:
    """One blow of a clash: whose, its dice, its bonus hits, what hits, what is rolled again, its PEN."""

    def __init__(self, side, dice, hits, hit_on, reroll, pen):
        self.side, self.dice, self.hits, self.hit_on, self.reroll, self.pen = side, dice, hits, hit_on, reroll, pen


def split(dice, pool):
    """Return the attack and defense dice that a player chose: at most ten each, most attack first."""
    ways = [(n, pool - n) for n in range(pool, -1, -1) if n <= 10 and pool - n <= 10]
    return ways[dice.answer()] if len(ways) > 1 else ways[0]


def by_hits(inputs):
    """Return whether a weapon pushes by a hit: as its line says, or because it has no PEN."""
    return bool(inputs.get("push_by_hits")) or bool(inputs.get("push")) and inputs.get("pen", 0) < 2


def pushes_by_saves(inputs):
    """Return whether a weapon with PEN pushes by failed saves, which then do nothing else."""
    return bool(inputs.get("push")) and not inputs.get("push_by_hits")


def is_pushed(inputs, through, failed):
    """Return whether the defender is pushed out of melee."""
    if not (inputs.get("push") or inputs.get("push_by_hits")):
        return False
    return through > 0 if by_hits(inputs) else failed > 0


def blow_of(finisher, level, dealt, taken, out):
    """Return the DMG of a Finishing Blow: of level 1 and 2 that dealt damage and took none, or pushed the enemy out."""
    return 1000 * (1 + finisher) if level and (out or (dealt and not taken)) else 0


def strike(dice, blow, guard, stopped, effect, step, spent, rulings):
    """Return the hits of a blow that get through, its failed saves, and whether a guardian takes the hits."""
    inputs, me, other = step.inputs, blow.side, 1 - blow.side
    hits, misses, plain = blow.hits, 0, blow.hits - 2 * inputs.get("bonus_crits", 0) * (me == 0)
    if blow.dice:
        faces = dice.take()
        again = [face for face in faces if face <= blow.reroll and face < blow.hit_on]
        kept = [face for face in faces if face not in again]
        kept += dice.take() if again else []
        misses = sum(face < blow.hit_on for face in kept)
        misses = misses if again else sum(face < blow.hit_on for face in faces)
        hits += melee_hits(kept, blow.hit_on)
        if may_improvise(inputs, me, spent) and misses and (count := dice.answer()):
            spent["improvised"].add(me)
            improvised = dice.take()
            kept += improvised
            hits += melee_hits(improvised, blow.hit_on)
        plain += sum(blow.hit_on <= face < 9 for face in kept)
    raised = min(3, plain)
    if inputs.get("will" if me else "attacker_will") and raised and dice.answer():
        hits += raised
    block_on = inputs.get("block_on", 5) if me == 0 else 5
    if guard and (blow.dice or blow.hits):
        faces = dice.take()
        blocks = sum(face >= block_on for face in faces)
        missed = len(faces) - blocks
        if may_improvise(inputs, other, spent) and missed and hits > blocks + stopped and (count := dice.answer()):
            spent["improvised"].add(other)
            again = dice.take()
            assert len(again) == count
            blocks += sum(face >= block_on for face in again)
        stopped += blocks
    return end_of_blow(dice, blow, max(0, hits - stopped), effect, step, spent, rulings)


def end_of_blow(dice, blow, through, effect, step, spent, rulings):
    """Return the hits left, the saves failed and whether a guardian takes them, once both players have decided."""
    inputs, other = step.inputs, 1 - blow.side
    names = (
        ("attacker_warship", "attacker_save", "attacker_pool", "attacker")
        if blow.side
        else ("warship", "armor_save", "pool", "defender")
    )
    ship, armor, pool, level = (inputs.get(name, 0) for name in names)
    escape = inputs.get("attacker_escape" if blow.side else "escape")
    left = {**inputs, "pool": pool - spent["paid"][other], "warship": ship, "escape": escape}
    through, paid = negated(dice, through, left, rulings)
    spent["paid"][other] += paid
    if blow.side == 0 and inputs.get("guardian") and through and dice.answer():
        return through, 0, True
    cap = most_saves(inputs, ship, False, five(inputs, rulings))
    failed = saves(dice, inputs, through, cap, blow.pen, armor)
    before = spent["paid"][other]
    failed, spent["paid"][other] = undone(dice, failed, {"pool": pool, "warship": ship}, before, level, effect)
    return through, failed, False


def may_improvise(inputs, side, spent):
    """Return whether a side may still roll dice again; a warship has no such skill."""
    name, ship = (("attacker_improvise", "attacker_warship"), ("improvise", "warship"))[side]
    return bool(inputs.get(name)) and not inputs.get(ship) and side not in spent["improvised"]


def melee_hits(faces, hit_on):
    """Return the hits on attack dice: 9 and 10 are criticals, which count twice."""
    return sum(2 if face >= 9 else 1 for face in faces if face >= min(hit_on, 9))
