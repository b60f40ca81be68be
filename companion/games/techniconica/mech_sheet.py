"""The mech sheet, a room of its own beside the other kits: a Mech's grid as assembled, with all that is ticked off.

Grids of at most four columns are drawn as they lie; larger ones, and slots too full for a page, have a map and columns.
"""

from collections.abc import Callable

from companion.games.techniconica import card_art
from companion.games.techniconica.assembly import Assembly, Mount, name, squad
from companion.games.techniconica.mech_cells import empty_rows, rows, ticks
from companion.games.techniconica.model import STATS, Mech, Part, Slot, Squad, Stat
from companion.games.techniconica.special_rules import written
from companion.printing import flow
from companion.printing.boxes import Area, Box, Group, Ink, Line, Rect, Text
from companion.printing.flow import Block, Boxes, Row
from companion.printing.origins import INLINE
from companion.system import Order

_HEAD = 8.0
_TOP = 56.0
"""Where the grid begins on the first page."""
_NOTES = 12.0
_PAD = 1.6
_GUTTER = 1.6
_MOST_COLUMNS = 4
_ROUNDS = 10
_MAP_ROW = 9.0
_PILOT: tuple[Stat, ...] = ("ac", "fo", "bt", "rr")
_MOST_SEGMENTS = 30
_MOST_AIR = 34.0
"""How much higher than it must be a slot may be, for a picture."""
_PICTURE = (40.0, 27.0)
"""Width and height of a picture at full size."""
_LEAST_SCALE = 0.55

Cells = dict[Slot, tuple[Row, ...]]


def pages(order: Order) -> Callable[[Area], tuple[Boxes, ...]]:
    """Return what makes a page or more for each Mech of a squad; an empty sheet where there is none."""
    build = order.build if isinstance(order.build, Squad) else None
    made = squad(build, order.setting.catalogue) if build else ()
    blank = order.unknown == "blank"

    def make(area: Area) -> tuple[Boxes, ...]:
        if not made or build is None:
            return _mech(None, "", "", area, blank)
        return tuple(
            page
            for index, one in enumerate(made)
            for page in _mech(one, name(one.mech, index), build.title, area, blank)
        )

    return make


def _mech(made: Assembly | None, called: str, title: str, area: Area, blank: bool) -> tuple[Boxes, ...]:
    mech = made.mech if made else Mech()
    cells = _cells(made, mech, blank)
    columns = mech.grid[1]
    first = (*_head(called, title, area), *_meters(made, area, blank), *_pilot(made, area, blank), *_notes(area))
    width = (area.w - (columns - 1) * _GUTTER) / columns
    heights = [_row_height(cells, mech, row, width) for row in range(1, mech.grid[0] + 1)]
    outside = [mount for mount in made.mounts if mount.slot and mount.slot not in cells] if made else []
    if columns > _MOST_COLUMNS or max(heights) > area.h - _TOP - _NOTES or outside or _doubled(made):
        return _listed(_join(first, _map(mech, made, area)), made, _TOP + mech.grid[0] * _MAP_ROW + 3, area, blank)
    pictures = {mount.slot: mount.card for mount in made.mounts} if made else {}
    return _gridded(first, called, title, mech, cells, heights, area, pictures)


def _doubled(made: Assembly | None) -> bool:
    """Whether two parts stand in one slot."""
    slots = [mount.slot for mount in made.mounts if mount.slot] if made else []
    return len(set(slots)) < len(slots)


def _join(*parts: Boxes) -> Boxes:
    return tuple(box for part in parts for box in part)


def _cells(made: Assembly | None, mech: Mech, blank: bool) -> Cells:
    fixed = {mech.centre: "Cockpit", mech.below: "Locomotor"}
    every = [(r, c) for r in range(1, mech.grid[0] + 1) for c in range(1, mech.grid[1] + 1)]
    if made is None:
        return {slot: empty_rows(fixed.get(slot, "Weapon or Power Plant")) for slot in every}
    held = {mount.slot: rows(mount, blank) for mount in made.mounts if mount.slot}
    return {slot: held.get(slot, (flow.row(_free(slot, fixed), 6.5, INLINE),)) for slot in every}


