"""Techniconica's words: part cards and Pilots with the rulebook's stats, events, and a squad of Mechs on grids."""

import re
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field, field_validator, model_serializer, model_validator

from companion.base.findings import quote
from companion.data.card_ids import CardId
from companion.data.cards import Card
from companion.data.documents import Build, Note, Record, allow_short_form
from companion.games.techniconica.model.special_rules import LONGEST_LIST, PATTERN, SpecialRule, rule_token

Stat = Literal["ar", "dt", "we", "pc", "mw", "sp", "po", "pe", "do", "ac", "fo", "bt", "rr"]
STATS: dict[str, str] = {
    "ar": "Armour Rating",
    "dt": "Damage Threshold",
    "we": "Weight",
    "pc": "Power Consumption",
    "mw": "Maximum Weight",
    "sp": "Speed",
    "po": "Power Output",
    "pe": "Penetration",
    "do": "Damage Output",
    "ac": "Accuracy",
    "fo": "Fortitude",
    "bt": "Bottle Threshold",
    "rr": "Re-Rolls",
}
"""Every stat by its printed abbreviation, in small letters."""

Number = Annotated[int | None, Field(ge=0, le=60)]
"""A stat; None if the number is not known."""
SpecialToken = Annotated[str, Field(max_length=60, json_schema_extra={"pattern": PATTERN}), AfterValidator(rule_token)]
PLACES = ("locomotor", "cockpit", "weapon", "power-plant")
"""The kinds of Base Parts, as cards name what they may be attached to."""
Place = Literal["locomotor", "cockpit", "weapon", "power-plant"]


MELEE, HOVER = "Melee", "Hover"
SUBTYPES = (MELEE, HOVER)
"""The Sub-Types that the rulebook names; a card may have any other."""


def _printed_sub_type(subtype: str) -> str:
    """Return a Sub-Type in the rulebook's spelling; any other as it was typed."""
    typed = " ".join(subtype.split())
    return next((printed for printed in SUBTYPES if printed.casefold() == typed.casefold()), typed)


SubType = Annotated[str, Field(max_length=20), AfterValidator(_printed_sub_type)]


class Part(Card):
    """A card of a Mech. `rules` are special rules: known ones by id (`frightening-2`), any other in its own words."""

    type: ClassVar[str] = "Part"
    stats: ClassVar[tuple[Stat, ...]] = ()
    subtype: SubType = Field(default="", title="Sub-Type")
    rules: tuple[SpecialToken, ...] = Field(
        default=(),
        max_length=LONGEST_LIST,
        title="Special Rules",
        description="As printed, with their numbers, separated by semicolons: Frightening (2); Reliable.",
    )
    text: str = Field(default="", max_length=400, title="Text")

    def stat(self, name: str) -> int:
        """Return a stat, 0 if the card does not have it or it is not known."""
        return self.number(name) or 0

    def number(self, name: str) -> int | None:
        """Return a stat; None if the card does not have it or it is not known."""
        value: int | None = self.field_values().get(name)
        return value

    @property
    def unknown(self) -> tuple[Stat, ...]:
        """The card's stats whose numbers are not known."""
        return tuple(name for name in self.stats if self.lacks(name))

    def lacks(self, name: str) -> bool:
        """Return whether the card has a stat whose number is not known."""
        return name in self.stats and self.number(name) is None


class Hardware(Part):
    """A part of a Mech: its Weight, Power Consumption and protection. A Pilot is not a part."""

    stats: ClassVar[tuple[Stat, ...]] = ("ar", "dt", "we", "pc")
    ar: Number = Field(default=None, title="AR, Armour Rating")
    dt: Number = Field(default=None, title="DT, Damage Threshold")
    we: Number = Field(default=None, title="WE, Weight")
    pc: Number = Field(default=None, title="PC, Power Consumption")


class Locomotor(Hardware):
    """The part a Mech moves on, and the weight it can carry."""

    type: ClassVar[str] = "Locomotor"
    stats: ClassVar[tuple[Stat, ...]] = ("ar", "dt", "we", "pc", "mw", "sp")
    subtype: SubType = Field(default="", title="Sub-Type", examples=[HOVER])
    mw: Number = Field(default=None, title="MW, Maximum Weight")
    sp: Number = Field(default=None, title="SP, Speed")


