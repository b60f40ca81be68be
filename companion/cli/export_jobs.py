"""Carries out an export from the command line: which cards, in which shape, written into a zip, a PDF or a folder."""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

import click

from companion import paths
from companion.cli import print_jobs, reading
from companion.cli.custom import Cards
from companion.findings import InputError, InvalidInput
from companion.printing.export import archive, card_files, shapes, tabletop_simulator
from companion.printing.export.archive import Out
from companion.printing.export.card_files import To, Wish
from companion.printing.faces.inks import InkMode
from companion.printing.sheets import selection
from companion.printing.sheets.selection import Selection
from companion.system import PrintSource

FuncT = TypeVar("FuncT", bound=Callable[..., Any])
Progress = Callable[[], None]
"""Told whenever a file is written."""

_OPTIONS = (
    click.option("--to", required=True, type=click.Choice(get_args(To)), help="What shape cards leave in."),
    click.option("--dpi", default=300, show_default=True, help="Dots per inch of pictures: 300 or 600."),
    click.option("--bleed", is_flag=True, help="Pictures with 1/8 inch of ground past the trim."),
    click.option("--ink", default="full", type=click.Choice(get_args(InkMode)), help="Ink saver: line art on white."),
    click.option("--only", multiple=True, metavar="NAME", help="Some pieces, by name."),
    click.option("--at", metavar="PLACE", help="Where Tabletop Simulator finds the sheets: an address or a folder."),
)


@dataclass(frozen=True)
class Wished:
    """What the options say."""

    to: To
    dpi: int = 300
    bleed: bool = False
    ink: InkMode = "full"
    only: tuple[str, ...] = ()
    at: str | None = None


def options(command: FuncT) -> FuncT:
    """Give a verb everything that can be wished of an export."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def of(chosen: print_jobs.Source, names: tuple[str, ...], unknown: Literal["house", "blank"]) -> Cards:
    """Return what a game's print sets hold."""
    asked = print_jobs.print_sets(chosen, names)
    source = PrintSource(chosen.context, chosen.build, unknown)
    parts = tuple(part for print_set in asked for part in print_set.make(source))
    slug = Path(print_jobs.default_name(chosen, names)).stem
    return Cards(
        print_jobs.titled(chosen), parts, chosen.game.accent, slug, tuple(print_set.name for print_set in asked)
    )


def write(cards: Cards, wished: Wished, output: str | None, progress: Progress = lambda: None) -> dict[str, Any]:
    """Write the cards, whole or not at all; return what was written."""
    parts = selection.select(cards.parts, Selection(wished.only)) if wished.only else cards.parts
    decks, left_out = card_files.decks(parts)
    path = Path(output) if output else paths.output() / f"{cards.slug}-{wished.to}{_ending(wished, decks)}"
    wish = Wish(cards.title, cards.accent, wished.dpi, wished.bleed, wished.ink, _at(wished.at, path, cards.title))
    outs = shapes.files(decks, wished.to, wish)
    count = _save(path, _counted(outs, progress), wished.to)
    return {
        "title": cards.title,
        "print_sets": list(cards.print_sets),
        "kits": list(cards.print_sets),
        "to": wished.to,
        "file": str(path),
        "files": count,
        "cards": sum(piece.copies for deck in decks for piece in deck.pieces),
        "left_out": list(left_out),
        "notes": [*cards.notes, *card_files.notes(decks)],
    }


def _counted(outs: Iterable[Out], progress: Progress) -> Iterator[Out]:
    for out in outs:
        yield out
        progress()


def _ending(wished: Wished, decks: Iterable[Any]) -> str:
    if wished.to == "tts":
        return ""
    one = len({(deck.format.w, deck.format.h) for deck in decks}) == 1
    return ".pdf" if wished.to == "shop" and one else ".zip"


def _at(at: str | None, path: Path, title: str) -> str:
    """Return where deck sheets will lie: as said, or where they come to lie when the file is unpacked beside itself."""
    if at and "://" in at:
        return at
    folder = Path(at) if at else (path.with_suffix("") if path.suffix else path) / tabletop_simulator.folder(title)
    return f"file:///{folder.absolute().as_posix().lstrip('/')}"


def _save(path: Path, outs: Iterator[Out], to: To) -> int:
    ending = path.suffix.lower()
    if ending not in ("", ".zip", ".pdf") or (ending == ".pdf" and to != "shop"):
        wanted = "a .zip, a .pdf or a folder" if to == "shop" else "a .zip or a folder"
        raise InvalidInput(InputError("-o", reading.shown(str(path)), wanted))
    try:
        if not ending:
            return _into_folder(path, outs)
        if path.is_dir():
            raise IsADirectoryError(0, "is a directory")
        return _into_file(path, outs, ending)
    except OSError as error:
        raise reading.refused(str(path), error, "a place that can be written: name one with -o") from None


def _into_folder(path: Path, outs: Iterable[Out]) -> int:
    count = 0
    for out in outs:
        target = path / out.name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(out.data)
        count += 1
    return count


def _into_file(path: Path, outs: Iterator[Out], ending: str) -> int:
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        if ending == ".zip":
            with part.open("wb") as file:
                count = archive.zipped(outs, file)
        else:
            first, *more = outs
            if more:
                found = f"pieces of {len(more) + 1} sizes"
                wanted = "one size in a PDF: choose one deck with --what, or name a .zip"
                raise InvalidInput(InputError("-o", found, wanted))
            part.write_bytes(first.data)
            count = 1
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return count
