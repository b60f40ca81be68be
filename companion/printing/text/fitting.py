"""Fits text into its boxes: wraps, shrinks to the least size, then refuses; no letter ever crosses an edge."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from math import ceil, cos, radians, sin
from typing import NamedTuple

from companion.limits import budget
from companion.printing.faces.boxes import (
    Box,
    CardPicture,
    Circle,
    Group,
    Line,
    Path,
    Picture,
    PlacedSymbol,
    Point,
    Rect,
    Symbol,
    Text,
    Weight,
)
from companion.printing.text import fonts, hyphens, markup

MM_PER_PT = 25.4 / 72
"""Millimetres in a point."""
STEP = 0.25
"""Sizes tried differ by this many points."""
SYMBOL = 1.05
"""Width and height of an inline symbol, in ems."""
LEGIBLE = 7.0
"""Below this many points type is hard to read at a table; words are hyphenated rather than set smaller."""
_SPACE = " "


class DoesNotFit(fonts.CannotPrint):
    """A text that does not fit its box at its least size, or a box over the edge of its face.

    `piece` and `what` say where, `overflow` how many millimetres it is too large.
    """

    def __init__(self, piece: str, what: str, overflow: float, why: str, fix: str = "Shorten it.") -> None:
        """Make the sentence that says what is wrong and what to do."""
        super().__init__(f"{piece}: {what} {why} by {ceil(overflow * 10 - 1e-6) / 10:.1f} mm. {fix}")
        self.piece, self.what, self.overflow, self.why = piece, what, overflow, why


@dataclass(frozen=True, slots=True)
class Run:
    """Letters of one font on a line: where they begin from the left of their frame, and how wide they are, in mm.

    `scale` is their size in that of the text: small capitals are smaller.
    """

    font: str
    text: str
    x: float
    w: float
    scale: float = 1


@dataclass(frozen=True, slots=True)
class Words:
    """A fitted text: where each run's baseline starts, at which size in points; symbols in between."""

    box: Text
    size: float
    lines: tuple[tuple[float, tuple[Run, ...]], ...]
    """Baselines in mm, with their runs."""
    symbols: tuple[PlacedSymbol, ...]


@dataclass(frozen=True, slots=True)
class Turned:
    """Fitted boxes in a frame of their own: see Group."""

    boxes: tuple["Drawn", ...]
    x: float
    y: float
    angle: float
    scale: float
    window: Point | None = None


Drawn = Line | Rect | Circle | Path | PlacedSymbol | Picture | CardPicture | Words | Turned


class _Style(NamedTuple):
    """How a word is set."""

    weight: Weight
    family: str = ""
    italic: bool = False
    small_caps: bool = False


_Part = tuple[str, str, float, float]
"""Letters of one font: the font, the letters, how wide they are in ems, and their scale."""


@dataclass(frozen=True, slots=True)
class _Word:
    """A word's parts with its width in ems; `text` where it may be broken."""

    parts: tuple[_Part | Symbol, ...]
    width: float
    text: str
    style: _Style


WrappedLine = tuple[list[_Word], float]
"""A line's words, and how wide it is in ems."""


def fit(boxes: Iterable[Box], piece: str, edge: tuple[float, float] | None = None) -> tuple[Drawn, ...]:
    """Return boxes with their texts fitted; DoesNotFit names the piece and the box.

    `edge` gives a face's width and height in mm, which no text box may cross.
    """
    budget.check()
    made = tuple(boxes)
    if edge:
        _keep_inside(made, piece, edge)
    return tuple(_fit_box(box, piece) for box in made)


def _fit_box(box: Box, piece: str) -> Drawn:
    if isinstance(box, Text):
        return words(box, piece)
    if isinstance(box, Group):
        return Turned(tuple(_fit_box(b, piece) for b in box.boxes), box.x, box.y, box.angle, box.scale, box.window)
    return box


def words(box: Text, piece: str) -> Words:
    """Return a text wrapped and sized for its box."""
    return _set_lines(box, *sized(box, piece))


