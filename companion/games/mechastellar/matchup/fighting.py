"""The units of both sides as they fight: a list's own as equipped, equal ones once; or a target that was typed."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.data.rulebook import Rulings
from companion.gamekit.matchup import MatchupAttack, MatchupSide, MatchupTarget
from companion.gamekit.workshop import FaceOf
from companion.games.mechastellar.analysis.attacks import attack_weapons
from companion.games.mechastellar.analysis.lists import NamedUnit, named_units
from companion.games.mechastellar.matchup.typed_side import TypedTarget
from companion.games.mechastellar.model import Force, Profile, pilot_title
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.rules.equipped import equip_unit
from companion.games.mechastellar.rules.loadout import hp_factor, units_of_force

TARGET = "The target"
"""What a typed target is called."""
GONE = -1
"""The damage of a unit that was destroyed."""


@dataclass(frozen=True)
class FightingUnit:
    """A unit of one side, and how many of it there are. `key` tells it from the side's others.

    `called` is its name in the list, without the damage that it has taken: `lost`.
    """

    key: str
    called: str
    profile: Profile
    count: int = 1
    typed: bool = False
    lost: int = 0

    @property
    def name(self) -> str:
        """Return its name, with the damage it has taken."""
        return f"{self.called}, {self.lost:,} lost" if self.lost else self.called

    @property
    def face(self) -> FaceOf | None:
        """Return the card that shows it."""
        return None if self.typed else FaceOf("cards", self.profile.id)

    @property
    def times(self) -> str:
        """Return how many there are, in words; empty for one."""
        return f"× {self.count}" if self.count > 1 else ""


@dataclass(frozen=True, kw_only=True)
class UnitAttack(MatchupAttack):
    """A weapon of a unit, as a row of the table."""

    unit: FightingUnit
    weapon: Weapon


@dataclass(frozen=True, kw_only=True)
class UnitTarget(MatchupTarget):
    """A unit that is attacked, as a column of the table."""

    unit: FightingUnit


def side_units(side: MatchupSide, rulings: Rulings) -> tuple[NamedUnit, ...]:
    """Return the lines of a side's list with the names that tell them apart; a typed target has none."""
    if isinstance(side.typed_numbers, TypedTarget):
        return ()
    return tuple(named_units(units_of_force(_force(side), side.context.catalogue, rulings)))


def units_in(side: MatchupSide, rulings: Rulings) -> tuple[FightingUnit, ...]:
    """Return the units of a side in the order of its list: those that fight the same way are one unit, counted.

    A unit that has taken damage stands for itself; one that was destroyed is left out.
    """
    if isinstance(side.typed_numbers, TypedTarget):
        return (FightingUnit("typed", TARGET, side.typed_numbers.profile(), typed=True),)
    cards, found = side.context.catalogue, list[FightingUnit]()
    for named in side_units(side, rulings):
        card, key = equip_unit(named.unit, cards, rulings), f"unit-{named.unit.index + 1}"
        hurt = [damage for name, damage in side.losses or () if name == named.name]
        count = named.unit.entry.count - len(hurt)
        same = next((place for place, other in enumerate(found) if other.profile == card and not other.lost), None)
        if count and same is not None:
            found[same] = replace(found[same], count=found[same].count + count)
        elif count:
            found.append(FightingUnit(key, named.name, card, count))
        left = enumerate((lost for lost in hurt if lost != GONE), 1)
        found += [FightingUnit(f"{key}-hurt-{n}", named.name, card, lost=lost) for n, lost in left]
    return tuple(found)


def _force(side: MatchupSide) -> Force:
    if not isinstance(side.build, Force):
        raise TypeError(f"{side.title} is not a points list")
    return side.build


def module_hp_factor(*sides: MatchupSide) -> int:
    """Return the factor of all HP that the modules of either side's list give: 1, 2, or by ruling 4."""
    return max((hp_factor(s.build, s.context.rulings) for s in sides if isinstance(s.build, Force)), default=1)


def unit_attacks(side: MatchupSide) -> Iterator[UnitAttack]:
    """Yield the weapons that a side's units attack with; a target that was typed has none."""
    for unit in units_in(side, side.context.rulings):
        if unit.typed:
            return
        for number, weapon in enumerate(attack_weapons(unit.profile), 1):
            yield UnitAttack(
                key=f"{unit.key}-weapon-{number}",
                title=weapon.name,
                carrier=unit.name,
                about=", ".join(part for part in (weapon_words(weapon), unit.times) if part),
                face=unit.face,
                points=unit.profile.points,
                unit=unit,
                weapon=weapon,
            )


def unit_targets(side: MatchupSide, rulings: Rulings) -> Iterator[UnitTarget]:
    """Yield a side's units as targets."""
    for unit in units_in(side, rulings):
        card = unit.profile
        parts = [f"Evade {card.evade:+d}", f"ARM Sv {card.arm_sv:+d}", f"HP {card.hp:,}"]
        if card.pilot_level:
            parts.append(pilot_title(card.type, card.pilot_level))
        yield UnitTarget(
            key=unit.key,
            title=unit.name,
            about=", ".join([*parts, *([unit.times] if unit.times else [])]),
            face=unit.face,
            points=card.points,
            unit=unit,
        )


def weapon_words(weapon: Weapon) -> str:
    """Return a weapon in a few words: range, DMG, PEN."""
    parts = ["melee" if weapon.fights else f"{weapon.range}″", f"DMG {weapon.dmg}"]
    return ", ".join([*parts, *([f"PEN {weapon.pen}"] if weapon.penetration else [])])
