"""The operator's verb `admin`: how much is stored, and the removal of a document or a public picture by its link."""

from contextlib import closing

import click

from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonMapping
from companion.base.wording import megabytes, plural
from companion.cli.group import json_option, main, say
from companion.storage.store import Store
from companion.verbs import admin as verbs


@main.group(invoke_without_command=True)
@json_option
@click.pass_context
def admin(ctx: click.Context, as_json: bool) -> None:
    """Show what is stored and how much; remove what a link leads to."""
    if ctx.invoked_subcommand is None:
        with closing(Store()) as store:
            say(verbs.overview(store), as_json, _show_overview)


@admin.command(context_settings={"ignore_unknown_options": True, "help_option_names": ["--help"]})  # ids begin with -
@click.argument("link")
@click.option("--yes", is_flag=True, help="Remove it for good; without this only say what it is.")
@json_option
def remove(link: str, yes: bool, as_json: bool) -> None:
    """Remove for good what LINK leads to: a build, a card pack, a public picture; an id of any document does too."""
    with closing(Store()) as store:
        entries = verbs.find(store, link)
        if yes and len(entries) > 1:
            wanted = "a link to one thing, or the id of one of them"
            raise InvalidInput(InputError("LINK", f"{len(entries)} things", wanted))
        if yes:
            verbs.remove(store, entries[0]["id"])
    say({"removed": yes, "found": entries}, as_json, _show_removal)


def _show_overview(answer: JsonMapping) -> None:
    documents, owners, kept = answer["documents"], answer["owners"], answer["kept_pictures"]
    click.echo(
        f"{plural(documents['documents'], 'document')} ({documents['in_trash']:,} in the trash) with "
        f"{plural(documents['versions'], 'version')}, {megabytes(documents['bytes'], 1)}"
    )
    for entry in documents["kinds"]:
        click.echo(f"  {entry['kind']}, {entry['game']}: {entry['documents']:,}, {megabytes(entry['bytes'], 1)}")
    if documents["oldest"]:
        click.echo(f"last saved between {documents['oldest'][:10]} and {documents['newest'][:10]}")
    click.echo(f"{plural(owners['with_documents'], 'owner')}, {owners['with_a_key']:,} with a key")
    click.echo(f"{plural(answer['public_pictures'], 'public address', 'public addresses')} of pictures")
    click.echo(f"{plural(kept['pictures'], 'uploaded picture')} kept, {megabytes(kept['bytes'], 1)}")
    if answer["database"]["bytes"] is not None:
        click.echo(f"database ({answer['database']['engine']}): {megabytes(answer['database']['bytes'], 1)}")


def _show_removal(answer: JsonMapping) -> None:
    for entry in answer["found"]:
        name = f"{entry['title'] or 'Untitled'}, a {entry['kind']} of {entry['game']}"
        click.echo(f"{name}: {entry['what']} {entry['id']}")
    click.echo("Removed for good." if answer["removed"] else "Nothing was removed: --yes removes it for good.")
