"""Writes jobs and single faces as PDF: which boxes are on which page; `pen` draws them."""

import io
from collections.abc import Iterable, Iterator
from typing import BinaryIO

import companion.printing.pdf.reportlab_fonts  # noqa: F401 - before anything else loads ReportLab
from companion.printing.faces.boxes import CardPicture, Face, Format, Picture, Piece
from companion.printing.faces.inks import InkMode
from companion.printing.pdf import attachments
from companion.printing.pdf.operators import PT_PER_MM
from companion.printing.pdf.pen import Pen
from companion.printing.pdf.press import PressPen
from companion.printing.sheets import line_art
from companion.printing.sheets.jobs import SIDES_NAME, Job, Sides, SingleFace
from companion.printing.text.fitting import Drawn, Turned, fit


def draw(job: Job, target: BinaryIO) -> None:
    """Write a job as PDF; the same job gives the same bytes."""
    for _ in write_pdf(job, target):
        pass


def write_pdf(job: Job, target: BinaryIO, dpi: float = 0) -> Iterator[int]:
    """Write a job as PDF, sheet by sheet, in constant memory; yields the number of sheets written so far.

    `dpi` is for a preview: cards' pictures are scaled down to that resolution.
    """
    page = Pen(target, job.title, job.accent, job.options.ink, job.duplex, dpi)
    page.canvas.setAuthor(job.author)
    if job.build:
        page.canvas.setSubject(job.build.credit)
        page.attach(attachments.BUILD, job.build.document)
    bookmarked: set[str] = set()
    printer = job.printer.turned_over_edge(job.options.backs) if job.printer else None
    for number, sheet in enumerate(job.sheets, 1):
        page.start(sheet.w, sheet.h, sheet.label, printer, sheet.side == "back")
        for title in dict.fromkeys(sheet.parts):
            if title not in bookmarked:
                bookmarked.add(title)
                page.bookmark(title, number)
        for title in sheet.headings:
            page.bookmark(title, number, 1)
        page.count_faces(sheet.trims)
        for trim in sheet.trims:
            page.trim(trim)
        page.boxes(sheet.boxes)
        page.end()
        yield number
    page.save()


def pdf_bytes(job: Job, dpi: float = 0) -> bytes:
    """Return a job as PDF bytes; with `dpi`, for a preview at that resolution."""
    target = io.BytesIO()
    for _ in write_pdf(job, target, dpi):
        pass
    return target.getvalue()


def face_pdf(piece: Piece, face: Face, size: Format, accent: str, ink: InkMode = "full", dpi: float = 0) -> bytes:
    """Return one face as a PDF page of its trim size; with `dpi`, for a picture at that resolution."""
    target = io.BytesIO()
    page = Pen(target, piece.name, accent, ink, dpi=dpi)
    page.start(size.w, size.h)
    boxes = fit(face.boxes, piece.name, (size.w, size.h))
    page.boxes(line_art.draw_line_art(boxes, size) if ink == "saver" else boxes)
    page.end()
    page.save()
    return target.getvalue()


def has_pictures(singles: Iterable[SingleFace]) -> bool:
    """Return whether any of these faces has a picture in pixels."""
    return any(_has_pictures(single.boxes) for single in singles)


def _has_pictures(boxes: Iterable[Drawn]) -> bool:
    return any(
        isinstance(box, Picture | CardPicture) or (isinstance(box, Turned) and _has_pictures(box.boxes))
        for box in boxes
    )


def draw_singles(
    singles: Iterable[SingleFace],
    title: str,
    accent: str,
    target: BinaryIO,
    ink: InkMode = "full",
    press: bool = False,
    sides: Sides = "front",
) -> None:
    """Write one face per page, with its trim and bleed boxes, in order; the same faces give the same bytes.

    `press` writes for a printing press: colours in CMYK, by the rules of PDF/X-1a; pictures in pixels stay as they are.
    `sides` records which pages are backs, for a later import of the file.
    """
    page = (PressPen if press else Pen)(target, title, accent, ink)
    page.note(SIDES_NAME, sides)
    for number, single in enumerate(singles, 1):
        (w, h), (edge, end) = single.page, single.edges
        page.start(w, h)
        page.canvas.setTrimBox(
            (edge * PT_PER_MM, end * PT_PER_MM, (edge + single.w) * PT_PER_MM, (end + single.h) * PT_PER_MM)
        )
        page.canvas.setBleedBox((0, 0, w * PT_PER_MM, h * PT_PER_MM))
        if single.bookmark:
            page.bookmark(single.bookmark, number)
        page.draw_turned(Turned(single.boxes, edge, end, 0, 1))
        page.end()
    page.save()
