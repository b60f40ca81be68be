"""Random dice expressions, each with odds that were found without the code under test: icepool, and brute force.

Chances are fractions by total. Where dice explode, what lies beyond the explosions that were followed is missing.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, floor
from operator import add, eq, floordiv, ge, gt, le, lt, mul, neg, sub, truediv

import icepool
from hypothesis import strategies as st

SIGNS = {">=": ge, "<=": le, ">": gt, "<": lt, "=": eq}
OPERATIONS = {"+": add, "-": sub, "*": mul, "/": truediv, "//": floordiv}
DICE = {
    **{f"d{sides}": tuple(range(1, sides + 1)) for sides in range(2, 7)},
    "w4": (1, 2, 3, 4),
    "dF": (-1, 0, 1),
    "d{1, 1, 2}": (1, 1, 2),
    "d{0,3,-2,3}": (0, 3, -2, 3),
}


@dataclass(frozen=True)
class Change:
    """One change as it is typed, with what it does: `kind` and a condition or a number."""

    text: str
    kind: str
    on: tuple = ()
    number: int = 0

    def holds(self, value):
        return any(SIGNS[sign](value, number) for sign, number in self.on)


def is_kept(change, rank, count):
    """Return whether one change keeps the die of a rank, 0 for the lowest, of so many."""
    number = change.number
    return {
        "kh": rank >= count - number,
        "kl": rank < number,
        "dh": rank < count - number,
        "dl": rank >= number,
    }[change.kind]


def total_of(values, changes):
    """Return what values come to after keeping, dropping and counting."""
    keeps = [change for change in changes if change.kind in ("kh", "kl", "dh", "dl")]
    hits = [change for change in changes if change.kind == "hit"]
    failures = [change for change in changes if change.kind == "failure"]
    kept = [
        value
        for rank, value in enumerate(sorted(values))
        if all(is_kept(change, rank, len(values)) for change in keeps)
    ]
    if not hits:
        return sum(kept)
    return sum(any(c.holds(v) for c in hits) for v in kept) - sum(any(c.holds(v) for c in failures) for v in kept)


def one_die(faces, changes):
    """Return a single die with its rerolls and its lowest and highest values, in icepool."""
    lowest = min(faces)
    left = [
        face
        for face in faces
        if not any(c.holds(face) if c.on else face == lowest for c in changes if c.kind == "again")
    ]
    fresh = die = icepool.Die(left)
    for change in changes:
        if change.kind == "once":
            on = change if change.on else Change("", "", (("=", lowest),))
            die = die.map(lambda face, on=on: fresh if on.holds(face) else face)
    for change in changes:
        if change.kind in ("min", "max"):
            bound = max if change.kind == "min" else min
            die = die.map(lambda face, change=change, bound=bound: bound(face, change.number))
    return die, max(left)


def chances(die):
    return {value: Fraction(weight, die.denominator()) for value, weight in die.items() if weight}


def pool_chances(count, faces, changes, most_explosions=None):
    """Return the chances of a pool's totals."""
    die, highest = one_die(faces, changes)
    explosions = [change for change in changes if change.kind in ("explode", "compound")]
    if not explosions:
        return chances(die.pool(count).expand().map(lambda values: total_of(values, changes)))
    one = chances(die)

    def explodes(value):
        return any(c.holds(value) if c.on else value == highest for c in explosions)

    compounds = any(change.kind == "compound" for change in explosions)
    sorts = [change for change in changes if change.kind in ("kh", "kl", "dh", "dl", "hit")]
    if compounds and sorts:
        chains = thrown_one_by_one(1, one, explodes, most_explosions, lambda values: (sum(values),))
        totals = defaultdict(Fraction)
        for values in product(chains.items(), repeat=count):
            chance = Fraction(1)
            for _, part in values:
                chance *= part
            totals[total_of([value for (value,), _ in values], changes)] += chance
        return dict(totals)
    merge = (lambda values: tuple(sorted(values))) if sorts else (lambda values: (sum(values),))
    totals = defaultdict(Fraction)
    for values, chance in thrown_one_by_one(count, one, explodes, most_explosions, merge).items():
        totals[total_of(values, changes)] += chance
    return dict(totals)


