"""What of a kit is printed: some pieces, more copies, only what is missing; and which sheets of the job."""

import difflib
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.findings import Misreading, Unreadable, shown
from companion.printing import many
from companion.printing.boxes import Deck, Part, Piece

MOST_COPIES = 1000
MOST_PIECES = 50_000
_LINE = re.compile(r"(?:(\d+)\s*[x×]?\s+)?(.*?)(?:\s*[x×]\s*(\d+))?")
_PAGES = re.compile(r"([0-9]{1,12})(?:\s*[-–]\s*([0-9]{0,12}))?")
_OPEN = 10**12
"""Past every number that can be written: where a range without an end stops."""


@dataclass(frozen=True)
class Selection:
    """What is chosen: pieces by name or id (none: all), how many times over, and how many of each stand printed.

    A piece matches whatever the case of its letters.
    """

    only: tuple[str, ...] = ()
    copies: int = 1
    have: Mapping[str, int] | None = None


def select(parts: Iterable[Part], chosen: Selection) -> tuple[Part, ...]:
    """Return the parts with what is chosen; whole pages go where pieces are chosen by name.

    Raises Unreadable for a name that no piece has, for no copies or too many, and where nothing is left to print.
    """
    made = tuple(parts)
    _counted(chosen.copies)
    wanted = {_plain(name) for name in chosen.only}
    if wanted:
        _known(made, chosen.only)
        made = tuple(part for part in made if isinstance(part, Deck))
    left = Counter({_plain(name): count for name, count in (chosen.have or {}).items()})
    found = [_deck(part, chosen.copies, wanted, left) if isinstance(part, Deck) else part for part in made]
    total = sum(count for part in found if isinstance(part, Deck) for count in many.copies(part.pieces))
    if total > MOST_PIECES:
        raise Unreadable(Misreading("copies", f"{total:,} pieces", f"at most {MOST_PIECES:,} in one job"))
    kept = tuple(part for part in found if not isinstance(part, Deck) or part.pieces)
    if not kept and made and chosen.have:
        raise Unreadable(Misreading("have", "everything in the list", "a piece that is missing from it"))
    return kept


def _counted(copies: int) -> None:
    if not 1 <= copies <= MOST_COPIES:
        raise Unreadable(Misreading("copies", f"{copies:,}", f"a number from 1 to {MOST_COPIES:,}"))


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())


def _names(piece: Piece) -> tuple[str, str]:
    return _plain(piece.name), _plain(piece.id)


def _known(parts: tuple[Part, ...], names: Sequence[str]) -> None:
    known = {
        name: piece.name for part in parts if isinstance(part, Deck) for piece in part.pieces for name in _names(piece)
    }
    wrong = []
    for name in names:
        if _plain(name) not in known:
            close = difflib.get_close_matches(_plain(name), known, 1)
            meant = f", perhaps {known[close[0]]}" if close else ""
            wrong.append(Misreading("only", shown(name), f"the name of a piece of this kit{meant}"))
    if wrong:
        raise Unreadable(*wrong)


def _deck(deck: Deck, copies: int, wanted: set[str], left: Counter[str]) -> Deck:
    if copies == 1 and not wanted and not left:
        return deck
    pieces = []
    for piece in deck.pieces:
        if wanted and not wanted.intersection(_names(piece)):
            continue
        needed = piece.copies * copies
        name = next((name for name in _names(piece) if left[name] > 0), None)
        if name:
            there = min(left[name], needed)
            left[name] -= there
            needed -= there
        if needed:
            pieces.append(replace(piece, copies=needed))
    return replace(deck, pieces=tuple(pieces))


def printed_list(text: str, where: str = "have") -> dict[str, int]:
    """Return a list of printed pieces: a line each, as `3 Hammer`, `Hammer x3` or `Hammer`; # begins a remark."""
    found: Counter[str] = Counter()
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#")[0].strip()
        if not words:
            continue
        match = _LINE.fullmatch(words)
        count = int((match and (match[1] or match[3])) or 1) if match else 0
        if not match or not match[2] or count > MOST_PIECES:
            raise Unreadable(
                Misreading(f"{where}, line {number}", shown(words), "a piece's name, with how many: 3 Hammer")
            )
        found[match[2]] += count
    return dict(found)


def unmatched(parts: Iterable[Part], have: Mapping[str, int]) -> list[str]:
    """Return the names in a list of printed pieces that no piece here has."""
    known = {name for part in parts if isinstance(part, Deck) for piece in part.pieces for name in _names(piece)}
    return [name for name in have if _plain(name) not in known]


def pages(text: str) -> tuple[range, ...]:
    """Return sheets of paper by number as written: `1-3, 7, 9-`; nothing written is all. Unreadable otherwise."""
    found = []
    for part in (p.strip() for p in text.split(",")):
        if not part:
            continue
        match = _PAGES.fullmatch(part)
        first = int(match[1]) if match else 0
        last = first if match is None or match[2] is None else int(match[2] or _OPEN)
        if first < 1 or last < first:
            raise Unreadable(Misreading("pages", shown(text), "sheets by number, from 1: 1-3, 7, 9-"))
        found.append(range(first, last + 1))
    return tuple(found)


def within(ranges: Iterable[range], total: int) -> None:
    """Refuse ranges that name a sheet past the last: Unreadable with each of them, and how many sheets there are."""
    wrong = [one for one in ranges if total and (one[0] > total or total < one[-1] < _OPEN)]
    if wrong:
        wanted = f"sheets from 1 to {total:,}" if total > 1 else "sheet 1: there is no other"
        raise Unreadable(*(Misreading("pages", shown(_written(one)), wanted) for one in wrong))


def _written(one: range) -> str:
    if one[-1] == _OPEN:
        return f"{one[0]}-"
    return f"{one[0]}" if len(one) == 1 else f"{one[0]}-{one[-1]}"
