"""The resolvers of Techniconica: a shot, a charge and its counter-attack, a Bottle Test, and who goes first."""

from typing import Any

from pydantic import Field

from companion.dice.resolver import Chance, Mean
from companion.documents import Record
from companion.findings import InputError, InvalidInput, shown
from companion.games.techniconica.model.special_rules import numbers
from companion.games.techniconica.resolver.attack import Attack, Policy
from companion.games.techniconica.resolver.bottle_test import BottleTest
from companion.games.techniconica.resolver.charge import Charge
from companion.games.techniconica.resolver.first_turn import FirstTurn
from companion.games.techniconica.rules.damage import Layers
from companion.rulebook import rule
from companion.system import Context, ResolverKind

AIM, EVADE, EACH_WEAPON = 4, 4, 2
MOST_LAYERS = 12


class Target(Record):
    """The inputs of every attack: the layers of the target part, the Pilot's Bottle Test, and Re-Rolls."""

    rules: str = Field(
        "", title="Special rules", description="Separated by commas: Reliable, Frightening (2).", max_length=200
    )
    shields: str = Field("", title="Shields", description="Their DT, outermost first: 2,3.", max_length=60)
    armours: str = Field("", title="Armour", description="Their DT, outermost first: 4.", max_length=60)
    base: int | None = Field(None, ge=0, le=60, title="Base Part's DT", description="Empty: left out.")
    base_damage: int = Field(0, ge=0, le=60, title="Damage on it", description="Counters already on the Base Part.")
    fortitude: int | None = Field(None, ge=0, le=20, title="FO", description="Fortitude; empty: no Bottle Test.")
    bottle_threshold: int | None = Field(None, ge=0, le=60, title="BT", description="Bottle Threshold.")
    last: bool = Field(
        False, title="Ends the Mech", description="Its Cockpit, last Weapon or last Power Plant: no test."
    )
    rerolls_attacker: int = Field(
        0, ge=0, le=6, title="Attacker's Re-Rolls", description="In diceless play: how many are spent, +1 each."
    )
    rerolls_defender: int = Field(
        0, ge=0, le=6, title="Defender's Re-Rolls", description="In diceless play: how many are spent, +1 each."
    )
    policy: Policy = Field("when-it-helps", title="Re-Rolls in odds", description="What odds and app rolls assume.")
    diceless: bool = Field(False, title="Diceless", description="Every roll counts as 5.")


class Shot(Record):
    """Both sides' stats, and the Actions taken before a shot."""

    accuracy: int = Field(ge=0, le=60, title="AC", description="The Pilot's Accuracy.")
    penetration: int = Field(ge=0, le=60, title="PE", description="The Weapon's Penetration.")
    damage_output: int = Field(ge=0, le=60, title="DO", description="The Weapon's Damage Output.")
    speed: int = Field(ge=0, le=60, title="SP", description="The target's Speed.")
    armour: int = Field(ge=0, le=60, title="AR", description="Armour Rating of the part aimed at.")
    aim: bool = Field(False, title="Aimed", description="+4 AC.")
    hold_attacker: int = Field(0, ge=0, le=2, title="Attacker held", description="+1 AC each.")
    hold_defender: int = Field(0, ge=0, le=2, title="Target held", description="+1 SP each.")
    evade: bool = Field(False, title="Target evaded", description="+4 SP.")
    weapons: int = Field(0, ge=0, le=20, title="Extra Weapons fired", description="-2 AC each.")
    low_power_attacker: bool = Field(False, title="Attacker in Low Power", description="AC halved, rounded up.")
    low_power_defender: bool = Field(False, title="Target in Low Power", description="No Speed.")


class Rush(Record):
    """Both sides' stats in a charge, and the counter-attack if there is one."""

    speed: int = Field(ge=0, le=60, title="SP", description="The charging Mech's Speed.")
    penetration: int = Field(ge=0, le=60, title="PE", description="The Melee Weapon's Penetration.")
    damage_output: int = Field(ge=0, le=60, title="DO", description="The Melee Weapon's Damage Output.")
    target_speed: int = Field(ge=0, le=60, title="Target's SP", description="Without Evade.")
    armour: int = Field(ge=0, le=60, title="AR", description="Armour Rating of the part aimed at.")
    low_power_defender: bool = Field(False, title="Target in Low Power", description="No Speed, no counter-attack.")
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
    counter_bottle_threshold: int | None = Field(None, ge=0, le=60, title="Counter: BT")
    counter_last: bool = Field(False, title="Counter: ends the Mech")


