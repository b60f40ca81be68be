"""Dice as players write them: `3d6+2`, `4d6kh3`, `6d6>=5`, `d%`; parsed into a resolver like any other.

NdS  d%  4dF        dice (d% has faces 1 to 100, dF faces -1, 0 and 1)
kh2 kl2 dh1 dl1     keep or drop the highest or lowest
>=5 >4 <=2 <3 =6    count the dice that do
!                   a die that shows its highest face is thrown again and added
r1 ro1              throw again while it shows 1; only once
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import comb

from companion.budget import watched
from companion.compat import cached_property
from companion.dice.odds import TooLarge
from companion.dice.resolver import Mean, Outcome
from companion.dice.throw import Die, FaceClass, Faces, Tells, Throw
from companion.findings import InputError, InvalidInput, quote

LONGEST, MOST_TERMS, MOST_DICE, MOST_SIDES, LARGEST_NUMBER = 200, 20, 1000, 10_000, 1_000_000
ROUNDS = 10
"""How often one die may explode; a d6 explodes that often once in sixty million."""
MOST_SUMS = 50_000
"""Totals an exact answer may have."""
_WORK = 5_000_000
"""Steps one throw's sums may take; about two seconds."""
_QUICK, _STEP = 50_000, 5
"""Steps of one throw's sums that are too quick to count, and how many of the others take as long as a step of odds."""


TOTAL = Mean("total", "Total", lambda outcome: outcome["total"])
"""The figure that sums up an expression."""


@dataclass(frozen=True)
class Tally(Throw):
    """A throw read as one sum rather than class by class: its faces are (sum, dice to throw again)."""

    worth: tuple[int, ...] = ()
    """What each face of the die counts."""
    again: frozenset[int] = frozenset()
    keep: int = 0
    """How many dice count: the highest of them, the lowest where negative, all where 0."""

    def sort(self, faces: Sequence[int], where: str = "faces") -> Faces:
        """Return the sum and the number of dice to throw again."""
        super().sort(faces, where)
        worth = dict(zip(self.die.faces, self.worth, strict=True))
        values = sorted((worth[face] for face in faces), reverse=self.keep > 0)
        return (sum(values[: abs(self.keep) or None]), sum(face in self.again for face in faces))

    def label_faces(self, faces: Sequence[int]) -> tuple[Tells, ...]:
        """Return which dice are dropped, where only some are kept; otherwise what their classes tell."""
        if not self.keep:
            return super().label_faces(faces)
        worth = dict(zip(self.die.faces, self.worth, strict=True))
        order = sorted(range(len(faces)), key=lambda index: worth[faces[index]], reverse=self.keep > 0)
        kept = set(order[: abs(self.keep)])
        return tuple("" if index in kept else "dropped" for index in range(len(faces)))

    def ways(self) -> tuple[tuple[Faces, int], ...]:
        """Return every sum with its integer weight; `steps` says before whether that takes too long."""
        return self._sums

    @cached_property
    def steps(self) -> int:
        """Return about how many steps the sums take, counted before they are made; TooLarge where they are too many."""
        totals = (max(self.worth) - min(self.worth)) * self.count + 1
        if not self.keep and not self.again and totals > MOST_SUMS:
            raise TooLarge(f"an exact answer has {totals:,} totals, more than {MOST_SUMS:,}")
        if self._work > _WORK:
            raise TooLarge(f"an exact answer takes {self._work:,} steps, more than {_WORK:,}")
        return max(0, self._work - _QUICK) // _STEP

    @cached_property
    def _work(self) -> int:
        if self.keep:
            return self.count * self.count * abs(self.keep) * len(self.worth) * len(self.worth) // 4
        span, faces = max(self.worth) - min(self.worth), len(self.worth)
        if self.again:
            sizes = (min(int(faces ** min(i, 24)), (span * i + 1) * (i + 1)) for i in range(self.count))
            return faces * sum(sizes)
        return self.count * (span * self.count + 1) * len(_windows(self.worth)) // 2

    @cached_property
    def _sums(self) -> tuple[tuple[Faces, int], ...]:
        if self.keep:
            return _sums_of_kept_dice(self.worth, self.count, abs(self.keep), self.keep > 0)
        if self.again:
            return _with_again(self.die.faces, self.worth, self.again, self.count)
        return _sums_of_dice(self.worth, self.count)


