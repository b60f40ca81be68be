"""Custom cards, of any game or none, on the command line: read from a file, drawn as plain cards."""

import stat
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import join_words
from companion.cli import complete, model_options, picture_decks, print_files, reading
from companion.cli.pack_pictures import find_file_beside
from companion.cli.picture_decks import PictureArguments
from companion.data.column_names import has_rows
from companion.data.documents import parse
from companion.printing.custom import custom_cards, custom_faces
from companion.printing.custom.card_columns import NoTitleColumn
from companion.printing.custom.card_rows import LONGEST_ROWS
from companion.printing.custom.layouts.starters import PLAIN, STARTERS
from companion.printing.custom.options import CustomCardOptions
from companion.printing.custom.table_options import TableOptions
from companion.printing.faces import pictures
from companion.printing.faces.boxes import Deck, Part
from companion.printing.sheets import option_fields
from companion.printing.sheets.jobs import ACCENT, Printout
from companion.printing.text import typeface_cleaning

if TYPE_CHECKING:
    from companion.printing.custom.layouts.zones import CardLayout

CommandT = TypeVar("CommandT", bound=Callable[..., Any])


@dataclass(frozen=True)
class PlainCards:
    """How plain cards look, and whether a file is drawn as such whatever its game.

    `layout` is a layout's file, a starter's name, `plain` for none, or empty for the one that belongs to the file.
    """

    is_wanted: bool
    options: CustomCardOptions
    pictures: PictureArguments
    layout: str = ""
    table: TableOptions = TableOptions()

    @property
    def files(self) -> tuple[str | None, ...]:
        """Files that are read besides the cards themselves."""
        return (self.layout, self.pictures.deck_list)


@dataclass(frozen=True)
class CustomDeck:
    """Parts to print or export, from a game or from a file of cards, with notes about them."""

    title: str
    parts: Sequence[Part]
    accent: str
    file_slug: str = ""
    """The beginning of its files' names, if that is not the title."""
    print_sets: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    counts: Mapping[str, int] | None = None
    """Numbers of pictures in a folder or zip, by kind."""
    layout: str = ""
    """The name of the layout that was used."""

    @property
    def slug(self) -> str:
        """The beginning of its files' names: never empty."""
        from companion.printing.export import filenames

        return self.file_slug or filenames.slug(self.title) or "cards"


_MODEL_OPTIONS = model_options.options(CustomCardOptions, without=("backs", "title"), placeholders={"language": "CODE"})
_TABLE_OPTIONS = model_options.options(TableOptions, placeholders={"sheet": "NAME", "column": "NAME=PART"})


def options(command: CommandT) -> CommandT:
    """Give a verb the options of plain cards, as one argument `plain`."""

    @picture_decks.options
    @wraps(command)
    def run(
        *args: Any,
        generic: bool,
        format: str,
        language: str,
        card_layout: str,
        pictures: PictureArguments,
        sheet: str,
        encoding: str,
        column: tuple[str, ...],
        **kwargs: Any,
    ) -> Any:
        look = option_fields.read_options(CustomCardOptions, {"format": format, "language": language})
        table = option_fields.read_options(TableOptions, {"sheet": sheet, "encoding": encoding, "column": column})
        plain = PlainCards(generic or bool(card_layout), look, pictures, card_layout, table)
        return command(*args, plain=plain, **kwargs)

    about = "Draw a file's tables as plain cards, whatever its game."
    about_layout = (
        f"Layout of plain cards: a file, {', '.join(STARTERS)}, or plain (default: NAME.layout.toml beside NAME.csv)."
    )
    layout_option = click.option(
        "--layout", "card_layout", default="", metavar="FILE|NAME", help=about_layout, shell_complete=complete.files
    )
    with_options: Any = click.option("--generic", is_flag=True, help=about)(
        layout_option(_MODEL_OPTIONS(_TABLE_OPTIONS(run)))
    )
    return with_options  # type: ignore[no-any-return]


