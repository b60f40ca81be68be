"""The sheet in a photograph: turns mm of the print into pixels and back.

A perspective, and after it a lens that bends straight lines evenly all round.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import ArrayLike

Points = MatLike
"""An array of n points by 2."""
_BENT = 0.12
"""The strongest bend that is looked for, as a share of the distance from the middle, at the photograph's corners."""
_ENOUGH_FOR_BEND = 5
"""Fewer points than this show a perspective, but no bend as well."""


@dataclass(frozen=True)
class Plane:
    """`matrix` takes mm to a straight photograph, in halves of its diagonal from its middle; `bend` is the lens's."""

    matrix: MatLike
    bend: float
    size: tuple[int, int]
    """The photograph's width and height."""

    @property
    def _middle(self) -> tuple[Points, float]:
        return np.array(self.size) / 2 - 0.5, float(np.hypot(*self.size)) / 2

    def pixels(self, points: Points) -> Points:
        """Return where points of the print, in mm, are in the photograph."""
        straight = _through(self.matrix, points)
        x, y = straight[..., 0], straight[..., 1]
        shrunk = np.ones_like(x)
        for _ in range(6 if self.bend else 0):
            shrunk = 1 / (1 + self.bend * (x * x + y * y) * shrunk * shrunk)
        seen = straight * shrunk[..., None]
        middle, unit = self._middle
        return seen * unit + middle

    def prints(self, points: Points) -> Points:
        """Return where pixels are on the print, in mm."""
        return _through(np.linalg.inv(self.matrix), _straight(self, points))


def _straight(plane: Plane, points: Points) -> Points:
    middle, unit = plane._middle
    seen = (np.asarray(points, float) - middle) / unit
    straight: Points = seen * (1 + plane.bend * (seen**2).sum(-1, keepdims=True))
    return straight


def _through(matrix: MatLike, points: Points) -> Points:
    points = np.asarray(points, float)
    flat = cv2.perspectiveTransform(points.reshape(-1, 1, 2), matrix)
    return flat.reshape(points.shape)


def fit_plane(prints: ArrayLike, pixels: ArrayLike, size: tuple[int, int], bent: bool = False) -> tuple[Plane, float]:
    """Return the plane that takes points of the print to those pixels, and how far it misses them, in mm.

    `bent` looks for the bend of the lens too, where there are points enough to tell.
    """
    prints, pixels = np.asarray(prints, float), np.asarray(pixels, float)

    def fit(bend: float) -> tuple[Plane, float]:
        rough = Plane(np.eye(3), bend, size)
        matrix, _ = cv2.findHomography(prints, _straight(rough, pixels))
        if matrix is None or abs(np.linalg.det(matrix)) < 1e-12:
            return rough, float("inf")
        plane = Plane(matrix, bend, size)
        missed = plane.prints(pixels) - prints
        return plane, float(np.sqrt((missed**2).sum(-1).mean()))

    if not bent or len(prints) < _ENOUGH_FOR_BEND:
        return fit(0)
    return fit(_least(lambda bend: fit(bend)[1]))


def _least(missed: Callable[[float], float]) -> float:
    """Return the bend that misses least, by golden section."""
    low, high, part = -_BENT, _BENT, (5**0.5 - 1) / 2
    for _ in range(24):
        one, other = high - part * (high - low), low + part * (high - low)
        low, high = (low, other) if missed(one) < missed(other) else (one, high)
    return (low + high) / 2
