"""The mech sheet: a Mech's grid with its parts, and boxes to tick in play.

Grids of at most four columns are drawn as grids; larger ones, and slots too full for a page, as a map and columns.
"""

from collections.abc import Callable, Mapping

from companion.gamekit.contract import PrintSource
from companion.games.techniconica.art import figures
from companion.games.techniconica.art.mech import parts
from companion.games.techniconica.model import Mech, Part, Slot, Squad
from companion.games.techniconica.rules.assembly import Assembly, assemble_squad, mech_name
from companion.games.techniconica.sheets.mech_cells import NOTHING, empty_rows, rows
from companion.games.techniconica.sheets.mech_head import HEAD, head, meters, notes, pilot, portrait
from companion.printing.faces.boxes import Area, Box, Group, Rect, Text
from companion.printing.faces.origins import INLINE
from companion.printing.text import page_columns
from companion.printing.text.page_columns import Block, Boxes, Row

_TOP = 56.0
"""Top of the grid on the first page, in mm."""
_NOTES = 12.0
_PAD = 1.6
_GUTTER = 1.6
_MOST_COLUMNS = 4
_MAP_ROW = 9.0
_MOST_KEPT = 90.0
"""The greatest height at which a part's rows stay together in a column."""
_MOST_AIR = 34.0
"""Extra height that a slot may get for a picture."""
_PICTURE = (40.0, 27.0)
"""Width and height of a picture at full size."""
_LEAST_SCALE = 0.55

Cells = dict[Slot, tuple[Row, ...]]


def pages(source: PrintSource) -> Callable[[Area], tuple[Boxes, ...]]:
    """Return the functions that make the pages of each Mech of a squad; an empty sheet if there is none."""
    build = source.build if isinstance(source.build, Squad) else None
    assemblies = assemble_squad(build, source.context.catalogue) if build else ()
    blank = source.unknown == "blank"
    drawings = figures(build, source.context) if build else ()

    def make(area: Area) -> tuple[Boxes, ...]:
        if not assemblies or build is None:
            return _mech_pages(None, "", "", area, blank, ())
        return tuple(
            page
            for index, assembly in enumerate(assemblies)
            for page in _mech_pages(
                assembly,
                mech_name(assembly.mech, index),
                build.title,
                area,
                blank,
                drawings[index].boxes,
                source.losses.get(index, NOTHING),
            )
        )

    return make


def _mech_pages(
    assembly: Assembly | None,
    called: str,
    title: str,
    area: Area,
    blank: bool,
    figure: Boxes,
    damage: Mapping[str, int] = NOTHING,
) -> tuple[Boxes, ...]:
    mech = assembly.mech if assembly else Mech()
    cells = _cells(assembly, mech, blank, damage)
    columns = mech.grid[1]
    picture, room = portrait(figure, area)
    first_page = (
        *head(called, title, area),
        *picture,
        *meters(assembly, room, blank),
        *pilot(assembly, room, area, blank, damage),
    )
    first_page = (*first_page, *notes(area))
    width = (area.w - (columns - 1) * _GUTTER) / columns
    heights = [_row_height(cells, mech, row, width) for row in range(1, mech.grid[0] + 1)]
    outside = [mount for mount in assembly.mounts if mount.slot and mount.slot not in cells] if assembly else []
    if columns > _MOST_COLUMNS or max(heights) > area.h - _TOP - _NOTES or outside or _has_shared_slot(assembly):
        plan = _join(first_page, _map(mech, assembly, area))
        return _list_pages(plan, assembly, _TOP + mech.grid[0] * _MAP_ROW + 3, area, blank, damage)
    pictures = {mount.slot: mount.card for mount in assembly.mounts} if assembly else {}
    further_head = (*head(f"{called}, continued", title, area), *notes(area))
    return _grid_pages((first_page, further_head), mech, cells, heights, area, pictures)


def _has_shared_slot(assembly: Assembly | None) -> bool:
    """Whether two parts are in one slot."""
    slots = [mount.slot for mount in assembly.mounts if mount.slot] if assembly else []
    return len(set(slots)) < len(slots)


def _join(*parts: Boxes) -> Boxes:
    return tuple(box for part in parts for box in part)


def _cells(assembly: Assembly | None, mech: Mech, blank: bool, damage: Mapping[str, int]) -> Cells:
    fixed = {mech.centre: "Cockpit", mech.below: "Locomotor"}
    slots = [(r, c) for r in range(1, mech.grid[0] + 1) for c in range(1, mech.grid[1] + 1)]
    if assembly is None:
        return {slot: empty_rows(fixed.get(slot, "Weapon or Power Plant")) for slot in slots}
    rows_by_slot = {mount.slot: rows(mount, blank, damage) for mount in assembly.mounts if mount.slot}
    return {
        slot: rows_by_slot.get(slot, (page_columns.row(_empty_slot_words(slot, fixed), 6.5, INLINE),)) for slot in slots
    }


def _empty_slot_words(slot: Slot, fixed: dict[Slot, str]) -> str:
    state = f"no {fixed[slot]}" if slot in fixed else "free"
    return f"slot {slot[0]},{slot[1]} · {state}"


