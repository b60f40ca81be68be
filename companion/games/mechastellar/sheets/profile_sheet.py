"""Profile sheets: a unit's block laid out as in the rulebook, with its figure and a damage track; up to four a page."""

from collections.abc import Callable, Sequence
from functools import partial

from companion.games.mechastellar.art import figure
from companion.games.mechastellar.model import ROMAN, TraitLine, pilot_title
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.sheets import damage_track
from companion.games.mechastellar.sheets.blocks import (
    StatBlock,
    cells,
    model_number,
    ship_values,
    single_uses,
    special_text,
    terms,
)
from companion.games.mechastellar.sheets.damage_track import CARD_BOX, CARD_LINE
from companion.printing.faces.boxes import Area, Box, Line, Rect, Text, Weight
from companion.printing.faces.card_pictures import own_picture
from companion.printing.faces.origins import origin
from companion.printing.faces.plates import in_window
from companion.printing.text.hyphens import loosen

Boxes = tuple[Box, ...]
Cells = tuple[tuple[str, str, float, str], ...]
"""Cells of a band, each with label, value, share of the width, and field of the profile."""

GAP = 6.0
"""The gap between two blocks on a page in mm, with the cut in its middle."""
MOST = 4
"""The most blocks on a page."""
FIGURE, LEAST_FIGURE = 36.0, 20.0
"""Width of the figure's column beside the tables, and its least height, in mm."""
LOOSE = 24.0
"""The most height in mm that a block gets beyond its need, so that a page is filled."""
BAND = 10.5
COMBAT = 14.0
HEADING = 5.0
ROW, SPECIAL = 5.2, 3.6
COLUMNS: tuple[tuple[str, float], ...] = (
    ("Weapons", 4.2),
    ("EQ Slots", 1.0),
    ("Range", 1.1),
    ("Attacks", 1.3),
    ("Close Range", 1.7),
    ("PEN", 0.9),
    ("DMG", 1.0),
)
_text = partial(Text, across="middle", leading=1)


def block_height(block: StatBlock, w: float) -> float:
    """Return the height in mm that a block needs at a width."""
    return BAND * 2 + COMBAT + max(_tables_height(block), LEAST_FIGURE) + _tracks_height(block, w) + 1


def _tracks_height(block: StatBlock, w: float) -> float:
    """Return the height in mm of the tracks and single use boxes of all models of a block."""
    track = 0.0 if block.hides("hp") else damage_track.sheet_height(block.full_hp, w - 3)
    uses = CARD_LINE if block.count and single_uses(block) else 0.0
    each = track + uses
    return each * max(1, len(block.models)) + 1.2 if each else 0.0


def _tracks(block: StatBlock, y: float, w: float) -> Boxes:
    """Return a track and single use boxes for each model of a block, numbered if there are several."""
    weapons = single_uses(block) if block.count else ()
    several = len(block.models) > 1
    boxes: list[Box] = []
    for model in block.models or ("",):
        number = model_number(model) if several else ""
        if not block.hides("hp"):
            boxes += damage_track.sheet_track(block.full_hp, 1.5, y, w - 3, number)
            y += damage_track.sheet_height(block.full_hp, w - 3)
        for n, name in enumerate(weapons):
            wide = (w - 3) / len(weapons)
            left, words = 1.5 + n * wide, f"{number} used: {name}".strip()
            boxes.append(Rect(left, y, CARD_BOX, CARD_BOX, stroke="ink", width=0.2))
            boxes.append(_text(left + CARD_BOX + 1, y, wide - CARD_BOX - 2, CARD_BOX, words, 7.5, what="once"))
        y += CARD_LINE if weapons else 0
    return tuple(boxes)


def _tables_height(block: StatBlock) -> float:
    rows = sum(_weapon_height(weapon) for weapon in (*block.weapons, *block.others))
    heads = HEADING * (1 + bool(block.others) + bool(block.traits))
    return heads + rows + SPECIAL * 1.25 * len(block.traits) + (5 if block.note else 0)


def _weapon_height(weapon: Weapon) -> float:
    return ROW + (SPECIAL if special_text(weapon) else 0)


def pages(blocks: Sequence[StatBlock]) -> Callable[[Area], tuple[Boxes, ...]]:
    """Return the function that makes the pages: blocks in order, as many on each page as fit, at most four."""

    def make(area: Area) -> tuple[Boxes, ...]:
        return tuple(_page(page, area) for page in _pack_pages(blocks, area))

    return make


def _pack_pages(blocks: Sequence[StatBlock], area: Area) -> list[list[StatBlock]]:
    packed: list[list[StatBlock]] = []
    room = 0.0
    for block in blocks:
        high = block_height(block, area.w)
        if not packed or len(packed[-1]) == MOST or high > room:
            packed.append([])
            room = area.h
        packed[-1].append(block)
        room -= high + GAP
    return packed


