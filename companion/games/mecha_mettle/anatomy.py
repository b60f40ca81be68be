"""What every face shares, a room of its own so that all cards look alike: window, title, text, foot."""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.cards import Card, Kind
from companion.games.mecha_mettle import art
from companion.games.mecha_mettle.symbols import INLINE
from companion.printing.boxes import Align, Box, Ink, Line, Rect, Text, Weight

GAME = "Mecha Mettle"
PACK = "base"
PENCIL = 5.5
"""Room for a written line, in mm."""

_ROOM: dict[Kind, float] = {"printed": 8.0, "deduced": 9.0, "house": 7.2, "own": 6.0}
"""Width of each word of the foot's legend, in mm."""


@dataclass(frozen=True)
class Sheet:
    """How a card is to be shown: its number in the deck, and whether house values are left for a pencil."""

    card: Card
    number: str
    blank: bool = False

    def kind(self, name: str) -> Kind:
        """Return the origin of a field."""
        return self.card.mark(name).kind

    def hides(self, name: str) -> bool:
        """Return whether a field is left blank."""
        return self.blank and self.kind(name) == "house"


def words(
    x: float,
    y: float,
    w: float,
    h: float,
    text: str,
    size: float = 7.5,
    weight: Weight = "regular",
    align: Align = "left",
    ink: Ink = "ink",
    what: str = "rules text",
) -> Text:
    """Return rules text: 7.5 pt unless told, down to 6, with the game's inline symbols."""
    return Text(
        x,
        y,
        w,
        h,
        text,
        size=size,
        least=6,
        weight=weight,
        align=align,
        ink=ink,
        leading=1.15,
        symbols=INLINE,
        what=what,
    )


def title(x: float, y: float, w: float, text: str, size: float = 12.5) -> Text:
    """Return a card's name, 5.2 mm high."""
    return Text(x, y, w, 5.2, text, size=size, least=6.5, weight="bold", across="middle", leading=1, what="name")


def window(x: float, y: float, w: float, h: float) -> tuple[Box, ...]:
    """Return the art window's ground and frame."""
    return (*art.grid(x, y, w, h), Rect(x, y, w, h, stroke="blue", width=0.3))


def lines(x: float, y: float, w: float, count: int) -> tuple[Box, ...]:
    """Return write-in lines, each with PENCIL mm above it."""
    return tuple(
        Line(x, y + (i + 1) * PENCIL, x + w, y + (i + 1) * PENCIL, width=0.2, ink="soft") for i in range(count)
    )


def foot(sheet: Sheet, x: float, y: float, w: float, fields: Iterable[str]) -> tuple[Box, ...]:
    """Return the foot: game, pack and number, and the legend of the marks that the card bears."""
    found = {sheet.kind(name) for name in fields if not sheet.hides(name)}
    marked_kinds: tuple[Kind, ...] = ("deduced", "house", "own")
    kinds = [kind for kind in marked_kinds if kind in found] or [kind for kind in found if kind == "printed"]
    legend = "  ".join(f"{{{kind}}} {kind}" for kind in kinds)
    room = sum(_ROOM[kind] for kind in kinds)
    pack = "own pack" if sheet.kind("default") == "own" else PACK
    place = Text(x, y, w - room, 2.7, f"{GAME} · {pack} · {sheet.number}", size=6, ink="soft", leading=1.1, what="foot")
    marks = Text(
        x + w - room,
        y,
        room,
        2.7,
        legend,
        6,
        align="right",
        ink="soft",
        leading=1.1,
        symbols=INLINE,
        what="origin marks",
    )
    return (Line(x, y - 0.3, x + w, y - 0.3, width=0.15, ink="faint"), place, marks)


def marked(sheet: Sheet, field: str, text: str) -> str:
    """Return a text with its mark of origin before it, where it is not printed."""
    kind = sheet.kind(field)
    return text if kind == "printed" else f"{{{kind}}} {text}"
