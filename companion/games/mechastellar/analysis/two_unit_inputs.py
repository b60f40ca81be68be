"""The inputs of analyses of two units: the units, and the circumstances of an attack."""

from dataclasses import fields
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, ValidationInfo

from companion.base.json_types import JsonObject
from companion.data.card_ids import find_card, validation_catalogue
from companion.data.documents import BUILD_TEXT, Record
from companion.games.mechastellar.analysis.lists import IN
from companion.games.mechastellar.analysis.modifiers import Circumstances
from companion.games.mechastellar.model import Profile

FARTHEST = 99
"""The most inches between two units."""
LONGEST_LIST = 20_000
"""The most characters of a pasted list."""
RARE: JsonObject = {"rare": True}


def _unit_name(text: str, info: ValidationInfo) -> str:
    """Return a profile's id; the name of a list's unit stays as typed, because it is found once the list is read."""
    if IN in text or (info.data.get({"a": "mine", "b": "theirs"}[info.field_name or "a"]) or "").strip():
        return text
    catalogue = validation_catalogue(info)
    card = find_card(catalogue, Profile, text) if catalogue else None
    if card is None:
        raise ValueError(f"the id or the name of a unit profile, or a unit{IN}a saved list")
    return card.id


UnitName = Annotated[str, Field(max_length=200), AfterValidator(_unit_name)]
"""A unit profile by id or name, read as its id; `Red @ First fleet`, of a saved list; or a unit of a pasted list."""


class TwoUnits(Record):
    """The unit that attacks and its target, each a profile or a unit of a list."""

    mine: str = Field(
        "",
        max_length=LONGEST_LIST,
        title="Your list",
        description="Pasted text: your unit is in it",
        json_schema_extra=BUILD_TEXT,
    )
    theirs: str = Field(
        "",
        max_length=LONGEST_LIST,
        title="Their list",
        description="Pasted text: their unit is in it",
        json_schema_extra=BUILD_TEXT,
    )
    a: UnitName = Field(title="Your unit", description="A profile, unit @ saved list, or unit of the pasted list")
    b: UnitName = Field(title="Their unit", description="A profile, unit @ saved list, or unit of the pasted list")


def _tick(title: str, rare: bool = False) -> bool:
    return Field(default=False, title=title, json_schema_extra=RARE if rare else None)


class Surroundings(Record):
    """The circumstances of two units that do not depend on the attacker's actions."""

    distance: int = Field(
        default=16, ge=0, le=FARTHEST, title="Distance in inches", description="Between the two units"
    )
    choice: Literal["precision", "barrage", "none"] = Field(
        default="precision", title="You shoot with", description="Precision: accuracy; Barrage: shots"
    )
    reply: Literal["dodge", "guard", "none"] = Field(
        default="dodge", title="The target replies with", description="Dodge: evade; Guard: a block"
    )
    counter: Literal["counter", "guard", "none"] = Field(
        default="counter",
        title="In melee the target chooses",
        description="Counter: hits on its answer; Guard: a block",
    )
    cover: bool = _tick("Target in cover")
    behind: bool = _tick("From behind (Blindside)")
    high_ground: bool = _tick("You are on high ground", rare=True)
    target_high: bool = _tick("Target on high ground", rare=True)
    unseen: bool = _tick("Out of sight", rare=True)
    double: bool = _tick("Double HP module", rare=True)

    def circumstances(self, hp_factor: int = 1) -> Circumstances:
        """Return the circumstances of an attack; HP are doubled where the inputs say so, or as a list's modules say."""
        names = {field.name for field in fields(Circumstances)}
        values = {name: value for name, value in self.field_values().items() if name in names}
        return Circumstances(**values, hp_factor=max(hp_factor, 1 + self.double))


class AttackInputs(Surroundings):
    """The circumstances of one attack, with run-up, remote fire and Focus of the attacker."""

    fast: bool = _tick("You run 10″ at Full Throttle", rare=True)
    remote: bool = _tick("Remote weapons fire for Momentum", rare=True)
    focus: bool = _tick("You Focus first")
