"""Areas as corners, their thickness, and lines across them: the ink saver draws these instead of solid ink."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, cos, hypot, pi, sin

from companion.printing.faces.boxes import Circle, Path, Point, Rect

Ring = tuple[Point, ...]
Rings = tuple[Ring, ...]
"""The corners of an area's outlines; a point inside two of them is outside the area."""
Move = tuple[str | float, ...]
Area = Rect | Circle | Path

_ROUND = 32
"""Corners of the polygon for a circle."""
_CURVE = 8
"""Straight pieces of a curve."""
_STEPS = 4
"""Sample points to a thickness, in the search for a place where a circle fits."""


@lru_cache(maxsize=4096)
def rings(box: Area) -> Rings:
    """Return the outlines of the area that a box fills; curves become short straight pieces."""
    if isinstance(box, Rect):
        right, low = box.x + box.w, box.y + box.h
        corners = ((box.x, box.y), (right, box.y), (right, low), (box.x, low))
        return (_rounded_outline(box) if box.radius else corners,)
    if isinstance(box, Circle):
        return (_arc(box.x, box.y, box.r, 0, _ROUND),)
    return _trace_path(box)


def _arc(x: float, y: float, r: float, start: int, count: int) -> Ring:
    """Return points of a circle; `start` and `count` are in parts of the circle."""
    turns = (2 * pi * n / _ROUND for n in range(start, start + count))
    return tuple((x + r * cos(turn), y + r * sin(turn)) for turn in turns)


def _rounded_outline(box: Rect) -> Ring:
    r = min(box.radius, box.w / 2, box.h / 2)
    left, right, top, low = box.x + r, box.x + box.w - r, box.y + r, box.y + box.h - r
    quarter = _ROUND // 4
    middles = ((right, low), (left, low), (left, top), (right, top))
    return tuple(point for n, middle in enumerate(middles) for point in _arc(*middle, r, n * quarter, quarter + 1))


def _trace_path(path: Path) -> Rings:
    outlines: list[list[Point]] = []
    for name, *numbers in path.moves:
        points = [(float(x), float(y)) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        if name == "M":
            outlines.append(points)
        elif name == "L":
            outlines[-1] += points
        elif name == "C":
            outlines[-1] += _curve(outlines[-1][-1], *points)
    return tuple(tuple(ring) for ring in outlines if len(ring) > 2)


def _curve(a: Point, b: Point, c: Point, d: Point) -> list[Point]:
    points = []
    for n in range(1, _CURVE + 1):
        t, rest = n / _CURVE, 1 - n / _CURVE
        share = (rest**3, 3 * rest**2 * t, 3 * rest * t**2, t**3)
        points.append((_weighted_sum(share, a[0], b[0], c[0], d[0]), _weighted_sum(share, a[1], b[1], c[1], d[1])))
    return points


def _weighted_sum(share: Sequence[float], *values: float) -> float:
    return sum(part * value for part, value in zip(share, values, strict=True))


def longest(area: Rings) -> float:
    """Return the longer side of an area's bounding box."""
    points = [point for ring in area for point in ring]
    return max((_span(values) for values in zip(*points, strict=True)), default=0.0)


def holds_circle(box: Area, least: float) -> bool:
    """Return whether a circle of `least` mm in diameter fits in the area that a box fills."""
    match box:
        case Rect():
            return min(box.w, box.h) >= least
        case Circle():
            return 2 * box.r >= least
    return _fits(rings(box), least)


@lru_cache(maxsize=4096)
def _fits(area: Rings, least: float) -> bool:
    if not area:
        return False
    points = [point for ring in area for point in ring]
    if min(_span(x for x, _ in points), _span(y for _, y in points)) < least:
        return False
    edges = [edge for ring in area for edge in _edges(ring)]
    if len(area) == 1 and 2 * _square_mm(area[0]) > least * sum(
        hypot(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in edges
    ):
        return True
    return any(
        min(_distance(point, *edge) for edge in edges) >= least / 2 for point in _sample_points(area, least / _STEPS)
    )


def _span(values: Iterable[float]) -> float:
    numbers = list(values)
    return max(numbers) - min(numbers)


def _edges(ring: Ring) -> Iterable[tuple[Point, Point]]:
    return pairwise((*ring, ring[0]))


def _square_mm(ring: Ring) -> float:
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in _edges(ring))) / 2


