"""Draws a custom card in any format: title, type line, picture or symbol, stats, text, foot; and its back."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from companion.base.compat import cached_property
from companion.printing.custom.card_rooms import FOOT, GAP, LEAST, PAD, CardMeasures, Frame, PartHeights
from companion.printing.custom.custom_cards import GenericCard
from companion.printing.custom.symbols import SYMBOLS, coloured_symbol
from companion.printing.custom.type_marks import TypeMark
from companion.printing.faces.boxes import Align, Box, Face, Format, Ink, Line, Picture, PlacedSymbol, Rect, Text
from companion.printing.faces.inks import ground_colour, lighten, line_colour
from companion.printing.text import fonts
from companion.printing.text.fitting import MM_PER_PT

Reader = Callable[[str, float, float], bytes]
"""Returns a picture by its name, cropped to a window with this width and height in mm."""


@dataclass(frozen=True)
class CardDrawing:
    """The drawing of one card; `number` of `total` is printed at its foot.

    Everything below the head is shared out so that the card is full: a window takes what text and stats leave, and
    without one the stats and the text grow. `mark` is the mark of the card's type, if its file has several types.
    """

    card: GenericCard
    form: Format
    language: str
    deck: str
    number: int
    total: int
    reader: Reader
    mark: TypeMark | None = None

    @cached_property
    def measures(self) -> CardMeasures:
        """The measures of the card."""
        return CardMeasures(self.card, self.form, self.language)

    def face(self) -> Face:
        """Return the face; a text that is too long is refused later, when it is fitted."""
        rooms = self.measures.rooms()
        is_title_alone = not (rooms.window or rooms.text or self.measures.stats)
        frame, top = self.measures.frame, self.measures.frame.y + self.measures.head_h
        boxes: list[Box] = [*self._border(), *(self._title_alone() if is_title_alone else self._head(rooms.window > 0))]
        if rooms.window:
            boxes += self._window(top, rooms.window)
            top += rooms.window + GAP
        if self.measures.stats:
            boxes += self._stat_tiles(top, rooms)
            top += self.measures.row_count(rooms.across) * (rooms.stat + 0.6) - 0.6 + GAP
        if rooms.text:
            boxes += self._text_boxes(top, rooms)
        end = frame.y + frame.h
        boxes += [
            Line(frame.x, end - FOOT, frame.x + frame.w, end - FOOT, width=0.15, ink="faint"),
            self.measures.words(frame.x, end - FOOT + 0.4, frame.w, 3, self._foot, 6, 6, ink="soft", what="foot"),
        ]
        return Face(tuple(boxes))

    @property
    def _line(self) -> Ink:
        return line_colour(self.mark.colour) if self.mark else "accent"

    @property
    def _ground(self) -> Ink:
        return ground_colour(lighten(self.mark.colour)) if self.mark else "tint"

    @property
    def _foot(self) -> str:
        """The deck's title, cut short if necessary, and the card's number."""
        number = f" · {self.number} of {self.total}"
        return fonts.shorten(self.deck, "regular", self.measures.frame.w / (6 * MM_PER_PT), number)

    def _head(self, has_window: bool) -> Iterator[Box]:
        frame = self.measures.frame
        symbol = SYMBOLS.get(self.card.symbol) if self.card.picture or not has_window else None
        side = self.measures.line_h - 0.4 if symbol else 0.0
        wide = frame.w - side - (1 if symbol else 0)
        if symbol:
            yield PlacedSymbol(symbol, frame.x + frame.w - side, frame.y, side)
        yield self.measures.words(
            frame.x, frame.y, wide, self.measures.title_h, self.card.title, self.measures.title_size, 7, weight="bold",
            across="middle", leading=1.05, what="title",
        )  # fmt: skip
        if self.card.type:
            yield from self._type_line(frame.x, frame.y + self.measures.title_h, frame.w)

    def _type_line(self, x: float, y: float, wide: float, align: Align = "left") -> Iterator[Box]:
        """Yield the type's mark and its words."""
        high, size = self.measures.type_h, max(8 * self.measures.frame.scale, 6.5)
        line = partial(
            self.measures.words, h=high, y=y, text=self.card.type, size=size, least=6, weight="semibold",
            ink=self._line, across="middle", leading=1.1, what="type line", align=align,
        )  # fmt: skip
        if self.mark is None:
            yield line(x=x, w=wide)
            return
        side = min(high - 0.3, 3.4)
        yield PlacedSymbol(self.mark.symbol, x, y + (high - side) / 2, side)
        yield line(x=x + side + 0.9, w=wide - side - 0.9)

    def _title_alone(self) -> Iterator[Box]:
        """Yield a title without anything below it: large, in the middle between two rules, its type underneath."""
        frame, scale = self.measures.frame, self.measures.frame.scale
        high = frame.h - FOOT - 0.8
        middle, half = frame.y + high / 2, min(high * 0.3, 18 * scale)
        for y in (middle - half, middle + half):
            yield Line(frame.x + frame.w * 0.2, y, frame.x + frame.w * 0.8, y, 0.5, self._line)
        yield self.measures.words(
            frame.x + 1, middle - half + 1, frame.w - 2, 2 * half - 2, self.card.title, 26 * scale, 7, weight="bold",
            align="centre", across="middle", leading=1.05, what="title",
        )  # fmt: skip
        if self.card.type:
            yield from self._type_line(frame.x, frame.y, frame.w)

    def _window(self, top: float, high: float) -> Iterator[Box]:
        frame = self.measures.frame
        if self.card.picture:
            data = self.reader(self.card.picture, round(frame.w, 2), round(high, 2))
            yield Picture(frame.x, top, frame.w, high, data, self.card.picture)
        else:
            yield Rect(frame.x, top, frame.w, high, fill=self._ground, stroke=None)
            side = min(high * 0.72, frame.w * 0.62)
            left, above = frame.x + (frame.w - side) / 2, top + (high - side) / 2
            symbol = SYMBOLS[self.card.symbol]
            yield PlacedSymbol(coloured_symbol(symbol, self.mark.colour) if self.mark else symbol, left, above, side)
        yield Rect(frame.x, top, frame.w, high, stroke=self._line, width=0.35)

    def _stat_tiles(self, top: float, rooms: PartHeights) -> Iterator[Box]:
        for name, value in self.measures.stat_words(rooms.across, top, rooms.stat):
            yield Rect(name.x - 0.3, name.y - 0.3, name.w + 0.6, rooms.stat, 0.8, fill=self._ground, stroke=None)
            yield from (name, value)

    def _text_boxes(self, top: float, rooms: PartHeights) -> Iterator[Box]:
        frame, pad = self.measures.frame, PAD if rooms.panel else 0.0
        wide = frame.w - 2 * pad
        if rooms.panel:
            yield Rect(frame.x, top, frame.w, rooms.text, 0.8, fill=self._ground, stroke=None)
        yield self.measures.words(
            frame.x + pad, top + pad, wide, rooms.text - 2 * pad, self.measures.written, rooms.size, LEAST,
            align="centre" if rooms.centred else "left", across="middle" if rooms.panel else "top", what="text",
        )  # fmt: skip

    def _border(self) -> Iterator[Box]:
        if self.form.shape == "rect":
            inset = self.form.safe / 2
            w, h = self.form.w - 2 * inset, self.form.h - 2 * inset
            yield Rect(inset, inset, w, h, radius=2, stroke=self._line, width=0.4)


def back(title: str, form: Format, language: str) -> Face:
    """Return the shared back of a deck's cards: its title on a light ground."""
    frame = Frame.of(form)
    boxes: list[Box] = [Rect(0, 0, form.w, form.h, fill="tint", stroke=None)]
    if form.shape == "rect":
        boxes.append(
            Rect(form.safe, form.safe, form.w - 2 * form.safe, form.h - 2 * form.safe, 2, "paper", "accent", 0.5)
        )
    inside = replace(frame, x=frame.x + 1.5, w=frame.w - 3)
    middle = form.h / 2
    boxes.append(Line(inside.x + inside.w / 4, middle + 8, inside.x + inside.w * 3 / 4, middle + 8, 0.5, "accent"))
    boxes.append(
        Text(
            inside.x, middle - 10, inside.w, 16, title, max(16 * frame.scale, 10), 6, "bold", "centre", "bottom",
            ink="accent", what="back", language=language,
        )
    )  # fmt: skip
    return Face(tuple(boxes))