class Cockpit(Hardware):
    """The part that holds the Pilot."""

    type: ClassVar[str] = "Cockpit"


class Weapon(Hardware):
    """A part that shoots or strikes."""

    type: ClassVar[str] = "Weapon"
    stats: ClassVar[tuple[Stat, ...]] = ("ar", "dt", "we", "pc", "pe", "do")
    subtype: SubType = Field(
        default="", title="Sub-Type", description="A Melee Weapon charges and strikes back.", examples=[MELEE]
    )
    pe: Number = Field(default=None, title="PE, Penetration")
    do: Number = Field(default=None, title="DO, Damage Output")


class PowerPlant(Hardware):
    """A part that gives power."""

    type: ClassVar[str] = "Power Plant"
    stats: ClassVar[tuple[Stat, ...]] = ("ar", "dt", "we", "pc", "po")
    po: Number = Field(default=None, title="PO, Power Output")


class Armour(Hardware):
    """Attached protection that takes damage after Shields and before the Base Part."""

    type: ClassVar[str] = "Armour"


class Shield(Hardware):
    """Attached protection that takes damage first."""

    type: ClassVar[str] = "Shield"


class Extra(Hardware):
    """An attached card that changes numbers: `gives` adds to the stat of the Base Part it is attached to.

    If that part does not have the stat, Support changes the Pilot's (AC, FO, BT, RR) or the Locomotor's (MW, SP); a
    Modification changes nothing else. `fits` names the Base Parts it may be attached to; empty means any. It takes no
    damage, so its AR and DT do not matter.
    """

    stats: ClassVar[tuple[Stat, ...]] = ("we", "pc")
    gives: dict[Stat, Annotated[int, Field(ge=-20, le=20)]] = Field(default_factory=dict, title="Changes")
    fits: tuple[Place, ...] = Field(default=(), title="Fits")


class Modification(Extra):
    """A permanent change to the Base Part it is attached to; a part takes only one."""

    type: ClassVar[str] = "Modification"


class Support(Extra):
    """Help for a Base Part or the whole Mech."""

    type: ClassVar[str] = "Support"


class Pilot(Part):
    """The Pilot of a Mech; a player may use each `named` one only once."""

    type: ClassVar[str] = "Pilot"
    stats: ClassVar[tuple[Stat, ...]] = ("ac", "fo", "bt", "rr")
    ac: Number = Field(default=None, title="AC, Accuracy")
    fo: Number = Field(default=None, title="FO, Fortitude")
    bt: Number = Field(default=None, title="BT, Bottle Threshold")
    rr: Number = Field(default=None, title="RR, Re-Rolls")
    named: bool | None = Field(default=None, title="Named Pilot")


class Event(Card):
    """A card of an event deck, in force for one Round; `copies` is None if their number is not known."""

    deck: str = Field(min_length=1, max_length=60)
    text: str = Field(min_length=1, max_length=400)
    copies: int | None = Field(default=None, ge=1, le=99)


KINDS: dict[str, type[Card]] = {
    "locomotor": Locomotor,
    "cockpit": Cockpit,
    "pilot": Pilot,
    "weapon": Weapon,
    "power-plant": PowerPlant,
    "armour": Armour,
    "shield": Shield,
    "modification": Modification,
    "support": Support,
    "event": Event,
    "special-rule": SpecialRule,
}
PARTS: dict[str, type[Part]] = {kind: model for kind, model in KINDS.items() if issubclass(model, Part)}
KIND_OF = {model: kind for kind, model in PARTS.items()}
BASE = (Locomotor, Cockpit, Weapon, PowerPlant)
ATTACHED = (Armour, Shield, Modification, Support)
MOST_MECHS = 40
MOST_PARTS = 100
MOST_ATTACHED = 20
MOST_OWNED = 999
"""The most copies of one card that a player owns."""
MOST_CARDS = 2000
"""The most cards that a squad may have in all."""
LEAST_SIDE, MOST_SIDE = 3, 9


