"""A printer by its name: the measurements of its test page, the correction of its error, and its settings.

Lengths are mm, positions from the sheet's top left, x to the right and y down, the sheet upright.
"""

import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from companion.base.findings import InputError, InvalidInput, quote
from companion.printing.sheets.fit_to_page import ACROSS, ALONG, EDGE, Scaling, find_scaling
from companion.printing.sheets.printer_settings import Habits

STEP = 0.1
"""The length of one step of a vernier."""
MARKS = 14
"""The number of marks on each side of a vernier's middle."""
PERIOD = 2 * MARKS + 1
"""Steps after which the same marks of a vernier line up again; the arrow tells the periods apart."""
REACH = 5
"""The largest offset of a back that can be measured, in mm: the arrow's scale ends a little further out."""
_NEAREST = 0.5
"""The reading error of an arrow, which is read to the nearest millimetre."""
_AGREE = 10
"""The most steps between the readings of an arrow and its marks."""


_TRUE = {"across": ACROSS, "along": ALONG, "left": EDGE, "top": EDGE}
"""The readings of a printer without an error, in mm."""


@dataclass(frozen=True, slots=True)
class Readings:
    """The measurements of a test page.

    `across` and `along` are the measured lengths of its two lines, `left` and `top` their distances from the edges.
    `back_right` and `back_down` are the offset of the back from the front, seen against the light, in steps of 0.1 mm
    as the printer prints them: the readings of arrow and vernier together (`combine_readings`).
    """

    across: float = ACROSS
    along: float = ALONG
    left: float = EDGE
    top: float = EDGE
    back_right: float = 0
    back_down: float = 0
    flip: Literal["long", "short"] = "long"

    def lengths(self) -> dict[str, float]:
        """Return the lengths and edges, by name, that differ from the true ones."""
        lengths = {"across": self.across, "along": self.along, "left": self.left, "top": self.top}
        return {name: read for name, read in lengths.items() if read != _TRUE[name]}

    def backs(self) -> dict[str, tuple[int, float]]:
        """Return the offsets of the back, by name, as readings of arrow and mark; without those that are 0."""
        steps = {"back_right": self.back_right, "back_down": self.back_down}
        return {name: split_reading(off) for name, off in steps.items() if off}


@dataclass(frozen=True, slots=True)
class Correction:
    """The correction of a sheet when it is drawn: scaled about its middle, then moved."""

    wide: float = 1
    high: float = 1
    right: float = 0
    down: float = 0

    def at(self, x: float, y: float, w: float, h: float) -> tuple[float, float]:
        """Return the corrected position of a point on a sheet w by h."""
        return w / 2 + (x - w / 2) * self.wide + self.right, h / 2 + (y - h / 2) * self.high + self.down


@dataclass(frozen=True, slots=True)
class Printer:
    """A printer by its name, with the measurements of its test page and its settings; both may be missing."""

    name: str
    readings: Readings = Readings()
    habits: Habits = Habits()

    def turned_over_edge(self, flip: str) -> "Printer":
        """Return it for sheets turned over the long or the short edge, whichever edge its test page was turned over.

        Readings are seen from the front, where the paper's path shows the same for both edges.
        """
        if flip not in ("long", "short"):
            return self
        return replace(self, readings=replace(self.readings, flip="short" if flip == "short" else "long"))

    def correction(self, w: float, h: float, back: bool = False) -> Correction:
        """Return the correction of the printer's error for an upright sheet of w by h."""
        read = self.readings
        wide, high = read.across / ACROSS, read.along / ALONG
        # Lines at EDGE from the edges are moved by the scale about the middle, and by the offset to find.
        right = read.left - w / 2 - (EDGE - w / 2) * wide
        down = read.top - h / 2 - (EDGE - h / 2) * high
        if back:
            # Seen from the front, right on the back is left if the sheet is turned over its long edge.
            sideways, upwards = (-1, 1) if read.flip == "long" else (1, -1)
            # The vernier is printed by the same printer, so its steps are scaled like the lines.
            right = sideways * (right + read.back_right * STEP * wide)
            down = upwards * (down + read.back_down * STEP * high)
        return Correction(1 / wide, 1 / high, -right / wide, -down / high)


def combine_readings(arrow: float, mark: float) -> float | None:
    """Return the offset of a back in steps, from its arrow in mm and the vernier mark that lines up.

    The same mark lines up again every 2.9 mm; the arrow tells these apart. None if the two contradict each other.
    """
    steps = arrow / STEP
    total = mark + PERIOD * round((steps - mark) / PERIOD)
    return total if abs(total - steps) <= _AGREE else None


def split_reading(steps: float) -> tuple[int, float]:
    """Split an offset of the back into the arrow's position in whole mm and the mark that lines up."""
    return round(steps * STEP), round(steps - PERIOD * round(steps / PERIOD), 6)


