"""Profile sheets: a unit's block laid out as in the rulebook, with its figure and a damage track; up to four a page."""

from collections.abc import Callable, Sequence
from functools import partial

from companion.games.mechastellar.art import figure
from companion.games.mechastellar.model import ROMAN, Profile, TraitLine, pilot_title
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.sheets import damage_track
from companion.games.mechastellar.sheets.blocks import StatBlock, cells, model_number, ship, single_uses, special, terms
from companion.games.mechastellar.sheets.damage_track import CARD_BOX, CARD_LINE
from companion.printing.faces.boxes import Area, Box, Line, Rect, Text, Weight
from companion.printing.faces.card_pictures import own_picture
from companion.printing.faces.origins import origin
from companion.printing.faces.plates import in_window
from companion.printing.text.hyphens import loosen

Boxes = tuple[Box, ...]

GAP = 6.0
"""The gap between two blocks on a page in mm, with the cut in its middle."""
MOST = 4
"""The most blocks on a page."""
FIGURE, LEAST_FIGURE = 36.0, 20.0
"""Width of the column for a unit's figure beside its tables, and the least height in mm that it keeps."""
LOOSE = 24.0
"""The most height in mm that a block is given beyond what it needs, so that a page is filled."""
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


def tall(block: StatBlock, w: float) -> float:
    """Return the height in mm that a block needs in a width."""
    return BAND * 2 + COMBAT + max(_tables(block), LEAST_FIGURE) + _tracks_tall(block, w) + 1


def _tracks_tall(block: StatBlock, w: float) -> float:
    """Return the height in mm of a track for each unit of a block, and of the boxes of what it uses once."""
    track = 0.0 if block.hides("hp") else damage_track.sheet_height(block.full_hp, w - 3)
    uses = CARD_LINE if block.count and single_uses(block) else 0.0
    each = track + uses
    return each * max(1, len(block.models)) + 1.2 if each else 0.0


def _tracks(block: StatBlock, y: float, w: float) -> Boxes:
    """Return a track for each unit of a block, numbered where there are several, and a box for each single use."""
    once = single_uses(block) if block.count else ()
    several = len(block.models) > 1
    made: list[Box] = []
    for model in block.models or ("",):
        number = model_number(model) if several else ""
        if not block.hides("hp"):
            made += damage_track.sheet_track(block.full_hp, 1.5, y, w - 3, number)
            y += damage_track.sheet_height(block.full_hp, w - 3)
        for n, name in enumerate(once):
            wide = (w - 3) / len(once)
            left, words = 1.5 + n * wide, f"{number} used: {name}".strip()
            made.append(Rect(left, y, CARD_BOX, CARD_BOX, stroke="ink", width=0.2))
            made.append(_text(left + CARD_BOX + 1, y, wide - CARD_BOX - 2, CARD_BOX, words, 7.5, what="once"))
        y += CARD_LINE if once else 0
    return tuple(made)


def _tables(block: StatBlock) -> float:
    rows = sum(_tall(weapon) for weapon in (*block.weapons, *block.others))
    heads = HEADING * (1 + bool(block.others) + bool(block.traits))
    return heads + rows + SPECIAL * 1.25 * len(block.traits) + (5 if block.note else 0)


def _tall(weapon: Weapon) -> float:
    return ROW + (SPECIAL if special(weapon) else 0)


def pages(blocks: Sequence[StatBlock]) -> Callable[[Area], tuple[Boxes, ...]]:
    """Return the function that makes the pages: as many blocks on each as fit, in order, at most four."""

    def make(area: Area) -> tuple[Boxes, ...]:
        return tuple(_page(page, area) for page in _pack_pages(blocks, area))

    return make


def _pack_pages(blocks: Sequence[StatBlock], area: Area) -> list[list[StatBlock]]:
    made: list[list[StatBlock]] = []
    room = 0.0
    for block in blocks:
        high = tall(block, area.w)
        if not made or len(made[-1]) == MOST or high > room:
            made.append([])
            room = area.h
        made[-1].append(block)
        room -= high + GAP
    return made


