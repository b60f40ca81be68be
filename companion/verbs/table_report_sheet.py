"""The report of a finished table on paper, in columns: the result, the luck, the builds, the rolls, the story."""

from collections.abc import Iterable, Iterator
from itertools import accumulate

from companion.base.findings import InvalidInput
from companion.base.json_types import JsonMapping
from companion.game_system.system import GameSystem
from companion.printing.faces import portraits
from companion.printing.faces.boxes import Area, Group, Pages, Text, Weight
from companion.printing.text import fonts, page_columns
from companion.printing.text.fitting import cut_short
from companion.printing.text.page_columns import Block, Boxes, Row
from companion.verbs.table_report import NO_ROLLS, entry_words, roll_title, throw_words, undone_words, whose

SIZE, SMALL = 7.5, 7.0
GAP = 0.8
"""Space above a roll, in mm."""
PORTRAIT = 0.5
"""The scale of a portrait, 1 for its full size."""


def pages(game: GameSystem, answer: JsonMapping) -> Pages:
    """Return the report as pages."""
    blocks = tuple(block for block in _blocks(game, answer) if block.rows)

    def make(area: Area) -> tuple[Boxes, ...]:
        sides = page_columns.pages(blocks, area, _words(f"{game.title} · {answer['title']}"))
        return tuple(tuple(cut_short(box) if isinstance(box, Text) else box for box in side) for side in sides)

    return Pages("Report", make)


def _blocks(game: GameSystem, answer: JsonMapping) -> Iterator[Block]:
    names = [seat["name"] for seat in answer["seats"]]
    result = answer["result"]
    seats = [f"{seat['side']}: {seat['name']}" for seat in answer["seats"] if seat["side"] != seat["name"]]
    rulings = [f"Rulings: {answer['rulings']}"] if answer["rulings"] else []
    yield Block("Result", (_row(result["words"], "bold", 10), *_rows([result["why"], *seats, *rulings])))
    luck = [f"{names[one['seat']]}: {one['words']}" for one in answer["luck"]]
    yield Block("Was it the dice?", (*_rows(luck), _row(answer["method"] if luck else NO_ROLLS, size=SMALL)))
    for build in answer["builds"]:
        title = f"{names[build['seat']]}: {build['title']}"
        yield Block(_words(title), (*_portrait(game, build["document"]), *_rows(build["summary"].splitlines())))
    yield Block("Rolls", tuple(row for roll in answer["rolls"] for row in _roll(names, roll)))
    undone = [undone_words(answer["undone"])] if answer["undone"] else []
    story = (f"#{entry['number']} {entry_words(entry)}" for entry in answer["story"])
    yield Block("What happened", _rows([*story, *undone]))


def _roll(names: list[str], roll: JsonMapping) -> Iterator[Row]:
    """Yield a roll's title with its figures, which stay together, then its throws."""
    title = _row(f"#{roll['number']} {roll_title(roll)}{whose(names, roll)}", "semibold")
    yield _stack_rows((title, *_rows(f"{words}." for words in roll["words"])))
    yield from _rows(map(throw_words, roll["throws"]))


def _stack_rows(rows: tuple[Row, ...]) -> Row:
    def draw(x: float, y: float, w: float) -> Boxes:
        heights = accumulate((row.height(w) for row in rows), initial=y + GAP)
        return tuple(box for row, top in zip(rows, heights, strict=False) for box in row.draw(x, top, w))

    return Row(lambda w: GAP + sum(row.height(w) for row in rows), draw)


def _portrait(game: GameSystem, document: JsonMapping) -> tuple[Row, ...]:
    """Return a row with the portrait of a build's mechs; nothing for a build that cannot be read or has none."""
    try:
        figures = game.figures(*game.read_in_context(document))
    except InvalidInput:
        figures = ()
    if not figures:
        return ()
    boxes, high = portraits.portrait(figures), portraits.HEIGHT * PORTRAIT
    return (Row(lambda w: high, lambda x, y, w: (Group(boxes, x, y, scale=PORTRAIT),)),)


def _rows(lines: Iterable[str]) -> tuple[Row, ...]:
    return tuple(map(_row, lines))


def _row(line: str, weight: Weight = "regular", size: float = SIZE) -> Row:
    return page_columns.row(_words(line), size, {}, weight)


def _words(text: str) -> str:
    """Return text that can be printed; braces would be read as names of symbols."""
    return fonts.printable(text.replace("{", "(").replace("}", ")")) or "–"
