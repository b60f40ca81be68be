"""How much the test page's lines curve in a photograph: those of a bowed sheet do, though its squares may lie well."""

from __future__ import annotations

import cv2
import numpy as np

from companion.printing.calibration import straight_lines
from companion.printing.photo import seeking
from companion.printing.photo.opening import Grey
from companion.printing.photo.plane import Plane, Points
from companion.printing.sheets.papers import Paper

_LOOK = 3.0
"""How far to each side of its place a line is looked for, in mm."""
_END = 4.0
"""What is left out at each end of a line, where ticks are."""
_EVERY = 0.5
_SOFT = 0.15
_NEAR = 0.15
"""How near a curve the line must be found, in mm; what is further off is a letter beside it or the back."""
_ENOUGH = 0.6
"""The share of looks that must agree."""


def measure_bow(photo: Grey, plane: Plane, paper: Paper) -> float:
    """Return by how many mm the middle of a long line lies off its ends, at most; 0 where no line is seen."""
    return max((_bow(photo, plane, *line) for line in straight_lines(paper)), default=0.0)


def _bow(photo: Grey, plane: Plane, x1: float, y1: float, x2: float, y2: float) -> float:
    upright = x1 == x2
    at, first, last = (x1, y1, y2) if upright else (y1, x1, x2)
    along = np.arange(first + _END, last - _END, _EVERY)
    across = at + (np.arange(round(2 * _LOOK * seeking.FINE)) + 0.5) / seeking.FINE - _LOOK
    one, other = np.meshgrid(across, along)
    light, _, _ = seeking.sample_light(photo, plane, *((one, other) if upright else (other, one)))
    soft = cv2.GaussianBlur(light.astype(np.float32), (0, 0), sigmaX=_SOFT * seeking.FINE, sigmaY=1 / _EVERY)
    return _sagitta(along, across[soft.argmin(1)])


def _sagitta(along: Points, places: Points) -> float:
    """Return how far the middle of a curve through most places is off its ends; 0 where they lie on none."""
    middle, half = (along[0] + along[-1]) / 2, (along[-1] - along[0]) / 2
    t = (along - middle) / half
    kept = np.ones(len(t), bool)
    curve = np.zeros(3)
    for near in (1.0, 0.5, _NEAR, _NEAR):
        if kept.sum() < _ENOUGH * len(t):
            return 0.0
        curve = np.polyfit(t[kept], places[kept], 2)
        kept = np.abs(places - np.polyval(curve, t)) < near
    return abs(float(curve[0])) if kept.mean() >= _ENOUGH else 0.0
