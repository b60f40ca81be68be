"""Boxes as SVG elements in millimetres, without words; the writers for export and for the screen add those."""

import re
from base64 import b64encode
from html import escape
from typing import Any

from companion.printing.faces import pictures
from companion.printing.faces.boxes import (
    CardPicture,
    Circle,
    Ink,
    Line,
    Path,
    Picture,
    PictureFile,
    PlacedSymbol,
    Rect,
    Symbol,
)
from companion.printing.faces.inks import InkMode, palette
from companion.printing.faces.picture_edges import TURNS, PictureTile, tiles
from companion.printing.text.fitting import Drawn, Turned, Words, fit

_CONTROLS = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff"
_NEVER = re.compile(f"[{_CONTROLS}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
"""Characters that XML refuses, that are invisible, or that change the writing direction."""
_HALF = re.compile("[\ud800-\udfff]")


def escape_text(text: str) -> str:
    """Return a text on one line for an element or an attribute: escaped, without control characters."""
    return escape(_HALF.sub("\ufffd", _NEVER.sub("", " ".join(text.split()))))


class Shapes:
    """Writes boxes as elements; repeated symbols are defined once, in `definitions`.

    Subclasses write the words. `prefix` begins every id, so that several pictures can be on one page.
    """

    prefix = ""

    def __init__(self, accent: str, mode: InkMode = "full") -> None:
        """Take the game's colour as #rrggbb and the ink mode."""
        self.mode = mode
        self.inks = palette(accent, mode)
        self.symbols: dict[int, tuple[str, Symbol]] = {}
        self.definitions: list[str] = []
        self.files: dict[PictureFile, str] = {}

    def all(self, boxes: tuple[Drawn, ...]) -> str:
        """Return boxes in order."""
        return "".join(map(self.box, boxes))

    def box(self, box: Drawn) -> str:
        """Return one box."""
        element: str = getattr(self, _WRITE[type(box)])(box)
        return element

    def words(self, box: Words) -> str:
        """Return a fitted text; subclasses implement it."""
        raise NotImplementedError

    def line(self, box: Line) -> str:
        """Return a stroke."""
        ends = f'x1="{self.n(box.x1)}" y1="{self.n(box.y1)}" x2="{self.n(box.x2)}" y2="{self.n(box.y2)}"'
        return f"<line {ends}{self._look(None, box.ink, box.width, box.dash)}/>"

    def rect(self, box: Rect) -> str:
        """Return a rectangle."""
        radius = f' rx="{self.n(box.radius)}"' if box.radius else ""
        sides = f'x="{self.n(box.x)}" y="{self.n(box.y)}" width="{self.n(box.w)}" height="{self.n(box.h)}"{radius}'
        return f"<rect {sides}{self._look(box.fill, box.stroke, box.width, box.dash)}/>"

    def circle(self, box: Circle) -> str:
        """Return a circle."""
        place = f'cx="{self.n(box.x)}" cy="{self.n(box.y)}" r="{self.n(box.r)}"'
        return f"<circle {place}{self._look(box.fill, box.stroke, box.width)}/>"

    def path(self, box: Path) -> str:
        """Return a path."""
        n = self.n
        moves = " ".join([step if isinstance(step, str) else n(step) for move in box.moves for step in move])
        return f'<path fill-rule="evenodd" d="{moves}"{self._look(box.fill, box.stroke, box.width)}/>'

    def placed(self, box: PlacedSymbol) -> str:
        """Return a symbol at its place."""
        definition = self.symbols.get(id(box.symbol))
        if definition is None:
            definition = (f"{self.prefix}s{len(self.symbols)}", box.symbol)
            self.symbols[id(box.symbol)] = definition
            inner = self.all(fit(box.symbol.boxes, box.symbol.label))
            self.definitions.append(
                f'<g id="{definition[0]}"><title>{escape_text(box.symbol.label)}</title>{inner}</g>'
            )
        place = f"translate({self.n(box.x)} {self.n(box.y)}) scale({self.n(box.size)})"
        return f'<use href="#{definition[0]}" transform="{place}"/>'

    def picture(self, box: Picture) -> str:
        """Return a picture in pixels, with its bytes in the element."""
        data = pictures.apply_ink_mode(box.data, self.mode)
        kind = "png" if data.startswith(b"\x89PNG") else "jpeg"
        place = f'x="{self.n(box.x)}" y="{self.n(box.y)}" width="{self.n(box.w)}" height="{self.n(box.h)}"'
        source = f"data:image/{kind};base64,{b64encode(data).decode()}"
        return (
            f'<image {place} preserveAspectRatio="none" href="{source}"><title>{escape_text(box.label)}</title></image>'
        )

    def card_picture(self, box: CardPicture) -> str:
        """Return the tiles of a card's picture; its bytes are in one element that the tiles use."""
        if box.file not in self.files:
            name = f"{self.prefix}picture{len(self.files)}"
            self.files[box.file] = name
            data = pictures.for_screen(box.file.read(), box.file.name, self.mode)
            kind = "png" if data.startswith(b"\x89PNG") else "jpeg"
            source = f"data:image/{kind};base64,{b64encode(data).decode()}"
            place = 'width="1" height="1" preserveAspectRatio="none"'
            self.definitions.append(
                f'<image id="{name}" {place} href="{source}"><title>{escape_text(box.label)}</title></image>'
            )
        return "".join(self._tile(tile, self.files[box.file], box.file.turn) for tile in tiles(box))

    def _tile(self, tile: PictureTile, name: str, turn: int) -> str:
        left, top = tile.shows.left, tile.shows.top
        x, y, w, h = (self.n(side) for side in (left, top, tile.shows.right - left, tile.shows.bottom - top))
        width, height = (-tile.w if tile.flipped_x else tile.w), (-tile.h if tile.flipped_y else tile.h)
        origin = (tile.x + tile.w if tile.flipped_x else tile.x), (tile.y + tile.h if tile.flipped_y else tile.y)
        place = f"matrix({self.n(width)} 0 0 {self.n(height)} {self.n(origin[0])} {self.n(origin[1])})"
        way = f"{place} matrix({' '.join(map(str, TURNS[turn]))})" if turn > 1 else place
        window = f'x="{x}" y="{y}" width="{w}" height="{h}" viewBox="{x} {y} {w} {h}" preserveAspectRatio="none"'
        return f'<svg {window}><use href="#{name}" transform="{way}"/></svg>'

    def turned(self, box: Turned) -> str:
        """Return boxes in a frame of their own; empty if they write nothing."""
        inner = self.all(box.boxes)
        if inner and box.window:
            w, h = map(self.n, box.window)
            inner = f'<svg width="{w}" height="{h}" viewBox="0 0 {w} {h}">{inner}</svg>'
        turn = f" rotate({self.n(box.angle)})" if box.angle else ""
        size = f" scale({self.n(box.scale)})" if box.scale != 1 else ""
        return f'<g transform="translate({self.n(box.x)} {self.n(box.y)}){turn}{size}">{inner}</g>' if inner else ""

    def n(self, value: float) -> str:
        """Return a length with as few digits as necessary."""
        return f"{value:.4f}".rstrip("0").rstrip(".") if value % 1 else f"{value:.0f}"

    def _look(self, fill: Ink | None, stroke: Ink | None, width: float, dash: tuple[float, ...] = ()) -> str:
        inside = f' fill="{self.inks[fill]}"' if fill else ' fill="none"'
        if not stroke:
            return inside
        dashes = f' stroke-dasharray="{" ".join(map(self.n, dash))}"' if dash else ""
        return f'{inside} stroke="{self.inks[stroke]}" stroke-width="{self.n(width)}"{dashes}'


_WRITE: dict[type[Any], str] = {
    Line: "line",
    Rect: "rect",
    Circle: "circle",
    Path: "path",
    PlacedSymbol: "placed",
    Picture: "picture",
    CardPicture: "card_picture",
    Words: "words",
    Turned: "turned",
}
