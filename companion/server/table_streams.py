"""Streams of tables: each waits in the event loop and takes no thread; one question a moment asks for all of them."""

import asyncio
import logging
from collections.abc import Callable, Mapping, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from companion.web.tables.streams import Newest, Watched, say_number

MOST, MOST_OF_TABLE = 2000, 400
"""Streams of this process, and those of one table: three hundred spectators. Past them a stream ends, and its page asks
again every few seconds."""
SECONDS_BETWEEN_QUESTIONS = 0.3
HEARTBEAT_SECONDS = 15
"""Seconds after which something is sent even where nothing happened, so that no proxy takes the stream for dead."""
ENDING = "companion.ending"
"""The key in a request's scope by which its connection says that the server ends."""
HEARTBEAT = b": still here\n\n"

Send = Callable[[MutableMapping[str, Any]], Any]
logger = logging.getLogger(__name__)


@dataclass(eq=False)
class _Stream:
    """A reader: what it watches, the request's scope, and what wakes it."""

    watched: Watched
    scope: MutableMapping[str, Any]
    number: int
    news: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_ending(self) -> bool:
        return ENDING in self.scope


class TableStreams:
    """The streams of a process."""

    def __init__(self) -> None:
        """Begin with none."""
        self._streams: set[_Stream] = set()
        self._question: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, "tables")

    def has_room(self, watched: Watched) -> bool:
        """Return whether one more stream of this table may stay open."""
        of_table = sum(1 for stream in self._streams if stream.watched.table == watched.table)
        return len(self._streams) < MOST and of_table < MOST_OF_TABLE

    async def follow(
        self, watched: Watched, scope: MutableMapping[str, Any], send: Send, gone: "asyncio.Task[None]"
    ) -> None:
        """Say each newer number until the reader has gone or the server ends; then end the answer."""
        stream = _Stream(watched, scope, watched.number)
        self._streams.add(stream)
        if self._question is None or self._question.done():
            self._question = asyncio.create_task(self._ask())
        try:
            await _say_news(stream, send, gone)
        finally:
            self._streams.discard(stream)
        await send({"type": "http.response.body", "body": b""})

    async def _ask(self) -> None:
        """Ask for the newest numbers of all tables that are watched, as long as there are any."""
        loop = asyncio.get_running_loop()
        while self._streams:
            watched = {stream.watched.table for stream in self._streams}
            ask = next(iter(self._streams)).watched.newest
            newest = await loop.run_in_executor(self._thread, _newest_numbers, ask, watched)
            for stream in self._streams:
                number = newest.get(stream.watched.table, 0)
                if number > stream.number or stream.is_ending:
                    stream.number = max(number, stream.number)
                    stream.news.set()
            await asyncio.sleep(SECONDS_BETWEEN_QUESTIONS)


def _newest_numbers(ask: Newest, tables: set[str]) -> Mapping[str, int]:
    """Return the newest numbers; none where the database cannot be asked just now."""
    try:
        return ask(tables)
    except Exception:
        logger.exception("The tables that are watched could not be asked for.")
        return {}


async def _say_news(stream: _Stream, send: Send, gone: "asyncio.Task[None]") -> None:
    said = stream.number
    while not (gone.done() or stream.is_ending):
        waiting = asyncio.ensure_future(stream.news.wait())
        await asyncio.wait({waiting, gone}, timeout=HEARTBEAT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        stream.news.clear()
        if gone.done() or stream.is_ending:
            return
        body = say_number(stream.number) if stream.number > said else HEARTBEAT
        said = stream.number
        await send({"type": "http.response.body", "body": body, "more_body": True})
