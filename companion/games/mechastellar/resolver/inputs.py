"""The inputs of each roll; their titles and descriptions are the texts of its page."""

from typing import Literal

from pydantic import Field

from companion.data.documents import GIVEN, Record, counts_with, renamed

MOST_HP = 399_996
"""The most HP: four times those of a profile, where both five-unit modules double them by ruling."""
MOST_PEN, MOST_ARMOR, MOST_HITS, MOST_BONUS = 99, 40, 20, 10
Level = Literal[0, 1, 2]
Effect = Literal["damage", "stun", "push"]


def _level(title: str) -> int:
    return Field(0, ge=0, le=2, title=title, description="0 basic, 1 skilled, 2 ace.")


def _effect(title: str) -> Effect:
    return Field("damage", title=title, description="1000 DMG; PEN 5S: stun; PEN 5P: push or pull.")


def _dice(title: str, about: str = "") -> int | None:
    return Field(None, ge=0, le=10, title=title, description=about)


def _pool(title: str) -> int | None:
    return Field(
        None,
        ge=0,
        le=10,
        title=f"{title}, asked",
        description="Its player says after the dice what is spent on Skill Defense and failed saves; odds spend none.",
    )


def _improvise(title: str) -> bool:
    return Field(
        False,
        title=title,
        description="Its player says after the dice whether up to two are rolled again; odds roll none.",
        json_schema_extra=counts_with(pool=GIVEN),
    )


def _guardian() -> bool:
    return Field(
        False,
        title="A guardian is near",
        description="The target's player says after the dice whether another unit takes the hits.",
        json_schema_extra=counts_with(pool=GIVEN),
    )


def _event(title: str, about: str) -> bool:
    return Field(False, title=title, description=about, json_schema_extra=counts_with(pool=GIVEN))


class Aimed(Record):
    """The inputs of every shooting attack, whatever makes its shots."""

    accuracy: int = Field(8, ge=-20, le=40, title="Shooting Accuracy", description="The attacker's, as printed.")
    evade: int = Field(3, ge=-20, le=40, title="Evade", description="The target's, as printed.")
    attacker: int = _level("Attacker's pilot")
    defender: int = _level("Target's pilot")
    choice: Literal["none", "precision", "barrage"] = Field(
        "none", title="Attacker chooses", description="Precision: accuracy; Barrage: shots. +1, level 1 and 2 +2."
    )
    reply: Literal["none", "dodge", "guard", "ask"] = Field(
        "none",
        title="Target replies",
        description="Dodge: evade; Guard: a block. +1, level 2 +2. Ask: its player says so; odds take none.",
    )
    accuracy_bonus: int = Field(
        0, ge=-10, le=MOST_BONUS, title="Other accuracy bonus", description="With Precision at most +3."
    )
    evade_bonus: int = Field(0, ge=-10, le=MOST_BONUS, title="Other evade bonus", description="With Dodge at most +3.")
    bonus_hits: int = Field(0, ge=0, le=MOST_HITS, title="Bonus hits", description="From Focus, skills and the like.")
    bonus_crits: int = Field(0, ge=0, le=5, title="Bonus criticals", description="Tactical Advantage gives one.")
    blocks: int = Field(0, ge=0, le=20, title="Shield blocks", description="None from behind.")
    cover: bool = Field(
        False, title="In cover", description="1 block, 2 against 500 DMG or less; does not add to a shield."
    )
    target_lock: bool = Field(False, title="Target Lock", description="Within Sensors: 3s are criticals too.")
    pen: int = Field(0, ge=0, le=MOST_PEN, title="PEN", description="2 or more forces armor saves.")
    armor_save: int = Field(
        0, ge=-10, le=MOST_ARMOR, title="ARM Sv", description="The target's; push and pull: add 2 × Size."
    )
    skill_defense: int = Field(0, ge=0, le=10, title="Momentum for Defense", description="Each negates a hit.")
    effect: Effect = _effect("A failed save does")
    save_momentum: int = Field(
        0, ge=0, le=10, title="Momentum for saves", description="Each undoes a failed save; level 1 and 2, no warship."
    )
    rerolls: int = Field(0, ge=0, le=MOST_BONUS, title="Evade dice rerolled", description="The worst ones, once.")
    indirect: bool = Field(False, title="Indirect fire", description="Criticals count as plain hits.")
    warship: bool = Field(False, title="Target is a warship", description="More saves, Defense costs more, no cover.")
    aoe: bool = Field(False, title="Area weapon", description="Warships make up to ten saves.")
    gritty: bool = Field(False, title="Five-unit module", description="Gritty or SRW: five saves, ten for warships.")
    hp: int | None = Field(None, ge=1, le=MOST_HP, title="Target's HP", description="For the chance to destroy it.")
    more_blocks: int = Field(
        0, ge=0, le=20, title="Further blocks", description="Of a Challenge: they add to a shield or cover."
    )
    dodge_bonus: int = Field(0, ge=0, le=3, title="Dodge improved by", description="By a captain's order, at most +3.")
    pool: int | None = _pool("Target's Momentum")
    improvise: bool = _improvise("Target may Improvise")
    guardian: bool = _guardian()
    escape: bool = _event("Narrow Escape", "The target's player may negate all hits by this event.")
    attacker_will: bool = _event("The Will to Power", "The attacker may make three hits critical by this event.")


