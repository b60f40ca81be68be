"""The order of letters where scripts run from right to left: Unicode's bidirectional algorithm, by python-bidi.

A paragraph is put in order as a whole, before it is broken: within a line, two letters stand as they stand in it.
"""

import re
from functools import lru_cache
from typing import NamedTuple

RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""Characters of which one is enough that a paragraph's order has to be found."""
_MARK, _SIGNS = 0xE0020, 96
"""Invisible characters that the algorithm passes over; two after a letter number it."""
_TAGS = re.compile(f"[{chr(_MARK)}-{chr(_MARK + _SIGNS - 1)}\U000e01ef]")
_END = "\U000e01ef"
"""An invisible mark, which goes with the letter before it; after it, the last number is not at a line's end."""
_NEUTRAL, _UNREADABLE = "\u2060", "\ufffd"
_LONGEST = 9000
"""The most letters that are put in order in one go."""


class LetterOrder(NamedTuple):
    """The order of a paragraph's letters: their places from the left, and whether each runs from right to left.

    `from_right` is the direction of the whole, given by its first letter that has one.
    """

    places: tuple[int, ...]
    backwards: tuple[bool, ...]
    from_right: bool


def has_right_to_left(text: str) -> bool:
    """Return whether a text has letters or signs that run from right to left, or Arabic digits."""
    return not text.isascii() and RIGHT_TO_LEFT.search(text) is not None


@lru_cache(maxsize=512)
def order(text: str) -> LetterOrder:
    """Return the order of the letters of a paragraph, which has no line breaks and no space at its ends."""
    from bidi import get_base_level

    clean = _TAGS.sub(_NEUTRAL, "".join(_UNREADABLE if "\ud800" <= char <= "\udfff" else char for char in text))
    from_right = bool(clean) and get_base_level(clean) == 1
    places, backwards = [0] * len(text), [False] * len(text)
    parts = [(first, clean[first : first + _LONGEST]) for first in range(0, len(clean), _LONGEST)]
    place = 0
    for first, part in reversed(parts) if from_right else parts:
        for number, is_backwards in _visual(part, from_right):
            places[first + number], backwards[first + number] = place, is_backwards
            place += 1
    return LetterOrder(tuple(places), tuple(backwards), from_right)


def _visual(text: str, from_right: bool) -> list[tuple[int, bool]]:
    """Return the numbers of a text's letters from left to right, and whether each runs from right to left.

    python-bidi gives the letters in their order, but not which is which: so each has its number after it, and where
    the number comes out before the letter, the letter runs from right to left.
    """
    from bidi import get_display

    numbers = [chr(_MARK + number // _SIGNS) + chr(_MARK + number % _SIGNS) for number in range(len(text))]
    marked = "".join(char + number for char, number in zip(text, numbers, strict=True)) + _END
    shown = get_display(marked, base_dir="R" if from_right else "L").replace(_END, "")
    letters: list[tuple[int, bool]] = []
    for at in range(0, len(shown), 3):
        one, two, three = (ord(char) - _MARK for char in shown[at : at + 3])
        is_backwards = 0 <= one < _SIGNS
        letters.append((two * _SIGNS + one, True) if is_backwards else (two * _SIGNS + three, False))
    return letters
