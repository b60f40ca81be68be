"""Stretches a face's grounds past its trim, so that a cut a little off still meets colour."""

from collections.abc import Iterable
from dataclasses import replace

from companion.printing.boxes import Box, Format, Rect

_NEAR = 0.01


def bled(boxes: Iterable[Box], form: Format, bleed: float) -> tuple[Box, ...]:
    """Return a face's boxes with every filled rectangle that ends at the trim taken on by `bleed` mm there."""
    if not bleed:
        return tuple(boxes)
    return tuple(_stretched(box, form, bleed) if isinstance(box, Rect) and box.fill else box for box in boxes)


def _stretched(box: Rect, form: Format, bleed: float) -> Rect:
    left = bleed if abs(box.x) < _NEAR else 0.0
    top = bleed if abs(box.y) < _NEAR else 0.0
    right = bleed if abs(box.x + box.w - form.w) < _NEAR else 0.0
    bottom = bleed if abs(box.y + box.h - form.h) < _NEAR else 0.0
    if not (left or top or right or bottom):
        return box
    w, h = box.w + left + right, box.h + top + bottom
    return replace(box, x=box.x - left, y=box.y - top, w=w, h=h, radius=0)
