"""The typefaces that print and screen share: which file has a character, and how wide it is."""

import hashlib
import io
import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import BinaryIO
from unicodedata import bidirectional, normalize
from weakref import WeakValueDictionary

import fontpkg_barlow_condensed
import fontpkg_fira_sans_condensed
import fontpkg_inter
import manimgx_fonts
from fontTools.ttLib import TTFont

from companion.base.findings import UserError
from companion.base.wording import join_words
from companion.printing.faces.boxes import Weight

_STYLES: dict[Weight, str] = {"regular": "Regular", "semibold": "SemiBold", "bold": "Bold"}
_FAMILIES = ("Barlow", "Fira")
SHIPPED: dict[str, str] = {"barlow": "Barlow", "fira": "Fira", "inter": "Inter"}
"""The families that a layout may name, by their fonts' first word; Inter has one weight, and no italic."""
SMALL_CAPS = 0.78
"""The size of small capitals, of the letters around them."""
_SYMBOLS = ("Inter", "NotoSymbols", "NotoEmoji")
"""The faces that have symbols which neither family has, ★ ♥ ✓ ⚔ 🎲 and their like; each in one weight."""
_UNSEEN = dict.fromkeys(map(ord, "\ufe0e\ufe0f\u200d"))
"""Characters that only choose between looks of the symbol before them, or join it to the next."""
_RIGHT_TO_LEFT = "written from right to left, which cannot be printed yet"
_WORDS = re.compile(r"(\s+)")
LONGEST_WORD = 32
"""Letters of a title's word before it is cut short on paper."""
CAP_HEIGHT = 0.7
"""Height of a capital in ems: the visible height of a line."""


class CannotPrint(UserError):
    """A text that cannot be printed, of a piece or a page: what is wrong, where, and what to do."""

    hint = "To go on with the rest and leave these out: --skip-bad."

    @property
    def sentences(self) -> tuple[str, ...]:
        """A sentence for each text."""
        return (str(self),)


class SeveralCannotPrint(CannotPrint):
    """Several texts that cannot be printed."""

    def __init__(self, sentences: Iterable[str]) -> None:
        """Keep the sentences, each once."""
        self._each = tuple(dict.fromkeys(sentences))
        super().__init__("\n".join(self._each))

    @property
    def sentences(self) -> tuple[str, ...]:
        """A sentence for each text."""
        return self._each


class Unprintable(CannotPrint, ValueError):
    """A character that none of the bundled typefaces has."""


def files() -> dict[str, Path]:
    """Return every font by the name used for it: `Barlow-regular`, `Fira-bold`."""
    folders = {
        "Barlow": Path(fontpkg_barlow_condensed.ROOT) / "files/BarlowCondensed",
        "Fira": Path(fontpkg_fira_sans_condensed.ROOT) / "files/FiraSansCondensed",
    }
    noto = Path(manimgx_fonts.__file__).parent
    return {
        **{
            f"{family}-{weight}": path.with_name(f"{path.name}-{style}.ttf")
            for family, path in folders.items()
            for weight, style in _STYLES.items()
        },
        **{
            f"{family}Italic-{weight}": path.with_name(f"{path.name}-{style.removesuffix('Regular')}Italic.ttf")
            for family, path in folders.items()
            for weight, style in _STYLES.items()
        },
        "Inter-regular": Path(fontpkg_inter.ROOT) / "files/Inter[opsz,wght].ttf",
        "NotoSymbols-regular": noto / "NotoSansSymbols[wght].ttf",
        "NotoEmoji-regular": noto / "NotoEmoji[wght].ttf",
    }


@cache
def _in_reach(weight: Weight) -> tuple[str, ...]:
    """Return the fonts that may have a character, in the order in which they are tried."""
    return (*(f"{family}-{weight}" for family in _FAMILIES), *(f"{family}-regular" for family in _SYMBOLS))


