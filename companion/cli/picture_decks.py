"""Decks made of a folder or a zip of pictures, on the command line."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from companion.base.findings import InputError, InvalidInput, quote
from companion.cli import complete, model_options, reading
from companion.printing.custom.options import CustomCardOptions
from companion.printing.custom.picture_names import NAME
from companion.printing.custom.picture_options import PictureOptions
from companion.printing.sheets import option_fields

if TYPE_CHECKING:
    from companion.printing.custom.picture_decks import PictureDecks
    from companion.printing.custom.picture_sources import PictureSource

_FIELDS = option_fields.fields(PictureOptions)
CommandT = TypeVar("CommandT", bound=Callable[..., Any])
_MODEL_OPTIONS = model_options.options(PictureOptions, without=("back_names", "back"))


@dataclass(frozen=True)
class PictureArguments:
    """A verb's options for pictures: the file of a deck list, and how edges and backs are treated."""

    deck_list: str | None
    options: PictureOptions


def options(command: CommandT) -> CommandT:
    """Give a verb the options of pictures as one argument `pictures`, and its first argument as `game_or_file`."""

    @wraps(command)
    def run(*args: Any, deck_list: str | None, back_names: str, **kwargs: Any) -> Any:
        name, back_names = _split_backs(kwargs.pop("game_or_file"), back_names)
        given = {field: value for field in _FIELDS if (value := kwargs.pop(field, None)) is not None}
        picture_options = option_fields.read_options(PictureOptions, {**given, "back_names": back_names})
        return command(*args, game_or_file=name, pictures=PictureArguments(deck_list, picture_options), **kwargs)

    about = "For pictures: the cards to print, one per line, as 4 Dragon."
    pattern = _FIELDS["back_names"].column.about
    # Without a pattern `--backs` only confirms the default: that backs are printed.
    backs = click.option(
        "--backs", "back_names", default="", is_flag=False, flag_value="", metavar="NAMES", help=pattern
    )
    back = click.option(
        "--back",
        "back",
        multiple=True,
        metavar="[CARD=]FILE",
        help=_FIELDS["back"].column.about,
        shell_complete=complete.files,
    )
    with_options: Any = click.option("--list", "deck_list", metavar="FILE", help=about, shell_complete=complete.files)(
        backs(back(_MODEL_OPTIONS(run)))
    )
    return with_options  # type: ignore[no-any-return]


def _split_backs(name: str | None, back_names: str) -> tuple[str, str]:
    """Return the first argument and the pattern of backs; of `--backs NAME` click took NAME for the pattern."""
    context = click.get_current_context()
    if name is None and back_names and NAME not in back_names:
        context.params["back_names"] = ""
        return back_names, ""
    if name is None:
        (argument,) = (each for each in context.command.params if each.name == "game_or_file")
        raise click.MissingParameter(ctx=context, param=argument)
    return name, back_names


def is_pictures(name: str) -> bool:
    """Return whether `name` is a folder, a zip, an order of another tool, or a PDF without a build in it.

    The name of a game means the game; `./name` then means the folder.
    """
    is_there = bool(name) and reading.is_there(name)
    ending = Path(name).suffix.casefold()
    if ending == ".pdf":
        return is_there and Path(name).is_file() and not _has_build(Path(name))
    if not (is_there and Path(name).is_dir()) and ending not in (".zip", ".xml"):
        return False
    if "/" in name or name.casefold().endswith(".zip"):
        return True  # No game is called so, and loading them all takes longer than printing.
    from companion.games import game

    return game(name) is None


def _has_build(path: Path) -> bool:
    """Return whether a PDF is a print of a build, which is printed again as a build."""
    from companion.printing.pdf import attachments

    try:
        with path.open("rb") as file:
            data = file.read(attachments.LARGEST + 1)
        attachments.read_build(data, path.name)
    except (InvalidInput, OSError):
        return False
    return True


def read_decks(name: str, arguments: PictureArguments, cards: CustomCardOptions, skip_bad: bool) -> "PictureDecks":
    """Return the decks of a folder, a zip, an order or a PDF; InvalidInput with everything that is wrong."""
    from companion.printing.custom import card_orders, picture_decks

    longest = card_orders.LONGEST
    list_text = reading.read_text(arguments.deck_list, "a deck list", longest) if arguments.deck_list else ""
    if arguments.deck_list and not list_text.strip():
        raise InvalidInput(InputError(arguments.deck_list, "nothing", "a card per line, as 4 Dragon"))
    source, options = _add_backs(_read_source(name), arguments.options)
    try:
        return picture_decks.decks(source, cards.size, options, list_text, skip_bad=skip_bad)
    except InvalidInput as error:
        error.hint = error.hint or ("" if skip_bad else "`--skip-bad` leaves them out.")
        raise


def _read_source(name: str) -> "PictureSource":
    from companion.printing.custom import picture_sources

    path = Path(name)
    if path.is_dir():
        return picture_sources.folder(path)
    if not path.is_file():
        raise reading.file_error(name, FileNotFoundError(2, "No such file or directory"), "a folder or zip of pictures")
    if path.suffix.casefold() == ".zip":
        return picture_sources.read_zip(path, name)
    file = picture_sources.file_on_disk(path)
    if path.suffix.casefold() == ".pdf":
        return picture_sources.sort_pictures(path.stem, [file])
    return picture_sources.read_order(path)


def _is_file(name: str) -> bool:
    return bool(name) and reading.is_there(name) and Path(name).is_file()


def _add_backs(source: "PictureSource", options: PictureOptions) -> tuple["PictureSource", PictureOptions]:
    """Return the pictures with those backs that are files elsewhere, and the options that name them as they are there.

    InvalidInput for a file that is no picture.
    """
    from companion.printing.custom import picture_backs, picture_sources

    there = [file.path for file in source.files]
    entries, added = [], []
    for entry in options.back:
        meanings = [*picture_backs.read_entry(entry)]
        is_known = any(picture_backs.find_picture(back, there) for _, back in meanings if back)
        card, back = next(((card, back) for card, back in meanings if _is_file(back)), ("", ""))
        if is_known or not back:
            entries.append(entry)
            continue
        file = replace(picture_sources.file_on_disk(Path(back)), path=f"{picture_backs.FOLDER}/{Path(back).name}")
        pages = picture_sources.sort_pictures("", [file]).files
        if not pages:
            raise InvalidInput(InputError("--back", quote(back), "a picture"))
        added.append(pages[0])
        entries.append(f"{card}={pages[0].path}" if card else pages[0].path)
    updated = options.model_copy(update={"back": tuple(entries)})
    return replace(source, files=(*source.files, *added)), updated
