"""Shots and clashes worked out die by die from the rulebook, without the game's code: what proofs compare with.

A unit is a dictionary as a card is typed. Distributions are dictionaries from a result to its chance, as floats.
"""

from functools import cache
from itertools import product

NEAR = 4
"""Engagement range of two units of Size 0."""


@cache
def _dice(count, faces):
    """The distribution of classes on so many d10; `faces` are classes by face, from 1 on: tuples that add up."""
    found = {tuple(0 for _ in faces[0]): 1.0}
    for _ in range(count):
        after = {}
        for before, p in found.items():
            for face in faces:
                key = tuple(a + b for a, b in zip(before, face, strict=True))
                after[key] = after.get(key, 0) + p / 10
        found = after
    return found


@cache
def _fails(count, target):
    """The distribution of failed saves: a die below the target fails; 1 or less always passes."""
    return {key[0]: p for key, p in _dice(count, tuple((int(face < target),) for face in range(1, 11))).items()}


def damage_of(through, dmg, pen, arm):
    """The distribution of damage of so many unblocked hits: at most three saves, each failed one 1000 DMG."""
    if pen < 2:
        return {through * dmg: 1.0}
    return {through * dmg + 1000 * failed: p for failed, p in _fails(min(3, through), pen - arm).items()}


def mixed(parts):
    found = {}
    for chance, spread in parts:
        for damage, p in spread.items():
            found[damage] = found.get(damage, 0) + chance * p
    return found


def blocks_of(unit, melee):
    shields = (w for w in unit["weapons"] if str(w.get("attacks", "-")).endswith(("Block", "Blocks")))
    return max((int(w["attacks"][1]) for w in shields if melee or not w.get("melee_only")), default=0)


def pen_of(weapon):
    return int(weapon.get("pen", "0").replace("-", "0"))


def rapid_of(weapon):
    text = weapon.get("close_range", "-")
    if not text.startswith("RF"):
        return 0, 0
    number = int(text[2:].split()[0])
    return (0, number) if "Hit" in text else (number, 0)


def reaches(weapon, distance):
    return distance <= int(weapon["range"])


def may_fire(weapon, distance):
    """Within engagement range only weapons of 8 inches shoot, as long as nobody focuses for it."""
    return reaches(weapon, distance) and (distance > NEAR or int(weapon["range"]) <= 8)


@cache
def _shot(shots, target, crit_on, hits, blocks, dmg, pen, arm):
    faces = tuple(
        (1, 0) if face <= crit_on else (0, 1) if face < target and face < 9 else (0, 0) for face in range(1, 11)
    )
    parts = []
    for (crits, plain), p in _dice(shots, faces).items():
        total = plain + 2 * min(3, crits) + max(0, crits - 3) + hits
        parts.append((p, damage_of(max(0, total - blocks), dmg, pen, arm)))
    return mixed(parts)


def shot(a, b, weapon, distance, hits=0):
    """A weapon's attack, Precision against Dodge, with so many hits of Focus and skills."""
    shots, more = int(weapon["attacks"]), 0
    if 2 * distance <= int(weapon["range"]):
        extra, more = rapid_of(weapon)
        shots += extra
    accuracy = a["shooting"] + (2 if a["pilot_level"] else 1)
    evade = b["evade"] + (2 if b["pilot_level"] == 2 else 1)
    crit_on = 3 if distance <= a["sensors"] else 2
    shots = max(0, min(10, shots))
    blocks = blocks_of(b, melee=False)
    return _shot(shots, accuracy - evade, crit_on, hits + more, blocks, weapon["dmg"], pen_of(weapon), b["arm_sv"])


_ATTACK = tuple((2,) if face >= 9 else (1,) if face >= 5 else (0,) for face in range(1, 11))
_GUARD = tuple((1,) if face >= 5 else (0,) for face in range(1, 11))


@cache
def _blow(attack, hits, guard, blocks, dmg, pen, arm):
    parts = []
    if not attack and not hits:
        return {0: 1.0}
    for ((rolled,), p), ((blocked,), q) in product(_dice(attack, _ATTACK).items(), _dice(guard, _GUARD).items()):
        parts.append((p * q, damage_of(max(0, rolled + hits - blocked - blocks), dmg, pen, arm)))
    return mixed(parts)


def melee_hits(weapon):
    text = weapon.get("attacks", "-")
    return int(text[1]) if text.startswith("+") and "Hit" in text else 0


def answer_of(b):
    """The melee weapon of the most damage, then PEN."""
    return max((w for w in b["weapons"] if w["range"] == "Melee"), key=lambda w: (w["dmg"], pen_of(w)), default=None)


class Clash:
    """A clash of two units: the attacker's weapon with so many other hits, against the best answer."""

    def __init__(self, a, b, weapon, hits=0):
        self.a, self.b, self.weapon, self.answer = a, b, weapon, answer_of(b)
        self.hits = melee_hits(weapon) + (2 if a["pilot_level"] else 1) + hits

    def outcome(self, mine, theirs, hp):
        """The distribution of (damage done, damage suffered), for both splits of dice."""
        (attack, guard), (counter, shield) = mine, theirs
        w, answer = self.weapon, self.answer
        first = _blow(attack, self.hits, shield, blocks_of(self.b, melee=True), w["dmg"], pen_of(w), self.b["arm_sv"])
        back = {0: 1.0}
        bonus = 2 if self.b["pilot_level"] == 2 else 1
        hits = bonus + (melee_hits(answer) if answer else 0)
        if answer:
            blocks = blocks_of(self.a, melee=True)
            back = _blow(counter, hits, guard, blocks, answer["dmg"], pen_of(answer), self.a["arm_sv"])
        found = {}
        for done, p in first.items():
            for suffered, q in back.items() if done < hp else [(0, 1.0)]:
                more = 1000 if self.a["pilot_level"] and done and not suffered else 0
                less = 1000 if self.b["pilot_level"] and suffered and not done else 0
                key = done + more, suffered + less
                found[key] = found.get(key, 0) + p * q
        return found

    def worth(self, mine, theirs, hp):
        own = self.a["hp"]
        return sum(p * (min(d, hp) - min(s, own)) for (d, s), p in self.outcome(mine, theirs, hp).items())

    @staticmethod
    def splits(dice):
        return [(n, dice - n) for n in range(dice + 1) if n <= 10 and dice - n <= 10]

    def answers(self, mine, hp):
        """The splits of the defender that leave the attacker least: all that are equally good."""
        there = [(self.worth(mine, theirs, hp), theirs) for theirs in self.splits(self.b["melee"])]
        least = min(worth for worth, _ in there)
        return least, [theirs for worth, theirs in there if worth < least + 1e-7]

    def best(self, hp):
        """The attacker's best splits against the best answer."""
        there = [(self.answers(mine, hp)[0], mine) for mine in self.splits(self.a["melee"])]
        most = max(worth for worth, _ in there)
        return [mine for worth, mine in there if worth > most - 1e-7]
