"""Faces of part cards: a border by rank, a picture, three values, special rules."""

from functools import partial

from companion.data.cards import Catalogue
from companion.data.rulebook import Rulings
from companion.games.wreck_a_mech import art
from companion.games.wreck_a_mech.model import ARMS, RANKS, Corporation, Part, words
from companion.games.wreck_a_mech.rules.totals import corporation_name, sentences
from companion.games.wreck_a_mech.sheets.corporations import CorporationLook, look
from companion.printing.faces.anatomy import PENCIL, foot, foot_pack_name, rules_text
from companion.printing.faces.boxes import POKER, Box, Face, Group, Ink, Line, Path, Point, Rect, Text, polygon
from companion.printing.faces.card_backs import PAST, card_back
from companion.printing.faces.card_pictures import own_picture
from companion.printing.faces.origins import INLINE, origin
from companion.printing.text import page_columns

Boxes = tuple[Box, ...]

_W, _H = POKER.w, POKER.h
_LEFT = 4.6
_WIDE = _W - 2 * _LEFT
_TOP = 4.6
_BADGE = 4.7
"""How far a corporation's badge reaches from its middle, in mm."""
_BODY, _COLUMN = 15.2, 11.4
"""Top of values and picture below the head, and the width of the column of values, in mm."""
_RIGHT = _LEFT + _COLUMN + 1.0
_ROOM = _WIDE - _COLUMN - 1.0
"""Left edge and width of the picture and the rules text, to the right of the values, in mm."""
_AIR = 1.6
"""Room between the picture and the frame of its window, in mm."""
_FRAME = 0.3
"""Width of the frame of the picture's window, in mm."""
_BOLDER = 1.2
"""Factor by which the strokes of a part are bolder on its card than in a portrait."""
_RULES_SIZES = (10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5)
_MOST_RULES = 27.0
"""The most height for rules text in mm; with more the picture would be too small."""
_BAND = 3.6
"""Width of the border in mm: wide enough to look even when the cut is a millimetre off."""
_GUM, _TOOTH = 2.5, 1.4
"""Distance of the highest rank's teeth from the trim, and their length, in mm."""
_STRIPE = 2.6
"""Distance between stripes of the second rank's border, in mm."""
_WRITING_LINES = 3
"""Lines to write house rules on."""
_STRIP = 4.4
"""Height of the strip that is read when an arm is upside down, in mm."""
_FOOT = 80.8
_END = _FOOT - 1.0


text = partial(rules_text, across="middle")
"""Words of at least 6.5 points, in the middle of their box."""


def border(rank: int, line: Ink = "accent", ground: Ink = "tint", past: float = PAST) -> Boxes:
    """Return a rank's border, which runs to the trim with no line near it, so that a crooked cut does not show.

    Ranks differ in pattern, not only in colour: a plain band, slanting stripes, teeth. Stripes go on for `past`
    mm beyond the trim: 0 where the border is not cut out.
    """
    w, h = _W, _H
    if rank == 1:
        return (_band(w, h, _ring_border(w, h, _BAND), "wash"), _inner_edge(w, h, "soft"))
    if rank == 2:
        return (_band(w, h, _ring_border(w, h, _BAND), ground), _stripes(w, h, line, past), _inner_edge(w, h, "blue"))
    return (_band(w, h, _toothed_border(w, h), line),)


def _inner_edge(w: float, h: float, ink: Ink) -> Rect:
    return Rect(_BAND, _BAND, w - 2 * _BAND, h - 2 * _BAND, stroke=ink, width=0.5)


def _stripes(w: float, h: float, ink: Ink, past: float) -> Path:
    """Return slanting lines across the border, on past the trim."""
    moves: list[tuple[str | float, ...]] = []
    for n in range(int(-2 * past / _STRIPE), int((w + h + 2 * past) / _STRIPE)):
        at = (n + 0.5) * _STRIPE
        start, end = max(-past, at - h - past), min(w + past, at + past)
        inside, outside = max(_BAND, at - h + _BAND), min(w - _BAND, at - _BAND)
        for x1, x2 in ((start, inside), (outside, end)) if inside < outside else ((start, end),):
            moves += (("M", x1, at - x1), ("L", x2, at - x2))
    return Path(tuple(moves), None, ink, 0.5)