def thrown_one_by_one(count, one, explodes, most, merge):
    """Return the chances of all values of dice that explode at most so many times, merged to what matters of them."""
    waiting = {(count, 0, ()): Fraction(1)}
    ended = defaultdict(Fraction)
    while waiting:
        following = defaultdict(Fraction)
        for (left, exploded, values), chance in waiting.items():
            for value, part in one.items():
                after, again = merge((*values, value)), explodes(value)
                if again and exploded == most:
                    continue
                if left == 1 and not again:
                    ended[after] += chance * part
                else:
                    following[left - (not again), exploded + again, after] += chance * part
        waiting = following
    return ended


def of_independent(function, *results):
    """Return the chances of a function of independent results."""
    totals = defaultdict(Fraction)
    for pairs in product(*(result.items() for result in results)):
        chance = Fraction(1)
        for _, part in pairs:
            chance *= part
        totals[function(*(value for value, _ in pairs))] += chance
    return dict(totals)


def quotient(left, right):
    return Fraction(left) / Fraction(right)


# What is drawn

SIGNED = "<>=≤≥"
"""How a condition with a sign begins."""


@st.composite
def conditions(draw, low, high):
    sign = draw(st.sampled_from(["", ">=", "<=", ">", "<", "=", "==", "≥", "≤"]))
    number = draw(st.integers(low, high))
    meaning = {"": "=", "==": "=", "≥": ">=", "≤": "<="}.get(sign, sign)
    return f"{sign}{number}", (meaning, number)


@st.composite
def changes_of(draw, count, faces, kinds):
    """Draw up to four changes of the given kinds; it may be that they cannot be carried out."""
    return [draw(change_of(count, faces, draw(st.sampled_from(kinds)))) for _ in range(draw(st.integers(0, 4)))]


@st.composite
def change_of(draw, count, faces, kind):
    text, (sign, number) = draw(conditions(min(faces) - 1, max(faces) + 1))
    if number < 0 and text[0] not in SIGNED and kind not in ("clamp", "failure", "hit"):
        text = f"={text}"
    on = ((sign, number),)
    if kind == "keep":
        return draw(keeps(draw(st.integers(1, count))))
    if kind == "again":
        return Change(draw(st.sampled_from(["r", "rr"])) + text, kind, on)
    if kind == "once":
        return Change(f"ro{text}", kind, on)
    if kind == "bare":
        return draw(st.sampled_from([Change("r", "again"), Change("ro", "once")]))
    if kind == "list":
        return Change(f"r{{{number}, {max(faces)}}}", "again", (("=", number), ("=", max(faces))))
    if kind == "clamp":
        word = draw(st.sampled_from(["mi", "min", "ma", "max"]))
        return Change(f"{word}{number}", "min" if word.startswith("mi") else "max", (), number)
    if kind == "explode":
        word = draw(st.sampled_from(["!", "x"]))
        return draw(st.sampled_from([Change(word, kind), Change(f"{word}{text}", kind, on)]))
    if kind == "compound":
        return draw(st.sampled_from([Change("!!", kind), Change(f"!!{text}", kind, on)]))
    if kind == "failure":
        return Change(f"f{text}", kind, on)
    signed = text if text[0] in SIGNED else f"={text}"
    return draw(st.sampled_from([Change(signed, "hit", on), Change(f"cs{text}", "hit", on)]))


@st.composite
def keeps(draw, number):
    word = draw(st.sampled_from(["k", "kh", "kl", "dl", "dh"]))
    return Change(
        word if number == 1 and draw(st.booleans()) else f"{word}{number}", {"k": "kh"}.get(word, word), (), number
    )


