"""Lines of deck lists as deck builders write them: what a line may mean, as names with counts, of whatever cards."""

import csv
import re
from collections.abc import Iterator

LONGEST_LINE = 500
"""The most characters of a line that may name a card."""
_FIRST = (
    re.compile(r"[xX×]?(\d{1,9})\s*[xX×*]\s*(?![\d.])(.+)"),
    re.compile(r"[xX×](\d{1,9})\s+(.+)"),
    re.compile(r"(\d{1,9})\s*[\t,;|:]\s*(.+)"),
    re.compile(r"(\d{1,9})\s+(?:[-–—]\s+)?(.+)"),
    re.compile(r"[(\[][xX×]?(\d{1,2})[xX×]?[)\]]\s+(.+)"),
)
"""A count before a name: `4 Fox`, `4x Fox`, `x4 Fox`, `4×Fox`, `4, Fox`, `[4] Fox`, and with a tab between them."""
_LAST = (
    re.compile(r"(.+?)[\s_-]*[(\[][xX×]\s*(\d{1,9})[)\]]"),
    re.compile(r"(.+?)(?:[\s_-]+[xX]|[\s_-]*[×*])\s*(\d{1,9})"),
    re.compile(r"(.+?)[xX](\d{1,9})"),
    re.compile(r"(.+?)\s+\[(\d{1,2})\]"),
    re.compile(r"(.+?)\s+(\d{1,9})\s*[xX×]"),
    re.compile(r"(.+?)\s*[\t,;|:=]\s*(\d{1,9})"),
)
"""A count after a name: `Fox x4`, `Fox (x4)`, `Fox [4]`, `Fox 4x`, `Fox, 4`, and with a tab between them."""
_ENDS = (
    re.compile(r"\s*\^[^^]*\^$"),
    re.compile(r"\s+#\S.*$"),
    re.compile(r"\s*\*[^*\s]+\*$"),
    re.compile(r"\s*\[[^\[\]]*\]$"),
    re.compile(r"\s*<[^<>]*>$"),
    re.compile(r"\s*\((?!\d+\))[^()]*\)$"),
    re.compile(r"\s*(?:\((?!\d+\))[^()]*\)|\[[^\[\]]*\])\s+[^\s()\[\]]+$"),
    re.compile(r"\|.*$"),
    re.compile(r"\s+[A-Z][A-Z0-9-]{1,5}\s+\d{1,4}[a-z]?$"),
)
"""What builders write after a name: a label between `^`, tags, a mark for foil, a category or a set with its number."""
_BEFORE = re.compile(r"\[[^\[\]]*\]\s*|[-*•]\s+")
"""What may stand before a name: the set in brackets, or the sign of a list."""
_NUMBERED = re.compile(r"\s*\(\d+\)$")
_QUOTED = re.compile(r"([\"“”'])(.+)[\"“”']")
_COMMENT = re.compile(r"\s*(?:#|//)")
_MARKED_HEAD = re.compile(r"\[[^\[\]]*\]|[^\d].*:|=+.*=+|-{3,}.*|\*\*.*\*\*")
_ABOUT_DECK = re.compile(r"(?:name|author|layout main|layout sideboard):\S.*", re.IGNORECASE)
"""Lines of XMage about the deck itself."""
_COUNTED_HEAD = re.compile(r"([^\d].*?)\s*(?:[(\[]\s*(\d{1,6})(?:\s+cards?)?\s*[)\]]|:\s*(\d{1,6})):?", re.IGNORECASE)
_SECTIONS = (
    "about|deck|main|mainboard|maindeck|main deck|sideboard|side|side deck|maybeboard|commander|commanders|companion|"
    "companions|considering|attractions|stickers|signature spell|signature spells|oathbreaker|tokens|token|extra|"
    "extra deck|creature|creatures|land|lands|basic land|basic lands|nonbasic lands|instant|instants|sorcery|sorceries|"
    "artifact|artifacts|enchantment|enchantments|planeswalker|planeswalkers|battle|battles|spell|spells|other|others|"
    "other spells|unknown|monster|monsters|trap|traps|trainer|trainers|pokémon|pokemon|energy|total cards|card|cards|"
    "total"
)
_SECTION = frozenset(_SECTIONS.split("|"))
"""Heads of sections in the exports of deck builders, in small letters."""
_ALWAYS = frozenset(
    ("about", "deck", "main", "mainboard", "maindeck", "main deck", "sideboard", "maybeboard", "commander", "companion")
    + ("attractions", "lands", "tokens")
)
"""Those that are heads wherever they stand alone, unless a card has that name."""