class Fired(Record):
    """The inputs that a weapon adds to an attack."""

    shots: int = Field(6, ge=0, le=99, title="Shots", description="The weapon's Attacks; at most ten shots.")
    damage: int = Field(200, ge=0, le=9900, title="DMG", description="Of each hit.")
    rapid_fire: int = Field(0, ge=-10, le=10, title="Rapid Fire shots", description="Within half range: RF+1 is 1.")
    rapid_fire_hits: int = Field(0, ge=0, le=10, title="Rapid Fire hits", description="RF+2 Hits is 2.")


class ThrownAttack(Record):
    """The inputs that a thrower adds to an attack."""

    size: int = Field(0, ge=0, le=6, title="Attacker's Size", description="Added to the four shots.")
    dangerous: bool = Field(False, title="Dangerous terrain", description="One critical more.")


class Crashing(Record):
    """The inputs that a unit crashing through adds to an attack."""

    size: int = Field(0, ge=0, le=6, title="Attacker's Size", description="100 DMG each.")
    havoc: int = Field(0, ge=0, le=9, title="Havoc spent", description="100 DMG each.")


# The fields of the last base come first on the page: the attacker's own, then those of both sides.
class ShootInputs(Aimed, Fired):
    """A shooting attack with one weapon."""

    choose: bool = Field(
        False,
        title="Defender decides after the dice",
        description="How many hits Skill Defense negates, up to its Momentum; else as many as it can.",
        json_schema_extra=counts_with(skill_defense=GIVEN),
    )


class ThrowInputs(Aimed, ThrownAttack):
    """A piece of terrain thrown."""


class CrashInputs(Aimed, Crashing):
    """A unit crashing through or trampling."""


class OverwatchInputs(Record):
    """Overwatch fire at a charging unit; neither side has choices."""

    accuracy: int = Field(8, ge=-20, le=40, title="Shooting Accuracy")
    evade: int = Field(3, ge=-20, le=40, title="Evade", description="The charging unit's.")
    overwatch: int = Field(3, ge=1, le=10, title="Overwatch", description="III is 3 shots; 3 without such a weapon.")
    weapons: int = Field(1, ge=1, le=3, title="Weapons fired", description="One for each action.")
    attacks: int = Field(
        0, ge=0, le=99, title="Weapon's Attacks", description="Only under the ruling that fires whole attacks."
    )
    damage: int = Field(200, ge=0, le=9900, title="DMG")
    extra_shots: int = Field(0, ge=0, le=10, title="Additional shots", description="3 after a won outmaneuver.")
    bonus_hits: int = Field(0, ge=0, le=10, title="Bonus hits", description="3 after a failed bridge attack.")
    blocks: int = Field(0, ge=0, le=20, title="Shield blocks")
    pen: int = Field(0, ge=0, le=MOST_PEN, title="PEN")
    armor_save: int = Field(0, ge=-10, le=MOST_ARMOR, title="ARM Sv")
    target_lock: bool = Field(False, title="Target Lock")
    warship: bool = Field(False, title="Target is a warship", description="Up to five saves for each weapon.")
    gritty: bool = Field(False, title="Five-unit module", description="Gritty or SRW: five saves, ten for warships.")
    effect: Effect = _effect("A failed save does")
    defender: int = _level("Charging unit's pilot")
    pool: int | None = _pool("Charging unit's Momentum")
    improvise: bool = _improvise("It may Improvise")


