"""The spec sheet: half a page to fold shut, with the level table and a track for points."""

from collections.abc import Callable
from functools import partial

from companion.data.cards import Mark
from companion.data.marks import PRINTED as AS_PRINTED
from companion.games.mechalyte.art import figure
from companion.games.mechalyte.model import LEVELS, POINTS, SLOTS, Spec
from companion.games.mechalyte.rules import army
from companion.games.mechalyte.rules.levels import PRINTED, Ratings, Scale, table
from companion.printing.faces.boxes import Area, Box, Line, Rect, Text, Weight
from companion.printing.faces.origins import INLINE, origin
from companion.printing.faces.plates import in_window

Boxes = tuple[Box, ...]

INSET = 4.0
HEAD = 34.0
"""Height of the title and the letters, above the level table."""
TICK = 5.6
"""Side of a box to tick."""
COLUMNS: tuple[tuple[str, float], ...] = (
    ("Level", 1.0),
    ("Mech", 1.9),
    ("Modules", 2.1),
    ("Power", 1.1),
    ("Shield", 1.1),
    ("Mobility", 1.2),
    ("Initiative", 1.25),
    ("Armor", 1.1),
    ("Drops to", 1.25),
)
"""Headings of the level table and their share of its width."""
_text = partial(Text, symbols=INLINE)


def pages(spec: Spec | None, scale: Scale = PRINTED, mark: Mark = AS_PRINTED) -> Callable[[Area], tuple[Boxes, ...]]:
    """Return the function that makes a page of two spec sheets: both empty, or one filled in and one empty."""

    def make(area: Area) -> tuple[Boxes, ...]:
        high = area.h / 2
        cut = Line(0, high, area.w, high, width=0.2, ink="soft", dash=(2, 1.5))
        first, second = _sheet(spec, scale, 0, area.w, high - 3), _sheet(None, scale, high + 3, area.w, high - 3)
        ratings_mark = origin(mark.kind, area.w / 2 - INSET - 2.4, HEAD - 3, 2.0) if spec else ()
        return ((*first, *ratings_mark, cut, *second),)

    return make


def _sheet(spec: Spec | None, scale: Scale, y: float, w: float, h: float) -> Boxes:
    fold = w / 2
    wide = fold - INSET
    return (
        *_letters(spec, 0, y, wide),
        *_levels(table(spec.spec[:SLOTS], scale) if spec else (), 0, y + HEAD, wide, (h - HEAD - 17) / len(LEVELS)),
        _text(0, y + h - 9, wide, 8, _READING, 7, ink="soft", what="how to read"),
        Line(fold, y, fold, y + h, width=0.25, ink="soft", dash=(0.6, 1)),
        *_points(fold + INSET, y, wide),
        *_plan(spec, fold + INSET, y + 57, wide, h - 57),
    )


_READING = (
    "Drops to: the level after an armor effect; 0 means destroyed. A mech costs its level. "
    "Fold along the dotted line with the writing inside until both specs are revealed."
)


def _letters(spec: Spec | None, x: float, y: float, w: float) -> Boxes:
    name = spec.title if spec else ""
    each = (w - 5 * 2.0) / SLOTS
    high = 16.0
    boxes: list[Box] = [
        Text(x, y, 34, 6, "Mechalyte spec", 12, 9, "bold", ink="blue", leading=1, what="head"),
        Text(x + 36, y, w - 36, 6, name, 10, 6.5, align="right", across="middle", what="title"),
        Line(x + 36, y + 6.2, x + w, y + 6.2, width=0.2, ink="soft"),
    ]
    for slot in range(SLOTS):
        left = x + slot * (each + 2.0)
        letter = spec.spec[slot : slot + 1] if spec else ""
        boxes += [
            Rect(left, y + 12, each, high, radius=1, fill="paper", stroke="blue", width=0.4),
            _text(left, y + 8.4, each, 3.2, str(slot + 1), 7, align="centre", across="middle", ink="soft", what="slot"),
        ]
        if letter:
            boxes.append(Text(left, y + 12, each, high, letter, 26, 12, "bold", "centre", "middle", what="letter"))
    return (*boxes, _text(x, y + 28.6, w, 3.4, _LETTERS, 7, ink="soft", what="letters"))


