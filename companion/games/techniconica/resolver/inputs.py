"""What is asked for each roll of Techniconica: field names are the contract of page, command line and HTTP."""

from typing import Literal

from pydantic import Field

from companion.data.documents import GIVEN, Record, counts_with, renamed
from companion.games.techniconica.resolver.charge import Struck
from companion.games.techniconica.resolver.clash import Policy

LEAST_ACCURACY = -20
"""Below 0 by what lowers a Pilot's Accuracy besides his Weapons."""
SPARES = r"^(-?[0-9]{1,2}(,-?[0-9]{1,2}){0,12})?$"


class Attacked(Record):
    """The inputs of every attack: the layers of the target part, the Pilot's Bottle Test, and Re-Rolls."""

    rules: str = Field(
        "", title="Special rules", description="Separated by commas: Reliable, Frightening (2).", max_length=200
    )
    shields: str = Field("", title="Shields", description="Their DT, outermost first: 2,3.", max_length=60)
    armours: str = Field("", title="Armour", description="Their DT, outermost first: 4.", max_length=60)
    base: int | None = Field(None, ge=0, le=60, title="Base Part's DT", description="Empty: left out.")
    base_damage: int = Field(
        0,
        ge=0,
        le=60,
        title="Damage on it",
        description="Counters already on the Base Part.",
        json_schema_extra=counts_with(base=GIVEN),
    )
    fortitude: int | None = Field(None, ge=0, le=20, title="FO", description="Fortitude; empty: no Bottle Test.")
    fallen_fortitude: int | None = Field(
        None,
        ge=0,
        le=20,
        title="FO once the part falls",
        description="Where Support goes with it, or stops in Low Power; empty: the same.",
        json_schema_extra=counts_with(fortitude=GIVEN, base=GIVEN),
    )
    bottle_threshold: int | None = Field(
        None,
        ge=0,
        le=60,
        title="BT",
        description="Bottle Threshold.",
        json_schema_extra=counts_with(fortitude=GIVEN),
    )
    last: bool = Field(
        False, title="Ends the Mech", description="Its Cockpit, last Weapon or last Power Plant: no test."
    )
    attacker_rerolls: int = Field(
        0,
        validation_alias=renamed("attacker_rerolls", "rerolls_attacker"),
        ge=0,
        le=6,
        title="Attacker's Re-Rolls",
        description="In diceless play: how many are spent, +1 each.",
    )
    defender_rerolls: int = Field(
        0,
        validation_alias=renamed("defender_rerolls", "rerolls_defender"),
        ge=0,
        le=6,
        title="Defender's Re-Rolls",
        description="In diceless play: how many are spent, +1 each.",
    )
    policy: Policy = Field("when-it-helps", title="Re-Rolls in odds", description="What odds and app rolls assume.")
    spare_weight: int | None = Field(
        None,
        ge=-60,
        le=60,
        title="Weight to spare",
        description="The target's MW minus its weight, for Gravity Field; empty: left out.",
    )
    weight_damage: int = Field(
        0,
        ge=0,
        le=60,
        title="Weight Damage so far",
        description="Counters that an Overload put on its Locomotor.",
        json_schema_extra=counts_with(spare_weight=GIVEN),
    )
    locomotor: int | None = Field(
        None,
        ge=0,
        le=60,
        title="Its Locomotor's DT",
        description="Whether Weight Damage destroys it; empty: left out.",
        json_schema_extra=counts_with(spare_weight=GIVEN),
    )
    locomotor_damage: int = Field(
        0,
        ge=0,
        le=60,
        title="Damage on its Locomotor",
        description="All counters there, Weight Damage included.",
        json_schema_extra=counts_with(spare_weight=GIVEN, locomotor=GIVEN),
    )
    fallen_spare: str = Field(
        "",
        max_length=60,
        pattern=SPARES,
        title="Weight to spare as cards fall",
        description="Once each Shield, each Armour and the part is gone: 1,3,6. By the ruling gravity-weighed.",
        json_schema_extra=counts_with(spare_weight=GIVEN),
    )
    diceless: bool = Field(False, title="Diceless", description="Every roll counts as 5.")


class Aiming(Record):
    """Both Mechs' stats, and the Actions taken before a Shoot Action."""

    accuracy: int = Field(ge=LEAST_ACCURACY, le=60, title="AC", description="The Pilot's Accuracy.")
    speed: int = Field(ge=0, le=60, title="SP", description="The target's Speed.")
    armour: int = Field(ge=0, le=60, title="AR", description="Armour Rating of the part aimed at.")
    aim: bool = Field(False, title="Aimed", description="+4 AC.")
    attacker_hold: int = Field(
        0,
        validation_alias=renamed("attacker_hold", "hold_attacker"),
        ge=0,
        le=2,
        title="Attacker held",
        description="+1 AC each.",
    )
    defender_hold: int = Field(
        0,
        validation_alias=renamed("defender_hold", "hold_defender"),
        ge=0,
        le=2,
        title="Target held",
        description="+1 SP each.",
    )
    evade: bool = Field(False, title="Target evaded", description="+4 SP.")
    attacker_low_power: bool = Field(
        False,
        validation_alias=renamed("attacker_low_power", "low_power_attacker"),
        title="Attacker in Low Power",
        description="AC halved, rounded up.",
    )
    defender_low_power: bool = Field(
        False,
        validation_alias=renamed("defender_low_power", "low_power_defender"),
        title="Target in Low Power",
        description="No Speed.",
    )
    part: Literal["other", "locomotor"] = Field(
        "other", title="Part aimed at", description="Weight Damage also hits the Locomotor."
    )


