"""The verb `share`: what a page hands out of a build, as text for a chat, as its code, or as CSV."""

import click

from companion.cli import complete, reading
from companion.cli.group import main, take_option
from companion.data.build_code import newest_dictionary, write_code
from companion.data.documents import to_document
from companion.verbs.names import game_of
from companion.verbs.shared_builds import Take
from companion.verbs.shared_texts import CHAT_FORMS, csv_text

FORMS = {"plain": CHAT_FORMS["txt"], "markdown": CHAT_FORMS["md"], "line": CHAT_FORMS["line"], "csv": csv_text}


@main.command()
@click.argument("file", shell_complete=complete.files)
@click.option("--form", type=click.Choice([*FORMS, "code"]), default="plain", show_default=True, help="Which text.")
@take_option
def share(file: str, form: str, take: Take | None) -> None:
    """Print the build in FILE as a list for a chat, as its build code alone, or as CSV.

    FILE is whatever `companion check` takes. CSV is for spreadsheets and is not read back.
    """
    document = reading.read_document(file, take=take)
    game = game_of(document)
    if form != "code":
        click.echo(FORMS[form](game, document), nl=False)
        return
    click.echo(write_code(to_document(game.read(document)), "", newest_dictionary(game.package)))