def _page(blocks: Sequence[StatBlock], area: Area) -> Boxes:
    """Return a page's blocks, each given an equal share of the height that is left."""
    heights = [tall(block, area.w) for block in blocks]
    left = area.h - sum(heights) - GAP * (len(blocks) - 1)
    more = min(left / len(blocks), LOOSE)
    made: list[Box] = []
    top = 0.0
    for number, (block, high) in enumerate(zip(blocks, heights, strict=True)):
        if number:
            cut = top - GAP / 2
            made.append(Line(0, cut, area.w, cut, width=0.2, ink="soft", dash=(2, 1.5)))
        made += draw(block, top, area.w, min(high + more, area.h))
        top += high + more + GAP
    return tuple(made)


def draw(block: StatBlock, y: float, w: float, h: float) -> Boxes:
    """Return a block's boxes, as wide as the page and as high as told; long tables get tighter rows."""
    profile = block.profile
    needed = tall(block, w)
    tight = min(1.0, 1 - (needed - h) / _tables(block))
    wide = w - FIGURE
    top = y
    made: list[Box] = [*_head(block, top, w)]
    top += BAND
    label, third = profile.third_stat
    key = label.lower()
    made += _cells(
        block,
        (0, top, w, BAND),
        (
            ("", pilot_title(profile.type, block.level), 2.2, "pilot_level"),
            (label, third, 1.1, key),
            ("EQ Slots", str(profile.eq_slots), 1.0, "eq_slots"),
            _size(profile),
            *((label, value, 1.0, name) for label, value, name in ship(profile)),
            ("Speed+", _plus(profile.speed_plus), 0.9, "speed_plus"),
            ("Armor+", _plus(profile.armor_plus), 0.9, "armor_plus"),
            ("Cost+", _plus(profile.cost_plus), 0.9, "cost_plus"),
        ),
        11,
    )
    top += BAND
    made += _cells(block, (0, top, w, COMBAT), _combat(block), 17, "tint")
    top += COMBAT
    begin = top
    made += _table(block, block.weapons, top, wide, tight, COLUMNS[0][0])
    top += (HEADING + sum(_tall(weapon) for weapon in block.weapons)) * tight
    if block.others:
        made += _table(block, block.others, top, wide, tight, "Instead, or for points")
        top += (HEADING + sum(_tall(weapon) for weapon in block.others)) * tight
    if block.traits:
        made += _traits(block.traits, top, wide, tight)
        top += (HEADING + SPECIAL * 1.25 * len(block.traits)) * tight
    if block.note:
        made.append(_text(1, top + 0.6, wide - 2, 4.4 * tight, block.note, 7.5, ink="soft", what="note"))
    end = y + h
    if tracks := _tracks_tall(block, w):
        end -= tracks - 0.4
        made += _tracks(block, end, w)
    made += _figure(block, wide, begin, FIGURE, end - begin - 0.8)
    return (*made, Rect(0, y, w, h, stroke="blue", width=0.4))


def _figure(block: StatBlock, x: float, y: float, w: float, h: float) -> Boxes:
    """Return the unit's figure on its ground, beside the tables."""
    ground = y + h - 1.5
    window = (x + 1, y + 1, w - 2, ground - 1.4 - y)
    drawn = own_picture(block.profile, *window) or (
        in_window(figure(block.profile, block.weapons, block.level), *window),
    )
    return (Line(x + 2, ground, x + w - 2, ground, width=0.3, ink="blue"), *drawn)


def _size(profile: Profile) -> tuple[str, str, float, str]:
    """Return the cell of the Size: with a word for it the number stands in the label, as in the rulebook's blocks."""
    if profile.size_label:
        return f"Size {profile.size}", profile.size_label, 0.9, "size"
    return "Size", str(profile.size), 0.9, "size"


def _plus(value: int) -> str:
    """Return a build stat as the rulebook prints it below a heading that ends in +: 1, -3, or nothing."""
    return "" if value == 0 else str(value)


