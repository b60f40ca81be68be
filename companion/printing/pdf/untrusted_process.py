"""The process that reads files of others: SVG, pages of a PDF, typefaces. `untrusted` runs it; it is never imported.

It reads a file from standard input and writes the result to standard output, within limits of seconds and memory, so
that a hostile file can only stop this process. It exits with 3 for a refusal, with its two parts on standard error;
otherwise standard error has the processor seconds.
"""

import codecs
import io
import json
import os
import re
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

NICE = 5
"""The process's lower priority, as `nice` counts it."""
MOST_MEMORY = 1_500_000_000
"""Limit of the address space in bytes; Python itself takes a tenth of it."""
REFUSED = 3
EMBEDDED = re.compile(r"data:image/(png|jpe?g|gif|webp)[;,]", re.IGNORECASE)
Box = tuple[float, float, float, float]
"""A box of a page in points: left, below, right, above."""
SMALLEST_TRIM = 18.0
"""The least side of a plausible trim box, in points."""
WIDEST_BLEED = 15.0
"""The widest bleed in points of a page without a bleed box; a wider edge has marks on it."""


class RefusedFile(Exception):
    """A file is not drawn: what was found, what was expected."""


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
    """Return a drawing as PNG, its longer side `options["side"]` dots; references to other files are refused."""
    import resvg_py
    from defusedxml import ElementTree
    from defusedxml.common import DefusedXmlException

    try:
        root = ElementTree.fromstring(data)
    except DefusedXmlException:
        raise RefusedFile("an SVG that declares entities", "one without: save it as plain SVG") from None
    except ElementTree.ParseError as error:
        raise RefusedFile(f"an SVG that cannot be read ({error})", "a whole SVG") from None
    if _local(root.tag) != "svg":
        raise RefusedFile("XML that is no SVG", "a drawing in SVG")
    for element in root.iter():
        if _local(element.tag) == "a":
            continue  # A link, which is not drawn.
        for key, value in element.attrib.items():
            if _local(key) == "href" and not (value.startswith("#") or EMBEDDED.match(value)):
                raise RefusedFile(f"an SVG that asks for {value[:60]!r}", "one with its pictures embedded, not linked")
    size = _size(root)
    wide, high = (round(options["side"] * side / max(size)) for side in size)
    size_arguments = _set_dots(root, (wide, high))
    from xml.etree.ElementTree import tostring

    text = tostring(root, encoding="unicode")
    has_text = any(_local(element.tag) == "text" for element in root.iter())
    families = ("font_family", "sans_serif_family", "serif_family", "monospace_family")
    fonts = {"font_files": options["fonts"], **dict.fromkeys(families, options["family"])}
    if not has_text:
        open_no_file()
    arguments = {**size_arguments, **(fonts if has_text else {})}
    try:
        return bytes(resvg_py.svg_to_bytes(svg_string=text, dpi=96, skip_system_fonts=True, **arguments))
    except ValueError as error:
        raise RefusedFile(f"an SVG that cannot be drawn ({error})", "a drawing in SVG") from None


def _local(name: str) -> str:
    """Return the name of an element or attribute without its namespace."""
    return name.rpartition("}")[2]


def _view_box(root: Any) -> list[float]:
    return [float(side) for side in re.findall(r"[-+0-9.e]+", root.get("viewBox", ""))]


def _set_dots(root: Any, dots: tuple[int, int]) -> dict[str, Any]:
    """Set a drawing's size to exactly these dots; if its proportions differ, return arguments for about that size."""
    box = _view_box(root)
    if len(box) != 4 or not 0.99 < box[2] / max(box[3], 1e-9) * dots[1] / dots[0] < 1.01:
        return {"width": dots[0], "height": dots[1]}
    root.set("width", str(dots[0]))
    root.set("height", str(dots[1]))
    root.set("preserveAspectRatio", "none")
    return {}


def _size(root: Any) -> tuple[float, float]:
    """Return the width and height of an SVG in any unit: only its proportions count."""
    box = _view_box(root)
    sides = [re.fullmatch(r"\s*([0-9.]+(?:e-?\d+)?)\s*([a-z]*)\s*", root.get(side, "")) for side in ("width", "height")]
    if sides[0] and sides[1] and sides[0][2] == sides[1][2]:
        size = float(sides[0][1]), float(sides[1][1])
    elif len(box) == 4:
        size = box[2], box[3]
    else:
        raise RefusedFile("an SVG without a size", "width and height, or a viewBox")
    if not all(0 < side < 1e6 for side in size) or not 1 / 20 <= size[0] / size[1] <= 20:
        raise RefusedFile(f"an SVG of {size[0]:g} × {size[1]:g}", "a drawing in the proportions of a card")
    return size


def pages(data: bytes, options: dict[str, Any]) -> bytes:
    """Return a PDF's number of pages, the trim size of the first in points, and its note about backs, as JSON."""
    document = _document(data)
    wide, high, bleed = _keep_within_bleed(document, 0)
    if bleed:
        wide, high = wide - 2 * bleed[0], high - 2 * bleed[1]
    return json.dumps([len(document), wide, high, document.get_metadata_value(options["sides"])[:20]]).encode()


def page(data: bytes, options: dict[str, Any]) -> bytes:
    """Return a page of a PDF as PNG, its longer side `options["side"]` dots, with a note about its bleed."""
    from PIL import Image
    from PIL.PngImagePlugin import PngInfo

    Image.preinit()
    document = _document(data)
    wide, high, bleed = _keep_within_bleed(document, options["page"])
    if not (1 <= wide <= 15_000 and 1 <= high <= 15_000):
        raise RefusedFile(f"a page of {wide:g} × {high:g} points", "a page in the size of a card")
    picture = document[options["page"]].render(scale=options["side"] / max(wide, high)).to_pil().convert("RGB")
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


KINDS: dict[str, Callable[[bytes, dict[str, Any]], bytes]] = {"svg": svg, "pages": pages, "page": page, "ttf": ttf}


def main() -> int:
    """Run the function of the kind in the arguments on standard input, and write its result."""
    kind, options = sys.argv[1], json.loads(sys.argv[2])
    sys.path[:] = options["path"]
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
