"""Faces of part cards: a border by rank, a picture, three values, special rules."""

from functools import partial

from companion.cards import Catalogue
from companion.games.wreck_a_mech import art
from companion.games.wreck_a_mech.model import ARMS, RANKS, Corporation, Part, words
from companion.games.wreck_a_mech.rules.totals import corporation_name, sentences
from companion.printing.faces.anatomy import PENCIL, foot, foot_pack_name, rules_text
from companion.printing.faces.boxes import POKER, Box, Face, Group, Ink, Line, Path, Point, Rect, Text, polygon
from companion.printing.faces.origins import INLINE, origin
from companion.printing.text import page_columns
from companion.rulebook import Rulings

Boxes = tuple[Box, ...]

_W, _H = POKER.w, POKER.h
_LEFT = 4.4
_WIDE = _W - 2 * _LEFT
_TOP = 4.2
_WINDOW, _BAND_H = 13.6, 13.0
_AIR = 1.6
"""Room between the picture and the frame of its window."""
_BOLDER = 1.2
"""How much bolder than in a portrait the strokes of a part are on its card."""
_RULES_SIZES = (10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0)
_MOST_RULES = 24.0
"""The most height for rules text in mm; with more the picture would be too small."""
_GUM, _TOOTH = 1.3, 1.4
"""From the trim to where the highest rank's teeth begin, and how long they are."""
_WRITTEN = 3
"""Lines to write house rules on."""
_TURNED = 79.8
"""Where the strip begins that is read when an arm is upside down."""
_FOOT = 80.6


text = partial(rules_text, across="middle")
"""Words of at least 6 points, in the middle of their box."""


def border(rank: int, w: float = _W, h: float = _H) -> Boxes:
    """Return a rank's border, which runs to the trim, so that an inexact cut leaves no uneven edge.

    Ranks differ in pattern, not only in colour: one line, two, one with teeth around it.
    """
    if rank == 1:
        return (
            _band(w, h, _ring_border(w, h, 2.4), "wash"),
            Rect(2.4, 2.4, w - 4.8, h - 4.8, 1.6, stroke="soft", width=0.9),
        )
    if rank == 2:
        return (
            _band(w, h, _ring_border(w, h, 3.0), "tint"),
            Rect(1.6, 1.6, w - 3.2, h - 3.2, 2, stroke="blue", width=0.35),
            Rect(3.0, 3.0, w - 6, h - 6, 1.2, stroke="blue", width=0.7),
        )
    return (
        _band(w, h, _toothed_border(w, h), "accent"),
        Rect(3.2, 3.2, w - 6.4, h - 6.4, 0.6, stroke="accent", width=0.5),
    )


def _band(w: float, h: float, hole: tuple[Point, ...], fill: Ink) -> Path:
    """Return what is between the trim and a hole in the middle."""
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
    """Return a part's face, built from the foot up: the picture gets the height that the rules text leaves.

    With `blank`, house numbers and rules are left blank to write in.
    """
    rules, high = _rules(card, rulings, catalogue, blank)
    top = _foot_top(card) - 1.0 - high
    band = top - _BAND_H
    window_h = band - 1.2 - _WINDOW
    return Face(
        (
            *border(card.rank),
            *_head(card, catalogue),
            *_window(card, window_h),
            *_values(card, band, blank),
            *(Group((box,), _LEFT, top) for box in rules),
            *_foot(card, number, blank),
        ),
        window=(_LEFT, _WINDOW, _WIDE, window_h),
    )


def _foot_top(card: Part) -> float:
    return _TURNED - 4.0 if card.position in ARMS else _FOOT


def _head(card: Part, catalogue: Catalogue) -> Boxes:
    corporation = catalogue.find(Corporation, card.corporation)
    letter = corporation.letter if corporation else card.corporation[:1].upper()
    kind = f"{words(card.position).capitalize()} · {corporation_name(card.corporation, catalogue)}"
    badge = 8.6
    return (
        Text(_LEFT, _TOP, _WIDE - badge - 1, 5.4, card.name, 12.5, 7, "bold", across="middle", leading=1, what="name"),
        text(_LEFT, 9.5, _WIDE - badge - 1, 3.5, kind, 8, 6, "semibold", ink="blue", what="type"),
        Rect(_LEFT + _WIDE - badge, _TOP, badge, badge, 1, "tint", "accent", 0.4),
        Text(
            _LEFT + _WIDE - badge,
            _TOP,
            badge,
            5.8,
            letter,
            14,
            10,
            "bold",
            "centre",
            "middle",
            leading=1,
            what="letter",
        ),
        *_pips(card.rank, _LEFT + _WIDE - badge / 2, _TOP + 6.9),
    )


def _pips(rank: int, x: float, y: float) -> Boxes:
    return tuple(
        polygon((cx, y - 1), (cx + 1, y), (cx, y + 1), (cx - 1, y), fill="ink", stroke=None)
        for cx in (x + 2.3 * (i - (rank - 1) / 2) for i in range(rank))
    )


def paper(x: float, y: float, w: float, h: float, right: float = 5, low: float = 5) -> Boxes:
    """Return blueprint paper: a washed ground with hairlines 5 mm apart; the first ones so far to the right and low."""
    across = (x + right + i * 5 for i in range(int((w - right - 0.1) / 5) + 1))
    down = (y + low + i * 5 for i in range(int((h - low - 0.1) / 5) + 1))
    return (
        Rect(x, y, w, h, fill="wash", stroke=None),
        *(Line(at, y, at, y + h, 0.06, "faint") for at in across),
        *(Line(x, at, x + w, at, 0.06, "faint") for at in down),
    )


