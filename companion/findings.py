"""What a check says: findings with mends, and what a reader says: misreadings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Level = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Mend:
    """A change that removes a finding: `set` holds the document's top-level fields with their new values."""

    label: str
    set: Mapping[str, Any]

    def as_data(self) -> dict[str, Any]:
        """Return the mend as plain data."""
        return {"label": self.label, "set": dict(self.set)}


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule that a build breaks (`error`), brushes (`warning`), or that is worth a word (`note`).

    `rule` is an id of the game's rulebook; `where` is a place in the document, as `components[2]`.
    """

    rule: str
    level: Level
    message: str
    where: str = ""
    mends: tuple[Mend, ...] = ()

    def as_data(self) -> dict[str, Any]:
        """Return the finding as plain data; `mend` is a list, empty where there is none."""
        return {
            "rule": self.rule,
            "level": self.level,
            "message": self.message,
            "where": self.where,
            "mend": [mend.as_data() for mend in self.mends],
        }


@dataclass(frozen=True, slots=True)
class Verdict:
    """All findings of a build at once, with its totals."""

    totals: Mapping[str, Any] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether no finding is an error."""
        return all(finding.level != "error" for finding in self.findings)


@dataclass(frozen=True, slots=True)
class Misreading:
    """A place that could not be read: the field, what stood there, what was expected."""

    where: str
    found: str
    expected: str

    def __str__(self) -> str:
        """Return the misreading as a sentence."""
        place = f"{self.where}: " if self.where else ""
        found = f"found {self.found}, " if self.found else ""
        return f"{place}{found}expected {self.expected}."

    def as_data(self) -> dict[str, str]:
        """Return the misreading as plain data."""
        return {"where": self.where, "found": self.found, "expected": self.expected, "message": str(self)}


class Unreadable(Exception):
    """Data that cannot be read; carries every misreading found, never only the first."""

    def __init__(self, *misreadings: Misreading) -> None:
        """Keep the misreadings; there is at least one."""
        super().__init__("\n".join(map(str, misreadings)))
        self.misreadings = misreadings

    def within(self, place: str) -> "Unreadable":
        """Return the same with `place` (a file, a row) put before each field."""
        if not place:
            return self
        return Unreadable(
            *(Misreading(f"{place}: {m.where}" if m.where else place, m.found, m.expected) for m in self.misreadings)
        )


def shown(value: object, longest: int = 40) -> str:
    """Return a value as a message may quote it: on one line, cut short, never a wall of text."""
    try:
        text = repr(value) if isinstance(value, str) else str(value)
    except (ValueError, RecursionError):  # whole numbers of more than 4300 digits, tables in tables in tables
        text = "something too long to show"
    text = " ".join(text.split())
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
