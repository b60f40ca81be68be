"""The process that reads files of others: SVG, pages of a PDF, typefaces. `untrusted` runs it.

It reads a file from standard input and writes the result to standard output, within limits of seconds and memory, so
that a hostile file can only stop this process. It exits with 3 for a refusal, with its two parts on standard error;
otherwise standard error has the processor seconds.
"""

import codecs
import io
import json
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from companion.printing.readers import RefusedFile

NICE = 5
"""The process's lower priority, as `nice` counts it."""
MOST_MEMORY = 1_500_000_000
"""Limit of the address space in bytes; Python itself takes a tenth of it."""
REFUSED = 3
Box = tuple[float, float, float, float]
"""A box of a page in points: left, below, right, above."""
BATCH_SECONDS, BATCH_BYTES = 1.5, 16_000_000
"""Processor seconds of this process, and bytes, after which no further page of a batch is drawn."""
SMALLEST_TRIM = 18.0
"""The least side of a plausible trim box, in points."""
WIDEST_BLEED = 15.0
"""The widest bleed in points of a page without a bleed box; a wider edge has marks on it."""


def limit(seconds: int) -> None:
    """Limit this process's memory and processor seconds, where the system can."""
    with suppress(ImportError):
        import resource

        os.nice(NICE)

        for what, most in (
            (resource.RLIMIT_AS, MOST_MEMORY),
            (resource.RLIMIT_CPU, seconds),
            (resource.RLIMIT_FSIZE, 0),
            (resource.RLIMIT_CORE, 0),
        ):
            resource.setrlimit(what, (most, most))


def open_no_file() -> None:
    """Prevent this process from opening further files or connections, where the system can."""
    with suppress(ImportError):
        import resource

        resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))


def svg(data: bytes, options: dict[str, Any]) -> bytes:
    """Return a drawing as PNG: see `readers.svg.draw`."""
    from companion.printing.readers import svg as reader

    return reader.draw(data, options, open_no_file)


def pages(data: bytes, options: dict[str, Any]) -> bytes:
    """Return a PDF's number of pages, the trim size of the first in points, and its note about backs, as JSON."""
    document = _document(data)
    wide, high, bleed = _keep_within_bleed(document, 0)
    if bleed:
        wide, high = wide - 2 * bleed[0], high - 2 * bleed[1]
    return json.dumps([len(document), wide, high, document.get_metadata_value(options["sides"])[:20]]).encode()


def page(data: bytes, options: dict[str, Any]) -> bytes:
    """Return a page of a PDF as PNG, its longer side `options["side"]` dots, with a note about its bleed."""
    _load_png()
    return _draw_page(_document(data), options["page"], options)


def page_batch(data: bytes, options: dict[str, Any]) -> bytes:
    """Return a page of a PDF, and following pages while time allows; four bytes before each give its length.

    A page that is refused ends them: it is told when it is the first.
    """
    _load_png()
    document, pages = _document(data), [b""]
    for number in range(options["page"], len(document)):
        try:
            drawn = _draw_page(document, number, options)
        except RefusedFile:
            if number == options["page"]:
                raise
            break
        pages.append(len(drawn).to_bytes(4) + drawn)
        if time.process_time() > BATCH_SECONDS or sum(map(len, pages)) > BATCH_BYTES:
            break
    return b"".join(pages)


def _load_png() -> None:
    """Load what writes PNG now, while files may still be opened."""
    from PIL import Image

    Image.preinit()


def _draw_page(document: Any, number: int, options: dict[str, Any]) -> bytes:
    from PIL.PngImagePlugin import PngInfo

    wide, high, bleed = _keep_within_bleed(document, number)
    if not (1 <= wide <= 15_000 and 1 <= high <= 15_000):
        raise RefusedFile(f"a page of {wide:g} × {high:g} points", "a page in the size of a card")
    picture = document[number].render(scale=options["side"] / max(wide, high)).to_pil().convert("RGB")
    notes = PngInfo()
    if bleed:
        notes.add_text(options["note"], f"{bleed[0] / wide:.5f} {bleed[1] / high:.5f}")
    target = io.BytesIO()
    picture.save(target, "PNG", compress_level=4, pnginfo=notes)
    return target.getvalue()


