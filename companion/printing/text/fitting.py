"""Fits text into its box: wraps it, sets it smaller down to its least size, then refuses; no letter crosses an edge."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
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
)
from companion.printing.text import fonts, hyphens
from companion.printing.text.fonts import FontLetters
from companion.printing.text.shaping import Cluster
from companion.printing.text.words import SYMBOL, Paragraph, SetWord, plain_word
from companion.printing.text.words import paragraphs as words_of

MM_PER_PT = 25.4 / 72
"""Millimetres in a point."""
STEP = 0.25
"""Distance of the sizes that are tried, in points."""
LEGIBLE = 7.0
"""Below this many points type is hard to read at a table; words are hyphenated rather than set smaller."""
_SPACE = " "


class DoesNotFit(fonts.CannotPrint):
    """A text does not fit its box at its least size, or a box crosses the edge of its face.

    `piece` and `what` name the place, `overflow` is in mm.
    """

    def __init__(self, piece: str, what: str, overflow: float, why: str, fix: str = "Shorten it.") -> None:
        """Write the message from the parts."""
        super().__init__(f"{piece}: {what} {why} by {ceil(overflow * 10 - 1e-6) / 10:.1f} mm. {fix}")
        self.piece, self.what, self.overflow, self.why = piece, what, overflow, why


@dataclass(frozen=True, slots=True)
class Run:
    """Letters of one font on a line: `x` from the left of their frame and width `w`, in mm.

    `scale` times the text's size is their size: small capitals are smaller. Shaped letters have `clusters`, from left
    to right; their `text` is in the order of reading.
    """

    font: str
    text: str
    x: float
    w: float
    scale: float = 1
    clusters: tuple[Cluster, ...] = ()


@dataclass(frozen=True, slots=True)
class Words:
    """A fitted text: its size in points, its lines, and the symbols in it."""

    box: Text
    size: float
    lines: tuple[tuple[float, tuple[Run, ...]], ...]
    """A baseline in mm and its runs, for each line."""
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


class WrappedLine(NamedTuple):
    """A line's words, its width in ems, and whether it begins at the right."""

    words: list[SetWord]
    width: float
    from_right: bool = False


def fit(boxes: Iterable[Box], piece: str, edge: tuple[float, float] | None = None) -> tuple[Drawn, ...]:
    """Return boxes with their texts fitted; DoesNotFit names the piece and the box.

    `edge` is a face's width and height in mm, which no text may cross.
    """
    budget.check()
    boxes = tuple(boxes)
    if edge:
        _keep_inside(boxes, piece, edge)
    return tuple(_fit_box(box, piece) for box in boxes)


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
    """Return the size in points at which a text fits its box, and its lines.

    Words are broken where the text would be illegible or too long otherwise. CannotPrint names the piece and the box.
    """
    try:
        paragraphs = words_of(box)
    except fonts.Unprintable as error:
        why = fonts.missing(box.text, box.family) or str(error)
        raise fonts.Unprintable(f"{piece}: {box.what}: {why}.") from None
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
    """Return a text cut to the words that fit at its least size, with an ellipsis; of a long first word, its letters.

    A box without room for a single letter is refused later, when it is fitted.
    """
    plain = replace(box, text=fonts.replace_missing(box.text, box.family))
    if fits(plain):
        return plain
    by_word = [replace(plain, text=f"{plain.text[: gap.start()]} …") for gap in re.finditer(r"\s+(?=\S)", plain.text)]
    first = next(iter(plain.text.split(maxsplit=1)), "")
    ends = range(1, len(first)) if "{" not in first and not (box.markup and "<" in first) else ()
    by_letter = [replace(plain, text=f"{first[:end]}…") for end in ends]
    shorter = [*by_letter, *by_word]
    return (
        shorter[max(0, bisect_left(shorter, True, key=lambda shorter_text: not fits(shorter_text)) - 1)]
        if shorter
        else plain
    )


def line_count(box: Text) -> int:
    """Return how many lines a text takes at its least size, even where it does not fit.

    With this a face is laid out before its texts are checked; fitting then raises, with the place.
    """
    plain = replace(box, text=fonts.replace_missing(box.text, box.family))
    em = box.least * MM_PER_PT
    paragraphs, space = words_of(plain), _space(plain)[2]
    whole = _wrap(plain, paragraphs, box.w / em, space, False)
    if all(line.width * em <= box.w + 1e-9 for line in whole):
        return len(whole)
    return len(_wrap(plain, paragraphs, box.w / em, space, True))


_EXACT = -1e-6


def _largest(
    box: Text, paragraphs: list[Paragraph], space: float, breaking: bool
) -> tuple[float, float, list[WrappedLine]]:
    """Return the largest size that fits, or else the least; the mm left over at it; and the lines."""
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


def _space(box: Text) -> tuple[str, str, float]:
    """Return the space between a text's words: font, letters, and width in ems."""
    return fonts.styled_runs(_SPACE, box.weight, str(box.family))[0]


def _wrap(box: Text, paragraphs: list[Paragraph], limit: float, space: float, breaking: bool) -> list[WrappedLine]:
    """Return lines of words with their widths in ems; `breaking` breaks words that do not fit their line."""
    lines: list[WrappedLine] = []
    for words, from_right in paragraphs:
        line: list[SetWord] = []
        width = 0.0
        for word in words:
            gap = space if word.has_gap else 0.0
            longer = width + gap + word.width if line else word.width
            while breaking and longer > limit + 1e-9:
                pair = _break(word, box, limit - (width + gap if line else 0.0))
                if pair:
                    line.append(pair[0])
                    width = width + gap + pair[0].width if len(line) > 1 else pair[0].width
                    word = pair[1]
                elif not line:
                    break
                lines.append(WrappedLine(line, width, from_right))
                line, width, longer = [], 0.0, word.width
            if line and longer > limit + 1e-9:
                lines.append(WrappedLine(line, width, from_right))
                line, longer = [], word.width
            line.append(word)
            width = longer
        lines.append(WrappedLine(line, width, from_right))
    return lines


