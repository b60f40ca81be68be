"""Where the cards lie on a sheet that others made: a grid found by the edges, frames and cut marks on its picture.

Lengths are in mm. Along each side of the page a grid is so many cards of one length with one gap between them, or cards
whose bleeds touch. Of all such grids near the size asked for, that is taken whose edges stand on the clearest lines.
"""

import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from statistics import median
from typing import Any

from PIL import Image, ImageChops

PER_MM = 4
"""Dots per mm of the picture that is looked at."""
SMALLER, LARGER = 4, 6
"""How much smaller or larger than asked for a card on the sheet may be, in dots of that picture."""
MOST_GAP, MOST_BLEED = 10.0, 5.0
_BLEEDS = (4, 6, 8, 10, 12, 13, 20)
"""Bleeds, in dots of that picture, of cards with white between them."""
_MOST_LESS = 2
"""How many cards fewer than there is room for are looked for along a side."""
_OUTER, _INNER = 0.6, 0.4
"""What the edges of the whole block count, and those within it: dark borders may touch, and then show no line there."""
_BY_MARKS = 2.0
"""How clear a grid with marks is: clearer than any by edges."""
_LEAST = 0.12
"""The least that a grid's edges must show; else the page is taken to have its grid in the middle."""
_FAINTEST = 2.5
"""The least contrast of a clear line, of 255, along the whole page."""
_AROUND = 12
"""Dots on both sides whose usual contrast is taken off: text and art have some everywhere."""
_MARK = re.compile(rb"\x01{7,44}")
"""A cut mark: a thin line of 2 to 11 mm; frames of cards are longer."""
_LINE = 0.6
"""The share of a page from which on a thin line is a line to cut along."""
_PARTS = 12
"""Parts of a page of which all but two have three dots of a dotted line."""
_BLACK = 190
"""The lightest mark."""
_FEW_MARKS = 0.05
"""The largest share of a page's dots across, or down, at which lines stand that are all cut marks: text has more."""
_MARKED = 0.85
"""The share of a grid's edges that must have marks at both ends."""
DARK = 236
"""The lightest ink, of 255."""
_INSET = 2.0
"""Distance from a card's edge in mm from which on something must be printed, or the place is empty."""


@dataclass(frozen=True, slots=True)
class Row:
    """Cards along one side of a page: the first one's start, the length of each, the gap, the bleed around each."""

    start: float
    length: float
    gap: float
    bleed: float
    is_found: bool

    def place(self, number: int) -> float:
        """Return the start of a card, counted from 0."""
        return self.start + number * (self.length + self.gap)


@dataclass(frozen=True, slots=True)
class Grid:
    """The cards of a page: across and down."""

    columns: int
    rows: int
    across: Row
    down: Row

    @property
    def is_found(self) -> bool:
        """Whether lines on the page show the grid; else it is taken to lie in the middle."""
        return self.across.is_found and self.down.is_found

    def cells(self) -> Iterator[tuple[float, float, float, float]]:
        """Yield the trim of each card: left, top, width, height; row after row."""
        for row in range(self.rows):
            for column in range(self.columns):
                yield self.across.place(column), self.down.place(row), self.across.length, self.down.length


def find_grid(page: Any, card: tuple[float, float], counts: tuple[int, int] | None, gap: float | None) -> Grid | None:
    """Return the grid on a grey picture of a page with `PER_MM` dots a mm; None if no card of that size fits there.

    `counts` are the columns and rows; None to find them: as many as there is room for within what is printed. `gap` is
    the distance between cards in mm if it is known. Cards may lie across.
    """
    profiles = _edges(page, upright=True), _edges(page, upright=False)
    marks = _marks(page, upright=True), _marks(page, upright=False)
    sides = tuple(side / PER_MM for side in page.size)
    extents = _printed(page)
    grids = []
    for w, h in dict.fromkeys((card, card[::-1])):
        most = counts or _numbers(marks, extents, (w, h), gap)
        if not all(most) or any(n * one > side + 1 for n, one, side in zip(most, (w, h), sides, strict=True)):
            continue
        rows = []
        for marked, edges, side, n, one in zip(marks, profiles, sides, most, (w, h), strict=True):
            by_marks = _marked_row(marked, n, one, gap)
            fewer = [n] if counts else _fewer(n)
            rows.append([(n, *by_marks)] if by_marks else [(k, *_best_row(edges, side, k, one, gap)) for k in fewer])
        for (columns, across, clear_across), (lines, down, clear_down) in product(*rows):
            is_marked = min(clear_across, clear_down) >= _BY_MARKS
            clear = max(clear_across, 0) * max(clear_down, 0)
            cards = columns * lines
            grid = Grid(columns, lines, *_matched(across, down, (columns, lines), (w, h)))
            grids.append((is_marked, cards if is_marked else cards * clear, cards, grid))
    return max(grids, key=lambda one: one[:3], default=(0, 0, 0, None))[3]


