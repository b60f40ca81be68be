"""The typefaces that print and screen share: the font for a character, and its width."""

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple
from unicodedata import category, normalize

from companion.base.findings import UserError
from companion.base.wording import join_words
from companion.printing.faces.boxes import Weight
from companion.printing.text import direction, shaping, typeface_files
from companion.printing.text.shaping import Cluster
from companion.printing.text.typeface_files import OwnFamily as OwnFamily
from companion.printing.text.typeface_files import files as files
from companion.printing.text.typeface_files import own_family as own_family
from companion.printing.text.typeface_files import source as source
from companion.printing.text.typeface_files import widths as _widths

_FAMILIES = ("Barlow", "Fira")
SHIPPED = typeface_files.SHIPPED
"""The families that a layout may name, with the first word of their fonts; Inter has one weight and no italic."""
SMALL_CAPS = 0.78
"""The size of small capitals in that of the text."""
_SYMBOLS = ("Inter", "NotoSymbols", "NotoEmoji")
"""The faces with symbols that neither family has, ★ ♥ ✓ ⚔ 🎲; each in one weight."""
_RANGES = (
    (0x034F, 0x034F), (0x061C, 0x061C), (0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F),
    (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xE0001, 0xE0001), (0xE0020, 0xE007F), (0xE0100, 0xE01EF),
)  # fmt: skip
_UNSEEN = dict.fromkeys(code for first, last in _RANGES for code in range(first, last + 1))
"""Joiners, signs of direction, variation selectors and tags, which print nothing themselves."""
_EMOJI = re.compile("[\ufe0f\U0001f1e6-\U0001f1ff\U0001f3fb-\U0001f3ff]")
"""Signs of an emoji: it is to look like one, is a flag, or has a tone of skin."""
_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
_WORDS = re.compile(r"(\s+)")
STAND_IN = "□"
"""Printed for a character of a title or a name that no typeface has."""
LONGEST_WORD = 32
"""The most letters of a word in a title; longer ones are cut short."""
CAP_HEIGHT = 0.7
"""Height of a capital in ems: the visible height of a line."""
_MISSING = 'replace {it}, or name a typeface that has {it} in a layout: typeface = "NAME.ttf"'


class CannotPrint(UserError):
    """A text on a piece or a page cannot be printed; the message says where, why, and what to do."""

    hint = "To go on with the rest and leave these out: --skip-bad."

    @property
    def sentences(self) -> tuple[str, ...]:
        """A sentence for each text."""
        return (str(self),)


class SeveralCannotPrint(CannotPrint):
    """Several texts that cannot be printed."""

    def __init__(self, sentences: Iterable[str]) -> None:
        """Take the sentences, each once."""
        self._each = tuple(dict.fromkeys(sentences))
        super().__init__("\n".join(self._each))

    @property
    def sentences(self) -> tuple[str, ...]:
        """A sentence for each text."""
        return self._each


class Unprintable(CannotPrint, ValueError):
    """A character that none of the bundled typefaces has."""


class FontLetters(NamedTuple):
    """Letters of one font: their width in ems, with their scale; their clusters from left to right if shaped."""

    font: str
    text: str
    width: float
    clusters: tuple[Cluster, ...] = ()
    scale: float = 1


@cache
def _fallback_fonts(weight: Weight) -> tuple[str, ...]:
    """Return the fonts that may have a character, in the order in which they are tried."""
    return (*(f"{family}-{weight}" for family in _FAMILIES), *(f"{family}-regular" for family in _SYMBOLS))


@lru_cache(maxsize=256)
def _chain(weight: Weight, family: str, italic: bool) -> tuple[str, ...]:
    """Return the fonts to try for a family and a style, in order, with the fallback fonts last."""
    own = own_family(f"{family}-")
    families = (family, *own.others) if own else (family,) if family == "inter" else ()
    named = [font for one in families for font in _family_fonts(one, weight, italic)]
    usual = dict.fromkeys((SHIPPED.get(family, _FAMILIES[0]), *_FAMILIES))
    leaning = [f"{name}Italic-{weight}" for name in usual] if italic else []
    upright = [f"{name}-{weight}" for name in usual]
    shipped_fonts = files()
    return tuple(
        dict.fromkeys((*named, *(f for f in (*leaning, *upright) if f in shipped_fonts), *_fallback_fonts(weight)))
    )


def _family_fonts(family: str, weight: Weight, italic: bool) -> tuple[str, ...]:
    """Return the fonts of a family that a layout names, in a style; none for the usual one."""
    if own := own_family(f"{family}-"):
        return own.fonts(weight != "regular", italic)
    if family == "inter":
        return ("Inter-regular",)
    leaning = (f"{SHIPPED[family]}Italic-{weight}",) if italic else ()
    return (*leaning, f"{SHIPPED[family]}-{weight}")


