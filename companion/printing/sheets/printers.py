"""A printer by its name: the measurements of its test page, the correction of its error, and its habits.

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
"""The length that one mark of a vernier stands for."""
MARKS = 14
"""How many numbered marks a vernier has to each side of its middle."""
PERIOD = 2 * MARKS + 1
"""After so many steps the same marks of a vernier line up again; the arrow says which time it is."""
REACH = 5
"""How far a back may be off its front, in mm, to be measured: the arrow's scale goes so far and a little further."""
_NEAREST = 0.5
"""An arrow that is read to the nearest millimetre may be so many mm further out."""
_AGREE = 10
"""The most steps between what an arrow says and what the marks say: it is read to the nearest millimetre."""


_TRUE = {"across": ACROSS, "along": ALONG, "left": EDGE, "top": EDGE}
"""What a printer without an error measures, in mm."""


@dataclass(frozen=True, slots=True)
class Readings:
    """The measurements of a test page.

    `across` and `along` are the measured lengths of its two lines; `left` and `top` how far they lie from the edges;
    `back_right` and `back_down` how far the back is off the front, seen against the light, in steps of 0.1 mm as the
    printer prints them: what an arrow and a vernier say together (`combine_readings`).
    """

    across: float = ACROSS
    along: float = ALONG
    left: float = EDGE
    top: float = EDGE
    back_right: float = 0
    back_down: float = 0
    flip: Literal["long", "short"] = "long"

    def lengths(self) -> dict[str, float]:
        """Return the lengths and edges, by name, that are not the true ones."""
        lengths = {"across": self.across, "along": self.along, "left": self.left, "top": self.top}
        return {name: read for name, read in lengths.items() if read != _TRUE[name]}

    def backs(self) -> dict[str, tuple[int, float]]:
        """Return how far the back is off, by name, as arrow and mark say it; without what is not off."""
        steps = {"back_right": self.back_right, "back_down": self.back_down}
        return {name: split_reading(off) for name, off in steps.items() if off}


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
    """A printer by its name, with the measurements of its test page, where there are any, and its habits."""

    name: str
    readings: Readings = Readings()
    habits: Habits = Habits()

    def turned_over_edge(self, flip: str) -> "Printer":
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
            # The scales that were read are printed by the same printer: its steps are as long as its lines.
            right = sideways * (right + read.back_right * STEP * wide)
            down = upwards * (down + read.back_down * STEP * high)
        return Correction(1 / wide, 1 / high, -right / wide, -down / high)


def combine_readings(arrow: float, mark: float) -> float | None:
    """Return how far a back is off, in steps, by its arrow in mm and the vernier mark that lines up.

    The same mark lines up again every 2.9 mm; the arrow says which time it is. None where the two cannot be right.
    """
    steps = arrow / STEP
    total = mark + PERIOD * round((steps - mark) / PERIOD)
    return total if abs(total - steps) <= _AGREE else None


def split_reading(steps: float) -> tuple[int, float]:
    """Split an offset of the back into the arrow's position in whole mm and the mark that lines up."""
    return round(steps * STEP), round(steps - PERIOD * round(steps / PERIOD), 6)


def command(known: Printer) -> str:
    """Return the command that saves the same readings and habits; true readings are left out."""
    read, true = known.readings, Readings()
    said = [f"--{name} {value:g}" for name, value in read.lengths().items()]
    for name, (arrow, mark) in read.backs().items():
        option = f"--{name.replace('_', '-')}"
        said.append(f"{option}-mm {arrow:g} {option} {mark:g}")
    said_of = known.habits.model_dump(exclude_defaults=True)
    habits = [f"--{name} {value:g}" if name == "margin" else f"--{name} {value}" for name, value in said_of.items()]
    # Without any reading or habit the verb would print its test page.
    if not said and not habits:
        said = [f"--across {true.across:g}"]
    if typed_scaling(read.lengths()):
        said.append("--insist")
    if known.readings.flip != true.flip:
        said.append(f"--flip {known.readings.flip}")
    said += habits
    return " ".join(["companion calibrate", _quote_for_shells(known.name), *said])


def _quote_for_shells(name: str) -> str:
    """Return a name quoted for every shell, where that is possible."""
    if re.fullmatch(r"\w[\w.+-]*", name):
        return name
    return shlex.quote(name) if re.search(r"""["$`!%\\]""", name) else f'"{name}"'


BACKS = ("back_right", "back_down")
"""The readings that are made up of an arrow in mm (`back_right_mm`) and a vernier mark (`back_right`)."""
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
"""The limits of a page that the print dialog scaled, for whoever insists on its readings."""
LONGEST_NAME = 40


def printer(name: str, insist: bool = False, **read: float | str) -> Printer:
    """Return a printer from what was typed; InvalidInput with every error.

    `back_right` and `back_down` are vernier marks; without `back_right_mm` and `back_down_mm` their arrows are at 0.
    Readings of a page that looks scaled by the print dialog are refused (`ScaledPage`) unless `insist` is set.
    """
    wrong, found = [], {}
    named = " ".join(name.split())
    if not 1 <= len(named) <= LONGEST_NAME:
        wrong.append(InputError("name", quote(name), f"a name of 1 to {LONGEST_NAME} letters"))
    flip = str(read.pop("flip", "long"))
    if flip not in ("long", "short"):
        wrong.append(InputError("flip", quote(flip), "long or short"))
    scaling = typed_scaling(read)
    if scaling and not insist:
        wrong.append(scaling.error)
    for key, typed in read.items():
        low, high, fix = {**_LIMITS, **(_SCALED_LIMITS if scaling else {})}[key]
        value = _number(typed)
        if value is None or not low <= value <= high:
            wrong.append(InputError(key, quote(str(typed)), f"a number from {low:g} to {high:g}: {fix}"))
        else:
            found[key] = value
    for key in BACKS:
        wrong += _replace_arrow_reading(key, found, read)
    if wrong:
        raise InvalidInput(*wrong)
    return Printer(named, Readings(**found, flip="short" if flip == "short" else "long"))


def typed_scaling(read: Mapping[str, float | str]) -> Scaling | None:
    """Return how the print dialog scaled a test page by the readings typed; None where they are a printer's own."""
    numbers = {name: _number(read[name]) for name in _TRUE if name in read}
    return find_scaling({name: number for name, number in numbers.items() if number is not None})


def _replace_arrow_reading(key: str, found: dict[str, float], typed: Mapping[str, float | str]) -> Iterator[InputError]:
    """Replace an arrow and a mark among the readings by how far the back is off; return what is wrong with them."""
    arrow, mark = found.pop(f"{key}_mm", None), found.get(key)
    if key not in typed and f"{key}_mm" in typed:
        yield InputError(key, "nothing", f"a number from {-MARKS} to {MARKS}: {_MARK}")
    if arrow is None or mark is None:
        return
    total = combine_readings(arrow, mark)
    if total is None or abs(total) > (REACH + _NEAREST) / STEP:
        said = f"the arrow at {arrow:g} mm and the mark {mark:g}"
        yield InputError(key, said, f"two that go together, at most {REACH} mm off: read both again")
    else:
        found[key] = total


def _number(typed: float | str) -> float | None:
    try:
        return float(str(typed).strip().replace(",", ".").replace("−", "-"))
    except ValueError:
        return None
