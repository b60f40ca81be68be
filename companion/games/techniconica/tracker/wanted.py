"""What the computer goes by in Techniconica: what Mechs and attacks are worth. Where Mechs stand does not matter."""

from collections.abc import Mapping
from fractions import Fraction

from companion.games.techniconica.model import Weapon
from companion.games.techniconica.rules.assembly import Mount
from companion.games.techniconica.tracker import sheets
from companion.games.techniconica.tracker.mechs import Mechs
from companion.games.techniconica.tracker.offers import place_of, read_key
from companion.games.techniconica.tracker.state import MechRecords
from companion.play.records.rules import AttackOffer

MECH = 10.0
"""What it is worth that a Mech is in play, beside its parts."""
WEAPON, PART = 3.0, 1.5
"""What a Base Part is worth while it stands: a Weapon, any other."""
POINT = 0.2
"""What a point of damage is worth that a part can still bear."""
RE_ROLL = 0.5
JAMMED = 1.0
"""What a Jam Counter costs: about an Action."""


def worth_of_squad(mechs: Mechs, records: MechRecords, seat: int) -> float:
    """Return what the Mechs of a seat that are in play are worth, with their parts and Re-Rolls."""
    return sum(_worth(mechs, records, unit) for unit in records.standing(seat))


def _worth(mechs: Mechs, records: MechRecords, unit: str) -> float:
    parts = mechs.now(records, unit).made.base
    damage = sum(records.value(unit, place_of(records, unit, mount)) for mount in parts)
    jams = sum(records.value(unit, f"{sheets.JAM}{place_of(records, unit, one)}") for one in parts if _is_weapon(one))
    bears = sum(_worth_of_part(mount) for mount in parts) - POINT * damage
    return max(1.0, MECH + bears + RE_ROLL * records.value(unit, sheets.RE_ROLLS) - JAMMED * jams)


def _worth_of_part(mount: Mount) -> float:
    return (WEAPON if _is_weapon(mount) else PART) + POINT * mount.stat("dt")


def _is_weapon(mount: Mount) -> bool:
    return isinstance(mount.card, Weapon)


def gain_of(
    mechs: Mechs, records: MechRecords, target: str, offer: AttackOffer, figures: Mapping[str, Fraction]
) -> float:
    """Return what an attack is expected to take: the Mech, the part that is aimed at, damage; less damage back."""
    _, part = read_key(offer.key)
    aimed = next(one for one in mechs.now(records, target).made.base if place_of(records, target, one) == part)
    value = {name: float(figure) for name, figure in figures.items()}
    taken = MECH * value.get("out", 0) + _worth_of_part(aimed) * value.get("base_destroyed", 0)
    return taken + POINT * (value.get("mean_damage", 0) - value.get("counter_mean_damage", 0))