def _page(blocks: Sequence[StatBlock], area: Area) -> Boxes:
    """Return a page's blocks, each with an equal share of the spare height."""
    heights = [block_height(block, area.w) for block in blocks]
    spare = area.h - sum(heights) - GAP * (len(blocks) - 1)
    extra = min(spare / len(blocks), LOOSE)
    boxes: list[Box] = []
    top = 0.0
    for number, (block, high) in enumerate(zip(blocks, heights, strict=True)):
        if number:
            cut = top - GAP / 2
            boxes.append(Line(0, cut, area.w, cut, width=0.2, ink="soft", dash=(2, 1.5)))
        boxes += draw(block, top, area.w, min(high + extra, area.h))
        top += high + extra + GAP
    return tuple(boxes)


def draw(block: StatBlock, y: float, w: float, h: float) -> Boxes:
    """Return a block's boxes from height `y`, `w` wide and `h` high in mm; below its need, table rows get tighter."""
    tight = min(1.0, 1 - (block_height(block, w) - h) / _tables_height(block))
    top = y
    boxes: list[Box] = [*_head(block, top, w)]
    top += BAND
    boxes += _cells(block, (0, top, w, BAND), _build_stats(block), 11)
    top += BAND
    boxes += _cells(block, (0, top, w, COMBAT), _combat_stats(block), 17, "tint")
    top += COMBAT
    boxes += _tables(block, top, w - FIGURE, tight)
    end = y + h
    if tracks := _tracks_height(block, w):
        end -= tracks - 0.4
        boxes += _tracks(block, end, w)
    boxes += _figure(block, w - FIGURE, top, FIGURE, end - top - 0.8)
    return (*boxes, Rect(0, y, w, h, stroke="blue", width=0.4))


def _tables(block: StatBlock, top: float, w: float, tight: float) -> Boxes:
    """Return the tables of weapons, of offered weapons and of traits, then the note; `tight` shortens the rows."""
    boxes = [*_table(block, block.weapons, top, w, tight, COLUMNS[0][0])]
    top += (HEADING + sum(_weapon_height(weapon) for weapon in block.weapons)) * tight
    if block.others:
        boxes += _table(block, block.others, top, w, tight, "Instead, or for points")
        top += (HEADING + sum(_weapon_height(weapon) for weapon in block.others)) * tight
    if block.traits:
        boxes += _traits(block.traits, top, w, tight)
        top += (HEADING + SPECIAL * 1.25 * len(block.traits)) * tight
    if block.note:
        boxes.append(_text(1, top + 0.6, w - 2, 4.4 * tight, block.note, 7.5, ink="soft", what="note"))
    return tuple(boxes)


def _figure(block: StatBlock, x: float, y: float, w: float, h: float) -> Boxes:
    """Return the unit's figure on its ground, beside the tables."""
    ground = y + h - 1.5
    window = (x + 1, y + 1, w - 2, ground - 1.4 - y)
    picture = own_picture(block.profile, *window) or (
        in_window(figure(block.profile, block.weapons, block.level), *window),
    )
    return (Line(x + 2, ground, x + w - 2, ground, width=0.3, ink="blue"), *picture)


def _build_stats(block: StatBlock) -> Cells:
    profile = block.profile
    label, third = profile.third_stat
    # As in the rulebook's blocks, the number of a Size with a word is in the label.
    size = (f"Size {profile.size}", profile.size_label) if profile.size_label else ("Size", str(profile.size))
    return (
        ("", pilot_title(profile.type, block.level), 2.2, "pilot_level"),
        (label, third, 1.1, label.lower()),
        ("EQ Slots", str(profile.eq_slots), 1.0, "eq_slots"),
        (*size, 0.9, "size"),
        *((label, value, 1.0, name) for label, value, name in ship_values(profile)),
        ("Speed+", _plus(profile.speed_plus), 0.9, "speed_plus"),
        ("Armor+", _plus(profile.armor_plus), 0.9, "armor_plus"),
        ("Cost+", _plus(profile.cost_plus), 0.9, "cost_plus"),
    )


def _plus(value: int) -> str:
    """Return a build stat as printed below a heading that ends in +: 1, -3, or nothing for 0."""
    return "" if value == 0 else str(value)


def _combat_stats(block: StatBlock) -> Cells:
    profile = block.profile
    return (
        ("Sensors", f'{profile.sensors}"', 1.0, "sensors"),
        ("Move", f'{profile.move}"', 1.0, "move"),
        ("Actions", str(profile.actions), 1.0, "actions"),
        ("Shooting", str(profile.shooting), 1.0, "shooting"),
        ("Melee", f"{profile.melee}d10", 1.1, "melee"),
        ("Evade d10", f"{profile.evade:+d}", 1.0, "evade"),
        ("ARM Sv", f"{profile.arm_sv:+d}", 1.0, "arm_sv"),
        (*block.hp, 1.2, "hp"),
    )