def _free(slot: Slot, fixed: dict[Slot, str]) -> str:
    what = f"no {fixed[slot]}" if slot in fixed else "free"
    return f"slot {slot[0]},{slot[1]} · {what}"


def _row_height(cells: Cells, mech: Mech, row: int, width: float) -> float:
    inner = width - 2 * _PAD
    tall = max(sum(piece.height(inner) for piece in cells[row, column]) for column in range(1, mech.grid[1] + 1))
    return tall + 2 * _PAD


def _gridded(
    first: Boxes,
    called: str,
    title: str,
    mech: Mech,
    cells: Cells,
    heights: list[float],
    area: Area,
    pictures: dict[Slot | None, Part],
) -> tuple[Boxes, ...]:
    """Return the pages of a grid as it lies; rows that are left go on to a next page."""
    columns = mech.grid[1]
    width = (area.w - (columns - 1) * _GUTTER) / columns
    made: list[list[Box]] = [list(first)]
    y = _TOP
    spare = area.h - _TOP - _NOTES - sum(heights) - (len(heights) - 1) * _GUTTER
    more = min(max(0.0, spare / len(heights)), _MOST_AIR)
    for row, tall in enumerate(heights, 1):
        high = tall + more
        if y + high > area.h - _NOTES + 1e-6:
            made.append([*_head(f"{called}, continued", title, area), *_notes(area)])
            y = _HEAD + 2
        for column in range(1, columns + 1):
            x = (column - 1) * (width + _GUTTER)
            made[-1] += _cell(cells[row, column], x, y, width, high, (row, column) == mech.centre)
            card = pictures.get((row, column))
            made[-1] += _picture(card, cells[row, column], x, y, width, high) if card else ()
        y += high + _GUTTER
    return tuple(map(tuple, made))


def _cell(content: tuple[Row, ...], x: float, y: float, w: float, h: float, centre: bool) -> Boxes:
    made: list[Box] = [Rect(x, y, w, h, radius=1, stroke="blue", width=0.6 if centre else 0.3)]
    top = y + _PAD
    for piece in content:
        made += piece.draw(x + _PAD, top, w - 2 * _PAD)
        top += piece.height(w - 2 * _PAD)
    return tuple(made)


def _picture(card: Part, content: tuple[Row, ...], x: float, y: float, w: float, h: float) -> Boxes:
    """Return the part's picture at the foot of its slot, if there is room."""
    free = h - 2 * _PAD - sum(piece.height(w - 2 * _PAD) for piece in content)
    scale = min((w - 2 * _PAD) / _PICTURE[0], free / _PICTURE[1], 1.0)
    if scale < _LEAST_SCALE:
        return ()
    return (Group(card_art.drawing(card), x + w / 2, y + h - _PAD - scale * _PICTURE[1] / 2, scale=scale),)


def _head(called: str, title: str, area: Area) -> Boxes:
    half = area.w * 0.6
    right = f"Techniconica · mech sheet · {title}" if title else "Techniconica · mech sheet"
    return (
        Text(
            0,
            0,
            half,
            6.4,
            called or "Mech",
            15,
            7,
            "bold",
            ink="ink" if called else "soft",
            across="middle",
            leading=1,
            what="mech",
        ),
        Text(
            half, 0, area.w - half, 6.4, right, 8, 6, align="right", ink="soft", across="middle", leading=1, what="head"
        ),
        Line(0, _HEAD - 1, area.w, _HEAD - 1, width=0.4, ink="blue"),
    )


