"""The paths of a cutter's blade over a sheet: each outline, or straight lines where pieces share their edges."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import cos, floor, radians, sin

from companion.printing.faces.boxes import Point
from companion.printing.sheets.jobs import Trim

_STEPS = 8
"""The number of straight strokes in a rounded corner."""
_NEAR = 0.005
"""Positions closer than this are the same, in mm."""

_Line = tuple[bool, float]
"""A line: whether it is vertical (else horizontal), and its position."""
_Span = tuple[float, float, int]
"""A piece's side on a line: its start, its end, and the piece's index."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """One path of the blade: its points in mm from the sheet's top left, and the piece if it is a whole outline."""

    points: tuple[Point, ...]
    outline: Trim | None = None


def strokes(trims: Sequence[Trim], corners: float = 0) -> tuple[Stroke, ...]:
    """Return the paths that cut out pieces, corners rounded by `corners` mm; no edge is cut twice.

    Rectangles that share edges give straight lines across all of them; a hex omits the sides that an earlier hex has. A
    traced piece has no path: it is cut by hand.
    """
    trims = [trim for trim in trims if not trim.format.traced]
    square = [] if corners else [trim for trim in trims if trim.format.shape == "rect"]
    sides = _sides(square)
    touching = _touching_pieces(sides)
    single = {id(trim) for n, trim in enumerate(square) if n not in touching}
    paths = [*_straight(sides, touching)]
    cut_sides: set[tuple[tuple[int, int], ...]] = set()
    for trim in trims:
        if trim.format.shape == "hex":
            paths += _hex(trim, cut_sides)
        elif corners or id(trim) in single:
            paths.append(Stroke(tuple(_outline(trim, corners)), trim))
    return tuple(paths)


def _sides(trims: Iterable[Trim]) -> dict[_Line, list[_Span]]:
    """Return the sides of rectangles by their line, in order along it."""
    spans_by_line: dict[_Line, list[_Span]] = defaultdict(list)
    for n, trim in enumerate(trims):
        left, top, right, bottom = (round(v, 3) for v in (trim.x, trim.y, trim.x + trim.w, trim.y + trim.h))
        for x in (left, right):
            spans_by_line[True, x].append((top, bottom, n))
        for y in (top, bottom):
            spans_by_line[False, y].append((left, right, n))
    return {
        line: sorted(spans)
        for line, spans in sorted(spans_by_line.items(), key=lambda pair: (not pair[0][0], pair[0][1]))
    }


def _touching_pieces(sides: dict[_Line, list[_Span]]) -> set[int]:
    """Return the indexes of the pieces that share a part of a side with another."""
    touching: set[int] = set()
    for spans in sides.values():
        end, last = float("-inf"), -1
        for a, b, n in spans:
            if a < end - _NEAR:
                touching |= {n, last}
            if b > end:
                end, last = b, n
    return touching


def _straight(sides: dict[_Line, list[_Span]], pieces: set[int]) -> Iterator[Stroke]:
    """Yield one line for sides that continue each other."""
    for (upright, at), spans in sides.items():
        runs: list[list[float]] = []
        for a, b, n in spans:
            if n not in pieces:
                continue
            if runs and a <= runs[-1][1] + _NEAR:
                runs[-1][1] = max(runs[-1][1], b)
            else:
                runs.append([a, b])
        yield from (Stroke(((at, a), (at, b)) if upright else ((a, at), (b, at))) for a, b in runs)


def _hex(trim: Trim, cut_sides: set[tuple[tuple[int, int], ...]]) -> Iterator[Stroke]:
    """Yield a hex's outline, or its sides that no earlier hex has."""
    points = tuple((trim.x + x, trim.y + y) for x, y in trim.format.outline)
    sides = list(zip(points, (*points[1:], points[0]), strict=True))
    keys = [tuple(sorted((_cell(x), _cell(y)) for x, y in side)) for side in sides]
    fresh = [key not in cut_sides for key in keys]
    cut_sides.update(keys)
    if all(fresh):
        yield Stroke(points, trim)
        return
    start = next(n for n, is_fresh in enumerate(fresh) if not is_fresh)
    run: list[Point] = []
    for n in [*range(start, 6), *range(start)]:
        if fresh[n]:
            run += sides[n] if not run else sides[n][1:]
        elif run:
            yield Stroke(tuple(run))
            run = []
    if run:
        yield Stroke(tuple(run))


def _cell(value: float) -> int:
    """Return a position as a number of hundredths, so that almost equal positions are equal.

    Positions have at most five decimals, so that none is on the border between two numbers.
    """
    return floor((value + 3e-6) * 100)


def _outline(trim: Trim, corners: float) -> Iterator[Point]:
    """Yield a piece's corners, or points along its rounded corners."""
    if trim.format.shape == "hex" or not corners:
        yield from ((trim.x + x, trim.y + y) for x, y in trim.format.outline)
        return
    r = min(corners, trim.w / 2, trim.h / 2)
    middles = (
        (trim.x + r, trim.y + r, 180),
        (trim.x + trim.w - r, trim.y + r, 270),
        (trim.x + trim.w - r, trim.y + trim.h - r, 0),
        (trim.x + r, trim.y + trim.h - r, 90),
    )
    for x, y, start in middles:
        for n in range(_STEPS + 1):
            angle = radians(start + 90 * n / _STEPS)
            yield x + r * cos(angle), y + r * sin(angle)
