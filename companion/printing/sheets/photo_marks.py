"""The marks of the test page for reading a photograph: their positions and drawings.

Positions are the middles of marks in mm, seen from the front: also those of the back, as it shows through the paper.
"""

from collections.abc import Callable, Iterator, Mapping

from companion.printing.faces.boxes import Path, Point
from companion.printing.sheets.options import Backs

CODES: Mapping[str, tuple[str, ...]] = {
    "upper left": ("######", "#.#..#", "##.#.#", "###..#", "###.##", "######"),
    "upper right": ("######", "######", "#....#", "#.##.#", "#.#.##", "######"),
    "middle left": ("######", "###..#", "###..#", "###.##", "#..#.#", "######"),
    "middle right": ("######", "#.##.#", "#.##.#", "##.###", "##..##", "######"),
    "lower left": ("######", "##.#.#", "##.###", "#.##.#", "#...##", "######"),
    "lower right": ("######", "##...#", "#.##.#", "#..###", "#..#.#", "######"),
}
"""The squares of the front: the first six of OpenCV's dictionary of 4 × 4 cells, in order, each with its black rim."""
CELL = 5 / 3
SQUARE = 6 * CELL
"""The side of a square of the front."""
RADIUS = 3.0
"""Of a disc of the back: two opposite quarters are black, so that its middle stays sharp however blurred it is."""
_CURVE = 0.5523
"""How far a curve's handles reach to draw a quarter of a circle."""


def front(w: float, h: float) -> dict[str, Point]:
    """Return the positions of the front's squares on paper w by h."""
    places = ((32, 12.5), (w - 32, 12.5), (13, h / 2), (w - 29, h / 2 - 45), (32, h - 27), (w - 32, h - 27))
    return dict(zip(CODES, places, strict=True))


def back(w: float, h: float) -> tuple[Point, ...]:
    """Return where the discs of the back show on paper w by h: the front is white for 8 mm around each."""
    around = ((-40, -47), (40, -47), (-76, 62), (-40, 62), (40, 62), (76, 62))
    return tuple((w / 2 + x, h / 2 + y) for x, y in around)


def cells(code: tuple[str, ...]) -> Iterator[tuple[float, float, float, float]]:
    """Return the black of a square as rectangles: left, top, right and bottom from its middle."""
    for row, signs in enumerate(code):
        start = 0
        while start < len(signs):
            end = start
            while end < len(signs) and signs[end] == "#":
                end += 1
            if end > start:
                yield (start - 3) * CELL, (row - 3) * CELL, (end - 3) * CELL, (row - 2) * CELL
            start = end + 1


def quarters(backs: Backs) -> tuple[Point, Point]:
    """Return where the black quarters of a disc lie, seen from the front: they tell which edge a page is made for."""
    return ((1, -1), (-1, 1)) if backs == "long" else ((-1, -1), (1, 1))


def squares(w: float, h: float) -> Iterator[Path]:
    """Draw the squares of the front."""
    for name, (x, y) in front(w, h).items():
        moves: list[tuple[str | float, ...]] = []
        for left, top, right, bottom in cells(CODES[name]):
            corners = ((left, top), (right, top), (right, bottom), (left, bottom))
            moves += [("L" if n else "M", x + dx, y + dy) for n, (dx, dy) in enumerate(corners)]
            moves.append(("Z",))
        yield Path(tuple(moves), "ink", None)


def discs(w: float, h: float, backs: Backs, behind: Callable[[float, float], Point]) -> Iterator[Path]:
    """Draw the discs of the back; `behind` turns a point seen from the front into one of the back."""
    for x, y in back(w, h):
        moves: list[tuple[str | float, ...]] = []
        for right, down in quarters(backs):
            near, far = RADIUS * _CURVE, RADIUS
            moves += [
                ("M", *behind(x, y)),
                ("L", *behind(x + right * far, y)),
                (
                    "C",
                    *behind(x + right * far, y + down * near),
                    *behind(x + right * near, y + down * far),
                    *behind(x, y + down * far),
                ),
                ("Z",),
            ]
        yield Path(tuple(moves), "ink", None)
