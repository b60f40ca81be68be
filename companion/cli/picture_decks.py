"""Decks made of a folder or a zip of pictures, on the command line."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from companion.base.findings import InputError, InvalidInput
from companion.cli import complete, model_options, reading
from companion.printing.custom.options import CustomCardOptions
from companion.printing.custom.picture_names import NAME
from companion.printing.custom.picture_options import PictureOptions
from companion.printing.sheets import option_fields

if TYPE_CHECKING:
    from companion.printing.custom.picture_decks import PictureDecks

_FIELDS = option_fields.fields(PictureOptions)
CommandT = TypeVar("CommandT", bound=Callable[..., Any])
_MODEL_OPTIONS = model_options.options(PictureOptions, without=("back_names",))


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
    pattern = option_fields.fields(PictureOptions)["back_names"].column.about
    # Without a pattern `--backs` only confirms the default: that backs are printed.
    backs = click.option(
        "--backs", "back_names", default="", is_flag=False, flag_value="", metavar="NAMES", help=pattern
    )
    with_options: Any = click.option("--list", "deck_list", metavar="FILE", help=about, shell_complete=complete.files)(
        backs(_MODEL_OPTIONS(run))
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
    """Return whether `name` is a folder or a zip; the name of a game means the game, `./name` then means the folder."""
    is_folder = bool(name) and reading.is_there(name) and Path(name).is_dir()
    if not is_folder and not name.casefold().endswith(".zip"):
        return False
    if "/" in name or name.casefold().endswith(".zip"):
        return True  # No game is called so, and loading them all takes longer than printing.
    from companion.games import game

    return game(name) is None


def read_decks(name: str, arguments: PictureArguments, cards: CustomCardOptions, skip_bad: bool) -> "PictureDecks":
    """Return the decks of a folder or zip; InvalidInput with everything that is wrong."""
    from companion.printing.custom import deck_lists, picture_decks, picture_sources

    list_text = reading.read_text(arguments.deck_list, "a deck list", deck_lists.LONGEST) if arguments.deck_list else ""
    if arguments.deck_list and not list_text.strip():
        raise InvalidInput(InputError(arguments.deck_list, "nothing", "a card per line, as 4 Dragon"))
    path = Path(name)
    if path.is_dir():
        source = picture_sources.folder(path)
    elif path.is_file():
        source = picture_sources.read_zip(path, name)
    else:
        raise reading.file_error(name, FileNotFoundError(2, "No such file or directory"), "a folder or zip of pictures")
    try:
        return picture_decks.decks(source, cards.size, arguments.options, list_text, skip_bad=skip_bad)
    except InvalidInput as error:
        error.hint = error.hint or ("" if skip_bad else "`--skip-bad` leaves them out.")
        raise
