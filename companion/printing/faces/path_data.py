"""Path data of SVG files as moves: fontTools reads it; small letters become large ones and arcs become curves."""

import re
from math import isfinite

from companion.printing.faces.placing import Step

_READ = re.compile(r"\s*[Mm][MmZzLlHhVvCcSsAaeE0-9+\-.,\s]*")
_MOVES = {"moveTo": "M", "lineTo": "L", "curveTo": "C", "closePath": "Z"}


def read_moves(data: str) -> tuple[Step, ...]:
    """Return a path's moves; ValueError for what is not path data, and for Q and T."""
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.svgLib.path.parser import parse_path

    pen = RecordingPen()
    if not _READ.fullmatch(data):
        raise ValueError("a letter that is no move")
    try:
        parse_path(re.sub(r"\s", " ", data), pen)
    except (IndexError, AssertionError, TypeError, ZeroDivisionError, OverflowError) as error:
        raise ValueError("a move without its numbers") from error
    moves: list[Step] = []
    for name, points in pen.value:
        numbers = tuple(float(number) for point in points for number in point)
        if not all(map(isfinite, numbers)):
            raise ValueError("a number without end")
        if name == "closePath" and moves[-1] == ("L", *next(move[1:] for move in reversed(moves) if move[0] == "M")):
            moves.pop()  # Closing the path draws this line.
        if name in _MOVES:
            moves.append((_MOVES[name], *numbers))
    return tuple(moves)
