"""Dice as players write them: `3d6+2`, `4d6kh3`, `6d6>=5`, `d%`; parsed into a resolver like any other.

NdS  d%  4dF        dice (d% has faces 1 to 100, dF faces -1, 0 and 1)
kh2 kl2 dh1 dl1     keep or drop the highest or lowest
>=5 >4 <=2 <3 =6    count the dice with such faces instead of adding them
!                   a die that shows its highest face is thrown again, and both faces are added
r1 ro1              throw again while it shows 1; only once
"""

import re
from dataclasses import dataclass, field

from companion.base.findings import InputError, InvalidInput, quote
from companion.dice.resolver import Mean, Outcome
from companion.dice.tally import Tally
from companion.dice.throw import Die, FaceClass, Faces, Throw

LONGEST, MOST_TERMS, MOST_DICE, MOST_SIDES, LARGEST_NUMBER = 200, 20, 1000, 10_000, 1_000_000
ROUNDS = 10
"""The most times that one die may explode; a d6 does that once in sixty million."""
TOTAL = Mean("total", "Total", lambda outcome: outcome["total"])
"""The figure that sums up an expression."""


@dataclass(frozen=True)
class Term:
    """One term of an expression: dice with changes such as keeping or exploding, or a constant (no dice)."""

    sign: int
    constant: int = 0
    count: int = 0
    die: Die | None = None
    worth: tuple[int, ...] = ()
    explodes: bool = False
    once: frozenset[int] = frozenset()
    keep: int = 0
    counts: bool = False
    """Whether dice are counted instead of added."""

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
"""The index of the term, the turn within it, the number of dice in that turn, the total so far."""


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
    """Reads an expression from left to right; errors name the column."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def error(self, expected: str, at: int | None = None) -> InvalidInput:
        place = self.at if at is None else at
        rest = self.text[place : place + 12]
        return InvalidInput(InputError(f"column {place + 1}", quote(rest) if rest else "the end", expected))

    def skip(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def take(self, pattern: str) -> str | None:
        """Skip spaces and return the text that matches here in lower case; None without a match."""
        self.skip()
        match = re.compile(pattern, re.IGNORECASE | re.ASCII).match(self.text, self.at)
        if not match:
            return None
        self.at = match.end()
        return match[0].lower()

    def number(self, expected: str, low: int, high: int) -> int:
        self.skip()
        at = self.at
        digits = self.take(r"[0-9]+")
        if digits is None:
            raise self.error(expected)
        if len(digits) > 9 or not low <= int(digits) <= high:
            raise self.error(f"{expected}, {low:,} to {high:,}", at)
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
                raise self.error(f"at most {MOST_TERMS} terms")
            self.skip()
            if self.at == len(self.text):
                break
            operator = self.take(r"[+-]")
            if operator is None:
                raise self.error("+, - or the end" if not term.count else "+, -, a change to these dice, or the end")
            sign = -1 if operator == "-" else 1
        if sum(term.count for term in terms) > MOST_DICE:
            raise InvalidInput(InputError("expression", "too many dice", f"at most {MOST_DICE:,}"))
        return Expression(self.text.strip(), tuple(terms), any(counting))

    def term(self, sign: int) -> tuple[Term, bool]:
        self.skip()
        at = self.at
        digits = self.take(r"[0-9]+")
        if self.take("d") is None:
            if digits is None:
                raise self.error("a number or dice, as 2d6")
            if len(digits) > 9 or int(digits) > LARGEST_NUMBER:
                raise self.error(f"a number, at most {LARGEST_NUMBER:,}", at)
            return Term(sign, constant=int(digits)), False
        if digits is not None and (len(digits) > 9 or not 1 <= int(digits) <= MOST_DICE):
            raise self.error(f"a number of dice, 1 to {MOST_DICE:,}", at)
        return self.changes(sign, int(digits or 1), self.die())

    def die(self) -> Die:
        if self.take("%"):
            return Die("d%", tuple(range(1, 101)))
        if self.take("f"):
            return Die("dF", (-1, 0, 1))
        return Die.of(self.number("a number of sides, % or F", 1, MOST_SIDES))

    def changes(self, sign: int, count: int, die: Die) -> tuple[Term, bool]:
        """Read the changes after the dice, each at most once."""
        explodes, once, keep = False, frozenset[int](), 0
        compare: tuple[str, int] | None = None
        kinds: set[str] = set()
        while True:
            self.skip()
            at = self.at
            word = self.take(r"!|ro|r|kh|kl|dh|dl|>=|<=|>|<|=")
            if word is None:
                break
            kind = "keep" if word in ("kh", "kl", "dh", "dl") else "count" if word in _COMPARE else word[:1]
            if kind in kinds:
                raise self.error("each change to the dice once", at)
            kinds.add(kind)
            if word == "!":
                explodes = True
            elif kind == "r":
                die, once = self.read_reroll(word, die)
            elif kind == "keep":
                keep = self.read_kept_dice(word, count)
            else:
                compare = (word, self.number("a face to compare with", 0, MOST_SIDES))
            if ({"!", "keep"} <= kinds or {"keep", "count"} <= kinds) or (once and kinds & {"!", "keep"}):
                raise self.error("no such pair: keeping, counting, exploding and ro do not go together here", at)
        if explodes and len(die.faces) < 2:
            raise self.error("a die with two faces or more before !")
        worth = die.faces
        if compare:
            worth = tuple(int(_COMPARE[compare[0]](face, compare[1])) for face in die.faces)
        counts = compare is not None
        return Term(sign, 0, count, die, worth, explodes, once, keep, counts), counts

    def read_reroll(self, word: str, die: Die) -> tuple[Die, frozenset[int]]:
        at = self.at
        face = self.number("a face to throw again", 0, MOST_SIDES)
        if face not in die.faces or len(die.faces) == 1:
            raise self.error(f"a face of {die.name}, and another one left", at)
        if word == "ro":
            return die, frozenset({face})
        other_faces = tuple(f for f in die.faces if f != face)
        return Die(f"{die.name} (not {face})", other_faces), frozenset()

    def read_kept_dice(self, word: str, count: int) -> int:
        at = self.at
        digits = self.take(r"[0-9]+") or "1"
        number = int(digits) if len(digits) < 9 else MOST_DICE + 1
        keep = number if word[0] == "k" else count - number
        if not 0 < keep <= count:
            raise self.error(f"a number of dice that keeps at least one of {count}", at)
        return keep if word in ("kh", "dl") else -keep
