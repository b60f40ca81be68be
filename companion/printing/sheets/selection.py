"""Selects from a print set: some pieces, more copies, only missing pieces; and some sheets of the job."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.wording import perhaps
from companion.printing.faces import lazy_pieces
from companion.printing.faces.boxes import Deck, Part

MOST_COPIES = 1000
MOST_PIECES = 50_000
MOST_PLACES = 999
_COUNT_FIRST = re.compile(r"(\d+)\s*[x×]?\s+(.+)")
_COUNT_LAST = re.compile(r"(.+?)\s*[x×]\s*(\d+)")
_VARIANT = re.compile(r"\s*\([^()]*\)$")
"""The variant of a title: `(left)` in `Hammer (left)`."""
_NO_COUNT = re.compile(r"[-−–+]\s*\d.*|\d+[.,]\d+\s.*|.*\s[x×]?\s*[-−–]\d+")
_PAGES = re.compile(r"([0-9]{1,12})(?:\s*[-–]\s*([0-9]{0,12}))?")
_SHEET = re.compile(r"(?:sheet\s+)?([0-9]{1,12})(\s*,?\s*backs?)?", re.IGNORECASE)
_OPEN = 10**12
"""The end of an open range: larger than every number that can be typed."""


def select(
    parts: Iterable[Part], only: Sequence[str] = (), copies: int = 1, have: Mapping[str, int] | None = None
) -> tuple[Part, ...]:
    """Return the parts with the chosen pieces: by name or id (none: all), `copies` of the set, without those in `have`.

    Names match without regard to case. A plain title selects all of its variants: `Hammer` is `Hammer (left)` and
    `Hammer (right)`; printed pieces of that title count for the first variants first. `3 Hammer (left)` is exactly
    three of that piece in place of as many as the set has, unless a piece has that whole name. Whole pages are left out
    if pieces are chosen by name.

    Raises InvalidInput for an unknown name, a count that is not a number, too many pieces, and if nothing remains to
    print.
    """
    parts = tuple(parts)
    names = PieceNames.of(parts)
    wanted = _read_wanted(names, only)
    if wanted:
        parts = tuple(part for part in parts if isinstance(part, Deck))
    _refuse_counts(names, have or {})
    printed = Counter({_plain(name): count for name, count in (have or {}).items()})
    chosen = [_deck(part, copies, names, wanted, printed) if isinstance(part, Deck) else part for part in parts]
    total = sum(count for part in chosen if isinstance(part, Deck) for count in lazy_pieces.copies(part.pieces))
    if total > MOST_PIECES:
        raise InvalidInput(InputError("copies", f"{total:,} pieces", f"at most {MOST_PIECES:,} in one job"))
    remaining = tuple(part for part in chosen if not isinstance(part, Deck) or part.pieces)
    if not remaining and parts and have:
        raise InvalidInput(InputError("have", "everything in the list", "a piece that is missing from it"))
    return remaining


def _plain(name: str) -> str:
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


@dataclass(frozen=True)
class PieceNames:
    """The names that select pieces of a print set: names and ids of pieces, and titles of several variants."""

    own: Mapping[str, str]
    """Each piece's name, by its name and its id in plain letters."""
    titles: Mapping[str, str]
    """Titles without the variant in brackets, by the title in plain letters, unless a piece has that name itself."""

    @classmethod
    def of(cls, parts: Iterable[Part]) -> "PieceNames":
        """Return the names that select pieces of these parts."""
        pairs = [pair for part in parts if isinstance(part, Deck) for pair in lazy_pieces.names(part.pieces)]
        own = {_plain(word): name for name, id_ in pairs for word in (name, id_)}
        titles = {_plain(title): title for name, _ in pairs if (title := _title(name)) != name}
        return cls(own, {plain: title for plain, title in titles.items() if plain not in own})

    def has(self, name: str) -> bool:
        """Return whether a name selects any piece."""
        return _plain(name) in self.own or _plain(name) in self.titles

    def suggest(self, name: str) -> str:
        """Return a suggestion for an unknown name, as the end of a sentence."""
        both = {**self.own, **self.titles}
        return perhaps(_plain(name), both, ", ", both) or (f", such as {next(iter(both.values()))}" if both else "")

    def words(self, name: str, id_: str) -> list[str]:
        """Return the names that select a piece: its own name and id, then the title it shares with its variants."""
        title = _plain(_title(name))
        return [_plain(name), _plain(id_), *([title] if title in self.titles else [])]


def _title(name: str) -> str:
    return _VARIANT.sub("", name)


def _read_wanted(known_names: PieceNames, entries: Sequence[str]) -> dict[str, int | None]:
    """Return the chosen names in plain letters, each with its exact number, None for as many as the set has.

    InvalidInput with every entry that names no piece, or too many.
    """
    wanted: dict[str, int | None] = {}
    errors = []
    for entry in entries:
        count, name = ("", entry) if known_names.has(entry) else _split_count(entry.strip())
        if not known_names.has(name):
            wished = f"the name of a piece of this print set{known_names.suggest(name)}"
            errors.append(InputError("only", quote(entry), wished))
        elif count and (len(count) > 6 or int(count) > MOST_PIECES):
            errors.append(InputError("only", quote(entry), f"at most {MOST_PIECES:,} of a piece"))
        elif count:
            wanted[_plain(name)] = (wanted.get(_plain(name)) or 0) + int(count)
        else:
            wanted.setdefault(_plain(name), None)
    if errors:
        raise InvalidInput(*errors)
    return wanted


