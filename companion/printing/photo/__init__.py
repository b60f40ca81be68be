"""Reads a printer's error off a photograph of its test page held against the light.

OpenCV is an extra: without it everything here raises InvalidInput, and the numbers are typed as always.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import Literal

from companion.base.findings import InputError, InvalidInput
from companion.printing.sheets.fit_to_page import find_scaling
from companion.printing.sheets.papers import Paper
from companion.printing.sheets.printers import MARKS, PERIOD, REACH, STEP, split_reading

EXTRA = "mech-companion[photo]"
_NEAREST = 0.5
Flip = Literal["long", "short"]
"""The edge that a test page is made to be turned over."""


@dataclass(frozen=True, slots=True)
class PhotoReading:
    """Measurements from a photograph of the test page: offsets and lengths in mm, None for an edge not measured.

    `right` and `down` are how far the back is off its front, seen from the front, measured in the print's own mm;
    the other four are the test page's A, B, C and D. C and D take the paper to be exactly of its size.
    """

    paper: Paper
    flip: Flip
    right: float
    down: float
    turned: float
    """How far the back is turned against its front, clockwise, in degrees."""
    error: float
    """How far the marks lie from where these numbers put them, in mm: the root mean square of the worse side."""
    left: float | None = None
    top: float | None = None
    across: float | None = None
    along: float | None = None
    notes: tuple[str, ...] = ()
    picture: bytes = b""
    """The sheet as seen from straight in front, with what was read drawn over it; a JPEG."""

    @property
    def sentence(self) -> str:
        """How far the back is off, in words."""
        sideways = f"{abs(self.right):.2f} mm further {'right' if self.right >= 0 else 'left'}"
        return f"{sideways} and {abs(self.down):.2f} mm {'lower' if self.down >= 0 else 'higher'} than its front"

    def typed_readings(self) -> dict[str, float]:
        """Return the equivalent typed readings, by the names of `printers.read_printer`."""
        lengths = {"left": self.left, "top": self.top, "across": self.across, "along": self.along}
        found = {name: round(value, 2) for name, value in lengths.items() if value is not None}
        for name, off in (("back_right", self.right), ("back_down", self.down)):
            arrow, mark = split_reading(_steps(off))
            found |= {f"{name}_mm": arrow, name: mark}
        return found


def _steps(off: float) -> float:
    """Return mm as steps, to a tenth of a step, kept within the marks that can be typed."""
    steps = round(off / STEP, 1)
    past = steps - PERIOD * round(steps / PERIOD)
    return steps - past + max(-MARKS, min(MARKS, past))


def available() -> bool:
    """Return whether OpenCV is installed."""
    return find_spec("cv2") is not None


def read_photo(data: bytes, name: str = "photo", paper: Paper | None = None) -> PhotoReading:
    """Read a photograph, PNG, JPEG, WebP or GIF, of a test page on a known paper or the given one.

    InvalidInput names the photograph where it is no picture, shows too little of the page, or OpenCV is missing.
    """
    if not available():
        wanted = f"OpenCV, which reads photographs: type the numbers, or install {EXTRA}"
        raise InvalidInput(InputError(name, "nothing that reads it", wanted))
    from companion.printing.photo import reading

    found = reading.analyse_photo(data, name, paper)
    if max(abs(found.right), abs(found.down)) > REACH + _NEAREST:
        said = f"a back {found.right:+.1f} mm to the right and {found.down:+.1f} mm down of its front"
        wanted = f"at most {REACH} mm: set the paper guides of the tray to the paper and print the test page again"
        raise InvalidInput(InputError(name, said, wanted))
    scaling = find_scaling(found.typed_readings())
    return replace(found, notes=(scaling.sentence, *found.notes)) if scaling else found
