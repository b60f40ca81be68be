"""PDFs of parts, of a game or of none: written sheet by sheet, whole or not at all, with cut files beside them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.base import paths
from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.cli import reading
from companion.printing import pdf
from companion.printing.pdf import preview
from companion.printing.sheets import layout, printer_runs, selection
from companion.printing.sheets.jobs import Printout
from companion.printing.sheets.options import PrintOptions
from companion.printing.sheets.printer_runs import PrinterRun
from companion.printing.sheets.printers import Printer
from companion.printing.sheets.savings import find_savings

if TYPE_CHECKING:
    from companion.printing.export import cutter


@dataclass(frozen=True)
class PrintCommand:
    """What to print: print sets by name (none: everything), options, the printer they name, a cut file.

    `savings` asks for the sheets that another option would save: sentences for a person, in no JSON.
    """

    names: tuple[str, ...]
    options: PrintOptions
    printer: Printer | None = None
    cut_file: str | None = None
    savings: bool = False


Progress = Callable[[int, int], None]
"""Called with the number of pages written and the total."""


def write_parts(
    printout: Printout,
    command: PrintCommand,
    path: Path,
    progress: Progress = lambda done, total: None,
    noun: str = "file",
) -> JsonObject:
    """Write parts as PDFs, of a game or of none, as many as the printer needs; return what was written of them.

    `file` is the first of them; `pages` counts those of all. `noun` says what the parts are of, where there are none.
    """
    if command.cut_file:
        _kind(command.cut_file)
    job = layout.print_job(printout, command.options, command.printer)
    if not job.sheets:
        raise InvalidInput(InputError("", "nothing to print", f"a {noun} with pieces"))
    runs = printer_runs.runs(job)
    jobs = printer_runs.files(runs)
    named = {name: path.with_name(f"{path.stem}-{name}{path.suffix}") if name else path for name in jobs}
    _save({named[name]: one for name, one in jobs.items()}, progress)
    ink = preview.ink_used(job)
    papers = printer_runs.count_papers(runs)
    cut_sheets = _cut_files(job, command.cut_file) if command.cut_file else {}
    saved = find_savings(job, printout.parts) if command.savings else ()
    return {
        **({"savings": [saving.sentence for saving in saved]} if saved else {}),
        "paper": job.options.size.name,
        "file": str(next(iter(named.values()))),
        "papers": papers,
        "pages": sum(len(one.sheets) for one in jobs.values()),
        "duplex": job.duplex,
        "runs": [_run(run, named[run.file]) for run in runs],
        "said": list(printer_runs.instructions(job, runs)),
        "pieces": job.pieces,
        "cuts": job.cut_count,
        "inked": round(ink.share, 3),
        "ink_saved": None if ink.saved is None else round(ink.saved, 3),
        "cut_files": list(cut_sheets),
        "cut_sheets": cut_sheets,
        "registration": asdict(job.registration) if job.registration else None,
        "unmatched": selection.unmatched_names(printout.parts, command.options.have),
        "notes": [*job.notes, *_resume_notes(job, papers), *_uncut_notes(command.cut_file, cut_sheets)],
    }


def _resume_notes(job: layout.Job, papers: int) -> Iterator[str]:
    if papers < job.papers and job.pieces:
        yield f"Pieces, cuts and ink are those of all {job.papers} sheets, with what was printed before the jam."


def _uncut_notes(asked: str | None, written: JsonMapping) -> Iterator[str]:
    if asked and not written:
        yield f"Nothing here is cut out: --cut-file {asked} is not written."


def _run(run: PrinterRun, path: Path) -> JsonObject:
    """Return a visit to the printer's dialog as plain data."""
    return {
        "name": run.name,
        "title": run.title,
        "file": str(path),
        "pages": run.pages,
        "duplex": run.duplex,
        "said": run.sentence,
    }


def _kind(name: str) -> "cutter.Kind":
    kind = Path(name).suffix.lower()
    if kind == ".svg":
        return "svg"
    if kind == ".dxf":
        return "dxf"
    raise InvalidInput(InputError("--cut-file", quote(name), "a file that ends in .svg or .dxf"))


def _cut_files(job: layout.Job, name: str) -> dict[str, list[int]]:
    """Write one file for each arrangement of pieces on a sheet; return the names, each with its sheet numbers."""
    from companion.printing.export import cutter

    path, made = Path(name), cutter.cut_files(job, _kind(name))
    written: dict[str, list[int]] = {}
    for file in made:
        at = path if len(made) == 1 else path.with_name(f"{path.stem}-sheet-{file.sheets[0]}{path.suffix}")
        with reading.writable(at):
            at.write_text(file.text, "utf-8")
        written[str(at)] = list(file.sheets)
    return written


def _save(jobs: Mapping[Path, layout.Job], progress: Progress) -> None:
    """Write each job to its file; where one cannot be written, none is."""
    drawn: dict[Path, Path] = {}
    total, before = sum(len(job.sheets) for job in jobs.values()), 0
    try:
        for path, job in jobs.items():
            with reading.writable(path, reading.NAME_ONE):
                drawn[path] = paths.temporary_path(paths.resolve_target(path))
                with drawn[path].open("wb") as file:
                    for done in pdf.write_pdf(job, file):
                        progress(before + done, total)
            before += len(job.sheets)
        for path, part in drawn.items():
            with reading.writable(path, reading.NAME_ONE):
                part.replace(paths.resolve_target(path))
    finally:
        for part in drawn.values():
            part.unlink(missing_ok=True)
