"""The edges of a module card: the weapon, the shield, the sockets of L I and N K. The body is in `module_faces`."""

from dataclasses import dataclass

from companion.games.mecha_mettle.art.symbols import DICE, INLINE, die
from companion.games.mecha_mettle.model import DIE_NAMES, Edge, Module, Pool, Shield, Weapon
from companion.games.mecha_mettle.sheets.anatomy import CardView, with_origin_mark, words
from companion.games.mecha_mettle.sheets.geometry import (
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
from companion.printing.faces.boxes import Box, Group, Line, PlacedSymbol, Rect, Text, polygon
from companion.printing.faces.origins import origin

_DIE = 11.0
_SOCKET = 3.9
"""Half the width of a socket for letters of LINK."""
_WALL = 2.6
"""Thickness of a shield's wall, from the trim."""
_JOINT = 0.5
"""The gap between two blocks of a wall."""


@dataclass(frozen=True)
class ModuleVersion:
    """A module in one version, and the two columns of its face."""

    module: Module
    hand: Hand
    sheet: CardView

    @property
    def flip(self) -> bool:
        """Whether this is the mirror image."""
        return self.hand == "left"

    @property
    def is_all_body(self) -> bool:
        """Whether the card has no attachment, so that all of it is body (fact 27)."""
        module = self.module
        return not (module.shield or module.open_link or (module.weapon and module.weapon.link))

    @property
    def has_hand_strip(self) -> bool:
        """Whether the hand edge is occupied, so that the body keeps clear of it."""
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
        """The top strip's left side and width; it leaves the corner to a shield at the hand edge."""
        if shield_edge(self.module, self.hand) in {"left", "right"}:
            return self.column
        return SAFE, SIDE - 2 * SAFE

    def mirror_x(self, x: float, w: float) -> float:
        """Return where a box of width w, at x in a right version, begins in this version."""
        return SIDE - x - w if self.flip else x


def weapon_strip(card: ModuleVersion) -> tuple[Box, ...]:
    """Return the weapon: its points, its dice, its words, its socket; an empty edge on a card that is all body."""
    weapon = card.module.weapon
    if weapon is None:
        return ()
    left, width = card.ahead
    end = SIDE - STRIP if shield_edge(card.module, card.hand) in {"left", "right"} else SIDE
    ground = Rect(card.mirror_x(0, end), 0, end, STRIP, fill="tint", stroke=None)
    boxes: list[Box] = [] if card.is_all_body else [ground, Line(0, STRIP, SIDE, STRIP, width=0.4, ink="blue")]
    boxes += _teeth(left, width)
    for i, pool in enumerate(weapon.pools):
        x = card.mirror_x(SAFE + i * (_DIE + 1.2), _DIE)
        boxes += die(pool, x, SAFE, _DIE, f"weapon {DIE_NAMES[pool.kind]}", "" if card.sheet.hides("weapon") else None)
        boxes += origin(card.sheet.kind("weapon"), x + _DIE - 2, SAFE + _DIE - 2.6)
    return (*boxes, *_weapon_words(card, weapon), *_link_socket(card, weapon))


def _weapon_words(card: ModuleVersion, weapon: Weapon) -> tuple[Box, ...]:
    _, width = card.ahead
    start = SIDE / 2 + _SOCKET + 1 if _has_socket(card, weapon) else SAFE + len(weapon.pools) * (_DIE + 1.2) + 1
    room = SAFE + width - start
    name = "\n".join(word.upper() for word in (weapon.name, "Breach" if weapon.breach else "") if word)
    text = Text(
        card.mirror_x(start, room),
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


def _has_socket(card: ModuleVersion, weapon: Weapon) -> bool:
    return weapon.link or card.sheet.hides("weapon.link")


def _teeth(left: float, width: float) -> tuple[Box, ...]:
    """Return the row of points along the front edge, which shows the weapon's facing from any side."""
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


def _link_socket(card: ModuleVersion, attachment: Weapon | Shield) -> tuple[Box, ...]:
    """Return N K in its socket; an empty socket where house values are left blank."""
    ahead = isinstance(attachment, Weapon)
    edge = "top" if ahead else shield_edge(card.module, card.hand)
    field = "weapon.link" if ahead else "shield.link"
    if edge is None or not (attachment.link or card.sheet.hides(field)):
        return ()
    return _link_letters("NK", edge, card.sheet, field)


def _link_letters(pair: Pair, edge: Edge, sheet: CardView, field: str) -> tuple[Box, ...]:
    """Return two letters of LINK in a dashed socket, with their mark of origin."""
    x, y = seam(pair, edge)
    reach = 2 * PITCH + 0.2
    left = -reach if pair == "LI" else 0.0
    frame = Rect(left, -_SOCKET, reach, 2 * _SOCKET, fill="paper", stroke="blue", width=0.3, dash=(1.0, 0.7))
    if sheet.hides(field):
        return (Group((frame,), x, y, OUTWARDS[edge]),)
    mark = origin(sheet.kind(field), left + reach / 2 - 1, -1, 2.0)
    return (Group((frame, *mark), x, y, OUTWARDS[edge]), letters(pair, edge))


def shield_strip(card: ModuleVersion) -> tuple[Box, ...]:
    """Return the shield at its edge: its wall, its dice or bars, its socket."""
    shield, edge = card.module.shield, shield_edge(card.module, card.hand)
    if shield is None or edge is None:
        return ()
    if edge == "top":
        return (*_wall(), *_shield_ahead(card, shield), *_link_socket(card, shield))
    turned = Group(
        _wall(card), SIDE if edge == "right" else 0, 0 if edge == "right" else SIDE, 90 if edge == "right" else 270
    )
    return (turned, *_corner(card), *_shield_at_hand(card, shield), *_link_socket(card, shield))


def _corner(card: ModuleVersion) -> tuple[Box, ...]:
    """Return the corner that two strips share: plain hull, so that it means nothing when only one strip shows.

    It has lines at the seams alone: one along the trim would be cut unevenly.
    """
    strokes = tuple(
        Line(
            card.mirror_x(SIDE - STRIP + 2 + i * 3, 0),
            STRIP - 2,
            card.mirror_x(SIDE - STRIP + 4 + i * 3, 0),
            3,
            ink="faint",
        )
        for i in range(4)
    )
    inner = card.mirror_x(SIDE - STRIP, 0)
    return (Line(inner, 0, inner, STRIP, ink="faint"), *strokes)


def _wall(card: ModuleVersion | None = None) -> tuple[Box, ...]:
    """Return a shield strip's grey ground and its wall of blocks along the edge, as at the top edge.

    At a hand edge the strip leaves the corner it shares with the top strip.
    """
    start, end = 0.0, SIDE
    if card is not None:
        start, end = (STRIP, end) if card.hand != "left" else (start, SIDE - STRIP)
    width = (end - start + _JOINT) / 8
    blocks = tuple(Rect(start + i * width, 0, width - _JOINT, _WALL, fill="soft", stroke=None) for i in range(8))
    ground = Rect(start, 0, end - start, STRIP, fill="wash", stroke=None)
    return (ground, *blocks, Line(start, STRIP, end, STRIP, width=0.4, ink="soft"))


def _shield_ahead(card: ModuleVersion, shield: Shield) -> tuple[Box, ...]:
    name = _shield_name(card, "SHIELD")
    label = words(SIDE / 2 + _SOCKET + 1, SAFE + 3, 20, 5, name, size=8, weight="bold", what="shield")
    return (*_shield_symbol(card, shield, SAFE, SAFE), label)


def _shield_at_hand(card: ModuleVersion, shield: Shield) -> tuple[Box, ...]:
    x = card.mirror_x(SIDE - SAFE - _DIE, _DIE)
    symbol = _shield_symbol(card, shield, x, STRIP + 1)
    start = SIDE / 2 + _SOCKET + 1
    length = SIDE - SAFE - start
    name = _shield_name(card, "IMPENETRABLE" if shield.impenetrable else "SHIELD")
    label = Text(
        0,
        0,
        length,
        5,
        name,
        size=8,
        weight="bold",
        align="centre",
        across="middle",
        leading=1,
        symbols=INLINE,
        what="shield",
    )
    middle = card.mirror_x(SIDE - STRIP / 2 - 0.5, 0)
    if card.flip:
        return (*symbol, Group((label,), middle - 2.5, start + length, 270))
    return (*symbol, Group((label,), middle + 2.5, start, 90))


def _shield_name(card: ModuleVersion, name: str) -> str:
    """Return a shield's name with the mark of its side's origin; without a mark where house values are left blank."""
    return name if card.sheet.hides("shield.side") else with_origin_mark(card.sheet, "shield.side", name)


def _shield_symbol(card: ModuleVersion, shield: Shield, x: float, y: float) -> tuple[Box, ...]:
    if shield.impenetrable:
        bars = tuple(
            Line(x + 0.25 * _DIE, y + k * _DIE, x + 0.75 * _DIE, y + k * _DIE, width=1.2) for k in (0.3, 0.48, 0.66)
        )
        return (PlacedSymbol(DICE["shield"], x, y, _DIE), *bars)
    pool = Pool(dice=shield.dice, kind="shield")
    return (
        *die(pool, x, y, _DIE, "shield", "" if card.sheet.hides("shield") else None),
        *origin(card.sheet.kind("shield"), x + _DIE - 2, y + _DIE - 2.6),
    )


def open_link(card: ModuleVersion) -> tuple[Box, ...]:
    """Return the strip of the hand edge: its ground and pipes below the weapon, and the socket of L I."""
    if not card.module.open_link:
        return ()
    top = STRIP if card.module.weapon or shield_edge(card.module, card.hand) == "top" else 0.0
    inner = card.mirror_x(SIDE - STRIP, 0)
    ground = Rect(card.mirror_x(SIDE - STRIP, STRIP), top, STRIP, SIDE - top, fill="wash", stroke=None)
    pipes = tuple(
        Line(card.mirror_x(SIDE - dx, 0), y1, card.mirror_x(SIDE - dx, 0), y2, width=0.25, ink="blue")
        for dx in (4.0, 7.5, 11.0)
        for y1, y2 in ((top, SIDE / 2 - _SOCKET), (SIDE / 2 + _SOCKET, SIDE))
    )
    return (
        ground,
        Line(inner, top, inner, SIDE, ink="soft", width=0.4),
        *pipes,
        *_link_letters("LI", hand_edge(card.hand), card.sheet, "open_link"),
    )
