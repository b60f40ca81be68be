"""Profile cards: a unit on a tarot card with large stats, its weapon table, its figure and a damage track.

What does not fit is left out in steps: the figure, words about options, words about weapons, the track. The full block
is a profile sheet, and the card's foot says so.
"""

from companion.games.mechastellar.art import figure
from companion.games.mechastellar.model import Profile, pilot_title
from companion.games.mechastellar.sheets import card_table, damage_track
from companion.games.mechastellar.sheets.blocks import StatBlock
from companion.games.mechastellar.sheets.card_table import CardTable
from companion.printing.faces.boxes import Box, Face, Format, Line, Piece, Rect, Text
from companion.printing.faces.origins import origin
from companion.printing.faces.plates import in_window
from companion.printing.text.hyphens import loosened

TAROT = Format("tarot", 70, 120)
LEFT = TAROT.safe
WIDE = TAROT.w - 2 * TAROT.safe
TOP_OF_TABLE, END = 45.2, 112.4
"""Where the weapon table begins, and where the damage track ends."""
ART, LEAST_ART, SMALL = 20.0, 11.0, 13.0
"""Height in mm that a card keeps for its figure, the least that one is drawn in, and its size beside the name."""


def piece(block: StatBlock, key: str, number: str) -> Piece:
    """Return the card of a profile or of a list's unit as equipped; numbers that nobody printed may be left blank."""
    told = f"{block.name}: {block.profile.type}, {block.points} points, {len(block.weapons)} weapons."
    return Piece(
        id=key, name=block.name, face=Face(_face(block, number)), about=told, origin=block.profile.mark("default").kind
    )


def _face(block: StatBlock, number: str) -> tuple[Box, ...]:
    card = block.profile
    kind = ", ".join(part for part in (card.type, card.role, card.special) if part)
    tag = f" [{card.theatre}]" if card.theatre else ""
    points = "" if block.hides("points") else f"{block.points}"
    name = loosened(block.name) + tag
    below, pictured, whole = _below(block)
    aside = 14.0 if pictured else 14.0 + SMALL
    return (
        Text(LEFT, 3, WIDE - aside, 8, name, 14, 7, "bold", ink="blue", across="middle", leading=1, what="name"),
        Text(LEFT + WIDE - 13, 3, 13, 6, points, 13, 8, "bold", "right", "middle", leading=1, what="points"),
        Text(LEFT + WIDE - 13, 8.6, 13, 3, "points", 6.5, 6.5, align="right", ink="soft", leading=1, what="label"),
        *(origin(card.mark("points").kind, LEFT + WIDE - 8.2, 8.9, 1.8) if points else ()),
        *(() if pictured else (_small_figure(block),)),
        Text(LEFT, 11, WIDE - aside, 3.6, kind, 8, 6.5, "semibold", leading=1, what="type"),
        Text(LEFT, 14.6, WIDE, 3.4, _build(block), 7.5, 6.5, ink="soft", leading=1, what="build"),
        *_stats(block),
        *below,
        *_foot(card, number, whole),
    )


def _build(block: StatBlock) -> str:
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
    wide, high = WIDE / 4, 12.5
    made: list[Box] = [Rect(LEFT, 19, WIDE, 2 * high, fill="tint", stroke="blue", width=0.3)]
    for i, (label, value, name) in enumerate(cells):
        x, y = LEFT + (i % 4) * wide, 19 + (i // 4) * high
        shown = "" if block.hides(name) else value
        made += [
            Text(x, y + 0.8, wide, 3, label, 6.5, 6.5, align="centre", ink="soft", leading=1, what="label"),
            Text(x + 0.4, y + 3.6, wide - 0.8, 8, shown, 15, 8, "bold", "centre", "middle", leading=1, what=name),
        ]
        if i % 4:
            made.append(Line(x, y, x, y + high, width=0.15, ink="soft"))
        if shown:
            made += origin(card.mark(name).kind, x + wide - 2.3, y + high - 2.3, 1.8)
    return (*made, Line(LEFT, 19 + high, LEFT + WIDE, 19 + high, width=0.15, ink="soft"))


def _small_figure(block: StatBlock) -> Box:
    """Return the unit's figure, small, for a card whose weapons leave no room for it."""
    drawn = figure(block.profile, block.weapons, block.level)
    return in_window(drawn, LEFT + WIDE - 14 - SMALL, 3, SMALL, 11.4)


def _below(block: StatBlock) -> tuple[tuple[Box, ...], bool, bool]:
    """Return the weapon table, the figure and the damage track; if there was room for the figure, and for all words."""
    track = 0.0 if block.hides("hp") else damage_track.card_height(block.full_hp)
    table, tracked = _fullest_table(block, track)
    made: list[Box] = [*table.draw(LEFT, TOP_OF_TABLE)]
    end = END - track if tracked else END
    if tracked:
        made += damage_track.card_track(block.full_hp, LEFT, end + 0.4)
    below = TOP_OF_TABLE + table.height + 1.2
    room = end - 1.2 - below
    pictured = room >= LEAST_ART
    if pictured:
        ground = below + room
        drawn = in_window(figure(block.profile, block.weapons, block.level), LEFT, below, WIDE, room - 0.4)
        made += [Line(LEFT, ground, LEFT + WIDE, ground, ink="faint"), drawn]
    return tuple(made), pictured, table.detail == card_table.DETAILS[0] and tracked == (track > 0)


def _fullest_table(block: StatBlock, track: float) -> tuple[CardTable, bool]:
    """Return the fullest table that leaves room for the track and the figure, else for the track, else the barest."""
    room = END - TOP_OF_TABLE
    tables = [
        CardTable(block, WIDE, detail, row=row)
        for detail in card_table.DETAILS
        for row in (card_table.ROW, card_table.SNUG_ROW)
    ]
    pictured = [table for table in tables if table.detail in ("all", "weapons") and table.row == card_table.ROW]
    for kept, tried in ((ART, pictured), (0.0, tables)):
        for table in tried:
            if table.height + track + kept <= room:
                return table, track > 0
    for table in tables:
        if table.height <= room:
            return table, False
    return CardTable(block, WIDE, card_table.DETAILS[-1], room), False


def _foot(card: Profile, number: str, whole: bool) -> tuple[Box, ...]:
    y = TAROT.h - TAROT.safe - 3.2
    said = "MechaStellar 9.5, CC BY-NC-SA" if whole else "MechaStellar 9.5, CC BY-NC-SA · more: profile sheet"
    mark = card.origin["default"].kind
    return (
        Line(LEFT, y - 0.8, LEFT + WIDE, y - 0.8, width=0.15, ink="soft"),
        Text(LEFT, y, WIDE - 20, 3, said, 6.5, 6.5, ink="soft", leading=1, what="foot"),
        Text(LEFT + WIDE - 20, y, 17, 3, number, 6.5, 6.5, align="right", ink="soft", leading=1, what="number"),
        *origin(mark, LEFT + WIDE - 2.4, y + 0.2, 2.2),
    )