def sized(box: Text, piece: str) -> tuple[float, list[WrappedLine]]:
    """Return the size in points that a text gets in its box, and its lines; CannotPrint names the piece and the box."""
    try:
        paragraphs = _paragraphs(box)
    except fonts.Unprintable:
        raise fonts.Unprintable(f"{piece}: {box.what}: {fonts.missing(box.text)}.") from None
    space = _space(box)[2]
    size, room, lines = _largest(box, paragraphs, space, False)
    if room < _EXACT or size < min(box.size, LEGIBLE):
        broken, to_spare, broken_lines = _largest(box, paragraphs, space, True)
        if to_spare >= _EXACT and (room < _EXACT or broken > size) or room < to_spare < _EXACT:
            size, room, lines = broken, to_spare, broken_lines
    if room < _EXACT:
        raise DoesNotFit(piece, box.what, -room, f"is too long for its box at {size:g} pt")
    return size, lines


def fits(box: Text) -> bool:
    """Return whether a text fits its box at its least size."""
    try:
        sized(box, "")
    except DoesNotFit:
        return False
    return True


def cut_short(box: Text) -> Text:
    """Return a text with as many of its words as fit at its least size, then an ellipsis; of a long word its beginning.

    What has no room for a single letter is returned as one, and refused when it is fitted.
    """
    plain = replace(box, text=fonts.replace_missing(box.text))
    if fits(plain):
        return plain
    by_word = [replace(plain, text=f"{plain.text[: gap.start()]} …") for gap in re.finditer(r"\s+(?=\S)", plain.text)]
    first = next(iter(plain.text.split(maxsplit=1)), "")
    ends = range(1, len(first)) if "{" not in first and not (box.markup and "<" in first) else ()
    by_letter = [replace(plain, text=f"{first[:end]}…") for end in ends]
    shorter = [*by_letter, *by_word]
    return shorter[max(0, bisect_left(shorter, True, key=lambda one: not fits(one)) - 1)] if shorter else plain


def line_count(box: Text) -> int:
    """Return how many lines a text takes at its least size, even where it cannot be set: fitting says so, by its place.

    With this a face is laid out before its texts are checked.
    """
    plain = replace(box, text=fonts.replace_missing(box.text))
    em = box.least * MM_PER_PT
    paragraphs, space = _paragraphs(plain), _space(plain)[2]
    whole = _wrapped(plain, paragraphs, box.w / em, space, False)
    if all(width * em <= box.w + 1e-9 for _, width in whole):
        return len(whole)
    return len(_wrapped(plain, paragraphs, box.w / em, space, True))


_EXACT = -1e-6


def _largest(
    box: Text, paragraphs: list[list[_Word]], space: float, breaking: bool
) -> tuple[float, float, list[WrappedLine]]:
    """Return the largest size that fits, or the least size, how many mm are left over at it, and its lines."""
    room, lines = _room(box, paragraphs, box.size, space, breaking)
    if room >= 0:
        return box.size, room, lines
    sizes = [box.size - STEP * n for n in range(int((box.size - box.least) / STEP) + 1)]
    if not sizes or sizes[-1] > box.least:
        sizes.append(min(box.least, box.size))
    low, high = 0, len(sizes) - 1
    while low < high:
        middle = (low + high) // 2
        fits = _room(box, paragraphs, sizes[middle], space, breaking)[0] >= 0
        low, high = (low, middle) if fits else (middle + 1, high)
    return sizes[low], *_room(box, paragraphs, sizes[low], space, breaking)


_TOKEN = re.compile(r"\{([a-z0-9_-]+)\}")


def _space(box: Text) -> tuple[str, str, float]:
    """Return the space between a text's words: its font, itself, and its width in ems."""
    return fonts.styled_runs(_SPACE, box.weight, str(box.family))[0]


def _paragraphs(box: Text) -> list[list[_Word]]:
    """Return a text's words, a list for each of its lines as they are written."""
    if box.markup:
        return _marked_paragraphs(box)
    style = _Style(box.weight, str(box.family))
    return [
        [_plain(word, style) if "{" not in word else _mixed(word, box, style) for word in paragraph.split()]
        for paragraph in box.text.split("\n")
    ]


