"""Damage tracks: boxes that are ticked once and never erased, for 100 HP each or with a stroke for each 100."""

from collections.abc import Iterator
from functools import partial
from itertools import count

from companion.printing.faces.boxes import Box, Line, Rect, Text

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
"""The most boxes of a hundred HP; with more, a box is worth several strokes."""
_FIVE = 5
"""Strokes side by side in a box; ten stand in two rows."""


def track_boxes(hp: int) -> tuple[int, tuple[int, ...]]:
    """Return what a box of a track is worth, and the worth of each: the last may be worth less."""
    step = next(size for size in _sizes() if -(-hp // size) <= (PLAIN if size == 100 else MOST))
    return step, (*[step] * (hp // step), *([hp % step] if hp % step else []))


def _sizes() -> Iterator[int]:
    """Return what boxes may be worth: 100, 500, 1000, 5000, …"""
    return (size * 10**power for power in count(2) for size in (1, 5))


def stroke_worth(step: int) -> int:
    """Return how many HP a stroke is worth in a box of so many: 100 in a box of 500 or of 1000."""
    return step if step == 100 else step // (_FIVE if str(step)[0] == "5" else 2 * _FIVE)


_first = partial(Text, size=9, weight="bold", across="middle", leading=1, what="hp")
_other = partial(Text, size=7, ink="soft", across="middle", leading=1, what="step")


def height(hp: int, w: float) -> float:
    """Return the height in mm that a track needs in a width."""
    return _lines(len(track_boxes(hp)[1]), w) * LINE


def track(hp: int, x: float, y: float, w: float) -> Boxes:
    """Return the track for a number of HP; every box is at least 5 mm inside."""
    step, worth = track_boxes(hp)
    each = _across(w)
    made: list[Box] = [_first(x, y, LABEL, BOX, f"HP {hp}")]
    for i, value in enumerate(worth):
        row, column = divmod(i, each)
        made += _box(x + LABEL + column * PITCH + column // 5 * FIVES, y + row * LINE, BOX, step, value)
    last = len(worth) - 1
    end = x + LABEL + (last % each + 1) * PITCH + last % each // 5 * FIVES + 0.8
    if worth:
        made.append(_other(end, y + (_lines(len(worth), w) - 1) * LINE, STEP, BOX, _worth_words(step)))
    return tuple(made)


CARD_BOX, CARD_PITCH, CARD_FIVES, CARD_LINE, CARD_LABEL = 5.2, 5.35, 0.6, 5.9, 9.5
"""The same on a card: a box is 5 mm inside its outline too, and ten stand in a row."""
_A_ROW = 10


def card_height(hp: int) -> float:
    """Return the height in mm that a track needs on a card."""
    return -(-len(track_boxes(hp)[1]) // _A_ROW) * CARD_LINE


def card_track(hp: int, x: float, y: float) -> Boxes:
    """Return the track for a card 64 mm wide inside: a row for every ten boxes, a stroke's worth before the first."""
    return (_label(x, y, hp), *_rows(hp, x, y, _A_ROW))


def sheet_height(hp: int, w: float) -> float:
    """Return the height in mm that a track needs on a profile sheet of that width."""
    return -(-len(track_boxes(hp)[1]) // _sheet_across(w)) * CARD_LINE


def sheet_track(hp: int, x: float, y: float, w: float, number: str = "") -> Boxes:
    """Return the track for a profile sheet; with the number of its unit where a sheet is for several."""
    return (_label(x, y, hp, number), *_rows(hp, x, y, _sheet_across(w)))


def _label(x: float, y: float, hp: int, number: str = "") -> Text:
    words = f"{number}: HP" if number else _worth_words(track_boxes(hp)[0])
    return Text(x, y, CARD_LABEL, CARD_BOX, words, 7, 6.5, "semibold", across="middle", ink="soft", what="step")


def _worth_words(step: int) -> str:
    """Return what is written beside a track: what a box or a stroke in it is worth."""
    return "100s" if step == 100 else f"| = {stroke_worth(step)}"


def _rows(hp: int, x: float, y: float, each: int) -> Iterator[Box]:
    step, worth = track_boxes(hp)
    for i, value in enumerate(worth):
        row, column = divmod(i, each)
        left = x + CARD_LABEL + column * CARD_PITCH + column // 5 * CARD_FIVES
        yield from _box(left, y + row * CARD_LINE, CARD_BOX, step, value)


def _box(x: float, y: float, side: float, step: int, value: int) -> Iterator[Box]:
    """Return a box with faint strokes to draw over, one for each hundred; without any it says what less it is worth."""
    yield Rect(x, y, side, side, stroke="ink", width=0.2)
    if step != 100:
        yield from _strokes(x, y, side, -(-value // stroke_worth(step)), step // stroke_worth(step))
    elif value != step:
        yield Text(x, y, side, side, str(value), 7, 6.5, "regular", "centre", "middle", "soft", leading=1)


def _strokes(x: float, y: float, side: float, found: int, whole: int) -> Iterator[Line]:
    """Return so many of a whole box's strokes, in rows of five."""
    rows = whole // _FIVE
    high = side / rows
    for n in range(found):
        row, column = divmod(n, _FIVE)
        at, top = x + side * (column + 0.5) / _FIVE, y + row * high
        yield Line(at, top + 0.18 * high, at, top + 0.82 * high, 0.18, "faint")


def _sheet_across(w: float) -> int:
    """Return how many boxes stand in a row of a profile sheet, a multiple of five."""
    return max(_FIVE, int((w - CARD_LABEL) // (_FIVE * CARD_PITCH + CARD_FIVES)) * _FIVE)


def _across(w: float) -> int:
    """Return how many boxes fit in a row, a multiple of five."""
    room = w - LABEL - STEP
    return max(5, int((room + FIVES) // (5 * PITCH + FIVES)) * 5)


def _lines(boxes: int, w: float) -> int:
    return max(1, -(-boxes // _across(w)))
