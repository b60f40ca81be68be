"""Liveries: the colours of a kind of card, to tell kinds apart across a table.

Colour is never the only difference: every livery goes with a shape or a pattern, for printers and eyes without colour.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from companion.base.compat import cached_property
from companion.printing.faces.boxes import Box, Circle, Group, Ink, Line, Path, Rect, Text
from companion.printing.faces.inks import ground_colour, lighten, line_colour

_PLATES = 0.3
"""The share of the colour in the plates of a drawing: more than in the ground behind them."""


@dataclass(frozen=True)
class Livery:
    """A colour `#rrggbb` as inks: for lines and small areas, for a card's ground, for the plates of its drawing."""

    colour: str

    @cached_property
    def line(self) -> Ink:
        """The colour itself."""
        return line_colour(self.colour)

    @cached_property
    def ground(self) -> Ink:
        """A light ground for text."""
        return ground_colour(lighten(self.colour))

    @cached_property
    def plates(self) -> Ink:
        """A slightly stronger ground."""
        return ground_colour(lighten(self.colour, _PLATES))

    def paint(self, boxes: Iterable[Box]) -> tuple[Box, ...]:
        """Return a drawing in this livery instead of its game's colour."""
        return recolour(boxes, {"accent": self.line, "tint": self.plates})


def recolour(boxes: Iterable[Box], inks: Mapping[Ink, Ink]) -> tuple[Box, ...]:
    """Return boxes with some inks replaced by others; symbols and pictures keep theirs."""
    return tuple(_recolour(box, inks) for box in boxes)


def _recolour(box: Box, inks: Mapping[Ink, Ink]) -> Box:
    match box:
        case Rect() | Circle() | Path():
            fill, stroke = (inks.get(ink, ink) if ink else None for ink in (box.fill, box.stroke))
            return replace(box, fill=fill, stroke=stroke)
        case Line() | Text():
            return replace(box, ink=inks.get(box.ink, box.ink))
        case Group():
            return replace(box, boxes=recolour(box.boxes, inks))
    return box
