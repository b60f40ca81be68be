"""Faces and backs of part and event cards; numbers are down the left edge, because cards overlap in play.

An attached card lies on its Base Part, a little to the lower right, so that top and left edges stay visible.
"""

from companion.data.cards import Card, Kind
from companion.games.techniconica.art import drawings
from companion.games.techniconica.art.mech import parts
from companion.games.techniconica.model import Event, Extra, Part, Pilot, Weapon
from companion.games.techniconica.model.special_rules import SPECIALS, Specials
from companion.games.techniconica.sheets.card_texts import (
    MOST_CELLS,
    field_origin,
    is_our_note,
    largest_text,
    rules_line,
)
from companion.games.techniconica.sheets.counter_faces import MARKER
from companion.printing.faces.anatomy import PENCIL, foot, foot_pack_name, rules_text
from companion.printing.faces.boxes import POKER, Box, Circle, Face, Group, Ink, Line, Rect, Text
from companion.printing.faces.card_backs import PAST, card_back
from companion.printing.faces.card_pictures import own_picture
from companion.printing.faces.edge_strips import Pattern, edge_strip
from companion.printing.faces.liveries import Livery
from companion.printing.faces.origins import INLINE, origin
from companion.printing.text import page_columns

GAME = "Techniconica"
_LEFT, _TOP = POKER.safe, POKER.safe
_WIDE = POKER.w - 2 * POKER.safe
_FOOT = POKER.h - POKER.safe - 2.7
_COLUMN = 11.8
"""Width of the column of numbers."""
_BODY = 16.2
_PITCH = 10.85
_SIDE = _LEFT + _COLUMN + 1.0
_BESIDE = _WIDE - _COLUMN - 1.0
_TEXT_WIDE = _BESIDE - 0.8
_WINDOW = 29.0
"""Least height of the picture in mm."""
_SQUARE, _COUNTERS = 38.0, 21.6
"""Least height of a picture with counters below it, and the height of their room, in mm."""
_AIR = 2.0
"""Room between the picture and the frame of its window."""
_BOLDER = 1.2
"""The scale of strokes on a card, compared with a portrait."""
_BADGE = 10.4
_EVENT_TOP, _EVENT_WINDOW = 15.0, 40.0
LIVERIES: dict[str, Livery] = {
    "Locomotor": Livery("#7a4b1e"),
    "Cockpit": Livery("#1c5fa6"),
    "Pilot": Livery("#b0205f"),
    "Weapon": Livery("#b03a1e"),
    "Power Plant": Livery("#a87400"),
    "Armour": Livery("#4a5464"),
    "Shield": Livery("#00707a"),
    "Modification": Livery("#5b1a8c"),
    "Support": Livery("#2e7d32"),
    "Event": Livery("#1f3f77"),
}
"""Each type's colour; its shape is the badge in the upper right corner, its pattern the strip along the left edge."""
STRIPS: dict[str, Pattern] = {
    "Locomotor": "bars",
    "Cockpit": "rails",
    "Pilot": "dots",
    "Weapon": "stripes",
    "Power Plant": "teeth",
    "Armour": "solid",
    "Shield": "scallops",
    "Modification": "checks",
    "Support": "ladder",
    "Event": "fine bars",
}
"""Each type's pattern: in grey, and for whoever does not see the colours, the grounds of all types are alike."""
WORDS: dict[str, str] = {
    "ar": "Armour",
    "dt": "Threshold",
    "we": "Weight",
    "pc": "Consumption",
    "mw": "Max. weight",
    "sp": "Speed",
    "po": "Output",
    "pe": "Penetration",
    "do": "Damage",
    "ac": "Accuracy",
    "fo": "Fortitude",
    "bt": "Bottle",
    "rr": "Re-Rolls",
}
"""Each stat's name in one word that no other stat has."""