class ShootInputs(Target, Shot):
    """The inputs of a shot: its own fields, then those of every attack."""


class ChargeInputs(Target, Rush):
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


def thresholds(text: str, where: str) -> tuple[int, ...]:
    """Return Damage Thresholds from `2,3`; InvalidInput names the first that is not a number."""
    return _numbers(text, where, 60, MOST_LAYERS, "a Damage Threshold from 0 to 60, for example 2,3")


def _numbers(text: str, where: str, largest: int, most: int, wanted: str) -> tuple[int, ...]:
    words = text.replace(",", " ").split()
    for word in words:
        if not (word.isascii() and word.isdecimal() and len(word) < 4 and int(word) <= largest):
            raise InvalidInput(InputError(where, shown(word), wanted))
    if len(words) > most:
        raise InvalidInput(InputError(where, f"{len(words)} numbers", f"at most {most}"))
    return tuple(map(int, words))


def special_rules(text: str, where: str, context: Context) -> dict[str, int]:
    """Return special rules by id with their numbers, read from `reliable,frightening-2` or from printed names."""
    words = [word.strip() for word in text.split(",") if word.strip()]
    try:
        return numbers(words, add=context.rulings.get("rule-twice") != "highest")
    except ValueError as error:
        raise InvalidInput(InputError(where, shown(text), str(error))) from None