def _meters(made: Assembly | None, area: Area, blank: bool) -> Boxes:
    known = made if made and not (blank and any(card.mark("default").kind == "house" for card in made.cards)) else None
    wide = (area.w - 30 - 8) / 2
    weight, power = ("Weight", "Power")
    if known:
        weight += f" · {known.over} over" if known.over else f" · {known.max_weight - known.weight} to spare"
        power += f" · {known.short} missing" if known.short else f" · {known.output - known.consumption} to spare"
    speed = str(known.speed) if known else ""
    return (
        *_meter(0, wide, weight, known.weight if known else None, known.max_weight if known else None),
        *_meter(wide + 4, wide, power, known.consumption if known else None, known.output if known else None),
        Rect(area.w - 30, 10, 30, 13, radius=1, fill="tint", stroke=None),
        Text(area.w - 29, 10.6, 14, 4, "SP", 8, 6, "semibold", ink="soft", what="label"),
        Text(area.w - 29, 14.6, 14, 7, "Speed", 7, 6, ink="soft", what="label"),
        Text(area.w - 16, 10, 15, 13, speed, 24, 12, "bold", "right", "middle", leading=1, what="Speed"),
    )


def _meter(x: float, w: float, label: str, used: int | None, most: int | None) -> Boxes:
    """Return a meter: what is used of how much, in figures and as a bar."""
    figures = f"{used} of {most}" if used is not None else "____ of ____"
    top = max(used or 0, most or 0)
    share = (used or 0) / top if top else 0.0
    limit = (most or 0) / top if top else 1.0
    over: Ink = "accent" if (used or 0) > (most or 0) else "blue"
    cuts = tuple(
        Line(x + w * i / top, 18.2, x + w * i / top, 23, width=0.15, ink="faint")
        for i in range(1, top)
        if top <= _MOST_SEGMENTS
    )
    return (
        Text(x, 10, w - 26, 6.6, label, 9, 6, "semibold", ink="soft", across="middle", what="label"),
        Text(x + w - 30, 9.6, 30, 7.4, figures, 15, 8, "bold", "right", "middle", leading=1, what=label.split(" ")[0]),
        *((Rect(x, 18.2, w * share, 4.8, fill="tint", stroke=None),) if share else ()),
        *cuts,
        Rect(x, 18.2, w, 4.8, width=0.3, stroke="blue"),
        *((Line(x + w * limit, 17.4, x + w * limit, 23.8, width=0.7, ink=over),) if top else ()),
    )


def _pilot(made: Assembly | None, area: Area, blank: bool) -> Boxes:
    mount = made.at("pilot") if made else None
    y, each = 26.0, 15.0
    left = area.w - len(_PILOT) * (each + 1.6) + 1.6
    called = mount.card.name if mount else ""
    figures = [_pilot_figure(made, mount, stat, blank) for stat in _PILOT]
    rules = ", ".join(map(written, mount.card.rules)) if mount else ""
    note = (
        "Bottle Test: more than BT points from one attack, a Base Part lost, or Frightening. D10 at most FO passes; a "
        "1 always."
    )
    boxes: list[Box] = [
        Text(0, y, 12, 4, "Pilot", 8, 6, "semibold", ink="soft", what="label"),
        Text(12, y - 1, left - 16, 6, called, 12, 7, "bold", across="middle", leading=1, what="Pilot"),
        Line(12, y + 5.2, left - 4, y + 5.2, width=0.2, ink="faint"),
        Text(12, y + 6, left - 16, 3.4, rules, 7.5, 6, what="special rules"),
        Text(0, y + 9.6, left - 4, 5.6, note, 7, 6, ink="soft", what="morale"),
    ]
    for i, (stat, figure) in enumerate(zip(_PILOT, figures, strict=True)):
        x = left + i * (each + 1.6)
        boxes += [
            Rect(x, y - 1, each, 15.4, radius=1, fill="tint", stroke=None),
            Text(
                x + 1, y - 0.6, each - 2, 3.4, stat.upper(), 8, 6, "semibold", align="centre", ink="soft", what="label"
            ),
            Text(x + 1, y + 2.6, each - 2, 8, figure, 19, 10, "bold", "centre", "middle", leading=1, what=stat.upper()),
            Text(x, y + 10.8, each, 3, STATS[stat], 6, 6, align="centre", ink="soft", leading=1, what="label"),
        ]
    return (*boxes, *_tracks(figures[-1], area, y + 17.4))


