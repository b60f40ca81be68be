"""Custom cards, of any game or none, on the command line: read from a file, drawn as plain cards."""

import stat
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from companion.base import paths
from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import join_words
from companion.cli import model_options, picture_decks, print_files, reading
from companion.cli.files_beside import find_beside
from companion.cli.picture_decks import PictureArguments
from companion.data.documents import parse
from companion.printing.custom import custom_cards, custom_faces
from companion.printing.custom.layouts.starters import PLAIN, STARTERS
from companion.printing.custom.options import CustomCardOptions
from companion.printing.faces import pictures
from companion.printing.faces.boxes import Deck, Part
from companion.printing.sheets import option_fields
from companion.printing.sheets.jobs import ACCENT, Printout

if TYPE_CHECKING:
    from companion.printing.custom.layouts.zones import CardLayout

CommandT = TypeVar("CommandT", bound=Callable[..., Any])


@dataclass(frozen=True)
class PlainCards:
    """Whether a file is drawn as plain cards whatever its game, and how those look.

    `layout` is a layout's file, a starter's name, `plain` for none, or empty: then the one that belongs to the file.
    """

    is_wanted: bool
    options: CustomCardOptions
    pictures: PictureArguments
    layout: str = ""

    @property
    def files(self) -> tuple[str | None, ...]:
        """The files that are read beside the cards themselves."""
        return (self.layout, self.pictures.deck_list)


@dataclass(frozen=True)
class CustomDeck:
    """What is printed or exported: a game's parts, or a file's cards, with the notes to show about them."""

    title: str
    parts: Sequence[Part]
    accent: str
    file_slug: str = ""
    """What its files are called where it is not by the title."""
    print_sets: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    counts: Mapping[str, int] | None = None
    """What was counted in a folder or zip of pictures."""
    layout: str = ""
    """The name of the layout that was used."""

    @property
    def slug(self) -> str:
        """The beginning of its files' names."""
        from companion.printing.export import filenames

        return self.file_slug or filenames.slug(self.title) or "cards"


_DERIVED = model_options.options(CustomCardOptions, without=("backs", "title"), placeholders={"language": "CODE"})


def options(command: CommandT) -> CommandT:
    """Give a verb the options of plain cards, as one argument `plain`."""

    @picture_decks.options
    @wraps(command)
    def run(
        *args: Any,
        wanted: bool,
        format: str,
        language: str,
        card_layout: str,
        pictures: PictureArguments,
        **kwargs: Any,
    ) -> Any:
        read = option_fields.read_options(CustomCardOptions, {"format": format, "language": language})
        return command(*args, plain=PlainCards(wanted or bool(card_layout), read, pictures, card_layout), **kwargs)

    about = "Draw a file's tables as plain cards, whatever its game."
    laid = (
        f"Layout of plain cards: a file, {', '.join(STARTERS)}, or plain (default: NAME.layout.toml beside NAME.csv)."
    )
    laying = click.option("--layout", "card_layout", default="", metavar="FILE|NAME", help=laid)
    made: Any = click.option("--generic", "wanted", is_flag=True, help=about)(laying(_DERIVED(run)))
    return made  # type: ignore[no-any-return]


def is_custom(name: str, asked: PlainCards) -> bool:
    """Return whether a file holds cards of no game: rows, tables that name no game, pictures; `--plain` asks for it."""
    if asked.is_wanted or picture_decks.is_pictures(name) or name.lower().endswith((".csv", ".tsv")):
        return True
    if not name.lower().endswith((".toml", ".json")) or not Path(name).is_file():
        return False
    try:
        data = parse(reading.read_text(name, "a document in TOML or JSON"), name)
    except InvalidInput:
        return False
    return "game" not in data and any(isinstance(v, list) and v and isinstance(v[0], dict) for v in data.values())


def read_deck(name: str, asked: PlainCards, skip_bad: bool = False) -> CustomDeck:
    """Return a file's cards; pictures are looked for beside it. InvalidInput with everything that is wrong."""
    if picture_decks.is_pictures(name):
        made = picture_decks.read_decks(name, asked.pictures, asked.options, skip_bad)
        told = (f"A layout is for cards in rows: {asked.layout} is not used.",) if asked.layout else ()
        return CustomDeck(made.title, made.decks, ACCENT, notes=(*told, *made.notes), counts=made.counts)
    text = reading.read_text(name, "cards in CSV, TOML or JSON", custom_cards.LONGEST_ROWS)
    stack = custom_cards.read_stack(text, name, asked.options.language)
    form = asked.options.size
    layout = _find_layout(name, stack, asked.layout)
    found = _picture_reader(Path(name).parent)
    decks = custom_faces.decks(stack, form, found, layout=layout)
    laid = layout.title if layout else ""
    notes = (
        *_unused_notes(asked),
        *_layout_notes(layout, asked.options),
        *custom_faces.notes(stack, layout, form, found),
    )
    return CustomDeck(stack.title, decks, ACCENT, notes=notes, layout=laid)


