"""What a request for a table's stream leaves for the server: which table it watches, and how to hear of its events."""

from collections.abc import Callable
from dataclasses import dataclass

from companion.storage.tables import TableNews

WATCHED = "companion.watched"
"""The key in a request's environ under which a route leaves what the server may go on to watch."""
RETRY_SECONDS = 3
"""Seconds after which a browser asks again whose stream ended: at a server without streams, that is how it polls."""
MEDIA_TYPE = "text/event-stream"

Heard = Callable[[TableNews], object]
Listen = Callable[[Heard], Callable[[], None]]
"""Has a function called, in any thread, with how far the table is; returns what ends that."""


@dataclass(frozen=True)
class Watched:
    """A table that a stream watches: its id, the number of events last sent, and how to hear of more.

    `is_open` says, in any thread, whether the link still leads here: it is asked when one was taken back. Spectators
    who have the same `link` see the same: `render` makes the table as they see it, once for all of them, in any thread.
    A seat has no such function: it asks for its own page.
    """

    table: str
    news: TableNews
    listen: Listen
    is_open: Callable[[], bool] = lambda: True
    link: str = ""
    render: Callable[[], str] | None = None


def say_number(number: int) -> bytes:
    """Return a stream's message about a table: the number of its events, never their content."""
    return f"retry: {RETRY_SECONDS * 1000}\nid: {number}\ndata: {number}\n\n".encode()


def say_table(number: int, html: str) -> bytes:
    """Return what a spectator's stream says: the table itself, as its page shows it."""
    lines = "".join(f"data: {line}\n" for line in html.splitlines())
    return f"event: table\nid: {number}\n{lines}\n".encode()