class Shot(Aiming):
    """One Weapon, and how many others fire in the same Action."""

    penetration: int = Field(ge=0, le=60, title="PE", description="The Weapon's Penetration.")
    damage_output: int = Field(ge=0, le=60, title="DO", description="The Weapon's Damage Output.")
    weapons: int = Field(0, ge=0, le=20, title="Extra Weapons fired", description="-2 AC each.")


class Salvo(Aiming):
    """Several Weapons that fire in one Action."""

    weapons: str = Field(
        title="Weapons",
        max_length=400,
        description="PE/DO and special rules of each, in the order they fire: 2/4 Reliable; 3/5 Barrage, Accurate.",
    )
    attacker_spent: str = Field(
        "",
        max_length=30,
        pattern="^([0-9](,[0-9]){0,11})?$",
        title="Re-Rolls on each Attack Roll",
        description="In diceless play, in firing order: 0,2; empty: all on the first.",
    )


class Rush(Record):
    """Both sides' stats in a charge, and the counter-attack if there is one."""

    speed: int = Field(ge=0, le=60, title="SP", description="The charging Mech's Speed.")
    penetration: int = Field(ge=0, le=60, title="PE", description="The Melee Weapon's Penetration.")
    damage_output: int = Field(ge=0, le=60, title="DO", description="The Melee Weapon's Damage Output.")
    target_speed: int = Field(ge=0, le=60, title="Target's SP", description="Without Evade.")
    armour: int = Field(ge=0, le=60, title="AR", description="Armour Rating of the part aimed at.")
    defender_low_power: bool = Field(
        False,
        validation_alias=renamed("defender_low_power", "low_power_defender"),
        title="Target in Low Power",
        description="No Speed, no counter-attack.",
    )
    part: Struck = Field(
        "other",
        title="Part hit",
        description="No counter-attack if its Locomotor, the Weapon that strikes back or a needed Power Plant falls.",
    )
    counter: bool = Field(False, title="Counter-attack", description="The target strikes back.")
    counter_penetration: int = Field(0, ge=0, le=60, title="Counter: PE")
    counter_damage_output: int = Field(0, ge=0, le=60, title="Counter: DO")
    counter_armour: int = Field(0, ge=0, le=60, title="Counter: AR", description="Of the part it aims at.")
    counter_rules: str = Field("", title="Counter: special rules", max_length=200)
    counter_shields: str = Field("", title="Counter: Shields", description="Those of the charging Mech.", max_length=60)
    counter_armours: str = Field("", title="Counter: Armour", max_length=60)
    counter_base: int | None = Field(None, ge=0, le=60, title="Counter: Base Part's DT")
    counter_base_damage: int = Field(0, ge=0, le=60, title="Counter: damage on it")
    counter_fortitude: int | None = Field(None, ge=0, le=20, title="Counter: FO", description="Charging Pilot's.")
    counter_fallen_fortitude: int | None = Field(None, ge=0, le=20, title="Counter: FO once the part falls")
    counter_bottle_threshold: int | None = Field(None, ge=0, le=60, title="Counter: BT")
    counter_last: bool = Field(False, title="Counter: ends the Mech")
    counter_part: Literal["other", "locomotor"] = Field("other", title="Counter: part hit")
    counter_spare_weight: int | None = Field(None, ge=-60, le=60, title="Counter: weight to spare")
    counter_fallen_spare: str = Field("", max_length=60, pattern=SPARES, title="Counter: weight to spare as cards fall")
    counter_weight_damage: int = Field(0, ge=0, le=60, title="Counter: Weight Damage so far")
    counter_locomotor: int | None = Field(None, ge=0, le=60, title="Counter: Locomotor's DT")
    counter_locomotor_damage: int = Field(0, ge=0, le=60, title="Counter: damage on its Locomotor")


class ShootInputs(Attacked, Shot):
    """The inputs of a shot: its own fields, then those of every attack."""


class VolleyInputs(Attacked, Salvo):
    """The inputs of a volley: its own fields, then those of every attack; `rules` are those of all its Weapons."""


class ChargeInputs(Attacked, Rush):
    """The inputs of a charge: its own fields, then those of every attack."""


class BottleInputs(Record):
    """The inputs of a separate Bottle Test."""

    fortitude: int = Field(ge=0, le=20, title="FO", description="The Pilot's Fortitude.")
    penalty: int = Field(
        0, ge=0, le=20, title="Penalty", description="The Frightening number, which is added to the roll."
    )
    rerolls: int = Field(0, ge=0, le=6, title="Re-Rolls")
    policy: Policy = Field("when-it-helps", title="Re-Rolls in odds", description="What odds and app rolls assume.")
    diceless: bool = Field(False, title="Diceless", description="The roll counts as 5.")


class FirstInputs(Record):
    """Who goes first."""

    speeds: str = Field(title="Speeds", description="The Speed of each player's slowest Mech: 4,3.", max_length=60)
    diceless: bool = Field(False, title="Diceless", description="Every roll counts as 5.")
