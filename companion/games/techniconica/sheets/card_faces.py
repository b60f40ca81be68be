"""Faces of part and event cards and their backs, with the numbers down the left edge, because cards overlap in play.

An attached card lies on top, a little to the lower right, so that the top and left edges below stay in view.
"""

import re

from companion.cards import Card, Kind
from companion.games.techniconica.art import drawings
from companion.games.techniconica.art.mech import parts
from companion.games.techniconica.model import STATS, Event, Extra, Part, Pilot
from companion.games.techniconica.model.special_rules import SPECIALS, Specials, read_rule, write_rule
from companion.printing.faces.anatomy import PENCIL, foot, foot_pack_name, rules_text
from companion.printing.faces.boxes import POKER, Box, Face, Group, Ink, Line, Rect, Text
from companion.printing.faces.origins import INLINE, origin
from companion.printing.text import page_columns

GAME = "Techniconica"
_LEFT, _TOP = POKER.safe, POKER.safe
_WIDE = POKER.w - 2 * POKER.safe
_FOOT = POKER.h - POKER.safe - 2.7
_COLUMN = 11.4
"""Width of the column of numbers."""
_BODY = 16.2
_PITCH = 10.9
_CELLS = 6
_SIDE = _LEFT + _COLUMN + 1.4
_BESIDE = _WIDE - _COLUMN - 1.4
_WINDOW = 29.0
"""Least height of the picture."""
_AIR = 2.5
"""Room between the picture and the frame of its window."""
_BOLDER = 1.2
"""How much bolder than in a portrait the strokes of a part are on its card."""
_EVENT_TOP, _EVENT_WINDOW = 13.6, 40.0
_WITH_N = ", with n added to the roll"
"""The words about the number, left out for a rule that is printed without one."""
_TEXT_SIZES = (8.0, 7.5, 7.25, 7.0, 6.75, 6.5, 6.25, 6.0)


def field_origin(card: Card, name: str) -> Kind:
    """Return the origin of a field."""
    return card.mark(name).kind


def part_face(card: Part, number: str, blank: bool = False, known: Specials = SPECIALS) -> Face:
    """Return a part's face. Unknown numbers are empty boxes; with `blank`, house numbers are too.

    `known` special rules are told on it.
    """
    words, size = (
        ("", 0.0) if _is_left_blank(card, blank) else _largest_text(card, _FOOT - 1.4 - _BODY - _WINDOW - 1.2, known)
    )
    body, high = _body(card, blank, words, size)
    foot_ = _foot(card, number, blank, words)
    return Face((*_head(card, known), *_column(card, blank), *_window(card, high), *body, *foot_))


def _head(card: Part, known: Specials) -> tuple[Box, ...]:
    kind = f"{card.type} · {card.subtype}" if card.subtype else card.type
    if isinstance(card, Pilot) and card.named:
        kind = f"{card.type} · Named"
    return (
        Text(_LEFT, _TOP, _WIDE, 5.2, card.name, 12.5, 6.5, "bold", across="middle", leading=1, what="name"),
        rules_text(_LEFT, 8.5, _WIDE, 3.2, kind, 8, 6.5, "semibold", ink="blue", what="type"),
        rules_text(_LEFT, 12.0, _WIDE, 3.2, rules_line(card, known=known), 7.5, 6.5, "semibold", what="special rules"),
        Line(_LEFT, 15.6, _LEFT + _WIDE, 15.6, width=0.3, ink="blue"),
    )


def rules_line(card: Part, room: int = 56, known: Specials = SPECIALS) -> str:
    """Return as many names of special rules as fit, then how many more there are."""
    names = [write_rule(token, known) for token in card.rules]
    shown = names
    while len(shown) > 1 and len(", ".join(shown)) > room:
        shown = shown[:-1]
    more = len(names) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


def is_number_blank(card: Card, name: str, blank: bool) -> bool:
    """Return whether a number is left blank to write in."""
    return card.field_values()[name] is None or (blank and field_origin(card, name) == "house")


