"""A module's face, a room of its own for its strips: weapon ahead, shield or link at the hand edge, body between."""

from dataclasses import dataclass

from companion.games.mecha_mettle import art
from companion.games.mecha_mettle.anatomy import Sheet, foot, title, window, words
from companion.games.mecha_mettle.geometry import (
    OUTWARDS,
    PITCH,
    SAFE,
    SIDE,
    STRIP,
    Hand,
    Pair,
    hand_edge,
    letters,
    seam,
    shield_edge,
)
from companion.games.mecha_mettle.model import Edge, Module, Pool, Shield, Weapon
from companion.games.mecha_mettle.symbols import DICE, DIE_NAMES, die, origin
from companion.printing.boxes import Box, Face, Group, Line, Placed, Rect, Text, polygon

_DIE = 11.0
_SOCKET = 3.9
"""Half the width of a socket for letters of LINK."""
_TOP = STRIP + 1
_WINDOW = 25.0
_NAME = _TOP + _WINDOW + 0.4
_TEXT = _NAME + 5.4
_FOOT = SIDE - SAFE - 2.7


@dataclass(frozen=True)
class _Card:
    """A module in one version, with the two columns its face is built from."""

    module: Module
    hand: Hand
    sheet: Sheet

    @property
    def flip(self) -> bool:
        return self.hand == "left"

    @property
    def has_hand_strip(self) -> bool:
        """Whether something stands at the hand edge, so that the body keeps clear of it."""
        return self.module.open_link or shield_edge(self.module, self.hand) in {"left", "right"}

    @property
    def column(self) -> tuple[float, float]:
        """The body's left side and width."""
        if not self.has_hand_strip:
            return SAFE, SIDE - 2 * SAFE
        width = SIDE - STRIP - SAFE - 1
        return (STRIP + 1 if self.flip else SAFE), width

    @property
    def ahead(self) -> tuple[float, float]:
        """The top strip's left side and width; a shield at the hand edge keeps its corner to itself."""
        if shield_edge(self.module, self.hand) in {"left", "right"}:
            return self.column
        return SAFE, SIDE - 2 * SAFE

    def mirrored(self, x: float, w: float) -> float:
        """Return where a box w wide that stands at x in a right version begins in this version."""
        return SIDE - x - w if self.flip else x


def module_face(module: Module, hand: Hand, number: str, blank: bool = False) -> Face:
    """Return a module's face, 63 mm square, weapon (or its only shield) at the top edge."""
    card = _Card(module, hand, Sheet(module, number, blank))
    return Face((*_weapon(card), *_shield(card), *_open_link(card), *_body(card), *_rules(card)))


def _weapon(card: _Card) -> tuple[Box, ...]:
    weapon = card.module.weapon
    if weapon is None:
        return ()
    left, width = card.ahead
    ground = Rect(left - SAFE + 0.6, 0.6, width + 2 * SAFE - 1.2, STRIP - 0.6, fill="tint", stroke=None)
    boxes: list[Box] = (
        [] if _all_body(card.module) else [ground, Line(0.6, STRIP, SIDE - 0.6, STRIP, width=0.4, ink="blue")]
    )
    boxes += _teeth(left, width)
    for i, pool in enumerate(weapon.pools):
        x = card.mirrored(SAFE + i * (_DIE + 1.2), _DIE)
        boxes += die(pool, x, SAFE, _DIE, f"weapon {DIE_NAMES[pool.kind]}", blank=card.sheet.hides("weapon"))
        boxes += origin(card.sheet.kind("weapon"), x + _DIE - 2, SAFE + _DIE - 2.6)
    return (*boxes, *_weapon_words(card, weapon), *_receiving(card, weapon))


def _weapon_words(card: _Card, weapon: Weapon) -> tuple[Box, ...]:
    _, width = card.ahead
    start = SIDE / 2 + _SOCKET + 1 if _has_socket(card, weapon) else SAFE + len(weapon.pools) * (_DIE + 1.2) + 1
    room = SAFE + width - start
    name = "\n".join(word.upper() for word in (weapon.name, "Breach" if weapon.breach else "") if word)
    text = Text(
        card.mirrored(start, room),
        SAFE,
        room,
        STRIP - SAFE - 1,
        name or "WEAPON",
        size=9 if name else 7,
        weight="bold",
        align="right" if card.flip else "left",
        across="middle",
        ink="ink" if name else "soft",
        leading=1.05,
        what="weapon",
    )
    return (text,)


def _has_socket(card: _Card, weapon: Weapon) -> bool:
    return weapon.link or card.sheet.hides("weapon.link")


