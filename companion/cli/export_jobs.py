"""Exports from the command line: the chosen cards in the chosen format, written to a zip, a PDF or a folder."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from companion.base import paths
from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonObject
from companion.cli import complete, model_options, print_jobs, reading
from companion.cli.custom import CustomDeck
from companion.gamekit.contract import PrintSource, refuse_paper_only
from companion.printing.export import archive, formats, picture_files, shop_order, tabletop_simulator
from companion.printing.export.archive import ExportFile
from companion.printing.export.options import ExportJob, ExportOptions
from companion.printing.sheets import selection
from companion.printing.sheets.options import Unknown

Progress = Callable[[], None]
"""Called once for each file that is written."""

options = model_options.options(
    ExportOptions,
    without=("unknown",),
    required=("to",),
    placeholders={"at": "PLACE", "service": "SHOP"},
    completed={"only": complete.cards},
)


def make_deck(source: print_jobs.GameOrBuild, names: tuple[str, ...], unknown: Unknown) -> CustomDeck:
    """Return the parts of a game's print sets as a deck."""
    print_sets = print_jobs.choose_print_sets(source, names)
    refuse_paper_only(print_sets, "--what")
    print_source = PrintSource(source.context, source.build, unknown)
    return CustomDeck(
        source.game.title_of(source.build),
        tuple(part for print_set in print_sets for part in print_set.make(print_source)),
        source.game.accent,
        file_slug=Path(print_jobs.default_name(source, names)).stem,
        print_sets=tuple(print_set.name for print_set in print_sets),
    )


def write(
    cards: CustomDeck, options: ExportOptions, output: str | None, progress: Progress = lambda: None
) -> JsonObject:
    """Write the cards, completely or not at all; return the verb's answer: what was written, and where."""
    parts = selection.select(cards.parts, options.only) if options.only else cards.parts
    decks, left_out = picture_files.decks(parts)
    decks, notes = picture_files.check_decks(decks, options.skip_bad)
    notes = (*notes, *shop_order.notes(decks, options), *_unused_notes(options))
    path = Path(output) if output else Path.cwd() / f"{cards.slug}-{options.to}{_ending(options, decks)}"
    job = ExportJob(cards.title, cards.accent, options, _sheets_address(options.at, path, cards.title))
    count = _save(path, _report_each(formats.files(decks, job), progress), options)
    return {
        "title": cards.title,
        "print_sets": list(cards.print_sets),
        "to": options.to,
        "file": str(path),
        "files": count,
        "cards": sum(piece.copies for deck in shop_order.decks_in_export(decks, options) for piece in deck.pieces),
        "left_out": list(left_out),
        **({"pictures": dict(cards.counts)} if cards.counts else {}),
        "notes": [*cards.notes, *notes],
    }


def _unused_notes(options: ExportOptions) -> Iterator[str]:
    if options.service and options.to != "shop":
        yield "--service is for --to shop: not used here."
    if options.at and options.to != "tts":
        yield "--at is for --to tts: not used here."


def _report_each(files: Iterable[ExportFile], progress: Progress) -> Iterator[ExportFile]:
    for file in files:
        yield file
        progress()


def _ending(options: ExportOptions, decks: Iterable[Any]) -> str:
    if options.to == "tts":
        return ""
    if options.is_shop_order:
        return ".zip"
    has_one_size = len({(deck.format.w, deck.format.h) for deck in decks}) == 1
    return ".pdf" if options.to == "shop" and has_one_size else ".zip"


def _sheets_address(at: str, path: Path, title: str) -> str:
    """Return the address of the deck sheets: as given, or where they are once the zip is unpacked in place."""
    if at and "://" in at:
        return at
    folder = Path(at) if at else (path.with_suffix("") if path.suffix else path) / tabletop_simulator.folder(title)
    return f"file:///{folder.absolute().as_posix().lstrip('/')}"


def _save(path: Path, files: Iterator[ExportFile], options: ExportOptions) -> int:
    ending, may_be_pdf = path.suffix.lower(), options.to == "shop" and not options.is_shop_order
    if ending not in ("", ".zip", ".pdf") or (ending == ".pdf" and not may_be_pdf):
        wanted = "a .zip, a .pdf or a folder" if may_be_pdf else "a .zip or a folder"
        raise InvalidInput(InputError("-o", quote(str(path)), wanted))
    try:
        if not ending:
            return _write_folder(path, files)
        return _write_file(paths.resolve_target(path), files, ending)
    except OSError as error:
        raise reading.file_error(str(path), error, "a place that can be written: name one with -o") from None


def _write_folder(folder: Path, files: Iterable[ExportFile]) -> int:
    count = 0
    for file in files:
        path = folder / file.name
        path.parent.mkdir(parents=True, exist_ok=True)
        with paths.replacement(path) as part:
            part.write_bytes(file.data)
        count += 1
    return count


def _write_file(path: Path, files: Iterator[ExportFile], ending: str) -> int:
    with paths.replacement(path) as part:
        if ending == ".zip":
            with part.open("wb") as stream:
                return archive.write_zip(files, stream)
        first, *more = files
        if more:
            found = f"pieces of {len(more) + 1} sizes"
            wanted = "one size in a PDF: choose one deck with --what, or name a .zip"
            raise InvalidInput(InputError("-o", found, wanted))
        part.write_bytes(first.data)
    return 1