def _sample_points(area: Rings, step: float) -> Iterable[Point]:
    """Return points inside an area, `step` mm apart."""
    for y, left, right in _level_stretches(area, step):
        for n in range(int((right - left) / step) + 1):
            yield left + n * step, y


def _distance(point: Point, start: Point, end: Point) -> float:
    """Return the distance of a point from an edge."""
    along, down = end[0] - start[0], end[1] - start[1]
    square = along * along + down * down
    share = ((point[0] - start[0]) * along + (point[1] - start[1]) * down) / square if square else 0.0
    share = min(max(share, 0.0), 1.0)
    return hypot(point[0] - start[0] - share * along, point[1] - start[1] - share * down)


def inside(point: Point, area: Rings) -> bool:
    """Return whether a point is inside an area."""
    x, y = point
    crossed = (
        x < x1 + (y - y1) / (y2 - y1) * (x2 - x1)
        for ring in area
        for (x1, y1), (x2, y2) in _edges(ring)
        if (y1 > y) != (y2 > y)
    )
    return sum(crossed) % 2 == 1


def strokes(area: Rings, spacing: float, falling: bool, clear: Iterable[Ring] = ()) -> tuple[Move, ...]:
    """Return lines at 45 degrees across an area, `spacing` mm apart, as moves of a path.

    `falling` lines go down to the right, others up. `clear` are four-sided places without lines. Lines are counted from
    (0, 0), not from the area's edge, so that those of neighbouring areas meet.
    """
    sign = -1 if falling else 1
    rotated = _rotate(area, sign)
    places = [(place,) for place in _rotate(tuple(clear), sign) if _frames_overlap(place, rotated)]
    pitch = spacing * 2**0.5
    lengths = {
        place: {round(at / pitch): (start, end) for at, start, end in _level_stretches(place, pitch)}
        for place in places
    }
    moves: list[Move] = []
    for at, start, end in _level_stretches(rotated, pitch):
        gaps = sorted(stretches[round(at / pitch)] for stretches in lengths.values() if round(at / pitch) in stretches)
        for left, right in _subtract_stretches(start, end, gaps):
            moves += (("M", *_unrotate(at, left, sign)), ("L", *_unrotate(at, right, sign)))
    return tuple(moves)


def _frames_overlap(place: Ring, area: Rings) -> bool:
    """Return whether the bounding boxes of a place and an area overlap; if not, it interrupts none of its lines."""
    if not area:
        return False
    for axis in (0, 1):
        coordinates = [point[axis] for point in place]
        if max(coordinates) < min(point[axis] for ring in area for point in ring):
            return False
        if min(coordinates) > max(point[axis] for ring in area for point in ring):
            return False
    return True


def _rotate(area: Rings, sign: int) -> Rings:
    """Return outlines turned so that the lines at 45 degrees are horizontal: y numbers them."""
    return tuple(tuple((x - sign * y, x + sign * y) for x, y in ring) for ring in area)


def _unrotate(at: float, along: float, sign: int) -> Point:
    return round((at + along) / 2, 3), round(sign * (at - along) / 2, 3)


def _level_stretches(area: Rings, step: float) -> Iterable[tuple[float, float, float]]:
    """Yield the stretches of horizontal lines inside an area: y, a multiple of `step`, then the left and right x."""
    heights = [y for ring in area for _, y in ring]
    first, last = (ceil(min(heights) / step), ceil(max(heights) / step)) if heights else (0, 0)
    crossings_by_line: dict[int, list[float]] = {number: [] for number in range(first, last)}
    for ring in area:
        for (x1, y1), (x2, y2) in _edges(ring):
            low, high = sorted((y1, y2))
            for number in range(ceil(low / step), ceil(high / step)):
                crossings_by_line[number].append(x1 + (number * step - y1) / (y2 - y1) * (x2 - x1))
    for number, crossings in crossings_by_line.items():
        crossings.sort()
        yield from ((number * step, left, right) for left, right in zip(crossings[::2], crossings[1::2], strict=True))


def _subtract_stretches(
    start: float, end: float, taken: Iterable[tuple[float, float]]
) -> Iterable[tuple[float, float]]:
    """Yield a stretch without those in `taken`, which are sorted from left to right."""
    for left, right in taken:
        if left > start:
            yield start, min(left, end)
        start = max(start, right)
        if start >= end:
            return
    if end > start:
        yield start, end