def _teeth(left: float, width: float) -> tuple[Box, ...]:
    """Return the row of points along the front edge: which way the weapon faces, seen from any side."""
    count = int(width / 3.4)
    pitch = width / count
    return tuple(
        polygon(
            (left + i * pitch + 0.3, 2.6),
            (left + (i + 0.5) * pitch, 0.7),
            (left + (i + 1) * pitch - 0.3, 2.6),
            fill="blue",
            stroke=None,
        )
        for i in range(count)
    )


def _receiving(card: _Card, attachment: Weapon | Shield) -> tuple[Box, ...]:
    """Return N K in its socket; the socket alone where it is for the player to say."""
    ahead = isinstance(attachment, Weapon)
    edge = "top" if ahead else shield_edge(card.module, card.hand)
    field = "weapon.link" if ahead else "shield.link"
    if edge is None or not (attachment.link or card.sheet.hides(field)):
        return ()
    return _linked("NK", edge, card.sheet, field)


def _linked(pair: Pair, edge: Edge, sheet: Sheet, field: str) -> tuple[Box, ...]:
    """Return two letters of LINK in a dashed socket, with their mark of origin."""
    x, y = seam(pair, edge)
    reach = 2 * PITCH + 0.2
    left = -reach if pair == "LI" else 0.0
    frame = Rect(left, -_SOCKET, reach, 2 * _SOCKET, fill="paper", stroke="blue", width=0.3, dash=(1.0, 0.7))
    if sheet.hides(field):
        return (Group((frame,), x, y, OUTWARDS[edge]),)
    mark = origin(sheet.kind(field), left + reach / 2 - 1, -1, 2.0)
    return (Group((frame, *mark), x, y, OUTWARDS[edge]), letters(pair, edge))


def _shield(card: _Card) -> tuple[Box, ...]:
    shield, edge = card.module.shield, shield_edge(card.module, card.hand)
    if shield is None or edge is None:
        return ()
    if edge == "top":
        return (*_wall(), *_shield_ahead(card, shield), *_receiving(card, shield))
    turned = Group(
        _wall(card), SIDE if edge == "right" else 0, 0 if edge == "right" else SIDE, 90 if edge == "right" else 270
    )
    return (turned, *_corner(card), *_shield_at_hand(card, shield), *_receiving(card, shield))


def _corner(card: _Card) -> tuple[Box, ...]:
    """Return the corner that two strips share: bare hull, so that it says nothing when only one strip shows."""
    strokes = tuple(
        Line(
            card.mirrored(SIDE - STRIP + 2 + i * 3, 0),
            STRIP - 2,
            card.mirrored(SIDE - STRIP + 4 + i * 3, 0),
            3,
            ink="faint",
        )
        for i in range(4)
    )
    return (Rect(card.mirrored(SIDE - STRIP, STRIP - 0.6), 0.6, STRIP - 0.6, STRIP - 0.6, stroke="faint"), *strokes)


def _wall(card: _Card | None = None) -> tuple[Box, ...]:
    """Return a shield strip's grey ground and its wall of blocks along the edge, as at the top edge.

    At a hand edge the strip leaves the corner it shares with the top strip.
    """
    start, end = 0.6, SIDE - 0.6
    if card is not None:
        start, end = (STRIP, end) if card.hand != "left" else (start, SIDE - STRIP)
    blocks, x = [], start + 0.4
    width = (end - start - 0.8) / 8
    for i in range(8):
        blocks.append(Rect(x + i * width, 0.8, width - 0.5, 1.8, fill="soft", stroke=None))
    ground = Rect(start, 0.6, end - start, STRIP - 0.6, fill="wash", stroke=None)
    return (ground, *blocks, Line(start, STRIP, end, STRIP, width=0.4, ink="soft"))


def _shield_ahead(card: _Card, shield: Shield) -> tuple[Box, ...]:
    label = words(SIDE / 2 + _SOCKET + 1, SAFE + 3, 20, 5, "SHIELD", size=8, weight="bold", what="shield")
    return (*_shield_symbol(card, shield, SAFE, SAFE), label)


def _shield_at_hand(card: _Card, shield: Shield) -> tuple[Box, ...]:
    x = card.mirrored(SIDE - SAFE - _DIE, _DIE)
    symbol = _shield_symbol(card, shield, x, STRIP + 1)
    start = SIDE / 2 + _SOCKET + 1
    length = SIDE - SAFE - start
    name = "IMPENETRABLE" if shield.impenetrable else "SHIELD"
    label = Text(
        0, 0, length, 5, name, size=8, weight="bold", align="centre", across="middle", leading=1, what="shield"
    )
    middle = card.mirrored(SIDE - STRIP / 2 - 0.5, 0)
    if card.flip:
        return (*symbol, Group((label,), middle - 2.5, start + length, 270))
    return (*symbol, Group((label,), middle + 2.5, start, 90))


