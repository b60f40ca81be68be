"""The sheet of a matchup: on one page the chances to have at hand, mine at the top, theirs below.

Drawn from answers as plain data. What does not fit is left out from the bottom and counted; the best attack on each
target always stays.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.printing.faces.boxes import Area, Box, Line, Pages, Rect, Text
from companion.printing.text import fonts
from companion.wording import percent, plural

Boxes = tuple[Box, ...]
Answer = Mapping[str, Any]

HEAD, TITLE, LABELS, ROW, LAST = 12.0, 8.0, 10.0, 8.5, 5.0
"""Heights in mm: the page's head, a table's title, its targets, a row, the line below it."""
FIRST, NARROWEST = 42.0, 16.0
"""Widths in mm: the attacks' column, and the narrowest of a target."""


@dataclass(frozen=True)
class _Entry:
    """One line of a table: an attack, and its cells as text, those of the best marked."""

    attack: str
    cells: tuple[tuple[str, str, bool], ...]


def pages(title: str, answers: Sequence[Answer]) -> Pages:
    """Return the sheet of one matchup, both ways where there are two answers."""

    def make(area: Area) -> tuple[Boxes, ...]:
        high = (area.h - HEAD) / len(answers)
        made: list[Box] = [
            Text(0, 0, area.w, 7, _words(title), 15, 9, "bold", what="title"),
            Text(0, 7, area.w, 4, _around(answers[0]), 8, 6, ink="soft", what="circumstances"),
        ]
        for number, answer in enumerate(answers):
            made += _table(answer, HEAD + number * high, area.w, high)
        return (tuple(made),)

    return Pages("Matchup", make)


def _words(text: str) -> str:
    """Return text as it can be printed; braces would name symbols."""
    return fonts.printable(text.replace("{", "(").replace("}", ")")) or "–"


def _around(answer: Answer) -> str:
    said = [
        name.replace("_", " ") if value is True else f"{name.replace('_', ' ')} {value}"
        for name, value in answer["around"].items()
        if value not in (None, False, "", [])
    ]
    return _words(", ".join(said))


def _table(answer: Answer, top: float, wide: float, high: float) -> Boxes:
    """Return the table of one direction in its share of the page."""
    room = int((high - TITLE - LABELS - LAST) // ROW)
    columns = int((wide - FIRST) // NARROWEST)
    titles = ", ".join(figure["title"].lower() for figure in answer["figures"])
    head = Text(0, top, wide, 5.5, _words(f"{answer['mine']} attacks"), 11, 7, "bold", ink="accent", what="side")
    legend = Text(0, top + 4.6, wide, 3.6, f"Each cell: {titles}.", 7, 6, ink="soft", what="legend")
    wanted = [t["key"] for t in answer["targets"]]
    if len(wanted) > columns:
        entries, labels, cut = _best_only(answer, room)
    else:
        entries, labels, cut = _all(answer, room)
    made: list[Box] = [head, legend, *_grid(entries, labels, top + TITLE, wide)]
    if cut:
        end = top + TITLE + LABELS + len(entries) * ROW
        made.append(Text(0, end, wide, 4, f"{plural(cut, 'more row')} on the screen.", 7, 6, ink="soft", what="rest"))
    return tuple(made)


def _all(answer: Answer, room: int) -> tuple[list[_Entry], list[str], int]:
    """Return a line for each attack: where there are too many, those that are the best on some target come first."""
    best = {key for keys in answer["best"].values() for key in keys[:1]}
    rows = [row for row in answer["rows"] if any("roll" in cell for cell in row["cells"])]
    kept = [*(row for row in rows if row["key"] in best), *(row for row in rows if row["key"] not in best)][:room]
    shown = [row for row in rows if row in kept]
    entries = [_Entry(_named(row), tuple(_cell(answer, cell) for cell in row["cells"])) for row in shown]
    return entries, [_named(target) for target in answer["targets"]], len(rows) - len(shown)


def _best_only(answer: Answer, room: int) -> tuple[list[_Entry], list[str], int]:
    """Return a line for each target with the best attack on it, where there are too many targets for columns."""
    rows = {row["key"]: row for row in answer["rows"]}
    entries = []
    for index, target in enumerate(answer["targets"]):
        keys = answer["best"].get(target["key"], [])
        if keys:
            row = rows[keys[0]]
            figures = _cell(answer, row["cells"][index])
            entries.append(_Entry(_named(target), ((_named(row), "", False), (figures[0], figures[1], False))))
    return entries[:room], ["Best attack", "Chances"], len(entries) - len(entries[:room])


def _named(thing: Mapping[str, Any]) -> str:
    return _words(f"{thing['title']}\n{thing['of']}" if thing.get("of") else thing["title"])


def _cell(answer: Answer, cell: Mapping[str, Any]) -> tuple[str, str, bool]:
    """Return a cell's first figure, the others below it, and whether it is the best of its row."""
    figures = cell.get("figures")
    if not figures:
        return ("dice", "", False) if "too_large" in cell else ("–", "", False)
    said = [_figure(figures[f["name"]]) if f["name"] in figures else "–" for f in answer["figures"]]
    return said[-1], " · ".join(said[:-1]), bool(cell["best"])


def _figure(figure: Mapping[str, Any]) -> str:
    if "p" in figure:
        return percent(figure["p"])
    return f"{figure['value']:,.0f}" if abs(figure["value"]) >= 100 else f"{figure['value']:.1f}"


def _grid(entries: Sequence[_Entry], labels: Sequence[str], top: float, wide: float) -> Boxes:
    across = (wide - FIRST) / max(1, len(labels))
    made: list[Box] = [Rect(0, top, wide, LABELS, fill="tint", stroke=None)]
    for index, label in enumerate(labels):
        x = FIRST + index * across
        made.append(Text(x + 0.5, top, across - 1, LABELS, label, 8, 6, "semibold", "centre", "middle", what="target"))
    for number, entry in enumerate(entries):
        y = top + LABELS + number * ROW
        made.append(Line(0, y + ROW, wide, y + ROW, width=0.1, ink="faint"))
        made.append(Text(0.5, y, FIRST - 1, ROW, entry.attack, 8.5, 6, "semibold", across="middle", what="attack"))
        for index, (first, others, best) in enumerate(entry.cells):
            x = FIRST + index * across
            if best:
                made.append(Rect(x + 0.4, y + 0.4, across - 0.8, ROW - 0.8, 1, fill="tint", stroke="accent", width=0.3))
            high = ROW / 2 + 0.6 if others else ROW
            made.append(Text(x, y, across, high, first, 10, 6, "bold", "centre", "middle", what="chance"))
            if others:
                low = ROW - high
                made.append(
                    Text(x, y + high - 0.6, across, low, others, 7, 6, "regular", "centre", "middle", what="chances")
                )
    return tuple(made)
