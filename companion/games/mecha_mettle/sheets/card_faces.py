"""Faces of components and tiles, and all card backs, the modules' too."""

from companion.games.mecha_mettle.art.drawings import emblem, load_drawing
from companion.games.mecha_mettle.art.symbols import DICE, die, pips
from companion.games.mecha_mettle.model import DIE_NAMES, Component, Pool, Tile
from companion.games.mecha_mettle.sheets.anatomy import (
    CardView,
    foot,
    lines,
    picture,
    title,
    window,
    with_origin_mark,
    words,
)
from companion.games.mecha_mettle.summary import when
from companion.printing.faces.boxes import POKER, SQUARE_63, Box, Face, Format, Line, PlacedSymbol, Rect, Text
from companion.printing.faces.origins import origin
from companion.printing.faces.strokes import Drawing
from companion.wording import plural

_LEFT = POKER.safe
_WIDE = POKER.w - 2 * POKER.safe


def component_face(card: Component, number: str, blank: bool = False) -> Face:
    """Return a component's face, poker size: name and type, emblem, level, effect, when and how often to use it."""
    sheet = CardView(card, number, blank)
    return Face((*_head(sheet, card), *_emblem(sheet, card), *_level(sheet, card), *_effect(sheet, card)))


def _head(sheet: CardView, card: Component) -> tuple[Box, ...]:
    kind = f"Component · {card.category.capitalize()}"
    marks = origin(sheet.kind("category"), _LEFT + _WIDE - 2.4, 9.2, 2.2)
    return (
        title(_LEFT, POKER.safe, _WIDE, card.name, 13),
        words(_LEFT, 8.8, _WIDE - 4, 3.4, kind, size=8, weight="semibold", ink="blue", what="type"),
        *marks,
    )


def dice_with_sign(card: Component) -> tuple[Pool, str] | None:
    """Return the dice a component gives, with the sign before the number: `+` for dice added."""
    if card.defend:
        return card.defend, "+"
    if card.attack and card.attack.add:
        return card.attack.add, "+"
    if card.attack and card.attack.replace:
        return card.attack.replace, "="
    return None


def _emblem(sheet: CardView, card: Component) -> tuple[Box, ...]:
    top, high = 13.0, 29.0
    frame = window(_LEFT, top, _WIDE, high)
    given = dice_with_sign(card)
    if given is None:
        return (*frame, *picture(emblem(card), POKER.w / 2, top + high / 2, 26))
    pool, sign = given
    field = "defend" if card.defend else "attack"
    size = 18.0
    x, y = _LEFT + 34, top + 5.5
    dice = die(pool, x, y, size, f"dice {DIE_NAMES[pool.kind]}", sign if sign == "+" else "")
    mark = origin(sheet.kind(field), x + size - 2, y + size - 2.6)
    box = Rect(x, y, size, size, radius=1, fill="paper", stroke="blue", width=0.3, dash=(1.0, 0.7))
    art = picture(emblem(card), _LEFT + 16, top + high / 2, 24)
    return (*frame, *art, *((box,) if sheet.hides(field) else (*dice, *mark)))


def _level(sheet: CardView, card: Component) -> tuple[Box, ...]:
    top = 43.2
    count = plural(card.level, "destroyed port")
    return (
        Rect(_LEFT, top, _WIDE, 9.6, fill="tint", stroke=None),
        Text(_LEFT + 1.4, top, 7, 9.6, str(card.level), 20, 12, "bold", "centre", "middle", leading=1, what="level"),
        *origin(sheet.kind("level"), _LEFT + 19.4, top + 5.4, 2.2),
        *pips(card.level, _LEFT + 10, top + 1.3, 3.2, 1.1),
        words(_LEFT + 10, top + 4.9, 9, 3.2, "LEVEL", size=7, weight="semibold", what="level word"),
        words(_LEFT + 25, top + 1.6, _WIDE - 26, 7, f"In force while you\nhave {count}", size=7.5, what="in force"),
    )


