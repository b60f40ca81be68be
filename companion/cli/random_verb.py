"""The verb `random`: a random legal build of a game."""

import click

from companion.base.json_types import JsonMapping
from companion.cli import complete, reading
from companion.cli.group import Answer, rulings_option, verb_as
from companion.cli.inputs import InputsCommand, random_shape_of
from companion.data.documents import to_toml
from companion.verbs.names import find_game
from companion.verbs.random_builds import random_build


@verb_as(InputsCommand, offers=random_shape_of)
@click.argument("game", shell_complete=complete.games)
@click.argument("words", nargs=-1, metavar="[KEY=VALUE]...", shell_complete=complete.input_words)
@rulings_option
def random(game: str, words: tuple[str, ...], rulings: tuple[str, ...]) -> Answer:
    """Print a random legal build of a GAME as TOML, to be saved as a file.

    Words such as size=500 or mechs=3 say how large it is; the same seed=7 gives the same build.
    """
    inputs = reading.read_pairs(words, "words")
    return random_build(find_game(game), inputs, reading.read_pairs(rulings, "--ruling")), _show


def _show(build: JsonMapping) -> None:
    click.echo(to_toml(dict(build)), nl=False)