def _break(word: SetWord, box: Text, limit: float) -> tuple[SetWord, SetWord] | None:
    """Return the longest beginning of a word that fits `limit` ems, with its hyphen, and the rest of the word."""
    for head, tail in hyphens.breaks(word.text, box.language) if word.text else ():
        beginning = plain_word(head, word.style)
        if beginning.width <= limit + 1e-9:
            rest = plain_word(tail, word.style)
            if word.places:
                rest = rest._replace(places=word.places[:1] * len(rest.parts))
                beginning = beginning._replace(places=word.places[:1] * len(beginning.parts))
            return beginning._replace(has_gap=word.has_gap, gap_place=word.gap_place), rest
    return None


def _room(
    box: Text, paragraphs: list[Paragraph], size: float, space: float, breaking: bool
) -> tuple[float, list[WrappedLine]]:
    """Return how many mm of height or width are left at a size, whichever is less, and the lines.

    Below 0 they do not fit.
    """
    em = size * MM_PER_PT
    lines = _wrap(box, paragraphs, box.w / em, space, breaking)
    widest = max((line.width for line in lines), default=0)
    return min(box.h - len(lines) * box.leading * em, box.w - widest * em) + 1e-9, lines


def _set_lines(box: Text, size: float, lines: list[WrappedLine]) -> Words:
    em, (first, _, space) = size * MM_PER_PT, _space(box)
    spare = box.h - len(lines) * box.leading * em
    top = box.y + {"top": 0.0, "middle": spare / 2, "bottom": spare}[box.across]
    set_lines, symbols = [], []
    for number, (line, width, from_right) in enumerate(lines):
        baseline = top + (number * box.leading + (box.leading + fonts.CAP_HEIGHT) / 2) * em
        align = "right" if from_right and box.align == "left" else box.align
        x = box.x + (box.w - width * em) * {"left": 0.0, "centre": 0.5, "right": 1.0}[align]
        runs, drawn = _line(line, x, baseline, em, (first, space))
        set_lines.append((baseline, runs))
        symbols += drawn
    return Words(box, size, tuple(set_lines), tuple(symbols))


def _in_order(line: list[SetWord], space: float) -> Iterator[tuple[float, FontLetters | Symbol]]:
    """Yield the parts of a line from left to right, each with the room before it in ems."""
    if not any(word.places for word in line):
        for number, word in enumerate(line):
            gap = space if number and word.has_gap else 0.0
            for part in word.parts:
                yield gap, part
                gap = 0.0
        return
    placed: list[tuple[int, FontLetters | Symbol | None]] = []
    for number, word in enumerate(line):
        if number and word.has_gap:
            placed.append((word.gap_place, None))
        placed += zip(word.places, word.parts, strict=True)
    gap = 0.0
    for _, one in sorted(placed, key=lambda pair: pair[0]):
        if one is None:
            gap += space
        else:
            yield gap, one
            gap = 0.0


def _line(
    line: list[SetWord], x: float, baseline: float, em: float, gaps: tuple[str, float]
) -> tuple[tuple[Run, ...], list[PlacedSymbol]]:
    """Return the runs and symbols of a line that starts at `x`; neighbours in one font are one run.

    `gaps` are the font and the width of the spaces: a run in another font cannot contain them and ends there. So does
    one whose letters are shaped.
    """
    runs: list[Run] = []
    symbols: list[PlacedSymbol] = []
    spaced, space = gaps
    font, text, start, size = "", "", x, 1.0
    for room, part in _in_order(line, space):
        gap = room * em
        if isinstance(part, Symbol) or part.clusters:
            if text:
                runs.append(Run(font, text, start, x - start, size))
                font, text = "", ""
            if isinstance(part, Symbol):
                side = SYMBOL * em
                symbols.append(PlacedSymbol(part, x + gap, baseline - (fonts.CAP_HEIGHT * em + side) / 2, side))
                x += gap + side * part.wide
            else:
                runs.append(Run(part.font, part.text, x + gap, part.width * em, part.scale, part.clusters))
                x += gap + part.width * em
            continue
        new_font, more, width, _, scale = part
        if new_font == font and scale == size and (not gap or (font == spaced and scale == 1)):
            text += f"{_SPACE}{more}" if gap else more
        else:
            if text:
                runs.append(Run(font, text, start, x - start, size))
            font, text, start, size = new_font, more, x + gap, scale
        x += gap + width * em
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
    """Return every text box with its four corners, turned and scaled into the outermost frame."""
    turn_cos, turn_sin = cos(radians(angle)) * scale, sin(radians(angle)) * scale

    def outside(px: float, py: float) -> Point:
        return x + px * turn_cos - py * turn_sin, y + px * turn_sin + py * turn_cos

    corners = []
    for box in boxes:
        if isinstance(box, Group):
            corners += corners_of(box.boxes, *outside(box.x, box.y), angle + box.angle, scale * box.scale)
        elif isinstance(box, Text):
            edges = ((box.x, box.y), (box.x + box.w, box.y), (box.x, box.y + box.h), (box.x + box.w, box.y + box.h))
            corners.append((box, tuple(outside(*corner) for corner in edges)))
    return corners