def is_comment(line: str) -> bool:
    """Return whether a whole line is a comment, such as `# mine` or `// Lands`, or is about the deck itself."""
    return _COMMENT.match(line) is not None or _ABOUT_DECK.fullmatch(line) is not None


def is_head(line: str, following: str = "") -> bool:
    """Return whether a line is the head of a section by its form or its word: `Sideboard:`, `[Tokens]`, `Deck`.

    A word that could be a card, such as `Energy`, heads a section if the `following` line counts cards.
    """
    words = " ".join(line.casefold().split())
    counted = counted_head(words)
    is_word = words in _ALWAYS or (words in _SECTION and any(_counted(following.strip())))
    is_section = is_word or (counted is not None and counted[0] in _SECTION)
    return is_section or _MARKED_HEAD.fullmatch(line) is not None


def counted_head(line: str) -> tuple[str, int] | None:
    """Return the words and the number of a line such as `Ramp (9)`, which may head nine cards; None for any other."""
    match = _COUNTED_HEAD.fullmatch(line)
    return (match[1].casefold().strip(" :"), int(match[2] or match[3])) if match else None


def count_of(line: str) -> int:
    """Return how many cards a line counts, whatever their name: 1 without a number."""
    return next((count for _, count in _counted(line.strip())), 1)


def readings(line: str) -> Iterator[tuple[str, int]]:
    """Yield what a line may mean, as a name and a count: the whole line as a name first, comments cut off last."""
    words = line.strip()
    for part in (words, *_without_comments(words)):
        yield part, 1
        yield from ((name, count) for rest, count in _counted(part) for name in names(rest))
        yield from ((name, 1) for name in names(part))


def numbered_readings(line: str) -> Iterator[tuple[str, int]]:
    """Yield names without a last number in brackets, of counted lines: `Fox` of `3 Fox (2)`."""
    for rest, count in _counted(line.strip()):
        for name in names(rest):
            if _NUMBERED.search(name):
                yield _NUMBERED.sub("", name), count


def names(words: str) -> Iterator[str]:
    """Yield a name, then without what builders write around it, one part after the other."""
    name = words.strip()
    seen = set()
    waiting = [name]
    while waiting:
        name = waiting.pop(0)
        if not name or name in seen:
            continue
        seen.add(name)
        yield name
        waiting += [end.sub("", name) for end in _ENDS if end.search(name)]
        if before := _BEFORE.match(name):
            waiting.append(name[before.end() :])
        if quoted := _QUOTED.fullmatch(name):
            waiting.append(quoted[2].replace('""', '"'))


def faces(line: str) -> tuple[str, str] | None:
    """Return both sides of `//` in a line, such as `2 Depose // Deploy`; None without."""
    first, mark, second = line.partition("//")
    return (first.strip(), second.strip()) if mark and first.strip() and second.strip() else None


def drop_count(words: str) -> str:
    """Return a line without its count, where it has one: the name in it, for a message."""
    return next((rest for rest, _ in _counted(words.strip())), words.strip())


def _without_comments(words: str) -> Iterator[str]:
    for mark in (" #", "\t#", "//"):
        if mark in words and (rest := words.partition(mark)[0].strip()):
            yield rest


def _counted(words: str) -> Iterator[tuple[str, int]]:
    """Yield what is left of a line without its count, before or after the name."""
    before = _BEFORE.match(words)
    starts = [words, words[before.end() :]] if before else [words]
    for start in starts:
        yield from ((match[2], int(match[1])) for one in _FIRST if (match := one.fullmatch(start)))
    for start in starts:
        yield from ((match[1], int(match[2])) for one in _LAST if (match := one.fullmatch(start)))
    if '"' in words and ("," in words or ";" in words):
        yield from _quoted_cells(words)


def _quoted_cells(words: str) -> Iterator[tuple[str, int]]:
    """Yield the name and the count of a line as a spreadsheet writes it: `"Fox, the Quick",3`."""
    for mark in ",;":
        cells = [cell.strip() for cell in next(csv.reader([words], delimiter=mark, skipinitialspace=True), [])]
        if len(cells) == 2 and sum(cell.isdecimal() for cell in cells) == 1:
            first, second = cells
            yield (second, int(first)) if first.isdecimal() else (first, int(second))
