"""Damage tracks: rows of boxes to tick, for 100 HP each or with strokes to draw over; nothing has to be erased."""

from collections.abc import Iterator
from functools import partial
from itertools import count

from companion.printing.faces.boxes import Box, Ink, Line, Rect, Text

Boxes = tuple[Box, ...]

BOX = 5.3
"""Side of a box to tick in mm: 5 mm inside its outline."""
PITCH = 5.8
"""From one box to the next."""
FIVES = 0.8
"""Extra gap after five boxes."""
LINE = 6.2
LABEL, STEP = 20.0, 12.0
"""Width of the labels before and after the boxes."""
MOST = 40
"""The most boxes of a track whose boxes have strokes."""
PLAIN = 20
"""The most boxes of 100 HP; a longer track has boxes with strokes."""
_FIVE = 5
"""Strokes side by side in a box; ten stand in two rows."""


def track_boxes(hp: int) -> tuple[int, tuple[int, ...]]:
    """Return the HP of a full box, and those of each box; the last box may have fewer."""
    sizes = (size * 10**power for power in count(2) for size in (1, 5))  # 100, 500, 1000, 5000, …
    step = next(size for size in sizes if -(-hp // size) <= (PLAIN if size == 100 else MOST))
    return step, (*[step] * (hp // step), *([hp % step] if hp % step else []))


def stroke_worth(step: int) -> int:
    """Return the HP of a stroke in a box of `step` HP: 100 in a box of 500 or 1000."""
    return step if step == 100 else step // (_FIVE if str(step)[0] == "5" else 2 * _FIVE)


_hp_text = partial(Text, size=9, weight="bold", across="middle", leading=1, what="hp")
_step_text = partial(Text, size=7, ink="soft", across="middle", leading=1, what="step")


def height(hp: int, w: float) -> float:
    """Return the height in mm of a track `w` mm wide."""
    return _row_count(len(track_boxes(hp)[1]), w) * LINE


def track(hp: int, x: float, y: float, w: float, lost: int = 0) -> Boxes:
    """Return the roster's track for a number of HP, of which the first ones are `lost` and struck already."""
    step, worth = track_boxes(hp)
    per_row = _boxes_per_row(w)
    boxes: list[Box] = [_hp_text(x, y, LABEL, BOX, f"HP {hp}")]
    for i, value in enumerate(worth):
        row, column = divmod(i, per_row)
        left, top = x + LABEL + column * PITCH + column // 5 * FIVES, y + row * LINE
        boxes += _box(left, top, BOX, step, value)
        gone = min(value, max(0, lost - i * step))
        if gone == value:
            boxes.append(Line(left, top + BOX, left + BOX, top, 0.5))
        elif gone:
            boxes += _strokes(left, top, BOX, gone // stroke_worth(step), step // stroke_worth(step), "ink")
    last = len(worth) - 1
    end = x + LABEL + (last % per_row + 1) * PITCH + last % per_row // 5 * FIVES + 0.8
    if worth:
        boxes.append(_step_text(end, y + (_row_count(len(worth), w) - 1) * LINE, STEP, BOX, _worth_words(step)))
    return tuple(boxes)


CARD_BOX, CARD_PITCH, CARD_FIVES, CARD_LINE, CARD_LABEL = 5.2, 5.35, 0.6, 5.9, 9.5
"""The same measures on cards and profile sheets; a box is 5 mm inside its outline too."""
_CARD_ROW = 10
"""Boxes in a row on a card."""


def card_height(hp: int) -> float:
    """Return the height in mm of a track on a card."""
    return -(-len(track_boxes(hp)[1]) // _CARD_ROW) * CARD_LINE


def card_track(hp: int, x: float, y: float) -> Boxes:
    """Return the track of a card 64 mm wide inside: rows of ten boxes after a label with a stroke's worth."""
    return (_label(x, y, hp), *_rows(hp, x, y, _CARD_ROW))


def sheet_height(hp: int, w: float) -> float:
    """Return the height in mm of a track on a profile sheet `w` mm wide."""
    return -(-len(track_boxes(hp)[1]) // _sheet_boxes_per_row(w)) * CARD_LINE


def sheet_track(hp: int, x: float, y: float, w: float, number: str = "") -> Boxes:
    """Return the track of a profile sheet; `number` is the model's, on a sheet for several."""
    return (_label(x, y, hp, number), *_rows(hp, x, y, _sheet_boxes_per_row(w)))


def _label(x: float, y: float, hp: int, number: str = "") -> Text:
    words = f"{number}: HP" if number else _worth_words(track_boxes(hp)[0])
    return Text(x, y, CARD_LABEL, CARD_BOX, words, 7, 6.5, "semibold", across="middle", ink="soft", what="step")


def _worth_words(step: int) -> str:
    """Return the label of a track: the HP of a box or of a stroke in it."""
    return "100s" if step == 100 else f"| = {stroke_worth(step)}"


def _rows(hp: int, x: float, y: float, per_row: int) -> Iterator[Box]:
    step, worth = track_boxes(hp)
    for i, value in enumerate(worth):
        row, column = divmod(i, per_row)
        left = x + CARD_LABEL + column * CARD_PITCH + column // 5 * CARD_FIVES
        yield from _box(left, y + row * CARD_LINE, CARD_BOX, step, value)


def _box(x: float, y: float, side: float, step: int, value: int) -> Iterator[Box]:
    """Yield a box with faint strokes to draw over; a last box of 100s has its number if it is less than 100."""
    yield Rect(x, y, side, side, stroke="ink", width=0.2)
    if step != 100:
        yield from _strokes(x, y, side, -(-value // stroke_worth(step)), step // stroke_worth(step))
    elif value != step:
        yield Text(x, y, side, side, str(value), 7, 6.5, "regular", "centre", "middle", "soft", leading=1)


def _strokes(x: float, y: float, side: float, count: int, most: int, ink: Ink = "faint") -> Iterator[Line]:
    """Yield the first `count` of the strokes of a full box, in rows of five."""
    rows = most // _FIVE
    high = side / rows
    for n in range(count):
        row, column = divmod(n, _FIVE)
        at, top = x + side * (column + 0.5) / _FIVE, y + row * high
        yield Line(at, top + 0.18 * high, at, top + 0.82 * high, 0.18 if ink == "faint" else 0.5, ink)


def _sheet_boxes_per_row(w: float) -> int:
    """Return the number of boxes in a row of a profile sheet, a multiple of five."""
    return max(_FIVE, int((w - CARD_LABEL) // (_FIVE * CARD_PITCH + CARD_FIVES)) * _FIVE)


def _boxes_per_row(w: float) -> int:
    """Return the number of boxes in a row of the roster, a multiple of five."""
    room = w - LABEL - STEP
    return max(5, int((room + FIVES) // (5 * PITCH + FIVES)) * 5)


def _row_count(boxes: int, w: float) -> int:
    return max(1, -(-boxes // _boxes_per_row(w)))
