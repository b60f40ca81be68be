"""The base of a mech's figure in mm: a mech is a die, and a ruling says how large the figure is that stands for it."""

from companion.rulebook import Rulings

SIZES = {"die": 16.0, "coin": 25.0}
"""The diameter for each option."""


def base_diameter(rulings: Rulings) -> float:
    """Return the diameter of every mech's base in mm."""
    return SIZES[rulings["standee-base"]]