def _effect(sheet: CardView, card: Component) -> tuple[Box, ...]:
    top, foot_y = 54.2, POKER.h - POKER.safe - 2.7
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
        return (*lines(_LEFT, top - 1, _WIDE, 5), *end)
    marks = origin(sheet.kind("text"), _LEFT, top + 0.5)
    indent = 3.4 if marks else 0.0
    used = "" if sheet.hides("when") else with_origin_mark(sheet, "when", f"{when(card)}.")
    often = (
        ""
        if sheet.hides("limit")
        else with_origin_mark(sheet, "limit", f"{card.limit[:1].upper()}{card.limit[1:].rstrip('.')}.")
    )
    limit = "\n".join(part for part in (used, often) if part)
    return (
        *marks,
        words(_LEFT + indent, top, _WIDE - indent, 18.6, card.text, size=8, what="effect"),
        Line(_LEFT, 73.4, _LEFT + _WIDE, 73.4, width=0.15, ink="faint"),
        words(_LEFT, 74.0, _WIDE, 7.6, limit, size=7.5, weight="semibold", what="when and limit"),
        *end,
    )


def tile_face(card: Tile, number: str, blank: bool = False) -> Face:
    """Return a port's or a door's face, 63 mm square, its defence in the middle."""
    sheet = CardView(card, number, blank)
    left, wide = SQUARE_63.safe, SQUARE_63.w - 2 * SQUARE_63.safe
    top, high = 9.0, 40.0
    drawing = load_drawing("tiles/port" if card.holds_module else "tiles/door")
    foot_y = SQUARE_63.h - SQUARE_63.safe - 2.7
    return Face(
        (
            title(left, SQUARE_63.safe, wide, card.name, 13),
            *window(left, top, wide, high),
            *picture(drawing, SQUARE_63.w / 2, top + high / 2, 38),
            *_defence(sheet, card, SQUARE_63.w / 2, top + high / 2),
            words(left, top + high + 0.6, wide, foot_y - top - high - 1.2, card.text, 7.5, what="text"),
            *foot(sheet, left, foot_y, wide, ["defense"]),
        )
    )


def _defence(sheet: CardView, card: Tile, x: float, y: float) -> tuple[Box, ...]:
    """Return the defence dice; if they are left blank, both symbols are empty and the player writes into one."""
    size = 15.0
    ground = Rect(x - 10.5, y - 9.5, 21, 19, radius=2, fill="paper", stroke="blue", width=0.4)
    if not sheet.hides("defense"):
        number = die(card.defense, x - size / 2, y - size / 2, size, f"defence {DIE_NAMES[card.defense.kind]}")
        return (ground, *number, *origin(sheet.kind("defense"), x + 7.2, y + 6.2))
    wide = Rect(x - 18, y - 10.5, 36, 21, radius=2, fill="paper", stroke="blue", width=0.4)
    hint = words(x - 17, y + 6.6, 34, 3.4, "write the number in the die that defends", 6.5, align="centre", what="hint")
    return (
        wide,
        PlacedSymbol(DICE["evasion"], x - 16.2, y - 9.2, size),
        PlacedSymbol(DICE["shield"], x + 1.2, y - 9.2, size),
        hint,
    )


def _back(size: Format, drawing: Drawing, what: str, note: str) -> Face:
    """Return a deck's shared back: a drawing in a double frame; turned by half it differs only in its words."""
    w, h, middle = size.w, size.h, size.h / 2
    return Face(
        (
            *window(size.safe, size.safe, w - 2 * size.safe, h - 2 * size.safe),
            Rect(size.safe + 1.2, size.safe + 1.2, w - 2 * size.safe - 2.4, h - 2 * size.safe - 2.4, stroke="blue"),
            *picture(drawing, w / 2, middle, 34),
            words(
                size.safe + 3,
                size.safe + 3,
                w - 2 * size.safe - 6,
                5,
                what,
                9,
                6,
                "bold",
                "centre",
                ink="blue",
                what="back title",
            ),
            words(
                size.safe + 3,
                h - size.safe - 7,
                w - 2 * size.safe - 6,
                4.4,
                note,
                7,
                6,
                "semibold",
                "centre",
                ink="blue",
                what="back note",
            ),
        )
    )


MODULE_BACK = _back(
    SQUARE_63, load_drawing("tiles/wreck"), "MECHA METTLE", "Face down in a play area: a destroyed port"
)
TILE_BACK = _back(SQUARE_63, load_drawing("tiles/port"), "MECHA METTLE", "Play area")
COMPONENT_BACK = _back(POKER, load_drawing("tiles/chip"), "MECHA METTLE", "Component")