PartId = Annotated[str, Field(max_length=60), CardId("a part", *PARTS)]
Attached = Annotated[tuple[PartId, ...], Field(max_length=MOST_ATTACHED)]


class Seat(Record):
    """A card at one of the three fixed places, with its attached cards; written as its id if there are none."""

    model_config = allow_short_form("card")

    card: PartId
    attached: Attached = ()

    @model_validator(mode="before")
    @classmethod
    def _read_bare_id(cls, value: object) -> object:
        return {"card": value} if isinstance(value, str) else value

    @model_serializer(mode="plain")
    def _short(self) -> str | dict[str, Any]:
        return {"card": self.card, "attached": list(self.attached)} if self.attached else self.card


Slot = tuple[int, int]


def read_slot(text: str) -> Slot:
    """Return row and column, each from 1, of a slot written `1,2`; ValueError says what is expected."""
    match = re.fullmatch(r"\s*([0-9]{1,2})\s*,\s*([0-9]{1,2})\s*", text)
    if not match:
        raise ValueError(f"a slot as row,column, for example 1,2; not {quote(text)}")
    return int(match[1]), int(match[2])


class Placed(Record):
    """A part in an auxiliary slot of the grid, with its attached cards."""

    card: PartId
    slot: str = Field(max_length=12)
    attached: Attached = ()

    @field_validator("slot")
    @classmethod
    def _row_and_column(cls, text: str) -> str:
        return ",".join(map(str, read_slot(text)))

    @property
    def at(self) -> Slot:
        """Return row and column."""
        return read_slot(self.slot)


Side = Annotated[int, Field(ge=LEAST_SIDE, le=MOST_SIDE)]


class Mech(Record):
    """One Mech, perhaps unfinished: three fixed places and the parts in the other slots of its grid."""

    name: str = Field(default="", max_length=60)
    locomotor: Seat | None = None
    cockpit: Seat | None = None
    pilot: Seat | None = None
    part: tuple[Placed, ...] = Field(default=(), max_length=MOST_PARTS)
    grid: tuple[Side, Side] = (3, 3)
    note: Note = ""

    def seat(self, place: str) -> Seat | None:
        """Return the card at one of the three fixed places; None for an empty place, and for the grid."""
        return {"locomotor": self.locomotor, "cockpit": self.cockpit, "pilot": self.pilot}.get(place)

    @property
    def size(self) -> int:
        """The number of cards in the Mech."""
        seats = (self.locomotor, self.cockpit, self.pilot, *self.part)
        return sum(1 + len(seat.attached) for seat in seats if seat)

    @property
    def centre(self) -> Slot:
        """The Cockpit's slot: the middle one; of an even number of rows or columns the one before the middle."""
        return (self.grid[0] + 1) // 2, (self.grid[1] + 1) // 2

    @property
    def below(self) -> Slot:
        """The Locomotor's slot: under the Cockpit's."""
        return self.centre[0] + 1, self.centre[1]

    @property
    def auxiliary(self) -> tuple[Slot, ...]:
        """The slots for Weapons and Power Plants, row by row."""
        rows, columns = self.grid
        fixed = self.centre, self.below
        slots = ((row, column) for row in range(1, rows + 1) for column in range(1, columns + 1))
        return tuple(slot for slot in slots if slot not in fixed)


class Squad(Build):
    """A player's Mechs, and how many of each card the player owns, if known."""

    game: Literal["techniconica"]
    mech: tuple[Mech, ...] = Field(default=(), max_length=MOST_MECHS, title="Mechs")
    owned: dict[PartId, Annotated[int, Field(ge=0, le=MOST_OWNED)]] | None = Field(
        default=None, max_length=2000, title="My cards"
    )

    @property
    def is_empty(self) -> bool:
        """Whether it has no card."""
        return not self.size

    @property
    def size(self) -> int:
        """The number of cards in its Mechs."""
        return sum(mech.size for mech in self.mech)

    @model_validator(mode="after")
    def _can_be_laid_out(self) -> "Squad":
        if self.size > MOST_CARDS:
            raise ValueError(f"at most {MOST_CARDS} cards in a squad")
        return self


BUILD = Squad
"""The model of a build."""
