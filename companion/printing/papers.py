"""Papers, as data, and the margin that every printer reaches."""

from dataclasses import dataclass

from companion.findings import Misreading, Unreadable, shown

MARGIN = 5.0
"""Millimetres at each edge that a home printer may not reach."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper, upright, in mm."""

    name: str
    title: str
    w: float
    h: float


PAPERS = (Paper("a4", "A4", 210, 297), Paper("letter", "Letter", 215.9, 279.4))


def paper(name: str) -> Paper:
    """Return a paper by name; Unreadable naming those there are."""
    found = next((p for p in PAPERS if p.name == name.lower()), None)
    if found is None:
        raise Unreadable(Misreading("paper", shown(name), f"one of {', '.join(p.name for p in PAPERS)}"))
    return found
