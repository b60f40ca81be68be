"""Mecha Mettle's words: dice kinds, modules, tiles, component cards, and a component draft."""

from typing import Annotated, Literal

from pydantic import Field

from companion.data.card_ids import CardId
from companion.data.cards import Card
from companion.data.documents import Build, Record

AttackDie = Literal["regular", "special"]
DefendDie = Literal["evasion", "shield"]
DieKind = Literal["regular", "special", "evasion", "shield"]
Category = Literal["reconfigure", "control", "defense", "attack"]
CATEGORIES: tuple[Category, ...] = ("reconfigure", "control", "defense", "attack")
DIE_NAMES: dict[DieKind, str] = {
    "regular": "Regular Attack",
    "special": "Special Attack",
    "evasion": "Evasion",
    "shield": "Shield",
}
LEVELS = (1, 2, 3, 4)
MOST_COPIES = 99
"""The largest number of copies of one card."""
Version = Literal["plain", "right", "left"]
Edge = Literal["top", "right", "bottom", "left"]
"""An edge of a module card as printed, its weapon (or, without one, its shield) facing up."""

SUCCEEDS_FROM: dict[DieKind, int] = {"regular": 5, "evasion": 5, "special": 4, "shield": 4}
"""The lowest face that succeeds (facts 9, 10)."""


class Pool(Record):
    """Dice of one kind, as a symbol with its number shows them (fact 8)."""

    dice: int = Field(ge=0, le=30)
    kind: DieKind


class Weapon(Record):
    """A weapon attachment: its pools (two for Twin Strike, where the better roll counts) and whether it has Breach."""

    name: str = ""
    pools: tuple[Pool, ...] = Field(min_length=1, max_length=2)
    breach: bool = False
    link: bool = False
    """Whether it shows N K, so that an Open Link can be laid there; its mark of origin is `weapon.link`."""


class Shield(Record):
    """A shield attachment: its dice, or impenetrable."""

    dice: int = Field(default=0, ge=0, le=30)
    impenetrable: bool = False
    link: bool = False
    side: Literal["ahead", "hand"] = "hand"
    """`ahead` at the top edge (a card without a weapon), `hand` at the left or right edge of the card's version."""


class Module(Card):
    """A module: its body, weapon, shield and abilities, and how many cards of each version there are (fact 1).

    Drawn with its weapon, or without one its shield, at the top edge; `right` and `left` versions mirror each other.
    """

    body: Pool
    weapon: Weapon | None = None
    shield: Shield | None = None
    special: str = ""
    scrap_attack: Weapon | None = None
    bypass_attack: Weapon | None = None
    open_link: bool = False
    """Whether it shows L I at the hand edge of its version, with neither weapon nor shield there."""
    plain: int = Field(default=0, ge=0, le=MOST_COPIES)
    right: int = Field(default=0, ge=0, le=MOST_COPIES)
    left: int = Field(default=0, ge=0, le=MOST_COPIES)

    def has(self, field: str) -> bool:
        """Return whether the module has the part of a field: a shield for `shield.side`."""
        return self.field_values()[field.partition(".")[0]] is not None

    @property
    def versions(self) -> tuple[Version, ...]:
        """The versions the module comes in."""
        counts: dict[Version, int] = {"plain": self.plain, "right": self.right, "left": self.left}
        return tuple(version for version, count in counts.items() if count)


class Tile(Card):
    """A port or a door: its defense dice, and its copies in the set and for one player."""

    defense: Pool
    copies: int = Field(ge=0, le=MOST_COPIES)
    per_player: int = Field(ge=0, le=MOST_COPIES)
    holds_module: bool
    text: str = ""


class AttackChange(Record):
    """The effect of an attack component on one pool of one weapon: adds dice, replaces its dice, or rerolls misses."""

    add: Pool | None = None
    replace: Pool | None = None
    reroll: bool = False


class Component(Card):
    """A component card: category, level, and its effect in words and, where it touches a roll, as data."""

    category: Category
    level: Literal[1, 2, 3, 4]
    text: str
    when: Literal["own turn", "opponent's turn", "any time"]
    limit: str = "once per turn"
    attack: AttackChange | None = None
    defend: Pool | None = None
    """Dice added to a defense roll."""
    copies: int = Field(default=2, ge=0, le=MOST_COPIES)


KINDS: dict[str, type[Card]] = {"module": Module, "component": Component, "tile": Tile}


ComponentId = Annotated[str, Field(max_length=60), CardId("a component", "component")]


class Draft(Build):
    """A component draft: four cards, one of each level (fact 33); it may be unfinished."""

    game: Literal["mecha-mettle"]
    components: tuple[ComponentId, ...] = Field(default=(), max_length=32)
    seat: Literal[1, 2] = 1

    @property
    def is_empty(self) -> bool:
        """Whether it has no component."""
        return not self.components


BUILD = Draft
"""The model of a build."""
