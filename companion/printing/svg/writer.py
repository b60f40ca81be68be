"""A face as an SVG file in millimetres, with letters as outlines, so that it needs no typefaces."""

from typing import Protocol

from companion.printing.faces.boxes import Piece
from companion.printing.faces.inks import InkMode
from companion.printing.sheets.jobs import SingleFace
from companion.printing.svg.outlines import outlines, units_in_em
from companion.printing.svg.shapes import Shapes, escape_text
from companion.printing.text import markup
from companion.printing.text.fitting import MM_PER_PT, Run, Words


class FaceColours(Protocol):
    """The settings that a face's colours depend on."""

    @property
    def accent(self) -> str:
        """The game's colour."""

    @property
    def ink(self) -> InkMode:
        """The ink mode."""


def svg(single: SingleFace, piece: Piece, look: FaceColours) -> bytes:
    """Return a face as an SVG document of its true size, with its bleed."""
    return _Writer(look.accent, look.ink).document(single, piece)


class _Writer(Shapes):
    """Writes words letter by letter; repeated letters are defined once."""

    def __init__(self, accent: str, mode: InkMode) -> None:
        super().__init__(accent, mode)
        self.letters: dict[tuple[str, str | int], str] = {}

    def document(self, single: SingleFace, piece: Piece) -> bytes:
        edge = single.bleed
        w, h = single.w + 2 * edge, single.h + 2 * edge
        body = self.all(single.boxes)
        about = f"<desc>{escape_text(piece.about)}</desc>" if piece.about else ""
        frame = f'x="{self.n(-edge)}" y="{self.n(-edge)}" width="{self.n(w)}" height="{self.n(h)}"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.n(w)}mm" height="{self.n(h)}mm" '
            f'viewBox="{self.n(-edge)} {self.n(-edge)} {self.n(w)} {self.n(h)}" role="img">'
            f"<title>{escape_text(piece.name)}</title>{about}"
            f"<defs>{''.join(self.definitions)}</defs>"
            f'<rect {frame} fill="#ffffff"/>{body}</svg>\n'
        ).encode()

    def words(self, box: Words) -> str:
        """Return a text as outlines, with the text as its label."""
        label = markup.plain(box.box.text) if box.box.markup else box.box.text
        for name, symbol in box.box.symbols.items():
            label = label.replace(f"{{{name}}}", symbol.label)
        runs_drawn = []
        for baseline, runs in box.lines:
            for run in runs:
                scale = box.size * run.scale * MM_PER_PT / units_in_em(run)
                frame = f"translate({self.n(run.x)} {self.n(baseline)}) scale({scale:.6g} {-scale:.6g})"
                runs_drawn.append(f'<g transform="{frame}">{self._letters(run)}</g>')
        drawn = f'<g fill="{self.inks[box.box.ink]}" aria-label="{escape_text(label)}">{"".join(runs_drawn)}</g>'
        return drawn + "".join(self.placed(symbol) for symbol in box.symbols)

    def _letters(self, run: Run) -> str:
        letters = []
        for letter, outline, x, y in outlines(run):
            name = self.letters.get((run.font, letter))
            if name is None:
                name = self.letters[run.font, letter] = f"l{len(self.letters)}"
                self.definitions.append(f'<path id="{name}" d="{outline}"/>')
            place = f'x="{self.n(x)}"' + (f' y="{self.n(y)}"' if y else "")
            letters.append(f'<use href="#{name}" {place}/>')
        return "".join(letters)
