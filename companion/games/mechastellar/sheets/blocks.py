"""What a profile's sheet or card shows, a room of its own: all a profile may carry, or a unit as it is equipped."""

from dataclasses import dataclass

from companion.cards import Mark
from companion.games.mechastellar.model import Profile, TraitLine
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.rules.loadout import Unit

MARKS = ("K", "E", "X", "CC", "AA", "360", "S", "TL")
"""Qualities that are printed as marks; the others stand in a weapon's words."""


@dataclass(frozen=True)
class StatBlock:
    """What one sheet or card shows: a profile, what it carries here, and in a list how many of it there are."""

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

    def hides(self, name: str) -> bool:
        """Return whether a number is to be left out: nobody printed it."""
        return self.blank and self.profile.mark(name).kind == "house"


def of_profile(profile: Profile, blank: bool = False) -> StatBlock:
    """Return what a profile shows: all it may carry."""
    others = (*profile.alternates, *profile.extras)
    name, level, points = profile.name, profile.pilot_level, profile.points
    return StatBlock(profile, profile.weapons, others, profile.traits, name, level, points, profile.about, blank)


def of_unit(unit: Unit, own_traits: tuple[TraitLine, ...], blank: bool = False) -> StatBlock:
    """Return what a unit of a list shows: what it carries there."""
    count = unit.entry.count
    times = f"{count} of them, {unit.points} points" if count > 1 else f"{unit.points} points"
    title = "" if unit.name == unit.profile.name else f"{unit.profile.name}; "
    if unit.hp != unit.profile.hp:
        times += f"; {unit.hp} HP in this game"
    traits, note = (*unit.traits, *own_traits), f"{title}{times}"
    return StatBlock(unit.profile, unit.armed, (), traits, unit.name, unit.pilot, unit.each, note, blank, count)


def marks(weapon: Weapon) -> str:
    """Return a weapon's marks, as `[K] [AA]`."""
    return " ".join(f"[{quality}]" for quality in weapon.qualities if quality in MARKS)


def special(weapon: Weapon) -> str:
    """Return what stands below a weapon: its words, and the marks they leave out."""
    return " ".join(part for part in (weapon.special, marks(weapon)) if part)


def ship(profile: Profile) -> tuple[tuple[str, str, str], ...]:
    """Return what only ships have, each as its label, its value, its field."""
    if not (profile.warship or profile.catapult or profile.repair):
        return ()
    return (("Catapult", str(profile.catapult), "catapult"), ("Repair", str(profile.repair), "repair"))


def weapon_mark(profile: Profile, weapon: Weapon, name: str) -> Mark:
    """Return the mark of one cell of the weapon table: the weapon's own, the column's, or the table's."""
    for key in (f"weapons.{weapon.name}.{name}", f"weapons.{name}"):
        if key in profile.origin:
            return profile.origin[key]
    return profile.mark("weapons")
