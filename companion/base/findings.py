"""Findings of a check with their fixes, and input errors: data that cannot be read is never a finding."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from typing_extensions import TypedDict

from companion.base.json_types import JsonMapping, JsonObject, answer
from companion.base.wording import one_line, plural

Level = Literal["error", "warning", "note"]
_LEVELS: tuple[Level, ...] = ("error", "warning", "note")


@answer
class FixEntry(TypedDict):
    """A change that removes a finding: the document's top-level fields with their new values."""

    label: str
    set: JsonObject


@answer
class FindingEntry(TypedDict):
    """A problem, a warning or a note about a build, with the rule's id."""

    rule: str
    level: Level
    message: str
    where: str
    fixes: list[FixEntry]


@answer
class InputErrorEntry(TypedDict):
    """A field that could not be read."""

    where: str
    found: str
    expected: str
    message: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A change that removes a finding: `set` holds the document's top-level fields with their new values.

    Where no single change can, it is the first of several, and its label says what is left after it.
    """

    label: str
    set: JsonMapping

    def as_data(self) -> FixEntry:
        """Return the fix as plain data."""
        return {"label": self.label, "set": dict(self.set)}


_Change = TypeVar("_Change")


def sort_by_overshoot(
    changes: Iterable[_Change], over: int, saves: Callable[[_Change], int], loss: Callable[[_Change], Any]
) -> list[_Change]:
    """Return changes to what is `over` a limit, the best first: those that are enough, by how little too much they do.

    Those that are not enough follow, by how little is left. Of equal ones the one of the least `loss` is first.
    """
    return sorted(changes, key=lambda one: (max(0, over - saves(one)), max(0, saves(one) - over), loss(one)))


def fix_label(words: str, costs: Iterable[str] = (), left: str = "") -> str:
    """Return a fix's label: what it does, what that costs elsewhere, and what is left to do after it.

    "Swap Scout Legs for Quad Legs (Speed 6 → 0): 2 weight still over"
    """
    priced = f"{words} ({', '.join(costs)})" if (costs := [*costs]) else words
    return f"{priced}: {left}" if left else priced


@dataclass(frozen=True, slots=True)
class Finding:
    """Result of a check: the build breaks a rule (`error`), comes close to it (`warning`), or is affected (`note`).

    `rule` is an id of the game's rulebook; `where` is a place in the document, as `components[2]`.
    """

    rule: str
    level: Level
    message: str
    where: str = ""
    fixes: tuple[Fix, ...] = ()

    def as_data(self) -> FindingEntry:
        """Return the finding as plain data; `fixes` is a list, empty where there is none."""
        return {
            "rule": self.rule,
            "level": self.level,
            "message": self.message,
            "where": self.where,
            "fixes": [fix.as_data() for fix in self.fixes],
        }


@dataclass(frozen=True, slots=True)
class Verdict:
    """All findings of a build at once, with its totals; problems come before warnings, and these before notes.

    `marks` has the mark of origin of each total that is not made from printed numbers alone, as card data writes it, by
    its place in `totals`: `mechs[0].weight`.
    """

    totals: JsonMapping = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    marks: Mapping[str, str] = field(default_factory=dict)
    is_empty: bool = False
    """Whether nothing is in the build yet: then it is not legal, whatever the findings say."""

    def __post_init__(self) -> None:
        """Sort the findings by level, errors first; those of one level stay in the order of the checks."""
        object.__setattr__(self, "findings", tuple(sorted(self.findings, key=lambda f: _LEVELS.index(f.level))))

    @property
    def legal(self) -> bool:
        """Whether something is in the build, and no finding is an error."""
        return not (self.is_empty or self.problems)

    @property
    def problems(self) -> int:
        """How many findings are errors."""
        return sum(finding.level == "error" for finding in self.findings)

    @property
    def headline(self) -> str:
        """The result in a few words: legal, not legal, or nothing there to judge."""
        if self.problems:
            return f"Not legal: {plural(self.problems, 'problem')}"
        return "Nothing in it yet" if self.is_empty else "Legal"


@dataclass(frozen=True, slots=True)
class InputError:
    """A place that could not be read: the field, its value, what was expected."""

    where: str
    found: str
    expected: str

    def __str__(self) -> str:
        """Return the input error as a sentence on one line."""
        place = f"{self.where}: " if self.where else ""
        found = f"found {self.found}, " if self.found else ""
        end = "" if self.expected.endswith("?") else "."
        return " ".join(f"{place}{found}expected {self.expected.removesuffix('.')}{end}".split())

    def as_data(self) -> InputErrorEntry:
        """Return the input error as plain data."""
        return {"where": self.where, "found": self.found, "expected": self.expected, "message": str(self)}


LONGEST_NAME = 120
"""Characters of a file's name in a message; of a longer name it shows both ends."""


def shown_name(name: str) -> str:
    """Return a file's name for a message: of a very long one the beginning and the end."""
    return name if len(name) <= LONGEST_NAME else f"{name[:70]}…{name[-40:]}"


class UserError(Exception):
    """An error shown to the player as a sentence, not a traceback: what is wrong, where, and what to do.

    `hint` is a way out that only the command line has to say; a page has a button for it.
    """

    hint = ""


class InvalidInput(UserError):
    """Data that cannot be read; carries every input error, not only the first; its text names the first ten."""

    def __init__(self, *input_errors: InputError) -> None:
        """Keep the input errors; there is at least one."""
        super().__init__("\n".join(first_messages(input_errors)))
        self.input_errors = input_errors

    def prefix_place(self, place: str) -> "InvalidInput":
        """Return the same with `place` (a file, a row) put before each field."""
        if not place:
            return self
        return InvalidInput(*(InputError(prefix_place(place, m.where), m.found, m.expected) for m in self.input_errors))


@contextmanager
def errors_at(place: str) -> Iterator[None]:
    """Put `place` (a file, a row) before each field of the input errors that are raised here."""
    try:
        yield
    except InvalidInput as error:
        raise error.prefix_place(place) from None


MOST_MESSAGES = 10
"""The most input errors that one message lists, and the most names that one input error lists."""


def first_messages(input_errors: Iterable[InputError]) -> list[str]:
    """Return the first ten input errors as sentences, then how many more there are."""
    listed = [*input_errors]
    more = [f"And {len(listed) - MOST_MESSAGES:,} more."] if len(listed) > MOST_MESSAGES else []
    return [*map(str, listed[:MOST_MESSAGES]), *more]


def prefix_place(place: str, where: str) -> str:
    """Return a field with the place it is in before it, `box.csv: row 2: name`; either may be empty."""
    return f"{place}: {where}" if place and where else place or where


_BRACKETS = re.compile(r"""\{['"]|\[[\[{]""")
"""How a list or a table in a text looks; quoted, it reads as if it came from a program."""


def quote(value: object, longest: int = 40) -> str:
    """Return a value as a message may quote it: on one line, cut short, never a wall of text.

    Lists and tables are named, not quoted; so is text with tables in it.
    """
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "a table" if value else "an empty table"
    if isinstance(value, list | tuple | set | frozenset):
        return f"a list of {plural(len(value), 'entry', 'entries')}" if value else "an empty list"
    try:
        text = repr(value) if isinstance(value, str) else str(value)
    except ValueError:  # whole numbers of more than 4300 digits
        return "a number too long to show"
    return "text with brackets" if _BRACKETS.search(text) else one_line(text, longest)
