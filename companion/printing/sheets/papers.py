"""Papers and piece formats, by name or by size, and the margin that a home printer may not reach."""

import re
from dataclasses import dataclass
from functools import lru_cache

from companion.base.findings import InputError, InvalidInput, quote
from companion.printing.faces.boxes import POKER, SQUARE_63, Format

MARGIN = 5.0
"""Width of the edge that a home printer may not reach, in mm."""
INCH = 25.4
LEAST, MOST = 50.0, 1200.0
"""Shortest and longest side of a paper, in mm."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper, upright, in mm."""

    name: str
    title: str
    w: float
    h: float


PAPERS = (
    Paper("a4", "A4", 210, 297),
    Paper("letter", "Letter", 215.9, 279.4),
    Paper("a3", "A3", 297, 420),
    Paper("legal", "Legal", 215.9, 355.6),
    Paper("tabloid", "Tabloid", 279.4, 431.8),
)

FORMATS = (
    POKER,
    Format("bridge", 57, 89),
    Format("mini", 44, 68, 2.5),
    Format("tarot", 70, 120),
    SQUARE_63,
    Format("square 70 mm", 70, 70),
    Format("hex 63 mm", 72.75, 63, shape="hex"),
    Format("hex 38 mm", 43.88, 38, 2, shape="hex"),
)
"""The usual cards and tiles; a hex is named by its height from flat side to flat side."""

_SIZE = re.compile(r"(\d+(?:[.,]\d+)?)\s*[x×*]\s*(\d+(?:[.,]\d+)?)\s*(mm|cm|in)?", re.IGNORECASE)


@lru_cache(maxsize=64)
def find_paper(name: str) -> Paper:
    """Return a paper by name or by size, `210x330` or `8.5x13in`; InvalidInput lists the names."""
    paper = next((p for p in PAPERS if p.name == name.strip().lower()), None)
    if paper:
        return paper
    size = read_size(name)
    if size is None:
        names = ", ".join(p.name for p in PAPERS)
        raise InvalidInput(InputError("paper", quote(name), f"one of {names}, or a size such as 210x330 or 8.5x13in"))
    w, h = sorted(size)
    if not LEAST <= w <= h <= MOST:
        raise InvalidInput(InputError("paper", quote(name), f"sides from {LEAST:g} to {MOST:g} mm"))
    return Paper(f"{w:g}x{h:g}", f"{w:g} × {h:g} mm", w, h)


def find_format(name: str) -> Format:
    """Return a piece's format by name or by size, `60x90`; InvalidInput lists the names."""
    form = next((f for f in FORMATS if f.name == name.strip().lower()), None)
    if form:
        return form
    size = read_size(name)
    if size is None or not all(8 <= side <= MOST for side in size):
        names = ", ".join(f.name for f in FORMATS)
        raise InvalidInput(
            InputError("format", quote(name), f"one of {names}, or a size such as 60x90, sides from 8 mm")
        )
    w, h = size
    return Format(f"{w:g} × {h:g} mm", w, h, min(3, min(w, h) / 10))


def read_size(text: str) -> tuple[float, float] | None:
    """Return a size written as `210x330`, `8.5x13in` or `21×33 cm`, in mm, or None."""
    match = _SIZE.fullmatch(text.strip())
    if not match:
        return None
    unit = {"in": INCH, "cm": 10.0}.get((match[3] or "mm").lower(), 1.0)
    w, h = (round(float(match[i].replace(",", ".")) * unit, 3) for i in (1, 2))
    return w, h
