"""The process for heavy answers: started with the first one, shared by all workers.

An answer that proves heavy is dropped in its worker and made again here, in a process of lower priority that takes no
processor time from pages. Requests and answers go through a socket of this machine; every request has to send the token
of this start.
"""

import asyncio
import hmac
import json
import logging
import os
import secrets
import select
import signal
import socket
import struct
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from tempfile import SpooledTemporaryFile
from typing import IO

import psutil

from companion.base.json_types import JsonObject
from companion.limits import memory
from companion.server.bridge import IN_MEMORY, PIECE, Message, Receive, Send, WsgiBridge, refuse, wsgi_environ
from companion.server.parent import when_parent_ends
from companion.web.shell.bounds import MOVED

PLACE = "COMPANION_HEAVY_PROCESS"
"""The environment variable with the port and the token for workers."""
START_SECONDS = 60
"""Seconds in which the process has to start."""
PAUSE_SECONDS = 2
"""Seconds before another start if it ended before it could answer."""
NICE = 5
"""The priority of the process, as `nice` counts: next to busy workers it has a quarter of a core."""
THREADS = 64
"""The most heavy answers that run or wait for their turn."""
SWITCH_SECONDS = 0.0005
"""Seconds between switches of threads, so that one piece is sent while the next is made."""
ENDED = (
    b"This was ended before it was finished. If it was to be saved, look whether it was; else ask for less at once.\n"
)
"""The answer to a request whose process was killed, for example by the system for its memory."""
_HOST = "127.0.0.1"
_FRAME = struct.Struct(">cI")
"""The header of each part of an answer: its kind and its number of bytes."""
_log = logging.getLogger(__name__)
_READY, _HEAD, _PIECE, _LAST = b"R", b"H", b"P", b"L"
_LONGEST_LINE = 2**20