class MeleeInputs(Record):
    """A melee clash. Leave the attack dice empty for the best split of each side's pool."""

    melee: int = Field(5, ge=0, le=20, title="Attacker's Melee", description="Dice to split.")
    counter_melee: int = Field(
        5,
        validation_alias=renamed("counter_melee", "opponent_melee"),
        ge=0,
        le=20,
        title="Defender's Melee",
        description="Dice to split.",
    )
    attack: int | None = _dice("Attacker's attack dice", "Empty: the best split.")
    defense: int | None = _dice("Attacker's defense dice", "Empty: the remaining dice.")
    counter_attack: int | None = _dice("Defender's attack dice", "Empty: the best answer.")
    counter_defense: int | None = _dice("Defender's defense dice", "Empty: the remaining dice.")
    attacker: int = _level("Attacker's pilot")
    defender: int = _level("Defender's pilot")
    reply: Literal["none", "counter", "guard"] = Field(
        "none", title="Defender chooses", description="Counter: a hit; Guard: a block. +1, level 2 +2."
    )
    attacker_bonus: bool = Field(True, title="Attacker's bonus", description="+1 Hit, level 1 and 2 +2.")
    bonus_hits: int = Field(0, ge=0, le=MOST_HITS, title="Attacker's other hits", description="Weapon and Focus.")
    bonus_crits: int = Field(0, ge=0, le=5, title="Attacker's bonus criticals", description="Tactical Advantage.")
    counter_hits: int = Field(0, ge=0, le=20, title="Defender's other hits", description="Its weapon's.")
    damage: int = Field(500, ge=0, le=9900, title="Attacker's DMG")
    counter_damage: int = Field(500, ge=0, le=9900, title="Defender's DMG")
    pen: int = Field(0, ge=0, le=MOST_PEN, title="Attacker's PEN")
    counter_pen: int = Field(0, ge=0, le=MOST_PEN, title="Defender's PEN")
    armor_save: int = Field(0, ge=-10, le=MOST_ARMOR, title="Defender's ARM Sv")
    attacker_save: int = Field(0, ge=-10, le=MOST_ARMOR, title="Attacker's ARM Sv")
    effect: Effect = _effect("The defender's failed save does")
    counter_effect: Effect = _effect("The attacker's failed save does")
    blocks: int = Field(0, ge=0, le=20, title="Defender's shield")
    attacker_blocks: int = Field(0, ge=0, le=20, title="Attacker's shield")
    reroll: int = Field(
        0, ge=0, le=4, title="Attacker rerolls up to", description="2: attack dice of 1 and 2 are rerolled."
    )
    counter_reroll: int = Field(0, ge=0, le=4, title="Defender rerolls up to")
    hit_on: int = Field(5, ge=2, le=9, title="Attacker hits on", description="5; 8 with three camera hits.")
    counter_hit_on: int = Field(5, ge=2, le=9, title="Defender hits on", description="5; fewer with some traits.")
    block_on: int = Field(5, ge=2, le=10, title="Defender blocks on", description="5; 7 while transformed.")
    finisher: int = Field(0, ge=0, le=5, title="Attacker's Finisher")
    counter_finisher: int = Field(0, ge=0, le=5, title="Defender's Finisher")
    push: bool = Field(
        False,
        title="Weapon pushes out of melee",
        description="Then there is no counter-attack. With PEN: by failed saves.",
    )
    push_by_hits: bool = Field(
        False, title="It pushes by a hit", description="As its special line says, whatever its PEN; saves do damage."
    )
    skill_defense: int = Field(0, ge=0, le=10, title="Defender's Momentum", description="Each negates a hit.")
    attacker_skill_defense: int = Field(0, ge=0, le=10, title="Attacker's Momentum", description="Against the counter.")
    save_momentum: int = Field(
        0, ge=0, le=10, title="Defender's Momentum for saves", description="Level 1 and 2, no warship."
    )
    attacker_save_momentum: int = Field(0, ge=0, le=10, title="Attacker's Momentum for saves")
    warship: bool = Field(False, title="Defender is a warship", description="Five saves, Defense costs more.")
    attacker_warship: bool = Field(False, title="Attacker is a warship")
    gritty: bool = Field(False, title="Five-unit module", description="Five saves, ten for warships.")
    hp: int | None = Field(None, ge=1, le=MOST_HP, title="Defender's HP")
    attacker_hp: int | None = Field(None, ge=1, le=MOST_HP, title="Attacker's HP")
    guard_bonus: int = Field(0, ge=0, le=3, title="Guard improved by", description="By a captain's order, at most +3.")
    pool: int | None = _pool("Defender's Momentum")
    attacker_pool: int | None = _pool("Attacker's Momentum")
    improvise: bool = _improvise("Defender may Improvise")
    attacker_improvise: bool = _improvise("Attacker may Improvise")
    guardian: bool = _guardian()
    escape: bool = _event("Defender's Narrow Escape", "It negates all hits of both sides.")
    attacker_escape: bool = _event("Attacker's Narrow Escape", "It negates all hits of both sides.")
    attacker_will: bool = _event("Attacker's Will to Power", "It may make three hits critical.")
    will: bool = _event("Defender's Will to Power", "Its answer may make three hits critical.")
    pyrrhic: bool = _event("Defender's Pyrrhic Victory", "Every 2 hits that hurt it give its answer 1 more.")
    choose: bool = Field(
        False,
        title="Players choose at the roll",
        description="What is left open here: the attacker's split, then Counter or Guard and the defender's split. "
        "Odds take the best splits, without Counter or Guard.",
    )


