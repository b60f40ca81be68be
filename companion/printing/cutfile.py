"""Cut files for desktop cutters: each piece's outline at true scale, as SVG or DXF, to lie over the printed sheet.

The DXF is written here: R12 asks for a few lines, and every cutter's program reads it.
"""

from collections.abc import Iterator
from math import cos, radians, sin
from typing import Literal

from companion.printing.boxes import Point
from companion.printing.layout import Cut, Sheet

Kind = Literal["svg", "dxf"]
_TURN = 0.5523
"""How far a curve's handles reach to draw a quarter of a circle."""
_STEPS = 8
"""How many straight strokes a rounded corner has in a DXF."""


def cut_file(sheet: Sheet, kind: Kind, corners: float = 0) -> str:
    """Return a front's outlines; corners rounded by `corners` mm. Origin and size are the sheet's."""
    return (_svg if kind == "svg" else _dxf)(sheet, corners)


def same_cuts(one: Sheet, other: Sheet) -> bool:
    """Return whether one cut file serves two sheets."""
    return _outlines(one) == _outlines(other)


def _outlines(sheet: Sheet) -> tuple[object, ...]:
    return (sheet.w, sheet.h, *((round(c.x, 3), round(c.y, 3), c.format) for c in sheet.cuts))


def _svg(sheet: Sheet, corners: float) -> str:
    shapes = "\n".join(f'    <path d="{_path(cut, corners)}"/>' for cut in sheet.cuts)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{sheet.w:g}mm" height="{sheet.h:g}mm"'
        f' viewBox="0 0 {sheet.w:g} {sheet.h:g}">\n'
        f'  <g id="cuts" fill="none" stroke="#ff0000" stroke-width="0.1">\n{shapes}\n  </g>\n</svg>\n'
    )


def _path(cut: Cut, corners: float) -> str:
    if cut.format.shape == "hex" or not corners:
        points = " L".join(f"{cut.x + x:.3f},{cut.y + y:.3f}" for x, y in cut.format.outline)
        return f"M{points} Z"
    x, y, w, h, r = cut.x, cut.y, cut.w, cut.h, corners
    far = r * (1 - _TURN)
    return (
        f"M{x + r:.3f},{y:.3f} H{x + w - r:.3f} c{_TURN * r:.3f},0 {r:.3f},{far:.3f} {r:.3f},{r:.3f}"
        f" V{y + h - r:.3f} c0,{_TURN * r:.3f} -{far:.3f},{r:.3f} -{r:.3f},{r:.3f}"
        f" H{x + r:.3f} c-{_TURN * r:.3f},0 -{r:.3f},-{far:.3f} -{r:.3f},-{r:.3f}"
        f" V{y + r:.3f} c0,-{_TURN * r:.3f} {far:.3f},-{r:.3f} {r:.3f},-{r:.3f} Z"
    )


def _dxf(sheet: Sheet, corners: float) -> str:
    """Return polylines in millimetres, y up, as DXF wants it."""
    lines = ["0", "SECTION", "2", "HEADER", "9", "$ACADVER", "1", "AC1009", "9", "$INSUNITS", "70", "4", "0", "ENDSEC"]
    lines += ["0", "SECTION", "2", "ENTITIES"]
    for cut in sheet.cuts:
        lines += ["0", "POLYLINE", "8", "CUT", "66", "1", "70", "1", "10", "0", "20", "0", "30", "0"]
        for x, y in _corners(cut, corners):
            lines += ["0", "VERTEX", "8", "CUT", "10", f"{x:.4f}", "20", f"{sheet.h - y:.4f}", "30", "0"]
        lines += ["0", "SEQEND", "8", "CUT"]
    return "\n".join([*lines, "0", "ENDSEC", "0", "EOF", ""])


def _corners(cut: Cut, corners: float) -> Iterator[Point]:
    if cut.format.shape == "hex" or not corners:
        yield from ((cut.x + x, cut.y + y) for x, y in cut.format.outline)
        return
    r = corners
    middles = (
        (cut.x + r, cut.y + r, 180),
        (cut.x + cut.w - r, cut.y + r, 270),
        (cut.x + cut.w - r, cut.y + cut.h - r, 0),
        (cut.x + r, cut.y + cut.h - r, 90),
    )
    for x, y, start in middles:
        for n in range(_STEPS + 1):
            angle = radians(start + 90 * n / _STEPS)
            yield x + r * cos(angle), y + r * sin(angle)
