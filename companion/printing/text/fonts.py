"""The typefaces that print and screen share: the font for a character, and its width."""

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
"""The families that a layout may name, with the first word of their fonts; Inter has one weight and no italic."""
SMALL_CAPS = 0.78
"""The size of small capitals in that of the text."""
_SYMBOLS = ("Inter", "NotoSymbols", "NotoEmoji")
"""The faces with symbols that neither family has, ★ ♥ ✓ ⚔ 🎲; each in one weight."""
_UNSEEN = dict.fromkeys(map(ord, "\ufe0e\ufe0f\u200d"))
"""Variation selectors and joiners, which print nothing themselves."""
_RIGHT_TO_LEFT = "written from right to left, which cannot be printed yet"
_WORDS = re.compile(r"(\s+)")
LONGEST_WORD = 32
"""The most letters of a word in a title; longer ones are cut short."""
CAP_HEIGHT = 0.7
"""Height of a capital in ems: the visible height of a line."""


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
def _fallback_fonts(weight: Weight) -> tuple[str, ...]:
    """Return the fonts that may have a character, in the order in which they are tried."""
    return (*(f"{family}-{weight}" for family in _FAMILIES), *(f"{family}-regular" for family in _SYMBOLS))


class OwnFamily(str):
    """A family of a player's own TrueType files; as a string it is its name.

    Its fonts can be used as long as a reference to it exists. `files` are its faces: `regular`, and perhaps `bold`,
    `italic` and `bold italic`; `pdf.untrusted` has checked them before.
    """

    files: Mapping[str, bytes]

    @classmethod
    def of(cls, files: Mapping[str, bytes]) -> "OwnFamily":
        """Return the family of these faces, the same object for the same faces."""
        digest = hashlib.sha256()
        for style, data in sorted(files.items()):
            digest.update(style.encode() + hashlib.sha256(data).digest())
        name = f"{_OWN}{digest.hexdigest()[:16]}"
        family = _OWN_FAMILIES.get(name)
        if family is None:
            family = cls(name)
            family.files = dict(files)
            _OWN_FAMILIES[name] = family
        return family

    def fonts(self, bold: bool, italic: bool) -> tuple[str, ...]:
        """Return its fonts for a style, in the order in which they are tried."""
        wanted = " ".join(word for word, is_so in (("bold", bold), ("italic", italic)) if is_so) or "regular"
        order = dict.fromkeys((wanted, *(["bold"] if bold else []), "regular"))
        return tuple(f"{self}-{style}" for style in order if style in self.files)


_OWN = "Own"
_OWN_FAMILIES: "WeakValueDictionary[str, OwnFamily]" = WeakValueDictionary()


def own_family(font: str) -> OwnFamily | None:
    """Return the family of a player's own font; None for a shipped font."""
    return _OWN_FAMILIES[font.partition("-")[0]] if font.startswith(_OWN) else None


def source(font: str) -> Path | BinaryIO:
    """Return the path of a shipped font, or an open file of a player's own."""
    own = own_family(font)
    return io.BytesIO(own.files[font.partition("-")[2]]) if own else files()[font]


@lru_cache(maxsize=64)
def _widths(font: str) -> dict[str, float]:
    """Return the advance widths of a font's characters in ems, without right-to-left scripts."""
    with TTFont(source(font), lazy=True) as ttf:
        advances, em = ttf["hmtx"].metrics, ttf["head"].unitsPerEm
        letters = ((chr(code), name) for code, name in ttf.getBestCmap().items())
        return {char: advances[name][0] / em for char, name in letters if not _is_right_to_left(char)}


def _is_right_to_left(char: str) -> bool:
    """Return whether a character is of a script such as Hebrew or Arabic, which cannot be set."""
    return bidirectional(char) in ("R", "AL", "RLE", "RLO", "RLI")