class SaveInputs(Record):
    """Armor saves against the unblocked hits of one weapon."""

    pen: int = Field(4, ge=0, le=MOST_PEN, title="PEN")
    armor_save: int = Field(0, ge=-10, le=MOST_ARMOR, title="ARM Sv")
    hits: int = Field(1, ge=0, le=40, title="Unblocked hits", description="At most three saves; five for warships.")
    push: bool = Field(False, title="Push or pull", description="PEN 5P: twice the Size is added to the save.")
    stun: bool = Field(False, title="Stun", description="PEN 5S: a failed save takes an action.")
    size: int = Field(0, ge=0, le=6, title="Size")
    pilot: int = _level("Pilot")
    momentum: int = Field(
        0, ge=0, le=10, title="Momentum for saves", description="Level 1 and 2, no warship: each point undoes one."
    )
    warship: bool = Field(False, title="Warship", description="Five saves, ten against an area weapon.")
    aoe: bool = Field(False, title="Area weapon")
    gritty: bool = Field(False, title="Five-unit module", description="Five saves, ten for warships.")


class DamageInputs(Record):
    """The battle damage table after a failed save."""

    armor_save: int = Field(0, ge=-10, le=MOST_ARMOR, title="ARM Sv")
    frame: int = Field(1, ge=1, le=9, title="Frame", description="Only under the ruling of the ammunition explosion.")


class TerrainInputs(Record):
    """A piece of terrain that may be destroyed."""

    damage: int = Field(200, ge=0, le=9900, title="DMG")
    how: Literal["shot", "melee", "crash-through"] = Field(
        "shot", title="Struck by", description="Melee and Crash Through count double and take three rolls."
    )
    direct: bool = Field(False, title="Targeted directly", description="Three rolls.")


class ContestInputs(Record):
    """An outmaneuver roll in space."""

    attacker_role: bool = Field(False, title="Attacker's role", description="Battler, Interceptor, Attacker or Melee.")
    defender_role: bool = Field(False, title="Defender's role", description="The same.")
    attacker_move: int = Field(
        0, ge=0, le=99, title="Attacker's Move", description="5 inches more give one die, 10 give two."
    )
    defender_move: int = Field(0, ge=0, le=99, title="Defender's Move")
    warship_near: bool = Field(False, title="Defender's ship nearby", description="An allied warship within 16 inches.")
    attacker_momentum: int = Field(
        0, ge=0, le=3, title="Attacker's Momentum", description="One success each; level 1+."
    )
    defender_momentum: int = Field(
        0, ge=0, le=3, title="Defender's Momentum", description="One success each; level 1+."
    )


class BridgeInputs(ContestInputs):
    """An attack run on a warship's bridge."""

    melee: bool = Field(False, title="Melee attack", description="The attacker loses two dice.")


class StunInputs(Record):
    """A stunned unit's recovery."""

    actions: int = Field(-1, ge=-20, le=9, title="Actions now", description="Below 0 it is shut down.")
    usual: int = Field(1, ge=0, le=9, title="Actions normally")


class InitiativeInputs(Record):
    """The roll-off of a round."""
