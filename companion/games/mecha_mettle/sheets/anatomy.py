"""The parts that all card faces share: window, title, text, foot."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from companion.data.cards import Card, Kind
from companion.games.mecha_mettle.art.symbols import INLINE
from companion.printing.faces import anatomy
from companion.printing.faces.anatomy import PENCIL
from companion.printing.faces.boxes import Box, Line, Rect, Text
from companion.printing.faces.placing import place_art
from companion.printing.faces.strokes import Drawing

GAME = "Mecha Mettle"


@dataclass(frozen=True)
class CardView:
    """A card to draw: its number in the deck, and whether house values are left blank to write in."""

    card: Card
    number: str
    blank: bool = False

    def kind(self, name: str) -> Kind:
        """Return the origin of a field."""
        return self.card.mark(name).kind

    def hides(self, name: str) -> bool:
        """Return whether a field is left blank."""
        return self.blank and self.kind(name) == "house"


words = partial(anatomy.rules_text, symbols=INLINE)
"""Rules text in which the game's dice may be inline symbols too."""


def title(x: float, y: float, w: float, text: str, size: float = 12.5) -> Text:
    """Return a card's name, 5.2 mm high."""
    return Text(x, y, w, 5.2, text, size=size, least=6.5, weight="bold", across="middle", leading=1, what="name")


def window(x: float, y: float, w: float, h: float) -> tuple[Box, ...]:
    """Return the art window's ground and frame."""
    return (*paper(x, y, w, h), Rect(x, y, w, h, stroke="blue", width=0.3))


def paper(x: float, y: float, w: float, h: float, pitch: float = 5) -> tuple[Box, ...]:
    """Return blueprint paper: a washed ground with hairlines."""
    across = (x + i * pitch for i in range(1, int((w - 0.1) / pitch) + 1))
    down = (y + i * pitch for i in range(1, int((h - 0.1) / pitch) + 1))
    return (
        Rect(x, y, w, h, fill="wash", stroke=None),
        *(Line(at, y, at, y + h, width=0.06, ink="faint") for at in across),
        *(Line(x, at, x + w, at, width=0.06, ink="faint") for at in down),
    )


def picture(drawing: Drawing, x: float, y: float, size: float, flip: bool = False) -> Drawing:
    """Return a drawing from a field of 24 × 24 mm, scaled to `size` mm, its middle at (x, y), mirrored if `flip`."""
    return place_art(drawing, x, y, size / 24, mirrored=flip)


def lines(x: float, y: float, w: float, count: int) -> tuple[Box, ...]:
    """Return write-in lines, each with PENCIL mm above it."""
    return tuple(
        Line(x, y + (i + 1) * PENCIL, x + w, y + (i + 1) * PENCIL, width=0.2, ink="soft") for i in range(count)
    )


def foot(sheet: CardView, x: float, y: float, w: float, fields: Iterable[str]) -> tuple[Box, ...]:
    """Return the foot: game, pack and number, and a legend of the marks on the card."""
    kinds = [sheet.kind(name) for name in fields if not sheet.hides(name)]
    return anatomy.foot(x, y, w, f"{GAME} · {anatomy.foot_pack_name(sheet.card)} · {sheet.number}", kinds)


def with_origin_mark(sheet: CardView, field: str, text: str) -> str:
    """Return a text with its mark of origin in front, unless it is printed."""
    kind = sheet.kind(field)
    return text if kind == "printed" else f"{{{kind}}} {text}"