_FOR_GAMES = {"packs": "--pack", "rulings": "--ruling", "unknown": "--unknown"}
_FOR_PICTURES = {"edge": "--edge", "included": "--included", "back_names": "--backs"}
_FOR_CARDS = {"format": "--format", "language": "--language", "deck_list": "--list", **_FOR_PICTURES}


def add_unused_notes(answer: JsonMapping, name: str, of_no_game: bool) -> JsonObject:
    """Return a verb's answer with a note for each typed option that does not apply to what it printed."""
    if not of_no_game:
        kinds = [(_FOR_CARDS, "custom cards and pictures")]
    else:
        kinds = [(_FOR_GAMES, "a game's cards")]
        kinds += [] if picture_decks.is_pictures(name) else [(_FOR_PICTURES, "a folder or zip of pictures")]
    notes = []
    for options, what in kinds:
        arguments = click.get_current_context().params
        # `--backs` alone is for every print: it names nothing.
        typed = [options[one] for one in model_options.typed_arguments(dict.fromkeys(options)) if arguments[one] != ""]
        if typed:
            notes.append(f"{join_words(typed)} {'is' if len(typed) == 1 else 'are'} for {what}: not used here.")
    return {**answer, "notes": [*answer["notes"], *notes]}


def refuse_boxes(names: Sequence[str]) -> None:
    """Refuse to export anything of custom cards but the cards: InvalidInput."""
    from companion.extras.custom import CARDS

    wrong = [InputError("--what", quote(name), f"{CARDS}, or no --what") for name in names if name != CARDS]
    if wrong:
        raise InvalidInput(*wrong)


def _picture_reader(folder: Path) -> custom_cards.Pictures:
    """Return a reader of the pictures in a folder: of files alone, for a device or a pipe may never end."""

    def read(picture: str) -> bytes:
        if "\0" in picture:
            raise FileNotFoundError(picture)
        path = find_beside(folder, picture)
        about = path.stat()
        if not stat.S_ISREG(about.st_mode):
            raise OSError(picture)
        pictures.refuse_large(about.st_size, picture)
        data = path.read_bytes()
        # Read where something may have to be drawn first: most pictures do without.
        from companion.printing.pdf import untrusted

        return data if picture.lower().endswith(".ttf") else untrusted.draw(data, picture)

    return read


def _find_layout(name: str, stack: custom_cards.Stack, asked: str) -> "CardLayout | None":
    """Return the layout that is asked for, or the one in the cards' file, or beside it; None for plain cards."""
    beside = Path(name).with_suffix(".layout.toml")
    if asked == PLAIN or not (asked or stack.layout or beside.is_file()):
        return None
    from companion.printing.custom.layouts import reading as layouts

    if asked in STARTERS:
        return layouts.starter(asked)
    if not asked and stack.layout:
        return layouts.from_table(stack.layout, f"{name}: layout")
    path = asked or str(beside)
    return layouts.read_layout(
        reading.read_text(path, f"a layout in TOML, or {', '.join((*STARTERS, PLAIN))}", layouts.LONGEST), path
    )


def _unused_notes(asked: PlainCards) -> tuple[str, ...]:
    if not asked.pictures.deck_list:
        return ()
    found = f"A deck list chooses among pictures in a folder or zip: {asked.pictures.deck_list} is not used."
    return (f"{found} A column `copies` says how many of each card.",)


def _layout_notes(layout: "CardLayout | None", asked: CustomCardOptions) -> tuple[str, ...]:
    if layout is None:
        return ()
    told = f"Layout: {layout.title}."
    if layout.format and asked.format not in (CustomCardOptions().format, layout.format):
        return (f"{told} It is made for {layout.format}, so --format {asked.format} is not used.",)
    return (told,)


def _choose_parts(cards: CustomDeck, command: print_files.PrintCommand) -> Sequence[Part]:
    """Return the cards, or only the named ones; InvalidInput for an unknown name."""
    if not command.names:
        return cards.parts
    # Read where something is named: cards alone do without games.
    from companion.extras import custom as extras

    decks = [part for part in cards.parts if isinstance(part, Deck)]
    return extras.parts(command.names, cards.title, decks, command.options.packing)


def write(
    name: str, asked: PlainCards, command: print_files.PrintCommand, output: str | None, progress: print_files.Progress
) -> JsonObject:
    """Write a file's cards as a PDF; return what was written."""
    cards = read_deck(name, asked, command.options.skip_bad)
    path = Path(output) if output else paths.output_folder() / f"{cards.slug}.pdf"
    printout = Printout(cards.title, _choose_parts(cards, command))
    written = print_files.write_parts(printout, command, path, progress)
    notes = [*cards.notes, *written.pop("notes")]
    counted = {"pictures": dict(cards.counts)} if cards.counts else {}
    laid = {"layout": cards.layout} if cards.layout else {}
    return {
        "game": "",
        "title": cards.title,
        "print_sets": list(command.names),
        **written,
        **counted,
        **laid,
        "notes": notes,
    }
