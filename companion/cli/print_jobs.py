"""Prints from the command line: which print sets, for which build, written where."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from companion import paths
from companion.cli import reading
from companion.documents import Build
from companion.findings import InputError, InvalidInput
from companion.games import GAMES
from companion.games import game as known_game
from companion.packs import is_pack
from companion.printing import pdf
from companion.printing.export import cutter, filenames
from companion.printing.faces.boxes import Part
from companion.printing.pdf import preview
from companion.printing.sheets import feeding, layout, selection
from companion.printing.sheets.feeding import PrinterRun
from companion.printing.sheets.options import PrintOptions
from companion.printing.sheets.printers import Printer
from companion.system import Context, GameSystem, PrintSet, PrintSource
from companion.verbs.names import NotThere, game_of

EVERYTHING = "everything"
"""The name of the print set that contains all decks of a game that has decks."""


@dataclass(frozen=True)
class GameOrBuild:
    """What a verb's first argument named: a game with its context, and a build where it was a file."""

    game: GameSystem
    context: Context
    build: Build | None = None


@dataclass(frozen=True)
class PrintCommand:
    """What to print: print sets by name (none: everything), options, the printer they name, a cut file."""

    names: tuple[str, ...]
    options: PrintOptions
    printer: Printer | None = None
    cut_file: str | None = None


def source(name: str, packs: Iterable[str] = (), rulings: Mapping[str, str] | None = None) -> GameOrBuild:
    """Return what a game's slug or a build's file stands for; InvalidInput where it is neither."""
    game = known_game(name)
    if game:
        return GameOrBuild(game, game.context(rulings, reading.catalogue(game, packs)))
    if not Path(name).exists() and not Path(name).suffix:
        wanted = f"a game ({', '.join(g.slug for g in GAMES)}) or a build's file"
        raise NotThere(InputError("", reading.shown(name), wanted))
    data = reading.document(name, rulings)
    try:
        game = game_of(data)
    except InvalidInput as error:
        raise error.within(name) from None
    if is_pack(data, game.kinds, game.model.model_fields):
        raise InvalidInput(InputError(name, "a pack", f"a build's file; to print with it: {game.slug} --pack {name}"))
    try:
        catalogue = reading.catalogue(game, packs, data)
        build = game.read(data, catalogue)
    except InvalidInput as error:
        raise error.within(name) from None
    return GameOrBuild(game, game.context(build.rulings, catalogue), build)


def print_sets(chosen: GameOrBuild, names: tuple[str, ...]) -> tuple[PrintSet, ...]:
    """Return the chosen print sets; without names, a build's own pieces, or the whole game."""
    game = chosen.game
    if names:
        return tuple(_print_set(chosen, name) for name in dict.fromkeys(names))
    usual = [print_set for print_set in game.print_sets if not print_set.extra]
    if chosen.build is not None:
        return tuple(print_set for print_set in usual if print_set.needs_build or print_set.takes_build)
    whole = game.print_set(EVERYTHING)
    return (whole,) if whole else tuple(print_set for print_set in usual if not print_set.needs_build)


def _print_set(chosen: GameOrBuild, name: str) -> PrintSet:
    print_set = chosen.game.print_set(name)
    if print_set is None:
        wanted = f"one of {', '.join(k.name for k in chosen.game.print_sets)}"
        raise NotThere(InputError("--what", reading.shown(name), wanted))
    if print_set.needs_build and chosen.build is None:
        noun = chosen.game.build_noun
        raise InvalidInput(
            InputError("--what", name, f"the file of a {noun} in place of the game: this print set prints one")
        )
    return print_set


Progress = Callable[[int, int], None]
"""Called with the number of pages written and the total."""


def write(
    chosen: GameOrBuild, command: PrintCommand, output: str | None = None, progress: Progress = lambda done, total: None
) -> dict[str, Any]:
    """Write the PDFs sheet by sheet and completely or not at all; return what was written."""
    asked = print_sets(chosen, command.names)
    source = PrintSource(chosen.context, chosen.build, command.options.unknown, command.options.packing)
    parts = [part for print_set in asked for part in print_set.make(source)]
    path = Path(output) if output else paths.output() / default_name(chosen, command.names)
    title = chosen.game.print_title(source)
    own, names = chosen.build.title if chosen.build else "", [print_set.name for print_set in asked]
    head = {"game": chosen.game.slug, "title": own, "print_sets": names, "kits": names}
    return {**head, **write_parts(title, parts, chosen.game.accent, chosen.game, command, path, progress)}


