"""Columns of a table of cards: what each is, guessed by its name in the languages people write, or chosen."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.base.findings import InputError, InvalidInput, quote
from companion.data.column_names import plain_name
from companion.printing.custom.column_words import BY_LANGUAGE

STAT, LEFT_OUT = "stat", "none"
SPELLED: Mapping[str, tuple[str, ...]] = {
    part: tuple(dict.fromkeys(word.strip() for word in re.split("[,;]", text))) for part, text in BY_LANGUAGE.items()
}
"""Names of a card's parts as people write them; every other column is a stat."""
ENGLISH = tuple(word.strip() for text in BY_LANGUAGE.values() for word in text.partition(";")[0].split(","))
"""Those in English."""
WORDS: Mapping[str, frozenset[str]] = {part: frozenset(map(plain_name, words)) for part, words in SPELLED.items()}
"""All names as `plain_name` writes them."""
PART_BY_WORD: dict[str, str] = {word: part for part, words in reversed([*WORDS.items()]) for word in words}
ENGLISH_ART = "art"
"""A picture in English, a type in German."""
NOMBRE = "nombre"
"""A name in Spanish, a number in French."""
PART_BY_WORD |= {ENGLISH_ART: "picture", NOMBRE: "title"}
TITLES = frozenset((*WORDS["title"], NOMBRE))
IGNORED = frozenset(("id", "origin", "key", "game", "unfinished"))
PARTS = (*WORDS, STAT, LEFT_OUT)
"""What a column may be."""
PART_TITLES: Mapping[str, str] = {
    "title": "Title", "type": "Type", "text": "Text", "symbol": "Symbol", "picture": "Picture",
    "back": "Picture of the back", "copies": "Copies", "deck": "Deck", "stats": "Several stats", STAT: "A stat",
    LEFT_OUT: "Left out",
}  # fmt: skip
MOST_SAMPLES = 3
_FILE = re.compile(r".+\.[A-Za-z0-9]{2,5}")


@dataclass(frozen=True)
class CardColumn:
    """A column: its number, counted from 1, its name in the file, what it is, and its first cells."""

    number: int
    head: str
    part: str
    samples: tuple[str, ...] = ()
    is_chosen: bool = False
    """Whether the player says what it is, not its name."""

    @property
    def key(self) -> str:
        """The name by which it is chosen: its own, or its number where it has none."""
        return self.head or f"column {self.number}"


class NoTitleColumn(InvalidInput):
    """A table has no column of titles; its columns are there to choose one from."""

    def __init__(self, error: InputError, columns: Sequence[CardColumn]) -> None:
        """Keep the columns."""
        super().__init__(error)
        self.columns = tuple(columns)


def read_choices(words: Sequence[str]) -> dict[str, str]:
    """Return what columns are, from words as `Anzahl=copies`; InvalidInput for what no column can be."""
    choices: dict[str, str] = {}
    for word in words:
        head, equals, part = word.rpartition("=")
        part = part.strip().lower()
        if not equals or not head.strip() or part not in PARTS:
            wanted = f"a column's name, an equals sign and one of {', '.join(PARTS)}, such as Anzahl=copies"
            raise InvalidInput(InputError("column", quote(word), wanted))
        choices[_key(head)] = part
    return choices


def _key(head: str) -> str:
    return plain_name(head) or head.strip()


def find_columns(
    heads: Sequence[str], rows: Sequence[Sequence[str]], choices: Mapping[str, str]
) -> tuple[CardColumn, ...]:
    """Return the columns of a table; `choices`, from `read_choices`, count before the guesses.

    Of several columns that seem to be the same part the first is it, the others are stats.
    """
    cells = [tuple(filter(None, (row[n].strip() for row in rows if n < len(row)))) for n in range(len(heads))]
    chosen = [choices.get(_key(head) if head else f"column {n}", "") for n, head in enumerate(heads, 1)]
    taken = {part for part in chosen if part}
    columns = []
    for number, (head, part) in enumerate(zip(heads, chosen, strict=True), 1):
        samples, is_chosen = cells[number - 1], bool(part)
        if not part:
            part = _guess(head, samples, heads)
            if part in taken and part not in (STAT, LEFT_OUT, "stats"):
                part = STAT
            taken.add(part)
        columns.append(CardColumn(number, head, part, tuple(cell[:60] for cell in samples[:MOST_SAMPLES]), is_chosen))
    return tuple(columns)


def _guess(head: str, cells: Sequence[str], heads: Sequence[str]) -> str:
    plain = plain_name(head)
    if not head or plain in IGNORED:
        return LEFT_OUT
    if plain == NOMBRE and sum(read_copies(cell) is not None for cell in cells) * 2 > len(cells):
        return "copies"
    if plain == ENGLISH_ART and cells and not any(map(_FILE.fullmatch, cells)) and _is_german(heads):
        return "type"
    return PART_BY_WORD.get(plain, STAT)


_GERMAN = frozenset(("titel", "anzahl", "menge", "bild", "beschreibung", "regeltext", "wirkung", "karte"))


def _is_german(heads: Sequence[str]) -> bool:
    return any(plain_name(head) in _GERMAN for head in heads)


_COPIES = re.compile(r"[x×*]?\s*(\d{1,9})(?:[.,]0{1,2})?\s*[x×*]?", re.IGNORECASE)


def read_copies(text: str) -> int | None:
    """Return the number in `2`, `x2`, `2x`, `2 ×` or `2.0`; None for any other text."""
    match = _COPIES.fullmatch(text.strip())
    return int(match[1]) if match else None
