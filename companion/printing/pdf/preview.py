"""Renders pages of our own PDFs as pictures, one page at a time, with pypdfium2, and measures their ink."""

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock

import pypdfium2 as pdfium
from PIL import Image, ImageChops, ImageStat

from companion.base import wording
from companion.limits.budget import check, watched
from companion.printing.faces.boxes import Face, Format, Piece
from companion.printing.faces.inks import InkMode
from companion.printing.pdf import face_pdf, pdf_bytes
from companion.printing.sheets.jobs import Job

_ONE_AT_A_TIME = Lock()
"""PDFium is not safe across threads."""


def page_png(pdf: bytes, number: int, dpi: float = 96) -> bytes:
    """Return a page, counted from 1, as PNG; IndexError if there is none."""
    check()
    with _ONE_AT_A_TIME:
        document = pdfium.PdfDocument(pdf)
        try:
            if not 1 <= number <= len(document):
                raise IndexError(number)
            page = document[number - 1]
            bitmap = page.render(scale=dpi / 72)
            picture = bitmap.to_pil()
            target = io.BytesIO()
            picture.save(target, "PNG", optimize=False, compress_level=3)
            bitmap.close()
            page.close()
        finally:
            document.close()
    return target.getvalue()


def face_png(piece: Piece, face: Face, size: Format, accent: str, dpi: float = 150, ink: InkMode = "full") -> bytes:
    """Return one face as a PNG of its trim."""
    return page_png(face_pdf(piece, face, size, accent, ink, dpi), 1, dpi)


def pages(pdf: bytes, sizes: Sequence[tuple[int, int]], dpi: float) -> Iterator[Image.Image]:
    """Yield the pages in order as pictures of exactly the given sizes in dots."""
    for number, size in enumerate(watched(sizes, every=1)):
        with _ONE_AT_A_TIME:
            document = pdfium.PdfDocument(pdf)
            try:
                page = document[number]
                bitmap = page.render(scale=dpi / 72)
                # PDFium rounds a size up; the extra dot is cropped.
                picture = bitmap.to_pil().crop((0, 0, *size)).convert("RGB")
                bitmap.close()
                page.close()
            finally:
                document.close()
        yield picture


def png(picture: Image.Image, dpi: float) -> bytes:
    """Return a picture as PNG with its dots per inch."""
    target = io.BytesIO()
    picture.save(target, "PNG", optimize=False, compress_level=4, dpi=(dpi, dpi))
    return target.getvalue()


SAMPLE = 4
"""About the number of sides that are sampled to estimate the ink of a job."""
INK_DPI = 100
"""Dots per inch for measuring ink: with larger dots a hairline would count as thick as a dot."""
LARGEST_MEASURED = 1_000_000
"""Most bytes of a written PDF whose pages are measured: pictures in a larger one take longer to read than to draw."""
INK_PICTURE_DPI = 50
"""Dots per inch of pictures there, which are as dark with fewer dots."""


@dataclass(frozen=True, slots=True)
class InkUsed:
    """The approximate ink of a job: the share of a side that is inked, and the share saved compared to full colour.

    `saved` is None for a job that is not in ink saver.
    """

    share: float
    saved: float | None = None

    @property
    def sentence(self) -> str:
        """Both shares as a sentence."""
        return wording.describe_ink(self.share, self.saved)


def ink_used(job: Job, written: Path | None = None) -> InkUsed:
    """Return the approximate ink of a job, from a sample of its sides.

    `written` is the PDF of the whole job if there is one: where it is small, its pages are measured, and none is drawn
    a second time.
    """
    share = estimate_side_ink(job, written)
    if job.full_colour_sheets is None:
        return InkUsed(share)
    options = job.options.model_copy(update={"ink": "full"})
    full = estimate_side_ink(replace(job, sheets=job.full_colour_sheets, options=options, full_colour_sheets=None))
    return InkUsed(share, max(0.0, 1 - share / full) if full else 0.0)


def estimate_side_ink(job: Job, written: Path | None = None) -> float:
    """Return the approximate inked share of a side, from a sample of the job's sides without blank ones."""
    sampled = range(0, len(job.sheets), max(1, len(job.sheets) // SAMPLE))
    printed = [number for number in sampled if not job.sheets[number].blank]
    if written and written.stat().st_size <= LARGEST_MEASURED:
        return estimate_ink(written.read_bytes(), printed)
    sheets = [job.sheets[number] for number in printed]
    return estimate_ink(pdf_bytes(replace(job, sheets=sheets), INK_PICTURE_DPI)) if printed else 0


def estimate_ink(pdf: bytes, numbers: Iterable[int] | None = None) -> float:
    """Return the approximate ink of all pages, or of those with these numbers from 0: the share that would be black.

    Colours count as a printer mixes them: the part common to all three inks is black, the rest is added.
    """
    shares = []
    with _ONE_AT_A_TIME:
        document = pdfium.PdfDocument(pdf)
        try:
            for number in range(len(document)) if numbers is None else numbers:
                picture = document[number].render(scale=INK_DPI / 72).to_pil()
                red, green, blue = picture.split()
                lightest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
                light, r, g, b = (mean / 255 for image in (lightest, picture) for mean in ImageStat.Stat(image).mean)
                shares.append(1 + 2 * light - r - g - b)
        finally:
            document.close()
    return sum(shares) / max(1, len(shares))
