"""The hand-over of a table's stream from its route to the server: which table, and how to hear of new events."""

from collections.abc import Callable
from dataclasses import dataclass

from companion.storage.tables import TableNews

WATCHED = "companion.watched"
"""The key in a request's environ under which a route leaves a `Watched` for the server."""
RETRY_SECONDS = 3
"""Seconds after which a browser asks again when its stream ends; without streams in the server, it polls like this."""
MEDIA_TYPE = "text/event-stream"

Heard = Callable[[TableNews], object]
Listen = Callable[[Heard], Callable[[], None]]
"""Registers a function that is called, in any thread, with each `TableNews`; returns the function that ends this."""


@dataclass(frozen=True)
class Watched:
    """A table that a stream watches: its id, the number of events last sent, and how to hear of more.

    `is_open` returns, in any thread, whether the link is still valid; it is asked when a link was replaced. Spectators
    with the same `link` see the same table: `render` returns its HTML, once for all of them, in any thread. A seat has
    no `render`: it asks for its own page.
    """

    table: str
    news: TableNews
    listen: Listen
    is_open: Callable[[], bool] = lambda: True
    link: str = ""
    render: Callable[[], str] | None = None


def say_number(number: int) -> bytes:
    """Return the message of a stream with the number of a table's events, never their contents."""
    return f"retry: {RETRY_SECONDS * 1000}\nid: {number}\ndata: {number}\n\n".encode()


def say_table(number: int, html: str) -> bytes:
    """Return the message of a spectator's stream with the table's HTML."""
    lines = "".join(f"data: {line}\n" for line in html.splitlines())
    return f"event: table\nid: {number}\n{lines}\n".encode()
