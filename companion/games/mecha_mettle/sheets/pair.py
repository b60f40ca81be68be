"""The drawing of an upgraded module: the visible strip of the lower card, and the upper card, turned.

It is made from the boxes of both faces, without covered parts and without text too small to read at its scale.
"""

from collections.abc import Iterable
from dataclasses import replace

from companion.data.cards import Catalogue
from companion.games.mecha_mettle.model import Edge, Shield, Weapon
from companion.games.mecha_mettle.rules.line_of_sight import CLOCKWISE, Facing
from companion.games.mecha_mettle.rules.upgrades import EDGES, Upgraded, all_laid_modules, upgrade
from companion.games.mecha_mettle.sheets.anatomy import CardView
from companion.games.mecha_mettle.sheets.geometry import SIDE, STRIP
from companion.games.mecha_mettle.sheets.module_faces import module_face
from companion.games.mecha_mettle.sheets.strips import ModuleVersion, shield_strip, weapon_strip
from companion.printing.faces.boxes import Box, Group, Rect, Text

LEAST = 6.5
"""The smallest letters that are drawn, in points."""
ROOM = SIDE + STRIP
"""Side of the square that holds a pair at full size, however it is turned."""
_AWAY: dict[Edge, tuple[float, float]] = {"top": (0, 1), "right": (-1, 0), "bottom": (0, -1), "left": (1, 0)}
"""Direction from an edge of the lower card to the upper card."""


def draw_pair(upgraded: Upgraded, size: float, facing: Facing = "ahead", blank: bool = False) -> Group:
    """Return a pair in a square of `size` mm with its top left corner at (0, 0), at its facing as the owner sees it."""
    scale = size / ROOM
    dx, dy = (STRIP / 2 * part for part in _AWAY[upgraded.remaining_attachment.edge])
    below = _card(_strip(upgraded, blank), -dx, -dy, 0, scale)
    above = _card(
        module_face(upgraded.upper.module, upgraded.upper.version, "", blank).boxes,
        dx,
        dy,
        90 * upgraded.quarter_turns,
        scale,
    )
    return Group((below, above), size / 2, size / 2, 90 * CLOCKWISE.index(facing), scale)


def upright(upgraded: Upgraded) -> Facing:
    """Return a pair's facing at which its LINK is upright: letters read outwards, so its strip points to the right."""
    return CLOCKWISE[(CLOCKWISE.index("right") - EDGES.index(upgraded.remaining_attachment.edge)) % 4]


def example(catalogue: Catalogue) -> Upgraded | None:
    """Return the upgrade for the reference, if possible Breach above a visible shield; None without upgrades."""
    cards = tuple(all_laid_modules(catalogue).values())
    pairs = [pair for lower in cards for upper in cards if isinstance(pair := upgrade(lower, upper), Upgraded)]
    return max(pairs, key=_visible_sides, default=None)


def _visible_sides(upgraded: Upgraded) -> tuple[bool, bool]:
    weapon = upgraded.upper.module.weapon
    return isinstance(upgraded.remaining_attachment.part, Shield), bool(weapon and weapon.breach)


def _strip(upgraded: Upgraded, blank: bool) -> tuple[Box, ...]:
    """Return the visible part of the lower card: the attachment at which the two are linked."""
    module = upgraded.lower.module
    version = ModuleVersion(module, upgraded.lower.version, CardView(module, "", blank))
    return weapon_strip(version) if isinstance(upgraded.remaining_attachment.part, Weapon) else shield_strip(version)


def _card(boxes: tuple[Box, ...], x: float, y: float, angle: float, scale: float) -> Group:
    """Return a card with its middle at (x, y), on paper that hides everything under it."""
    paper = Rect(0, 0, SIDE, SIDE, fill="paper", stroke="ink", width=0.3)
    return Group((Group((paper, *_legible(boxes, scale)), -SIDE / 2, -SIDE / 2),), x, y, angle)


def _legible(boxes: Iterable[Box], scale: float) -> Iterable[Box]:
    """Return the boxes without texts under LEAST points at that scale."""
    for box in boxes:
        if isinstance(box, Group):
            yield replace(box, boxes=tuple(_legible(box.boxes, scale * box.scale)))
        elif not isinstance(box, Text) or box.size * scale >= LEAST:
            yield box
