"""A printer's error: the measurements of its test page, saved under its name, and the correction.

Lengths are mm, positions from the sheet's top left, x to the right and y down, the sheet upright.
"""

import re
import shlex
from dataclasses import dataclass, replace
from typing import Literal

from companion.findings import InputError, InvalidInput, shown

ACROSS, ALONG = 150.0, 200.0
"""Lengths of the two lines on the test page that are measured."""
EDGE = 20.0
"""From the left and the upper edge of the paper to the two lines that show the print's position."""
STEP = 0.1
"""The length that one mark of a vernier stands for."""
MARKS = 10
"""How many marks a vernier has to each side of its middle."""


@dataclass(frozen=True, slots=True)
class Readings:
    """The measurements of a test page.

    `across` and `along` are the measured lengths of its two lines; `left` and `top` how far they lie from the edges;
    `back_right` and `back_down` the numbers on the front where a mark of the back lines up, seen against the light.
    """

    across: float = ACROSS
    along: float = ALONG
    left: float = EDGE
    top: float = EDGE
    back_right: float = 0
    back_down: float = 0
    flip: Literal["long", "short"] = "long"


@dataclass(frozen=True, slots=True)
class Correction:
    """The correction with which a sheet is drawn: scaled about its middle, then moved."""

    wide: float = 1
    high: float = 1
    right: float = 0
    down: float = 0

    def at(self, x: float, y: float, w: float, h: float) -> tuple[float, float]:
        """Return where a point of a sheet w by h is drawn."""
        return w / 2 + (x - w / 2) * self.wide + self.right, h / 2 + (y - h / 2) * self.high + self.down


@dataclass(frozen=True, slots=True)
class Printer:
    """A printer by its name, with the measurements of its test page."""

    name: str
    readings: Readings

    def turned(self, flip: str) -> "Printer":
        """Return it for sheets turned over the long or the short edge, whichever way its test page was turned.

        Readings are seen from the front, where the paper's way through the printer shows the same for both.
        """
        if flip not in ("long", "short"):
            return self
        return replace(self, readings=replace(self.readings, flip="short" if flip == "short" else "long"))

    def correction(self, w: float, h: float, back: bool = False) -> Correction:
        """Return the correction of the printer's error for an upright sheet of w by h."""
        read = self.readings
        wide, high = read.across / ACROSS, read.along / ALONG
        # Lines at EDGE from the edges are moved by the scale about the middle, and by the error looked for.
        right = read.left - w / 2 - (EDGE - w / 2) * wide
        down = read.top - h / 2 - (EDGE - h / 2) * high
        if back:
            # Seen from the front, right on the back is left where the sheet is turned over its upright edge.
            sideways, upwards = (-1, 1) if read.flip == "long" else (1, -1)
            right = sideways * (right + read.back_right * STEP)
            down = upwards * (down + read.back_down * STEP)
        return Correction(1 / wide, 1 / high, -right / wide, -down / high)


def command(known: Printer) -> str:
    """Return the command that saves the same readings; true readings are left out."""
    true = Readings()
    said = [
        f"--{name.replace('_', '-')} {value:g}"
        for name in _LIMITS
        if (value := getattr(known.readings, name)) != getattr(true, name)
    ]
    # Without any reading the verb would print its test page.
    said = said or [f"--across {true.across:g}"]
    if known.readings.flip != true.flip:
        said.append(f"--flip {known.readings.flip}")
    return " ".join(["companion calibrate", _quoted(known.name), *said])


def _quoted(name: str) -> str:
    """Return a name quoted for every shell, where that is possible."""
    if re.fullmatch(r"\w[\w.+-]*", name):
        return name
    return shlex.quote(name) if re.search(r"""["$`!%\\]""", name) else f'"{name}"'


_LIMITS = {
    "across": (ACROSS * 0.95, ACROSS * 1.05),
    "along": (ALONG * 0.95, ALONG * 1.05),
    "left": (EDGE - 10, EDGE + 10),
    "top": (EDGE - 10, EDGE + 10),
    "back_right": (-MARKS, MARKS),
    "back_down": (-MARKS, MARKS),
}
LONGEST_NAME = 40


def printer(name: str, **read: float | str) -> Printer:
    """Return a printer from what was typed; InvalidInput with every error."""
    wrong, found = [], {}
    named = " ".join(name.split())
    if not 1 <= len(named) <= LONGEST_NAME:
        wrong.append(InputError("name", shown(name), f"a name of 1 to {LONGEST_NAME} letters"))
    flip = str(read.pop("flip", "long"))
    if flip not in ("long", "short"):
        wrong.append(InputError("flip", shown(flip), "long or short"))
    for key, typed in read.items():
        low, high = _LIMITS[key]
        value = _number(typed)
        if value is None or not low <= value <= high:
            wrong.append(InputError(key, shown(str(typed)), f"a number from {low:g} to {high:g}"))
        else:
            found[key] = value
    if wrong:
        raise InvalidInput(*wrong)
    return Printer(named, Readings(**found, flip="short" if flip == "short" else "long"))


def _number(typed: float | str) -> float | None:
    try:
        return float(str(typed).strip().replace(",", ".").replace("−", "-"))
    except ValueError:
        return None
