"""Line art for the ink saver: a face or page without solid areas, other than letters, thin strokes and small marks.

An area of ink that is thicker than SOLID becomes an outline with lines across it, closer for darker inks. A stroke is
no thicker than STROKE, and a light ground becomes a hairline around white. There are no lines behind words, and white
on dark becomes dark on white.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from companion.printing.faces.boxes import Box, Circle, Format, Group, Ink, Line, Path, PlacedSymbol, Rect, Symbol, Text
from companion.printing.faces.boxes import Point as At
from companion.printing.faces.frames import GroupFrame
from companion.printing.faces.hatching import Area, Ring, Rings, holds_circle, inside, longest, rings, strokes
from companion.printing.faces.inks import is_ground
from companion.printing.sheets import safe_zone
from companion.printing.text.fitting import Drawn, Turned, Words

SOLID = 1.0
"""The greatest thickness of a solid area, in mm; with an outline it is less by twice the stroke."""
SOLID_MARK = 1.45
"""The greatest thickness of a small mark, in mm."""
MARK = 2.5
"""The longest side of a small mark, in mm: a bolt, a pip, a point of a crown."""
STROKE = 1.0
"""The widest stroke, in mm."""
RIM = 0.5
"""The widest stroke around an area, in mm."""
OUTLINE = 0.2
"""Stroke around an area that had none, in mm."""
HAIRLINE = 0.15
"""Stroke of the lines across an area, and around a light ground, in mm."""
LETTER_GAP = 0.5
"""Distance of the lines from letters, in mm."""
_DESCENT = 0.9
"""The longest descender of a letter, in mm."""
_EDGE = 0.01


@dataclass(frozen=True, slots=True)
class _Hatch:
    """The lines for an ink: their distance in mm, and whether they go down to the right."""

    spacing: float
    falling: bool = False


HATCHES: dict[Ink, _Hatch] = {
    "ink": _Hatch(0.5),
    "blue": _Hatch(0.7, falling=True),
    "soft": _Hatch(0.8, falling=True),
    "accent": _Hatch(0.9),
}
"""Darker inks have closer lines; the game's colour differs from blue by their direction."""

AnyBox = Box | Drawn


def _hatch(ink: Ink | None) -> _Hatch | None:
    """Return the lines for an ink; None for white and for light grounds. A colour that a player chose is an accent."""
    if ink is None or is_ground(ink):
        return None
    return HATCHES["accent"] if ink.startswith("#") else HATCHES.get(ink)


def draw_line_art(boxes: Iterable[Drawn], form: Format | None = None) -> tuple[Drawn, ...]:
    """Return fitted boxes as line art; a ground that covers the whole of `form` gets no outline."""
    fitted = tuple(boxes)
    letters = tuple(_text_outline(corners) for _, corners in safe_zone.letter_corners(fitted))
    art = _LineArt(letters, (form.w, form.h) if form else None)
    return tuple(box for each in fitted for box in art.box(each, GroupFrame()))  # type: ignore[misc]


def _text_outline(corners: tuple[At, ...]) -> Ring:
    """Return the area around a text's letters, which are horizontal or vertical."""
    across, down = [x for x, _ in corners], [y for _, y in corners]
    more = LETTER_GAP + _DESCENT if max(across) - min(across) < max(down) - min(down) else LETTER_GAP
    left, right = min(across) - more, max(across) + more
    top, low = min(down) - LETTER_GAP, max(down) + (LETTER_GAP if more > LETTER_GAP else LETTER_GAP + _DESCENT)
    return ((left, top), (right, top), (right, low), (left, low))


