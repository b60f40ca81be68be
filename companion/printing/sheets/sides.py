"""The sides of a job before they are made (planned pieces, whole pages, blanks), and the sequence that makes them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from companion.printing.sheets.blocks import PlannedSheet
from companion.printing.sheets.jobs import Sheet, Side
from companion.printing.text.fitting import Drawn


@dataclass(frozen=True, slots=True)
class WholePage:
    """A page with its texts fitted, without pieces to cut; a booklet's sheet has a `back`.

    `headings` are bookmarks, for a page that is read on a screen.
    """

    title: str
    w: float
    h: float
    boxes: tuple[Drawn, ...]
    back: tuple[Drawn, ...] = ()
    booklet: bool = False
    for_screen: bool = False
    headings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BlankSide:
    """The blank side behind a front without a back, of the same size."""

    title: str
    w: float
    h: float


SideToMake = tuple[PlannedSheet | WholePage | BlankSide, Side, int]
"""The contents of a side, which side it is, and the number of its sheet of paper, which front and back share."""


@dataclass(frozen=True, slots=True)
class SideToSend:
    """A side for a printer: its index in its job, front or back, its sheet's number, whether it is blank."""

    at: int
    side: Side
    number: int
    blank: bool


def outline(sheets: Sequence[Sheet]) -> list[SideToSend]:
    """Return every side of a job's sheets, without making sheets on demand."""
    if isinstance(sheets, SheetsOnDemand):
        return sheets.outline()
    return [SideToSend(at, sheet.side, sheet.number, sheet.blank) for at, sheet in enumerate(sheets)]


def pick_sheets(sheets: Sequence[Sheet], places: Sequence[int]) -> Sequence[Sheet]:
    """Return a job's sheets at these indexes, in this order; sheets on demand stay so."""
    return sheets.pick_sheets(places) if isinstance(sheets, SheetsOnDemand) else tuple(sheets[at] for at in places)


class SheetsOnDemand(Sequence[Sheet]):
    """Sheets made on demand; only shared faces are cached."""

    def __init__(self, pages: Sequence[SideToMake], total: int, make: Callable[[SideToMake, int], Sheet]):
        """Take the sides, the number of sheets of paper, and the function that makes a side's sheet."""
        self._pages, self._total, self._make = pages, total, make

    def outline(self) -> list[SideToSend]:
        """Return every side without making its sheet."""
        return [
            SideToSend(at, side, number, isinstance(what, BlankSide))
            for at, (what, side, number) in enumerate(self._pages)
        ]

    def pick_sheets(self, places: Sequence[int]) -> "SheetsOnDemand":
        """Return the sides at these indexes, in this order, made on demand too."""
        return SheetsOnDemand([self._pages[at] for at in places], self._total, self._make)

    def __len__(self) -> int:
        """Return the number of sides."""
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
