"""The frame of a zone, and the area of its contents, which never leaves the card."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.printing.custom.layouts import colours
from companion.printing.custom.layouts.zones import CardZone
from companion.printing.faces.boxes import Box, Circle, Format, Ink, Line, Rect, polygon
from companion.printing.faces.inks import ground_colour, line_colour

PAST = 3.0
"""How far a frame is drawn past the trim, in mm: as far as any bleed."""
_LIGHT = 0.75
"""The least luminance of a ground without outline."""
_OUTLINE = 0.2


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle on a card, in mm."""

    x: float
    y: float
    w: float
    h: float

    def turned(self, angle: int) -> "Window":
        """Return it in the frame of its contents, which is turned by quarters."""
        return Window(0, 0, self.h, self.w) if angle % 180 else Window(0, 0, self.w, self.h)

    def corner(self, angle: int) -> tuple[float, float]:
        """Return the corner at which the turned frame begins."""
        return {
            90: (self.x + self.w, self.y),
            180: (self.x + self.w, self.y + self.h),
            270: (self.x, self.y + self.h),
        }.get(angle, (self.x, self.y))


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of a frame, `#rrggbb` or None."""

    fill: str | None
    stroke: str | None


NO_LOOK = Look(None, None)


def inside(zone: CardZone, form: Format) -> Window | None:
    """Return the area of a zone's contents, clipped to the trim for words, icons or stats; None if it is empty.

    A picture may go past the trim, as far as any bleed.
    """
    past = 0.0 if zone.has_letters else PAST
    left, top = max(zone.at[0] + zone.pad, -past), max(zone.at[1] + zone.pad, -past)
    right = min(zone.at[0] + zone.size[0] - zone.pad, form.w + past)
    bottom = min(zone.at[1] + zone.size[1] - zone.pad, form.h + past)
    if right - left < 0.1 or bottom - top < 0.1:
        return None
    return Window(left, top, right - left, bottom - top)


def zone_frame(zone: CardZone, look: Look, form: Format) -> Iterator[Box]:
    """Yield a zone's frame. A dark ground gets an outline of its own colour, to be printed in ink saver."""
    if look.fill is None and look.stroke is None:
        return
    fill: Ink | None = ground_colour(look.fill) if look.fill else None
    stroke: Ink | None = line_colour(look.stroke) if look.stroke else None
    width = zone.width
    if stroke is None and look.fill and colours.luminance(look.fill) < _LIGHT and _keeps_off_trim(zone, form):
        stroke, width = line_colour(look.fill), _OUTLINE
    (x, y), (w, h) = zone.at, zone.size
    if zone.shape == "line":
        ends = (_cut(x, form.w), _cut(y, form.h), _cut(x + w, form.w), _cut(y + h, form.h))
        yield Line(*ends, zone.width, stroke or line_colour(look.fill or colours.DEFAULTS["ink"]), zone.dash)
    elif zone.shape == "circle":
        r = min(w, h) / 2
        yield Circle(x + w / 2, y + h / 2, r, fill, stroke, width)
    elif zone.shape == "hex":
        corners = ((x + w / 4, y), (x + w * 3 / 4, y), (x + w, y + h / 2), (x + w * 3 / 4, y + h), (x + w / 4, y + h))
        yield polygon(*corners, (x, y + h / 2), fill=fill, stroke=stroke, width=width)
    else:
        left, top, right, bottom = _cut(x, form.w), _cut(y, form.h), _cut(x + w, form.w), _cut(y + h, form.h)
        if right > left and bottom > top:
            radius = min(zone.radius, (right - left) / 2, (bottom - top) / 2)
            yield Rect(left, top, right - left, bottom - top, radius, fill, stroke, width, zone.dash)


def _cut(value: float, side: float) -> float:
    return min(max(value, -PAST), side + PAST)


def _keeps_off_trim(zone: CardZone, form: Format) -> bool:
    """Return whether a zone keeps off the trim on every side: along the trim an outline would show in the cut."""
    (x, y), (w, h) = zone.at, zone.size
    return x > 0.5 and y > 0.5 and x + w < form.w - 0.5 and y + h < form.h - 0.5


def share(where: str) -> float:
    """Return the share of the free room before an aligned box: none, half or all of it."""
    return {"left": 0.0, "top": 0.0, "right": 1.0, "bottom": 1.0}.get(where, 0.5)