def part_face(card: Part, number: str, blank: bool = False, known: Specials = SPECIALS) -> Face:
    """Return a part's face. Unknown numbers are empty boxes; with `blank`, house numbers are too.

    Special rules in `known` are explained on it.
    """
    words, size = (
        ("", 0.0)
        if _is_left_blank(card, blank)
        else largest_text(card, _TEXT_WIDE, _FOOT - 1.4 - _BODY - _WINDOW - 1.2, known)
    )
    body, high = _body(card, blank, words, size)
    foot_line = _foot(card, number, blank, words)
    livery = LIVERIES[card.type]
    return Face(
        (
            *_frame(livery, _BODY - 0.6),
            *type_strip(card.type),
            *_head(card, known),
            *_column(card, blank),
            *_window(card, high, livery),
            *body,
            *foot_line,
        )
    )


def _frame(livery: Livery, top: float) -> tuple[Box, ...]:
    """Return the ground in a type's colour, with the panel of picture and text."""
    return (
        Rect(0, 0, POKER.w, POKER.h, fill=livery.ground, stroke=None),
        Rect(_SIDE - 0.5, top, _BESIDE + 0.5, _FOOT - 0.7 - top, fill="paper", stroke=None),
    )


def type_strip(name: str) -> tuple[Box, ...]:
    """Return a type's strip along the left edge."""
    return edge_strip(STRIPS[name], POKER.h, LIVERIES[name].line)


def badge(name: str, livery: Livery) -> tuple[Box, ...]:
    """Return a type's shape on a disc, in the upper right corner."""
    x, y = POKER.w - POKER.safe - _BADGE / 2, _TOP + _BADGE / 2 + 0.4
    shape = livery.paint(drawings.load_drawing(f"types/{name.lower().replace(' ', '-')}"))
    return (Circle(x, y, _BADGE / 2, "paper", "blue", 0.4), Group(shape, x, y, scale=0.82))


def _head(card: Part, known: Specials) -> tuple[Box, ...]:
    kind = f"{card.type} · {card.subtype}" if card.subtype else card.type
    if isinstance(card, Pilot) and card.named:
        kind = f"{card.type} · Named"
    wide = _WIDE - _BADGE - 1
    rules = rules_line(card, 42, known)
    return (
        Text(_LEFT, _TOP, wide, 5.2, card.name, 12.5, 6.5, "bold", across="middle", leading=1, what="name"),
        rules_text(_LEFT, 8.4, wide, 3.5, kind, 8.5, 6.5, "semibold", ink="blue", what="type"),
        rules_text(_LEFT, 11.9, wide, 3.4, rules, 8, 6.5, "semibold", what="special rules"),
        *badge(card.type, LIVERIES[card.type]),
    )


def is_number_blank(card: Card, name: str, blank: bool) -> bool:
    """Return whether a number is left blank to write in."""
    return card.field_values()[name] is None or (blank and field_origin(card, name) == "house")


def _column(card: Part, blank: bool) -> tuple[Box, ...]:
    cells: list[Box] = []
    top = _BODY
    for name in card.stats:
        value = None if is_number_blank(card, name, blank) else str(card.number(name))
        cells += _cell(top, name, value, field_origin(card, name), unknown=card.number(name) is None)
        top += _PITCH
    for changed, change in _changes(card):
        value = None if blank and field_origin(card, "gives") == "house" else f"{change:+d}"
        cells += _cell(top, changed, value, field_origin(card, "gives"), LIVERIES[card.type].line)
        top += _PITCH
    return tuple(cells)


def _changes(card: Part) -> list[tuple[str, int]]:
    """Return the changes to stats that have cells: all, or none if there is no room for all."""
    changes: list[tuple[str, int]] = list(card.gives.items()) if isinstance(card, Extra) else []
    return changes if len(changes) + len(card.stats) <= MOST_CELLS else []