@dataclass
class _LineArt:
    """The drawing of one face: the places of its letters, and the areas so far."""

    letters: tuple[Ring, ...]
    size: tuple[float, float] | None = None
    drawn: list[tuple[Rings, bool]] = field(default_factory=list)
    """The areas so far, in the face's frame, and whether they are dark."""

    def box(self, box: AnyBox, frame: GroupFrame) -> Iterator[AnyBox]:
        """Yield the line art that replaces a box."""
        match box:
            case Rect() | Circle() | Path():
                yield from self._shape(box, frame)
            case Line() if box.width * frame.scale > STROKE and _hatch(box.ink) and not box.dash:
                yield from self._shape(_bar(box), frame)
            case Line() if box.ink == "paper" and self._is_over_dark(
                ((box.x1 + box.x2) / 2, (box.y1 + box.y2) / 2), frame
            ):
                yield replace(box, ink="ink", width=min(box.width, OUTLINE / frame.scale))
            case Turned() | Group():
                inner = frame.within(box)
                boxes = tuple(line for each in box.boxes for line in self.box(each, inner))
                yield replace(box, boxes=boxes)  # type: ignore[arg-type]
            case PlacedSymbol():
                yield replace(box, symbol=_symbol(box.symbol, round(box.size * frame.scale, 1) or 0.1))
            case Words() if box.box.ink == "paper":
                yield replace(box, box=replace(box.box, ink="ink"))
            case Text() if box.ink == "paper":
                yield replace(box, ink="ink")
            case _:
                yield box

    def _shape(self, box: Area, frame: GroupFrame) -> Iterator[AnyBox]:
        area = rings(box) if box.fill else ()
        box = replace(box, width=min(box.width, (RIM if box.fill else STROKE) / frame.scale))
        stroke = box.width if box.stroke not in (None, "paper") else 0.0
        solid = (SOLID_MARK if longest(area) * frame.scale <= MARK else SOLID) / frame.scale
        hatch = _hatch(box.fill)
        if hatch and holds_circle(box, round(max(solid - 2 * stroke, 0.01), 4)):
            yield from self._hatch_area(box, area, hatch, frame)
            return
        fill, dark = box.fill, self._lies_on_dark(box, area, frame)
        if fill and is_ground(fill) and not box.stroke and not self._covers_face(area, frame):
            box = replace(box, fill="paper", stroke="faint", width=HAIRLINE / frame.scale)
        elif dark and (box.stroke == "paper" or (fill == "paper" and not box.stroke)):
            width = min(box.width, OUTLINE / frame.scale) if box.stroke else HAIRLINE / frame.scale
            box = replace(box, stroke="ink", width=width)
        if area:
            self._draw(area, False, frame)
        yield box

    def _hatch_area(self, box: Area, area: Rings, hatch: _Hatch, frame: GroupFrame) -> Iterator[AnyBox]:
        clear = (tuple(map(frame.from_face, place)) for place in self.letters)
        lines = strokes(area, hatch.spacing / frame.scale, hatch.falling, clear)
        self._draw(area, True, frame)
        ground = replace(box, fill="paper")
        if self._covers_face(area, frame):
            ground = replace(ground, stroke=None)
        elif box.stroke in (None, "paper"):
            ground = replace(ground, stroke="ink", width=OUTLINE / frame.scale)
        # The outline is drawn last, over the ends of the lines.
        yield replace(ground, stroke=None)
        if lines:
            yield Path(lines, None, "ink", HAIRLINE / frame.scale)
        if ground.stroke:
            yield replace(ground, fill=None)

    def _draw(self, area: Rings, dark: bool, frame: GroupFrame) -> None:
        self.drawn.append((tuple(tuple(map(frame.to_face, ring)) for ring in area), dark))

    def _lies_on_dark(self, box: Area, area: Rings, frame: GroupFrame) -> bool:
        """Return whether a white shape or stroke is on a dark area, where it must stay visible."""
        if box.stroke != "paper" and (box.fill != "paper" or box.stroke):
            return False
        points = [point for ring in area or rings(replace(box, fill="paper")) for point in ring]
        if not points and isinstance(box, Path):
            points = [(float(move[-2]), float(move[-1])) for move in box.moves if len(move) > 1]
        if not points:
            return False
        x, y = (sum(values) / len(points) for values in zip(*points, strict=True))
        return self._is_over_dark((x, y), frame)

    def _is_over_dark(self, point: At, frame: GroupFrame) -> bool:
        where = frame.to_face(point)
        return next((dark for area, dark in reversed(self.drawn) if inside(where, area)), False)

    def _covers_face(self, area: Rings, frame: GroupFrame) -> bool:
        """Return whether an area covers the whole face."""
        if self.size is None or len(area) != 1:
            return False
        points = [frame.to_face(point) for ring in area for point in ring]
        (left, right), (top, low) = (
            (min(point[axis] for point in points), max(point[axis] for point in points)) for axis in (0, 1)
        )
        return left < _EDGE and top < _EDGE and right > self.size[0] - _EDGE and low > self.size[1] - _EDGE


def _bar(line: Line) -> Path:
    """Return the area of a thick line."""
    long = ((line.x2 - line.x1) ** 2 + (line.y2 - line.y1) ** 2) ** 0.5 or 1.0
    aside = (line.y1 - line.y2) / long * line.width / 2, (line.x2 - line.x1) / long * line.width / 2
    corners = (
        (line.x1 + aside[0], line.y1 + aside[1]),
        (line.x2 + aside[0], line.y2 + aside[1]),
        (line.x2 - aside[0], line.y2 - aside[1]),
        (line.x1 - aside[0], line.y1 - aside[1]),
    )
    moves = (("M", *corners[0]), *(("L", *corner) for corner in corners[1:]), ("Z",))
    return Path(moves, line.ink, None)


@lru_cache(maxsize=1024)
def _symbol(symbol: Symbol, size: float) -> Symbol:
    """Return a symbol as line art for a size in mm; the symbol itself if nothing in it is thick."""
    art = _LineArt(())
    boxes = tuple(box for each in symbol.boxes for box in art.box(each, GroupFrame(scale=size)))
    return symbol if boxes == symbol.boxes else replace(symbol, boxes=boxes)  # type: ignore[arg-type]
