"""Measures the outline of the paper in a photograph: how far the print is from its edges, and how long it came out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from companion.printing.photo import seeking
from companion.printing.photo.opening import Grey
from companion.printing.photo.plane import Plane, Points
from companion.printing.sheets import fit_to_page
from companion.printing.sheets.fit_to_page import ACROSS, ALONG, EDGE
from companion.printing.sheets.papers import PAPERS, Paper

Mask = NDArray[np.bool_]
_LOOK = (-8.0, 8.0)
"""How far an edge is looked for outwards and inwards of its place, in mm."""
_LOOK_FURTHER = (-26.0, 12.0)
"""The same where it is not there: it is further off where the page was scaled to fit the paper."""
_KEEP = 22.0
"""From the corners of the sheet to where its edges are looked at."""
_EVERY = 1.0
"""From one look at an edge to the next, in mm."""
_STEP = 10
"""The least difference in light between paper and surroundings, of 255."""
_NEAR = 0.2
"""How near a straight line an edge must be found, in mm."""
_ENOUGH = 0.6
"""The share of looks that must agree: fingers and tape cover some."""
_LIKELY = 0.05
"""By which share of its length a print may be off; more is another edge than the paper's."""
_SOFT = 0.15
_SIDES = ("left", "right", "upper", "lower")


@dataclass(frozen=True)
class Outline:
    """The test page's A, B, C and D in mm, None where the edges that tell it were not found; `lines` are the edges."""

    left: float | None
    top: float | None
    across: float | None
    along: float | None
    lines: tuple[Points, ...]
    """For each edge found, its two ends on the print, in mm."""
    notes: tuple[str, ...]


def measure_outline(photo: Grey, plane: Plane, paper: Paper) -> Outline:
    """Measure the outline of the paper where it contrasts with the background."""
    w, h = paper.w, paper.h
    near = {side: _edge(photo, plane, side, w, h) for side in _SIDES}
    found, sheet, likely = _scaled_outline(photo, plane, paper, near) or (near, paper, _LIKELY)
    wide = _scale(found["left"], found["right"], sheet.w, likely)
    high = _scale(found["upper"], found["lower"], sheet.h, likely)
    # Edges are measured in the print's own mm; the paper's size says how long those came out.
    left = None if wide is None or found["left"] is None else (EDGE - found["left"].middle) * wide
    top = None if high is None or found["upper"] is None else (EDGE - found["upper"].middle) * high
    lines = tuple(edge.ends for edge in found.values() if edge)
    across = None if wide is None else ACROSS * wide
    along = None if high is None else ALONG * high
    return Outline(left, top, across, along, lines, _notes(sheet, wide is not None, high is not None))


def _scaled_outline(
    photo: Grey, plane: Plane, paper: Paper, near: Mapping[str, _Edge | None]
) -> tuple[dict[str, _Edge | None], Paper, float] | None:
    """Return the edges of the sheet that a page is on, of its own paper or another, scaled alike in both directions.

    With them its paper, and by which share its lengths may be off; None where no paper fits.
    """
    w, h = paper.w, paper.h
    found = {side: edge or _edge(photo, plane, side, w, h, _LOOK_FURTHER) for side, edge in near.items()}
    for sheet in dict.fromkeys((paper, *PAPERS[:2])):
        shares = [_share(found["left"], found["right"], sheet.w), _share(found["upper"], found["lower"], sheet.h)]
        known = [share for share in shares if share is not None]
        if len(known) == len(shares) and fit_to_page.is_alike(known):
            return found, sheet, fit_to_page.MOST + 0.01
    return None


@dataclass(frozen=True)
class _Edge:
    middle: float
    """Where it is at the middle of its length, in mm of the print."""
    ends: Points


def _share(one: _Edge | None, other: _Edge | None, size: float) -> float | None:
    return None if one is None or other is None else size / (other.middle - one.middle)


