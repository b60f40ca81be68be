"""Cards of a player's own that belong to no game: read from a file, drawn as generic cards."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from companion import paths
from companion.cli import print_jobs, reading
from companion.documents import parse
from companion.findings import InvalidInput
from companion.printing.custom import custom_cards, custom_faces
from companion.printing.export import filenames
from companion.printing.faces.boxes import Part
from companion.printing.sheets import papers

FuncT = TypeVar("FuncT", bound=Callable[..., Any])
ACCENT = "#1f3f77"


@dataclass(frozen=True)
class Generic:
    """How cards of no game are drawn: whether that was asked for, in which format and language."""

    wanted: bool = False
    format: str = "poker"
    language: str = ""


@dataclass(frozen=True)
class Cards:
    """What is printed or exported: a game's parts, or a file's cards, with what is worth a word about them."""

    title: str
    parts: Sequence[Part]
    accent: str
    slug: str
    print_sets: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


_FORMATS = ", ".join(form.name for form in papers.FORMATS)
_OPTIONS = (
    click.option("--generic", "wanted", is_flag=True, help="Draw a file's tables as plain cards, whatever its game."),
    click.option("--format", "form", default="poker", metavar="FORMAT", help=f"Of plain cards: {_FORMATS}, or 60x90."),
    click.option("--language", default="", metavar="CODE", help="Of plain cards, to break words by: en, de, fr, …"),
)


def options(command: FuncT) -> FuncT:
    """Give a verb the options of generic cards, as one argument `generic`."""

    @wraps(command)
    def run(*args: Any, wanted: bool, form: str, language: str, **kwargs: Any) -> Any:
        return command(*args, generic=Generic(wanted, form, language), **kwargs)

    made: Any = run
    for option in reversed(_OPTIONS):
        made = option(made)
    return made  # type: ignore[no-any-return]


def meant(name: str, asked: Generic) -> bool:
    """Return whether a file holds cards of no game: rows, or tables that name no game; or that is asked for."""
    if asked.wanted or name.lower().endswith((".csv", ".tsv")):
        return True
    if not name.lower().endswith((".toml", ".json")) or not Path(name).is_file():
        return False
    try:
        data = parse(reading.text(name, "a document in TOML or JSON"), name)
    except InvalidInput:
        return False
    return "game" not in data and any(isinstance(v, list) and v and isinstance(v[0], dict) for v in data.values())


def read(name: str, asked: Generic) -> Cards:
    """Return a file's cards; pictures are looked for beside it. InvalidInput with everything that is wrong."""
    form = papers.format_named(asked.format)
    text = reading.text(name, "cards in CSV, TOML or JSON", custom_cards.LONGEST_ROWS)
    stack = custom_cards.read(text, name, asked.language)
    folder = Path(name).parent
    decks = custom_faces.decks(stack, form, lambda picture: (folder / picture).read_bytes())
    return Cards(stack.title, decks, ACCENT, filenames.slug(stack.title) or "cards", notes=custom_faces.notes(stack))


def write(
    name: str, asked: Generic, choice: print_jobs.Choice, output: str | None, progress: print_jobs.Progress
) -> dict[str, Any]:
    """Write a file's cards as a PDF; return what was written."""
    cards = read(name, asked)
    path = Path(output) if output else paths.output() / f"{cards.slug}.pdf"
    written = print_jobs.write_parts(cards.title, cards.parts, cards.accent, None, choice, path, progress)
    notes = [*cards.notes, *written.pop("notes")]
    return {"game": "", "title": cards.title, "print_sets": [], "kits": [], **written, "notes": notes}
