"""Counter cards, rings and the initiative chip, which keep score on the table."""

from companion.data.rulebook import Rulings, rule
from companion.games.wreck_a_mech import art
from companion.games.wreck_a_mech.rules.play import VICTORIES
from companion.games.wreck_a_mech.sheets.card_faces import text
from companion.printing.faces.boxes import Box, Circle, Face, Format, Group, Line, Rect, Text, polygon

Boxes = tuple[Box, ...]

COUNTER = Format("counter 126 × 88 mm", 126, 88)
CHIP = Format("chip 38 mm", 38, 38, 2)
RING = Format("ring 11 mm", 11, 11, 1)
_PITCH = 10.6
_LEFT = 14.0
_SPOT = 4.3
"""Radius of a ring's place in mm: rings of up to 11 mm fit side by side."""
_ROWS = (("Attack", 0), ("Defense", 1))


def counter_face() -> Face:
    """Return a counter card: tens and ones of Attack and Defense, Victory, and arrows for Attack."""
    boxes: list[Box] = [Rect(2, 2, COUNTER.w - 4, COUNTER.h - 4, 2, stroke="blue", width=0.5)]
    top = 4.6
    for title, row in _ROWS:
        y = top + row * 30.5
        boxes += [
            Text(_LEFT, y, 60, 5.4, title, 13, 9, "bold", across="middle", leading=1, what="track"),
            *_arrow(title == "Attack", y),
            *_digits("tens", y + 6.2),
            *_digits("ones", y + 6.2 + _PITCH + 0.6),
        ]
    y = top + 61.4
    boxes += [
        Line(5, y, COUNTER.w - 5, y, 0.3, "faint"),
        Text(_LEFT, y + 1.4, 30, 5.4, "Victory", 13, 9, "bold", across="middle", leading=1, what="track"),
        *(box for n in range(VICTORIES + 1) for box in _spot(_LEFT + 46 + n * _PITCH, y + 8.4, str(n))),
        text(_LEFT, y + 7.4, 40, 6.6, "Three, alone, win.\nStart: 09, 05, 0.", 8, ink="soft", what="start"),
    ]
    return Face(tuple(boxes))


def _arrow(attack: bool, y: float) -> Boxes:
    """Return the arrow of Attack, to the left neighbour or from the right one (facts 25, 75)."""
    note = "to your defender, on your left" if attack else "against your attacker, on your right"
    x, middle = COUNTER.w - 62, y + 2.7
    # Both arrows point the way that damage travels: to the left.
    arrow = polygon((x, middle), (x + 3, middle - 1.8), (x + 3, middle + 1.8), fill="accent", stroke=None)
    shaft = Line(x + 3, middle, x + 9, middle, 0.8, "accent")
    return (arrow, shaft, text(x + 11, y, 46, 5.4, note, 8, ink="soft", what="arrow"))


def _digits(label: str, y: float) -> Boxes:
    boxes: list[Box] = [
        text(4.5, y, _LEFT - 5.5, _PITCH - 0.4, label, 9, 6.5, "semibold", "right", ink="soft", what="track label")
    ]
    for digit in range(10):
        boxes += _spot(_LEFT + _SPOT + 0.6 + digit * _PITCH, y + _PITCH / 2 - 0.2, str(digit))
    return tuple(boxes)


def _spot(x: float, y: float, digit: str) -> Boxes:
    return (
        Circle(x, y, _SPOT, "paper", "soft", 0.3),
        Text(
            x - _SPOT,
            y - _SPOT,
            2 * _SPOT,
            2 * _SPOT,
            digit,
            14,
            9,
            "bold",
            "centre",
            "middle",
            leading=1,
            what="spot",
        ),
    )


@rule("rings")
def ring_face() -> Face:
    """Return a ring to cut out for a place; it is hollow, so that the digit below can be seen."""
    middle = RING.w / 2
    return Face(
        (
            Circle(middle, middle, 4.6, "tint", "accent", 0.9),
            Circle(middle, middle, 2.9, "paper", "accent", 0.3),
        )
    )


_WHEN_TO_PASS = {
    "every-turn": "pass it to the left\nat the end of the turn",
    "rebound-only": "pass to the left\nafter a Rebound",
}


def chip_face(front: bool, rulings: Rulings) -> Face:
    """Return a side of the initiative chip; the back says when to pass it."""
    middle = CHIP.w / 2
    picture: Boxes = (Group(art.emblem(), middle, middle + 1.5, scale=0.5),) if front else ()
    note = "first in every step" if front else _WHEN_TO_PASS[rulings["initiative"]]
    return Face(
        (
            Rect(0, 0, CHIP.w, CHIP.h, fill="tint", stroke=None),
            Circle(middle, middle, middle - 3.6, "paper", "accent", 0.9),
            text(8, 6.4, CHIP.w - 16, 4.6, "INITIATIVE", 9, 6.5, "bold", "centre", what="chip"),
            *picture,
            text(
                8,
                26.2 if front else 14,
                CHIP.w - 16,
                4.4 if front else 10,
                note,
                7.5,
                6.5,
                "semibold",
                "centre",
                what="chip note",
            ),
        )
    )