def is_custom(name: str, plain: PlainCards) -> bool:
    """Return whether a file's cards belong to no game: rows, tables that name no game, pictures, or by `--generic`."""
    if plain.is_wanted or picture_decks.is_pictures(name) or has_rows(name):
        return True
    if name != reading.STDIN and not (name.lower().endswith((".toml", ".json")) and Path(name).is_file()):
        return False
    try:
        data = parse(reading.read_text(name, "a document in TOML or JSON"), name)
    except InvalidInput:
        return False
    return "game" not in data and any(isinstance(v, list) and v and isinstance(v[0], dict) for v in data.values())


def read_deck(name: str, plain: PlainCards, skip_bad: bool = False) -> CustomDeck:
    """Return the cards of a file, with pictures from its folder. InvalidInput with everything that is wrong."""
    if picture_decks.is_pictures(name):
        deck = picture_decks.read_decks(name, plain.pictures, plain.options, skip_bad)
        unused = (f"A layout is for cards in rows: {plain.layout} is not used.",) if plain.layout else ()
        return CustomDeck(deck.title, deck.decks, ACCENT, notes=(*unused, *deck.notes), counts=deck.counts)
    file = reading.read_table(name, "cards in CSV, XLSX, ODS, TOML or JSON", plain.table, LONGEST_ROWS)
    stack = _read_stack(file.text, name, plain, skip_bad)
    size = plain.options.size
    layout = _find_layout(name, stack, plain.layout)
    read_picture = _picture_reader(Path(name).parent)
    cards = custom_faces.printable_cards(stack, size, read_picture, layout=layout, skip_bad=skip_bad)
    notes = (
        *file.notes,
        *_unused_notes(plain),
        *_layout_notes(layout, plain.options),
        *(f"Left out: {error}" for error in (*stack.left_out, *cards.left_out)),
        *custom_faces.notes(cards.stack, layout, size, read_picture),
    )
    return CustomDeck(stack.title, cards.decks, ACCENT, notes=notes, layout=layout.title if layout else "")


def _read_stack(text: str, name: str, plain: PlainCards, skip_bad: bool) -> custom_cards.Stack:
    """Return the cards of a file; the way out that an error names is an option of this command line."""
    try:
        return custom_cards.read_stack(text, name, plain.options.language, "", plain.table.column, skip_bad)
    except NoTitleColumn as error:
        error.hint = "`--column NAME=title` says which column has the titles."
        raise


_FOR_GAMES = {"packs": "--pack", "rulings": "--ruling", "unknown": "--unknown"}
_FOR_PICTURES = {
    "edge": "--edge",
    "included": "--included",
    "back_names": "--backs",
    "back": "--back",
    "pdf_pages": "--pdf-pages",
    "cut": "--cut",
    "cut_gap": "--cut-gap",
}
_FOR_ROWS = {"sheet": "--sheet", "encoding": "--encoding", "column": "--column"}
_FOR_CARDS = {"format": "--format", "language": "--language", "deck_list": "--list", **_FOR_PICTURES, **_FOR_ROWS}


def add_unused_notes(answer: JsonMapping, name: str, is_custom: bool) -> JsonObject:
    """Return a verb's answer with a note for each typed option that does not apply to what it printed."""
    if not is_custom:
        kinds = [(_FOR_CARDS, "custom cards and pictures")]
    else:
        kinds = [(_FOR_GAMES, "a game's cards")]
        is_pictures = picture_decks.is_pictures(name)
        kinds += [(_FOR_ROWS, "cards in rows")] if is_pictures else [(_FOR_PICTURES, "a folder or zip of pictures")]
    notes = []
    arguments = click.get_current_context().params
    for options, purpose in kinds:
        typed = model_options.typed_arguments(dict.fromkeys(options))
        # `--backs` without a pattern applies to every print.
        names = [options[name] for name in typed if arguments[name] != ""]
        if names:
            notes.append(f"{join_words(names)} {'is' if len(names) == 1 else 'are'} for {purpose}: not used here.")
    return {**answer, "notes": [*answer["notes"], *notes]}


