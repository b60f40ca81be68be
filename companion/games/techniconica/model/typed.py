"""How many of each card there are, as people type it: `2 fuel-cell` or `2 Fuel Cell`, one to a line or with commas."""

from collections.abc import Iterator, Mapping

from companion.cards import Catalogue
from companion.games.techniconica.model import Part

WANTED = "a number and a card, as 2 fuel-cell"
"""What a line should have been, for input errors."""


def ids_by_name(catalogue: Catalogue) -> dict[str, str]:
    """Return the ids of all parts by id and by name, both in small letters."""
    return {name.casefold(): card.id for card in catalogue.all(Part) for name in (card.name, card.id)}


def counted(text: str, ids: Mapping[str, str]) -> dict[str, int]:
    """Return how many of each card; `none` is a count of no cards. What cannot be read is left to `uncounted`."""
    counts: dict[str, int] = {}
    for _, entry in _entries(text, ids):
        if found := _count(entry, ids):
            counts[found[0]] = counts.get(found[0], 0) + found[1]
    return counts


def uncounted(text: str, ids: Mapping[str, str]) -> list[tuple[int, str]]:
    """Return what is no count of a card, with the number of its line."""
    return [(number, entry) for number, entry in _entries(text, ids) if not _count(entry, ids)]


def _entries(text: str, ids: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """Return each entry with its line; a comma that belongs to a card's name parts nothing."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if [line.lower() for line in lines] == ["none"]:
        return
    for number, line in enumerate(lines, 1):
        entries = [line] if _count(line, ids) else [entry.strip() for entry in line.split(",") if entry.strip()]
        yield from ((number, entry) for entry in entries or [line])


def _count(entry: str, ids: Mapping[str, str]) -> tuple[str, int] | None:
    """Return a card's id and how many; None where the entry is neither."""
    count, _, name = entry.partition(" ")
    card = ids.get(" ".join(name.split()).casefold())
    return (card, int(count)) if card and count.isascii() and count.isdecimal() and len(count) <= 3 else None
