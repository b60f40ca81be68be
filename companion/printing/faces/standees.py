"""Standees: a figure to cut out and fold, visible from both sides, on a round base of its true size.

A piece is folded at its dashed lines: at the top, so that front and back lie against each other, and at both ends,
where two half discs fold outward as the base. Only the outline is cut.
"""

from collections.abc import Callable, Sequence
from math import ceil

from companion.printing.faces.boxes import Box, Circle, Deck, Face, Format, Group, Ink, Line, Path, Piece, Rect, Text
from companion.printing.faces.plates import mirror_boxes
from companion.printing.faces.portraits import GROUND, SIDE, Figure

SAFE = 0.8
"""Least distance of a letter from the cut, in mm: the name at the feet is small."""
SMALLEST = 16.0
"""The base of figures that have none, in mm: that of a die."""
NAME = 4.2
"""Height of the strip below the feet that names the figure, in mm."""
WIDEST = 63.0
"""The widest standee in mm: three fit side by side on A4 and Letter, so that several bases share a sheet."""
_FORMAT_PREFIX = "standee "
_ARC = 0.5523
"""Length of the handles of a quarter circle, as a share of its radius."""
_DASH = (1.4, 1.0)

PrepareName = Callable[[str], str]


def standees(
    figures: Sequence[Figure],
    base: float,
    wide: float = 1.6,
    copies: Sequence[int] = (),
    prepare_name: PrepareName = str,
) -> tuple[Deck, ...]:
    """Return the standees of figures: one deck for each width, so that several bases share a sheet.

    A figure without a base of its own gets `base`, a diameter in mm. Its field is `wide` times as wide as its base, up
    to WIDEST. `copies` are the numbers of copies, 1 by default. `prepare_name` prepares a name for printing.
    """
    by_width: dict[float, list[tuple[Figure, float, int]]] = {}
    for n, figure in enumerate(figures):
        across = figure.base or base
        side = min(max(SIDE / 4, across * wide), WIDEST)
        count = copies[n] if n < len(copies) else 1
        by_width.setdefault(side, []).append((figure, across, count))
    return tuple(_deck(side, items, prepare_name) for side, items in by_width.items())


def _deck(side: float, items: Sequence[tuple[Figure, float, int]], prepare_name: PrepareName) -> Deck:
    """Return the standees of one width, all as high as the one with the largest base."""
    bases = [across for _, across, _ in items]
    least, most = min(bases), max(bases)
    name = f"base {most:g} mm" if least == most else f"bases of {least:g} to {most:g} mm"
    size = Format(f"{_FORMAT_PREFIX}{name}", side, ceil(2 * (side + NAME) + most), SAFE)
    pieces = tuple(_piece(figure, size, across, count, prepare_name) for figure, across, count in items)
    return Deck(f"Standees, {name}", size, pieces)


def is_standee_deck(deck: Deck) -> bool:
    """Return whether a deck's pieces are standees, which are not flat once folded."""
    return deck.format.name.startswith(_FORMAT_PREFIX)


def _piece(figure: Figure, size: Format, base: float, copies: int, prepare_name: PrepareName) -> Piece:
    about = f"A standee to fold, on a base of {base:g} mm. {figure.about}".rstrip()
    return Piece(
        f"standee-{figure.id}",
        figure.name,
        Face(_face(figure, size, base, prepare_name(figure.name))),
        copies,
        about=about,
    )


def _face(figure: Figure, size: Format, base: float, name: str) -> tuple[Box, ...]:
    fold = size.h / 2
    front = _side(figure.boxes, size.w, name)
    back = _side(mirror_boxes(figure.boxes, SIDE / 2), size.w, name)
    high = size.w + NAME
    return (
        Group((*front, *_foot(size.w, high, base, "accent")), 0, fold),
        Group((*back, *_foot(size.w, high, base, "faint")), size.w, fold, 180),
        Line(0, fold, size.w, fold, 0.25, "soft", _DASH),
    )


def _side(figure: tuple[Box, ...], w: float, name: str) -> tuple[Box, ...]:
    """Return one side from its fold downward: the figure on its ground, and its name."""
    scale = w / SIDE
    ground = GROUND * scale
    return (
        Rect(0, ground, w, w - ground + NAME, fill="tint", stroke=None),
        Line(0, ground, w, ground, 0.3, "blue"),
        Group(figure, 0, 0, 0, scale),
        Text(
            1,
            ground + 0.3,
            w - 2,
            w - ground + NAME - 0.6,
            name,
            8,
            6.5,
            "semibold",
            "centre",
            "middle",
            leading=1,
            what="name",
        ),
    )


def _foot(w: float, y: float, base: float, arrow: Ink) -> tuple[Box, ...]:
    """Return half of the base below the body: its edge, the fold, and an arrow in the figure's line of sight."""
    x, r = w / 2, base / 2
    k = r * _ARC
    half = (
        ("M", x - r, y),
        ("C", x - r, y + k, x - k, y + r, x, y + r),
        ("C", x + k, y + r, x + r, y + k, x + r, y),
        ("Z",),
    )
    tip = y + r * 0.78
    return (
        Path(half, "wash", "ink", 0.2),
        Line(0, y, x - r, y, 0.2, "ink"),
        Line(x + r, y, w, y, 0.2, "ink"),
        Line(x - r + 0.2, y, x + r - 0.2, y, 0.45, "paper"),
        Line(x - r, y, x + r, y, 0.25, "soft", _DASH),
        Path(
            (("M", x - r * 0.16, tip - r * 0.26), ("L", x, tip), ("L", x + r * 0.16, tip - r * 0.26)), None, arrow, 0.4
        ),
        Circle(x, y + r * 0.3, r * 0.1, None, arrow, 0.3),
    )
