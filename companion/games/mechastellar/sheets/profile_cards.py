"""Profile cards: a unit on a tarot card with large stats, its weapon table, its figure and a damage track.

If not everything fits, words about offered weapons go first, then words about weapons, then the track; the card's foot
then points to the profile sheet, which has all of it.
"""

from companion.games.mechastellar.art import figure
from companion.games.mechastellar.model import Profile, pilot_title
from companion.games.mechastellar.sheets import card_table, damage_track
from companion.games.mechastellar.sheets.blocks import StatBlock, legend, single_uses
from companion.games.mechastellar.sheets.card_table import CardTable
from companion.games.mechastellar.sheets.damage_track import CARD_BOX, CARD_LINE
from companion.printing.faces.boxes import Box, Face, Format, Line, Piece, Rect, Text
from companion.printing.faces.card_pictures import own_picture
from companion.printing.faces.origins import INLINE, origin
from companion.printing.faces.plates import in_window
from companion.printing.text import page_columns
from companion.printing.text.hyphens import loosen

TAROT = Format("tarot", 70, 120)
LEFT = TAROT.safe
WIDE = TAROT.w - 2 * TAROT.safe
FIGURE = 22.8
"""Side in mm of the square of the figure, beside the name."""
TOP_OF_STATS, STAT = 26.4, 9.3
"""Top of the stats, and the height of one of their two rows, in mm."""
TOP_OF_TABLE, END = TOP_OF_STATS + 2 * STAT + 0.8, 112.8
"""Top of the weapon table, and bottom of the legend, in mm."""
LEGEND = 6.5
"""Size of the legend of codes in points."""
NOTE = 6.5
"""Distance between two lines for notes in mm."""


def piece(block: StatBlock, key: str, number: str) -> Piece:
    """Return the card of a profile or of a list's unit as equipped; `number` is its place in the deck, `2 of 14`."""
    about = f"{block.name}: {block.profile.type}, {block.points} points, {len(block.weapons)} weapons."
    return Piece(
        id=key, name=block.name, face=Face(_face(block, number)), about=about, origin=block.profile.mark("default").kind
    )


def _face(block: StatBlock, number: str) -> tuple[Box, ...]:
    lower_half, complete = _lower_half(block)
    return (*_head(block), *_stats(block), *lower_half, *_foot(block.profile, number, complete))


def _head(block: StatBlock) -> tuple[Box, ...]:
    card = block.profile
    kind = ", ".join(part for part in (card.type, card.role, card.special) if part)
    tag = f" [{card.theatre}]" if card.theatre else ""
    points = "" if block.hides("points") else f"{block.points}"
    name = loosen(block.name) + tag
    wide = WIDE - FIGURE - 1.5
    left = LEFT + WIDE - FIGURE
    picture = own_picture(card, left + 0.3, 3.3, FIGURE - 0.6, FIGURE - 0.6) or (
        in_window(figure(card, block.weapons, block.level), left + 0.6, 3.4, FIGURE - 1.2, FIGURE - 1.4),
    )
    return (
        Text(LEFT, 3, wide, 9.4, name, 14, 6.5, "bold", ink="blue", across="middle", leading=1, what="name"),
        Text(LEFT, 12.4, wide, 3.4, kind, 8.5, 6.5, "semibold", leading=1, what="type"),
        page_columns.text(LEFT, 15.7, wide, 5.8, _build_words(block), 7.5, ink="soft", what="build"),
        Text(LEFT, 21.4, 13, 4.9, points, 13, 8, "bold", across="middle", leading=1, what="points"),
        Text(LEFT + 9, 21.4, 12, 4.9, "points", 8, 6.5, across="middle", ink="soft", leading=1, what="label"),
        *(origin(card.mark("points").kind, LEFT + 18, 22.8, 2.2) if points else ()),
        Rect(left, 3, FIGURE, FIGURE, fill="wash", stroke=None),
        *picture,
        Line(left, 3 + FIGURE, left + FIGURE, 3 + FIGURE, 0.3, "blue"),
    )


def _build_words(block: StatBlock) -> str:
    card = block.profile
    label, value = card.third_stat
    third = f"{label} {value}" if label != "Model" else ""
    pilot = pilot_title(card.type, block.level)
    parts = (pilot, f"Frame {card.frame}", f"Performance {card.performance}", f"Size {card.size}", third)
    return " · ".join(part for part in parts if part)