_LETTERS = "P Power · S Shield · M Mobility · I Initiative · A Armor"


def _levels(described: tuple[Ratings, ...], x: float, y: float, w: float, row_height: float) -> Boxes:
    rows = {row.level: row for row in described}
    unit = w / sum(share for _, share in COLUMNS)
    boxes: list[Box] = [Rect(x, y, w, 5.4, fill="tint", stroke=None)]
    left = x
    for heading, share in COLUMNS:
        boxes.append(_text(left, y, share * unit, 5.4, heading, 7, 6.5, "bold", "centre", "middle", what="heading"))
        left += share * unit
        if left < x + w - 0.1:
            boxes.append(Line(left, y, left, y + 5.4 + row_height * len(LEVELS), width=0.15, ink="faint"))
    for i, level in enumerate(LEVELS):
        top = y + 5.4 + i * row_height
        boxes.append(Line(x, top + row_height, x + w, top + row_height, width=0.15, ink="soft"))
        left = x
        for (_, share), cell in zip(COLUMNS, _cells(level, rows.get(level)), strict=True):
            if cell:
                weight: Weight = "bold" if left == x else "regular"
                boxes.append(
                    _text(left, top, share * unit, row_height, cell, 13, 6.5, weight, "centre", "middle", what="cell")
                )
            left += share * unit
        if level in rows:
            wide = COLUMNS[0][1] * unit
            mech = figure(rows[level].modules, described[0].modules)
            boxes.append(in_window(mech, x + wide, top + 0.4, COLUMNS[1][1] * unit, row_height - 1))
    return (*boxes, Rect(x, y, w, 5.4 + row_height * len(LEVELS), stroke="blue", width=0.3))


def _cells(level: int, row: Ratings | None) -> tuple[str, ...]:
    if row is None:
        return (str(level), *("",) * (len(COLUMNS) - 1))
    numbers = (row.power, row.shield, row.mobility, row.initiative, row.armor, row.drops_to)
    return (str(level), "", row.modules, *map(str, numbers))


def _points(x: float, y: float, w: float) -> Boxes:
    gap, five = 0.7, 3.0
    boxes: list[Box] = [
        Text(x, y, w, 6, f"{POINTS} build points", 12, 9, "bold", ink="blue", leading=1, what="head"),
        _text(x, y + 5.6, w, 3.4, "Tick one per level you build; a row is ten.", 7, ink="soft", what="about points"),
    ]
    for i in range(POINTS):
        row, column = divmod(i, 10)
        left = x + column * (TICK + gap) + (five if column > 4 else 0)
        top = y + 10.4 + row * (TICK + 1.4)
        boxes.append(Rect(left, top, TICK, TICK, stroke="ink", width=0.25))
        if column == 9:
            boxes.append(_text(left + TICK + 2, top + 1, 8, TICK - 1, str(i + 1), 8, ink="soft", what="points so far"))
    return tuple(boxes)


def _plan(spec: Spec | None, x: float, y: float, w: float, h: float) -> Boxes:
    """Return the planned turns, as many as there is room for, then ruled lines for notes."""
    planned = army.plan(spec) if spec else ()
    line = 6.2
    most_lines = int((h - 8) // line)
    turns_shown = planned if len(planned) <= most_lines else planned[: most_lines - 1]
    boxes: list[Box] = [Text(x, y, w, 5, "Plan and notes", 10, 8, "bold", ink="blue", leading=1, what="head")]
    for i in range(most_lines):
        base = y + 6 + (i + 1) * line
        boxes.append(Line(x, base, x + w, base, width=0.15, ink="faint"))
        text = ""
        if i < len(turns_shown):
            row = turns_shown[i]
            built = ", ".join(map(str, (*row.left, *row.right, *row.over))) or "nothing"
            text = f"Turn {row.number}: build {built} · {row.points_left} points left"
        elif i == len(turns_shown) and len(turns_shown) < len(planned):
            text = f"… and {len(planned) - len(turns_shown)} more turns"
        if text:
            boxes.append(_text(x, base - 4.6, w, 4.4, text, 9, what="plan"))
    return tuple(boxes)
