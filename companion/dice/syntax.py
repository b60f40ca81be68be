"""The parts of a dice expression as it was typed, before any odds: plain frozen data, equal where they mean the same.

`at` is the place in the text, from 0, for messages; it makes no difference to equality.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, TypeAlias

from companion.dice.throw import Die


class NotUsable(Exception):
    """A part that can be read and not be used: its place in the text, and what was expected there."""

    def __init__(self, at: int, expected: str) -> None:
        """Keep both."""
        super().__init__(expected)
        self.at, self.expected = at, expected


Sign = Literal[">=", "<=", ">", "<", "="]


@dataclass(frozen=True, slots=True)
class FaceCondition:
    """Which numbers are meant: `>=5`, `=6`. The signs > and < are strict."""

    sign: Sign
    number: int

    def holds(self, value: int | Fraction) -> bool:
        """Return whether a number is meant."""
        if self.sign == "=":
            return value == self.number
        if self.sign.startswith(">"):
            return value > self.number or (self.sign == ">=" and value == self.number)
        return value < self.number or (self.sign == "<=" and value == self.number)


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep or drop the highest or lowest of all dice. Of several, each looks at all; a die stays that all keep."""

    kind: Literal["kh", "kl", "dh", "dl"]
    number: int = 1
    at: int = field(default=0, compare=False)

    def kept(self, count: int) -> tuple[int, int]:
        """Return the range of dice kept of `count`, counted from the lowest: 1 to 4 are the best three of four."""
        if self.kind in ("kh", "dl"):
            return (count - self.number if self.kind == "kh" else self.number), count
        return 0, (self.number if self.kind == "kl" else count - self.number)


@dataclass(frozen=True, slots=True)
class Reroll:
    """Throw a die again while a condition holds, or only once; without a condition on the lowest face."""

    on: tuple[FaceCondition, ...] = ()
    once: bool = False
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Explode:
    """Throw one more die for each that meets a condition, without one that shows the highest face.

    `compounds` adds it to the die itself, which is then one die where dice are counted or kept.
    """

    on: FaceCondition | None = None
    compounds: bool = False
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Clamp:
    """Raise a lower face to a minimum, or lower a higher one to a maximum."""

    kind: Literal["min", "max"]
    number: int
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Count:
    """Count the dice that meet a condition instead of adding them; each failure takes one off."""

    on: FaceCondition
    failures: bool = False
    at: int = field(default=0, compare=False)


Change: TypeAlias = Keep | Reroll | Explode | Clamp | Count


@dataclass(frozen=True, slots=True)
class Symbols:
    """A die with words on its faces, each counted on its own."""

    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number."""

    value: int
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class DicePool:
    """Dice of one kind, and their changes in the order in which they were typed."""

    count: int
    die: Die | Symbols
    changes: tuple[Change, ...] = ()
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Braces:
    """Results beside each other, of which some are kept or counted; else they are added."""

    members: tuple["Node", ...]
    changes: tuple[Keep | Count, ...] = ()
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """A function of results."""

    name: Literal["max", "min", "floor", "ceil"]
    arguments: tuple["Node", ...]
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Negative:
    """A result with the other sign."""

    of: "Node"


@dataclass(frozen=True, slots=True)
class Labelled:
    """A result with the labels that a player gave it."""

    of: "Node"
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Operation:
    """A sign and its right side."""

    sign: Literal["+", "-", "*", "/", "//"]
    of: "Node"
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """A result and the operations on it from left to right, all of one rank: + and -, or * and / and //."""

    first: "Node"
    operations: tuple[Operation, ...]


@dataclass(frozen=True, slots=True)
class Total:
    """A total compared with another: yes or no."""

    left: "Node"
    sign: Sign
    right: "Node"
    at: int = field(default=0, compare=False)


Node: TypeAlias = Number | DicePool | Braces | Call | Negative | Labelled | Arithmetic | Total


@dataclass(frozen=True, slots=True)
class Notation:
    """A whole text: what to throw, how many times, and the player's comment.

    `added_plus` has the places where a link had lost its plus.
    """

    node: Node
    repeats: int = 1
    comment: str = ""
    added_plus: tuple[int, ...] = ()
