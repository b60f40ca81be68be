"""Draws what was read over the sheet as it is seen from straight in front."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from companion.printing.faces.boxes import Point
from companion.printing.photo import seeking
from companion.printing.photo.edges import Outline
from companion.printing.photo.opening import Grey
from companion.printing.photo.plane import Plane, Points
from companion.printing.photo.seeking import Sighting
from companion.printing.sheets.papers import Paper
from companion.printing.sheets.photo_marks import RADIUS, SQUARE

_FINE = 4.0
"""Dots per mm."""
_AROUND = 8.0
"""How many mm around the sheet are shown."""
_FRONT, _BACK, _MISSED = (190, 90, 20), (30, 60, 220), (140, 140, 140)
"""Blue for the front, red for the back, grey for what was not found: as OpenCV has them, blue first."""
_THICK = 3
_SUBPIXEL = 4
"""Bits below a dot with which OpenCV draws."""


def draw_overlay(
    photo: Grey,
    plane: Plane,
    paper: Paper,
    squares: Mapping[str, Point],
    discs: Sequence[tuple[Point, Sighting | None]],
    outline: Outline,
) -> bytes:
    """Return the picture as JPEG."""
    wide, high = (round((side + 2 * _AROUND) * _FINE) for side in (paper.w, paper.h))
    grey = seeking.straight(photo, plane, (-_AROUND, -_AROUND), wide, high, _FINE)
    picture = cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)
    for ends in outline.lines:
        cv2.polylines(picture, [_dots(ends)], False, _FRONT, _THICK, cv2.LINE_AA, _SUBPIXEL)
    for at in squares.values():
        half = SQUARE / 2 + 1.2
        _round_off(picture, at, half)
    for at, sighting in discs:
        _disc(picture, at, sighting)
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 80])
    return bytes(data)


def _round_off(picture: Grey, at: Point, half: float) -> None:
    corners = np.array(at) + np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    cv2.polylines(picture, [_dots(corners)], True, _FRONT, _THICK, cv2.LINE_AA, _SUBPIXEL)


def _disc(picture: Grey, at: Point, sighting: Sighting | None) -> None:
    """Draw a cross where a disc belongs, and a circle with its offset in mm where it is."""
    arm = RADIUS + 2
    cross = _FRONT if sighting else _MISSED
    for way in ((1, 0), (0, 1)):
        ends = np.array(at) + arm * np.array([way, (-way[0], -way[1])])
        cv2.polylines(picture, [_dots(ends)], False, cross, 1, cv2.LINE_AA, _SUBPIXEL)
    if sighting is None:
        return
    seen = np.array(at) + (sighting.right, sighting.down)
    middle = _dots(seen[None])[0]
    radius = round((RADIUS + 0.8) * _FINE * 2**_SUBPIXEL)
    cv2.circle(picture, tuple(map(int, middle)), radius, _BACK, _THICK, cv2.LINE_AA, _SUBPIXEL)
    for line, off in enumerate((sighting.right, sighting.down)):
        x, y = (seen + (-RADIUS - 4, RADIUS + 8 + 6.5 * line) + _AROUND) * _FINE
        _write(picture, f"{off:+.2f}", (round(x), round(y)))


def _write(picture: Grey, words: str, place: tuple[int, int]) -> None:
    for colour, thick in (((255, 255, 255), 6), (_BACK, 2)):
        cv2.putText(picture, words, place, cv2.FONT_HERSHEY_SIMPLEX, 0.8, colour, thick, cv2.LINE_AA)


def _dots(points: Points) -> Points:
    """Return mm of the print as dots of the picture, in OpenCV's fractions of a dot."""
    dots: Points = np.round(((points + _AROUND) * _FINE - 0.5) * 2**_SUBPIXEL).astype(np.int32)
    return dots