def _fewer(most: int) -> list[int]:
    """Return the numbers of cards to try where there is room for so many: a foot may be wider than they are."""
    return [most - less for less in range(_MOST_LESS + 1) if most - less > 1 or not less]


def _numbers(
    marks: tuple[list[int], ...], extents: list[tuple[float, float]], card: tuple[float, float], gap: float | None
) -> tuple[int, int]:
    """Return the columns and rows that cut marks show, or else as many as there is room for."""
    columns, rows = (_count_marked(marked, one, gap) for marked, one in zip(marks, card, strict=True))
    if columns and rows:
        return columns, rows
    across, down = (_room(extent, one, gap or 0) for extent, one in zip(extents, card, strict=True))
    return across, down


def _matched(across: Row, down: Row, numbers: tuple[int, int], card: tuple[float, float]) -> tuple[Row, Row]:
    """Return rows whose bleeds are alike: where only one side seems to have bleed, it is gap or chance."""
    if abs(across.bleed - down.bleed) <= 1:
        return across, down
    rows = []
    for row, n, one in zip((across, down), numbers, card, strict=True):
        pitch = row.length + row.gap
        centre = row.start + (n * pitch - row.gap) / 2
        start = centre - (n * one + (n - 1) * (pitch - one)) / 2
        rows.append(Row(max(start, 0), one, max(pitch - one, 0), 0, row.is_found) if row.bleed else row)
    return rows[0], rows[1]


def _middle(side: float, count: int, length: float, gap: float) -> Row:
    return Row((side - count * length - (count - 1) * gap) / 2, length, gap, 0, False)


def _room(printed: tuple[float, float], length: float, gap: float) -> int:
    """Return how many cards lie within what is printed along one side."""
    return int((printed[1] - printed[0] + gap + 2) / (length + gap))


def _printed(page: Any) -> list[tuple[float, float]]:
    """Return where ink begins and ends on a page: across, and down."""
    box = page.point(lambda light: 255 * (light < DARK)).getbbox() or (0, 0, *page.size)
    return [(box[0] / PER_MM, box[2] / PER_MM), (box[1] / PER_MM, box[3] / PER_MM)]


