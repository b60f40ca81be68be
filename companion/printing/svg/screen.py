"""A face for a page in two layers: its words as text, and everything else as one picture that browsers keep.

Both are made from the fitted boxes that are printed. A portrait is one layer, drawn into the page.
"""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from companion.printing.faces.boxes import Format
from companion.printing.svg.changes import Changes
from companion.printing.svg.shapes import Shapes, escape_text
from companion.printing.svg.texts import Texts
from companion.printing.text.fitting import Drawn, Words

UNIT = 10
"""Units of the layer of words in a millimetre."""
_OWN = "~"
"""Begins the names that a portrait defines until they are its own; no text has it behind a bare quotation mark."""


class Screen(NamedTuple):
    """The layers of a face: `art` is an SVG document in mm, `words` are elements for a view box in tenths of a mm."""

    art: bytes
    words: str


class _Short(Shapes):
    """Writes lengths with five digits in all, a hundredth of a mm at least: quicker, and half as long."""

    def n(self, value: float) -> str:
        """Return a length."""
        return f"{value:.5g}"


class _Art(_Short):
    def words(self, box: Words) -> str:
        """Draw the symbols in a text; its words are in the layer above."""
        return "".join(map(self.placed, box.symbols))


class _Whole(_Short):
    prefix = _OWN

    def words(self, box: Words) -> str:
        """Return a text between the other boxes."""
        drawn = Texts(self.inks, 1).words(box)
        return drawn + "".join(map(self.placed, box.symbols))


def screen(boxes: Sequence[Drawn], form: Format, accent: str, before: Sequence[Drawn] | None = None) -> Screen:
    """Return the layers of a face; `before` are its boxes without the changes that it shows, if there are any."""
    art = _Art(accent)
    body = art.all(tuple(boxes))
    size = f'width="{art.n(form.w)}mm" height="{art.n(form.h)}mm" viewBox="0 0 {art.n(form.w)} {art.n(form.h)}"'
    defined = f"<defs>{''.join(art.kept)}</defs>" if art.kept else ""
    picture = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{defined}{body}</svg>\n'
    words = Texts(art.inks, UNIT, Changes(boxes, before)).all(boxes)
    return Screen(picture.encode(), words)


def inline(boxes: Sequence[Drawn], w: float, h: float, accent: str, title: str, about: str = "") -> str:
    """Return boxes as one `<svg>` for a page; w and h in mm. Its names are its own, whatever else the page holds."""
    whole = _Whole(accent)
    drawn = whole.all(tuple(boxes))
    if whole.kept:
        drawn = f"<defs>{''.join(whole.kept)}</defs>{drawn}"
        name = f"p{hashlib.sha256(drawn.encode()).hexdigest()[:8]}"
        drawn = drawn.replace(f'="#{_OWN}', f'="#{name}').replace(f'="{_OWN}', f'="{name}')
    told = f"<desc>{escape_text(about)}</desc>" if about else ""
    frame = f'viewBox="0 0 {whole.n(w)} {whole.n(h)}" role="img"'
    return f"<svg {frame}><title>{escape_text(title)}</title>{told}{drawn}</svg>"
