"""A referee of MechaStellar's table: what shots and clashes do, worked out from the rulebook alone.

It reads the inputs of a roll and its dice as a player reads them from the table, and knows none of the game's code.
"""

THROWN, CRASHED = 200, 200
EFFECT_DAMAGE = "damage"


class Dice:
    """The groups of dice and answers of a roll, taken one after the other."""

    def __init__(self, groups):
        self.groups = [list(group) for group in groups]

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
    total = counted(crits, hits, inputs, rulings, step)
    cover = (2 if damage <= 500 else 1) if inputs.get("cover") and not inputs.get("warship") else 0
    blocks = max(inputs.get("blocks", 0), cover) + guarding * (reply == "guard") + inputs.get("more_blocks", 0)
    through, paid = negated(dice, max(0, total - blocks), inputs, rulings)
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
    """Return the hits left after Skill Defense, and the Momentum that it took: 1 a hit, of a warship 2."""
    pool, price = inputs["pool"], 2 if inputs.get("warship") else 1
    if not through or pool < price:
        return through, 0
    answer = dice.answer()
    if inputs.get("warship") and rulings["warship-defense"] == "attack":
        return (0, 2) if answer else (through, 0)
    return through - answer, answer * price


def undone(dice, failed, inputs, paid, level, effect):
    """Return the failed saves left after Momentum undid some, and all Momentum paid: level 1 and 2, not against pushes."""
    if not failed or not level or effect == "push" or inputs["pool"] <= paid:
        return failed, paid
    answer = dice.answer()
    return failed - answer, paid + answer
