"""Faces of components and tiles, and all card backs, the modules' too."""

from companion.base.wording import plural
from companion.games.mecha_mettle.art.drawings import component_picture, emblem, load_drawing
from companion.games.mecha_mettle.art.symbols import DICE, die, pips
from companion.games.mecha_mettle.model import DIE_NAMES, Category, Component, Pool, Tile
from companion.games.mecha_mettle.sheets.anatomy import (
    CardView,
    foot,
    lines,
    paper,
    picture,
    title,
    window,
    with_origin_mark,
    words,
)
from companion.games.mecha_mettle.summary import when
from companion.printing.faces.boxes import POKER, SQUARE_63, Box, Face, Format, Line, PlacedSymbol, Rect, Text
from companion.printing.faces.card_backs import PAST, card_back
from companion.printing.faces.card_pictures import own_picture
from companion.printing.faces.liveries import Livery
from companion.printing.faces.origins import origin
from companion.printing.faces.strokes import Drawing

_LEFT = POKER.safe
_WIDE = POKER.w - 2 * POKER.safe
_WINDOW, _HIGH = 14.6, 31.4
"""Top and height of the picture; like the bands above and below it, it runs to the trim on both sides."""
_LEVEL, _LEVEL_HIGH = _WINDOW + _HIGH, 10.0
_EFFECT, _WHEN = _LEVEL + _LEVEL_HIGH + 1.0, 76.8
_BADGE = 10.4
LIVERIES: dict[Category, Livery] = {
    "reconfigure": Livery("#6a3d9a"),
    "control": Livery("#00707a"),
    "defense": Livery("#1c5fa6"),
    "attack": Livery("#b03a1e"),
}
"""Each category's colour; its shape is its emblem, in the upper right corner, which counts the level too."""


def component_face(card: Component, number: str, blank: bool = False) -> Face:
    """Return a component's face, poker size: name and type, picture, level, effect, when and how often to use it."""
    sheet = CardView(card, number, blank)
    return Face((*_head(sheet, card), *_picture(sheet, card), *_level(sheet, card), *_effect(sheet, card)))


def _head(sheet: CardView, card: Component) -> tuple[Box, ...]:
    kind = with_origin_mark(sheet, "category", f"Component · {card.category.capitalize()}")
    livery = LIVERIES[card.category]
    width = _WIDE - _BADGE - 1.5
    return (
        Rect(0, 0, POKER.w, _WINDOW, fill=livery.ground, stroke=None),
        title(_LEFT, POKER.safe + 0.4, width, card.name, 13),
        words(_LEFT, 9.2, width, 3.8, kind, size=8, weight="semibold", what="type"),
        *livery.paint(picture(emblem(card), POKER.w - POKER.safe - _BADGE / 2, _WINDOW / 2 + 0.4, _BADGE)),
    )


def dice_with_sign(card: Component) -> tuple[Pool, str] | None:
    """Return the dice a component gives, with their sign: `+` for added dice, `=` for replaced ones."""
    if card.defend:
        return card.defend, "+"
    if card.attack and card.attack.add:
        return card.attack.add, "+"
    if card.attack and card.attack.replace:
        return card.attack.replace, "="
    return None


def _picture(sheet: CardView, card: Component) -> tuple[Box, ...]:
    """Return the component's picture, with its dice on the right if it gives any."""
    middle = _WINDOW + _HIGH / 2
    ground = (*paper(0, _WINDOW, POKER.w, _HIGH), *_edges(_WINDOW, _WINDOW + _HIGH))
    pool_and_sign = dice_with_sign(card)
    x, wide = (POKER.w / 2, _WIDE) if pool_and_sign is None else (19.5, 2 * (19.5 - _LEFT))
    own = own_picture(card, x - wide / 2, _WINDOW + 1, wide, _HIGH - 2)
    painted = own or LIVERIES[card.category].paint(picture(component_picture(card), x, middle, 27))
    if pool_and_sign is None:
        return (*ground, *painted)
    pool, sign = pool_and_sign
    field = "defend" if card.defend else "attack"
    size = 19.0
    x, y = 38.0, middle - size / 2
    dice = die(pool, x, y, size, f"dice {DIE_NAMES[pool.kind]}", f"+{pool.dice}" if sign == "+" else None)
    mark = origin(sheet.kind(field), x + size - 2, y + size - 2.6)
    box = Rect(x, y, size, size, radius=1, fill="paper", stroke="blue", width=0.3, dash=(1.0, 0.7))
    return (*ground, *painted, *((box,) if sheet.hides(field) else (*dice, *mark)))


def _edges(*places: float) -> tuple[Box, ...]:
    """Return lines across the whole card, past its trim."""
    return tuple(Line(-PAST, y, POKER.w + PAST, y, 0.4, "blue") for y in places)


