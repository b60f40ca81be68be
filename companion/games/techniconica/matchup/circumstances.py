"""A matchup's circumstances as typed, and the default numbers of an unknown opponent."""

from typing import Literal

from pydantic import Field

from companion.base.json_types import JsonObject
from companion.data.documents import Record, renamed
from companion.gamekit.losses import lost_field
from companion.games.techniconica.matchup.lost import EXAMPLE
from companion.games.techniconica.resolver.clash import Policy

_RARE: JsonObject = {"rare": True}
_NUMBERS = r"^[0-9]{0,2}(?:[ ,]+[0-9]{1,2}){0,11}$"


class Circumstances(Record):
    """What the cards do not say: Actions taken before, and what became of both sides since they were built."""

    aim: bool = Field(False, title="I aimed", description="+4 AC for a shot or a volley.")
    evade: bool = Field(False, title="They evaded", description="+4 SP; no effect on a Charge.")
    my_hold: int = Field(
        0,
        validation_alias=renamed("my_hold", "hold_mine"),
        ge=0,
        le=2,
        title="I held",
        description="How often: +1 AC each for a shot.",
    )
    their_hold: int = Field(
        0,
        validation_alias=renamed("their_hold", "hold_theirs"),
        ge=0,
        le=2,
        title="They held",
        description="How often: +1 SP each against a shot.",
    )
    counter: bool = Field(
        True, title="They counter-attack", description="Whoever is charged strikes back with a blade."
    )
    counter_at: Literal["cockpit", "weapon", "locomotor"] = Field(
        "cockpit",
        title="The counter-attack aims at",
        description="My Cockpit, the Weapon I strike with, or my Locomotor.",
        json_schema_extra=_RARE,
    )
    my_low_power: bool = Field(
        False,
        validation_alias=renamed("my_low_power", "low_power_mine"),
        title="I am in Low Power",
        description="As if a Power Plant were lost.",
        json_schema_extra=_RARE,
    )
    their_low_power: bool = Field(
        False,
        validation_alias=renamed("their_low_power", "low_power_theirs"),
        title="They are in Low Power",
        description="As if a Power Plant were lost.",
        json_schema_extra=_RARE,
    )
    my_triggers: bool = Field(
        False,
        validation_alias=renamed("my_triggers", "triggers_mine"),
        title="I set off my Triggers",
        description="Every card with Trigger works.",
        json_schema_extra=_RARE,
    )
    their_triggers: bool = Field(
        False,
        validation_alias=renamed("their_triggers", "triggers_theirs"),
        title="They set off their Triggers",
        description="Every card with Trigger works.",
        json_schema_extra=_RARE,
    )
    my_rerolls: int | None = Field(
        None,
        validation_alias=renamed("my_rerolls", "rerolls_mine"),
        ge=0,
        le=6,
        title="My Re-Rolls",
        description="Left to the Pilot; empty: all. In diceless play how many are spent; empty: none.",
        json_schema_extra=_RARE,
    )
    their_rerolls: int | None = Field(
        None,
        validation_alias=renamed("their_rerolls", "rerolls_theirs"),
        ge=0,
        le=6,
        title="Their Re-Rolls",
        description="Left to the Pilot; empty: all. In diceless play how many are spent; empty: none.",
        json_schema_extra=_RARE,
    )
    policy: Policy = Field(
        "when-it-helps", title="Re-Rolls in odds", description="What odds assume.", json_schema_extra=_RARE
    )
    a_lost: str = lost_field("What my Mechs have lost", EXAMPLE)
    b_lost: str = lost_field("What their Mechs have lost", EXAMPLE)


class Numbers(Record):
    """An opponent without a build: what an attack on a Base Part has to know."""

    speed: int = Field(3, ge=0, le=60, title="SP", description="Speed.")
    armour: int = Field(2, ge=0, le=60, title="AR", description="Armour Rating of the part aimed at.")
    base: int | None = Field(3, ge=0, le=60, title="DT", description="Damage Threshold of that part; empty: left out.")
    shields: str = Field("", max_length=60, pattern=_NUMBERS, title="Shields on it", description="Their DT: 2,3.")
    armours: str = Field("", max_length=60, pattern=_NUMBERS, title="Armour on it", description="Their DT: 4.")
    fortitude: int | None = Field(None, ge=0, le=20, title="FO", description="Fortitude; empty: no Bottle Test.")
    bottle_threshold: int | None = Field(None, ge=0, le=60, title="BT", description="Bottle Threshold.")