def _head(block: StatBlock, y: float, w: float) -> Boxes:
    profile = block.profile
    cells = (
        ("Type", profile.type, 1.5, "type"),
        ("Role", profile.role, 1.3, "role"),
        ("Special", profile.special, 1.3, "special"),
        ("Performance", str(profile.performance), 1.1, "performance"),
        ("Frame", str(profile.frame), 0.8, "frame"),
        ("Points", str(block.points), 0.9, "points"),
    )
    wide = w * 0.36
    tag = f" [{profile.theatre}]" if profile.theatre else ""
    pilot = f"Pilot: {profile.pilot_name}" if profile.pilot_name else "Unit name"
    name = Text(2, y + 3.4, wide - 3, BAND - 3.8, loosen(block.name) + tag, 15, 7, "bold", across="middle", leading=1)
    small = _text(2, y + 0.6, wide - 3, 3, pilot, 6.5, ink="soft", what="label")
    return (small, name, *_cells(block, (wide, y, w - wide, BAND), cells, 11))


def _cells(
    block: StatBlock, band: tuple[float, float, float, float], cells: Cells, size: float, fill: str = ""
) -> Boxes:
    """Return the cells of a band (x, y, w, h), label above value."""
    x, y, w, h = band
    unit_width = w / sum(share for _, _, share, _ in cells)
    parts: list[Box] = [Rect(x, y, w, h, fill="tint" if fill else None, stroke="soft", width=0.15)]
    left = x
    for label, value, share, name in cells:
        wide = share * unit_width
        mark = block.profile.mark(name)
        number = "" if block.hides(name) else value
        if left > x:
            parts.append(Line(left, y, left, y + h, width=0.15, ink="soft"))
        top = 3.2 if label else 0.4
        if label:
            parts.append(
                _text(left + 0.4, y + 0.5, wide - 0.8, 3, label, 6.5, align="centre", ink="soft", what="label")
            )
        parts.append(
            _text(
                left + 0.6, y + top, wide - 1.2, h - top - 0.3, number, size, align="centre", weight="bold", what=name
            )
        )
        if number and mark.kind != "printed" and (size > 12 or name == "points"):
            parts += origin(mark.kind, left + wide - 2.6, y + h - 2.6, 2.0)
        left += wide
    return tuple(parts)


def _heading_ground(y: float, w: float, h: float) -> Rect:
    """Return the ground of a table's heading, a little below the line above it, which the ink saver keeps."""
    return Rect(0, y + 0.1, w, h - 0.1, fill="wash", stroke=None)


def _table(block: StatBlock, weapons: Sequence[Weapon], y: float, w: float, tight: float, title: str) -> Boxes:
    unit_width = w / sum(share for _, share in COLUMNS)
    boxes: list[Box] = [_heading_ground(y, w, HEADING * tight)]
    boxes += _table_row(y, HEADING * tight, unit_width, [title, *(name for name, _ in COLUMNS[1:])], 7.5, "semibold")
    top = y + HEADING * tight
    for weapon in weapons:
        name = f"{weapon.name} ({terms(weapon)})" if terms(weapon) else weapon.name
        boxes += _table_row(top, ROW * tight, unit_width, [name, *cells(block, weapon)], 9.5, "semibold")
        top += ROW * tight
        if words := special_text(weapon):
            high = SPECIAL * tight
            boxes.append(_text(4, top - 0.3, w - 5, high, words, 7.5, ink="soft", what="special"))
            top += high
        boxes.append(Line(0, top, w, top, width=0.1, ink="faint"))
    return tuple(boxes)


def _table_row(y: float, h: float, unit_width: float, cells: Sequence[str], size: float, weight: Weight) -> Boxes:
    boxes: list[Box] = []
    left = 0.0
    for i, (cell, (_, share)) in enumerate(zip(cells, COLUMNS, strict=True)):
        wide = share * unit_width
        if i:
            boxes.append(_text(left, y, wide, h, cell, size, align="centre", weight=weight, what="cell"))
        else:
            boxes.append(
                Text(1.5, y, wide - 2, h, cell, size, 6.5, "semibold", across="middle", leading=1, what="weapon")
            )
        left += wide
    return tuple(boxes)


def _traits(traits: Sequence[TraitLine], y: float, w: float, tight: float) -> Boxes:
    boxes: list[Box] = [
        _heading_ground(y, w, HEADING * tight),
        _text(1.5, y, w - 3, HEADING * tight, "Mecha and pilot traits", 7.5, weight="semibold", what="heading"),
    ]
    top, high = y + HEADING * tight, SPECIAL * 1.25 * tight
    for line in traits:
        level = f" {ROMAN[line.level]}" if line.level else ""
        head = f"{line.name} ({line.kind}{level}). {line.text}"
        boxes.append(_text(1.5, top, w - 3, high, head, 8, what="trait"))
        top += high
    return tuple(boxes)
