"""The printed page of a matchup: the chances of each attack on each target, mine at the top, theirs below.

It is drawn from the answers as plain data. Rows that do not fit are left out from the bottom and counted; the best
attack on each target always stays. Text that does not fit ends in an ellipsis, because players name their units.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.base.json_types import JsonMapping
from companion.base.wording import amount, percent, plural
from companion.printing.faces.boxes import Area, Box, Line, Pages, Rect, Text, Weight
from companion.printing.text import fonts
from companion.printing.text.fitting import cut_short

Boxes = tuple[Box, ...]
Answer = JsonMapping

HEAD, TITLE, LABELS, LAST = 13.0, 9.0, 9.0, 6.0
"""Heights in mm: the page's head, a table's title, its row of targets, the space below it."""
LEAST, LEAST_OF_ONE, MOST = 7.0, 4.0, 11.0
"""The least height of a row in mm, of one with a single line, and the most."""
LINE = 6.0
"""Height in mm of a line of a conclusion."""
FIRST, NARROWEST = 42.0, 16.0
"""Widths in mm: the column of attacks, and the narrowest column of a target."""
IN_LINES = ["Best attack", "Chances"]
"""The titles of the columns if there are more targets than columns: each target then has a line."""


@dataclass(frozen=True)
class _Entry:
    """One line of a table: an attack and its cells, each as two texts and whether it is the best of its row."""

    attack: str
    cells: tuple[tuple[str, str, bool], ...]
    is_best: bool = False
    """Whether it is the best attack on some target."""


def pages(title: str, circumstances: Sequence[str], answers: Sequence[Answer]) -> Pages:
    """Return the sheet of one matchup, in both directions if there are two answers."""
    answers = [_drop_empty_figures(answer) for answer in answers]

    def make(area: Area) -> tuple[Boxes, ...]:
        boxes: list[Box] = [Text(0, 0, area.w, 7, _words(title), 15, 9, "bold", what="title")]
        if circumstances:
            line = _words(", ".join(circumstances))
            boxes.append(Text(0, 7, area.w, 5, line, 8, 6.5, ink="soft", what="circumstances"))
        fixed = TITLE + LABELS + LAST
        columns = int((area.w - FIRST) // NARROWEST)
        lines = [_lines(answer, columns) for answer in answers]
        least = [LEAST_OF_ONE if labels == IN_LINES else LEAST for _, labels in lines]
        room = int(area.h - HEAD - fixed * len(answers))
        wanted = [int(len(entries) * high) for (entries, _), high in zip(lines, least, strict=True)]
        kept = [int(share // high) for share, high in zip(_share_rows(wanted, room), least, strict=True)]
        stretch = room / max(1.0, sum(count * high for count, high in zip(kept, least, strict=True)))
        heights = [min(MOST, high * stretch) for high in least]
        top = HEAD
        for answer, (entries, labels), count, high in zip(answers, lines, kept, heights, strict=True):
            boxes += _table(answer, _first_rows(entries, count), labels, (top, area.w, high), len(entries) - count)
            top += fixed + count * high
        for conclusion in _conclusions(answers):
            boxes, top = _add_conclusion(boxes, conclusion, (top, area.w, area.h))
        return (tuple(cut_short(box) if isinstance(box, Text) else box for box in boxes),)

    return Pages("Matchup", make)


def _conclusions(answers: Sequence[Answer]) -> list[Answer]:
    """Return the conclusions: one with the same rows in both directions once, others with the attacker in the title."""
    by_title: dict[str, list[tuple[str, Answer]]] = {}
    for answer in answers:
        for conclusion in answer["conclusions"]:
            others = by_title.setdefault(conclusion["title"], [])
            if all(sorted(other["rows"]) != sorted(conclusion["rows"]) for _, other in others):
                others.append((answer["mine"], conclusion))
    return [
        {**conclusion, "title": f"{title}: {mine} attacks"} if len(conclusions) > 1 else conclusion
        for title, conclusions in by_title.items()
        for mine, conclusion in conclusions
    ]


def _drop_empty_figures(answer: Answer) -> Answer:
    """Return an answer without the figures that none of its cells has."""
    names = {name for row in answer["rows"] for cell in row["cells"] for name in _figures(cell)}
    return {**answer, "figures": [figure for figure in answer["figures"] if figure["name"] in names]}


def _add_conclusion(boxes: list[Box], conclusion: Answer, place: tuple[float, float, float]) -> tuple[list[Box], float]:
    """Return the boxes with a conclusion added if there is room for all of it, and the y where they end.

    `place` is the top, the width and the lowest end, in mm.
    """
    top, wide, most = place
    lines = [conclusion["columns"], *conclusion["rows"]]
    end = top + TITLE + LINE * len(lines)
    if end > most:
        return boxes, top
    across = wide / len(conclusion["columns"])
    added: list[Box] = [
        Text(0, top, wide, 5, _words(conclusion["title"]), 10, 7, "bold", ink="accent", what="conclusion"),
        Text(0, top + 4.6, wide, 3.8, _words(conclusion["about"]), 7, 6.5, ink="soft", what="conclusion"),
    ]
    for number, line in enumerate(lines):
        y = top + TITLE + number * LINE
        added.append(Line(0, y + LINE, wide, y + LINE, width=0.1, ink="faint"))
        for index, text in enumerate(line):
            weight: Weight = "regular" if number and index else "semibold"
            added.append(
                Text(
                    index * across,
                    y,
                    across - 1,
                    LINE,
                    _words(text),
                    8,
                    6.5,
                    weight,
                    across="middle",
                    what="conclusion",
                )
            )
    return [*boxes, *added], end + 3


def _share_rows(wanted: Sequence[int], room: int) -> list[int]:
    """Return the height in mm of each table's rows: what is `wanted`, or a fair share of the `room`."""
    if sum(wanted) <= room:
        return list(wanted)
    least = room // len(wanted)
    first = min(wanted[0], max(least, room - sum(wanted[1:])))
    return [first, *(min(want, room - first) for want in wanted[1:])]


