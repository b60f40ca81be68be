"""Lists of how many of each card somebody owns, read line by line: by id or by name, in a spreadsheet or as typed."""

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.base.findings import InputError, quote
from companion.base.wording import perhaps
from companion.data.card_files import id_from_name
from companion.data.cards import Catalogue
from companion.data.cells import unguard_formula
from companion.data.input_errors import SLUG

CARD, COUNT = ("id", "card", "name"), ("count", "number", "owned", "copies")
"""Names of the columns, in small letters; where several name the card, the first in this list is read."""
_NUMBER = re.compile(r"[0-9]{1,3}")
_WAYS = (
    re.compile(r"(?P<count>[0-9]{1,3})(?:\s*[x×]\s*|\s+)(?P<card>.+)", re.IGNORECASE),
    re.compile(r"(?P<card>.+?)(?:\s*[=:]\s*|\s+[x×]?\s*)(?P<count>[0-9]{1,3})", re.IGNORECASE),
)
MOST_TOLD = 50


def is_count(text: str) -> bool:
    """Return whether a text is a count of owned cards: 0 to 999."""
    return _NUMBER.fullmatch(text) is not None


@dataclass
class Counts:
    """A list as it was read: counts by id, and the lines that could not be read, each with what is wrong."""

    good: dict[str, int] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    wrong: list[InputError] = field(default_factory=list)


def read_counts(text: str, name: str, catalogue: Catalogue) -> Counts:
    """Return the counts of lines as `rail-gun,2`, `2 Rail Gun` or `Rail Gun x2`; a first row may name the columns."""
    counts = Counts()
    rows: dict[str, int] = {}
    columns: tuple[int, int] | None = None
    lines = text.lstrip("\ufeff").splitlines()
    for number, line in enumerate(lines, 1):
        cells = _cells(line)
        if not any(cells):
            continue
        if not rows and not counts.wrong and (heads := _heads(cells)):
            columns = heads
            continue
        pair = _pair(cells, columns, catalogue)
        card = _card(pair[0], catalogue) if pair else ""
        if pair is None or not card:
            text_found = quote(pair[0] if pair else ", ".join(filter(None, cells)))
            counts.wrong.append(InputError(f"{name}: row {number}", text_found, _expected_line(pair, catalogue)))
            counts.lines.append(line)
        elif card in rows:
            twice = InputError(f"{name}: row {number}", quote(card), f"each card once; row {rows[card]} has it too")
            counts.wrong.append(twice)
            counts.lines.append(line)
        else:
            counts.good[card], rows[card] = pair[1], number
    del counts.wrong[MOST_TOLD:]
    return counts


def _cells(line: str) -> list[str]:
    """Return a line's cells, separated by commas, semicolons or tabs."""
    between = next((mark for mark in (",", ";", "\t") if mark in line), ",")
    try:
        rows = list(csv.reader(io.StringIO(line), delimiter=between))
    except csv.Error:
        return [line.strip()]
    return [unguard_formula(cell.strip()) for cell in rows[0]] if rows else []


def _heads(cells: Sequence[str]) -> tuple[int, int] | None:
    """Return the columns of card and count, where a row names them."""
    names = [cell.lower() for cell in cells]
    card = next((names.index(head) for head in CARD if head in names), None)
    count = next((names.index(head) for head in COUNT if head in names), None)
    return None if card is None or count is None else (card, count)


def _pair(cells: Sequence[str], columns: tuple[int, int] | None, catalogue: Catalogue) -> tuple[str, int] | None:
    """Return the card as a row names it, and its count; None where there are none."""
    if columns and max(columns) < len(cells):
        card, count = cells[columns[0]], cells[columns[1]]
        return (card, int(count)) if card and is_count(count) else None
    filled = [cell for cell in cells if cell]
    if len(filled) == 2:
        for card, count in (filled, filled[::-1]):
            if is_count(count):
                return card, int(count)
    if len(filled) != 1:
        return None
    ways = [(m["card"], int(m["count"])) for way in _WAYS if (m := way.fullmatch(filled[0]))]
    ways_known = (way for way in ways if _card(way[0], catalogue) in catalogue.cards)
    return next(ways_known, ways[0] if ways else None)


def _card(text: str, catalogue: Catalogue) -> str:
    """Return a card's id from its id or its name; an unknown id is kept, any other unknown text is refused."""
    if text in catalogue.cards:
        return text
    named = (card.id for card in catalogue.cards.values() if card.name.casefold() == text.casefold())
    card_id = id_from_name(text)
    match = next(named, card_id if card_id in catalogue.cards else "")
    return match or (text if re.fullmatch(SLUG, text) and len(text) <= 60 else "")


def _expected_line(pair: tuple[str, int] | None, catalogue: Catalogue) -> str:
    if pair is None:
        return "a card's id or name and a count, as rail-gun,2 or 2 Rail Gun"
    names = {card.name.casefold(): card.name for card in catalogue.cards.values()}
    return f"the id or name of a card{perhaps(pair[0].casefold(), names, shown=names)}"
