"""The sheet of a matchup: on one page the chances to have at hand, mine at the top, theirs below.

Drawn from answers as plain data. Rows that do not fit are left out from the bottom and counted; the best attack on each
target always stays. Words that do not fit end in an ellipsis: players name units, and say what each has lost.
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
"""Heights in mm: the page's head, a table's title, its targets, the room below it."""
LEAST, LEAST_OF_ONE, MOST = 7.0, 4.0, 11.0
"""The least height of a row in mm, of one with a single line, and the most."""
LINE = 6.0
"""Height of a line of what follows from the rows, in mm."""
FIRST, NARROWEST = 42.0, 16.0
"""Widths in mm: the attacks' column, and the narrowest of a target."""


IN_LINES = ["Best attack", "Chances"]
"""The columns where there are more targets than columns: each target has a line."""


@dataclass(frozen=True)
class _Entry:
    """One line of a table: an attack, and its cells as text, those of the best marked."""

    attack: str
    cells: tuple[tuple[str, str, bool], ...]
    decisive: bool = False


def pages(title: str, circumstances: Sequence[str], answers: Sequence[Answer]) -> Pages:
    """Return the sheet of one matchup, both ways where there are two answers."""
    answers = [_drop_empty_figures(answer) for answer in answers]

    def make(area: Area) -> tuple[Boxes, ...]:
        made: list[Box] = [
            Text(0, 0, area.w, 7, _words(title), 15, 9, "bold", what="title"),
        ]
        if circumstances:
            said = _words(", ".join(circumstances))
            made.append(Text(0, 7, area.w, 5, said, 8, 6.5, ink="soft", what="circumstances"))
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
            made += _table(answer, _first_rows(entries, count), labels, (top, area.w, high), len(entries) - count)
            top += fixed + count * high
        for concluded in _conclusions(answers):
            made, top = _add_conclusion(made, concluded, (top, area.w, area.h))
        return (tuple(cut_short(box) if isinstance(box, Text) else box for box in made),)

    return Pages("Matchup", make)


def _conclusions(answers: Sequence[Answer]) -> list[Answer]:
    """Return what follows from all rows: what holds in both directions once, the others with who attacks."""
    told: dict[str, list[tuple[str, Answer]]] = {}
    for answer in answers:
        for concluded in answer["conclusions"]:
            there = told.setdefault(concluded["title"], [])
            if all(sorted(other["rows"]) != sorted(concluded["rows"]) for _, other in there):
                there.append((answer["mine"], concluded))
    return [
        {**concluded, "title": f"{title}: {mine} attacks"} if len(there) > 1 else concluded
        for title, there in told.items()
        for mine, concluded in there
    ]


def _drop_empty_figures(answer: Answer) -> Answer:
    """Return an answer without the figures that none of its cells has."""
    there = {name for row in answer["rows"] for cell in row["cells"] for name in _figures(cell)}
    return {**answer, "figures": [figure for figure in answer["figures"] if figure["name"] in there]}


