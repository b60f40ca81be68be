"""The process for heavy answers: started when the first one is asked for, shared by all workers.

An answer that proves heavy is given up where it was asked for and begun anew here, where it takes no processor time
from pages: this process steps back behind the others. Requests and answers go through a socket of this machine; only
whoever knows the token of this start is answered.
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
"""Tells a worker where heavy answers are made: the port and the token."""
START_SECONDS = 60
"""Seconds that the process may take to begin to answer."""
PAUSE_SECONDS = 2
"""Seconds after which it is started again where it ended before it answered."""
NICE = 5
"""How far the process steps back behind pages, as `nice` counts: beside busy workers it keeps a quarter of a core."""
THREADS = 64
"""Heavy answers that are begun, or wait for their turn."""
SWITCH_SECONDS = 0.0005
"""Seconds after which a thread that calculates lets another one go on: one is sent while the next is made."""
ENDED = (
    b"This was ended before it was finished. If it was to be saved, look whether it was; else ask for less at once.\n"
)
"""What a request is told whose process was killed, by the system say, for its memory."""
_HOST = "127.0.0.1"
_FRAME = struct.Struct(">cI")
"""What stands before each part of an answer: its kind and its bytes."""
_log = logging.getLogger(__name__)
_READY, _HEAD, _PIECE, _LAST = b"R", b"H", b"P", b"L"
_LONGEST_LINE = 2**20


class HeavyClient:
    """Asks the process for heavy answers, from within a worker."""

    def __init__(self, port: int, token: str) -> None:
        """Take the port and the token of this start."""
        self._port, self._token = port, token

    async def answer(self, environ: JsonObject, body: IO[bytes], receive: Receive, send: Send) -> None:
        """Have a request answered there, and send what comes; `environ` is of text alone."""
        try:
            reader, writer = await self._connect()
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            await refuse(send, 503, b"What takes long cannot be answered at this moment: try again in a minute.\n")
            return
        watch = asyncio.create_task(_close_when_reader_ends(receive, writer))
        try:
            await self._ask(writer, environ, body)
            await _pass_on(reader, send, watch)
        finally:
            watch.cancel()
            writer.close()

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect, and wait until the process answers: it is started by the first connection."""
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


async def _pass_on(reader: asyncio.StreamReader, send: Send, watch: "asyncio.Task[None]") -> None:
    """Send an answer part by part; where the process ended meanwhile, say so, or raise what ends the connection."""
    begun, kind = False, b""
    try:
        while kind != _LAST:
            kind, length = _FRAME.unpack(await reader.readexactly(_FRAME.size))
            await send(_message(kind, await reader.readexactly(length)))
            begun = True
    except (OSError, asyncio.IncompleteReadError):
        if watch.done():  # nobody reads any more
            return
        if begun:
            raise
        await refuse(send, 503, ENDED)


def _message(kind: bytes, data: bytes) -> Message:
    if kind != _HEAD:
        return {"type": "http.response.body", "body": data, "more_body": kind != _LAST}
    status, headers = json.loads(data)
    encoded = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    return {"type": "http.response.start", "status": status, "headers": encoded}


def client() -> HeavyClient | None:
    """Return who asks for heavy answers, None where they are made beside pages."""
    port, _, token = os.environ.get(PLACE, "").partition(":")
    return HeavyClient(int(port), token) if token else None


class HeavyKeeper:
    """Starts the process when somebody connects, and again where it ended."""

    def __init__(self) -> None:
        """Listen where workers will ask."""
        self._token = secrets.token_hex(32)
        self._listening = socket.create_server((_HOST, 0), backlog=512)
        self._waking, self._woken = socket.socketpair()
        self._process: BaseProcess | None = None
        self._ended = False
        self._thread = threading.Thread(target=self._keep, name="heavy process", daemon=True)
        self._thread.start()

    @property
    def place(self) -> str:
        """Where workers ask, as they read it."""
        return f"{self._listening.getsockname()[1]}:{self._token}"

    def _keep(self) -> None:
        while not self._ended:
            asked, _, _ = select.select([self._listening, self._woken], [], [])
            if self._woken in asked:
                return
            if not self._run() and not self._ended:
                self._refuse_who_asked()
                select.select([self._woken], [], [], PAUSE_SECONDS)

    def _run(self) -> bool:
        """Start the process and wait for its end; return whether it could answer before that."""
        heard_from, told = Pipe(duplex=False)
        with heard_from:
            self._process = get_context("spawn").Process(
                target=run, args=(self._listening, self._token, told), name="heavy answers", daemon=True
            )
            try:
                self._process.start()
            except OSError as error:  # too many processes, say
                _log.error("The process for heavy answers cannot start: %s.", error)
                return False
            finally:
                told.close()
            if self._ended:
                self._process.kill()
            self._process.join()
            with suppress(EOFError, OSError):
                if heard_from.poll() and heard_from.recv():
                    return True
        if not self._ended:
            _log.error("The process for heavy answers cannot start: it ended with code %s.", self._process.exitcode)
        return False

    def _refuse_who_asked(self) -> None:
        """Let nobody wait for a process that could not start."""
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
    """Let workers that are started here have heavy answers made in a process of their own."""
    keeper = HeavyKeeper()
    os.environ[PLACE] = keeper.place
    try:
        yield
    finally:
        del os.environ[PLACE]
        keeper.end()


def run(listening: socket.socket, token: str, told: Connection) -> None:
    """Answer heavy requests until the parent ends; it alone ends this, when all downloads have had their time.

    `told` hears once they are answered.
    """
    from companion.web import create_app

    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.SIG_IGN)
    when_parent_ends(lambda: os._exit(0))
    sys.setswitchinterval(SWITCH_SECONDS)
    _step_back()
    memory.share_heaps()
    bridge = WsgiBridge(create_app(), several_processes=True, threads=THREADS)
    told.send(True)
    asyncio.run(HeavyServer(bridge, token).serve(listening))


def _step_back() -> None:
    if sys.platform == "win32":
        psutil.Process().nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)
    else:
        psutil.Process().nice(NICE)


class HeavyServer:
    """Answers the workers' requests."""

    def __init__(self, bridge: WsgiBridge, token: str) -> None:
        """Take what answers, and the token that workers have to send."""
        self._bridge, self._token = bridge, token.encode()

    async def serve(self, listening: socket.socket) -> None:
        """Answer for ever."""
        listening.setblocking(False)
        server = await asyncio.start_server(self._take, sock=listening, limit=_LONGEST_LINE)
        await server.serve_forever()

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request; whoever does not know the token gets nothing."""
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
        asked = json.loads(line)
        body: IO[bytes] = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115
        left = asked["size"]
        while left:
            piece = await reader.readexactly(min(left, PIECE))
            body.write(piece)
            left -= len(piece)
        body.seek(0)

        async def receive() -> Message:
            while await reader.read(PIECE):
                pass
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            kind, data = _frame(message)
            writer.write(_FRAME.pack(kind, len(data)) + data)
            await writer.drain()

        await self._bridge.answer(asked["environ"] | wsgi_environ(body, True) | {MOVED: True}, receive, send)


def _frame(message: Message) -> tuple[bytes, bytes]:
    if message["type"] == "http.response.start":
        headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in message["headers"]]
        return _HEAD, json.dumps([message["status"], headers]).encode()
    return (_PIECE if message["more_body"] else _LAST), message["body"]
