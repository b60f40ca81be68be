"""Figures of units, drawn from profile, weapons and pilot; a list has one for each of its lines."""

from collections.abc import Sequence

from companion.base import caches
from companion.base.wording import join_words
from companion.data.rulebook import Rulings
from companion.gamekit.contract import Context
from companion.games.mechastellar.art.arms import item, load
from companion.games.mechastellar.art.humanoid import humanoid
from companion.games.mechastellar.art.kaiju import kaiju
from companion.games.mechastellar.art.looks import look
from companion.games.mechastellar.art.ships import warship
from companion.games.mechastellar.art.tanks import tank
from companion.games.mechastellar.model import Force, Profile
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.rules.loadout import units_of_force
from companion.printing.faces.plates import Boxes, stand_figure
from companion.printing.faces.portraits import Figure

MOST_DRAWN = 128
"""Drawings that are cached: a long list has some thirty, and changes one at a time."""
BLADES_FIRST = ("Melee", "Attacker")
"""Roles that hold a blade in the right hand where they have one."""
BASES = {"size": (30.0, 10.0, 60.0), "small": (25.0, 5.0, 40.0)}
"""By ruling: the diameter of a base in mm at Size 0, the increase for each Size, and the largest diameter."""


def _drawing_key(profile: Profile, weapons: Sequence[Weapon], pilot: int) -> tuple[object, ...]:
    return profile.model_dump_json(), tuple(weapon.model_dump_json() for weapon in weapons), pilot


@caches.keep(MOST_DRAWN, _drawing_key)
def figure(profile: Profile, weapons: Sequence[Weapon], pilot: int) -> Boxes:
    """Return the drawing of a profile with these weapons and a pilot of this level, standing in a figure's field."""
    machine = look(profile, pilot)
    match machine.body:
        case "ship":
            boxes = warship(
                profile.model_copy(update={"weapons": tuple(weapons), "pilot_level": pilot}), machine.choice
            )
        case "tank":
            boxes = tank(machine, tuple(item(weapon) for weapon in weapons))
        case "kaiju":
            boxes = kaiju(profile, machine, load(weapons, True, False))
        case _:
            carried = load(weapons, profile.role in BLADES_FIRST, profile.role == "Sniper")
            boxes = humanoid(machine, carried)
    return stand_figure(boxes, machine.scale)


def figures(build: Force, context: Context) -> tuple[Figure, ...]:
    """Return a figure for each line of a list, as equipped; a line whose profile is unknown has none."""
    return tuple(
        Figure(
            id=str(number),
            name=unit.name,
            boxes=figure(unit.profile, unit.all_weapons, unit.pilot),
            about=about(unit.name, unit.profile, unit.all_weapons),
            base=base_diameter(unit.profile, context.rulings),
        )
        for number, unit in enumerate(units_of_force(build, context.catalogue, context.rulings), 1)
    )


def profile_figures(context: Context) -> tuple[Figure, ...]:
    """Return a figure for each profile, armed as printed."""
    return tuple(
        Figure(
            id=card.id,
            name=card.name,
            boxes=figure(card, card.weapons, card.pilot_level),
            about=about(card.name, card, card.weapons),
            base=base_diameter(card, context.rulings),
        )
        for card in context.catalogue.all(Profile)
    )


def about(name: str, profile: Profile, weapons: Sequence[Weapon]) -> str:
    """Return a figure's description in one sentence."""
    kind = " ".join(part for part in (profile.type, profile.role) if part)
    carried = join_words([weapon.name for weapon in weapons]) if weapons else "no weapons"
    return f"{name}: {kind} of Frame {profile.frame} with {carried}."


def base_diameter(profile: Profile, rulings: Rulings) -> float:
    """Return the diameter of a unit's base in mm."""
    least, each, most = BASES[rulings["standee-base"]]
    return min(least + each * profile.size, most)