def _add_conclusion(made: list[Box], concluded: Answer, place: tuple[float, float, float]) -> tuple[list[Box], float]:
    """Add what follows from the rows where there is still room for all of it; return the boxes and where they end."""
    top, wide, most = place
    lines = [concluded["columns"], *concluded["rows"]]
    end = top + TITLE + LINE * len(lines)
    if end > most:
        return made, top
    across = wide / len(concluded["columns"])
    found: list[Box] = [
        Text(0, top, wide, 5, _words(concluded["title"]), 10, 7, "bold", ink="accent", what="conclusion"),
        Text(0, top + 4.6, wide, 3.8, _words(concluded["about"]), 7, 6.5, ink="soft", what="conclusion"),
    ]
    for number, line in enumerate(lines):
        y = top + TITLE + number * LINE
        found.append(Line(0, y + LINE, wide, y + LINE, width=0.1, ink="faint"))
        for index, text in enumerate(line):
            weight: Weight = "regular" if number and index else "semibold"
            found.append(
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
    return [*made, *found], end + 3


def _share_rows(wanted: Sequence[int], room: int) -> list[int]:
    """Return the height in mm of each table's rows: what they want, or a fair share of the room."""
    if sum(wanted) <= room:
        return list(wanted)
    least = room // len(wanted)
    first = min(wanted[0], max(least, room - sum(wanted[1:])))
    return [first, *(min(want, room - first) for want in wanted[1:])]


def _first_rows(entries: Sequence[_Entry], count: int) -> list[_Entry]:
    """Return `count` rows in their order, preferring those that are the best at some target."""
    kept = sorted(range(len(entries)), key=lambda n: (not entries[n].decisive, n))[:count]
    return [entries[n] for n in sorted(kept)]


def _words(text: str) -> str:
    """Return text as it can be printed; braces would name symbols."""
    return fonts.printable(text.replace("{", "(").replace("}", ")")) or "–"


def _table(
    answer: Answer, entries: Sequence[_Entry], labels: Sequence[str], place: tuple[float, float, float], cut: int
) -> Boxes:
    """Return the table of one direction; `place` is its top, its width and the height of a row."""
    top, wide, high = place
    titles = ", ".join(figure["title"].lower() for figure in answer["figures"])
    legend = (
        f"Each cell: {titles}. {answer.get('ranked_by', {}).get('words', '')}".rstrip()
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

    There is a row for each attack, or, where there are more targets than columns, one for each target with the best
    attack on it.
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
    """Return a cell's first figure, the others below it, and whether it is the best of its row."""
    figures = _figures(cell)
    if not figures:
        return ("dice", "", False) if "too_large" in cell else ("–", "", False)
    said = [_figure(figures[f["name"]]) if f["name"] in figures else "–" for f in answer["figures"]]
    return said[0], " · ".join(said[1:]), bool(cell["best"]) and len(answer["targets"]) > 1


def _figures(cell: JsonMapping) -> JsonMapping:
    """Return a cell's figures, those of its roll and those that follow from them."""
    return {**cell.get("figures", {}), **cell.get("derived", {})}


def _figure(figure: JsonMapping) -> str:
    return percent(figure["p"]) if "p" in figure else amount(figure["value"])


def _grid(entries: Sequence[_Entry], labels: Sequence[str], place: tuple[float, float, float]) -> Boxes:
    top, wide, high = place
    across = (wide - FIRST) / max(1, len(labels))
    made: list[Box] = [Rect(0, top, wide, LABELS, fill="tint", stroke=None)]
    for index, label in enumerate(labels):
        x = FIRST + index * across
        made.append(
            Text(x + 0.5, top, across - 1, LABELS, label, 8, 6.5, "semibold", "centre", "middle", what="target")
        )
    for number, entry in enumerate(entries):
        y = top + LABELS + number * high
        made.append(Line(0, y + high, wide, y + high, width=0.1, ink="faint"))
        made.append(Text(0.5, y, FIRST - 1, high, entry.attack, 8.5, 6.5, "semibold", across="middle", what="attack"))
        for index, cell in enumerate(entry.cells):
            made += _draw_cell(cell, (FIRST + index * across, y, across, high))
    return tuple(made)


def _draw_cell(cell: tuple[str, str, bool], place: tuple[float, float, float, float]) -> Boxes:
    first, others, best = cell
    x, y, wide, high = place
    upper = high * 0.56 if others else high
    frame = Rect(x + 0.4, y + 0.4, wide - 0.8, high - 0.8, 1, fill="tint", stroke="accent", width=0.3)
    main = Text(x, y, wide, upper, first, 10, 6.5, "bold", "centre", "middle", what="chance")
    below = Text(x, y + upper, wide, high - upper - 0.2, others, 7, 6.5, "regular", "centre", "middle", what="chances")
    return (*((frame,) if best else ()), main, *((below,) if others else ()))
