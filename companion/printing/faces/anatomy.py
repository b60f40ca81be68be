"""What the card faces of all games share: rules text, and the foot that names the card's pack and its marks."""

from collections.abc import Iterable
from functools import partial

from companion.data.cards import Card, Kind
from companion.printing.faces.boxes import Box, Line, Text
from companion.printing.faces.origins import INLINE, ORIGINS

PENCIL = 5.5
"""Room for a written line, in mm."""
_ROOM: dict[Kind, float] = {"printed": 8.7, "derived": 9.3, "house": 7.8, "custom": 9.8}
"""Width of each word of the foot's legend, in mm."""
_BETWEEN = 1.0
"""Additional width for the dot between two of them, in mm."""
_MARKED: tuple[Kind, ...] = ("derived", "house", "custom")


rules_text = partial(Text, leading=1.15, symbols=INLINE, what="rules text")
"""Words of at least 6.5 points, in which marks of origin may stand as inline symbols."""


def foot_pack_name(card: Card) -> str:
    """Return which pack a card's foot names."""
    return "custom" if card.mark("default").kind == "custom" else "base"


def foot(x: float, y: float, w: float, place: str, kinds: Iterable[Kind]) -> tuple[Box, ...]:
    """Return the foot, 2.7 mm high under a hairline: a place in words, and the legend of the marks a face bears."""
    found = set(kinds)
    names = [kind for kind in _MARKED if kind in found] or [kind for kind in found if kind == "printed"]
    room = sum(_ROOM[kind] for kind in names) + _BETWEEN * max(len(names) - 1, 0)
    # Without the dot a mark would stand as near to the word before it as to its own.
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
