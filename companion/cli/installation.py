"""The verbs for running an installation: serve, backup, restore, doctor."""

import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory

import click

from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import to_json
from companion.base.wording import plural
from companion.cli import checkup, complete, reading, tables
from companion.cli.group import FINDINGS, Answer, json_option, main, say, verb
from companion.storage import snapshots
from companion.storage.backup import backup as write_backup
from companion.storage.config import data_folder
from companion.storage.reading_copy import open_to_read
from companion.storage.restore import RestoreResult, verify_backup
from companion.storage.restore import restore as read_backup
from companion.storage.store import Store
from companion.verbs.stored_documents import read_stored


@contextmanager
def _end_on_sigterm(code: int) -> Iterator[None]:
    """Let SIGTERM end the block as Ctrl-C does: incomplete files are deleted, connections closed.

    `code` is the exit code then: 0 where being stopped is no failure.
    """

    def end(*_: object) -> None:
        raise SystemExit(code)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    previous = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, previous)


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 lets others on the network connect.")
@click.option("--port", default=8000, type=click.IntRange(0, 65535), envvar="PORT", show_default=True)
@click.option("--backups", default=0, type=click.IntRange(0, 365), help="How many daily backups to keep; 0 keeps none.")
@click.option("--workers", default=1, type=click.IntRange(1, 32), show_default=True, help="Processes that answer.")
@json_option
def serve(host: str, port: int, backups: int, workers: int, as_json: bool) -> None:
    """Serve the companion to browsers; --port 0 takes a free port."""
    from companion.server import heavy_process, process

    with (
        _end_on_sigterm(0),
        _listen(host, port) as listener,
        _keep_backups(backups),
        heavy_process.offer_heavy_answers(),
    ):
        config = process.prepare(workers)
        address, bound_port = listener.getsockname()[:2]
        url = f"http://{f'[{address}]' if ':' in address else address}:{bound_port}/"

        def announce() -> None:
            click.echo(to_json({"url": url}) if as_json else f"Serving on {url}", nl=not as_json)
            sys.stdout.flush()

        with suppress(KeyboardInterrupt):  # raised again once the server has stopped: no failure, as with SIGTERM
            process.serve(config, listener, announce)


@contextmanager
def _keep_backups(most: int) -> Iterator[None]:
    """Write a backup a day while the block runs, the first before a migration; keep the last `most`."""
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


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens; InvalidInput where the port is taken or the host is not this machine."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except (OSError, UnicodeError) as error:
        wanted = "a free port on an address of this machine: try --port 0"
        raise reading.file_error(f"{host}:{port}", error, wanted) from None


@verb
@click.argument("file", shell_complete=complete.files)
@click.option("--verify", is_flag=True, help="Restore it into an empty database and compare.")
def backup(file: str, verify: bool) -> Answer:
    """Write everything to FILE: documents with all their versions, printers, the key that signs cookies.

    Whoever has the file can read everything and act for everybody: only its owner may read it.
    """
    if not file.strip():
        raise InvalidInput(InputError("FILE", "an empty name", "the name of the file to write, such as club.zip"))
    with open_to_read() as (store, _):
        try:
            with _end_on_sigterm(128 + signal.SIGTERM):
                contents = write_backup(store, Path(file), data_folder(writing=False))
        except (OSError, ValueError) as error:
            raise reading.file_error(file, error, "a file that can be written") from None
    if verify:
        verify_backup(Path(file), contents.digest, read_stored)
    answer = {"file": file, "documents": contents.documents, "files": list(contents.files), "verified": verify}
    summary = f"{file}: {plural(contents.documents, 'document')} saved{' and verified' * verify}."
    key_warning = " It contains the key that signs cookies: keep it to yourself." * ("secret-key" in contents.files)
    return answer, lambda a: click.echo(summary + key_warning)


@verb
@click.argument("file", shell_complete=complete.files)
@click.option("--dry-run", is_flag=True, help="Say what would be restored, and write nothing.")
@click.option("--skip-bad", is_flag=True, help="Leave out documents that cannot be read.")
def restore(file: str, dry_run: bool, skip_bad: bool) -> Answer:
    """Restore a backup's documents; those that are already stored only get back lost versions."""
    with closing(Store()) as store, _backup_file(file) as path:
        try:
            result = read_backup(store, path, read_stored, data_folder(), skip_bad=skip_bad, dry_run=dry_run)
        except (OSError, ValueError) as error:
            raise reading.file_error(file, error, "a backup made by `companion backup`") from None
    answer = {
        "file": file,
        "restored": result.restored,
        "left": result.already_stored,
        "filled": result.completed,
        "bad": [error.as_data() for error in result.errors],
        "files": list(result.files),
        "kept": list(result.differing_files),
    }
    return answer, lambda a: _show_restore(file, result, dry_run)


@contextmanager
def _backup_file(name: str) -> Iterator[Path]:
    """Yield the path of a backup; one that is piped in (`-`) is put into a temporary file: it is not read in order."""
    if name != reading.STDIN:
        yield Path(name)
        return
    with TemporaryDirectory() as folder:
        path = Path(folder) / "stdin.zip"
        with reading.writable(path), path.open("wb") as stream:
            copyfileobj(sys.stdin.buffer, stream)
        yield path


def _show_restore(file: str, result: RestoreResult, dry_run: bool) -> None:
    would, kept = "would be " * dry_run, f"{result.already_stored:,} already stored"
    click.echo(f"{file}: {plural(result.restored, 'document')} {would}restored, {kept}.")
    if result.completed:
        click.echo(f"Versions that were lost {would or 'are '}restored in {plural(result.completed, 'document')}.")
    for name in result.files:
        click.echo(f"{name} {would}restored too.")
    for name in result.differing_files:
        click.echo(f"{name} differs from yours, which stays: delete {data_folder() / name} first to take the backup's.")
    for error in result.errors:
        click.echo(f"left out: {error}")


@main.command()
@click.option("--repair", is_flag=True, help="Repair first what can be repaired without loss.")
@json_option
@click.pass_context
def doctor(ctx: click.Context, repair: bool, as_json: bool) -> None:
    """Check this installation: cards, fonts, data folder, signing key, database, and every stored document."""
    answer = checkup.check_installation(repair)
    say(answer, as_json, tables.show_doctor)
    ctx.exit(0 if answer["ok"] else FINDINGS)
