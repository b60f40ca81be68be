"""Tuckboxes: the net of a box to cut out, fold and glue, sized from the inside for its cards.

From left to right a net has the back, a side, the front, the other side and a tab; above the back the lid and its tuck
flap; below back and front two flaps that are glued over each other. The printed side is the outside.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, partial

from companion.printing.faces.boxes import Box, Face, Format, Group, Line, Path, Piece, Point, Rect, Text

GLUE = 12.0
"""Width of the tab that is glued to the back, in mm."""
TUCK = 15.0
"""Length of the lid's flap inside the box, and the most for the small flaps under it, in mm."""
SHALLOWEST = 8.0
"""Depth of the flattest box, in mm: a flatter one cannot be folded."""
CLEAR = 2.0
"""Least distance of letters from folds and cuts, in mm."""
_NOTCH = 9.0
"""Radius of the notch for the thumb, in mm."""
_EASE = 0.5
"""How much narrower than its panel a flap is at each end, in mm, so that it slides in."""
_ARC = 0.5523
"""Length of the handles of a quarter circle, as a share of its radius."""
_DASH = (1.6, 1.2)
_FRAME = 3.0
"""Distance of the printed frame from a panel's folds, in mm."""
_words = partial(Text, align="centre", across="middle", leading=1.1)


@dataclass(frozen=True, slots=True)
class Panel:
    """A flat part of a net: its place in mm from the net's top left corner."""

    x: float
    y: float
    w: float
    h: float


@dataclass(frozen=True)
class Net:
    """The net of a box by its inside: width, height and depth in mm, with the opening at the top."""

    w: float
    h: float
    d: float

    @property
    def size(self) -> tuple[float, float]:
        """The width and the height of the whole net."""
        return 2 * (self.w + self.d) + GLUE, TUCK + self.d + self.h + self.below

    @property
    def flap(self) -> float:
        """The length of the small flaps of the sides, over the opening and over the bottom."""
        return min(TUCK, self.w * 0.45)

    @property
    def below(self) -> float:
        """The height of the flaps below the panels."""
        return max(self.d, self.flap)

    @property
    def top(self) -> float:
        """The distance of the panels from the net's upper edge."""
        return TUCK + self.d

    @cached_property
    def panels(self) -> dict[str, Panel]:
        """The panels and flaps that are printed on, by name."""
        w, h, d, top = self.w, self.h, self.d, self.top
        return {
            "back": Panel(0, top, w, h),
            "side": Panel(w, top, d, h),
            "front": Panel(w + d, top, w, h),
            "other side": Panel(2 * w + d, top, d, h),
            "tab": Panel(2 * (w + d), top, GLUE, h),
            "lid": Panel(0, TUCK, w, d),
            "tuck": Panel(0, 0, w, TUCK),
            "inner bottom": Panel(0, top + h, w, d),
            "outer bottom": Panel(w + d, top + h, w, d),
        }

    @property
    def folds(self) -> tuple[tuple[float, float, float, float], ...]:
        """The folds, each by a right angle: x and y of both ends."""
        w, d, top, low = self.w, self.d, self.top, self.top + self.h
        upright = tuple((x, top, x, low) for x in (w, w + d, 2 * w + d, 2 * (w + d)))
        sides = ((w, w + d), (2 * w + d, 2 * (w + d)))
        level = [(_EASE, TUCK, w - _EASE, TUCK), (0.0, top, w, top), (0.0, low, w, low), (w + d, low, 2 * w + d, low)]
        return (*upright, *level, *((left, y, right, y) for left, right in sides for y in (top, low)))

    @property
    def outline(self) -> Path:
        """The cut, with the notch for the thumb in the front's upper edge."""
        w, d, top, low = self.w, self.d, self.top, self.top + self.h
        middle, r = 1.5 * w + d, min(_NOTCH, w / 5)
        k = r * _ARC
        notch: tuple[tuple[str | float, ...], ...] = (
            ("L", middle - r, top),
            ("C", middle - r, top + k, middle - k, top + r, middle, top + r),
            ("C", middle + k, top + r, middle + r, top + k, middle + r, top),
        )
        after = [
            (2 * w + d, top),
            *self._small_flap(2 * w + d, top, -1),
            (2 * (w + d), top),
            *self._tab(),
            *reversed(self._small_flap(2 * w + d, low, 1)),
            (2 * w + d, low),
            *reversed(self._bottom(w + d)),
            (w + d, low),
            *reversed(self._small_flap(w, low, 1)),
            (w, low),
            *reversed(self._bottom(0)),
            (0.0, low),
        ]
        before = [*self._lid(), *self._small_flap(w, top, -1), (w + d, top)]
        return Path((("M", 0.0, top), *_to(before), *notch, *_to(after), ("Z",)), None, "ink", 0.3)

    def _lid(self) -> list[Point]:
        """Return the corners of the lid and its flap, from the back's upper left corner to the upper right one."""
        w, corner = self.w, 5.0
        flap = [
            (_EASE, TUCK),
            (_EASE, corner),
            (_EASE + corner, 0.0),
            (w - _EASE - corner, 0.0),
            (w - _EASE, corner),
            (w - _EASE, TUCK),
        ]
        return [(0.0, TUCK), *flap, (w, TUCK), (w, self.top)]

    def _small_flap(self, x: float, y: float, down: int) -> list[Point]:
        """Return the outer corners of a side's flap, from left to right."""
        ease = min(2.0, self.d / 4)
        return [(x + ease, y + down * self.flap), (x + self.d - ease, y + down * self.flap)]

    def _bottom(self, x: float) -> list[Point]:
        """Return the outer corners of a flap that is glued at the bottom, from left to right."""
        low = self.top + self.h + self.d
        return [(x + _EASE, low), (x + self.w - _EASE, low)]

    def _tab(self) -> list[Point]:
        right, slope = self.size[0], GLUE / 2
        return [
            (right, self.top + slope),
            (right, self.top + self.h - slope),
            (right - GLUE, self.top + self.h),
        ]


