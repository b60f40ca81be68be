"""MechaStellar's words: unit profiles with their weapons, traits, events, commands, and a points list."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from companion.data.card_ids import CardId
from companion.data.cards import Card, Mark
from companion.data.documents import Build, Note, Record, on_one_line
from companion.data.marks import row_mark
from companion.games.mechastellar.model.weapons import Alternate, Extra, Weapon

Type = Literal["MS", "Super Robot", "Super Heavy", "Kaiju", "Stellar Warship"]
TYPES: tuple[Type, ...] = ("MS", "Super Robot", "Super Heavy", "Kaiju", "Stellar Warship")
ROLES = ("Battler", "Interceptor", "Melee", "Sniper", "Raid", "Attacker", "Firepower")
SPECIALS = ("Assault", "Heavy Arms", "Indomitable")
"""Roles and Specials that 9.5 names; their effects are part of the printed numbers. A card may print others."""
INCHES: dict[str, Any] = {"unit": "inches"}
DICE: dict[str, Any] = {"unit": "d10"}
PILOTS: dict[str, Any] = {"words": {"Basic Pilot": 0, "Skilled Pilot": 1, "Ace Pilot": 2}}
ROMAN_LEVEL: dict[str, Any] = {"roman": True}
TraitKind = Literal["pilot", "commander", "captain", "mecha", "special"]
Module = Literal[
    "gritty",
    "srw",
    "climactic-events",
    "strategic-commands",
    "expanded-commands",
    "stellar-warfare",
    "battle-damage",
    "dangerous-terrain",
]
MODULES: dict[Module, str] = {
    "gritty": "Gritty Mecha Battles",
    "srw": "Strategic Robot Warfare",
    "climactic-events": "Climactic Events",
    "strategic-commands": "Strategic Commands",
    "expanded-commands": "Expanded Strategic Commands",
    "stellar-warfare": "Stellar Warfare",
    "battle-damage": "Battle Damage",
    "dangerous-terrain": "Dangerous Terrain",
}
SIZES = (500, 1000, 1500, 2000)
"""Common game sizes; players may type any number of points."""
MOST_UNITS = 200
ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")


Line = Annotated[str, AfterValidator(on_one_line)]


class TraitLine(Record):
    """A trait printed on a profile: its name, its kind, its level, and what it does."""

    name: str = Field(title="Trait", min_length=1, max_length=40)
    kind: TraitKind = Field("mecha", title="Kind")
    level: int = Field(
        0, ge=0, le=2, title="Level", description="I or II of a pilot trait; 0: none.", json_schema_extra=ROMAN_LEVEL
    )
    text: str = Field("", title="Effect", max_length=200)


COMBAT = ("sensors", "move", "actions", "shooting", "melee", "evade", "arm_sv")
"""The combat stats, which pages and the roster show in one row."""


class Profile(Card):
    """A Mecha Unit Profile, field by field as it is printed."""

    type: Type = Field(title="Type")
    role: Line = Field("", title="Role", max_length=30, json_schema_extra={"examples": [*ROLES]})
    special: Line = Field(
        "",
        title="Special",
        description="As printed; one that the companion does not know has no effect on dice.",
        max_length=40,
        json_schema_extra={"examples": [*SPECIALS]},
    )
    performance: int = Field(ge=0, le=15, title="Performance")
    frame: int = Field(ge=1, le=9, title="Frame")
    points: int = Field(ge=0, le=9999, title="Points")
    pilot_level: int = Field(
        0, ge=0, le=2, title="Pilot level", description="0 basic, 1 skilled, 2 ace.", json_schema_extra=PILOTS
    )
    pilot_name: str = Field("", title="Pilot", max_length=40)
    model: str = Field("", title="Model", description="Model number; other types have Power or Havoc here.")
    power: int = Field(0, ge=0, le=9, title="Power", description="Super Robots and Stellar Warships.")
    havoc: int = Field(0, ge=0, le=9, title="Havoc", description="Kaiju and Super Heavies.")
    eq_slots: int = Field(ge=0, le=40, title="EQ Slots", description="The sum of the weapons' slots.")
    size: int = Field(0, ge=0, le=6, title="Size", description="0 for an ordinary giant robot.")
    size_label: str = Field("", title="Size in a word", description="Printed below the Size: Giant.", max_length=20)
    speed_plus: int = Field(0, ge=-9, le=9, title="Speed+")
    armor_plus: int = Field(0, ge=-9, le=9, title="Armor+")
    cost_plus: int = Field(0, ge=-9, le=9, title="Cost+")
    sensors: int = Field(ge=0, le=99, title="Sensors", description="Inches.", json_schema_extra=INCHES)
    move: int = Field(ge=0, le=99, title="Move", description="Inches.", json_schema_extra=INCHES)
    actions: int = Field(ge=0, le=9, title="Actions")
    shooting: int = Field(ge=0, le=20, title="Shooting", description="Shooting Accuracy.")
    melee: int = Field(ge=0, le=20, title="Melee", description="Dice of its melee pool.", json_schema_extra=DICE)
    evade: int = Field(ge=-5, le=20, title="Evade d10", description="Added to each Evade die.")
    arm_sv: int = Field(ge=-5, le=20, title="ARM Sv", description="Added to each Armor Save.")
    hp: int = Field(ge=0, le=99_999, title="HP")
    theatre: Literal["", "G", "S"] = Field("", title="Theatre", description="G: ground only; S: space only.")
    catapult: int = Field(0, ge=0, le=20, title="Catapult", description="Units that a ship launches far each round.")
    repair: int = Field(0, ge=0, le=9900, title="Repair", description="HP that units aboard regain each round.")
    weapons: tuple[Weapon, ...] = Field((), title="Weapons", max_length=12)
    alternates: tuple[Alternate, ...] = Field((), title="Alternate weapons", max_length=8)
    extras: tuple[Extra, ...] = Field((), title="Extra equipment", max_length=8)
    traits: tuple[TraitLine, ...] = Field((), title="Mecha and pilot traits", max_length=8)
    about: str = Field("", title="About", max_length=300)

    @property
    def third_stat(self) -> tuple[str, str]:
        """Return the label in place of the model number: Power or Havoc, by type."""
        if self.type in ("Super Robot", "Stellar Warship"):
            return "Power", str(self.power)
        if self.type in ("Kaiju", "Super Heavy"):
            return "Havoc", str(self.havoc)
        return "Model", self.model

    @property
    def stats_mark(self) -> Mark:
        """Return the mark of its row of combat stats."""
        return row_mark(self, *COMBAT)

    @property
    def warship(self) -> bool:
        """Return whether it is a Stellar Warship."""
        return self.type == "Stellar Warship"


def pilot_title(kind: Type, level: int) -> str:
    """Return a pilot level as it is printed for a type: ace, unstoppable, battle-hardened."""
    names = {
        "Kaiju": ("Basic", "Dreadful", "Unstoppable"),
        "Stellar Warship": ("Basic Captain", "Skilled Captain", "Battle-Hardened Captain"),
    }
    return names.get(kind, ("Basic Pilot", "Skilled Pilot", "Ace Pilot"))[level]


class Trait(Card):
    """A trait card, found by its name; pilot traits of level I and II may be swapped as the rules allow.

    Its numbers are what it does to dice: those of an attack (hits to Focus) help its unit's attacks, those of a defense
    (Evade to blocks) protect it. A trait without numbers is printed and changes no roll.
    """

    kind: TraitKind = Field(
        title="Kind", description="Special: a Special of a profile, a mark or a part of a weapon's special line."
    )
    level: int = Field(0, ge=0, le=2, title="Level", json_schema_extra=ROMAN_LEVEL)
    text: str = Field(title="Effect", max_length=300)
    when: Literal["all", "shooting", "melee"] = Field("all", title="Counts in")
    against: Literal["all", "skilled", "basic", "larger"] = Field(
        "all",
        title="Helps against",
        description="Skilled: level 1 and 2 pilots and Kaiju, captains. Basic: all others. Larger: a larger Size.",
    )
    hits: int = Field(0, ge=0, le=3, title="Hits", description="Hits added to an attack.")
    light_hits: int = Field(
        0, ge=0, le=3, title="Hits under 300 DMG", description="With lighter weapons, instead of the hits above."
    )
    grunt_hits: int = Field(
        0, ge=0, le=3, title="Hits on Frame 1 and 2", description="Against them, instead of the hits above."
    )
    pen: int = Field(0, ge=0, le=9, title="PEN", description="PEN added to an attack.")
    accuracy: int = Field(0, ge=0, le=3, title="Accuracy", description="With Precision at most +3.")
    shots: int = Field(0, ge=0, le=5, title="Shots", description="Shots added to a shooting attack.")
    grunt_shots: int = Field(
        0, ge=0, le=5, title="Shots at Frame 1 and 2", description="Against them, instead of the shots above."
    )
    hit_on: int = Field(
        0,
        ge=0,
        le=9,
        title="Melee hits on",
        description="4+: melee attack dice hit on 4 or more; 0: no change.",
        json_schema_extra={"unit": "or more"},
    )
    focus: bool = Field(False, title="Free Focus", description="A Focus action that takes no action.")
    evade: int = Field(0, ge=0, le=3, title="Evade", description="With Dodge at most +3.")
    rerolls: int = Field(0, ge=0, le=5, title="Evade rerolls", description="Evade dice rerolled against an attack.")
    blocks: int = Field(
        0, ge=0, le=9, title="Blocks", description="Like a barrier: they do not add to a shield or to cover."
    )

    @property
    def counts(self) -> bool:
        """Return whether it changes dice: whether it has any number besides its level."""
        return any(value for name, value in self.field_values().items() if name not in _WORDS)


_WORDS = ("id", "name", "origin", "kind", "level", "text", "when", "against")
"""The fields of a trait that change no dice by themselves."""


class Event(Card):
    """A climactic event: each player chooses one and uses it once a game."""

    commander: bool = Field(False, title="Commander", description="Only a commander may use it.")
    text: str = Field(title="Effect", max_length=400)


class Command(Card):
    """A strategic command and its cost in Influence; the expanded ones are chosen before the battle."""

    cost: str = Field(title="Influence")
    expanded: bool = Field(False, title="Expanded")
    reaction: bool = Field(False, title="Reaction")
    text: str = Field(title="Effect", max_length=400)


KINDS: dict[str, type[Card]] = {"profile": Profile, "trait": Trait, "event": Event, "command": Command}


def _as_list(value: object) -> object:
    return [] if value == "" else [value] if isinstance(value, str) else value


LONGEST_NAME = 60
"""Characters of a unit's own name."""
MOST_TRAITS = 12
"""Custom pilot traits of a unit."""
Text60 = Annotated[str, Field(max_length=LONGEST_NAME), AfterValidator(on_one_line)]
ProfileName = Annotated[str, Field(max_length=60), CardId("a unit profile", "profile", or_name=True)]
EventName = Annotated[str, Field(max_length=60), CardId("a climactic event", "event", or_name=True)]
CommandName = Annotated[str, Field(max_length=60), CardId("a strategic command", "command", or_name=True)]
Events = Annotated[tuple[EventName, ...], BeforeValidator(_as_list, json_schema_input_type=str | tuple[EventName, ...])]
Commands = Annotated[
    tuple[CommandName, ...], BeforeValidator(_as_list, json_schema_input_type=str | tuple[CommandName, ...])
]


