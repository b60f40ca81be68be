"""The contents of a profile's sheet or card: a profile with all its options, or a unit of a list as equipped."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.data.cards import Mark
from companion.games.mechastellar.model import Profile, TraitLine
from companion.games.mechastellar.model.weapons import QUALITIES, Alternate, Extra, Weapon
from companion.games.mechastellar.rules.loadout import HP_FACTORS, Unit

MARKS = ("K", "E", "X", "CC", "AA", "360", "S", "TL")
"""Qualities that print as marks, like all unknown ones; the special line describes the others."""

FIELDS = ("slots", "range", "attacks", "close_range", "pen", "dmg")
"""The columns of a weapon table."""


@dataclass(frozen=True)
class StatBlock:
    """The contents of one sheet or card: a profile, its weapons, and for a list the names of its units.

    Each of the `models` has its own damage track and its own boxes for what it uses once.
    """

    profile: Profile
    weapons: tuple[Weapon, ...]
    others: tuple[Weapon, ...]
    traits: tuple[TraitLine, ...]
    name: str
    level: int
    points: int
    note: str = ""
    blank: bool = False
    count: int = 0
    hp_factor: int = 1
    models: tuple[str, ...] = ()

    @property
    def hp(self) -> tuple[str, str]:
        """Return the heading and the number of the HP, doubled where a module doubles them."""
        return (f"HP, {HP_FACTORS[self.hp_factor]}" if self.hp_factor > 1 else "HP"), str(self.full_hp)

    @property
    def full_hp(self) -> int:
        """Return the HP of an undamaged unit, doubled where a module doubles them."""
        return self.profile.hp * self.hp_factor

    def hides(self, name: str) -> bool:
        """Return whether a number stays blank: it is ours, and blanks are wanted."""
        return self.blank and self.profile.mark(name).kind == "house"


def profile_block(profile: Profile, blank: bool = False) -> StatBlock:
    """Return a profile with all its options."""
    others = (*profile.alternates, *profile.extras)
    name, level, points = profile.name, profile.pilot_level, profile.points
    return StatBlock(profile, profile.weapons, others, profile.traits, name, level, points, profile.about, blank)


def unit_block(
    unit: Unit, chosen_traits: tuple[TraitLine, ...], blank: bool = False, models: tuple[str, ...] = ()
) -> StatBlock:
    """Return models of a list's line as equipped: those named, or all of them."""
    count = len(models) or unit.entry.count
    name = shared_name(unit.name, models)
    notes = [] if unit.name == unit.profile.name else [unit.profile.name]
    notes += [f"{count} units, {count * unit.each} points"] if count > 1 else []
    factor = unit.hp // unit.profile.hp if unit.profile.hp else 1
    if factor > 1:
        notes.append(f"HP printed {unit.profile.hp}, {HP_FACTORS[factor]} in this game")
    traits, note = (*unit.traits, *chosen_traits), "; ".join(notes)
    return StatBlock(
        unit.profile, unit.all_weapons, (), traits, name, unit.pilot, unit.each, note, blank, count, factor, models
    )


def shared_name(name: str, models: Sequence[str]) -> str:
    """Return the common name of several models: `Green Viking 1 to 4`."""
    if len(models) < 2:
        return models[0] if models else name
    return f"{models[0]} to {model_number(models[-1])}"


def model_number(model: str) -> str:
    """Return the number at the end of a model's name."""
    return model.rpartition(" ")[2]


def single_uses(block: StatBlock) -> tuple[str, ...]:
    """Return the names of single use weapons; each gets a box to tick."""
    return tuple(weapon.name for weapon in block.weapons if weapon.single_use)


CODES: dict[str, str] = {
    "K": "kinetic",
    "E": "energy",
    "X": "homing explosive",
    "CC": "close combat",
    "AA": "anti-air",
    "360": "all around",
    "S": "shield",
}
"""The meanings of a weapon's marks."""


def legend(weapons: Sequence[Weapon]) -> str:
    """Return a legend of the marks of these weapons; empty without marks."""
    qualities = {quality for weapon in weapons for quality in weapon.qualities}
    words = [f"[{code}] {meaning}" for code, meaning in CODES.items() if code in qualities]
    rapid = any(rapid_fire_range(weapon) for weapon in weapons)
    return " · ".join([*(["RF: Rapid Fire, up to its range"] if rapid else []), *words])


def rapid_fire_range(weapon: Weapon) -> str:
    """Return the range of a weapon's Rapid Fire, half of its own; empty without Rapid Fire."""
    return f'{weapon.inches // 2}"' if weapon.inches and weapon.close_range.startswith("RF") else ""


def marks(weapon: Weapon) -> str:
    """Return a weapon's marks, for example `[K] [AA]`."""
    return " ".join(f"[{quality}]" for quality in weapon.qualities if quality in MARKS or quality not in QUALITIES)


def special_text(weapon: Weapon) -> str:
    """Return the text below a weapon: its special line, then its marks."""
    return " ".join(part for part in (weapon.special, marks(weapon)) if part)


def ship_values(profile: Profile) -> tuple[tuple[str, str, str], ...]:
    """Return the values that only ships have, each as label, value and field."""
    if not (profile.warship or profile.catapult or profile.repair):
        return ()
    return (("Catapult", str(profile.catapult), "catapult"), ("Repair", str(profile.repair), "repair"))


def cells(block: StatBlock, weapon: Weapon) -> tuple[str, ...]:
    """Return a weapon's slots, range, attacks, close range, PEN and DMG; on request house numbers are blank."""
    reach = f'{weapon.range}"' if weapon.inches else weapon.range
    numbers = (str(weapon.slots or "-"), reach, weapon.attacks, weapon.close_range, weapon.pen, str(weapon.dmg or "-"))
    if not block.blank:
        return numbers
    pairs = zip(FIELDS, numbers, strict=True)
    return tuple("" if weapon_mark(block.profile, weapon, name).kind == "house" else n for name, n in pairs)


def terms(weapon: Weapon) -> str:
    """Return the terms of an offered weapon, such as `for Machine Gun, level 2+`; empty for the profile's own."""
    if not isinstance(weapon, Alternate | Extra):
        return ""
    first = f"+{weapon.points} points" if isinstance(weapon, Extra) else f"for {weapon.replaces}"
    return f"{first}, level {weapon.pilot}+" if weapon.pilot else first


def weapon_mark(profile: Profile, weapon: Weapon, name: str) -> Mark:
    """Return the mark of one cell of the weapon table: the weapon's, else the column's, else the table's."""
    for key in (f"weapons.{weapon.name}.{name}", f"weapons.{name}"):
        if key in profile.origin:
            return profile.origin[key]
    return profile.mark("weapons")
