"""The face of a module in one version: its strips, and between them body, name, text and foot."""

from companion.games.mecha_mettle.art.drawings import silhouette
from companion.games.mecha_mettle.art.symbols import die
from companion.games.mecha_mettle.model import DIE_NAMES, Module
from companion.games.mecha_mettle.sheets.anatomy import CardView, foot, picture, title, window, with_origin_mark, words
from companion.games.mecha_mettle.sheets.geometry import SAFE, SIDE, STRIP, Hand
from companion.games.mecha_mettle.sheets.strips import ModuleVersion, open_link, shield_strip, weapon_strip
from companion.printing.faces.boxes import Box, Face, Rect, Text
from companion.printing.faces.card_pictures import own_picture
from companion.printing.faces.origins import origin

_TOP = STRIP + 1
_WINDOW = 25.0
_NAME = _TOP + _WINDOW + 0.4
_TEXT = _NAME + 5.4
_FOOT = SIDE - SAFE - 2.7


def module_face(module: Module, hand: Hand, number: str, blank: bool = False) -> Face:
    """Return a module's face, 63 mm square, weapon (or its only shield) at the top edge."""
    card = ModuleVersion(module, hand, CardView(module, number, blank))
    left, width = card.column
    boxes = (*weapon_strip(card), *shield_strip(card), *open_link(card), *_body(card), *_rules(card))
    return Face(boxes, window=(left, _TOP, 0.58 * width, _WINDOW))


def _body(card: ModuleVersion) -> tuple[Box, ...]:
    left, width = card.column
    module = card.module
    own = own_picture(module, left + 0.3, _TOP + 0.3, 0.58 * width - 0.3, _WINDOW - 0.6)
    drawing = own or picture(silhouette(module.id), left + 0.29 * width, _TOP + _WINDOW / 2, 23.5, card.flip)
    size = 14.5
    x, y = left + 0.79 * width - size / 2, _TOP + 2.4
    number_text = "" if card.sheet.hides("body") else None
    number = die(module.body, x, y, size, f"body {DIE_NAMES[module.body.kind]}", number_text)
    mark = origin(card.sheet.kind("body"), x + size - 2, y + size - 2.6)
    label_text = "ALL BODY" if card.is_all_body else "BODY"
    label = Text(
        x - 1,
        y + size + 1,
        size + 2,
        3,
        label_text,
        size=6.5,
        weight="semibold",
        align="centre",
        ink="blue",
        what="body",
    )
    ground = Rect(x + 2, y + size + 1, size - 4, 3, fill="wash", stroke=None)
    version = "" if card.hand == "plain" else f"({card.hand})"
    side = words(left, _NAME + 1.4, width, 3.6, version, size=8, align="right", ink="soft", what="version")
    return (
        *window(left, _TOP, width, _WINDOW),
        *drawing,
        *number,
        *mark,
        ground,
        label,
        title(left, _NAME, width - 10, module.name),
        *((side,) if version else ()),
    )


def _rules(card: ModuleVersion) -> tuple[Box, ...]:
    left, width = card.column
    module = card.module
    high = _FOOT - _TEXT - 0.6
    ability = module.scrap_attack or module.bypass_attack
    symbol: tuple[Box, ...] = ()
    indent = 0.0
    if ability is not None:
        field = "scrap_attack" if module.scrap_attack else "bypass_attack"
        symbol = (
            *die(ability.pools[0], left, _TEXT, 9.5, field.replace("_", " ")),
            *origin(card.sheet.kind(field), left + 7.5, _TEXT + 7),
        )
        indent = 11.0
    text = words(left + indent, _TEXT, width - indent, high, module_text(card.sheet, module), 9)
    return (*symbol, text, *foot(card.sheet, left, _FOOT, width, _fields(module)))


def _fields(module: Module) -> list[str]:
    names = ("weapon", "shield", "special", "scrap_attack", "bypass_attack", "open_link")
    links = [
        name for name, part in (("weapon.link", module.weapon), ("shield.link", module.shield)) if part and part.link
    ]
    side = ["shield.side"] * (module.shield is not None)
    return ["body", *side, *(name for name in names if module.field_values()[name]), *links]


def module_text(sheet: CardView, module: Module) -> str:
    """Return a module's abilities as its card states them."""
    lines = (
        [with_origin_mark(sheet, "special", module.special)] if module.special and not sheet.hides("special") else []
    )
    if module.weapon and len(module.weapon.pools) > 1 and "better" not in module.special:
        lines.append("Rolls both, keeps the better result.")
    if module.weapon and module.weapon.breach and "breach" not in module.special.lower():
        lines.append("Breach: a hit destroys everything in the space.")
    if module.shield and module.shield.impenetrable and "shield" not in module.special:
        lines.append("An attack that would hit the shield fails.")
    return "\n".join(lines)