def _level(sheet: CardView, card: Component) -> tuple[Box, ...]:
    top, high = _LEVEL, _LEVEL_HIGH
    count = plural(card.level, "lost port")
    return (
        Rect(0, top, POKER.w, high, fill=LIVERIES[card.category].ground, stroke=None),
        *_edges(top, top + high),
        Text(_LEFT, top, 8, high, str(card.level), 24, 12, "bold", "centre", "middle", leading=1, what="level"),
        *origin(sheet.kind("level"), _LEFT + 20.2, top + 5.8, 2.2),
        *pips(card.level, _LEFT + 9.5, top + 1.4, 3.4, 1.25),
        words(_LEFT + 9.5, top + 5.2, 11, 3.6, "LEVEL", size=8, weight="semibold", what="level word"),
        words(
            _LEFT + 26,
            top,
            _WIDE - 26,
            high,
            f"Active at exactly\n{count}",
            size=8.5,
            across="middle",
            what="active at",
        ),
    )


def _effect(sheet: CardView, card: Component) -> tuple[Box, ...]:
    top, foot_y = _EFFECT, POKER.h - POKER.safe - 2.7
    fields = [
        "text",
        "category",
        "level",
        "when",
        "limit",
        *(("attack",) if card.attack else ()),
        *(("defend",) if card.defend else ()),
    ]
    end = foot(sheet, _LEFT, foot_y, _WIDE, fields)
    if sheet.hides("text"):
        return (*lines(_LEFT, top, _WIDE, 4), *end)
    used = "" if sheet.hides("when") else with_origin_mark(sheet, "when", f"{when(card)}.")
    often = (
        ""
        if sheet.hides("limit")
        else with_origin_mark(sheet, "limit", f"{card.limit[:1].upper()}{card.limit[1:].rstrip('.')}.")
    )
    limit = " ".join(part for part in (used, often) if part)
    effect = with_origin_mark(sheet, "text", card.text)
    return (
        words(_LEFT, top, _WIDE, _WHEN - top - 0.8, effect, size=11, across="middle", what="effect"),
        words(_LEFT, _WHEN, _WIDE, 4.2, limit, size=9, weight="semibold", across="middle", what="when and limit"),
        *end,
    )


def tile_face(card: Tile, number: str, blank: bool = False) -> Face:
    """Return a port's or a door's face, 63 mm square, its defense in the middle."""
    sheet = CardView(card, number, blank)
    left, wide = SQUARE_63.safe, SQUARE_63.w - 2 * SQUARE_63.safe
    top, high = 9.0, 40.0
    drawing = load_drawing("tiles/port" if card.holds_module else "tiles/door")
    art = picture(drawing, SQUARE_63.w / 2, top + high / 2, 38)
    foot_y = SQUARE_63.h - SQUARE_63.safe - 2.7
    return Face(
        (
            title(left, SQUARE_63.safe, wide, card.name, 13),
            *window(left, top, wide, high),
            *(own_picture(card, left + 0.3, top + 0.3, wide - 0.6, high - 0.6) or art),
            *_defence(sheet, card, SQUARE_63.w / 2, top + high / 2),
            words(left, top + high + 0.6, wide, foot_y - top - high - 1.2, card.text, 9.5, what="text"),
            *foot(sheet, left, foot_y, wide, ["defense"]),
        )
    )


def _defence(sheet: CardView, card: Tile, x: float, y: float) -> tuple[Box, ...]:
    """Return the defense dice; if they are left blank, both symbols are empty and the player writes into one."""
    size = 15.0
    ground = Rect(x - 10.5, y - 9.5, 21, 19, radius=2, fill="paper", stroke="blue", width=0.4)
    if not sheet.hides("defense"):
        number = die(card.defense, x - size / 2, y - size / 2, size, f"defense {DIE_NAMES[card.defense.kind]}")
        return (ground, *number, *origin(sheet.kind("defense"), x + 7.2, y + 6.2))
    wide = Rect(x - 18, y - 10.5, 36, 21, radius=2, fill="paper", stroke="blue", width=0.4)
    hint = words(x - 17, y + 6.6, 34, 3.4, "write the number in the die that defends", 6.5, align="centre", what="hint")
    return (
        wide,
        PlacedSymbol(DICE["evasion"], x - 16.2, y - 9.2, size),
        PlacedSymbol(DICE["shield"], x + 1.2, y - 9.2, size),
        hint,
    )


def _back(size: Format, drawing: Drawing, note: str) -> Face:
    return card_back(size, "MECHA METTLE", note, picture(drawing, 0, 0, 30), "diamonds")


MODULE_BACK = _back(SQUARE_63, load_drawing("tiles/wreck"), "Face down: a destroyed port")
TILE_BACK = _back(SQUARE_63, load_drawing("tiles/port"), "Play area")
COMPONENT_BACK = _back(POKER, load_drawing("tiles/chip"), "Component")