def write_parts(
    title: str,
    parts: Sequence[Part],
    accent: str,
    game: GameSystem | None,
    command: PrintCommand,
    path: Path,
    progress: Progress = lambda done, total: None,
) -> dict[str, Any]:
    """Write parts as PDFs, of a game or of none, as many as the printer needs; return what was written of them.

    `file` is the first of them; `pages` counts those of all.
    """
    if command.cut_file:
        _kind(command.cut_file)
    designer = game.credit.designer if game else ""
    job = layout.print_job(title, parts, command.options, accent, designer, command.printer)
    if not job.sheets:
        noun = game.build_noun if game else "file"
        raise InvalidInput(InputError("", "nothing to print", f"a {noun} with pieces"))
    runs = feeding.runs(job)
    jobs = feeding.files(runs)
    named = {name: path.with_name(f"{path.stem}-{name}{path.suffix}") if name else path for name in jobs}
    _save({named[name]: one for name, one in jobs.items()}, progress)
    ink = preview.ink_used(job)
    cut_sheets = _cut_files(job, command.cut_file) if command.cut_file else {}
    return {
        "paper": job.options.size.name,
        "file": str(next(iter(named.values()))),
        "papers": feeding.left(runs),
        "pages": sum(len(one.sheets) for one in jobs.values()),
        "duplex": job.duplex,
        "runs": [_run(run, named[run.file]) for run in runs],
        "said": list(feeding.words(job, runs)),
        "pieces": job.pieces,
        "cuts": job.cut_count,
        "inked": round(ink.share, 3),
        "ink_saved": None if ink.saved is None else round(ink.saved, 3),
        "cut_files": list(cut_sheets),
        "cut_sheets": cut_sheets,
        "registration": asdict(job.registration) if job.registration else None,
        "unmatched": selection.unmatched(parts, command.options.have),
        "notes": list(job.notes),
    }


def _run(run: PrinterRun, path: Path) -> dict[str, Any]:
    """Return a visit to the printer's dialog as plain data."""
    return {
        "name": run.name,
        "title": run.title,
        "file": str(path),
        "pages": run.pages,
        "duplex": run.duplex,
        "said": run.said,
    }


def _kind(name: str) -> cutter.Kind:
    kind = Path(name).suffix.lower()
    if kind == ".svg":
        return "svg"
    if kind == ".dxf":
        return "dxf"
    raise InvalidInput(InputError("--cut-file", reading.shown(name), "a file that ends in .svg or .dxf"))


def _cut_files(job: layout.Job, name: str) -> dict[str, list[int]]:
    """Write one file for each arrangement of pieces on a sheet; return the names, each with its sheet numbers."""
    path, made = Path(name), cutter.cut_files(job, _kind(name))
    written: dict[str, list[int]] = {}
    for file in made:
        at = path if len(made) == 1 else path.with_name(f"{path.stem}-sheet-{file.sheets[0]}{path.suffix}")
        try:
            at.write_text(file.text, "utf-8")
        except OSError as error:
            raise reading.refused(str(at), error, "a file that can be written") from None
        written[str(at)] = list(file.sheets)
    return written


def default_name(chosen: GameOrBuild, names: tuple[str, ...]) -> str:
    """Return a file name that says what is in it: the game, then the build's title, then the print sets."""
    own = (filenames.slug(chosen.build.title) or "build",) if chosen.build else ()
    return f"{'-'.join((chosen.game.slug, *own, *names))[:120].strip('-')}.pdf"


def _save(jobs: Mapping[Path, layout.Job], progress: Progress) -> None:
    """Write each job to its file; where one cannot be written, none is."""
    drawn: dict[Path, Path] = {}
    total, before = sum(len(job.sheets) for job in jobs.values()), 0
    try:
        for path, job in jobs.items():
            with _writable(path):
                drawn[path] = paths.beside(path)
                with drawn[path].open("wb") as file:
                    for done in pdf.drawing(job, file):
                        progress(before + done, total)
            before += len(job.sheets)
        for path, part in drawn.items():
            with _writable(path):
                part.replace(path)
    finally:
        for part in drawn.values():
            part.unlink(missing_ok=True)


@contextmanager
def _writable(path: Path) -> Iterator[None]:
    """Refuse a file that cannot be written: InvalidInput."""
    try:
        if path.is_dir():
            raise IsADirectoryError(0, "is a directory")
        yield
    except OSError as error:
        raise reading.refused(str(path), error, "a file that can be written: name one with -o") from None