class OwnFamily(str):
    """A family of a player's own TrueType files, as its name; its fonts are known as long as it is held.

    `files` are its faces: `regular`, and where there are any `bold`, `italic` and `bold italic`. They have been checked
    before: `pdf.untrusted` does.
    """

    files: Mapping[str, bytes]

    @classmethod
    def of(cls, files: Mapping[str, bytes]) -> "OwnFamily":
        """Return the family of these faces, the same object for the same faces."""
        digest = hashlib.sha256()
        for style, data in sorted(files.items()):
            digest.update(style.encode() + hashlib.sha256(data).digest())
        name = f"{_OWN}{digest.hexdigest()[:16]}"
        known = _OWN_FAMILIES.get(name)
        if known is None:
            known = cls(name)
            known.files = dict(files)
            _OWN_FAMILIES[name] = known
        return known

    def fonts(self, bold: bool, italic: bool) -> tuple[str, ...]:
        """Return its fonts in the order in which they are tried for a style."""
        wanted = " ".join(word for word, is_so in (("bold", bold), ("italic", italic)) if is_so) or "regular"
        order = dict.fromkeys((wanted, *(["bold"] if bold else []), "regular"))
        return tuple(f"{self}-{style}" for style in order if style in self.files)


_OWN = "Own"
_OWN_FAMILIES: "WeakValueDictionary[str, OwnFamily]" = WeakValueDictionary()


def own_family(font: str) -> OwnFamily | None:
    """Return the family of a player's own font; None for the fonts that ship."""
    return _OWN_FAMILIES[font.partition("-")[0]] if font.startswith(_OWN) else None


def source(font: str) -> Path | BinaryIO:
    """Return a font's file."""
    own = own_family(font)
    return io.BytesIO(own.files[font.partition("-")[2]]) if own else files()[font]


@lru_cache(maxsize=64)
def _widths(font: str) -> dict[str, float]:
    """Return the advance widths of a font's characters, in ems; without those that no line is set with."""
    with TTFont(source(font), lazy=True) as ttf:
        advances, em = ttf["hmtx"].metrics, ttf["head"].unitsPerEm
        letters = ((chr(code), name) for code, name in ttf.getBestCmap().items())
        return {char: advances[name][0] / em for char, name in letters if not _is_right_to_left(char)}


def _is_right_to_left(char: str) -> bool:
    """Return whether a character is of a script such as Hebrew or Arabic: lines are set from left to right alone."""
    return bidirectional(char) in ("R", "AL", "RLE", "RLO", "RLI")


@lru_cache(maxsize=256)
def _chain(weight: Weight, family: str, italic: bool) -> tuple[str, ...]:
    """Return the fonts of a family and a style in the order in which they are tried, those of all others after them."""
    own = own_family(f"{family}-") if family.startswith(_OWN) else None
    first = own.fonts(weight != "regular", italic) if own else ()
    families = dict.fromkeys((SHIPPED.get(family, _FAMILIES[0]), *_FAMILIES))
    leaning = [f"{name}Italic-{weight}" for name in families] if italic else []
    upright = [f"{name}-{weight}" for name in families]
    known = files()
    inter = ["Inter-regular"] if family == "inter" else []
    return tuple(dict.fromkeys((*first, *inter, *(f for f in (*leaning, *upright) if f in known), *_in_reach(weight))))


def styled_runs(
    text: str, weight: Weight, family: str = "", italic: bool = False
) -> tuple[tuple[str, str, float], ...]:
    """Return a text as runs of one font each, in a family and a style: a word in the first font that has all of it."""
    if not family and not italic:
        return runs(text, weight)
    # The name alone is cached: a family in a cache would hold its files when nobody else does.
    return _styled_runs(text, weight, str(family), italic)


@lru_cache(maxsize=4096)
def _styled_runs(text: str, weight: Weight, family: str, italic: bool) -> tuple[tuple[str, str, float], ...]:
    chain = _chain(weight, family, italic)
    found: list[tuple[str, str, float]] = []
    for word in _WORDS.split(normalize("NFC", text).translate(_UNSEEN)):
        whole = next((font for font in chain if _widths(font).keys() >= set(word)), None) if word else None
        for char in word:
            font = whole or next((font for font in chain if char in _widths(font)), None)
            if font is None:
                raise Unprintable(_describe_missing_letter(char))
            _append(found, char, font, _widths(font)[char])
    return tuple(found)


