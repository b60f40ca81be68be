"""A face for a web page in two layers: its words as text, everything else as one picture that browsers can cache.

Both are made from the fitted boxes that are printed. A portrait is one layer, inlined in the page.
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
_PREFIX = "~"
"""Placeholder for the prefix of a portrait's names; no text has it directly after a quotation mark."""


class Screen(NamedTuple):
    """The layers of a face: `art` is an SVG document in mm, `words` are elements for a view box in tenths of a mm."""

    art: bytes
    words: str


class _Short(Shapes):
    """Writes lengths with five significant digits, at least to a hundredth of a mm: faster, and half as long."""

    def n(self, value: float) -> str:
        """Return a length."""
        return f"{value:.5g}"


class _Art(_Short):
    def words(self, box: Words) -> str:
        """Draw the symbols in a text; its words are in the layer above."""
        return "".join(map(self.placed, box.symbols))


class _Whole(_Short):
    prefix = _PREFIX

    def words(self, box: Words) -> str:
        """Return a text between the other boxes."""
        return Texts(self.inks, 1).words(box) + "".join(map(self.placed, box.symbols))


def screen(boxes: Sequence[Drawn], form: Format, accent: str, before: Sequence[Drawn] | None = None) -> Screen:
    """Return the layers of a face; `before` are its boxes before the changes that are to be marked, if any."""
    art = _Art(accent)
    body = art.all(tuple(boxes))
    size = f'width="{art.n(form.w)}mm" height="{art.n(form.h)}mm" viewBox="0 0 {art.n(form.w)} {art.n(form.h)}"'
    definitions = f"<defs>{''.join(art.definitions)}</defs>" if art.definitions else ""
    picture = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{definitions}{body}</svg>\n'
    words = Texts(art.inks, UNIT, Changes(boxes, before)).all(boxes)
    return Screen(picture.encode(), words)


def inline(boxes: Sequence[Drawn], w: float, h: float, accent: str, title: str, about: str = "") -> str:
    """Return boxes as one `<svg>` for a page, each on a line; w and h in mm. Its ids are unique to its content."""
    writer = _Whole(accent)
    body = "\n".join(filter(None, map(writer.box, boxes)))
    if writer.definitions:
        body = f"<defs>{''.join(writer.definitions)}</defs>{body}"
        name = f"p{hashlib.sha256(body.encode()).hexdigest()[:8]}"
        body = body.replace(f'="#{_PREFIX}', f'="#{name}').replace(f'="{_PREFIX}', f'="{name}')
    description = f"<desc>{escape_text(about)}</desc>" if about else ""
    frame = f'viewBox="0 0 {writer.n(w)} {writer.n(h)}" role="img"'
    return f"<svg {frame}><title>{escape_text(title)}</title>{description}\n{body}\n</svg>"
