"""Workers: several processes that answer. One that ends is started again; where none can start, this ends too.

Nothing here waits for a worker for longer than a moment, so that a signal to end is always obeyed.
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

LOOK_SECONDS = 0.2
"""Seconds between two looks at the workers, and at whether this is to end."""
BEAT_SECONDS = 1
"""Seconds after which a worker says again that it lives."""
SILENT_SECONDS = 60
"""Seconds without a word after which a worker is ended; one that calculates speaks late."""
PAUSE_SECONDS = 2
"""Seconds after which a worker is started again that could not start."""
GIVE_UP_SECONDS = 30
"""Seconds without any worker that answers, after which those that cannot start are given up."""
CANNOT_RUN = 255
"""The exit code of a process for which Python itself could not be run."""


class CannotStart(UserError):
    """No worker can start."""


class Worker:
    """A process that answers on a socket, and says once a second whether it does."""

    def __init__(self, config: uvicorn.Config, listening: socket) -> None:
        """Start it."""
        self._heard_from, told = Pipe(duplex=False)
        self.process = get_context("spawn").Process(
            target=_work, args=(config, listening, told), name="worker", daemon=True
        )
        try:
            self.process.start()
        except OSError as error:  # too many processes, say
            sys.stderr.write(f"A worker cannot start: {error}\n")
        told.close()
        self.answers = False
        self._heard = monotonic()

    def is_alive(self) -> bool:
        """Return whether it runs and has said something lately."""
        with suppress(EOFError, OSError):  # it has ended
            while self._heard_from.poll():
                self.answers |= self._heard_from.recv()
                self._heard = monotonic()
        return self.process.is_alive() and monotonic() - self._heard < SILENT_SECONDS

    def ask_to_end(self) -> None:
        """Let it end in good order."""
        if self.process.pid is None or not self.process.is_alive():
            return
        if sys.platform == "win32":
            os.kill(self.process.pid, signal.CTRL_BREAK_EVENT)
        else:
            self.process.terminate()

    def end(self, seconds: float = 0) -> int:
        """Wait for its end, at most this many seconds, then kill it; return its exit code."""
        self._heard_from.close()
        if self.process.pid is None:
            return CANNOT_RUN
        self.process.join(seconds)
        self.process.kill()
        self.process.join()
        return self.process.exitcode or 0


def _work(config: uvicorn.Config, listening: socket, told: Connection) -> None:
    """Answer in this process until it is asked to end."""
    if sys.platform == "win32":
        signal.signal(signal.SIGBREAK, lambda *_: signal.raise_signal(signal.SIGTERM))
    config.configure_logging()
    server = uvicorn.Server(config)
    threading.Thread(target=_tell, args=(server, told), daemon=True).start()
    try:
        server.run(sockets=[listening])
    except UserError as error:
        sys.stderr.write(f"A worker cannot start: {error}\n")
        sys.exit(1)


def _tell(server: uvicorn.Server, told: Connection) -> None:
    with suppress(OSError):  # whoever started this has ended
        while True:
            told.send(server.started)
            time.sleep(BEAT_SECONDS)


class Workers:
    """So many workers, as long as nobody asks for their end."""

    def __init__(self, config: uvicorn.Config, listening: socket, on_answering: Callable[[], object]) -> None:
        """Take uvicorn's settings, the socket, and what is called once a worker answers."""
        self._config, self._listening, self._on_answering = config, listening, on_answering
        self._workers: list[Worker] = []
        self._is_ending = self._has_answered = False
        self._answered = monotonic()

    def run(self, seconds: float) -> None:
        """Answer until a signal asks for the end; workers then have so many seconds. CannotStart where none can."""
        names = ("SIGINT", "SIGTERM", "SIGBREAK")
        for name in names:
            if number := getattr(signal, name, None):
                signal.signal(number, self._begin_to_end)
        try:
            self._workers = [self._start() for _ in range(self._config.workers)]
            while not self._is_ending:
                time.sleep(LOOK_SECONDS)
                self._look()
        finally:
            self._end(seconds)

    def _begin_to_end(self, _signal: int, _frame: FrameType | None) -> None:
        self._is_ending = True

    def _start(self) -> Worker:
        return Worker(self._config, self._listening)

    def _look(self) -> None:
        """Start workers again that have ended."""
        for index, worker in enumerate(self._workers):
            if not worker.is_alive() and not self._is_ending:
                self._replace(index, worker)
        if any(worker.answers for worker in self._workers):
            self._answered = monotonic()
            if not self._has_answered:
                self._has_answered = True
                self._on_answering()

    def _replace(self, index: int, worker: Worker) -> None:
        """Start another worker in place of one that ended; CannotStart where none has answered for too long."""
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
            time.sleep(LOOK_SECONDS)

    def _end(self, seconds: float) -> None:
        """End all workers: those that are not done in time by force."""
        until = monotonic() + seconds
        for worker in self._workers:
            worker.ask_to_end()
        for worker in self._workers:
            worker.end(max(until - monotonic(), 0))


def _why(code: int) -> str:
    """Return why no worker can start, as far as its exit code says, and what to do."""
    if code == CANNOT_RUN:
        return f"No worker can start: {sys.executable} cannot be run. Let the user of this server run it."
    said = "what it wrote above says why"
    return f"No worker can start: the last one ended with code {code}, and {said}. Then start the server again."
