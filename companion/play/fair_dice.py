"""Verifiable dice: faces and shuffles that follow from a seed which was fixed before anybody sat down.

The seed's SHA-256 is shown when a table opens. Each seat adds a number of its own. A throw is drawn from HMAC-SHA-256,
keyed with the seed, over the version of this recipe, the seats' numbers, and the number of the throw's event: whoever
knows the seed afterwards can recompute every face, and nobody can choose one. The recipe is published in
`docs/verifiable_dice.md`; a change to it is a new version.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

Item = TypeVar("Item")

VERSION = 1
SEED_BYTES = 32
WORD = 4
"""Bytes of each number that is drawn."""


def commitment(seed: bytes) -> str:
    """Return the SHA-256 of a seed in hex, which is shown before the seed is."""
    return hashlib.sha256(seed).hexdigest()


@dataclass(frozen=True)
class FairDice:
    """The dice of a table: its seed, and the numbers that its seats added, in the order of the seats."""

    seed: bytes
    numbers: tuple[str, ...] = ()

    def throw(self, event: int, faces: Sequence[int], count: int) -> tuple[int, ...]:
        """Return the faces of `count` dice that are thrown in an event."""
        words = self._words(event)
        return tuple(faces[_below(len(faces), words)] for _ in range(count))

    def shuffle(self, event: int, items: Sequence[Item]) -> tuple[Item, ...]:
        """Return the items shuffled: from the last place down, each swapped with one at or before it."""
        words, shuffled = self._words(event), list(items)
        for last in range(len(shuffled) - 1, 0, -1):
            other = _below(last + 1, words)
            shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
        return tuple(shuffled)

    def _words(self, event: int) -> Iterator[int]:
        """Yield numbers of four bytes, big-endian, from block after block."""
        message = f"mech-companion dice {VERSION}\n{','.join(self.numbers)}\n{event}\n".encode()
        block = 0
        while True:
            drawn = hmac.digest(self.seed, message + str(block).encode(), "sha256")
            yield from (int.from_bytes(drawn[at : at + WORD], "big") for at in range(0, len(drawn), WORD))
            block += 1


def _below(limit: int, words: Iterator[int]) -> int:
    """Return a number from 0 to below the limit, all equally likely: words past the last whole multiple are skipped."""
    top = 256**WORD - 256**WORD % limit
    return next(word for word in words if word < top) % limit