def _sums_of_dice(worth: tuple[int, ...], count: int) -> tuple[tuple[Faces, int], ...]:
    """Return the sums of `count` dice, die by die; neighbouring values that are alike are added as one window."""
    low, span = min(worth), max(worth) - min(worth)
    windows = _windows(worth)
    sums = [1]
    for _ in watched(range(count), every=1):
        # below[span + 1 + i] is the weight of everything under i, for i from -span - 1 to past the end.
        below = [0] * (span + 2) + list(accumulate(sums))
        below += [below[-1]] * span
        length = len(sums) + span
        following = [0] * length
        for first, last, times in windows:
            upper = below[span + 2 - first : span + 2 - first + length]
            lower = below[span + 1 - last : span + 1 - last + length]
            following = [f + times * (u - d) for f, u, d in zip(following, upper, lower, strict=True)]
        sums = following
    return tuple(((step + low * count, 0), weight) for step, weight in enumerate(sums) if weight)


def _windows(worth: tuple[int, ...]) -> list[tuple[int, int, int]]:
    """Return stretches of values as (first, last, how many faces show each), counted from the lowest value."""
    low = min(worth)
    sizes = Counter(value - low for value in worth)
    found: list[tuple[int, int, int]] = []
    for value, times in sorted(sizes.items()):
        if found and found[-1][1:] == (value - 1, times):
            found[-1] = (found[-1][0], value, times)
        else:
            found.append((value, value, times))
    return found


def _with_again(
    faces: tuple[int, ...], worth: tuple[int, ...], again: frozenset[int], count: int
) -> tuple[tuple[Faces, int], ...]:
    sums: dict[Faces, int] = {(0, 0): 1}
    for _ in watched(range(count), every=1):
        following: dict[Faces, int] = {}
        for (total, more), weight in watched(sums.items()):
            for face, value in zip(faces, worth, strict=True):
                key = (total + value, more + (face in again))
                following[key] = following.get(key, 0) + weight
        sums = following
    return tuple(sums.items())


def _sums_of_kept_dice(worth: tuple[int, ...], count: int, keep: int, highest: bool) -> tuple[tuple[Faces, int], ...]:
    """Return the sums of the kept dice, value by value from the end that is kept."""
    sizes: dict[int, int] = {}
    for value in worth:
        sizes[value] = sizes.get(value, 0) + 1
    states: dict[tuple[int, int], int] = {(0, 0): 1}
    for value in sorted(sizes, reverse=highest):
        following: dict[tuple[int, int], int] = {}
        for (used, total), weight in watched(states.items()):
            for n in range(count - used + 1):
                key = (used + n, total + value * min(n, max(keep - used, 0)))
                more = weight * comb(count - used, n) * sizes[value] ** n
                following[key] = following.get(key, 0) + more
        states = following
    return tuple(((total, 0), weight) for (used, total), weight in states.items() if used == count)


