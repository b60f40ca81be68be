"""Draws a custom card in any format: title, type line, picture or symbol, stats, text, foot; and its back."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from math import ceil

from companion.base.compat import cached_property
from companion.printing.custom.custom_cards import GenericCard
from companion.printing.custom.symbols import SYMBOLS
from companion.printing.faces.boxes import Box, Face, Format, Line, Picture, PlacedSymbol, Rect, Text
from companion.printing.text import fonts
from companion.printing.text.fitting import LEGIBLE, MM_PER_PT, DoesNotFit, sized
from companion.printing.text.fonts import CannotPrint

_SHARES = (0.42, 0.34, 0.26, 0.2, 0.15)
"""Heights of the window in shares of the frame, the best first; the length of the text decides."""
_STAT = 9.4
_STAT_NAME = 3.2
"""Height of a stat's name, in mm."""
_NARROWEST = 10.5
"""Width of the narrowest stat, in mm: five fit side by side on a poker card."""
_FOOT = 3.4
_GAP = 1.2

Reader = Callable[[str, float, float], bytes]
"""Returns a picture by its name, cropped to a window with this width and height in mm."""


@dataclass(frozen=True)
class Frame:
    """The text area of a format, in mm."""

    x: float
    y: float
    w: float
    h: float

    @classmethod
    def of(cls, form: Format) -> "Frame":
        """Return the frame of a format; for a hex the largest rectangle well inside its slopes."""
        if form.shape == "hex":
            h = form.h * 0.62
            w = form.w - form.w / 2 * (h / form.h) - 2.6 * form.safe
            return cls((form.w - w) / 2, (form.h - h) / 2, w, h)
        keep = form.safe + 0.6
        return cls(keep, keep, form.w - 2 * keep, form.h - 2 * keep)

    @cached_property
    def scale(self) -> float:
        """The size of type and bands, compared to a poker card."""
        return max(0.62, min(1.2, self.w / 55, self.h / 70))


