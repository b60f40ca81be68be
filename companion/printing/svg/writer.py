"""A face as SVG in millimetres, with letters as outlines, so that it needs no typefaces."""

from base64 import b64encode
from functools import cache, lru_cache
from html import escape
from typing import Any, Protocol

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont

from companion.printing.faces import pictures
from companion.printing.faces.boxes import Circle, Ink, Line, Path, Picture, Piece, PlacedSymbol, Rect, Symbol
from companion.printing.faces.inks import InkMode, palette
from companion.printing.sheets.jobs import Single
from companion.printing.text import fonts
from companion.printing.text.fitting import MM_PER_PT, Drawn, Turned, Words, fit


class Look(Protocol):
    """The settings that a face's colours depend on."""

    @property
    def accent(self) -> str:
        """The game's colour."""

    @property
    def ink(self) -> InkMode:
        """The ink mode."""


def svg(single: Single, piece: Piece, look: Look) -> bytes:
    """Return a face as an SVG document of its true size, with its bleed."""
    return _Writer(look).document(single, piece)


@cache
def _face(font: str) -> tuple[Any, dict[int, str], int]:
    ttf = TTFont(fonts.files()[font], lazy=True)
    return ttf.getGlyphSet(), ttf.getBestCmap(), ttf["head"].unitsPerEm


@lru_cache(maxsize=4096)
def _outline(font: str, char: str) -> tuple[str, float]:
    """Return a letter's outline in font units, y up, and its advance."""
    glyphs, names, _ = _face(font)
    glyph = glyphs[names[ord(char)]]
    pen = SVGPathPen(glyphs)
    glyph.draw(pen)
    return pen.getCommands(), glyph.width


def _n(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".") if value % 1 else f"{value:.0f}"


class _Writer:
    """Writes boxes as elements; repeated letters and symbols are defined once."""

    def __init__(self, look: Look) -> None:
        self.mode = look.ink
        self.inks = palette(look.accent, look.ink)
        self.letters: dict[tuple[str, str], str] = {}
        self.symbols: dict[int, tuple[str, Symbol]] = {}
        self.kept: list[str] = []

    def document(self, single: Single, piece: Piece) -> bytes:
        edge = single.bleed
        w, h = single.w + 2 * edge, single.h + 2 * edge
        body = "".join(self.box(box) for box in single.boxes)
        about = f"<desc>{escape(piece.about)}</desc>" if piece.about else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_n(w)}mm" height="{_n(h)}mm" '
            f'viewBox="{_n(-edge)} {_n(-edge)} {_n(w)} {_n(h)}" role="img">'
            f"<title>{escape(piece.name)}</title>{about}"
            f"<defs>{''.join(self.kept)}</defs>"
            f'<rect x="{_n(-edge)}" y="{_n(-edge)}" width="{_n(w)}" height="{_n(h)}" fill="#ffffff"/>{body}</svg>\n'
        ).encode()

    def box(self, box: Drawn) -> str:
        made: str = _WRITE[type(box)](self, box)
        return made

    def line(self, box: Line) -> str:
        ends = f'x1="{_n(box.x1)}" y1="{_n(box.y1)}" x2="{_n(box.x2)}" y2="{_n(box.y2)}"'
        return f"<line {ends}{self._look(None, box.ink, box.width, box.dash)}/>"

    def rect(self, box: Rect) -> str:
        radius = f' rx="{_n(box.radius)}"' if box.radius else ""
        sides = f'x="{_n(box.x)}" y="{_n(box.y)}" width="{_n(box.w)}" height="{_n(box.h)}"{radius}'
        return f"<rect {sides}{self._look(box.fill, box.stroke, box.width, box.dash)}/>"

    def circle(self, box: Circle) -> str:
        place = f'cx="{_n(box.x)}" cy="{_n(box.y)}" r="{_n(box.r)}"'
        return f"<circle {place}{self._look(box.fill, box.stroke, box.width)}/>"

    def path(self, box: Path) -> str:
        moves = " ".join(" ".join(step if isinstance(step, str) else _n(step) for step in move) for move in box.moves)
        return f'<path fill-rule="evenodd" d="{moves}"{self._look(box.fill, box.stroke, box.width)}/>'

    def placed(self, box: PlacedSymbol) -> str:
        known = self.symbols.get(id(box.symbol))
        if known is None:
            known = (f"s{len(self.symbols)}", box.symbol)
            self.symbols[id(box.symbol)] = known
            inner = "".join(self.box(part) for part in fit(box.symbol.boxes, box.symbol.label))
            self.kept.append(f'<g id="{known[0]}"><title>{escape(box.symbol.label)}</title>{inner}</g>')
        return f'<use href="#{known[0]}" transform="translate({_n(box.x)} {_n(box.y)}) scale({_n(box.size)})"/>'

    def picture(self, box: Picture) -> str:
        data = pictures.inked(box.data, self.mode)
        kind = "png" if data.startswith(b"\x89PNG") else "jpeg"
        place = f'x="{_n(box.x)}" y="{_n(box.y)}" width="{_n(box.w)}" height="{_n(box.h)}"'
        source = f"data:image/{kind};base64,{b64encode(data).decode()}"
        return f'<image {place} preserveAspectRatio="none" href="{source}"><title>{escape(box.label)}</title></image>'

    def words(self, box: Words) -> str:
        said = " ".join(box.box.text.split())
        for name, symbol in box.box.symbols.items():
            said = said.replace(f"{{{name}}}", symbol.label)
        made = []
        for baseline, runs in box.lines:
            for run in runs:
                scale = box.size * MM_PER_PT / _face(run.font)[2]
                frame = f"translate({_n(run.x)} {_n(baseline)}) scale({scale:.6g} {-scale:.6g})"
                made.append(f'<g transform="{frame}">{self._letters(run.font, run.text)}</g>')
        drawn = f'<g fill="{self.inks[box.box.ink]}" aria-label="{escape(said)}">{"".join(made)}</g>'
        return drawn + "".join(self.placed(symbol) for symbol in box.symbols)

    def _letters(self, font: str, text: str) -> str:
        made, x = [], 0.0
        for char in text:
            outline, wide = _outline(font, char)
            if outline:
                name = self.letters.get((font, char))
                if name is None:
                    name = self.letters[font, char] = f"l{len(self.letters)}"
                    self.kept.append(f'<path id="{name}" d="{outline}"/>')
                made.append(f'<use href="#{name}" x="{_n(x)}"/>')
            x += wide
        return "".join(made)

    def turned(self, box: Turned) -> str:
        turn = f" rotate({_n(box.angle)})" if box.angle else ""
        size = f" scale({_n(box.scale)})" if box.scale != 1 else ""
        inner = "".join(self.box(part) for part in box.boxes)
        return f'<g transform="translate({_n(box.x)} {_n(box.y)}){turn}{size}">{inner}</g>'

    def _look(self, fill: Ink | None, stroke: Ink | None, width: float, dash: tuple[float, ...] = ()) -> str:
        inside = f' fill="{self.inks[fill]}"' if fill else ' fill="none"'
        if not stroke:
            return inside
        dashes = f' stroke-dasharray="{" ".join(map(_n, dash))}"' if dash else ""
        return f'{inside} stroke="{self.inks[stroke]}" stroke-width="{_n(width)}"{dashes}'


_WRITE: dict[type, Any] = {
    Line: _Writer.line,
    Rect: _Writer.rect,
    Circle: _Writer.circle,
    Path: _Writer.path,
    PlacedSymbol: _Writer.placed,
    Picture: _Writer.picture,
    Words: _Writer.words,
    Turned: _Writer.turned,
}
