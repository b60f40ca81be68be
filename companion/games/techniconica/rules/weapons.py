"""What a Mech fires and what it strikes with; a Melee Weapon is for Charges and Counter-Attacks alone."""

from companion.games.techniconica.rules.assembly import Assembly, Mount
from companion.rulebook import rule


@rule("charge")
def strikes(weapon: Mount) -> bool:
    """Whether a Weapon is of the Sub-Type Melee."""
    return weapon.card.subtype == "Melee"


def guns(made: Assembly) -> tuple[Mount, ...]:
    """Return the Weapons that shoot: all but those of the Sub-Type Melee."""
    return tuple(mount for mount in made.weapons if not strikes(mount))


def blades(made: Assembly) -> tuple[Mount, ...]:
    """Return the Weapons that a Mech charges and strikes back with."""
    return tuple(mount for mount in made.weapons if strikes(mount))


def fired(made: Assembly, weapon: Mount) -> str:
    """Return a Weapon as the roll of a volley takes it: `2/4 reliable`."""
    return f"{weapon.stat('pe')}/{weapon.stat('do')} {', '.join(made.shot_rules(weapon))}".strip()


def volley(made: Assembly) -> str:
    """Return all Weapons that shoot as the roll of a volley takes them: `2/4 reliable; 3/5`."""
    return "; ".join(fired(made, mount) for mount in guns(made))
