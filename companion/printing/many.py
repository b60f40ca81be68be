"""Pieces made when they are asked for, so that ten thousand take no more memory than ten."""

from collections.abc import Callable, Iterator, Sequence
from typing import overload

from companion.printing.boxes import Piece


class Many(Sequence[Piece]):
    """A sequence of pieces, each made anew by its number every time it is asked for.

    A back that pieces share should be the same value each time, so that it is drawn once.
    """

    def __init__(self, count: int, make: Callable[[int], Piece], copies: Callable[[int], int] = lambda n: 1) -> None:
        """Take how many there are, what makes the one of a number from 0 on, and how many copies of it there are."""
        self.total, self.make, self.copies = count, make, copies

    def __len__(self) -> int:
        """Return how many there are."""
        return self.total

    @overload
    def __getitem__(self, index: int) -> Piece: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Piece]: ...
    def __getitem__(self, index: int | slice) -> Piece | Sequence[Piece]:
        """Return a piece, or several made at once."""
        if isinstance(index, slice):
            return tuple(self.make(number) for number in range(*index.indices(self.total)))
        if not -self.total <= index < self.total:
            raise IndexError(index)
        return self.make(index % self.total)


def copies(pieces: Sequence[Piece]) -> Iterator[int]:
    """Return how many copies there are of each piece, making none."""
    if isinstance(pieces, Many):
        return (pieces.copies(number) for number in range(len(pieces)))
    return (piece.copies for piece in pieces)