def _marked_paragraphs(box: Text) -> list[list[_Word]]:
    """Return the words of a text with tags: a word is what no space parts, whatever its letters look like."""
    made, marked = [], markup.PLAIN
    for paragraph in markup.break_lines(box.text).split("\n"):
        words: list[list[_Word]] = []
        goes_on = False
        for text, how in markup.stretches(paragraph, marked):
            style, marked = _marked_style(box, how), how
            for place, piece in enumerate(text.split()):
                part = _plain(piece, style) if "{" not in piece else _mixed(piece, box, style)
                if place == 0 and goes_on and not text[0].isspace():
                    words[-1].append(part)
                else:
                    words.append([part])
            goes_on = bool(words) and not text[-1].isspace() if text else goes_on
        made.append([_joined(parts) for parts in words])
    return made


def _marked_style(box: Text, marked: markup.Marked) -> _Style:
    return _Style("bold" if marked.bold else box.weight, str(box.family), marked.italic, marked.small_caps)


def _joined(parts: list[_Word]) -> _Word:
    """Return stretches of one word as a word; one of several styles is not broken."""
    if len(parts) == 1:
        return parts[0]
    return _Word(tuple(p for one in parts for p in one.parts), sum(one.width for one in parts), "", parts[0].style)


@lru_cache(maxsize=4096)
def _plain(word: str, style: _Style) -> _Word:
    parts = tuple(_letters(word.replace(hyphens.SOFT, ""), style))
    return _Word(parts, sum(part[2] for part in parts), word, style)


def _letters(text: str, style: _Style) -> Iterator[_Part]:
    """Return letters as runs of one font and one scale."""
    if not style.small_caps:
        for font, part, width in fonts.styled_runs(text, *style[:3]):
            yield font, part, width, 1
        return
    for small, letters in groupby(text, lambda char: char.upper() != char and char.islower()):
        scale = fonts.SMALL_CAPS if small else 1
        for font, part, width in fonts.styled_runs("".join(letters).upper() if small else "".join(letters), *style[:3]):
            yield font, part, width * scale, scale


def _mixed(word: str, box: Text, style: _Style) -> _Word:
    """Return a word with symbols in it."""
    parts: list[_Part | Symbol] = []
    for i, text in enumerate(_TOKEN.split(word)):
        if i % 2 and text in box.symbols:
            parts.append(box.symbols[text])
        elif text:
            parts += _letters("{" + text + "}" if i % 2 else text, style)
    width = sum(SYMBOL * p.wide if isinstance(p, Symbol) else p[2] for p in parts)
    return _Word(tuple(parts), width, "", style)


def _wrapped(box: Text, paragraphs: list[list[_Word]], limit: float, space: float, breaking: bool) -> list[WrappedLine]:
    """Return lines of words with their widths in ems; `breaking` breaks words that do not fit their line."""
    lines: list[WrappedLine] = []
    for paragraph in paragraphs:
        line: list[_Word] = []
        width = 0.0
        for word in paragraph:
            longer = width + space + word.width if line else word.width
            while breaking and longer > limit + 1e-9:
                pair = _broken(word, box, limit - (width + space if line else 0.0))
                if pair:
                    line.append(pair[0])
                    width = width + space + pair[0].width if len(line) > 1 else pair[0].width
                    word = pair[1]
                elif not line:
                    break
                lines.append((line, width))
                line, width, longer = [], 0.0, word.width
            if line and longer > limit + 1e-9:
                lines.append((line, width))
                line, longer = [], word.width
            line.append(word)
            width = longer
        lines.append((line, width))
    return lines


def _broken(word: _Word, box: Text, limit: float) -> tuple[_Word, _Word] | None:
    """Return the longest beginning of a word that fits a limit in ems with its hyphen, and the rest of the word."""
    for head, tail in hyphens.breaks(word.text, box.language) if word.text else ():
        begun = _plain(head, word.style)
        if begun.width <= limit + 1e-9:
            return begun, _plain(tail, word.style)
    return None


