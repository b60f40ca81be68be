"""Backs of cards: a lattice that runs past the trim, a medallion in its middle, title and note on plates.

No line runs along an edge near it, and the ground is paper: a print or a cut that is 1.5 mm off does not show.
"""

from collections.abc import Iterator
from typing import Literal

from companion.printing.faces.boxes import Box, Circle, Face, Format, Group, Path, Point, Text, polygon

Weave = Literal["diamonds", "slats", "mesh"]
"""What a back's lattice looks like: lines both ways, in pairs one way, or both ways with bolts where they cross."""
PAST = 6.0
"""How far the lattice goes on past the trim in mm: further than any bleed."""
_PITCH, _PAIR = 5.0, 1.3
"""From one line of the lattice to the next along an edge, and between the two of a pair, in mm."""
_RIM, _PLATE = 1.3, 7.2
"""Between the two circles of a medallion, and the height of a plate, in mm."""


def card_back(form: Format, title: str, note: str, drawing: tuple[Box, ...], weave: Weave = "diamonds") -> Face:
    """Return a deck's shared back; `drawing` stands about (0, 0), in a circle of 15 mm or less around it."""
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
    """Return the lattice, its middle in the middle of the card, so that it looks alike turned by half."""
    leans = (1,) if weave == "slats" else (1, -1)
    pair = (-_PAIR / 2, _PAIR / 2) if weave == "slats" else (0.0,)
    ends = (_clipped(form, at + aside, lean) for lean in leans for at in _steps(form) for aside in pair)
    moves = tuple((name, *end) for line in ends if line for name, end in zip("ML", line, strict=True))
    yield Path(moves, None, "accent", 0.5 if weave == "slats" else 0.4)
    if weave == "mesh":
        yield _bolts(form)


def _steps(form: Format) -> Iterator[float]:
    """Return how far to the right of the middle each line crosses the card's level middle."""
    count = int((form.w + form.h + 4 * PAST) / 2 / _PITCH)
    return ((n + 0.5) * _PITCH for n in range(-count - 1, count + 1))


def _clipped(form: Format, at: float, lean: int) -> tuple[Point, Point] | None:
    """Return the ends of a line on the rectangle PAST mm outside the trim; None where it misses that."""
    middle, centre = form.h / 2, form.w / 2 + at
    lows = (-PAST - middle, (-PAST - centre) * lean, (form.w + PAST - centre) * lean)
    low = max(lows[0], min(lows[1:]))
    high = min(form.h + PAST - middle, max(lows[1:]))
    return ((centre + lean * low, middle + low), (centre + lean * high, middle + high)) if low < high else None


def _bolts(form: Format) -> Path:
    """Return a square bolt at each crossing that is on the card or reaches onto it."""
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