def _other_fonts(letters: set[str], weight: Weight) -> Iterator[str]:
    """Yield the fonts to try where those of a chain lack a character: of its script, then this machine's."""
    for family in dict.fromkeys(filter(None, map(typeface_files.script_family, sorted(letters)))):
        yield f"{family}-{weight}"
    for own in typeface_files.machine_families():
        yield from own.fonts(weight != "regular", False)


def _font_with(letters: set[str], chain: Iterable[str], weight: Weight) -> str | None:
    """Return the first font that has all of some characters."""
    for font in chain:
        if _widths(font).keys() >= letters:
            return font
    return next((font for font in _other_fonts(letters, weight) if _widths(font).keys() >= letters), None)


def styled_runs(
    text: str, weight: Weight, family: str = "", italic: bool = False
) -> tuple[tuple[str, str, float], ...]:
    """Return a text as runs of one font each, in a family and a style: font, text, width in ems.

    A word is set in the first font that has all of it. Unprintable names a character that no font has.
    """
    return tuple(part[:3] for part in parts(text, weight, family, italic))


def parts(text: str, weight: Weight, family: str = "", italic: bool = False) -> tuple[FontLetters, ...]:
    """Return a text as parts of one font each, in a family and a style, as if it all ran in its usual direction.

    Unprintable names a character that no font has.
    """
    # Only the name is cached: a cached family would keep its files in memory for ever.
    return _parts(text, weight, str(family), italic)


@lru_cache(maxsize=8192)
def _parts(text: str, weight: Weight, family: str, italic: bool) -> tuple[FontLetters, ...]:
    if not text.isascii() and shaping.COMPLEX.search(text):
        clean = normalize("NFC", text)
        return tuple(
            part
            for word in filter(None, _WORDS.split(clean))
            for part in shaped_parts(word, 0, len(word), direction.has_right_to_left(word), weight, family, italic)
        )
    plain = runs(text, weight) if not family and not italic else _styled_runs(text, weight, family, italic)
    if not any(typeface_files.is_always_shaped(font) for font, _, _ in plain):
        return tuple(FontLetters(*run) for run in plain)
    return tuple(
        _shaped(font, part, 0, len(part), False)
        if typeface_files.is_always_shaped(font)
        else FontLetters(font, part, width)
        for font, part, width in plain
    )


def shaped_parts(
    text: str, start: int, end: int, backwards: bool, weight: Weight, family: str = "", italic: bool = False
) -> tuple[FontLetters, ...]:
    """Return the letters from `start` to `end` of a text as shaped parts of one font each, in the order of reading.

    A base and its marks have one font. The text is in Unicode's composed form (NFC).
    """
    chain = _chain(weight, str(family), italic)
    if _EMOJI.search(text, start, end):
        chain = (f"{_SYMBOLS[-1]}-regular", *chain)
    whole = _font_with(_seen(text[start:end]), chain, weight)
    if whole:
        part = _shaped(whole, text, start, end, backwards)
        return (part,) if part.clusters else ()
    found: list[FontLetters] = []
    font, first = "", start
    for at, cluster in _clusters(text, start, end):
        cluster_font = _font_with(_seen(cluster), chain, weight)
        if cluster_font is None:
            bad = next((c for c in cluster if c in _seen(cluster) and not _font_with({c}, chain, weight)), cluster[-1])
            raise Unprintable(_describe_missing([bad]))
        if font and cluster_font != font:
            found.append(_shaped(font, text, first, at, backwards))
            first = at
        font = cluster_font
    found.append(_shaped(font, text, first, end, backwards))
    return tuple(part for part in found if part.clusters)


def _shaped(font: str, text: str, start: int, end: int, backwards: bool) -> FontLetters:
    try:
        clusters = shaping.shape(font, text, start, end, backwards)
    except shaping.TooManyGlyphs:
        raise Unprintable(f"its typeface makes too many glyphs of {text[start:end][:20]!r}: use another") from None
    return FontLetters(font, text[start:end], sum(cluster.advance for cluster in clusters), clusters)


def _seen(text: str) -> set[str]:
    """Return the characters of a text for which a font needs a glyph."""
    return {char for char in text if ord(char) not in _UNSEEN}


