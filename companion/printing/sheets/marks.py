"""Cut marks, cut lines and fold lines of a sheet, and the number of its straight cuts."""

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.printing.faces.boxes import Box, Line, Path, polygon
from companion.printing.sheets.jobs import Trim
from companion.printing.sheets.options import SheetOptions
from companion.printing.sheets.registration import LEG, off_square

GAP = 0.6
"""From a trim to where its cut mark starts; further where there is bleed."""
MARK = 4.0
"""Longest cut mark; marks are 0.25 mm thick, so that every printer prints them."""
SHORT = 1.0
"""Shortest cut mark: a shorter one is a mere dot. A cut without room for both marks gets a line along it."""
DOTS = (0.3, 0.9)
HAIR = 0.1
_ROUND = 0.5523
"""How far a curve's handles reach to draw a quarter of a circle."""


Room = tuple[float, float, float, float]
"""How far marks may reach: left, top, right, bottom."""


def spare(options: SheetOptions) -> float:
    """Return the additional distance from the edges, in mm, that gives each cut room for both of its marks."""
    return max(GAP - options.bleed, 0) + SHORT if options.lines == "marks" else 0.0


def drawn(
    blocks: Sequence[Sequence[Trim]], w: float, h: float, options: SheetOptions, front: bool = True
) -> tuple[Box, ...]:
    """Return the marks and lines of a side for its blocks of pieces; sheets are cut from the front."""
    boxes: list[Box] = []
    for block, room in zip(blocks, rooms(blocks, w, h, options), strict=True):
        if options.lines != "none":
            near = _clear(block, room, w, h, options)
            boxes += near
            # On a back that is printed slightly off, such a line would show inside the trim.
            if front and options.lines == "marks":
                boxes += _instead(block, near)
        if options.lines in ("hairlines", "dots"):
            boxes += _along(block, DOTS if options.lines == "dots" else ())
        if options.lines != "none" or any(trim.format.shape == "hex" for trim in block):
            boxes += [_hex(trim) for trim in block if trim.format.shape == "hex"]
        if options.corners:
            boxes += [_corners(trim, options.corners) for trim in block if trim.format.shape == "rect"]
    return tuple(boxes)


def rooms(blocks: Sequence[Sequence[Trim]], w: float, h: float, options: SheetOptions) -> Iterator[Room]:
    """Return how far each block's marks may reach: to the printable edge or half way to the next block."""
    edges = [(min(t.y for t in block), max(t.y + t.h for t in block)) for block in blocks]
    for top, bottom in edges:
        above = max((b for _, b in edges if b <= top), default=None)
        below = min((t for t, _ in edges if t >= bottom), default=None)
        yield (
            options.keep,
            options.keep if above is None else (above + top) / 2,
            w - options.keep,
            h - options.keep if below is None else (bottom + below) / 2,
        )


def cut_marks(trims: Sequence[Trim], room: Room, bleed: float = 0) -> list[Line]:
    """Return a mark at both ends of every cut, outside the trims and their bleed, inside the printable area."""
    left, right = min(t.x for t in trims), max(t.x + t.w for t in trims)
    top, bottom = min(t.y for t in trims), max(t.y + t.h for t in trims)
    off = max(GAP, bleed)
    before = (max(left - off - MARK, room[0]), left - off)
    after = (right + off, min(right + off + MARK, room[2]))
    above = (max(top - off - MARK, room[1]), top - off)
    below = (bottom + off, min(bottom + off + MARK, room[3]))
    xs, ys = cuts(trims)
    upright = [Line(x, a, x, b, 0.25) for x in xs for a, b in (above, below) if b - a >= SHORT]
    level = [Line(a, y, b, y, 0.25) for y in ys for a, b in (before, after) if b - a >= SHORT]
    return [*upright, *level]