@rule("aim", "evade", "hold", "more-weapons", "low-power", "diceless")
def make_shot(inputs: ShootInputs, context: Context) -> Attack:
    """Return the shot with all modifiers added up."""
    accuracy = -(-inputs.accuracy // 2) if inputs.low_power_attacker else inputs.accuracy
    accuracy += AIM * inputs.aim + inputs.hold_attacker - EACH_WEAPON * inputs.weapons
    gained = EVADE * inputs.evade + inputs.hold_defender
    speed = inputs.speed + gained
    if inputs.low_power_defender:
        speed = gained if context.rulings.get("low-power-gained") == "kept" else 0
    return _attack(inputs, context, accuracy + inputs.penetration, speed + inputs.armour)


def _diceless(asked: bool, context: Context) -> bool:
    """Whether every roll counts as 5: by the input, or by the ruling in force."""
    return asked or context.rulings.get("dice") == "diceless"


def _attack(inputs: ShootInputs | ChargeInputs, context: Context, attack: int, evasion: int) -> Attack:
    layers = Layers.of(
        thresholds(inputs.shields, "shields"), thresholds(inputs.armours, "armours"), inputs.base, inputs.base_damage
    )
    return Attack(
        attack=attack,
        evasion=evasion,
        damage_output=inputs.damage_output,
        rules=special_rules(inputs.rules, "rules", context),
        layers=layers,
        fortitude=inputs.fortitude,
        bottle_threshold=inputs.bottle_threshold,
        last=inputs.last,
        re_rolls=(inputs.rerolls_attacker, inputs.rerolls_defender),
        policy=inputs.policy,
        diceless=_diceless(inputs.diceless, context),
        rulings=context.rulings,
    )


@rule("charge")
def make_charge(inputs: ChargeInputs, context: Context) -> Charge:
    """Return the charge; InvalidInput where the Mech has Speed 0."""
    if not inputs.speed:
        raise InvalidInput(InputError("speed", "0", "at least 1: a Mech of Speed 0 cannot Charge"))
    target = 0 if inputs.low_power_defender else inputs.target_speed
    charge = _attack(inputs, context, inputs.speed + inputs.penetration, target + inputs.armour)
    if not inputs.counter:
        return Charge(charge, None)
    if not target:
        raise InvalidInput(
            InputError("counter", "true", "false: a Mech of Speed 0 or in Low Power cannot counter-attack")
        )
    back = Attack(
        attack=target + inputs.counter_penetration,
        evasion=inputs.speed + inputs.counter_armour,
        damage_output=inputs.counter_damage_output,
        rules=special_rules(inputs.counter_rules, "counter_rules", context),
        layers=Layers.of(
            thresholds(inputs.counter_shields, "counter_shields"),
            thresholds(inputs.counter_armours, "counter_armours"),
            inputs.counter_base,
            inputs.counter_base_damage,
        ),
        fortitude=inputs.counter_fortitude,
        bottle_threshold=inputs.counter_bottle_threshold,
        last=inputs.counter_last,
        policy=inputs.policy,
        diceless=_diceless(inputs.diceless, context),
        rulings=context.rulings,
        by="Counter-attack: ",
    )
    return Charge(charge, back, context.rulings.get("counter-attack-when") == "unharmed")


def make_bottle(inputs: BottleInputs, context: Context) -> BottleTest:
    """Return the Bottle Test."""
    diceless = _diceless(inputs.diceless, context)
    return BottleTest(inputs.fortitude, inputs.penalty, inputs.rerolls, inputs.policy, diceless)


def make_first(inputs: FirstInputs, context: Context) -> FirstTurn:
    """Return the roll for the first turn; InvalidInput for fewer than two or more than six players."""
    speeds = _numbers(inputs.speeds, "speeds", 60, 6, "a Speed from 0 to 60, for example 4,3")
    if len(speeds) < 2:
        raise InvalidInput(
            InputError("speeds", shown(inputs.speeds), "the Speeds of two players or more, for example 4,3")
        )
    return FirstTurn(
        speeds,
        context.rulings.get("first-turn-tie") != "tied",
        _diceless(inputs.diceless, context),
        context.rulings.get("diceless-tie") == "named",
    )


def _is(name: str, value: str) -> Any:
    return lambda outcome: outcome[name] == value


ATTACK = (
    Chance("hit", "It hits", _is("result", "hit")),
    Chance("jam", "It jams", _is("result", "jam")),
    Mean("mean_damage", "Damage, on average", lambda outcome: outcome["damage"]),
    Chance("base_destroyed", "The Base Part is destroyed", lambda outcome: "base" in outcome["destroyed"]),
    Chance("bottled", "The Pilot bottles", _is("bottle", "failed")),
)
COUNTER = (
    Chance("counter_hit", "The counter-attack hits", lambda o: o.get("counter_result") == "hit"),
    Mean("counter_mean_damage", "Its damage, on average", lambda o: o.get("counter_damage", 0)),
    Chance("counter_base_destroyed", "It destroys its target", lambda o: "base" in o.get("counter_destroyed", ())),
)
RESOLVERS = (
    ResolverKind(
        name="shoot",
        title="Shoot",
        about="One Weapon fires at one Base Part: the hit, the damage through its layers, and the Bottle Test.",
        inputs=ShootInputs,
        make=make_shot,
        measures=ATTACK,
        headline="hit",
    ),
    ResolverKind(
        name="charge",
        title="Charge",
        about="Speed against Speed with a Melee Weapon, then the counter-attack.",
        inputs=ChargeInputs,
        make=make_charge,
        measures=(*ATTACK, *COUNTER),
        headline="hit",
    ),
    ResolverKind(
        name="bottle-test",
        title="Bottle Test",
        about="Does the Pilot fight on?",
        inputs=BottleInputs,
        make=make_bottle,
        measures=(Chance("passed", "The Pilot fights on", _is("result", "passed")),),
        headline="passed",
    ),
    ResolverKind(
        name="first-turn",
        title="First turn",
        about="A D10 plus the Speed of the slowest Mech for each player; ties roll again, at most six times.",
        inputs=FirstInputs,
        make=make_first,
        measures=(
            Chance("player_1", "Player 1 begins", lambda outcome: outcome["first"] == 1),
            Chance("tie", "Still a tie", lambda outcome: outcome["first"] == "tie"),
        ),
        headline="player_1",
    ),
)