def _split_count(words: str) -> tuple[str, str]:
    """Return the digits of a count before or after a name, empty for none, and the name: `3 Hammer`, `Hammer x3`."""
    if match := _COUNT_FIRST.fullmatch(words):
        return match[1], match[2]
    match = _COUNT_LAST.fullmatch(words)
    return (match[2], match[1]) if match else ("", words)


def _refuse_counts(names: PieceNames, have: Mapping[str, int]) -> None:
    """Refuse names that are really a broken count, such as a negative one."""
    broken = [name for name in have if _NO_COUNT.fullmatch(name) and not names.has(name)]
    if broken:
        wanted = "how many are printed, as a whole number, and a piece's name: 3 Hammer"
        raise InvalidInput(*(InputError("have", quote(name), wanted) for name in broken))


def _deck(deck: Deck, copies: int, names: PieceNames, wanted: Mapping[str, int | None], printed: Counter[str]) -> Deck:
    if copies == 1 and not wanted and not printed:
        return deck
    chosen = []
    pairs = zip(lazy_pieces.names(deck.pieces), lazy_pieces.copies(deck.pieces), strict=True)
    for place, ((name, id_), count) in enumerate(pairs):
        words = names.words(name, id_)
        chosen_by = [word for word in words if word in wanted]
        if wanted and not chosen_by:
            continue
        exact = next((number for word in chosen_by if (number := wanted[word]) is not None), None)
        needed = (count if exact is None else exact) * copies
        for word in words:
            used = min(printed[word], needed)
            printed[word] -= used
            needed -= used
        if needed:
            chosen.append((place, needed))
    return replace(deck, pieces=lazy_pieces.select(deck.pieces, chosen))


def read_piece_list(text: str, where: str = "have") -> dict[str, int]:
    """Return the counts in a list of printed pieces: one per line, as `3 Hammer`, `Hammer x3` or `Hammer`.

    `#` begins a comment. InvalidInput names `where` and the line.
    """
    counts: Counter[str] = Counter()
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#")[0].strip()
        if not words:
            continue
        digits, name = _split_count(words)
        if len(digits) > 9 or int(digits or 1) > MOST_PIECES:
            raise InvalidInput(
                InputError(f"{where}, line {number}", quote(words), "a piece's name, with how many: 3 Hammer")
            )
        counts[name] += int(digits or 1)
    return dict(counts)


def unmatched_names(parts: Iterable[Part], have: Mapping[str, int]) -> list[str]:
    """Return the names in a list of printed pieces that no piece has."""
    if not have:
        return []
    names = PieceNames.of(parts)
    return [name for name in have if not names.has(name)]


def read_sheet_ranges(text: str) -> tuple[range, ...]:
    """Return the sheets in a text such as `1-3, 7, 9-`; empty for all. InvalidInput otherwise."""
    ranges = []
    for part in (p.strip() for p in text.split(",")):
        if not part:
            continue
        match = _PAGES.fullmatch(part)
        first = int(match[1]) if match else 0
        last = first if match is None or match[2] is None else int(match[2] or _OPEN)
        if first < 1 or last < first:
            raise InvalidInput(InputError("pages", quote(text), "sheets by number, from 1: 1-3, 7, 9-"))
        ranges.append(range(first, last + 1))
    return tuple(ranges)


BESIDE_MARKS = "marks"
"""The word for the places beside registration marks."""


def read_places(text: str) -> tuple[frozenset[int], bool]:
    """Return the places to leave empty in a text such as `1, 9`, from 0, and whether those beside marks are among them.

    InvalidInput for anything else.
    """
    words = [word.strip().casefold() for word in text.split(",") if word.strip()]
    numbers = [word for word in words if word != BESIDE_MARKS]
    if not all(word.isascii() and word.isdecimal() and 1 <= int(word) <= MOST_PLACES for word in numbers):
        wanted = f"places by number, from 1 at the top left to {MOST_PLACES}, or {BESIDE_MARKS}: 1, 9"
        raise InvalidInput(InputError("skip", quote(text), wanted))
    return frozenset(int(word) - 1 for word in numbers), BESIDE_MARKS in words


def read_resume_point(text: str) -> tuple[int, bool] | None:
    """Return the sheet to resume at after a jam, and whether its back was printed: `7`, `7 back`; None for no text."""
    if not text.strip():
        return None
    match = _SHEET.fullmatch(text.strip())
    if match is None or int(match[1]) < 1:
        raise InvalidInput(InputError("start", quote(text), "a sheet by its number, from 1: 7, or 7 back"))
    return int(match[1]), bool(match[2])


def check_sheet_ranges(ranges: Iterable[range], total: int) -> None:
    """Raise InvalidInput for ranges that name a sheet past the last, with the number of sheets."""
    wrong = [sheets for sheets in ranges if total and (sheets[0] > total or total < sheets[-1] < _OPEN)]
    if wrong:
        wanted = f"sheets from 1 to {total:,}" if total > 1 else "sheet 1: there is no other"
        raise InvalidInput(*(InputError("pages", quote(_write_range(sheets)), wanted) for sheets in wrong))


def _write_range(sheets: range) -> str:
    if sheets[-1] == _OPEN:
        return f"{sheets[0]}-"
    return f"{sheets[0]}" if len(sheets) == 1 else f"{sheets[0]}-{sheets[-1]}"
