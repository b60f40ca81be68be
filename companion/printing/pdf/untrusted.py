"""Files that others made, read safely: SVG and PDF pages as pictures, typefaces as plain ones, spreadsheets.

Each file is read in a process of its own, which can open no other file and no connection, and has a limit of seconds
and memory; a small file has few seconds. Results are cached by the file's hash.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from companion.base import caches
from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonObject
from companion.base.wording import megabytes
from companion.limits import budget
from companion.printing.faces import pictures
from companion.printing.pdf import untrusted_process
from companion.printing.sheets.jobs import SIDES, SIDES_NAME
from companion.printing.text import fonts
from companion.printing.text.fitting import MM_PER_PT

SIDE = 1800
"""Dots along the longer side of a drawing: finer than paper shows on a poker card with its bleed."""
MOST_PAGES = 300
"""Most pages of one PDF."""
WIDEST = 130.0
"""Greatest width of a page that is a card, in mm: less than A5."""
LARGEST_FONT = 25_000_000
"""Most bytes of one typeface's file: those with all Chinese characters have 5 to 20 MB."""
LARGEST_WORKBOOK = 9_000_000
"""Most bytes of one spreadsheet."""
LEAST_SECONDS, MOST_SECONDS = 4, 10
"""Limits in processor seconds for a file of a few bytes, and for one of any size."""
BYTES_A_SECOND = 100_000
"""Bytes of a file for each additional second."""
_LARGE_PICTURES = ("cut",)
"""Kinds of work that cost by the size of a sheet of paper, however few bytes the file has."""
PATIENCE = 6
"""Seconds by the clock for each processor second, after which a process is ended."""
DRAWN = (".svg", ".pdf")
"""Endings of files that are converted to pictures."""
_SVG = re.compile(rb"^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!--|!DOCTYPE|svg)", re.IGNORECASE)
_FONTS = ("Barlow-regular", "Barlow-bold", "Fira-regular", "Inter-regular", "NotoSymbols-regular")
"""Typefaces for letters in an SVG, so that they look the same on every machine."""
_TOO_MUCH = "a file that is damaged, or takes too long or too much memory to read"
_COARSE = "drawn with half of the dots, for it takes long to draw."
_FAMILIES = ("barlow condensed", "fira sans condensed", "inter", "noto sans symbols")
"""The families of these, as an SVG may name them."""


_START = (
    "import json, runpy, sys; sys.path[:] = json.loads(sys.argv[2])['path'];"
    " runpy.run_path(sys.argv[3], {}, '__main__')"
)
"""How the process begins: isolated from the user's own settings, with the modules that this one has."""


class NoCards(InvalidInput):
    """A PDF has sheets for pages, not cards: a rulebook, or a print of cards."""


def draw(data: bytes, name: str) -> bytes:
    """Return a file as a picture: an SVG, or a PDF's first page, as PNG; all others unchanged.

    InvalidInput names a refused file.
    """
    if is_pdf(data):
        return draw_page(data, name)
    return draw_svg(data, name) if _SVG.match(data[:512]) else data


def is_pdf(data: bytes) -> bool:
    """Return whether bytes begin like a PDF."""
    return b"%PDF-" in data[:1024]