def _column(card: Part, blank: bool) -> tuple[Box, ...]:
    made: list[Box] = [Rect(_LEFT, _BODY, _COLUMN, _CELLS * _PITCH - 0.6, fill="tint", stroke=None)]
    top = _BODY
    for name in card.stats:
        value = None if is_number_blank(card, name, blank) else str(card.number(name))
        made += _cell(top, name.upper(), value, field_origin(card, name), unknown=card.number(name) is None)
        top += _PITCH
    for changed, change in _changes(card):
        value = None if blank and field_origin(card, "gives") == "house" else f"{change:+d}"
        made += _cell(top, changed.upper(), value, field_origin(card, "gives"), "accent")
        top += _PITCH
    return tuple(made)


def _changes(card: Part) -> list[tuple[str, int]]:
    """Return the changes to stats, which have separate cells if there is room for all."""
    given: list[tuple[str, int]] = list(card.gives.items()) if isinstance(card, Extra) else []
    return given if len(given) + len(card.stats) <= _CELLS else []


def _cell(
    top: float, label: str, value: str | None, kind: Kind, ink: Ink = "ink", unknown: bool = False
) -> tuple[Box, ...]:
    """Return a number under its letters; None is room to write it in, because it is `unknown` or left blank."""
    high = _PITCH - 0.6
    name = rules_text(
        _LEFT + 0.7, top + 0.35, _COLUMN - 3.6, 2.8, label, 6.75, 6.5, "semibold", ink="soft", what=f"{label} label"
    )
    frame = Rect(_LEFT + 0.4, top + 3.4, _COLUMN - 0.8, high - 3.6, radius=0.8, fill="paper", stroke=None)
    figure = Text(
        _LEFT + 0.4,
        top + 3.3,
        _COLUMN - 0.8,
        high - 3.4,
        value or "",
        18,
        10,
        "bold",
        "centre",
        "middle",
        ink,
        1,
        what=label,
        unknown=unknown,
    )
    if value is None:
        room = Rect(_LEFT + 0.4, top + 3.4, _COLUMN - 0.8, high - 3.6, radius=0.8, dash=(1, 0.7))
        return (frame, name, room, *((figure,) if unknown else ()))
    return (frame, name, figure, *origin(kind, _LEFT + _COLUMN - 2.6, top + 0.6, 2.0))


