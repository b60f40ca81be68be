"""Guides to cut and fold by: marks beside the trims, lines along them, arcs for round corners, fold lines.

Lines along a cut are printed on one side only: those of the other side would show beside the cut.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.printing.faces.boxes import Box, Line, Path
from companion.printing.sheets.blocks import PlannedSheet
from companion.printing.sheets.gap_marks import gap_marks, has_straight_cuts
from companion.printing.sheets.guide_sizes import SHORT, Room, guide_width, longest_mark, mark_start
from companion.printing.sheets.jobs import Trim
from companion.printing.sheets.options import SheetOptions
from companion.printing.sheets.registration import LEG, clear_square

DOTS = (0.3, 0.9)
FOLD = (3, 1.5)
_ROUND = 0.5523
"""Length of the handles of a quarter circle, as a share of its radius."""


@dataclass(frozen=True, slots=True)
class GuidedFormat:
    """Pieces of one format that get guides; `along` allows lines along their cuts, not only marks beside them."""

    trims: Sequence[Trim]
    along: bool = True


def notes(options: SheetOptions, pages: Iterable[PlannedSheet]) -> tuple[str, ...]:
    """Return a sentence if crosses are chosen and gaps are too narrow for them; each sheet has its own bleed."""
    bleeds = {page.bleed for page in pages if any(block.format.shape == "rect" for block in page.blocks)}
    least = 2 * max(bleeds, default=0) + SHORT
    gap = options.gap if options.gap_down is None else min(options.gap, options.gap_down)
    if options.lines != "crosses" or not bleeds or gap >= least:
        return ()
    return (f"Crosses fit between pieces where the gap is {least:g} mm or more; here they are only around them.",)


def draw_guides(
    blocks: Sequence[GuidedFormat], w: float, h: float, options: SheetOptions, others: Sequence[Sequence[Trim]] = ()
) -> tuple[Box, ...]:
    """Return the guides of a side for its blocks of pieces; `others` get none, but marks avoid them too."""
    areas = [_area(trims) for trims in (*(block.trims for block in blocks), *others) if trims]
    boxes: list[Box] = []
    for block in blocks:
        boxes += _block(block, _room(block.trims, areas, w, h, options), w, h, options)
    return tuple(boxes)


def _block(block: GuidedFormat, room: Room, w: float, h: float, options: SheetOptions) -> Iterator[Box]:
    trims, along = block.trims, block.along
    ends: list[Line] = []
    if options.lines != "none" and has_straight_cuts(trims):
        ends = _clear(trims, room, w, h, options)
        yield from ends
    if options.lines in ("marks", "crosses") and trims[0].format.shape == "rect":
        inside = gap_marks(trims, room, options)
        yield from inside
        if along:
            lines = _replacement_lines(trims, [*ends, *inside] if options.lines == "crosses" else ends, options)
            yield from clear_square(lines, options.field, SHORT) if options.skips_marks else lines
    if not along:
        return
    if options.lines != "none":
        yield from _trim_lines(trims, options)
    if options.corners:
        yield from (arc for trim in trims if trim.format.shape == "rect" for arc in _arcs(trim, options))


def _room(trims: Sequence[Trim], areas: Sequence[Room], w: float, h: float, options: SheetOptions) -> Room:
    """Return the limits of a block's marks: the printable edge, or half the distance to the next area."""
    left, top, right, bottom = _area(trims)
    beside = [area for area in areas if area[1] < bottom and area[3] > top]
    before = max((area[2] for area in beside if area[2] <= left), default=None)
    after = min((area[0] for area in beside if area[0] >= right), default=None)
    above = max((area[3] for area in areas if area[3] <= top), default=None)
    below = min((area[1] for area in areas if area[1] >= bottom), default=None)
    return (
        options.keep if before is None else (before + left) / 2,
        options.keep if above is None else (above + top) / 2,
        w - options.keep if after is None else (right + after) / 2,
        h - options.keep if below is None else (bottom + below) / 2,
    )


def _area(trims: Sequence[Trim]) -> Room:
    """Return the bounding box of pieces: left, top, right, bottom."""
    return (
        min(t.x for t in trims),
        min(t.y for t in trims),
        max(t.x + t.w for t in trims),
        max(t.y + t.h for t in trims),
    )


def cut_marks(trims: Sequence[Trim], room: Room, options: SheetOptions) -> list[Line]:
    """Return a mark at both ends of every cut, outside the trims and their bleed, inside the printable area."""
    left, top, right, bottom = _area(trims)
    off, longest = mark_start(options), longest_mark(options)
    before = (max(left - off - longest, room[0]), left - off)
    after = (right + off, min(right + off + longest, room[2]))
    above = (max(top - off - longest, room[1]), top - off)
    below = (bottom + off, min(bottom + off + longest, room[3]))
    xs, ys = cuts(trims)
    width = guide_width("marks", options)
    upright = [Line(x, a, x, b, width) for x in xs for a, b in (above, below) if b - a >= SHORT]
    level = [Line(a, y, b, y, width) for y in ys for a, b in (before, after) if b - a >= SHORT]
    return [*upright, *level]


