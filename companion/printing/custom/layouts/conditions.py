"""Conditions of a zone: `type = "Attack" and cost > 2 or not picture`; a bare column name asks whether it is filled."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from companion.printing.custom.layouts.templates import fold_name

LONGEST = 300
_AND, _OR = (re.compile(rf'("[^"]*")|(\s+{word}\s+)', re.IGNORECASE) for word in ("and", "or"))
_TEST = re.compile(r'(not\s+)?([^=<>!"]+?)\s*(?:(!=|<=|>=|=|<|>|\bcontains\b)\s*(?:"([^"]*)"|([^"]*?)))?\s*', re.I)
_NUMBER = re.compile(r"[+-]?\d{1,15}(?:[.,]\d{1,15})?")
WANTED = 'a condition such as type = "Attack", cost > 2, text contains draw, or not picture'


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison: a column's folded name, a sign and a value; both empty to ask whether the column is filled."""

    column: str
    sign: str
    value: str
    negated: bool

    def holds(self, values: Mapping[str, str]) -> bool:
        """Return whether it is true for a card's values."""
        return self._passes(values.get(self.column, "").strip()) is not self.negated

    def _passes(self, cell: str) -> bool:
        mine, other = cell.casefold(), self.value.casefold()
        left, right = _number(cell), _number(self.value)
        if self.sign == "":
            return bool(cell)
        if self.sign == "contains":
            return other in mine
        if self.sign in ("=", "!="):
            same = left == right if left is not None and right is not None else mine == other
            return same is (self.sign == "=")
        if left is None or right is None:
            return False
        return {"<": left < right, ">": left > right, "<=": left <= right, ">=": left >= right}[self.sign]


@dataclass(frozen=True, slots=True)
class Condition:
    """Comparisons that must all hold."""

    tests: tuple[Comparison, ...]

    def holds(self, values: Mapping[str, str]) -> bool:
        """Return whether all comparisons are true for a card's values."""
        return all(test.holds(values) for test in self.tests)


def conditions(text: str) -> tuple[Condition, ...]:
    """Return the conditions in a text, separated by `or`, of which one must hold.

    `and` binds more closely than `or`. ValueError has the expected form of a condition.
    """
    if len(text) > LONGEST:
        raise ValueError(f"a condition of at most {LONGEST} characters")
    return tuple(Condition(tuple(map(_test, _parts(part, _AND)))) for part in _parts(text, _OR))


def _parts(text: str, word: re.Pattern[str]) -> list[str]:
    """Return the parts of a text between `and` or `or`, ignoring those words inside quotes."""
    parts, start = [], 0
    for match in word.finditer(text):
        if match[2]:
            parts.append(text[start : match.start()])
            start = match.end()
    return [*parts, text[start:]]


def _test(text: str) -> Comparison:
    match = _TEST.fullmatch(text.strip())
    if match is None:
        raise ValueError(WANTED)
    negated, column, sign, quoted, bare = match.groups()
    value = quoted if quoted is not None else bare
    if sign and value is None:
        raise ValueError(WANTED)
    return Comparison(fold_name(column), (sign or "").lower(), (value or "").strip(), bool(negated))


def _number(text: str) -> float | None:
    return float(text.replace(",", ".")) if _NUMBER.fullmatch(text) else None
