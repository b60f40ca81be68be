"""The drawing of an upgraded module: the lower card's strip in view, and the upper card, turned as it lies.

Drawn from the parts of both faces. What is covered is left out, and so are words too small to read at the drawing's
scale.
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
"""Where the upper card lies, seen from an edge of the lower one."""


def draw_pair(made: Upgraded, size: float, facing: Facing = "ahead", blank: bool = False) -> Group:
    """Return a pair in a square of `size` mm whose top left corner is (0, 0); it faces as its owner sees it."""
    scale = size / ROOM
    dx, dy = (STRIP / 2 * part for part in _AWAY[made.remaining_attachment.edge])
    below = _card(_strip(made, blank), -dx, -dy, 0, scale)
    above = _card(
        module_face(made.upper.module, made.upper.version, "", blank).boxes, dx, dy, 90 * made.quarter_turns, scale
    )
    return Group((below, above), size / 2, size / 2, 90 * CLOCKWISE.index(facing), scale)


def upright(made: Upgraded) -> Facing:
    """Return where a pair faces while its LINK is upright: letters read outwards, so its strip points to the right."""
    return CLOCKWISE[(CLOCKWISE.index("right") - EDGES.index(made.remaining_attachment.edge)) % 4]


def example(catalogue: Catalogue) -> Upgraded | None:
    """Return the upgrade that the reference shows: a weapon, with Breach where there is one, beside a kept shield.

    None where the cards allow no upgrade.
    """
    cards = tuple(all_laid_modules(catalogue).values())
    made = [pair for lower in cards for upper in cards if isinstance(pair := upgrade(lower, upper), Upgraded)]
    return max(made, key=_visible_sides, default=None)


def _visible_sides(made: Upgraded) -> tuple[bool, bool]:
    weapon = made.upper.module.weapon
    return isinstance(made.remaining_attachment.part, Shield), bool(weapon and weapon.breach)


def _strip(made: Upgraded, blank: bool) -> tuple[Box, ...]:
    """Return what the lower card still shows: the attachment at which the two are linked."""
    module = made.lower.module
    version = ModuleVersion(module, made.lower.version, CardView(module, "", blank))
    return weapon_strip(version) if isinstance(made.remaining_attachment.part, Weapon) else shield_strip(version)


def _card(boxes: tuple[Box, ...], x: float, y: float, angle: float, scale: float) -> Group:
    """Return a card about its middle, on paper that hides what lies under it."""
    paper = Rect(0, 0, SIDE, SIDE, fill="paper", stroke="ink", width=0.3)
    return Group((Group((paper, *_legible(boxes, scale)), -SIDE / 2, -SIDE / 2),), x, y, angle)


def _legible(boxes: Iterable[Box], scale: float) -> Iterable[Box]:
    """Return the boxes without texts under LEAST points at that scale."""
    for box in boxes:
        if isinstance(box, Group):
            yield replace(box, boxes=tuple(_legible(box.boxes, scale * box.scale)))
        elif not isinstance(box, Text) or box.size * scale >= LEAST:
            yield box