@lru_cache(maxsize=4096)
def runs(text: str, weight: Weight) -> tuple[tuple[str, str, float], ...]:
    """Return a text as runs of one font each: font, text, width in ems; Unprintable names a character none has.

    A word with letters that the first typeface lacks is set in the second as a whole, if that has all of it: Barlow
    has a few Greek letters, and a word in two hands reads badly.
    """
    seen = normalize("NFC", text).translate(_UNSEEN)
    usual = f"{_FAMILIES[0]}-{weight}"
    widths = _widths(usual)
    if seen and widths.keys() >= set(seen):
        return ((usual, seen, sum(widths[char] for char in seen)),)
    found: list[tuple[str, str, float]] = []
    for word in _WORDS.split(seen):
        families = _families(word, weight)
        for char in word:
            _append(found, char, *_find_glyph(char, weight, families))
    return tuple(found)


def printable(title: str) -> str:
    """Return a title for a sheet: without characters that no font has, its longest words cut short."""
    kept = "".join(
        char
        for char in normalize("NFC", title).translate(_UNSEEN)
        if char.isspace() or any(char in _widths(font) for font in _in_reach("bold"))
    )
    return " ".join(w if len(w) <= LONGEST_WORD else f"{w[: LONGEST_WORD - 1]}…" for w in kept.split())


def shorten(text: str, weight: Weight, room: float, end: str = "") -> str:
    """Return a text and its end, cut short with an ellipsis before the end where both are wider than `room` ems.

    A text with characters that no typeface has is returned whole: it is refused with its place when it is fitted.
    """
    try:
        kept = text
        while kept and sum(width for _, _, width in runs(_with_ellipsis(kept, text) + end, weight)) > room:
            kept = kept[:-1]
    except Unprintable:
        return text + end
    return _with_ellipsis(kept, text) + end


def _with_ellipsis(kept: str, text: str) -> str:
    return text if kept == text else f"{kept.rstrip()}…"


def replace_missing(text: str) -> str:
    """Return a text with a question mark for each character that no typeface has, to measure it by."""
    return text.translate({ord(char): "?" for char in _missing(text)})


def missing(text: str) -> str:
    """Return which characters of a text no typeface has, as the end of a sentence."""
    every = _missing(text)
    turned = [char for char in every if _is_right_to_left(char)]
    bad, why = (turned, _RIGHT_TO_LEFT) if turned else (every, "in none of our typefaces")
    if len(bad) == 1:
        return _describe_missing_letter(bad[0])
    return f"{join_words([_describe_letter(char) for char in bad])} are {why}: replace them"


def _missing(text: str) -> list[str]:
    """Return the characters that no typeface has; soft hyphens and what only changes a symbol's look are none."""
    shown = dict.fromkeys(normalize("NFC", text.replace("\u00ad", "")).translate(_UNSEEN))
    return [c for c in shown if not c.isspace() and not any(c in _widths(f) for f in _in_reach("bold"))]


def _describe_letter(char: str) -> str:
    return f"{char!r} (U+{ord(char):04X})"


def _describe_missing_letter(char: str) -> str:
    why = _RIGHT_TO_LEFT if _is_right_to_left(char) else "in none of our typefaces"
    return f"{_describe_letter(char)} is {why}: replace it"


def _append(found: list[tuple[str, str, float]], char: str, font: str, width: float) -> None:
    if found and found[-1][0] == font:
        _, before, so_far = found.pop()
        char, width = before + char, so_far + width
    found.append((font, char, width))


def _families(text: str, weight: Weight) -> tuple[str, ...]:
    first, second = (f"{family}-{weight}" for family in _FAMILIES)
    lacks = any(char not in _widths(first) for char in text if char.isalpha())
    return _FAMILIES[::-1] if lacks and all(char in _widths(second) for char in text) else _FAMILIES


def _find_glyph(char: str, weight: Weight, families: tuple[str, ...]) -> tuple[str, float]:
    for font in dict.fromkeys((*(f"{family}-{weight}" for family in families), *_in_reach(weight))):
        width = _widths(font).get(char)
        if width is not None:
            return font, width
    raise Unprintable(_describe_missing_letter(char))
