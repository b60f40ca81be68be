"""Line of sight: the opponent's spaces that a module can hit, the modules that block, and the part that defends.

Spaces are named as their owner sees them: a row (`front` nearest the opponent, `middle`, `back`) and a column (`left`,
`centre`, `right`). Players sit face to face, so the attacker's left column faces the defender's right one.
Facings are named from the owner's view too: `ahead` (to the opponent), `left`, `right`, `owner`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from companion.data.rulebook import Rulings, rule
from companion.games.mecha_mettle.model import Module, Shield, Version, Weapon
from companion.games.mecha_mettle.rules.upgrades import EDGES, Fitted, Laid, Upgraded, attachments

Row = Literal["front", "middle", "back"]
Column = Literal["left", "centre", "right"]
Facing = Literal["ahead", "left", "right", "owner"]
ROWS: tuple[Row, ...] = get_args(Row)
COLUMNS: tuple[Column, ...] = get_args(Column)
CLOCKWISE: tuple[Facing, ...] = ("ahead", "right", "owner", "left")
TOWARDS: dict[Facing, str] = {"ahead": "ahead", "left": "left", "right": "right", "owner": "its owner"}
"""Each facing in words, to follow `facing`: `facing its owner`."""
_MIRROR: dict[Column, Column] = {"left": "right", "centre": "centre", "right": "left"}
_ACROSS: dict[str, Facing] = {"ahead": "ahead", "owner": "owner", "left": "right", "right": "left"}


@dataclass(frozen=True, order=True)
class Square:
    """A space of one player's area, as that player sees it."""

    row: Row
    column: Column

    @property
    def name(self) -> str:
        """The space as players say it: `front left`."""
        return f"{self.row} {self.column}"

    @property
    def key(self) -> str:
        """The space as inputs and addresses write it: `front-left`."""
        return f"{self.row}-{self.column}"


@dataclass(frozen=True)
class Space:
    """The contents of a space: a port, a door, a destroyed port, or a module with its facing.

    A Reactor has no weapon; its facing is that of its shield (fact 111). An upgraded module faces where the top edge of
    its lower card points, whichever attachments are still in view.
    """

    kind: Literal["port", "door", "destroyed", "module"] = "port"
    module: Module | None = None
    """The module; of an upgraded one the lower card's."""
    version: Version = "plain"
    facing: Facing = "ahead"
    upgraded: Upgraded | None = None

    @property
    def name(self) -> str:
        """The module's name without its version; all names of an upgraded one."""
        if self.upgraded:
            return " on ".join(card.module.name for card in reversed(self.upgraded.cards))
        return self.module.name if self.module else ""

    @property
    def fitted(self) -> tuple[Fitted, ...]:
        """The attachments in view, each at its edge in the card's printed position (of a pair the lower card's)."""
        if self.upgraded:
            return self.upgraded.attachments
        return attachments(Laid(self.module, self.version)) if self.module else ()

    @property
    def visible_body(self) -> Module | None:
        """The module whose body is in view: of a pair the upper one."""
        return self.upgraded.upper.module if self.upgraded else self.module

    @property
    def shields(self) -> tuple[tuple[Fitted, Facing], ...]:
        """The shields in view, each with its facing as the owner sees it."""
        return tuple((fitted, self.points(fitted)) for fitted in self.fitted if isinstance(fitted.part, Shield))

    @property
    def weapons(self) -> tuple[tuple[Fitted, Facing], ...]:
        """The weapons in view, each with its facing as the owner sees it."""
        return tuple((fitted, self.points(fitted)) for fitted in self.fitted if isinstance(fitted.part, Weapon))

    def points(self, fitted: Fitted) -> Facing:
        """Return the facing of an attachment, given the module's facing."""
        return CLOCKWISE[(CLOCKWISE.index(self.facing) + EDGES.index(fitted.edge)) % 4]

    def shield_against(self, comes_from: Facing) -> Fitted | None:
        """Return the shield that faces a shot from that side, or None where the body is hit."""
        return next((fitted for fitted, facing in self.shields if facing == comes_from), None)


@dataclass(frozen=True)
class Shot:
    """One space of a line, with its place in the order of the shot: whether it can be hit, and why, and its defense."""

    square: Square
    space: Space
    order: int
    legal: bool
    bypass: bool
    """Whether only a Scout, which may ignore a blocking module, can hit it."""
    blocks: bool
    side: Literal["body", "shield", ""]
    why: str
    shield: Fitted | None = None
    """The shield that defends, where `side` says so."""

    @property
    def fails(self) -> bool:
        """Whether a shot here fails without a roll, because it would hit an Impenetrable shield (fact 90)."""
        return self.shield is not None and isinstance(self.shield.part, Shield) and self.shield.part.impenetrable

    @property
    def applied(self) -> tuple[str, ...]:
        """The ids of the rules that decide whether it can be hit and how it defends."""
        if self.space.kind == "destroyed":
            return ("destroyed-port",)
        if not self.legal and not self.bypass:
            return ("sight-blocked",)
        defends = {"shield": "shield-defends", "body": "defends-with", "": "port-defends"}[self.side]
        decisive = (defends, "impenetrable") if self.fails else (defends,)
        return ("sight-blocked", "scout-bypass", *decisive) if self.bypass else decisive


