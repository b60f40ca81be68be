"""A target of which only a few numbers are known, as a profile that no card prints."""

from pydantic import Field

from companion.base.json_types import JsonObject
from companion.data.documents import Record
from companion.games.mechastellar.analysis.two_unit_inputs import RARE
from companion.games.mechastellar.model import Profile

_SAME = ("hp", "evade", "arm_sv", "pilot_level", "melee", "points", "size", "frame")
_UNKNOWN = dict.fromkeys(("performance", "eq_slots", "sensors", "move", "shooting"), 0)


MOST_TRAITS = 8
"""The most traits of a profile."""


class TypedTarget(Record):
    """The numbers of a unit that is attacked, as its player says them."""

    hp: int = Field(1500, ge=1, le=99_999, title="HP")
    evade: int = Field(3, ge=-5, le=20, title="Evade")
    arm_sv: int = Field(0, ge=-5, le=20, title="ARM Sv")
    pilot_level: int = Field(0, ge=0, le=2, title="Pilot", description="0 basic, 1 skilled, 2 ace.")
    blocks: int = Field(0, ge=0, le=9, title="Shield blocks")
    melee: int = Field(4, ge=0, le=20, title="Melee", description="Dice of its melee pool.")
    damage: int = Field(500, ge=0, le=9900, title="Melee DMG", description="0: no weapon to strike back with.")
    pen: int = Field(0, ge=0, le=99, title="Melee PEN")
    points: int = Field(0, ge=0, le=9999, title="Points", description="For what is traded.")
    size: int = Field(0, ge=0, le=6, title="Size", json_schema_extra=RARE)
    frame: int = Field(1, ge=1, le=9, title="Frame", description="Some traits ask for it.", json_schema_extra=RARE)
    warship: bool = Field(False, title="Warship", json_schema_extra=RARE)
    traits: str = Field(
        "",
        max_length=200,
        title="Traits",
        description="Names of trait cards, separated by commas",
        json_schema_extra=RARE,
    )
    special: str = Field(
        "",
        max_length=160,
        title="Special line in melee",
        description="As its melee weapon prints it: Finisher+1, Reroll 1s on Attack",
        json_schema_extra=RARE,
    )

    def profile(self) -> Profile:
        """Return the unit, with a shield and a melee weapon as far as numbers for them were typed."""
        weapons: list[JsonObject] = []
        if self.blocks:
            block = f"+{self.blocks} Block{'s' * (self.blocks > 1)}"
            weapons.append({"name": "Shield", "attacks": block, "qualities": ["S"]})
        if self.damage:
            pen = str(self.pen or "-")
            line = {"special": self.special}
            weapons.append({"name": "Melee weapon", "range": "Melee", "dmg": self.damage, "pen": pen, **line})
        same = {name: value for name, value in self.field_values().items() if name in _SAME}
        made = {"id": "typed", "name": "The target", "origin": "custom", "weapons": weapons, "actions": 1}
        kind = "Stellar Warship" if self.warship else "MS"
        names = [name.strip() for name in self.traits.split(",") if name.strip()]
        traits = [{"name": name[:40]} for name in names[:MOST_TRAITS]]
        return Profile.model_validate({**same, **made, **_UNKNOWN, "type": kind, "traits": traits})
