"""Lays out parts on paper: pieces at true scale with cut marks, whole pages, a check ruler on every sheet.

A job's sheets are made on demand; every face in it is fitted once.
"""

from collections.abc import Iterable
from dataclasses import replace

from companion.base.wording import join_first, one_line
from companion.printing.faces.boxes import Part
from companion.printing.sheets import bleeding, booklet, marks, reach, selection
from companion.printing.sheets.blocks import PlannedSheet
from companion.printing.sheets.checking import check_faces
from companion.printing.sheets.fitted_faces import FittedFaces
from companion.printing.sheets.jobs import ACCENT, Duplex, Job, PrintedBuild, Printout, Sheet, Side, Trim
from companion.printing.sheets.options import PrintOptions
from companion.printing.sheets.printers import Printer
from companion.printing.sheets.sheet_maker import SheetMaker, saver_ink_test
from companion.printing.sheets.sides import SheetsOnDemand
from companion.printing.text import fonts
from companion.printing.text.typeface_files import FOLDER

_MOST_NAMES, _LONGEST_NAME = 5, 40

__all__ = ["Job", "Sheet", "Side", "Trim", "lay_out", "plan_job", "print_job"]


def print_job(
    printout: Printout, options: PrintOptions, printer: Printer | None = None, *, is_checked: bool = False
) -> Job:
    """Return the job of a printout with these options, after a check that every text fits.

    `is_checked` skips the check for pieces that were checked before. Raises InvalidInput for unknown pieces or sheets,
    CannotPrint with every text that cannot be set, unless the options leave such pieces out.
    """
    options, link_notes = _without_missing_link(options, printout.build)
    parts = selection.select(printout.parts, options.only, options.copies, options.have)
    faces, notes = FittedFaces(options.ink), tuple[str, ...]()
    if not is_checked:
        checked = check_faces(parts, faces, options, options.skip_bad)
        parts, notes, faces.checked = checked.parts, checked.notes, True
    names = (*(printout.build.names if printout.build else ()), printout.title)
    printout = replace(printout, title=fonts.printable(printout.title), parts=parts)
    job = plan_job(printout, options, printer, faces)
    bleed_notes = bleeding.notes(parts, options.most_bleed, options.backs != "no", saver_ink_test(faces, options))
    return replace(
        job,
        notes=(
            *link_notes,
            *_stand_in_notes(names),
            *job.notes,
            *notes,
            *bleed_notes,
            *booklet.notes(parts, options.backs),
        ),
    )


def _stand_in_notes(names: Iterable[str]) -> tuple[str, ...]:
    """Return a note about names with letters that no typeface has; empty if there are none."""
    bad = [name for name in dict.fromkeys(names) if not fonts.has_letters_of(name)]
    if not bad:
        return ()
    shown = join_first([f"“{one_line(name, _LONGEST_NAME)}”" for name in bad], _MOST_NAMES)
    return (
        f"{shown} {'has' if len(bad) == 1 else 'have'} letters that none of our typefaces has: {fonts.STAND_IN} "
        f"is printed for each. A typeface in the folder that {FOLDER} names is used for them.",
    )


def _without_missing_link(options: PrintOptions, build: PrintedBuild | None) -> tuple[PrintOptions, tuple[str, ...]]:
    """Return the options without a QR code that would have no text, and a note about it."""
    if not options.qr or (build and build.qr_text):
        return options, ()
    note = "No QR code is printed: this build’s code is too long for one. Make a view link to it, under Share."
    return options.model_copy(update={"qr": False}), (note,)


def lay_out(title: str, parts: Iterable[Part], options: PrintOptions, accent: str = ACCENT, author: str = "") -> Job:
    """Return parts laid out on paper; DoesNotFit if a text does not fit or a piece is larger than the paper."""
    job = plan_job(Printout(title, tuple(parts), accent, author), options)
    return replace(job, sheets=tuple(job.sheets))


def plan_job(
    printout: Printout, options: PrintOptions, printer: Printer | None = None, faces: FittedFaces | None = None
) -> Job:
    """Return a job of all parts; its sheets are made on demand, and pieces' texts are refused only then.

    `faces` has the faces that are already fitted. Raises InvalidInput if the options name sheets past the last.
    """
    title, parts, build = printout.title, tuple(printout.parts), printout.build
    maker = SheetMaker(title, parts, options, faces or FittedFaces(options.ink), build)
    pages = list(maker.pages())
    total = pages[-1][2] if pages else 0
    ranges = selection.read_sheet_ranges(options.pages)
    selection.check_sheet_ranges(ranges, total)
    chosen = [page for page in pages if not ranges or any(page[2] in numbers for numbers in ranges)]
    fronts = [page for page, side, _ in chosen if side == "front" and isinstance(page, PlannedSheet)]
    duplex: Duplex = "no"
    if options.backs in ("long", "short") and any(side == "back" for _, side, _ in chosen):
        duplex = "long" if options.backs == "long" else "short"
    sides = chosen if duplex == "no" else list(maker.with_blank_backs(chosen))
    reach_notes: tuple[str, ...] = ()
    if printer:
        sheets = maker.different(chosen, total)
        reach_notes = reach.notes(sheets, printer.turned_over_edge(options.backs), options.margin)
    return Job(
        title,
        SheetsOnDemand(sides, total, maker.sheet),
        printout.accent,
        options,
        author=printout.author if maker.from_the_rulebook() else "",
        papers=len({number for _, _, number in chosen}),
        pieces=sum(len(block.cells) for page in fronts for block in page.blocks),
        cut_count=sum(maker.cut_count(page) for page in fronts),
        printer=printer,
        duplex=duplex,
        notes=(*reach_notes, *marks.notes(options, fronts)),
        full_colour_sheets=SheetsOnDemand(sides, total, maker.in_full_colour.sheet) if options.ink == "saver" else None,
        build=build,
    )
