"""Counts of cards as people type them: `2 fuel-cell` or `2 Fuel Cell`, one per line or separated by commas."""

from collections.abc import Iterator, Mapping

from companion.data.cards import Catalogue
from companion.games.techniconica.model import MOST_OWNED, Part

WANTED = "a number and a card, for example 2 fuel-cell"
"""The expected form of a line, for input errors."""


def ids_by_name(catalogue: Catalogue) -> dict[str, str]:
    """Return the ids of all parts by id and by name, both in lower case."""
    return {name.casefold(): card.id for card in catalogue.all(Part) for name in (card.name, card.id)}


def count_cards(text: str, ids: Mapping[str, str], alone: bool = False) -> dict[str, int]:
    """Return how many of each card; `none` means no cards. `unread_lines` returns the lines that cannot be read.

    A card `alone`, without a number, is one of it where that is allowed.
    """
    counts: dict[str, int] = {}
    for _, entry in _entries(text, ids, alone):
        if found := _count(entry, ids, alone):
            counts[found[0]] = counts.get(found[0], 0) + found[1]
    return counts


def unread_lines(text: str, ids: Mapping[str, str], alone: bool = False) -> list[tuple[int, str]]:
    """Return the lines that are not a count of a card, each with its number."""
    return [(number, entry) for number, entry in _entries(text, ids, alone) if not _count(entry, ids, alone)]


def _entries(text: str, ids: Mapping[str, str], alone: bool) -> Iterator[tuple[int, str]]:
    """Return each entry with its line number; a comma inside a card's name does not separate entries."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if [line.lower() for line in lines] == ["none"]:
        return
    for number, line in enumerate(lines, 1):
        entries = [line] if _count(line, ids, alone) else [entry.strip() for entry in line.split(",") if entry.strip()]
        yield from ((number, entry) for entry in entries or [line])


def _count(entry: str, ids: Mapping[str, str], alone: bool) -> tuple[str, int] | None:
    """Return a card's id and how many; None if the entry cannot be read."""
    if alone and (card := ids.get(" ".join(entry.split()).casefold())):
        return card, 1
    count, _, name = entry.partition(" ")
    card = ids.get(" ".join(name.split()).casefold())
    counted = count.isascii() and count.isdecimal() and len(count) <= len(str(MOST_OWNED))
    return (card, int(count)) if card and counted else None