def _cell(
    top: float, name: str, value: str | None, kind: Kind, ink: Ink = "ink", unknown: bool = False
) -> tuple[Box, ...]:
    """Return a stat's cell: letters, number, word. None is room to write: the number is `unknown` or left blank."""
    label, wide, high = name.upper(), _COLUMN - 0.8, 5.2
    x, y = _LEFT + 0.4, top + 3.1
    letters = rules_text(x, top, wide - 3, 3.0, label, 7.5, 6.5, "bold", what=f"{label} label")
    word = Text(x - 0.4, y + high, _COLUMN, 2.5, WORDS[name], 6.5, 6.5, align="centre", leading=1, what="word")
    frame = Rect(x, y, wide, high, radius=0.8, fill="paper", stroke=None)
    figure = Text(
        x, y, wide, high, value or "", 18, 10, "bold", "centre", "middle", ink, 0.8, what=label, unknown=unknown
    )
    if value is None:
        room = Rect(x, y, wide, high, radius=0.8, dash=(1, 0.7))
        return (frame, letters, word, room, *((figure,) if unknown else ()))
    return (frame, letters, word, figure, *origin(kind, x + wide - 2.3, top + 0.5, 2.0))


def _window(card: Part, high: float, livery: Livery) -> tuple[Box, ...]:
    """Return the picture, `high` mm high, or lower with room for counters below it."""
    has_counters = bool(_counted(card)) and high >= _SQUARE + _COUNTERS
    high -= _COUNTERS if has_counters else 0
    middle = (_SIDE + _BESIDE / 2, _BODY + high / 2)
    art = own_picture(card, _SIDE + 0.3, _BODY + 0.3, _BESIDE - 0.6, high - 0.6)
    if not art:
        picture = parts.drawing(card, (_BESIDE - 2 * _AIR) / _BOLDER, (high - 2 * _AIR) / _BOLDER)
        art = (Group(livery.paint(picture), *middle, scale=_BOLDER),)
    picture_boxes = (*ground(_SIDE, _BODY, _BESIDE, high), *art)
    return (*picture_boxes, *_counters(card, _BODY + high)) if has_counters else picture_boxes


def _counted(card: Part) -> tuple[str, ...]:
    """Return the kinds of counters for a card."""
    match card:
        case Weapon():
            return ("Damage", "Jams")
        case Pilot():
            return ("Re-Rolls",)
    return ("Damage",) if "dt" in card.stats else ()


def _counters(card: Part, top: float) -> tuple[Box, ...]:
    """Return places for counters at their true size, below the picture."""
    names = _counted(card)
    y = top + _COUNTERS / 2 + 0.2
    boxes: list[Box] = []
    for n, name in enumerate(names):
        x = _SIDE + _BESIDE * (2 * n + 1) / (2 * len(names))
        boxes += [
            Circle(x, y, MARKER.w / 2, None, "soft", 0.2),
            rules_text(x - 9, y - 2, 18, 4, name, 9, 6.5, align="centre", ink="soft", what="counters"),
        ]
    return tuple(boxes)


def ground(x: float, y: float, w: float, h: float, pitch: float = 5) -> tuple[Box, ...]:
    """Return blueprint paper: a washed ground with hairlines, and its frame."""
    across = (Line(x + i * pitch, y, x + i * pitch, y + h, 0.06, "faint") for i in range(1, int((w - 0.1) / pitch) + 1))
    down = (Line(x, y + i * pitch, x + w, y + i * pitch, 0.06, "faint") for i in range(1, int((h - 0.1) / pitch) + 1))
    frame = Rect(x, y, w, h, stroke="blue", width=0.3)
    return (Rect(x, y, w, h, fill="wash", stroke=None), *across, *down, frame)


def _is_left_blank(card: Part, blank: bool) -> bool:
    """Return whether the text is left blank to write in."""
    return blank and field_origin(card, "text") == "house" and bool(card.text or isinstance(card, Extra))