def _shield_symbol(card: _Card, shield: Shield, x: float, y: float) -> tuple[Box, ...]:
    if shield.impenetrable:
        bars = tuple(
            Line(x + 0.25 * _DIE, y + k * _DIE, x + 0.75 * _DIE, y + k * _DIE, width=1.2) for k in (0.3, 0.48, 0.66)
        )
        return (Placed(DICE["shield"], x, y, _DIE), *bars)
    pool = Pool(dice=shield.dice, kind="shield")
    return (
        *die(pool, x, y, _DIE, "shield", blank=card.sheet.hides("shield")),
        *origin(card.sheet.kind("shield"), x + _DIE - 2, y + _DIE - 2.6),
    )


def _open_link(card: _Card) -> tuple[Box, ...]:
    if not card.module.open_link:
        return ()
    pipes = tuple(
        Line(card.mirrored(SIDE - dx, 0), y1, card.mirrored(SIDE - dx, 0), y2, width=0.25, ink="blue")
        for dx in (4.0, 7.5, 11.0)
        for y1, y2 in ((STRIP + 2, SIDE / 2 - _SOCKET - 1), (SIDE / 2 + _SOCKET + 1, SIDE - 3))
    )
    return (*pipes, *_linked("LI", hand_edge(card.hand), card.sheet, "open_link"))


def _all_body(module: Module) -> bool:
    """Return whether the card has no attachment, so that all of it is body (fact 27)."""
    return not (module.shield or module.open_link or (module.weapon and module.weapon.link))


def _body(card: _Card) -> tuple[Box, ...]:
    left, width = card.column
    module = card.module
    drawn = art.placed(art.silhouette(module.id), left + 0.29 * width, _TOP + _WINDOW / 2, 23.5, card.flip)
    size = 14.5
    x, y = left + 0.79 * width - size / 2, _TOP + 2.4
    number = die(module.body, x, y, size, f"body {DIE_NAMES[module.body.kind]}", blank=card.sheet.hides("body"))
    mark = origin(card.sheet.kind("body"), x + size - 2, y + size - 2.6)
    whole = "ALL BODY" if _all_body(module) else "BODY"
    label = Text(
        x - 1, y + size + 1, size + 2, 3, whole, size=6.5, weight="semibold", align="centre", ink="blue", what="body"
    )
    version = "" if card.hand == "plain" else f"({card.hand})"
    side = words(left, _NAME + 1.8, width, 3.2, version, size=7, align="right", ink="soft", what="version")
    return (
        *window(left, _TOP, width, _WINDOW),
        *drawn,
        *number,
        *mark,
        label,
        title(left, _NAME, width - 10, module.name),
        *((side,) if version else ()),
    )


def _rules(card: _Card) -> tuple[Box, ...]:
    left, width = card.column
    module = card.module
    high = _FOOT - _TEXT - 0.6
    other = module.scrap_attack or module.bypass_attack
    symbol: tuple[Box, ...] = ()
    indent = 0.0
    if other is not None:
        field = "scrap_attack" if module.scrap_attack else "bypass_attack"
        symbol = (
            *die(other.pools[0], left, _TEXT, 9.5, field.replace("_", " ")),
            *origin(card.sheet.kind(field), left + 7.5, _TEXT + 7),
        )
        indent = 11.0
    text = words(left + indent, _TEXT, width - indent, high, module_text(module))
    return (*symbol, text, *foot(card.sheet, left, _FOOT, width, _fields(module)))


def _fields(module: Module) -> list[str]:
    given = ("weapon", "shield", "special", "scrap_attack", "bypass_attack", "open_link")
    links = [
        name for name, part in (("weapon.link", module.weapon), ("shield.link", module.shield)) if part and part.link
    ]
    return ["body", *(name for name in given if getattr(module, name)), *links]


def module_text(module: Module) -> str:
    """Return a module's abilities as its card states them."""
    lines = [module.special] if module.special else []
    if module.weapon and len(module.weapon.pools) > 1 and "better" not in module.special:
        lines.append("Rolls both, keeps the better result.")
    if module.weapon and module.weapon.breach and "breach" not in module.special.lower():
        lines.append("Breach: a hit destroys everything in the space.")
    if module.shield and module.shield.impenetrable and "shield" not in module.special:
        lines.append("An attack that would hit the shield fails.")
    return "\n".join(lines)
