"""Workers that a test starts as `python -m tests.server.worker_apps KIND PORT-FILE`: sound ones, and ones that fail."""

import os
import signal
import socket
import sys
import time
from multiprocessing import spawn
from pathlib import Path

from companion.base.findings import UserError
from companion.server import process, workers
from companion.server.bridge import WsgiBridge

SWITCH = "SWITCH"
"""Names a file: while it is there, no worker can start."""
SECONDS = 1
"""Seconds that workers have to end in."""


def says_who_it_is(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [str(os.getpid()).encode()]


def sound():
    """Answer with the number of the process."""
    return WsgiBridge(says_who_it_is)


def refuses():
    """Fail while the file is there, with a sentence."""
    if Path(os.environ[SWITCH]).exists():
        raise UserError("The database is away.")
    return sound()


def fails():
    """Fail with an error that nobody expected."""
    raise ZeroDivisionError("nobody expected this")


def stuck():
    """Never begin to answer, and obey no signal."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    Path(os.environ[SWITCH]).write_text(str(os.getpid()))
    time.sleep(600)


def main(kind, file):
    """Serve with two workers; the port goes to a file once a worker answers, which is said on stdout too."""
    if kind == "cannot run":
        spawn.set_executable("/nowhere/python")
        kind = "sound"
    workers.PAUSE_SECONDS = 0.2
    workers.GIVE_UP_SECONDS = float(os.environ.get("GIVE_UP", "30"))
    listening = socket.create_server(("127.0.0.1", 0))
    Path(file).write_text(str(listening.getsockname()[1]))
    config = process.config_of(sound(), 2, 100, 100)
    config.app = f"tests.server.worker_apps:{kind}"
    try:
        workers.Workers(config, listening, lambda: print("answers", flush=True)).run(SECONDS)
    except UserError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(*sys.argv[1:])