@dataclass(frozen=True)
class CardDrawing:
    """The drawing of one card; `number` of `total` is printed at its foot."""

    card: GenericCard
    form: Format
    language: str
    deck: str
    number: int
    total: int
    reader: Reader

    def face(self) -> Face:
        """Return the face with the largest window that leaves its text legible; a text too long is refused later."""
        if not (self.card.picture or self.card.symbol):
            return self._with(0.0)
        shares = _SHARES if self.card.picture else (*_SHARES, 0.0)
        sizes = {}
        for share in shares:
            sizes[share] = self._size(share)
            if sizes[share] >= min(LEGIBLE, self._text_size):
                return self._with(share)
        return self._with(max(shares, key=lambda share: (sizes[share], -share)))

    @cached_property
    def frame(self) -> Frame:
        """The text area of the format."""
        return Frame.of(self.form)

    @property
    def _text_size(self) -> float:
        return 10 if self.frame.scale > 1.1 else 8.5 if self.frame.scale > 0.8 else 7.5

    def _size(self, share: float) -> float:
        """Return the size of the text below a window, 0 if it does not fit."""
        box = self._text(self._text_top(share))
        if box is None:
            return self._text_size
        try:
            return sized(box, self.card.title)[0]
        except CannotPrint:
            return 0

    def _with(self, share: float) -> Face:
        frame = self.frame
        boxes: list[Box] = [*_border(self.form), *self._head(share)]
        if share:
            boxes += self._window(share)
        boxes += self._stats(self._stats_top(share))
        text = self._text(self._text_top(share))
        boxes += [text] if text else []
        end = frame.y + frame.h
        boxes += [
            Line(frame.x, end - _FOOT, frame.x + frame.w, end - _FOOT, width=0.15, ink="faint"),
            self._words(frame.x, end - _FOOT + 0.4, frame.w, 3, self._foot, 6, 6, ink="soft", what="foot"),
        ]
        return Face(tuple(boxes))

    @property
    def _foot(self) -> str:
        """The deck's title, cut short if necessary, and the card's number."""
        number = f" · {self.number} of {self.total}"
        return fonts.shorten(self.deck, "regular", self.frame.w / (6 * MM_PER_PT), number)

    @property
    def _words(self) -> Callable[..., Text]:
        return partial(Text, symbols=SYMBOLS, language=self.language)

    @property
    def _line_h(self) -> float:
        """The height of a line of the title."""
        return max(5.6 * self.frame.scale, 3.6)

    @property
    def _title_h(self) -> float:
        return self._line_h * _line_count(self.card.title)

    @property
    def _type_h(self) -> float:
        return max(3.8 * self.frame.scale, 2.7) * _line_count(self.card.type)

    @property
    def _head_h(self) -> float:
        return self._title_h + (self._type_h if self.card.type else 0) + _GAP

    def _head(self, share: float) -> Iterator[Box]:
        frame, scale = self.frame, self.frame.scale
        mark = SYMBOLS.get(self.card.symbol) if self.card.picture or not share else None
        side = self._line_h - 0.4 if mark else 0.0
        wide = frame.w - side - (1 if mark else 0)
        if mark:
            yield PlacedSymbol(mark, frame.x + frame.w - side, frame.y, side)
        title = self.card.title
        yield self._words(
            frame.x, frame.y, wide, self._title_h, title, max(13 * scale, 9), 7, weight="bold", across="middle",
            leading=1.05, what="title",
        )  # fmt: skip
        if self.card.type:
            yield self._words(
                frame.x, frame.y + self._title_h, frame.w, self._type_h, self.card.type, max(8 * scale, 6.5), 6,
                weight="semibold", ink="accent", across="middle", leading=1.1, what="type line",
            )  # fmt: skip

    def _window_h(self, share: float) -> float:
        return share * self.frame.h

    def _window(self, share: float) -> Iterator[Box]:
        frame, top, high = self.frame, self.frame.y + self._head_h, self._window_h(share)
        if self.card.picture:
            data = self.reader(self.card.picture, round(frame.w, 2), round(high, 2))
            yield Picture(frame.x, top, frame.w, high, data, self.card.picture)
        else:
            yield Rect(frame.x, top, frame.w, high, fill="tint", stroke=None)
            side = min(high * 0.72, frame.w * 0.5)
            left, above = frame.x + (frame.w - side) / 2, top + (high - side) / 2
            yield PlacedSymbol(SYMBOLS[self.card.symbol], left, above, side)
        yield Rect(frame.x, top, frame.w, high, stroke="accent", width=0.35)

    def _stats_top(self, share: float) -> float:
        return self.frame.y + self._head_h + (self._window_h(share) + _GAP if share else 0)

    @cached_property
    def _across(self) -> int:
        """The number of stats side by side: as many as are legible, in even rows."""
        most = max(int(self.frame.w // _NARROWEST), 1)
        for rows in range(ceil(len(self.card.stats) / most), len(self.card.stats)):
            across = ceil(len(self.card.stats) / rows)
            if all(self._fits(box) for pair in self._stat_words(across, self.frame.y) for box in pair):
                return across
        return 1

    def _fits(self, box: Text) -> bool:
        try:
            return bool(sized(box, self.card.title))
        except DoesNotFit:
            return False
        except CannotPrint:  # reported with the card's other texts
            return True

    def _stat_words(self, across: int, top: float) -> Iterator[tuple[Text, Text]]:
        """Yield each stat's name and value in their boxes, with `across` stats side by side."""
        frame, high = self.frame, self._stat_h
        wide = frame.w / across
        for i, (name, value) in enumerate(self.card.stats.items()):
            x, y = frame.x + i % across * wide, top + i // across * (high + 0.6)
            yield (
                self._words(
                    x + 0.6, y + 0.3, wide - 1.2, _STAT_NAME, name, 7, 6, weight="semibold", align="centre",
                    ink="soft", leading=1.05, across="middle", what=f"stat name {name}",
                ),
                self._words(
                    x + 0.6, y + _STAT_NAME + 0.1, wide - 1.2, high - _STAT_NAME - 0.5, value,
                    max(15 * frame.scale, 10), 6, weight="bold", align="centre", across="middle", leading=1.0,
                    what=f"stat {name}",
                ),
            )  # fmt: skip

    @property
    def _stat_h(self) -> float:
        return max(_STAT * self.frame.scale, 7.6)

    def _stats(self, top: float) -> Iterator[Box]:
        for name, value in self._stat_words(self._across, top):
            yield Rect(name.x - 0.3, name.y - 0.3, name.w + 0.6, self._stat_h, radius=0.8, fill="tint", stroke=None)
            yield from (name, value)

    def _text_top(self, share: float) -> float:
        rows = ceil(len(self.card.stats) / self._across)
        return self._stats_top(share) + (rows * (self._stat_h + 0.6) + _GAP - 0.6 if rows else 0)

    def _text(self, top: float) -> Text | None:
        if not self.card.text.strip():
            return None
        frame = self.frame
        high = max(frame.y + frame.h - _FOOT - 0.8 - top, 0.1)
        return self._words(frame.x, top, frame.w, high, self.card.text.strip(), self._text_size, 6, what="text")


def _line_count(text: str) -> int:
    return 1 + text.count("\n")


def _border(form: Format) -> Iterator[Box]:
    if form.shape == "rect":
        inset = form.safe / 2
        yield Rect(inset, inset, form.w - 2 * inset, form.h - 2 * inset, radius=2, stroke="accent", width=0.4)


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
