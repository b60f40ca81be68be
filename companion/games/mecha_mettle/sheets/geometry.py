"""The places of strips and link letters on a module card, in mm from its top left corner.

The measures are ours: the rulebook's text gives none. A strip of STRIP mm runs along an edge. The upper card of an
upgrade is laid so that its Open Link edge lies on the inner line of the lower card's strip (the seam): it covers the
lower card except for that strip, and overhangs by STRIP on the far side. All letters are at the middle of their edge
and read outwards: L I up to the seam and N K after it, so every L I meets every N K in one line, in order, with one
baseline. The word is upright with the weapon ahead in *right* versions, and with the weapon to its owner in *left*
versions, whose link is on the other side.
"""

from typing import Literal

from companion.games.mecha_mettle.art.symbols import LETTERS
from companion.games.mecha_mettle.model import Edge, Module
from companion.printing.faces.boxes import SQUARE_63, Box, Group, PlacedSymbol, Point

SIDE = SQUARE_63.w
SAFE = SQUARE_63.safe
STRIP = 15.0
"""Depth of an attachment strip: K's far side and the safe zone fit in it."""
PITCH = 7.0
"""From one letter of LINK to the next, across the seam too: I keeps clear of the trim, N of the seam."""
LETTER = 5.2
"""Height of a letter."""

Hand = Literal["plain", "right", "left"]
Pair = Literal["LI", "NK"]

_OFFSETS = {"L": -1.5 * PITCH, "I": -0.5 * PITCH, "N": 0.5 * PITCH, "K": 1.5 * PITCH}
OUTWARDS: dict[Edge, float] = {"right": 0, "bottom": 90, "left": 180, "top": 270}
"""Degrees, clockwise, by which text at an edge is turned to read outwards."""


def hand_edge(hand: Hand) -> Edge:
    """Return the edge that carries a version's shield or its Open Link."""
    return "left" if hand == "left" else "right"


def shield_edge(module: Module, hand: Hand) -> Edge | None:
    """Return the edge a module's shield defends, the card lying as printed."""
    if module.shield is None:
        return None
    return "top" if module.shield.side == "ahead" else hand_edge(hand)


def seam(pair: Pair, edge: Edge) -> Point:
    """Return the middle of the seam: the trim for L I, the inner line of the strip for N K."""
    depth = 0.0 if pair == "LI" else STRIP
    middle = SIDE / 2
    return {
        "top": (middle, depth),
        "right": (SIDE - depth, middle),
        "bottom": (middle, SIDE - depth),
        "left": (depth, middle),
    }[edge]


def letters(pair: Pair, edge: Edge) -> Box:
    """Return two letters of LINK at an edge, reading outwards."""
    x, y = seam(pair, edge)
    placed = tuple(PlacedSymbol(LETTERS[name], _OFFSETS[name] - LETTER / 2, -LETTER / 2, LETTER) for name in pair)
    return Group(placed, x, y, OUTWARDS[edge])


def strip(edge: Edge) -> tuple[float, float, float, float]:
    """Return an edge's strip, which stays visible under an upgrade, as x, y, width and height."""
    return {
        "top": (0.0, 0.0, SIDE, STRIP),
        "right": (SIDE - STRIP, 0.0, STRIP, SIDE),
        "bottom": (0.0, SIDE - STRIP, SIDE, STRIP),
        "left": (0.0, 0.0, STRIP, SIDE),
    }[edge]
