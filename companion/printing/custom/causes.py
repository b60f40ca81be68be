"""Groups messages by cause: the same fault on many cards is one message, with the rows of all of them."""

import re
from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

from companion.base.findings import InputError, prefix_place
from companion.base.wording import join_first, number_ranges

CauseT = TypeVar("CauseT", bound=Hashable)

MOST_NAMED = 8
"""The most cards that a message names; all rows are listed, as ranges."""
_ROW = re.compile(r"(.*: )row (\d+)(?: \(.*\))?")


def group_by_cause(faults: Iterable[tuple[str, CauseT]]) -> dict[CauseT, list[str]]:
    """Return the places of each cause, each place once, in order."""
    grouped: dict[CauseT, dict[str, None]] = {}
    for place, cause in faults:
        grouped.setdefault(cause, {})[place] = None
    return {cause: [*places] for cause, places in grouped.items()}


def input_errors(faults: Iterable[tuple[str, InputError]]) -> list[InputError]:
    """Return input errors, each with the places of all cards that have it before its field."""
    return [
        InputError(prefix_place(places_in_words(places), error.where), error.found, error.expected)
        for error, places in group_by_cause(faults).items()
    ]


def places_in_words(places: Sequence[str]) -> str:
    """Return places as one: `cards.csv: rows 2-4, 9`, `cards.toml: card Drone and card Scout`."""
    if len(places) == 1:
        return places[0]
    rows = [_ROW.fullmatch(place) for place in places]
    files = {row[1] if row else "" for row in rows}
    if len(files) == 1 and "" not in files:
        return f"{files.pop()}rows {number_ranges(sorted(int(row[2]) for row in rows if row))}"
    file = places[0].partition(": ")[0] + ": "
    return file + names_in_words([place.removeprefix(file) for place in places])


def names_in_words(names: Sequence[str]) -> str:
    """Return the first names in words, and how many more there are."""
    return join_first(names, MOST_NAMED)
