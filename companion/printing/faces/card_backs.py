"""Backs of cards: a lattice that runs past the trim, a medallion in its middle, title and note on plates.

No line runs close along an edge, and the ground is white: a print or a cut that is 1.5 mm off does not show.
"""

from collections.abc import Iterator
from typing import Literal

from companion.printing.faces.boxes import Box, Circle, Face, Format, Group, Path, Point, Text, polygon

Weave = Literal["diamonds", "slats", "mesh"]
"""The lattice of a back: lines both ways, pairs of lines one way, or lines both ways with bolts where they cross."""
PAST = 6.0
"""Width of the lattice outside the trim, in mm: more than any bleed."""
_PITCH, _PAIR = 5.0, 1.3
"""Distance of the lines along an edge, and of the two lines of a pair, in mm."""
_RIM, _PLATE = 1.3, 7.2
"""Distance of the two circles of a medallion, and the height of a plate, in mm."""


def card_back(form: Format, title: str, note: str, drawing: tuple[Box, ...], weave: Weave = "diamonds") -> Face:
    """Return a deck's shared back; `drawing` is centred on (0, 0), inside a circle of 15 mm."""
    x, y = form.w / 2, form.h / 2
    r = min(form.w * 0.32, form.h / 2 - form.safe - _PLATE - 2.5)
    return Face(
        (
            *_lattice(form, weave),
            Circle(x, y, r + _RIM, "paper", "blue", 0.6),
            Circle(x, y, r, "wash", "blue", 0.25),
            Group(drawing, x, y),
            *_plate(x, y - r - _PLATE / 2 - 0.2, form.w - 2 * form.safe - 9, title, 13, "back title"),
            *_plate(x, y + r + _PLATE / 2 + 0.2, form.w - 2 * form.safe - 9, note, 8.5, "back note"),
        )
    )


def _plate(x: float, y: float, w: float, words: str, size: float, what: str) -> tuple[Box, ...]:
    """Return words on a plate with pointed ends, about (x, y)."""
    h, tip = _PLATE / 2, 2.4
    ends: tuple[Point, ...] = (
        (x - w / 2 + tip, y - h), (x + w / 2 - tip, y - h), (x + w / 2, y),
        (x + w / 2 - tip, y + h), (x - w / 2 + tip, y + h), (x - w / 2, y),
    )  # fmt: skip
    return (
        polygon(*ends, fill="paper", stroke="blue", width=0.6),
        Text(
            x - w / 2 + tip, y - h + 0.4, w - 2 * tip, 2 * h - 0.8, words, size, 6.5, "bold", "centre", "middle",
            "blue", 1, what=what,
        ),
    )  # fmt: skip


def _lattice(form: Format, weave: Weave) -> Iterator[Box]:
    """Return the lattice, centred on the card, so that it looks the same upside down."""
    leans = (1,) if weave == "slats" else (1, -1)
    pair = (-_PAIR / 2, _PAIR / 2) if weave == "slats" else (0.0,)
    count = int((form.w + form.h + 4 * PAST) / 2 / _PITCH)
    crossings = [(n + 0.5) * _PITCH for n in range(-count - 1, count + 1)]
    ends = (_clip(form, at + aside, lean) for lean in leans for at in crossings for aside in pair)
    moves = tuple((name, *end) for line in ends if line for name, end in zip("ML", line, strict=True))
    yield Path(moves, None, "accent", 0.5 if weave == "slats" else 0.4)
    if weave == "mesh":
        yield _bolts(form)


def _clip(form: Format, at: float, lean: int) -> tuple[Point, Point] | None:
    """Return the ends of a line on the rectangle PAST mm outside the trim; None for a line that misses it.

    The line crosses the card's horizontal middle `at` mm to the right of the centre.
    """
    middle, centre = form.h / 2, form.w / 2 + at
    lows = (-PAST - middle, (-PAST - centre) * lean, (form.w + PAST - centre) * lean)
    low = max(lows[0], min(lows[1:]))
    high = min(form.h + PAST - middle, max(lows[1:]))
    return ((centre + lean * low, middle + low), (centre + lean * high, middle + high)) if low < high else None


def _bolts(form: Format) -> Path:
    """Return a square bolt at each crossing that touches the card."""
    half = _PITCH / 2
    columns, rows = int((form.w / 2 + PAST) / half), int((form.h / 2 + PAST) / half)
    middles = (
        (form.w / 2 + column * half, form.h / 2 + row * half)
        for row in range(-rows, rows + 1)
        for column in range(-columns, columns + 1)
        if (row + column) % 2
    )
    moves = tuple(move for x, y in middles for move in (("M", x - 0.6, y), ("L", x + 0.6, y)))
    return Path(moves, None, "accent", 1.2)
