"""Cut files for desktop cutters: the cuts of a printed sheet at true scale, as SVG or DXF.

The DXF is written here, without a library: R12 needs only a few lines, and every cutter's program reads it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Literal

from companion.printing.sheets.cutlines import Stroke, strokes
from companion.printing.sheets.layout import Job, Sheet, Trim

Kind = Literal["svg", "dxf"]
_TURN = 0.5523
"""Length of the handles of a quarter circle, as a share of its radius."""


@dataclass(frozen=True, slots=True)
class CutFile:
    """The text of a file, and the numbers of the sheets of paper that it cuts."""

    sheets: tuple[int, ...]
    text: str

    @property
    def sentence(self) -> str:
        """The sheets in words: `sheet 7`, `sheets 1-6, 8`."""
        return sheet_numbers_in_words(self.sheets)


def cut_files(job: Job, kind: Kind) -> tuple[CutFile, ...]:
    """Return one file for each different arrangement of pieces on a job's fronts."""
    sheets_by_outlines: dict[tuple[object, ...], tuple[Sheet, list[int]]] = {}
    for sheet in job.sheets:
        if sheet.side == "front" and sheet.trims:
            outlines = (sheet.w, sheet.h, *((round(c.x, 3), round(c.y, 3), c.format) for c in sheet.trims))
            sheets_by_outlines.setdefault(outlines, (sheet, []))[1].append(sheet.number)
    return tuple(
        CutFile(
            tuple(numbers),
            cut_file(sheet, kind, job.options.corners, f"{job.title}: cuts of {sheet_numbers_in_words(numbers)}"),
        )
        for sheet, numbers in sheets_by_outlines.values()
    )


def sheet_numbers_in_words(numbers: Sequence[int]) -> str:
    """Return sheet numbers in words, consecutive ones as a range."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    words = ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)
    return f"{'sheet' if len(numbers) == 1 else 'sheets'} {words}"


def cut_file(sheet: Sheet, kind: Kind, corners: float = 0, title: str = "cuts") -> str:
    """Return the cuts of a front, with corners rounded by `corners` mm, on the size of the sheet."""
    words = " ".join(title.split())
    return (_svg if kind == "svg" else _dxf)(sheet, corners, words)


def _svg(sheet: Sheet, corners: float, title: str) -> str:
    shapes = "\n".join(f'    <path d="{_path(stroke, corners)}"/>' for stroke in strokes(sheet.trims, corners))
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{sheet.w:g}mm" height="{sheet.h:g}mm"'
        f' viewBox="0 0 {sheet.w:g} {sheet.h:g}">\n  <title>{escape(title, quote=False)}</title>\n'
        f'  <g id="cuts" fill="none" stroke="#ff0000" stroke-width="0.1">\n{shapes}\n  </g>\n</svg>\n'
    )


def _path(stroke: Stroke, corners: float) -> str:
    if stroke.outline and corners and stroke.outline.format.shape == "rect":
        return _rounded_outline(stroke.outline, corners)
    points = " L".join(f"{x:.3f},{y:.3f}" for x, y in stroke.points)
    return f"M{points} Z" if stroke.outline else f"M{points}"


def _rounded_outline(trim: Trim, corners: float) -> str:
    r = min(corners, trim.w / 2, trim.h / 2)
    x, y, w, h = trim.x, trim.y, trim.w, trim.h
    far = r * (1 - _TURN)
    return (
        f"M{x + r:.3f},{y:.3f} H{x + w - r:.3f} c{_TURN * r:.3f},0 {r:.3f},{far:.3f} {r:.3f},{r:.3f}"
        f" V{y + h - r:.3f} c0,{_TURN * r:.3f} -{far:.3f},{r:.3f} -{r:.3f},{r:.3f}"
        f" H{x + r:.3f} c-{_TURN * r:.3f},0 -{r:.3f},-{far:.3f} -{r:.3f},-{r:.3f}"
        f" V{y + r:.3f} c0,-{_TURN * r:.3f} {far:.3f},-{r:.3f} {r:.3f},-{r:.3f} Z"
    )


def _dxf(sheet: Sheet, corners: float, title: str) -> str:
    """Return polylines in millimetres with y up, as usual in DXF; the title is a comment."""
    # R12 is ASCII only.
    lines = ["999", title.encode("ascii", "replace").decode()]
    lines += ["0", "SECTION", "2", "HEADER", "9", "$ACADVER", "1", "AC1009", "9", "$INSUNITS", "70", "4", "0", "ENDSEC"]
    lines += ["0", "SECTION", "2", "ENTITIES"]
    for stroke in strokes(sheet.trims, corners):
        closed = "1" if stroke.outline else "0"
        lines += ["0", "POLYLINE", "8", "CUT", "66", "1", "70", closed, "10", "0", "20", "0", "30", "0"]
        for x, y in stroke.points:
            lines += ["0", "VERTEX", "8", "CUT", "10", f"{x:.4f}", "20", f"{sheet.h - y:.4f}", "30", "0"]
        lines += ["0", "SEQEND", "8", "CUT"]
    return "\n".join([*lines, "0", "ENDSEC", "0", "EOF", ""])
