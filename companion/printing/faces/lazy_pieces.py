"""Pieces that are made on demand, so that ten thousand take no more memory than ten."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import overload

from companion.printing.faces.boxes import Piece


class Many(Sequence[Piece]):
    """A sequence of pieces; each access makes the piece again.

    A back that pieces share should be the same object each time, so that it is drawn once.
    """

    def __init__(
        self,
        count: int,
        make: Callable[[int], Piece],
        copies: Callable[[int], int] = lambda n: 1,
        name: Callable[[int], str] | None = None,
    ) -> None:
        """Take the number of pieces, a function that makes one by its index, and a function that counts its copies.

        `name` gives a piece's name without making it, where that is possible.
        """
        self.total, self.make, self.copies = count, make, copies
        self.name = name or (lambda n: make(n).name)

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
    """Return the number of copies of each piece without making any."""
    if isinstance(pieces, Many):
        return (pieces.copies(number) for number in range(len(pieces)))
    return (piece.copies for piece in pieces)


def names(pieces: Sequence[Piece]) -> Iterator[tuple[str, str]]:
    """Return each piece's name and id without making any; a piece made on demand has only its name."""
    if isinstance(pieces, Many):
        return ((pieces.name(number), pieces.name(number)) for number in range(len(pieces)))
    return ((piece.name, piece.id) for piece in pieces)


def some(pieces: Sequence[Piece], kept: Sequence[tuple[int, int]]) -> Sequence[Piece]:
    """Return the pieces with these indexes and numbers of copies; pieces made on demand stay so."""
    if not isinstance(pieces, Many):
        return tuple(replace(pieces[number], copies=count) for number, count in kept)
    whole = pieces

    def make(n: int) -> Piece:
        number, count = kept[n]
        return replace(whole[number], copies=count)

    return Many(len(kept), make, lambda n: kept[n][1], lambda n: whole.name(kept[n][0]))
