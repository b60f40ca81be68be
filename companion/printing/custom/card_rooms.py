"""Shares out the room of a plain card, so that it is full: window, stats and text, in mm.

A window takes what text and stats leave; without one the stats and the text grow.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from math import ceil, log

from companion.base.compat import cached_property
from companion.printing.custom.custom_cards import GenericCard
from companion.printing.custom.symbols import SYMBOLS
from companion.printing.faces.boxes import Format, Text
from companion.printing.text.fitting import LEGIBLE, MM_PER_PT, DoesNotFit, line_count, sized
from companion.printing.text.fonts import CannotPrint

_STAT = 10.4
"""Height of a stat, in mm."""
_TALLEST_STAT = 19.0
"""Height of a stat on a card without a window, where there is room."""
_STAT_NAME = 3.2
"""Height of a stat's name, in mm."""
_NARROWEST = 10.5
"""Width of the narrowest stat, in mm: five fit side by side on a poker card."""
_LONGEST_VALUE = 18
"""The most characters of a stat in a box of its own; a longer one, such as a line of flavour, joins the text."""
FOOT, GAP, PAD = 3.4, 1.2, 2.0
"""Heights of the foot and of the gaps between parts; room between a text and the edges of its panel."""
_LADDER = ((2.0, 0.5), (1.0, 0.4), (0.0, 0.33), (-0.5, 0.28), (-1.0, 0.24), (-9.0, 0.2), (-9.0, 0.15))
"""Sizes of the text below a window, compared to its usual size, each with the least height of the window.

The height is a share of the frame. No size is under `LEGIBLE`. The first pair with room counts.
"""
_LEAST_WINDOW = 0.15
_LEADING, LEAST = 1.2, 6.0
"""The height of the text's lines, in lines, and its least size, in points."""
_WITHOUT_WINDOW = (8.0, 6.0, 4.0, 3.0, 2.0, 1.0, 0.0, -0.5, -1.0)
"""Sizes of the text on a card without a window, compared to its usual size; the first two are for a few lines."""
_FEW_LINES, _LARGE = 3, 4.0
_LEAST_STAT, _LEAST_NAME = 5.8, 2.3
"""Least heights of a stat and of its name, where the text has no room otherwise, in mm."""


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
class PartHeights:
    """Heights of the parts below the head, in mm, 0 for a part that is left out; the parts stand on each other.

    `across` stats stand side by side, each `stat` high. `size` is the text's largest size; `panel` puts a ground
    behind it.
    """

    window: float
    stat: float
    across: int
    text: float
    size: float
    panel: bool = False
    centred: bool = False


