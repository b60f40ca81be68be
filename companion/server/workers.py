"""Workers: several processes that answer. One that ends is restarted; if none can start, this process ends too.

No function here waits long for a worker, so that a signal to end is always obeyed.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from socket import socket
from time import monotonic
from types import FrameType

import uvicorn

from companion.base.findings import UserError

CHECK_SECONDS = 0.2
"""Seconds between two checks of the workers and of signals."""
BEAT_SECONDS = 1
"""Seconds between two messages of a worker that it is alive."""
SILENT_SECONDS = 60
"""Seconds without a message after which a worker is ended; a busy one may be late."""
PAUSE_SECONDS = 2
"""Seconds before another start of a worker that could not start."""
GIVE_UP_SECONDS = 30
"""Seconds without an answering worker after which failed starts are not repeated."""
CANNOT_RUN = 255
"""The exit code of a process in which Python itself could not run."""


class CannotStart(UserError):
    """No worker can start."""


class Worker:
    """A process that answers on a socket, and reports every second whether it is ready."""

    def __init__(self, config: uvicorn.Config, listening: socket) -> None:
        """Start it."""
        self._status, status_sender = Pipe(duplex=False)
        self.process = get_context("spawn").Process(
            target=_work, args=(config, listening, status_sender), name="worker", daemon=True
        )
        try:
            self.process.start()
        except OSError as error:  # for example, too many processes
            sys.stderr.write(f"A worker cannot start: {error}\n")
        status_sender.close()
        self.answers = False
        self._last_message = monotonic()

    def is_alive(self) -> bool:
        """Return whether it runs and has sent a message recently."""
        with suppress(EOFError, OSError):  # it has ended
            while self._status.poll():
                self.answers |= self._status.recv()
                self._last_message = monotonic()
        return self.process.is_alive() and monotonic() - self._last_message < SILENT_SECONDS

    def ask_to_end(self) -> None:
        """Ask it to end in good order."""
        if self.process.pid is None or not self.process.is_alive():
            return
        if sys.platform == "win32":
            os.kill(self.process.pid, signal.CTRL_BREAK_EVENT)
        else:
            self.process.terminate()

    def end(self, seconds: float = 0) -> int:
        """Wait for its end, at most `seconds`, then kill it; return its exit code."""
        self._status.close()
        if self.process.pid is None:
            return CANNOT_RUN
        self.process.join(seconds)
        self.process.kill()
        self.process.join()
        return self.process.exitcode or 0


def _work(config: uvicorn.Config, listening: socket, status: Connection) -> None:
    """Answer in this process until it is asked to end."""
    if sys.platform == "win32":
        signal.signal(signal.SIGBREAK, lambda *_: signal.raise_signal(signal.SIGTERM))
    config.configure_logging()
    server = uvicorn.Server(config)
    threading.Thread(target=_send_status, args=(server, status), daemon=True).start()
    try:
        server.run(sockets=[listening])
    except UserError as error:
        sys.stderr.write(f"A worker cannot start: {error}\n")
        sys.exit(1)


def _send_status(server: uvicorn.Server, status: Connection) -> None:
    with suppress(OSError):  # the parent has ended
        while True:
            status.send(server.started)
            time.sleep(BEAT_SECONDS)


class Workers:
    """The workers, which are restarted until a signal asks for the end."""

    def __init__(self, config: uvicorn.Config, listening: socket, on_answering: Callable[[], object]) -> None:
        """Take uvicorn's settings, the socket, and the function to call when a worker answers."""
        self._config, self._listening, self._on_answering = config, listening, on_answering
        self._workers: list[Worker] = []
        self._is_ending = self._has_answered = False
        self._answered = monotonic()

    def run(self, seconds: float) -> None:
        """Answer until a signal asks for the end; workers then have `seconds`. CannotStart where none can start."""
        names = ("SIGINT", "SIGTERM", "SIGBREAK")
        for name in names:
            if number := getattr(signal, name, None):
                signal.signal(number, self._begin_to_end)
        try:
            self._workers = [self._start() for _ in range(self._config.workers)]
            while not self._is_ending:
                time.sleep(CHECK_SECONDS)
                self._check_workers()
        finally:
            self._end(seconds)

    def _begin_to_end(self, _signal: int, _frame: FrameType | None) -> None:
        self._is_ending = True

    def _start(self) -> Worker:
        return Worker(self._config, self._listening)

    def _check_workers(self) -> None:
        """Restart workers that have ended, and report the first answering one."""
        for index, worker in enumerate(self._workers):
            if not worker.is_alive() and not self._is_ending:
                self._replace(index, worker)
        if any(worker.answers for worker in self._workers):
            self._answered = monotonic()
            if not self._has_answered:
                self._has_answered = True
                self._on_answering()

    def _replace(self, index: int, worker: Worker) -> None:
        """Replace a worker that has ended; CannotStart where none has answered for too long."""
        code = worker.end()
        if not worker.answers:
            if not self._has_answered or monotonic() - self._answered > GIVE_UP_SECONDS:
                raise CannotStart(_why(code))
            self._pause()
        if not self._is_ending:
            self._workers[index] = self._start()

    def _pause(self) -> None:
        until = monotonic() + PAUSE_SECONDS
        while monotonic() < until and not self._is_ending:
            time.sleep(CHECK_SECONDS)

    def _end(self, seconds: float) -> None:
        """End all workers, by force if they are not finished in time."""
        until = monotonic() + seconds
        for worker in self._workers:
            worker.ask_to_end()
        for worker in self._workers:
            worker.end(max(until - monotonic(), 0))


def _why(code: int) -> str:
    """Return a sentence why no worker can start, from the last one's exit code, and what to do."""
    if code == CANNOT_RUN:
        return f"No worker can start: {sys.executable} cannot be run. Let the user of this server run it."
    return (
        f"No worker can start: the last one ended with code {code}, and its message above says why. "
        "Then start the server again."
    )
