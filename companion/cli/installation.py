"""The verbs for running an installation: serve, backup, restore, doctor."""

import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import click

from companion.base.findings import InputError, InvalidInput
from companion.base.wording import plural
from companion.cli import checkup, reading, tables
from companion.cli.group import FINDINGS, Answer, json_option, main, say, verb
from companion.data.documents import to_json
from companion.storage import snapshots
from companion.storage.backup import backup as write_backup
from companion.storage.config import data_folder
from companion.storage.reading_copy import open_to_read
from companion.storage.restore import RestoreResult, verify_backup
from companion.storage.restore import restore as read_backup
from companion.storage.store import Store
from companion.verbs.stored_documents import read_stored


@contextmanager
def _ended_by_sigterm(code: int) -> Iterator[None]:
    """Let SIGTERM end what is done here as Ctrl-C does: files that are not complete are deleted, connections closed.

    `code` is the exit code then: 0 where to be ended is no failure.
    """

    def end(*_: object) -> None:
        raise SystemExit(code)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 lets others on the network connect.")
@click.option("--port", default=8000, type=click.IntRange(0, 65535), envvar="PORT", show_default=True)
@click.option("--backups", default=0, type=click.IntRange(0, 365), help="Keep so many backups: one a day; 0: none.")
@click.option("--workers", default=1, type=click.IntRange(1, 32), show_default=True, help="Processes that answer.")
@json_option
def serve(host: str, port: int, backups: int, workers: int, as_json: bool) -> None:
    """Serve the companion to browsers; --port 0 takes a free port."""
    from companion.server import heavy_process, process

    with (
        _ended_by_sigterm(0),
        _listening(host, port) as taken,
        _backups(backups),
        heavy_process.offer_heavy_answers(),
    ):
        config = process.prepare(workers)
        found, listens = taken.getsockname()[:2]
        url = f"http://{f'[{found}]' if ':' in found else found}:{listens}/"

        def tell() -> None:
            click.echo(to_json({"url": url}) if as_json else f"Serving on {url}", nl=not as_json)
            sys.stdout.flush()

        process.serve(config, taken, tell)


@contextmanager
def _backups(most: int) -> Iterator[None]:
    """Keep rotating backups in the data folder, the first before a migration."""
    if not most:
        yield
        return
    snapshots.before_migration(most)
    store, stop = Store(), threading.Event()
    thread = snapshots.keep_daily(store, most, stop)
    try:
        yield
    finally:
        stop.set()
        thread.join()
        store.close()


def _listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens; InvalidInput where the port is taken or the host is not this machine."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except (OSError, UnicodeError) as error:
        wanted = "a free port on an address of this machine: try --port 0"
        raise reading.file_error(f"{host}:{port}", error, wanted) from None


@verb
@click.argument("file")
@click.option("--verify", is_flag=True, help="Restore it into an empty database and compare.")
def backup(file: str, verify: bool) -> Answer:
    """Write everything to FILE: documents with all their versions, printers, the key that signs cookies.

    Whoever has the file can read everything and act for everybody: only its owner may read it.
    """
    if not file.strip():
        raise InvalidInput(InputError("FILE", "an empty name", "the name of the file to write, such as club.zip"))
    with open_to_read() as (store, _):
        try:
            with _ended_by_sigterm(128 + signal.SIGTERM):
                contents = write_backup(store, Path(file), data_folder(writing=False))
        except (OSError, ValueError) as error:
            raise reading.file_error(file, error, "a file that can be written") from None
    if verify:
        verify_backup(Path(file), contents.digest, read_stored)
    answer = {"file": file, "documents": contents.documents, "files": list(contents.files), "verified": verify}
    said = f"{file}: {plural(contents.documents, 'document')} saved{' and verified' * verify}."
    key = " It contains the key that signs cookies: keep it to yourself." * ("secret-key" in contents.files)
    return answer, lambda a: click.echo(said + key)


@verb
@click.argument("file")
@click.option("--dry-run", is_flag=True, help="Say what would be restored, and write nothing.")
@click.option("--skip-bad", is_flag=True, help="Leave out documents that cannot be read.")
def restore(file: str, dry_run: bool, skip_bad: bool) -> Answer:
    """Restore a backup's documents; those that are stored already only get back lost versions."""
    with closing(Store()) as store:
        try:
            done = read_backup(store, Path(file), read_stored, data_folder(), skip_bad=skip_bad, dry_run=dry_run)
        except (OSError, ValueError) as error:
            raise reading.file_error(file, error, "a backup made by `companion backup`") from None
    answer = {
        "file": file,
        "restored": done.restored,
        "left": done.already_stored,
        "filled": done.completed,
        "bad": [error.as_data() for error in done.errors],
        "files": list(done.files),
        "kept": list(done.differing_files),
    }
    return answer, lambda a: _tell(file, done, dry_run)


def _tell(file: str, done: RestoreResult, dry_run: bool) -> None:
    """Print what a restore did, or would do."""
    would = "would be " * dry_run
    click.echo(f"{file}: {plural(done.restored, 'document')} {would}restored, {done.already_stored:,} already stored.")
    if done.completed:
        click.echo(f"Versions that were lost {would or 'are '}restored in {plural(done.completed, 'document')}.")
    for name in done.files:
        click.echo(f"{name} {would}restored too.")
    for name in done.differing_files:
        click.echo(f"{name} differs from yours, which stays: delete {data_folder() / name} first to take the backup's.")
    for error in done.errors:
        click.echo(f"left out: {error}")


@main.command()
@click.option("--repair", is_flag=True, help="Repair first what can be repaired without loss.")
@json_option
@click.pass_context
def doctor(ctx: click.Context, repair: bool, as_json: bool) -> None:
    """Check this installation: cards, fonts, data folder, signing key, database, and every stored document."""
    answer = checkup.check_installation(repair)
    say(answer, as_json, tables.doctor)
    ctx.exit(0 if answer["ok"] else FINDINGS)
