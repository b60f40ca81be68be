"""Files that others drew, made safe to print: SVG and PDF pages as pictures, TrueType files as letters and widths.

Each is read by a process of its own, which opens no other file and no connection, and ends once it has taken its
seconds or its memory; a small file has few. What was made is cached by the file's hash.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from companion.base import caches
from companion.base.findings import InputError, InvalidInput
from companion.base.wording import megabytes
from companion.limits import budget
from companion.printing.faces import pictures
from companion.printing.pdf import untrusted_process
from companion.printing.sheets.jobs import SIDES, SIDES_NAME
from companion.printing.text import fonts
from companion.printing.text.fitting import MM_PER_PT

SIDE = 1800
"""Dots along the longer side of a drawing: on a poker card with its bleed more than paper shows."""
MOST_PAGES = 300
"""Pages of one PDF."""
WIDEST = 130.0
"""How wide a page may be that is a card, in mm: less than A5."""
LARGEST_FONT = 2_000_000
"""Bytes of one TrueType file."""
LEAST_SECONDS, MOST_SECONDS = 4, 10
"""Processor seconds that a file of a few bytes may take, and one of any size."""
BYTES_A_SECOND = 100_000
"""Bytes of a file for which it may take a second more."""
PATIENCE = 6
"""Seconds by the clock, for each of the processor, after which a process is ended, however busy the machine is."""
DRAWN = (".svg", ".pdf")
"""Endings of files that are drawn before they are pictures."""
_SVG = re.compile(rb"^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!--|!DOCTYPE|svg)", re.IGNORECASE)
_FONTS = ("Barlow-regular", "Barlow-bold", "Fira-regular", "Inter-regular", "NotoSymbols-regular")
"""What letters in an SVG are set in, beside outlines: the same on every machine."""


class NoCards(InvalidInput):
    """A PDF whose pages are sheets: a rulebook, or a print of cards."""


def draw(data: bytes, name: str) -> bytes:
    """Return a picture's bytes: of an SVG, and of a PDF's first page, a PNG; all others as they are.

    InvalidInput names the file where it is refused.
    """
    if is_pdf(data):
        return draw_page(data, name)
    return draw_svg(data, name) if _SVG.match(data[:512]) else data


def is_pdf(data: bytes) -> bool:
    """Return whether bytes begin as a PDF."""
    return b"%PDF-" in data[:1024]


def draw_svg(data: bytes, name: str) -> bytes:
    """Return an SVG as PNG; InvalidInput names it where it asks for other files, takes too long, or is none."""
    files = [str(fonts.files()[font]) for font in _FONTS]
    return _draw_or_refuse("svg", data, name, {"side": SIDE, "fonts": files, "family": "Barlow Condensed"})


def count_pages(data: bytes, name: str) -> int:
    """Return how many pages a PDF has; InvalidInput where it cannot be read, has too many, or none of cards."""
    count, *size, _ = _about_pages(data, name)
    if count > MOST_PAGES:
        raise InvalidInput(InputError(name, f"{count:,} pages", f"at most {MOST_PAGES}"))
    wide, high = (side * MM_PER_PT for side in size)
    if min(wide, high) > WIDEST:
        raise NoCards(InputError(name, f"pages of {wide:.0f} × {high:.0f} mm", f"cards, at most {WIDEST:g} mm wide"))
    return int(count)


def read_sides(data: bytes, name: str) -> str:
    """Return a PDF's note about which of its pages are backs, as `SIDES` says; empty in PDFs of others."""
    *_, sides = _about_pages(data, name)
    return sides if sides in SIDES else ""


def _about_pages(data: bytes, name: str) -> list[Any]:
    made: list[Any] = json.loads(_draw_or_refuse("pages", data, name, {"sides": SIDES_NAME}))
    return made


def draw_page(data: bytes, name: str, number: int = 1) -> bytes:
    """Return a page of a PDF, counted from 1, as PNG, with its bleed and a note of it; InvalidInput names it."""
    given = {"side": SIDE, "page": number - 1, "note": pictures.BLEED_NOTE}
    return _draw_or_refuse("page", data, name, given)


def clean_typeface(data: bytes, name: str) -> bytes:
    """Return a TrueType file with what print needs; InvalidInput where it is none, or must not be embedded."""
    if len(data) > LARGEST_FONT:
        wanted = f"a TrueType file of at most {megabytes(LARGEST_FONT)}"
        raise InvalidInput(InputError(name, megabytes(len(data), 1), wanted))
    return _draw_or_refuse("ttf", data, name, {})


def _draw_or_refuse(kind: str, data: bytes, name: str, given: dict[str, object]) -> bytes:
    pictures.refuse_large(len(data), name)
    found = _work(kind, json.dumps(given, sort_keys=True), data)
    if isinstance(found, bytes):
        return found
    raise InvalidInput(InputError(name, *found))


def _key(kind: str, given: str, data: bytes) -> tuple[str, str, bytes]:
    return kind, given, hashlib.sha256(data).digest()


@caches.keep(64_000_000, key=_key, size=len)
def _work(kind: str, given: str, data: bytes) -> bytes | tuple[str, str]:
    """Return what a process made, or the two parts of why it refuses."""
    budget.check()
    command = [sys.executable, "-I", str(Path(untrusted_process.__file__)), kind]
    seconds = seconds_for(len(data))
    command.append(json.dumps({**json.loads(given), "path": sys.path, "seconds": seconds}))
    with budget.other_process():
        try:
            done = subprocess.run(
                command, input=data, capture_output=True, timeout=PATIENCE * seconds, check=False, env=_bare()
            )
        except subprocess.TimeoutExpired:
            budget.charge(seconds)
            return _too_much(kind)
        if done.returncode == untrusted_process.REFUSED:
            found, wanted = json.loads(done.stderr)
            return str(found), str(wanted)
        budget.charge(float(done.stderr) if done.returncode == 0 else seconds)
        return done.stdout if done.returncode == 0 else _too_much(kind)


def seconds_for(size: int) -> int:
    """Return how many processor seconds a file of so many bytes may take."""
    return min(LEAST_SECONDS + size // BYTES_A_SECOND, MOST_SECONDS)


def _bare() -> dict[str, str]:
    """Return the environment of such a process: nothing of ours but what starting Python needs."""
    return {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH") if name in os.environ}


def _too_much(kind: str) -> tuple[str, str]:
    """Return what a file is that cannot be read within the limits, and what to use instead."""
    instead = "another TrueType file" if kind == "ttf" else "a simpler one, or a PNG made of it"
    return "a file that is damaged, or takes too long or too much memory to read", instead