class Entry(Record):
    """One line of a list: a profile, the number of units, and their equipment."""

    profile: ProfileName
    name: Text60 = ""
    count: int = Field(1, ge=1, le=99)
    swaps: Mapping[Text60, Text60] = Field(default_factory=dict)
    extras: tuple[Text60, ...] = Field((), max_length=20)
    pilot: int | None = Field(None, ge=0, le=2)
    traits: tuple[Text60, ...] = Field((), max_length=MOST_TRAITS)
    carried_by: Text60 = ""
    note: Note = ""


class Force(Build):
    """A points list, perhaps unfinished, for a game of an agreed size."""

    game: Literal["mechastellar"]
    size: int = Field(500, ge=0, le=100_000, title="Size in points", examples=[*SIZES])
    modules: tuple[Module, ...] = ()
    theatre: Literal["ground", "space"] = "ground"
    commander: Text60 = ""
    event: Events = Field((), max_length=20, title="Climactic event")
    commands: Commands = Field((), max_length=20, title="Expanded commands")
    unit: tuple[Entry, ...] = Field((), max_length=MOST_UNITS, title="Units")

    @property
    def is_empty(self) -> bool:
        """Whether it has no unit."""
        return not self.unit


def label(entry: Entry, profile: Profile | None) -> str:
    """Return an entry's name, or its profile's name if it has none."""
    return entry.name or (profile.name if profile else entry.profile)


def plain_entries(entries: tuple[Entry, ...]) -> list[dict[str, Any]]:
    """Return entries as a document writes them, for fixes."""
    return [entry.model_dump(mode="json", exclude_defaults=True) for entry in entries]


BUILD = Force
"""The model of a build."""
