"""Draws cards by a layout: every zone that has something to show, in the layout's order."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import ceil

from companion.base.compat import cached_property
from companion.limits import budget
from companion.printing.custom.card_drawing import Reader
from companion.printing.custom.custom_cards import GenericCard
from companion.printing.custom.layouts import card_values, colours
from companion.printing.custom.layouts.card_values import CardPlace
from companion.printing.custom.layouts.frames import NO_LOOK, Look, Window, inside, zone_frame
from companion.printing.custom.layouts.glyphs import Glyphs, find_ink
from companion.printing.custom.layouts.templates import Template, fold_name
from companion.printing.custom.layouts.zones import CardLayout, CardZone
from companion.printing.faces.boxes import Box, Face, Format, Group, Line, Picture, PlacedSymbol, Text
from companion.printing.text.fitting import LEGIBLE, MM_PER_PT, cut_short, fits, sized
from companion.printing.text.fonts import CannotPrint

_NAME = 0.62
"""The size of a stat's name beside or above its value."""
_ROW = 1.7
"""The height of a row of stats, in lines of its type."""
_SMALLEST = 0.5
"""The side in mm under which icons give up their gaps."""
_SYMBOL = 0.8
"""How much of its window a symbol takes in place of a picture."""
MOST_BACKS = 500
"""The most different backs that are kept at once."""

Proportions = Callable[[str], tuple[float, float]]
"""Returns a picture's width and height by its name."""


@dataclass(frozen=True)
class CardInLayout:
    """What a zone needs to know of the card that is drawn."""

    card: GenericCard
    values: dict[str, str]
    colours: colours.Named


