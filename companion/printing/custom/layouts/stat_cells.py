"""The stats of a zone: a table of names and values, or cells side by side with the name above the value."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import ceil

from companion.printing.custom.layouts.card_values import Stats
from companion.printing.custom.layouts.frames import Window, share
from companion.printing.custom.layouts.glyphs import find_ink
from companion.printing.custom.layouts.zones import CardZone
from companion.printing.faces.boxes import Box, Line, Text
from companion.printing.text.fitting import MM_PER_PT, fits
from companion.printing.text.fonts import CannotPrint

_ROW = 1.7
"""The height of a row, in lines of its type."""

Words = Callable[[CardZone, Window, str, str], Text]
"""Returns words in a window and a colour, in a zone's type."""


def boxes(zone: CardZone, area: Window, stats: Stats, colour: str, words: Words) -> list[Box]:
    """Return the boxes of stats; where rows of the zone's `columns` do not fit, more stats stand side by side."""

    def made(columns: int) -> list[Box]:
        return list(_grid(zone, area, stats, columns, colour, words))

    usual = made(min(zone.columns, len(stats)))
    if zone.columns == 1 or len(stats) <= zone.columns or all(map(_is_fit, usual)):
        return usual
    wider = map(made, range(zone.columns + 1, len(stats) + 1))
    return next((row for row in wider if all(map(_is_fit, row))), usual)


def _grid(zone: CardZone, area: Window, stats: Stats, columns: int, colour: str, words: Words) -> Iterator[Box]:
    rows = ceil(len(stats) / columns)
    high = min(area.h / rows, zone.font * _ROW * MM_PER_PT * (1 if zone.columns == 1 else 1 + zone.names))
    gap = min(zone.gap, area.w / columns / 2)
    wide = (area.w + gap) / columns
    top = area.y + share(zone.across) * (area.h - rows * high)
    for number, (name, value) in enumerate(stats):
        cell = Window(area.x + number % columns * wide, top + number // columns * high, wide - gap, high)
        if zone.columns == 1:
            if number:
                yield Line(cell.x, cell.y, cell.x + cell.w, cell.y, 0.12, find_ink(colour))
            yield from _row(zone, cell, name, value, colour, words)
        else:
            yield from _cell(zone, cell, name, value, colour, words)


def _row(zone: CardZone, cell: Window, name: str, value: str, colour: str, words: Words) -> Iterator[Box]:
    left = replace(cell, w=cell.w * 0.55)
    right = Window(cell.x + left.w + 0.4, cell.y, cell.w - left.w - 0.4, cell.h)
    yield words(_styled(zone, zone.font * 0.85, align="left", weight="regular"), left, name, colour)
    yield words(_styled(zone, zone.font, align="right", weight="bold"), right, value, colour)


def _cell(zone: CardZone, cell: Window, name: str, value: str, colour: str, words: Words) -> Iterator[Box]:
    upper = cell.h * zone.names / (1 + zone.names)
    above, below = replace(cell, h=upper), Window(cell.x, cell.y + upper, cell.w, cell.h - upper)
    yield words(_styled(zone, zone.font * zone.names, align="centre", weight="semibold"), above, name, colour)
    yield words(_styled(zone, zone.font, align="centre", weight="bold"), below, value, colour)


def _styled(zone: CardZone, size: float, **style: str) -> CardZone:
    return zone.model_copy(update={"font": max(size, zone.least), "across": "middle", "leading": 1.05, **style})


def _is_fit(box: Box) -> bool:
    """Return whether a text fits its box; one that cannot be printed is reported with the card's other texts."""
    try:
        return not isinstance(box, Text) or fits(box)
    except CannotPrint:
        return True
