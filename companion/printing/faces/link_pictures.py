"""The preview picture of a link, for chats: a build's portrait beside its title."""

from collections.abc import Sequence

from companion.printing.faces.boxes import Box, Face, Format, Group, Line, Rect, Text
from companion.printing.faces.portraits import HEIGHT, WIDTH, Figure, portrait

DOTS = (1200, 630)
"""The usual size of link previews, in pixels."""
LINK = Format("link", HEIGHT * DOTS[0] / DOTS[1], HEIGHT, 2)
"""The picture's field, as high as a portrait."""
DPI = DOTS[1] / HEIGHT * 25.4
_LEFT, _PANEL, _MARGIN = 4.0, 38.5, 1.5
"""Left edges of the words and of the portrait's panel, and the room around the portrait, in mm."""


def link_face(title: str, game: str, below: str, figures: Sequence[Figure]) -> Face:
    """Return the picture: title and game on the left, `below` at the foot, the portrait on the right.

    `title` has only printable characters; without figures the words have the whole width.
    """
    wide = (_PANEL if figures else LINK.w - _LEFT) - _LEFT - _MARGIN
    return Face(
        (
            Rect(0, 0, LINK.w, LINK.h, fill="paper", stroke=None),
            *(_ground(_PANEL) if figures else ()),
            Rect(0, 0, LINK.w, 1.6, fill="accent", stroke=None),
            Text(_LEFT, 5, wide, 4, game, 10, 6, "semibold", ink="accent", leading=1, what="game"),
            Text(_LEFT, 10, wide, 25, title, 24, 6, "bold", leading=1.05, what="title"),
            Text(_LEFT, 37, wide, 8, below, 9, 6, across="bottom", ink="soft", leading=1.15, what="about"),
            *_portrait_boxes(figures),
        )
    )


def _portrait_boxes(figures: Sequence[Figure]) -> tuple[Box, ...]:
    if not figures:
        return ()
    scale = (LINK.w - _PANEL - 2 * _MARGIN) / WIDTH
    return (Group(portrait(figures), _PANEL + _MARGIN, (LINK.h - HEIGHT * scale) / 2, 0, scale),)


def _ground(left: float) -> tuple[Box, ...]:
    """Return blueprint paper from `left` to the right edge."""
    across = (
        Line(left + x * 6, 0, left + x * 6, LINK.h, 0.08, "faint") for x in range(1, int((LINK.w - left) / 6) + 1)
    )
    down = (Line(left, y * 6, LINK.w, y * 6, 0.08, "faint") for y in range(1, int(LINK.h / 6) + 1))
    return (Rect(left, 0, LINK.w - left, LINK.h, fill="wash", stroke=None), *across, *down)
