"""Prepares one weapon's attack on a unit: the resolver with its inputs, and the cards that the inputs come from."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.base.json_types import JsonMapping
from companion.data.rulebook import rule
from companion.gamekit.contract import Context
from companion.games.mechastellar.analysis.charge import charge, melee_inputs
from companion.games.mechastellar.analysis.modifiers import (
    Applied,
    Circumstances,
    is_engaged,
    shoot_inputs,
    why_no_shot,
)
from companion.games.mechastellar.model import Profile, pilot_title
from companion.games.mechastellar.model.weapons import Alternate, Extra, Weapon
from companion.games.mechastellar.rules import play
from companion.games.mechastellar.rules.equipped import carries

_ITS_WEAPONS = (
    "shots",
    "damage",
    "pen",
    "effect",
    "bonus_hits",
    "attacker_blocks",
    "reroll",
    "rapid_fire",
    "rapid_fire_hits",
)
_THEIR_WEAPONS = ("blocks", "counter_damage", "counter_pen", "counter_effect", "counter_hits", "counter_reroll")
SOURCES = {
    **dict.fromkeys(_ITS_WEAPONS, ("a", "weapons")),
    **dict.fromkeys(_THEIR_WEAPONS, ("b", "weapons")),
    "attacker_hp": ("a", "hp"),
    "accuracy": ("a", "shooting"),
    "melee": ("a", "melee"),
    "attacker": ("a", "pilot_level"),
    "attacker_save": ("a", "arm_sv"),
    "armor_save": ("b", "arm_sv"),
    "hp": ("b", "hp"),
    "evade": ("b", "evade"),
    "counter_melee": ("b", "melee"),
    "defender": ("b", "pilot_level"),
}
"""By input of a roll: the unit (`a` or `b`) and the field of its profile that fills it."""


@dataclass(frozen=True)
class WeaponAttack:
    """A weapon's attack by a unit on a target: `inputs` are those of the resolver named `roll`.

    `unit` has at least the pilot that an offered weapon requires. `why_not` says why there is no attack.
    """

    unit: Profile
    weapon: Weapon
    roll: str
    inputs: JsonMapping = field(default_factory=dict)
    applied: tuple[Applied, ...] = ()
    why_not: str = ""

    @property
    def melee(self) -> bool:
        """Return whether it is a clash."""
        return self.roll == "melee"


def attack_weapons(profile: Profile) -> tuple[Weapon, ...]:
    """Return the weapons a unit attacks with: those it carries, then those its profile offers."""
    weapons = (*profile.weapons, *profile.alternates, *profile.extras)
    return tuple(weapon for weapon in weapons if weapon.shoots or weapon.fights)


def weapon_attack(a: Profile, b: Profile, weapon: Weapon, conditions: Circumstances, context: Context) -> WeaponAttack:
    """Return A's attack on B with one of its attacking weapons."""
    unit, pilot_applied = _with_required_pilot(a, weapon)
    if weapon.shoots:
        why_not = _why_no_shot(unit, b, weapon, conditions, context)
        if why_not:
            return WeaponAttack(unit, weapon, "shoot", applied=pilot_applied, why_not=why_not)
        inputs, applied = shoot_inputs(unit, b, weapon, conditions, context)
        return WeaponAttack(unit, weapon, "shoot", inputs, (*pilot_applied, *applied))
    if not unit.melee:
        return WeaponAttack(unit, weapon, "melee", applied=pilot_applied, why_not="It has no Melee dice.")
    run = charge(unit, b, weapon, conditions, context)
    if run.why_not:
        return WeaponAttack(unit, weapon, "melee", applied=pilot_applied, why_not=run.why_not)
    inputs, applied = melee_inputs(unit, b, weapon, conditions, context, run)
    return WeaponAttack(unit, weapon, "melee", inputs, (*pilot_applied, *applied))


@rule("pilot-required")
def _with_required_pilot(a: Profile, weapon: Weapon) -> tuple[Profile, tuple[Applied, ...]]:
    """Return the unit with the pilot that an offered weapon requires; for a carried weapon its own pilot stays."""
    level = weapon.pilot if isinstance(weapon, Alternate | Extra) else 0
    if level <= a.pilot_level:
        return a, ()
    title = pilot_title(a.type, level)
    if carries(a, weapon):
        words = f"The {weapon.name} requires a {title}, which {a.name} has not: the list is not legal"
        return a, ((words, "pilot-required"),)
    words = f"Calculated with a {title}, which the {weapon.name} requires"
    return a.model_copy(update={"pilot_level": level}), ((words, "pilot-required"),)


def _why_no_shot(a: Profile, b: Profile, weapon: Weapon, conditions: Circumstances, context: Context) -> str:
    if why_not := why_no_shot(a, weapon, conditions):
        return why_not
    if not is_engaged(a, b, conditions, context) or play.can_shoot_engaged(weapon, a.pilot_level, conditions.focus):
        return ""
    if weapon.aoe:
        return "Engaged: area weapons do not fire in engagement range, nor at units in melee."
    return 'Engaged: only weapons with a range of 8" shoot, or a level 1+ pilot who focuses first.'


def marks_of_inputs(inputs: JsonMapping, ids: Mapping[str, str]) -> dict[str, str]:
    """Return the sources of inputs as further keys: `from.evade` is `5:dervish.evade`.

    `ids` are the cards of the sides `a` and `b`; inputs of a missing side have no key.
    """
    sources = {name: SOURCES[name] for name in inputs if name in SOURCES and SOURCES[name][0] in ids}
    return {f"from.{name}": f"{inputs[name]}:{ids[side]}.{card_field}" for name, (side, card_field) in sources.items()}