def draw_svg(data: bytes, name: str) -> bytes:
    """Return an SVG as PNG; InvalidInput names it if it refers to other files, takes too long, or is no SVG.

    One that takes too long is drawn with half of the dots, and says so.
    """
    files = [str(fonts.files()[font]) for font in _FONTS]
    arguments: dict[str, object] = {
        "side": SIDE,
        "fonts": files,
        "family": "Barlow Condensed",
        "note": pictures.DRAWING_NOTE,
    }
    arguments |= {"known": _FAMILIES, "notes": ()}
    try:
        return _draw_or_refuse("svg", data, name, arguments)
    except InvalidInput as error:
        if error.input_errors[0].found != _TOO_MUCH:
            raise
    return _draw_or_refuse("svg", data, name, {**arguments, "side": SIDE // 2, "notes": (_COARSE,)})


def count_pages(data: bytes, name: str) -> int:
    """Return the number of pages of a PDF; InvalidInput if it cannot be read or has too many.

    NoCards, a kind of InvalidInput, is for pages that are too large for cards.
    """
    count, *size, _ = _about_pages(data, name)
    if count > MOST_PAGES:
        raise InvalidInput(InputError(name, f"{count:,} pages", f"at most {MOST_PAGES}"))
    wide, high = (side * MM_PER_PT for side in size)
    if min(wide, high) > WIDEST:
        raise NoCards(InputError(name, f"pages of {wide:.0f} × {high:.0f} mm", f"cards, at most {WIDEST:g} mm wide"))
    return int(count)


def read_sides(data: bytes, name: str) -> str:
    """Return the sides on a PDF's pages, one of `SIDES`, if it was made here; else empty."""
    *_, sides = _about_pages(data, name)
    return sides if sides in SIDES else ""


def _about_pages(data: bytes, name: str) -> list[Any]:
    details: list[Any] = json.loads(_draw_or_refuse("pages", data, name, {"sides": SIDES_NAME}))
    return details


def draw_page(data: bytes, name: str, number: int = 1) -> bytes:
    """Return a page of a PDF, counted from 1, as PNG, with a note about its bleed; InvalidInput names the file."""
    arguments = {"side": SIDE, "page": number - 1, "note": pictures.BLEED_NOTE}
    return _draw_or_refuse("page", data, name, arguments)


def draw_pages(data: bytes, name: str, number: int) -> tuple[bytes, ...]:
    """Return a page of a PDF, counted from 1, and as many of the next ones as are drawn soon: see `draw_page`.

    To start a process takes longer than to draw a usual page.
    """
    arguments = {"side": SIDE, "page": number - 1, "note": pictures.BLEED_NOTE}
    with suppress(InvalidInput):
        return _split(_draw_or_refuse("page_batch", data, name, arguments))
    return (draw_page(data, name, number),)


@dataclass(frozen=True, slots=True)
class SheetGrid:
    """Where the cards lie on a PDF's pages, in mm: their trims on the first page, and the bleed that is there.

    Without `is_found` no line showed where they are, and they are taken to lie in the middle.
    """

    pages: int
    size: tuple[float, float]
    columns: int
    rows: int
    cells: tuple[tuple[float, float, float, float], ...]
    bleed: float
    is_found: bool


def find_cards(
    data: bytes, name: str, card: tuple[float, float], counts: tuple[int, int] | None, gap: float | None
) -> SheetGrid:
    """Return where cards of about that size lie on a PDF's sheets; `counts` are columns and rows, None to find them.

    Raises InvalidInput if the file cannot be read, has too many pages, or its pages have no room for them.
    """
    found = json.loads(_draw_or_refuse("grid", data, name, {"card": card, "counts": counts, "gap": gap}))
    if found["pages"] > MOST_PAGES:
        raise InvalidInput(InputError(name, f"{found['pages']:,} pages", f"at most {MOST_PAGES}"))
    cells = tuple(tuple(cell) for cell in found.pop("cells"))
    return SheetGrid(**{**found, "size": tuple(found["size"])}, cells=cells)


def cut_cards(
    data: bytes,
    name: str,
    page: int,
    grid: SheetGrid,
    card: tuple[float, float],
    gap: float | None,
    dpi: float = pictures.SHARP,
) -> tuple[bytes, ...]:
    """Return the cards on a page, counted from 0, as PNGs with their bleed; empty bytes for an empty place."""
    about = {"card": card, "counts": (grid.columns, grid.rows), "gap": gap, "cells": grid.cells, "bleed": grid.bleed}
    drawing = {"page": page, "dpi": dpi, "note": pictures.BLEED_NOTE}
    return _split(_draw_or_refuse("cut", data, name, {**about, **drawing}))


def draw_sheet(data: bytes, name: str, grid: SheetGrid) -> bytes:
    """Return a PDF's first page as a PNG for the screen."""
    about: dict[str, object] = {
        "card": None,
        "cells": [(0, 0, *grid.size)],
        "bleed": 0,
        "page": 0,
        "dpi": 72,
        "note": pictures.BLEED_NOTE,
    }
    return _split(_draw_or_refuse("cut", data, name, about))[0]


def _split(parts: bytes) -> tuple[bytes, ...]:
    """Split a stream into files; before each file stands its length in four bytes."""
    files, at = [], 0
    while at < len(parts):
        length = int.from_bytes(parts[at : at + 4])
        files.append(parts[at + 4 : at + 4 + length])
        at += 4 + length
    return tuple(files)


def clean_typeface(data: bytes, name: str) -> bytes:
    """Return a typeface reduced to the tables for print; InvalidInput if it is none or must not be embedded."""
    if len(data) > LARGEST_FONT:
        wanted = f"a typeface of at most {megabytes(LARGEST_FONT)}"
        raise InvalidInput(InputError(name, megabytes(len(data), 1), wanted))
    return _draw_or_refuse("ttf", data, name, {})


def read_workbook(data: bytes, name: str, options: dict[str, object]) -> JsonObject:
    """Return the sheets of a spreadsheet and the rows of one, by the options of `workbooks.reading`.

    InvalidInput names a file that cannot be read.
    """
    if len(data) > LARGEST_WORKBOOK:
        wanted = f"a spreadsheet of at most {megabytes(LARGEST_WORKBOOK)}: save the sheet with the cards alone"
        raise InvalidInput(InputError(name, megabytes(len(data), 1), wanted))
    cells: JsonObject = json.loads(_read_or_refuse("workbook", data, name, options))
    return cells


def _draw_or_refuse(kind: str, data: bytes, name: str, arguments: dict[str, object]) -> bytes:
    if kind != "ttf":
        pictures.refuse_large(len(data), name)
    return _read_or_refuse(kind, data, name, arguments)


def _read_or_refuse(kind: str, data: bytes, name: str, arguments: dict[str, object]) -> bytes:
    try:
        result = _run_process(kind, json.dumps(arguments, sort_keys=True), data)
    except _OutOfTime:
        result = _too_much(kind)
    if isinstance(result, bytes):
        return result
    raise InvalidInput(InputError(name, *result))


class _OutOfTime(Exception):
    """A process took too long by the clock: the machine may have been busy, so that the refusal is not cached."""


def _key(kind: str, arguments: str, data: bytes) -> tuple[str, str, bytes]:
    return kind, arguments, hashlib.sha256(data).digest()


@caches.keep(64_000_000, key=_key, size=len)
def _run_process(kind: str, arguments: str, data: bytes) -> bytes | tuple[str, str]:
    """Return the output of a process, or the two parts of its refusal: what was found, what was expected."""
    budget.check()
    seconds = MOST_SECONDS if kind in _LARGE_PICTURES else seconds_for(len(data))
    options = json.dumps({**json.loads(arguments), "path": sys.path, "seconds": seconds})
    command = [sys.executable, "-I", "-c", _START, kind, options, untrusted_process.__file__]
    # The environment is reduced to the variables that starting Python needs.
    env = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH") if name in os.environ}
    with budget.other_process():
        try:
            done = subprocess.run(
                command, input=data, capture_output=True, timeout=PATIENCE * seconds, check=False, env=env
            )
        except subprocess.TimeoutExpired:
            budget.charge(seconds)
            raise _OutOfTime from None
        if done.returncode == untrusted_process.REFUSED:
            fault, wanted = json.loads(done.stderr)
            return str(fault), str(wanted)
        budget.charge(float(done.stderr) if done.returncode == 0 else seconds)
        return done.stdout if done.returncode == 0 else _too_much(kind)


def seconds_for(size: int) -> int:
    """Return the limit of processor seconds for a file of `size` bytes."""
    return min(LEAST_SECONDS + size // BYTES_A_SECOND, MOST_SECONDS)


def _too_much(kind: str) -> tuple[str, str]:
    """Return the refusal of a file that cannot be read within the limits, with an alternative."""
    others = {"ttf": "another typeface", "workbook": "a smaller spreadsheet, or the sheet with the cards as CSV"}
    return _TOO_MUCH, others.get(kind, "a simpler one, or a PNG made of it")
