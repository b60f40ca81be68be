"""A WSGI app inside an ASGI server.

A thread works from the time the whole request has arrived until the whole answer is made: neither a slow sender nor a
slow reader occupies one. Unsent parts of an answer wait in memory, or past a bound in a file.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from tempfile import SpooledTemporaryFile
from threading import Lock
from typing import IO, Any, Protocol
from urllib.parse import unquote_to_bytes
from wsgiref.types import WSGIApplication, WSGIEnvironment

from cachetools import TTLCache
from werkzeug.wsgi import ClosingIterator

from companion.base.json_types import JsonObject
from companion.limits.budget import AnswerElsewhere
from companion.server.table_streams import TableStreams
from companion.web.shell.bounds import IS_READ, MAY_MOVE, MOVED_BEFORE
from companion.web.tables.streams import WATCHED

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

THREADS = 4
"""The most requests that are answered at once: few, since more would only compete for the processor."""
BODY_SECONDS = 300
"""Seconds in which a request's body has to arrive."""
LARGEST_BODY = 70_000_000
"""The most bytes of a body that are read: more than any page accepts, so that the page can refuse it."""
IN_MEMORY = 256_000
"""The most bytes of a body, or of an unsent answer, in memory; larger ones are in a file."""
PIECE = 65_536
"""The most bytes that are sent at once."""
MOST_HEAVY, HEAVY_SECONDS = 1000, 600
"""The most questions that are remembered as heavy, and for how many seconds: asked again, they are moved sooner."""
MOST_BODIES = 1_000_000_000
"""The most bytes of all bodies together; past that, requests are answered with 503."""


class Elsewhere(Protocol):
    """The interface of a client that has heavy requests answered in another process."""

    async def answer(self, environ: JsonObject, body: IO[bytes], receive: Receive, send: Send) -> None:
        """Answer a request; `environ` has only texts."""


class WsgiBridge:
    """An ASGI app that runs a WSGI app in threads, and has heavy answers made by another process."""

    def __init__(
        self,
        app: WSGIApplication,
        several_processes: bool = False,
        elsewhere: Elsewhere | None = None,
        threads: int = THREADS,
    ) -> None:
        """Take the WSGI app; `several_processes` says whether other processes answer too."""
        self._app, self._several, self._elsewhere = app, several_processes, elsewhere
        self._bodies = 0
        self._heavy: TTLCache[str, bool] = TTLCache(MOST_HEAVY, HEAVY_SECONDS)
        self.threads = ThreadPoolExecutor(threads, "answer")
        self._streams = TableStreams(self.threads)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Read a request, answer it in a thread, and send the answer."""
        if scope["type"] != "http":
            raise ValueError(f"only http is answered here, not {scope['type']}")
        body = _Body()
        if _has_two_lengths(scope):
            send = _close_after(send)
        try:
            async with asyncio.timeout(BODY_SECONDS):
                await self._read(receive, body)
            text = text_environ(scope, body.size)
            try:
                await self.answer(text | wsgi_environ(body.file, self._several), receive, send, scope)
            except AnswerElsewhere as moved:
                if moved.is_proved:
                    self._heavy[_question(text)] = True
                await self._answer_elsewhere(text, body, receive, send)
        except TimeoutError:
            body.file.close()
            await refuse(send, 408, b"The request took too long to arrive: send it again.\n")
        except _TooManyBytes:
            body.file.close()
            await refuse(send, 503, b"Too much is being sent to this server at once: try again in a minute.\n")
        except _Disconnected:
            body.file.close()
        finally:
            self._bodies -= body.size

    async def _read(self, receive: Receive, body: "_Body") -> None:
        """Read a request's body; of a body that is too large, only enough for the app to see that."""
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise _Disconnected
            more = message.get("more_body", False)
            if body.size > LARGEST_BODY:
                continue
            piece = message.get("body", b"")
            body.file.write(piece)
            body.size += len(piece)
            self._bodies += len(piece)
            if self._bodies > MOST_BODIES:
                raise _TooManyBytes
        body.file.seek(0)

    async def _answer_elsewhere(self, environ: JsonObject, body: "_Body", receive: Receive, send: Send) -> None:
        assert self._elsewhere
        try:
            await self._elsewhere.answer(environ, body.file, receive, send)
        finally:
            body.file.close()

    async def answer(
        self, environ: WSGIEnvironment, receive: Receive, send: Send, scope: Message | None = None
    ) -> None:
        """Answer a request that has arrived completely; AnswerElsewhere where another process has to answer it.

        An answer that watches a table stays open after its thread has ended.
        """
        answer = _Answer(
            asyncio.get_running_loop(), lambda: WATCHED in environ and self._streams.has_room(environ[WATCHED])
        )
        environ[IS_READ] = answer.is_read
        if self._elsewhere:
            environ[MAY_MOVE] = answer.may_move
            environ[MOVED_BEFORE] = _question(environ) in self._heavy
        self.threads.submit(answer.make, self._app, environ)
        watch = asyncio.create_task(_notice_end(receive, answer))
        try:
            await answer.send(send)
            if answer.is_open_stream:
                await self._streams.follow(environ[WATCHED], {} if scope is None else scope, send, watch)
        finally:
            answer.abandon()
            watch.cancel()