def _window(card: Part, high: float) -> tuple[Box, ...]:
    """Return the picture, as high as the text below leaves room."""
    middle = (_SIDE + _BESIDE / 2, _BODY + high / 2)
    picture = parts.drawing(card, (_BESIDE - 2 * _AIR) / _BOLDER, (high - 2 * _AIR) / _BOLDER)
    return (*ground(_SIDE, _BODY, _BESIDE, high), Group(picture, *middle, scale=_BOLDER))


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
    """Return the text below the picture, and the height left for the picture."""
    most = _FOOT - 1.4 - _BODY
    if _is_left_blank(card, blank):
        top = _BODY + _WINDOW
        rows = range(1, int((_FOOT - 1.0 - top) // PENCIL) + 1)
        lines = (Line(_SIDE, top + i * PENCIL, _SIDE + _BESIDE, top + i * PENCIL, 0.2, "soft") for i in rows)
        return tuple(lines), _WINDOW
    if not words:
        return (), most
    tall = page_columns.height(words, _BESIDE, size, INLINE) + 0.3
    return (rules_text(_SIDE, _FOOT - 1.0 - tall, _BESIDE, tall, words, size, what="rules text"),), most - tall - 1.0


def _largest_text(card: Part, high: float, known: Specials) -> tuple[str, float]:
    """Return the largest text that fits: always the card's own text, then what its special rules do."""
    own, told = _derived_words(card), _rule_texts(card, known)
    for count in range(len(told), -1, -1):
        words = "\n".join([*own, *told[:count]])
        for size in _TEXT_SIZES:
            if not words or page_columns.height(words, _BESIDE, size, INLINE) <= high - 0.3:
                return words, size
    return "\n".join(own), _TEXT_SIZES[-1]


def _derived_words(card: Part) -> list[str]:
    found = []
    if isinstance(card, Extra):
        if card.fits:
            found.append(f"Attach to: {' or '.join(place.replace('-', ' ').title() for place in card.fits)}.")
        if len(card.gives) + len(card.stats) > _CELLS:
            found.append(", ".join(f"{name.upper()} {change:+d}" for name, change in card.gives.items()) + ".")
    if card.text:
        mark = field_origin(card, "text")
        if _is_our_note(card):
            found.append(f"Our note: {card.text}")
        else:
            found.append(card.text if mark == "printed" else f"{{{mark}}} {card.text}")
    return found


def _is_our_note(card: Card) -> bool:
    """Return whether the text is our note on a publisher's card: it is not part of the card and needs no mark."""
    return field_origin(card, "text") == "house" and field_origin(card, "default") == "printed"


def _rule_texts(card: Part, known: Specials) -> list[str]:
    """Return what each known special rule does, with the card's own number."""
    found = []
    for token in dict.fromkeys(card.rules):
        special, number = read_rule(token, known)
        if special.id not in known:
            continue
        text = (
            re.sub(r"\bn\b", str(number), special.printed_text) if number else special.printed_text.replace(_WITH_N, "")
        )
        found.append(f"{write_rule(token, known)}: {text}")
    return found


def _foot(card: Card, number: str, blank: bool = False, words: str = "") -> tuple[Box, ...]:
    return foot(_LEFT, _FOOT, _WIDE, f"{GAME} · {foot_pack_name(card)} · {number}", _kinds(card, blank, words))


def _kinds(card: Card, blank: bool, words: str) -> set[Kind]:
    """Return the origins whose marks the face shows; `printed` if it shows none."""
    shown: list[str] = []
    if isinstance(card, Part):
        shown += [name for name in card.stats if not is_number_blank(card, name, blank)]
        shown += ["gives"] if isinstance(card, Extra) and card.gives else []
    shown += ["text"] if card.field_values().get("text") and not _is_our_note(card) else []
    found = {field_origin(card, name) for name in shown or ["name"]}
    found |= {mark for mark in ("derived", "custom") if f"{{{mark}}}" in words}
    return found - {"house"} if blank else found


def event_face(card: Event, number: str, blank: bool = False) -> Face:
    """Return an event's face: its picture, and its effect for one Round."""
    top = _EVENT_TOP + _EVENT_WINDOW + 2.0
    hides = blank and field_origin(card, "text") == "house"
    mark = field_origin(card, "text")
    words = card.text if mark == "printed" else f"{{{mark}}} {card.text}"
    lines = tuple(
        Line(_LEFT, top + (i + 1) * 6, _LEFT + _WIDE, top + (i + 1) * 6, width=0.2, ink="soft") for i in range(3)
    )
    return Face(
        (
            Text(_LEFT, _TOP, _WIDE, 5.6, card.name, 13, 6.5, "bold", across="middle", leading=1, what="name"),
            rules_text(_LEFT, 9.0, _WIDE, 3.4, f"Event · {card.deck}", 8, 6.5, "semibold", ink="blue", what="type"),
            *ground(_LEFT, _EVENT_TOP, _WIDE, _EVENT_WINDOW),
            Group(drawings.event(card), POKER.w / 2, _EVENT_TOP + _EVENT_WINDOW / 2, scale=1.3),
            *(lines if hides else (rules_text(_LEFT, top, _WIDE, 20.4, words, 10.5, what="event text"),)),
            rules_text(
                _LEFT, 78.0, _WIDE, 3.4, "In force for one Round.", 7.5, 6.5, "semibold", ink="soft", what="how long"
            ),
            *_foot(card, number, blank),
        )
    )


def _back(title: str, note: str) -> Face:
    inner = 4.2
    return Face(
        (
            *ground(_LEFT, _TOP, _WIDE, POKER.h - 2 * _TOP),
            Rect(inner, inner, POKER.w - 2 * inner, POKER.h - 2 * inner, stroke="blue"),
            Group(drawings.emblem(), POKER.w / 2, POKER.h / 2, scale=1.3),
            rules_text(6, 9, POKER.w - 12, 5.4, title, 12, 6.5, "bold", "centre", ink="blue", what="back title"),
            rules_text(
                6, POKER.h - 13.4, POKER.w - 12, 4.4, note, 8, 6.5, "semibold", "centre", ink="blue", what="back note"
            ),
        )
    )


PART_BACK = _back("TECHNICONICA", "Part")
EVENT_BACK = _back("TECHNICONICA", "Event")


def about_part(card: Part, known: Specials = SPECIALS) -> str:
    """Return a part's card in a sentence."""
    figures = ", ".join(
        f"{STATS[name]} {'not known' if (value := card.number(name)) is None else value}" for name in card.stats
    )
    rules = "".join(f", {write_rule(token, known)}" for token in card.rules)
    return f"{card.name}, {card.type}: {figures}{rules}."