def _scale(one: _Edge | None, other: _Edge | None, size: float, likely: float) -> float | None:
    scale = _share(one, other, size)
    return None if scale is None or abs(scale - 1) > likely else scale


def _notes(paper: Paper, across: bool, along: bool) -> tuple[str, ...]:
    unread = [letters for letters, read in (("A and C", across), ("B and D", along)) if not read]
    notes = []
    if unread:
        notes.append(
            f"{' and '.join(unread)} could not be read: the edges of the paper do not stand out from what is around "
            "them. Measure with a ruler, or leave them empty."
        )
    if across or along:
        letters = "C and D suppose" if across and along else f"{'C' if across else 'D'} supposes"
        notes.append(
            f"{letters} that the sheet measures exactly {paper.w:g} × {paper.h:g} mm, and paper is cut to a few"
            " tenths of a millimetre: a ruler along the line is surer."
        )
    return tuple(notes)


def _edge(photo: Grey, plane: Plane, side: str, w: float, h: float, look: tuple[float, float] = _LOOK) -> _Edge | None:
    """Return an edge of the paper; None where too few looks across it agree on a straight line."""
    upright = side in ("left", "right")
    length, at = (h, 0.0 if side == "left" else w) if upright else (w, 0.0 if side == "upper" else h)
    looks, deep = round((length - 2 * _KEEP) / _EVERY), round((look[1] - look[0]) * seeking.FINE)
    along = _KEEP + (np.arange(looks) + 0.5) * _EVERY
    first = look[0] if side in ("left", "upper") else -look[1]
    across = at + first + (np.arange(deep) + 0.5) / seeking.FINE
    light, inside = _looks(photo, plane, along, across, upright)
    steps, places = _steepest(light, inside, across)
    return _line(along, places, steps, length, upright)


def _looks(photo: Grey, plane: Plane, along: MatLike, across: MatLike, upright: bool) -> tuple[MatLike, Mask]:
    """Return the light along each look across an edge, and which of its dots are in the photograph."""
    one, other = np.meshgrid(across, along)
    light, x, y = seeking.sample_light(photo, plane, *((one, other) if upright else (other, one)))
    light = cv2.GaussianBlur(light.astype(np.float32), (0, 0), sigmaX=_SOFT * seeking.FINE, sigmaY=2 / _EVERY)
    high, wide = photo.shape
    return light, (x > 1) & (x < wide - 2) & (y > 1) & (y < high - 2)


def _steepest(light: MatLike, inside: Mask, across: MatLike) -> tuple[MatLike, MatLike]:
    """Return the largest step in light of each look and where it is, between two dots too."""
    span = round(0.5 * seeking.FINE)
    step = np.zeros_like(light)
    step[:, span:-span] = light[:, 2 * span :] - light[:, : -2 * span]
    step[~inside] = 0
    size = np.abs(step)
    best = size.argmax(1).clip(1, size.shape[1] - 2)
    rows = np.arange(len(size))
    before, middle, after = size[rows, best - 1], size[rows, best], size[rows, best + 1]
    curve = before - 2 * middle + after
    shift = np.where(curve < 0, 0.5 * (before - after) / np.where(curve < 0, curve, -1), 0)
    return step[rows, best], across[best] + shift.clip(-1, 1) / seeking.FINE


def _line(along: MatLike, places: MatLike, steps: MatLike, length: float, upright: bool) -> _Edge | None:
    sure = np.abs(steps) >= _STEP
    if sure.mean() < _ENOUGH:
        return None
    kept = sure & (np.abs(places - np.median(places[sure])) < 2)
    for near in (1.0, 0.5, _NEAR, _NEAR):
        if kept.sum() < _ENOUGH * len(along):
            return None
        slope, start = np.polyfit(along[kept], places[kept], 1)
        kept = sure & (np.abs(places - start - slope * along) < near)
    if kept.mean() < _ENOUGH:
        return None
    ends = np.array([(start + slope * end, end) for end in (0, length)])
    return _Edge(float(start + slope * length / 2), ends if upright else ends[:, ::-1])
