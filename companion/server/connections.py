"""Connections with deadlines, and bounds on their number.

uvicorn waits for ever for a request that never arrives completely, and for a reader that reads nothing. Here each step
has a deadline, and if there are too many connections, an idle one is closed.
"""

import asyncio
import socket
from typing import Any, ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.server.table_streams import end_stream

HEAD_SECONDS = 20
"""Seconds from the first byte, or from the connection's beginning, in which a request's head has to arrive."""
IDLE_SECONDS = 30
"""Seconds that a connection waits for another request."""
READER_SECONDS = 60
"""Seconds in which a reader has to read some of the waiting bytes."""
MOST = 4000
"""The most connections at once; fewer in a process that may not open so many files."""
MOST_FROM_ONE = 400
"""The most connections from one address: enough for a club of sixty browsers behind one router."""
FULL = b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nretry-after: 10\r\nconnection: close\r\n\r\n"


class Connection(H11Protocol):
    """A connection with deadlines and bounds; `most_from_one` is None behind a proxy, which is one address for all."""

    open_now: ClassVar[dict["Connection", None]] = {}
    """Every connection of this process, the oldest first."""
    from_address: ClassVar[dict[str, dict["Connection", None]]] = {}
    """The same by address."""

    def __init__(self, *args: Any, most: int = MOST, most_from_one: int | None = MOST_FROM_ONE, **kwargs: Any) -> None:
        """Take uvicorn's arguments, and the bounds."""
        super().__init__(*args, **kwargs)
        self._most, self._most_from_one = most, most_from_one
        self._head_deadline: asyncio.TimerHandle | None = None
        self._reader_deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count a new connection, or refuse it if no other can be closed for it."""
        super().connection_made(transport)
        _set_no_delay(transport)
        neighbours = self.from_address.setdefault(self._address, {})
        has_room = _make_room(neighbours, self._most_from_one) and _make_room(self.open_now, self._most)
        self.open_now[self] = self.from_address.setdefault(self._address, {})[self] = None
        if has_room:
            self._await_head()
        else:
            transport.write(FULL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        super().connection_lost(exc)
        self._forget()
        for deadline in (self._head_deadline, self._reader_deadline):
            if deadline:
                deadline.cancel()

    def data_received(self, data: bytes) -> None:
        """Read data; a request whose head is not complete yet gets a deadline."""
        super().data_received(data)
        if not self.is_idle:
            self._stop_awaiting_head()
        elif not self._head_deadline:
            self._await_head()

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection at its deadline, and drop data that its reader never read."""
        super().timeout_keep_alive_handler()
        self._end()

    def pause_writing(self) -> None:
        """Begin to wait for the reader."""
        super().pause_writing()
        self._reader_deadline = self.loop.call_later(READER_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Cancel the reader's deadline: it has read something."""
        super().resume_writing()
        if self._reader_deadline:
            self._reader_deadline.cancel()
            self._reader_deadline = None

    def shutdown(self) -> None:
        """Begin to shut down; a stream that waits for news ends at once."""
        super().shutdown()
        if self.cycle:
            end_stream(self.cycle.scope)  # type: ignore[arg-type]

    @property
    def is_idle(self) -> bool:
        """Whether no request is being read or answered."""
        return self.cycle is None or self.cycle.response_complete

    def make_room(self) -> None:
        """Close this connection; it does not count any more."""
        self._forget()
        self._end()

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _forget(self) -> None:
        self.open_now.pop(self, None)
        neighbours = self.from_address.get(self._address, {})
        neighbours.pop(self, None)
        if not neighbours:
            self.from_address.pop(self._address, None)

    def _await_head(self) -> None:
        self._head_deadline = self.loop.call_later(HEAD_SECONDS, self._close_if_idle)

    def _stop_awaiting_head(self) -> None:
        if self._head_deadline:
            self._head_deadline.cancel()
            self._head_deadline = None

    def _close_if_idle(self) -> None:
        if self.is_idle:
            self._end()

    def _end(self) -> None:
        """Close in good order, so that a browser that is just sending opens another connection; later by force."""
        self.transport.close()
        self.loop.call_later(READER_SECONDS, self.transport.abort)


def _set_no_delay(transport: asyncio.Transport) -> None:
    """Send an answer's last bytes without waiting for an acknowledgement of the earlier ones, usually 40 ms.

    asyncio sets this itself, but not for connections to a socket that was opened before, like ours.
    """
    transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _make_room(connections: dict[Connection, None], most: int | None) -> bool:
    """Close the oldest idle connection if there are too many; return whether another one may be opened."""
    if most is None or len(connections) < most:
        return True
    oldest = next((one for one in connections if one.is_idle), None)
    if oldest is None:
        return False
    oldest.make_room()
    return True
