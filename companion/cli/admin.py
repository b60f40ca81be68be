"""The operator's verb: what is stored, removal by link, what is unused; on the machine itself it needs no secret."""

from contextlib import closing

import click

from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonMapping
from companion.base.wording import megabytes, plural
from companion.cli.group import json_option, main, say
from companion.storage.retention import ANNOUNCED, LEAST
from companion.storage.store import Store
from companion.verbs import admin as verbs


@main.group(invoke_without_command=True)
@json_option
@click.pass_context
def admin(ctx: click.Context, as_json: bool) -> None:
    """Say what is stored and how much; remove what a link leads to, or what is unused."""
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
        found = verbs.find(store, link)
        if yes and len(found) > 1:
            wanted = "a link to one thing, or the id of one of them"
            raise InvalidInput(InputError("LINK", f"{len(found)} things", wanted))
        if yes:
            verbs.remove(store, found[0]["id"])
    say({"removed": yes, "found": found}, as_json, _show_found)


@admin.command()
@click.option(
    "--days",
    type=click.IntRange(LEAST),
    required=True,
    envvar="COMPANION_RETENTION",
    show_envvar=True,
    help="Days in which an owner saved nothing.",
)
@click.option("--dry-run", is_flag=True, help=f"Remove nothing; list what goes within {ANNOUNCED} days, and when.")
@json_option
def retention(days: int, dry_run: bool, as_json: bool) -> None:
    """Remove for good what is unused: all that an owner has who saved nothing for so many days.

    When something was opened is not recorded. Owners are told on the pages of their things once the server itself has
    COMPANION_RETENTION: set it a month before the first run.
    """
    with closing(Store()) as store:
        answer = verbs.list_unused(store, days) if dry_run else verbs.remove_unused(store, days)
    say(answer, as_json, _show_unused)


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


def _show_found(answer: JsonMapping) -> None:
    for thing in answer["found"]:
        called = f"{thing['title'] or 'Untitled'}, a {thing['kind']} of {thing['game']}"
        click.echo(f"{called}: {thing['what']} {thing['id']}")
    click.echo("Removed for good." if answer["removed"] else "Nothing was removed: --yes removes it for good.")


def _show_unused(answer: JsonMapping) -> None:
    for thing in answer["documents"]:
        click.echo(
            f"{thing['goes'][:10]}: {thing['title'] or 'Untitled'}, a {thing['kind']} of {thing['game']}, {thing['id']}"
        )
    count = plural(len(answer["documents"]), "document")
    within = f"{count} may go within {answer['announced']} days; nothing was removed."
    click.echo(f"{count} removed for good." if answer["removed"] else within)
