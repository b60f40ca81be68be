"""Lays parts out on paper: pieces imposed at true scale with cut marks, whole leaves, a check ruler on every sheet."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from math import ceil
from typing import Literal

from companion.printing.boxes import Area, Deck, Face, Leaves, Line, Part, Path, Piece, Text
from companion.printing.fitting import DoesNotFit, Drawn, Turned, fit
from companion.printing.papers import MARGIN, Paper

FOOT = 8.0
"""Depth of the strip that holds the check ruler and the foot line."""
RULER = 50.0
GAP = 0.6
"""From a trim to where its cut mark starts."""
MARK = 4.0
"""Longest cut mark; marks are 0.25 mm thick, so that every printer prints them."""

Ink = Literal["full", "saver", "grey"]


@dataclass(frozen=True, slots=True)
class Cut:
    """A piece on a sheet: its trim box in mm from the sheet's top left, and the fitted face drawn there."""

    piece: Piece
    x: float
    y: float
    w: float
    h: float
    face: Face
    boxes: tuple[Drawn, ...]
    upside_down: bool = False


@dataclass(frozen=True)
class Sheet:
    """One side of a sheet of paper, in mm: pieces to cut, and what is drawn on the sheet itself."""

    w: float
    h: float
    title: str
    side: Literal["front", "back"]
    cuts: tuple[Cut, ...]
    boxes: tuple[Drawn, ...]


@dataclass(frozen=True)
class Job:
    """Everything that goes to a printer in one file."""

    title: str
    sheets: tuple[Sheet, ...]
    accent: str
    ink: Ink

    @property
    def papers(self) -> int:
        """How many sheets of paper it takes, backs printed behind fronts."""
        return sum(sheet.side == "front" for sheet in self.sheets)

    @property
    def pieces(self) -> int:
        """How many pieces there are to cut."""
        return sum(len(sheet.cuts) for sheet in self.sheets if sheet.side == "front")


@dataclass(frozen=True, slots=True)
class _Grid:
    """How many pieces stand side by side on a page, and where the foot strip lies."""

    w: float
    h: float
    columns: int
    rows: int
    foot: Literal["below", "beside"]

    @property
    def count(self) -> int:
        return self.columns * self.rows


def lay_out(
    title: str,
    parts: Iterable[Part],
    paper: Paper,
    accent: str = "#1f3f77",
    ink: Ink = "full",
    backs: bool = True,
) -> Job:
    """Return parts laid out on paper; DoesNotFit where a text does not fit or a piece is larger than the paper."""
    made = [sheet for part in parts for sheet in _sheets(part, paper, backs)]
    total = len(made)
    sheets = tuple(_footed(sheet, foot, title, number, total) for number, (sheet, foot) in enumerate(made, 1))
    return Job(title, sheets, accent, ink)


Unfooted = tuple[Sheet, Literal["below", "beside"]]
"""A sheet without its foot strip, and where that goes."""


def _sheets(part: Part, paper: Paper, backs: bool) -> Iterator[Unfooted]:
    if isinstance(part, Leaves):
        yield from _leaves(part, paper)
    else:
        yield from _deck(part, paper, backs)


def _leaves(part: Leaves, paper: Paper) -> Iterator[Unfooted]:
    area = Area(paper.w - 2 * MARGIN, paper.h - 2 * MARGIN - FOOT)
    for page in part.make(area):
        drawn = fit(page, part.title, (area.w, area.h))
        yield Sheet(paper.w, paper.h, part.title, "front", (), (_moved(drawn, MARGIN, MARGIN),)), "below"


def _moved(boxes: tuple[Drawn, ...], x: float, y: float) -> Drawn:
    return Turned(boxes, x, y, 0, 1)


