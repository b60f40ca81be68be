"""The diagrams of Mecha Mettle's rules: a shot straight ahead, a shot sideways, and an upgraded module."""

from collections.abc import Iterator

from companion.gamekit.contract import Context
from companion.games.mecha_mettle.rules.line_of_sight import COLUMNS, ROWS, Facing, Square, squares
from companion.games.mecha_mettle.rules.upgrades import Upgraded
from companion.games.mecha_mettle.sheets import pair
from companion.printing.faces.boxes import Box, Group, Rect, polygon
from companion.printing.faces.diagrams import WIDE, Diagram, arrow, cross_out, diagram, label, number

_W, _H = 11.0, 9.0
"""Width and height of a space in mm."""
_LEFT = (WIDE - 3 * _W) / 2
_TOP = 4.4
_BETWEEN = 5.0
"""From one area to the other, in mm."""
_MINE = _TOP + 3 * _H + _BETWEEN
_PAIR = 42.0
_STRAIGHT, _SIDEWAYS = Square("front", "left"), Square("middle", "centre")
_TURNS: dict[Facing, float] = {"ahead": 0, "right": 90, "owner": 180, "left": 270}


def diagrams(context: Context) -> tuple[Diagram, ...]:
    """Return the diagrams under the rulings in force."""
    straight = "Straight ahead: your left column faces their right one, and their front row is 1. "
    sideways = "Sideways: a module that faces right shoots along a row of theirs, from 1 on. "
    stops = "The shot stops at the first module (M); what is behind it (×) is safe."
    shown = pair.example(context.catalogue)
    return (
        diagram("line-of-sight", f"{straight}{stops}", _MINE + 3 * _H + 5, *_shot(_STRAIGHT, "ahead", context)),
        diagram("line-of-sight", f"{sideways}{stops}", _MINE + 3 * _H + 5, *_shot(_SIDEWAYS, "right", context)),
        *((_upgraded(shown),) if shown else ()),
    )


def _upgraded(shown: Upgraded) -> Diagram:
    caption = (
        f"{shown.upper.module.name} on {shown.lower.module.name}: LINK reads in one line, and of the lower card only "
        "the strip still counts."
    )
    drawn = Group((pair.draw_pair(shown, _PAIR, pair.upright(shown)),), (WIDE - _PAIR) / 2, 0)
    return diagram("upgrades", caption, _PAIR, drawn)


def _corner(square: Square, is_theirs: bool) -> tuple[float, float]:
    """Return the top left corner of a space; their area is seen from across the table."""
    row, column = ROWS.index(square.row), COLUMNS.index(square.column)
    if is_theirs:
        return _LEFT + (2 - column) * _W, _TOP + (2 - row) * _H
    return _LEFT + column * _W, _MINE + row * _H


def _shot(at: Square, facing: Facing, context: Context) -> Iterator[Box]:
    """Yield both areas and the way of a shot that meets a module in its second space."""
    way = squares(at, facing, context.rulings)
    assert way is not None
    passed, _ = way
    yield label(0, 0, WIDE, "the opponent", 8, ink="soft")
    for is_theirs in (True, False):
        for square in (Square(row, column) for row in ROWS for column in COLUMNS):
            x, y = _corner(square, is_theirs)
            is_passed = is_theirs and square in passed
            yield Rect(x, y, _W, _H, 0.8, "tint" if is_passed else "paper", "blue", 0.3)
    yield label(0, _MINE + 3 * _H + 0.8, WIDE, "you", 8, ink="soft")
    x, y = _corner(at, is_theirs=False)
    yield from _module(x, y)
    weapon = polygon((-2, -2.6), (2, -2.6), (0, -4.3), fill="accent", stroke=None)
    yield Group((weapon,), x + _W / 2, y + _H / 2, _TURNS[facing])
    centres = [(cx + _W / 2, cy + _H / 2) for cx, cy in (_corner(square, is_theirs=True) for square in passed)]
    (first, second, third) = centres
    yield from _module(second[0] - _W / 2, second[1] - _H / 2)
    step = (second[0] - first[0], second[1] - first[1])
    start = (first[0] - step[0] * 0.95, first[1] - step[1] * 0.95)
    end = (second[0] - step[0] * 0.42, second[1] - step[1] * 0.42)
    yield from arrow(start, end)
    yield from number(first[0] - _W / 2 + 2.5, first[1] - _H / 2 + 2.5, 1)
    yield from number(second[0] - _W / 2 + 2.5, second[1] - _H / 2 + 2.5, 2)
    yield cross_out(*third)


def _module(x: float, y: float) -> tuple[Box, ...]:
    return (
        Rect(x + 1.6, y + 1.4, _W - 3.2, _H - 2.8, 0.8, "wash", "ink", 0.4),
        label(x + 1.6, y + _H / 2 - 1.8, _W - 3.2, "M", 10, "bold"),
    )
