"""What tests ask of a figure: every point it draws, in mm of its field, groups worked out and curves followed."""

from math import cos, radians, sin

from companion.printing.faces.boxes import Circle, Group, Line, Path, Picture, PlacedSymbol, Rect, Text

STEPS = 12
"""How many points of a curve are looked at."""


def points(boxes):
    """Yield (x, y, half the stroke there) for what boxes draw."""
    for box in boxes:
        match box:
            case Group():
                turn = radians(box.angle)
                for x, y, half in points(box.boxes):
                    yield (
                        box.x + box.scale * (x * cos(turn) - y * sin(turn)),
                        box.y + box.scale * (x * sin(turn) + y * cos(turn)),
                        half * box.scale,
                    )
            case Line():
                yield from ((box.x1, box.y1, box.width / 2), (box.x2, box.y2, box.width / 2))
            case Circle():
                yield box.x, box.y, box.r + (box.width / 2 if box.stroke else 0)
            case Rect():
                half = box.width / 2 if box.stroke else 0
                yield from ((box.x, box.y, half), (box.x + box.w, box.y + box.h, half))
            case Text() | Picture():
                yield from ((box.x, box.y, 0), (box.x + box.w, box.y + box.h, 0))
            case PlacedSymbol():
                yield from ((box.x, box.y, 0), (box.x + box.size, box.y + box.size, 0))
            case Path():
                yield from ((x, y, box.width / 2 if box.stroke else 0) for x, y in followed(box.moves))


def followed(moves):
    """Yield points along a path."""
    at = (0.0, 0.0)
    for kind, *numbers in moves:
        if kind == "C":
            one, two, end = zip(numbers[::2], numbers[1::2], strict=True)
            for step in range(STEPS + 1):
                t = step / STEPS
                weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
                yield tuple(sum(w * p[i] for w, p in zip(weights, (at, one, two, end), strict=True)) for i in (0, 1))
            at = end
        elif kind != "Z":
            at = tuple(numbers)
            yield at


def edges(boxes):
    """Return the left, upper, right and lower edge of what boxes draw."""
    every = list(points(boxes))
    return (
        min(x - half for x, _, half in every),
        min(y - half for _, y, half in every),
        max(x + half for x, _, half in every),
        max(y + half for _, y, half in every),
    )


def leaves_its_field(figure):
    """Return the edges of a figure that leaves its field of 48 × 48 mm or does not touch the ground; None if it stays."""
    left, top, right, low = edges(figure.boxes)
    inside = left >= 0 and top >= 0 and right <= 48 and 44 <= low <= 45.5
    return None if inside else (left, top, right, low)


def inks(boxes):
    """Return the inks that boxes use."""
    found = set()
    for box in boxes:
        if isinstance(box, Group):
            found |= inks(box.boxes)
        else:
            found |= {getattr(box, name, None) for name in ("fill", "stroke", "ink")} - {None}
    return found
