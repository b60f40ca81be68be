"""What a request for a table's stream leaves for the server: which table it watches, and how to ask for news of many."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

WATCHED = "companion.watched"
"""The key in a request's environ under which a route leaves what the server may go on to watch."""
RETRY_SECONDS = 3
"""Seconds after which a browser asks again whose stream ended: at a server without streams, that is how it polls."""
MEDIA_TYPE = "text/event-stream"

Newest = Callable[[Collection[str]], Mapping[str, int]]
"""Returns the number of the newest event of each of these tables; one that is gone is left out."""


@dataclass(frozen=True)
class Watched:
    """A table that a stream watches: its id, the number of the event that was said last, and whom to ask."""

    table: str
    number: int
    newest: Newest


def say_number(number: int) -> bytes:
    """Return what a stream says of a table: that it has so many events, and nothing of what they are."""
    return f"retry: {RETRY_SECONDS * 1000}\nid: {number}\ndata: {number}\n\n".encode()
