"""Faces of part cards: a border by rank, a picture, three values, special rules."""

from functools import partial

from companion.cards import Catalogue
from companion.games.wreck_a_mech import art
from companion.games.wreck_a_mech.model import ARMS, RANKS, Corporation, Part, words
from companion.games.wreck_a_mech.rules.totals import called, sentences
from companion.printing.faces.anatomy import PENCIL, foot, pack_of, rules_text
from companion.printing.faces.boxes import POKER, Box, Face, Group, Line, Rect, Text, polygon
from companion.printing.faces.origins import INLINE, origin
from companion.printing.text import page_columns
from companion.rulebook import Rulings

Boxes = tuple[Box, ...]

_W, _H = POKER.w, POKER.h
_LEFT = 4.4
_WIDE = _W - 2 * _LEFT
_TOP = 4.2
_WINDOW, _BAND_H = 13.6, 13.0
_RULES_SIZES = (10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0)
_MOST_RULES = 24.0
"""The most height for rules text in mm; with more the picture would be too small."""
_WRITTEN = 3
"""Lines to write house rules on."""
_TURNED = 79.8
"""Where the strip begins that is read when an arm is upside down."""
_FOOT = 80.6


text = partial(rules_text, across="middle")
"""Words of at least 6 points, in the middle of their box."""


def border(rank: int, w: float = _W, h: float = _H) -> Boxes:
    """Return a rank's border; ranks differ in pattern, not only in colour: one line, two, two with teeth between."""
    if rank == 1:
        return (Rect(1.9, 1.9, w - 3.8, h - 3.8, 2, stroke="soft", width=0.9),)
    if rank == 2:
        return (
            Rect(1.5, 1.5, w - 3, h - 3, 2, stroke="blue", width=0.35),
            Rect(2.7, 2.7, w - 5.4, h - 5.4, 1.2, stroke="blue", width=0.7),
        )
    teeth: list[Box] = []
    step = 2.0
    for i in range(int((w - 6) / step)):
        x = 3 + (w - 6 - step * int((w - 6) / step)) / 2 + i * step
        teeth += [
            polygon((x, 2.7), (x + step, 2.7), (x + step / 2, 1.4), fill="accent", stroke=None),
            polygon((x, h - 2.7), (x + step, h - 2.7), (x + step / 2, h - 1.4), fill="accent", stroke=None),
        ]
    for i in range(int((h - 6) / step)):
        y = 3 + (h - 6 - step * int((h - 6) / step)) / 2 + i * step
        teeth += [
            polygon((2.7, y), (2.7, y + step), (1.4, y + step / 2), fill="accent", stroke=None),
            polygon((w - 2.7, y), (w - 2.7, y + step), (w - 1.4, y + step / 2), fill="accent", stroke=None),
        ]
    return (*teeth, Rect(2.8, 2.8, w - 5.6, h - 5.6, 0.6, stroke="accent", width=0.6))


def part_face(card: Part, number: str, rulings: Rulings, catalogue: Catalogue, blank: bool = False) -> Face:
    """Return a part's face, built from the foot up: the picture gets the height that the rules text leaves.

    With `blank`, house numbers and rules are left blank to write in.
    """
    rules, high = _rules(card, rulings, catalogue, blank)
    top = _foot_top(card) - 1.0 - high
    band = top - _BAND_H
    return Face(
        (
            *border(card.rank),
            *_head(card, catalogue),
            *_window(card, band - 1.2 - _WINDOW),
            *_band(card, band, blank),
            *(Group((box,), _LEFT, top) for box in rules),
            *_foot(card, number, blank),
        )
    )


def _foot_top(card: Part) -> float:
    return _TURNED - 4.0 if card.position in ARMS else _FOOT


