"""Cards and parts as people type them, by name and in any case: functions for forms, and field types for inputs.

The field types read names, with the catalogue they are given, and hold ids; models of documents take only ids.
"""

from collections.abc import Iterable
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo

from companion.base.findings import quote
from companion.base.wording import perhaps
from companion.data.cards import Catalogue, named_text
from companion.games.wreck_a_mech.model import MOST_CARDS, MOST_COPIES, POSITIONS, Copies, Corporation, Part


class UnreadableText(ValueError):
    """Text that cannot be read: a sentence for a form, and for a page what was found and expected."""

    def __init__(self, sentence: str, found: str, expected: str) -> None:
        """Keep all three."""
        super().__init__(sentence)
        self.found, self.expected = found, expected


def find_part(name: str, catalogue: Catalogue) -> Part | None:
    """Return a card by its id or its name, in any case; an unknown one that has a stand-in as it is written."""
    if stand_in := catalogue.find(Part, named_text(name)):
        return stand_in
    key = " ".join(name.split()).casefold()
    return catalogue.find(Part, key) or next((c for c in catalogue.all(Part) if c.name.casefold() == key), None)


def read_entry(line: str, catalogue: Catalogue, keeps_unknown: bool = False) -> Copies:
    """Return a card and its number of copies, from `2 Mic Drop`; UnreadableText where either cannot be read.

    With `keeps_unknown` a card that nobody knows stays under its name.
    """
    first, _, rest = line.strip().partition(" ")
    number = first.rstrip("x×")
    has_count = number.isdecimal() and number.isascii() and bool(rest.strip())
    count, name = (number, rest) if has_count else ("1", line)
    if len(count) > len(str(MOST_COPIES)) or not 1 <= int(count) <= MOST_COPIES:
        range_words = f"a number from 1 to {MOST_COPIES} before"
        raise UnreadableText(f"{quote(line)}: write {range_words} the card.", quote(line), f"{range_words} a card")
    card = find_part(name, catalogue)
    if card is None and keeps_unknown:
        return Copies(card=named_text(name), count=int(count))
    if card is None:
        expected = "its name, or a number and its name, for example 2 Mic Drop"
        raise UnreadableText(f"{quote(line)} is not a card: write {expected}.", quote(line), f"a card: {expected}")
    return Copies(card=card.id, count=int(count))


def lines(texts: Iterable[str]) -> list[str]:
    """Return the lines of a text, split at new lines and commas; UnreadableText where there are too many."""
    stripped = [line.strip() for text in texts for line in text.replace(",", "\n").splitlines() if line.strip()]
    if len(stripped) > MOST_CARDS:
        sentence = f"A pile has at most {MOST_CARDS} lines; this one has {len(stripped)}."
        raise UnreadableText(sentence, f"{len(stripped)} lines", f"at most {MOST_CARDS}")
    return stripped


def opponent_parts(text: str, catalogue: Catalogue) -> dict[str, int]:
    """Return an opponent's parts by corporation, from `3 Akio, 1 Zhao`; UnreadableText quotes the entry."""
    counts: dict[str, int] = {}
    ids_by_name = {name.casefold(): c.id for c in catalogue.all(Corporation) for name in (c.id, c.name)}
    for line in lines([text]):
        number, _, name = line.partition(" ")
        corporation = ids_by_name.get(name.strip().casefold())
        if corporation is None or number not in map(str, range(len(POSITIONS) + 1)):
            sentence = f"{quote(line)} is not a number of parts: write, for example, 3 Akio, 1 Zhao."
            raise UnreadableText(sentence, quote(line), "parts by corporation, for example 3 Akio, 1 Zhao")
        if int(number):
            counts[corporation] = counts.get(corporation, 0) + int(number)
    if sum(counts.values()) > len(POSITIONS):
        count = sum(counts.values())
        raise UnreadableText(
            f"A mech has at most {len(POSITIONS)} parts, not {count}.",
            f"{count} parts",
            f"at most {len(POSITIONS)} parts",
        )
    return counts


def _catalogue(info: ValidationInfo) -> Catalogue:
    """Return the catalogue that pydantic was given as context."""
    catalogue: Catalogue = (info.context or {})["catalogue"]
    return catalogue


def _part_id(name: str, info: ValidationInfo) -> str:
    part = find_part(name, _catalogue(info))
    if part is None:
        names = {card.name.casefold(): card.name for card in _catalogue(info).all(Part)}
        raise ValueError(f"the id or the name of a part{perhaps(name.casefold(), names, ', ', names)}")
    return part.id


def _typed_lines(value: object) -> object:
    """Read a pile typed as one or several texts as its lines; any other value is returned unchanged."""
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list | tuple) or not all(isinstance(text, str) for text in texts):
        return value
    try:
        return lines(texts)
    except UnreadableText as error:
        raise ValueError(f"{error.expected}, not {error.found}") from None


def _typed_entry(value: object, info: ValidationInfo) -> object:
    try:
        return read_entry(value, _catalogue(info)) if isinstance(value, str) else value
    except UnreadableText as error:
        raise ValueError(error.expected) from None


def _typed_opponent(value: object, info: ValidationInfo) -> object:
    """Read an opponent's parts from text, or from a table whose keys may be names."""
    text = ", ".join(f"{count} {name}" for name, count in value.items()) if isinstance(value, dict) else value
    if not isinstance(text, str):
        return value
    try:
        return opponent_parts(text, _catalogue(info))
    except UnreadableText as error:
        raise ValueError(error.expected) from None


NamedPart = Annotated[str, Field(max_length=60), AfterValidator(_part_id)]
"""A part, typed by id or name and read as its id."""
TypedPile = Annotated[
    tuple[Annotated[Copies, BeforeValidator(_typed_entry)], ...],
    Field(max_length=MOST_CARDS),
    BeforeValidator(_typed_lines),
]
"""Cards as players type them, `2 Mic Drop, Trainer Head`: one per line or separated by commas, by id or name."""
OpponentParts = Annotated[dict[str, int], BeforeValidator(_typed_opponent)]
"""An opponent's parts by corporation, typed as `3 Akio, 1 Zhao` and read with ids as keys."""
