"""Decks made of a folder or a zip of pictures, on the command line."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from companion.base.findings import InputError, InvalidInput
from companion.cli import model_options, reading
from companion.printing.custom.options import CustomCardOptions
from companion.printing.custom.picture_names import NAME
from companion.printing.custom.picture_options import PictureOptions
from companion.printing.sheets import option_fields

if TYPE_CHECKING:
    from companion.printing.custom.picture_decks import PictureDecks

CommandT = TypeVar("CommandT", bound=Callable[..., Any])
_DERIVED = model_options.options(PictureOptions, without=("back_names",))


@dataclass(frozen=True)
class PictureArguments:
    """A verb's options for pictures: the file of a deck list, and what is printed past their edges."""

    deck_list: str | None
    options: PictureOptions


def options(command: CommandT) -> CommandT:
    """Give a verb the options of pictures, as one argument `pictures`, and what it prints as `game_or_file`."""

    @wraps(command)
    def run(*args: Any, deck_list: str | None, edge: str, included: float, back_names: str, **kwargs: Any) -> Any:
        name, back_names = _name_apart(kwargs.pop("game_or_file"), back_names)
        given = {"edge": edge, "included": included, "back_names": back_names}
        read_options = option_fields.read_options(PictureOptions, given)
        return command(*args, game_or_file=name, pictures=PictureArguments(deck_list, read_options), **kwargs)

    about = "Of pictures: the cards to print, as 4 Dragon, one per line."
    named = option_fields.fields(PictureOptions)["back_names"].column.about
    # Alone it says what holds anyway: that there are backs.
    backs = click.option("--backs", "back_names", default="", is_flag=False, flag_value="", metavar="NAMES", help=named)
    made: Any = click.option("--list", "deck_list", metavar="FILE", help=about)(backs(_DERIVED(run)))
    return made  # type: ignore[no-any-return]


def _name_apart(name: str | None, back_names: str) -> tuple[str, str]:
    """Return what is printed and the pattern of backs: `--backs` before a name took that for its pattern."""
    context = click.get_current_context()
    if name is None and back_names and NAME not in back_names:
        context.params["back_names"] = ""
        return back_names, ""
    if name is None:
        (argument,) = (each for each in context.command.params if each.name == "game_or_file")
        raise click.MissingParameter(ctx=context, param=argument)
    return name, back_names


def is_pictures(name: str) -> bool:
    """Return whether a folder or a zip was named; a game's name is that game, `./name` the folder."""
    if not name or not (Path(name).is_dir() or name.casefold().endswith(".zip")):
        return False
    from companion.games import game

    return game(name) is None


def read_decks(name: str, asked: PictureArguments, cards: CustomCardOptions, skip_bad: bool) -> "PictureDecks":
    """Return the decks of a folder or zip; InvalidInput with everything that is wrong."""
    from companion.printing.custom import deck_lists, picture_decks, picture_sources

    chosen = reading.read_text(asked.deck_list, "a deck list", deck_lists.LONGEST) if asked.deck_list else ""
    if asked.deck_list and not chosen.strip():
        raise InvalidInput(InputError(asked.deck_list, "nothing", "a card per line, as 4 Dragon"))
    path = Path(name)
    if path.is_dir():
        source = picture_sources.folder(path)
    elif path.is_file():
        source = picture_sources.read_zip(path, name)
    else:
        raise reading.file_error(name, FileNotFoundError(2, "No such file or directory"), "a folder or zip of pictures")
    try:
        return picture_decks.decks(source, cards.size, asked.options, chosen, skip_bad=skip_bad)
    except InvalidInput as error:
        error.hint = error.hint or ("" if skip_bad else "`--skip-bad` leaves them out.")
        raise