def _to(points: Iterable[Point]) -> tuple[tuple[str | float, ...], ...]:
    return tuple(("L", *point) for point in points)


def deepest(w: float, h: float, rooms: Iterable[tuple[float, float]]) -> float:
    """Return the greatest depth in mm of a box that fits one of the rooms; below 0 none does."""
    return max(_deepest(w, h, *room) for room in rooms)


def _deepest(w: float, h: float, wide: float, high: float) -> float:
    over = high - TUCK - h
    # See Net.below: the part below the panels is as high as the depth, or as the small flaps if these are longer.
    flap = Net(w, h, 0).flap
    return min((wide - GLUE) / 2 - w, over / 2 if over / 2 >= flap else over - flap)


@dataclass(frozen=True)
class Label:
    """The print on a box: the game, the title, the contents, a picture for the front and one for the back.

    Boxes for custom cards may have the same words as game and title.
    """

    game: str
    title: str
    inside: str
    front: "Drawing"
    back: "Drawing"

    @property
    def below(self) -> str:
        """The line below the game's name; the contents where the title would repeat it."""
        return self.inside if self.title == self.game else self.title


@dataclass(frozen=True)
class Drawing:
    """A drawing with its size in mm, to be scaled by at most `largest`."""

    w: float
    h: float
    boxes: tuple[Box, ...]
    largest: float = 9

    def within(self, x: float, y: float, w: float, h: float) -> Group:
        """Return it scaled to fit a place, centred."""
        scale = min(w / self.w, h / self.h, self.largest)
        return Group(self.boxes, x + (w - self.w * scale) / 2, y + (h - self.h * scale) / 2, 0, scale)


def tuckbox(id_: str, net: Net, label: Label) -> tuple[Format, Piece]:
    """Return a box as a piece to cut out, and its format: the smallest rectangle around the net."""
    w, h = net.size
    form = Format(f"box {net.w:g} × {net.h:g} × {net.d:g} mm", w, h, CLEAR, traced=True)
    about = f"A box to cut out, fold and glue, {net.w:g} × {net.h:g} × {net.d:g} mm inside: {label.inside}"
    return form, Piece(id_, f"Box: {label.title}", Face(_face(net, label)), about=about)