def _edges(page: Any, upright: bool) -> list[float]:
    """Return how clear a line stands at each dot across a page, or down it, from 0 to 1."""
    wide, high = page.size
    step = (1, 0) if upright else (0, 1)
    moved = page.transform(page.size, Image.Transform.AFFINE, (1, 0, step[0], 0, 1, step[1]))
    contrast = ImageChops.difference(page, moved).convert("F")
    length = wide if upright else high
    line = array("f", contrast.resize((wide, 1) if upright else (1, high), Image.Resampling.BOX).tobytes())
    line[-1] = 0.0
    usual = [median(line[max(at - _AROUND, 0) : at + _AROUND + 1]) for at in range(length)]
    peaks = [max(one - two, 0) for one, two in zip(line, usual, strict=True)]
    # A line may stand half a dot off, and a drawn line has two edges.
    wide_peaks = [max(peaks[max(at - 1, 0) : at + 2]) for at in range(length)]
    strong = max(sorted(wide_peaks)[-max(length // 100, 1)], _FAINTEST)
    return [min(one / strong, 1.0) for one in wide_peaks]


def _marks(page: Any, upright: bool) -> list[int]:
    """Return how many cut marks stand at each dot across a page, or down it; a line along the page counts as two."""
    picture = page.transpose(Image.Transpose.TRANSPOSE) if upright else page
    length, lines = picture.size
    dark = picture.point(lambda light: int(light < _BLACK)).tobytes()
    rows = [dark[at * length : (at + 1) * length] for at in range(lines)]
    counts = [0] * lines
    for at in range(3, lines - 3):
        if b"\x01" not in rows[at]:
            continue
        thin = int.from_bytes(rows[at]) & ~int.from_bytes(rows[at - 3]) & ~int.from_bytes(rows[at + 3])
        line = thin.to_bytes(length)
        is_line = line.count(1) > _LINE * length or _is_dotted(line)
        counts[at] = len(_MARK.findall(re.sub(rb"\x01{45,}", b"", line))) + 2 * is_line
    return counts


def _is_dotted(line: bytes) -> bool:
    """Return whether a line is dotted or dashed along nearly the whole page."""
    part = len(line) // _PARTS
    return sum(line[n * part : (n + 1) * part].count(b"\x00\x01") >= 3 for n in range(_PARTS)) >= _PARTS - 2


def _marked_row(marks: list[int], count: int, length: float, gap: float | None) -> tuple[Row, float] | None:
    """Return the row of cards whose edges have cut marks at both ends, and how clear they are; None without marks.

    Where there is no room for marks at one end, those at the other tell several cards, if there are few such lines.
    """
    if row := _row_at_marks(marks, count, length, gap, 2, _MARKED):
        return row, _BY_MARKS
    few = sum(1 for mark in marks if mark) <= _FEW_MARKS * len(marks)
    row = _row_at_marks(marks, count, length, gap, 1, 1.0) if few and count > 2 else None
    return (row, _BY_MARKS) if row else None


def _row_at_marks(
    marks: list[int], count: int, length: float, gap: float | None, each: int, share_needed: float
) -> Row | None:
    """Return the row of cards of whose edges such a share has so many marks each; None without one."""
    last = len(marks) - 1
    has_marks = [max(marks[max(at - 1, 0) : at + 2]) >= each for at in range(last + 1)]
    nominal = round(length * PER_MM)
    gaps = range(round(MOST_GAP * PER_MM) + 1) if gap is None else (round(gap * PER_MM),)
    best: tuple[float, ...] = ()
    for card in range(nominal - SMALLER, nominal + LARGER + 1):
        for between in gaps:
            pitch, total = card + between, count * card + (count - 1) * between
            for start in range(last - total + 1):
                if not (has_marks[start] and has_marks[start + total]):
                    continue
                edges = {start + n * pitch for n in range(count)} | {start + n * pitch + card for n in range(count)}
                share = sum(has_marks[edge] for edge in edges) / len(edges)
                centred = -abs(start + total / 2 - last / 2)
                clear = sum(min(marks[edge], 2) for edge in edges) / len(edges)
                best = max(best, (share, clear - 0.1 * abs(card - nominal), centred, -between, start, card))
    if not best or best[0] < share_needed:
        return None
    return Row((best[4] + 0.25) / PER_MM, best[5] / PER_MM, -best[3] / PER_MM, 0, True)


def _count_marked(marks: list[int], length: float, gap: float | None) -> int:
    """Return how many cards of a length stand between cut marks: the most that they show; 0 if they show none."""
    for count in range(int(len(marks) / PER_MM / length), 0, -1):
        if _marked_row(marks, count, length, gap):
            return count
    return 0


def _best_row(edges: list[float], side: float, count: int, length: float, gap: float | None) -> tuple[Row, float]:
    """Return the row of cards on the clearest edges, and how clear they are."""
    room = len(edges)
    nominal = round(length * PER_MM)
    gaps = range(round(MOST_GAP * PER_MM) + 1) if gap is None else (round(gap * PER_MM),)
    bleeds = range(PER_MM, round(MOST_BLEED * PER_MM) + 1) if gap is None and count > 1 else ()
    best, best_row = 0.0, _middle(side, count, length, gap or 0)
    for card in range(nominal - SMALLER, nominal + LARGER + 1):
        shapes = [(card, between, 0) for between in gaps]
        if card == nominal:
            shapes += [(card, 2 * out, out) for out in bleeds]
            shapes += [(card, between, out) for out in _BLEEDS for between in gaps if between > 2 * out]
        for one, between, out in shapes:
            total = count * one + (count - 1) * between + 2 * out
            less = 0.002 * abs(one - nominal) + (0.001 * between if gap is None else 0)
            less += 0.02 if gap is None and 0 < between < PER_MM else 0
            least = (best + less - _INNER) / _OUTER
            for start in range(room - total):
                if edges[start] <= least or edges[start + total] <= least:
                    continue
                clear = _clarity(edges, start, one, between, count, out) - less
                clear -= 0.002 * abs(start + total / 2 - room / 2) / PER_MM
                if clear > best:
                    best = clear
                    best_row = Row((start + out + 0.25) / PER_MM, one / PER_MM, between / PER_MM, out / PER_MM, True)
    if best < _LEAST:
        return _middle(side, count, length, gap or 0), best
    return best_row, best


def _clarity(edges: list[float], start: int, card: int, gap: int, count: int, bleed: int) -> float:
    """Return how clear the lines are at a row's edges; both ends of each pair must show one."""
    pitch, printed = card + gap, card + 2 * bleed
    outer = min(edges[start], edges[start + (count - 1) * pitch + printed])
    inner = [min(edges[start + (n - 1) * pitch + printed], edges[start + n * pitch]) for n in range(1, count)]
    return _OUTER * outer + _INNER * (sum(inner) / len(inner) if inner else outer)


def is_empty(card: Any) -> bool:
    """Return whether nothing is printed on a grey picture of a card with `PER_MM` dots a mm, its edge apart."""
    inset = round(_INSET * PER_MM)
    inside = card.crop((inset, inset, max(card.width - inset, inset + 1), max(card.height - inset, inset + 1)))
    return bool(inside.getextrema()[0] >= DARK)