def ground(x: float, y: float, w: float, h: float) -> Boxes:
    """Return blueprint paper in a frame."""
    return (*paper(x, y, w, h), Rect(x, y, w, h, stroke="blue", width=0.3))


def _window(card: Part, high: float) -> Boxes:
    middle = (_LEFT + _WIDE / 2, _WINDOW + high / 2)
    picture = art.drawing(card, (_WIDE - 2 * _AIR) / _BOLDER, (high - 2 * _AIR) / _BOLDER)
    return (*ground(_LEFT, _WINDOW, _WIDE, high), Group(picture, *middle, scale=_BOLDER))


def _is_hidden(card: Part, name: str, blank: bool) -> bool:
    return blank and card.mark(name).kind == "house"


def _values(card: Part, top: float, blank: bool) -> Boxes:
    made: list[Box] = []
    each = (_WIDE - 2 * 1.4) / 3
    for i, name in enumerate(("attack", "defense", "structure")):
        x = _LEFT + i * (each + 1.4)
        made += [
            Rect(x, top, each, _BAND_H, 1, "tint", None),
            text(x, top + 0.5, each, 3.2, name.upper(), 6.5, 6, "semibold", "centre", ink="soft", what=f"{name} label"),
        ]
        if _is_hidden(card, name, blank):
            made.append(Rect(x + 1, top + 3.9, each - 2, _BAND_H - 4.7, 0.8, "paper", "soft", 0.2, (1, 0.7)))
            continue
        made += [
            Text(
                x, top + 3.5, each, _BAND_H - 3.7, str(getattr(card, name)), 22, 12, "bold", "centre", "middle",
                "accent" if name == "attack" else "ink", 1, what=name,
            ),
            *origin(card.mark(name).kind, x + each - 2.9, top + _BAND_H - 3.0, 2.2),
        ]  # fmt: skip
    return tuple(made)


def _rules(card: Part, rulings: Rulings, catalogue: Catalogue, blank: bool) -> tuple[Boxes, float]:
    """Return the special rules' boxes from (0, 0), in the largest size that fits, and the height they take."""
    if _is_hidden(card, "special", blank):
        lines = tuple(Line(0, PENCIL * i, _WIDE, PENCIL * i, 0.2, "soft") for i in range(1, _WRITTEN + 1))
        return lines, _WRITTEN * PENCIL + 0.3
    if not (card.special or card.text):
        return (), 0.4
    said = "\n".join(
        f"{_lead(card, name)}{sentence}"
        for name, sentence in zip(
            [*("special" for _ in card.special), "text"], sentences(card, rulings, catalogue), strict=False
        )
    )
    for size in _RULES_SIZES:
        high = page_columns.height(said, _WIDE, size, INLINE) + 0.4
        if high <= _MOST_RULES:
            break
    else:
        high = _MOST_RULES  # too long: the text is refused by name when it is fitted
    box = Text(0, 1.2, _WIDE, high, said, size, 6, leading=page_columns.LEADING, symbols=INLINE, what="rules text")
    return (box,), high + 1.6


def _lead(card: Part, name: str) -> str:
    """Return the mark of origin before a sentence, nothing where it is printed."""
    kind = card.mark(name).kind
    return "" if kind == "printed" else f"{{{kind}}} "


def _foot(card: Part, number: str, blank: bool) -> Boxes:
    kinds = [card.mark(name).kind for name in ("attack", "defense", "structure") if not _is_hidden(card, name, blank)]
    place = f"Wreck-A-Mech · {RANKS[card.rank]} · {foot_pack_name(card)} · {number}"
    made = foot(_LEFT, _foot_top(card), _WIDE, place, kinds)
    return (*made, *_strip(card, blank)) if card.position in ARMS else made


def _strip(card: Part, blank: bool) -> Boxes:
    """Return an arm's strip along its lower edge, printed upside down: upright when the arm is on the wrong side."""
    loses = "__" if _is_hidden(card, "penalty", blank) else str(card.penalty)
    said = f"Wrong side: −{loses} Attack" if loses != "0" else "Either side: no penalty"
    wide = _WIDE
    inside: Boxes = (
        Rect(0, 0, wide, 4.2, 0.8, "tint", None),
        text(1, 0, wide - 2, 4.2, said, 8.5, 6, "bold", "centre", what="wrong side"),
    )
    return (Group(inside, _LEFT + wide, _TURNED + 4.2 - 0.4, angle=180),)


def back() -> Face:
    """Return the shared back of all parts: in a deck only the face shows the rank."""
    frames = (
        Rect(at, at, _W - 2 * at, _H - 2 * at, stroke="blue", width=wide) for at, wide in ((2.6, 0.3), (4.2, 0.2))
    )
    return Face(
        (
            *paper(0, 0, _W, _H, _W / 2 % 5, _H / 2 % 5),
            *frames,
            Group(art.emblem(), _W / 2, _H / 2, scale=1.15),
            text(6, 9, _W - 12, 6, "WRECK-A-MECH", 14, 6, "bold", "centre", ink="blue", what="back title"),
            text(6, _H - 14, _W - 12, 5, "Mech part", 9, 6, "semibold", "centre", ink="blue", what="back note"),
        )
    )


BACK = back()


def about(card: Part, rulings: Rulings, catalogue: Catalogue) -> str:
    """Return a part's card in a sentence or two."""
    loses = f" On the wrong side it loses {card.penalty} Attack." if card.penalty else ""
    rules = "".join(f" {sentence}" for sentence in sentences(card, rulings, catalogue))
    return (
        f"{card.name}, {words(card.position)} of {corporation_name(card.corporation, catalogue)}, rank {card.rank}: "
        f"Attack {card.attack}, Defense {card.defense}, Structure {card.structure}.{rules}{loses}"
    )
