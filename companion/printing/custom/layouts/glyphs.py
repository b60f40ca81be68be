"""The symbols of a layout in any colour, a layout's own names for them, and pictures that stand in texts like them."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache

from companion.printing.custom.symbols import SYMBOLS
from companion.printing.faces.boxes import Box, Circle, Ink, Line, Path, Picture, Rect, Symbol, Text
from companion.printing.faces.inks import line_colour

MOST_ICONS = 99
"""The most icons in a row."""
MOST_SETS = 200
"""For how many colours all glyphs are kept at once."""
_SIDE = 12.0
"""How large in mm a picture that serves as a glyph is read."""
_COUNTED = re.compile(r"(?:(\d{1,6})\s*[x×]?\s*)?\{?:?([a-z][a-z0-9_-]*)\}?", re.IGNORECASE)
INK = "#14181f"
"""The colour symbols have unless they are given another."""


def find_ink(colour: str) -> Ink:
    """Return the ink of letters and lines in a colour."""
    return "ink" if colour == INK else line_colour(colour)


@lru_cache(maxsize=512)
def colour_symbol(name: str, colour: str) -> Symbol:
    """Return a symbol in a colour; the same object each time, so that it is in a file once."""
    symbol = SYMBOLS[name]
    if colour == INK:
        return symbol
    ink = line_colour(colour)
    return replace(symbol, boxes=tuple(_in(box, ink) for box in symbol.boxes))


def _in(box: Box, ink: Ink) -> Box:
    if isinstance(box, Line | Text):
        return replace(box, ink=ink)
    if isinstance(box, Rect | Circle | Path):
        fill = ink if box.fill == "ink" else box.fill
        return replace(box, fill=fill, stroke=ink if box.stroke == "ink" else box.stroke)
    return box


class Glyphs:
    """The glyphs of one layout by name."""

    def __init__(self, named: Mapping[str, str], reader: Callable[[str, float, float], bytes]) -> None:
        """Take the layout's names, each of a symbol or of a picture, and what reads pictures."""
        self._named, self._reader = named, reader
        self._pictures: dict[str, Symbol] = {}
        self._sets: dict[str, Mapping[str, Symbol]] = {}

    def __contains__(self, name: str) -> bool:
        """Return whether there is such a glyph."""
        return name in self._named or name in SYMBOLS

    def of(self, name: str, colour: str) -> Symbol:
        """Return a glyph; InvalidInput where its picture cannot be read."""
        meant = self._named.get(name, name)
        if meant in SYMBOLS:
            return colour_symbol(meant, colour)
        if meant not in self._pictures:
            data = self._reader(meant, _SIDE, _SIDE)
            self._pictures[meant] = Symbol(name, name, (Picture(0, 0, 1, 1, data, name),))
        return self._pictures[meant]

    def within(self, text: str, colour: str) -> Mapping[str, Symbol]:
        """Return the glyphs that a text in a colour may name."""
        if "{" not in text:
            return {}
        made = self._sets.get(colour)
        if made is None:
            if len(self._sets) >= MOST_SETS:
                self._sets.clear()
            made = self._sets[colour] = {name: self.of(name, colour) for name in (*SYMBOLS, *self._named)}
        return made

    def row(self, text: str, icon: str) -> tuple[list[str], list[str]]:
        """Return the glyphs that a text asks for, and the words in it that are none.

        A number alone is so many of `icon`; `2 bolt coin` and `{bolt}{bolt}{coin}` are names, with how often.
        """
        text = text.strip()
        if text.isdecimal():
            named = [icon] * min(int(text[:6]), MOST_ICONS) if icon else []
            return [name for name in named if name in self], [] if icon in self or not named else [icon]
        found, unknown = [], []
        for count, word in _COUNTED.findall(text):
            name = word.lower()
            if name in self:
                found += [name] * min(int(count or 1), MOST_ICONS)
            else:
                unknown.append(word)
        return found[:MOST_ICONS], unknown