def _face(net: Net, label: Label) -> tuple[Box, ...]:
    panels = net.panels
    return (
        *_front(panels["front"], label),
        *_back(panels["back"], label),
        *(box for name in ("side", "other side") for box in _side(panels[name], label)),
        *_lid(panels["lid"], label),
        *_instructions(panels["tuck"]),
        *(box for name in ("tab", "inner bottom") for box in _glue_label(panels[name])),
        *(Line(*ends, width=0.25, ink="soft", dash=_DASH) for ends in net.folds),
        net.outline,
    )


def _front(at: Panel, label: Label) -> tuple[Box, ...]:
    """Return the front: the game's name below the notch, the picture, and the title at the foot."""
    x, w, y = at.x + _FRAME, at.w - 2 * _FRAME, at.y + _NOTCH + _FRAME
    h = at.y + at.h - _FRAME - y
    return (
        Rect(x, y, w, h, 2, "tint", "accent", 0.5),
        _words(x + 2, y + 1.5, w - 4, 9, label.game, 17, weight="bold", what="game", ink="accent"),
        Line(x + 4, y + 11.5, x + w - 4, y + 11.5, 0.3, "accent"),
        label.front.within(x + 3, y + 13, w - 6, h - 29),
        Rect(x + 2.5, y + h - 15, w - 5, 12.5, 1.5, "paper", "accent", 0.3),
        _words(x + 4, y + h - 14.5, w - 8, 11.5, label.below, 14, weight="bold", what="title"),
    )


def _back(at: Panel, label: Label) -> tuple[Box, ...]:
    x, y, w, h = at.x + _FRAME, at.y + _FRAME, at.w - 2 * _FRAME, at.h - 2 * _FRAME
    low = min(24.0, h * 0.3)
    return (
        Rect(x, y, w, h, 2, None, "accent", 0.5),
        _words(x + 2, y + 1.5, w - 4, 6, label.title, 11, weight="bold", what="title"),
        label.back.within(x + 3, y + 9, w - 6, h - low - 12),
        _words(x + 3, y + h - low - 1, w - 6, low, label.inside, 8, what="what is inside"),
    )


def _side(at: Panel, label: Label) -> tuple[Box, ...]:
    """Return a side with the names along it, read from top to bottom as on the spine of a book."""
    deep, long = at.w - 2 * CLEAR, at.h - 2 * _FRAME
    size = min(14.0, deep * 2.1)
    return (
        Group(
            (
                _words(0, 0, long * 0.4, deep, label.game, size, weight="bold", what="game", ink="accent"),
                _words(long * 0.42, 0, long * 0.58, deep, label.below, size, weight="semibold", what="title"),
            ),
            at.x + at.w - CLEAR,
            at.y + _FRAME,
            90,
        ),
    )


def _lid(at: Panel, label: Label) -> tuple[Box, ...]:
    """Return the lid's title, upside down in the net, so that it is read from the front."""
    w, h = at.w - 2 * _FRAME, at.h - 2 * CLEAR
    return (
        Group(
            (_words(0, 0, w, h, label.title, min(14.0, h * 2.1), weight="bold", what="title"),),
            at.x + at.w - _FRAME,
            at.y + at.h - CLEAR,
            180,
        ),
    )


def _instructions(at: Panel) -> tuple[Box, ...]:
    instructions = "Cut along the solid line, fold along the dashed ones, glue tab and bottom."
    return (
        _words(
            at.x + 6.5, at.y + CLEAR + 1, at.w - 13, at.h - 2 * CLEAR - 1, instructions, 7, what="how to", ink="soft"
        ),
    )


def _glue_label(at: Panel) -> tuple[Box, ...]:
    wide, high = min(at.w, 20.0) - 2 * CLEAR, min(at.h, 8.0) - 2 * CLEAR
    x, y = at.x + (at.w - wide) / 2, at.y + (at.h - high) / 2
    return (_words(x, y, wide, high, "glue", 7, what="glue", ink="soft"),)