def is_possible(count, faces, changes):
    """Return whether changes can be carried out: some dice are kept, faces are left, explosions happen and stop."""
    keeping = [change for change in changes if change.kind in ("kh", "kl", "dh", "dl")]
    if not any(all(is_kept(change, rank, count) for change in keeping) for rank in range(count)):
        return False
    again = [change for change in changes if change.kind in ("again", "once")]
    if any(change.on and not any(map(change.holds, faces)) for change in again):
        return False
    endless = [change for change in changes if change.kind == "again"]
    if all(any(c.holds(face) if c.on else face == min(faces) for c in endless) for face in faces):
        return False
    hits = [change for change in changes if change.kind in ("hit", "failure")]
    return not hits or any(change.kind == "hit" for change in hits)


def chance_of_explosion(faces, changes):
    """Return the chance that a die explodes; for the first change that never does, nothing."""
    die, highest = one_die(faces, changes)
    one = chances(die)
    explosions = [change for change in changes if change.kind in ("explode", "compound")]
    on = [change if change.on else Change("", "", (("=", highest),)) for change in explosions]
    if any(not any(map(change.holds, one)) for change in on):
        return Fraction(0)
    return sum((chance for value, chance in one.items() if any(c.holds(value) for c in on)), Fraction(0))


PLAIN_CHANGES = ("keep", "keep", "again", "bare", "list", "once", "once", "clamp", "count", "count", "failure")


@st.composite
def pools(draw, most=3, kinds=PLAIN_CHANGES):
    """Draw a pool as text, its number of dice, its faces and its changes."""
    name = draw(st.sampled_from(sorted(DICE)))
    count = draw(st.integers(1, most))
    faces = DICE[name]
    changes = draw(changes_of(count, faces, kinds).filter(lambda some: is_possible(count, faces, some)))
    typed = f"{count}{name}" if count > 1 or draw(st.booleans()) else name
    return typed + joined(changes), count, faces, changes


def joined(changes):
    """Return changes as text, with spaces where two would be read as one; an x stands right behind what is before it."""
    text = ""
    for change in changes:
        if text and (text[-1] in "!xr" or text.endswith("ro") or change.text in ("rr", "d")):
            text += " " + change.text.replace("x", "!") if change.kind == "explode" else f" {change.text}"
        else:
            text += change.text
    return text


@dataclass(frozen=True)
class Drawn:
    """An expression as text and the chances of what it comes to."""

    text: str
    chances: dict


@st.composite
def leaves(draw):
    """Draw a number or dice that do not explode."""
    kind = draw(st.sampled_from(["number", "pool", "pool", "pool", "advantage", "sixty-six"]))
    if kind == "number":
        number = draw(st.integers(0, 9))
        return Drawn(str(number), {number: Fraction(1)})
    if kind == "advantage":
        faces = draw(st.integers(2, 6))
        word, function = draw(st.sampled_from([("adv", max), ("dis", min)]))
        one = chances(icepool.d(faces))
        return Drawn(f"d{faces}{word}", of_independent(function, one, one))
    if kind == "sixty-six":
        six = chances(icepool.d(6))
        return Drawn("d66", of_independent(lambda tens, units: 10 * tens + units, six, six))
    text, count, faces, changes = draw(pools())
    return Drawn(text, pool_chances(count, faces, changes))


def bracketed(drawn):
    return Drawn(f"({drawn.text})", drawn.chances)


