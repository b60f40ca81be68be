"""Streams of tables: each waits in the event loop, without a thread."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import Executor
from typing import Any

from companion.storage.tables import TableNews
from companion.web.tables.streams import Watched, say_number, say_table

MOST, MOST_OF_TABLE = 2000, 400
"""The most streams of this process, and of one table (three hundred spectators). Past that a stream ends at once, and
its page asks again every few seconds."""
HEARTBEAT_SECONDS = 15
"""Seconds after which something is sent even without news, so that no proxy closes the stream."""
END = "companion.end"
"""The key in a request's scope of the function that ends its stream; None once the server shuts down."""
HEARTBEAT = b": still here\n\n"

Scope = MutableMapping[str, Any]
Send = Callable[[Scope], Awaitable[None]]


class _Stream:
    """A reader's stream: the number of the event sent last, the newest number, and whether the stream is over."""

    def __init__(self, news: TableNews) -> None:
        self.sent_number = self.number = news.number
        self.renewals = news.renewals
        self.is_over = self.has_new_links = False
        self.news = asyncio.Event()

    def hear(self, news: TableNews) -> None:
        """Take news; if a link was withdrawn, note that it may be this stream's."""
        if news.renewals not in (None, self.renewals):
            self.renewals, self.has_new_links = news.renewals, True
        if news.number > self.number or self.has_new_links:
            self.number = max(self.number, news.number)
            self.news.set()

    def end(self) -> None:
        self.is_over = True
        self.news.set()


class TableStreams:
    """The streams of a process."""

    def __init__(self, threads: Executor) -> None:
        """Begin without streams; views for spectators are rendered in a thread."""
        self._open: Counter[str] = Counter()
        self._of_link: Counter[str] = Counter()
        self._threads = threads
        self._views: dict[str, tuple[int, asyncio.Future[bytes]]] = {}
        """The last view for spectators by link, with the number of its event; it may still be in the making."""

    def has_room(self, watched: Watched) -> bool:
        """Return whether one more stream of this table may stay open."""
        return self._open.total() < MOST and self._open[watched.table] < MOST_OF_TABLE

    async def follow(self, watched: Watched, scope: Scope, send: Send, gone: "asyncio.Task[None]") -> None:
        """Send news until the reader has gone, its link is withdrawn or the server shuts down; then end the answer."""
        if END not in scope:
            await self._follow(watched, scope, send, gone)
        await send({"type": "http.response.body", "body": b""})

    async def _follow(self, watched: Watched, scope: Scope, send: Send, gone: "asyncio.Task[None]") -> None:
        loop, stream = asyncio.get_running_loop(), _Stream(watched.news)
        scope[END] = stream.end
        end = watched.listen(lambda news: loop.call_soon_threadsafe(stream.hear, news))
        self._open[watched.table] += 1
        self._of_link[watched.link] += 1
        try:
            while not (gone.done() or stream.is_over):
                await _wait(stream, gone)
                if stream.has_new_links:
                    stream.has_new_links = False
                    stream.is_over |= not await loop.run_in_executor(self._threads, watched.is_open)
                if not (gone.done() or stream.is_over):
                    await send(
                        {"type": "http.response.body", "body": await self._next(stream, watched), "more_body": True}
                    )
        finally:
            _leave(self._open, watched.table)
            if _leave(self._of_link, watched.link):
                self._views.pop(watched.link, None)
            end()

    async def _next(self, stream: _Stream, watched: Watched) -> bytes:
        """Return the next message: a heartbeat, the number of an event, or the view for spectators."""
        if stream.number == stream.sent_number:
            return HEARTBEAT
        stream.sent_number = stream.number
        if watched.render is None:
            return say_number(stream.sent_number)
        try:
            return await self._spectators_table(stream.sent_number, watched, watched.render)
        except Exception:
            return say_number(stream.sent_number)  # its page asks for the table, and gets the error

    def _spectators_table(self, number: int, watched: Watched, render: Callable[[], str]) -> "asyncio.Future[bytes]":
        """Return the spectators' view after an event, which is rendered only once."""
        view_number, view = self._views.get(watched.link, (0, None))
        if view is None or view_number < number:
            task = asyncio.get_running_loop().run_in_executor(self._threads, lambda: say_table(number, render()))
            self._views[watched.link] = number, (view := task)
        return view


def _leave(open_streams: Counter[str], name: str) -> bool:
    """Count one stream less; return whether it was the last one."""
    open_streams[name] -= 1
    if open_streams[name]:
        return False
    del open_streams[name]
    return True


async def _wait(stream: _Stream, gone: "asyncio.Task[None]") -> None:
    """Wait for news, for the end, or until the next heartbeat."""
    news = asyncio.ensure_future(stream.news.wait())
    await asyncio.wait({news, gone}, timeout=HEARTBEAT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    news.cancel()
    stream.news.clear()


def end_stream(scope: Scope) -> None:
    """End the stream of a request, or prevent it from beginning."""
    if end := scope.setdefault(END, None):
        end()
