"""The preview picture of a link, for chats: the portraits of builds beside a title and a few lines of words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.printing.faces.boxes import Box, Face, Format, Group, Line, Rect, Text
from companion.printing.faces.portraits import A_ROW, HEIGHT, WIDTH, Figure, portrait, row

DOTS = (1200, 630)
"""The usual size of link previews, in pixels."""
LINK = Format("link", HEIGHT * DOTS[0] / DOTS[1], HEIGHT, 2)
"""The picture's field, as high as a portrait."""
DPI = DOTS[1] / HEIGHT * 25.4
MOST_SIDES = 4
"""Sides that have a portrait of their own."""
LINE_SIZE = 9.0
"""Size of a line of words, in points."""
_LEFT, _PANEL, _MARGIN = 4.0, 38.5, 1.5
"""Left edges of the words and of the portraits' panel, and the room around a portrait, in mm."""
WORDS_WIDTH = _PANEL - _LEFT - _MARGIN
"""Width of the words beside portraits, in mm."""
_LINE, _NAME = 4.0, 4.0
"""Height of a line of words and of the name above a side's portrait, in mm."""


@dataclass(frozen=True, slots=True)
class PictureSide:
    """A build in the picture: its mechs, and whose they are, empty where that is said by the title."""

    figures: tuple[Figure, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class LinkPicture:
    """What the picture says and shows, in printable characters.

    `over` stands above the title: the game and what of it is shown. `lines` follow the title, each on one line of
    `WORDS_WIDTH`; `figure` is the number that matters, `below` the last line, or the last two without a figure.
    """

    title: str
    over: str
    lines: tuple[str, ...] = ()
    figure: str = ""
    below: str = ""
    sides: tuple[PictureSide, ...] = ()


def link_face(picture: LinkPicture) -> Face:
    """Return the picture: words on the left, portraits on the right; without any the words have the whole width."""
    sides = [side for side in picture.sides if side.figures][:MOST_SIDES]
    wide = WORDS_WIDTH if sides else LINK.w - 2 * _LEFT
    high = 13.0 if picture.lines else 22.0
    low = 4.5 if picture.figure else 8.5
    lines = (
        Text(_LEFT, 10.8 + high + _LINE * number, wide, _LINE, line, LINE_SIZE, 6, leading=1, what="line")
        for number, line in enumerate(picture.lines)
    )
    return Face(
        (
            Rect(0, 0, LINK.w, LINK.h, fill="paper", stroke=None),
            *(_ground(_PANEL) if sides else ()),
            Rect(0, 0, LINK.w, 1.6, fill="accent", stroke=None),
            Text(_LEFT, 5, wide, 4, picture.over, 10, 6, "semibold", ink="accent", leading=1, what="game"),
            Text(_LEFT, 10, wide, high, picture.title, 24, 6, "bold", leading=1.05, what="title"),
            *lines,
            Text(_LEFT, 32.5, wide, 8, picture.figure, 10, 6, "semibold", across="bottom", leading=1.1, what="figure"),
            Text(
                _LEFT,
                45.5 - low,
                wide,
                low,
                picture.below,
                9,
                6,
                across="bottom",
                ink="soft",
                leading=1.1,
                what="about",
            ),
            *_portraits(sides),
        )
    )


def _portraits(sides: Sequence[PictureSide]) -> Iterator[Box]:
    """Yield the portraits in the panel: one fills it; of several each is a row of mechs below its name."""
    columns = 1 if len(sides) < 3 else 2
    rows = max(1, -(-len(sides) // columns))
    wide, high = (LINK.w - _PANEL) / columns, (LINK.h - _MARGIN) / rows
    for number, side in enumerate(sides):
        left, top = _PANEL + wide * (number % columns), _MARGIN + high * (number // columns)
        name = _NAME if side.name else 0
        boxes, own_height = row(side.figures[-A_ROW:]) if len(sides) > 1 else (portrait(side.figures), HEIGHT)
        scale = min((wide - 2 * _MARGIN) / WIDTH, (high - _MARGIN - name) / own_height)
        if side.name:
            yield Text(left + 2, top + 0.8, wide - 4, _NAME, side.name, 8, 6, "semibold", leading=1, what="side")
        bottom = (high - _MARGIN - name - own_height * scale) / 2
        yield Group(boxes, left + (wide - WIDTH * scale) / 2, top + name + bottom, 0, scale)


def _ground(left: float) -> tuple[Box, ...]:
    """Return blueprint paper from `left` to the right edge."""
    across = (
        Line(left + x * 6, 0, left + x * 6, LINK.h, 0.08, "faint") for x in range(1, int((LINK.w - left) / 6) + 1)
    )
    down = (Line(left, y * 6, LINK.w, y * 6, 0.08, "faint") for y in range(1, int(LINK.h / 6) + 1))
    return (Rect(left, 0, LINK.w - left, LINK.h, fill="wash", stroke=None), *across, *down)