@dataclass(frozen=True)
class SightLine:
    """The line of a module's attack: its spaces in order, and the defender's side from which the shot comes."""

    kind: Literal["column", "row"]
    name: str
    comes_from: Facing
    shots: tuple[Shot, ...]

    @property
    def applied(self) -> tuple[str, ...]:
        """The ids of the rules that decide its spaces."""
        return ("facing", f"sight-{self.kind}")


@rule("facing", "sight-column", "sight-row")
def squares(at: Square, facing: Facing, rulings: Rulings) -> tuple[tuple[Square, ...], Facing] | None:
    """Return the defender's spaces in the order a shot passes them, and the side it comes from (facts 76 to 81).

    None for a module that faces its owner: it cannot attack.
    """
    if facing == "owner":
        return None
    if facing == "ahead":
        return tuple(Square(row, _MIRROR[at.column]) for row in ROWS), "ahead"
    row = at.row
    if rulings["sideways-row"] == "front-meets-back":
        row = {"front": "back", "middle": "middle", "back": "front"}[at.row]  # type: ignore[assignment]
    enters = _entry(facing, rulings)
    columns = COLUMNS if enters == "left" else COLUMNS[::-1]
    return tuple(Square(row, column) for column in columns), enters


def _entry(facing: Facing, rulings: Rulings) -> Facing:
    """Return the defender's side at which a sideways shot enters (fact 81 is a ruling).

    By the default a shot crosses the table in the direction the weapon points: from a module that faces right it enters
    at the attacker's left, which is the defender's right. The other option reverses that.
    """
    start = CLOCKWISE[(CLOCKWISE.index(facing) + 2) % 4]
    if rulings["sideways-entry"] == "at-the-side-faced":
        start = facing
    return _ACROSS[start]


@rule("sight-blocked", "scout-bypass", "destroyed-port", "shield-defends")
def line(
    at: Square, facing: Facing, area: Mapping[Square, Space], rulings: Rulings, scout: bool = False
) -> SightLine | None:
    """Return a module's line (facts 80 to 84); None where it faces its owner. Spaces not in `area` are Open Ports.

    `scout` says that the weapon may ignore one blocking module.
    """
    passed = squares(at, facing, rulings)
    if passed is None:
        return None
    order, comes_from = passed
    shots, blocked = [], 0
    for number, square in enumerate(order, 1):
        space = area.get(square, Space())
        shots.append(_shot(number, square, space, blocked, scout, comes_from))
        blocked += space.kind == "module"
    kind: Literal["column", "row"] = "column" if facing == "ahead" else "row"
    name = f"their {order[0].column} column" if kind == "column" else f"their {order[0].row} row"
    return SightLine(kind, name, comes_from, tuple(shots))


def _shot(number: int, square: Square, space: Space, blocked: int, scout: bool, comes_from: Facing) -> Shot:
    standing = space.kind != "destroyed"
    shield = space.shield_against(comes_from)
    side: Literal["body", "shield", ""] = ""
    if space.kind == "module":
        side = "shield" if shield else "body"
    bypass = scout and blocked == 1 and standing
    legal = standing and blocked == 0
    why = _why(space, blocked, scout, shield)
    return Shot(square, space, number, legal, bypass, space.kind == "module", side, why, shield)


def _why(space: Space, blocked: int, scout: bool, shield: Fitted | None) -> str:
    if space.kind == "destroyed":
        return "A destroyed port cannot be attacked and does not block."
    if blocked > 1 or (blocked and not scout):
        return "Out of reach: a module is in the way." if blocked == 1 else "Out of reach: two modules are in the way."
    with_bypass = (
        "The Scout has to ignore the blocking module and then rolls 4 Special Attack dice. " if blocked else ""
    )
    if space.kind == "module" and space.module:
        return f"{with_bypass}{_module_defends(space, shield)}"
    return f"{with_bypass}The {'Blast Door' if space.kind == 'door' else 'Open Port'} defends and does not block."


def _module_defends(space: Space, shield: Fitted | None) -> str:
    """Say whether the body or the shield of a module defends, with its card's name if the module is upgraded."""
    if shield is None:
        part = f"the body of the {space.visible_body.name}" if space.upgraded and space.visible_body else "its body"
        return f"{space.name} defends with {part} and blocks the spaces behind it."
    part = f"the shield of the {shield.laid.module.name}" if space.upgraded else "its shield"
    if isinstance(shield.part, Shield) and shield.part.impenetrable:
        return (
            f"{space.name} turns {part} to the shot. It is Impenetrable: an attack that would hit it fails. "
            "The module blocks the spaces behind it."
        )
    return f"{space.name} defends with {part}, which faces the shot and blocks the spaces behind it."
