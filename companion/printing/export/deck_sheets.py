"""Decks divided into sheets of faces, as a virtual table needs them."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

from companion.printing.export.filenames import plain
from companion.printing.faces.boxes import Deck, Face, Piece, Rect, Text

COLUMNS, ROWS = 10, 7
"""The largest grid a deck sheet may have."""
LEAST = 2
"""Columns and rows of the smallest."""
CELLS = COLUMNS * ROWS - 1
"""Cards on a sheet: its last place shows what others see of a hidden card."""


@dataclass(frozen=True, slots=True)
class DeckSheet:
    """One picture of up to 69 faces of one deck, with the back or the backs behind them."""

    number: int
    stem: str
    deck: Deck
    pieces: tuple[Piece, ...]

    @property
    def grid(self) -> tuple[int, int]:
        """Columns and rows with the most dots per card in a square picture, then the fewest empty places."""
        places, form = len(self.pieces) + 1, self.deck.format
        grids = ((columns, max(ceil(places / columns), LEAST)) for columns in range(LEAST, COLUMNS + 1))
        able = [(columns, rows) for columns, rows in grids if rows <= ROWS]
        return min(able, key=lambda grid: (max(grid[0] * form.w, grid[1] * form.h), grid[0] * grid[1]))

    @property
    def columns(self) -> int:
        """The number of faces in a row."""
        return self.grid[0]

    @property
    def rows(self) -> int:
        """How many rows there are; the last place is kept for the hidden face."""
        return self.grid[1]

    @property
    def backs(self) -> tuple[Face | None, ...]:
        """The different backs of the cards on it."""
        found = {id(piece.back): piece.back for piece in self.pieces}
        return tuple(found.values())

    @property
    def own_backs(self) -> bool:
        """Whether cards on it differ in their backs."""
        return len(self.backs) > 1

    @property
    def back(self) -> Face:
        """The back that all share, or the one a hidden card shows."""
        return next((back for back in self.backs if back), None) or _plain_back(self.deck)


def _plain_back(deck: Deck) -> Face:
    form = deck.format
    inset = min(form.safe, form.w / 8)
    wide = form.w - 2 * inset - 2
    return Face(
        (
            Rect(0, 0, form.w, form.h, fill="tint", stroke=None),
            Rect(inset, inset, form.w - 2 * inset, form.h - 2 * inset, radius=2, fill="paper", stroke="accent"),
            Text(inset + 1, inset + 1, wide, form.h - 2 * inset - 2, deck.title, 11, 3, "bold", "centre", "middle"),
        )
    )


def sheets(found: Iterable[Deck]) -> tuple[DeckSheet, ...]:
    """Return decks divided into sheets of at most 69 faces, numbered from 1."""
    made: list[DeckSheet] = []
    taken: set[str] = set()
    for deck in found:
        pieces = [piece for piece in deck.pieces if piece.copies > 0]
        for start in range(0, len(pieces), CELLS):
            stem = plain(deck.title) or "deck"
            number = sum(name.startswith(stem) for name in taken) + 1
            stem = f"{stem}-{number}"
            taken.add(stem)
            made.append(DeckSheet(len(made) + 1, stem, deck, tuple(pieces[start : start + CELLS])))
    return tuple(made)
