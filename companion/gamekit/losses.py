"""What a side of a matchup has lost, as a player writes it: one entry a line, or several with commas between.

`Mech 1: Rail Lance, Fuel Cell` are two entries of Mech 1. What an entry means is each game's own; here are the fields,
the entries, and the sentence for a name that nothing has.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import Field

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.wording import closest, join_words

A_LOST, B_LOST = "a_lost", "b_lost"
"""The circumstances that say what the attacking and the other side have lost."""
LONGEST = 2_000
"""The most characters of what a side has lost."""
MOST_NAMED = 12
"""The most names that a message lists."""


def lost_field(title: str, example: str) -> Any:
    """Return a field for what one side has lost, folded away; the example says how its entries are written."""
    about = f"One entry per line or separated by commas: {example}"
    return Field(
        "", max_length=LONGEST, title=title, description=about, json_schema_extra={"rare": True, "lines": True}
    )


@dataclass(frozen=True)
class LostEntry:
    """One entry: what is lost, and whose it is where that is given; `where` names its place in the field."""

    where: str
    text: str
    owner: str = ""

    def as_error(self, expected: str) -> InvalidInput:
        """Return the entry as an error."""
        return InvalidInput(InputError(self.where, quote(self.text), expected))

    def choose(self, names: Iterable[str], what: str, others: Iterable[str] = ()) -> str:
        """Return the name that the entry means, whatever its case; InvalidInput lists `names`, not the others."""
        return choose_name(self.text, names, what, self.where, others)

    def choose_owner(self, names: Iterable[str], what: str) -> str:
        """Return the name of whose loss it is; InvalidInput lists the names where none is said."""
        if not self.owner:
            few = [*names][:MOST_NAMED]
            raise self.as_error(f"{what} before it, with a colon: {join_words(few, 'or') or 'there is none'}")
        return choose_name(self.owner, names, what, self.where)


def entries(text: str, where: str) -> Iterator[LostEntry]:
    """Yield the entries of a text; those of one line belong to the owner named last on it."""
    number = 0
    for line in text.splitlines():
        of = ""
        for part in re.split(r"[,;](?![^()]*\))", line):
            owner, colon, rest = part.partition(":")
            of, words = (owner.strip(), rest) if colon else (of, part)
            if words.strip():
                number += 1
                yield LostEntry(f"{where}, entry {number}", " ".join(words.split()), of)


def choose_name(text: str, names: Iterable[str], what: str, where: str, others: Iterable[str] = ()) -> str:
    """Return the name that a text means, in any case; InvalidInput says that `what` was expected.

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
