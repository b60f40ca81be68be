"""Writes parts as PDF files, sheet by sheet, completely or not at all, with their cut files."""

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
    """What to print: names of print sets (none: everything), options, the printer they name, a cut file.

    `savings` asks which other options would save sheets: sentences for people, never in JSON. `inputs` are files that
    are read: none is overwritten.
    """

    names: tuple[str, ...]
    options: PrintOptions
    printer: Printer | None = None
    cut_file: str | None = None
    savings: bool = False
    inputs: tuple[str | None, ...] = ()


Progress = Callable[[int, int], None]
"""Called with the number of pages written so far, and the total."""


def write_parts(
    printout: Printout,
    command: PrintCommand,
    path: Path,
    progress: Progress = lambda done, total: None,
    noun: str = "file",
) -> JsonObject:
    """Write parts as PDF files, as many as the printer needs; return the verb's answer.

    `file` in it is the first file, `pages` counts those of all. InvalidInput where nothing is to print: it says that a
    `noun` with pieces was expected.
    """
    job = _make_job(printout, command, noun)
    runs = printer_runs.runs(job)
    jobs = printer_runs.files(runs)
    file_paths = {name: path.with_name(f"{path.stem}-{name}{path.suffix}") if name else path for name in jobs}
    for file_path in file_paths.values():
        reading.refuse_overwriting(command.inputs, {"-o": str(file_path)})
    _save({file_paths[name]: part for name, part in jobs.items()}, progress)
    whole_file = next((file_paths[name] for name, part in jobs.items() if part.sheets == job.sheets), None)
    ink = preview.ink_used(job, whole_file)
    papers = printer_runs.count_papers(runs)
    cut_sheets = _write_cut_files(job, command.cut_file) if command.cut_file else {}
    savings = find_savings(job, printout.parts) if command.savings else ()
    return {
        **({"savings": [saving.sentence for saving in savings]} if savings else {}),
        "paper": job.options.size.name,
        "file": str(next(iter(file_paths.values()))),
        "papers": papers,
        "pages": sum(len(part.sheets) for part in jobs.values()),
        "duplex": job.duplex,
        "runs": [_run_data(run, file_paths[run.file]) for run in runs],
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


def _make_job(printout: Printout, command: PrintCommand, noun: str) -> layout.Job:
    if command.cut_file:
        _cut_file_kind(command.cut_file)
    job = layout.print_job(printout, command.options, command.printer)
    if not job.sheets:
        raise InvalidInput(InputError("", "nothing to print", f"a {noun} with pieces"))
    return job


def _resume_notes(job: layout.Job, papers: int) -> Iterator[str]:
    if papers < job.papers and job.pieces:
        yield f"Pieces, cuts and ink are those of all {job.papers} sheets, with what was printed before the jam."


def _uncut_notes(cut_file: str | None, cut_sheets: JsonMapping) -> Iterator[str]:
    if cut_file and not cut_sheets:
        yield f"Nothing here is cut out: --cut-file {cut_file} is not written."


def _run_data(run: PrinterRun, path: Path) -> JsonObject:
    return {
        "name": run.name,
        "title": run.title,
        "file": str(path),
        "pages": run.pages,
        "duplex": run.duplex,
        "said": run.sentence,
    }


def _cut_file_kind(name: str) -> "cutter.Kind":
    kind = Path(name).suffix.lower()
    if kind == ".svg":
        return "svg"
    if kind == ".dxf":
        return "dxf"
    raise InvalidInput(InputError("--cut-file", quote(name), "a file that ends in .svg or .dxf"))


def _write_cut_files(job: layout.Job, name: str) -> dict[str, list[int]]:
    """Write one file for each arrangement of pieces on a sheet; return the file names with their sheet numbers."""
    from companion.printing.export import cutter

    path, files = Path(name), cutter.cut_files(job, _cut_file_kind(name))
    sheets_by_file: dict[str, list[int]] = {}
    for file in files:
        target = path if len(files) == 1 else path.with_name(f"{path.stem}-sheet-{file.sheets[0]}{path.suffix}")
        reading.write_file(target, file.text.encode())
        sheets_by_file[str(target)] = list(file.sheets)
    return sheets_by_file


def _save(jobs: Mapping[Path, layout.Job], progress: Progress) -> None:
    """Write each job to its file; if one cannot be written, none is."""
    temporary_paths: dict[Path, Path] = {}
    total, pages_before = sum(len(job.sheets) for job in jobs.values()), 0
    try:
        for path, job in jobs.items():
            with reading.writable(path, reading.NAME_ONE):
                temporary_paths[path] = paths.temporary_path(paths.resolve_target(path))
                with temporary_paths[path].open("wb") as file:
                    for done in pdf.write_pdf(job, file):
                        progress(pages_before + done, total)
            pages_before += len(job.sheets)
        for path, temporary_path in temporary_paths.items():
            with reading.writable(path, reading.NAME_ONE):
                temporary_path.replace(paths.resolve_target(path))
    finally:
        for temporary_path in temporary_paths.values():
            temporary_path.unlink(missing_ok=True)