def _pilot_figure(made: Assembly | None, mount: Mount | None, stat: Stat, blank: bool) -> str:
    if made is None or mount is None or getattr(mount.card, stat, None) is None:
        return ""
    return "" if blank and mount.card.mark(stat).kind == "house" else str(made.pilots(stat))


def _tracks(re_rolls: str, area: Area, y: float) -> Boxes:
    """Return what changes in play: Re-Rolls, Aim, Evade, Hold, Low Power, weight, and Rounds acted in."""
    count = int(re_rolls) if re_rolls else None
    shown = min(count, 6) if count is not None else 4
    groups: list[tuple[str, int]] = [
        ("Re-Rolls", shown),
        ("Aim", 1),
        ("Evade", 1),
        ("Hold", 2),
        ("Low Power", 1),
        ("Round", _ROUNDS),
    ]
    words = {"Re-Rolls": 12.0, "Aim": 6.5, "Evade": 9.0, "Hold": 8.0, "Low Power": 15.0, "Round": 10.0}
    widths = [words[label] + ticks_of(boxes) for label, boxes in groups]
    gap = (area.w - sum(widths)) / (len(groups) - 1)
    made: list[Box] = []
    x = 0.0
    for (label, boxes), wide in zip(groups, widths, strict=True):
        many = label == "Re-Rolls" and count is not None and count > shown
        made.append(
            Text(
                x,
                y,
                words[label],
                5,
                f"{label} {count}" if many else label,
                8,
                6,
                "semibold",
                across="middle",
                leading=1,
                what="track",
            )
        )
        made += ticks(x + words[label], y, boxes)
        x += wide + gap
    return tuple(made)


def ticks_of(count: int) -> float:
    """Return the width of boxes with the label's gap."""
    return count * 5.6 + max(0, (count - 1) // 5) * 1.4 - 0.6


def _notes(area: Area) -> Boxes:
    words = (
        "Damage goes to Shields, then Armour, then the Base Part. Out of play without Cockpit, without Power Plants or "
        "without Weapons. Low Power: Speed 0 when attacked, Accuracy halved and rounded up, no Evade, no Charge, "
        "Support that draws power stops. A part lost: cross out its slot, check power, take one Bottle Test an attack."
    )
    return (Text(0, area.h - 8, area.w, 8, words, 7.5, 6, ink="soft", what="notes"),)


def _map(mech: Mech, made: Assembly | None, area: Area) -> Boxes:
    """Return a small plan of the grid: each slot with the kind of part in it."""
    rows_, columns = mech.grid
    w, h = area.w / columns, _MAP_ROW
    held = {mount.slot: mount.card for mount in made.mounts if mount.slot} if made else {}
    boxes: list[Box] = []
    for row in range(1, rows_ + 1):
        for column in range(1, columns + 1):
            x, y = (column - 1) * w, (row - 1) * h
            card = held.get((row, column))
            boxes.append(Rect(x, y, w, h, stroke="blue", width=0.3, fill="tint" if card else None))
            words = f"{row},{column}" + (f"\n{card.type}" if card else "")
            boxes.append(
                Text(x + 0.6, y + 0.6, w - 1.2, h - 1.2, words, 8, 6, "semibold", "centre", "middle", what="slot")
            )
    return (Group(tuple(boxes), 0, _TOP),)


def _listed(first: Boxes, made: Assembly | None, top: float, area: Area, blank: bool) -> tuple[Boxes, ...]:
    """Return the parts in columns, for grids that cannot be drawn as they lie: below the plan if there is room."""
    mounts = [mount for mount in made.mounts if mount.slot] if made else []
    blocks = tuple(Block(",".join(map(str, mount.slot or ())), rows(mount, blank)) for mount in mounts)
    if not blocks:
        return (first,)
    below = flow.pages(blocks, Area(area.w, area.h - top - _NOTES), "Parts by slot")
    if len(below) == 1:
        return (_join(first, (Group(below[0], 0, top),)),)
    return (first, *flow.pages(blocks, area, "Parts by slot"))
