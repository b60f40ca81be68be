"""How much room cards take in a box: their stock and sleeves, and the room that a sheet of paper leaves for a net."""

from dataclasses import dataclass
from typing import Literal

Sleeves = Literal["none", "thin", "standard", "double"]
"""What the cards of a deck are kept in: nothing, penny sleeves, matte sleeves, or matte sleeves over close ones."""

STOCK = 0.31
"""The thickness in mm of what cards are usually made of: printed on 300 g stock, or on paper and laminated."""
CLEARANCE = 1.0
"""How much larger than its cards a box is inside, in mm, each way."""
_WIDER: dict[Sleeves, float] = {"none": 0, "thin": 3, "standard": 3, "double": 5}
_THICKER: dict[Sleeves, float] = {"none": 0, "thin": 0.1, "standard": 0.22, "double": 0.34}
"""The walls of a sleeve in mm, front and back together: 50 µm each, 110 µm each, and both with 60 µm inside."""


@dataclass(frozen=True, slots=True)
class Packing:
    """What the player's cards are made of and kept in, in mm.

    `rooms` are the widths and heights that can be printed on a sheet of the player's paper, one for each way to lay it.
    """

    sleeves: Sleeves = "none"
    stock: float = STOCK
    rooms: tuple[tuple[float, float], ...] = ((287.0, 192.0), (200.0, 279.0))

    @property
    def wider(self) -> float:
        """How much wider and taller than the card a sleeve is: 66 × 91 mm for a poker card of 63 × 88 mm."""
        return _WIDER[self.sleeves]

    @property
    def each(self) -> float:
        """The thickness of one card in its sleeve."""
        return self.stock + _THICKER[self.sleeves]

    @property
    def sentence(self) -> str:
        """What the cards are kept in, in words for a box."""
        return {"none": "without sleeves", "thin": "in thin sleeves", "standard": "in sleeves"}.get(
            self.sleeves, "in double sleeves"
        )
