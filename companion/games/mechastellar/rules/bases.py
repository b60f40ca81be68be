"""The base of a unit's figure in mm: the rulebook plays with figures of any scale, so a ruling decides."""

from companion.games.mechastellar.model import Profile
from companion.rulebook import Rulings

SIZES = {"size": (30.0, 10.0, 60.0), "small": (25.0, 5.0, 40.0)}
"""For each option the diameter at Size 0, what each Size adds, and the most."""


def base_diameter(profile: Profile, rulings: Rulings) -> float:
    """Return the diameter of a unit's base in mm."""
    least, each, most = SIZES[rulings["standee-base"]]
    return min(least + each * profile.size, most)
