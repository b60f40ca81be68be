"""Registration marks for desktop cutters, Silhouette Type 1, and the settings to type into the cutter's program."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from companion.printing.faces.boxes import Line, Rect
from companion.printing.sheets.options import SheetOptions

SQUARE, LEG, THICK = 5.0, 10.0, 0.5
"""The square's side, the angles' legs and their thickness, in mm."""


@dataclass(frozen=True, slots=True)
class Registration:
    """The settings of the cutter's program, in mm; `inset` is the same at all four edges."""

    length: float
    thickness: float
    inset: float

    @property
    def sentence(self) -> str:
        """Instruction to type them."""
        return (
            "In Silhouette Studio under Page Setup, Registration Marks, choose Type 1 and type"
            f" length {self.length:g} mm, thickness {self.thickness:g} mm, inset {self.inset:g} mm."
        )


def cutter_settings(options: SheetOptions) -> Registration | None:
    """Return the settings for the cutter's program; None without marks."""
    return Registration(LEG, THICK, options.register_at) if options.register_marks else None


def draw_registration_marks(w: float, h: float, inset: float) -> list[Rect]:
    """Return the marks that a desktop cutter looks for: a square top left, angles top right and bottom left."""
    right, bottom = w - inset, h - inset
    return [
        Rect(inset, inset, SQUARE, SQUARE, fill="ink", stroke=None),
        Rect(right - LEG, inset, LEG, THICK, fill="ink", stroke=None),
        Rect(right - THICK, inset, THICK, LEG, fill="ink", stroke=None),
        Rect(inset, bottom - THICK, LEG, THICK, fill="ink", stroke=None),
        Rect(inset, bottom - LEG, THICK, LEG, fill="ink", stroke=None),
    ]


def clear_square(lines: Iterable[Line], field: float, shortest: float) -> Iterator[Line]:
    """Yield cut marks shortened to stay `field` mm away from the square's corner; those too short are left out."""
    for line in lines:
        x = max(line.x1, field) if line.y1 == line.y2 < field else line.x1
        y = max(line.y1, field) if line.x1 == line.x2 < field else line.y1
        if line.x2 - x + line.y2 - y >= shortest:
            yield replace(line, x1=x, y1=y)