def _body(card: Part, blank: bool, words: str, size: float) -> tuple[tuple[Box, ...], float]:
    """Return the text below the picture, and the height for the picture."""
    room = _FOOT - 1.2 - _BODY
    if _is_left_blank(card, blank):
        top = _BODY + _WINDOW
        rows = range(1, int((_FOOT - 1.0 - top) // PENCIL) + 1)
        lines = (Line(_SIDE, top + i * PENCIL, _SIDE + _BESIDE, top + i * PENCIL, 0.2, "soft") for i in rows)
        return tuple(lines), _WINDOW
    if not words:
        return (), room
    text_height = page_columns.height(words, _TEXT_WIDE, size, INLINE) + 0.3
    return (
        rules_text(_SIDE + 0.4, _FOOT - 1.0 - text_height, _TEXT_WIDE, text_height, words, size, what="rules text"),
    ), room - text_height - 1.0


def _foot(card: Card, number: str, blank: bool = False, words: str = "") -> tuple[Box, ...]:
    return foot(_LEFT, _FOOT, _WIDE, f"{GAME} · {foot_pack_name(card)} · {number}", _kinds(card, blank, words))


def _kinds(card: Card, blank: bool, words: str) -> set[Kind]:
    """Return the origins whose marks the face shows; `printed` if it shows none."""
    names: list[str] = []
    if isinstance(card, Part):
        names += [name for name in card.stats if not is_number_blank(card, name, blank)]
        names += ["gives"] if isinstance(card, Extra) and card.gives else []
    names += ["text"] if card.field_values().get("text") and not is_our_note(card) else []
    kinds = {field_origin(card, name) for name in names or ["name"]}
    kinds |= {mark for mark in ("derived", "custom") if f"{{{mark}}}" in words}
    return kinds - {"house"} if blank else kinds


def event_face(card: Event, number: str, blank: bool = False) -> Face:
    """Return an event's face: its picture, and its effect for one Round."""
    top = _EVENT_TOP + _EVENT_WINDOW + 1.6
    is_blank = blank and field_origin(card, "text") == "house"
    mark = field_origin(card, "text")
    words = card.text if mark == "printed" else f"{{{mark}}} {card.text}"
    lines = tuple(
        Line(_LEFT, top + (i + 1) * 6, _LEFT + _WIDE, top + (i + 1) * 6, width=0.2, ink="soft") for i in range(3)
    )
    livery, wide, end = LIVERIES["Event"], _WIDE - _BADGE - 1, 77.6
    return Face(
        (
            Rect(0, 0, POKER.w, _EVENT_TOP, fill=livery.ground, stroke=None),
            Rect(0, end, POKER.w, POKER.h - end, fill=livery.ground, stroke=None),
            Text(_LEFT, _TOP, wide, 5.6, card.name, 13, 6.5, "bold", across="middle", leading=1, what="name"),
            rules_text(_LEFT, 9.2, wide, 3.8, f"Event · {card.deck}", 8.5, 6.5, "semibold", ink="blue", what="type"),
            *badge("Event", livery),
            *ground(-PAST, _EVENT_TOP, POKER.w + 2 * PAST, _EVENT_WINDOW),
            *(
                own_picture(card, _LEFT, _EVENT_TOP + 0.6, _WIDE, _EVENT_WINDOW - 1.2)
                or (Group(drawings.event(card), POKER.w / 2, _EVENT_TOP + _EVENT_WINDOW / 2, scale=1.42),)
            ),
            *type_strip("Event"),
            *(
                lines
                if is_blank
                else (rules_text(_LEFT, top, _WIDE, end - top - 0.6, words, 12, across="middle", what="event text"),)
            ),
            rules_text(_LEFT, end, _WIDE, 4, "In force for one Round.", 9, 6.5, "semibold", what="how long"),
            *_foot(card, number, blank),
        )
    )


PART_BACK = card_back(POKER, "TECHNICONICA", "Part", drawings.emblem(), "slats")
EVENT_BACK = card_back(
    POKER, "TECHNICONICA", "Event", (Group(drawings.load_drawing("events/bolts"), scale=0.8),), "mesh"
)
