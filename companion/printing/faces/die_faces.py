"""Faces of a die with six sides as symbols, by the characters ⚀ to ⚅, which no typeface here has."""

import re

from companion.printing.faces.boxes import Circle, Point, Symbol, polygon

_THICK = 0.09
PIPS: dict[int, tuple[Point, ...]] = {
    1: ((0.5, 0.5),),
    2: ((0.29, 0.29), (0.71, 0.71)),
    3: ((0.27, 0.27), (0.5, 0.5), (0.73, 0.73)),
    4: ((0.3, 0.3), (0.7, 0.3), (0.3, 0.7), (0.7, 0.7)),
    5: ((0.28, 0.28), (0.72, 0.28), (0.5, 0.5), (0.28, 0.72), (0.72, 0.72)),
    6: ((0.3, 0.26), (0.7, 0.26), (0.3, 0.5), (0.7, 0.5), (0.3, 0.74), (0.7, 0.74)),
}


def die_face(number: int) -> Symbol:
    """Return the face of a die that shows a number from 1 to 6."""
    frame = polygon((0.06, 0.06), (0.94, 0.06), (0.94, 0.94), (0.06, 0.94), width=_THICK)
    dots = tuple(Circle(x, y, 0.09, fill="ink", stroke=None) for x, y in PIPS[number])
    return Symbol(f"d6-{number}", f"die showing {number}", (frame, *dots))


SYMBOLS = {chr(0x2680 + number - 1): die_face(number) for number in PIPS}
"""The symbols by their characters."""
FACES = re.compile(f"([{''.join(SYMBOLS)}])\ufe0e?")
"""One of the characters; a sign that asks for it without colour may follow."""