def _first_rows(entries: Sequence[_Entry], count: int) -> list[_Entry]:
    """Return `count` rows in their order; those with the best attack on some target are chosen first."""
    kept = sorted(range(len(entries)), key=lambda n: (not entries[n].is_best, n))[:count]
    return [entries[n] for n in sorted(kept)]


def _words(text: str) -> str:
    """Return text that can be printed; braces would be read as names of symbols."""
    return fonts.printable(text.replace("{", "(").replace("}", ")")) or "–"


def _table(
    answer: Answer, entries: Sequence[_Entry], labels: Sequence[str], place: tuple[float, float, float], cut: int
) -> Boxes:
    """Return the table of one direction; `place` is its top, its width and a row's height, `cut` the rows left out."""
    top, wide, high = place
    titles = ", ".join(figure["title"].lower() for figure in answer["figures"])
    legend = (
        f"Each cell, rounded: {titles}. {answer.get('ranked_by', {}).get('words', '')}".rstrip()
        if titles
        else "No chances: see the screen."
    )
    rest = f" {plural(cut, 'more row')} on the screen." if cut > 0 else ""
    return (
        Text(0, top, wide, 5, _words(f"{answer['mine']} attacks"), 11, 7, "bold", ink="accent", what="side"),
        Text(0, top + 4.8, wide, 3.8, f"{legend}{rest}", 7, 6.5, ink="soft", what="legend"),
        *_grid(entries, labels, (top + TITLE, wide, high)),
    )


def _lines(answer: Answer, columns: int) -> tuple[list[_Entry], list[str]]:
    """Return the rows of a table and the titles of its columns.

    There is a row for each attack; if there are more targets than columns, one for each target with its best attack.
    """
    best = {key for keys in answer["best"].values() for key in keys[:1]}
    targets = answer["targets"]
    if len(targets) <= columns:
        rows = [row for row in answer["rows"] if any("roll" in cell for cell in row["cells"])]
        entries = [
            _Entry(_title_and_owner(row), tuple(_cell(answer, cell) for cell in row["cells"]), row["key"] in best)
            for row in rows
        ]
        return entries, [_title_and_owner(target) for target in targets]
    by_key = {row["key"]: row for row in answer["rows"]}
    entries = []
    for index, target in enumerate(targets):
        for key in answer["best"].get(target["key"], [])[:1]:
            first, others, _ = _cell(answer, by_key[key]["cells"][index])
            chances = " · ".join(filter(None, (first, others)))
            cells = ((_title_and_owner(by_key[key], ", "), "", False), (chances, "", False))
            entries.append(_Entry(_title_and_owner(target, ", "), cells))
    return entries, IN_LINES


def _title_and_owner(thing: JsonMapping, between: str = "\n") -> str:
    return between.join(_words(thing[name]) for name in ("title", "of") if thing.get(name))


def _cell(answer: Answer, cell: JsonMapping) -> tuple[str, str, bool]:
    """Return a cell's first figure, its other figures, and whether it is the best of its row."""
    figures = _figures(cell)
    if not figures:
        return ("dice", "", False) if "too_large" in cell else ("–", "", False)
    first, *others = (_figure(figures[f["name"]]) if f["name"] in figures else "–" for f in answer["figures"])
    return first, " · ".join(others), bool(cell["best"]) and len(answer["targets"]) > 1


def _figures(cell: JsonMapping) -> JsonMapping:
    """Return a cell's figures: those of its roll, and those derived from them."""
    return {**cell.get("figures", {}), **cell.get("derived", {})}


def _figure(figure: JsonMapping) -> str:
    return percent(figure["p"]) if "p" in figure else amount(figure["value"])


def _grid(entries: Sequence[_Entry], labels: Sequence[str], place: tuple[float, float, float]) -> Boxes:
    top, wide, high = place
    across = (wide - FIRST) / max(1, len(labels))
    boxes: list[Box] = [Rect(0, top, wide, LABELS, fill="tint", stroke=None)]
    for index, label in enumerate(labels):
        x = FIRST + index * across
        boxes.append(
            Text(x + 0.5, top, across - 1, LABELS, label, 8, 6.5, "semibold", "centre", "middle", what="target")
        )
    for number, entry in enumerate(entries):
        y = top + LABELS + number * high
        boxes.append(Line(0, y + high, wide, y + high, width=0.1, ink="faint"))
        boxes.append(Text(0.5, y, FIRST - 1, high, entry.attack, 8.5, 6.5, "semibold", across="middle", what="attack"))
        for index, cell in enumerate(entry.cells):
            boxes += _draw_cell(cell, (FIRST + index * across, y, across, high))
    return tuple(boxes)


def _draw_cell(cell: tuple[str, str, bool], place: tuple[float, float, float, float]) -> Boxes:
    first, others, best = cell
    x, y, wide, high = place
    upper = high * 0.56 if others else high
    frame = Rect(x + 0.4, y + 0.4, wide - 0.8, high - 0.8, 1, fill="tint", stroke="accent", width=0.3)
    main = Text(x, y, wide, upper, first, 10, 6.5, "bold", "centre", "middle", what="chance")
    below = Text(x, y + upper, wide, high - upper - 0.2, others, 7, 6.5, "regular", "centre", "middle", what="chances")
    return (*((frame,) if best else ()), main, *((below,) if others else ()))