def _row_height(cells: Cells, mech: Mech, row: int, width: float) -> float:
    inner = width - 2 * _PAD
    height = max(sum(piece.height(inner) for piece in cells[row, column]) for column in range(1, mech.grid[1] + 1))
    return height + 2 * _PAD


def _grid_pages(
    heads: tuple[Boxes, Boxes],
    mech: Mech,
    cells: Cells,
    heights: list[float],
    area: Area,
    pictures: dict[Slot | None, Part],
) -> tuple[Boxes, ...]:
    """Return the pages of a grid drawn as a grid; rows that do not fit go on to the next page.

    `heads` are the other boxes of the first page, and of each further page.
    """
    columns = mech.grid[1]
    width = (area.w - (columns - 1) * _GUTTER) / columns
    sheet: list[list[Box]] = [list(heads[0])]
    y = _TOP
    spare = area.h - _TOP - _NOTES - sum(heights) - (len(heights) - 1) * _GUTTER
    extra = min(max(0.0, spare / len(heights)), _MOST_AIR)
    for row, height in enumerate(heights, 1):
        high = height + extra
        if y + high > area.h - _NOTES + 1e-6:
            sheet.append(list(heads[1]))
            y = HEAD + 2
        for column in range(1, columns + 1):
            x = (column - 1) * (width + _GUTTER)
            sheet[-1] += _draw_slot(cells[row, column], x, y, width, high, (row, column) == mech.centre)
            card = pictures.get((row, column))
            sheet[-1] += _picture(card, cells[row, column], x, y, width, high) if card else ()
        y += high + _GUTTER
    return tuple(map(tuple, sheet))


def _draw_slot(content: tuple[Row, ...], x: float, y: float, w: float, h: float, centre: bool) -> Boxes:
    boxes: list[Box] = [Rect(x, y, w, h, radius=1, stroke="blue", width=0.6 if centre else 0.3)]
    top = y + _PAD
    for piece in content:
        boxes += piece.draw(x + _PAD, top, w - 2 * _PAD)
        top += piece.height(w - 2 * _PAD)
    return tuple(boxes)


def _picture(card: Part, content: tuple[Row, ...], x: float, y: float, w: float, h: float) -> Boxes:
    """Return the part's picture at the foot of its slot, if there is room."""
    room = h - 2 * _PAD - sum(piece.height(w - 2 * _PAD) for piece in content)
    scale = min((w - 2 * _PAD) / _PICTURE[0], room / _PICTURE[1], 1.0)
    if scale < _LEAST_SCALE:
        return ()
    picture = parts.drawing(card, *_PICTURE)
    return (Group(picture, x + w / 2, y + h - _PAD - scale * _PICTURE[1] / 2, scale=scale),)


def _map(mech: Mech, assembly: Assembly | None, area: Area) -> Boxes:
    """Return a small plan of the grid: each slot with the kind of part in it."""
    rows_, columns = mech.grid
    w, h = area.w / columns, _MAP_ROW
    cards = {mount.slot: mount.card for mount in assembly.mounts if mount.slot} if assembly else {}
    boxes: list[Box] = []
    for row in range(1, rows_ + 1):
        for column in range(1, columns + 1):
            x, y = (column - 1) * w, (row - 1) * h
            card = cards.get((row, column))
            boxes.append(Rect(x, y, w, h, stroke="blue", width=0.3, fill="tint" if card else None))
            words = f"{row},{column}" + (f"\n{card.type}" if card else "")
            boxes.append(
                Text(x + 0.6, y + 0.6, w - 1.2, h - 1.2, words, 8, 6.5, "semibold", "centre", "middle", what="slot")
            )
    return (Group(tuple(boxes), 0, _TOP),)


def _list_pages(
    first: Boxes, assembly: Assembly | None, top: float, area: Area, blank: bool, damage: Mapping[str, int]
) -> tuple[Boxes, ...]:
    """Return the parts in columns, for grids that cannot be drawn as grids; below the plan if they fit there."""
    mounts = [mount for mount in assembly.mounts if mount.slot] if assembly else []
    width = (area.w - (page_columns.COLUMNS - 1) * page_columns.GUTTER) / page_columns.COLUMNS
    blocks = tuple(
        Block(",".join(map(str, mount.slot or ())), _keep_rows_together(rows(mount, blank, damage), width))
        for mount in mounts
    )
    if not blocks:
        return (first,)
    columns = page_columns.pages(blocks, Area(area.w, area.h - top - _NOTES), "Parts by slot")
    if len(columns) == 1:
        return (_join(first, (Group(columns[0], 0, top),)),)
    return (first, *page_columns.pages(blocks, area, "Parts by slot"))


def _keep_rows_together(content: tuple[Row, ...], width: float) -> tuple[Row, ...]:
    """Return a part's rows joined, so that no column splits them; unjoined if they are too high."""

    def height(w: float) -> float:
        return sum(piece.height(w) for piece in content)

    def draw(x: float, y: float, w: float) -> Boxes:
        boxes: list[Box] = []
        for piece in content:
            boxes += piece.draw(x, y, w)
            y += piece.height(w)
        return tuple(boxes)

    return (Row(height, draw),) if height(width) <= _MOST_KEPT else content
