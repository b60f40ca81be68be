"""Weapons of a profile: their fields hold each cell of the weapon table as printed, their properties read it."""

import re
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo, field_validator, model_validator

from companion.data.cells import UNITS
from companion.data.documents import Record, on_one_line
from companion.games.mechastellar.model.special_line import read_special_line

QUALITIES = (
    *("K", "E", "X", "CC", "AA", "360", "S", "IDF", "Remote", "Recharge", "Single Use", "Push", "Pull", "Stun", "TL"),
)
"""Kinetic, energy, homing, close combat, anti-air, both arcs, shield; and special effects of a weapon.

A card may print others; they have no effect unless a trait card of that name gives them one.
"""
_BY_NAME = {quality.casefold(): quality for quality in QUALITIES}


def _plain_quality(text: str) -> str:
    """Return a mark as rules name it, without the brackets it is printed in."""
    plain = text.strip().removeprefix("[").removesuffix("]")
    return _BY_NAME.get(plain.casefold(), plain)


Quality = Annotated[
    str, Field(min_length=1, max_length=40), AfterValidator(on_one_line), AfterValidator(_plain_quality)
]


def _normalise_cell(value: object) -> object:
    """Return a cell as rules read it: a whole number as text, a minus as a hyphen, a range without its inch mark."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if not isinstance(value, str):
        return value
    text = value.strip().replace("−", "-").replace("–", "-").replace("—", "-")
    inches = re.fullmatch(rf"(\d{{1,3}})\s*{UNITS['inches']}", text, re.IGNORECASE)
    return inches[1] if inches else "Melee" if text.casefold() == "melee" else text


Cell = Annotated[str, BeforeValidator(_normalise_cell, json_schema_input_type=str | int)]
"""A cell of the printed weapon table: a number or a short text, `-` for nothing."""

_ATTACKS = re.compile(r"-|(\d{1,2})|\+(\d) (Hit|Block)s?")
_CLOSE = re.compile(r"-|RF([+-]\d)( Hits?)?|\+(\d) DEF")
_PEN = re.compile(r"-|(\d{1,2})([SP]?)")
_ONCE = re.compile(r"\bsingle[ -]use\b", re.IGNORECASE)
_RANGE = re.compile(r"-|Melee|(\d{1,3})")
_BAND = re.compile(
    r"indirect fire\W*(?:R:|from)\s*(\d{1,3})\W*(?:to|-|–)\s*(\d{1,3})\W*?(?:(?:\+|plus)\s*(Sensors))?\W*(?:$|;)",
    re.IGNORECASE,
)
_BEYOND = re.compile(r"indirect fire\W*beyond\s*(\d{1,3})", re.IGNORECASE)
_REMOTE = re.compile(r"\bremote\b[^;.]*?(?:\b(\d{1,2}) momentum\b|\bM-(\d{1,2})\b)", re.IGNORECASE)


class Weapon(Record):
    """One line of a profile's weapon table, each cell as it is printed."""

    name: str = Field(title="Weapon", min_length=1, max_length=40)
    slots: int = Field(0, ge=0, le=9, title="EQ Slots", description="How many of the profile's EQ Slots it takes.")
    range: Cell = Field("-", title="Range", description="Inches such as 24, Melee, or - for none.")
    attacks: Cell = Field("-", title="Attacks", description="Shots such as 6; melee +1 Hit; shields +1 Block; or -.")
    close_range: Cell = Field("-", title="Close Range", description="RF+1, RF-2, RF+2 Hits, +1 DEF, or -.")
    pen: Cell = Field("-", title="PEN", description="5, 5S (stun), 5P (push, pull), or -.")
    dmg: int = Field(0, ge=0, le=9900, title="DMG", description="Damage of each hit.")
    special: str = Field("", title="Special", description="What else it does, in words.", max_length=160)
    qualities: tuple[Quality, ...] = Field(
        (),
        title="Qualities",
        description=f"Family and other marks, separated by semicolons: {', '.join(QUALITIES)}, or others as printed.",
        max_length=12,
    )
    overwatch: int = Field(
        0,
        ge=0,
        le=10,
        title="Overwatch",
        description="Shots in Overwatch, as IV or 4; 0: none.",
        json_schema_extra={"roman": True},
    )
    warship_pen: int = Field(0, ge=0, le=9, title="PEN against warships", description="Added against warships.")
    aoe: int = Field(
        0,
        ge=0,
        le=24,
        title="AOE",
        description="Width of the area in inches; 0: none.",
        json_schema_extra={"unit": "inches"},
    )
    finisher: int = Field(0, ge=0, le=5, title="Finisher", description="Thousands it adds to a Finishing Blow.")
    reroll: int = Field(
        0, ge=0, le=4, title="Reroll", description="Melee attack dice that show this or less are rerolled."
    )
    melee_only: bool = Field(
        False, title="Blocks melee only", description="A shield that works against melee and Overwatch only."
    )

    @model_validator(mode="before")
    @classmethod
    def _read_special_line(cls, data: object) -> object:
        """Fill the fields that the data leaves empty from the special line."""
        return read_special_line(data, _BY_NAME) if isinstance(data, Mapping) else data

    @field_validator("range", "attacks", "close_range", "pen")
    @classmethod
    def _check_printed_form(cls, text: str, info: ValidationInfo) -> str:
        pattern, expected = {
            "range": (_RANGE, "inches such as 24, Melee or -"),
            "attacks": (_ATTACKS, "shots such as 6, +1 Hit, +1 Block or -"),
            "close_range": (_CLOSE, "RF+1, RF-2, RF+2 Hits, +1 DEF or -"),
            "pen": (_PEN, "a number such as 5, 5S, 5P or -"),
        }[info.field_name or ""]
        if not pattern.fullmatch(text):
            raise ValueError(expected)
        return text

    @property
    def inches(self) -> int:
        """Return the maximum range; 0 for melee weapons and shields."""
        return int(self.range) if self.range.isdecimal() else 0

    @property
    def shots(self) -> int:
        """Return the number of its shots."""
        return int(self.attacks) if self.attacks.isdecimal() else 0

    @property
    def hits(self) -> int:
        """Return the hits it adds to a melee attack."""
        return self._plus("Hit")

    @property
    def blocks(self) -> int:
        """Return the blocks it gives as a shield."""
        return self._plus("Block")

    def _plus(self, kind: str) -> int:
        match = _ATTACKS.fullmatch(self.attacks)
        return int(match[2]) if match and match[3] == kind else 0

    @property
    def rapid(self) -> tuple[int, int]:
        """Return the shots and the hits that Rapid Fire adds."""
        match = _CLOSE.fullmatch(self.close_range)
        if not match or not match[1]:
            return 0, 0
        return (0, int(match[1])) if match[2] else (int(match[1]), 0)

    @property
    def melee_defense(self) -> int:
        """Return the blocks it gives in melee."""
        match = _CLOSE.fullmatch(self.close_range)
        return int(match[3]) if match and match[3] else 0

    @property
    def penetration(self) -> int:
        """Return its PEN without the letter; 0 for none."""
        match = _PEN.fullmatch(self.pen)
        return int(match[1]) if match and match[1] else 0

    @property
    def effect(self) -> Literal["damage", "stun", "push"]:
        """Return the effect of a failed save against it, by the letter of its PEN."""
        return "stun" if self.pen.endswith("S") else "push" if self.pen.endswith("P") else "damage"

    def indirect_band(self, sensors: int) -> tuple[int, int] | None:
        """Return the least and the most inches of its indirect fire for a unit's Sensors; None without indirect fire.

        The special line prints the band, `Indirect Fire (R:32" to 40"+Sensors)`; without one it is the whole range.
        """
        if "IDF" not in self.qualities:
            return None
        if match := _BAND.search(self.special):
            return int(match[1]), int(match[2]) + (sensors if match[3] else 0)
        beyond = _BEYOND.search(self.special)
        return (int(beyond[1]) if beyond else 0), self.inches

    @property
    def single_use(self) -> bool:
        """Return whether it can be used once a battle, by its qualities or its special line."""
        return "Single Use" in self.qualities or _ONCE.search(self.special) is not None

    @property
    def remote_momentum(self) -> int | None:
        """Return the Momentum that its special line names for remote fire, `Remote: 2 Momentum`; None for none."""
        match = _REMOTE.search(self.special)
        return int(match[1] or match[2]) if match else None

    @property
    def shoots(self) -> bool:
        """Return whether it is a shooting weapon."""
        return self.shots > 0 and self.inches > 0

    @property
    def fights(self) -> bool:
        """Return whether it is a melee weapon."""
        return self.range == "Melee"


class Alternate(Weapon):
    """A weapon printed below a profile that may replace one of its weapons, at no cost in points."""

    replaces: str = Field(title="Replaces", description="The weapon it replaces.", max_length=40)
    pilot: int = Field(0, ge=0, le=2, title="Pilot level", description="Pilot level it requires; 0: any pilot.")


class Extra(Weapon):
    """Equipment that a profile may add to its weapons for points."""

    points: int = Field(ge=0, le=999, title="Points", description="What it adds to the unit's points.")
    pilot: int = Field(0, ge=0, le=2, title="Pilot level", description="Pilot level it requires; 0: any pilot.")
