"""Where a word may be broken at the end of a line, by the patterns of its language."""

import re
from functools import cache, lru_cache
from typing import Protocol

SOFT = "\u00ad"
"""A soft hyphen; it shows only where the word is broken."""
_USUAL = "en"
"""The default language; its patterns ship with the library."""
_SHORTEST = 6
_LONGEST = 100
"""Longer words than this are not hyphenated."""
_BEFORE, _AFTER = 2, 3
"""The fewest letters before and after a break."""
_UNBROKEN, _PIECE = re.compile(r"[^\s{}\u00ad-]{20,}"), 8
"""A very long word, and the letters of each piece that it is broken into."""
_LETTERS = re.compile(r"[^\W\d_]+(?:[’'][^\W\d_]+)?")


class _Dictionary(Protocol):
    def positions(self, word: str) -> list[int]:
        """Return where a word may be broken."""


@cache
def _dictionary(language: str) -> _Dictionary | None:
    # Read when first needed: most texts fit without a break, and the patterns take a moment.
    import pyphen

    patterns = _patterns(language)
    return pyphen.Pyphen(lang=patterns) if patterns else None


@cache
def _patterns(language: str) -> str | None:
    """Return the name of a language's patterns without reading them."""
    import pyphen

    patterns: str | None = pyphen.language_fallback(language.replace("-", "_"))
    return patterns


def known(language: str) -> bool:
    """Return whether there are patterns for a language, such as `en`, `de` or `pt-BR`."""
    return language == _USUAL or _patterns(language) is not None


def _language_of(word: str, language: str) -> str:
    """Return the language to break a word by: a Greek or Cyrillic word in an English text is broken as such."""
    if any("\u0370" <= letter <= "\u03ff" or "\u1f00" <= letter <= "\u1fff" for letter in word):
        return "el"
    cyrillic = any("\u0400" <= letter <= "\u04ff" for letter in word)
    return "ru" if cyrillic and language[:2] not in ("ru", "uk", "be", "bg", "sr", "mn") else language


@lru_cache(maxsize=4096)
def breaks(word: str, language: str) -> tuple[tuple[str, str], ...]:
    """Return the ways to break a word, longest beginning first: the end of the line with its hyphen, and the rest.

    Soft hyphens and hyphens in the word take precedence over the patterns.
    """
    if SOFT in word:
        places = [match.start() for match in re.finditer(SOFT, word)]
        pairs = [(f"{word[:at].replace(SOFT, '')}-", word[at + 1 :]) for at in places]
    elif len(word) > _LONGEST:
        return ()
    elif "-" in word.strip("-"):
        pairs = [(word[: m.end()], word[m.end() :]) for m in re.finditer(r"(?<=\w)-(?=\w)", word)]
    else:
        pairs = [(f"{word[:at]}-", word[at:]) for at in _places(word, language)]
    return tuple(sorted(pairs, key=lambda pair: -len(pair[0])))


def loosen(text: str) -> str:
    """Return a text with soft hyphens after every eighth letter of its words of 20 letters or more."""
    return _UNBROKEN.sub(lambda word: SOFT.join(re.findall(f".{{1,{_PIECE}}}", word[0])), text)


def _places(word: str, language: str) -> list[int]:
    letters = _LETTERS.search(word)
    dictionary = _dictionary(_language_of(word, language)) if letters and len(letters[0]) >= _SHORTEST else None
    if letters is None or dictionary is None:
        return []
    inside = [at for at in dictionary.positions(letters[0]) if _BEFORE <= at <= len(letters[0]) - _AFTER]
    return [letters.start() + at for at in inside]
