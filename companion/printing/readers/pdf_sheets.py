"""Sheets of cards in a PDF of others, cut into their cards."""

import io
import json
import struct
from typing import Any

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from companion.printing.readers import RefusedFile, sheet_grids
from companion.printing.readers.sheet_grids import PER_MM, FoundGrid

# Loaded now, while files may still be opened.
Image.preinit()
MM = 25.4 / 72
MOST_DOTS = 60_000_000
"""Most dots of a page that is drawn to be cut."""
LONGEST = 15_000
"""The longest side of a page in points."""
_BLED = 0.6
"""The least share of inked dots just outside the cards that counts as bleed."""
_NEAR = 4.0
"""How far in mm a page's cards may lie from those of the first page."""
Cell = tuple[float, float, float, float]


def find(document: Any, options: dict[str, Any]) -> bytes:
    """Return the cards on a PDF's first page as JSON: see `sheet_grids.find_grid` for what is asked for."""
    page = _grey(document[0])
    grid = _grid(page, options)
    wide, high = (side / PER_MM for side in page.size)
    if grid is None:
        raise RefusedFile(f"pages of {wide:.0f} × {high:.0f} mm", "sheets with room for the cards")
    about = {"pages": len(document), "size": [wide, high], "columns": grid.columns, "rows": grid.rows}
    about |= {"is_found": grid.is_found, "cells": list(grid.cells()), "bleed": _bleed(page, grid)}
    return json.dumps(about).encode()


def _grid(page: Any, options: dict[str, Any]) -> FoundGrid | None:
    counts = options["counts"] and tuple(options["counts"])
    return sheet_grids.find_grid(page, tuple(options["card"]), counts, options["gap"])


def _grey(page: Any) -> Any:
    return _render(page, PER_MM * MM).convert("L")


def _render(page: Any, scale: float) -> Any:
    """Return a page drawn at so many dots for each point, or fewer where it is large."""
    wide, high = page.get_size()
    if not (1 <= wide <= LONGEST and 1 <= high <= LONGEST):
        raise RefusedFile(f"a page of {wide:g} × {high:g} points", "a sheet of paper")
    scale = min(scale, (MOST_DOTS / (wide * high)) ** 0.5)
    return page.render(scale=scale).to_pil().convert("RGB")


def _bleed(page: Any, grid: FoundGrid) -> float:
    """Return how far in mm the cards are printed past their cut: as the grid says, or as the gaps show."""
    if grid.across.bleed or grid.down.bleed:
        return min(grid.across.bleed or 9, grid.down.bleed or 9)
    out = min(grid.across.gap, grid.down.gap) / 2
    if out < 1:
        return 0.0
    shares = []
    for left, top, w, h in grid.cells():
        beside = (
            (left - out, top, out, h),
            (left + w, top, out, h),
            (left, top - out, w, out),
            (left, top + h, w, out),
        )
        shares += [_ink(page, strip) for strip in beside]
    return out if sum(shares) / len(shares) > _BLED else 0.0


def _ink(page: Any, area: Cell) -> float:
    """Return the share of an area, in mm, that is printed."""
    part = page.crop(_dots(area, PER_MM, page.size))
    lights: list[int] = part.histogram()
    return sum(lights[: sheet_grids.DARK]) / max(sum(lights), 1)


def _dots(area: Cell, scale: float, size: tuple[int, int]) -> tuple[int, int, int, int]:
    left, top = (min(max(round(at * scale), 0), side - 1) for at, side in zip(area[:2], size, strict=True))
    right, bottom = round((area[0] + area[2]) * scale), round((area[1] + area[3]) * scale)
    return left, top, min(max(right, left + 1), size[0]), min(max(bottom, top + 1), size[1])


def cut(document: Any, options: dict[str, Any]) -> bytes:
    """Return the cards of one page as PNGs, each after its length in four bytes; an empty place has length 0.

    `options["cells"]` are the trims on the first page in mm, `options["bleed"]` is what is kept around them. Where this
    page's own lines show the same grid a little beside, those count.
    """
    page = document[options["page"]]
    cells, out = [tuple(cell) for cell in options["cells"]], options["bleed"]
    grey = _grey(page)
    if options["card"]:
        grid = _grid(grey, options)
        own = list(grid.cells()) if grid and grid.is_found else []
        if len(own) == len(cells) and all(_is_near(one, other) for one, other in zip(own, cells, strict=True)):
            cells = own
    picture = _render(page, options["dpi"] / 72)
    scale = picture.width / (page.get_size()[0] * MM)
    parts = []
    for cell in cells:
        if options["card"] and sheet_grids.is_empty(grey.crop(_dots(cell, PER_MM, grey.size))):
            parts.append(b"")
            continue
        left, top, w, h = cell
        notes = PngInfo()
        if out:
            notes.add_text(options["note"], f"{out / (w + 2 * out):.5f} {out / (h + 2 * out):.5f}")
        area = (left - out, top - out, w + 2 * out, h + 2 * out)
        target = io.BytesIO()
        picture.crop(_dots(area, scale, picture.size)).save(target, "PNG", compress_level=3, pnginfo=notes)
        parts.append(target.getvalue())
    return b"".join(struct.pack(">I", len(part)) + part for part in parts)


def _is_near(one: Cell, other: Cell) -> bool:
    return all(abs(a - b) <= _NEAR for a, b in zip(one, other, strict=True))