def _has_two_lengths(scope: Message) -> bool:
    """Return whether a request gives its body's length in two ways: the bytes after it may be meant as a part of it."""
    return {b"content-length", b"transfer-encoding"} <= {name.lower() for name, _ in scope["headers"]}


def _close_after(send: Send) -> Send:
    """Return a `send` that closes the connection after the answer, so that no later bytes are read as a request."""

    async def send_last(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], (b"connection", b"close")]}
        await send(message)

    return send_last


def _question(environ: JsonObject) -> str:
    return f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}?{environ['QUERY_STRING']}"


class _Body:
    """A request's body, in memory or, past a bound, in a file."""

    def __init__(self) -> None:
        self.file: IO[bytes] = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115
        self.size = 0


class _TooManyBytes(Exception):
    """All bodies together have too many bytes."""


class _Disconnected(Exception):
    """The client went away before its request had arrived."""


async def refuse(send: Send, status: int, words: bytes) -> None:
    """Answer with a sentence, and close the connection."""
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": words})


async def _notice_end(receive: Receive, answer: "_Answer") -> None:
    """Abandon an answer once its reader has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
    answer.abandon()


def text_environ(scope: Message, size: int) -> JsonObject:
    """Return the texts of a request's WSGI environ.

    Headers with an underscore in their names are left out: in an environ they look like those with a hyphen, which
    proxies write.
    """
    host, port = scope.get("server") or ("localhost", 0)
    environ: dict[str, str] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": (scope.get("client") or ("", 0))[0],
        "wsgi.url_scheme": scope["scheme"],
    }
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin-1").upper(), raw_value.decode("latin-1")
        if "_" in name:
            continue
        key = name.replace("-", "_")
        key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
        separator = "; " if key == "HTTP_COOKIE" else ","
        environ[key] = f"{environ[key]}{separator}{value}" if key in environ else value
    if size:
        environ["CONTENT_LENGTH"] = str(size)
    return dict(environ)


def wsgi_environ(body: IO[bytes], several_processes: bool) -> WSGIEnvironment:
    """Return the other values of a WSGI environ: those about the server, and the body."""
    return {
        "wsgi.version": (1, 0),
        "wsgi.input": body,
        "wsgi.input_terminated": True,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": several_processes,
        "wsgi.run_once": False,
    }


class _Answer:
    """An answer: a thread makes it, and the event loop sends it."""

    def __init__(self, loop: asyncio.AbstractEventLoop, is_stream: Callable[[], bool]) -> None:
        self._loop, self._news, self._lock = loop, asyncio.Event(), Lock()
        self._is_stream, self.is_open_stream = is_stream, False
        self._is_awake = self._abandoned = self._made = self._has_begun = False
        self._head: Message | None = None
        self._length: int | None = None
        self._total = 0
        self._unsent: IO[bytes] = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115
        self._written = self._sent = 0
        self._error: BaseException | None = None

    def is_read(self) -> bool:
        """Return whether somebody still waits for this answer."""
        return not self._abandoned

    def may_move(self) -> bool:
        """Return whether nothing was sent yet, so that another process may still make this answer."""
        return not self._has_begun

    def abandon(self) -> None:
        """End the making of this answer, because nobody waits for it."""
        with self._lock:
            self._abandoned = True
            self._unsent.close()

    def make(self, app: WSGIApplication, environ: WSGIEnvironment) -> None:
        """Answer a request in this thread; errors are raised again by `send`."""
        try:
            self._make(app, environ)
        except AnswerElsewhere as error:
            self._error = error
            self._discard()
        except BaseException as error:  # raised again in the task that sends
            self._error = error
        finally:
            if self._abandoned or not isinstance(self._error, AnswerElsewhere):
                environ["wsgi.input"].close()
            with self._lock:
                self._made = True
            self._wake_sender()

    def _make(self, app: WSGIApplication, environ: WSGIEnvironment) -> None:
        if self._abandoned:
            return
        with closing(ClosingIterator(app(environ, self._start))) as pieces:
            for piece in pieces:
                if self._abandoned:
                    return
                self._add_piece(piece)

    def _discard(self) -> None:
        """Discard the parts made so far."""
        with self._lock:
            if self._abandoned:
                return
            self._head = None
            self._unsent.seek(0)
            self._unsent.truncate()
            self._written = self._sent = 0

    def _start(self, status: str, headers: list[tuple[str, str]], _: object = None) -> Callable[[bytes], None]:
        head = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        self._length = next((int(value) for name, value in head if name == b"content-length"), None)
        self._head = {"type": "http.response.start", "status": int(status[:3]), "headers": head}
        return self._add_piece

    def _add_piece(self, piece: bytes) -> None:
        with self._lock:
            if not piece or self._abandoned:
                return
            self._unsent.seek(self._written)
            self._unsent.write(piece)
            self._written += len(piece)
            self._total += len(piece)
            is_complete = self._total == self._length  # then it is sent in one piece when it is made
            is_much = self._length is None or self._written - self._sent >= PIECE
        if is_much and not is_complete:
            self._has_begun = True
            self._wake_sender()

    def _wake_sender(self) -> None:
        """Wake the task that sends, unless it is awake."""
        with self._lock:
            was_awake, self._is_awake = self._is_awake, True
        if not was_awake:
            self._loop.call_soon_threadsafe(self._news.set)

    async def send(self, send: Send) -> None:
        """Send the answer as it is made; errors of its making are raised here."""
        over = False
        while not (over or self._abandoned):
            await self._news.wait()
            self._news.clear()
            self._is_awake = False
            over = await self._send_available(send)

    async def _send_available(self, send: Send) -> bool:
        """Send the parts made so far; return whether the answer is complete."""
        piece = b"first"
        while piece and not self._abandoned:
            piece, over = self._take()
            if over and self._error is not None:
                raise self._error
            if self._head and (piece or over):
                head, self._head = self._head, None
                await send(head)
            if piece or over:
                self.is_open_stream = over and self._is_stream()
                await send({"type": "http.response.body", "body": piece, "more_body": self.is_open_stream or not over})
            if over:
                return True
        return False

    def _take(self) -> tuple[bytes, bool]:
        """Return the next bytes to send, and whether these are the last."""
        with self._lock:
            self._unsent.seek(self._sent)
            piece = self._unsent.read(PIECE)
            self._sent += len(piece)
            if self._sent == self._written:
                self._unsent.seek(0)
                self._unsent.truncate()
                self._written = self._sent = 0
            over = self._made and not self._written
            return piece, over and not (piece and self._error)
