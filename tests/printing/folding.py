"""Folds a net in space: its flat parts are found from what is drawn, and each is turned by a right angle at its folds."""

from dataclasses import dataclass
from math import ceil, floor

from companion.printing.faces.boxes import Line, Path

AT = 0.37
"""Points lie off every whole millimetre, so that none lies on a line."""


@dataclass(frozen=True)
class Frame:
    """Where a flat part lies: x and y of the net in space, from an origin, and which way its printed side looks."""

    origin: tuple
    across: tuple
    down: tuple
    out: tuple

    def at(self, x, y):
        return tuple(o + x * a + y * d for o, a, d in zip(self.origin, self.across, self.down, strict=True))

    def along(self, x, y):
        return tuple(x * a + y * d for a, d in zip(self.across, self.down, strict=True))


def drawn(face):
    """Return a face's cut line as points, and its folds."""
    (cut,) = [box for box in face.boxes if isinstance(box, Path) and box.width == 0.3]
    folds = [box for box in face.boxes if isinstance(box, Line) and box.dash]
    return points(cut), [(fold.x1, fold.y1, fold.x2, fold.y2) for fold in folds]


def points(path):
    made = []
    for name, *numbers in path.moves:
        if name == "C":
            x0, y0 = made[-1]
            x1, y1, x2, y2, x3, y3 = numbers
            for t in (n / 12 for n in range(1, 13)):
                s = 1 - t
                weights = (s**3, 3 * s * s * t, 3 * s * t * t, t**3)
                made.append(
                    tuple(
                        sum(w * v for w, v in zip(weights, vs, strict=True))
                        for vs in ((x0, x1, x2, x3), (y0, y1, y2, y3))
                    )
                )
        elif name != "Z":
            made.append(tuple(numbers))
    return made


def steps(x1, y1, x2, y2):
    """Return the steps between neighbouring points, to the right or down, that a line crosses."""
    for i in range(floor(min(x1, x2) - AT) + 1, ceil(max(x1, x2) - AT)):
        j = floor(y1 + (i + AT - x1) / (x2 - x1) * (y2 - y1) - AT)
        yield (i, j), (i, j + 1)
    for j in range(floor(min(y1, y2) - AT) + 1, ceil(max(y1, y2) - AT)):
        i = floor(x1 + (j + AT - y1) / (y2 - y1) * (x2 - x1) - AT)
        yield (i, j), (i + 1, j)


def folded(face, start):
    """Return the points of each flat part of a net, with its frame once all is folded; the part at `start` stays."""
    corners, folds = drawn(face)
    walls = {
        step for ends in zip(corners, (*corners[1:], corners[0]), strict=True) for step in steps(*ends[0], *ends[1])
    }
    hinges = {step: fold for fold in folds for step in steps(*fold)}
    seen, made = set(), []
    todo = [((int(start[0]), int(start[1])), Frame((0, 0, 0), (1, 0, 0), (0, -1, 0), (0, 0, 1)))]
    while todo:
        first, frame = todo.pop()
        if first in seen:
            continue
        part, spots = set(), [first]
        while spots:
            spot = spots.pop()
            if spot in seen:
                continue
            seen.add(spot)
            part.add(spot)
            for other in neighbours(spot):
                step = min(spot, other), max(spot, other)
                if step in walls:
                    continue
                if step in hinges:
                    todo.append((other, over(frame, hinges[step], spot, other)))
                else:
                    spots.append(other)
        made.append((part, frame))
    return made


def neighbours(spot):
    i, j = spot
    return ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1))


def over(frame, fold, spot, other):
    """Return the frame of the part behind a fold: it goes inwards, its printed side looks where it would have gone."""
    x, y = fold[:2]
    into = (other[0] - spot[0], other[1] - spot[1])
    inwards = tuple(-value for value in frame.out)
    upright = fold[0] == fold[2]
    along = frame.along(0, 1) if upright else frame.along(1, 0)
    away = tuple(value * sum(into) for value in inwards)
    across, down = (away, along) if upright else (along, away)
    corner = frame.at(x, y)
    origin = tuple(c - x * a - y * d for c, a, d in zip(corner, across, down, strict=True))
    return Frame(origin, across, down, frame.along(*into))