@dataclass(frozen=True)
class Term:
    """One term of an expression: dice with what is done to them, or a constant (no dice)."""

    sign: int
    constant: int = 0
    count: int = 0
    die: Die | None = None
    worth: tuple[int, ...] = ()
    explodes: bool = False
    once: frozenset[int] = frozenset()
    keep: int = 0
    counts: bool = False
    """Whether it counts the dice that do rather than adding them."""

    def throw(self, turn: int, count: int) -> Throw:
        """Return the throw of a turn: the term's own dice, then those thrown again."""
        assert self.die
        why = f"{count}{self.die.name}" if turn == 0 else f"{count} thrown again"
        again = self.once if turn == 0 else frozenset()
        if self.explodes and turn < ROUNDS:
            again = frozenset({max(self.die.faces)})
        worth = self.worth
        if self.once and turn == 0:
            worth = tuple(0 if face in self.once else value for face, value in zip(self.die.faces, worth, strict=True))
        return Tally(why, count, self.die, self._classes, worth, again, self.keep)

    @property
    def _classes(self) -> tuple[FaceClass, ...]:
        assert self.die
        every = frozenset(self.die.faces)
        if not self.counts:
            return (FaceClass("any", every),)
        success = frozenset(face for face, value in zip(self.die.faces, self.worth, strict=True) if value)
        return (FaceClass("miss", every - success, "miss"), FaceClass("success", success, "hit"))


State = tuple[int, int, int, int]
"""Term, turn within it, dice to throw in that turn, total so far."""


@dataclass(frozen=True)
class Expression:
    """A parsed expression; a resolver whose outcome is its `total`."""

    text: str
    terms: tuple[Term, ...]
    counts: bool
    """Whether the total counts successes."""
    throws: dict[tuple[int, int, int], Throw] = field(default_factory=dict, compare=False, repr=False)

    def start(self) -> State:
        """Return the state before any dice: all constants added."""
        return self._skip_empty_terms(0, sum(term.sign * term.constant for term in self.terms))

    def _skip_empty_terms(self, index: int, total: int) -> State:
        while index < len(self.terms) and not self.terms[index].count:
            index += 1
        return (index, 0, self.terms[index].count if index < len(self.terms) else 0, total)

    def ask(self, state: State) -> Throw | None:
        """Return the next throw."""
        index, turn, count, _ = state
        if index == len(self.terms):
            return None
        key = (index, turn, count)
        if key not in self.throws:
            self.throws[key] = self.terms[index].throw(turn, count)
        return self.throws[key]

    def take(self, state: State, faces: Faces) -> State:
        """Add the throw; dice to throw again come next."""
        index, turn, _, total = state
        value, again = faces
        total += self.terms[index].sign * value
        return (index, turn + 1, again, total) if again else self._skip_empty_terms(index + 1, total)

    def outcome(self, state: State) -> Outcome:
        """Return the total."""
        return {"total": state[3]}


def parse(text: str) -> Expression:
    """Return a dice expression; InvalidInput names the column and what was expected there."""
    if len(text) > LONGEST:
        raise InvalidInput(InputError("expression", f"{len(text):,} characters", f"at most {LONGEST}"))
    return _Parser(text).expression()


_COMPARE = {">=": lambda a, b: a >= b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, "<": lambda a, b: a < b}
_COMPARE["="] = lambda a, b: a == b