def calibrate_command(saved: Printer) -> str:
    """Return the command that saves the same readings and settings; true readings are left out."""
    read, true = saved.readings, Readings()
    options = [f"--{name} {value:g}" for name, value in read.lengths().items()]
    for name, (arrow, mark) in read.backs().items():
        option = f"--{name.replace('_', '-')}"
        options.append(f"{option}-mm {arrow:g} {option} {mark:g}")
    settings = saved.habits.model_dump(exclude_defaults=True)
    habits = [f"--{name} {value:g}" if name == "margin" else f"--{name} {value}" for name, value in settings.items()]
    # Without any reading or setting the verb would print its test page.
    if not options and not habits:
        options = [f"--across {true.across:g}"]
    if typed_scaling(read.lengths()):
        options.append("--insist")
    if saved.readings.flip != true.flip:
        options.append(f"--flip {saved.readings.flip}")
    options += habits
    return " ".join(["companion calibrate", _quote_for_shells(saved.name), *options])


def _quote_for_shells(name: str) -> str:
    """Return a name quoted for every shell, where that is possible."""
    if re.fullmatch(r"\w[\w.+-]*", name):
        return name
    return shlex.quote(name) if re.search(r"""["$`!%\\]""", name) else f'"{name}"'


BACKS = ("back_right", "back_down")
"""The readings from an arrow in mm (`back_right_mm`) and a vernier mark (`back_right`)."""
_RULER = "if your ruler shows another, print at 100 %, “actual size”, and measure again"
_EDGE = "if it is further off, straighten the paper in its tray, print at 100 % and measure again"
_ARROW = "if the arrow is past the scale, set the paper guides of the tray to the paper and print the test page again"
_MARK = "the number of the mark that lines up, on the scale with the small marks"
_LIMITS = {
    "across": (ACROSS * 0.95, ACROSS * 1.05, _RULER),
    "along": (ALONG * 0.95, ALONG * 1.05, _RULER),
    "left": (EDGE - 10, EDGE + 10, _EDGE),
    "top": (EDGE - 10, EDGE + 10, _EDGE),
    "back_right_mm": (-REACH, REACH, _ARROW),
    "back_down_mm": (-REACH, REACH, _ARROW),
    "back_right": (-MARKS, MARKS, _MARK),
    "back_down": (-MARKS, MARKS, _MARK),
}
_SCALED_LIMITS = {
    "across": (ACROSS * 0.875, ACROSS * 1.125, _RULER),
    "along": (ALONG * 0.875, ALONG * 1.125, _RULER),
    "left": (0, EDGE * 2.5, _EDGE),
    "top": (0, EDGE * 2.5, _EDGE),
}
"""The limits for a page that the print dialog scaled, if the player insists on its readings."""
LONGEST_NAME = 40


def read_printer(name: str, insist: bool = False, **read: float | str) -> Printer:
    """Return a printer from typed readings; InvalidInput with every error.

    `back_right` and `back_down` are vernier marks; without `back_right_mm` and `back_down_mm` their arrows are at 0.
    Readings of a page that looks scaled by the print dialog are refused (`ScaledPage`) unless `insist` is set.
    """
    errors, readings = [], {}
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST_NAME:
        errors.append(InputError("name", quote(name), f"a name of 1 to {LONGEST_NAME} letters"))
    flip = str(read.pop("flip", "long"))
    if flip not in ("long", "short"):
        errors.append(InputError("flip", quote(flip), "long or short"))
    scaling = typed_scaling(read)
    if scaling and not insist:
        errors.append(scaling.error)
    for key, typed in read.items():
        low, high, fix = {**_LIMITS, **(_SCALED_LIMITS if scaling else {})}[key]
        value = _number(typed)
        if value is None or not low <= value <= high:
            errors.append(InputError(key, quote(str(typed)), f"a number from {low:g} to {high:g}: {fix}"))
        else:
            readings[key] = value
    for key in BACKS:
        errors += _combine_arrow_and_mark(key, readings, read)
    if errors:
        raise InvalidInput(*errors)
    return Printer(name, Readings(**readings, flip="short" if flip == "short" else "long"))


def typed_scaling(read: Mapping[str, float | str]) -> Scaling | None:
    """Return how the print dialog scaled a test page with these readings; None where the error is the printer's own."""
    numbers = {name: _number(read[name]) for name in _TRUE if name in read}
    return find_scaling({name: number for name, number in numbers.items() if number is not None})


def _combine_arrow_and_mark(
    key: str, readings: dict[str, float], typed: Mapping[str, float | str]
) -> Iterator[InputError]:
    """Replace an arrow and a mark in `readings` by the offset of the back; yield the errors in them."""
    arrow, mark = readings.pop(f"{key}_mm", None), readings.get(key)
    if key not in typed and f"{key}_mm" in typed:
        yield InputError(key, "nothing", f"a number from {-MARKS} to {MARKS}: {_MARK}")
    if arrow is None or mark is None:
        return
    total = combine_readings(arrow, mark)
    if total is None or abs(total) > (REACH + _NEAREST) / STEP:
        pair = f"the arrow at {arrow:g} mm and the mark {mark:g}"
        yield InputError(key, pair, f"two that go together, at most {REACH} mm off: read both again")
    else:
        readings[key] = total


def _number(typed: float | str) -> float | None:
    try:
        return float(str(typed).strip().replace(",", ".").replace("−", "-"))
    except ValueError:
        return None