def _keep_within_bleed(document: Any, number: int) -> tuple[float, float, tuple[float, float] | None]:
    """Crop a page to its bleed box, the same on opposite sides of its trim box.

    Returns its size, and its bleed at the sides and above and below, in points of the upright page; None for the bleed
    if the page does not state its trim.
    """
    sheet = document[number]
    trim, bleed, crop = sheet.get_trimbox(fallback_ok=False), sheet.get_bleedbox(fallback_ok=False), sheet.get_cropbox()
    if trim is None or not _is_inside(trim, crop) or min(trim[2] - trim[0], trim[3] - trim[1]) < SMALLEST_TRIM:
        return *sheet.get_size(), None
    if bleed is None and max(_past(trim, crop)) <= WIDEST_BLEED:
        bleed = crop
    if bleed:
        bleed = (*map(max, bleed[:2], crop[:2]), *map(min, bleed[2:], crop[2:]))
    left, below, right, above = _past(trim, bleed or trim)
    sides, ends = max(min(left, right), 0), max(min(below, above), 0)
    sheet.set_cropbox(trim[0] - sides, trim[1] - ends, trim[2] + sides, trim[3] + ends)
    is_rotated = sheet.get_rotation() in (90, 270)
    sheet.close()
    return *document[number].get_size(), (ends, sides) if is_rotated else (sides, ends)


def _is_inside(trim: Box, crop: Box) -> bool:
    """Return whether a trim box is inside the visible page, and smaller."""
    distances = _past(trim, crop)
    return min(distances) > -1 and max(distances) > 1


def _past(trim: Box, outer: Box) -> Box:
    """Return the distances from a trim box outwards to a box around it: left, below, right, above."""
    return trim[0] - outer[0], trim[1] - outer[1], outer[2] - trim[2], outer[3] - trim[3]


def _document(data: bytes) -> Any:
    import pypdfium2

    # Loaded now, while files may still be opened: PDFium's texts are decoded with it.
    codecs.lookup("utf-16-le")
    open_no_file()
    try:
        return pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        locked = "password" in str(error).lower()
        raise RefusedFile(
            "a locked PDF" if locked else "a PDF that cannot be read", "a whole PDF, not locked"
        ) from None


def ttf(data: bytes, options: dict[str, Any]) -> bytes:
    """Return a typeface reduced to what print needs; refuse one that must not be embedded."""
    from reportlab.pdfbase.ttfonts import TTFError, TTFontFile

    from companion.printing.text import typeface_cleaning

    try:
        font = typeface_cleaning.clean(data)
    except typeface_cleaning.RefusedTypeface as error:
        raise RefusedFile(*error.args) from None
    if font[:4] == b"OTTO":
        return font
    try:
        TTFontFile(io.BytesIO(font))
    except TTFError as error:
        raise RefusedFile(f"a typeface that cannot be embedded ({error})", "another typeface") from None
    return font


def grid(data: bytes, options: dict[str, Any]) -> bytes:
    """Return where cards lie on a PDF's sheets: see `readers.pdf_sheets.find`."""
    from companion.printing.readers import pdf_sheets

    return pdf_sheets.find(_document(data), options)


def cut(data: bytes, options: dict[str, Any]) -> bytes:
    """Return the cards on a page of a PDF: see `readers.pdf_sheets.cut`."""
    from companion.printing.readers import pdf_sheets

    return pdf_sheets.cut(_document(data), options)


def workbook(data: bytes, options: dict[str, Any]) -> bytes:
    """Return the cells of a sheet and the names of all, as JSON; `options` are those of `workbooks.reading.read`."""
    from companion.data.workbooks import reading
    from companion.data.workbooks.xml_parts import UnreadableWorkbook

    # Loaded now, while files may still be opened.
    for codec in ("utf-8", "cp437", "ascii"):
        codecs.lookup(codec)
    open_no_file()
    try:
        return json.dumps(reading.read(data, options)).encode()
    except UnreadableWorkbook as error:
        raise RefusedFile(*error.args) from None


KINDS: dict[str, Callable[[bytes, dict[str, Any]], bytes]] = {
    "svg": svg,
    "pages": pages,
    "page": page,
    "page_batch": page_batch,
    "grid": grid,
    "cut": cut,
    "ttf": ttf,
    "workbook": workbook,
}


def main() -> int:
    """Run the function of the kind in the arguments on standard input, and write its result."""
    kind, options = sys.argv[1], json.loads(sys.argv[2])
    limit(options["seconds"])
    data = sys.stdin.buffer.read()
    try:
        result = KINDS[kind](data, options)
    except RefusedFile as error:
        sys.stderr.write(json.dumps(error.args))
        return REFUSED
    sys.stdout.buffer.write(result)
    sys.stdout.buffer.flush()
    sys.stderr.write(f"{time.process_time():.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
