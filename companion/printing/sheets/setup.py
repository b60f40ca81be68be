"""What a player chose about paper, cutting and backs; trouble in it is told in sentences, all at once."""

from dataclasses import dataclass
from typing import Literal, get_args

from companion.findings import InputError, InvalidInput
from companion.printing.sheets.papers import MARGIN, Paper

Flip = Literal["long", "short", "fold", "no"]
"""Backs: printed duplex and turned over the long or the short edge, beside their fronts to fold and glue, or not."""
Lines = Literal["marks", "hairlines", "dots", "none"]
"""Where to cut: marks outside the trims, and lines along them, thin or dotted, or no marks at all."""

FOOT = 8.0
"""Depth of the strip that holds the check ruler and the foot line."""
REGISTER = 10.0
"""From a sheet's edges to its registration marks (Silhouette, Type 1): the least that Silhouette Studio takes."""
REGISTER_CLEAR, REGISTER_FIELD = 6.0, 10.0
"""What pieces keep from the edge that the marks stand on, and from the corner of the square: 5 mm white around it."""
MOST_BLEED, MOST_GAP = 3.0, 30.0


@dataclass(frozen=True, slots=True)
class Setup:
    """How sheets are made up, in mm.

    `gap` parts the trims: 0 is the guillotine layout, whose cuts go straight through and serve two pieces each.
    `bleed` parts them by twice its own measure. `corners` is the radius of corner guides, 0 for none.
    `share` lets pieces of several decks stand on one sheet where that saves paper.
    """

    paper: Paper
    flip: Flip = "long"
    gap: float = 0
    bleed: float = 0
    lines: Lines = "marks"
    corners: float = 0
    margin: float = MARGIN
    share: bool = False
    register: bool = False

    @property
    def spacing(self) -> float:
        """What parts two trims."""
        return max(self.gap, 2 * self.bleed)

    @property
    def keep(self) -> float:
        """What pieces keep from the edges of the sheet."""
        return self.register_at + REGISTER_CLEAR if self.register else self.margin

    @property
    def register_at(self) -> float:
        """From the sheet's edges to its registration marks: within what the printer reaches."""
        return max(REGISTER, self.margin)

    @property
    def field(self) -> float:
        """How far from its corner the square of the registration marks is left alone, both ways."""
        return self.register_at + REGISTER_FIELD

    @property
    def edges(self) -> tuple[tuple[float, float], ...]:
        """What pieces keep from the sides and from above and below, either pair: none stands where the square does."""
        return ((self.field, self.keep), (self.keep, self.field)) if self.register else ((self.keep, self.keep),)

    @property
    def foot_at(self) -> float:
        """From the sheet's edge to the foot strip."""
        return max(MARGIN, self.margin) if self.register else self.margin

    @property
    def foot_keep(self) -> float:
        """What pieces keep from the edge where the foot strip lies."""
        return max(self.keep, self.foot_at + FOOT)

    def checked(self) -> "Setup":
        """Return it; InvalidInput with everything that cannot be."""
        wrong = [
            InputError(name, f"{value:g} mm", f"{least:g} to {most:g} mm{why}")
            for name, value, least, most, why in (
                ("gap", self.gap, 0, MOST_GAP, ""),
                ("bleed", self.bleed, 0, MOST_BLEED, ""),
                ("corners", self.corners, 0, 10, ""),
                ("margin", self.margin, 0, self._widest, f", so that {self.paper.title} keeps room for a piece"),
            )
            if not least <= value <= most
        ]
        for name, value, known in (("backs", self.flip, get_args(Flip)), ("lines", self.lines, get_args(Lines))):
            if value not in known:
                wrong.append(InputError(name, repr(value)[:40], f"one of {', '.join(known)}"))
        if wrong:
            raise InvalidInput(*wrong)
        return self

    @property
    def _widest(self) -> float:
        return (min(self.paper.w, self.paper.h) - FOOT - 20) // 2