def _clusters(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """Yield the place and the letters of each base with what is on it or joined to it."""
    first = start
    for at in range(start + 1, end + 1):
        goes_on = at < end and (
            category(text[at])[0] == "M" or ord(text[at]) in _UNSEEN or text[at] in _TONES or text[at - 1] == "\u200d"
        )
        if not goes_on:
            yield first, text[first:at]
            first = at


@lru_cache(maxsize=4096)
def _styled_runs(text: str, weight: Weight, family: str, italic: bool) -> tuple[tuple[str, str, float], ...]:
    chain = _chain(weight, family, italic)
    font_runs: list[tuple[str, str, float]] = []
    for word in _WORDS.split(normalize("NFC", text).translate(_UNSEEN)):
        word_font = next((font for font in chain if _widths(font).keys() >= set(word)), None) if word else None
        for char in word:
            font = word_font or _font_with({char}, chain, weight)
            if font is None:
                raise Unprintable(_describe_missing([char]))
            _append(font_runs, char, font, _widths(font)[char])
    return tuple(font_runs)


@lru_cache(maxsize=4096)
def runs(text: str, weight: Weight) -> tuple[tuple[str, str, float], ...]:
    """Return a text as runs of one font each: font, text, width in ems; Unprintable names a character without a font.

    A word with letters that the first typeface lacks is set in the second, if that has all of it: Barlow has a few
    Greek letters, and a word in two typefaces reads badly.
    """
    visible = normalize("NFC", text).translate(_UNSEEN)
    usual = f"{_FAMILIES[0]}-{weight}"
    widths = _widths(usual)
    if visible and widths.keys() >= set(visible):
        return ((usual, visible, sum(widths[char] for char in visible)),)
    if shaping.COMPLEX.search(text):
        return tuple(part[:3] for part in _parts(text, weight, "", False))
    font_runs: list[tuple[str, str, float]] = []
    for word in _WORDS.split(visible):
        families = _families(word, weight)
        for char in word:
            _append(font_runs, char, *_glyph_font(char, weight, families))
    return tuple(font_runs)


def printable(title: str) -> str:
    """Return a title for a sheet: with `STAND_IN` for characters that no font has, its longest words cut short."""
    kept = stand_in(normalize("NFC", title))
    return " ".join(w if len(w) <= LONGEST_WORD else f"{w[: LONGEST_WORD - 1]}…" for w in kept.split())


def stand_in(text: str) -> str:
    """Return a text with `STAND_IN` for each character that no font has."""
    absent = dict.fromkeys(map(ord, _missing(text, "")), STAND_IN)
    return text.translate(absent) if absent else text


def has_letters_of(text: str) -> bool:
    """Return whether the typefaces have every character of a text."""
    return not _missing(text, "")


def shorten(text: str, weight: Weight, room: float, end: str = "") -> str:
    """Return `text` and `end`, the text cut short with an ellipsis where both are wider than `room` ems.

    A text with characters that no typeface has is not cut: fitting refuses it later, with its place.
    """
    try:
        beginning = text
        while beginning and sum(width for _, _, width in runs(_with_ellipsis(beginning, text) + end, weight)) > room:
            beginning = beginning[:-1]
    except Unprintable:
        return text + end
    return _with_ellipsis(beginning, text) + end


def _with_ellipsis(kept: str, text: str) -> str:
    return text if kept == text else f"{kept.rstrip()}…"


def replace_missing(text: str, family: str = "") -> str:
    """Return a text with a question mark for each character that no typeface has, to measure it."""
    return text.translate({ord(char): "?" for char in _missing(text, family)})


def missing(text: str, family: str = "") -> str:
    """Return a description of the characters that no typeface has, as the end of a sentence."""
    return _describe_missing(_missing(text, family))


def _missing(text: str, family: str) -> list[str]:
    """Return the characters that no typeface has, without those that print nothing, such as soft hyphens."""
    if text.isascii():
        characters = dict.fromkeys(char for char in text if not char.isprintable())
    else:
        characters = dict.fromkeys(normalize("NFC", text.replace("\u00ad", "")).translate(_UNSEEN))
    chain = _chain("bold", str(family), False)
    return [char for char in characters if not char.isspace() and not _font_with({char}, chain, "bold")]


def _describe_missing(characters: list[str]) -> str:
    words = join_words([f"{char!r} (U+{ord(char):04X})" for char in characters])
    is_one = len(characters) == 1
    what = f"{words} is" if is_one else f"{words} are"
    return f"{what} in none of our typefaces: {_MISSING.format(it='it' if is_one else 'them')}"


def _append(font_runs: list[tuple[str, str, float]], char: str, font: str, width: float) -> None:
    if font_runs and font_runs[-1][0] == font:
        _, before, so_far = font_runs.pop()
        char, width = before + char, so_far + width
    font_runs.append((font, char, width))


def _families(text: str, weight: Weight) -> tuple[str, ...]:
    first, second = (f"{family}-{weight}" for family in _FAMILIES)
    lacks = any(char not in _widths(first) for char in text if char.isalpha())
    return _FAMILIES[::-1] if lacks and all(char in _widths(second) for char in text) else _FAMILIES


def _glyph_font(char: str, weight: Weight, families: tuple[str, ...]) -> tuple[str, float]:
    for font in dict.fromkeys((*(f"{family}-{weight}" for family in families), *_fallback_fonts(weight))):
        width = _widths(font).get(char)
        if width is not None:
            return font, width
    other = _font_with({char}, (), weight)
    if other is None:
        raise Unprintable(_describe_missing([char]))
    return other, _widths(other)[char]
