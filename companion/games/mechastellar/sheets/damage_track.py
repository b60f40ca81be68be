"""Damage tracks of the roster: boxes of hundreds, and above them boxes of thousands for units with many HP."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from companion.printing.faces.boxes import Box, Rect, Text

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
MOST = 20
"""The most boxes of the largest step."""
CARRY = 10
"""Boxes of a smaller step; ten of them make one of the next."""


def steps(hp: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the rows of a track, largest step first: the step, and the worth of each box.

    The last box of the largest step may be worth less; smaller steps have ten boxes, erased when the next is ticked.
    """
    step = 100
    while -(-hp // step) > MOST:
        step *= 10
    worth = [step] * (hp // step) + ([hp % step] if hp % step else [])
    found = [(step, tuple(worth))]
    while step > 100:
        step //= 10
        found.append((step, (step,) * CARRY))
    return tuple(found)


_first = partial(Text, size=9, weight="bold", across="middle", leading=1, what="hp")
_other = partial(Text, size=7.5, ink="soft", across="middle", leading=1, what="hp")


def height(hp: int, w: float) -> float:
    """Return the height in mm that a track needs in a width."""
    return sum(_lines(len(boxes), w) * LINE for _, boxes in steps(hp))


def track(hp: int, x: float, y: float, w: float) -> Boxes:
    """Return the track for a number of HP; every box is at least 5 mm inside."""
    made: list[Box] = []
    each = _across(w)
    for n, (step, worth) in enumerate(steps(hp)):
        words = f"HP {hp}" if n == 0 else f"and {step}s"
        made.append(_first(x, y, LABEL, BOX, words) if n == 0 else _other(x, y, LABEL, BOX, words))
        for i, value in enumerate(worth):
            row, column = divmod(i, each)
            left, top = x + LABEL + column * PITCH + column // 5 * FIVES, y + row * LINE
            made.append(Rect(left, top, BOX, BOX, stroke="ink", width=0.2))
            if value != step:
                made.append(
                    Text(left, top, BOX, BOX, str(value), 7, 6.5, "regular", "centre", "middle", "soft", leading=1)
                )
        last = len(worth) - 1
        end = x + LABEL + (last % each + 1) * PITCH + last % each // 5 * FIVES + 0.8
        lines = _lines(len(worth), w)
        if worth:
            made.append(replace(_other(end, y + (lines - 1) * LINE, STEP, BOX, f"× {step}"), size=7, what="step"))
        y += lines * LINE
    return tuple(made)


CARD_BOX, CARD_PITCH, CARD_FIVES, CARD_LINE, CARD_LABEL = 5.2, 5.35, 0.6, 5.9, 9.5
"""The same on a card: a box is 5 mm inside its outline too, and ten stand in a row."""


def card_height(hp: int) -> float:
    """Return the height in mm that a track needs on a card."""
    return sum(-(-len(worth) // CARRY) for _, worth in steps(hp)) * CARD_LINE


def card_track(hp: int, x: float, y: float) -> Boxes:
    """Return the track for a card 64 mm wide inside: a row for every ten boxes, each step's worth before its first."""
    made: list[Box] = []
    for step, worth in steps(hp):
        made.append(Text(x, y, CARD_LABEL, CARD_BOX, f"{step}s", 7, 6.5, "semibold", across="middle", ink="soft"))
        for row in range(0, len(worth), CARRY):
            made += _row(step, worth[row : row + CARRY], x + CARD_LABEL, y + row // CARRY * CARD_LINE)
        y += -(-len(worth) // CARRY) * CARD_LINE
    return tuple(made)


def sheet_height(hp: int, w: float) -> float:
    """Return the height in mm that a track needs on a profile sheet of that width."""
    return len(_side_by_side(hp, w)) * CARD_LINE


def sheet_track(hp: int, x: float, y: float, w: float) -> Boxes:
    """Return the track for a profile sheet: its steps side by side as far as the width allows."""
    made: list[Box] = []
    for line in _side_by_side(hp, w):
        left = x
        for step, worth in line:
            made.append(
                Text(left, y, CARD_LABEL, CARD_BOX, f"{step}s", 7, 6.5, "semibold", across="middle", ink="soft")
            )
            made += _row(step, worth, left + CARD_LABEL, y)
            left += _wide(worth)
        y += CARD_LINE
    return tuple(made)


_Step = tuple[int, tuple[int, ...]]


def _side_by_side(hp: int, w: float) -> list[list[_Step]]:
    lines: list[list[_Step]] = []
    room = 0.0
    for step in steps(hp):
        wide = _wide(step[1])
        if not lines or wide > room:
            lines.append([])
            room = w
        lines[-1].append(step)
        room -= wide
    return lines


def _wide(worth: Sequence[int]) -> float:
    """Return the width in mm of a row of boxes with its label and the space after it."""
    return CARD_LABEL + len(worth) * CARD_PITCH + (len(worth) - 1) // 5 * CARD_FIVES + 4


def _row(step: int, worth: Sequence[int], x: float, y: float) -> Boxes:
    """Return boxes side by side; one that is worth less than the others says what it is worth."""
    made: list[Box] = []
    for i, value in enumerate(worth):
        left = x + i * CARD_PITCH + i // 5 * CARD_FIVES
        made.append(Rect(left, y, CARD_BOX, CARD_BOX, stroke="ink", width=0.2))
        if value != step:
            words = Text(left, y, CARD_BOX, CARD_BOX, str(value), 7, 6.5, "regular", "centre", "middle", "soft")
            made.append(replace(words, leading=1))
    return tuple(made)


def _across(w: float) -> int:
    """Return how many boxes fit in a row, a multiple of five."""
    room = w - LABEL - STEP
    return max(5, int((room + FIVES) // (5 * PITCH + FIVES)) * 5)


def _lines(boxes: int, w: float) -> int:
    return max(1, -(-boxes // _across(w)))
