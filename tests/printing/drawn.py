"""Pages as three renderers draw them, and faces as the screen shows them; how far two pictures lie apart at arm's length."""

import io
import os
import re
import shutil
import subprocess

import pytest
import resvg_py
from PIL import Image

from companion.printing.pdf import preview
from companion.printing.svg.screen import UNIT, screen
from companion.printing.text import fonts

DPI = 72
_CELL = 5.0
"""Side in mm of the squares whose mean colours are compared: larger than a letter's edge, smaller than a bar."""


def poppler():
    """Return Poppler's `pdftoppm`; without it the test is skipped, but where it is required."""
    found = shutil.which("pdftoppm")
    if found is None and os.environ.get("COMPANION_POPPLER") != "required":
        pytest.skip("no pdftoppm on this machine: apt-get install poppler-utils")
    return found


def by_poppler(pdf, dpi=DPI):
    """Return the pages of a PDF as Poppler draws them; what it complains of fails the test."""
    ran = subprocess.run([poppler(), "-r", str(dpi), "-"], input=pdf, capture_output=True, check=True)
    assert not ran.stderr, ran.stderr.decode()[:500]
    return _pictures(ran.stdout)


def ghostscript():
    """Return Ghostscript's `gs`; without it the test is skipped, but where it is required."""
    found = shutil.which("gs")
    if found is None and os.environ.get("COMPANION_GHOSTSCRIPT") != "required":
        pytest.skip("no gs on this machine: apt-get install ghostscript")
    return found


def by_ghostscript(pdf, dpi=DPI):
    """Return the pages of a PDF as Ghostscript draws them; what it complains of fails the test."""
    smooth = ("-dTextAlphaBits=4", "-dGraphicsAlphaBits=4", "-dUseCropBox")
    words = [ghostscript(), "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", *smooth, "-sDEVICE=ppmraw", f"-r{dpi}"]
    ran = subprocess.run([*words, "-sOutputFile=-", "-"], input=pdf, capture_output=True, check=True)
    assert not ran.stderr, ran.stderr.decode()[:500]
    return _pictures(ran.stdout)


def _pictures(stream):
    """Return the pictures that stand one after the other in a stream of PPM."""
    found, at = [], 0
    while at < len(stream):
        head = re.compile(rb"P6\s+(?:#[^\n]*\n)*(\d+)\s+(\d+)\s+255\s").match(stream, at)
        size = int(head[1]), int(head[2])
        at = head.end() + 3 * size[0] * size[1]
        found.append(Image.frombytes("RGB", size, stream[head.end() : at]))
    return found


def by_pdfium(pdf, count, dpi=DPI):
    """Return the first pages of a PDF as PDFium draws them."""
    return [Image.open(io.BytesIO(preview.page_png(pdf, number, dpi))).convert("RGB") for number in range(1, count + 1)]


def on_screen(boxes, form, accent, dpi=DPI):
    """Return fitted boxes as a page shows them: the picture below, the words above, on white."""
    made = screen(boxes, form, accent)
    art = made.art.decode().replace('mm"', '"', 2)
    hidden = "<style>.unseen { display: none }</style>"
    words = f'<g transform="scale({1 / UNIT})" fill="#14181f">{made.words}</g>'
    size = f'width="{form.w / 25.4 * dpi}" height="{form.h / 25.4 * dpi}" viewBox="0 0 {form.w} {form.h}"'
    return by_resvg(f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{hidden}{art}{words}</svg>')


def by_resvg(svg):
    """Return a drawing as a picture on white."""
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg,
        dpi=96,
        skip_system_fonts=True,
        font_files=[str(path) for path in fonts.files().values()],
        font_family="Barlow Condensed",
        background="white",
    )
    return Image.open(io.BytesIO(bytes(drawn))).convert("RGB")


def trim(page, form, dpi=DPI):
    """Return the middle of a page, as large as a piece."""
    w, h = (round(side / 25.4 * dpi) for side in (form.w, form.h))
    left, top = (page.width - w) // 2, (page.height - h) // 2
    return page.crop((left, top, left + w, top + h))


def apart(one, other, form):
    """Return the largest difference of mean colour, of 255, between the same squares of two pictures of a piece."""
    cells = max(round(form.w / _CELL), 1), max(round(form.h / _CELL), 1)
    first, second = (picture.resize(cells, Image.Resampling.BOX).tobytes() for picture in (one, other))
    return max(abs(a - b) for a, b in zip(first, second, strict=True))
