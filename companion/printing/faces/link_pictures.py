"""The picture of a page's link: a build's portrait beside its title, for chats that show what a link leads to."""

from collections.abc import Sequence

from companion.printing.faces.boxes import Box, Face, Format, Group, Line, Rect, Text
from companion.printing.faces.portraits import HEIGHT, WIDTH, Figure, portrait

DOTS = (1200, 630)
"""The size that chats ask for, in pixels."""
LINK = Format("link", HEIGHT * DOTS[0] / DOTS[1], HEIGHT, 2)
"""The picture's field in mm: as high as a portrait."""
DPI = DOTS[1] / HEIGHT * 25.4
_LEFT, _WORDS = 4.0, 33.0
"""Where the words begin, and their width in mm."""
_PORTRAIT = LINK.w - _WORDS - 2 * _LEFT
"""The width left for the portrait."""


def link_face(title: str, game: str, below: str, figures: Sequence[Figure]) -> Face:
    """Return the picture: title and game on the left, what is `below` them at the foot, the portrait on the right.

    The title must be one that can be printed; without figures the words have the whole width.
    """
    wide = _WORDS if figures else LINK.w - 2 * _LEFT
    return Face(
        (
            Rect(0, 0, LINK.w, LINK.h, fill="wash", stroke=None),
            *_grid(),
            Rect(0, 0, LINK.w, 1.6, fill="accent", stroke=None),
            Text(_LEFT, 5, wide, 4, game, 10, 6, "semibold", ink="accent", leading=1, what="game"),
            Text(_LEFT, 10, wide, 25, title, 24, 6, "bold", leading=1.05, what="title"),
            Text(_LEFT, 37, wide, 8, below, 9, 6, across="bottom", ink="soft", leading=1.15, what="about"),
            *_drawn(figures),
        )
    )


def _drawn(figures: Sequence[Figure]) -> tuple[Box, ...]:
    if not figures:
        return ()
    scale = _PORTRAIT / WIDTH
    return (Group(portrait(figures), _LEFT + _WORDS, (LINK.h - HEIGHT * scale) / 2, 0, scale),)


def _grid() -> tuple[Box, ...]:
    across = (Line(x * 6, 0, x * 6, LINK.h, 0.08, "faint") for x in range(1, int(LINK.w / 6) + 1))
    down = (Line(0, y * 6, LINK.w, y * 6, 0.08, "faint") for y in range(1, int(LINK.h / 6) + 1))
    return (*across, *down)
