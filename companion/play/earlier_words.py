"""Words in states that releases before 0.17 spelt otherwise: the hashes in their logs are of those words."""

import hashlib
import re
from collections.abc import Iterator
from itertools import chain, combinations

from companion.data.documents import Record
from companion.play.log import canonical

_SPELLING = {"Armor": "Armour", "armor": "armour", "Defense": "Defence", "defense": "defence"}
_WORD = re.compile(r"(?<![\w\"_-])(armor|defense)(?![\"\w_-])|\b(Armor|Defense)\b")
"""Words in sentences; in small letters between quotes or hyphens they are ids, which have not changed."""


def earlier_hashes(state: Record) -> Iterator[str]:
    """Yield the hashes that a state may have in a log before 0.17, where some of its words were spelt otherwise."""
    text = canonical(state.model_dump(mode="json")).decode()
    words = sorted({found.group() for found in _WORD.finditer(text)})
    for changed in chain.from_iterable(combinations(words, count) for count in range(1, len(words) + 1)):
        earlier = _WORD.sub(lambda found, changed=changed: _respelt(found.group(), changed), text)  # type: ignore[misc]
        yield hashlib.sha256(earlier.encode()).hexdigest()


def _respelt(word: str, changed: tuple[str, ...]) -> str:
    return _SPELLING[word] if word in changed else word
