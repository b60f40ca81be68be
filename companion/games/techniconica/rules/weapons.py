"""The Weapons of a Mech by use: Melee Weapons are for Charges and Counter-Attacks alone, all others shoot."""

from companion.data.rulebook import rule
from companion.games.techniconica.model import MELEE, Part, Weapon
from companion.games.techniconica.model.special_rules import numbers
from companion.games.techniconica.rules.assembly import Assembly, Mount


@rule("charge")
def is_melee(weapon: Part) -> bool:
    """Whether a card is a Melee Weapon: by its Sub-Type or by its own special rule, which mean the same.

    Special rules of attached cards do not count.
    """
    return isinstance(weapon, Weapon) and (weapon.subtype == MELEE or "melee" in numbers(weapon.rules))


def guns(assembly: Assembly) -> tuple[Mount, ...]:
    """Return the Weapons that shoot: all but those of Melee."""
    return tuple(mount for mount in assembly.weapons if not is_melee(mount.card))


def blades(assembly: Assembly) -> tuple[Mount, ...]:
    """Return the Weapons that a Mech charges and strikes back with."""
    return tuple(mount for mount in assembly.weapons if is_melee(mount.card))


def write_weapon(assembly: Assembly, weapon: Mount) -> str:
    """Return a Weapon as an input of a volley's roll, PE/DO and rules: `2/4 reliable`."""
    return f"{weapon.stat('pe')}/{weapon.stat('do')} {', '.join(assembly.shot_rules(weapon))}".strip()


@rule("more-weapons")
def firing_order(assembly: Assembly) -> tuple[Mount, ...]:
    """Return the Weapons of a volley in the order of their rolls: the most PE plus DO first.

    The attacker may choose any order; it matters because of Re-Rolls.
    """

    def sort_key(gun: Mount) -> tuple[int, str]:
        return -gun.stat("pe") - gun.stat("do"), write_weapon(assembly, gun)

    return tuple(sorted(guns(assembly), key=sort_key))


def volley(assembly: Assembly) -> str:
    """Return all Weapons that shoot as the input of a volley's roll: `2/4 reliable; 3/5`."""
    return "; ".join(write_weapon(assembly, mount) for mount in firing_order(assembly))
