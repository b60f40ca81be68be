"""Marks in the gaps between pieces: they remain when a sheet's edges are cut off.

Cut marks are where two gaps meet, in line with the cuts. The arms of a cross start at a trim's corner: two continue its
sides. Without bleed two more run just outside these sides, so that even a strip that was cut on both sides shows the
next cut, and no mark stays on a piece.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from companion.printing.faces.boxes import Line
from companion.printing.sheets.guide_sizes import SHORT, Room, guide_width, longest_mark, mark_start
from companion.printing.sheets.jobs import Trim
from companion.printing.sheets.options import SheetOptions

_NEAR = 1e-3
"""Positions closer than this are the same, in mm."""
_Run = tuple[bool, float, float, float]
"""A stroke: whether it is vertical, its position, its start and its end."""


def has_straight_cuts(trims: Sequence[Trim]) -> bool:
    """Return whether straight cuts go through between all pieces: not if hexes are nested."""
    xs = sorted({round(trim.x, 4) for trim in trims})
    return all(after - before >= trims[0].w - _NEAR for before, after in zip(xs, xs[1:], strict=False))


def gap_marks(trims: Sequence[Trim], room: Room, options: SheetOptions) -> list[Line]:
    """Return the marks between pieces of one format in straight rows, and the arms of crosses along their sides."""
    runs = list(_past_corners(trims, options))
    if options.lines == "crosses" and not options.bleed:
        runs += _corner_strokes(trims, room, options)
    return list(_strokes_as_lines(runs, guide_width("marks", options)))


def _past_corners(trims: Sequence[Trim], options: SheetOptions) -> Iterator[_Run]:
    """Yield strokes from each corner in line with the sides, within the gaps."""
    off = mark_start(options)
    ends = [min(off + longest_mark(options), between - off) for between in options.spacing]
    across, down = (end if end - off >= SHORT else 0.0 for end in ends)
    left, right = min(t.x for t in trims), max(t.x + t.w for t in trims)
    top, bottom = min(t.y for t in trims), max(t.y + t.h for t in trims)
    for trim in trims:
        for y in (trim.y, trim.y + trim.h):
            if across and trim.x > left:
                yield False, y, trim.x - across, trim.x - off
            if across and trim.x + trim.w < right:
                yield False, y, trim.x + trim.w + off, trim.x + trim.w + across
        for x in (trim.x, trim.x + trim.w):
            if down and trim.y > top:
                yield True, x, trim.y - down, trim.y - off
            if down and trim.y + trim.h < bottom:
                yield True, x, trim.y + trim.h + off, trim.y + trim.h + down


def _corner_strokes(trims: Sequence[Trim], room: Room, options: SheetOptions) -> Iterator[_Run]:
    """Yield strokes from each corner just outside the sides, where there is room for them."""
    left, right = min(t.x for t in trims), max(t.x + t.w for t in trims)
    top, bottom = min(t.y for t in trims), max(t.y + t.h for t in trims)
    out = guide_width("marks", options) / 2

    longest = longest_mark(options)
    between_columns, between_rows = (between >= SHORT for between in options.spacing)

    for trim in trims:
        x, y, w, h = trim.x, trim.y, trim.w, trim.h
        wide, high = min(longest, w / 2), min(longest, h / 2)
        level = (
            (y - out, y - room[1] >= SHORT if y == top else between_rows),
            (y + h + out, room[3] - y - h >= SHORT if y + h == bottom else between_rows),
        )
        upright = (
            (x - out, x - room[0] >= SHORT if x == left else between_columns),
            (x + w + out, room[2] - x - w >= SHORT if x + w == right else between_columns),
        )
        for at, has_room in level:
            if has_room:
                yield from ((False, at, x, x + wide), (False, at, x + w - wide, x + w))
        for at, has_room in upright:
            if has_room:
                yield from ((True, at, y, y + high), (True, at, y + h - high, y + h))


def _strokes_as_lines(runs: Sequence[_Run], width: float) -> Iterator[Line]:
    """Yield strokes as lines; strokes that continue each other are one line."""
    lines: dict[tuple[bool, float], list[tuple[float, float]]] = defaultdict(list)
    for upright, at, start, end in runs:
        lines[upright, round(at, 4)].append((start, end))
    for (upright, at), spans in lines.items():
        joined: list[tuple[float, float]] = []
        for start, end in sorted(spans):
            if joined and start <= joined[-1][1] + _NEAR:
                joined[-1] = joined[-1][0], max(joined[-1][1], end)
            else:
                joined.append((start, end))
        for start, end in joined:
            yield Line(at, start, at, end, width) if upright else Line(start, at, end, at, width)