def _head(card: Part, catalogue: Catalogue) -> Boxes:
    corporation = catalogue.find(Corporation, card.corporation)
    letter = corporation.letter if corporation else card.corporation[:1].upper()
    kind = f"{words(card.position).capitalize()} · {called(card.corporation, catalogue)}"
    badge = 8.6
    return (
        Text(_LEFT, _TOP, _WIDE - badge - 1, 5.4, card.name, 12.5, 7, "bold", across="middle", leading=1, what="name"),
        text(_LEFT, 9.5, _WIDE - badge - 1, 3.5, kind, 8, "semibold", ink="blue", what="type"),
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


def ground(x: float, y: float, w: float, h: float, pitch: float = 5) -> Boxes:
    """Return blueprint paper: a washed ground with hairlines, and its frame."""
    across = (Line(x + i * pitch, y, x + i * pitch, y + h, 0.06, "faint") for i in range(1, int((w - 0.1) / pitch) + 1))
    down = (Line(x, y + i * pitch, x + w, y + i * pitch, 0.06, "faint") for i in range(1, int((h - 0.1) / pitch) + 1))
    frame = Rect(x, y, w, h, stroke="blue", width=0.3)
    return (Rect(x, y, w, h, fill="wash", stroke=None), *across, *down, frame)


def _window(card: Part, high: float) -> Boxes:
    middle = (_LEFT + _WIDE / 2, _WINDOW + high / 2)
    scale = min(1.32, high / 29)
    return (*ground(_LEFT, _WINDOW, _WIDE, high), Group(art.drawing(card), *middle, scale=scale))


def _hidden(card: Part, name: str, blank: bool) -> bool:
    return blank and card.mark(name).kind == "house"


def _band(card: Part, top: float, blank: bool) -> Boxes:
    made: list[Box] = []
    each = (_WIDE - 2 * 1.4) / 3
    for i, name in enumerate(("attack", "defense", "structure")):
        x = _LEFT + i * (each + 1.4)
        made += [
            Rect(x, top, each, _BAND_H, 1, "tint", None),
            text(x, top + 0.5, each, 3.2, name.upper(), 6.5, "semibold", "centre", "soft", f"{name} label"),
        ]
        if _hidden(card, name, blank):
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
    if _hidden(card, "special", blank):
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
    kinds = [card.mark(name).kind for name in ("attack", "defense", "structure") if not _hidden(card, name, blank)]
    place = f"Wreck-A-Mech · {RANKS[card.rank]} · {pack_of(card)} · {number}"
    made = foot(_LEFT, _foot_top(card), _WIDE, place, kinds)
    return (*made, *_strip(card, blank)) if card.position in ARMS else made


def _strip(card: Part, blank: bool) -> Boxes:
    """Return an arm's strip along its lower edge, printed upside down: upright when the arm is on the wrong side."""
    loses = "__" if _hidden(card, "penalty", blank) else str(card.penalty)
    said = f"Wrong side: −{loses} Attack" if loses != "0" else "Either side: no penalty"
    wide = _WIDE
    inside: Boxes = (
        Rect(0, 0, wide, 4.2, 0.8, "tint", None),
        text(1, 0, wide - 2, 4.2, said, 8.5, "bold", "centre", what="wrong side"),
    )
    return (Group(inside, _LEFT + wide, _TURNED + 4.2 - 0.4, angle=180),)


def back() -> Face:
    """Return the shared back of all parts: in a deck only the face shows the rank."""
    inner = 4.2
    return Face(
        (
            *ground(2.6, 2.6, _W - 5.2, _H - 5.2),
            Rect(inner, inner, _W - 2 * inner, _H - 2 * inner, stroke="blue"),
            Group(art.emblem(), _W / 2, _H / 2, scale=1.15),
            text(6, 9, _W - 12, 6, "WRECK-A-MECH", 14, "bold", "centre", "blue", "back title"),
            text(6, _H - 14, _W - 12, 5, "Mech part", 9, "semibold", "centre", "blue", "back note"),
        )
    )


BACK = back()


def about(card: Part, rulings: Rulings, catalogue: Catalogue) -> str:
    """Return a part's card in a sentence or two."""
    loses = f" On the wrong side it loses {card.penalty} Attack." if card.penalty else ""
    rules = "".join(f" {sentence}" for sentence in sentences(card, rulings, catalogue))
    return (
        f"{card.name}, {words(card.position)} of {called(card.corporation, catalogue)}, rank {card.rank}: Attack "
        f"{card.attack}, Defense {card.defense}, Structure {card.structure}.{rules}{loses}"
    )