@st.composite
def expressions(draw, depth=2):
    """Draw an expression of the whole grammar but explosions, symbols and repeats."""
    kind = "leaf"
    if depth:
        kind = draw(
            st.sampled_from(["leaf", "leaf", "chain", "chain", "negative", "call", "group", "label", "one member"])
        )
    inner = expressions(depth - 1) if depth else leaves()
    if kind == "leaf":
        return draw(leaves())
    if kind == "chain":
        left, right = bracketed(draw(inner)), bracketed(draw(inner))
        sign = draw(st.sampled_from(["+", "-", "*", "/", "//"]))
        if sign in ("/", "//"):
            right = draw(st.sampled_from([Drawn("3", {3: Fraction(1)}), Drawn("2d2", chances(2 @ icepool.d(2)))]))
        space = draw(st.sampled_from(["", " "]))
        function = quotient if sign == "/" else OPERATIONS[sign]
        return Drawn(
            f"{left.text}{space}{sign}{space}{right.text}", of_independent(function, left.chances, right.chances)
        )
    if kind == "negative":
        of = bracketed(draw(inner))
        return Drawn(f"-{of.text}", of_independent(neg, of.chances))
    if kind == "label":
        of = bracketed(draw(inner))
        return Drawn(f"{of.text}[of fire #1]", of.chances)
    if kind == "call":
        name, function = draw(st.sampled_from([("max", max), ("min", min), ("floor", floor), ("CEIL", ceil)]))
        count = 1 if function in (floor, ceil) else draw(st.integers(1, 3))
        arguments = [draw(inner) for _ in range(count)]
        if count > 1 and any(len(one.chances) > 40 for one in arguments):
            return arguments[0]
        text = ", ".join(one.text for one in arguments)
        apply = function if function in (floor, ceil) else lambda *values: function(values)
        return Drawn(f"{name}({text})", of_independent(apply, *(one.chances for one in arguments)))
    if kind == "one member":
        text, count, faces, before = draw(pools(kinds=("again", "once", "clamp")))
        after = draw(changes_of(count, faces, ("keep", "count")).filter(lambda some: is_possible(count, faces, some)))
        after = [change for change in after if not change.text.startswith("cs")]
        return Drawn(f"{{{text}}}" + "".join(c.text for c in after), pool_chances(count, faces, before + after))
    members = [draw(inner) for _ in range(draw(st.integers(2, 3)))]
    if any(len(one.chances) > 40 for one in members):
        return members[0]
    changes = draw(
        changes_of(len(members), (0, 6), ("keep", "count")).filter(lambda some: is_possible(len(members), (0, 6), some))
    )
    changes = [change for change in changes if not change.text.startswith("cs")]
    return Drawn(
        "{" + ",".join(one.text for one in members) + "} " + " ".join(change.text for change in changes),
        of_independent(lambda *values: total_of(values, changes), *(one.chances for one in members)),
    )


@st.composite
def totals(draw):
    """Draw a total that is compared with another."""
    left, right = bracketed(draw(expressions(1))), draw(expressions(1))
    sign = draw(st.sampled_from(sorted(SIGNS)))
    right = right if right.text.isdigit() else bracketed(right)
    return Drawn(f"{left.text} {sign} {right.text}", of_independent(SIGNS[sign], left.chances, right.chances))


def explodes_and_stops(drawn):
    """Return whether dice explode at times, and so seldom that an independent count soon ends."""
    _, count, faces, changes = drawn
    return is_possible(count, faces, changes) and 0 < chance_of_explosion(faces, changes) <= Fraction(1, 2)


@st.composite
def exploding_pools(draw, others=("keep", "count", "failure", "once", "again", "clamp", "explode")):
    """Draw a pool that explodes; its chances wait for the number of explosions that are followed."""
    name = draw(st.sampled_from(["d2", "d3", "d4", "d6", "dF", "d{1, 1, 2}"]))
    count, faces = draw(st.integers(1, 2)), DICE[name]
    explosion = draw(
        st.sampled_from(
            [
                Change("!", "explode"),
                Change("!!", "compound"),
                Change(f"!>={max(faces)}", "explode", ((">=", max(faces)),)),
                Change(f"!!={min(faces)}", "compound", (("=", min(faces)),)),
            ]
        )
    )
    changes = draw(st.permutations([*draw(changes_of(count, faces, others)), explosion]))
    return f"{count}{name}" + joined(changes), count, faces, changes


@cache
def symbol_chances(pools_of_words):
    """Return the chances of the counts of words, by brute force over all faces."""
    totals = Counter()
    for faces in product(*(words for count, words in pools_of_words for _ in range(count))):
        totals[tuple(sorted(Counter(faces).items()))] += 1
    whole = sum(totals.values())
    return {counts: Fraction(number, whole) for counts, number in totals.items()}