def _instead(trims: Sequence[Trim], drawn: Sequence[Line]) -> list[Line]:
    """Return a line along each cut that does not have both marks; a hex has an outline and needs none."""
    if any(trim.format.shape == "hex" for trim in trims):
        return []
    left, right = min(t.x for t in trims), max(t.x + t.w for t in trims)
    top, bottom = min(t.y for t in trims), max(t.y + t.h for t in trims)
    upright = Counter(line.x1 for line in drawn if line.x1 == line.x2)
    level = Counter(line.y1 for line in drawn if line.y1 == line.y2)
    xs, ys = cuts(trims)
    ends = [(x, top, x, bottom) for x in xs if upright[x] < 2] + [(left, y, right, y) for y in ys if level[y] < 2]
    # White under the dots makes them visible on a dark background too.
    return [line for at in ends for line in (Line(*at, 0.2, "paper"), Line(*at, 0.2, "soft", DOTS))]


def _clear(block: Sequence[Trim], room: Room, w: float, h: float, options: SheetOptions) -> list[Line]:
    """Return the cut marks; with registration marks, shorten those near the square."""
    near = cut_marks(block, room, options.bleed)
    if not options.register_marks:
        return near
    past, corner = options.register_at + 3, options.register_at + LEG + 2
    edges = zip(
        room,
        (options.keep, options.keep, w - options.keep, h - options.keep),
        (past, past, w - past, h - past),
        strict=True,
    )
    left, top, right, bottom = (beyond if reach == edge else reach for reach, edge, beyond in edges)
    far = cut_marks(block, (left, top, right, bottom), options.bleed)

    def cornered(line: Line) -> bool:
        across, size = (line.x1, w) if line.x1 == line.x2 else (line.y1, h)
        return not corner <= across <= size - corner

    kept = [line for line in near if cornered(line)] + [line for line in far if not cornered(line)]
    return list(off_square(kept, options.field, SHORT))


def cuts(trims: Sequence[Trim]) -> tuple[list[float], list[float]]:
    """Return where the straight cuts through a block go: upright at each x, level at each y."""
    xs = sorted({round(x, 4) for t in trims for x in (t.x, t.x + t.w)})
    ys = sorted({round(y, 4) for t in trims for y in (t.y, t.y + t.h)})
    return xs, ys


def _along(trims: Sequence[Trim], dash: tuple[float, ...]) -> list[Line]:
    """Return lines along the trims; one where two pieces share it."""
    sides = dict.fromkeys(
        tuple(round(v, 4) for v in side)
        for t in trims
        if t.format.shape == "rect"
        for side in (
            (t.x, t.y, t.x + t.w, t.y),
            (t.x, t.y + t.h, t.x + t.w, t.y + t.h),
            (t.x, t.y, t.x, t.y + t.h),
            (t.x + t.w, t.y, t.x + t.w, t.y + t.h),
        )
    )
    width = 0.2 if dash else HAIR
    return [Line(x1, y1, x2, y2, width, "soft", dash) for x1, y1, x2, y2 in sides]


def _hex(trim: Trim) -> Path:
    return polygon(*((trim.x + x, trim.y + y) for x, y in trim.format.outline), stroke="soft", width=HAIR)


def _corners(trim: Trim, radius: float) -> Path:
    """Return a quarter of a circle in each corner."""
    moves: list[tuple[str | float, ...]] = []
    for x, y, dx, dy in (
        (trim.x, trim.y, 1, 1),
        (trim.x + trim.w, trim.y, -1, 1),
        (trim.x + trim.w, trim.y + trim.h, -1, -1),
        (trim.x, trim.y + trim.h, 1, -1),
    ):
        far, near = radius, radius * (1 - _ROUND)
        moves.append(("M", x, y + dy * far))
        moves.append(("C", x, y + dy * near, x + dx * near, y, x + dx * far, y))
    return Path(tuple(moves), None, "soft", HAIR)


def fold_line(x1: float, y1: float, x2: float, y2: float) -> Line:
    """Return the line that a sheet is folded along."""
    return Line(x1, y1, x2, y2, 0.2, "soft", (3, 1.5))