def refuse_boxes(names: Sequence[str]) -> None:
    """Raise InvalidInput for each `--what` other than the cards: boxes of custom cards can be printed, not exported."""
    from companion.extras.custom import CARDS

    errors = [InputError("--what", quote(name), f"{CARDS}, or no --what") for name in names if name != CARDS]
    if errors:
        raise InvalidInput(*errors)


def _picture_reader(folder: Path) -> custom_cards.Pictures:
    """Return a function that reads a picture in a folder: regular files only, for a device or a pipe may never end."""

    def read(picture: str) -> bytes:
        if "\0" in picture:
            raise FileNotFoundError(picture)
        path = find_file_beside(folder, picture)
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise OSError(picture)
        is_typeface = picture.lower().endswith(typeface_cleaning.ENDINGS)
        if not is_typeface:
            pictures.refuse_large(status.st_size, picture)
        data = path.read_bytes()
        # Loaded with the first picture: most files of cards have none.
        from companion.printing.pdf import untrusted

        return data if is_typeface else untrusted.draw(data, picture)

    return read


def _find_layout(name: str, stack: custom_cards.Stack, wanted: str) -> "CardLayout | None":
    """Return the layout of `--layout`, else of the cards' file, else the one next to it; None for plain cards."""
    neighbour = Path(name).with_suffix(".layout.toml")
    if wanted == PLAIN or not (wanted or stack.layout or neighbour.is_file()):
        return None
    from companion.printing.custom.layouts import reading as layouts

    if wanted in STARTERS:
        return layouts.starter(wanted)
    if not wanted and stack.layout:
        return layouts.from_table(stack.layout, f"{name}: layout")
    path = wanted or str(neighbour)
    return layouts.read_layout(
        reading.read_text(path, f"a layout in TOML, or {', '.join((*STARTERS, PLAIN))}", layouts.LONGEST), path
    )


def _unused_notes(plain: PlainCards) -> tuple[str, ...]:
    if not plain.pictures.deck_list:
        return ()
    deck_list = plain.pictures.deck_list
    return (
        f"A deck list chooses among pictures in a folder or zip: {deck_list} is not used. "
        "A column `copies` says how many of each card.",
    )


def _layout_notes(layout: "CardLayout | None", options: CustomCardOptions) -> tuple[str, ...]:
    if layout is None:
        return ()
    note = f"Layout: {layout.title}."
    if layout.format and options.format not in (CustomCardOptions().format, layout.form(options.size).name):
        return (f"{note} It is made for {layout.format}, so --format {options.format} is not used.",)
    return (note,)


def _choose_parts(cards: CustomDeck, command: print_files.PrintCommand) -> Sequence[Part]:
    """Return the cards, or the parts that `--what` names; InvalidInput for an unknown name."""
    if not command.names:
        return cards.parts
    # Loaded only where something is named: cards alone need no games.
    from companion.extras import custom as extras

    decks = [part for part in cards.parts if isinstance(part, Deck)]
    return extras.parts(command.names, cards.title, decks, command.options.packing)


def write(
    name: str, plain: PlainCards, command: print_files.PrintCommand, output: str | None, progress: print_files.Progress
) -> JsonObject:
    """Write a file's cards as a PDF; return the verb's answer: what was written and where."""
    cards = read_deck(name, plain, command.options.skip_bad)
    path = Path(output) if output else Path.cwd() / f"{cards.slug}.pdf"
    printout = Printout(cards.title, _choose_parts(cards, command))
    written = print_files.write_parts(printout, command, path, progress)
    notes = [*cards.notes, *written.pop("notes")]
    return {
        "game": "",
        "title": cards.title,
        "print_sets": list(command.names),
        **written,
        **({"pictures": dict(cards.counts)} if cards.counts else {}),
        **({"layout": cards.layout} if cards.layout else {}),
        "notes": notes,
    }