class HeavyClient:
    """A worker's client of the process for heavy answers."""

    def __init__(self, port: int, token: str) -> None:
        """Take the port and the token of this start."""
        self._port, self._token = port, token

    async def answer(self, environ: JsonObject, body: IO[bytes], receive: Receive, send: Send) -> None:
        """Have a request answered by the process, and send the answer; `environ` has only texts."""
        try:
            reader, writer = await self._connect()
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            await refuse(send, 503, b"Long calculations are not possible at this moment: try again in a minute.\n")
            return
        watch = asyncio.create_task(_close_when_reader_ends(receive, writer))
        try:
            await self._ask(writer, environ, body)
            await _forward(reader, send, watch)
        finally:
            watch.cancel()
            writer.close()

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect, and wait until the process is ready: the first connection starts it."""
        async with asyncio.timeout(START_SECONDS):
            reader, writer = await asyncio.open_connection(_HOST, self._port)
            try:
                writer.write(self._token.encode())
                await reader.readexactly(_FRAME.size)
            except BaseException:
                writer.close()
                raise
        return reader, writer

    async def _ask(self, writer: asyncio.StreamWriter, environ: JsonObject, body: IO[bytes]) -> None:
        size = body.seek(0, os.SEEK_END)
        body.seek(0)
        writer.write(json.dumps({"environ": environ, "size": size}).encode() + b"\n")
        while piece := body.read(PIECE):
            writer.write(piece)
            await writer.drain()


async def _close_when_reader_ends(receive: Receive, writer: asyncio.StreamWriter) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    writer.close()


async def _forward(reader: asyncio.StreamReader, send: Send, watch: "asyncio.Task[None]") -> None:
    """Send an answer part by part; if the process ends before the first part, answer with a sentence, else raise."""
    has_begun, kind = False, b""
    try:
        while kind != _LAST:
            kind, length = _FRAME.unpack(await reader.readexactly(_FRAME.size))
            await send(_message(kind, await reader.readexactly(length)))
            has_begun = True
    except (OSError, asyncio.IncompleteReadError):
        if watch.done():  # nobody reads any more
            return
        if has_begun:
            raise
        await refuse(send, 503, ENDED)


def _message(kind: bytes, data: bytes) -> Message:
    if kind != _HEAD:
        return {"type": "http.response.body", "body": data, "more_body": kind != _LAST}
    status, headers = json.loads(data)
    encoded = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    return {"type": "http.response.start", "status": status, "headers": encoded}


def client() -> HeavyClient | None:
    """Return the client of the process for heavy answers; None if there is no such process."""
    port, _, token = os.environ.get(PLACE, "").partition(":")
    return HeavyClient(int(port), token) if token else None


class HeavyKeeper:
    """Starts the process at the first connection, and again when it has ended."""

    def __init__(self) -> None:
        """Open the socket for workers, and wait for connections in a thread."""
        self._token = secrets.token_hex(32)
        self._listening = socket.create_server((_HOST, 0), backlog=512)
        self._waking, self._woken = socket.socketpair()
        self._process: BaseProcess | None = None
        self._ended = False
        self._thread = threading.Thread(target=self._keep, name="heavy process", daemon=True)
        self._thread.start()

    @property
    def place(self) -> str:
        """The port and the token, as workers read them."""
        return f"{self._listening.getsockname()[1]}:{self._token}"

    def _keep(self) -> None:
        while not self._ended:
            readable, _, _ = select.select([self._listening, self._woken], [], [])
            if self._woken in readable:
                return
            if not self._run() and not self._ended:
                self._refuse_waiting()
                select.select([self._woken], [], [], PAUSE_SECONDS)

    def _run(self) -> bool:
        """Start the process and wait for its end; return whether it was ready before that."""
        ready_receiver, ready_sender = Pipe(duplex=False)
        with ready_receiver:
            self._process = get_context("spawn").Process(
                target=run, args=(self._listening, self._token, ready_sender), name="heavy answers", daemon=True
            )
            try:
                self._process.start()
            except OSError as error:  # for example, too many processes
                _log.error("The process for heavy answers cannot start: %s.", error)
                return False
            finally:
                ready_sender.close()
            if self._ended:
                self._process.kill()
            self._process.join()
            with suppress(EOFError, OSError):
                if ready_receiver.poll() and ready_receiver.recv():
                    return True
        if not self._ended:
            _log.error("The process for heavy answers cannot start: it ended with code %s.", self._process.exitcode)
        return False

    def _refuse_waiting(self) -> None:
        """Close all waiting connections: the process could not start."""
        self._listening.setblocking(False)
        with suppress(BlockingIOError):
            while True:
                self._listening.accept()[0].close()

    def end(self) -> None:
        """End the process; its unfinished answers have no reader."""
        self._ended = True
        self._waking.close()
        if self._process and self._process.pid is not None:
            self._process.kill()
        self._thread.join()
        self._woken.close()
        self._listening.close()


@contextmanager
def offer_heavy_answers() -> Iterator[None]:
    """Offer a process for heavy answers to workers that are started in the block."""
    keeper = HeavyKeeper()
    os.environ[PLACE] = keeper.place
    try:
        yield
    finally:
        del os.environ[PLACE]
        keeper.end()


def run(listening: socket.socket, token: str, ready: Connection) -> None:
    """Answer heavy requests until the parent ends this process, when all downloads have had their time.

    True is sent to `ready` when requests are answered.
    """
    from companion.web import create_app

    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.SIG_IGN)
    when_parent_ends(lambda: os._exit(0))
    sys.setswitchinterval(SWITCH_SECONDS)
    _lower_priority()
    memory.share_heaps()
    bridge = WsgiBridge(create_app(), several_processes=True, threads=THREADS)
    ready.send(True)
    asyncio.run(HeavyServer(bridge, token).serve(listening))


def _lower_priority() -> None:
    if sys.platform == "win32":
        psutil.Process().nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)
    else:
        psutil.Process().nice(NICE)


class HeavyServer:
    """The server in the process: answers the requests of workers."""

    def __init__(self, bridge: WsgiBridge, token: str) -> None:
        """Take the bridge that answers, and the token that workers have to send."""
        self._bridge, self._token = bridge, token.encode()

    async def serve(self, listening: socket.socket) -> None:
        """Answer for ever."""
        listening.setblocking(False)
        server = await asyncio.start_server(self._take, sock=listening, limit=_LONGEST_LINE)
        await server.serve_forever()

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request; without the right token there is no answer."""
        try:
            token = await reader.readexactly(len(self._token))
            if hmac.compare_digest(token, self._token):
                writer.write(_FRAME.pack(_READY, 0))
                await self._answer(reader, writer)
        except (OSError, asyncio.IncompleteReadError):
            pass  # the worker, or its reader, has gone
        finally:
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = await reader.readline()
        if not line:
            return
        request = json.loads(line)
        body: IO[bytes] = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115
        remaining = request["size"]
        while remaining:
            piece = await reader.readexactly(min(remaining, PIECE))
            body.write(piece)
            remaining -= len(piece)
        body.seek(0)

        async def receive() -> Message:
            while await reader.read(PIECE):
                pass
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            kind, data = _frame(message)
            writer.write(_FRAME.pack(kind, len(data)) + data)
            await writer.drain()

        await self._bridge.answer(request["environ"] | wsgi_environ(body, True) | {MOVED: True}, receive, send)


def _frame(message: Message) -> tuple[bytes, bytes]:
    if message["type"] == "http.response.start":
        headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in message["headers"]]
        return _HEAD, json.dumps([message["status"], headers]).encode()
    return (_PIECE if message["more_body"] else _LAST), message["body"]