@dataclass(frozen=True)
class LayoutDrawing:
    """Draws the cards of one file by one layout."""

    layout: CardLayout
    form: Format
    language: str
    columns: frozenset[str]
    """The folded names that some card of the file has."""
    reader: Reader
    proportions: Proportions
    families: Mapping[str, str] = field(default_factory=dict)
    """What texts call the typefaces that zones name."""
    every: Callable[[], Iterable[tuple[GenericCard, CardPlace]]] = tuple
    """All cards of the file: a size that is the same on all of them is looked for among them."""

    def front(self, card: GenericCard, place: CardPlace) -> Face:
        """Return a card's face; InvalidInput where a picture cannot be read."""
        return self._face(self.layout.zones, card, place)

    def back(self, card: GenericCard, place: CardPlace) -> Face:
        """Return a card's back; the same object for cards whose backs are the same."""
        values = card_values.card_values(card, place)
        key = tuple(values.get(name, "") for name in self._asked_by_back)
        made = self._backs.get(key)
        if made is None:
            if len(self._backs) >= MOST_BACKS:
                self._backs.clear()
                self._same.clear()
            face = self._face(self.layout.back or (), card, place)
            made = self._backs[key] = self._same.setdefault(face, face)
        return made

    @cached_property
    def _asked_by_back(self) -> tuple[str, ...]:
        zones = self.layout.back or ()
        if any(zone.stats is not None for zone in zones):
            return tuple(sorted(self.columns))
        return tuple(sorted(card_values.columns_side_depends_on(self.layout, zones)))

    @cached_property
    def _backs(self) -> dict[tuple[str, ...], Face]:
        return {}

    @cached_property
    def _same(self) -> dict[Face, Face]:
        return {}

    @cached_property
    def fillable(self) -> frozenset[str]:
        """The names in braces that are filled: every column, and every name that is no symbol, which no card fills."""
        slots = (slot for zone in self.zones for found in zone.templates for slot in found.slots)
        named = {name for slot in slots for name in slot.names if not slot.words.startswith(":")}
        return self.columns | {name for name in named if name not in self.glyphs}

    @cached_property
    def zones(self) -> tuple[CardZone, ...]:
        """The zones of both sides."""
        return (*self.layout.zones, *(self.layout.back or ()))

    @cached_property
    def glyphs(self) -> Glyphs:
        """The glyphs of the layout."""
        return Glyphs(self.layout.glyphs, self.reader)

    @cached_property
    def _taken(self) -> frozenset[str]:
        by_column = frozenset(map(fold_name, self.layout.by))
        return by_column | card_values.columns_shown(self.zones)

    def _face(self, zones: tuple[CardZone, ...], card: GenericCard, place: CardPlace) -> Face:
        known = self.find_card(card, place)
        return Face(tuple(box for zone in zones for box in self._zone(zone, known)))

    def find_card(self, card: GenericCard, place: CardPlace) -> CardInLayout:
        """Return a card with its columns and colours."""
        values = card_values.card_values(card, place)
        return CardInLayout(card, values, colours.choose_colours(self.layout.colours, self.layout.by, values))

    def shows(self, zone: CardZone, known: CardInLayout) -> bool:
        """Return whether a card shows a zone: one of its conditions holds, and it is filled."""
        if zone.when and not any(one.holds(known.values) for one in zone.when):
            return False
        if zone.stats is not None:
            return bool(self._stats_of(zone, known))
        return all((found.fill_in(known.values, self.fillable) or "").strip() for found in zone.templates)

    def _stats_of(self, zone: CardZone, known: CardInLayout) -> card_values.Stats:
        return card_values.zone_stats(zone, known.card, known.values, self._taken)

    def colour(self, wanted: Template, known: CardInLayout) -> str | None:
        """Return a zone's colour for a card, `#rrggbb`, or None."""
        return colours.resolve_colour(wanted, known.colours, known.values, self.columns)

    def _zone(self, zone: CardZone, known: CardInLayout) -> Iterator[Box]:
        if not self.shows(zone, known):
            return
        look = Look(self.colour(zone.fill, known), self.colour(zone.stroke, known))
        # A picture would cover the inner half of its frame.
        under, over = (replace(look, stroke=None), replace(look, fill=None)) if zone.art else (look, NO_LOOK)
        yield from zone_frame(zone, under, self.form)
        area = inside(zone, self.form)
        if area is not None:
            boxes = tuple(self._fit_overflow(zone, box) for box in self._sized(zone, known, area))
            yield from (Group(boxes, *area.corner(zone.turn), angle=zone.turn),) if zone.turn and boxes else boxes
        yield from zone_frame(zone, over, self.form)

    def _sized(self, zone: CardZone, known: CardInLayout, area: Window) -> Iterator[Box]:
        """Return what is in a zone, its texts in the size that all cards have there, where the zone says so."""
        for box in self._content(zone, known, area):
            if zone.same_size and isinstance(box, Text):
                size, _ = self._common_sizes.get((id(zone), box.size), (box.size, ""))
                yield replace(box, size=size, least=min(box.least, size))
            else:
                yield box

    @cached_property
    def _common_sizes(self) -> dict[tuple[int, float], tuple[float, str]]:
        """The smallest size that any card needs, and that card, by zone and by the size its texts may have at most."""
        alike = [zone for zone in self.zones if zone.same_size]
        found: dict[tuple[int, float], tuple[float, str]] = {}
        for card, place in budget.watched(self.every()):
            known = self.find_card(card, place)
            for zone in alike:
                area = inside(zone, self.form)
                for box in self._content(zone, known, area) if area and self.shows(zone, known) else ():
                    if isinstance(box, Text):
                        key = id(zone), box.size
                        size, cause = found.get(key, (box.size, ""))
                        found[key] = (least, card.name) if (least := _size(box)) < size else (size, cause)
        return found

    def small_for_all(self) -> Iterator[tuple[CardZone, float, str]]:
        """Return each zone whose texts are hard to read on all cards, their size, and the card that needs it."""
        zones = {id(zone): zone for zone in self.zones}
        for (number, most), (size, cause) in self._common_sizes.items():
            if size < LEGIBLE <= most:
                yield zones[number], size, cause

    def is_cut_short(self, zone: CardZone, known: CardInLayout) -> bool:
        """Return whether a zone cuts a text short on a card."""
        area = inside(zone, self.form) if zone.overflow == "clip" and self.shows(zone, known) else None
        boxes = self._sized(zone, known, area) if area else ()
        return any(isinstance(box, Text) and self._fit_overflow(zone, box) is not box for box in boxes)

    def _fit_overflow(self, zone: CardZone, box: Box) -> Box:
        """Return a text as its zone says of what does not fit: set smaller and then refused, refused, or cut short."""
        if not isinstance(box, Text) or zone.overflow == "shrink":
            return box
        if zone.overflow == "refuse":
            return replace(box, least=box.size)
        try:
            return box if fits(box) else replace(cut_short(box), size=box.least)
        except CannotPrint:  # told with the card's other texts
            return box

    def _content(self, zone: CardZone, known: CardInLayout, area: Window) -> Iterator[Box]:
        if zone.turn:
            area = area.turned(zone.turn)
        colour = self.colour(zone.colour, known) or colours.OWN["ink"]
        if zone.text is not None:
            words = (zone.text.fill_in(known.values, self.fillable) or "").strip()
            yield self._words(zone, area, words, colour)
        elif zone.stats is not None:
            yield from self._stats(zone, area, self._stats_of(zone, known), colour)
        elif zone.icons is not None:
            asked = zone.icons.fill_in(known.values, self.fillable) or ""
            yield from self._icons(zone, area, self.glyphs.row(asked, zone.icon)[0], colour)
        elif zone.art is not None:
            yield from self._art(zone, area, (zone.art.fill_in(known.values, self.fillable) or "").strip(), colour)

    def _words(self, zone: CardZone, area: Window, words: str, colour: str) -> Text:
        return Text(
            area.x, area.y, area.w, area.h, words, zone.font, zone.least, zone.weight, zone.align, zone.across,
            find_ink(colour), zone.leading, self.glyphs.within(words, colour), zone.name, self.language,
            family=self.families.get(zone.typeface, ""), markup=zone.markup,
        )  # fmt: skip

    def _icons(self, zone: CardZone, area: Window, names: list[str], colour: str) -> Iterator[Box]:
        """Return icons as large as they can be in as few rows as that takes."""
        if not names:
            return
        gap = zone.gap
        rows, side = _largest(area, len(names), gap)
        if side < _SMALLEST:
            # Where the gaps would leave no room, the icons stand side by side.
            gap = 0.0
            rows, side = _largest(area, len(names), gap)
        across, step = ceil(len(names) / rows), side + gap
        top = area.y + _share(zone.across) * (area.h - rows * step + gap)
        for number, name in enumerate(names):
            row = number // across
            wide = min(across, len(names) - row * across) * step - gap
            left = area.x + _share(zone.align) * (area.w - wide)
            symbol = self.glyphs.of(name, colour)
            yield PlacedSymbol(symbol, left + number % across * step, top + row * step, side)

    def _art(self, zone: CardZone, area: Window, named: str, colour: str) -> Iterator[Box]:
        """Return a picture that covers its window or is whole in it, or a symbol in the middle."""
        glyph = named.strip("{}").lower()
        if glyph in self.glyphs:
            side = min(area.w, area.h) * _SYMBOL
            left = area.x + _share(zone.align if zone.align != "left" else "centre") * (area.w - side)
            yield PlacedSymbol(self.glyphs.of(glyph, colour), left, area.y + (area.h - side) / 2, side)
            return
        if zone.fit == "contain":
            wide, high = self.proportions(named)
            scale = min(area.w / wide, area.h / high)
            w, h = max(wide * scale, 0.1), max(high * scale, 0.1)
            left = _share(zone.align if zone.align != "left" else "centre") * (area.w - w)
            area = Window(area.x + left, area.y + (area.h - h) / 2, w, h)
        data = self.reader(named, round(area.w, 2), round(area.h, 2))
        yield Picture(area.x, area.y, area.w, area.h, data, named)

    def _stats(self, zone: CardZone, area: Window, stats: list[tuple[str, str]], colour: str) -> Iterator[Box]:
        columns = min(zone.columns, len(stats))
        rows = ceil(len(stats) / columns)
        high = min(area.h / rows, zone.font * _ROW * MM_PER_PT * (1 if zone.columns == 1 else 1 + _NAME))
        gap = min(zone.gap, area.w / columns / 2)
        wide = (area.w + gap) / columns
        top = area.y + _share(zone.across) * (area.h - rows * high)
        for number, (name, value) in enumerate(stats):
            x, y = area.x + number % columns * wide, top + number // columns * high
            cell = Window(x, y, wide - gap, high)
            if zone.columns == 1:
                yield from self._row(zone, cell, name, value, colour, number > 0)
            else:
                yield from self._cell(zone, cell, name, value, colour)

    def _row(self, zone: CardZone, cell: Window, name: str, value: str, colour: str, ruled: bool) -> Iterator[Box]:
        if ruled:
            yield Line(cell.x, cell.y, cell.x + cell.w, cell.y, 0.12, find_ink(colour))
        left = replace(cell, w=cell.w * 0.55)
        right = Window(cell.x + left.w + 0.4, cell.y, cell.w - left.w - 0.4, cell.h)
        yield self._stat(zone, left, name, colour, zone.font * 0.85, align="left", weight="regular")
        yield self._stat(zone, right, value, colour, zone.font, align="right", weight="bold")

    def _cell(self, zone: CardZone, cell: Window, name: str, value: str, colour: str) -> Iterator[Box]:
        upper = cell.h * _NAME / (1 + _NAME)
        above, below = replace(cell, h=upper), Window(cell.x, cell.y + upper, cell.w, cell.h - upper)
        yield self._stat(zone, above, name, colour, zone.font * _NAME, align="centre", weight="semibold")
        yield self._stat(zone, below, value, colour, zone.font, align="centre", weight="bold")

    def _stat(self, zone: CardZone, area: Window, words: str, colour: str, size: float, **style: str) -> Text:
        changes = {"font": max(size, zone.least), "across": "middle", "leading": 1.05, **style}
        return self._words(zone.model_copy(update=changes), area, words, colour)


def _size(box: Text) -> float:
    """Return the size that a text gets in its box; where it does not fit, the least."""
    try:
        return sized(box, "")[0]
    except CannotPrint:
        return min(box.least, box.size)


def _largest(area: Window, count: int, gap: float) -> tuple[int, float]:
    """Return in how many rows so many icons are largest, and their side in mm."""
    sides = ((rows, _side(area, rows, ceil(count / rows), gap)) for rows in range(1, count + 1))
    return max(sides, key=lambda found: found[1])


def _side(area: Window, rows: int, across: int, gap: float) -> float:
    return min((area.w - gap * (across - 1)) / across, (area.h - gap * (rows - 1)) / rows)


def _share(where: str) -> float:
    """Return how much of the free room is before something: none, half or all of it."""
    return {"left": 0.0, "top": 0.0, "right": 1.0, "bottom": 1.0}.get(where, 0.5)