def _replacement_lines(trims: Sequence[Trim], marks: Sequence[Line], options: SheetOptions) -> Iterator[Line]:
    """Yield a line along each cut that does not have two marks."""
    left, top, right, bottom = _area(trims)
    upright = Counter(line.x1 for line in marks if line.x1 == line.x2)
    level = Counter(line.y1 for line in marks if line.y1 == line.y2)
    xs, ys = cuts(trims)
    ends = [(x, top, x, bottom) for x in xs if upright[x] < 2] + [(left, y, right, y) for y in ys if level[y] < 2]
    yield from _dotted_lines(ends, options)


def _dotted_lines(ends: Sequence[tuple[float, float, float, float]], options: SheetOptions) -> Iterator[Line]:
    """Yield dotted lines; white under the dots makes them visible on a dark background."""
    width = guide_width("dots", options)
    yield from (Line(*at, width, "paper") for at in ends)
    yield from (Line(*at, width, "soft", DOTS) for at in ends)


def _clear(block: Sequence[Trim], room: Room, w: float, h: float, options: SheetOptions) -> list[Line]:
    """Return the cut marks; with registration marks, those near the square are shortened."""
    past, corner = options.register_at + 3, options.register_at + LEG + 2
    if options.skips_marks:
        left, top, right, bottom = room
        room = max(left, past), max(top, past), min(right, w - past), min(bottom, h - past)
    near = cut_marks(block, room, options)
    if not options.register_marks:
        return near
    edges = zip(
        room,
        (options.keep, options.keep, w - options.keep, h - options.keep),
        (past, past, w - past, h - past),
        strict=True,
    )
    left, top, right, bottom = (beyond if reach == edge else reach for reach, edge, beyond in edges)
    far = cut_marks(block, (left, top, right, bottom), options)

    def is_near_corner(line: Line) -> bool:
        across, size = (line.x1, w) if line.x1 == line.x2 else (line.y1, h)
        return not corner <= across <= size - corner

    marks = [line for line in near if is_near_corner(line)] + [line for line in far if not is_near_corner(line)]
    return list(clear_square(marks, options.field, SHORT))


def cuts(trims: Sequence[Trim]) -> tuple[list[float], list[float]]:
    """Return the straight cuts through a block: vertical at each x, horizontal at each y."""
    xs = sorted({round(x, 4) for t in trims for x in (t.x, t.x + t.w)})
    ys = sorted({round(y, 4) for t in trims for y in (t.y, t.y + t.h)})
    return xs, ys


def _trim_lines(trims: Sequence[Trim], options: SheetOptions) -> Iterator[Line]:
    """Yield lines along the trims, one for a shared side; hexes always have them, as they have no straight cuts."""
    sides = list(dict.fromkeys(side for trim in trims for side in _sides(trim)))
    if options.lines == "hairlines":
        width = guide_width("hairlines", options)
        yield from (Line(*side, width, "soft") for side in sides)
    elif options.lines == "dots" or trims[0].format.shape == "hex":
        yield from _dotted_lines(sides, options)


def _sides(trim: Trim) -> Iterator[tuple[float, float, float, float]]:
    """Yield a trim's sides, each from its upper or left end, so that the shared side of two pieces is equal."""
    points = [(round(trim.x + x, 4), round(trim.y + y, 4)) for x, y in trim.format.outline]
    for one, other in zip(points, (*points[1:], points[0]), strict=True):
        (x1, y1), (x2, y2) = sorted((one, other))
        yield x1, y1, x2, y2


def _arcs(trim: Trim, options: SheetOptions) -> tuple[Path, Path]:
    """Return a quarter circle in each corner, with white beside it in the waste, so that it shows on dark faces."""
    width = guide_width("dots", options)
    far = min(options.corners, trim.w / 2, trim.h / 2)
    near = far * (1 - _ROUND)
    # A curve's middle moves 3/8 as far as both its handles, along both axes.
    outside = near - 8 / 3 * width * 0.5**0.5
    white, grey = (_quarters(trim, far, handle) for handle in (outside, near))
    return Path(white, None, "paper", width), Path(grey, None, "soft", width)


def _quarters(trim: Trim, far: float, near: float) -> tuple[tuple[str | float, ...], ...]:
    """Return a curve in each corner: its ends are `far` from the corner and its handles `near`."""
    moves: list[tuple[str | float, ...]] = []
    for x, y, dx, dy in (
        (trim.x, trim.y, 1, 1),
        (trim.x + trim.w, trim.y, -1, 1),
        (trim.x + trim.w, trim.y + trim.h, -1, -1),
        (trim.x, trim.y + trim.h, 1, -1),
    ):
        moves.append(("M", x, y + dy * far))
        moves.append(("C", x, y + dy * near, x + dx * near, y, x + dx * far, y))
    return tuple(moves)


def fold_line(x1: float, y1: float, x2: float, y2: float, options: SheetOptions) -> Line:
    """Return the dashed line that a sheet is folded along."""
    return Line(x1, y1, x2, y2, guide_width("dots", options), "soft", FOLD)
