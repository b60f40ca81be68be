"""Draws cards by a layout: every zone that a card fills, in the layout's order."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import ceil

from companion.base.compat import cached_property
from companion.limits import budget
from companion.printing.custom import type_marks
from companion.printing.custom.card_drawing import Reader
from companion.printing.custom.custom_cards import GenericCard
from companion.printing.custom.layouts import card_values, colours, stat_cells
from companion.printing.custom.layouts.card_values import CardPlace
from companion.printing.custom.layouts.frames import NO_LOOK, Look, Window, inside, share, zone_frame
from companion.printing.custom.layouts.glyphs import Glyphs, find_ink
from companion.printing.custom.layouts.templates import Template, fold_name
from companion.printing.custom.layouts.zones import CardLayout, CardZone
from companion.printing.faces.boxes import Box, Face, Format, Group, Picture, PlacedSymbol, Text
from companion.printing.text.fitting import LEGIBLE, cut_short, fits, sized
from companion.printing.text.fonts import CannotPrint

_SMALLEST = 0.5
"""The smallest side of icons with gaps, in mm; smaller icons have no gaps."""
_SYMBOL = 0.8
"""The share of its window that a symbol fills in place of a picture."""
MOST_BACKS = 500
"""The most different backs in the cache."""

Proportions = Callable[[str], tuple[float, float]]
"""Returns a picture's width and height by its name."""