class _Parser:
    """Reads an expression from left to right; every complaint names its column."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def wrong(self, expected: str, at: int | None = None) -> InvalidInput:
        place = self.at if at is None else at
        rest = self.text[place : place + 12]
        return InvalidInput(InputError(f"column {place + 1}", quote(rest) if rest else "the end", expected))

    def skip(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def take(self, pattern: str) -> str | None:
        """Return what matches here, past spaces, in small letters; None where nothing does."""
        self.skip()
        found = re.compile(pattern, re.IGNORECASE | re.ASCII).match(self.text, self.at)
        if not found:
            return None
        self.at = found.end()
        return found[0].lower()

    def number(self, expected: str, low: int, high: int) -> int:
        self.skip()
        at = self.at
        digits = self.take(r"[0-9]+")
        if digits is None:
            raise self.wrong(expected)
        if len(digits) > 9 or not low <= int(digits) <= high:
            raise self.wrong(f"{expected}, {low:,} to {high:,}", at)
        return int(digits)

    def expression(self) -> Expression:
        terms: list[Term] = []
        counting: list[bool] = []
        sign = -1 if self.take(r"-") else 1
        while True:
            term, counts = self.term(sign)
            terms.append(term)
            counting.append(counts)
            if len(terms) > MOST_TERMS:
                raise self.wrong(f"at most {MOST_TERMS} terms")
            self.skip()
            if self.at == len(self.text):
                break
            joined = self.take(r"[+-]")
            if joined is None:
                raise self.wrong("+, - or the end" if not term.count else "+, -, a change to these dice, or the end")
            sign = -1 if joined == "-" else 1
        if sum(term.count for term in terms) > MOST_DICE:
            raise InvalidInput(InputError("expression", "too many dice", f"at most {MOST_DICE:,}"))
        return Expression(self.text.strip(), tuple(terms), any(counting))

    def term(self, sign: int) -> tuple[Term, bool]:
        self.skip()
        at = self.at
        digits = self.take(r"[0-9]+")
        if self.take("d") is None:
            if digits is None:
                raise self.wrong("a number or dice, as 2d6")
            if len(digits) > 9 or int(digits) > LARGEST_NUMBER:
                raise self.wrong(f"a number, at most {LARGEST_NUMBER:,}", at)
            return Term(sign, constant=int(digits)), False
        if digits is not None and (len(digits) > 9 or not 1 <= int(digits) <= MOST_DICE):
            raise self.wrong(f"a number of dice, 1 to {MOST_DICE:,}", at)
        return self.changes(sign, int(digits or 1), self.die())

    def die(self) -> Die:
        if self.take("%"):
            return Die("d%", tuple(range(1, 101)))
        if self.take("f"):
            return Die("dF", (-1, 0, 1))
        return Die.of(self.number("a number of sides, % or F", 1, MOST_SIDES))

    def changes(self, sign: int, count: int, die: Die) -> tuple[Term, bool]:
        """Read what follows the dice: each change once."""
        explodes, once, keep = False, frozenset[int](), 0
        compare: tuple[str, int] | None = None
        seen: set[str] = set()
        while True:
            self.skip()
            at = self.at
            word = self.take(r"!|ro|r|kh|kl|dh|dl|>=|<=|>|<|=")
            if word is None:
                break
            kind = "keep" if word in ("kh", "kl", "dh", "dl") else "count" if word in _COMPARE else word[:1]
            if kind in seen:
                raise self.wrong("each change to the dice once", at)
            seen.add(kind)
            if word == "!":
                explodes = True
            elif kind == "r":
                die, once = self.read_reroll(word, die)
            elif kind == "keep":
                keep = self.read_kept_dice(word, count)
            else:
                compare = (word, self.number("a face to compare with", 0, MOST_SIDES))
            if ({"!", "keep"} <= seen or {"keep", "count"} <= seen) or (once and seen & {"!", "keep"}):
                raise self.wrong("no such pair: keeping, counting, exploding and ro do not go together here", at)
        if explodes and len(die.faces) < 2:
            raise self.wrong("a die with two faces or more before !")
        worth = die.faces
        if compare:
            worth = tuple(int(_COMPARE[compare[0]](face, compare[1])) for face in die.faces)
        counts = compare is not None
        return Term(sign, 0, count, die, worth, explodes, once, keep, counts), counts

    def read_reroll(self, word: str, die: Die) -> tuple[Die, frozenset[int]]:
        at = self.at
        face = self.number("a face to throw again", 0, MOST_SIDES)
        if face not in die.faces or len(die.faces) == 1:
            raise self.wrong(f"a face of {die.name}, and another one left", at)
        if word == "ro":
            return die, frozenset({face})
        left = tuple(f for f in die.faces if f != face)
        return Die(f"{die.name} (not {face})", left), frozenset()

    def read_kept_dice(self, word: str, count: int) -> int:
        at = self.at
        digits = self.take(r"[0-9]+") or "1"
        number = int(digits) if len(digits) < 9 else MOST_DICE + 1
        keep = number if word[0] == "k" else count - number
        if not 0 < keep <= count:
            raise self.wrong(f"a number of dice that keeps at least one of {count}", at)
        return keep if word in ("kh", "dl") else -keep
