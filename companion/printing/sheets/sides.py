"""The sides of a job before they are made: planned pieces, whole pages, blanks; and the sequence that makes them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from companion.printing.sheets.imposition import Planned
from companion.printing.sheets.jobs import Sheet, Side
from companion.printing.text.fitting import Drawn


@dataclass(frozen=True, slots=True)
class WholePage:
    """A page as it is drawn, its texts fitted, without pieces to trim; a booklet's sheet has a `back`."""

    title: str
    w: float
    h: float
    boxes: tuple[Drawn, ...]
    back: tuple[Drawn, ...] = ()
    booklet: bool = False


@dataclass(frozen=True, slots=True)
class BlankSide:
    """The blank side behind a front without a back, of the same size."""

    title: str
    w: float
    h: float


SideToMake = tuple[Planned | WholePage | BlankSide, Side, int]
"""The contents of a side, which side it is, and the number of its sheet of paper, which front and back share."""


class SheetsOnDemand(Sequence[Sheet]):
    """Sheets made on demand; only shared faces are cached."""

    def __init__(self, pages: Sequence[SideToMake], total: int, make: Callable[[SideToMake, int], Sheet]):
        """Take the sides, the number of sheets of paper, and the function that makes a side's sheet."""
        self._pages, self._total, self._make = pages, total, make

    def __len__(self) -> int:
        """Return how many sides there are."""
        return len(self._pages)

    def __iter__(self) -> Iterator[Sheet]:
        """Make one side after the other."""
        # Without this an IndexError from anywhere inside would look like the end of the sheets.
        return (self._make(page, self._total) for page in self._pages)

    @overload
    def __getitem__(self, index: int) -> Sheet: ...
    @overload
    def __getitem__(self, index: slice) -> "Sequence[Sheet]": ...
    def __getitem__(self, index: int | slice) -> "Sheet | Sequence[Sheet]":
        """Make one side, or return some that are made on demand."""
        if isinstance(index, slice):
            return SheetsOnDemand(self._pages[index], self._total, self._make)
        return self._make(self._pages[index], self._total)
