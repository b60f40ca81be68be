"""Finds marks in a photograph: squares by their code, and any mark to a few hundredths of a mm by its own picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from companion.limits import budget
from companion.printing.faces.boxes import Point
from companion.printing.photo.opening import Grey
from companion.printing.photo.plane import Plane, Points
from companion.printing.sheets.options import Backs
from companion.printing.sheets.photo_marks import CELL, CODES, RADIUS, SQUARE, cells, quarters

FINE = 16
"""Dots per mm at which a mark is looked at from straight in front."""
_LONGEST = 2400
"""Squares are looked for in a photograph of at most so many pixels along its longer side."""
_SMALLEST = 0.04
"""The least perimeter of a square, as a share of the photograph's longer side."""
_MOST_SQUARES = 500
"""The most squares of any kind that a photograph may show."""
_SOFT = 0.25
"""How much a mark's picture and the photograph are softened, in mm, before they are compared."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """A mark as it was found: how far off its place in mm, and how like its picture, up to 1."""

    right: float
    down: float
    likeness: float


def squares(photo: Grey) -> dict[str, Points]:
    """Return the four corners in pixels, clockwise from the upper left, of each square that can be made out."""
    share = max(1.0, max(photo.shape) / _LONGEST)
    small = cv2.resize(photo, None, fx=1 / share, fy=1 / share, interpolation=cv2.INTER_AREA) if share > 1 else photo
    if _is_crowded(small):
        return {}
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.minMarkerPerimeterRate = _SMALLEST
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, numbers, _ = cv2.aruco.ArucoDetector(dictionary, settings).detectMarkers(small)
    found: dict[str, Points | None] = {}
    names = tuple(CODES)
    for number, four in zip([] if numbers is None else numbers.ravel(), corners, strict=True):
        if number < len(names):
            # A square that is there twice is not of this page.
            name = names[int(number)]
            found[name] = None if name in found else (four.reshape(4, 2) + 0.5) * share - 0.5
    return {name: four for name, four in found.items() if four is not None}


def _is_crowded(photo: Grey) -> bool:
    """Return whether so many squares are there that to compare all with each other would take long."""
    dark = cv2.adaptiveThreshold(photo, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, 13, 7)
    outlines, _ = cv2.findContours(dark, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    least = _SMALLEST * max(photo.shape)
    count = 0
    for outline in budget.watched(one for one in outlines if len(one) >= least):
        count += len(cv2.approxPolyDP(outline, len(outline) * 0.03, True)) == 4
        if count > _MOST_SQUARES:
            return True
    return False


def corners(middle: Point) -> Points:
    """Return the corners of a square about its middle, in mm, clockwise from the upper left."""
    half = SQUARE / 2
    at: Points = np.array(middle) + np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    return at


@cache
def square(name: str) -> Grey:
    """Return a square's picture with a rim of white around it."""
    x, y = _dot_places(SQUARE / 2 + CELL)
    picture = np.full(x.shape, 255, np.float32)
    for left, top, right, bottom in cells(CODES[name]):
        picture[(x > left) & (x < right) & (y > top) & (y < bottom)] = 0
    return _soften(picture)


@cache
def disc(flip: Backs) -> Grey:
    """Return the picture of a disc of the back, of a page made for an edge."""
    x, y = _dot_places(RADIUS + 0.5)
    black = sum((x * right > 0) & (y * down > 0) for right, down in quarters(flip)) * (np.hypot(x, y) < RADIUS)
    return _soften(np.where(black, 0, 255).astype(np.float32))


def _dot_places(half: float) -> tuple[Points, Points]:
    """Return the places of the dots of a mark's picture, in mm from its middle."""
    count = round(2 * half * FINE)
    at = (np.arange(count) + 0.5 - count / 2) / FINE
    x, y = np.meshgrid(at, at)
    return x, y


def _soften(picture: Grey) -> Grey:
    return cv2.GaussianBlur(picture, (0, 0), _SOFT * FINE)


def sample_light(photo: Grey, plane: Plane, x: Points, y: Points) -> tuple[Grey, Points, Points]:
    """Return the light at places of the print, in mm, and the pixels they are at."""
    at = plane.pixels(np.stack([x, y], -1).reshape(-1, 2)).astype(np.float32).reshape(*x.shape, 2)
    across, down = np.ascontiguousarray(at[..., 0]), np.ascontiguousarray(at[..., 1])
    light = cv2.remap(photo, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return light, across, down


def straight(photo: Grey, plane: Plane, corner: Point, wide: int, high: int, fine: float = FINE) -> Grey:
    """Return a patch of the print, rectified to a view from straight above."""
    x, y = np.meshgrid((np.arange(wide) + 0.5) / fine + corner[0], (np.arange(high) + 0.5) / fine + corner[1])
    return sample_light(photo, plane, x, y)[0]


def find_mark(photo: Grey, plane: Plane, at: Point, mark: Grey, reach: float) -> Sighting:
    """Return where within `reach` mm of a place it looks most like a mark."""
    high, wide = mark.shape
    spare = round(reach * FINE)
    left, top = at[0] - (wide / 2 + spare) / FINE, at[1] - (high / 2 + spare) / FINE
    window = _soften(straight(photo, plane, (left, top), wide + 2 * spare, high + 2 * spare).astype(np.float32))
    alike = cv2.matchTemplate(window, mark, cv2.TM_CCOEFF_NORMED)
    y, x = np.unravel_index(int(np.argmax(alike)), alike.shape)
    right = _top(alike[y, x - 1 : x + 2]) if 0 < x < alike.shape[1] - 1 else 0.0
    down = _top(alike[y - 1 : y + 2, x]) if 0 < y < alike.shape[0] - 1 else 0.0
    return Sighting((x + right - spare) / FINE, (y + down - spare) / FINE, float(alike[y, x]))


def _top(three: Points) -> float:
    """Return where a parabola through three values is highest, from the one in the middle."""
    before, middle, after = map(float, three)
    curve = before - 2 * middle + after
    return 0.5 * (before - after) / curve if curve < 0 else 0.0