@dataclass(frozen=True)
class CardInLayout:
    """A card with its columns and colours, for drawing zones."""

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
    """The folded names of all columns in the file."""
    reader: Reader
    proportions: Proportions
    families: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    """The families for texts, by the names of typefaces in zones."""
    marks: Mapping[str, type_marks.TypeMark] = field(default_factory=dict)
    """The marks of the types, if the file has several."""
    every: Callable[[], Iterable[tuple[GenericCard, CardPlace]]] = tuple
    """Returns all cards of the file, to find the size that fits on all of them."""

    def front(self, card: GenericCard, place: CardPlace) -> Face:
        """Return a card's face; InvalidInput if a picture cannot be read."""
        return self._face(self.layout.zones, card, place)

    def back(self, card: GenericCard, place: CardPlace) -> Face:
        """Return a card's back; the same object for cards with equal backs."""
        values = self.find_card(card, place).values
        key = tuple(values.get(name, "") for name in self._columns_of_back)
        back = self._backs.get(key)
        if back is None:
            if len(self._backs) >= MOST_BACKS:
                self._backs.clear()
                self._equal_backs.clear()
            face = self._face(self.layout.back or (), card, place)
            back = self._backs[key] = self._equal_backs.setdefault(face, face)
        return back

    @cached_property
    def _columns_of_back(self) -> tuple[str, ...]:
        zones = self.layout.back or ()
        if any(zone.stats is not None for zone in zones):
            return tuple(sorted(self.columns))
        return tuple(sorted(card_values.columns_side_depends_on(self.layout, zones)))

    @cached_property
    def _backs(self) -> dict[tuple[str, ...], Face]:
        return {}

    @cached_property
    def _equal_backs(self) -> dict[Face, Face]:
        return {}

    @cached_property
    def fillable(self) -> frozenset[str]:
        """The names in braces that are replaced by a value: every column, and unknown names, which become empty."""
        slots = (slot for zone in self.zones for template in zone.templates for slot in template.slots)
        names = {name for slot in slots for name in slot.names if not slot.words.startswith(":")}
        return self.columns | {name for name in names if name not in self.glyphs}

    @cached_property
    def zones(self) -> tuple[CardZone, ...]:
        """The zones of both sides."""
        return (*self.layout.zones, *(self.layout.back or ()))

    @cached_property
    def glyphs(self) -> Glyphs:
        """The glyphs of the layout."""
        return Glyphs(self.layout.glyphs, self.reader)

    @cached_property
    def _columns_in_zones(self) -> frozenset[str]:
        by_column = frozenset(map(fold_name, self.layout.by))
        return by_column | card_values.columns_shown(self.zones)

    def _face(self, zones: tuple[CardZone, ...], card: GenericCard, place: CardPlace) -> Face:
        card_in_layout = self.find_card(card, place)
        return Face(tuple(box for zone in zones for box in self._zone(zone, card_in_layout)))

    def find_card(self, card: GenericCard, place: CardPlace) -> CardInLayout:
        """Return a card with its columns and colours."""
        mark = self.marks.get(type_marks.fold_type(card))
        stats = sum(fold_name(name) not in self._columns_in_zones for name in card.stats)
        counted = {card_values.STAT_COUNT: str(stats), card_values.LETTERS: str(len(card.text.strip()))}
        shape = {card_values.TYPE_MARK: f"{{{mark.shape}}}"} if mark else {}
        # A column of the cards counts before a value of that name.
        values = counted | shape | card_values.card_values(card, place)
        chosen = colours.choose_colours(self.layout.colours, self.layout.by, values)
        return CardInLayout(card, values, {colours.OF_TYPE: mark.colour, **chosen} if mark else chosen)

    def shows(self, zone: CardZone, drawn_card: CardInLayout) -> bool:
        """Return whether a card shows a zone: one of its conditions holds, and its columns are filled."""
        if zone.when and not any(condition.holds(drawn_card.values) for condition in zone.when):
            return False
        if zone.stats is not None:
            return bool(self._stats_of(zone, drawn_card))
        return all((template.fill_in(drawn_card.values, self.fillable) or "").strip() for template in zone.templates)

    def _stats_of(self, zone: CardZone, drawn_card: CardInLayout) -> card_values.Stats:
        return card_values.zone_stats(zone, drawn_card.card, drawn_card.values, self._columns_in_zones)

    def colour(self, wanted: Template, drawn_card: CardInLayout) -> str | None:
        """Return a zone's colour for a card, `#rrggbb` or None."""
        return colours.resolve_colour(wanted, drawn_card.colours, drawn_card.values, self.columns)

    def _zone(self, zone: CardZone, drawn_card: CardInLayout) -> Iterator[Box]:
        if not self.shows(zone, drawn_card):
            return
        look = Look(self.colour(zone.fill, drawn_card), self.colour(zone.stroke, drawn_card))
        # A picture would cover the inner half of its frame.
        under, over = (replace(look, stroke=None), replace(look, fill=None)) if zone.art else (look, NO_LOOK)
        yield from zone_frame(zone, under, self.form)
        area = inside(zone, self.form)
        if area is not None:
            boxes = tuple(self._fit_overflow(zone, box) for box in self._sized(zone, drawn_card, area))
            yield from (Group(boxes, *area.corner(zone.turn), angle=zone.turn),) if zone.turn and boxes else boxes
        yield from zone_frame(zone, over, self.form)

    def _sized(self, zone: CardZone, drawn_card: CardInLayout, area: Window) -> Iterator[Box]:
        """Yield the contents of a zone; with `same_size` its texts have the size that fits on all cards."""
        for box in self._content(zone, drawn_card, area):
            if zone.same_size and isinstance(box, Text):
                size, _ = self._common_sizes.get((id(zone), box.size), (box.size, ""))
                yield replace(box, size=size, least=min(box.least, size))
            else:
                yield box

    @cached_property
    def _common_sizes(self) -> dict[tuple[int, float], tuple[float, str]]:
        """The smallest size that any card needs, with that card's name, by zone and by its texts' largest size."""
        zones = [zone for zone in self.zones if zone.same_size]
        sizes: dict[tuple[int, float], tuple[float, str]] = {}
        for card, place in budget.watched(self.every()):
            drawn_card = self.find_card(card, place)
            for zone in zones:
                area = inside(zone, self.form)
                for box in self._content(zone, drawn_card, area) if area and self.shows(zone, drawn_card) else ():
                    if isinstance(box, Text):
                        key = id(zone), box.size
                        size, cause = sizes.get(key, (box.size, ""))
                        sizes[key] = (least, card.name) if (least := _size(box)) < size else (size, cause)
        return sizes

    def small_for_all(self) -> Iterator[tuple[CardZone, float, str]]:
        """Yield each zone whose texts are hard to read on all cards, their size, and the card that requires it."""
        zones = {id(zone): zone for zone in self.zones}
        for (number, most), (size, cause) in self._common_sizes.items():
            if size < LEGIBLE <= most:
                yield zones[number], size, cause

    def is_cut_short(self, zone: CardZone, drawn_card: CardInLayout) -> bool:
        """Return whether a zone cuts a text of a card short."""
        area = inside(zone, self.form) if zone.overflow == "clip" and self.shows(zone, drawn_card) else None
        boxes = self._sized(zone, drawn_card, area) if area else ()
        return any(isinstance(box, Text) and self._fit_overflow(zone, box) is not box for box in boxes)

    def _fit_overflow(self, zone: CardZone, box: Box) -> Box:
        """Return a text by its zone's `overflow`: to be set smaller, to be refused, or cut short."""
        if not isinstance(box, Text) or zone.overflow == "shrink":
            return box
        if zone.overflow == "refuse":
            return replace(box, least=box.size)
        try:
            return box if fits(box) else replace(cut_short(box), size=box.least)
        except CannotPrint:  # reported with the card's other texts
            return box

    def _content(self, zone: CardZone, drawn_card: CardInLayout, area: Window) -> Iterator[Box]:
        if zone.turn:
            area = area.turned(zone.turn)
        colour = self.colour(zone.colour, drawn_card) or colours.DEFAULTS["ink"]
        if zone.text is not None:
            words = (zone.text.fill_in(drawn_card.values, self.fillable) or "").strip()
            yield self._words(zone, area, words, colour)
        elif zone.stats is not None:
            yield from stat_cells.boxes(zone, area, self._stats_of(zone, drawn_card), colour, self._words)
        elif zone.icons is not None:
            icons = zone.icons.fill_in(drawn_card.values, self.fillable) or ""
            yield from self._icons(zone, area, self.glyphs.row(icons, zone.icon)[0], colour)
        elif zone.art is not None:
            yield from self._art(zone, area, (zone.art.fill_in(drawn_card.values, self.fillable) or "").strip(), colour)

    def _words(self, zone: CardZone, area: Window, words: str, colour: str) -> Text:
        return Text(
            area.x, area.y, area.w, area.h, words, zone.font, zone.least, zone.weight, zone.align, zone.across,
            find_ink(colour), zone.leading, self.glyphs.within(words, colour), zone.name, self.language,
            family=self.families.get(zone.typeface, ""), markup=zone.markup,
        )  # fmt: skip

    def _icons(self, zone: CardZone, area: Window, names: list[str], colour: str) -> Iterator[Box]:
        """Yield icons as large as possible, in the rows that allow it."""
        if not names:
            return
        gap = zone.gap
        rows, side = _largest(area, len(names), gap)
        if side < _SMALLEST:
            # The gaps take all the room, so they are dropped.
            gap = 0.0
            rows, side = _largest(area, len(names), gap)
        across, step = ceil(len(names) / rows), side + gap
        top = area.y + share(zone.across) * (area.h - rows * step + gap)
        for number, name in enumerate(names):
            row = number // across
            wide = min(across, len(names) - row * across) * step - gap
            left = area.x + share(zone.align) * (area.w - wide)
            symbol = self.glyphs.of(name, colour)
            yield PlacedSymbol(symbol, left + number % across * step, top + row * step, side)

    def _art(self, zone: CardZone, area: Window, name: str, colour: str) -> Iterator[Box]:
        """Yield a picture that covers its window or is contained in it, or a symbol in the middle."""
        glyph = name.strip("{}").lower()
        if glyph in self.glyphs:
            side = min(area.w, area.h) * _SYMBOL
            left = area.x + share(zone.align if zone.align != "left" else "centre") * (area.w - side)
            yield PlacedSymbol(self.glyphs.of(glyph, colour), left, area.y + (area.h - side) / 2, side)
            return
        if zone.fit == "contain":
            wide, high = self.proportions(name)
            scale = min(area.w / wide, area.h / high)
            w, h = max(wide * scale, 0.1), max(high * scale, 0.1)
            left = share(zone.align if zone.align != "left" else "centre") * (area.w - w)
            area = Window(area.x + left, area.y + (area.h - h) / 2, w, h)
        data = self.reader(name, round(area.w, 2), round(area.h, 2))
        yield Picture(area.x, area.y, area.w, area.h, data, name)


def _size(box: Text) -> float:
    """Return the size at which a text fits its box, or its least."""
    try:
        return sized(box, "")[0]
    except CannotPrint:
        return min(box.least, box.size)


def _largest(area: Window, count: int, gap: float) -> tuple[int, float]:
    """Return the number of rows in which `count` icons are largest, and their side in mm."""
    sides = []
    for rows in range(1, count + 1):
        columns = ceil(count / rows)
        side = min((area.w - gap * (columns - 1)) / columns, (area.h - gap * (rows - 1)) / rows)
        sides.append((rows, side))
    return max(sides, key=lambda rows_and_side: rows_and_side[1])
