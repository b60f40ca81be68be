"""What a Mech fires and what it strikes with; a Melee Weapon is for Charges and Counter-Attacks alone."""

from companion.data.rulebook import rule
from companion.games.techniconica.model import MELEE, Part, Weapon
from companion.games.techniconica.model.special_rules import numbers
from companion.games.techniconica.rules.assembly import Assembly, Mount


@rule("charge")
def is_melee(weapon: Part) -> bool:
    """Whether a card is a Melee Weapon: by its Sub-Type or by its special rule, which are one thing.

    A rule that an attached card gives does not make one.
    """
    return isinstance(weapon, Weapon) and (weapon.subtype == MELEE or "melee" in numbers(weapon.rules))


def guns(made: Assembly) -> tuple[Mount, ...]:
    """Return the Weapons that shoot: all but those of Melee."""
    return tuple(mount for mount in made.weapons if not is_melee(mount.card))


def blades(made: Assembly) -> tuple[Mount, ...]:
    """Return the Weapons that a Mech charges and strikes back with."""
    return tuple(mount for mount in made.weapons if is_melee(mount.card))


def write_weapon(made: Assembly, weapon: Mount) -> str:
    """Return a Weapon as the roll of a volley takes it: `2/4 reliable`."""
    return f"{weapon.stat('pe')}/{weapon.stat('do')} {', '.join(made.shot_rules(weapon))}".strip()


@rule("more-weapons")
def firing_order(made: Assembly) -> tuple[Mount, ...]:
    """Return the Weapons of a volley in the order in which they are rolled: those of most PE and DO first.

    The attacker chooses it, and Re-Rolls make it matter: the order of the build does not.
    """
    return tuple(sorted(guns(made), key=lambda gun: (-gun.stat("pe") - gun.stat("do"), write_weapon(made, gun))))


def volley(made: Assembly) -> str:
    """Return all Weapons that shoot as the roll of a volley takes them: `2/4 reliable; 3/5`."""
    return "; ".join(write_weapon(made, mount) for mount in firing_order(made))
