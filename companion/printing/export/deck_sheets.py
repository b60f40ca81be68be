"""Decks divided into sheets of faces for a virtual table."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

from companion.printing.export.filenames import ascii_slug
from companion.printing.faces.boxes import Deck, Face, Piece, Rect, Text

COLUMNS, ROWS = 10, 7
"""The largest grid of a deck sheet."""
LEAST = 2
"""The fewest columns and rows."""
CELLS = COLUMNS * ROWS - 1
"""The most cards on a sheet: its last place is the back that others see of a hidden card."""


@dataclass(frozen=True, slots=True)
class DeckSheet:
    """A picture of up to 69 faces of one deck, with their back or backs."""

    number: int
    stem: str
    deck: Deck
    pieces: tuple[Piece, ...]

    @property
    def grid(self) -> tuple[int, int]:
        """Columns and rows: with the most dots per card in a square picture, then with the fewest empty places."""
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
        """The number of rows; the last place is kept for the hidden face."""
        return self.grid[1]

    @property
    def backs(self) -> tuple[Face | None, ...]:
        """The different backs of the cards on it."""
        return tuple({id(piece.back): piece.back for piece in self.pieces}.values())

    @property
    def has_own_backs(self) -> bool:
        """Whether its cards have different backs."""
        return len(self.backs) > 1

    @property
    def back(self) -> Face:
        """The shared back, or the back of a hidden card."""
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


def sheets(decks: Iterable[Deck]) -> tuple[DeckSheet, ...]:
    """Return decks divided into sheets of at most 69 faces, numbered from 1."""
    deck_sheets: list[DeckSheet] = []
    stems: set[str] = set()
    for deck in decks:
        pieces = [piece for piece in deck.pieces if piece.copies > 0]
        for start in range(0, len(pieces), CELLS):
            stem = ascii_slug(deck.title) or "deck"
            number = sum(name.startswith(stem) for name in stems) + 1
            stem = f"{stem}-{number}"
            stems.add(stem)
            deck_sheets.append(DeckSheet(len(deck_sheets) + 1, stem, deck, tuple(pieces[start : start + CELLS])))
    return tuple(deck_sheets)
