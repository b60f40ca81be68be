"""Streams of tables: each waits in the event loop and takes no thread."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import Executor
from typing import Any

from companion.storage.tables import TableNews
from companion.web.tables.streams import Watched, say_number, say_table

MOST, MOST_OF_TABLE = 2000, 400
"""Streams of this process, and those of one table: three hundred spectators. Past them a stream ends, and its page asks
again every few seconds."""
HEARTBEAT_SECONDS = 15
"""Seconds after which something is sent even where nothing happened, so that no proxy takes the stream for dead."""
END = "companion.end"
"""The key in a request's scope of what ends its stream; its connection leaves None there once the server ends."""
HEARTBEAT = b": still here\n\n"

Scope = MutableMapping[str, Any]
Send = Callable[[Scope], Awaitable[None]]


class _Stream:
    """What a reader was told, what it is to be told, and whether that is all."""

    def __init__(self, news: TableNews) -> None:
        self.said = self.number = news.number
        self.renewals = news.renewals
        self.is_over = self.is_doubtful = False
        self.news = asyncio.Event()

    def hear(self, news: TableNews) -> None:
        """Remember what is new; where a link was taken back, that it may be this one."""
        if news.renewals not in (None, self.renewals):
            self.renewals, self.is_doubtful = news.renewals, True
        if news.number > self.number or self.is_doubtful:
            self.number = max(self.number, news.number)
            self.news.set()

    def end(self) -> None:
        self.is_over = True
        self.news.set()


class TableStreams:
    """The streams of a process."""

    def __init__(self, threads: Executor) -> None:
        """Begin with none; what spectators see is made in a thread."""
        self._open: Counter[str] = Counter()
        self._of_link: Counter[str] = Counter()
        self._threads = threads
        self._made: dict[str, tuple[int, asyncio.Future[bytes]]] = {}
        """By link what its spectators were told last, or will be, and of which event."""

    def has_room(self, watched: Watched) -> bool:
        """Return whether one more stream of this table may stay open."""
        return self._open.total() < MOST and self._open[watched.table] < MOST_OF_TABLE

    async def follow(self, watched: Watched, scope: Scope, send: Send, gone: "asyncio.Task[None]") -> None:
        """Say each newer number until the reader has gone, its link is taken back or the server ends; then end."""
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
                if stream.is_doubtful:
                    stream.is_doubtful = False
                    stream.is_over |= not await loop.run_in_executor(self._threads, watched.is_open)
                if not (gone.done() or stream.is_over):
                    await send(
                        {"type": "http.response.body", "body": await self._next(stream, watched), "more_body": True}
                    )
        finally:
            _leave(self._open, watched.table)
            if _leave(self._of_link, watched.link):
                self._made.pop(watched.link, None)
            end()

    async def _next(self, stream: _Stream, watched: Watched) -> bytes:
        """Return what is to be said now."""
        if stream.number == stream.said:
            return HEARTBEAT
        stream.said = stream.number
        if watched.render is None:
            return say_number(stream.said)
        try:
            return await self._spectators_table(stream.said, watched, watched.render)
        except Exception:
            return say_number(stream.said)  # its page asks, and hears what is wrong

    def _spectators_table(self, number: int, watched: Watched, render: Callable[[], str]) -> "asyncio.Future[bytes]":
        """Return the table after an event as its spectators see it, which is made once."""
        made, told = self._made.get(watched.link, (0, None))
        if told is None or made < number:
            task = asyncio.get_running_loop().run_in_executor(self._threads, lambda: say_table(number, render()))
            self._made[watched.link] = number, (told := task)
        return told


def _leave(open_streams: Counter[str], name: str) -> bool:
    """Count one stream less; return whether it was the last."""
    open_streams[name] -= 1
    if open_streams[name]:
        return False
    del open_streams[name]
    return True


async def _wait(stream: _Stream, gone: "asyncio.Task[None]") -> None:
    """Wait for news, for the end, or until it is time for a heartbeat."""
    news = asyncio.ensure_future(stream.news.wait())
    await asyncio.wait({news, gone}, timeout=HEARTBEAT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    news.cancel()
    stream.news.clear()


def end_stream(scope: Scope) -> None:
    """End the stream of a request, or have none begin."""
    if end := scope.setdefault(END, None):
        end()
