"""The changes on a face: its texts compared with those of the same face before, where numbers have changed."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from companion.printing.text.fitting import Drawn, Turned, Words

_NUMBER = re.compile(r"\d")
_NEVER = ("foot", "origin marks")
"""Boxes that are not compared: they differ with every change."""
_SHORT = 6
"""The most letters of a number that is alone in its box, with sign and unit."""


@dataclass(frozen=True, slots=True)
class TextChange:
    """A change in one text: the indices of its changed words, from 0, and the former words."""

    words: frozenset[int] = frozenset()
    before: str = ""
    alone: bool = False
    """Whether the text is a single number, and was one before."""


_NOTHING = TextChange()


class Changes:
    """The changes of one face.

    Texts are matched by their box's name and their order among boxes of that name, not by position: a longer text moves
    the others.
    """

    def __init__(self, now: Iterable[Drawn], before: Iterable[Drawn] | None) -> None:
        """Take the fitted boxes of a face, and those it had before, or None if it was not there."""
        self._changes: dict[int, TextChange] = {}
        if before is None:
            return
        former = dict(_texts_by_name(before))
        for key, text in _texts_by_name(now):
            former_text = former.get(key)
            if former_text is not None and key[0] not in _NEVER:
                self._changes[id(text)] = _compare_words(_words(text), _words(former_text))

    def of(self, text: Words) -> TextChange:
        """Return the change of a text."""
        return self._changes.get(id(text), _NOTHING)


def _texts_by_name(boxes: Iterable[Drawn]) -> Iterator[tuple[tuple[str, int], Words]]:
    """Yield each text with the name of its box and its number among boxes of that name."""
    counts: Counter[str] = Counter()
    for text in _texts(boxes):
        yield (text.box.what, counts[text.box.what]), text
        counts[text.box.what] += 1


def _texts(boxes: Iterable[Drawn]) -> Iterator[Words]:
    for box in boxes:
        if isinstance(box, Words):
            yield box
        elif isinstance(box, Turned):
            yield from _texts(box.boxes)


def _words(text: Words) -> list[str]:
    return [word for _, runs in text.lines for run in runs for word in run.text.split(" ")]


def _compare_words(now: list[str], before: list[str]) -> TextChange:
    words: set[int] = set()
    former: list[str] = []
    for kind, first, last, start, end in SequenceMatcher(None, before, now, False).get_opcodes():
        removed, added = before[first:last], now[start:end]
        if kind != "equal" and _NUMBER.search(" ".join((*removed, *added))):
            words.update(range(start, end))
            former += removed
    if not words or not former:
        return _NOTHING
    alone = len(now) == len(before) == 1 and max(len(now[0]), len(before[0])) <= _SHORT
    return TextChange(frozenset(words), " ".join(former).rstrip(",;:"), alone)