def _band(w: float, h: float, hole: tuple[Point, ...], fill: Ink) -> Path:
    """Return the area between the trim and a hole in the middle."""
    outer, inner = polygon((0, 0), (w, 0), (w, h), (0, h)), polygon(*hole)
    return Path((*outer.moves, *inner.moves), fill, None)


def _ring_border(w: float, h: float, wide: float) -> tuple[Point, ...]:
    return ((wide, wide), (w - wide, wide), (w - wide, h - wide), (wide, h - wide))


def _toothed_border(w: float, h: float) -> tuple[Point, ...]:
    """Return the inner edge of a border whose teeth point inwards, clockwise."""
    along, down = w - 2 * _GUM, h - 2 * _GUM
    top = [(_GUM + x, _GUM + deep) for x, deep in _teeth(along)]
    right = [(w - _GUM - deep, _GUM + y) for y, deep in _teeth(down)]
    low = [(w - _GUM - x, h - _GUM - deep) for x, deep in _teeth(along)]
    left = [(_GUM + deep, h - _GUM - y) for y, deep in _teeth(down)]
    return (*top, *right, *low, *left)


def _teeth(long: float) -> list[Point]:
    """Return a side's corners from its first tooth on: how far along, and how deep."""
    count = round(long / 2)
    return [(long * n / (2 * count), _TOOTH if n % 2 else 0.0) for n in range(2 * count)]


def part_face(card: Part, number: str, rulings: Rulings, catalogue: Catalogue, blank: bool = False) -> Face:
    """Return a part's face: values down the left, where a fanned hand shows them; the picture takes the rest.

    With `blank`, house numbers and rules are left blank to write in.
    """
    rules, high = _rules(card, rulings, catalogue, blank)
    low = _END - (_STRIP + 0.8 if card.position in ARMS else 0)
    style = look(card.corporation)
    return Face(
        (
            *border(card.rank, line=style.livery.line, ground=style.livery.ground),
            *_head(card, catalogue, style),
            *_window(card, low - high, style),
            *_values(card, blank, style),
            *(Group((box,), _RIGHT, low - high) for box in rules),
            *_foot(card, number, blank),
        ),
        window=(_RIGHT, _BODY, _ROOM, low - high - 1.0 - _BODY),
    )


def _head(card: Part, catalogue: Catalogue, style: CorporationLook) -> Boxes:
    corporation = catalogue.find(Corporation, card.corporation)
    letter = corporation.letter if corporation else card.corporation[:1].upper()
    kind = f"{words(card.position).capitalize()} · {corporation_name(card.corporation, catalogue)}"
    left, wide = _RIGHT - 0.6, _ROOM + 0.6
    rank = 2.4 * card.rank
    return (
        Group(style.badge(_BADGE, letter), _LEFT + _COLUMN / 2, _TOP + _BADGE + 0.2),
        Text(left, _TOP, wide, 5.4, card.name, 12.5, 7, "bold", across="middle", leading=1, what="name"),
        text(left, 9.6, wide - rank - 1, 5.4, kind, 8, 6.5, "semibold", ink="blue", what="type"),
        *_pips(card.rank, _LEFT + _WIDE - rank / 2, 12.4),
    )


def _pips(rank: int, x: float, y: float) -> Boxes:
    return tuple(
        polygon((cx, y - 1), (cx + 1, y), (cx, y + 1), (cx - 1, y), fill="ink", stroke=None)
        for cx in (x + 2.3 * (i - (rank - 1) / 2) for i in range(rank))
    )


def _window(card: Part, end: float, style: CorporationLook) -> Boxes:
    high = end - 1.0 - _BODY
    middle = (_RIGHT + _ROOM / 2, _BODY + high / 2)
    ground = Group(style.window(_ROOM, high), _RIGHT, _BODY)
    if own := own_picture(card, _RIGHT + _FRAME, _BODY + _FRAME, _ROOM - 2 * _FRAME, high - 2 * _FRAME):
        return (ground, *own)
    picture = style.livery.paint(art.drawing(card, (_ROOM - 2 * _AIR) / _BOLDER, (high - 2 * _AIR) / _BOLDER))
    return (ground, Group(picture, *middle, scale=_BOLDER))


def _is_hidden(card: Part, name: str, blank: bool) -> bool:
    return blank and card.mark(name).kind == "house"


