"""The verbs for running an installation: serve, backup, restore, doctor."""

import socket
import sys
from pathlib import Path

import click

from companion.cli import checkup, reading, tables
from companion.cli.group import FINDINGS, Answer, json_option, main, verb
from companion.documents import to_json
from companion.findings import InputError, InvalidInput
from companion.storage.backup import backup as write_backup
from companion.storage.backup import restore as read_backup
from companion.storage.store import Store
from companion.wording import plural


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 lets others on the network connect.")
@click.option("--port", default=8000, type=click.IntRange(0, 65535), envvar="PORT", show_default=True)
@json_option
def serve(host: str, port: int, as_json: bool) -> None:
    """Serve the companion to browsers; --port 0 takes a free port."""
    from waitress.server import create_server  # type: ignore[import-untyped]

    from companion.web import create_app

    with _listening(host, port) as taken:
        server = create_server(create_app(), sockets=[taken], threads=8, ident="companion")
        found, listens = taken.getsockname()[:2]
        url = f"http://{f'[{found}]' if ':' in found else found}:{listens}/"
        click.echo(to_json({"url": url}) if as_json else f"Serving on {url}", nl=not as_json)
        sys.stdout.flush()
        try:
            server.run()
        finally:
            server.close()


def _listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens; InvalidInput where the port is taken or the host is not this machine."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        wanted = "a free port on an address of this machine: try --port 0"
        raise InvalidInput(InputError(f"{host}:{port}", why[:1].lower() + why[1:], wanted)) from None


@verb
@click.argument("file")
def backup(file: str) -> Answer:
    """Write every stored document with all its versions to FILE."""
    store = Store()
    try:
        count = write_backup(store, Path(file))
    except OSError as error:
        raise reading.refused(file, error, "a file that can be written") from None
    finally:
        store.close()
    return {"file": file, "documents": count}, lambda a: click.echo(f"{file}: {plural(count, 'document')} saved.")


@verb
@click.argument("file")
def restore(file: str) -> Answer:
    """Restore a backup's documents; those that are stored already stay as they are."""
    store = Store()
    try:
        came, left = read_backup(store, Path(file))
    except OSError as error:
        raise reading.refused(file, error, "a backup made by `companion backup`") from None
    finally:
        store.close()
    said = f"{file}: {plural(came, 'document')} restored, {left:,} already stored."
    return {"file": file, "restored": came, "left": left}, lambda a: click.echo(said)


@main.command()
@json_option
@click.pass_context
def doctor(ctx: click.Context, as_json: bool) -> None:
    """Check this installation: cards, fonts, templates, data folder, database."""
    answer = checkup.look()
    if as_json:
        click.echo(to_json(answer), nl=False)
    else:
        tables.doctor(answer)
    ctx.exit(0 if answer["ok"] else FINDINGS)