def grid(deck: Deck, paper: Paper) -> _Grid:
    """Return the grid that holds the most pieces of a deck: upright or across, ruler below or beside."""
    found = []
    for w, h in ((paper.w, paper.h), (paper.h, paper.w)):
        for foot, dx, dy in (("below", 0.0, FOOT), ("beside", FOOT, 0.0)):
            columns = int((w - 2 * MARGIN - dx + 1e-6) // deck.format.w)
            rows = int((h - 2 * MARGIN - dy + 1e-6) // deck.format.h)
            found.append(_Grid(w, h, columns, rows, "below" if foot == "below" else "beside"))
    return max(found, key=lambda g: g.count)


def _deck(deck: Deck, paper: Paper, backs: bool) -> Iterator[Unfooted]:
    placed = grid(deck, paper)
    if not placed.count:
        name = deck.pieces[0].name if deck.pieces else deck.title
        over = min(deck.format.w - paper.w, deck.format.h - paper.h) + 2 * MARGIN
        raise DoesNotFit(name, deck.format.name, over, f"is larger than {paper.title}")
    fitted: dict[int, tuple[Drawn, ...]] = {}
    pieces = (piece for piece in deck.pieces for _ in range(piece.copies))
    total = sum(piece.copies for piece in deck.pieces)
    for _ in range(ceil(total / placed.count)):
        on_sheet = tuple(islice(pieces, placed.count))
        yield _front(deck, placed, on_sheet, fitted), placed.foot
        if backs and any(piece.back for piece in on_sheet):
            yield _back(deck, placed, on_sheet, fitted), placed.foot


def _origin(deck: Deck, placed: _Grid) -> tuple[float, float]:
    w, h = placed.columns * deck.format.w, placed.rows * deck.format.h
    spare = (FOOT, 0.0) if placed.foot == "beside" else (0.0, FOOT)
    # The block stands in the middle of the sheet if the strip leaves room, so that backs meet fronts without a shift.
    x = min((placed.w - w) / 2, placed.w - MARGIN - spare[0] - w)
    y = min((placed.h - h) / 2, placed.h - MARGIN - spare[1] - h)
    return x, y


def _boxes(face: Face, piece: Piece, deck: Deck, fitted: dict[int, tuple[Drawn, ...]]) -> tuple[Drawn, ...]:
    if id(face) not in fitted:
        fitted[id(face)] = fit(face.boxes, piece.name, (deck.format.w, deck.format.h))
    return fitted[id(face)]


def _front(deck: Deck, placed: _Grid, pieces: tuple[Piece, ...], fitted: dict[int, tuple[Drawn, ...]]) -> Sheet:
    left, top = _origin(deck, placed)
    w, h = deck.format.w, deck.format.h
    cuts = tuple(
        Cut(
            piece,
            left + (i % placed.columns) * w,
            top + (i // placed.columns) * h,
            w,
            h,
            piece.face,
            _boxes(piece.face, piece, deck, fitted),
        )
        for i, piece in enumerate(pieces)
    )
    return Sheet(placed.w, placed.h, deck.title, "front", cuts, cut_marks(cuts, placed.w, placed.h))


def _back(deck: Deck, placed: _Grid, pieces: tuple[Piece, ...], fitted: dict[int, tuple[Drawn, ...]]) -> Sheet:
    """Return the backs for a sheet turned over its long edge: columns mirrored upright, rows mirrored across."""
    across = placed.w > placed.h
    cuts = tuple(
        Cut(
            cut.piece,
            cut.x if across else placed.w - cut.x - cut.w,
            placed.h - cut.y - cut.h if across else cut.y,
            cut.w,
            cut.h,
            cut.piece.back,
            _boxes(cut.piece.back, cut.piece, deck, fitted),
            across,
        )
        for cut in _front(deck, placed, pieces, fitted).cuts
        if cut.piece.back
    )
    return Sheet(placed.w, placed.h, deck.title, "back", cuts, cut_marks(cuts, placed.w, placed.h))


def cut_marks(cuts: tuple[Cut, ...], w: float, h: float) -> tuple[Line, ...]:
    """Return a mark at both ends of every cut, outside the trims and inside what the printer reaches."""
    left, right = min(c.x for c in cuts), max(c.x + c.w for c in cuts)
    top, bottom = min(c.y for c in cuts), max(c.y + c.h for c in cuts)
    xs = sorted({round(x, 4) for c in cuts for x in (c.x, c.x + c.w)})
    ys = sorted({round(y, 4) for c in cuts for y in (c.y, c.y + c.h)})
    before = (max(left - GAP - MARK, MARGIN), left - GAP)
    after = (right + GAP, min(right + GAP + MARK, w - MARGIN))
    above = (max(top - GAP - MARK, MARGIN), top - GAP)
    below = (bottom + GAP, min(bottom + GAP + MARK, h - MARGIN))
    upright = [Line(x, a, x, b, 0.25) for x in xs for a, b in (above, below) if b > a]
    level = [Line(a, y, b, y, 0.25) for y in ys for a, b in (before, after) if b > a]
    return (*upright, *level)


def _footed(sheet: Sheet, foot: str, title: str, number: int, total: int) -> Sheet:
    wide = sheet.h if foot == "beside" else sheet.w
    strip = fit(_foot(wide, title, sheet, number, total), f"sheet {number}")
    if foot == "beside":
        frame = Turned(strip, sheet.w - MARGIN - FOOT, sheet.h, -90, 1)
    else:
        frame = Turned(strip, 0, sheet.h - MARGIN - FOOT, 0, 1)
    return Sheet(sheet.w, sheet.h, sheet.title, sheet.side, sheet.cuts, (*sheet.boxes, frame))


def _foot(wide: float, title: str, sheet: Sheet, number: int, total: int) -> tuple[Line | Path | Text, ...]:
    """Return the strip: a ruler of exactly 50 mm at the left, what the sheet is at the right."""
    left, base = MARGIN, FOOT - 0.2
    heights = ((mm, 2.6 if mm % 10 == 0 else 1.9 if mm % 5 == 0 else 1.2) for mm in range(int(RULER) + 1))
    ticks = tuple(move for mm, height in heights for move in (("M", left + mm, base), ("L", left + mm, base - height)))
    flip = " · back, turned over the long edge" if sheet.side == "back" else ""
    name = f"{title} · {sheet.title}{flip} · sheet {number} of {total}"
    height = 3.2
    return (
        Line(left, base, left + RULER, base, 0.25),
        Path(ticks, width=0.15),
        Text(left + RULER + 2, base - height, 62, height, "50 mm on paper: if not, print at 100 %", 7, 6, what="ruler"),
        Text(
            left + RULER + 66,
            base - height,
            wide - 2 * MARGIN - RULER - 66,
            height,
            name,
            7,
            4,
            align="right",
            what="foot line",
        ),
    )
