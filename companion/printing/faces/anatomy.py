"""Parts that the card faces of all games share: rules text, and the foot with the card's pack and its marks."""

from collections.abc import Iterable
from functools import partial

from companion.data.cards import Card, Kind
from companion.printing.faces.boxes import Box, Line, Text
from companion.printing.faces.origins import INLINE, ORIGINS

PENCIL = 5.5
"""Height of a line to write on, in mm."""
_ROOM: dict[Kind, float] = {"printed": 8.7, "derived": 9.3, "house": 7.8, "custom": 9.8}
"""Width of each word of the foot's legend, in mm."""
_BETWEEN = 1.0
"""Additional width of the dot between two words, in mm."""
_MARKED: tuple[Kind, ...] = ("derived", "house", "custom")


rules_text = partial(Text, leading=1.15, symbols=INLINE, what="rules text")
"""Text of at least 6.5 points, with marks of origin as inline symbols."""


def foot_pack_name(card: Card) -> str:
    """Return the name of a card's pack for its foot."""
    return "custom" if card.mark("default").kind == "custom" else "base"


def foot(x: float, y: float, w: float, place: str, kinds: Iterable[Kind]) -> tuple[Box, ...]:
    """Return the foot, 2.7 mm high under a hairline: `place` on the left, on the right the legend of the marks."""
    kinds_on_face = set(kinds)
    names = [kind for kind in _MARKED if kind in kinds_on_face] or [kind for kind in kinds_on_face if kind == "printed"]
    room = sum(_ROOM[kind] for kind in names) + _BETWEEN * max(len(names) - 1, 0)
    # The dot shows to which of its neighbours a mark belongs.
    legend = " · ".join(f"{{{kind}}} {ORIGINS[kind].label}" for kind in names)
    return (
        Line(x, y - 0.3, x + w, y - 0.3, width=0.15, ink="faint"),
        Text(x, y, w - room, 2.7, place, 6.5, 6.5, ink="soft", leading=1.1, what="foot"),
        Text(
            x + w - room,
            y,
            room,
            2.7,
            legend,
            6.5,
            6.5,
            align="right",
            ink="soft",
            leading=1.1,
            symbols=INLINE,
            what="origin marks",
        ),
    )
