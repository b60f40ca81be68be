"""What has changed on a face: its numbers compared with those of the same face as it was before."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from companion.printing.text.fitting import Drawn, Turned, Words

_NUMBER = re.compile(r"\d")
_NEVER = ("foot", "origin marks")
"""Boxes that say which card this is and where its numbers come from; they differ with every change."""
_SHORT = 6
"""Letters that a number alone in its box has at most, sign and unit too."""


@dataclass(frozen=True, slots=True)
class TextChange:
    """A change in one text: the indices of its changed words, from 0, and the former words."""

    words: frozenset[int] = frozenset()
    before: str = ""
    alone: bool = False
    """Whether the text is one number and was one before."""


_NOTHING = TextChange()


class Changes:
    """The changes of one face; ask for its texts in their order, each once.

    Texts are compared by what they are and their place among those of the same name, not by where they stand: a longer
    text below moves the others.
    """

    def __init__(self, now: Iterable[Drawn], before: Iterable[Drawn] | None) -> None:
        """Take the fitted boxes of a face, and those it had before; None where nothing is known of it."""
        self._found: dict[int, TextChange] = {}
        if before is None:
            return
        known = dict(_texts_by_name(before))
        for key, text in _texts_by_name(now):
            old = known.get(key)
            if old is not None and key[0] not in _NEVER:
                self._found[id(text)] = _compare_words(_words(text), _words(old))

    def of(self, text: Words) -> TextChange:
        """Return what changed in a text."""
        return self._found.get(id(text), _NOTHING)


def _texts_by_name(boxes: Iterable[Drawn]) -> Iterator[tuple[tuple[str, int], Words]]:
    """Return each text by what it is and its number among its namesakes."""
    seen: Counter[str] = Counter()
    for text in _texts(boxes):
        yield (text.box.what, seen[text.box.what]), text
        seen[text.box.what] += 1


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
    stood: list[str] = []
    for what, first, last, start, end in SequenceMatcher(None, before, now, False).get_opcodes():
        gone, come = before[first:last], now[start:end]
        if what != "equal" and _NUMBER.search(" ".join((*gone, *come))):
            words.update(range(start, end))
            stood += gone
    if not words or not stood:
        return _NOTHING
    alone = len(now) == len(before) == 1 and max(len(now[0]), len(before[0])) <= _SHORT
    return TextChange(frozenset(words), " ".join(stood).rstrip(",;:"), alone)
