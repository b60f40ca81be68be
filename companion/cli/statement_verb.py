"""The verb `verify-statement`: checks a legality statement against the build it came with."""

import sys

import click

from companion.base.json_types import JsonMapping
from companion.cli import reading
from companion.cli.group import FINDINGS, json_option, main, say
from companion.data.documents import LONGEST
from companion.verbs.statement_check import verify_statement_answer


@main.command("verify-statement")
@click.argument("file")
@json_option
@click.pass_context
def verify_statement(ctx: click.Context, file: str, as_json: bool) -> None:
    """Check the legality statement in FILE (-: what is typed or piped in) against the build there; exit 1 if it fails.

    The file is what Share produces: a list for a chat, a document in TOML or JSON, or a link with its statement.
    """
    wanted = "a list or a document with its statement"
    text = sys.stdin.read(LONGEST + 1) if file == "-" else reading.read_text(file, wanted)
    answer = verify_statement_answer(text, reading.this_server())
    say(answer, as_json, _show)
    ctx.exit(FINDINGS if answer["stands"] is False else 0)


def _show(answer: JsonMapping) -> None:
    result = {True: "true", False: "not true", None: "not checkable any more"}[answer["stands"]]
    click.echo(f"{answer['title'] or 'Untitled'}: the statement is {result}.")
    for line in (*answer["differences"], *answer["notes"]):
        click.echo(f"  {line}")