def _room(
    box: Text, paragraphs: list[list[_Word]], size: float, space: float, breaking: bool
) -> tuple[float, list[WrappedLine]]:
    """Return how many mm of height or width are left over at a size, whichever is less, and the lines.

    Below 0 they do not fit.
    """
    em = size * MM_PER_PT
    lines = _wrapped(box, paragraphs, box.w / em, space, breaking)
    widest = max((width for _, width in lines), default=0)
    return min(box.h - len(lines) * box.leading * em, box.w - widest * em) + 1e-9, lines


def _set_lines(box: Text, size: float, lines: list[WrappedLine]) -> Words:
    em, (first, _, space) = size * MM_PER_PT, _space(box)
    spare = box.h - len(lines) * box.leading * em
    top = box.y + {"top": 0.0, "middle": spare / 2, "bottom": spare}[box.across]
    set_lines, symbols = [], []
    for number, (line, width) in enumerate(lines):
        baseline = top + (number * box.leading + (box.leading + fonts.CAP_HEIGHT) / 2) * em
        x = box.x + (box.w - width * em) * {"left": 0.0, "centre": 0.5, "right": 1.0}[box.align]
        runs, drawn = _line(line, x, baseline, em, (first, space))
        set_lines.append((baseline, runs))
        symbols += drawn
    return Words(box, size, tuple(set_lines), tuple(symbols))


def _line(
    line: list[_Word], x: float, baseline: float, em: float, gaps: tuple[str, float]
) -> tuple[tuple[Run, ...], list[PlacedSymbol]]:
    """Return a line's runs and symbols from `x` on; words of one font are one run, spaces and all.

    `gaps` are the font and the width of the spaces: words in that font keep them, in another they separate two runs.
    """
    runs: list[Run] = []
    symbols: list[PlacedSymbol] = []
    spaced, space = gaps
    font, text, start, size = "", "", x, 1.0
    for number, word in enumerate(line):
        gap = space * em if number else 0.0
        for part in word.parts:
            if isinstance(part, Symbol):
                if text:
                    runs.append(Run(font, text, start, x - start, size))
                side = SYMBOL * em
                symbols.append(PlacedSymbol(part, x + gap, baseline - (fonts.CAP_HEIGHT * em + side) / 2, side))
                font, text, x, gap = "", "", x + gap + side * part.wide, 0.0
                continue
            new_font, more, width, scale = part
            if new_font == font and scale == size and (not gap or (font == spaced and scale == 1)):
                text += f"{_SPACE}{more}" if gap else more
            else:
                if text:
                    runs.append(Run(font, text, start, x - start, size))
                font, text, start, size = new_font, more, x + gap, scale
            x, gap = x + gap + width * em, 0.0
    if text:
        runs.append(Run(font, text, start, x - start, size))
    return tuple(runs), symbols


def _keep_inside(boxes: tuple[Box, ...], piece: str, edge: tuple[float, float]) -> None:
    for text, corners in corners_of(boxes):
        over = max(max(-x, x - edge[0], -y, y - edge[1]) for x, y in corners)
        if over > 0.01:
            raise DoesNotFit(piece, text.what, over, "reaches over the edge")


def corners_of(
    boxes: Iterable[Box], x: float = 0, y: float = 0, angle: float = 0, scale: float = 1
) -> list[tuple[Text, tuple[Point, ...]]]:
    """Return every text box with its four corners in the outermost frame, after all groups' turns."""
    turn_cos, turn_sin = cos(radians(angle)) * scale, sin(radians(angle)) * scale

    def outside(px: float, py: float) -> Point:
        return x + px * turn_cos - py * turn_sin, y + px * turn_sin + py * turn_cos

    found = []
    for box in boxes:
        if isinstance(box, Group):
            found += corners_of(box.boxes, *outside(box.x, box.y), angle + box.angle, scale * box.scale)
        elif isinstance(box, Text):
            edges = ((box.x, box.y), (box.x + box.w, box.y), (box.x, box.y + box.h), (box.x + box.w, box.y + box.h))
            found.append((box, tuple(outside(*corner) for corner in edges)))
    return found
