"""Glyphs of a layout: symbols in any colour, the layout's own names for them, and pictures inside texts."""

import re
from collections.abc import Callable, Mapping

from companion.printing.custom.symbols import INK, SYMBOLS, coloured_symbol
from companion.printing.faces.boxes import Ink, Picture, Symbol
from companion.printing.faces.inks import line_colour

MOST_ICONS = 99
"""The most icons in a row."""
MOST_SETS = 200
"""The most colours whose glyphs are in the cache."""
_SIDE = 12.0
"""The side of a picture used as a glyph, in mm; it decides its resolution."""
_COUNTED = re.compile(r"(?:(\d{1,6})\s*[x×]?\s*)?\{?:?([a-z][a-z0-9_-]*)\}?", re.IGNORECASE)


def find_ink(colour: str) -> Ink:
    """Return the ink for letters and lines in a colour."""
    return "ink" if colour == INK else line_colour(colour)


class Glyphs:
    """The glyphs of one layout by name."""

    def __init__(self, targets: Mapping[str, str], reader: Callable[[str, float, float], bytes]) -> None:
        """Take the layout's names for symbols or pictures, and the reader of pictures."""
        self._targets, self._reader = targets, reader
        self._pictures: dict[str, Symbol] = {}
        self._sets: dict[str, Mapping[str, Symbol]] = {}

    def __contains__(self, name: str) -> bool:
        """Return whether a glyph has this name."""
        return name in self._targets or name in SYMBOLS

    def of(self, name: str, colour: str) -> Symbol:
        """Return a glyph in a colour; InvalidInput if its picture cannot be read."""
        target = self._targets.get(name, name)
        if target in SYMBOLS:
            return coloured_symbol(SYMBOLS[target], colour)
        if target not in self._pictures:
            data = self._reader(target, _SIDE, _SIDE)
            self._pictures[target] = Symbol(name, name, (Picture(0, 0, 1, 1, data, name),))
        return self._pictures[target]

    def within(self, text: str, colour: str) -> Mapping[str, Symbol]:
        """Return the glyphs for a text in a colour."""
        if "{" not in text:
            return {}
        glyphs = self._sets.get(colour)
        if glyphs is None:
            if len(self._sets) >= MOST_SETS:
                self._sets.clear()
            glyphs = self._sets[colour] = {name: self.of(name, colour) for name in (*SYMBOLS, *self._targets)}
        return glyphs

    def row(self, text: str, icon: str) -> tuple[list[str], list[str]]:
        """Return the names of glyphs in a text, repeated by their counts, and the unknown words in it.

        A number alone is a count of `icon`; other texts are names with counts, `2 bolt coin` or `{bolt}{bolt}{coin}`.
        """
        text = text.strip()
        if text.isdecimal():
            icons = [icon] * min(int(text[:6]), MOST_ICONS) if icon else []
            return [name for name in icons if name in self], [] if icon in self or not icons else [icon]
        names, unknown = [], []
        for count, word in _COUNTED.findall(text):
            name = word.lower()
            if name in self:
                names += [name] * min(int(count or 1), MOST_ICONS)
            else:
                unknown.append(word)
        return names[:MOST_ICONS], unknown