def _stats(block: StatBlock) -> tuple[Box, ...]:
    card = block.profile
    cells = (
        ("Sensors", f'{card.sensors}"', "sensors"),
        ("Move", f'{card.move}"', "move"),
        ("Actions", str(card.actions), "actions"),
        (*block.hp, "hp"),
        ("Shooting", str(card.shooting), "shooting"),
        ("Melee", f"{card.melee}d10", "melee"),
        ("Evade", f"{card.evade:+d}", "evade"),
        ("ARM Sv", f"{card.arm_sv:+d}", "arm_sv"),
    )
    wide, high, top = WIDE / 4, STAT, TOP_OF_STATS
    boxes: list[Box] = [Rect(LEFT, top, WIDE, 2 * high, fill="tint", stroke="blue", width=0.3)]
    for i, (label, value, name) in enumerate(cells):
        x, y = LEFT + (i % 4) * wide, top + (i // 4) * high
        number = "" if block.hides(name) else value
        boxes += [
            Text(x, y + 0.5, wide, 2.8, label, 7, 6.5, align="centre", ink="soft", leading=1, what="label"),
            Text(x + 0.4, y + 3.1, wide - 0.8, 6.2, number, 15, 8, "bold", "centre", "middle", leading=1, what=name),
        ]
        if i % 4:
            boxes.append(Line(x, y, x, y + high, width=0.15, ink="soft"))
        if number:
            boxes += origin(card.mark(name).kind, x + wide - 2.3, y + high - 2.3, 1.8)
    return (*boxes, Line(LEFT, top + high, LEFT + WIDE, top + high, width=0.15, ink="soft"))


def _lower_half(block: StatBlock) -> tuple[tuple[Box, ...], bool]:
    """Return weapon table, boxes, damage track and legend; and whether all words and the track fit."""
    words = legend((*block.weapons, *block.others))
    legend_height = page_columns.height(words, WIDE, LEGEND, INLINE) if words else 0.0
    weapons = single_uses(block) if block.count else ()
    uses_height = CARD_LINE * -(-len(weapons) // 2)
    track_height = 0.0 if block.hides("hp") else damage_track.card_height(block.full_hp)
    table, has_boxes = _fullest_table(block, track_height + uses_height, END - legend_height)
    if table.detail == card_table.DETAILS[-1]:
        words, legend_height = "", 0.0  # There are no codes on it.
    end = END - legend_height
    boxes: list[Box] = [*table.draw(LEFT, TOP_OF_TABLE)]
    if words:
        boxes.append(page_columns.text(LEFT, end, WIDE, legend_height, words, LEGEND, ink="soft", what="legend"))
    if has_boxes and track_height:
        end -= track_height
        boxes += damage_track.card_track(block.full_hp, LEFT, end)
    if has_boxes and weapons:
        end -= uses_height
        boxes += _use_boxes(weapons, end)
    boxes += _note_lines(TOP_OF_TABLE + table.height, end - 0.6)
    return tuple(boxes), table.detail == card_table.DETAILS[0] and has_boxes


def _use_boxes(names: tuple[str, ...], y: float) -> tuple[Box, ...]:
    """Return a box to tick for each single use weapon, two in a row."""
    boxes: list[Box] = []
    for n, name in enumerate(names):
        left, top = LEFT + n % 2 * WIDE / 2, y + n // 2 * CARD_LINE
        room = WIDE / 2 - CARD_BOX - 2
        boxes += [
            Rect(left + 0.1, top, CARD_BOX, CARD_BOX, stroke="ink", width=0.2),
            Text(
                left + CARD_BOX + 1,
                top,
                room,
                CARD_BOX,
                f"used: {name}",
                7.5,
                6.5,
                across="middle",
                leading=1,
                what="once",
            ),
        ]
    return tuple(boxes)


def _note_lines(top: float, end: float) -> tuple[Box, ...]:
    """Return ruled lines to write on between two heights; nothing where only one fits."""
    count = int((end - top - 2) / NOTE)
    if count < 2:
        return ()
    words = Text(LEFT, end - count * NOTE, WIDE, 3.4, "Notes", 7, 6.5, ink="soft", leading=1, what="notes")
    lines = (Line(LEFT, end - n * NOTE, LEFT + WIDE, end - n * NOTE, width=0.12, ink="faint") for n in range(count))
    return (words, *lines)


def _fullest_table(block: StatBlock, boxes_height: float, end: float) -> tuple[CardTable, bool]:
    """Return the fullest, largest table with room for the boxes (True), else without (False), else the barest."""
    room = end - TOP_OF_TABLE
    sizes = [(detail, *each) for detail in card_table.DETAILS for each in card_table.SIZES]
    tables = [CardTable(block, WIDE, detail, 0, size, row) for detail, size, row in sizes]
    for reserved, has_boxes in ((boxes_height + 1.0, True), (0.0, False)):
        for table in tables:
            if table.height + reserved <= room:
                return table, has_boxes
    return CardTable(block, WIDE, card_table.DETAILS[-1], END - TOP_OF_TABLE), False


def _foot(card: Profile, number: str, complete: bool) -> tuple[Box, ...]:
    y = TAROT.h - TAROT.safe - 3.2
    words = "MechaStellar 9.5, CC BY-NC-SA" if complete else "MechaStellar 9.5, CC BY-NC-SA · more: profile sheet"
    mark = card.origin["default"].kind
    return (
        Line(LEFT, y - 0.8, LEFT + WIDE, y - 0.8, width=0.15, ink="soft"),
        Text(LEFT, y, WIDE - 20, 3, words, 6.5, 6.5, ink="soft", leading=1, what="foot"),
        Text(LEFT + WIDE - 20, y, 17, 3, number, 6.5, 6.5, align="right", ink="soft", leading=1, what="number"),
        *origin(mark, LEFT + WIDE - 2.4, y + 0.2, 2.2),
    )