def _values(card: Part, blank: bool, style: CorporationLook) -> Boxes:
    boxes: list[Box] = []
    high = (_END - _BODY - 2 * 1.0) / 3
    for i, name in enumerate(("attack", "defense", "structure")):
        top = _BODY + i * (high + 1.0)
        boxes += [
            Rect(_LEFT, top, _COLUMN, high, 1, style.livery.ground, None),
            text(
                _LEFT, top + 0.8, _COLUMN, 3.4, name.capitalize(), 7.5, 6.5, "semibold", "centre", what=f"{name} label"
            ),
        ]
        if _is_hidden(card, name, blank):
            boxes.append(Rect(_LEFT + 1, top + 5, _COLUMN - 2, high - 6, 0.8, "paper", "soft", 0.2, (1, 0.7)))
            continue
        value = str(getattr(card, name))
        boxes += [
            Text(_LEFT, top + 4, _COLUMN, 12.4, value, 26, 12, "bold", "centre", "middle", "ink", 1, what=name),
            *origin(card.mark(name).kind, _LEFT + _COLUMN - 3.0, top + high - 3.0, 2.2),
        ]
    return tuple(boxes)


def _rules(card: Part, rulings: Rulings, catalogue: Catalogue, blank: bool) -> tuple[Boxes, float]:
    """Return the special rules' boxes from (0, 0), in the largest size that fits, and the height they take."""
    if _is_hidden(card, "special", blank):
        lines = tuple(Line(0, PENCIL * i, _ROOM, PENCIL * i, 0.2, "soft") for i in range(1, _WRITING_LINES + 1))
        return lines, _WRITING_LINES * PENCIL + 0.3
    if not (card.special or card.text):
        return (), -1.0
    sentences_text = "\n".join(
        f"{_origin_prefix(card, name)}{sentence}"
        for name, sentence in zip(
            [*("special" for _ in card.special), "text"], sentences(card, rulings, catalogue), strict=False
        )
    )
    for size in _RULES_SIZES:
        high = page_columns.height(sentences_text, _ROOM, size, INLINE) + 0.4
        if high <= _MOST_RULES:
            break
    else:
        high = _MOST_RULES  # too long: the text is refused by name when it is fitted
    box = Text(
        0, 0, _ROOM, high, sentences_text, size, 6.5, leading=page_columns.LEADING, symbols=INLINE, what="rules text"
    )
    return (box,), high


def _origin_prefix(card: Part, name: str) -> str:
    """Return the mark of origin before a sentence; empty for a printed one."""
    kind = card.mark(name).kind
    return "" if kind == "printed" else f"{{{kind}}} "


def _foot(card: Part, number: str, blank: bool) -> Boxes:
    kinds = [card.mark(name).kind for name in ("attack", "defense", "structure") if not _is_hidden(card, name, blank)]
    foot_text = f"Wreck-A-Mech · {RANKS[card.rank]} · {foot_pack_name(card)} · {number}"
    boxes = foot(_LEFT, _FOOT, _WIDE, foot_text, kinds)
    return (*boxes, *_strip(card, blank)) if card.position in ARMS else boxes


def _strip(card: Part, blank: bool) -> Boxes:
    """Return an arm's strip below its picture, printed upside down: upright when the arm is on the wrong side."""
    loses = "__" if _is_hidden(card, "penalty", blank) else str(card.penalty)
    note = f"Wrong side: −{loses} Attack" if loses != "0" else "Either side: no penalty"
    inside: Boxes = (
        Rect(0, 0, _ROOM, _STRIP, 0.8, "wash", None),
        text(1, 0, _ROOM - 2, _STRIP, note, 9, 6.5, "bold", "centre", what="wrong side"),
    )
    return (Group(inside, _RIGHT + _ROOM, _END, angle=180),)


BACK = card_back(POKER, "WRECK-A-MECH", "Mech part", art.emblem(), "mesh")
"""The shared back of all parts: in a deck only the face shows the rank."""


def about(card: Part, rulings: Rulings, catalogue: Catalogue) -> str:
    """Return a part's card in a sentence or two."""
    loses = f" On the wrong side it loses {card.penalty} Attack." if card.penalty else ""
    rules = "".join(f" {sentence}" for sentence in sentences(card, rulings, catalogue))
    return (
        f"{card.name}, {words(card.position)} of {corporation_name(card.corporation, catalogue)}, rank {card.rank}: "
        f"Attack {card.attack}, Defense {card.defense}, Structure {card.structure}.{rules}{loses}"
    )
