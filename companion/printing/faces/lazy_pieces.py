"""Pieces that are made on demand, so that ten thousand take no more memory than ten."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import overload

from companion.printing.faces.boxes import Piece


class LazyPieces(Sequence[Piece]):
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
        """Take the number of pieces, and functions from an index to the piece, its copies, and its name.

        `name` avoids making a piece for its name.
        """
        self.total, self.make, self.copies = count, make, copies
        self.name = name or (lambda n: make(n).name)

    def __len__(self) -> int:
        """Return the number of pieces, without copies."""
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
    """Yield the number of copies of each piece without making any."""
    if isinstance(pieces, LazyPieces):
        return (pieces.copies(number) for number in range(len(pieces)))
    return (piece.copies for piece in pieces)


def names(pieces: Sequence[Piece]) -> Iterator[tuple[str, str]]:
    """Yield each piece's name and id without making any; for a piece made on demand both are its name."""
    if isinstance(pieces, LazyPieces):
        return ((pieces.name(number), pieces.name(number)) for number in range(len(pieces)))
    return ((piece.name, piece.id) for piece in pieces)


def select(pieces: Sequence[Piece], selection: Sequence[tuple[int, int]]) -> Sequence[Piece]:
    """Return the pieces with these indexes and numbers of copies; pieces made on demand stay so."""
    if not isinstance(pieces, LazyPieces):
        return tuple(replace(pieces[number], copies=count) for number, count in selection)
    lazy = pieces

    def make(n: int) -> Piece:
        number, count = selection[n]
        return replace(lazy[number], copies=count)

    return LazyPieces(len(selection), make, lambda n: selection[n][1], lambda n: lazy.name(selection[n][0]))
