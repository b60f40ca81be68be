"""Profile cards: a unit on a tarot card with large stats and one line per weapon; the full block is a profile sheet."""

from typing import Literal

from companion.games.mechastellar.art import figure
from companion.games.mechastellar.model import Profile, pilot_title
from companion.games.mechastellar.model.weapons import Alternate, Weapon
from companion.games.mechastellar.sheets.blocks import StatBlock, marks, ship
from companion.printing.faces.boxes import Box, Face, Format, Line, Piece, Rect, Text
from companion.printing.faces.origins import INLINE, origin
from companion.printing.faces.plates import in_window
from companion.printing.text import page_columns
from companion.printing.text.hyphens import loosened

TAROT = Format("tarot", 70, 120)
LEFT = TAROT.safe
WIDE = TAROT.w - 2 * TAROT.safe
TOP_OF_TEXT = 46.0
ROOM = 62.0
LEAST = 6.0
READABLE = 6.5
"""The text may shrink to this size in points to include more of a profile's options."""
SIZES = (9.5, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0)
ART = 22.0
"""Height in mm that a card keeps for its figure where its text stays readable beside it."""
LEAST_ART = 12.0
"""The least height in mm for a figure."""


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
    return (
        Text(LEFT, 3, WIDE - 14, 8, name, 14, 7, "bold", ink="blue", across="middle", leading=1, what="name"),
        Text(LEFT + WIDE - 13, 3, 13, 6, points, 13, 8, "bold", "right", "middle", leading=1, what="points"),
        Text(LEFT + WIDE - 13, 8.6, 13, 3, "points", 6.5, 6, align="right", ink="soft", leading=1, what="label"),
        *(origin(card.mark("points").kind, LEFT + WIDE - 8.2, 8.9, 1.8) if points else ()),
        Text(LEFT, 11, WIDE - 14, 3.6, kind, 8, 6, "semibold", leading=1, what="type"),
        Text(LEFT, 14.6, WIDE, 3.4, _build(block), 7.5, 6, ink="soft", leading=1, what="build"),
        *_stats(block),
        *_weapons(block),
        *_foot(card, number),
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
            Text(x, y + 0.8, wide, 3, label, 6.5, 6, align="centre", ink="soft", leading=1, what="label"),
            Text(x + 0.4, y + 3.6, wide - 0.8, 8, shown, 15, 8, "bold", "centre", "middle", leading=1, what=name),
        ]
        if i % 4:
            made.append(Line(x, y, x, y + high, width=0.15, ink="soft"))
        if shown:
            made += origin(card.mark(name).kind, x + wide - 2.3, y + high - 2.3, 1.8)
    return (*made, Line(LEFT, 19 + high, LEFT + WIDE, 19 + high, width=0.15, ink="soft"))


def _weapons(block: StatBlock) -> tuple[Box, ...]:
    """Return the weapons, then the unit's figure if there is room below them."""
    words, most = _words(block)
    size = next((n for n in SIZES if page_columns.height(words, WIDE, n, INLINE) <= most), LEAST)
    text = Text(LEFT, TOP_OF_TEXT, WIDE, ROOM + 1, words, size, 6, leading=1.15, what="weapons")
    below = TOP_OF_TEXT + page_columns.height(words, WIDE, size, INLINE) + 2
    room = TOP_OF_TEXT + ROOM - below
    if room < LEAST_ART:
        return (text,)
    ground = below + room
    drawn = in_window(figure(block.profile, block.weapons, block.level), LEFT, below, WIDE, room - 0.4)
    return (text, Line(LEFT, ground, LEFT + WIDE, ground, ink="faint"), drawn)


def _words(block: StatBlock) -> tuple[str, float]:
    """Return the text about the weapons, as much as stays readable, and the height in mm that it may take."""
    long, short = _told(block, True, "long"), _told(block, True, "short")
    for most in (ROOM - ART, ROOM):
        for words in (long, short):
            if page_columns.height(words, WIDE, READABLE, INLINE) <= most:
                return words, most
    for words in (_told(block, True, "names"), _told(block, False, "names")):
        if page_columns.height(words, WIDE, LEAST, INLINE) <= ROOM:
            return words, ROOM
    return _told(block, False, "names", bare=True), ROOM


def _told(block: StatBlock, long: bool, others: Literal["long", "short", "names"], bare: bool = False) -> str:
    """Return a line per weapon, then alternates, traits and the unit's note; `bare` leaves out marks and note."""
    hidden = block.hides("weapons")
    hold = [f"{label} {value}" for label, value, name in ship(block.profile) if not block.hides(name)]
    lines = [", ".join(hold)] if hold else []
    lines += [
        _line(weapon.name if bare else _marked(weapon.name, weapon), weapon, hidden, long) for weapon in block.weapons
    ]
    for weapon in block.others:
        name = _other(weapon)
        full = others != "names"
        lines.append(_line(_marked(name, weapon), weapon, hidden, others == "long") if full else name)
    lines += [f"{trait.name}: {trait.text}" if trait.text else trait.name for trait in block.traits]
    return "\n".join([*lines, block.note] if block.count and not bare else lines)


def _line(name: str, weapon: Weapon, hidden: bool, long: bool) -> str:
    cells = [
        f'{weapon.range}"' if weapon.inches else "melee" if weapon.fights else "",
        f"{weapon.attacks} shots" if weapon.shots else weapon.attacks.strip("-"),
        weapon.close_range.strip("-"),
        f"PEN {weapon.pen}" if weapon.penetration else "",
        f"DMG {weapon.dmg}" if weapon.dmg else "",
        weapon.special if long else "",
    ]
    told = "" if hidden else ", ".join(cell for cell in cells if cell)
    return f"{name}: {told}" if told else name


def _marked(name: str, weapon: Weapon) -> str:
    return f"{name} {marks(weapon)}".strip()


def _other(weapon: Weapon) -> str:
    """Return an alternate's name with what it replaces and requires, or an extra's name with its cost."""
    level = getattr(weapon, "pilot", 0)
    asks = f" (level {level}+)" if level else ""
    if isinstance(weapon, Alternate):
        return f"Instead of {weapon.replaces}: {weapon.name}{asks}"
    return f"Extra, +{getattr(weapon, 'points', 0)} points: {weapon.name}{asks}"


def _foot(card: Profile, number: str) -> tuple[Box, ...]:
    y = TAROT.h - TAROT.safe - 3.2
    mark = card.origin["default"].kind
    return (
        Line(LEFT, y - 0.8, LEFT + WIDE, y - 0.8, width=0.15, ink="soft"),
        Text(LEFT, y, WIDE - 20, 3, "MechaStellar 9.5, CC BY-NC-SA", 6, 6, ink="soft", leading=1, what="foot"),
        Text(LEFT + WIDE - 20, y, 17, 3, number, 6, 6, align="right", ink="soft", leading=1, what="number"),
        *origin(mark, LEFT + WIDE - 2.4, y + 0.2, 2.2),
    )
