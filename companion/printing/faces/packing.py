"""Room for cards in a box: their stock and sleeves, and the room for a net on a sheet of paper."""

from dataclasses import dataclass
from typing import Literal

Sleeves = Literal["none", "thin", "standard", "double"]
"""The sleeves of a deck: none, penny sleeves, matte sleeves, or matte sleeves over tight ones."""

STOCK = 0.31
"""The usual thickness of a card in mm: printed on 300 g stock, or on paper and laminated."""
CLEARANCE = 1.0
"""Additional room in a box in each direction, in mm."""
_WIDER: dict[Sleeves, float] = {"none": 0, "thin": 3, "standard": 3, "double": 5}
_THICKER: dict[Sleeves, float] = {"none": 0, "thin": 0.1, "standard": 0.22, "double": 0.34}
"""The walls of a sleeve in mm, front and back together: 50 µm each, 110 µm each, and both with 60 µm inside."""


@dataclass(frozen=True, slots=True)
class Packing:
    """The stock and the sleeves of the player's cards, in mm.

    `rooms` are the printable widths and heights of the player's paper, upright and across.
    """

    sleeves: Sleeves = "none"
    stock: float = STOCK
    rooms: tuple[tuple[float, float], ...] = ((287.0, 192.0), (200.0, 279.0))

    @property
    def wider(self) -> float:
        """How much wider and taller a sleeve is than the card: 66 × 91 mm for a poker card of 63 × 88 mm."""
        return _WIDER[self.sleeves]

    @property
    def each(self) -> float:
        """The thickness of one card in its sleeve."""
        return self.stock + _THICKER[self.sleeves]

    @property
    def sentence(self) -> str:
        """The sleeves in words, for a box."""
        return {"none": "without sleeves", "thin": "in thin sleeves", "standard": "in sleeves"}.get(
            self.sleeves, "in double sleeves"
        )