@dataclass(frozen=True)
class CardMeasures:
    """The measures of one card: its frame, the parts of its head, its stats and its text."""

    card: GenericCard
    form: Format
    language: str

    @cached_property
    def frame(self) -> Frame:
        """The text area of the format."""
        return Frame.of(self.form)

    @cached_property
    def stats(self) -> dict[str, str]:
        """The stats that have a box of their own."""
        return {name: value for name, value in self.card.stats.items() if len(value) <= _LONGEST_VALUE}

    @cached_property
    def written(self) -> str:
        """The rules text, with the stats that are too long for a box of their own below it."""
        long = (f"{name}: {value}" for name, value in self.card.stats.items() if len(value) > _LONGEST_VALUE)
        return "\n".join(part for part in (self.card.text.strip(), *long) if part)

    @property
    def text_size(self) -> float:
        """The usual size of the rules text, in points."""
        return 10 if self.frame.scale > 1.1 else 8.5 if self.frame.scale > 0.8 else 7.5

    @property
    def body_h(self) -> float:
        """The height between the head and the foot."""
        return self.frame.h - self.head_h - FOOT - 0.8

    def rooms(self) -> PartHeights:
        """Return the rooms of the parts below the head."""
        high = self.body_h - (self.row_count(self.across) * (self.stat_h + 0.6) - 0.6 + GAP if self.stats else 0)
        if self.card.picture or self.card.symbol:
            rooms = self._below_window(high)
            if rooms:
                return rooms
        if not self.written:
            return self._stats_alone()
        rows = self.row_count(self.across)
        for more in _WITHOUT_WINDOW:
            size = max(self.text_size + more, LEGIBLE)
            lines = self._lines(self.frame.w - 2 * PAD, size)
            needed = _lines_h(lines, size) + 2 * PAD
            if needed <= high and (more <= _LARGE or lines <= _FEW_LINES):
                most = (high - needed) * 0.6 / rows if rows else 0
                stat = min(self.stat_h + most, max(_TALLEST_STAT * self.frame.scale, self.stat_h))
                text = high - rows * (stat - self.stat_h)
                return PartHeights(0, stat, self.across, text, size, panel=True, centred=lines <= _FEW_LINES)
        return self._crowded(0, high)

    def _below_window(self, high: float) -> PartHeights | None:
        """Return the rooms with a window, which takes what is left of `high`; None if a symbol's has no room."""
        text = self.written
        for more, share in _LADDER:
            size = max(self.text_size + more, min(LEGIBLE, self.text_size))
            needed = _lines_h(self._lines(self.frame.w, size), size) if text else 0.0
            window = high - (needed + GAP if text else 0)
            if window >= share * self.frame.h:
                return PartHeights(window, self.stat_h, self.across, needed, size)
        if not self.card.picture:
            return None
        window = _LEAST_WINDOW * self.frame.h
        return self._crowded(window, high - window - (GAP if text else 0))

    def _crowded(self, window: float, high: float) -> PartHeights:
        """Return the rooms where `high` is hardly enough for the text: stats give way to it."""
        rows, stat = self.row_count(self.across), self.stat_h
        short = (_lines_h(self._lines(self.frame.w, LEAST), LEAST) if self.written else 0) - high
        if short > 0 and rows:
            stat = max(stat - short / rows, _LEAST_STAT)
        text = max(high + rows * (self.stat_h - stat), 0.1) if self.written else 0.0
        return PartHeights(window, stat, self.across, text, self.text_size)

    def _stats_alone(self) -> PartHeights:
        """Return the rooms of a card with nothing but stats: as many side by side as make them nearest to squares."""
        count = len(self.stats)
        if not count:
            return PartHeights(0, 0, 1, 0, self.text_size)

        def height(across: int) -> float:
            return (self.body_h + 0.6) / self.row_count(across) - 0.6

        fewest = range(1, self.across + 1)
        across = min(fewest, key=lambda n: (abs(log(self.frame.w / n / max(height(n), 0.1) / 1.4)), n))
        return PartHeights(0, max(height(across), self.stat_h), across, 0, self.text_size)

    def row_count(self, across: int) -> int:
        """Return the number of rows of stats."""
        return ceil(len(self.stats) / across)

    def _lines(self, wide: float, size: float) -> int:
        """Return how many lines the text takes at a size."""
        return line_count(self.words(0, 0, wide, 1, self.written, size, size))

    @property
    def words(self) -> Callable[..., Text]:
        """The maker of the card's texts, with its symbols and its language."""
        return partial(Text, symbols=SYMBOLS, language=self.language)

    @property
    def line_h(self) -> float:
        """The height of a line of the title."""
        return max(5.6 * self.frame.scale, 3.6)

    @property
    def title_size(self) -> float:
        """The largest size of the title, in points."""
        return max(13 * self.frame.scale, 9)

    @cached_property
    def title_h(self) -> float:
        """The height of the title: of two lines where one would be much smaller."""
        lines = _line_count(self.card.title)
        if lines > 1:
            return self.line_h * lines
        least = max(self.title_size * 0.8, 7)
        whole = self.words(0, 0, self._title_w, self.line_h, self.card.title, least, least, "bold", leading=1.05)
        return self.line_h * (1 if line_count(whole) == 1 else 1.9)

    @property
    def _title_w(self) -> float:
        return self.frame.w - (self.line_h + 0.6 if self.card.symbol in SYMBOLS else 0)

    @property
    def type_h(self) -> float:
        """The height of the type line."""
        return max(3.8 * self.frame.scale, 2.7) * _line_count(self.card.type)

    @property
    def head_h(self) -> float:
        """The height of title and type, with the gap below them."""
        return self.title_h + (self.type_h if self.card.type else 0) + GAP

    @cached_property
    def across(self) -> int:
        """The number of stats side by side: as many as are legible, in even rows."""
        most = max(int(self.frame.w // _NARROWEST), 1)
        count = len(self.stats)
        for rows in range(ceil(count / most), count):
            across = ceil(count / rows)
            pairs = self.stat_words(across, self.frame.y, self.stat_h)
            if all(self._fits(box) for pair in pairs for box in pair):
                return across
        return 1

    def _fits(self, box: Text) -> bool:
        try:
            return bool(sized(box, self.card.title))
        except DoesNotFit:
            return False
        except CannotPrint:  # reported with the card's other texts
            return True

    def stat_words(self, across: int, top: float, high: float) -> Iterator[tuple[Text, Text]]:
        """Yield each stat's name and value in their boxes, with `across` stats side by side, each `high` mm."""
        frame, count = self.frame, len(self.stats)
        grown = max(1.0, min(high / self.stat_h, 1.6))
        name_h = max(_STAT_NAME * min(high / self.stat_h, grown), _LEAST_NAME)
        for i, (name, value) in enumerate(self.stats.items()):
            row = i // across
            # A last row of fewer stats has wider ones.
            wide = frame.w / min(across, count - row * across)
            x, y = frame.x + i % across * wide, top + row * (high + 0.6)
            yield (
                self.words(
                    x + 0.6, y + 0.3, wide - 1.2, name_h, name, 7 * grown, 6, weight="semibold", align="centre",
                    ink="soft", leading=1.05, across="middle", what=f"stat name {name}",
                ),
                self.words(
                    x + 0.6, y + name_h + 0.1, wide - 1.2, high - name_h - 0.5, value,
                    max(18 * frame.scale * min(high / self.stat_h, 3), 10), 6, weight="bold", align="centre",
                    across="middle", leading=1.0, what=f"stat {name}",
                ),
            )  # fmt: skip

    @property
    def stat_h(self) -> float:
        """The usual height of a stat."""
        return max(_STAT * self.frame.scale, 7.6)


def _lines_h(lines: int, size: float) -> float:
    """Return the height of lines of text, in mm: a hair more than they take."""
    return lines * _LEADING * size * MM_PER_PT + 0.01


def _line_count(text: str) -> int:
    return 1 + text.count("\n")