@lru_cache(maxsize=256)
def _chain(weight: Weight, family: str, italic: bool) -> tuple[str, ...]:
    """Return the fonts to try for a family and a style, in order, with the fallback fonts last."""
    own = own_family(f"{family}-") if family.startswith(_OWN) else None
    first = own.fonts(weight != "regular", italic) if own else ()
    families = dict.fromkeys((SHIPPED.get(family, _FAMILIES[0]), *_FAMILIES))
    leaning = [f"{name}Italic-{weight}" for name in families] if italic else []
    upright = [f"{name}-{weight}" for name in families]
    shipped_fonts = files()
    inter = ["Inter-regular"] if family == "inter" else []
    return tuple(
        dict.fromkeys(
            (*first, *inter, *(f for f in (*leaning, *upright) if f in shipped_fonts), *_fallback_fonts(weight))
        )
    )


def styled_runs(
    text: str, weight: Weight, family: str = "", italic: bool = False
) -> tuple[tuple[str, str, float], ...]:
    """Return a text as runs of one font each, in a family and a style: font, text, width in ems.

    A word is set in the first font that has all of it. Unprintable names a character that no font has.
    """
    if not family and not italic:
        return runs(text, weight)
    # Only the name is cached: a cached family would keep its files in memory for ever.
    return _styled_runs(text, weight, str(family), italic)


@lru_cache(maxsize=4096)
def _styled_runs(text: str, weight: Weight, family: str, italic: bool) -> tuple[tuple[str, str, float], ...]:
    chain = _chain(weight, family, italic)
    font_runs: list[tuple[str, str, float]] = []
    for word in _WORDS.split(normalize("NFC", text).translate(_UNSEEN)):
        word_font = next((font for font in chain if _widths(font).keys() >= set(word)), None) if word else None
        for char in word:
            font = word_font or next((font for font in chain if char in _widths(font)), None)
            if font is None:
                raise Unprintable(_describe_missing_letter(char))
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
    font_runs: list[tuple[str, str, float]] = []
    for word in _WORDS.split(visible):
        families = _families(word, weight)
        for char in word:
            _append(font_runs, char, *_glyph_font(char, weight, families))
    return tuple(font_runs)


def printable(title: str) -> str:
    """Return a title for a sheet: without characters that no font has, its longest words cut short."""
    kept = "".join(
        char
        for char in normalize("NFC", title).translate(_UNSEEN)
        if char.isspace() or any(char in _widths(font) for font in _fallback_fonts("bold"))
    )
    return " ".join(w if len(w) <= LONGEST_WORD else f"{w[: LONGEST_WORD - 1]}…" for w in kept.split())


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


def replace_missing(text: str) -> str:
    """Return a text with a question mark for each character that no typeface has, to measure it."""
    return text.translate({ord(char): "?" for char in _missing(text)})


def missing(text: str) -> str:
    """Return a description of the characters that no typeface has, as the end of a sentence."""
    characters = _missing(text)
    right_to_left = [char for char in characters if _is_right_to_left(char)]
    bad, why = (right_to_left, _RIGHT_TO_LEFT) if right_to_left else (characters, "in none of our typefaces")
    if len(bad) == 1:
        return _describe_missing_letter(bad[0])
    return f"{join_words([_describe_letter(char) for char in bad])} are {why}: replace them"


def _missing(text: str) -> list[str]:
    """Return the characters that no typeface has, without those that print nothing, such as soft hyphens."""
    characters = dict.fromkeys(normalize("NFC", text.replace("\u00ad", "")).translate(_UNSEEN))
    return [c for c in characters if not c.isspace() and not any(c in _widths(f) for f in _fallback_fonts("bold"))]


def _describe_letter(char: str) -> str:
    return f"{char!r} (U+{ord(char):04X})"


def _describe_missing_letter(char: str) -> str:
    why = _RIGHT_TO_LEFT if _is_right_to_left(char) else "in none of our typefaces"
    return f"{_describe_letter(char)} is {why}: replace it"


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
    raise Unprintable(_describe_missing_letter(char))
