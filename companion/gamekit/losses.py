"""Losses of a side of a matchup, as a player types them: one entry per line, or several separated by commas.

`Mech 1: Rail Lance, Fuel Cell` are two entries of Mech 1. Each game decides what an entry means; this module has the
fields, the entries, and the message for an unknown name.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import Field

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.wording import closest, join_words

A_LOST, B_LOST = "a_lost", "b_lost"
"""The circumstances with the losses of the attacking side and of the other side."""
LONGEST = 2_000
"""The most characters of a side's losses."""
MOST_NAMED = 12
"""The most names that a message lists."""


def lost_field(title: str, example: str) -> Any:
    """Return a field for the losses of one side, folded away on pages; the example shows how entries are written."""
    about = f"One entry per line or separated by commas: {example}"
    return Field(
        "", max_length=LONGEST, title=title, description=about, json_schema_extra={"rare": True, "lines": True}
    )


@dataclass(frozen=True)
class LostEntry:
    """One entry: the name of a lost thing, and of its owner if given; `where` is its place in the field."""

    where: str
    text: str
    owner: str = ""

    def as_error(self, expected: str) -> InvalidInput:
        """Return the entry as an error."""
        return InvalidInput(InputError(self.where, quote(self.text), expected))

    def choose(self, names: Iterable[str], what: str, others: Iterable[str] = ()) -> str:
        """Return the name that the entry means, ignoring case; InvalidInput lists `names`, not the others."""
        return choose_name(self.text, names, what, self.where, others)

    def choose_owner(self, names: Iterable[str], what: str) -> str:
        """Return the name of the owner; InvalidInput lists the names if none is given."""
        if not self.owner:
            few = [*names][:MOST_NAMED]
            raise self.as_error(f"{what} before it, with a colon: {join_words(few, 'or') or 'there is none'}")
        return choose_name(self.owner, names, what, self.where)


def entries(text: str, where: str) -> Iterator[LostEntry]:
    """Yield the entries of a text; an owner counts until the next one on the same line."""
    number = 0
    for line in text.splitlines():
        owner = ""
        for part in re.split(r"[,;](?![^()]*\))", line):
            before, colon, after = part.partition(":")
            owner, words = (before.strip(), after) if colon else (owner, part)
            if words.strip():
                number += 1
                yield LostEntry(f"{where}, entry {number}", " ".join(words.split()), owner)


def choose_name(text: str, names: Iterable[str], what: str, where: str, others: Iterable[str] = ()) -> str:
    """Return the name that a text means, ignoring case; InvalidInput says that `what` was expected.

    `others` are names too, such as a second one for the same thing; no message lists them.
    """
    listed_names = [*names]
    name_by_text = {name.casefold(): name for name in (*listed_names, *others)}
    if text.casefold() in name_by_text:
        return name_by_text[text.casefold()]
    if close := closest(text.casefold(), name_by_text):
        expected = f"{what}; did you mean {name_by_text[close]}?"
    else:
        few = listed_names[:MOST_NAMED]
        expected = f"{what}: {join_words(few, 'or')}" if few else f"{what}, and there is none"
    raise InvalidInput(InputError(where, quote(text), expected))