def _combat(block: StatBlock) -> tuple[tuple[str, str, float, str], ...]:
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


Cells = tuple[tuple[str, str, float, str], ...]


def _cells(
    block: StatBlock, band: tuple[float, float, float, float], cells: Cells, size: float, fill: str = ""
) -> Boxes:
    """Return a band (x, y, w, h) of cells, label above value; each is (label, value, share of the width, field)."""
    x, y, w, h = band
    unit = w / sum(share for _, _, share, _ in cells)
    made: list[Box] = [Rect(x, y, w, h, fill="tint" if fill else None, stroke="soft", width=0.15)]
    left = x
    for label, value, share, name in cells:
        wide = share * unit
        mark = block.profile.mark(name)
        shown = "" if block.hides(name) else value
        if left > x:
            made.append(Line(left, y, left, y + h, width=0.15, ink="soft"))
        top = 3.2 if label else 0.4
        if label:
            made.append(_text(left + 0.4, y + 0.5, wide - 0.8, 3, label, 6.5, align="centre", ink="soft", what="label"))
        made.append(
            _text(left + 0.6, y + top, wide - 1.2, h - top - 0.3, shown, size, align="centre", weight="bold", what=name)
        )
        if shown and mark.kind != "printed" and (size > 12 or name == "points"):
            made += origin(mark.kind, left + wide - 2.6, y + h - 2.6, 2.0)
        left += wide
    return tuple(made)


def _heading_ground(y: float, w: float, h: float) -> Rect:
    """Return the ground of a table's heading; it leaves the line above it whole, which is all the ink saver draws."""
    return Rect(0, y + 0.1, w, h - 0.1, fill="wash", stroke=None)


def _table(block: StatBlock, weapons: Sequence[Weapon], y: float, w: float, tight: float, title: str) -> Boxes:
    unit = w / sum(share for _, share in COLUMNS)
    made: list[Box] = [_heading_ground(y, w, HEADING * tight)]
    made += _line(y, HEADING * tight, unit, [title, *(name for name, _ in COLUMNS[1:])], 7.5, "semibold")
    top = y + HEADING * tight
    for weapon in weapons:
        made += _line(top, ROW * tight, unit, _row(block, weapon), 9.5, "semibold")
        top += ROW * tight
        if words := special(weapon):
            high = SPECIAL * tight
            made.append(_text(4, top - 0.3, w - 5, high, words, 7.5, ink="soft", what="special"))
            top += high
        made.append(Line(0, top, w, top, width=0.1, ink="faint"))
    return tuple(made)


def _row(block: StatBlock, weapon: Weapon) -> list[str]:
    told = terms(weapon)
    return [f"{weapon.name} ({told})" if told else weapon.name, *cells(block, weapon)]


def _line(y: float, h: float, unit: float, cells: Sequence[str], size: float, weight: Weight) -> Boxes:
    made: list[Box] = []
    left = 0.0
    for i, (cell, (_, share)) in enumerate(zip(cells, COLUMNS, strict=True)):
        wide = share * unit
        if i:
            made.append(_text(left, y, wide, h, cell, size, align="centre", weight=weight, what="cell"))
        else:
            made.append(
                Text(1.5, y, wide - 2, h, cell, size, 6.5, "semibold", across="middle", leading=1, what="weapon")
            )
        left += wide
    return tuple(made)


def _traits(traits: Sequence[TraitLine], y: float, w: float, tight: float) -> Boxes:
    made: list[Box] = [
        _heading_ground(y, w, HEADING * tight),
        _text(1.5, y, w - 3, HEADING * tight, "Mecha and pilot traits", 7.5, weight="semibold", what="heading"),
    ]
    top, high = y + HEADING * tight, SPECIAL * 1.25 * tight
    for line in traits:
        level = f" {ROMAN[line.level]}" if line.level else ""
        head = f"{line.name} ({line.kind}{level}). {line.text}"
        made.append(_text(1.5, top, w - 3, high, head, 8, what="trait"))
        top += high
    return tuple(made)
